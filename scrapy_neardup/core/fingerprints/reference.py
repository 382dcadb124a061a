"""The steps from a normal form to its fingerprint, in plain Python.

This is the definition that :mod:`.kernel` has to match, value for value. It runs where no kernel
was compiled. Arrays are made only where callers calculate with them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints import common_words, korean, measures, separators, surnames
from scrapy_neardup.core.fingerprints.characters import (
    DIGIT,
    HAN,
    HANGUL,
    KANA,
    LETTER,
    OTHER,
    UNSPACED,
    folded,
)
from scrapy_neardup.core.fingerprints.common_words import BITS
from scrapy_neardup.core.fingerprints.profile import (
    ANCHOR_SHARE,
    FEWEST_FUNCTION_WORDS,
    GRAM_WEIGHT,
    LONGEST_PHONE_NUMBER,
    NAME,
    NUMBER,
    PHRASE_GAP,
    SHORT,
    SHORT_NUMBER,
    SKELETON_GRAM,
    TERM_WORDS,
)
from scrapy_neardup.core.fingerprints.simhash import simhash
from scrapy_neardup.core.fingerprints.sketch import (
    HASH_BITS,
    HASH_MASK,
    NO_LIMIT,
    ranks,
    rare_ranks,
)
from scrapy_neardup.core.fingerprints.splitmix64 import MASK, mix

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

_SPACE, _COMMA, _HYPHEN, _FULL_STOP, _SLASH, _LINE_END = map(ord, " ,-./\n")
_POWERS = frozenset(map(ord, "23"))
_APOSTROPHES = frozenset(map(ord, "'’"))
_FIRST_WIDE, _LAST_WIDE, _WIDE_SPACE, _TO_HALF_WIDTH = 0xFF01, 0xFF5E, 0x3000, 0xFEE0
OTHER_ENDS = frozenset(map(ord, "։؛؟۔।॥།༎။።፧፨។៕"))
"""Ends of sentences in Armenian, Arabic, Urdu, Indian scripts, Tibetan, Burmese, Ethiopic and Khmer."""
_PAUSES = frozenset(map(ord, ",、，՝،၊፣"))
_STOPS = frozenset(map(ord, ".。!?;…！？；")) | OTHER_ENDS
# Units of a skeleton; a function word is _WORD plus the upper half of its hash.
_GAP, _NUMBER, _PAUSE, _STOP, _WORD = 1, 2, 3, 4, 1 << 32
# Hebrew, Arabic and their kin, which put prepositions before a number without a space.
_PREFIXING, _PREFIXING_LETTERS = 7, range(0x590, 0x900)
_FIRST_KANA, _LAST_KANA = 0x3041, 0x30FF
_KATAKANA, _KANJI = range(0x30A1, 0x3100), range(0x3400, 0xA000)
# They are odd, so that multiplying by them loses nothing, and differ, so that order counts in a sum.
_FIRST, _SECOND, _THIRD = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9


@dataclass
class Text:
    """The characters of a normal form, in lists of one length.

    ``points``: code points in lower case, digits as 0-9. ``kinds``: see :mod:`.characters`;
    Chinese characters in a run with kana count as ``KANA``, because they are Japanese words.
    ``upper``: which were capital letters. ``breaks``: where a line began whose end was left out.
    """

    points: list[int]
    kinds: list[int]
    upper: list[bool]
    breaks: list[bool]

    def without(self, gone: set[int]) -> Text:
        """The text without the characters at these places."""
        kept = [at for at in range(len(self.points)) if at not in gone]
        return Text(
            [self.points[at] for at in kept],
            [self.kinds[at] for at in kept],
            [self.upper[at] for at in kept],
            [self.breaks[at] for at in kept],
        )

    def extend(self, other: Text, start: int, end: int) -> None:
        """Add the characters of *other* from *start* to *end*."""
        self.points += other.points[start:end]
        self.kinds += other.kinds[start:end]
        self.upper += other.upper[start:end]
        self.breaks += other.breaks[start:end]


@dataclass
class Tokens:
    """The words of a text in order, in lists of one length.

    A run of characters without spaces that no dictionary covers gives overlapping n-grams.
    ``hashes``: 64 bits each. ``starts``: index of the first character in the text. ``kinds``:
    kind of the first character, ``LETTER`` for a mix of letters and digits, ``DIGIT`` for a
    number.
    """

    hashes: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)

    def put(self, hashed: int, start: int, length: int, kind: int) -> None:
        """Add a word."""
        self.hashes.append(hashed)
        self.starts.append(start)
        self.lengths.append(length)
        self.kinds.append(kind)


def found(text: str, flags: bytes) -> int:
    """All flags that some character of *text* has; the last of *flags* holds for all code points
    beyond the table.
    """
    last = len(flags) - 1
    if last < 0:
        raise ValueError("no flags")
    seen = 0
    for character in set(text):
        seen |= flags[min(ord(character), last)]
    return seen


def half_width(text: str) -> str:
    """*text* with ASCII characters and spaces in place of their full-width forms."""
    return text.translate(_half_widths())


@lru_cache(maxsize=1)
def _half_widths() -> dict[int, int]:
    to_half = {point: point - _TO_HALF_WIDTH for point in range(_FIRST_WIDE, _LAST_WIDE + 1)}
    return to_half | {_WIDE_SPACE: _SPACE}


def read(text: str, kinds: bytes, digits: array[int]) -> Text:
    """The characters of *text*, by the tables of :func:`.characters.tables`."""
    if not kinds or not digits:
        raise ValueError("an empty table of characters")
    last_kind, last_digit = len(kinds) - 1, len(digits) - 1
    cased = list(map(ord, text))
    if any(point > 0x7F and kinds[min(point, last_kind)] == LETTER for point in cased):
        points = list(map(ord, folded(text)))
    else:
        points = [point + 32 if 0x41 <= point <= 0x5A else point for point in cased]
    form = Text(
        points,
        [kinds[min(point, last_kind)] for point in points],
        [before != after for before, after in zip(cased, points, strict=True)],
        [False] * len(points),
    )
    for at, kind in enumerate(form.kinds):
        if kind == DIGIT:
            points[at] = digits[min(points[at], last_digit)]
    return _japanese(_without_gaps(_joined_numbers(form)))


def _joined_numbers(text: Text) -> Text:
    """The text with 3.5 as one number, and 1,234 as the number 1234: see :mod:`.separators`."""
    if len(text.points) < 4:
        return text
    western = separators.is_western(text.kinds)
    if HAN in text.kinds and not western:
        # Where punctuation was turned from Chinese to Western, 3.5 became 3. 5.
        text = text.without(
            {
                at + 1
                for at in _marks_between(text)
                if text.points[at + 1] == _SPACE and text.kinds[at + 2 : at + 3] == [DIGIT]
            }
        )
    left_out, stops = separators.marks(text.points, text.kinds, western=western)
    for at in stops:
        text.points[at], text.kinds[at] = _FULL_STOP, DIGIT
    return text.without(left_out)


def _marks_between(text: Text) -> Iterator[int]:
    """The places of full stops and commas after a digit and before any character."""
    for at in range(1, len(text.points) - 1):
        if text.points[at] in (_FULL_STOP, _COMMA) and text.kinds[at - 1] == DIGIT:
            yield at


def _without_gaps(text: Text) -> Text:
    """The text without white space that means nothing in Chinese and Japanese.

    White space means nothing between two Chinese or Japanese characters: it comes from wrapped
    lines, or from a trick to hide words from a filter. In texts that are mostly of such
    characters, a space between one of them and a digit means nothing, either, nor does a space
    between a letter and a digit where few words with letters stand in a row: one site writes 1000
    万 and RTX 5090, another 1000万 and RTX5090. Letters after a digit are a unit, which the next
    figure has nothing to do with: 每袋500g 12.8元.
    """
    points, kinds = text.points, text.kinds
    blank = {at for at, point in enumerate(points) if point <= _SPACE}
    solid = [at for at in range(len(points)) if at not in blank]
    if len(solid) < 2:
        return text.without(blank)
    mostly_dense = 2 * (kinds.count(HAN) + kinds.count(KANA)) > kinds.count(LETTER)
    few = _in_short_stretches(kinds)
    gone = set()
    passed = 0
    for at in sorted(blank):
        while passed + 1 < len(solid) and solid[passed + 1] < at:
            passed += 1
        before, after = solid[passed], solid[min(passed + 1, len(solid) - 1)]
        around = kinds[before], kinds[after]
        is_dense = [kind in (HAN, KANA) for kind in around]
        is_alone = points[at] == _SPACE and after - before == 2
        joins_figure = is_alone and any(is_dense) and DIGIT in around
        joins_model = is_alone and few[at] and around in ((LETTER, DIGIT), (DIGIT, LETTER))
        if joins_model and kinds[before] == LETTER:
            joins_model = not _is_unit(text, before)
        if all(is_dense) or (mostly_dense and (joins_figure or joins_model)):
            gone.add(at)
            text.breaks[after] |= points[at] == _LINE_END and before < at < after
    return text.without(gone)


def _is_unit(text: Text, last: int) -> bool:
    """Whether the letters up to *last* follow a digit, with or without a space."""
    at = last
    while at >= 0 and text.kinds[at] == LETTER:
        at -= 1
    if at > 0 and text.points[at] == _SPACE:
        at -= 1
    return at >= 0 and text.kinds[at] == DIGIT


def _in_short_stretches(kinds: list[int]) -> list[bool]:
    """Which characters stand in a stretch of few words between Chinese or Japanese characters."""
    few: list[bool] = []
    for start, end in _runs([kind in (HAN, KANA) for kind in kinds]):
        words = sum(
            kinds[at] == LETTER and (at == start or kinds[at - 1] != LETTER)
            for at in range(start, end)
        )
        few += [words <= TERM_WORDS] * (end - start)
    return few


def _japanese(text: Text) -> Text:
    """The text with Chinese characters in a run with kana as Japanese words."""
    kinds = text.kinds
    for start, end in _runs([kind in (HAN, KANA) for kind in kinds]):
        if KANA in kinds[start:end] and HAN in kinds[start:end]:
            kinds[start:end] = [KANA] * (end - start)
    return text


def _runs(labels: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first place and the place after the last one, for each run of equal labels."""
    start = 0
    for at in range(1, len(labels) + 1):
        if at == len(labels) or labels[at] != labels[start]:
            yield start, at
            start = at


