"""The index in a directory of one machine."""
