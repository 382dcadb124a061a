"""Lines that say again what another line of the text says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.lines import alike, squeeze

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SUMMARY_LINES = 3
_SUMMED = 8  # the most lines of a text whose beginning its summary repeats, ...
_CUT = 3  # ... except for the summary's last characters, usually dots
_REPEAT = 20  # characters; shorter lines may be said twice
_HEAD = 2 * _REPEAT  # the same with the white space among them

_SUMMARY = re.compile(
    rf"^[\W_]*(?:{alternatives('SUMMARY')})[\W_]*[:：】\]]\s*", re.VERBOSE | re.IGNORECASE
)


def find_repeats(
    lines: Sequence[str], recurs: Callable[[int], bool] = lambda _: False
) -> list[int]:
    """The numbers of *lines* that say again what another line says: a summary that repeats what
    follows it, and each long line after its first time.

    A line is none if *recurs*, called with its number, says that a text may have it again.
    """
    unlabelled = [*map(_without_label, lines)]
    begun_alike = alike(unlabelled, _HEAD, _REPEAT)
    if not begun_alike:
        return []
    # No other line begins like another one.
    plain = [
        squeeze(line).rstrip(".…") if place in begun_alike else None
        for place, line in enumerate(unlabelled)
    ]
    for place in range(min(_SUMMARY_LINES, len(lines) - 1)):
        summary = plain[place]
        if (
            summary is not None
            and len(summary) >= _REPEAT
            and _sums_up(summary, lines, plain, place)
        ):
            plain[place] = ""
    repeats: list[int] = []
    seen: set[str] = set()
    for place, line in enumerate(plain):
        if line is None:
            continue
        if not line or (line in seen and not recurs(place)):
            repeats.append(place)
        elif len(line) >= _REPEAT:
            seen.add(line)
    return repeats


def _without_label(line: str) -> str:
    label = _SUMMARY.match(line)
    return line[label.end() :] if label else line


def _sums_up(summary: str, lines: Sequence[str], plain: Sequence[str | None], place: int) -> bool:
    """Whether *summary*, the line at *place*, repeats the beginning of a line below it, or of several
    lines.
    """
    for at in range(place + 1, min(place + 8, len(lines))):
        later = plain[at]
        if later is None or later[:_REPEAT] != summary[:_REPEAT]:
            continue
        if later.startswith(summary):
            return later != summary
        if abs(len(later) - len(summary)) <= _CUT:
            return False  # the next item of a list, which differs in its number
        text = squeeze("".join(lines[at : at + _SUMMED]))
        return text.startswith(summary[:-_CUT])
    return False
