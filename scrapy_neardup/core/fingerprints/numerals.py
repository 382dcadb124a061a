"""Numbers in words as the figures that another writer would put: 三百二十 and 320, 四万一千 and 4.1万,
百分之五 and 5%, twenty-three and 23.

Whoever translates there and back, or writes an article again by the rules of another house, changes
one into the other all the time. In Chinese and Japanese only what is surely a number is read as one:
two numerals or more that make a number, so that 万一 and 三三两两 are none, or one before a word that
counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, KANA

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGITS = {ord(one): value for value, one in enumerate("〇一二三四五六七八九")} | {ord("零"): 0}
TWO = frozenset(map(ord, "两兩"))
"""Two of something, which no row of digits has."""
UNITS = {ord("十"): 10, ord("百"): 100, ord("千"): 1000}
SCALES = {
    ord(one): scale
    for ones, scale in (("万萬", 10**4), ("亿億", 10**8), ("兆", 10**12))
    for one in ones
}
POINTS = frozenset(map(ord, "点點"))
COUNTERS = frozenset(
    map(
        ord,
        "年月日号天周季时小点分秒岁世代"
        "个個名位人次家户戶所座条條只隻头頭匹辆輛架艘台部本册冊份张張件项項场場轮輪枚颗顆株棵间間"
        "支批组組届屆级級倍元円角块塊吨噸斤公厘毫平米里亩畝度点點",
    )
)
"""What a single numeral is a number before: dates, measures, and the words that count things."""
NO_SHARE = frozenset(map(ord, "员員功立为為本交分年人长長品绩績果熟语語都"))
"""What follows 成 where it is no tenth: 三成 is 30 %, and 三成员 three members."""
MOST_PLACES = 6
LARGEST = 10**17
_PER_CENT = [*map(ord, "百分之")]
_YEAR, _PART, _OF, _MONTH, _DAY, _TENTH, _NOT, _METRE, _COIN, _DIME, _FULL_STOP = map(
    ord, "年分之月日成不米块角."
)

WORDS = {"one": 1} | {
    word: value
    for words, values in (
        ("two three four five six seven eight nine ten eleven twelve thirteen", range(2, 14)),
        ("fourteen fifteen sixteen seventeen eighteen nineteen", range(14, 20)),
        ("twenty thirty forty fifty sixty seventy eighty ninety", range(20, 100, 10)),
    )
    for word, value in zip(words.split(), values, strict=True)
}
"""English number words. One is a pronoun, too, and a number after another one and a hyphen only."""


def is_numeral(point: int) -> bool:
    """Whether a character may be part of a number in characters."""
    return point in DIGITS or point in TWO or point in UNITS or point in SCALES


def figure(points: Sequence[int], kinds: Sequence[int], start: int) -> tuple[str, int] | None:
    """The number in characters, or in figures before 万 or 亿, that begins at *start*, in figures, and
    where it ends; None where none surely does. A single numeral ends behind itself.
    """
    size = len(points)
    at = start
    if list(points[at : at + 3]) == _PER_CENT:
        at += 3
    begin = at
    if begin == size:
        return None
    if kinds[begin] in (HAN, KANA):
        row = _row(points, begin)
        if len(row) > 1:
            end = begin + len(row)
            follows = points[end] if end < size else 0
            if follows in UNITS or follows in SCALES or len(row) > MOST_PLACES * 3:
                return None
            if len(row) >= 4 or "0" in row or follows == _YEAR:
                return row, end
            return None
    elif kinds[begin] != DIGIT or begin > start:
        return None
    total = places = 0
    bound = LARGEST
    while True:
        in_figures = kinds[at] == DIGIT
        section = _figures(points, kinds, at) if in_figures else _section(points, at, bound)
        if section is None:
            return None
        value, places, end = section
        if in_figures and _is_multiplied(points, end):
            value, end = value * UNITS[points[end]], end + 1
        scale, end = _scale(points, end)
        if in_figures and scale == 1:
            # A figure as it is, or one beside a number.
            if bound == LARGEST:
                return None
            places = 0
            break
        if scale >= bound or (places and bound < LARGEST) or value > LARGEST // scale:
            return None
        if not value and not (places and scale == 1):
            return None
        total, at = total + value * scale, end
        bound = scale
        if scale == 1 or places or at == size:
            break
        if kinds[at] != DIGIT and not (points[at] in DIGITS or points[at] in TWO):
            break
    if kinds[begin] != DIGIT and at - begin == 1 and begin == start:
        told = _with_less(points, begin)
        if told is not None:
            return told
        if not _counts(points, begin):
            return None
    if bound > 1:
        while places and total % 10 == 0:
            total, places = total // 10, places - 1
    whole = str(total).rjust(places + 1, "0")
    return (f"{whole[:-places]}.{whole[-places:]}" if places else whole), at


def _row(points: Sequence[int], start: int) -> str:
    """The digits that stand in a row from *start* on, as figures."""
    row = ""
    while start + len(row) < len(points) and points[start + len(row)] in DIGITS:
        row += str(DIGITS[points[start + len(row)]])
    return row


def _figures(points: Sequence[int], kinds: Sequence[int], at: int) -> tuple[int, int, int] | None:
    """A number in figures: its digits as one number, how many of them follow the point, and its end;
    None for one that is too long.
    """
    value = places = 0
    pointed = False
    while at < len(points) and kinds[at] == DIGIT:
        if points[at] == _FULL_STOP:
            if pointed:
                return None
            pointed = True
        else:
            value, places = 10 * value + points[at] - ord("0"), places + pointed
        if value >= LARGEST or places > MOST_PLACES:
            return None
        at += 1
    return value, places, at


def _section(points: Sequence[int], start: int, bound: int) -> tuple[int, int, int] | None:
    """As :func:`_figures`, a number in characters below 万, after one of scale *bound*."""
    at, value, digit, unit = start, 0, -1, 10_000
    zero = False
    while at < len(points):
        point = points[at]
        if point in DIGITS or point in TWO:
            if digit >= 0:
                return None
            if DIGITS.get(point, 2):
                digit = DIGITS.get(point, 2)
            else:
                zero = True
        elif point in UNITS:
            if digit < 0:
                if at > start or UNITS[point] > 10:
                    return None
                digit = 1
            if UNITS[point] >= unit:
                return None
            unit = UNITS[point]
            value += digit * unit
            digit, zero = -1, False
        else:
            break
        at += 1
    if at == start or (zero and digit < 0 and (value or at - start > 1)):
        return None
    if digit >= 0:
        # 二百五 is 250, and 三万五 is 35,000.
        if not zero and 100 <= unit <= 1000:
            digit *= unit // 10
        elif not zero and at - start == 1 and bound < LARGEST:
            digit *= bound // 10
        value += digit
    if bound == LARGEST and at + 1 < len(points) and points[at] in POINTS:
        row = _row(points, at + 1)
        end = at + 1 + len(row)
        follows = points[end] if end < len(points) else 0
        # 两点三十分 is half past two.
        if row and follows not in UNITS and follows != _PART:
            return (
                None
                if len(row) > MOST_PLACES
                else (value * 10 ** len(row) + int(row), len(row), end)
            )
    return value, 0, at


def _is_multiplied(points: Sequence[int], at: int) -> bool:
    """Whether the figures before *at* are multiplied twice, as those of 2千万; 2千克 are kilograms."""
    return at + 1 < len(points) and points[at] in UNITS and points[at + 1] in SCALES


def _scale(points: Sequence[int], at: int) -> tuple[int, int]:
    """The scale of the number before *at*, 1 for none, and where it ends."""
    scale = 1
    if at < len(points) and points[at] in SCALES:
        scale, at = SCALES[points[at]], at + 1
        if scale == 10**4 and at < len(points) and SCALES.get(points[at]) == 10**8:
            scale, at = 10**12, at + 1
    return scale, at


def _with_less(points: Sequence[int], at: int) -> tuple[str, int] | None:
    """The number that a digit makes with its unit and what is less than that, if it does: 四成 is 40 %,
    八成五 85 %, 一米七 1.7 metres, and 七块五 7.5 yuan.
    """
    if points[at] in UNITS or at + 1 == len(points):
        return None
    digit = DIGITS.get(points[at], 2)
    row = _row(points, at + 2)
    end = at + 2 + len(row)
    follows = points[end] if end < len(points) else 0
    if follows in UNITS or follows in SCALES:
        return None
    if points[at + 1] == _TENTH:
        if not row:
            # 一成不变 is for ever the same.
            if follows in NO_SHARE or (digit == 1 and follows == _NOT):
                return None
            return f"{digit}0", end
        return (f"{digit}{row}", end) if len(row) == 1 else None
    if points[at + 1] not in (_METRE, _COIN) or not 1 <= len(row) <= 2:
        return None
    if follows in COUNTERS and follows != _DIME:
        return None
    return f"{digit}.{row}", end


def _counts(points: Sequence[int], at: int) -> bool:
    """Whether the numeral there is surely a number, by what it stands before."""
    follows = points[at + 1] if at + 1 < len(points) else 0
    if DIGITS.get(points[at]) == 1:
        return follows in (_MONTH, _DAY)
    if follows == _PART:
        # 十分 is very, and 三分之二 two thirds.
        return points[at] not in UNITS and (at + 2 >= len(points) or points[at + 2] != _OF)
    return follows in COUNTERS
