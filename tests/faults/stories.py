"""Stories of words that no language has: any two share nothing, whatever the fingerprint."""

from __future__ import annotations

import random
from functools import lru_cache
from html import escape

_SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]


@lru_cache(maxsize=1000)
def story(seed: object, sentences: int = 8) -> str:
    """The same text for the same *seed*, a sentence of 12 words on each line."""
    rng = random.Random(f"story {seed}")
    return "\n".join(
        " ".join("".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4))) for _ in range(12)) + "."
        for _ in range(sentences)
    )


def story_page(seed: object) -> str:
    """An HTML page with a story, after a link home."""
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in story(seed).split("\n"))
    return (
        f"<html><head><title>Story {seed}</title></head>"
        f'<body><a href="/">Home</a><article>{paragraphs}</article></body></html>'
    )
