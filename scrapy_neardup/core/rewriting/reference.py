"""What is stored of a telling and what two tellings have in common, in plain Python.

This is the definition that :mod:`.kernel` has to match, value for value. It runs where no kernel
was compiled.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from struct import pack, unpack
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scrapy_neardup.core.rewriting import layout
from scrapy_neardup.core.rewriting.evidence import Evidence
from scrapy_neardup.core.sequential_sum import sequential_sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


def weigh(
    different: NDArray[np.uint64],
    shares: NDArray[np.float64],
    places: NDArray[np.int64],
    most: float,
    posted: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint32]]:
    """What each of the *different* terms of a text tells, by the *shares* of the articles that have
    it, in (0, 1]; and the *posted* most characteristic terms, 32 bits each, best first.

    A term can be characteristic if the share *most* of the articles has it, or less. If there are
    fewer than FEWEST_POSTED such terms, the next rarest ones follow that the share WIDEST has, or
    less. Raises ValueError if *posted* is more than MOST_POSTED.
    """
    if not 0 <= posted <= layout.MOST_POSTED:
        raise ValueError(f"{posted} terms to post")
    told = [-math.log(share) for share in shares.tolist()]
    weights = [min(one, layout.MOST_WEIGHT) for one in told]
    times = Counter(places.tolist())
    # A term of many sentences is what the article is about.
    best = sorted(
        (one * -math.sqrt(times[at]), int(hashed))
        for at, (hashed, one) in enumerate(zip(different.tolist(), told, strict=True))
        if shares[at] <= most
    )
    others = sorted(
        (-one, int(hashed))
        for one, hashed, share in zip(told, different.tolist(), shares.tolist(), strict=True)
        if most < share <= layout.WIDEST
    )
    fewest = min(layout.FEWEST_POSTED, posted)
    found = best[:posted] + others[: max(fewest - len(best), 0)]
    keys = [hashed & 0xFFFFFFFF for _, hashed in found]
    return np.array(weights, np.float64), np.array(keys, np.uint32)


def sketch(
    different: NDArray[np.uint64],
    is_number: NDArray[np.bool_],
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    places: NDArray[np.int64],
    sentences: NDArray[np.int64],
    keys: NDArray[np.uint32],
) -> bytes:
    """What is stored of a text, which has one term at least: see :mod:`.telling`."""
    numeric = is_number[places].tolist()
    ranks = [
        _rank(hashed, numeric=one)
        for hashed, one in zip(different[places].tolist(), numeric, strict=True)
    ]
    rooms = [1 + one for one in numeric]
    limit = layout.NO_LIMIT
    room = layout.MOST_TERMS
    for rank, needed in sorted(zip(ranks, rooms, strict=True)):
        room -= needed
        if room < 0:
            limit = max(rank - 1, 0)
            break
    kept = []
    room = layout.MOST_TERMS
    for at, rank in enumerate(ranks):
        if rank <= limit and rooms[at] <= room:
            kept.append(at)
            room -= rooms[at]
    items = [_item(int(different[places[at]]), numeric=numeric[at]) for at in kept]
    told = [float(values[places[at]]) for at in kept if numeric[at]]
    weighed = [float(weights[places[at]]) for at in kept]
    numbers = _numbered([int(sentences[at]) for at in kept])
    sizes = Counter(numbers)
    if max(sizes.values(), default=0) > layout.MOST_OF_SENTENCE:
        # A sentence of so many terms is a table.
        numbers = [at // layout.MOST_OF_SENTENCE for at in range(len(items))]
        sizes = Counter(numbers)
    sums = _sums(numbers, weighed)
    weight_of: dict[int, float] = {}
    for item, weight in zip(items, weighed, strict=True):
        weight_of.setdefault(item, weight)
    weight, length = _weight_and_length(weight_of)
    posted = [int(key) for key in keys[: layout.MOST_POSTED]]
    return b"".join(
        (
            layout.HEAD.pack(len(posted), len(sizes), len(told), limit, weight, length),
            pack(f"<{len(posted)}I", *posted),
            bytes(
                part
                for number, total in enumerate(sums)
                for part in (sizes[number], min(math.ceil(total), 255))
            ),
            pack(f"<{len(items)}H", *items),
            pack(f"<{len(told)}H", *(_upper_half(value) for value in told)),
        )
    )


def compare(
    different: NDArray[np.uint64],
    is_number: NDArray[np.bool_],
    is_rough: NDArray[np.bool_],
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    places: NDArray[np.int64],
    sentences: NDArray[np.int64],
    stored: bytes,
    apart: int,
) -> tuple[Evidence | None, int, int]:
    """What a text has in common with a *stored* telling, None if either is too short, or if their
    lengths are too different; and where in *places* the run of its sentences begins and ends that has
    most in common with it, 0 and 0 if there is none. A phrase is two terms that stand *apart* places
    from each other, 1 for neighbours.

    Raises ValueError for bytes of another length than their head says.
    """
    told = _unpacked(stored)
    kept = [
        (at, int(place), int(sentence))
        for at, (place, sentence) in enumerate(zip(places, sentences, strict=True))
        if _rank(int(different[place]), numeric=bool(is_number[place])) <= told.limit
    ]
    numbers = _numbered([sentence for *_, sentence in kept])
    if min(len(kept), len(told.items)) < layout.LEAST_TERMS:
        return None, 0, 0
    if min(numbers[-1] + 1, len(told.sums)) < layout.LEAST_SENTENCES:
        return None, 0, 0
    items = [_item(int(different[place]), numeric=bool(is_number[place])) for _, place, _ in kept]
    # If two terms share an item, the first one gives what is known of it.
    weight_of: dict[int, float] = {}
    rough: dict[int, float] = {}
    for item, (_, place, _) in zip(items, kept, strict=True):
        weight_of.setdefault(item, float(weights[place]))
        rough.setdefault(item, float(values[place]) * bool(is_rough[place]))
    weight, length = _weight_and_length(weight_of)
    relative = (weight + 1) / (told.weight + 1)
    if relative < layout.SHORTEST:
        return None, 0, 0
    found = _counterparts(items, numbers, weight_of, told)
    first, last = found.run
    run = [at for (at, *_), number in zip(kept, numbers, strict=True) if first <= number <= last]
    begin, behind = (run[0], run[-1] + 1) if run else (0, 0)
    if relative > layout.LONGEST:
        return None, begin, behind

    there = _by_item(told.items, told.sentences)
    squares = 0.0
    for item, one in weight_of.items():
        if item in there:
            squares += one * one
    numbers_of = [item for item in weight_of if item >= layout.FIRST_NUMBER]
    left_over = _different(told.items, told.values)
    facts = [
        item
        for item in numbers_of
        if item in there or not rough[item] or not _take_rounded(rough[item], left_over)
    ]
    same_sums = _sums(numbers, [weight_of[item] * (item in there) for item in items])
    # A sentence that weighs nothing counts as half the same.
    shares = [(same + 1) / (total + 2) for same, total in zip(same_sums, found.sums, strict=True)]
    own_pairs = _pairs(items, numbers, apart)
    told_pairs = _pairs(told.items, told.sentences, apart)
    cosine = squares / max(length * told.length, 1e-9)
    phrases = len(own_pairs & told_pairs) / max(min(len(own_pairs), len(told_pairs)), 1)
    evidence = Evidence(
        numbers=len(numbers_of),
        same_numbers=sum(item in there for item in numbers_of),
        sentences=len(shares),
        paired=found.paired,
        pairing=found.pairing,
        covered=min(1.0, found.covered / min(relative, 1.0)),
        wording=_log_odds(cosine) - _log_odds(phrases),
        number_weight=sequential_sum(weight_of[item] for item in facts),
        same_number_weight=sequential_sum(weight_of[item] for item in numbers_of if item in there),
        same_words=sorted(shares)[len(shares) // 2],
        tied=found.tied,
        told_sentences=len(told.sums),
        in_order=found.in_order,
        distinct=found.distinct,
        aligned=found.aligned,
    )
    return evidence, begin, behind


def _log_odds(share: float) -> float:
    """The log-odds of a *share*, smoothed."""
    share = min(max(share, 0.0), 1.0)
    return math.log((share + layout.LEAST_ODDS) / (1 + layout.LEAST_ODDS - share))


class _Told(NamedTuple):
    """A stored telling: the *limit* of its sample; the weight and the length of its terms' vector;
    what each sentence weighs; the items in their order, each with the number of its sentence; and
    the values of the items that are numbers.
    """

    limit: int
    weight: float
    length: float
    sums: bytes
    items: list[int]
    sentences: list[int]
    values: list[float]


def _unpacked(stored: bytes) -> _Told:
    """The parts of a *stored* telling. Raises ValueError for bytes of another length than their head
    says.
    """
    layout.check(stored)
    keys, count, numbers, limit, weight, length = layout.HEAD.unpack_from(stored)
    first = layout.HEAD.size + 4 * keys
    start, end = first + 2 * count, len(stored) - 2 * numbers
    sizes = stored[first:start:2]
    values = [unpack("<f", b"\0\0" + stored[at : at + 2])[0] for at in range(end, len(stored), 2)]
    return _Told(
        limit,
        weight,
        length,
        stored[first + 1 : start : 2],
        [stored[at] | stored[at + 1] << 8 for at in range(start, end, 2)],
        [number for number, size in enumerate(sizes) for _ in range(size)],
        values,
    )


class _Counterparts(NamedTuple):
    """What the sentences of two tellings have in common: see :class:`.evidence.Evidence`. *covered* is
    the share of the stored telling that the query takes over, whatever its length; *sums* is what each
    sentence of the query weighs; *run* is the first and the last of the sentences that have most in
    common with the stored ones, (0, -1) if none has.
    """

    sums: list[float]
    paired: int
    pairing: float
    covered: float
    tied: int
    in_order: int
    distinct: float
    aligned: float
    run: tuple[int, int]


def _counterparts(
    items: Sequence[int], numbers: Sequence[int], weight_of: dict[int, float], told: _Told
) -> _Counterparts:
    """The counterparts of the query's sentences among those of *told*. *numbers* are the sentences
    in which the query's *items* stand.
    """
    here, there = _by_item(items, numbers), _by_item(told.items, told.sentences)
    # A term that stands in many sentences tells little of which one a sentence was taken from.
    local = {
        item: weight_of[item] / math.sqrt(max(len(here[item]), len(there.get(item, ()))))
        for item in weight_of
    }
    sums = _sums(numbers, [weight_of[item] for item in items])
    local_sums = _sums(numbers, [local[item] for item in items])
    own_count, count = len(sums), len(told.sums)
    # What each sentence of the query has in common with each stored one: all terms by weight, by
    # local weight, and the number of rare ones.
    shared = [[0.0] * count for _ in range(own_count)]
    locally = [[0.0] * count for _ in range(own_count)]
    rare = [[0] * count for _ in range(own_count)]
    for item, weight in weight_of.items():
        for own in here[item]:
            for other in there.get(item, ()):
                shared[own][other] += weight
                locally[own][other] += local[item]
                rare[own][other] += weight >= layout.RARE
    best_back = [_best([row[other] for row in locally]) for other in range(count)]
    pairing, paired, distinct = 0.0, 0, 0.0
    covering = set()
    # By length of a chain in the stored order, the last sentence of the chain: Schensted's piles.
    chains: list[int] = []
    for own in range(own_count):
        other = _best(locally[own])
        least = layout.COUNTERPART * local_sums[own]
        if locally[own][other] > least and best_back[other] == own:
            pairing += local_sums[own]
            paired += 1
            shorter = bisect_left(chains, other)
            chains[shorter : shorter + 1] = [other]
        other = _best(shared[own])
        if shared[own][other] > layout.COVERED * sums[own]:
            covering.add(other)
        second = max(one for at, one in enumerate(shared[own]) if at != other)
        distinct += (shared[own][other] - second) / (sums[own] + 2)
    covered = sequential_sum(told.sums[other] for other in covering)
    return _Counterparts(
        sums,
        paired,
        pairing / max(sequential_sum(local_sums), 1e-9),
        covered / max(sequential_sum(told.sums), 1.0),
        sum(max(row) >= layout.TIED for row in rare),
        len(chains),
        distinct / own_count,
        _aligned(locally),
        _likest_run(
            [
                max(row) - layout.COUNTERPART * local_sum
                for row, local_sum in zip(locally, local_sums, strict=True)
            ]
        ),
    )


def _aligned(common: Sequence[Sequence[float]]) -> float:
    """How much likelier sentences are, in nats, if their counterparts stand in order than if each stands
    anywhere. Of each sentence, *common* is the weight that it has in common with each stored one.

    The place of the counterpart is the hidden state of a Markov model: the alignment of Vogel, Ney and
    Tillmann (COLING 1996), of sentences instead of words. All alignments are summed (forward algorithm).
    """
    count = len(common[0])
    likelier = 0.0
    place = [1 / count] * count
    for number, row in enumerate(common):
        if number:
            place = [
                layout.ELSEWHERE / count
                + (1 - layout.ELSEWHERE)
                / layout.STEPS
                * sequential_sum(place[max(at - layout.STEPS + 1, 0) : at + 1])
                for at in range(count)
            ]
        odds = [math.exp(min(one, layout.MOST_ALIGNED) / layout.FOLD) for one in row]
        place = [one * times for one, times in zip(place, odds, strict=True)]
        total = sequential_sum(place)
        likelier += math.log(total) - math.log(sequential_sum(odds) / count)
        place = [one / total for one in place]
    return likelier


def _likest_run(gains: Iterable[float]) -> tuple[int, int]:
    """The first and the last of the neighbours with the greatest sum of *gains*: Kadane's algorithm."""
    most = total = 0.0
    first = 0
    run = (0, -1)
    for at, gain in enumerate(gains):
        if total <= 0:
            total, first = 0.0, at
        total += gain
        if total > most:
            most, run = total, (first, at)
    return run


