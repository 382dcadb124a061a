# cython: language_level=3, cdivision=True
"""Sorted runs: where to look for postings, and how runs are merged.

What :mod:`.page`, :mod:`.bloom` and :mod:`.sorted_run` define in array code, value for value. What
comes from a disk is checked before it is read.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from scrapy_neardup.core.errors import IndexCorrupt

VERSION = 5
"""Of the runs' layout, as :data:`.archive.FORMAT` counts it."""

cdef enum:
    MEMBER = 6
    TAG_BITS = 16
    TABLE_SHIFT = 51
    PAGE = 512
    GROUP_PAGES = 32
    HEAD = 18
    BLOCK_BYTES = 64
    PROBES = 6
    MAX_BUCKET_BYTES = 5
    MAX_SOURCES = 256

cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15ULL
cdef uint64_t LAST_KEY = (<uint64_t>1 << 59) - 1

cdef extern from *:
    void prefetch "__builtin_prefetch" (const void*) noexcept nogil

cdef struct Page:
    const uint8_t* keys
    const uint8_t* ordinals
    const uint8_t* gone
    uint64_t first
    uint32_t least
    int count
    int key_bytes
    int ordinal_bytes

cdef struct Source:
    Page page
    Py_ssize_t next_page
    int at
    uint64_t key
    uint32_t ordinal
    bint gone
    bint done


cdef inline uint64_t mixed(uint64_t value) noexcept nogil:
    value += GOLDEN
    value = (value ^ value >> 30) * <uint64_t>0xBF58476D1CE4E5B9ULL
    value = (value ^ value >> 27) * <uint64_t>0x94D049BB133111EBULL
    return value ^ value >> 31


cdef inline uint64_t block_of(uint64_t hashed, uint64_t blocks) noexcept nogil:
    return (hashed >> 32) * blocks >> 32


cdef inline bint may_hold(const uint8_t* packed, uint64_t blocks, uint64_t hashed) noexcept nogil:
    cdef const uint8_t* block = packed + BLOCK_BYTES * block_of(hashed, blocks)
    cdef uint64_t places = hashed * GOLDEN >> 10
    cdef int probe
    for probe in range(PROBES):
        if not block[places >> 3 & 63] >> (places & 7) & 1:
            return False
        places >>= 9
    return True


cdef inline uint64_t number(const uint8_t* packed, int width) noexcept nogil:
    cdef uint64_t value = 0
    cdef int place
    for place in range(width - 1, -1, -1):
        value = value << 8 | packed[place]
    return value


cdef inline uint64_t bucket_key(bytes bucket) except? 1:
    cdef Py_ssize_t size = PyBytes_GET_SIZE(bucket)
    cdef const uint8_t* packed = <const uint8_t*>PyBytes_AS_STRING(bucket)
    if not 1 <= size <= MAX_BUCKET_BYTES:
        raise ValueError(f"a bucket of {size} bytes")
    return packed_key(packed, size)


cdef inline uint64_t packed_key(const uint8_t* packed, Py_ssize_t size) noexcept nogil:
    cdef uint64_t prefix = 0
    cdef Py_ssize_t place
    for place in range(1, size):
        prefix = prefix << 8 | packed[place]
    return ((<uint64_t>packed[0] << 3 | <uint64_t>(size - 1)) << 32 | prefix) << TAG_BITS


cdef int open_page(bytes packed, Page* page) except -1:
    """Find the columns of a *packed* page."""
    cdef Py_ssize_t size = PyBytes_GET_SIZE(packed)
    cdef const uint8_t* start = <const uint8_t*>PyBytes_AS_STRING(packed)
    cdef Py_ssize_t marks
    cdef uint64_t gone
    if size < HEAD:
        raise IndexCorrupt(f"a page of {size} bytes")
    page.first = number(start, 8)
    page.least = <uint32_t>number(start + 8, 4)
    page.count = <int>number(start + 12, 2)
    page.key_bytes, page.ordinal_bytes = start[14], start[15]
    gone = number(start + 16, 2)
    marks = (page.count + 7) // 8 if gone else 0
    if (
        size != HEAD + page.count * (page.key_bytes + page.ordinal_bytes) + marks
        or not 1 <= page.key_bytes <= 8
        or not 1 <= page.ordinal_bytes <= 4
        or not page.count
    ):
        raise IndexCorrupt(f"a page of {size} bytes for {page.count} postings")
    page.keys = start + HEAD
    page.ordinals = page.keys + page.count * page.key_bytes
    page.gone = page.ordinals + page.count * page.ordinal_bytes if gone else NULL
    return 0


