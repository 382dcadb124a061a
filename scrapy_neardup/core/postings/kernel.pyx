# cython: language_level=3, cdivision=True
"""Where a document's postings stand, and which members of their buckets are near.

What :mod:`.reference` defines, value for value, for some 34 postings and their members. Buffers
are checked once, before they are read.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from scrapy_neardup.core.hash_slots cimport slot_of, width_for
from scrapy_neardup.core.postings.members cimport ORDINAL, tag_bytes

VERSION = 13
"""The version of the postings' layout, as in :data:`scrapy_neardup.core.format.FORMAT`."""

cdef enum:
    KEY_BITS = 64
    TAG_BITS = 16
    ORDINAL_BITS = 32

cdef extern from *:
    int popcount "__builtin_popcount" (unsigned int) noexcept nogil


def likeness(
    uint64_t simhash,
    bytes moves not None,
    Py_ssize_t blocks,
    bytes phrases not None,
    bytes tables not None,
    bytes bits not None,
):
    """See :func:`.reference.likeness`."""
    cdef Py_ssize_t permuted, count = len(tables), at, block, width, place
    cdef const uint64_t* move = <const uint64_t*><const char*>moves
    cdef const uint8_t* phrase = <const uint8_t*><const char*>phrases
    cdef const uint8_t* table = <const uint8_t*><const char*>tables
    cdef const uint8_t* bit = <const uint8_t*><const char*>bits
    cdef uint64_t key, prefix
    cdef uint8_t[9] bucket
    cdef uint8_t[2] tag
    cdef list buckets = []
    cdef list tags = []
    if blocks < 1 or len(moves) % (24 * blocks):
        raise ValueError(f"{len(moves)} bytes of moves for {blocks} blocks")
    permuted = len(moves) // (24 * blocks)
    if count != permuted + len(phrases) // 4 or count != len(bits):
        raise ValueError(f"{count} tables, {len(bits)} widths for {permuted} + {len(phrases)} / 4")
    for at in range(count):
        if not 1 <= bit[at] <= KEY_BITS - TAG_BITS:
            raise ValueError(f"a bucket of {bit[at]} bits")
        key = 0
        if at < permuted:
            for block in range(at * blocks, (at + 1) * blocks):
                key |= (
                    simhash >> move[block] & move[permuted * blocks + block]
                ) << move[2 * permuted * blocks + block]
        else:
            for place in range(4 * (at - permuted) + 3, 4 * (at - permuted) - 1, -1):
                key = key << 8 | phrase[place]
            key <<= 32
        prefix = key >> (KEY_BITS - bit[at])
        width = (bit[at] + 7) >> 3
        bucket[0] = table[at]
        for place in range(width):
            bucket[1 + place] = <uint8_t>(prefix >> (8 * (width - 1 - place)))
        buckets.append((<char*>bucket)[: width + 1])
        if not tag_bytes(table[at]):
            tags.append(b"")
            continue
        prefix = key >> (KEY_BITS - bit[at] - TAG_BITS)
        tag[0], tag[1] = <uint8_t>(prefix >> 8), <uint8_t>prefix
        tags.append((<char*>tag)[:2])
    return buckets, tags


cdef struct Hit:
    uint32_t ordinal
    uint32_t weight
    uint32_t phrases


def hits(
    list buckets not None,
    list tags not None,
    members not None,
    bytes masks not None,
    bytes radii not None,
    bytes weights not None,
    uint8_t phrase_table,
    uint32_t least=0,
):
    """See :func:`.reference.hits`."""
    cdef Py_ssize_t at, agreeing, tagged, size = 0, met = 0
    cdef int width
    cdef uint32_t ordinal
    cdef const uint8_t* tag
    cdef const uint8_t* mask = <const uint8_t*><const char*>masks
    cdef const uint8_t* radius = <const uint8_t*><const char*>radii
    cdef const uint8_t* weight = <const uint8_t*><const char*>weights
    cdef const uint8_t* member
    cdef bytes packed
    cdef uint8_t table
    cdef unsigned int wanted, rigid, differing
    cdef dict weighed = {}, phrases = {}
    cdef Hit* hit = NULL
    cdef Hit* one = NULL
    cdef uint64_t* slots = NULL  # By ordinal, the place of its hit plus one.
    cdef uint64_t* slot
    if not len(tags) == len(buckets) == len(members) or len(masks) != 512:
        raise ValueError(f"{len(tags)} tags, {len(buckets)} and {len(members)} buckets")
    if not len(radii) == len(weights) == 256:
        raise ValueError(f"{len(radii)} radii, {len(weights)} weights")
    for at in range(len(buckets)):
        packed = members[at]
        if not packed:
            continue
        tagged = tag_bytes((<bytes?>buckets[at])[0])
        if len(packed) % (tagged + ORDINAL):
            raise ValueError(f"a bucket of {len(packed)} bytes")
        size += len(packed) // (tagged + ORDINAL)
    width = width_for(size)
    hit = <Hit*>calloc(size + 1, sizeof(Hit))
    slots = <uint64_t*>calloc(<Py_ssize_t>1 << width, sizeof(uint64_t))
    try:
        if hit == NULL or slots == NULL:
            raise MemoryError
        for at in range(len(buckets)):
            packed = members[at]
            if not packed:
                continue
            table = (<bytes>buckets[at])[0]
            tagged = tag_bytes(table)
            if len(<bytes?>tags[at]) != tagged:
                raise ValueError(f"a tag of {len(tags[at])} bytes")
            tag = <const uint8_t*><const char*><bytes>tags[at]
            wanted = tag[0] << 8 | tag[1] if tagged else 0
            rigid = mask[2 * table] << 8 | mask[2 * table + 1]
            member = <const uint8_t*><const char*>packed
            agreeing = 0
            for place in range(len(packed) // (tagged + ORDINAL)):
                differing = (member[0] << 8 | member[1]) ^ wanted if tagged else 0
                if not differing & rigid and popcount(differing) <= radius[table]:
                    ordinal = (
                        <uint32_t>member[tagged] << 24 | <uint32_t>member[tagged + 1] << 16
                        | <uint32_t>member[tagged + 2] << 8 | member[tagged + 3]
                    )
                    slot = slot_of(slots, width, ordinal, ORDINAL_BITS)
                    if not slot[0]:
                        hit[met].ordinal = ordinal
                        met += 1
                        slot[0] = <uint64_t>met << ORDINAL_BITS | ordinal
                    one = hit + (slot[0] >> ORDINAL_BITS) - 1
                    one.weight += weight[table]
                    one.phrases += table == phrase_table
                    agreeing += 1
                member += tagged + ORDINAL
            if agreeing == 1 and table == phrase_table:
                one.weight += weight[table]
        for at in range(met):
            if hit[at].weight >= least:
                weighed[hit[at].ordinal] = hit[at].weight
                if hit[at].phrases:
                    phrases[hit[at].ordinal] = hit[at].phrases
        return weighed, phrases
    finally:
        free(hit)
        free(slots)
