"""The terms of a text, in plain Python.

This is the definition that :mod:`.kernel` has to match, value for value. It runs where no kernel
was compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, KANA, LETTER, OTHER
from scrapy_neardup.core.fingerprints.numbers.number_words import SIGNS
from scrapy_neardup.core.fingerprints.numbers.reference import number_within, word_figure
from scrapy_neardup.core.fingerprints.reference import OTHER_ENDS, hash_of_word, span_hash
from scrapy_neardup.core.fingerprints.terms import sentences
from scrapy_neardup.core.fingerprints.terms.approximators import is_rough

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.reference import Text, Tokens

    Columns = tuple[
        NDArray[np.uint64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        NDArray[np.float64],
        NDArray[np.int64],
        NDArray[np.int64],
        NDArray[np.bool_],
    ]
    """The arrays of :class:`~scrapy_neardup.core.fingerprints.terms.Terms`, in its order."""

STEM = 6
"""The most letters of a word that count."""
MOST_DIGITS = 15
"""The most digits of a number whose value is told: as many as a float holds exactly."""
FEWEST = 4
"""The fewest terms of a sentence. A shorter sentence is part of the next: headings, and what an
abbreviation cuts off.
"""
FRAME_LINES, LEAST_IN_FRAME = 4, 5
"""The most lines in which no sentence ends that are the frame of a text, at either end, and the fewest
sentences that end between. More lines are a table, and so may be a text of fewer sentences."""
OF_THE_STORY = frozenset(map(ord, "%％‰$£€¥￥元円万萬亿億"))
"""Amounts and shares are no site's: a line with one of these characters is no line of the frame."""
_SPACE, _FULL_STOP, _BRACKET, _LINE_END, _DANDA, _ZERO = map(ord, " .(\n।0")
_MARKS = frozenset(map(ord, ".)、"))
"""What stands behind the number of an item of a list."""
_LONGEST_MARKER = 2
_ENDS = frozenset(map(ord, "。!?;\n！？；")) | OTHER_ENDS
_CALLS = frozenset(map(ord, "!?"))
_BETWEEN_TWO = frozenset(map(ord, "-/:–"))
_THAI_OR_LAO = range(0xE01, 0xEE0)
_HIRAGANA = range(0x3041, 0x30A0)


def terms(text: Text, tokens: Tokens, *, language: str) -> Columns:
    """The different terms in order of first occurrence, which of them have a digit, which are rough
    numbers, and what each number is; where they stand, each once a sentence, in which sentence, and
    where a number stands in the frame only: see :class:`~scrapy_neardup.core.fingerprints.terms.Terms`.
    *language* tells how to read numbers in words.
    """
    found: dict[int, int] = {}
    is_number: list[bool] = []
    rough_ones: list[bool] = []
    values: list[float] = []
    places: list[int] = []
    numbers: list[int] = []
    framed: list[bool] = []
    last: list[int] = []
    telling = _telling(text, tokens, language)
    joined = _joined([sentence for *_, sentence in telling])
    for (hashed, has_digit, rough, value, in_frame, _), sentence in zip(
        telling, joined, strict=True
    ):
        place = found.setdefault(hashed, len(found))
        if place == len(last):
            is_number.append(has_digit)
            rough_ones.append(rough)
            values.append(value)
            last.append(-1)
        rough_ones[place] = rough_ones[place] and rough
        at = last[place]
        if at >= 0 and numbers[at] == sentence:
            framed[at] = framed[at] and in_frame
            continue
        last[place] = len(places)
        places.append(place)
        numbers.append(sentence)
        framed.append(has_digit and in_frame)
    return (
        np.array([*found], np.uint64),
        np.array(is_number, np.bool_),
        np.array(rough_ones, np.bool_),
        np.array(values, np.float64),
        np.array(places, np.int64),
        np.array(numbers, np.int64),
        np.array(framed, np.bool_),
    )