cdef inline uint64_t key_at(const Page* page, int at) noexcept nogil:
    return page.first + number(page.keys + at * page.key_bytes, page.key_bytes)


cdef inline uint32_t ordinal_at(const Page* page, int at) noexcept nogil:
    return page.least + <uint32_t>number(page.ordinals + at * page.ordinal_bytes, page.ordinal_bytes)


cdef inline bint gone_at(const Page* page, int at) noexcept nogil:
    return page.gone != NULL and page.gone[at >> 3] >> (at & 7) & 1


cdef int first_from(const Page* page, uint64_t key) noexcept nogil:
    """Where the first entry stands whose key is not less than *key*."""
    cdef int low = 0, high = page.count, middle
    while low < high:
        middle = (low + high) >> 1
        if key_at(page, middle) < key:
            low = middle + 1
        else:
            high = middle
    return low


def probe(list buckets not None, bytes tags not None, bytes loose not None, runs not None):
    """Which pages may hold members of these *buckets*, with the *tags* given, if any.

    See :func:`.sorted_run.probe`.
    """
    cdef Py_ssize_t count = len(buckets), at, page, group, pages, offset, filters_size, run_at
    cdef Py_ssize_t low_group, high_group, middle
    cdef const uint8_t* free_bits = <const uint8_t*>PyBytes_AS_STRING(loose)
    cdef const uint8_t* tag = <const uint8_t*>PyBytes_AS_STRING(tags)
    cdef const uint64_t* firsts
    cdef const uint8_t* filters
    cdef bytearray kept_firsts, kept_filters
    cdef uint64_t* lows
    cdef uint64_t* highs
    cdef uint64_t* hashes
    cdef uint64_t* groups
    cdef uint8_t* sure
    cdef uint64_t key, low, high, above
    cdef int64_t above_key
    cdef uint8_t width
    cdef Py_ssize_t group_bytes, blocks
    cdef list found = []
    if tags and len(tags) != 2 * count or len(loose) != 256:
        raise ValueError(f"{len(tags)} bytes of tags, {count} buckets, {len(loose)} tables")
    lows = <uint64_t*>malloc(max(count, 1) * 33)
    if lows == NULL:
        raise MemoryError
    highs, hashes, groups = lows + count, lows + 2 * count, lows + 3 * count
    sure = <uint8_t*>(lows + 4 * count)
    try:
        for at in range(count):
            key = bucket_key(<bytes?>buckets[at])
            width = free_bits[<uint8_t>PyBytes_AS_STRING(<bytes>buckets[at])[0]]
            if width > TAG_BITS:
                raise ValueError(f"{width} bits of a tag may differ")
            sure[at] = bool(tags) or width == TAG_BITS
            if tags:
                key |= tag[2 * at] | <uint64_t>tag[2 * at + 1] << 8
            else:
                width = TAG_BITS
            lows[at] = key >> width << width
            highs[at] = lows[at] | ((<uint64_t>1 << width) - 1)
            hashes[at] = mixed(key >> width)
        for run_at in range(len(runs)):
            run = runs[run_at]
            kept_firsts, kept_filters, group_bytes = run.firsts, run.filters, run.group_bytes
            above_key = run.above[0]
            firsts = <const uint64_t*><const char*>kept_firsts
            filters = <const uint8_t*><const char*>kept_filters
            pages, filters_size = len(kept_firsts) // 8, len(kept_filters)
            above = 0 if above_key < 0 else <uint64_t>above_key
            if not pages or firsts[0] > LAST_KEY:
                continue
            if group_bytes < BLOCK_BYTES or (pages - 1) // GROUP_PAGES * group_bytes >= filters_size:
                raise ValueError(f"{filters_size} bytes of filters for {pages} pages")
            # First find all places in memory, then read them, so that misses of the cache overlap.
            for at in range(count):
                # The last group that starts at or below the highest key.
                low_group, high_group = 0, (pages - 1) // GROUP_PAGES
                while low_group < high_group:
                    middle = (low_group + high_group + 1) >> 1
                    if firsts[middle * GROUP_PAGES] <= highs[at]:
                        low_group = middle
                    else:
                        high_group = middle - 1
                groups[at] = low_group
                offset = low_group * group_bytes
                blocks = min(group_bytes, filters_size - offset) // BLOCK_BYTES
                prefetch(filters + offset + BLOCK_BYTES * block_of(hashes[at], blocks))
            for at in range(count):
                low, high = lows[at], highs[at]
                if high < above or firsts[0] > high:
                    continue
                group = low_group = groups[at]
                while group > 0 and firsts[group * GROUP_PAGES] >= low:
                    group -= 1
                while group <= low_group:
                    offset = group * group_bytes
                    blocks = min(group_bytes, filters_size - offset) // BLOCK_BYTES
                    if not sure[at] or may_hold(filters + offset, blocks, hashes[at]):
                        page = group * GROUP_PAGES
                        while page < pages and page < (group + 1) * GROUP_PAGES:
                            if firsts[page] > high:
                                break
                            if page + 1 == pages or firsts[page + 1] >= low:
                                found.append((at, run_at, page, low, high))
                            page += 1
                    group += 1
    finally:
        free(lows)
    return found


