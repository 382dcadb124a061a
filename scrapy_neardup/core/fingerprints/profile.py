"""What a text's sketch is drawn from, and what a query is judged by.

Grams, short windows of text, say how much of one article stands in another, and where. Rare
words, those that no thesaurus knows, say whether it is the same story: a spinner replaces what
it has synonyms for and leaves numbers, names and terms, while another report in the same words
(a stock notice, a weather table) has other numbers and names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.characters import DIGIT, HAN, KANA, LETTER
from scrapy_neardup.core.fingerprints.common_words import is_common
from scrapy_neardup.core.fingerprints.features import distinct, mix, span_hashes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.features import Text, Tokens

VERSION = 2
"""Raised with every change that gives some text other grams, phrases or rare words."""

GRAM_WEIGHT = 6
"""A gram is the shortest run of units that weighs this much, a character of Chinese, Japanese,
Korean or Thai weighing 2 and a word 4: three characters, or two words. Shorter ones are common to
all texts, longer ones break at every replaced word."""
ANCHOR_SHARE = 4
"""One gram in four, chosen by its hash, is an anchor."""
PHRASE_GAP = 12
"""A phrase is an anchor and the next one that starts at least this weight after it. What stands
between them may change. One phrase in common is as selective as four equal rows of a MinHash
band, but local: half an article has half of its phrases, not the fourth power of that."""

SHORT = 2
"""Most digits of a short number."""

# Odd, so that multiplying by them loses nothing; the order of what is added up counts.
_FIRST, _SECOND, _THIRD = (
    np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
)
NAME, NUMBER, SHORT_NUMBER = 1, 2, 3
"""Kinds of rare words. A short number has one digit or two and agrees by chance; names are what
is no number."""

_SPACE, _COMMA, _HYPHEN, _SLASH = (ord(c) for c in " ,-/")
_KATAKANA_FIRST, _KATAKANA_LAST = 0x30A1, 0x30FF
_HAN_FIRST, _HAN_LAST = 0x3400, 0x9FFF


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """The arrays of one text.

    ``grams``: hashes of the different grams, in order of first occurrence; ``gram_starts``:
    index of their first character. ``rare``, ``rare_starts``: the same of the rare words;
    ``rare_kinds``: see :data:`NAME`.
    ``words``: hashes of all different words, sorted. ``phrases``: hashes of all different
    phrases, sorted.
    """

    grams: NDArray[np.uint64]
    gram_starts: NDArray[np.intp]
    rare: NDArray[np.uint64]
    rare_starts: NDArray[np.intp]
    rare_kinds: NDArray[np.uint8]
    words: NDArray[np.uint64]
    phrases: NDArray[np.uint64]


def profile(text: Text, tokens: Tokens, words: NDArray[np.uint64]) -> Profile:
    """Return the profile of *text*, whose words are *tokens*; *words*: see :class:`Profile`."""
    units, weights, starts = _units(text, tokens)
    grams, places = _grams(units, weights)
    phrases = _phrases(grams, (np.cumsum(weights) - weights)[places])
    gram_starts = starts[places]
    first = _first_occurrences(grams)
    rare, rare_starts, rare_kinds = _rare(text, tokens)
    return Profile(
        grams=grams[first],
        gram_starts=gram_starts[first],
        rare=rare,
        rare_starts=rare_starts,
        rare_kinds=rare_kinds,
        words=words,
        phrases=phrases,
    )


def _units(
    text: Text, tokens: Tokens
) -> tuple[NDArray[np.uint64], NDArray[np.intp], NDArray[np.intp]]:
    """Return hash, weight and start of the units: characters where words are short, else words."""
    weights = np.where(_is_dense(text.kinds), 2, 0)
    hashes = mix(text.points.astype(np.uint64))
    spaced = tokens.kinds < HAN
    starts = tokens.starts[spaced]
    weights[starts] = 4
    hashes[starts] = tokens.hashes[spaced]
    units = weights.nonzero()[0]
    return hashes[units], weights[units], units


def _is_dense(kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    dense: NDArray[np.bool_] = kinds >= HAN
    return dense


def _grams(
    units: NDArray[np.uint64], weights: NDArray[np.intp]
) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return the hashes of the grams, and the number of the unit that each begins with."""
    count = len(units)
    if count < 2:
        return np.zeros(0, np.uint64), np.zeros(0, np.intp)
    sums = units[:-1] * _FIRST + units[1:] * _SECOND
    light = weights[:-1] + weights[1:] < GRAM_WEIGHT
    sums[:-1] += units[2:] * _THIRD * light[:-1]
    # Two light units want a third, which the last pair doesn't have.
    whole = count - 2 if light[-1] else count - 1
    return mix(sums[:whole]), np.arange(whole)


def _phrases(grams: NDArray[np.uint64], places: NDArray[np.intp]) -> NDArray[np.uint64]:
    anchors = ((grams >> np.uint64(20)) & np.uint64(ANCHOR_SHARE - 1) == 0).nonzero()[0]
    hashes, places = grams[anchors], places[anchors]
    following = np.searchsorted(places, places + PHRASE_GAP)
    # Ascending, as the places are.
    following = following[: np.searchsorted(following, len(anchors))]
    return distinct(mix(hashes[: len(following)] * _FIRST + hashes[following] * _SECOND))


