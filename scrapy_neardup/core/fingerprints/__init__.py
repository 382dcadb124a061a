"""From a text to its fingerprint: normal form, words, SimHash, sketch."""
