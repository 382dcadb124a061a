# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""The walk of :mod:`.reference`, value for value, over the nodes of libxml2 themselves.

The node of an element comes from lxml's C API (`lxml.includes.etreepublic`). From there on only
fields of libxml2's structs are read; nothing is linked or changed, and nothing is called but what makes
an element of lxml for a node.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, strchr, strcmp, strlen, strstr
from lxml.includes.etreepublic cimport _Element, elementFactory, import_lxml__etree
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_COMMENT_NODE,
    XML_ELEMENT_NODE,
    XML_PI_NODE,
    XML_TEXT_NODE,
    XML_XINCLUDE_END,
    XML_XINCLUDE_START,
    xmlAttr,
    xmlNode,
)

from scrapy_neardup.extract.lines.kernel cimport Block

from lxml import etree

cdef extern from "libxml/xmlversion.h":
    int LIBXML_VERSION

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(Py_UCS4 character) noexcept nogil

cdef extern from "<strings.h>":
    int strcasecmp(const char* text, const char* other) noexcept nogil
    int strncasecmp(const char* text, const char* other, size_t size) noexcept nogil

VERSION = 12
NO_FIELDS = ("button", "hidden", "image", "reset", "submit")  # see .reference
ITEMS = ("li", "dt", "dd")
POPOVERS = ("", "auto", "hint", "manual")  # see .reference

cpdef enum:  # see .reference
    BLOCK, BESIDE_BLOCK, AWAY_BLOCK, HIDDEN_BLOCK, FOREIGN_BLOCK
    INLINE, LINK, BREAK, TIME, SKIP, META, SCRIPT, STYLE, BUTTON, FIELD

cdef enum:  # see .reference
    PROSE = 50
    MOST_PROSE = 500
    MOST_KEPT = 32
    BUTTON_ELEMENTS = 50

cdef enum:
    THIN = 32  # added to the kind of an open element that is no border
    MOST_NAMES = 1000  # the most names of elements that are kept, with what is known of them
    NAME_SLOTS = 4096  # the slots of the table of these names
    PLACES = 4096  # the slots of the values of class and id that were looked at ...
    LONGEST = 1000  # ... and that have at most so many bytes


def fits() -> bool:
    """Whether lxml and its libxml2 have the functions and structs that this was compiled for."""
    try:
        import_lxml__etree()
    except (ImportError, TypeError):
        return False
    return etree.LIBXML_VERSION[0] == LIBXML_VERSION // 10000


cdef xmlNode* node_of(object element) except NULL:
    if not isinstance(element, _Element):
        raise TypeError(f"an element of lxml is wanted, not {type(element).__name__}")
    cdef xmlNode* node = (<_Element>element)._c_node
    if node == NULL:
        raise ValueError("an element that was never made")
    return node


def holders(root not None, str piece not None):
    """See :func:`.reference.holders`."""
    cdef xmlNode* top = node_of(root)
    cdef xmlNode* node = top
    cdef bytes sought = piece.encode("utf-8", "surrogatepass")
    while True:
        if node.type == XML_ELEMENT_NODE:
            if holds(node, PyBytes_AS_STRING(sought)):
                yield elementFactory((<_Element>root)._doc, node)
            if node.children != NULL:
                node = node.children
                continue
        while node.next == NULL or node == top:
            if node == top:
                return
            node = node.parent
        node = node.next


cdef bint holds(xmlNode* node, const char* piece) noexcept:
    """Whether one of the texts that stand right in a node, but no script or style, has a *piece*."""
    cdef const char* name = <const char*>node.name
    if node.ns == NULL and (not strcmp(name, "script") or not strcmp(name, "style")):
        return False
    cdef xmlNode* child = node.children
    while child != NULL:
        if (
            (child.type == XML_TEXT_NODE or child.type == XML_CDATA_SECTION_NODE)
            and child.content != NULL
            and strstr(<const char*>child.content, piece) != NULL
        ):
            return True
        child = child.next
    return False


cdef class Tag:
    """An element's name and what follows from it."""

    cdef bytes key
    cdef str name
    cdef int kind
    cdef bint named  # its class and id are looked at
    cdef bint thin  # it is never a border

    def __init__(self, str name, int kind, bint named):
        self.key = name.encode()
        self.name = name
        self.kind = kind
        self.named = named
        self.thin = name in ("tbody", "thead", "tfoot")


