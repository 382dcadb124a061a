"""The whole text of an article of which a page shows only the beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import is_section
from scrapy_neardup.extract.lines import squeeze, weigh
from scrapy_neardup.extract.no_article.prose import is_machine_made
from scrapy_neardup.extract.walls import is_wall

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scrapy_neardup.extract.lines import Block

_SHOWN = 0.5  # the least share of what a page shows that stands at the beginning of its whole text
# What follows behind that, at least, as a multiple of it: if the page tells that more follows ...
_FOLLOWS = 0.5
# ... and if not, since there may be what a site says behind each of its texts; with the least weight of both.
_FOLLOWS_UNTOLD, _LEAST_UNTOLD = 2, 400
_GAP = 500  # characters of a text between two lines that the page shows, such as a caption
_CUT = " .…[]"  # what stands at the end of a line that breaks off
_BREAKS_OFF = ("…", "...", "[...]")
_SAMPLES = 20  # pieces of the rest that are looked for on the page, and ...
_SAMPLE = 20  # ... characters of one


def rest_of(told: Sequence[str], lines: Sequence[str], below: Iterable[str]) -> str:
    """What follows in the text with the lines *told*, in small letters without blanks, behind those of its
    *lines* that a page shows; "" if these are not its beginning, or if too little follows. *below* are the
    lines of the page behind them.
    """
    text = "\n".join(told)
    whole = squeeze(text)
    place = shown = 0
    for line in lines:
        beginning = squeeze(line.rstrip(_CUT))
        # A standfirst may be a later sentence.
        at = whole.find(beginning, max(0, place - _GAP), place + len(beginning) + _GAP)
        if at >= 0:
            place = max(place, at + len(beginning))
            shown += weigh(line)
    rest = whole[place:]
    if lines[-1].endswith(_BREAKS_OFF) or any(map(is_wall, below)):
        follows = len(rest) >= _FOLLOWS * place
    else:
        follows = len(rest) >= _FOLLOWS_UNTOLD * place and weigh(text) >= _LEAST_UNTOLD
    is_begun = follows and shown >= _SHOWN * sum(map(weigh, lines)) and not is_machine_made(text)
    return rest if is_begun else ""


def is_beside(rest: str, blocks: Iterable[Block], read: Iterable[Block]) -> bool:
    """Whether most of the *rest* of a text stands among all *blocks* of its page, beside the article: its
    comments, or related articles; or among those that were *read*, as the captions of pictures. What is
    only hidden there may be the rest itself.
    """
    aside = [block.text for block in read if block.beside]
    in_section = False
    for block in blocks:
        in_section = in_section or is_section(block)
        if in_section or not block.beside:
            aside.append(block.text)
    shown = squeeze("\n".join(aside))
    step = max(1, len(rest) // _SAMPLES)
    samples = [rest[at : at + _SAMPLE] for at in range(0, len(rest) - _SAMPLE, step)]
    return 2 * sum(sample in shown for sample in samples) > len(samples)