def tokens(text: Text, cut: Callable[[str], list[str]]) -> Tokens:
    """The words of *text*; *cut* finds those in Chinese."""
    kinds = text.kinds
    begins = set()
    if HAN in kinds:
        at = 0
        for word in cut(
            "".join(
                chr(point) if kind == HAN else " "
                for point, kind in zip(text.points, kinds, strict=True)
            )
        ):
            begins.add(at)
            at += len(word)
    words = Tokens()
    # Letters and digits side by side are one word: 5g, b2b, mp3; but not ب44, at 44.
    labels = [
        _PREFIXING
        if kind == LETTER and point in _PREFIXING_LETTERS
        else LETTER
        if kind == DIGIT
        else kind
        for point, kind in zip(text.points, kinds, strict=True)
    ]
    for start, end in _runs(labels):
        kind = kinds[start]
        if kind in (LETTER, DIGIT):
            if LETTER in kinds[start:end]:
                kind = LETTER
            words.put(span_hash(text, start, end - start), start, end - start, kind)
        elif kind == HAN:
            borders = [start, *(at for at in range(start + 1, end) if at in begins), end]
            for first, after in pairwise(borders):
                words.put(span_hash(text, first, after - first), first, after - first, kind)
        elif kind != OTHER:
            # Three characters in unspaced scripts, where vowel marks count as characters.
            n = min(3 if kind == UNSPACED else 2, end - start)
            for first in range(start, end - n + 1):
                words.put(span_hash(text, first, n), first, n, kind)
    return words


