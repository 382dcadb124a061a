"""Reads numbers in English and German words as the figures that another writer would put: three
hundred and 300, 3.2 million and 3,200,000, zweiundzwanzig and 22, 1,5 Mrd. and 1.500.000.000.

Words of one number stand beside each other, with a space, a hyphen or the end of a line between.
Only what is surely a number is read as one: one and ein that stand alone are articles and
pronouns, a few hundred and mehrere tausend are no numbers, and five million and two children are
two numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.core.fingerprints.characters import DIGIT, LETTER
from scrapy_neardup.core.fingerprints.numbers.numerals import (
    LARGEST,
    MOST_PLACES,
    shortened,
    written,
)
from scrapy_neardup.core.fingerprints.scales import SCALES, next_at, word_end

if TYPE_CHECKING:
    from collections.abc import Sequence

(
    UNIT,
    TEEN,
    TENS,
    HUNDRED,
    SCALE,
    DOZEN,
    AND,
    ARTICLE,
    HALF,
    ORDINAL,
    COIN,
    ENDING,
    AND_HALF,
    LAST,
    MIXED,
    HEED,
) = range(1, 17)
"""What a word, or a part of a German one, is in a number. ``COIN``: a scale behind figures with
the sign of a currency, as m in $3m. ``ENDING``: what makes figures an ordinal number, as in 31st. ``AND_HALF``: a half more. ``LAST``: a unit at the end only.
``MIXED``: a word of its own, in tenths. ``HEED``: a word beside which a German acht means
attention, not eight, as in Acht geben; it stands before acht if its value is 1, else behind."""

Part = tuple[int, int]
"""What a word or part is in a number, and its value."""


def _valued(role: int, words: str, *values: int) -> dict[str, Part]:
    """The *words*, apart by spaces, each with its value."""
    return dict(zip(words.split(), [(role, value) for value in values], strict=True))


_ENGLISH = (
    _valued(UNIT, "one two three four five six seven eight nine", *range(1, 10))
    | _valued(TEEN, "ten eleven twelve thirteen fourteen fifteen sixteen", *range(10, 17))
    | _valued(TEEN, "seventeen eighteen nineteen", 17, 18, 19)
    | _valued(TENS, "twenty thirty forty fifty sixty seventy eighty ninety", *range(20, 100, 10))
    | _valued(HUNDRED, "hundred", 100)
    | _valued(SCALE, "thousand", 10**3)
    | {word: (SCALE, value) for word, value in SCALES.items()}
    | _valued(COIN, "k m b", 10**3, 10**6, 10**9)
    | _valued(ENDING, "st nd rd th", *[1] * 4)
    | _valued(DOZEN, "dozen", 12)
    | _valued(AND, "and", 0)
    | _valued(ARTICLE, "a", 1)
    | _valued(HALF, "half", 0)
    | _valued(ORDINAL, "first second third fourth fifth sixth seventh eighth ninth", *[0] * 9)
)
_GERMAN = (
    _valued(SCALE, "tausend tsd million millionen mio", *[10**3] * 2, *[10**6] * 3)
    | _valued(SCALE, "milliarde milliarden mrd", *[10**9] * 3)
    | _valued(SCALE, "billion billionen", *[10**12] * 2)
    | _valued(DOZEN, "dutzend", 12)
    | _valued(AND, "und", 0)
    | _valued(ARTICLE, "ein eine einer einem einen eines", *[1] * 6)
    | _valued(HALF, "halbe halben halber halbes", *[0] * 4)
    | _valued(HEED, "ausser gib gebt", *[1] * 3)
    | _valued(HEED, "nehmen nimmt nahm genommen geben gegeben", *[2] * 6)
)
WORDS = {"en": _ENGLISH, "de": _GERMAN}
"""The words that make numbers, by language, without those of GERMAN_PARTS."""
LANGUAGES = (*WORDS,)

GERMAN_PARTS = (
    _valued(UNIT, "ein zwei zwo drei vier fuenf sechs sieben acht neun", 1, 2, *range(2, 10))
    | _valued(TEEN, "zehn elf zwoelf dreizehn vierzehn fuenfzehn sechzehn", *range(10, 17))
    | _valued(TEEN, "siebzehn achtzehn neunzehn", 17, 18, 19)
    | _valued(TENS, "zwanzig dreissig vierzig fuenfzig sechzig", *range(20, 70, 10))
    | _valued(TENS, "siebzig achtzig neunzig", 70, 80, 90)
    | _valued(HUNDRED, "hundert", 100)
    | _valued(SCALE, "tausend", 1000)
    | _valued(AND, "und", 0)
    | _valued(LAST, "eins", 1)
    | _valued(AND_HALF, "einhalb", 0)
    | _valued(MIXED, "anderthalb", 15)
)
"""The parts that make a German number in one word, as the normal form spells them."""
LONGEST_PART = max(map(len, GERMAN_PARTS))

FIRST_YEAR, LAST_YEAR = 1900, 2099
"""Figures in this range may be a year, not so many of a scale: In 2020 million-dollar homes
sold."""
_SPACE, _COMMA, _HYPHEN, _FULL_STOP = map(ord, " ,-.")
SIGNS = frozenset(map(ord, "$£€¥"))


class Number(NamedTuple):
    """A number that was read: its digits as one number, how many of them follow the point, where it
    ends, and whether it is one without a scale.
    """

    value: int
    places: int
    end: int
    alone: bool = True


class Word(NamedTuple):
    """A word of a number and where it ends."""

    role: int
    value: int
    end: int


NO_WORD = Word(0, 0, 0)


def figure(
    points: Sequence[int],
    kinds: Sequence[int],
    upper: Sequence[bool],
    start: int,
    language: str,
) -> tuple[str, int] | None:
    """The number that begins at *start*, with a word or with figures before a word; returned in
    figures, with the place where it ends. None if no number surely begins there, or if it is in
    figures already. *upper* tells which letters are capitals.
    """
    return _Reader(points, kinds, upper, language).figure(start)


class _Reader:
    def __init__(
        self,
        points: Sequence[int],
        kinds: Sequence[int],
        upper: Sequence[bool],
        language: str,
    ) -> None:
        self._points = points
        self._kinds = kinds
        self._upper = upper
        self._words = WORDS[language]
        self._german = language == "de"

    def figure(self, start: int) -> tuple[str, int] | None:
        in_figures = self._kinds[start] == DIGIT
        number = self._figures(start) if in_figures else self._first(start)
        if number is None:
            return None
        number = self._with_half(number)
        is_sum = in_figures and start > 0 and self._points[start - 1] in SIGNS
        may_be_year = (
            in_figures
            and not (is_sum or number.alone or number.places)
            and FIRST_YEAR <= number.value <= LAST_YEAR
        )
        scale = self._scale(number, is_sum=is_sum, may_be_year=may_be_year)
        total, places, end = number.value, number.places, number.end
        if scale.role:
            if total > LARGEST // scale.value:
                return None
            total, end = total * scale.value, scale.end
            bound = scale.value
            while not places and bound >= 1000:
                more, bound = self._more(end, bound)
                total, end = total + more.value, more.end or end
            total, places = shortened(total, places)
        elif not number.alone:
            return None
        return written(total, places), end

    def _word(self, at: int) -> Word:
        """The word that begins at *at*, if it is one of a number."""
        if at >= len(self._points) or self._kinds[at] != LETTER:
            return NO_WORD
        end = word_end(self._kinds, at)
        role, value = self._words.get("".join(map(chr, self._points[at:end])), (0, 0))
        return Word(role, value, end)

    def _next_word(self, end: int) -> Word:
        return self._word(next_at(self._points, end))

    def _figures(self, at: int) -> Number | None:
        """A number in figures; in German with a comma for the point, and points between thousands."""
        points, kinds = self._points, self._kinds
        start = at
        value = places = marks = 0
        since = 0  # digits since the last mark
        grouped = self._german
        while at < len(points) and kinds[at] == DIGIT:
            if points[at] == _FULL_STOP:
                grouped = grouped and (1 <= since <= 3 if not marks else since == 3)
                marks, since = marks + 1, 0
            else:
                value, since = 10 * value + points[at] - ord("0"), since + 1
            if value >= LARGEST:
                return None
            at += 1
        grouped = grouped and marks > 0 and since == 3 and points[start] != ord("0")
        if marks and not grouped:
            if marks > 1 or since > MOST_PLACES:
                return None
            places = since
        alone = grouped
        if self._german and not places and self._is_comma(at):
            at += 1
            while at < len(points) and kinds[at] == DIGIT:
                if points[at] == _FULL_STOP:
                    return None
                value, places = 10 * value + points[at] - ord("0"), places + 1
                if value >= LARGEST or places > MOST_PLACES:
                    return None
                at += 1
            if self._is_comma(at):
                return None
            alone = True
        return Number(value, places, at, alone)

    def _is_comma(self, at: int) -> bool:
        """Whether a comma with a digit behind it stands there."""
        return (
            at + 1 < len(self._points)
            and self._points[at] == _COMMA
            and self._kinds[at + 1] == DIGIT
        )

    def _first(self, start: int) -> Number | None:
        """What a number in words begins with, up to its first scale."""
        word = self._word(start)
        if word.role in (ARTICLE, HALF):
            return self._of_article(word)
        return self._section(start)

    def _of_article(self, word: Word) -> Number | None:
        """The number of "a hundred", or that of "a", "half", "a half" or "half a" before a scale."""
        follows = self._next_word(word.end)
        if word.role == ARTICLE and follows.role == HUNDRED:
            return self._with_less(100, follows.end)
        if word.role == ARTICLE and follows.role != HALF:
            return Number(1, 0, word.end, alone=False)
        if follows.role in (ARTICLE, HALF):
            if word.role == follows.role:
                return None
            word = follows
        return Number(5, 1, word.end, alone=False)

    def _section(self, start: int) -> Number | None:
        """A number in words below a thousand; in German below a million."""
        if self._german:
            return self._compound(start)
        number = self._small(start)
        if number is None:
            return None
        follows = self._next_word(number.end)
        if follows.role == HUNDRED:
            return self._with_less(100 * number.value, follows.end)
        return number._replace(alone=number.value > 1)

    def _small(self, start: int) -> Number | None:
        """An English number below a hundred; None for an ordinal one."""
        word = self._word(start)
        if word.role in (UNIT, TEEN):
            return Number(word.value, 0, word.end)
        if word.role != TENS:
            return None
        follows = self._next_word(word.end)
        if follows.role == ORDINAL and self._points[word.end] == _HYPHEN:
            return None
        if follows.role == UNIT:
            return Number(word.value + follows.value, 0, follows.end)
        return Number(word.value, 0, word.end)

    def _with_less(self, hundreds: int, end: int) -> Number:
        """English *hundreds* that end at *end*, with the number below a hundred that follows."""
        at = next_at(self._points, end)
        if self._word(at).role == AND:
            at = next_at(self._points, self._word(at).end)
        less = self._small(at)
        # Two hundred and three hundred are two numbers.
        if less is None or self._next_word(less.end).role == HUNDRED:
            return Number(hundreds, 0, end)
        return Number(hundreds + less.value, 0, less.end)

    def _with_half(self, number: Number) -> Number:
        """*number*, with the half that follows in English words."""
        words = []
        end = number.end
        for _ in range(3):
            word = self._next_word(end)
            words.append(word.role)
            end = word.end
        # In "2025 and a half-million", the half does not belong to the year.
        if self._german or number.places or words != [AND, ARTICLE, HALF] or number.value >= 1000:
            return number
        return Number(10 * number.value + 5, 1, end)

    def _scale(self, number: Number, *, is_sum: bool, may_be_year: bool) -> Word:
        """The scale of a number; if that is in figures, the scale may follow without a space."""
        at = number.end
        beside = self._word(at)
        if beside.role in (SCALE, ENDING) or (is_sum and beside.role == COIN):
            return beside
        if may_be_year and at < len(self._points) and self._points[at] != _HYPHEN:
            return NO_WORD
        word = self._next_word(at)
        return word if word.role in (HUNDRED, SCALE, DOZEN) else NO_WORD

    def _more(self, end: int, bound: int) -> tuple[Number, int]:
        """The part of a number that follows a scale of *bound*, and its own scale; a part that
        ends at 0 if nothing follows.
        """
        none = Number(0, 0, 0)
        at = next_at(self._points, end)
        added = self._word(at).role == AND
        if added:
            at = next_at(self._points, self._word(at).end)
        if at >= len(self._points) or self._kinds[at] != LETTER:
            return none, 1
        section = self._section(at)
        if section is None or section.places:
            return none, 1
        scale = self._next_word(section.end)
        if scale.role in (HUNDRED, DOZEN):
            return none, 1
        # A thousand and one is a number, five million and two children are not.
        if added and (scale.role == SCALE or bound > 1000 or section.value >= 100):
            return none, 1
        if scale.role != SCALE:
            return (section, 1) if section.value < bound else (none, 1)
        if section.value * scale.value >= bound:
            return none, 1
        return Number(section.value * scale.value, 0, scale.end), scale.value

    def _compound(self, start: int) -> Number | None:
        """A German number in one word."""
        if start >= len(self._points) or self._kinds[start] != LETTER:
            return None
        end = word_end(self._kinds, start)
        word = "".join(map(chr, self._points[start:end]))
        if self._is_noun(start) or (word == "acht" and self._is_heed(start, end)):
            return None
        thousands = hundreds = 0
        small, before = -1, 0
        sure = False
        at = 0
        while at < len(word):
            part = _part(word, at)
            role, value = GERMAN_PARTS.get(part, (0, 0))
            at += len(part)
            last = at == len(word)
            if role in (UNIT, TEEN, LAST):
                # No number ends in ein, as in hundertein Leute, and nothing follows eins.
                if small >= 0 or (role == LAST) != (last and value == 1):
                    return None
                small = value
            elif role == TENS:
                if small >= 0 and before != AND:
                    return None
                small = max(small, 0) + value
            elif role == AND:
                if before not in (UNIT, HUNDRED, SCALE) or last:
                    return None
            elif role == HUNDRED:
                if hundreds or small >= 20 or before == AND:
                    return None
                hundreds, small = 100 * (small if small > 0 else 1), -1
            elif role == SCALE:
                if thousands or before == AND:
                    return None
                thousands, hundreds, small = 1000 * (hundreds + max(small, 0) or 1), 0, -1
            elif role == AND_HALF:
                if before != UNIT or thousands or hundreds or not last:
                    return None
                return Number(10 * small + 5, 1, end)
            elif role == MIXED:
                return Number(value, 1, end) if last and not before else None
            else:
                return None
            sure = sure or role in (UNIT, TEEN, TENS, LAST)
            before = role
        # Several hundred are no number: hundert and tausend are one only with a smaller number.
        if not sure:
            return None
        value = thousands + hundreds + max(small, 0)
        return Number(value, 0, end, alone=value > 1)

    def _is_noun(self, start: int) -> bool:
        """Whether a German word within a sentence has one capital, its first letter, as a noun
        has: in Acht, die Elf.
        """
        points, upper = self._points, self._upper
        if start < 2 or not upper[start] or upper[start + 1 : start + 2] == [True]:
            return False
        before = points[start - 2] == _COMMA or self._kinds[start - 2] in (LETTER, DIGIT)
        return before and points[start - 1] == _SPACE

    def _is_heed(self, start: int, end: int) -> bool:
        """Whether a German acht from *start* to *end* means attention by the words beside it."""
        after = self._next_word(end)
        if after.role == HEED and after.value > 1:
            return True
        begin = start - 1
        if begin < 1 or self._points[begin] != _SPACE:
            return False
        while begin and self._kinds[begin - 1] in (LETTER, DIGIT):
            begin -= 1
        before = self._word(begin)
        return before.role == HEED and before.value == 1 and before.end == start - 1


def _part(word: str, at: int) -> str:
    """The longest part of a German number that stands there, "" for none."""
    sizes = range(LONGEST_PART, 1, -1)
    return next(
        (word[at : at + size] for size in sizes if word[at : at + size] in GERMAN_PARTS), ""
    )
