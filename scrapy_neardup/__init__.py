"""Near-duplicate articles, found while the crawl runs."""

__version__ = "0.1.0"
