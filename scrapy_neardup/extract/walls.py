"""Recognizes what a locked article says of its lock: "Subscribe to continue reading"."""

from __future__ import annotations

import re

from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.visits import small, unquoted

# A line in the place of the rest, in small letters: how to read on, and little more.
_WALL = re.compile(
    rf"""\W*(?:\w{{2,8}}[］\]】）)]\W*)?
    (?:{alternatives("WALL")})
    [^\w.。!?！？]*(?:[.。!?！？].{{0,90}})?""",
    re.VERBOSE,
)
# News of what somebody said may have the words of such a line.
_REPORTED = re.compile(alternatives("REPORTED"), re.VERBOSE)  # in small letters
_LONGEST = 250  # characters of such a line
# What a locked article is called, and how such a line may begin if more follows it.
_BEGINNING = re.compile(rf"\W*(?:{alternatives('WALL_BEGINNING')})", re.VERBOSE | re.IGNORECASE)


def is_wall(line: str) -> bool:
    """Whether *line* asks to log in, to subscribe or to pay for the rest of a text, and says little more."""
    return (
        len(line) <= _LONGEST and _WALL.fullmatch(small(line)) is not None and not _reports(line)
    )


def begins_like_wall(text: str) -> bool:
    """Whether *text*, which may be a title, begins with such words. News may begin so, too."""
    begins = _BEGINNING.match(text) is not None or _WALL.match(small(text)) is not None
    return begins and not _reports(text[:_LONGEST].partition("\n")[0])


def _reports(line: str) -> bool:
    return _REPORTED.search(small(unquoted(line))) is not None
