"""Rewritten articles: they tell another article's story in other words, with all facts from
there.
"""
