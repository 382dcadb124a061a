"""Is it a copy, by what evidence, and who is the original."""
