"""How much of a text stands in a stored document, and where: the evidence for a verdict.

:mod:`.reference` says how it is measured.
"""

from __future__ import annotations

from typing import NamedTuple

VERSION = 13
"""Raised with every change of what is measured, or how."""

NEIGHBOURS = 4
"""The number of grams on either side of a gram that decide with it whether its place is
covered."""
COVERED = 0.34
"""A place is covered if the other text has this share of the grams around it, or more. The value
lies between what a copy with half of its words replaced keeps and what two reports of one event
share."""
SURELY_LACKED = 2
"""The fewest grams of a subject inside cores by which the other text is known to lack it. A single one may have
another neighbour in it only because sentences were moved."""
MAP_SIZE = 64
"""Bits of the maps of the query."""


class RareWords(NamedTuple):
    """Rare words of one text in common passages, and how many of them the other text has.

    The weights are sums of what each word proves, in [0, 1], by how rare it is. The weights of
    numbers include the short numbers.
    """

    numbers: int = 0
    same_numbers: int = 0
    short_numbers: int = 0
    same_short_numbers: int = 0
    names: int = 0
    same_names: int = 0
    number_weight: float = 0.0
    same_number_weight: float = 0.0
    name_weight: float = 0.0
    same_name_weight: float = 0.0

    @property
    def weight(self) -> float:
        """The weight of all the words."""
        return self.number_weight + self.name_weight

    @property
    def same_weight(self) -> float:
        """The weight of the words that the other text has."""
        return self.same_number_weight + self.same_name_weight

    @property
    def strangers(self) -> int:
        """How many of the words the other text lacks."""
        return (
            self.numbers
            + self.short_numbers
            + self.names
            - self.same_numbers
            - self.same_short_numbers
            - self.same_names
        )


class Overlap(NamedTuple):
    """What a query and a stored document have in common. Shares are in [0, 1].

    ``jaccard``: of the gram samples. ``containment``: share of the query's grams that the
    document has.

    Common passages are the places where many grams are common. ``covered_query``,
    ``covered_document``: share of each text in passages; ``query_rare``, ``rare``: the rare words
    of each text in and beside passages. The core of a passage reaches from its first common gram
    to its last. ``core_query``, ``core_document``: share of each text in cores;
    ``query_core_rare``, ``core_rare``: the rare words inside cores; ``density``: share of common
    grams in the cores (mean of both texts); ``map`` has bit i set if the i-th of 64 equal parts of
    the query, by its sampled grams, is in a core. ``places`` has bit i set if the middle of the i-th of 64
    equal parts of the query, by all of its grams, is in a passage: sampled grams are denser here than
    there by chance, and these places are not. ``before_query``, ``before_document``: share of each text
    before its first core, 1 without a core. Each text has values of its own: a spinner's substitutes may
    be rare words themselves, and a repost's own date line is a number.

    ``unbroken``: share of the grams that are common and have only common neighbours, in the text
    where it is smaller.

    ``common``: how many sampled grams the passages have, in the text where they have fewer.
    ``order``: of the common grams in passages that each text has once, the share whose successor
    in the document comes later in the query, too.

    ``refilled``: weight of the rare words of one text in whose place, next to the same common
    gram, the other text has another rare word, as in a form that is filled in anew; of the text
    where it is less. ``refilled_numbers``: the same of numbers of three digits or more in the
    place of other such numbers. ``filled_in``: weight of the names inside cores that stand between two
    common grams between which the other text has another name; of the text where it is less.
    ``kept_numbers``: how many numbers in and beside passages stand between the same two common grams in both
    texts; ``changed_numbers``: how many stand there in the place of others, in the text where they are
    fewer. Only grams count here that each text has once.
    ``rarest``: weight of the third rarest of the common rare words in
    and beside the passages, 0 if there are fewer. ``skeleton``: how many grams of its skeleton the
    document has kept; ``same_skeleton``: how many of these the query has.

    ``other_subjects``: how many subjects of the query the document lacks. Subjects are the names
    (:mod:`~scrapy_neardup.core.fingerprints.surnames`) and, on one host, the words of its title
    (:mod:`~scrapy_neardup.core.fingerprints.titles`) that the query repeats. One is lacking if
    SURELY_LACKED or more of its sampled grams are inside cores, and none of its grams is common.
    """

    jaccard: float = 0.0
    containment: float = 0.0
    covered_query: float = 0.0
    covered_document: float = 0.0
    core_query: float = 0.0
    core_document: float = 0.0
    before_query: float = 1.0
    before_document: float = 1.0
    density: float = 0.0
    unbroken: float = 0.0
    common: int = 0
    order: float = 1.0
    refilled: float = 0.0
    refilled_numbers: float = 0.0
    filled_in: float = 0.0
    kept_numbers: int = 0
    changed_numbers: int = 0
    rarest: float = 0.0
    skeleton: int = 0
    same_skeleton: int = 0
    other_subjects: int = 0
    rare: RareWords = RareWords()
    query_rare: RareWords = RareWords()
    core_rare: RareWords = RareWords()
    query_core_rare: RareWords = RareWords()
    map: int = 0
    places: int = 0

    @property
    def known(self) -> float:
        """The share of the query in passages, by its places."""
        return self.places.bit_count() / MAP_SIZE


NOTHING = Overlap()