cdef class Bytes:
    """Bytes that grow."""

    cdef char* data
    cdef Py_ssize_t size
    cdef Py_ssize_t room

    def __cinit__(self):
        self.room = 4096
        self.data = <char*>PyMem_Malloc(self.room)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef int reserve(self, Py_ssize_t more) except -1:
        cdef char* data
        if self.room - self.size < more:
            data = <char*>PyMem_Realloc(self.data, 2 * self.room + more)
            if data == NULL:
                raise MemoryError
            self.data = data
            self.room = 2 * self.room + more
        return 0


cdef inline uint64_t hash_of(const char* text, Py_ssize_t size) noexcept nogil:
    cdef uint64_t value = <uint64_t>size, part
    cdef Py_ssize_t at = 0
    while at < size:  # eight bytes at once
        part = 0
        memcpy(&part, text + at, min(size - at, 8))
        value = (value ^ part) * <uint64_t>0x9E3779B97F4A7C15
        value ^= value >> 32
        at += 8
    return value


cdef inline Py_UCS4 decoded(const uint8_t* at, int* length) noexcept nogil:
    """The character that begins at *at*; bytes that are no UTF-8 stand for themselves."""
    cdef uint8_t first = at[0]
    if first >= 0xF0 and at[1] and at[2] and at[3]:
        length[0] = 4
        return (first & 7) << 18 | (at[1] & 63) << 12 | (at[2] & 63) << 6 | at[3] & 63
    if 0xE0 <= first < 0xF0 and at[1] and at[2]:
        length[0] = 3
        return (first & 15) << 12 | (at[1] & 63) << 6 | at[2] & 63
    if 0xC0 <= first < 0xE0 and at[1]:
        length[0] = 2
        return (first & 31) << 6 | at[1] & 63
    length[0] = 1
    return first


cdef inline bint is_space(const uint8_t* at, int* length) noexcept nogil:
    """Whether the character at *at* is white space for `str.split`; then *length* is its bytes."""
    cdef uint8_t first = at[0]
    length[0] = 1
    if first < 0x80:
        return first == 0x20 or 0x09 <= first <= 0x0D or 0x1C <= first <= 0x1F
    if first == 0xC2 or 0xE1 <= first <= 0xE3:
        return Py_UNICODE_ISSPACE(decoded(at, length))
    return False


