"""What the kernel of verdicts computes, in array code."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.fingerprints.profile import NAME, NUMBER, SHORT_NUMBER
from scrapy_neardup.core.fingerprints.sketch import (
    GRAM,
    HASH_BITS,
    decode,
    ranks,
    rare_ranks,
    short,
    under,
)
from scrapy_neardup.core.sequential_sum import sequential_sum
from scrapy_neardup.core.verdict.overlap import (
    COVERED,
    MAP_SIZE,
    NEIGHBOURS,
    NOTHING,
    SURELY_LACKED,
    Overlap,
    RareWords,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrapy_neardup.core.fingerprints.profile import Profile
    from scrapy_neardup.core.verdict.word_weights import Weights

ANY_KIND = [NAME, NUMBER, SHORT_NUMBER]
_MAP_BITS = np.uint64(1) << np.arange(MAP_SIZE, dtype=np.uint64)


class Query:
    """A text that is compared with stored documents; *weights* are those of its rare words.

    One thread may use it at a time. Raises ValueError if its arrays differ in length, or for a
    rare word of an unknown kind.
    """

    def __init__(self, profile: Profile, weights: Weights) -> None:
        rare = len(profile.rare)
        if not len(profile.gram_starts) == len(profile.subjects) == len(profile.grams) or not (
            rare == len(profile.rare_starts) == len(profile.rare_kinds) == len(weights.asked)
        ):
            raise ValueError("the arrays of a profile and its weights differ in length")
        for kind in set(profile.rare_kinds.tolist()).difference(ANY_KIND):
            raise ValueError(f"a rare word of kind {kind}")
        self._profile = profile
        self._weights = weights
        self._skeleton = frozenset(profile.skeleton.astype(np.uint16).tolist())
        self._known = _membership(short(profile.words), short(profile.rare))
        self._weight_of = dict(
            zip(short(profile.rare).tolist(), weights.asked.tolist(), strict=True)
        )
        self._stranger = {
            NAME: weights.name,
            NUMBER: weights.number,
            SHORT_NUMBER: weights.short_number,
        }

    def overlap(self, document: bytes) -> Overlap:
        """Compare it with the sketch of a *document*.

        The measures are estimates: their standard error is about 0.06 where grams are many.
        Raises ValueError for bytes that are no sketch.
        """
        sketch = decode(document)
        profile = self._profile
        chosen = under(ranks(profile.grams), sketch.gram_limit)
        is_gram = sketch.kinds == GRAM
        stored_grams, asked_grams = sketch.items[is_gram], short(profile.grams[chosen])
        hit = _membership(asked_grams)[stored_grams]
        hits = int(hit.sum())
        if not hits:
            return NOTHING
        words, kinds = sketch.items[~is_gram], sketch.kinds[~is_gram]
        weights = [
            self._weight_of.get(word, self._stranger[kind])
            for word, kind in zip(words.tolist(), kinds.tolist(), strict=True)
        ]
        stored = _Side(
            stored_grams,
            hit,
            words,
            np.cumsum(is_gram)[~is_gram],
            kinds,
            np.array(weights, np.float64),
            self._known[words],
        )
        rare = under(rare_ranks(profile.rare, profile.rare_kinds), sketch.rare_limit)
        asked = _Side(
            asked_grams,
            _membership(stored_grams)[asked_grams],
            short(profile.rare[rare]),
            np.searchsorted(profile.gram_starts[chosen], profile.rare_starts[rare], "right"),
            profile.rare_kinds[rare].astype(np.uint16),
            self._weights.asked[rare],
            _membership(words)[short(profile.rare[rare])],
        )
        kept_numbers, changed_numbers = _numbers_in_place(stored, asked)
        return Overlap(
            jaccard=hits / (len(stored_grams) + len(asked_grams) - hits),
            containment=float(asked.hit.mean()),
            covered_query=float(asked.passages.mean()),
            covered_document=float(stored.passages.mean()),
            core_query=float(asked.core.mean()),
            core_document=float(stored.core.mean()),
            before_query=_before(asked.core),
            before_document=_before(stored.core),
            density=(stored.density() + asked.density()) / 2,
            unbroken=min(float(stored.unbroken.mean()), float(asked.unbroken.mean())),
            common=int(min(stored.passages.sum(), asked.passages.sum())),
            order=_order(stored, asked),
            refilled=min(stored.refilled(asked, ANY_KIND), asked.refilled(stored, ANY_KIND)),
            refilled_numbers=min(
                stored.refilled(asked, [NUMBER]), asked.refilled(stored, [NUMBER])
            ),
            filled_in=min(stored.filled_in(asked), asked.filled_in(stored)),
            kept_numbers=kept_numbers,
            changed_numbers=changed_numbers,
            rarest=_third(stored.weights[stored.near & stored.same]),
            skeleton=len(sketch.skeleton),
            same_skeleton=sum(map(self._skeleton.__contains__, sketch.skeleton.tolist())),
            other_subjects=asked.lacked(profile.subjects[chosen]),
            rare=stored.count(stored.near),
            query_rare=asked.count(asked.near),
            core_rare=stored.count(stored.inside),
            query_core_rare=asked.count(asked.inside),
            map=_map(asked.core),
            places=_places(asked.passages, chosen, len(profile.grams)),
        )


class _Side:
    """One of the two texts: its sampled *grams* in order, with a flag *hit* of each that tells
    whether the other text has it; and its sampled rare *words*, with *places*, the number of grams
    before each, and the flag *same*, which tells whether the other text has it.
    """

    def __init__(
        self,
        grams: NDArray[np.uint16],
        hit: NDArray[np.bool_],
        words: NDArray[np.integer],
        places: NDArray[np.intp],
        kinds: NDArray[np.uint16],
        weights: NDArray[np.float64],
        same: NDArray[np.bool_],
    ) -> None:
        self.grams, self.hit, self.words = grams, hit, words
        self.places, self.kinds, self.weights, self.same = places, kinds, weights, same
        self.passages, self.unbroken = _passages(hit)
        self.core = _core(self.passages, hit)
        # A word stands next to a gram of a passage, or between two of a core.
        last = len(grams) - 1
        before, after = np.clip(places - 1, 0, last), np.minimum(places, last)
        self.near: NDArray[np.bool_] = self.passages[before] | self.passages[after]
        self.inside: NDArray[np.bool_] = self.core[before] & self.core[after]
        self.strange: NDArray[np.bool_] = self.near & ~same
        """Words near a passage that the other text lacks."""
        self.slots = _slots(grams, hit, places)

    def density(self) -> float:
        """The share of hits in the core."""
        return float((self.hit & self.core).sum() / max(int(self.core.sum()), 1))

    def count(self, inside: NDArray[np.bool_]) -> RareWords:
        """The rare words at the places *inside*."""
        chosen = (self.kinds + 4 * self.same)[inside]
        found = np.bincount(chosen, minlength=8)
        weights = np.bincount(chosen, self.weights[inside], minlength=8)
        of, same = (found[:4] + found[4:]).tolist(), found[4:].tolist()
        weight, same_weight = (weights[:4] + weights[4:]).tolist(), weights[4:].tolist()
        return RareWords(
            numbers=of[NUMBER],
            same_numbers=same[NUMBER],
            short_numbers=of[SHORT_NUMBER],
            same_short_numbers=same[SHORT_NUMBER],
            names=of[NAME],
            same_names=same[NAME],
            number_weight=weight[NUMBER] + weight[SHORT_NUMBER],
            same_number_weight=same_weight[NUMBER] + same_weight[SHORT_NUMBER],
            name_weight=weight[NAME],
            same_name_weight=same_weight[NAME],
        )

    def lacked(self, subjects: NDArray[np.uint8]) -> int:
        """How many of the *subjects* of the grams the other text lacks."""
        hit = np.bincount(subjects[self.hit], minlength=256)
        inside = np.bincount(subjects[self.core], minlength=256)
        return int(((hit == 0) & (inside >= SURELY_LACKED))[1:].sum())

    def refilled(self, other: _Side, kinds: list[int]) -> float:
        """The weight of the words of these *kinds* in whose place the *other* text has other ones."""
        strange = self.strange & np.isin(self.kinds, kinds)
        taken = _membership(other.slots[:, other.strange & np.isin(other.kinds, kinds)])
        taken[_NO_GRAM] = False
        filled = taken[self.slots[:, strange]].any(axis=0)
        return sequential_sum(self.weights[strange][filled].tolist())

    def numbers_between(self, once: set[int]) -> dict[tuple[int, int], list[int]]:
        """The numbers in and beside passages by the two hits between which they stand, if both are among
        *once*.
        """
        found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        chosen = self.near & np.isin(self.kinds, [NUMBER, SHORT_NUMBER])
        for word, (before, after) in zip(
            self.words[chosen].tolist(), self.slots[:, chosen].T.tolist(), strict=True
        ):
            if before in once and after in once:
                found[before, after].append(word)
        return found

    def filled_in(self, other: _Side) -> float:
        """The weight of the names inside cores between two hits between which the *other* text has other
        ones.
        """
        here, there = (one.strange & one.inside & (one.kinds == NAME) for one in (self, other))
        taken = {tuple(slot) for slot in other.slots[:, there].T.tolist()}
        slots = self.slots[:, here].T.tolist()
        return sequential_sum(
            weight * (tuple(slot) in taken)
            for slot, weight in zip(slots, self.weights[here].tolist(), strict=True)
        )


_NO_GRAM = 1 << HASH_BITS


def _membership(*values: NDArray[np.integer]) -> NDArray[np.bool_]:
    """A table that tells, for each number of 14 bits and _NO_GRAM, whether *values* have it."""
    table = np.zeros(_NO_GRAM + 1, np.bool_)
    for some in values:
        table[some] = True
    return table


def _passages(hit: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The places around which the share of hits is high, and those around which all are hits."""
    count = len(hit)
    sums = np.concatenate(([0], np.cumsum(hit)))
    place = np.arange(count)
    low = np.maximum(place - NEIGHBOURS, 0)
    high = np.minimum(place + NEIGHBOURS + 1, count)
    around = sums[high] - sums[low]
    return around >= COVERED * (high - low), around == high - low