def within(
    bytes page not None, uint64_t low, uint64_t high, int64_t above_key, uint32_t above_ordinal
):
    """The packed members of a *page* in a range of keys: see :func:`.page.within`."""
    cdef Page opened
    cdef int at, end, place
    cdef Py_ssize_t there = 0, away = 0
    cdef uint64_t key
    cdef uint32_t ordinal
    cdef bytearray packed
    cdef uint8_t* member
    open_page(page, &opened)
    at = end = first_from(&opened, low)
    while end < opened.count and key_at(&opened, end) <= high:
        end += 1
    if at == end:
        return b"", b""
    packed = bytearray(2 * MEMBER * (end - at))
    for place in range(at, end):
        key, ordinal = key_at(&opened, place), ordinal_at(&opened, place)
        if above_key >= 0 and (
            key < <uint64_t>above_key or key == <uint64_t>above_key and ordinal <= above_ordinal
        ):
            continue
        if gone_at(&opened, place):
            member = <uint8_t*><char*>packed + MEMBER * (end - at + away)
            away += 1
        else:
            member = <uint8_t*><char*>packed + MEMBER * there
            there += 1
        member[0], member[1] = <uint8_t>(key >> 8), <uint8_t>key
        member[2], member[3] = <uint8_t>(ordinal >> 24), <uint8_t>(ordinal >> 16)
        member[4], member[5] = <uint8_t>(ordinal >> 8), <uint8_t>ordinal
    return (
        bytes(packed[: MEMBER * there]),
        bytes(packed[MEMBER * (end - at) : MEMBER * (end - at + away)]),
    )


def read(bytes log not None):
    """The keys, ordinals and whether they are gone of the postings in a *log*, in its order, packed:
    see :func:`.recent.read`.
    """
    cdef const uint8_t* start = <const uint8_t*>PyBytes_AS_STRING(log)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(log), at = 0, count = 0, width
    cdef bytes keys, ordinals, gone
    cdef uint64_t* key
    cdef uint32_t* ordinal
    cdef uint8_t* mark
    while at < size:
        width = start[at] & 0x7F
        if not 1 <= width <= MAX_BUCKET_BYTES or at + 1 + width + MEMBER > size:
            raise IndexCorrupt(f"a log of postings that ends at byte {at} of {size}")
        at += 1 + width + MEMBER
        count += 1
    keys = PyBytes_FromStringAndSize(NULL, 8 * count)
    ordinals = PyBytes_FromStringAndSize(NULL, 4 * count)
    gone = PyBytes_FromStringAndSize(NULL, count)
    key = <uint64_t*>PyBytes_AS_STRING(keys)
    ordinal = <uint32_t*>PyBytes_AS_STRING(ordinals)
    mark = <uint8_t*>PyBytes_AS_STRING(gone)
    at = 0
    for count in range(count):
        width = start[at] & 0x7F
        mark[count] = start[at] >> 7
        key[count] = packed_key(start + at + 1, width)
        at += 1 + width
        key[count] |= <uint64_t>start[at] << 8 | start[at + 1]
        ordinal[count] = (
            <uint32_t>start[at + 2] << 24
            | <uint32_t>start[at + 3] << 16
            | <uint32_t>start[at + 4] << 8
            | start[at + 5]
        )
        at += MEMBER
    return keys, ordinals, gone


