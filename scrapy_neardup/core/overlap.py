"""How much of a text stands in a stored document, and where: what a verdict rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.sketch import GRAM, HASH_BITS, NUMBER, decode, short, under

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.profile import Profile

NEIGHBOURS = 4
"""The grams to either side that decide with one whether its place is covered."""
COVERED = 0.34
"""Share of the grams around a place, in the other text as well, from which it is covered. A copy
with half of its content words replaced keeps 0.4; reports of one event without a common source
share 0.1 to 0.2."""
MAP_SIZE = 64
"""Bits of the map of the query."""

_MAP_BITS = np.uint64(1) << np.arange(MAP_SIZE, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a query and a stored document have in common. Shares are in [0, 1].

    ``jaccard``: of the gram samples. ``containment``: share of the query's grams that the
    document has; ``contained``: share of the document's grams that the query has.
    ``covered_query``, ``covered_document``: share of each that lies in common passages.
    ``density``: share of grams in common inside those passages, mean of both sides; ``common``:
    how many sampled grams those passages have, of the side with fewer. ``order``: share of the
    document's common grams that are followed, in the query too, by one that comes later.
    Inside the common passages: ``numbers`` and other rare words (``names``) of the document and
    how many of them the query has (``same_numbers``, ``same_names``), and the reverse
    (``query_...``). The sides differ: a spinner's substitutes may be rare words themselves, a
    repost's own date line is a number. ``map``: bit i is set if the i-th of 64 equal
    parts of the query is covered.
    """

    jaccard: float
    containment: float
    contained: float
    covered_query: float
    covered_document: float
    density: float
    common: int
    order: float
    numbers: int
    same_numbers: int
    names: int
    same_names: int
    query_numbers: int
    same_query_numbers: int
    query_names: int
    same_query_names: int
    map: int


NOTHING = Overlap(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 1.0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def overlap(query: Profile, document: bytes) -> Overlap:
    """Compare a *query* with the sketch of a *document*.

    The measures are estimates: their standard error is about 0.06 where grams are many.
    """
    sketch = decode(document)
    is_gram = sketch.kinds == GRAM
    grams = sketch.items[is_gram]
    chosen = under(query.grams, sketch.gram_limit)
    asked = short(query.grams[chosen])
    if not len(grams) or not len(asked):
        return NOTHING
    hit = _membership(asked)[grams]
    asked_hit = _membership(grams)[asked]
    covered, asked_covered = _covered(hit), _covered(asked_hit)
    common, asked_common = int(covered.sum()), int(asked_covered.sum())
    density = 0.0
    if common and asked_common:
        density = (hit[covered].sum() / common + asked_hit[asked_covered].sum() / asked_common) / 2

    rare = sketch.items[~is_gram]
    inside = _inside(np.cumsum(is_gram)[~is_gram], covered)
    same = _membership(short(query.words), short(query.rare))[rare] & inside
    number = sketch.kinds[~is_gram] == NUMBER
    chosen_rare = under(query.rare, sketch.rare_limit)
    asked_places = np.searchsorted(query.gram_starts[chosen], query.rare_starts[chosen_rare])
    asked_inside = _inside(asked_places, asked_covered)
    asked_same = _membership(rare)[short(query.rare[chosen_rare])] & asked_inside
    asked_number = query.numbers[chosen_rare]

    hits = int(hit.sum())
    return Overlap(
        jaccard=hits / (len(grams) + len(asked) - hits),
        containment=float(asked_hit.mean()),
        contained=hits / len(grams),
        covered_query=asked_common / len(asked),
        covered_document=common / len(grams),
        density=float(density),
        common=min(common, asked_common),
        order=_order(grams[hit], asked),
        numbers=int((inside & number).sum()),
        same_numbers=int((same & number).sum()),
        names=int((inside & ~number).sum()),
        same_names=int((same & ~number).sum()),
        query_numbers=int((asked_inside & asked_number).sum()),
        same_query_numbers=int((asked_same & asked_number).sum()),
        query_names=int((asked_inside & ~asked_number).sum()),
        same_query_names=int((asked_same & ~asked_number).sum()),
        map=_map(asked_covered),
    )


def _membership(*values: NDArray[np.uint16]) -> NDArray[np.bool_]:
    table = np.zeros(1 << HASH_BITS, np.bool_)
    for some in values:
        table[some] = True
    return table


def _covered(hit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where the share of hits among the neighbours, itself included, is high."""
    count = len(hit)
    sums = np.concatenate(([0], np.cumsum(hit)))
    place = np.arange(count)
    low = np.maximum(place - NEIGHBOURS, 0)
    high = np.minimum(place + NEIGHBOURS + 1, count)
    dense: NDArray[np.bool_] = sums[high] - sums[low] >= COVERED * (high - low)
    return dense


def _order(common: NDArray[np.uint16], asked: NDArray[np.uint16]) -> float:
    if len(common) < 2:
        return 1.0
    place = np.zeros(1 << HASH_BITS, np.intp)
    place[asked] = np.arange(len(asked))
    return float(np.mean(np.diff(place[common]) > 0))


def _inside(places: NDArray[np.intp], covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which places have a covered gram next to them."""
    last = len(covered) - 1
    return covered[np.minimum(places, last)] | covered[np.clip(places - 1, 0, last)]


def _map(covered: NDArray[np.bool_]) -> int:
    nearest = (np.arange(MAP_SIZE) * len(covered)) // MAP_SIZE
    return int(_MAP_BITS[covered[nearest]].sum())
