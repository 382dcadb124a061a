"""What a text tells that a stored article told before.

Each reading is a share or a difference of log-odds, so that short and long articles, and languages
with many words and few, are read alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_DOUBT, _DOUBT_LEVEL = 4.0, 0.6
"""The agreement of numbers is smoothed as if further numbers, of this weight in total, agreed at
this rate: few numbers are little evidence, and so are numbers that every other article has."""
_ENOUGH_NUMBERS = 16.0
"""The weight of numbers with which these tell, and not the order of sentences: reports of one form have all
sentences in one order, and other numbers. With fewer, the order counts in proportion to what is missing."""
LEAST_ALIGNED = 4.0
"""From this alignment on, the order of a text's sentences says that they were taken over."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a text being a rewritten copy of one article.

    ``numbers``: how many different numbers the text has; ``same_numbers``: how many of these the
    article has; ``number_weight`` and ``same_number_weight``: the weight of each of these groups,
    without the rough numbers of the text that stand for a number of the article.
    ``sentences``: how many sentences the text has; ``paired``: how many pairs of them and
    sentences of the article are each other's counterparts; ``pairing``: the share of the text's
    weight that stands in these. ``covered``: the share of the article that the text takes over,
    given its length. ``wording``: how much more of the article's words than of its phrases the
    text has, a difference of log-odds. ``same_words``: the median, over the text's sentences, of
    the share by weight of the words that the article has anywhere. ``tied``: how many of the
    text's sentences have two rare words in common with a sentence of the article;
    ``told_sentences``: how many sentences the article has. ``in_order``: how many of the paired
    sentences stand in the article's order; ``distinct``: how much more of a sentence the most
    similar sentence of the article has than the second most similar one, on average. ``aligned``: how
    much likelier, in nats, the text's sentences are if their counterparts stand in the article's order
    than if each stands anywhere. ``refilled``: whether the text and the article have sentences in
    common word for word but for their numbers, like reports of one form, or whole sentences, like pages
    of a manual. It is looked at only where all else speaks for a copy.

    ``begins`` and ``ends``: where the part of the text that all this is said of begins and ends, as
    shares of its terms.
    """

    numbers: int
    same_numbers: int
    sentences: int
    paired: int
    pairing: float
    covered: float
    wording: float
    number_weight: float
    same_number_weight: float
    same_words: float
    tied: int
    told_sentences: int
    in_order: int
    distinct: float
    aligned: float
    refilled: bool = False
    begins: float = 0.0
    ends: float = 1.0

    @property
    def part(self) -> float:
        """The share of the text that was compared."""
        return self.ends - self.begins

    def is_within(self, other: Evidence) -> bool:
        """Whether most of the part that was compared is in that of *other*."""
        return other.begins < (self.begins + self.ends) / 2 < other.ends

    @property
    def number_agreement(self) -> float:
        """The share of its numbers that the article has, by weight, smoothed."""
        return (self.same_number_weight + _DOUBT * _DOUBT_LEVEL) / (self.number_weight + _DOUBT)

    @property
    def alignment(self) -> float:
        """What ``aligned`` counts for beside the numbers."""
        return self.aligned * max(0.0, 1 - self.number_weight / _ENOUGH_NUMBERS)

    @property
    def readings(self) -> dict[str, float]:
        """What the scorecard reads, by the name of its curve."""
        return {
            "numbers": self.number_agreement,
            "other numbers": self.number_weight - self.same_number_weight,
            "counterparts": self.pairing,
            "covered": self.covered,
            "wording": self.wording,
            "same words": self.same_words,
            "tied": self.tied / self.sentences,
            "in order": float(self.in_order),
            "distinct": self.distinct,
            "aligned": self.alignment,
            "sentences": float(self.sentences),
            "source's sentences": float(self.told_sentences),
        }

    def items(self) -> tuple[tuple[str, float], ...]:
        """The reasons as names and values, for tags and output."""
        reasons: tuple[tuple[str, float], ...] = (
            ("numbers", float(self.numbers)),
            ("same_numbers", float(self.same_numbers)),
            ("sentences", float(self.sentences)),
            ("counterparts", float(self.paired)),
            ("covered_source", self.covered),
            ("new_wording", 1 / (1 + math.exp(-self.wording))),
            ("aligned", max(0.0, self.alignment)),
        )
        if self.refilled:
            reasons = (*reasons, ("refilled", 1.0))
        return (*reasons, ("part", self.part)) if self.part < 1 else reasons


def in_words(reasons: Mapping[str, float]) -> str:
    """The *reasons* for a rewritten copy, which are by name as :meth:`Evidence.items` has them, as
    a text for people; "" if they say nothing of sentences.
    """
    if "counterparts" not in reasons:
        return ""
    told = (
        f"{reasons['counterparts']:.0f} of {reasons['sentences']:.0f} sentences have a counterpart"
    )
    if reasons.get("numbers"):
        numbers = f"{reasons['same_numbers']:.0f} of {reasons['numbers']:.0f} numbers agree"
        told = f"{numbers}, {told}"
    if reasons.get("aligned", 0) >= LEAST_ALIGNED:
        told = f"{told}, the sentences follow the source's order"
    if reasons.get("refilled"):
        told = f"{told}, much in the same words, as in a form"
    return f"in {reasons['part']:.0%} of the text, {told}" if "part" in reasons else told
