"""Headings of what follows an article, in languages that have few ways to say them.

The headings of English, Chinese, Japanese and Korean pages have more forms, so those are told by
the expressions of the package. Digits and signs around a heading do not count.
"""

from __future__ import annotations

import re

from scrapy_neardup.extract.languages import alternatives

__all__ = ["COMMENTS", "COMMENT_HEADINGS", "OTHER", "OTHER_HEADINGS", "bare"]

_SIGNS = re.compile(r"[\W\d_]+")


def bare(text: str) -> str:
    """*text* in small letters, with a blank for whatever is no letter."""
    return _SIGNS.sub(" ", text.casefold()).strip()


def _listed(lines: str) -> tuple[str, ...]:
    headings = (heading.strip() for heading in re.split(r"[\n|]", lines))
    return tuple(dict.fromkeys(filter(None, headings)))


# Headings of other articles, and of a note about the author.
OTHER_HEADINGS = _listed(alternatives("OTHER_HEADINGS"))
# Headings of what readers say.
COMMENT_HEADINGS = _listed(alternatives("COMMENT_HEADINGS"))
OTHER, COMMENTS = (
    frozenset(map(bare, headings)) for headings in (OTHER_HEADINGS, COMMENT_HEADINGS)
)