def _rank(hashed: int, *, numeric: bool) -> int:
    """What decides whether a term is sampled, in 16 bits: a number is four times as likely to be."""
    return (hashed >> 32 & 0xFFFF) >> (2 * numeric)


def _item(hashed: int, *, numeric: bool) -> int:
    """The 16 bits by which terms of two texts are compared. A number never has those of a word."""
    item = hashed >> 16 & 0xFFFF
    return item | layout.FIRST_NUMBER if numeric else item % layout.FIRST_NUMBER


def _different(items: Sequence[int], values: Sequence[float]) -> list[float]:
    """The different numbers among the stored *items*, by their *values*, 0 for one without."""
    told = zip([item for item in items if item >= layout.FIRST_NUMBER], values, strict=False)
    first: dict[int, float] = {}
    for item, value in told:
        first.setdefault(item, value)
    return [*first.values()]


def _take_rounded(rough: float, left_over: list[float]) -> bool:
    """Take the number that the *rough* one stands for, the nearest, out of *left_over*; False if there
    is none.
    """
    near = [value for value in left_over if _is_near(value, rough)]
    if not near:
        return False
    left_over.remove(min(near, key=lambda value: abs(value - rough)))
    return True


def _is_near(value: float, rough: float) -> bool:
    """Whether a *rough* number may stand for the stored *value*."""
    slack = layout.PRECISION * value
    away = abs(value - rough)
    share = layout.BELOW if value < rough else layout.ABOVE
    return away <= share * rough + slack and away < _step(rough) + slack * (value > layout.EXACT)


