# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""What is stored of a telling and what two tellings have in common, as :mod:`.reference` defines
it, value for value.
"""

import numpy as np

from libc.math cimport ceil, exp, fabs, floor, log, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from scrapy_neardup.core.hash_slots cimport slot_of, width_for
from scrapy_neardup.core.rewriting.evidence import Evidence
from scrapy_neardup.core.rewriting.layout import HEAD, check

VERSION = 18

cdef enum:
    MOST_POSTED = 32
    FEWEST_POSTED = 12
    MOST_SENTENCES = 48
    MOST_TERMS = 331
    FIRST_NUMBER = 0xE000
    MOST_OF_SENTENCE = 255
    NO_LIMIT = 0xFFFF
    LEAST_TERMS = 20
    LEAST_SENTENCES = 5
    ITEM_BITS = 16
    TIED = 2
    STEPS = 3

cdef double MOST_WEIGHT = 7.0, WIDEST = 0.01, MOST_TOLD = 1000
cdef double SHORTEST = 0.27, LONGEST = 1.8, COUNTERPART = 0.12, COVERED = 0.2, RARE = 4.0
cdef double BELOW = 0.1, ABOVE = 0.25, PRECISION = 1.0 / 256, EXACT = 256
cdef double ELSEWHERE = 0.2, MOST_ALIGNED = 10, FOLD = 2, LEAST_ODDS = 0.05


cdef inline uint16_t rank_of(uint64_t hashed, bint numeric) noexcept nogil:
    cdef uint16_t rank = <uint16_t>(hashed >> 32)
    return rank >> 2 if numeric else rank


cdef inline uint16_t item_of(uint64_t hashed, bint numeric) noexcept nogil:
    cdef uint16_t item = <uint16_t>(hashed >> 16)
    return item | FIRST_NUMBER if numeric else item % FIRST_NUMBER


cdef struct Kept:
    Py_ssize_t size  # terms that are kept of a text
    Py_ssize_t count  # sentences of those
    uint16_t* item
    int32_t* number  # of each one's sentence
    int32_t* place  # which of the different terms it is
    int32_t* origin  # which of the text's terms it is
    uint64_t* slots  # a table of items
    int width


cdef int keep(
    Kept* kept,
    const uint64_t[::1] different,
    const uint8_t[::1] numeric,
    const int64_t[::1] places,
    const int64_t[::1] sentences,
    int limit,
    Py_ssize_t room,
) except -1:
    """Fill *kept*, whose slots are to be freed, with the terms of rank *limit* or less for which there
    is *room*; a number takes that of two. The slots are empty.
    """
    cdef Py_ssize_t at, size = places.shape[0], needed
    cdef uint64_t hashed
    cdef int64_t before = 0
    if sentences.shape[0] != size:
        raise ValueError(f"{size} places, {sentences.shape[0]} sentences")
    kept.size = kept.count = 0
    kept.width = width_for(min(size, room))
    kept.slots = <uint64_t*>calloc((<Py_ssize_t>1 << kept.width) + 2 * size, sizeof(uint64_t))
    if kept.slots == NULL:
        raise MemoryError
    kept.number = <int32_t*>(kept.slots + (<Py_ssize_t>1 << kept.width))
    kept.place = kept.number + size
    kept.origin = kept.place + size
    kept.item = <uint16_t*>(kept.origin + size)
    for at in range(size):
        if not 0 <= places[at] < different.shape[0]:
            free(kept.slots)
            raise ValueError(f"place {places[at]} of {different.shape[0]} terms")
        hashed = different[places[at]]
        needed = 1 + numeric[places[at]]
        if rank_of(hashed, numeric[places[at]]) > limit or needed > room:
            continue
        room -= needed
        kept.count += kept.size == 0 or sentences[at] != before
        before = sentences[at]
        kept.item[kept.size] = item_of(hashed, numeric[places[at]])
        kept.number[kept.size] = <int32_t>(kept.count - 1)
        kept.place[kept.size] = <int32_t>places[at]
        kept.origin[kept.size] = <int32_t>at
        kept.size += 1
    if kept.count > MOST_SENTENCES:
        for at in range(kept.size):
            kept.number[at] = <int32_t>(<int64_t>kept.number[at] * MOST_SENTENCES // kept.count)
        kept.count = MOST_SENTENCES
    return 0


def weigh(
    const uint64_t[::1] different,
    const double[::1] shares,
    const int64_t[::1] places,
    double most,
    Py_ssize_t posted,
):
    """See :func:`.reference.weigh`."""
    cdef Py_ssize_t at, place, size = different.shape[0], kept = 0, rare = 0
    cdef double told
    cdef double[MOST_POSTED + 1] best
    cdef uint64_t[MOST_POSTED + 1] key
    if not 0 <= posted <= MOST_POSTED:
        raise ValueError(f"{posted} terms to post")
    if shares.shape[0] != size:
        raise ValueError(f"{size} terms, {shares.shape[0]} shares")
    weighed = np.empty(size, np.float64)
    cdef double[::1] weights = weighed
    cdef int32_t* times = <int32_t*>calloc(size + 1, sizeof(int32_t))
    if times == NULL:
        raise MemoryError
    try:
        for at in range(places.shape[0]):
            if not 0 <= places[at] < size:
                raise ValueError(f"place {places[at]} of {size} terms")
            times[places[at]] += 1
        for at in range(size):
            told = -log(shares[at])
            weights[at] = min(told, MOST_WEIGHT)
            if shares[at] <= most:
                rare += 1
                # A term of many sentences is what the article is about.
                told *= -sqrt(<double>times[at])
            elif shares[at] <= WIDEST:
                # After all of those; the rarer a term, the earlier.
                told = MOST_TOLD - told
            else:
                continue
            place = kept
            while place and (
                told < best[place - 1]
                or (told == best[place - 1] and different[at] < key[place - 1])
            ):
                best[place], key[place] = best[place - 1], key[place - 1]
                place -= 1
            best[place], key[place] = told, different[at]
            kept = min(kept + 1, posted)
    finally:
        free(times)
    kept = min(kept, max(rare, FEWEST_POSTED))
    keys = np.empty(kept, np.uint32)
    cdef uint32_t[::1] first = keys
    for at in range(kept):
        first[at] = <uint32_t>key[at]
    return weighed, keys


cdef int next_rank(
    const uint64_t[::1] different, const uint8_t[::1] numeric, const int64_t[::1] places
) except -1:
    """The rank of the first term, in the order of ranks, that goes beyond the room of MOST_TERMS
    terms; NO_LIMIT + 1 if none does. Upper bytes are counted first, then the lower bytes of the ranks
    with the upper byte that was found.
    """
    cdef Py_ssize_t[256] counts
    cdef Py_ssize_t at, left = MOST_TERMS
    cdef int upper = 0, lower = 0
    cdef uint16_t rank
    memset(counts, 0, sizeof(counts))
    for at in range(places.shape[0]):
        if not 0 <= places[at] < different.shape[0]:
            raise ValueError(f"place {places[at]} of {different.shape[0]} terms")
        counts[rank_of(different[places[at]], numeric[places[at]]) >> 8] += 1 + numeric[places[at]]
    while counts[upper] <= left:
        left -= counts[upper]
        upper += 1
        if upper > 255:
            return NO_LIMIT + 1
    memset(counts, 0, sizeof(counts))
    for at in range(places.shape[0]):
        rank = rank_of(different[places[at]], numeric[places[at]])
        if rank >> 8 == upper:
            counts[rank & 0xFF] += 1 + numeric[places[at]]
    while counts[lower] <= left:
        left -= counts[lower]
        lower += 1
    return upper << 8 | lower


def sketch(
    const uint64_t[::1] different,
    is_number not None,
    const double[::1] values,
    const double[::1] weights,
    const int64_t[::1] places,
    const int64_t[::1] sentences,
    const uint32_t[::1] keys,
):
    """See :func:`.reference.sketch`."""
    cdef const uint8_t[::1] numeric = is_number.view(np.uint8)
    cdef Py_ssize_t at, posted = min(keys.shape[0], <Py_ssize_t>MOST_POSTED), numbers = 0
    cdef int limit = NO_LIMIT
    cdef float value
    cdef uint32_t bits
    cdef Kept kept
    cdef uint64_t* slot
    cdef double weight = 0, squares = 0, own
    cdef int32_t[MOST_SENTENCES] sizes
    cdef double[MOST_SENTENCES] sums
    cdef uint8_t[MOST_TERMS * 2 + MOST_SENTENCES * 2 + MOST_POSTED * 4] body
    cdef Py_ssize_t end = 0
    cdef bint is_table = False
    if not weights.shape[0] == numeric.shape[0] == values.shape[0] == different.shape[0]:
        raise ValueError(
            f"{different.shape[0]} terms, {weights.shape[0]} weights, {numeric.shape[0]} kinds, "
            f"{values.shape[0]} values"
        )
    if 2 * places.shape[0] > MOST_TERMS:
        limit = max(next_rank(different, numeric, places) - 1, 0)
    keep(&kept, different, numeric, places, sentences, limit, MOST_TERMS)
    memset(sizes, 0, sizeof(sizes))
    for at in range(kept.size):
        sizes[kept.number[at]] += 1
        is_table = is_table or sizes[kept.number[at]] > MOST_OF_SENTENCE
    if is_table:
        memset(sizes, 0, sizeof(sizes))
        for at in range(kept.size):
            kept.number[at] = <int32_t>(at // MOST_OF_SENTENCE)
            sizes[kept.number[at]] += 1
        kept.count = kept.number[kept.size - 1] + 1
    memset(sums, 0, sizeof(sums))
    for at in range(kept.size):
        own = weights[kept.place[at]]
        sums[kept.number[at]] += own
        slot = slot_of(kept.slots, kept.width, kept.item[at], ITEM_BITS)
        if not slot[0]:
            slot[0] = <uint64_t>1 << ITEM_BITS | kept.item[at]
            weight += own
            squares += own * own
    for at in range(posted):
        body[end] = <uint8_t>keys[at]
        body[end + 1] = <uint8_t>(keys[at] >> 8)
        body[end + 2] = <uint8_t>(keys[at] >> 16)
        body[end + 3] = <uint8_t>(keys[at] >> 24)
        end += 4
    for at in range(kept.count):
        body[end] = <uint8_t>sizes[at]
        body[end + 1] = <uint8_t>min(ceil(sums[at]), 255.0)
        end += 2
    for at in range(kept.size):
        body[end] = <uint8_t>kept.item[at]
        body[end + 1] = <uint8_t>(kept.item[at] >> 8)
        end += 2
    for at in range(kept.size):
        if kept.item[at] >= FIRST_NUMBER:
            value = <float>values[kept.place[at]]
            memcpy(&bits, &value, sizeof(bits))
            bits += 0x8000
            body[end] = <uint8_t>(bits >> 16)
            body[end + 1] = <uint8_t>(bits >> 24)
            end += 2
            numbers += 1
    free(kept.slots)
    head = HEAD.pack(posted, kept.count, numbers, limit, weight, sqrt(squares))
    return <bytes>head + (<char*>body)[:end]


def compare(
    const uint64_t[::1] different,
    is_number not None,
    is_rough not None,
    const double[::1] values,
    const double[::1] weights,
    const int64_t[::1] places,
    const int64_t[::1] sentences,
    bytes stored not None,
    Py_ssize_t apart,
):
    """See :func:`.reference.compare`."""
    check(stored)
    cdef const uint8_t[::1] numeric = is_number.view(np.uint8)
    cdef const uint8_t[::1] rough = is_rough.view(np.uint8)
    cdef int limit
    cdef Py_ssize_t posted, count, told_size, told_numbers
    cdef double told_weight, told_length
    cdef Kept kept
    posted, count, told_numbers, limit, told_weight, told_length = HEAD.unpack_from(stored)
    cdef const uint8_t* told_heads = <const uint8_t*><const char*>stored + <Py_ssize_t>HEAD.size + 4 * posted
    cdef const uint8_t* told_items = told_heads + 2 * count
    told_size = (len(stored) - <Py_ssize_t>HEAD.size - 4 * posted - 2 * count) // 2 - told_numbers
    if weights.shape[0] != different.shape[0] or not (
        numeric.shape[0] == rough.shape[0] == values.shape[0] == different.shape[0]
    ):
        raise ValueError(
            f"{different.shape[0]} terms, {weights.shape[0]} weights, {numeric.shape[0]} and "
            f"{rough.shape[0]} kinds, {values.shape[0]} values"
        )
    if apart < 1:
        raise ValueError(f"terms {apart} places apart")
    if told_size < LEAST_TERMS or count < LEAST_SENTENCES:
        return None, 0, 0
    keep(&kept, different, numeric, places, sentences, limit, 2 * places.shape[0])
    try:
        if kept.size < LEAST_TERMS or kept.count < LEAST_SENTENCES:
            return None, 0, 0
        return compared(
            &kept, weights, rough, values, told_heads, count, told_items, told_size,
            told_numbers, told_weight, told_length, apart,
        )
    finally:
        free(kept.slots)


cdef tuple compared(
    Kept* kept,
    const double[::1] weights,
    const uint8_t[::1] rough,
    const double[::1] values,
    const uint8_t* told_heads,
    Py_ssize_t count,
    const uint8_t* told_items,
    Py_ssize_t told_size,
    Py_ssize_t told_numbers,
    double told_weight,
    double told_length,
    Py_ssize_t apart,
):
    """What :func:`compare` returns for the terms that are *kept* and those that are stored."""
    cdef Py_ssize_t size = kept.size, own_count = kept.count, items = 0, at, own, other, end
    cdef Py_ssize_t first, last, back, run_first = 0, run_last = -1, begin = 0, behind = 0
    cdef int numbers = 0, same_numbers = 0, paired = 0, tied = 0, in_order = 0
    cdef int32_t place
    cdef uint64_t* slot
    cdef double weight = 0, squares = 0, same_squares = 0, relative, least
    cdef double number_weight = 0, same_number_weight = 0, gain = 0, most_gain = 0
    cdef double pairing = 0, covered = 0, local_sum = 0, told_sum = 0, share, second, distinct = 0
    cdef double[MOST_SENTENCES] shares
    # By length of a chain in the stored order, the last sentence of the chain.
    cdef int32_t[MOST_SENTENCES] chains
    cdef Py_ssize_t cells = own_count * count
    # For each of the text's different items: its weight, in all and in a sentence, in how many of
    # the text's own and of the stored sentences it stands, and from where on these are listed.
    cdef double* room = <double*>calloc(
        3 * size + 3 * own_count + 2 * cells + told_numbers + 1, sizeof(double)
    )
    cdef int32_t* listed = <int32_t*>calloc(
        6 * size + 3 * told_size + 2 * count + cells + told_numbers + 8, sizeof(int32_t)
    )
    if room == NULL or listed == NULL:
        free(room)
        free(listed)
        raise MemoryError
    cdef double* weight_of = room
    cdef double* local = weight_of + size
    cdef double* rounded = local + size  # what a rough number is, 0 for any other
    cdef double* left_over = rounded + size  # the different stored numbers, 0 for one that a rough number stands for
    cdef double* sums = left_over + told_numbers
    cdef double* local_sums = sums + own_count
    cdef double* same_sums = local_sums + own_count
    cdef double* shared = same_sums + own_count
    cdef double* locally = shared + cells
    cdef int32_t* here = listed  # where the sentences of each item begin, and at last end
    cdef int32_t* there = here + size + 1
    cdef int32_t* own_sentences = there + size + 1
    cdef int32_t* told_sentences = own_sentences + size
    cdef int32_t* filled = told_sentences + told_size
    cdef int32_t* told_number = filled + size
    cdef int32_t* told_place = told_number + told_size
    cdef int32_t* best_back = told_place + told_size
    cdef int32_t* covering = best_back + count
    cdef int32_t* rare = covering + count  # terms in common, of each pair of sentences
    cdef int32_t* is_numeric = rare + cells
    cdef int32_t* number_items = is_numeric + size
    try:
        for at in range(size):
            slot = slot_of(kept.slots, kept.width, kept.item[at], ITEM_BITS)
            place = <int32_t>(slot[0] >> ITEM_BITS) - 1
            if place < 0:
                place = <int32_t>items
                slot[0] = <uint64_t>(place + 1) << ITEM_BITS | kept.item[at]
                weight_of[place] = weights[kept.place[at]]
                is_numeric[place] = kept.item[at] >= FIRST_NUMBER
                rounded[place] = values[kept.place[at]] if rough[kept.place[at]] else 0
                weight += weight_of[place]
                squares += weight_of[place] * weight_of[place]
                items += 1
            kept.place[at] = place
            here[place + 1] += 1
        relative = (weight + 1) / (told_weight + 1)
        if relative < SHORTEST:
            return None, 0, 0
        end = 0
        for other in range(count):
            told_sum += told_heads[2 * other + 1]
            for at in range(told_heads[2 * other]):
                told_number[end] = <int32_t>other
                end += 1
        for at in range(told_size):
            slot = slot_of(
                kept.slots, kept.width, told_items[2 * at] | told_items[2 * at + 1] << 8, ITEM_BITS
            )
            place = <int32_t>(slot[0] >> ITEM_BITS) - 1
            told_place[at] = place
            if place >= 0:
                there[place + 1] += 1
        end = read_numbers(told_items, told_size, told_numbers, left_over, number_items)
        for at in range(items):
            if is_numeric[at]:
                numbers += 1
                if there[at + 1] or not (rounded[at] and take_rounded(rounded[at], left_over, end)):
                    number_weight += weight_of[at]
            local[at] = weight_of[at] / sqrt(<double>max(here[at + 1], there[at + 1]))
            if there[at + 1]:
                same_squares += weight_of[at] * weight_of[at]
                if is_numeric[at]:
                    same_numbers += 1
                    same_number_weight += weight_of[at]
        for at in range(items):
            here[at + 1] += here[at]
            there[at + 1] += there[at]
        for at in range(size):
            place = kept.place[at]
            own_sentences[here[place] + filled[place]] = kept.number[at]
            filled[place] += 1
            sums[kept.number[at]] += weight_of[place]
            local_sums[kept.number[at]] += local[place]
            if there[place] < there[place + 1]:
                same_sums[kept.number[at]] += weight_of[place]
        memset(filled, 0, items * sizeof(int32_t))
        for at in range(told_size):
            place = told_place[at]
            if place >= 0:
                told_sentences[there[place] + filled[place]] = told_number[at]
                filled[place] += 1
        for at in range(items):
            for first in range(here[at], here[at + 1]):
                own = own_sentences[first]
                for last in range(there[at], there[at + 1]):
                    other = own * count + told_sentences[last]
                    shared[other] += weight_of[at]
                    locally[other] += local[at]
                    rare[other] += weight_of[at] >= RARE
        # The run of sentences with the greatest sum: Kadane's algorithm.
        for own in range(own_count):
            if gain <= 0:
                gain, first = 0, own
            least = COUNTERPART * local_sums[own]
            gain += locally[own * count + best_of(locally + own * count, count)] - least
            if gain > most_gain:
                most_gain, run_first, run_last = gain, first, own
        for at in range(size):
            if run_first <= kept.number[at] <= run_last:
                if not behind:
                    begin = kept.origin[at]
                behind = kept.origin[at] + 1
        if relative > LONGEST:
            return None, begin, behind
        for other in range(count):
            back = 0
            for own in range(1, own_count):
                if locally[own * count + other] > locally[back * count + other]:
                    back = own
            best_back[other] = <int32_t>back
        for own in range(own_count):
            local_sum += local_sums[own]
            other = best_of(locally + own * count, count)
            least = COUNTERPART * local_sums[own]
            if locally[own * count + other] > least and best_back[other] == own:
                pairing += local_sums[own]
                paired += 1
                at = in_order
                while at and chains[at - 1] >= other:
                    at -= 1
                chains[at] = <int32_t>other
                in_order += at == in_order
            other = best_of(shared + own * count, count)
            if shared[own * count + other] > COVERED * sums[own]:
                covering[other] = True
            second = 0
            for at in range(count):
                if at != other:
                    second = max(second, shared[own * count + at])
            distinct += (shared[own * count + other] - second) / (sums[own] + 2)
            for other in range(count):
                if rare[own * count + other] >= TIED:
                    tied += 1
                    break
            share = (same_sums[own] + 1) / (sums[own] + 2)
            at = own
            while at and share < shares[at - 1]:
                shares[at] = shares[at - 1]
                at -= 1
            shares[at] = share
        for other in range(count):
            if covering[other]:
                covered += told_heads[2 * other + 1]
        evidence = Evidence(
            numbers,
            same_numbers,
            own_count,
            paired,
            pairing / max(local_sum, 1e-9),
            min(1.0, covered / max(told_sum, 1.0) / min(relative, 1.0)),
            log_odds(same_squares / max(sqrt(squares) * told_length, 1e-9))
            - log_odds(same_pairs(kept, told_items, told_number, told_size, apart)),
            number_weight,
            same_number_weight,
            shares[own_count // 2],
            tied,
            count,
            in_order,
            distinct / own_count,
            aligned(locally, own_count, count),
        )
        return evidence, begin, behind
    finally:
        free(room)
        free(listed)


cdef inline double log_odds(double share) noexcept nogil:
    share = min(max(share, 0.0), 1.0)
    return log((share + LEAST_ODDS) / (1 + LEAST_ODDS - share))


cdef Py_ssize_t read_numbers(
    const uint8_t* told_items,
    Py_ssize_t told_size,
    Py_ssize_t told_numbers,
    double* left_over,
    int32_t* number_items,
) noexcept nogil:
    """Read what the different stored numbers are, 0 for one without a value. Return how many they are."""
    cdef const uint8_t* told_values = told_items + 2 * told_size
    cdef Py_ssize_t at, rank, count = 0, number = 0
    cdef int32_t item
    cdef uint32_t bits
    cdef float value
    for at in range(told_size):
        item = told_items[2 * at] | told_items[2 * at + 1] << 8
        if item < FIRST_NUMBER:
            continue
        if number == told_numbers:
            break
        bits = told_values[2 * number] << 16 | <uint32_t>told_values[2 * number + 1] << 24
        number += 1
        rank = 0
        while rank < count and number_items[rank] != item:
            rank += 1
        if rank == count:
            memcpy(&value, &bits, sizeof(value))
            left_over[count], number_items[count] = value, item
            count += 1
    return count


cdef bint take_rounded(double rough, double* left_over, Py_ssize_t count) noexcept nogil:
    """Take the number that the *rough* one stands for, the nearest, out of *left_over*, where 0 is left;
    False if there is none.
    """
    cdef double thousandths = floor(rough * 1000 + 0.5), step = 0.001
    cdef double slack, away
    cdef Py_ssize_t at, best = -1
    while thousandths and thousandths == 10 * floor(thousandths / 10):
        thousandths = floor(thousandths / 10)
        step *= 10
    for at in range(count):
        slack, away = PRECISION * left_over[at], fabs(left_over[at] - rough)
        if not (
            left_over[at] > 0
            and away <= (BELOW if left_over[at] < rough else ABOVE) * rough + slack
            and away < step + (slack if left_over[at] > EXACT else 0)
        ):
            continue
        if best < 0 or away < fabs(left_over[best] - rough):
            best = at
    if best < 0:
        return False
    left_over[best] = 0
    return True


cdef double aligned(const double* common, Py_ssize_t own_count, Py_ssize_t count) noexcept nogil:
    """How much likelier, in nats, sentences are if their counterparts stand in order than if each stands
    anywhere: see :func:`.reference._aligned`.
    """
    cdef double[MOST_SENTENCES] place
    cdef double[MOST_SENTENCES] last
    cdef double near, odds, total, anywhere, likelier = 0
    cdef Py_ssize_t own, at, before
    for at in range(count):
        place[at] = 1 / <double>count
    for own in range(own_count):
        memcpy(last, place, count * sizeof(double))
        total, anywhere = 0, 0
        for at in range(count):
            if own:
                near = 0
                for before in range(max(at - STEPS + 1, 0), at + 1):
                    near += last[before]
                place[at] = ELSEWHERE / count + (1 - ELSEWHERE) / STEPS * near
            odds = exp(min(common[own * count + at], MOST_ALIGNED) / FOLD)
            place[at] *= odds
            total += place[at]
            anywhere += odds
        likelier += log(total) - log(anywhere / count)
        for at in range(count):
            place[at] /= total
    return likelier


cdef inline Py_ssize_t best_of(const double* row, Py_ssize_t count) noexcept nogil:
    """The place of the greatest value, the first of several."""
    cdef Py_ssize_t at, best = 0
    for at in range(1, count):
        if row[at] > row[best]:
            best = at
    return best


cdef double same_pairs(
    Kept* kept,
    const uint8_t* told_items,
    const int32_t* told_number,
    Py_ssize_t told_size,
    Py_ssize_t apart,
) except -1:
    """The number of pairs of terms *apart* that both have, as a share of those of the shorter one."""
    cdef Py_ssize_t at, own = 0, told = 0, same = 0
    cdef int width = width_for(kept.size + told_size)
    cdef uint64_t pair, has_own = <uint64_t>1 << 32, has_told = <uint64_t>1 << 33
    cdef uint64_t* slot
    cdef uint64_t* slots = <uint64_t*>calloc(<Py_ssize_t>1 << width, sizeof(uint64_t))
    if slots == NULL:
        raise MemoryError
    for at in range(apart, kept.size):
        if kept.number[at] == kept.number[at - apart]:
            pair = <uint64_t>kept.item[at - apart] << 16 | kept.item[at]
            slot = slot_of(slots, width, pair, 32)
            own += not slot[0]
            slot[0] = pair | has_own
    for at in range(apart, told_size):
        if told_number[at] == told_number[at - apart]:
            pair = (
                <uint64_t>told_items[2 * (at - apart)] << 16
                | <uint64_t>told_items[2 * (at - apart) + 1] << 24
                | told_items[2 * at] | <uint64_t>told_items[2 * at + 1] << 8
            )
            slot = slot_of(slots, width, pair, 32)
            if not slot[0] & has_told:
                told += 1
                same += slot[0] & has_own != 0
                slot[0] |= pair | has_told
    free(slots)
    return same / <double>max(min(own, told), 1)
