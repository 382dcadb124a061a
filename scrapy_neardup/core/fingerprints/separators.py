"""The marks between the digits of one number: 1,234,567 is 1.234.567, and 3,5 is 3.5.

A number is read without what stands between its thousands, and with a full stop before its
decimals. Only what is surely one number is read so. One mark with three digits behind it separates
thousands: 1.234 is read as 1234, as 1,234 is. If a number below two was meant, it still is the
same in all copies of the text; but in 1.234 million, which may be 1,234,000 in one of them, the
full stop stays. Texts in Chinese, Japanese, Korean or Thai have neither a comma before decimals,
nor a full stop or a space between thousands, but may have a comma or a space between the figures
of a list.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, LETTER, OTHER
from scrapy_neardup.core.fingerprints.scales import is_before_scale

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWER = 10
"""A text with so many times as many letters as Chinese, Japanese, Korean or Thai characters is in
none of these. Of 12,444 labelled articles in Chinese and Japanese one has so many; the others have
at most 3.8 times as many."""
# A match that could begin within a number would be looked for at each of its digits.
_WITH_MARKS = re.compile("(?<![0-9])[0-9]+(?:[.,'’][0-9]+)+")
_GROUPED = re.compile(
    r"[1-9][0-9]{0,2}(?:(?:'[0-9]{3})+|(?:’[0-9]{3})+)(?P<decimals>[.,][0-9]+)?"
    # One group is a number of thousands only before a comma.
    r"|[1-9][0-9]{0,2}(?:(?:\.[0-9]{3}){2,}|(?:\.[0-9]{3})+(?P<behind_comma>,[0-9]+))"
    # In India, the higher groups have two digits.
    r"|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}(?P<behind_stop>\.[0-9]+)?"
)
_DOTTED = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")
_WITH_COMMA = re.compile("(?:0|[1-9][0-9]{0,2}),[0-9]+")
_END_WITH_COMMA = re.compile("[0-9]{3},[0-9]+")
_BELOW_ONE = re.compile("0,[0-9]{3,}")
"""No thousands begin with a 0."""
_WITH_SPACES = re.compile("(?<![0-9])[0-9]+(?: [0-9]+)+")
_SPACED = re.compile("[1-9][0-9]{0,2}(?: [0-9]{3}){1,4}")
_SPACE, _COMMA, _FULL_STOP = map(ord, " ,.")
_MARKS = frozenset(map(ord, ".,'’"))
_OF_PAIRS = frozenset(map(ord, "-/:"))
"""Between the figures of scores, dates and times: 6-4,6-3."""
_BEFORE_OTHERS = _MARKS | _OF_PAIRS | frozenset(map(ord, "+#"))
"""Marks before figures of a telephone number, a score or a list, which spaces do not join."""
_BEHIND_OTHERS = _OF_PAIRS | frozenset(map(ord, "'’"))


def is_western(kinds: Sequence[int]) -> bool:
    """Whether a text has next to no Chinese, Japanese, Korean or Thai: a name, or a link to a page
    in that language.
    """
    return FEWER * sum(kind >= HAN for kind in kinds) <= sum(kind == LETTER for kind in kinds)


def marks(
    points: Sequence[int], kinds: Sequence[int], *, western: bool
) -> tuple[set[int], set[int]]:
    """The places of the marks that are left out of the numbers of a text, and of those that become
    a full stop. *points* and *kinds* are as of :class:`.reference.Text`, *western* is as
    :func:`is_western` tells.
    """
    text = "".join(map(chr, points))
    left_out: set[int] = set()
    stops: set[int] = set()
    for match in _WITH_MARKS.finditer(text):
        inner = [at for at in range(*match.span()) if points[at] in _MARKS]
        decimals = _decimals(match[0], western=western)
        if western and _DOTTED.fullmatch(match[0]) and _is_thousand(points, kinds, *match.span()):
            left_out.update(inner)
        elif decimals is not None:
            stops.update(inner[len(inner) - decimals :])
            left_out.update(inner[: len(inner) - decimals])
        elif _is_decimal(text, kinds, match.start(), match.end(), western=western):
            stops.update(inner)
        else:
            stops.update(at for at in inner if points[at] == _FULL_STOP)
            left_out.update(at for at in inner if _is_before_thousand(points, kinds, at))
    if western:
        commas = any(points[at] == _COMMA for at in left_out)
        for match in _WITH_SPACES.finditer(text):
            end = match.end()
            while end < len(text) and (kinds[end] == DIGIT or end in stops):
                end += 1
            decimals = sum(at in stops for at in range(match.end(), end))
            if decimals > 1 or not _SPACED.fullmatch(match[0]):
                continue
            if not _may_be_spaced(points, kinds, match.start(), end):
                continue
            # A text that has commas between thousands has no spaces there.
            if match[0].endswith("000") or (not commas and _is_of_prose(points, kinds, end)):
                left_out.update(at for at in range(*match.span()) if points[at] == _SPACE)
    return left_out, stops


def _is_thousand(points: Sequence[int], kinds: Sequence[int], start: int, end: int) -> bool:
    """Whether figures with a full stop before three others may be thousands: not v1.234 or 1.234bn."""
    if (start and kinds[start - 1] == LETTER) or kinds[end : end + 1] == [LETTER]:
        return False
    return not is_before_scale(points, kinds, end)


def _decimals(number: str, *, western: bool) -> int | None:
    """How many marks before decimals the *number* has, 0 or 1; None unless marks surely separate
    its thousands.
    """
    match = _GROUPED.fullmatch(number)
    if match is None:
        return None
    decimals = next(filter(None, match.groups()), "")
    if decimals.startswith(",") and not (western and _is_fraction(decimals[1:])):
        return None
    return 1 if decimals else 0


def _is_fraction(digits: str) -> bool:
    """Whether digits behind a comma can be neither thousands, nor a year behind the day."""
    return len(digits) not in (3, 4)


def _is_decimal(text: str, kinds: Sequence[int], start: int, end: int, *, western: bool) -> bool:
    """Whether the comma in the figures from *start* to *end* stands before decimals."""
    number = text[start:end]
    if start and kinds[start - 1] == LETTER:
        return False
    if _BELOW_ONE.fullmatch(number):
        return True
    ends_spaced = start > 1 and text[start - 1] == " " and kinds[start - 2] == DIGIT
    pattern = _END_WITH_COMMA if ends_spaced else _WITH_COMMA
    if not western or not (pattern.fullmatch(number) or _WITH_COMMA.fullmatch(number)):
        return False
    if not _is_fraction(number.partition(",")[2]):
        return False
    of_pairs = (
        start > 1
        and ord(text[start - 1]) in _OF_PAIRS
        and kinds[start - 2] == DIGIT
        and end + 1 < len(text)
        and ord(text[end]) in _OF_PAIRS
        and kinds[end + 1] == DIGIT
    )
    return not of_pairs


def _is_before_thousand(points: Sequence[int], kinds: Sequence[int], at: int) -> bool:
    """Whether a comma with exactly three digits behind it stands there."""
    is_digit = [kind == DIGIT for kind in kinds[at + 1 : at + 5]]
    return points[at] == _COMMA and is_digit[:3] == [True] * 3 and is_digit[3:] != [True]


def _may_be_spaced(points: Sequence[int], kinds: Sequence[int], start: int, end: int) -> bool:
    """Whether figures with spaces from *start* to *end* may be one number, by what stands beside
    them.
    """
    if start and (kinds[start - 1] == LETTER or points[start - 1] in _BEFORE_OTHERS):
        return False
    if start > 1 and points[start - 1] == _SPACE and kinds[start - 2] == DIGIT:
        return False
    if end == len(points):
        return True
    if points[end] in _MARKS and kinds[end + 1 : end + 2] == [DIGIT]:
        return False
    return kinds[end] == OTHER and points[end] not in _BEHIND_OTHERS


def _is_of_prose(points: Sequence[int], kinds: Sequence[int], end: int) -> bool:
    """Whether punctuation, a sign or a word follows, which follows in no row of figures."""
    if end < len(points) and points[end] == _SPACE:
        end += 1
        if end < len(points) and kinds[end] == LETTER:
            return True
    return end < len(points) and kinds[end] == OTHER and points[end] > _SPACE
