"""Turns a text into its fingerprint: normal form, words, SimHash, sketch."""
