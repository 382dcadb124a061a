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

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.fingerprints import kernel
else:
    kernel = kernel_of("scrapy_neardup.core.fingerprints", versions.KERNEL)

MAX_CHARACTERS = 1_000_000
"""A longer text is judged by its first million characters: bounded time and memory."""

# Longer runs of combining marks carry no language (UAX #15 allows 30 in its stream-safe
# format), and canonical ordering is quadratic in their length.
_MAX_MARKS = 8

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
    # Hindi and its kin: the dot for sounds of foreign words, the sign for a nasal vowel, which the dot of a
    # nasal stands for, too, and visarga, which looks like a colon.
    "\u093c": "", "ँ": "ं", "ः": "",
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
_RESPELLED_BESIDE = (
    # Accents on Russian and Greek letters that no letter has in it: за́мок.
    ("\u0300\u0301\u0313\u0314\u0342\u0345",
     "(?<=[\u0370-\u052f])[\u0300\u0301\u0313\u0314\u0342\u0345]+", ""),
    # A Turkish capital I with a dot in lower case, as programs write it.
    ("\u0307", "(?<=i)\u0307", ""),
    # Hindi: a nasal before a consonant of its class is a letter or a dot, हिन्दी and हिंदी.
    ("ङ", "ङ्(?=[क-घ])", "ं"), ("ञ", "ञ्(?=[च-झ])", "ं"), ("ण", "ण्(?=[ट-ढ])", "ं"),
    ("न", "न्(?=[त-ध])", "ं"), ("म", "म्(?=[प-भ])", "ं"),
    # ये and यी behind a vowel are ए and ई: गये and गए, जायेगा and जाएगा.
    ("य", "ये(?:(?<=[ऄ-हा-ौ]ये)(?=ं?(?![ऀ-ॣ]))|(?<=ाये))", "ए"),
    ("य", "यी(?<=[ऄ-हा-ौ]यी)(?=ं?(?![ऀ-ॣ]))", "ई"),
    # Hindi and Bengali: the end of a sentence, where a keyboard lacks it.
    ("|", "[|](?<=[\u0900-\u09ff][|])", "।"),
    # Thai and Lao: a vowel sign that is typed before the tone, and a vowel that is typed as two.
    ("\u0e4d", "\u0e4d([\u0e48-\u0e4b])(?=\u0e32)", "\\1\u0e4d"),
    ("\u0ecd", "\u0ecd([\u0ec8-\u0ecb])(?=\u0eb2)", "\\1\u0ecd"),
    ("เ", "เเ", "แ"),
    ("\u0ec0", "\u0ec0\u0ec0", "\u0ec1"),
    # Burmese: signs of a vowel in the order of typing, and figures that look like a letter.
    ("\u102f", "\u102f\u102d", "\u102d\u102f"),
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
            text = _marks().sub(r"\1", text)
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


def respelled(text: str) -> str:
    """*text* with one spelling for each word that is spelled in two ways in its language."""
    is_turkish = _TURKISH_SHARE * text.count("ı") > len(text)
    while True:
        other = text
        letters = set(text)
        for letter in letters & _RESPELLED.keys():
            other = other.replace(letter, _RESPELLED[letter])
        for signs, place, put in _PLACES:
            if not letters.isdisjoint(signs):
                other = place.sub(put, other)
        if not letters.isdisjoint(_PERSIAN) and letters.isdisjoint(_NOT_PERSIAN):
            for space in _PERSIAN_APART:
                other = space.sub("", other)
        if is_turkish:
            for letter, instead in _TURKISH_LONG:
                other = other.replace(letter, instead)
        if _VIETNAMESE_LETTER.search(other):
            other = other.replace("Ð", "Đ").replace("ð", "đ")
            other = _TONE_AT_END.sub(_with_tone_before, other)
            other = _Y_AT_END.sub(lambda match: match[1] + _AS_I[match[2]], other)
        if other == text:
            return text
        # What was left out may have stood between a letter and its accent.
        text = unicodedata.normalize("NFC", other)
        if text == other:
            return text


def _with_tone_before(match: re.Match[str]) -> str:
    vowels = match[0]
    moved = _TONES[vowels.lower()]
    return "".join(
        one.upper() if cased.isupper() else one for one, cased in zip(moved, vowels, strict=True)
    )


@lru_cache(maxsize=1)
def _flags() -> bytes:
    """The flags of each code point, a byte each; the last item stands for all that follow."""
    table = bytearray(0x20000)
    for ranges, flag in (
        (_CONTROLS + _SURROGATES + _PHRASE_LIGATURES + _INVISIBLES + _DECORATIONS, _UNWANTED),
        ("\uff01-\uff5e\u3000", _WIDE),
        ("äöüÄÖÜßẞ", _GERMAN),
        ("\u0370-\u03ff\u0400-\u052f", _GREEK_OR_CYRILLIC),
        ("\u3400-\u9fff", _HAN),
        (
            "".join(_RESPELLED) + "".join(signs for signs, *_ in _RESPELLED_BESIDE) + _VIETNAMESE,
            _VARIANT,
        ),
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
    if is_cyrillic and not _LATIN.search(cyrillic):
        return cyrillic
    if not _GREEK_OR_CYRILLIC_LETTER.search(latin):
        return latin
    for other in (cyrillic, word.translate(_TO_GREEK)):
        if not re.search("[A-Za-z]", other):
            return other
    return word


@lru_cache(maxsize=1)
def _marks() -> re.Pattern[str]:
    marks = "".join(
        chr(code)
        for block in ((0x300, 0x3100), (0xA600, 0xFB1F), (0xFE20, 0xFE30), (0x101FD, 0x1E94B))
        for code in range(*block)
        if unicodedata.combining(chr(code))
    )
    return re.compile(f"([{marks}]{{{_MAX_MARKS}}})[{marks}]+")


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