def span_hash(text: Text, start: int, length: int) -> int:
    """The 64-bit hash of the word of *length* characters that begins at *start*."""
    if not 0 <= start < start + length <= len(text.points):
        raise IndexError(f"characters {start} to {start + length} of {len(text.points)}")
    span = text.points[start : start + length]
    return mix(sum(_zobrist(point, rank) for rank, point in enumerate(span)) & MASK)


def hash_of_word(word: str) -> int:
    """The hash of a word wherever it stands."""
    return mix(sum(_zobrist(ord(one), rank) for rank, one in enumerate(word)) & MASK)


@lru_cache(maxsize=1 << 14)
def _zobrist(point: int, rank: int) -> int:
    """The hash of a character as the *rank*-th of its word."""
    return mix((rank << 21) + point)


def spoken(text: Text) -> tuple[bytes, int]:
    """The bytes of which the digest is made, and the length: see :class:`.fingerprint.Fingerprint`.

    The bytes are those of the letters and digits, and then of the length of each number, because
    1 2 and 12 have the same digits.
    """
    kinds = text.kinds
    letters = [point for point, kind in zip(text.points, kinds, strict=True) if kind != OTHER]
    numbers = [
        end - start
        for start, end in _runs([kind in (LETTER, DIGIT) for kind in kinds])
        if kinds[start] == DIGIT and LETTER not in kinds[start:end]
    ]
    wide = sum(HAN <= kind <= HANGUL for kind in kinds)
    data = b"".join(value.to_bytes(4, "little") for value in letters + numbers)
    return data, len(letters) + wide


