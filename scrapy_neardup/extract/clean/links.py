"""Lines of links among the lines of a text: headings, items, sources, tables of contents."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.clean.signs import SHORT
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.lines import MOSTLY_LINKS, is_listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.lines import Block

ITEM_TAGS = frozenset(("li", "dt", "dd", "td", "th"))
_LINKED = 3  # the least number of lines of links under a heading of their own
_ITEMS = 20  # the number of a list's items that are looked at before and after one item
_NAMED = 40  # the greatest weight of the name of a table of contents
# The name that stands above a table of contents, in a heading or not.
_CONTENTS = re.compile(rf"\W*(?:{alternatives('CONTENTS')})\W*$", re.VERBOSE | re.IGNORECASE)


def judge_links(blocks: Sequence[Block], reasons: list[str]) -> None:
    """Correct the *reasons* for which *blocks* are left out: a line of links stays if it is a heading
    of the text or an item in a list of text, and a heading goes if links stand under it.
    """
    for place, block in enumerate(blocks):
        if reasons[place] == MOSTLY_LINKS:
            is_item = block.tag in ITEM_TAGS and is_listed(blocks, place, _ITEMS)
            if is_item or _heads_text(blocks, place):
                reasons[place] = ""
        elif (
            not reasons[place]
            and (block.tag in HEADINGS or block.weight <= _NAMED)
            and _heads_links(blocks, place)
        ):
            reasons[place] = "the heading of links"


def _heads_text(blocks: Sequence[Block], place: int) -> bool:
    """Whether a line of links is a heading: in one element with its text, and below another text."""
    heading = blocks[place]
    if heading.tag not in HEADINGS or not 0 < place < len(blocks) - 1:
        return False
    before, after = blocks[place - 1], blocks[place + 1]
    return (
        (
            before.depth + heading.depth - 2 * heading.low == 2
            or (not before.is_linked and before.weight >= SHORT)
        )
        and after.depth + heading.depth - 2 * after.low == 2
        and (after.weight >= SHORT or after.marks > 0)
        and not after.is_linked
    )


def _heads_links(blocks: Sequence[Block], place: int) -> bool:
    """Whether links stand under the line at *place*: sources under a heading, or a table of contents
    under its name, which need not be a heading.
    """
    if place + 1 >= len(blocks) or not blocks[place + 1].link_weight:
        return False
    heading = blocks[place]
    least = 1 if heading.weight <= _NAMED and _CONTENTS.match(heading.text) else _LINKED
    if least > 1 and heading.tag not in HEADINGS:
        return False
    links = 0
    for block in islice(blocks, place + 1, place + 1 + _ITEMS):
        if block.tag in HEADINGS:
            break
        if not block.is_linked:
            # Below a heading of contents, its first lines are enough.
            return least < _LINKED and links >= least
        links += 1
    return links >= least
