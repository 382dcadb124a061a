"""The layout of a stored telling, and the limits of tellings: see :mod:`.telling`."""

from __future__ import annotations

import struct

VERSION = 18
"""Raised with every change of how a text is told, of what is stored of it or of what two texts have
in common."""

HEAD = struct.Struct("<BBBHff")
_HEAD_BEFORE_10 = struct.Struct("<BBHff")
LEAST_POSTED, MOST_POSTED = 20, 32
"""The least and the most characteristic terms by which a document is found, and looks for others:
the fewer stories count, the more terms (:func:`.telling.posted_by`)."""
FEWEST_POSTED, WIDEST = 12, 1 / 100
"""If fewer terms than FEWEST_POSTED are rare enough, the next rarest ones are added up to this
number, if at most the share WIDEST of the articles has them: otherwise some sources of a large
index would have one to three terms to be found by."""
MOST_WEIGHT = 7.0
"""The weight of a term that one article in 1,100 has, or fewer. For the choice of the most
characteristic terms, rarer terms weigh more than that."""
MOST_SENTENCES = 48
"""The most sentences that are told apart; in a longer text, neighbouring sentences are joined."""
MOST_TERMS = 331
"""The most terms that are stored; a number takes the room of two."""
FIRST_NUMBER = 0xE000
"""Hashes of stored terms are words below it, and numbers from it on."""
MOST_OF_SENTENCE = 255
NO_LIMIT = 0xFFFF

LEAST_TERMS, LEAST_SENTENCES = 20, 5
"""A text with fewer is not judged, and is no source either: of copies of levels L1 and L2 that are
cut to four sentences, the rule finds the source of 4 %
(``python -m benchmarks.quality.rewriting``)."""
RARE = 4.0
"""The least weight of a rare term: one article in 55 has it, or fewer."""
TIED = 2
"""The number of rare terms that tie a sentence to a sentence of the source that has them, too."""
SHORTEST, LONGEST = 0.27, 1.8
"""The least and the greatest length of a copy that is judged, relative to its source, by the
weight of their terms: a note that a long article has too is no retelling of it."""
COUNTERPART = 0.12
"""The least share of a sentence that its counterpart has."""
COVERED = 0.2
"""The same, for the counterpart to count as taken over."""
LEAST_ODDS = 0.05
"""What is added to a share and to its rest before the odds are taken, so that they are neither 0 nor infinite."""
ELSEWHERE, STEPS = 0.2, 3
"""How often, of sentences whose counterparts stand in the stored order, the next one's counterpart stands
anywhere. Else it is the same as the last one's, or one of the STEPS - 1 next ones, each as likely."""
MOST_ALIGNED, FOLD = 10.0, 2.0
"""A stored sentence is likelier by e to be a sentence's counterpart for every FOLD of weight that the two
have in common, up to MOST_ALIGNED."""
LEAST_PART, MOST_PART = 1 / 3, 0.7
"""The least and the greatest share of a text, by terms, that is compared by itself. Less is what any report
may repeat of an earlier one. Of more, the rest is no story of its own, and its numbers are to agree, too."""
BELOW, ABOVE = 0.1, 0.25
"""How much smaller or greater a number may be than the rough number that stands for it, as shares of
the latter; and by less than one in its last figure that is not 0."""
PRECISION, EXACT = 2.0**-8, 256.0
"""How far, as a share, the value of a number may be from what is stored of it. Integers up to EXACT are
stored as they are."""


def encoded_size(data: bytes, start: int = 0) -> int:
    """The length of the stored telling that begins at *start* of *data*, by its head.

    Raises struct.error if *data* ends before that.
    """
    keys, count, numbers, *_ = HEAD.unpack_from(data, start)
    return _size(data, start, HEAD.size, keys, count) + 2 * int(numbers)


def encoded_size_before_10(data: bytes, start: int = 0) -> int:
    """The same for the tellings of indexes of a format before 10, which have no values of numbers."""
    keys, count, *_ = _HEAD_BEFORE_10.unpack_from(data, start)
    return _size(data, start, _HEAD_BEFORE_10.size, keys, count)


def _size(data: bytes, start: int, head: int, keys: int, count: int) -> int:
    at = start + head + 4 * keys
    if len(data) < at + 2 * count:
        raise struct.error(f"{len(data)} bytes for {count} sentences from {at} on")
    return head + 4 * keys + 2 * count + 2 * sum(data[at : at + 2 * count : 2])


def check(data: bytes) -> None:
    """Raise ValueError for a stored telling that is not as long as its head says."""
    try:
        expected = encoded_size(data)
    except struct.error:
        expected = -1
    if len(data) != expected:
        raise ValueError(
            f"a telling of {len(data)} bytes, not as long as its head says: the index is damaged, "
            "rebuild it"
        )
