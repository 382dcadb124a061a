"""Versions of the steps from a text to its fingerprint, which a scheme keeps."""

from __future__ import annotations

NORMAL_FORM = 6
"""Raised with every change that gives some text another normal form."""

FEATURES = 8
"""Raised with every change that gives some text other words or another SimHash."""

PROFILE = 7
"""Raised with every change that gives some text other grams, phrases or rare words, or another skeleton:
so with every change of how :mod:`.numbers` reads numbers and times, of the common words, and of the word
lists of languages, whose marks are the function words."""

SKETCH = 5
"""Raised with every change of a sketch's layout or of what is sampled for it."""

TERMS = 13
"""Raised with every change that gives some text other terms, or a term another posting."""

ALL = (NORMAL_FORM, FEATURES, PROFILE, SKETCH, TERMS)

KERNEL = (NORMAL_FORM, FEATURES, PROFILE, SKETCH, 6)
"""Its last number is raised with every change of what the kernel's functions take or return, or of
what it shares with other kernels, that gives no text another fingerprint."""

TERMS_KERNEL = (TERMS, 6)
"""The same for the kernels of numbers and terms."""
