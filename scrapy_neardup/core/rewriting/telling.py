"""How a text tells its story: which terms stand in which sentence, what each of them tells, and
which are the most characteristic of it; and what of it a stored article has told before.

What is stored of it is at most 900 bytes, little-endian: number of characteristic terms, of sentences,
and of terms that are numbers, 1 byte each; the limit of the sample, 2 bytes; the sum of the weights of
its different terms and the length of their vector, floats of 4 bytes; the characteristic terms, 4 bytes
each; the sentences, 2 bytes each: how many terms are kept of it, and what it weighs; the terms, a
hash of 2 bytes each, in order; what the numbers among them are, 2 bytes each, the upper half of a float.
Of a long text, only the terms of the smallest ranks are kept, up to the limit of the sample: ranks are
hashes, and those of numbers a quarter of that. A query leaves out its own terms beyond that limit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.rarity.frequencies import table_of_terms
from scrapy_neardup.core.rarity.word_lists import WEIGHT_OF_LIST, word_lists
from scrapy_neardup.core.rewriting import layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.terms import Terms
    from scrapy_neardup.core.rarity.frequencies import Frequencies
    from scrapy_neardup.core.rewriting import reference as kernel
    from scrapy_neardup.core.rewriting.evidence import Evidence
else:
    kernel = kernel_of("scrapy_neardup.core.rewriting", layout.VERSION)

FEW_STORIES, SHARE_OF_STORIES = 20, 1 / 2000
"""A characteristic term stands in so many stories at most, or in this share of them: else it would
lead to too many documents, seven times as many if any number of stories were allowed."""
_FEW = 3
"""A term of so few articles counts as rare as one that no article has: else a copy's own words
would come before those of its source, which one article has. Thanks to the word lists, the first
articles of an index have characteristic terms, too."""
_APART = {"ja": 3, "ko": 3}
"""How far apart the two terms of a phrase stand, 1 for neighbours. If terms are pairs of
characters of a run, neighbouring terms share a character, and the next but one stands in the same
word, so that a common word would pass for a phrase. Between unrelated articles, a distance of
three makes ``wording`` in Japanese what neighbours make it in Chinese and English (median 0.71,
0.76, 0.75)."""

_POSTED_TIMES_STORIES = 16_000
"""The number of characteristic terms of a text times the stories counted: 32 terms up to 500
stories, 20 from 800 on. The fewer stories are counted, the less is known about which terms are
rare, and the fewer of a source's terms are still characteristic of what is written from it
later."""


def posted_by(stories: int) -> int:
    """How many characteristic terms a text has if so many *stories* of its language count."""
    return max(
        layout.LEAST_POSTED, min(layout.MOST_POSTED, _POSTED_TIMES_STORIES // max(stories, 1))
    )


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """How a text tells its story. ``weights``: how much each of the different ``terms`` tells,
    from 0 to 7, the logarithm of one over the share of the articles of its language that have it;
    ``known``: the number of such articles that gave the weights; the list of a language counts as
    WEIGHT_OF_LIST. ``keys``: its most characteristic terms, 32 bits each, the most characteristic
    first, by which it looks for others; ``posted``: the number of them by which it is found. A
    query looks up more keys than it posts, because some keys of a copy are words its source lacks.
    """

    terms: Terms
    weights: NDArray[np.float64]
    known: int
    keys: NDArray[np.uint32]
    posted: int = layout.MOST_POSTED

    @classmethod
    def of(cls, terms: Terms, frequencies: Frequencies) -> Telling | None:
        """How a text with these *terms* tells its story; None if it is too short to tell one."""
        size = len(terms.places)
        if size < layout.LEAST_TERMS or terms.sentences[-1] + 1 < layout.LEAST_SENTENCES:
            return None
        table = table_of_terms(terms.language)
        stories = frequencies.stories(table)
        shares = frequencies.shares(table, terms.different, few=_FEW)
        few = max(FEW_STORIES, SHARE_OF_STORIES * stories) / (stories + WEIGHT_OF_LIST)
        weights, keys = kernel.weigh(
            terms.different, shares, terms.places, few, layout.MOST_POSTED
        )
        is_listed = len(word_lists().terms_of(terms.language).words) > 0
        known = stories + (WEIGHT_OF_LIST if is_listed else 0)
        return cls(terms, weights, known, keys, posted_by(stories))

    def sketch(self) -> bytes:
        """The stored form."""
        terms = self.terms
        return kernel.sketch(
            terms.different,
            terms.is_number,
            terms.values,
            self.weights,
            terms.places,
            terms.sentences,
            self.keys[: self.posted],
        )


def posted_keys(data: bytes) -> NDArray[np.uint32]:
    """The characteristic terms of a stored telling: its postings. Raises ValueError for bytes of
    another length than their head says.
    """
    layout.check(data)
    return np.frombuffer(data, "<u4", data[0], layout.HEAD.size)


def compare(telling: Telling, stored: bytes) -> list[Evidence]:
    """What *telling* has in common with the *stored* telling of an article: the whole of it, and the run
    of its sentences that has most, if that is from LEAST_PART to MOST_PART of it. For a text may be written
    from two articles, or go on with a story of its own.

    Left out is what is too short to compare, or too different in length. The numbers in the frame of the
    query are left out: dates, phone numbers and counts of readers are a site's, not of the text. Raises
    ValueError for damaged bytes.
    """
    own = ~telling.terms.framed
    places, sentences = telling.terms.places[own], telling.terms.sentences[own]
    whole, begin, behind = _compared(telling, stored, places, sentences)
    found = [] if whole is None else [whole]
    if layout.LEAST_PART <= (behind - begin) / max(len(places), 1) <= layout.MOST_PART:
        part, *_ = _compared(telling, stored, places[begin:behind], sentences[begin:behind])
        if part is not None:
            begins, ends = begin / len(places), behind / len(places)
            found.append(replace(part, begins=begins, ends=ends))
    return found


def _compared(
    telling: Telling, stored: bytes, places: NDArray[np.int64], sentences: NDArray[np.int64]
) -> tuple[Evidence | None, int, int]:
    """What the terms at *places*, in *sentences*, have in common with a *stored* telling, and where
    among them the run of sentences begins and ends that has most.
    """
    terms = telling.terms
    return kernel.compare(
        terms.different,
        terms.is_number,
        terms.is_rough,
        terms.values,
        telling.weights,
        places,
        sentences,
        stored,
        _APART.get(terms.language, 1),
    )
