# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""How much of a text stands in a stored document: what :mod:`.reference` defines, value for value.

A gram that both texts have gets a number, which stands for it from then on.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from scrapy_neardup.core.fingerprints.sketch import decode
from scrapy_neardup.core.verdict.overlap import NOTHING, Overlap, RareWords

VERSION = 13
"""The version of what is measured, as in :data:`.overlap.VERSION`."""

cdef enum:
    ANY_KIND = 0
    GRAM = 0
    NAME = 1
    NUMBER = 2
    SHORT_NUMBER = 3
    KINDS = 4
    NUMBER_SHIFT = 2

cdef enum:
    HEAD = 6
    HASH_BITS = 14
    HASHES = 1 << HASH_BITS
    HASH_MASK = HASHES - 1
    SKELETONS = 1 << 13
    MOST = 255

cdef enum:
    HITS = MOST + 1  # Numbers of hits, with the 0 for none.
    PAIR_BYTES = HITS * HITS >> 3  # A bit for each pair of hits.

cdef enum:
    COMMON_WORD = 1
    RARE_WORD = 2

cdef enum:
    NEIGHBOURS = 4
    MAP_SIZE = 64
    SURELY_LACKED = 2

cdef double COVERED = 0.34

cdef struct Word:
    Py_ssize_t place  # Grams before it.
    uint8_t kind
    double weight
    bint same  # Whether the other text has it.
    bint near, inside  # Beside a passage, inside a core.
    uint8_t before, after  # The hits around it, 0 for none.
    uint16_t hashed
    bint placed  # Whether it is a number, near, between two hits that each text has once.
    bint kept  # Whether the other text has it between the same two hits.

cdef struct Side:
    # For each sampled gram: its number if it is a hit (the other text has it), else 0; whether it
    # is in a passage; whether it is in a core.
    Py_ssize_t grams
    uint8_t* hit
    uint8_t* passage
    uint8_t* core
    uint8_t* subject  # The number of the query's subject that it is part of, 0 for none.
    Py_ssize_t hits, passages, cores, core_hits, unbroken
    Py_ssize_t before  # Grams before the first core.
    # The sampled rare words.
    Py_ssize_t words
    Word* word

cdef struct Document:
    Side side
    uint8_t[3 * MOST] room
    Word[MOST] word
    # By 14 bits: the number of a gram, and whether there is such a rare word.
    uint8_t[HASHES] number, has_word
    # By number: how often each text has the gram, and where the query has it.
    Py_ssize_t[MOST + 1] times, asked_times, asked_place


