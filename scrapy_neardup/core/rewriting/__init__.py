"""Rewritten articles: the story of another one, all of its facts from there, in other words."""