def _core(passages: NDArray[np.bool_], hit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The passages without what surrounds their first and last hit."""
    after_hit = _latest(hit) > _latest(~passages)
    before_hit = _latest(hit[::-1]) > _latest(~passages[::-1])
    core: NDArray[np.bool_] = passages & after_hit & before_hit[::-1]
    return core


def _before(core: NDArray[np.bool_]) -> float:
    """The share of a text before the first place in a core; 1 if there is none."""
    return float(core.argmax()) / len(core) if core.any() else 1.0


def _latest(flags: NDArray[np.bool_]) -> NDArray[np.intp]:
    """For each place, the last one up to it whose flag is set, -1 if there is none."""
    places: NDArray[np.intp] = np.maximum.accumulate(np.where(flags, np.arange(len(flags)), -1))
    return places


def _slots(
    grams: NDArray[np.uint16], hit: NDArray[np.bool_], places: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The last hit before and the first one after each of the *places*, in two rows."""
    at = hit.nonzero()[0]
    common = np.concatenate(([_NO_GRAM], grams[at], [_NO_GRAM]))
    before = np.searchsorted(at, places)
    slots: NDArray[np.intp] = common[np.stack((before, before + 1))]
    return slots


def _order(stored: _Side, asked: _Side) -> float:
    """The share of the common grams, in the document's order, whose successor comes later among
    the grams *asked*, too.

    Only grams in passages of both texts count that each text has once: a gram that occurs twice has
    no place of its own, and one that the query repeats may stand first outside the passage.
    """
    times, asked_times = Counter(stored.grams.tolist()), Counter(asked.grams.tolist())
    place = {gram: at for at, gram in enumerate(asked.grams.tolist()) if asked.passages[at]}
    places = [
        place[gram]
        for gram in stored.grams[stored.hit & stored.passages].tolist()
        if gram in place and times[gram] == asked_times[gram] == 1
    ]
    later = [place < following for place, following in pairwise(places)]
    return sum(later) / len(later) if later else 1.0


def _numbers_in_place(stored: _Side, asked: _Side) -> tuple[int, int]:
    """How many numbers stand between the same two common grams in both texts, of those of the document, and
    how many stand there in the place of others, in the text where they are fewer.
    """
    times, asked_times = Counter(stored.grams.tolist()), Counter(asked.grams.tolist())
    once = {gram for gram in times if times[gram] == asked_times[gram] == 1}
    here, there = stored.numbers_between(once), asked.numbers_between(once)
    kept = changed = asked_changed = 0
    for slot in here.keys() & there.keys():
        same = set(here[slot]) & set(there[slot])
        others, asked_others = (
            sum(word not in same for word in numbers[slot]) for numbers in (here, there)
        )
        kept += len(here[slot]) - others
        if others and asked_others:
            changed += others
            asked_changed += asked_others
    return kept, min(changed, asked_changed)


def _third(weights: NDArray[np.float64]) -> float:
    return float(np.partition(weights, -3)[-3]) if len(weights) >= 3 else 0.0


def _map(core: NDArray[np.bool_]) -> int:
    nearest = (np.arange(MAP_SIZE) * len(core)) // MAP_SIZE
    return int(_MAP_BITS[core[nearest]].sum())


def _places(passages: NDArray[np.bool_], sampled: NDArray[np.intp], count: int) -> int:
    """Which of 64 equal parts of a text of *count* grams have their middle in a passage; *sampled* are the places
    of the sampled grams. A place between two of these is the nearer one's.
    """
    middles = (2 * np.arange(MAP_SIZE) + 1) * count // (2 * MAP_SIZE)
    after = np.searchsorted(sampled, middles).clip(max=len(sampled) - 1)
    before = np.maximum(after - 1, 0)
    is_nearer = abs(middles - sampled[before]) <= abs(sampled[after] - middles)
    return int(_MAP_BITS[passages[np.where(is_nearer, before, after)]].sum())
