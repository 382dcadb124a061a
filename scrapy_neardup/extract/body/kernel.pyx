# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""The search of :mod:`.reference`, value for value."""

from libc.math cimport INFINITY

from scrapy_neardup.extract.body.reference import ANSWERS
from scrapy_neardup.extract.lines.kernel cimport Block, WordSearch, is_linked, squeeze

VERSION = 11

cdef enum:  # see .reference
    BYLINE = 8
    MARK = 8
    APART = 1
    ABOVE = 3

cpdef enum:  # see .reference
    NO_SECTION, OTHER_SECTION, COMMENTS

cpdef enum:  # see .reference
    UNSIGNED, TIMED, NAMED


cdef struct Prices:
    double mark
    double base
    double link
    double floor
    double unmarked
    double item
    double scrap
    double scrap_cost
    double scraps_cost
    double verse
    double border
    double section_cost
    double linked_heading_cost
    double other_h1_cost
    double inserted
    double card_title
    double teaser
    double teaser_weight
    double other_section
    double apart
    double enough
    double little
    double title_limit
    double title_length


cdef bint is_most_of_one(str bare, list names, int share) except -1:
    """See :func:`.reference._is_most_of_one`."""
    for name in names:
        if len(bare) * share > len(<str?>name) and bare in <str>name:
            return True
    return False


cdef class Run:
    """See :class:`.reference.Run`."""

    cdef double value
    cdef double best
    cdef bint restarts
    cdef Py_ssize_t start
    cdef Py_ssize_t best_start
    cdef Py_ssize_t best_stop

    def __init__(self, double value, bint restarts):
        self.value = value
        self.restarts = restarts
        self.start = self.best_start = self.best_stop = 0
        self.best = 0

    cdef tuple found(self):
        return self.best_start, self.best_stop, self.best

    cdef int find_again(self, tuple found) except -1:
        self.best_start, self.best_stop, self.best = found
        return 0

    cdef void begin(self, Py_ssize_t index) noexcept:
        self.value = 0
        self.start = index

    cdef void pay(self, double price, Py_ssize_t index) noexcept:
        self.value -= price
        if self.restarts and self.value < 0:
            self.begin(index)

    cdef void add(self, double gain, Py_ssize_t index) noexcept:
        if self.restarts and self.value == 0:
            self.start = index
        self.value += gain
        if self.value > self.best:
            self.best = self.value
            self.best_start = self.start
            self.best_stop = index + 1
        elif self.restarts and self.value < 0:
            self.value = 0