def _telling(
    text: Text, tokens: Tokens, language: str
) -> list[tuple[int, bool, bool, float, bool, int]]:
    """For each term, its hash, whether it is a number or has a digit, whether it is a rough number,
    its value, whether it stands in the frame, and how many ends of a sentence stand before it.
    """
    found = []
    at = sentence = reached = 0
    cased, german, dandas = any(text.upper), language == "de", _DANDA in text.points
    first, behind = _body(text, cased=cased, german=german, dandas=dandas)
    line_tells, line_end = False, 0
    for hashed, start, length, kind in zip(
        tokens.hashes, tokens.starts, tokens.lengths, tokens.kinds, strict=True
    ):
        while at < start:
            sentence += _ends_sentence(text, at, cased=cased, german=german, dandas=dandas)
            at += 1
        # A number is one term, however many words it has.
        if start < reached:
            continue
        in_frame = not first <= start < behind
        if in_frame:
            # Once a line: it may be long.
            if start >= line_end:
                line_tells, line_end = _line_tells(text, start)
            in_frame = not line_tells
        begin = start
        told = word_figure(text, start, language) if kind in (LETTER, DIGIT) else None
        if told is None and kind != LETTER:
            begin, told = number_within(text, start, length, kind, japanese=language == "ja")
        if told is not None:
            figure, reached = told
            rough = is_rough(text.points, text.kinds, begin, reached, language)
            value = _value([*map(ord, figure)])
            found.append((hash_of_word(figure), True, rough, value, in_frame, sentence))
            continue
        if kind == DIGIT and _is_marker(text, start, start + length, german=language == "de"):
            continue
        span = slice(start, start + length)
        has_digit = DIGIT in text.kinds[span]
        if kind != DIGIT and length < 2:
            continue
        if kind == KANA and any(point in _HIRAGANA for point in text.points[span]):
            continue
        value = 0.0
        if kind == LETTER and length > STEM and not has_digit:
            hashed = span_hash(text, start, STEM)
        if kind == DIGIT:
            zeros = _leading_zeros(text.points[span])
            hashed = span_hash(text, start + zeros, length - zeros)
            value = _value(text.points[start + zeros : start + length])
        rough = has_digit and is_rough(text.points, text.kinds, start, start + length, language)
        found.append((hashed, has_digit, rough, value, in_frame, sentence))
    return found


def _body(text: Text, *, cased: bool, german: bool, dandas: bool) -> tuple[int, int]:
    """Where the text without its frame begins and ends. The frame is the lines at either end in which no
    sentence ends: a headline, a date, a source, how many have read it, a hotline.
    """
    size = len(text.points)
    marks = [
        at
        for at in range(size)
        if text.points[at] != _LINE_END
        and (
            _ends_sentence(text, at, cased=cased, german=german, dandas=dandas)
            or (at == size - 1 and text.points[at] == _FULL_STOP and text.kinds[at] == OTHER)
        )
    ]
    if len(marks) < LEAST_IN_FRAME:
        return 0, size
    starts = {at + 1 for at in range(size) if text.points[at] == _LINE_END}
    lines = sorted({0} | starts | {at for at in range(size) if text.breaks[at]})
    before = [start for start in lines if start <= marks[0]]
    after = [start for start in lines if start > marks[-1]]
    begin = before[-1] if len(before) <= FRAME_LINES + 1 else 0
    return begin, after[0] if 0 < len(after) <= FRAME_LINES else size


def _line_tells(text: Text, at: int) -> tuple[bool, int]:
    """Whether the line of the character *at* has an amount or a share, and where the line ends."""
    first, end = at, at + 1
    while first > 0 and text.points[first - 1] != _LINE_END and not text.breaks[first]:
        first -= 1
    while end < len(text.points) and text.points[end] != _LINE_END and not text.breaks[end]:
        end += 1
    return not OF_THE_STORY.isdisjoint(text.points[first:end]), end


def _leading_zeros(figures: Sequence[int]) -> int:
    """How many zeros *figures* begin with that change no number: 04 is 4, but 0.4 and 0 are as they are."""
    zeros = 0
    while (
        zeros + 1 < len(figures) and figures[zeros] == _ZERO and figures[zeros + 1] != _FULL_STOP
    ):
        zeros += 1
    return zeros


def _value(figures: Sequence[int]) -> float:
    """What a number in *figures* is; 0 if they have two points, or more than MOST_DIGITS digits."""
    digits = [point for point in figures if point != _FULL_STOP]
    if len(digits) > MOST_DIGITS or len(figures) - len(digits) > 1 or not digits:
        return 0.0
    places = len(figures) - 1 - figures.index(_FULL_STOP) if _FULL_STOP in figures else 0
    return float(int("".join(map(chr, digits))) / 10**places)


def _is_marker(text: Text, start: int, end: int, *, german: bool) -> bool:
    """Whether the figures from *start* to *end* number an item of a list: they begin a line, and a
    mark follows. A full stop follows an ordinal number in German, and 3、5 are two numbers.
    """
    if end - start > _LONGEST_MARKER or end == len(text.points) or text.points[end] not in _MARKS:
        return False
    if text.points[end] == _FULL_STOP and german:
        return False
    if text.kinds[end + 1 : end + 2] == [DIGIT]:
        return False
    while start and text.points[start - 1] in (_SPACE, _BRACKET):
        start -= 1
    return not start or text.points[start - 1] == _LINE_END


