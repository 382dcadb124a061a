"""How much of a text stands in a stored document, and where: what a verdict rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from scrapy_neardup.core.fingerprints.profile import NAME, NUMBER, SHORT_NUMBER
from scrapy_neardup.core.fingerprints.sketch import GRAM, HASH_BITS, decode, short, under

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.profile import Profile

NEIGHBOURS = 4
"""The grams to either side that decide with one whether its place is covered."""
COVERED = 0.34
"""Share of the grams around a place, in the other text as well, from which it is covered: between
what a copy with half of its words replaced keeps and what two reports of one event share."""
MAP_SIZE = 64
"""Bits of the map of the query."""

_MAP_BITS = np.uint64(1) << np.arange(MAP_SIZE, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class RareWords:
    """Rare words of one text in common passages, and how many of them the other text has."""

    numbers: int = 0
    same_numbers: int = 0
    short_numbers: int = 0
    same_short_numbers: int = 0
    names: int = 0
    same_names: int = 0


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a query and a stored document have in common. Shares are in [0, 1].

    ``jaccard``: of the gram samples. ``containment``: share of the query's grams that the
    document has; ``contained``: share of the document's grams that the query has.

    Common passages are where many grams are common. ``covered_query``, ``covered_document``:
    share of each text in them; ``query_rare``, ``rare``: the rare words of each in and beside
    them. Their cores reach from a common gram to a common gram: ``core_query``,
    ``core_document``, ``query_core_rare``, ``core_rare`` alike, ``density`` is the share of
    common grams there (mean of both sides), and ``map`` has bit i set if the i-th of 64 equal
    parts of the query is in a core. The sides differ: a spinner's substitutes may be rare words
    themselves, a repost's own date line is a number.

    ``common``: how many sampled grams the passages have, of the side with fewer. ``order``:
    share of the common grams that each side has once whose next one, in the document, comes later
    in the query, too.
    """

    jaccard: float = 0.0
    containment: float = 0.0
    contained: float = 0.0
    covered_query: float = 0.0
    covered_document: float = 0.0
    core_query: float = 0.0
    core_document: float = 0.0
    density: float = 0.0
    common: int = 0
    order: float = 1.0
    rare: RareWords = RareWords()
    query_rare: RareWords = RareWords()
    core_rare: RareWords = RareWords()
    query_core_rare: RareWords = RareWords()
    map: int = 0


NOTHING = Overlap()


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
    hits = int(hit.sum())
    if not hits:
        return NOTHING
    passages, asked_passages = _passages(hit), _passages(asked_hit)
    core, asked_core = _core(passages, hit), _core(asked_passages, asked_hit)

    rare = sketch.items[~is_gram]
    same = _membership(short(query.words), short(query.rare))[rare]
    kinds = sketch.kinds[~is_gram]
    places = np.cumsum(is_gram)[~is_gram]
    chosen_rare = under(query.rare, sketch.rare_limit)
    asked_same = _membership(rare)[short(query.rare[chosen_rare])]
    asked_kinds = query.rare_kinds[chosen_rare]
    asked_places = np.searchsorted(query.gram_starts[chosen], query.rare_starts[chosen_rare])

    return Overlap(
        jaccard=hits / (len(grams) + len(asked) - hits),
        containment=float(asked_hit.mean()),
        contained=hits / len(grams),
        covered_query=float(asked_passages.mean()),
        covered_document=float(passages.mean()),
        core_query=float(asked_core.mean()),
        core_document=float(core.mean()),
        density=(_share(hit, core) + _share(asked_hit, asked_core)) / 2,
        common=int(min(passages.sum(), asked_passages.sum())),
        order=_order(grams[hit], asked),
        rare=_count(same, kinds, _beside(places, passages)),
        query_rare=_count(asked_same, asked_kinds, _beside(asked_places, asked_passages)),
        core_rare=_count(same, kinds, _between(places, core)),
        query_core_rare=_count(asked_same, asked_kinds, _between(asked_places, asked_core)),
        map=_map(asked_core),
    )


def _membership(*values: NDArray[np.uint16]) -> NDArray[np.bool_]:
    table = np.zeros(1 << HASH_BITS, np.bool_)
    for some in values:
        table[some] = True
    return table


def _passages(hit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where the share of hits among the neighbours is high."""
    count = len(hit)
    sums = np.concatenate(([0], np.cumsum(hit)))
    place = np.arange(count)
    low = np.maximum(place - NEIGHBOURS, 0)
    high = np.minimum(place + NEIGHBOURS + 1, count)
    dense: NDArray[np.bool_] = sums[high] - sums[low] >= COVERED * (high - low)
    return dense


def _core(passages: NDArray[np.bool_], hit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the passages without what surrounds their first and last hit."""
    after_hit = _latest(hit) > _latest(~passages)
    before_hit = _latest(hit[::-1]) > _latest(~passages[::-1])
    core: NDArray[np.bool_] = passages & after_hit & before_hit[::-1]
    return core


def _latest(flags: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return of each place the last one up to it whose flag is set, -1 if none."""
    places: NDArray[np.intp] = np.maximum.accumulate(np.where(flags, np.arange(len(flags)), -1))
    return places


def _share(hit: NDArray[np.bool_], core: NDArray[np.bool_]) -> float:
    return float((hit & core).sum() / max(core.sum(), 1))


def _order(common: NDArray[np.uint16], asked: NDArray[np.uint16]) -> float:
    """The share of the *common* grams, in the document's order, whose next one comes later in
    what is *asked* for, too.

    Only those count that each text has once: one that occurs twice has no place of its own.
    """
    once = _once(common) & _once(asked)
    common, asked_once = common[once[common]], once[asked]
    if len(common) < 2:
        return 1.0
    place = np.zeros(1 << HASH_BITS, np.intp)
    place[asked[asked_once]] = asked_once.nonzero()[0]
    return float(np.mean(np.diff(place[common]) > 0))


def _once(grams: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """By gram, whether it is among *grams* exactly once."""
    once: NDArray[np.bool_] = np.bincount(grams, minlength=1 << HASH_BITS) == 1
    return once


def _beside(places: NDArray[np.intp], covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which places, counted in grams before them, have a covered gram next to them."""
    last = len(covered) - 1
    return covered[np.minimum(places, last)] | covered[np.clip(places - 1, 0, last)]


def _between(places: NDArray[np.intp], covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which places, counted in grams before them, stand between two covered grams."""
    last = len(covered) - 1
    return covered[np.minimum(places, last)] & covered[np.clip(places - 1, 0, last)]


def _count(
    same: NDArray[np.bool_], kinds: NDArray[np.integer[Any]], inside: NDArray[np.bool_]
) -> RareWords:
    found = np.bincount(kinds[inside] + 4 * same[inside], minlength=8)
    of, agreeing = found[:4] + found[4:], found[4:]
    return RareWords(
        numbers=int(of[NUMBER]),
        same_numbers=int(agreeing[NUMBER]),
        short_numbers=int(of[SHORT_NUMBER]),
        same_short_numbers=int(agreeing[SHORT_NUMBER]),
        names=int(of[NAME]),
        same_names=int(agreeing[NAME]),
    )


def _map(covered: NDArray[np.bool_]) -> int:
    nearest = (np.arange(MAP_SIZE) * len(covered)) // MAP_SIZE
    return int(_MAP_BITS[covered[nearest]].sum())