def replaced(text: Text, tokens: Tokens, leaders: dict[int, Text]) -> tuple[Text, Tokens]:
    """*text* and its *tokens*, with words replaced by *leaders*, which are by the words' hashes."""
    form, words = Text([], [], [], []), Tokens()
    copied = 0
    for hashed, start, length, kind in zip(
        tokens.hashes, tokens.starts, tokens.lengths, tokens.kinds, strict=True
    ):
        leader = leaders.get(hashed) if kind in (LETTER, HAN) else None
        if leader is None:
            words.put(hashed, len(form.points) + start - copied, length, kind)
            continue
        form.extend(text, copied, start)
        place, size = len(form.points), len(leader.points)
        words.put(span_hash(leader, 0, size), place, size, leader.kinds[0])
        form.extend(leader, 0, size)
        # A name stays a name: the capital passes to the new word.
        form.upper[place] = text.upper[start]
        form.breaks[place] = text.breaks[start]
        copied = start + length
    form.extend(text, copied, len(text.points))
    return form, words


def words(tokens: Tokens) -> tuple[NDArray[np.uint64], int]:
    """The different words, ascending, and the SimHash of all: 64 bits."""
    counts = Counter(tokens.hashes)
    return np.array(sorted(counts), np.uint64), simhash(counts.items())


