"""Reads numbers in words as the figures that another writer would put: 三百二十 and 320, 四万一千 and
4.1万, 百分之五 and 5%.

A translation there and back, or a rewriting by the rules of another house, often changes one into
the other. In Chinese and Japanese only what is surely a number is read as one: either two or more
numerals that make a number, which 万一 and 三三两两 do not, or one numeral before a word that counts.
几十万 and 数十人 stand for unknown numbers, and 四万十 is a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, HANGUL, KANA

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGITS = {ord(one): value for value, one in enumerate("〇一二三四五六七八九")} | {ord("零"): 0}
TWO = frozenset(map(ord, "两兩"))
"""Characters for two of something, which stand in no row of digits."""
UNITS = {ord("十"): 10, ord("百"): 100, ord("千"): 1000}
TENS = {ord("廿"): 20, ord("卅"): 30}
SCALES = {
    ord(one): scale
    for ones, scale in (("万萬", 10**4), ("亿億", 10**8), ("兆", 10**12))
    for one in ones
}
KOREAN_UNITS = {ord("십"): 10, ord("백"): 100, ord("천"): 1000}
KOREAN_SCALES = {ord("만"): 10**4, ord("억"): 10**8, ord("조"): 10**12}
KOREAN = KOREAN_UNITS | KOREAN_SCALES
"""Units and scales that Korean puts behind figures: 3만8천 and 3만 8000 are 38,000, 2천500억 are
250,000,000,000."""
KOREAN_COUNTERS = frozenset(map(ord, "명원여개건대곳인"))
"""Before one of these, 백 and 십 behind figures are hundreds and tens; 3백화점 are three stores."""
POINTS = frozenset(map(ord, "点點"))
COUNTERS = frozenset(
    map(
        ord,
        "年月日号天周季时小点分秒岁世代"
        "个個名位人次家户戶所座条條只隻头頭匹辆輛架艘台部本册冊份张張件项項场場轮輪枚颗顆株棵间間"
        "支批组組届屆级級倍元円角块塊吨噸斤公厘毫平米里亩畝度点點",
    )
)
"""A single numeral is a number before one of these: dates, measures, and words that count things."""
MEASURES = frozenset(
    map(
        ord,
        "余餘多以左来來许許强弱至到比时時後后前内内外周週后"
        "円圆圓美欧歐英日港韩韓卢盧千海立伏瓦英顷頃盎磅码碼升"
        "员員国國州省市县縣郡区區町村校社店馆館所处處股票席机機発发击擊球胜勝负負败敗分局"
        "盘盤杆桿科種种类類样樣款套双雙对對副幅篇编編章节節卷巻集句字页頁首曲部出幕步层層楼樓栋棟幢"
        "室床桌道根瓶杯碗盆箱袋包筐桶车車班队隊团團连連营營师師军軍期次回遍趟票歳才齢例起宗桩樁案批"
        "笔筆单單男女弹彈枪槍匹羽軒箇色話番号號门門具把面尾剑課课群餐餘割",
    )
)
"""Two numerals or three are a number before one of these or of COUNTERS; before another character
they may be a name, as in 五十嵐 and 十三陵."""
PLACES = frozenset(map(ord, "市县縣町駅陵屯峡木松山寺城通桥橋庄莊荘"))
OF_PLACES = COUNTERS - frozenset(map(ord, "个個座名位人年月号次"))
"""A numeral, one of these and one of PLACES make a name: 三条市, 六本木, 五台山."""
NAMES = (
    *("五家渠", "七台河", "三元里", "三元区", "四万十", "八千代", "九十九里"),
    *("三十三间堂", "三十三間堂", "四条河原", "四条烏丸", "四条乌丸", "四条大宫", "四条大宮"),
)
"""Names that begin like a number before a word that counts."""
NAMES_JA = ("五轮", "五輪", "三日月", "五月雨", "二人三脚")
"""Such names, and words, in Japanese: 五輪 are the Olympic Games; 五轮 in Chinese are five rounds."""
LONGEST_NAME = max(map(len, [*NAMES, *NAMES_JA]))
UNKNOWN = frozenset(map(ord, "几幾数數何"))
"""Characters for an unknown digit, before 十 or 万."""
WEIGHED = frozenset(
    map(ord, "元圆圓円块塊吨噸斤公千克毫米平里亩畝度倍升万萬亿億兆级級秒厘英美港欧歐立摄攝折声聲")
)
"""Before these, and before 个百分点, 三点一 is 3.1. Before anything else that may be counted, 一 is one
of it, as in 两点一个人."""
NO_THOUSAND = frozenset(map(ord, "米分"))
"""Counters to which a 千 or 百 before them belongs: 3千米 are three kilometres."""
NO_SHARE = frozenset(map(ord, "员員功立为為本交分年人长長品绩績果熟语語都"))
"""Characters behind a 成 that is no tenth: 三成 is 30 %, and 三成员 three members."""
MOST_PLACES = 6
LARGEST = 10**17
"""A number with more than MOST_PLACES digits behind its point, or of LARGEST or more, is not read,
in any language."""
_PER_CENT = [*map(ord, "百分之")]
_YEAR, _PART, _OF, _MONTH, _DAY, _NOT, _METRE, _COIN, _DIME, _YEN, _FULL_STOP = map(
    ord, "年分之月日不米块角円."
)
_TENTH, _TENTH_JA = map(ord, "成割")
_MYRIADS = [*map(ord, "万萬")]
_ORDINAL, _QUARTER, _SOME = map(ord, "第刻几")
_OF_A_HUNDRED = ([*map(ord, "个百")], [*map(ord, "個百")])
_SPACE = 0x20
_FIRST_KANA, _LAST_KANA = 0x3041, 0x30FF
_SURE = 4
"""So many numerals are a number whatever follows."""


def is_numeral(point: int) -> bool:
    """Whether a character may be part of a number in characters."""
    return any(point in ones for ones in (DIGITS, TWO, TENS, UNITS, SCALES))


def is_share(points: Sequence[int], start: int, end: int) -> bool:
    """Whether the number from *start* to *end* was read as a share: 百分之五, 三成五, 3割."""
    if list(points[start : start + 3]) == _PER_CENT:
        return True
    return any(point in (_TENTH, _TENTH_JA) for point in points[start:end])


def with_last_figures(
    points: Sequence[int], kinds: Sequence[int], figures: str, end: int
) -> tuple[str, int]:
    """The number that was read as *figures*, with the place where it ends: that is *end*, or behind three
    or four more figures, as in 1万2340円. Before 年 these are a year.
    """
    whole, behind = (figures, end), end
    if points[end - 1] not in _MYRIADS or kinds[end - 2] != DIGIT or "." in figures:
        return whole
    while behind < len(points) and kinds[behind] == DIGIT and points[behind] != _FULL_STOP:
        behind += 1
    last = "".join(map(chr, points[end:behind]))
    if len(last) not in (3, 4) or last[0] == "0" or int(figures) % 10**4:
        return whole
    if behind == len(points) or kinds[behind] not in (HAN, KANA):
        return whole
    if points[behind] == _YEAR or is_numeral(points[behind]):
        return whole
    return str(int(figures) + int(last)), behind


def begins_name(points: Sequence[int], at: int, *, japanese: bool) -> bool:
    """Whether a name that begins like a number begins at *at*."""
    name = "".join(map(chr, points[at : at + LONGEST_NAME]))
    return name.startswith(tuple([*NAMES, *NAMES_JA] if japanese else NAMES))


def figure(points: Sequence[int], kinds: Sequence[int], start: int) -> tuple[str, int] | None:
    """The number that begins at *start*, in characters or in figures before 万 or 亿; returned in
    figures, with the place where it ends. None if no number surely begins there. A single numeral
    ends behind itself.
    """
    size = len(points)
    at = start
    while at < size and kinds[at] == DIGIT:
        at += 1
    if start < at < size and points[at] in KOREAN:
        return _korean(points, kinds, start)
    is_share = list(points[start : start + 3]) == _PER_CENT
    begin = start + 3 if is_share else start
    if begin == size:
        return None
    in_characters = kinds[begin] in (HAN, KANA)
    if not in_characters and (is_share or kinds[begin] != DIGIT):
        return None
    if in_characters and len(row := _row(points, begin)) > 1:
        return _of_row(points, begin, row)
    if begin and points[begin - 1] in UNKNOWN and points[begin] in UNITS:
        return None
    found = _sum(points, kinds, start, begin)
    if found is None:
        return None
    total, places, end, scale = found
    if scale == LARGEST:
        return _tenths(points, kinds, total, places, end)
    if in_characters:
        if not is_share and end - begin == 1:
            told = _with_less(points, kinds, begin)
            if told is not None or not _counts(points, begin):
                return told
        elif (
            not (is_share or places)
            and scale == 1
            and end - begin < _SURE
            and not _ends(points, kinds, end)
        ):
            # 五十嵐 is a name.
            return None
        if not places and _is_unknown(points, end):
            return None
    if scale > 1 or not in_characters:
        total, places = shortened(total, places)
    return written(total, places), end


def _of_row(points: Sequence[int], start: int, row: str) -> tuple[str, int] | None:
    """The number of a *row* of digits in characters that begins at *start*, such as a year or a
    telephone number; None if it may be none.
    """
    end = start + len(row)
    follows = points[end] if end < len(points) else 0
    if follows in UNITS or follows in SCALES or len(row) > MOST_PLACES * 3:
        return None
    return (row, end) if len(row) >= 4 or "0" in row or follows == _YEAR else None


def _sum(
    points: Sequence[int], kinds: Sequence[int], start: int, begin: int
) -> tuple[int, int, int, int] | None:
    """The number that begins at *begin*, behind 百分之 if *start* is not the same place, as the sum of
    its sections: its digits as one number, how many of them follow the point, its end, and the scale
    of its last section. The scale is LARGEST for figures without any. None if it is no number.
    """
    total = places = 0
    scale_before = LARGEST
    at = begin
    while True:
        in_figures = kinds[at] == DIGIT
        if in_figures:
            section = _figures(points, kinds, at)
        else:
            leads = at == begin and _leads(points, kinds, at, start)
            section = _section(points, kinds, at, scale_before, leads=leads, share=begin > start)
        if section is None:
            return None
        value, places, end = section
        multiplied = in_figures and _is_multiplied(points, end)
        if multiplied:
            value, end = value * UNITS[points[end]], end + 1
        scale, end = _scale(points, end)
        if in_figures and scale == 1 and not multiplied:
            # A figure as it is, or one beside a number.
            if scale_before == LARGEST:
                return value, places, end, LARGEST
            return total, 0, at, scale_before
        if (
            scale >= scale_before
            or (places and scale_before < LARGEST)
            or value > LARGEST // scale
        ):
            return None
        if not value and not (places and scale == 1):
            return None
        total, at = total + value * scale, end
        if scale == 1 or places or at == len(points) or not _goes_on(points, kinds, at):
            return total, places, at, scale
        scale_before = scale


def _korean(points: Sequence[int], kinds: Sequence[int], start: int) -> tuple[str, int] | None:
    """The number in figures with Korean scales that begins at *start*, and where it ends."""
    total = places = 0
    at = end = start
    bound = LARGEST
    while True:
        section = _korean_section(points, kinds, at)
        if section is None or (section[1] and end > start):
            break
        value, places_here, after, alone = section
        scale = KOREAN_SCALES.get(points[after], 1) if after < len(points) else 1
        after += scale > 1
        if scale >= bound or value >= bound // scale:
            break
        # From 1000 on, a figure without a scale is joined to what is before a space: 3만 8000.
        if scale == 1 and alone and (end == start or (at > end and value < 1000)):
            break
        total, places, end = total + value * scale, places_here, after
        bound = scale
        at = end + (points[end : end + 1] == [_SPACE])
        if scale == 1 or places or kinds[at : at + 1] != [DIGIT]:
            break
    if end == start:
        return None
    return written(*shortened(total, places)), end


def _korean_section(
    points: Sequence[int], kinds: Sequence[int], start: int
) -> tuple[int, int, int, bool] | None:
    """Figures with Korean units below 만, as :func:`_figures` returns them, and whether they have
    no unit; None for too many.
    """
    total = places = 0
    at = end = start
    bound = LARGEST
    alone = False
    while True:
        section = _figures(points, kinds, at)
        if section is None or (section[1] and end > start):
            break
        value, places_here, after = section
        unit = _korean_unit(points, kinds, after)
        if unit >= bound or value >= bound // unit:
            break
        # 2천 500억 is one number, 2천 500명 may be two.
        if unit == 1 and at > end and (after == len(points) or points[after] not in KOREAN_SCALES):
            break
        alone = unit == 1 and end == start
        total, places, end = total + value * unit, places_here, after + (unit > 1)
        bound = unit
        at = end + (points[end : end + 1] == [_SPACE])
        if unit == 1 or places or kinds[at : at + 1] != [DIGIT]:
            break
    return None if end == start else (total, places, end, alone)


def _korean_unit(points: Sequence[int], kinds: Sequence[int], at: int) -> int:
    """The factor, below 만, by which a Korean character surely multiplies the figures before it, 1
    for none.
    """
    unit = KOREAN_UNITS.get(points[at], 1) if at < len(points) else 1
    if unit in (1, 1000) or at + 1 == len(points) or kinds[at + 1] != HANGUL:
        return unit
    follows = points[at + 1]
    return unit if follows in KOREAN_SCALES or follows in KOREAN_COUNTERS else 1


def shortened(total: int, places: int) -> tuple[int, int]:
    """A number of *total* 10^-*places* without zeros behind its point."""
    while places and total % 10 == 0:
        total, places = total // 10, places - 1
    return total, places


def written(total: int, places: int) -> str:
    """A number of *total* 10^-*places* in figures."""
    whole = str(total).rjust(places + 1, "0")
    return f"{whole[:-places]}.{whole[-places:]}" if places else whole


def _is_unknown(points: Sequence[int], at: int) -> bool:
    """Whether a character for an unknown digit follows: 三百几个, 三万几千."""
    if at >= len(points) or points[at] not in UNKNOWN:
        return False
    follows = points[at + 1] if at + 1 < len(points) else 0
    return points[at] == _SOME or follows in UNITS or follows in SCALES


def _goes_on(points: Sequence[int], kinds: Sequence[int], at: int) -> bool:
    """Whether what stands behind a scale may be part of its number."""
    if kinds[at] == DIGIT or points[at] in DIGITS or points[at] in TWO:
        return True
    return kinds[at] == KANA and points[at] in UNITS


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


def _section(
    points: Sequence[int],
    kinds: Sequence[int],
    start: int,
    bound: int,
    *,
    leads: bool,
    share: bool,
) -> tuple[int, int, int] | None:
    """A number in characters below 万, as :func:`_figures` returns it, after a number of scale
    *bound*. *leads* tells that 百 or 千 may be its first character, *share* that it stands behind
    百分之.
    """
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
        elif point in UNITS or point in TENS:
            if point in TENS:
                if digit >= 0:
                    return None
                digit = TENS[point] // 10
            elif digit < 0:
                # In Japanese, 二千百二 is 2,102.
                if kinds[at] != KANA and (at > start or (UNITS[point] > 10 and not leads)):
                    return None
                digit = 1
            own = UNITS.get(point, 10)
            if own >= unit:
                return None
            unit = own
            value += digit * unit
            digit, zero = -1, False
        else:
            break
        at += 1
    if at == start or (zero and digit < 0 and (value or at - start > 1)):
        return None
    if digit >= 0:
        # 二百五 is 250, and 三万五 is 35,000; in Japanese 205 and 30,005.
        zero = zero or kinds[start] == KANA
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
        if (
            row
            and follows not in UNITS
            and follows != _PART
            and (share or _is_decimal(points, kinds, start, end, row))
        ):
            return (
                None
                if len(row) > MOST_PLACES
                else (value * 10 ** len(row) + int(row), len(row), end)
            )
    return value, 0, at


def _is_decimal(
    points: Sequence[int], kinds: Sequence[int], start: int, end: int, row: str
) -> bool:
    """Whether the *row* that ends at *end* are the decimals of the number that begins at *start*.
    They are not in 三点一刻, a quarter past three, 第三点一般, the third of points, and 两点一定, two points.
    """
    if (start and points[start - 1] == _ORDINAL) or points[end : end + 1] == [_QUARTER]:
        return False
    if row != "1" or end == len(points) or kinds[end] not in (HAN, KANA):
        return True
    if list(points[end : end + 2]) in _OF_A_HUNDRED:
        return True
    return points[end] in WEIGHED or _FIRST_KANA <= points[end] <= _LAST_KANA


def _is_multiplied(points: Sequence[int], at: int) -> bool:
    """Whether the character *at* multiplies the figures before it and the result counts something:
    2千万, 5千人; but 2千克 are kilograms.
    """
    if at + 1 >= len(points) or points[at] not in UNITS:
        return False
    follows = points[at + 1]
    return follows in SCALES or (follows in COUNTERS and follows not in NO_THOUSAND)


def _leads(points: Sequence[int], kinds: Sequence[int], at: int, start: int) -> bool:
    """Whether 百 or 千 is one hundred or thousand there, without a digit before it: in Japanese, in
    百分之百, and where it is surely part of a number: 百二十, 百万元, and not 百姓 or 千万别.
    """
    if UNITS.get(points[at], 10) == 10:
        return False
    if at > start or kinds[at] == KANA:
        return True
    follows, then = [*points[at + 1 : at + 3], 0, 0][:2]
    if follows in SCALES:
        return then in COUNTERS or then in MEASURES
    return (follows in DIGITS or follows in TWO) and then in UNITS


def _ends(points: Sequence[int], kinds: Sequence[int], at: int) -> bool:
    """Whether the numerals before *at* are surely a number, by what follows."""
    if at >= len(points) or kinds[at] not in (HAN, KANA):
        return True
    point = points[at]
    return _FIRST_KANA <= point <= _LAST_KANA or point in COUNTERS or point in MEASURES


def _tenths(
    points: Sequence[int], kinds: Sequence[int], value: int, places: int, end: int
) -> tuple[str, int] | None:
    """The share that figures make with 成 or 割 behind them: 3割 is 30 %, and 3割5分 35 %."""
    if end >= len(points) or points[end] not in (_TENTH, _TENTH_JA):
        return None
    if places > 1 or not 0 < value <= 100:
        return None
    follows = points[end + 1] if end + 1 < len(points) else 0
    if points[end] == _TENTH and follows in NO_SHARE:
        return None
    if places:
        return str(value), end + 1
    if kinds[end + 1 : end + 2] == [DIGIT] and points[end + 2 : end + 3] == [_PART]:
        return str(10 * value + follows - ord("0")), end + 3
    return str(10 * value), end + 1


def _scale(points: Sequence[int], at: int) -> tuple[int, int]:
    """The scale of the number before *at*, 1 for none, and where it ends."""
    scale = 1
    if at < len(points) and points[at] in SCALES:
        scale, at = SCALES[points[at]], at + 1
        if scale == 10**4 and at < len(points) and SCALES.get(points[at]) == 10**8:
            scale, at = 10**12, at + 1
    return scale, at


def _with_less(points: Sequence[int], kinds: Sequence[int], at: int) -> tuple[str, int] | None:
    """The number that a digit makes with its unit and a lesser part, if they make one: 四成 is 40 %,
    八成五 85 %, 三割五分 35 %, 一米七 1.7 metres, and 七块五 7.5 yuan.
    """
    if not (points[at] in DIGITS or points[at] in TWO) or at + 1 == len(points):
        return None
    digit = DIGITS.get(points[at], 2)
    row = _row(points, at + 2)
    end = at + 2 + len(row)
    follows = points[end] if end < len(points) else 0
    if points[at + 1] == _TENTH_JA:
        # 一割 in Chinese is one cut.
        if digit == 1 and kinds[at] != KANA:
            return None
        more = len(row) == 1 and follows == _PART
        return (f"{digit}{row}", end + 1) if more else (f"{digit}0", at + 2)
    if follows in UNITS or follows in SCALES or follows in TENS:
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
    """Whether the numeral *at* is surely a number, by what follows it."""
    follows = points[at + 1] if at + 1 < len(points) else 0
    if DIGITS.get(points[at]) == 1:
        return follows in (_MONTH, _DAY)
    if follows == _PART:
        # 十分 is very, and 三分之二 two thirds.
        return points[at] not in UNITS and (at + 2 >= len(points) or points[at + 2] != _OF)
    if UNITS.get(points[at], 10) > 10:
        return follows == _YEN
    # 三条市 and 六本木 are towns.
    then = points[at + 2] if at + 2 < len(points) else 0
    return follows in COUNTERS and not (follows in OF_PLACES and then in PLACES)