def entry(gone not None, added not None):
    """The log entry of some (bucket, member) pairs: see :func:`.recent.entry_of`."""
    cdef Py_ssize_t size = 0
    cdef bytes bucket, member, packed
    cdef uint8_t* byte
    for pairs in (gone, added):
        for bucket, member in pairs:
            if not 1 <= PyBytes_GET_SIZE(bucket) <= MAX_BUCKET_BYTES:
                raise ValueError(f"a bucket of {len(bucket)} bytes")
            if PyBytes_GET_SIZE(member) != MEMBER:
                raise ValueError(f"a member of {len(member)} bytes")
            size += 1 + PyBytes_GET_SIZE(bucket) + MEMBER
    packed = PyBytes_FromStringAndSize(NULL, size)
    byte = <uint8_t*>PyBytes_AS_STRING(packed)
    for mark, pairs in ((0x80, gone), (0, added)):
        for bucket, member in pairs:
            size = PyBytes_GET_SIZE(bucket)
            byte[0] = <uint8_t>(size | <Py_ssize_t>mark)
            memcpy(byte + 1, PyBytes_AS_STRING(bucket), size)
            memcpy(byte + 1 + size, PyBytes_AS_STRING(member), MEMBER)
            byte += 1 + size + MEMBER
    return packed


def put(dict there not None, pairs not None):
    """Put each (bucket, member) of *pairs* *there*, unless it is; the size of the largest bucket
    of these: see :func:`.recent.put`.
    """
    cdef bytes bucket, member, packed
    cdef Py_ssize_t at, size, largest = MEMBER
    cdef const char* start
    for bucket, member in pairs:
        found = there.get(bucket)
        if found is None:
            there[bucket] = member
            continue
        packed = <bytes?>found
        start, size = PyBytes_AS_STRING(packed), PyBytes_GET_SIZE(packed)
        for at in range(0, size - MEMBER + 1, MEMBER):
            if not memcmp(start + at, PyBytes_AS_STRING(member), MEMBER):
                break
        else:
            there[bucket] = packed + member
            largest = max(largest, size + MEMBER)
    return largest


cdef int step(Source* source, list pages) except -1:
    """Go on to the next entry."""
    source.at += 1
    while source.next_page == 0 or source.at >= source.page.count:
        if source.next_page >= len(pages):
            source.done = True
            return 0
        open_page(<bytes?>pages[source.next_page], &source.page)
        source.next_page += 1
        source.at = 0
    source.key = key_at(&source.page, source.at)
    source.ordinal = ordinal_at(&source.page, source.at)
    source.gone = gone_at(&source.page, source.at)
    return 0


def merge(sources not None, uint64_t below, Py_ssize_t most, bint final):
    """The first *most* entries of some pages, keys, ordinals and whether they are gone packed: see
    :func:`.page.merge`.
    """
    cdef Py_ssize_t count = len(sources), at, best, merged = 0
    cdef Source* opened
    cdef list lists = []
    cdef int64_t above_key
    cdef uint32_t above_ordinal
    cdef uint64_t key
    cdef uint32_t ordinal
    cdef bint gone
    cdef bytearray keys, ordinals, marks
    cdef uint64_t* kept_keys
    cdef uint32_t* kept_ordinals
    cdef uint8_t* kept_marks
    if not 0 <= count <= MAX_SOURCES:
        raise ValueError(f"{count} sources")
    keys, ordinals, marks = bytearray(8 * most), bytearray(4 * most), bytearray(most)
    kept_keys = <uint64_t*><char*>keys
    kept_ordinals = <uint32_t*><char*>ordinals
    kept_marks = <uint8_t*><char*>marks
    opened = <Source*>malloc(max(count, 1) * sizeof(Source))
    if opened == NULL:
        raise MemoryError
    try:
        memset(opened, 0, max(count, 1) * sizeof(Source))
        for at in range(count):
            pages, above_key, above_ordinal = sources[at]
            lists.append(<list?>pages)
            step(&opened[at], <list>lists[at])
            while not opened[at].done and above_key >= 0 and (
                opened[at].key < <uint64_t>above_key
                or opened[at].key == <uint64_t>above_key
                and opened[at].ordinal <= above_ordinal
            ):
                step(&opened[at], <list>lists[at])
        while merged < most:
            best = -1
            for at in range(count):
                if not opened[at].done and (
                    best < 0
                    or opened[at].key < opened[best].key
                    or opened[at].key == opened[best].key
                    and opened[at].ordinal < opened[best].ordinal
                ):
                    best = at
            if best < 0 or opened[best].key >= below:
                break
            key, ordinal, gone = opened[best].key, opened[best].ordinal, opened[best].gone
            for at in range(best, count):
                if not opened[at].done and opened[at].key == key and opened[at].ordinal == ordinal:
                    step(&opened[at], <list>lists[at])
            if gone and final:
                continue
            kept_keys[merged], kept_ordinals[merged], kept_marks[merged] = key, ordinal, gone
            merged += 1
    finally:
        free(opened)
    return bytes(keys[: 8 * merged]), bytes(ordinals[: 4 * merged]), bytes(marks[:merged])


