"""What the plugin costs a crawl."""
