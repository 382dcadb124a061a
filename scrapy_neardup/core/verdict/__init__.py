"""Decides whether a text is a copy, by what evidence, and which article is the original."""
