"""Pages that are not in the encoding they claim, or that claim none and were guessed wrong."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any

from scrapy_neardup.extract.function_words import shares

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_neardup.extract.article import ResponseLike

# The commonest letters of running text, and in Chinese of news, in which they are .18 of 600 and more. Bytes read
# in a wrong encoding of two bytes hit less than .05 of them, and of texts as short as a line up to .12.
_SIMPLIFIED = frozenset(
    "的一是了不在有人我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之"
    "年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样"
    "理心本前开但因只从想实日者意无此最长月新公全民业市工政高报电体间重关机"
)
_TRADITIONAL = frozenset(
    "的一是了不在有人我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於着下自之"
    "年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣"
    "理心本前開但因只從想實日者意無此最長月新公全民業市工政高報電體間重關機"
)
_JAPANESE = frozenset(map(chr, range(0x3041, 0x3094))).union(
    "日年月人大国一本会者社事時行中出同新地前場市学政"
)
_CYRILLIC, _ARABIC = frozenset("оеаинтсрвлкмдпу"), frozenset("ايلمونرتبهدكعسیک")
_COMMON = {
    "gb18030": _SIMPLIFIED | _TRADITIONAL,
    "big5hkscs": _TRADITIONAL,
    "cp932": _JAPANESE,
    "euc_jp": _JAPANESE,
    "cp949": frozenset(
        "이다는을를의가에한고로하지은기도사자대해서리스시어일정인수나있아보부전라그만"
    ),
    "cp1251": _CYRILLIC,
    "koi8_u": _CYRILLIC,
    "cp1256": _ARABIC,
    "iso8859_6": _ARABIC,
    "cp1255": frozenset("יוהלאתרבמשנ"),
    "cp1253": frozenset("αοιετσνηυρπκλμς"),
    "cp874": frozenset("ากนรอเงยลมทวส่้"),
}
_OF_ONE_BYTE = ("cp1251", "koi8_u", "cp1256", "iso8859_6", "cp1255", "cp1253", "cp874")
_OF_TWO_BYTES = tuple(name for name in _COMMON if name not in _OF_ONE_BYTE)
# The letters of languages that are written in Latin letters. Most of their bytes are other letters of these
# in another encoding, so only the language that a page names tells which one it is in.
_CENTRAL_EUROPEAN = frozenset("áâäăąćčçďéëęěíîĺľłńňóôöőŕřśšşťţúůüűýźżž")
_WITH_ACCENTS = {
    "cp1252": frozenset("áàâäãåæçéèêëíìîïñóòôöõøúùûüýßðþœš"),
    "cp1250": _CENTRAL_EUROPEAN,
    "iso8859_2": _CENTRAL_EUROPEAN,
    "cp1254": frozenset("çğıöşüâîûİÖÜÇŞ"),
    "cp1257": frozenset("āąäčēėęģīįķļņõöšūųüž"),
    "cp1258": frozenset("àáâăđèéêìíòóôơùúưý\u0300\u0301\u0303\u0309\u0323"),
}
_BY_LANGUAGE: dict[str, tuple[str, ...]] = {
    language: encodings
    for encodings, languages in (
        (("cp1250", "iso8859_2"), "bs cs hr hu pl ro sk sl"),
        (("cp1251", "koi8_u"), "be bg kk ky mk mn ru sr uk"),
        (("cp1252",), "ca da de en es eu fi fr gl id is it nb nl nn no pt sv"),
        (("cp1253",), "el"),
        (("cp1254",), "tr"),
        (("cp1255",), "he"),
        (("cp1256", "iso8859_6"), "ar fa ur"),
        (("cp1257",), "et lt lv"),
        (("cp1258",), "vi"),
        (("cp874",), "th"),
    )
    for language in languages.split()
}
# The two encodings of Central Europe have š, ž, ľ and ą in each other's places. No language has all of them.
_LETTERS_OF_ONE = [
    frozenset(letters + letters.upper())
    for letters in (
        "čćđšž",  # Croatian, Slovene
        "áčďéěíňóřšťúůýž",  # Czech
        "áéíóöőúüű",  # Hungarian
        "ąćęłńóśźż",  # Polish
        "ăâîşţ",  # Romanian
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
    )
]
_LANGUAGE = re.compile(rb"<html\b[^>]{0,300}?\blang\s*=\s*[\"']?([a-z]{2})\b", re.IGNORECASE)
_SIGNS = frozenset("“”„‘’‚–—…«»°€£§×÷²½•·©®™´\xa0")
_NOT_ENGLISH = frozenset("èìøùýðþõûœšžÝÐÞ¹³º¿")
"""What letters of Czech, Hungarian, Polish, Romanian and Turkish are in the encoding of English. Templates
name that language on pages of all others."""
_LATIN = ("iso8859-1", "cp1252")
_USUAL = ("cp1252",)
# Encodings of DOS, old Macs, printers and one of Kazakh, which newer versions of Scrapy guess; of these, pages
# have only two.
_NOT_ON_THE_WEB = ("cp4", "cp7", "cp85", "cp86", "hp", "mac", "ptcp")
# The least share of function words, and how many times as many as of a language in another encoding.
_SURE = 0.08
_SURER = 1.25
_ENOUGH = 0.1
# Of the letters beyond ASCII, where each has one byte. The right encoding gives .48 and more of them, and
# Chinese, Japanese and Korean text read in a wrong one up to .4.
_MANY = 0.45
_NEARLY_ALL = 0.8  # where these are letters with accents
# The least share of letters beside each other in a script that has none of ASCII; accents stand in words
# that have.
_SIDE_BY_SIDE = 0.8
# The least number of different letters; any sentence in one of these scripts has more, and §§ is no Thai.
_FEW = 5
_FEWER = 3  # the same in an encoding of two bytes, where each letter tells more
_SHIFT_TO_JIS = (b"\x1b$B", b"\x1b$@")
_CLEARER = 1.5
_SAMPLE = 40_000
_BARE = 0.1  # the least share of the letters that stand in a part, if they stood evenly
_DECLARED_WITHIN = 4096
_LOST = "\ufffd"
_BEYOND_ASCII = bytes(range(0x80, 0x100))
_BESIDE = re.compile(rb"(?<![A-Za-z\x80-\xff])[\x80-\xff]{2,}(?![A-Za-z\x80-\xff])")


def reread(response: ResponseLike) -> str | None:
    """The text of *response* in its real encoding, None if it was already read in that encoding.

    Bytes of which all but a few are valid UTF-8 are UTF-8, whatever is declared; a declaration of
    UTF-8 does not count if many bytes are invalid, nor one of Latin-1 if another encoding gives
    many of the common letters of another script. If nothing is declared, the usual encoding of the
    language that words show or that the page names is taken, or else the one that gives the most common
    letters. Only responses with a `body` can be read again.
    """
    body = getattr(response, "body", None)
    if not isinstance(body, bytes):
        return None
    if body.isascii():
        escaped = any(shift in body for shift in _SHIFT_TO_JIS)
        is_read = escaped and "\x1b$" not in response.text
        return body.decode("iso2022_jp", "replace") if escaped and not is_read else None
    encoding = _name(getattr(response, "encoding", None) or "utf-8")
    if encoding == "utf-8":
        text = response.text
        # A search for one is faster than counting none.
        lost = text.count(_LOST) if _LOST in text else 0
        if lost and not _declared(response, body) and lost == _beyond_ascii(body):
            return _reread_undeclared(body, text, encoding)
        return _guess(body, text) if lost > 5 and lost * 40 > len(body) else None
    if encoding.startswith(("utf", "iso2022", "hz")):
        return None
    text = body.decode("utf-8", "replace")
    # Each character of several bytes shortens the text; each wrong byte is one lost character.
    if text.count(_LOST) * 50 < len(body) - len(text):
        return text
    if not _declared(response, body):
        return _reread_undeclared(body, response.text, encoding)
    # Servers declare Latin-1 for whatever they send. Accents between other letters make no
    # common characters of two bytes, and stand apart from each other.
    return _guess(body, response.text) if encoding in _LATIN else None


def _name(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return encoding.lower()


def _declared(response: ResponseLike, body: bytes) -> bool:
    headers: Any = getattr(response, "headers", None) or {}
    kind = headers.get("Content-Type") or b""
    kind = kind.encode("latin-1", "replace") if isinstance(kind, str) else kind
    return b"charset" in kind.lower() or b"charset" in body[:_DECLARED_WITHIN].lower()


def _reread_undeclared(body: bytes, text: str, guessed: str) -> str | None:
    """The text of a page that declares no encoding and was read as *text*, None if that is right."""
    name = _of_language(body, guessed)
    if name is None:
        return _guess(body, "" if guessed.startswith(_NOT_ON_THE_WEB) else text)
    other = body.decode(name, "replace")
    return other if other != text else None


def _of_language(body: bytes, guessed: str) -> str | None:
    """The usual encoding of the language that the words of a page show, or of the one that it names, if the
    bytes can be in that encoding.
    """
    sample = _sample(body)
    shown, named = _shown_language(sample), _named_language(body)
    # English stands on pages in all languages.
    languages = (named, shown) if shown == "en" else (shown, named)
    known = [language for language in dict.fromkeys(languages) if language in _BY_LANGUAGE]
    if not known and guessed.startswith(_NOT_ON_THE_WEB):
        return _fitting(sample, "", _USUAL)
    found = (_fitting(sample, language, _BY_LANGUAGE[language]) for language in known)
    return next(filter(None, found), None)


def _fitting(sample: bytes, language: str, encodings: tuple[str, ...]) -> str | None:
    """The one of the *encodings* that a *sample* in this *language* is in, None if it can't be in any."""
    has_accents = encodings[0] in _WITH_ACCENTS
    # A page of one script in a template that names another is none of the named one.
    if has_accents is _is_of_one_script(sample):
        return None
    scores = _scores(sample, encodings)
    name = max(scores, key=lambda name: (_most_of_one(sample, name), scores[name]))
    if has_accents:
        letters = _letters(sample.decode(name, "replace"))
        if scores[name] < _NEARLY_ALL or (
            language == "en" and not _NOT_ENGLISH.isdisjoint(letters)
        ):
            return None
    elif scores[name] < max(_MANY, *_scores(sample, _OF_ONE_BYTE).values()):
        return None
    return name