cdef class TreeWalker:
    """See :class:`.reference.TreeWalker`."""

    cdef int known
    cdef list slots  # of the tags that are known
    cdef frozenset never_away
    cdef dict roles
    cdef object is_here
    cdef object place
    cdef object hides
    cdef object hidden_by
    cdef object opening_on
    cdef object join_cells
    cdef list names  # values of class and id that were looked at, as bytes
    cdef uint8_t[4096] places  # and what they make of a block
    cdef uint32_t[32] marks
    cdef int marks_count
    cdef uint8_t[256] may_mark  # by the last byte of a code point
    cdef uint32_t[32] closers
    cdef int closers_count

    def __init__(
        self,
        dict kinds,
        frozenset never_away,
        dict roles,
        is_here,
        place,
        hides,
        hidden_by,
        opening_on,
        join_cells,
        marks,
        closers,
    ):
        self.never_away = never_away
        self.roles = roles
        self.is_here = is_here
        self.place = place
        self.hides = hides
        self.hidden_by = hidden_by
        self.opening_on = opening_on
        self.join_cells = join_cells
        self.names = [None] * PLACES
        self.slots = [None] * NAME_SLOTS
        self.known = 0
        cdef int at
        for at in range(256):
            self.may_mark[at] = 0
        self.marks_count = len(marks)
        self.closers_count = len(closers)
        if self.marks_count > 32 or self.closers_count > 32:
            raise ValueError("too many marks")
        for at in range(self.marks_count):
            self.marks[at] = ord(marks[at])
            self.may_mark[ord(marks[at]) & 255] = 1
        for at in range(self.closers_count):
            self.closers[at] = ord(closers[at])
        for name, kind in kinds.items():
            self.learn(name, kind)

    cdef Tag learn(self, str name, int kind):
        cdef Tag tag = Tag(name, kind, kind == BLOCK and name not in self.never_away)
        cdef Py_ssize_t slot
        if self.known < MOST_NAMES:
            self.known += 1
            slot = hash_of(PyBytes_AS_STRING(tag.key), len(tag.key)) & (NAME_SLOTS - 1)
            while self.slots[slot] is not None:
                slot = (slot + 1) & (NAME_SLOTS - 1)
            self.slots[slot] = tag
        return tag

    cdef Tag tag_of(self, xmlNode* node):
        """What is known of a node's name. Names beyond the first MOST_NAMES are not kept."""
        cdef const char* name = <const char*>node.name
        cdef Py_ssize_t size = strlen(name)
        cdef Py_ssize_t slot = hash_of(name, size) & (NAME_SLOTS - 1)
        cdef Tag tag
        if node.ns != NULL and node.ns.href != NULL:
            href = (<const char*>node.ns.href).decode()
            return Tag(f"{{{href}}}{name.decode()}", BLOCK, True)
        while self.slots[slot] is not None:
            tag = <Tag>self.slots[slot]
            if PyBytes_GET_SIZE(tag.key) == size and not memcmp(PyBytes_AS_STRING(tag.key), name, size):
                return tag
            slot = (slot + 1) & (NAME_SLOTS - 1)
        return self.learn(name.decode(), BLOCK)

    cdef int place_of(self, const char* value, Py_ssize_t size) except -1:
        """What a class or id makes of a block."""
        cdef Py_ssize_t slot = hash_of(value, size) & (PLACES - 1)
        cdef object known = self.names[slot]
        if (
            known is not None
            and PyBytes_GET_SIZE(known) == size
            and not memcmp(PyBytes_AS_STRING(known), value, size)
        ):
            return self.places[slot]
        cdef int place = self.place(PyUnicode_DecodeUTF8(value, size, NULL))
        if size <= LONGEST:
            self.names[slot] = PyBytes_FromStringAndSize(value, size)
            self.places[slot] = place
        return place

    def count_marks(self, str text not None) -> int:
        cdef bytes line = " ".join(text.split()).encode("utf-8", "surrogatepass")
        return self.count(<const uint8_t*>PyBytes_AS_STRING(line), len(line))

    cdef int count(self, const uint8_t* text, Py_ssize_t size) noexcept:
        """Marks that end a sentence; *text* ends with a NUL and has no white space but blanks."""
        cdef Py_ssize_t at = 0
        cdef int length, count = 0, mark
        cdef uint32_t point
        while at < size:
            if text[at] < 0x80 and text[at] != 0x2E and not self.may_mark[text[at]]:
                at += 1
                continue
            point = decoded(text + at, &length)
            at += length
            if point == 0x2E:
                if at == size or text[at] == 0x20:
                    count += 1
                else:
                    point = decoded(text + at, &length)
                    for mark in range(self.closers_count):
                        if self.closers[mark] == point:
                            count += 1
                            break
            elif self.may_mark[point & 255]:
                for mark in range(self.marks_count):
                    if self.marks[mark] == point:
                        count += 1
                        break
        return count

    def read(self, root, page, everything, keep, unfold, max_elements):
        return Walk(self, root, page, everything, keep, unfold, max_elements).run()


cdef class Line:
    """The line that is being read."""

    cdef Bytes bytes
    cdef bint blank  # white space follows what was read
    cdef Py_ssize_t characters
    cdef Py_ssize_t link_bytes
    cdef Py_ssize_t link_characters
    cdef bint link_blank

    def __cinit__(self):
        self.bytes = Bytes()

    cdef int add(self, const uint8_t* text, bint linked) except -1:
        cdef Py_ssize_t size = strlen(<const char*>text), at = 0, begin, read
        cdef int length, byte
        cdef char* data
        cdef Py_ssize_t written, characters = self.characters
        cdef bint blank = self.blank
        # A blank and a character for each byte at most.
        self.bytes.reserve(size + 2)
        data = self.bytes.data
        written = self.bytes.size
        cdef Py_ssize_t link_bytes = self.link_bytes, link_characters = self.link_characters
        cdef bint link_blank = self.link_blank
        while at < size:
            if is_space(text + at, &length):
                blank = True
                link_blank = True
                at += length
                continue
            if blank and written:
                data[written] = 0x20
                written += 1
                characters += 1
            blank = False
            # A word of ASCII at once, any other character by itself.
            begin = at
            while at < size and 0x20 < text[at] < 0x80:
                data[written] = text[at]
                written += 1
                at += 1
            read = at - begin
            if at == begin:
                read = 1
                at += 1
                while at < size and text[at] & 0xC0 == 0x80:
                    at += 1
                for byte in range(<int>(at - begin)):
                    data[written] = text[begin + byte]
                    written += 1
            characters += read
            if linked:
                if link_blank and link_bytes:
                    link_bytes += 1
                    link_characters += 1
                link_blank = False
                link_bytes += at - begin
                link_characters += read
        self.bytes.size = written
        self.characters = characters
        self.blank = blank
        if linked:
            self.link_bytes, self.link_characters, self.link_blank = (
                link_bytes, link_characters, link_blank
            )
        return 0

    cdef void clear(self) noexcept:
        self.bytes.size = 0
        self.characters = 0
        self.link_bytes = self.link_characters = 0
        self.blank = self.link_blank = False