def grams(
    text: Text, tokens: Tokens
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.uint64]]:
    """The different grams in order of first occurrence, their starts, and the different phrases,
    ascending: see :class:`.profile.Profile`.
    """
    units = _units(text, tokens)
    hashes: list[int] = []
    starts: list[int] = []
    anchors: list[tuple[int, int]] = []
    reached = 0
    for at, (unit, weight, start) in enumerate(units[:-1]):
        following, next_weight, _ = units[at + 1]
        total = unit * _FIRST + following * _SECOND
        if weight + next_weight < GRAM_WEIGHT:
            if at + 2 == len(units):
                break
            total += units[at + 2][0] * _THIRD
        gram = mix(total & MASK)
        hashes.append(gram)
        starts.append(start)
        if (gram >> 20) % ANCHOR_SHARE == 0:
            anchors.append((gram, reached))
        reached += weight
    phrases = set()
    following = 0
    for anchor, place in anchors:
        while following < len(anchors) and anchors[following][1] < place + PHRASE_GAP:
            following += 1
        if following == len(anchors):
            break
        phrases.add(mix((anchor * _FIRST + anchors[following][0] * _SECOND) & MASK))
    first = _first_occurrences(hashes)
    return (
        np.array([hashes[at] for at in first], np.uint64),
        np.array([starts[at] for at in first], np.int64),
        np.array(sorted(phrases), np.uint64),
    )


def _units(text: Text, tokens: Tokens) -> list[tuple[int, int, int]]:
    """Hash, weight and start of each unit: characters where words are not set off, else words."""
    words = dict(zip(tokens.starts, tokens.hashes, strict=True))
    units = []
    for at, (point, kind) in enumerate(zip(text.points, text.kinds, strict=True)):
        if kind >= HAN:
            units.append((mix(point), 2, at))
        elif at in words:
            units.append((words[at], 4, at))
    return units


def _first_occurrences(hashes: Sequence[int]) -> list[int]:
    """The places of the different hashes, each where it occurs first."""
    places: dict[int, int] = {}
    for at, hashed in enumerate(hashes):
        places.setdefault(hashed, at)
    return list(places.values())


def rare_words(
    text: Text,
    tokens: Tokens,
    common: bytes,
    listed: NDArray[np.uint32],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    kinds: NDArray[np.uint8],
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.uint8]]:
    """The different rare words in order of first occurrence, their starts, and their kinds: see
    :class:`.profile.Profile`. *common* is the bitmap of :mod:`.common_words`, *listed* the words
    of the text's language in :mod:`~scrapy_neardup.core.rarity.word_lists`, ascending. The other four
    are the numbers that are not written in figures alone: see :func:`.numbers.numbers_of`.

    The rare words are numbers, short ones with their unit, long ones without letters joined to them,
    phone numbers as a whole, and other words with a digit; Chinese words that are not common; words
    with letters, if they are few, amid Chinese or Japanese; elsewhere words with a capital that do not
    begin a sentence, or, if capitals tell nothing, words that are not listed; in Japanese, runs of
    three or more katakana or kanji; in Korean, what :mod:`.korean` tells.
    """
    if len(common) != 1 << (BITS - 3):
        raise ValueError(f"a bitmap of {len(common)} bytes")
    amid = _amid_others(tokens)
    spaced = [
        start
        for start, kind, is_amid in zip(tokens.starts, tokens.kinds, amid, strict=True)
        if kind == LETTER and not is_amid
    ]
    # Capitals say nothing in a text where no word or most words have one.
    capitals_tell = 0 < 2 * sum(text.upper[start] for start in spaced) <= len(spaced)
    known = None if capitals_tell or not len(listed) else frozenset(listed.tolist())
    # A unit in letters is one in Chinese only where the others are, too.
    is_chinese = HAN in text.kinds and KANA not in text.kinds and HANGUL not in text.kinds
    numbers = [*zip(starts.tolist(), ends.tolist(), hashes.tolist(), kinds.tolist(), strict=True)]
    taken = {at for start, end, _, _ in numbers for at in range(start, end)}
    rare = [(start, hashed, kind) for start, _, hashed, kind in numbers]
    rare += [(start, hashed, NAME) for start, hashed in _japanese_terms(text, taken)]
    rare += [(start, hashed, NAME) for start, hashed in _korean_names(text, listed)]
    for hashed, start, length, kind, is_amid in zip(
        tokens.hashes, tokens.starts, tokens.lengths, tokens.kinds, amid, strict=True
    ):
        if not taken.isdisjoint(range(start, start + length)):
            continue
        phone = _phone_number(text, start) if kind == DIGIT else None
        if phone is not None:
            first, last = phone
            if first == start:
                rare.append((start, span_hash(text, first, last - first), NUMBER))
        elif kind == DIGIT and length <= SHORT:
            rare.append((start, with_unit(text, hashed, start + length), SHORT_NUMBER))
        elif kind == DIGIT:
            rare.append((start, hashed, NUMBER))
        elif figures := _joined_figures(text, start, length):
            rare.append((start, span_hash(text, start, figures), NUMBER))
        elif kind == LETTER and (measured := _measured(text, start, length)) is not None:
            figures, unit = measured
            number = span_hash(text, start, figures)
            if is_amid and is_chinese:
                number = _of_unit(number, ord(unit))
            rare.append((start, number, SHORT_NUMBER))
        elif kind == HAN:
            if length >= 2 and not common_words.contains(common, hashed):
                rare.append((start, hashed, NAME))
        elif kind == LETTER and (
            is_amid
            or _is_name(text, start, length, capitals_tell=capitals_tell)
            or (known is not None and length > SHORT and hashed >> 32 not in known)
        ):
            rare.append((start, hashed, NAME))
    rare.sort()
    rare = [rare[at] for at in _first_occurrences([hashed for _, hashed, _ in rare])]
    return (
        np.array([hashed for _, hashed, _ in rare], np.uint64),
        np.array([start for start, _, _ in rare], np.int64),
        np.array([kind for _, _, kind in rare], np.uint8),
    )


