"""Words that make a number a rough one: 近200人, "more than 300", "rund 400".

Whoever retells an article rounds its figures and says so. Such a number that the article lacks is
no fact that the retelling adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.fingerprints.characters import DIGIT, HANGUL, LETTER, OTHER

if TYPE_CHECKING:
    from collections.abc import Sequence

BEFORE: dict[str, tuple[str, ...]] = {
    "zh": (
        *("近", "约", "逾", "超", "超过", "大概", "差不多", "不到", "不下", "不少于", "至少"),
        *("起码", "足足", "最多"),
    ),
    "ja": ("約", "约", "およそ", "おおよそ", "ほぼ"),
    "ko": ("약",),
    "en": (
        *("about", "around", "approximately", "roughly", "some", "nearly", "almost", "over"),
        *("under", "more than", "less than", "fewer than", "at least", "up to", "close to"),
        *("as many as", "upwards of"),
    ),
    "de": (
        *("etwa", "rund", "fast", "knapp", "gut", "circa", "ca.", "ueber", "ungefaehr", "beinahe"),
        *("nahezu", "mindestens", "mehr als", "weniger als", "bis zu"),
    ),
    "fr": ("environ", "presque", "quelque", "près de", "plus de", "moins de", "au moins"),
    "es": ("unos", "unas", "casi", "cerca de", "más de", "menos de", "al menos", "alrededor de"),
    "pt": ("quase", "cerca de", "mais de", "menos de", "pelo menos"),
    "it": ("circa", "quasi", "oltre", "almeno", "più di", "meno di"),
    "nl": ("ongeveer", "bijna", "ruim", "minstens", "meer dan", "minder dan"),
    "ru": ("около", "более", "менее", "почти", "свыше", "примерно", "больше", "порядка"),
    "ar": ("نحو", "حوالي", "قرابة", "أكثر من", "أقل من"),
}
"""What stands before a rough number, by language, in lower case and in the normal form."""
AFTER: dict[str, tuple[str, ...]] = {
    "zh": ("多", "余", "来", "出头"),
    "ja": ("余", "余り", "あまり", "強", "弱", "超"),
    "ko": ("여",),
    "en": ("or so", "or more", "odd", "plus", "+"),
}
"""What stands directly behind it, or behind a space or hyphen."""
BEHIND_UNIT: dict[str, tuple[str, ...]] = {
    "zh": ("以上", "左右", "上下"),
    "ja": ("以上", "近く", "ほど", "前後"),
    "ko": ("이상", "가까이", "안팎"),
}
"""What stands behind the number and its unit: 300元左右, 200人以上."""
LONGEST_UNIT = 3
"""The most characters of such a unit, with a space."""
_SPACE, _HYPHEN = 0x20, 0x2D
_BETWEEN = frozenset(map(ord, " $£¥€"))
_MOST_BETWEEN = 3


def is_rough(
    points: Sequence[int], kinds: Sequence[int], begin: int, end: int, language: str
) -> bool:
    """Whether the text says that the number from *begin* to *end* is a rough one.

    *points* and *kinds* are those of :class:`.reference.Text`.
    """
    at = begin
    while at > 0 and begin - at < _MOST_BETWEEN and points[at - 1] in _BETWEEN:
        at -= 1
    for word in BEFORE.get(language, ()):
        first = at - len(word)
        if first < 0 or not _stands(points, first, word):
            continue
        # 超 is a word wherever it stands, "over" may be the end of one.
        if first == 0 or kinds[first] not in (LETTER, HANGUL) or kinds[first - 1] != kinds[first]:
            return True
    after = end + (end < len(points) and points[end] in (_SPACE, _HYPHEN))
    for word in AFTER.get(language, ()):
        last = after + len(word)
        if _stands(points, after, word) and (
            language != "en" or last == len(points) or kinds[last] not in (LETTER, DIGIT)
        ):
            return True
    for gap in range(LONGEST_UNIT + 1):
        at = end + gap
        if any(_stands(points, at, word) for word in BEHIND_UNIT.get(language, ())):
            return True
        if at >= len(points) or (kinds[at] == OTHER and points[at] != _SPACE):
            return False
    return False


def _stands(points: Sequence[int], at: int, word: str) -> bool:
    return "".join(map(chr, points[at : at + len(word)])) == word