cdef class Walk:
    """One walk over one page."""

    cdef TreeWalker walker
    cdef object root
    cdef object page
    cdef list blocks
    cdef list links
    cdef bint everything
    cdef Py_ssize_t keep
    cdef bint unfold
    cdef Py_ssize_t max_elements
    cdef Py_ssize_t unread
    cdef bint folded
    cdef int kept
    cdef Line line
    cdef Bytes kinds  # of the elements open here
    cdef list tags  # of the block elements open here
    cdef list row_starts
    cdef set hidden_names
    cdef object opens
    cdef int depth
    cdef int low
    cdef int beside
    cdef int in_link

    def __init__(
        self,
        TreeWalker walker,
        root,
        page,
        bint everything,
        Py_ssize_t keep,
        bint unfold,
        Py_ssize_t max_elements,
    ):
        self.walker = walker
        self.root = root
        self.page = page
        self.blocks = page.blocks
        self.links = page.links
        self.everything = everything
        self.keep = keep
        self.unfold = unfold
        self.unread = 0
        self.folded = False
        self.kept = 0
        self.max_elements = max_elements
        self.line = Line()
        self.kinds = Bytes()
        self.tags = [""]
        self.row_starts = []
        self.hidden_names = set()
        self.opens = None
        self.depth = self.low = self.beside = self.in_link = 0

    cdef bint run(self) except -1:
        cdef xmlNode* root = node_of(self.root)
        cdef xmlNode* node = root
        cdef xmlNode* child
        cdef Py_ssize_t elements = 0
        while True:
            # An element begins.
            elements += 1
            if elements > self.max_elements:
                return False
            child = node.children if self.start(node) else NULL
            # What comes next: its first child, else its end and what follows it.
            while True:
                while child != NULL and child.type != XML_ELEMENT_NODE:
                    child = self.read_text(child)
                if child != NULL:
                    node = child
                    break
                self.end()
                if node == root:
                    self.read_tail(node)
                    if self.line.bytes.size:
                        self.end_line()
                    self.page.unread = self.unread
                    self.page.folded = self.folded
                    return True
                child = node.next
                node = node.parent

    cdef xmlNode* read_text(self, xmlNode* node) except? NULL:
        """Read a node that is no element, and return the next node."""
        if node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE:
            if node.content != NULL:
                self.line.add(<const uint8_t*>node.content, self.in_link > 0)
        return node.next

    cdef int read_tail(self, xmlNode* node) except -1:
        cdef xmlNode* after = node.next
        while after != NULL and (
            after.type == XML_TEXT_NODE or after.type == XML_CDATA_SECTION_NODE
        ):
            after = self.read_text(after)
        return 0

    cdef bint start(self, xmlNode* node) except -1:
        """Begin an element, and return whether its children are to be read."""
        cdef Tag tag = self.walker.tag_of(node)
        cdef int kind = tag.kind
        cdef int thin = 0
        if kind == BUTTON and (
            holds_more(node, BUTTON_ELEMENTS) or (self.in_heading() and is_alone(node))
        ):
            kind = INLINE
        if kind >= SKIP:
            if kind == META:
                self.read_meta(node, tag.name)
            elif kind == FIELD:
                self.read_field(node, tag.name)
            elif kind == SCRIPT and "ld+json" in (attribute(node, "type") or ""):
                self.page.json_ld.append(text_of(node))
            elif kind == STYLE and begins_with_dot(node):
                media = attribute(node, "media") or ""
                self.hidden_names |= self.walker.hidden_by(text_of(node), media)
            self.push(kind)
            return False
        if kind <= FOREIGN_BLOCK or kind == BREAK:
            if self.line.bytes.size:
                self.end_line()
                self.low = self.depth
            if kind != BREAK:
                if tag.named:
                    kind = self.placed(node)
                if kind >= AWAY_BLOCK and not self.everything:
                    if self.leaves(node, kind == FOREIGN_BLOCK, kind == HIDDEN_BLOCK):
                        self.push(SKIP)
                        return False
                    kind = BLOCK
                if tag.thin or (kind == BLOCK and is_alone(node)):
                    thin = THIN
                else:
                    self.depth += 1
                if thin and tag.name == "p" and <str>self.tags[len(self.tags) - 1] in ITEMS:
                    self.tags.append(self.tags[len(self.tags) - 1])
                else:
                    self.tags.append(tag.name)
                if tag.name == "tr":
                    self.row_starts.append(len(self.blocks))
                if kind and not self.beside:
                    self.beside = <int>len(self.tags)
        elif kind <= LINK and self.concealed(node) and self.leaves(node, kind == LINK, True):
            self.push(SKIP)
            return False
        elif kind == LINK:
            href = attribute(node, "href")
            if href is None or (href[:1] == "#" and self.in_heading()):
                kind = INLINE
            else:
                self.in_link += 1
                self.links.append((len(self.blocks), href))
        elif kind == TIME:
            moment = attribute(node, "datetime")
            if moment:
                self.page.times.append((len(self.blocks), moment))
        if kind == INLINE and tag.name == "code" and self.is_next_line(node):
            self.line.add(<const uint8_t*>" ", self.in_link > 0)
        self.push(kind + thin)
        return True

    cdef bint leaves(self, xmlNode* node, bint regardless, bint hidden) except -1:
        """See :meth:`.reference.TreeWalker._leaves`."""
        cdef Py_ssize_t prose
        cdef bint folded
        if self.everything:
            return False
        if not regardless:
            prose = self.prose_in(node) if self.kept < MOST_KEPT else 0
            folded = (
                (self.unfold or not self.folded) and prose > 0 and hidden and self.is_opened(node)
            )
            if 0 < self.keep <= prose or (folded and self.unfold):
                self.kept += 1
                return False
            self.unread += prose
            self.folded = self.folded or folded
        self.page.complete = False
        return True

    cdef bint is_opened(self, xmlNode* node) except -1:
        """Whether a button on the page opens an element."""
        if self.opens is None:
            self.opens = self.walker.opening_on(self.root)
        return self.opens(elementFactory((<_Element>self.root)._doc, node))

    cdef Py_ssize_t prose_in(self, xmlNode* top) except -1:
        """See :meth:`.reference.TreeWalker._prose`."""
        cdef Py_ssize_t weight = 0
        cdef xmlNode* node = top.children
        # Neither this element, nor one around it inside of *top*, is a link or unread.
        cdef xmlNode* known = top
        cdef xmlNode* away
        while node != NULL:
            if is_text(node):
                # Long texts are few, so elements are looked at only around long texts.
                if (node.prev == NULL or not is_text(node.prev)) and text_size(node) >= PROSE:
                    away = self.link_around(node.parent, known)
                    if away == NULL:
                        known = node.parent
                        weight += text_weight(node)
                    else:
                        node = away  # all texts in it are passed
            elif node.type == XML_ELEMENT_NODE and node.children != NULL:
                node = node.children
                continue
            while node.next == NULL:
                node = node.parent
                if node == top:
                    return weight
                if node == known:
                    known = node.parent
            node = node.next
        return weight

    cdef xmlNode* link_around(self, xmlNode* node, xmlNode* top) except? NULL:
        """The outermost of *node* and the elements around it, inside of *top*, that is a link or unread;
        NULL if there is none.
        """
        cdef xmlNode* found = NULL
        cdef int kind
        while node != top:
            kind = self.walker.tag_of(node).kind
            if kind == LINK or kind >= SKIP:
                found = node
            node = node.parent
        return found

    cdef bint is_next_line(self, xmlNode* node) except -1:
        """Whether a `<code>` right after another one in a `<pre>` holds the next line of a listing."""
        cdef xmlNode* other = node.prev
        return (
            other != NULL
            and other.type == XML_ELEMENT_NODE
            and other.ns == NULL
            and not strcmp(<const char*>other.name, "code")
            and <str>self.tags[len(self.tags) - 1] == "pre"
        )

    cdef bint in_heading(self) except -1:
        """Whether the innermost block element is a heading."""
        cdef str tag = <str>self.tags[len(self.tags) - 1]
        return len(tag) == 2 and tag[0] == "h" and "1" <= tag[1] <= "6"

    cdef int push(self, int kind) except -1:
        self.kinds.reserve(1)
        self.kinds.data[self.kinds.size] = <char>kind
        self.kinds.size += 1
        return 0

    cdef int end(self) except -1:
        """End the element that was begun last."""
        self.kinds.size -= 1
        cdef int kind = self.kinds.data[self.kinds.size]
        cdef bint thin = kind >= THIN
        if thin:
            kind -= THIN
        if kind <= FOREIGN_BLOCK:
            if self.line.bytes.size:
                self.end_line()
                self.low = self.depth
            if self.beside == len(self.tags):
                self.beside = 0
            if self.tags.pop() == "tr":
                self.walker.join_cells(self.blocks, self.row_starts.pop())
            if not thin:
                self.depth -= 1
                self.low = min(self.low, self.depth)
        elif kind == LINK:
            self.in_link -= 1
        return 0

    cdef int end_line(self) except -1:
        """Make a block of the line and empty it."""
        cdef Line line = self.line
        cdef Bytes buffer = line.bytes
        cdef Block block = Block.__new__(Block)
        buffer.data[buffer.size] = 0
        block.text = PyUnicode_DecodeUTF8(buffer.data, buffer.size, NULL)
        block.weight = <int>((line.characters + buffer.size) >> 1)
        block.link_weight = <int>((line.link_characters + line.link_bytes) >> 1)
        block.marks = self.walker.count(<const uint8_t*>buffer.data, buffer.size)
        block.tag = <str>self.tags[len(self.tags) - 1]
        block.depth = self.depth
        block.low = self.low
        block.beside = self.beside > 0
        self.blocks.append(block)
        line.clear()
        return 0

    cdef int placed(self, xmlNode* node) except -1:
        """What a block is by its class, id, role, style and `hidden`."""
        cdef xmlAttr* one = node.properties
        cdef xmlAttr* classes = NULL
        cdef xmlAttr* name = NULL
        cdef xmlAttr* role = NULL
        cdef xmlAttr* style = NULL
        cdef bint hidden = False
        cdef int kind = BLOCK, place
        while one != NULL:
            if one.ns == NULL:
                if not strcmp(<const char*>one.name, "class"):
                    classes = one
                elif not strcmp(<const char*>one.name, "id"):
                    name = one
                elif not strcmp(<const char*>one.name, "style"):
                    style = one
                elif not strcmp(<const char*>one.name, "role"):
                    role = one
                elif not strcmp(<const char*>one.name, "hidden"):
                    hidden = hidden or not is_until_found(one)
                elif not strcmp(<const char*>one.name, "popover"):
                    hidden = hidden or is_popover(one)
            one = one.next
        if classes != NULL:
            kind = self.place_by(classes)
        if (
            name != NULL
            and (kind == BLOCK or kind == HIDDEN_BLOCK)
            and not is_heading(<const char*>node.name)
        ):
            place = self.place_by(name)
            if (
                place == AWAY_BLOCK
                or place == FOREIGN_BLOCK
                or (kind == BLOCK and place == BESIDE_BLOCK)
            ):
                kind = place
        if role != NULL and kind < AWAY_BLOCK:
            place = self.walker.roles.get(value_of(role), kind)
            if place != kind and not (self.names_here(classes) or self.names_here(name)):
                kind = place
        if hidden and name != NULL and is_streamed(name):
            hidden = False
        if kind < AWAY_BLOCK and (
            hidden
            or (style != NULL and self.hides(node, style))
            or (classes != NULL and self.is_in_sheet(classes))
        ):
            kind = HIDDEN_BLOCK
        return kind

    cdef bint names_here(self, xmlAttr* one) except -1:
        return one != NULL and self.walker.is_here(value_of(one))

    cdef bint concealed(self, xmlNode* node) except -1:
        """Whether an element within a line is hidden by its class, style or `hidden`."""
        cdef xmlAttr* one = node.properties
        cdef xmlAttr* name = NULL
        cdef bint hidden = False
        while one != NULL:
            if one.ns == NULL:
                if not strcmp(<const char*>one.name, "class"):
                    if self.place_by(one) == HIDDEN_BLOCK or self.is_in_sheet(one):
                        return True
                elif not strcmp(<const char*>one.name, "style"):
                    if self.hides(node, one):
                        return True
                elif not strcmp(<const char*>one.name, "hidden"):
                    hidden = hidden or not is_until_found(one)
                elif not strcmp(<const char*>one.name, "popover"):
                    hidden = hidden or is_popover(one)
                elif not strcmp(<const char*>one.name, "id"):
                    name = one
            one = one.next
        return hidden and not (name != NULL and is_streamed(name))

    cdef bint hides(self, xmlNode* node, xmlAttr* style) except -1:
        cdef xmlNode* child = style.children
        if child == NULL or child.content == NULL:
            return False
        if child.next == NULL and not may_hide(<const char*>child.content):
            return False
        return self.walker.hides(value_of(style), not holds_more(node, 0))

    cdef bint is_in_sheet(self, xmlAttr* classes) except -1:
        """Whether a style sheet has hidden one of these classes."""
        if not self.hidden_names:
            return False
        return not self.hidden_names.isdisjoint(value_of(classes).split())

    cdef int place_by(self, xmlAttr* one) except -1:
        cdef const char* text
        if one.children == NULL:
            return BLOCK
        if one.children.next == NULL and one.children.type == XML_TEXT_NODE:
            text = <const char*>one.children.content
            if text == NULL or text[0] == 0:
                return BLOCK
            return self.walker.place_of(text, strlen(text))
        value = value_of(one).encode()
        return self.walker.place_of(value, len(value)) if value else BLOCK

    cdef int read_meta(self, xmlNode* node, str tag) except -1:
        page = self.page
        if tag == "title":
            if page.title is None:
                page.title = " ".join(text_of(node).split()) or None
        elif tag == "link":
            if is_value(node, "rel", "canonical"):
                if page.canonical is None:
                    page.canonical = attribute(node, "href")
            elif is_value(node, "rel", "prev") and page.previous is None:
                page.previous = attribute(node, "href")
        else:
            content = attribute(node, "content")
            if content:
                name = (
                    attribute(node, "property")
                    or attribute(node, "name")
                    or attribute(node, "itemprop")
                )
                if name:
                    page.meta.append((name.lower(), content))
        return 0

    cdef int read_field(self, xmlNode* node, str name) except -1:
        if name == "input":
            name = (attribute(node, "type") or "text").lower()
        if name not in NO_FIELDS:
            self.page.fields.append((len(self.blocks), name))
        return 0