cdef class Query:
    """See :class:`.reference.Query`."""

    cdef const uint64_t[::1] grams, rare
    cdef const int64_t[::1] gram_starts, rare_starts
    cdef const uint8_t[::1] rare_kinds, subjects
    cdef const double[::1] weights
    cdef double[KINDS] stranger
    # By 14 bits: whether the text has such a word, and a rare one.
    cdef uint8_t[HASHES] known
    # A bit for each 16-bit number, set if some gram of the skeleton ends with that number.
    cdef uint8_t[SKELETONS] skeleton
    # The sample of the text for one comparison: what the document's sketch would have sampled.
    cdef Side asked
    # For each gram of the sample, how many grams stand before it.
    cdef Py_ssize_t* sampled

    def __cinit__(self, profile not None, weights not None):
        cdef const uint64_t[::1] words = profile.words
        cdef const uint64_t[::1] skeleton = profile.skeleton
        cdef Py_ssize_t at, grams, rare
        self.grams, self.gram_starts = profile.grams, profile.gram_starts
        self.rare, self.rare_starts = profile.rare, profile.rare_starts
        self.rare_kinds, self.weights = profile.rare_kinds, weights.asked
        self.subjects = profile.subjects
        grams, rare = self.grams.shape[0], self.rare.shape[0]
        if not self.gram_starts.shape[0] == self.subjects.shape[0] == grams or not (
            rare == self.rare_starts.shape[0] == self.rare_kinds.shape[0] == self.weights.shape[0]
        ):
            raise ValueError("the arrays of a profile and its weights differ in length")
        self.stranger[NAME] = weights.name
        self.stranger[NUMBER] = weights.number
        self.stranger[SHORT_NUMBER] = weights.short_number
        for at in range(words.shape[0]):
            self.known[words[at] & HASH_MASK] = COMMON_WORD
        for at in range(skeleton.shape[0]):
            self.skeleton[(skeleton[at] >> 3) & (SKELETONS - 1)] |= 1 << (skeleton[at] & 7)
        for at in range(rare):
            if not NAME <= self.rare_kinds[at] <= SHORT_NUMBER:
                raise ValueError(f"a rare word of kind {self.rare_kinds[at]}")
            self.known[self.rare[at] & HASH_MASK] = RARE_WORD
        self.asked.hit = <uint8_t*>PyMem_Malloc(4 * grams)
        self.asked.word = <Word*>PyMem_Malloc(rare * sizeof(Word))
        self.sampled = <Py_ssize_t*>PyMem_Malloc(grams * sizeof(Py_ssize_t))
        if self.asked.hit == NULL or self.asked.word == NULL or self.sampled == NULL:
            raise MemoryError
        self.asked.passage, self.asked.core = self.asked.hit + grams, self.asked.hit + 2 * grams
        self.asked.subject = self.asked.hit + 3 * grams

    def __dealloc__(self):
        PyMem_Free(self.asked.hit)
        PyMem_Free(self.asked.word)
        PyMem_Free(self.sampled)

    def overlap(self, bytes document not None):
        """See :meth:`.reference.Query.overlap`."""
        cdef const uint8_t* data = <const uint8_t*><const char*>document
        cdef Document found
        cdef Side* asked = &self.asked
        cdef Side* stored = &found.side
        cdef const uint8_t* values
        cdef int skeleton = -1
        if len(document) >= HEAD and len(document) == HEAD + 4 * data[0] + 2 * data[1] and data[1]:
            values = data + HEAD + 4 * data[0]
            skeleton = values[0] | values[1] << 8
        if not 0 <= skeleton < data[1]:
            decode(document)  # Raises the error.
        self.read(&found, values + 2 * (1 + skeleton), data[1] - 1 - skeleton)
        self.sample(&found, data[2] | data[3] << 8, data[4] | data[5] << 8)
        keep_hits(&found, asked)
        if not stored.hits:
            return NOTHING
        find_passages(stored)
        find_passages(asked)
        match_numbers(&found, asked)
        return Overlap(
            jaccard=<double>stored.hits / (stored.grams + asked.grams - stored.hits),
            containment=<double>asked.hits / asked.grams,
            covered_query=<double>asked.passages / asked.grams,
            covered_document=<double>stored.passages / stored.grams,
            core_query=<double>asked.cores / asked.grams,
            core_document=<double>stored.cores / stored.grams,
            before_query=<double>asked.before / asked.grams,
            before_document=<double>stored.before / stored.grams,
            density=(
                <double>stored.core_hits / max(stored.cores, 1)
                + <double>asked.core_hits / max(asked.cores, 1)
            ) / 2,
            unbroken=min(
                <double>stored.unbroken / stored.grams, <double>asked.unbroken / asked.grams
            ),
            common=min(stored.passages, asked.passages),
            order=order(&found, asked),
            refilled=min(
                refilled(stored, asked, ANY_KIND), refilled(asked, stored, ANY_KIND)
            ),
            refilled_numbers=min(
                refilled(stored, asked, NUMBER), refilled(asked, stored, NUMBER)
            ),
            filled_in=min(filled_in(stored, asked), filled_in(asked, stored)),
            kept_numbers=kept(stored),
            changed_numbers=min(changed(stored, asked), changed(asked, stored)),
            rarest=third(stored),
            skeleton=skeleton,
            same_skeleton=self.same_skeleton(values + 2, skeleton),
            other_subjects=lacked(asked),
            rare=counted(stored, False),
            query_rare=counted(asked, False),
            core_rare=counted(stored, True),
            query_core_rare=counted(asked, True),
            map=map_of(asked),
            places=self.places(),
        )

    cdef void read(self, Document* document, const uint8_t* items, Py_ssize_t count) noexcept:
        """Read the items of a sketch; every gram counts as a hit at first."""
        cdef Side* stored = &document.side
        cdef Py_ssize_t at, last = 0
        cdef uint16_t item, hashed
        cdef Word* word
        memset(document, 0, sizeof(document[0]))
        stored.hit, stored.passage = document.room, document.room + MOST
        stored.core, stored.word = document.room + 2 * MOST, document.word
        for at in range(count):
            item = items[2 * at] | items[2 * at + 1] << 8
            hashed = item & HASH_MASK
            if item >> HASH_BITS == GRAM:
                if not document.number[hashed]:
                    last += 1
                    document.number[hashed] = <uint8_t>last
                stored.hit[stored.grams] = document.number[hashed]
                document.times[document.number[hashed]] += 1
                stored.grams += 1
            else:
                document.has_word[hashed] = True
                word = &stored.word[stored.words]
                word.place, word.kind = stored.grams, item >> HASH_BITS
                word.hashed = hashed
                word.same = self.known[hashed] != 0
                word.weight = self.weight_of(hashed, word.kind)
                stored.words += 1

    cdef int same_skeleton(self, const uint8_t* kept, int count) noexcept:
        """How many of the skeleton's grams that a document has *kept* are in the query's skeleton."""
        cdef int at, same = 0
        cdef uint16_t gram
        for at in range(count):
            gram = kept[2 * at] | kept[2 * at + 1] << 8
            same += self.skeleton[gram >> 3] >> (gram & 7) & 1
        return same

    cdef double weight_of(self, uint16_t hashed, uint8_t kind) noexcept:
        """The weight of a document's rare word, of which only 14 bits are known."""
        cdef Py_ssize_t at = self.rare.shape[0]
        if self.known[hashed] != RARE_WORD:
            return self.stranger[kind]
        while at:
            at -= 1
            if self.rare[at] & HASH_MASK == hashed:
                break
        return self.weights[at]

    cdef void sample(
        self, Document* document, uint64_t gram_limit, uint64_t rare_limit
    ) noexcept:
        """Sample the query in the way in which the sketch of the *document* was sampled."""
        cdef Side* asked = &self.asked
        cdef Py_ssize_t at, rare = 0
        cdef uint8_t number
        asked.grams = asked.words = 0
        for at in range(self.grams.shape[0]):
            if self.grams[at] >> 48 > gram_limit:
                continue
            while rare < self.rare.shape[0] and self.rare_starts[rare] < self.gram_starts[at]:
                self.sample_rare(document, rare, rare_limit)
                rare += 1
            number = document.number[self.grams[at] & HASH_MASK]
            document.asked_times[number] += 1
            document.asked_place[number] = asked.grams
            asked.hit[asked.grams] = number
            asked.subject[asked.grams] = self.subjects[at]
            self.sampled[asked.grams] = at
            asked.grams += 1
        for rare in range(rare, self.rare.shape[0]):
            self.sample_rare(document, rare, rare_limit)

    cdef uint64_t places(self) noexcept:
        """See :func:`.reference._places`."""
        cdef Py_ssize_t part, middle, nearest, after = 0, last = self.asked.grams - 1
        cdef uint64_t found = 0
        for part in range(MAP_SIZE):
            middle = (2 * part + 1) * self.grams.shape[0] // (2 * MAP_SIZE)
            while after < last and self.sampled[after] < middle:
                after += 1
            nearest = max(after - 1, 0)
            if abs(middle - self.sampled[nearest]) > abs(self.sampled[after] - middle):
                nearest = after
            found |= <uint64_t>self.asked.passage[nearest] << part
        return found

    cdef inline void sample_rare(self, Document* document, Py_ssize_t at, uint64_t limit) noexcept:
        cdef Word* word = &self.asked.word[self.asked.words]
        cdef int shift = NUMBER_SHIFT if self.rare_kinds[at] == NUMBER else 0
        if self.rare[at] >> (48 + shift) <= limit:
            word.place, word.kind = self.asked.grams, self.rare_kinds[at]
            word.hashed = self.rare[at] & HASH_MASK
            word.weight = self.weights[at]
            word.same = document.has_word[self.rare[at] & HASH_MASK]
            self.asked.words += 1


