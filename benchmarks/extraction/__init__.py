"""How well pages are read, and how fast, beside other extractors."""
