"""Spellings that one writer or keyboard has and another has not, by language: brought to one of them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Longer runs of combining marks carry no language (UAX #15 allows 30 in its stream-safe
# format), and canonical ordering is quadratic in their length.
_MAX_MARKS = 8


def _row(first: int, instead: int, length: int = 7) -> zip[tuple[str, str]]:
    """Letters that follow each other from code point *first* on, each with its other spelling."""
    return zip(
        map(chr, range(first, first + length)),
        map(chr, range(instead, instead + length)),
        strict=True,
    )


def _without_accents(letter: str) -> str:
    """A Greek *letter* without its accents and breathings; a diaeresis stays, as in ϊ."""
    marks = re.sub("[^\u0308\u0370-\u03ff]", "", unicodedata.normalize("NFD", letter))
    return unicodedata.normalize("NFC", marks)


_RESPELLED = {
    # Arabic: hamza on its carriers, alef maksura and ta marbuta are often left out, Persian and Urdu have
    # letters of their own for some that look the same, and so do Kurdish and Uyghur; ، ٬ and ٫ stand in
    # numbers.
    **dict(zip("أإآٱىةیکؤئہھەۀۂۃ،٬٫", "اااايهيكويهههههه,,.", strict=True)),
    "ۓ": "يے",
    # Tatweel and vowel points.
    **{chr(point): "" for point in (0x640, *range(0x64B, 0x660), 0x670)},
    # Hebrew points and accents; what stands between them are signs of punctuation.
    **{
        chr(point): ""
        for point in (*range(0x591, 0x5BE), 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7)
    },
    # Hindi and its kin: the dot for sounds of foreign words, and the sign for a nasal vowel, which the dot of a
    # nasal stands for, too.
    "\u093c": "", "ँ": "ं",
    # Bengali: one letter, or two as in older texts.
    "ৎ": "ত্",
    # Amharic has several letters for one sound, and each writer chooses.
    **dict(_row(0x1210, 0x1200)), **dict(_row(0x1280, 0x1200)), **dict(_row(0x1220, 0x1230, 8)),
    **dict(_row(0x12D0, 0x12A0)), **dict(_row(0x1340, 0x1338)),
    **dict(zip("ሃሓኃኣዓጐኰቈ", "ሀሀሀአአጎኮቆ", strict=True)),
    # Khmer and Burmese.
    "ឲ": "ឱ", "ဩ": "သြ",
    "ё": "е", "Ё": "Е",
    # Mongolian, where a keyboard lacks its letter.
    "ѳ": "ө", "Ѳ": "Ө",
    # Romanian: older texts have a cedilla.
    "ș": "ş", "Ș": "Ş", "ț": "ţ", "Ț": "Ţ",
    # Turkish, whose capitals no other language has.
    "İ": "I", "ı": "i",
    # French, where a keyboard lacks its letter.
    "œ": "oe", "Œ": "Oe",
    # Greek capitals have no accents, and older spelling has accents and breathings of more kinds.
    **dict(zip("άέήίόύώΐΰΆΈΉΊΌΎΏ", "αεηιουωϊϋΑΕΗΙΟΥΩ", strict=True)),
    **{
        chr(point): _without_accents(chr(point))
        for point in range(0x1F00, 0x1FFD)
        if unicodedata.category(chr(point)) in ("Ll", "Lu", "Lt")
    },
    # A Korean letter that texts of today have as a middle dot only: 정치ㆍ경제.
    "\u119e": "·",
    # Forms of characters that OpenCC leaves alone: of Hong Kong, and of Japanese names.
    "衞": "衛", "吿": "告", "髙": "高", "﨑": "崎",
    # A Chinese character that texts have as a sign only, as 快讯丨 before a headline.
    "丨": "|",
}  # fmt: skip
"""Letters that one writer puts and another leaves out, or that differ between two keyboards."""
_RESPELLED_BESIDE: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    # Accents on Russian and Greek letters that no letter has in it: за́мок.
    ("\u0300\u0301\u0313\u0314\u0342\u0345",
     "(?<=[\u0370-\u052f])[\u0300\u0301\u0313\u0314\u0342\u0345]+", ""),
    # A Turkish capital I with a dot in lower case, as programs write it.
    ("\u0307", "(?<=i)\u0307+", ""),
    # Hindi: visarga, which looks like a colon and stands for it in times.
    ("ः", "(?<=[0-9०-९])ः(?=[0-9०-९])", ":"), ("ः", "ः(?![0-9०-९])|(?<![0-9०-९])ः", ""),
    # Hindi: a nasal before a consonant of its class is a letter or a dot, हिन्दी and हिंदी.
    ("ङ", "ङ्(?=[क-घ])", "ं"), ("ञ", "ञ्(?=[च-झ])", "ं"), ("ण", "ण्(?=[ट-ढ])", "ं"),
    ("न", "न्(?=[त-ध])", "ं"), ("म", "म्(?=[प-भ])", "ं"),
    # ये and यी behind a vowel are ए and ई: गये and गए, जायेगा and जाएगा.
    ("य", "ये(?:(?<=[ऄ-हा-ौ]ये)(?=ं?(?![ऀ-ॣ]))|(?<=ाये))", "ए"),
    ("य", "यी(?<=[ऄ-हा-ौ]यी)(?=ं?(?![ऀ-ॣ]))", "ई"),
    # Hindi and Bengali: the end of a sentence, where a keyboard lacks it.
    ("|", "[|](?<=[\u0900-\u09ff][|])[|]*", "।"),
    # Thai and Lao: a vowel sign that is typed before the tone, and a vowel that is typed as two.
    ("\u0e4d", "\u0e4d([\u0e48-\u0e4b])(?=\u0e32)", "\\1\u0e4d"),
    ("\u0ecd", "\u0ecd([\u0ec8-\u0ecb])(?=\u0eb2)", "\\1\u0ecd"),
    ("เ", "เเ", "แ"),
    ("\u0ec0", "\u0ec0\u0ec0", "\u0ec1"),
    # Burmese: signs of a vowel in the order of typing, and figures that look like a letter.
    ("\u102f", "[\u102d\u102f]{2,}", lambda signs: "".join(sorted(signs[0]))),
    ("\u1040", "\u1040(?=[\u102b-\u1032\u1036-\u103e]|[\u1000-\u1021]\u103a)", "\u101d"),
    ("\u1047", "\u1047(?=[\u102b-\u1032\u1036-\u103e]|[\u1000-\u1021]\u103a)", "\u101b"),
    ("\u1025", "\u1025(?=[\u102c\u103a])", "\u1009"),
    # Khmer: two letters that look the same under another one.
    ("\u178a", "(?<=\u17d2)\u178a", "\u178f"),
)  # fmt: skip
"""What depends on the letters beside it: letters of which every such place has one, the place, and what is
put there."""
_PLACES = [(signs, re.compile(place), put) for signs, place, put in _RESPELLED_BESIDE]
_TURKISH_SHARE = 50
"""A text is in Turkish if it has an ı in fewer characters than so many: Turkish texts have one in some 20,
texts that name Turks one in hundreds."""
_TURKISH_LONG = tuple(zip("âîûÂÎÛ", "aiuAIU", strict=True))
"""Turkish vowels whose sign is often left out: hâlâ and hala. Other languages need it."""
_PERSIAN_SHARE = 200
"""The same of the letters that Persian has and Arabic has not, one in some 40 there."""
_PERSIAN, _NOT_PERSIAN = frozenset("پچژگ"), frozenset("ٹڈڑںےۇۆېێڕڵ")
"""Letters that Persian has and Arabic has not, and letters of Urdu, Kurdish and Uyghur."""
_PERSIAN_APART = [
    re.compile(one)
    for one in (
        "(?<=مي) (?<![\u0621-\u06d3]مي )(?=[\u0621-\u06d3])",
        "(?<=نمي) (?<![\u0621-\u06d3]نمي )(?=[\u0621-\u06d3])",
        " (?=ها(?:يي?)?(?:م|ت|ش|مان|تان|شان)?(?![\u0621-\u06d3]))(?<=[\u0621-\u06d3] )",
        " (?=تر(?:ين)?(?![\u0621-\u06d3]))(?<=[\u0621-\u06d3] )",
        " (?=ا(?:ي|م|ت|ش|ند|يم|يد)(?![\u0621-\u06d3]))(?<=ه )",
    )
]
"""The spaces of Persian words of two parts, which others set apart by a sign that is not shown or not at all:
می شود, کتاب ها, کرده اند."""
_VIETNAMESE = "\u1ea0-\u1ef9"
"""Letters that nearly every Vietnamese text has, and no other."""
_VIETNAMESE_SHARE = 30
"""The same of these letters, one in some 8 there: an English text about Hồ Chí Minh has the word my."""
_VIETNAMESE_LETTER = re.compile(f"[{_VIETNAMESE}]")
_TONES = dict(
    pair.split()
    for pair in ("oà òa", "oá óa", "oả ỏa", "oã õa", "oạ ọa", "oè òe", "oé óe", "oẻ ỏe", "oẽ õe",
                 "oẹ ọe", "uỳ ùy", "uý úy", "uỷ ủy", "uỹ ũy", "uỵ ụy")
)  # fmt: skip
"""Where the tone of a Vietnamese syllable without a last consonant may stand, by the new rule and by the
old one, which more texts follow."""
_AS_I = dict(zip("yýỳỷỹỵYÝỲỶỸỴ", "iíìỉĩịIÍÌỈĨỊ", strict=True))
"""The letter at the end of a Vietnamese syllable that may be written as another: kỹ sư, kĩ sư."""
_Y_AT_END = re.compile(
    "(?<![A-Za-z\u00c0-\u024f\u1e00-\u1eff])([hklmstHKLMST])([yýỳỷỹỵYÝỲỶỸỴ])"
    "(?![A-Za-z\u00c0-\u024f\u1e00-\u1eff])"
)
_TONE_AT_END = re.compile(
    "(?:[oO][àáảãạèéẻẽẹÀÁẢÃẠÈÉẺẼẸ]|[uU][ỳýỷỹỵỲÝỶỸỴ])(?![A-Za-z\u00c0-\u024f\u1e00-\u1eff])"
)
LETTERS = "".join((*_RESPELLED, *(signs for signs, *_ in _RESPELLED_BESIDE), _VIETNAMESE))
"""The characters, and a range of them, of which every text that is spelled in another way has one."""


def cut_marks(text: str) -> str:
    """*text* without what is more than eight combining marks in a row."""
    return long_marks().sub(r"\1", text)


@lru_cache(maxsize=1)
def long_marks() -> re.Pattern[str]:
    """A run of more combining marks than a language has, with those that stay as a group."""
    marks = "".join(
        chr(code)
        for block in ((0x300, 0x3100), (0xA600, 0xFB1F), (0xFE20, 0xFE30), (0x101FD, 0x1E94B))
        for code in range(*block)
        if unicodedata.combining(chr(code))
    )
    return re.compile(f"([{marks}]{{{_MAX_MARKS}}})[{marks}]+")


def respelled(text: str) -> str:
    """*text* with one spelling for each word that is spelled in two ways in its language."""
    is_turkish = _TURKISH_SHARE * text.count("ı") > len(text)
    of_persian = sum(map(text.count, _PERSIAN))
    is_persian = _PERSIAN_SHARE * of_persian > len(text) and _NOT_PERSIAN.isdisjoint(text)
    is_vietnamese = _VIETNAMESE_SHARE * len(_VIETNAMESE_LETTER.findall(text)) > len(text)
    while True:
        other = text
        letters = set(text)
        for letter in letters & _RESPELLED.keys():
            other = other.replace(letter, _RESPELLED[letter])
        for signs, place, put in _PLACES:
            if not letters.isdisjoint(signs):
                other = place.sub(put, other)
        if is_persian:
            for space in _PERSIAN_APART:
                other = space.sub("", other)
        if is_turkish:
            for letter, instead in _TURKISH_LONG:
                other = other.replace(letter, instead)
        if _VIETNAMESE_LETTER.search(other):
            other = _TONE_AT_END.sub(_with_tone_before, other)
        if is_vietnamese:
            other = other.replace("Ð", "Đ").replace("ð", "đ")
            other = _Y_AT_END.sub(lambda match: match[1] + _AS_I[match[2]], other)
        if other == text:
            return text
        # What was left out may have stood between a letter and its accent, and what was put in may be the
        # place for another.
        is_composed = unicodedata.is_normalized("NFC", other)
        text = other if is_composed else unicodedata.normalize("NFC", cut_marks(other))


def _with_tone_before(match: re.Match[str]) -> str:
    vowels = match[0]
    moved = _TONES[vowels.lower()]
    return "".join(
        one.upper() if cased.isupper() else one for one, cased in zip(moved, vowels, strict=True)
    )