cdef void keep_hits(Document* document, Side* asked) noexcept:
    """Set the number of each stored gram that the query lacks to 0, and count the hits."""
    cdef Side* stored = &document.side
    cdef Py_ssize_t at
    stored.hits, asked.hits = 0, asked.grams - document.asked_times[0]
    for at in range(stored.grams):
        if document.asked_times[stored.hit[at]]:
            stored.hits += 1
        else:
            stored.hit[at] = 0


cdef double order(Document* document, Side* asked) noexcept:
    """See :func:`.reference._order`."""
    cdef Side* stored = &document.side
    cdef Py_ssize_t at, place, last = -1, pairs = 0, later = 0
    cdef uint8_t number
    for at in range(stored.grams):
        number = stored.hit[at]
        if not number or document.times[number] != 1 or document.asked_times[number] != 1:
            continue
        place = document.asked_place[number]
        if not (stored.passage[at] and asked.passage[place]):
            continue
        if last >= 0:
            pairs += 1
            later += place > last
        last = place
    return <double>later / pairs if pairs else 1.0


cdef void find_passages(Side* side) noexcept:
    """Find the passages and their cores, and where the rare words stand in relation to them."""
    cdef Py_ssize_t at, low = 0, high = 0, around = 0, last = -1, start, place
    cdef Word* word
    cdef uint8_t border
    side.passages = side.cores = side.core_hits = side.unbroken = 0
    side.before = side.grams
    for at in range(side.grams):
        while high < side.grams and high <= at + NEIGHBOURS:
            around += side.hit[high] != 0
            high += 1
        while low < at - NEIGHBOURS:
            around -= side.hit[low] != 0
            low += 1
        side.passage[at] = around >= COVERED * (high - low)
        side.passages += side.passage[at]
        side.unbroken += around == high - low
        side.core[at] = False
        if not side.passage[at]:
            last = -1
        elif side.hit[at]:
            # The core goes on from the passage's hit before, or begins here.
            start = at if last < 0 else last + 1
            if not side.cores:
                side.before = at
            memset(side.core + start, True, at + 1 - start)
            side.cores += at + 1 - start
            side.core_hits += 1
            last = at

    at, border = 0, 0
    for place in range(side.words):
        word = &side.word[place]
        while at < word.place:
            border = side.hit[at] or border
            at += 1
        word.before = border
        low, high = max(word.place - 1, 0), min(word.place, side.grams - 1)
        word.near = side.passage[low] or side.passage[high]
        word.inside = side.core[low] and side.core[high]
    at, border = side.grams, 0
    for place in range(side.words - 1, -1, -1):
        word = &side.word[place]
        while at > word.place:
            at -= 1
            border = side.hit[at] or border
        word.after = border