def _joined(sentences: list[int]) -> list[int]:
    """The ascending *sentences* numbered from 0. A short sentence is part of the next one; if it
    is the last, of the one before it.
    """
    joined = []
    number = size = 0
    for place, sentence in enumerate(sentences):
        if place and sentence != sentences[place - 1] and size >= FEWEST:
            number, size = number + 1, 0
        joined.append(number)
        size += 1
    if number and size < FEWEST:
        joined[-size:] = [number - 1] * size
    return joined


def _ends_sentence(text: Text, at: int, *, cased: bool, german: bool, dandas: bool) -> bool:
    """Whether a sentence ends with the character *at*: see :mod:`.sentences`. *cased* tells that
    the text has a capital, *german* that it is German, *dandas* that it has dandas.
    """
    points, kinds = text.points, text.kinds
    point = points[at]
    if kinds[at] != OTHER or at + 1 >= len(points):
        return kinds[at] == OTHER and point in _ENDS
    if point == _SPACE:
        # Thai and Lao have no mark of their own.
        return at > 0 and points[at - 1] in _THAI_OR_LAO and points[at + 1] in _THAI_OR_LAO
    if point in _ENDS:
        return not (cased and point in _CALLS and _carries_on(text, at))
    if point != _FULL_STOP or at < 2:
        return False
    if kinds[at + 1] != OTHER:
        # A Chinese or Japanese text has no white space there.
        return kinds[at + 1] >= HAN and kinds[at - 1] >= HAN
    last = at - 1
    while last > 0 and points[last] in sentences.CLOSING:
        last -= 1
    closed = last < at - 1
    # A space may stand before the closing mark, as in 40 %, and in French quotations.
    last -= closed and last > 0 and points[last] == _SPACE
    if points[at + 1] == _FULL_STOP or kinds[last] == OTHER or (cased and _carries_on(text, at)):
        return False
    is_indian = sentences.FIRST_INDIAN <= points[last] <= sentences.LAST_INDIAN
    if dandas and is_indian and kinds[last] == LETTER:
        return False
    if closed or (kinds[last] == DIGIT and _is_second(text, last)):
        return True
    # A letter or figure alone is an initial, or numbers an item of a list.
    if kinds[last - 1] == OTHER:
        return False
    return not (
        _is_ordinal(text, last) if kinds[last] == DIGIT and german else _shortens(text, last)
    )


def _carries_on(text: Text, at: int) -> bool:
    """Whether a small letter of a script that has capitals follows the mark *at*."""
    for after in range(at + 1, min(at + sentences.BETWEEN + 2, len(text.points))):
        if text.points[after] == _LINE_END:
            return False
        if text.kinds[after] != OTHER:
            cased = text.kinds[after] == LETTER and text.points[after] <= sentences.LAST_CASED
            return cased and not text.upper[after]
    return False


def _is_second(text: Text, last: int) -> bool:
    """Whether the number with its *last* figure there stands behind a number or a currency: 3-2,
    $5.
    """
    before = last - 1
    while before > max(0, last - sentences.LONGEST_ORDINAL) and text.kinds[before] == DIGIT:
        before -= 1
    if text.points[before] in SIGNS:
        return True
    return before > 0 and text.points[before] in _BETWEEN_TWO and text.kinds[before - 1] == DIGIT


def _is_ordinal(text: Text, last: int) -> bool:
    """Whether the number with its *last* figure there may be an ordinal."""
    before = last
    while (
        before >= 0 and before > last - sentences.LONGEST_ORDINAL and text.kinds[before] == DIGIT
    ):
        before -= 1
    return before < 0 or text.kinds[before] == OTHER


def _shortens(text: Text, last: int) -> bool:
    """Whether a full stop behind the word with its *last* letter there shortens the word."""
    start = last + 1
    while start > 0 and last - start < sentences.LONGEST and text.kinds[start - 1] == LETTER:
        start -= 1
    word = "".join(map(chr, text.points[start : last + 1]))
    role = sentences.ABBREVIATIONS.get(word, 0)
    if role & sentences.BEFORE_NAME or (role & sentences.AS_TITLE and text.upper[start]):
        return True
    follows = next(
        (kind for kind in text.kinds[last + 2 : last + sentences.BETWEEN + 3] if kind != OTHER),
        OTHER,
    )
    return bool(role & sentences.BEFORE_FIGURE) and follows == DIGIT