def _phone_number(text: Text, start: int) -> tuple[int, int] | None:
    """Where the phone number begins and ends that the figures at *start* are part of, None if they are of
    none: three groups or more, joined by hyphens, of nine figures or more together, in
    LONGEST_PHONE_NUMBER characters at most.
    """
    kinds, points = text.kinds, text.points

    def joins(at: int) -> bool:
        return (
            0 < at < len(kinds) - 1
            and points[at] == _HYPHEN
            and kinds[at - 1] == kinds[at + 1] == DIGIT
        )

    first = last = start
    while first > 0 and (kinds[first - 1] == DIGIT or joins(first - 1)):
        first -= 1
        if last - first > LONGEST_PHONE_NUMBER:
            return None
    while last < len(kinds) and (kinds[last] == DIGIT or joins(last)):
        last += 1
        if last - first > LONGEST_PHONE_NUMBER:
            return None
    hyphens = points[first:last].count(_HYPHEN)
    return (first, last) if hyphens >= 2 and last - first - hyphens >= 9 else None


def _amid_others(tokens: Tokens) -> list[bool]:
    """Which words stand in a short run of words with letters or digits beside a script without
    spaces. Such a run is a term amid Chinese or Japanese; a longer run is a text of its own.
    """
    amid: list[bool] = []
    kinds = tokens.kinds
    for start, end in _runs([kind in (LETTER, DIGIT) for kind in kinds]):
        few = kinds[start:end].count(LETTER) <= TERM_WORDS
        amid += [few and end - start < len(kinds)] * (end - start)
    return amid


def _is_name(text: Text, start: int, length: int, *, capitals_tell: bool) -> bool:
    """Whether a word has a digit, or a capital after a word of the same sentence."""
    if DIGIT in text.kinds[start : start + length]:
        return True
    if not capitals_tell or not text.upper[start] or start < 2 or length < 2:
        return False
    before, earlier = text.points[start - 1], text.points[start - 2]
    if before == _SPACE:
        return text.kinds[start - 2] in (LETTER, DIGIT) or earlier == _COMMA
    if before in _APOSTROPHES:
        # Behind an elided article or preposition: l'Orient, dell'Etna.
        return text.kinds[start - 2] == LETTER and not text.upper[start - 2]
    return before in (_HYPHEN, _SLASH)


def _leading_figures(text: Text, start: int, length: int) -> int:
    """How many figures a word begins with."""
    kinds = text.kinds[start : start + length]
    return next((at for at, kind in enumerate(kinds) if kind != DIGIT), length)


