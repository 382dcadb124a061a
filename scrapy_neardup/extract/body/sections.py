"""Headings of what follows an article, in languages that have few ways to say them.

The headings of English, Chinese, Japanese and Korean pages have more forms, so those are told by
the expressions of the package. Digits and signs around a heading do not count.
"""

from __future__ import annotations

import re

from scrapy_neardup.extract.languages import alternatives

_SIGNS = re.compile(r"[\W\d_]+")
_COLON = re.compile("[:：]")


def bare(text: str) -> str:
    """*text* in small letters, with a blank for whatever is no letter."""
    return _SIGNS.sub(" ", text.casefold()).strip()


def _listed(lines: str) -> tuple[str, ...]:
    headings = (heading.strip() for heading in re.split(r"[\n|]", lines))
    return tuple(dict.fromkeys(filter(None, headings)))


# Headings of other articles.
OTHER_HEADINGS = _listed(alternatives("OTHER_HEADINGS"))
# Headings of a note on the author.
AUTHOR_HEADINGS = _listed(alternatives("AUTHOR_HEADINGS"))
# Headings of what readers say.
COMMENT_HEADINGS = _listed(alternatives("COMMENT_HEADINGS"))
OTHER, AUTHOR, COMMENTS = (
    frozenset(map(bare, headings))
    for headings in (OTHER_HEADINGS, AUTHOR_HEADINGS, COMMENT_HEADINGS)
)
# One of these is in each of them: its longest word, the last one of several. First words are common.
HEADING_WORDS = sorted(
    {max(reversed(name.split()), key=len) for name in OTHER | AUTHOR | COMMENTS}
)


def heads_author_note(line: str) -> bool:
    """Whether *line* is the heading of a note on the author, or begins with one and a colon."""
    return bare(_COLON.split(line, maxsplit=1)[0]) in AUTHOR