def _most_of_one(sample: bytes, name: str) -> int:
    """How many letters of one language of Central Europe a *sample* has in an encoding of that, 0 in others."""
    if _WITH_ACCENTS.get(name) is not _CENTRAL_EUROPEAN:
        return 0
    letters = _letters(sample.decode(name, "replace"))
    return max(sum(c in known for c in letters) for known in _LETTERS_OF_ONE)


def _shown_language(sample: bytes) -> str:
    """The language in Latin letters that the words of a *sample* are of, "" if they are not clearly of one that is
    written in the same encoding.
    """
    found = shares(sample)
    best = max(found, key=lambda language: found[language], default="")
    others = (
        share for language, share in found.items() if _BY_LANGUAGE[language] != _BY_LANGUAGE[best]
    )
    is_clear = bool(best) and found[best] >= max(_SURE, _SURER * max(others, default=0.0))
    return best if is_clear else ""


def _named_language(body: bytes) -> str:
    """The language that the page names, "" if it names none."""
    named = _LANGUAGE.search(body, 0, _DECLARED_WITHIN)
    return named[1].decode().lower() if named else ""


def _guess(body: bytes, text: str) -> str | None:
    sample = _sample(body)
    names = _COMMON if _is_of_one_script(sample) else _OF_TWO_BYTES
    fitting = [
        (score, name)
        for name, score in _scores(sample, names).items()
        if score >= (_MANY if name in _OF_ONE_BYTE else _ENOUGH)
    ]
    if not fitting:
        return None
    best, name = max(fitting)
    letters = _letters(text[len(text) // 4 : len(text) // 4 + _SAMPLE])
    now = max(_score(letters, n) for n in _COMMON)
    return body.decode(name, "replace") if best >= _CLEARER * now else None


def _sample(body: bytes) -> bytes:
    """The middle of a page, which has more text and less markup; or, if nearly all letters stand elsewhere, as
    those do around data and styles, the part that has most of them.
    """
    start = max(0, len(body) // 2 - _SAMPLE // 2)
    middle = body[start : start + _SAMPLE]
    if len(body) <= _SAMPLE:
        return middle
    evenly = _beyond_ascii(body) * _SAMPLE / len(body)
    if _beyond_ascii(middle) >= _BARE * evenly:
        return middle
    parts = (body[start : start + _SAMPLE] for start in range(0, len(body), _SAMPLE))
    return max(parts, key=_beyond_ascii)


def _is_of_one_script(sample: bytes) -> bool:
    """Whether nearly all bytes beyond ASCII stand beside each other in words that have no letters of ASCII."""
    return sum(map(len, _BESIDE.findall(sample))) >= _SIDE_BY_SIDE * _beyond_ascii(sample)


def _beyond_ascii(body: bytes) -> int:
    """The number of bytes beyond ASCII."""
    return len(body) - len(body.translate(None, _BEYOND_ASCII))


def _letters(text: str) -> list[str]:
    """The characters beyond ASCII."""
    return [c for c in text if c > "\x7f"]


def _scores(sample: bytes, names: Iterable[str]) -> dict[str, float]:
    """The score of the *sample* in each of the encodings *names*."""
    return {name: _score(_letters(sample.decode(name, "replace")), name) for name in names}


def _score(letters: list[str], encoding: str) -> float:
    """The share of common ones among the *letters*, without the signs that all texts have."""
    common = _COMMON.get(encoding) or _WITH_ACCENTS[encoding]
    if encoding in _WITH_ACCENTS:
        letters = [c for c in letters if c not in _SIGNS]
        if not letters:
            return 1.0
    elif len(common.intersection(letters)) < (_FEW if encoding in _OF_ONE_BYTE else _FEWER):
        return 0.0
    return (sum(c in common for c in letters) - 2 * letters.count(_LOST)) / len(letters)
