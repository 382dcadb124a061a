"""What one would otherwise write into a pipeline against copies, on the same crawl."""
