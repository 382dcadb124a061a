"""The same index on Redis, shared by processes."""