cdef Py_ssize_t text_size(xmlNode* node) noexcept:
    """The number of bytes of the text that begins with *node*."""
    cdef Py_ssize_t size = 0
    while node != NULL and is_text(node):
        if node.content != NULL:
            size += strlen(<const char*>node.content)
        node = node.next
    return size


cdef Py_ssize_t text_weight(xmlNode* node) noexcept:
    """The weight of the text that begins with *node*, 0 if it is short."""
    cdef Py_ssize_t units = 0
    cdef const uint8_t* at
    while node != NULL and is_text(node):
        at = <const uint8_t*>node.content
        if at != NULL and node.type != XML_XINCLUDE_START and node.type != XML_XINCLUDE_END:
            while at[0]:
                if at[0] > 0x20:
                    units += 1 + (at[0] & 0xC0 != 0x80)
                at += 1
        node = node.next
    return min(units >> 1, MOST_PROSE) if units >> 1 >= PROSE else 0


cdef bint is_heading(const char* tag):
    return tag[0] == c"h" and c"1" <= tag[1] <= c"6" and not tag[2]


cdef bint begins_with_dot(xmlNode* node) noexcept:
    """Whether a style sheet may begin with a rule for a class; most do not, and are not decoded."""
    cdef xmlNode* child = node.children
    if child == NULL or child.content == NULL or child.next != NULL:
        return child != NULL
    cdef const char* at = <const char*>child.content
    while 0 < at[0] <= 0x20:
        at += 1
    return at[0] == c"."


