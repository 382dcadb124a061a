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
    from scrapy_neardup.core.rarity.weights import Weights

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
    """Rare words of one text in common passages, and how many of them the other text has.

    The weights are sums of what each word proves, in [0, 1], by how rare it is; those of numbers
    include the short ones.
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
        """What all of them prove."""
        return self.number_weight + self.name_weight

    @property
    def same_weight(self) -> float:
        """What those prove that the other text has."""
        return self.same_number_weight + self.same_name_weight

    @property
    def strangers(self) -> int:
        """How many the other text lacks."""
        return (
            self.numbers
            + self.short_numbers
            + self.names
            - self.same_numbers
            - self.same_short_numbers
            - self.same_names
        )


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

    ``refilled``: what the rare words prove that one side has where the other has another between
    the same common grams, as a form filled in anew has; of the side with less. ``rarest``: what
    the third rarest of the common rare words in and beside the passages proves, 0 if there are
    fewer.
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
    refilled: float = 0.0
    rarest: float = 0.0
    rare: RareWords = RareWords()
    query_rare: RareWords = RareWords()
    core_rare: RareWords = RareWords()
    query_core_rare: RareWords = RareWords()
    map: int = 0


NOTHING = Overlap()


def overlap(query: Profile, document: bytes, weights: Weights) -> Overlap:
    """Compare a *query*, whose rare words have these *weights*, with the sketch of a *document*.

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
    worth = weights.of(rare, kinds)
    places = np.cumsum(is_gram)[~is_gram]
    chosen_rare = under(query.rare, sketch.rare_limit)
    asked_same = _membership(rare)[short(query.rare[chosen_rare])]
    asked_kinds = query.rare_kinds[chosen_rare]
    asked_worth = weights.asked[chosen_rare]
    asked_places = np.searchsorted(query.gram_starts[chosen], query.rare_starts[chosen_rare])
    near, asked_near = _beside(places, passages), _beside(asked_places, asked_passages)
    strange, asked_strange = near & ~same, asked_near & ~asked_same
    slots = _slots(grams, hit, places[strange])
    asked_slots = _slots(asked, asked_hit, asked_places[asked_strange])
    refilled = min(
        _refilled(slots, asked_slots, worth[strange]),
        _refilled(asked_slots, slots, asked_worth[asked_strange]),
    )

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
        refilled=refilled,
        rarest=_third(worth[near & same]),
        rare=_count(same, kinds, worth, near),
        query_rare=_count(asked_same, asked_kinds, asked_worth, asked_near),
        core_rare=_count(same, kinds, worth, _between(places, core)),
        query_core_rare=_count(
            asked_same, asked_kinds, asked_worth, _between(asked_places, asked_core)
        ),
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
    same: NDArray[np.bool_],
    kinds: NDArray[np.integer[Any]],
    worth: NDArray[np.float64],
    inside: NDArray[np.bool_],
) -> RareWords:
    chosen = (kinds + 4 * same)[inside]
    found = np.bincount(chosen, minlength=8)
    weights = np.bincount(chosen, worth[inside], minlength=8)
    of, agreeing = found[:4] + found[4:], found[4:]
    weight, same_weight = weights[:4] + weights[4:], weights[4:]
    return RareWords(
        numbers=int(of[NUMBER]),
        same_numbers=int(agreeing[NUMBER]),
        short_numbers=int(of[SHORT_NUMBER]),
        same_short_numbers=int(agreeing[SHORT_NUMBER]),
        names=int(of[NAME]),
        same_names=int(agreeing[NAME]),
        number_weight=float(weight[NUMBER] + weight[SHORT_NUMBER]),
        same_number_weight=float(same_weight[NUMBER] + same_weight[SHORT_NUMBER]),
        name_weight=float(weight[NAME]),
        same_name_weight=float(same_weight[NAME]),
    )


def _slots(
    grams: NDArray[np.uint16], hit: NDArray[np.bool_], places: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return the common grams around each of the *places*, counted in grams before them: the last
    before and the first after it, -1 where there is none, in two rows.
    """
    at = hit.nonzero()[0]
    common = np.concatenate(([-1], grams[at], [-1]))
    before = np.searchsorted(at, places)
    return common[np.stack((before, before + 1))]


def _refilled(
    slots: NDArray[np.intp], others: NDArray[np.intp], worth: NDArray[np.float64]
) -> float:
    """Return the *worth* of the words in *slots* of which one border is one of the *others*'."""
    taken = np.zeros((1 << HASH_BITS) + 1, np.bool_)
    taken[others] = True
    taken[-1] = False
    return float(worth[taken[slots].any(axis=0)].sum())


def _third(worth: NDArray[np.float64]) -> float:
    return float(np.partition(worth, -3)[-3]) if len(worth) >= 3 else 0.0


def _map(covered: NDArray[np.bool_]) -> int:
    nearest = (np.arange(MAP_SIZE) * len(covered)) // MAP_SIZE
    return int(_MAP_BITS[covered[nearest]].sum())