def _joined_figures(text: Text, start: int, length: int) -> int:
    """How many figures a word begins with that is a long number and letters, as in 7.4km, 820m2 and 100th;
    0 if it is none. Another writer puts another unit, or sets it off.
    """
    figures = _leading_figures(text, start, length)
    letters = text.kinds[start + figures : start + length]
    if len(letters) > 1 and text.points[start + length - 1] in _POWERS:
        letters = letters[:-1]
    return figures if figures > SHORT and DIGIT not in letters else 0


def _measured(text: Text, start: int, length: int) -> tuple[int, str] | None:
    """How many figures a word has that is a short number and a unit of measure, such as 5km, and the
    unit in Chinese; None for other words. 5G and 3M are none.
    """
    figures = _leading_figures(text, start, length)
    if not 0 < figures <= SHORT or length - figures > measures.LONGEST:
        return None
    letters = "".join(map(chr, text.points[start + figures : start + length]))
    if len(letters) == 1 and text.upper[start + figures]:
        return None
    unit = measures.IN_CHINESE.get(letters)
    return None if unit is None else (figures, unit)


def with_unit(text: Text, number: int, after: int) -> int:
    """The hash of a *number* with the counting character that stands *after* it, as in 3级."""
    if text.points[after : after + 1] == [_SPACE] and after + 1 < len(text.points):
        after += 1
    if (
        after == len(text.points)
        or text.kinds[after] < HAN
        or _FIRST_KANA <= text.points[after] <= _LAST_KANA
    ):
        return number
    return _of_unit(number, text.points[after])


def _of_unit(number: int, unit: int) -> int:
    return mix((number * _FIRST + mix(unit) * _SECOND) & MASK)


def _japanese_terms(text: Text, taken: set[int]) -> Iterator[tuple[int, int]]:
    """Start and hash of each run of three or more katakana or kanji in Japanese, but for the places
    that are *taken* by numbers.
    """
    labels = [0 if at in taken else _script(text, at) for at in range(len(text.points))]
    for start, end in _runs(labels):
        if labels[start] and end - start >= 3:
            yield start, span_hash(text, start, end - start)


def _script(text: Text, at: int) -> int:
    """1 for katakana and 2 for kanji in Japanese, else 0."""
    if text.kinds[at] != KANA:
        return 0
    if text.points[at] in _KATAKANA:
        return 1
    return 2 if text.points[at] in _KANJI else 0


def _korean_names(text: Text, listed: NDArray[np.uint32]) -> Iterator[tuple[int, int]]:
    """Start and hash of each name of a text that is mostly in Korean: see :mod:`.korean`."""
    kinds = text.kinds
    words = len(kinds) - kinds.count(OTHER) - kinds.count(DIGIT)
    if not len(listed) or 2 * kinds.count(HANGUL) <= words:
        return
    known = frozenset(listed.tolist())
    for start, end in _runs([kind == HANGUL for kind in kinds]):
        # What a number counts is no name.
        if kinds[start] != HANGUL or (start and kinds[start - 1] == DIGIT):
            continue
        word = "".join(map(chr, text.points[start:end]))
        particle = next((one for one in korean.PARTICLES if word.endswith(one)), "")
        stem = len(word) - len(particle)
        if stem < korean.STEM or word[stem - 1] in korean.ENDINGS:
            continue
        sizes = range(2, min(stem, korean.LONGEST) + 1)
        if all(span_hash(text, start, size) >> 32 not in known for size in sizes):
            yield start, span_hash(text, start, korean.STEM)