cdef bint may_hide(const char* style) noexcept:
    """Whether a style has one of the properties that can hide, with a value that may do so."""
    cdef const char* at = strchr(style, c":")
    cdef const char* before
    cdef const char* value
    while at != NULL:
        before = at
        while before > style and 0 < before[-1] <= 0x20:
            before -= 1
        value = at + 1
        while 0 < value[0] <= 0x20:
            value += 1
        if value[0] == c"-":
            if c"0" <= value[1] <= c"9" and c"0" <= value[2] <= c"9" and c"0" <= value[3] <= c"9":
                return True
        elif before - style >= 4 and (
            not strncasecmp(before - 4, "play", 4)
            or not strncasecmp(before - 4, "clip", 4)
            or not strncasecmp(before - 4, "path", 4)
            or (value[0] == c"0" and not strncasecmp(before - 4, "size", 4))
        ):
            return True
        at = strchr(at + 1, c":")
    return False


cdef bint is_until_found(xmlAttr* hidden) except -1:
    """Whether the value of `hidden` is that of a part that a search in the page opens."""
    return hidden.children != NULL and value_of(hidden).lower() == "until-found"


cdef bint is_popover(xmlAttr* popover) except -1:
    """Whether a browser hides an element with this value of `popover` until a button opens it."""
    return popover.children == NULL or value_of(popover).lower() in POPOVERS


