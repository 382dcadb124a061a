"""The normal form of a text, without the differences that a repost makes to the same article.

Width, compatibility forms, traditional or simplified script, invisible characters, decorations of
characters, HTML entities and look-alike letters are levelled here. Case, punctuation and white
space are left in and are skipped later, because a capital letter in the middle of a sentence is the
mark of a name.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache, partial
from html.entities import name2codepoint
from typing import TYPE_CHECKING

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.fingerprints import versions
from scrapy_neardup.core.fingerprints.spelling import LETTERS, cut_marks, respelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.fingerprints import reference as kernel
else:
    kernel = kernel_of("scrapy_neardup.core.fingerprints", versions.KERNEL)

MAX_CHARACTERS = 1_000_000
"""A longer text is judged by its first million characters: bounded time and memory."""

_CONTROLS = "\x00-\x08\x0e-\x1f\x7f-\x9f"
_INVISIBLES = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffc"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Lines through, over and under a character, and rings around it. No spelling has them, but generators of
# "fonts" do, and keycaps (1 and U+20E3).
_DECORATIONS = "\u0305\u0332-\u0338\u033f\u035f\u20d0-\u20f0"
# Combining marks and scripts that have them; a mark is looked for in no other text.
_MARKS_AMONG = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u1dff\u20d0-\u20ff\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f"
    "\u3099-\u309a\ua66f-\ufb1e\ufe20-\ufe2f\U000101fd-\U0001e94a"
)
_ASCII_CONTROLS = bytes((*range(9), *range(14, 32), 127))
_SURROGATES = "\ud800-\udfff"
# The ligatures whose compatibility form is a whole phrase, up to 18 characters for one, and one without any.
_PHRASE_LIGATURES = "\ufdfa-\ufdfb\ufdfd"
_INVISIBLE = re.compile(f"[{_INVISIBLES}{_DECORATIONS}]+")
_UNSPOKEN = re.compile(f"[{_CONTROLS}{_SURROGATES}{_PHRASE_LIGATURES}]+")
_ENTITY = re.compile("&(?:amp;)*(#[0-9]{2,6}|#[xX][0-9A-Fa-f]{2,5}|[A-Za-z]{2,8}[0-9]{0,2});")
"""An HTML entity that was not decoded, or was encoded twice: &nbsp; or &amp;nbsp;"""
_BESIDE_NUMBERS = "¼½¾⅐-⅞↉№○◯"
_APART = re.compile("(?<=[0-9])(?=[¼½¾⅐-⅞↉])|(?<=№)(?=[0-9])")
"""Where the normal form of one number would run into another: 3½ is no 31/2."""
_ROUND_ZERO = re.compile("(?<=[〇一二三四五六七八九])[○◯]+")
_LATIN, _CYRILLIC = re.compile("[A-Za-z]"), re.compile("[\u0400-\u052f]")
_LATIN_AND = re.compile("(?<=[\u0400-\u052f,] )i(?= [\u0400-\u052f])")
"""The Ukrainian word for *and*, typed as a Latin letter."""
_ROMAN_NUMERAL = re.compile("[IVX]{2,}")
"""Of letters of both scripts, as Russian texts have: ХXI век."""
_GREEK_OR_CYRILLIC_LETTER = re.compile("[\u0370-\u03ff\u0400-\u052f]")
# Tried at the first letter of a word only: else a word of n letters takes n squared steps.
_WORD_OF_TWO_SCRIPTS = re.compile(
    "(?<![A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f])"
    "[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f]*?"
    "(?:[A-Za-z\u00c0-\u024f][\u0370-\u03ff\u0400-\u052f]"
    "|[\u0370-\u03ff\u0400-\u052f][A-Za-z\u00c0-\u024f])"
    "[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f]*"
)
# Much faster than the search for such a word, in texts without any.
_TWO_SCRIPTS_MEET = re.compile(
    "[A-Za-z\u00c0-\u024f][\u0370-\u03ff\u0400-\u052f]"
    "|[\u0370-\u03ff\u0400-\u052f][A-Za-z\u00c0-\u024f]"
)
_GERMAN_SPELLED_OUT = (
    ("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"), ("ß", "ss"),
    ("ẞ", "SS"),
)  # fmt: skip
"""German spelling where its letters are missing; it does no harm in other languages."""
_CYRILLIC_TO_LATIN = dict(
    zip("АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝһ", "ABESIJKMHOPCTYXaesijopcyxdqwh", strict=True)
)
_GREEK_TO_LATIN = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ", "ABEZHIKMNOPTYXaikvopux", strict=True))
_TO_LATIN = str.maketrans(_CYRILLIC_TO_LATIN | _GREEK_TO_LATIN)
_TO_CYRILLIC = str.maketrans({b: a for a, b in _CYRILLIC_TO_LATIN.items()})
_TO_GREEK = str.maketrans({b: a for a, b in _GREEK_TO_LATIN.items()})
_IN_PHRASES = "哩坏沈甦瞭藉衹覆"
"""Characters that OpenCC 1.4.2 converts only in words with nothing else to convert (土坏, 藉口)."""
# The kinds of characters that a step is about, a bit each.
_UNWANTED, _WIDE, _GERMAN, _GREEK_OR_CYRILLIC, _HAN, _VARIANT, _MARK, _BESIDE_NUMBER = (
    1 << bit for bit in range(8)
)


def normalize(text: str, *, simplify: bool = True) -> str:
    r"""The normal form of *text*; never raises, whatever the characters.

    *simplify* brings traditional Chinese to simplified with OpenCC's ``t2s`` or ``tw2s``, so that both
    scripts meet. The result keeps case, punctuation and line breaks.

    >>> normalize("ＡＢＣ\u200b　①")
    'ABC 1'
    """
    text = text[:MAX_CHARACTERS]
    if "&" in text:
        text = _ENTITY.sub(_character, text)
    if text.isascii():
        # A search for a class of characters takes longer than all else that is done to a text.
        unspoken = len(text.encode().translate(None, _ASCII_CONTROLS)) < len(text)
        return _UNSPOKEN.sub(" ", text) if unspoken else text
    # Most steps concern characters that few texts have: one look at the text saves most of them.
    found = kernel.found(text, _flags())
    if found & _WIDE:
        # Full-width punctuation is in every Chinese sentence. Without it most texts pass NFKC's
        # quick check, many times faster than its slow path.
        text = kernel.half_width(text)
    if found & _UNWANTED:
        text = _INVISIBLE.sub("", _UNSPOKEN.sub(" ", text))
    if found & _BESIDE_NUMBER:
        text = _ROUND_ZERO.sub(lambda zeros: "〇" * len(zeros[0]), _APART.sub(" ", text))
    # Nearly all that NFKC changes in news; without it most texts pass its quick check.
    text = text.replace("…", "...")
    if not unicodedata.is_normalized("NFKC", text):
        if found & _MARK:
            text = cut_marks(text)
        text = unicodedata.normalize("NFKC", text)
        found = kernel.found(text, _flags())
        if found & _UNWANTED:
            # Compatibility forms can bring back what was taken out (U+FFA0 gives U+1160).
            text = _INVISIBLE.sub("", text)
    if found & _GERMAN:
        for letter, spelled_out in _GERMAN_SPELLED_OUT:
            text = text.replace(letter, spelled_out)
    if found & _VARIANT:
        text = respelled(text)
    if found & _GREEK_OR_CYRILLIC:
        if _TWO_SCRIPTS_MEET.search(text):
            is_cyrillic = len(_CYRILLIC.findall(text)) > len(_LATIN.findall(text))
            text = _WORD_OF_TWO_SCRIPTS.sub(partial(_in_one_script, is_cyrillic=is_cyrillic), text)
        if " i " in text:
            text = _LATIN_AND.sub("і", text)
    if simplify and found & _HAN and kernel.found(text, _traditional()):
        # Taiwan writes 著 for 着, too, which others tell apart.
        is_taiwanese = "著" in text and "着" not in text
        text = _converter("tw2s" if is_taiwanese else "t2s")(text)
    return text


def _character(match: re.Match[str]) -> str:
    """The character that an entity stands for; anything else stays as it is."""
    name = match[1]
    if name[0] == "#" or name in name2codepoint or name == "apos":
        return html.unescape(f"&{name};")
    return match[0]


@lru_cache(maxsize=1)
def _flags() -> bytes:
    """The flags of each code point, a byte each; the last item stands for all that follow."""
    table = bytearray(0x20000)
    for ranges, flag in (
        (_CONTROLS + _SURROGATES + _PHRASE_LIGATURES + _INVISIBLES + _DECORATIONS, _UNWANTED),
        ("\uff01-\uff5e\u3000", _WIDE),
        ("äöüÄÖÜßẞ", _GERMAN),
        ("\u0370-\u03ff\u0400-\u052f\u1f00-\u1fff", _GREEK_OR_CYRILLIC),
        ("\u3400-\u9fff", _HAN),
        (LETTERS, _VARIANT),
        (_MARKS_AMONG, _MARK),
        (_BESIDE_NUMBERS, _BESIDE_NUMBER),
    ):
        for first, last in re.findall("(.)(?:-(.))?", ranges, re.DOTALL):
            for point in range(ord(first), min(ord(last or first) + 1, len(table))):
                table[point] |= flag
    table[-1] = _UNWANTED | _HAN
    return bytes(table)


def _in_one_script(match: re.Match[str], *, is_cyrillic: bool) -> str:
    """The word without look-alike letters: the script that can spell all of it wins, and of two the
    one of the text.
    """
    word = match[0]
    latin, cyrillic = word.translate(_TO_LATIN), word.translate(_TO_CYRILLIC)
    if is_cyrillic and not (_LATIN.search(cyrillic) or _ROMAN_NUMERAL.fullmatch(latin)):
        return cyrillic
    if not _GREEK_OR_CYRILLIC_LETTER.search(latin):
        return latin
    for other in (cyrillic, word.translate(_TO_GREEK)):
        if not re.search("[A-Za-z]", other):
            return other
    return word


@lru_cache(maxsize=1)
def _traditional() -> bytes:
    """1 for each code point that a conversion may change, a byte each; the last item stands for all
    that follow. A conversion takes several times as long as a look for one of these, which most
    texts in simplified characters do not have.
    """
    points = [chr(point) for point in (*range(0x3400, 0xA000), *range(0xF900, 0xFB00))]
    converted = _converter("t2s")("\n".join(points)).split("\n")
    table = bytearray(0x20000)
    for point, simplified in zip(points, converted, strict=True):
        table[ord(point)] = simplified != point or point in _IN_PHRASES
    # For rare characters beyond the table.
    table[-1] = 1
    return bytes(table)


@lru_cache(maxsize=2)
def _converter(configuration: str) -> Callable[[str], str]:
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC(configuration).convert
    return convert