def _step(number: float) -> float:
    """One in the last figure of a number that is not 0: 100 for 1200, 0.1 for 1.5."""
    thousandths = math.floor(number * 1000 + 0.5)
    step = 0.001
    while thousandths and thousandths % 10 == 0:
        thousandths //= 10
        step *= 10
    return step


def _upper_half(value: float) -> int:
    """The upper 16 bits of a float of 32, rounded."""
    return int(unpack("<I", pack("<f", value))[0] + 0x8000 >> 16)


def _numbered(sentences: Sequence[int]) -> list[int]:
    """The ascending *sentences* numbered from 0 without gaps; if there are too many, neighbours
    are taken together.
    """
    numbers: list[int] = []
    for at, sentence in enumerate(sentences):
        new = at > 0 and sentence != sentences[at - 1]
        numbers.append(numbers[-1] + new if at else 0)
    count = numbers[-1] + 1 if numbers else 0
    if count > layout.MOST_SENTENCES:
        numbers = [number * layout.MOST_SENTENCES // count for number in numbers]
    return numbers


def _sums(numbers: Sequence[int], weights: Iterable[float]) -> list[float]:
    """The sum of the *weights* in each sentence."""
    sums = [0.0] * (numbers[-1] + 1 if numbers else 0)
    for number, weight in zip(numbers, weights, strict=True):
        sums[number] += weight
    return sums


def _weight_and_length(weight_of: dict[int, float]) -> tuple[float, float]:
    """The sum of the weights, and the length of their vector."""
    total = squares = 0.0
    for weight in weight_of.values():
        total += weight
        squares += weight * weight
    return total, math.sqrt(squares)


def _by_item(items: Iterable[int], sentences: Iterable[int]) -> dict[int, list[int]]:
    """The sentences in which each item stands."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for item, sentence in zip(items, sentences, strict=True):
        found[item].append(sentence)
    return found


def _best(row: Sequence[float]) -> int:
    """The place of the greatest value, the first of several."""
    return max(range(len(row)), key=row.__getitem__)


def _pairs(items: Sequence[int], sentences: Sequence[int], apart: int) -> set[int]:
    """The different pairs of items so far *apart* within a sentence, 32 bits each."""
    return {
        left << 16 | items[at + apart]
        for at, left in enumerate(items[: max(len(items) - apart, 0)])
        if sentences[at] == sentences[at + apart]
    }