cdef double refilled(Side* side, Side* other, int kind) noexcept:
    """The weight of the words of *side* in whose place *other* has another word, both of *kind*."""
    cdef uint8_t[MOST + 1] taken
    cdef Py_ssize_t at
    cdef Word* word
    cdef double total = 0.0
    memset(taken, False, sizeof(taken))
    for at in range(other.words):
        word = &other.word[at]
        if word.near and not word.same and kind in (ANY_KIND, word.kind):
            taken[word.before] = taken[word.after] = True
    taken[0] = False
    for at in range(side.words):
        word = &side.word[at]
        if not word.near or word.same or kind not in (ANY_KIND, word.kind):
            continue
        if taken[word.before] or taken[word.after]:
            total += word.weight
    return total


cdef double filled_in(Side* side, Side* other) noexcept:
    """The weight of the names of *side* inside cores between two hits between which *other* has others."""
    cdef uint8_t[PAIR_BYTES] taken
    cdef Py_ssize_t at, slot
    cdef Word* word
    cdef double total = 0.0
    memset(taken, 0, sizeof(taken))
    for at in range(other.words):
        word = &other.word[at]
        if word.kind == NAME and word.inside and not word.same:
            slot = word.before * HITS + word.after
            taken[slot >> 3] |= 1 << (slot & 7)
    for at in range(side.words):
        word = &side.word[at]
        slot = word.before * HITS + word.after
        if word.kind != NAME or not word.inside or word.same:
            continue
        if taken[slot >> 3] >> (slot & 7) & 1:
            total += word.weight
    return total


cdef void match_numbers(Document* document, Side* asked) noexcept:
    """Find the numbers that stand in both texts between the same two hits."""
    cdef Side* stored = &document.side
    cdef Py_ssize_t at, place
    cdef Word* word
    cdef Word* other
    place_numbers(document, stored)
    place_numbers(document, asked)
    for at in range(stored.words):
        word = &stored.word[at]
        if not word.placed:
            continue
        for place in range(asked.words):
            other = &asked.word[place]
            if are_in_one_place(word, other) and other.hashed == word.hashed:
                word.kept = other.kept = True