def skeleton(
    text: Text,
    tokens: Tokens,
    known: NDArray[np.uint32],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> NDArray[np.uint64]:
    """The hashes of the different grams of the skeleton, ascending: see :class:`.profile.Profile`.
    *known* are the function words, the upper halves of their hashes, ascending; *starts* and *ends*
    those of the numbers that are not written in figures alone: see :func:`.numbers.numbers_of`.
    """
    function_words = frozenset(known.tolist())
    numbers = [*zip(starts.tolist(), ends.tolist(), strict=True)]
    units: list[int] = []
    at = number = reached = 0
    for hashed, start, length, kind in zip(
        tokens.hashes, tokens.starts, tokens.lengths, tokens.kinds, strict=True
    ):
        while at < start:
            if text.kinds[at] == OTHER and text.points[at] in _PAUSES:
                units.append(_PAUSE)
            elif text.kinds[at] == OTHER and text.points[at] in _STOPS:
                units.append(_STOP)
            at += 1
        end, from_number = start + length, start < reached
        while number < len(numbers) and numbers[number][0] < end:
            # What stands before a number in its word, or between two, is a gap.
            begin, behind = numbers[number]
            if begin > max(start, reached) and units[-1:] != [_GAP]:
                units.append(_GAP)
            units.append(_NUMBER)
            reached, from_number = behind, True
            number += 1
        if from_number:
            if end > reached and units[-1:] != [_GAP]:
                units.append(_GAP)
        elif kind == DIGIT:
            units.append(_NUMBER)
        elif _joined_figures(text, start, length):
            units += [_NUMBER, _GAP]
        elif hashed >> 32 in function_words:
            units.append(_WORD + (hashed >> 32))
        elif units[-1:] != [_GAP]:
            units.append(_GAP)
    grams = set()
    for first in range(len(units) - SKELETON_GRAM + 1):
        gram = units[first : first + SKELETON_GRAM]
        if sum(unit >= _WORD for unit in gram) >= FEWEST_FUNCTION_WORDS:
            total = 0
            for unit in gram:
                total = (total * _FIRST + mix(unit)) & MASK
            grams.add(mix(total))
    return np.array(sorted(grams), np.uint64)


def sample(
    grams: NDArray[np.uint64],
    gram_starts: NDArray[np.int64],
    rare: NDArray[np.uint64],
    rare_starts: NDArray[np.int64],
    rare_kinds: NDArray[np.uint8],
    most_grams: int,
    most_rare: int,
) -> tuple[NDArray[np.uint16], int, int]:
    """The items of a sketch in the order of the text, and the limits of both kinds: see
    :mod:`.sketch`.
    """
    gram_ranks, word_ranks = ranks(grams).tolist(), rare_ranks(rare, rare_kinds).tolist()
    gram_limit, rare_limit = _limit(gram_ranks, most_grams), _limit(word_ranks, most_rare)
    items = [
        (start, hashed & HASH_MASK)
        for hashed, rank, start in zip(
            grams.tolist(), gram_ranks, gram_starts.tolist(), strict=True
        )
        if rank <= gram_limit
    ]
    items += [
        (start, hashed & HASH_MASK | kind << HASH_BITS)
        for hashed, rank, start, kind in zip(
            rare.tolist(), word_ranks, rare_starts.tolist(), rare_kinds.tolist(), strict=True
        )
        if rank <= rare_limit
    ]
    # At one place the gram comes first.
    items.sort(key=lambda item: item[0])
    return (
        np.array([item for _, item in items], np.uint16),
        max(gram_limit, 0),
        max(rare_limit, 0),
    )


def _limit(ranked: list[int], size: int) -> int:
    """The largest rank in a sample of at most *size*; -1 for an empty sample."""
    if len(ranked) <= size:
        return NO_LIMIT
    # Below the first one left out, so that equal ranks are all in or all out.
    return sorted(ranked)[size] - 1


def subjects(text: Text, common: bytes, gram_starts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """See :func:`.surnames.subjects`; *common* is the bitmap of :mod:`.common_words`."""

    def is_common(at: int, length: int) -> bool:
        return common_words.contains(common, span_hash(text, at, length))

    return surnames.subjects(text.points, text.kinds, is_common, gram_starts)
