"""Recognizes text that is no prose: captions, machine code, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.extract.lines import CharacterSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.lines import Block

_count_machine_signs = CharacterSet(
    '{}[]"\\<>=;|~^\ufffd' + "".join(map(chr, (*range(9), *range(14, 32), *range(127, 160))))
).count
_count_digits = CharacterSet("0123456789").count
_CAPTION = 60  # the mean weight of lines that are captions is below this


def is_caption_list(run: Sequence[Block]) -> bool:
    """Whether *run* has no sentence, only short lines: pictures, a timetable, tags."""
    return not any(block.marks for block in run) and sum(b.weight for b in run) < _CAPTION * len(
        run
    )


def is_machine_made(text: str) -> bool:
    """Whether *text* is JSON, code or bytes read as text, by its share of signs that prose does not
    use.
    """
    sample = text[:4000]
    return _count_machine_signs(sample) * 12 > len(sample)


def is_figures(text: str) -> bool:
    """Whether *text* is a table of numbers: a third of its characters are digits."""
    sample = text[:4000]
    return _count_digits(sample) * 3 > len(sample)