cdef bint is_streamed(xmlAttr* name) except -1:
    """Whether an id begins like the ids of the parts that React streams."""
    if name.children == NULL:
        return False
    if name.children.next != NULL:
        return value_of(name).startswith("S:")
    cdef const char* text = <const char*>name.children.content
    return text != NULL and text[0] == 0x53 and text[1] == 0x3A


cdef inline bint is_text(xmlNode* node) noexcept:
    """Whether lxml takes *node* for a part of a text. Marks of XInclude are such parts, without text."""
    return (
        node.type == XML_TEXT_NODE
        or node.type == XML_CDATA_SECTION_NODE
        or node.type == XML_XINCLUDE_START
        or node.type == XML_XINCLUDE_END
    )


cdef bint is_alone(xmlNode* node) noexcept:
    """Whether *node* stands alone in its parent: beside it are blanks and comments at most."""
    cdef xmlNode* other
    cdef const uint8_t* at
    cdef int step
    if node.parent == NULL or node.parent.type != XML_ELEMENT_NODE:
        return False
    for step in range(4):  # for elements, which are found sooner, and then for text
        other = node.prev if step & 1 else node.next
        while other != NULL:
            if is_text(other):
                at = <const uint8_t*>other.content
                if (
                    step > 1
                    and at != NULL
                    and other.type != XML_XINCLUDE_START
                    and other.type != XML_XINCLUDE_END
                ):
                    while at[0] and at[0] <= 0x20:
                        at += 1
                    if at[0]:
                        return False
            elif other.type != XML_COMMENT_NODE and other.type != XML_PI_NODE:
                return False
            other = other.prev if step & 1 else other.next
    return True