cdef void place_numbers(Document* document, Side* side) noexcept:
    cdef Py_ssize_t at
    cdef Word* word
    for at in range(side.words):
        word = &side.word[at]
        word.kept = False
        word.placed = (
            word.kind != NAME
            and word.near
            and is_once(document, word.before)
            and is_once(document, word.after)
        )


cdef inline bint is_once(Document* document, uint8_t number) noexcept:
    """Whether *number* is that of a hit that each text has once."""
    return number and document.times[number] == 1 and document.asked_times[number] == 1


cdef inline bint are_in_one_place(Word* word, Word* other) noexcept:
    return (
        word.placed
        and other.placed
        and word.before == other.before
        and word.after == other.after
    )


cdef int kept(Side* side) noexcept:
    """How many numbers the other text has between the same two hits."""
    cdef Py_ssize_t at
    cdef int found = 0
    for at in range(side.words):
        found += side.word[at].kept
    return found


cdef int changed(Side* side, Side* other) noexcept:
    """How many numbers stand between two hits between which the other text has others."""
    cdef Py_ssize_t at, place
    cdef int found = 0
    for at in range(side.words):
        if not side.word[at].placed or side.word[at].kept:
            continue
        for place in range(other.words):
            if are_in_one_place(&side.word[at], &other.word[place]) and not other.word[place].kept:
                found += 1
                break
    return found


cdef int lacked(Side* asked) noexcept:
    """How many subjects of the query the document lacks."""
    cdef Py_ssize_t[256] hit, inside
    cdef Py_ssize_t at
    cdef int found = 0
    memset(hit, 0, sizeof(hit))
    memset(inside, 0, sizeof(inside))
    for at in range(asked.grams):
        hit[asked.subject[at]] += asked.hit[at] != 0
        inside[asked.subject[at]] += asked.core[at]
    for at in range(1, 256):
        found += not hit[at] and inside[at] >= SURELY_LACKED
    return found


cdef double third(Side* side) noexcept:
    """The weight of the third rarest word in and beside passages that both texts have, or 0."""
    cdef double[4] most = [0.0, 0.0, 0.0, 0.0]
    cdef Py_ssize_t at, rank
    for at in range(side.words):
        if side.word[at].near and side.word[at].same:
            rank = 3
            while rank and most[rank - 1] < side.word[at].weight:
                most[rank] = most[rank - 1]
                rank -= 1
            most[rank] = side.word[at].weight
    return most[2]


cdef object counted(Side* side, bint in_core):
    """The rare words in and beside passages, or inside their cores."""
    cdef int[KINDS] of = [0, 0, 0, 0], same = [0, 0, 0, 0]
    cdef double[KINDS] strange_weight = [0.0, 0.0, 0.0, 0.0], same_weight = [0.0, 0.0, 0.0, 0.0]
    cdef double[KINDS] weight
    cdef Py_ssize_t at
    cdef Word* word
    for at in range(side.words):
        word = &side.word[at]
        if word.inside if in_core else word.near:
            of[word.kind] += 1
            if word.same:
                same[word.kind] += 1
                same_weight[word.kind] += word.weight
            else:
                strange_weight[word.kind] += word.weight
    for at in range(KINDS):
        weight[at] = strange_weight[at] + same_weight[at]
    # Not by keyword: that would take as long as all the counting here.
    return RareWords(
        of[NUMBER],
        same[NUMBER],
        of[SHORT_NUMBER],
        same[SHORT_NUMBER],
        of[NAME],
        same[NAME],
        weight[NUMBER] + weight[SHORT_NUMBER],
        same_weight[NUMBER] + same_weight[SHORT_NUMBER],
        weight[NAME],
        same_weight[NAME],
    )


cdef uint64_t map_of(Side* side) noexcept:
    """Which of 64 equal parts of a text are in a core."""
    cdef uint64_t found = 0, part
    for part in range(MAP_SIZE):
        found |= <uint64_t>side.core[part * side.grams // MAP_SIZE] << part
    return found