cdef int width_of(uint64_t most) noexcept nogil:
    cdef int width = 1
    while most > 0xFF:
        most >>= 8
        width += 1
    return width


cdef bytes pack(
    const uint64_t* keys, const uint32_t* ordinals, const uint8_t* gone, int count
):
    cdef uint32_t least = ordinals[0], highest = ordinals[0]
    cdef int at, place, key_bytes, ordinal_bytes, away = 0
    cdef uint64_t value
    cdef bytes packed
    cdef uint8_t* byte
    for at in range(count):
        least, highest = min(least, ordinals[at]), max(highest, ordinals[at])
        away += gone[at] != 0
    key_bytes, ordinal_bytes = width_of(keys[count - 1] - keys[0]), width_of(highest - least)
    packed = PyBytes_FromStringAndSize(
        NULL, HEAD + count * (key_bytes + ordinal_bytes) + ((count + 7) // 8 if away else 0)
    )
    byte = <uint8_t*>PyBytes_AS_STRING(packed)
    for place in range(8):
        byte[place] = <uint8_t>(keys[0] >> (8 * place))
    for place in range(4):
        byte[8 + place] = <uint8_t>(least >> (8 * place))
    byte[12], byte[13] = <uint8_t>count, <uint8_t>(count >> 8)
    byte[14], byte[15] = <uint8_t>key_bytes, <uint8_t>ordinal_bytes
    byte[16], byte[17] = <uint8_t>away, <uint8_t>(away >> 8)
    byte += HEAD
    for at in range(count):
        value = keys[at] - keys[0]
        for place in range(key_bytes):
            byte[place] = <uint8_t>(value >> (8 * place))
        byte += key_bytes
    for at in range(count):
        value = ordinals[at] - least
        for place in range(ordinal_bytes):
            byte[place] = <uint8_t>(value >> (8 * place))
        byte += ordinal_bytes
    if away:
        memset(byte, 0, (count + 7) // 8)
        for at in range(count):
            if gone[at]:
                byte[at >> 3] |= <uint8_t>(1 << (at & 7))
    return packed


def encode(
    bytes keys not None, bytes ordinals not None, bytes gone not None, bytes loose not None, int bits
):
    """The pages of sorted entries, the first key of each, and their filter: see
    :func:`.sorted_run.encode`.
    """
    cdef Py_ssize_t count = len(gone), at, size
    cdef const uint64_t* key = <const uint64_t*>PyBytes_AS_STRING(keys)
    cdef const uint32_t* ordinal = <const uint32_t*>PyBytes_AS_STRING(ordinals)
    cdef const uint8_t* mark = <const uint8_t*>PyBytes_AS_STRING(gone)
    cdef const uint8_t* free_bits = <const uint8_t*>PyBytes_AS_STRING(loose)
    cdef uint64_t blocks, hashed, places
    cdef bytearray packed, firsts = bytearray()
    cdef uint8_t* block
    cdef list pages = []
    cdef int place
    if len(keys) != 8 * count or len(ordinals) != 4 * count or len(loose) != 256 or bits < 1:
        raise ValueError(f"{len(keys)} and {len(ordinals)} bytes for {count} entries")
    blocks = max((count * bits + 8 * BLOCK_BYTES - 1) // (8 * BLOCK_BYTES), 1)
    packed = bytearray(BLOCK_BYTES * blocks)
    for at in range(count):
        if key[at] > LAST_KEY:
            raise ValueError(f"a key of {key[at]}")
        hashed = mixed(key[at] >> free_bits[key[at] >> TABLE_SHIFT])
        block = <uint8_t*><char*>packed + BLOCK_BYTES * block_of(hashed, blocks)
        places = hashed * GOLDEN >> 10
        for place in range(PROBES):
            block[places >> 3 & 63] |= <uint8_t>(1 << (places & 7))
            places >>= 9
    for at in range(0, count, PAGE):
        size = min(count - at, PAGE)
        pages.append(pack(key + at, ordinal + at, mark + at, <int>size))
        firsts += <bytes>PyBytes_FromStringAndSize(<const char*>(key + at), 8)
    return pages, bytes(firsts), bytes(packed)
