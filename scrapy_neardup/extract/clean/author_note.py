"""The note on its author that stands below an article."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS, section_words
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.body.sections import heads_author_note
from scrapy_neardup.extract.clean.signs import SHORT
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.lines import squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.lines import Block

_BYLINE_BLOCKS = 12  # lines of all kinds above a text among which its author stands
_BELOW_STANDFIRST = 6  # lines of the text, its standfirst and buttons among them, with a byline
_TITLES = ("h1", "h2")  # "Von ..." may begin a title, too
_LAST = 2  # the last lines, of which one may begin with the author's name
_ABOUT = 3  # the most lines of a note on the author
_HEADING = 60  # characters; the heading of such a note has fewer
_NAME = 4  # the least weight of an author's name

# A heading that tells who wrote the text, and the name.
_WRITTEN = re.compile(
    rf"(?:\w+\s)?(?:{alternatives('BY')})\s(\S.{{2,}})", re.VERBOSE | re.IGNORECASE
)
# The beginning of a byline, and of a name.
_BY = re.compile(rf"\W*(?:{alternatives('BY')})\s", re.VERBOSE | re.IGNORECASE)
_TWO_WORDS = re.compile(r"[^\W\d_][\w.'’\-]+\s[^\W\d_][\w.'’\-]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def before_author(blocks: Sequence[Block], start: int, stop: int, titles: Sequence[str]) -> int:
    """The end of the text in `blocks[start:stop]` before the note on its author, *stop* without one.

    The note stands below its heading, such as "About the author", or begins with it and a colon. Or it
    stands below a line that is a name, and begins with this name or its first word, or below a heading
    such as "Written by" and a name, and the name also stands above the text. The headings of a text with a
    table of contents stand above it, too: so there is no note if another heading does. Or it is one of the
    last two lines, and begins with the name that stands above the text behind "By". A text that names its
    author before is one on this person, such as the review of a book.
    """
    for place in range(stop - 1, max(start, stop - 2 - _ABOUT), -1):
        text = blocks[place].text
        if section_words.matches(text[:_HEADING]) and heads_author_note(text):
            return place
    for place in range(stop - 1, max(start, stop - 1 - _LAST), -1):
        if _is_on_author(blocks, start, place):
            return place
    for place in range(stop - 2, max(start, stop - 2 - _ABOUT), -1):
        block, after = blocks[place], blocks[place + 1]
        if not after.marks or block.marks or not _NAME <= block.weight <= PRICES.scrap:
            continue
        written = _WRITTEN.fullmatch(block.text) if block.tag in HEADINGS else None
        name = squeeze(written[1] if written else block.text)
        if not (
            written
            or squeeze(after.text).startswith(name)
            or _is_of_first_name(blocks[start:stop], block.text, after.text)
        ):
            continue
        names = list(filter(None, map(squeeze, titles)))
        if not written and any(name in title for title in names):
            continue
        first = next(at for at in range(start, stop) if blocks[at].marks)
        above = [
            line
            for other in blocks[max(0, start - _BYLINE_BLOCKS) : first]
            if other.weight < SHORT and (line := squeeze(other.text)) not in names
        ]
        heads = [
            squeeze(blocks[at].text)
            for at in range(first, stop)
            if at != place and blocks[at].tag in HEADINGS
        ]
        if any(name in line for line in above) and not any(head in above for head in heads):
            return place
    return stop


def _is_on_author(blocks: Sequence[Block], start: int, place: int) -> bool:
    """Whether the line at *place* begins with the two words of a name in the byline above the text, which
    may stand below a standfirst.
    """
    name = " ".join(blocks[place].text.split(maxsplit=2)[:2])
    if not name[:1].isupper():
        return False
    above = blocks[max(0, start - _BYLINE_BLOCKS) : min(start + _BELOW_STANDFIRST, place)]
    is_author = any(
        name in block.text
        and not block.marks
        and block.weight < SHORT
        and block.tag not in _TITLES
        and _BY.match(block.text) is not None
        and _TWO_WORDS.fullmatch(name) is not None
        for block in above
    )
    names = {word for word in _WORD.findall(name) if len(word) > 1}
    return is_author and not any(
        block.marks and not names.isdisjoint(_WORD.findall(block.text))
        for block in blocks[start:place]
    )


def _is_of_first_name(text: Sequence[Block], name: str, note: str) -> bool:
    """Whether *note* begins with the first of the words of *name*, and this may be a name: it is no word
    that *text* has in small letters, as "The verdict" is.
    """
    first, *others = name.split()
    if not others or note.split(maxsplit=1)[0] != first or others[-1][0].islower():
        return False
    return first.lower() == first or not any(
        first.lower() in _WORD.findall(block.text) for block in text
    )