cdef class BodySearch:
    """See :class:`.reference.BodySearch`."""

    cdef Prices prices
    cdef WordSearch section_words
    cdef object section_of
    cdef object is_reply
    cdef object signature_of
    cdef object is_dated
    cdef frozenset headings
    cdef frozenset plain

    def __init__(
        self,
        prices,
        WordSearch section_words not None,
        section_of,
        is_reply,
        signature_of,
        is_dated,
        frozenset headings not None,
        frozenset plain not None,
    ):
        self.prices = prices._asdict()
        self.section_words = section_words
        self.section_of = section_of
        self.is_reply = is_reply
        self.signature_of = signature_of
        self.is_dated = is_dated
        self.headings = headings
        self.plain = plain

    cdef bint is_title(
        self, Block block, list names, Py_ssize_t shortest, bint first_heading
    ) except -1:
        """See :meth:`.reference.BodySearch._is_title`."""
        cdef bint linked = is_linked(block)
        if block.weight > self.prices.title_limit or (linked and not first_heading):
            return False
        # Most lines are too short: a folded letter is at most three letters.
        if not first_heading and (
            len(block.text) * (2 if block.text.isascii() else 6) <= shortest
        ):
            return False
        cdef str bare = squeeze(block.text)
        cdef Py_ssize_t length = len(bare)
        if length < self.prices.title_length:
            if not first_heading:
                return False
            for name in names:
                if (<str?>name).startswith(bare) and not name[length : length + 1].isalnum():
                    return True
            return False
        return is_most_of_one(bare, names, 3 if first_heading and not linked else 2)

    cdef bint answers(self, Block block, list names) except -1:
        """See :meth:`.reference.BodySearch._answers`."""
        cdef str text = block.text, bare
        cdef Py_ssize_t at
        if block.weight > self.prices.title_limit:
            return False
        for at in range(min(MARK, len(text))):
            if text[at] == u":" or text[at] == u"：":
                break
        else:
            return False
        if squeeze(text[:at]) not in ANSWERS:
            return False
        bare = squeeze(text[at + 1 :])
        return len(bare) >= self.prices.title_length and is_most_of_one(bare, names, 2)

    cdef bint goes_on(self, list blocks, Py_ssize_t index) except -1:
        """See :meth:`.reference.BodySearch._goes_on`."""
        cdef Block block, after
        if index + 1 >= len(blocks):
            return False
        block = blocks[index]
        after = blocks[index + 1]
        return (
            block.depth + after.depth - 2 * after.low == 2
            and after.tag == block.tag
            and after.weight > self.prices.unmarked
            and not is_linked(after)
        )

    cdef bint begins_article(self, list blocks, Py_ssize_t index) except -1:
        """See :meth:`.reference.BodySearch._begins_article`."""
        cdef Block after
        for index in range(index + 1, min(index + 1 + BYLINE, len(blocks))):
            after = blocks[index]
            if after.weight > self.prices.unmarked:
                return False
            if self.is_dated(after.text):
                return True
        return False

    cdef bint is_comment(self, list blocks, Py_ssize_t index) except -1:
        """See :meth:`.reference.BodySearch._is_comment`."""
        cdef Block after, above
        cdef Py_ssize_t place
        cdef int enough = NAMED if self.goes_on(blocks, index) else TIMED
        if index + 1 < len(blocks):
            after = blocks[index + 1]
            if after.weight <= self.prices.scrap and (
                self.is_reply(after.text) or <int>self.signature_of(after.text) >= enough
            ):
                return True
        for place in range(index - 1, max(index - ABOVE, 0) - 1, -1):
            above = blocks[place]
            if above.weight > self.prices.scrap or above.tag in self.headings:
                return False
            if <int>self.signature_of(above.text) >= enough:
                return True
        return False

    cdef double value_of(self, Block block, bint heading) noexcept:
        cdef double weight = block.weight, link_weight = block.link_weight, value
        if weight <= self.prices.unmarked and not block.marks:
            if block.link_weight:
                return min(-self.prices.scrap_cost, weight - self.prices.link * link_weight - self.prices.base)
            return max(-self.prices.scrap_cost, (weight - self.prices.item) / 2)
        value = weight - self.prices.link * link_weight + self.prices.mark * block.marks - self.prices.base
        return min(value, 0) if heading else max(value, self.prices.floor)

    def runs(self, list blocks not None, list names not None, bint beside, leads_elsewhere):
        """Start, stop and value of the best run after the last title, the same of the best one
        anywhere, and the number of cards."""
        cdef Run anywhere = Run(0, True)
        cdef Run titled = Run(-INFINITY, False)
        cdef int depth = 0, low = 0, last = 0, step = 0, trunk = 0, cards = 0, gap
        cdef str tag = ""
        cdef bint alike, paragraph, below, long_text, chapter = False
        cdef double toll = 0, scraps = 0, gain, cost
        cdef bint section = False, card = False, headed = False, heading, first_heading, prose
        cdef bint has_names = len(names) > 0
        cdef Py_ssize_t shortest = min(map(len, names)) if has_names else 0
        cdef bint site = False
        cdef bint ended = False
        cdef bint replies = False
        cdef tuple titled_found = None, anywhere_found = None
        cdef int kind
        cdef Py_ssize_t i, name = -1
        cdef Block block
        for i in range(len(blocks)):
            block = blocks[i]
            low = min(low, block.low)
            if block.beside and not beside:
                continue
            low = min(low, block.depth)
            if low < trunk - 1:
                trunk = 0
            heading = block.tag in self.headings
            first_heading = heading and block.tag == "h1"
            if (
                has_names
                and (first_heading or titled.best < self.prices.enough)
                and self.is_title(block, names, shortest, first_heading)
            ):
                anywhere.begin(i + 1)
                titled.begin(i + 1)
                depth = low = step = trunk = 0
                toll = scraps = 0
                card = headed = section = ended = replies = False
                titled_found = anywhere_found = None
                continue
            if titled.best >= self.prices.enough and self.answers(block, names):
                ended = replies = True
            gap = depth + block.depth - 2 * low - 2 if depth else 0
            if heading:
                if is_linked(block):
                    if i != titled.start or block.weight >= self.prices.card_title:
                        toll += self.prices.linked_heading_cost
                    card = True
                    site = first_heading
                    headed = False
                    chapter = block.weight >= self.prices.card_title
                    name = -1 if chapter else i
                    continue
                headed = True
                if site:
                    card = False
                if first_heading and block.depth != trunk and titled.value > -INFINITY:
                    toll += self.prices.other_h1_cost
                    if gap >= self.prices.apart and self.begins_article(blocks, i):
                        titled.value = -INFINITY
            elif card and block.weight > self.prices.scrap:
                card = False
                below = name >= 0 and i - name > self.prices.teaser
                long_text = chapter and block.weight > self.prices.teaser_weight
                if not (gap > 0 and (below or long_text or self.goes_on(blocks, i))):
                    cards += 1
                    if gap > 0:
                        continue
            elif (
                block.link_weight >= block.weight >= self.prices.card_title
                and gap > 0
                and not (headed and leads_elsewhere(i))
            ):
                card = True
                chapter = site = False
                name = -1
            if not heading and block.weight > self.prices.scrap:
                headed = False
            kind = NO_SECTION
            if block.weight <= self.prices.scrap and self.section_words.matches(block.text):
                kind = self.section_of(block.text)
            if kind != NO_SECTION:
                toll += self.prices.section_cost
                section = True
                if kind == COMMENTS and titled.best >= (
                    self.prices.little if heading else self.prices.enough
                ):
                    ended = ended or not is_linked(block)
                continue
            alike = block.depth == depth and block.tag == tag
            paragraph = alike and step > 0 and gap == step
            if paragraph:
                gap = 0
            gain = self.value_of(block, heading)
            if not block.marks and block.weight <= self.prices.unmarked:
                if (
                    gain < self.prices.verse
                    and (paragraph or last + block.depth - 2 * block.low == 2)
                    and not block.link_weight
                    and block.tag in self.plain
                ):
                    gain = self.prices.verse
                prose = False
            else:
                prose = gain > 0
            last = block.depth
            if prose:
                if alike and not paragraph and (step == 0 or 0 < gap < step):
                    step = gap or -1
                if gap == 0:
                    toll *= self.prices.inserted
                    section = False
                elif section and titled.start:
                    gain *= self.prices.other_section
                if (
                    ((gap >= APART and block.depth != trunk) or titled_found is not None)
                    and titled.best >= self.prices.enough
                    and self.is_comment(blocks, i)
                ):
                    if titled_found is None:
                        titled_found = titled.found()
                        anywhere_found = anywhere.found()
                    elif not replies:
                        ended = replies = True
                        titled.find_again(titled_found)
                        anywhere.find_again(anywhere_found)
                anywhere.pay(self.prices.border * gap + toll, i)
                titled.pay(self.prices.border * gap + toll, i)
                toll = scraps = 0
                depth = low = block.depth
                tag = block.tag
                if not trunk and tag in self.plain:
                    trunk = depth
            elif gap > 0:
                cost = min(-min(gain, 0), self.prices.scraps_cost - scraps)
                scraps += cost
                toll += cost
                continue
            elif gain < 0 and not depth:
                continue
            if not ended:
                titled.add(gain, i)
            if not replies:
                anywhere.add(gain, i)
        return titled.found(), anywhere.found(), cards