def _rare(
    text: Text, tokens: Tokens
) -> tuple[NDArray[np.uint64], NDArray[np.intp], NDArray[np.uint8]]:
    """Return hashes, starts and kinds of the different rare words, in order of first occurrence.

    Rare are numbers, the short ones with their unit, and words with a digit; Chinese words that
    are not common; words with letters amid Chinese or Japanese; in other texts, words with a
    capital that no sentence begins with; in Japanese, runs of three katakana or kanji.
    """
    kinds = tokens.kinds
    rare = kinds == DIGIT
    chinese = ((kinds == HAN) & (tokens.lengths >= 2)).nonzero()[0]
    rare[chinese[~is_common(tokens.hashes[chinese])]] = True
    spaced = (kinds == LETTER).nonzero()[0]
    if len(spaced):
        dense = np.count_nonzero(_is_dense(text.kinds))
        if 2 * dense > np.count_nonzero(text.kinds == LETTER):
            rare[spaced] = True
        else:
            rare[spaced] = _is_name(text, tokens.starts[spaced], tokens.lengths[spaced])
    hashes, starts, lengths = tokens.hashes[rare], tokens.starts[rare], tokens.lengths[rare]
    sorts = np.full(len(hashes), NAME, np.uint8)
    is_number = kinds[rare] == DIGIT
    sorts[is_number] = np.where(lengths[is_number] <= SHORT, SHORT_NUMBER, NUMBER)
    few = (sorts == SHORT_NUMBER).nonzero()[0]
    hashes[few] = _with_unit(text, hashes[few], starts[few] + lengths[few])
    if (kinds == KANA).any():
        extra_starts, extra_lengths = _japanese_terms(text)
        hashes = np.concatenate((hashes, span_hashes(text.points, extra_starts, extra_lengths)))
        starts = np.concatenate((starts, extra_starts))
        sorts = np.concatenate((sorts, np.full(len(extra_starts), NAME, np.uint8)))
        order = np.argsort(starts, kind="stable")
        hashes, starts, sorts = hashes[order], starts[order], sorts[order]
    first = _first_occurrences(hashes)
    return hashes[first], starts[first], sorts[first]


def _with_unit(
    text: Text, numbers: NDArray[np.uint64], ends: NDArray[np.intp]
) -> NDArray[np.uint64]:
    """Return the hashes of *numbers* with the character that counts, as in 3级, after each."""
    last = len(text.points) - 1
    after = np.minimum(ends, last)
    after = np.where(text.points[after] == _SPACE, np.minimum(after + 1, last), after)
    counted = (ends <= last) & _is_dense(text.kinds[after])
    units = mix(text.points[after].astype(np.uint64))
    return np.where(counted, mix(numbers * _FIRST + units * _SECOND), numbers)


def _is_name(text: Text, starts: NDArray[np.intp], lengths: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which words have a digit, or a capital after a word of the same sentence.

    Capitals say nothing in a text where most words have one.
    """
    digits = np.concatenate(([0], np.cumsum(text.kinds == DIGIT)))
    with_digit: NDArray[np.bool_] = digits[starts + lengths] > digits[starts]
    capital = text.upper[starts]
    if 2 * int(capital.sum()) > len(capital):
        return with_digit
    before = text.points[starts - 1]
    earlier, kind = text.points[starts - 2], text.kinds[starts - 2]
    follows = (before == _SPACE) & ((kind == LETTER) | (kind == DIGIT) | (earlier == _COMMA))
    joined = (before == _HYPHEN) | (before == _SLASH)
    with_digit |= capital & (starts >= 2) & (lengths >= 2) & (follows | joined)
    return with_digit


def _japanese_terms(text: Text) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    points = text.points
    kana = text.kinds == KANA
    katakana = kana & (points >= _KATAKANA_FIRST) & (points <= _KATAKANA_LAST)
    kanji = kana & (points >= _HAN_FIRST) & (points <= _HAN_LAST)
    labels = katakana.astype(np.int8) + 2 * kanji.astype(np.int8)
    borders = (np.diff(labels, prepend=0, append=0)).nonzero()[0]
    starts, lengths = borders[:-1], np.diff(borders)
    term = (labels[starts] > 0) & (lengths >= 3)
    return starts[term], lengths[term]


def _first_occurrences(hashes: NDArray[np.uint64]) -> NDArray[np.intp]:
    ordered = np.sort(hashes)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    if not len(repeated):
        return np.arange(len(hashes))
    # Sorting values is much faster than sorting places, so that is left to the few that can
    # be repeated.
    marked = np.zeros(1 << 16, np.bool_)
    marked[repeated.astype(np.uint16)] = True
    places = marked[hashes.astype(np.uint16)].nonzero()[0]
    values = hashes[places]
    order = np.argsort(values, kind="stable")
    values = values[order]
    first = np.ones(len(hashes), np.bool_)
    first[places[order[1:][values[1:] == values[:-1]]]] = False
    return first.nonzero()[0]
