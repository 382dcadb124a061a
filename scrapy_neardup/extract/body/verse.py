"""A poem or a song: short lines without sentence marks, which are no captions and no table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.lines import squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.lines import Block

_LINES = 8  # the least number of lines of a poem, ...
_BROKEN = 0.5  # ... if at least this share of them stands behind a `<br>`,
_WHOLE = 12  # and the least number if each line has an element of its own
_LIGHT = 9  # the least mean weight of a line; names and buttons have less, ...
_HEAVY = 60  # ... and the greatest
_OTHER = 0.2  # up to this share of lines has a digit or a colon, as those of an address have
_BYLINES = 8  # lines between the title and the poem
_NEIGHBOURS = 2  # the most steps in the tree between two lines of one element, ...
_STANZA = 4  # ... and between two stanzas, each in an element of its own ...
_MOST_LINES = 100_000  # lines that are looked at in all: on some pages, each line may be the title
_STANZA_LINES = 3  # ... and of at least this many lines; buttons are fewer
_TAGS = frozenset(("p", "div", "article", "section", "td", "blockquote", "pre"))
_SIGNS = frozenset(":：@/|·•")


def find_verse(blocks: Sequence[Block], titles: Sequence[str]) -> tuple[int, int] | None:
    """Where a poem stands below the title of its page: `blocks[start:stop]`; None if there is none.

    A poem has at least eight lines if half of them stand behind a `<br>`, else at least twelve. All
    lines are in like elements, and few of them have a digit or a colon.
    """
    names = [name for name in map(squeeze, titles) if name]
    left = _MOST_LINES
    for place in range(len(blocks) - _LINES, -1, -1):
        if not _is_title(blocks[place], names):
            continue
        for start in range(place + 1, min(place + 1 + _BYLINES, len(blocks))):
            stop = _stop(blocks, start)
            left -= stop - start
            if left < 0:
                return None
            if _is_poem(blocks[start:stop]):
                return start, _with_note(blocks, start, stop)
            if blocks[start].weight > PRICES.unmarked:
                break
    return None


def _with_note(blocks: Sequence[Block], start: int, stop: int) -> int:
    """The end of the sentences that follow a poem in the poem's own element."""
    border = blocks[start].depth - 1
    while stop < len(blocks):
        block = blocks[stop]
        if block.low < border or block.link_weight or block.beside or not block.marks:
            break
        stop += 1
    return stop


def _is_title(block: Block, names: Sequence[str]) -> bool:
    if block.link_weight or block.weight > PRICES.title_limit:
        return False
    bare = squeeze(block.text)
    if len(bare) < PRICES.title_length:
        return block.tag == "h1" and any(
            name.startswith(bare) and not name[len(bare) :][:1].isalnum() for name in names
        )
    return any(name.startswith(bare) for name in names)


def _stop(blocks: Sequence[Block], start: int) -> int:
    """The end of the lines like the one at *start*, in its element or in stanzas beside it."""
    stop = stanza = start
    while stop < len(blocks) and _is_like(blocks[stop], blocks[start]):
        steps = 2 * (blocks[stop].depth - blocks[stop].low)
        if stop > start and steps > _NEIGHBOURS:
            if steps > _STANZA:
                break
            if stop - stanza < _STANZA_LINES and stanza > start:
                return stanza
            stanza = stop
        stop += 1
    return stanza if stanza > start and stop - stanza < _STANZA_LINES else stop


def _is_like(block: Block, first: Block) -> bool:
    return (
        block.tag == first.tag
        and block.depth == first.depth
        and not block.link_weight
        and not block.beside
        and block.weight <= PRICES.unmarked
    )


def _is_poem(lines: Sequence[Block]) -> bool:
    if len(lines) < _LINES or lines[0].tag not in _TAGS:
        return False
    broken = sum([line.low == line.depth for line in lines])
    if broken < _BROKEN * len(lines) and len(lines) < _WHOLE:
        return False
    mean = sum([line.weight for line in lines]) / len(lines)
    if not _LIGHT <= mean <= _HEAVY:
        return False
    other = sum([any(sign.isdecimal() or sign in _SIGNS for sign in line.text) for line in lines])
    return other <= _OTHER * len(lines)
