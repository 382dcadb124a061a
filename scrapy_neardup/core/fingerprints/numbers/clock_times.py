"""Reads times of day as one number, however they are written: 7:20, 7.20pm, 7时20分, 七点二十分 and 7시 20분;
7点半 is 7:30, and 7时 is 7:00.

A time becomes the hour, a point and two figures for the minutes, which is what 7.20 is already. As a rare
word it counts like a short number: there are few times, and they agree by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, HANGUL, KANA
from scrapy_neardup.core.fingerprints.numbers import numerals

if TYPE_CHECKING:
    from collections.abc import Sequence

LAST_HOUR, LAST_MINUTE = 24, 59
FIGURES = 2
"""The most figures of an hour or of minutes."""
HOURS = frozenset(map(ord, "时時点點시"))
"""Characters behind an hour, before the minutes."""
FULL_HOURS = frozenset(map(ord, "时時시"))
"""The signs of an hour that need no minutes; 7点 may be seven points."""
NO_HOUR = frozenset(map(ord, "间間期代段候区區差"))
"""Characters before which these are no sign of an hour: 7時間 are seven hours."""
BEHIND_HOUR = frozenset(map(ord, "에부까께쯤경"))
"""The only characters of Korean words behind 시: 7시간 are seven hours, 2시즌 two seasons."""
MINUTES = frozenset(map(ord, "分분"))
"""Characters behind minutes."""
HALF = 30
HALVES = frozenset(map(ord, "半반"))
"""Characters for half an hour, behind the sign of the hour."""
NO_HALF = frozenset(map(ord, "决決准準场場导導岛島年天月日个個价價径徑数數额額"))
"""Characters before which 半 begins another word: 8点半决赛 is a semi-final at eight."""
BEHIND_HALF = frozenset(map(ord, "에쯤께까"))
"""The only characters of Korean words behind 반: 2시 반대 is a protest at two."""
_COLON, _SPACE = map(ord, ": ")


def clock_time(
    points: Sequence[int], kinds: Sequence[int], start: int, hour: str, end: int
) -> tuple[str, int] | None:
    """The time of day of which *hour* is the first number, read from *start* to *end*, with the place
    where it ends; None if it is none.
    """
    if len(hour) > FIGURES or int(hour) > LAST_HOUR or end == len(points):
        return None
    if points[end] == _COLON:
        told = _behind_colon(points, kinds, start, end)
    elif points[end] in HOURS:
        told = _before_sign(points, kinds, end + 1) or _full_hour(points, kinds, end)
    else:
        return None
    if told is None or told[0] > LAST_MINUTE:
        return None
    minutes, behind = told
    return f"{int(hour)}.{minutes:02}", behind


def _behind_colon(
    points: Sequence[int], kinds: Sequence[int], start: int, colon: int
) -> tuple[int, int] | None:
    """The two figures behind a colon, and where they end. None for other counts of figures, and for
    more than one colon: 1:02:33 is no time of day.
    """
    told = _figures(points, kinds, colon + 1)
    if told is None or told[1] != colon + 1 + FIGURES:
        return None
    end = told[1]
    if start > 1 and points[start - 1] == _COLON and kinds[start - 2] == DIGIT:
        return None
    if end + 1 < len(points) and points[end] == _COLON and kinds[end + 1] == DIGIT:
        return None
    return told


def _before_sign(
    points: Sequence[int], kinds: Sequence[int], start: int
) -> tuple[int, int] | None:
    """The number at *start* that has the sign of minutes behind it, or half an hour, and where that
    ends; None if there is none.
    """
    if points[start : start + 1] == [_SPACE]:
        start += 1
    if start >= len(points):
        return None
    if points[start] in HALVES:
        return (HALF, start + 1) if _ends_half(points, kinds, start + 1) else None
    told = _figures(points, kinds, start)
    if told is None and kinds[start] in (HAN, KANA):
        read = numerals.figure(points, kinds, start)
        told = None if read is None or len(read[0]) > FIGURES else (int(read[0]), read[1])
    if told is None or told[1] == len(points) or points[told[1]] not in MINUTES:
        return None
    return told[0], told[1] + 1


def _full_hour(points: Sequence[int], kinds: Sequence[int], sign: int) -> tuple[int, int] | None:
    """No minutes, and the place behind the *sign* of an hour; None if it may be none."""
    end = sign + 1
    if points[sign] not in FULL_HOURS:
        return None
    if end < len(points) and (
        points[end] in NO_HOUR or (kinds[end] == HANGUL and points[end] not in BEHIND_HOUR)
    ):
        return None
    return 0, end


def _ends_half(points: Sequence[int], kinds: Sequence[int], end: int) -> bool:
    """Whether what follows leaves the character before *end* half an hour."""
    if end == len(points) or points[end] in BEHIND_HALF:
        return True
    return kinds[end] != HANGUL and points[end] not in NO_HALF


def _figures(points: Sequence[int], kinds: Sequence[int], start: int) -> tuple[int, int] | None:
    """The number of one or two figures at *start*, and where it ends; None for one with more."""
    end = start
    while end < len(points) and kinds[end] == DIGIT:
        end += 1
    figures = points[start:end]
    if not 0 < len(figures) <= FIGURES:
        return None
    return int("".join(map(chr, figures))), end