cdef bint holds_more(xmlNode* top, int limit) noexcept:
    """Whether there are more than *limit* elements inside of *top*."""
    cdef xmlNode* node = top.children
    while node != NULL:
        if node.type == XML_ELEMENT_NODE:
            limit -= 1
            if limit < 0:
                return True
            if node.children != NULL:
                node = node.children
                continue
        while node.next == NULL:
            node = node.parent
            if node == top:
                return False
        node = node.next
    return False


cdef str value_of(xmlAttr* one):
    """The value of an attribute."""
    cdef xmlNode* child = one.children
    cdef const char* text
    if child == NULL:
        return ""
    if child.next == NULL:
        text = <const char*>child.content
        return "" if text == NULL else PyUnicode_DecodeUTF8(text, strlen(text), NULL)
    return collected(child)


cdef str attribute(xmlNode* node, const char* name):
    cdef xmlAttr* one = node.properties
    while one != NULL:
        if one.ns == NULL and not strcmp(<const char*>one.name, name):
            return value_of(one)
        one = one.next
    return None


cdef bint is_value(xmlNode* node, const char* name, const char* value) except -1:
    """Whether an attribute has this value, in letters of any case."""
    cdef xmlAttr* one = node.properties
    while one != NULL:
        if one.ns == NULL and not strcmp(<const char*>one.name, name):
            if one.children == NULL or one.children.next != NULL:
                return value_of(one).lower() == value.decode()
            return one.children.content != NULL and not strcasecmp(
                <const char*>one.children.content, value
            )
        one = one.next
    return False


cdef str text_of(xmlNode* node):
    """The text in an element before its first child, "" if there is none."""
    return collected(node.children)


cdef str collected(xmlNode* child):
    """The text of neighbouring nodes, from *child* on."""
    cdef list parts = []
    while child != NULL:
        if child.type == XML_TEXT_NODE or child.type == XML_CDATA_SECTION_NODE:
            if child.content != NULL:
                parts.append((<const char*>child.content).decode())
        elif child.type != XML_XINCLUDE_START and child.type != XML_XINCLUDE_END:
            break
        child = child.next
    return "".join(parts)
