# cython: language_level=3, boundscheck=False, initializedcheck=False, wraparound=False, cdivision=True
"""What of reading a page takes longest in Python, value for value.

The walk of :mod:`.blocks`, over the nodes of libxml2 itself, without an object for each: only
struct fields are used, as lxml publishes them in `lxml.includes`; nothing is linked, called or
changed, and `fits` tells whether the lxml of this process has those fields where they were when
this was compiled. Besides, what is done to every line, and the search of :mod:`.body`.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport (
    PyUnicode_4BYTE_KIND,
    PyUnicode_DecodeUTF8,
    PyUnicode_FromKindAndData,
)
from libc.math cimport INFINITY
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, strcmp, strlen
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_ELEMENT_NODE,
    XML_TEXT_NODE,
    XML_XINCLUDE_END,
    XML_XINCLUDE_START,
    xmlAttr,
    xmlNode,
)

from lxml import etree

cdef extern from "etree_api.h":
    ctypedef struct LxmlElement "struct LxmlElement":
        xmlNode* _c_node

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(Py_UCS4 character) noexcept nogil
    uint32_t Py_UNICODE_TOLOWER(uint32_t character) noexcept nogil

cdef extern from "<string.h>":
    char* strcasestr(const char* text, const char* part) noexcept nogil

VERSION = 2
"""As :mod:`.blocks` counts it."""

cdef enum:
    BLOCK, BESIDE_BLOCK, AWAY_BLOCK, INLINE, LINK, BREAK, TIME, SKIP, META, SCRIPT

cdef enum:
    MOST_NAMES = 1000  # of elements, kept with what is known of them
    NAME_SLOTS = 4096  # of their table
    PLACES = 4096  # the slots of the values of class and id that were looked at


def fits() -> bool:
    """Whether the fields of lxml's and libxml2's structs are where this module looks for them."""
    if etree._Element.__basicsize__ != sizeof(LxmlElement):
        return False
    if not (2, 9) <= etree.LIBXML_VERSION < (3,):
        return False
    root = etree.fromstring(b"<a><b c='d'>e</b><f/></a>")
    elements = (root, root[0], root[1])
    cdef xmlNode* node = node_of(root)
    cdef xmlNode* first = node_of(elements[1])
    cdef xmlNode* second = node_of(elements[2])
    # No pointer is followed before its neighbours are known to be right.
    return (
        node.type == XML_ELEMENT_NODE
        and node.children == first
        and node.last == second
        and first.parent == node
        and first.next == second
        and second.prev == first
        and node.doc == first.doc
        and node.ns == NULL
        and node.properties == NULL
        and strcmp(<const char*>node.name, "a") == 0
        and first.properties != NULL
        and strcmp(<const char*>first.properties.name, "c") == 0
        and strcmp(<const char*>first.properties.children.content, "d") == 0
        and first.children.type == XML_TEXT_NODE
        and strcmp(<const char*>first.children.content, "e") == 0
    )


cdef xmlNode* node_of(object element) except NULL:
    if not isinstance(element, etree._Element):
        raise TypeError(f"an element of lxml is wanted, not {type(element).__name__}")
    cdef xmlNode* node = (<LxmlElement*>element)._c_node
    if node == NULL:
        raise ValueError("an element that was never made")
    return node


cdef class Block:
    """See :class:`.blocks.Block`."""

    cdef public str text
    cdef public int weight
    cdef public int link_weight
    cdef public int marks
    cdef public str tag
    cdef public int depth
    cdef public int low
    cdef public bint beside

    def __init__(
        self,
        str text not None,
        int weight,
        int link_weight,
        int marks,
        str tag not None,
        int depth,
        int low,
        bint beside,
    ):
        self.text = text
        self.weight = weight
        self.link_weight = link_weight
        self.marks = marks
        self.tag = tag
        self.depth = depth
        self.low = low
        self.beside = beside

    def _values(self):
        return (
            self.text, self.weight, self.link_weight, self.marks, self.tag, self.depth, self.low,
            self.beside,
        )  # fmt: skip

    def __eq__(self, other):
        return isinstance(other, Block) and self._values() == (<Block>other)._values()

    __hash__ = None

    def __repr__(self):
        return f"Block{self._values()!r}"


cdef class Tag:
    """An element's name and what follows from it."""

    cdef bytes key
    cdef str name
    cdef int kind
    cdef bint named  # its class and id are looked at

    def __init__(self, str name, int kind, bint named):
        self.key = name.encode()
        self.name = name
        self.kind = kind
        self.named = named


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
    cdef uint64_t value = 0xCBF29CE484222325
    cdef Py_ssize_t at
    for at in range(size):
        value = (value ^ <uint8_t>text[at]) * <uint64_t>0x100000001B3
    return value ^ (value >> 29)


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
    """Whether the character at *at*, of so many bytes, is white space as `str.split` has it."""
    cdef uint8_t first = at[0]
    length[0] = 1
    if first < 0x80:
        return first == 0x20 or 0x09 <= first <= 0x0D or 0x1C <= first <= 0x1F
    if first == 0xC2 or 0xE1 <= first <= 0xE3:
        return Py_UNICODE_ISSPACE(decoded(at, length))
    return False


cdef class Reader:
    """Reads pages by the rules that it is made with.

    *kinds*: kind of each element that is no plain block. *never_away*: blocks whose class and id
    mean nothing. *place*: the kind of block that a class or an id makes. *not_shown*: whether a
    style hides its element. *marks*: what ends a sentence; *closers*: what a full stop is
    followed by then, if not by white space or the end.
    """

    cdef int known
    cdef list slots  # of the tags that are known
    cdef frozenset never_away
    cdef object place
    cdef object not_shown
    cdef object join_cells
    cdef list names  # values of class and id that were looked at, as bytes
    cdef uint8_t[4096] places  # and what they make of a block
    cdef uint32_t[32] marks
    cdef int marks_count
    cdef uint8_t[256] may_mark  # by the last byte of a code point
    cdef uint32_t[32] closers
    cdef int closers_count

    def __init__(self, dict kinds, frozenset never_away, place, not_shown, join_cells, marks, closers):
        self.never_away = never_away
        self.place = place
        self.not_shown = not_shown
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
        """What is known of a node's name; not kept for those beyond MOST_NAMES."""
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
        self.names[slot] = PyBytes_FromStringAndSize(value, size)
        self.places[slot] = place
        return place

    cdef int count_marks(self, const uint8_t* text, Py_ssize_t size) noexcept:
        """Marks that end a sentence; *text* ends with a NUL and has no white space but blanks."""
        cdef Py_ssize_t at = 0
        cdef int length, count = 0, mark
        cdef uint32_t point
        while at < size:
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

    def read(self, root, page, bint everything, Py_ssize_t max_elements):
        """Fill *page* from the tree under *root*; False if it has more than *max_elements*."""
        return Walk(self, root, page, everything, max_elements).run()


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
        cdef Py_ssize_t size = strlen(<const char*>text), at = 0, begin
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
            begin = at
            at += 1
            while at < size and text[at] & 0xC0 == 0x80:
                at += 1
            for byte in range(<int>(at - begin)):
                data[written] = text[begin + byte]
                written += 1
            characters += 1
            if linked:
                if link_blank and link_bytes:
                    link_bytes += 1
                    link_characters += 1
                link_blank = False
                link_bytes += at - begin
                link_characters += 1
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

    cdef Reader reader
    cdef object root
    cdef object page
    cdef list blocks
    cdef list links
    cdef bint everything
    cdef Py_ssize_t max_elements
    cdef Line line
    cdef Bytes kinds  # of the elements open here
    cdef list tags  # of the block elements open here
    cdef list row_starts
    cdef int depth
    cdef int low
    cdef int beside
    cdef int in_link

    def __init__(self, Reader reader, root, page, bint everything, Py_ssize_t max_elements):
        self.reader = reader
        self.root = root
        self.page = page
        self.blocks = page.blocks
        self.links = page.links
        self.everything = everything
        self.max_elements = max_elements
        self.line = Line()
        self.kinds = Bytes()
        self.tags = [""]
        self.row_starts = []
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
                    return True
                child = node.next
                node = node.parent

    cdef xmlNode* read_text(self, xmlNode* node) except? NULL:
        """Read a node that is no element; the next one."""
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
        """Whether the children of *node* are to be read."""
        cdef Tag tag = self.reader.tag_of(node)
        cdef int kind = tag.kind
        if kind >= SKIP:
            if kind == META:
                self.read_meta(node, tag.name)
            elif kind == SCRIPT and "ld+json" in (attribute(node, "type") or ""):
                self.page.json_ld.append(text_of(node))
            self.push(kind)
            return False
        if kind <= AWAY_BLOCK or kind == BREAK:
            if self.line.bytes.size:
                self.end_line()
                self.low = self.depth
            if kind != BREAK:
                if tag.named:
                    kind = self.placed(node)
                if kind == AWAY_BLOCK and not self.everything:
                    self.page.complete = False
                    self.push(SKIP)
                    return False
                self.depth += 1
                self.tags.append(tag.name)
                if tag.name == "tr":
                    self.row_starts.append(len(self.blocks))
                if kind and not self.beside:
                    self.beside = self.depth
        elif kind == LINK:
            href = attribute(node, "href")
            if href is None:
                kind = INLINE
            else:
                self.in_link += 1
                self.links.append((len(self.blocks), href))
        elif kind == TIME:
            moment = attribute(node, "datetime")
            if moment:
                self.page.times.append((len(self.blocks), moment))
        self.push(kind)
        return True

    cdef int push(self, int kind) except -1:
        self.kinds.reserve(1)
        self.kinds.data[self.kinds.size] = <char>kind
        self.kinds.size += 1
        return 0

    cdef int end(self) except -1:
        """The element that was begun last ends."""
        self.kinds.size -= 1
        cdef int kind = self.kinds.data[self.kinds.size]
        if kind <= AWAY_BLOCK:
            if self.line.bytes.size:
                self.end_line()
                self.low = self.depth
            if self.tags.pop() == "tr":
                self.reader.join_cells(self.blocks, self.row_starts.pop())
            if self.beside == self.depth:
                self.beside = 0
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
        block.marks = self.reader.count_marks(<const uint8_t*>buffer.data, buffer.size)
        block.tag = <str>self.tags[len(self.tags) - 1]
        block.depth = self.depth
        block.low = self.low
        block.beside = self.beside > 0
        self.blocks.append(block)
        line.clear()
        return 0

    cdef int placed(self, xmlNode* node) except -1:
        """What a block is by its class, id, style and `hidden`."""
        cdef xmlAttr* one = node.properties
        cdef xmlAttr* classes = NULL
        cdef xmlAttr* name = NULL
        cdef xmlAttr* style = NULL
        cdef bint hidden = False
        cdef int kind = BLOCK
        while one != NULL:
            if one.ns == NULL:
                if not strcmp(<const char*>one.name, "class"):
                    classes = one
                elif not strcmp(<const char*>one.name, "id"):
                    name = one
                elif not strcmp(<const char*>one.name, "style"):
                    style = one
                elif not strcmp(<const char*>one.name, "hidden"):
                    hidden = True
            one = one.next
        if classes != NULL:
            kind = self.place_by(classes)
        if name != NULL and kind == BLOCK:
            kind = self.place_by(name)
        if kind != AWAY_BLOCK and (
            hidden or (style != NULL and self.hides(style))
        ):
            kind = AWAY_BLOCK
        return kind

    cdef bint hides(self, xmlAttr* style) except -1:
        cdef xmlNode* child = style.children
        if child == NULL or child.content == NULL:
            return False
        if child.next == NULL and strcasestr(<const char*>child.content, "display") == NULL:
            return False
        return self.reader.not_shown(value_of(style))

    cdef int place_by(self, xmlAttr* one) except -1:
        cdef const char* text
        if one.children == NULL:
            return BLOCK
        if one.children.next == NULL and one.children.type == XML_TEXT_NODE:
            text = <const char*>one.children.content
            if text == NULL or text[0] == 0:
                return BLOCK
            return self.reader.place_of(text, strlen(text))
        value = value_of(one).encode()
        return self.reader.place_of(value, len(value)) if value else BLOCK

    cdef int read_meta(self, xmlNode* node, str tag) except -1:
        page = self.page
        if tag == "title":
            if page.title is None:
                page.title = " ".join(text_of(node).split()) or None
        elif tag == "link":
            if page.canonical is None and (attribute(node, "rel") or "").lower() == "canonical":
                page.canonical = attribute(node, "href")
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


cdef str text_of(xmlNode* node):
    """What stands in an element before its first child, "" for nothing."""
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


cdef enum:
    MOST_HINT_CHARACTERS = 1024
    MOST_HINTS = 128
    HINT_SLOTS = 1024
    DOTTED_I = 0x130
    FIRST_CASELESS = 0x2E80


cdef inline uint32_t small(uint32_t character) noexcept nogil:
    if character < 0x80:
        return character + 32 if c"A" <= character <= c"Z" else character
    return character if character >= FIRST_CASELESS else Py_UNICODE_TOLOWER(character)


cdef class Hints:
    """Words in small letters, to be looked for in texts whatever their case."""

    cdef tuple words
    cdef uint32_t[1024] characters
    cdef int[129] starts
    cdef int[128] following  # the next hint whose first letter has the same slot
    cdef int[1024] first

    def __init__(self, tuple words not None):
        cdef int number, at = 0, slot
        if len(words) > MOST_HINTS or sum(map(len, words)) > MOST_HINT_CHARACTERS or "" in words:
            raise ValueError("no hint, or too many of them")
        self.words = words
        for slot in range(HINT_SLOTS):
            self.first[slot] = -1
        for number, word in enumerate(words):
            self.starts[number] = at
            for letter in word:
                if letter != letter.lower() or (ord(letter) >= FIRST_CASELESS and letter != letter.upper()):
                    raise ValueError(f"{letter!r} in {word!r} has a case that is not looked for")
                self.characters[at] = ord(letter)
                at += 1
            slot = self.characters[self.starts[number]] & (HINT_SLOTS - 1)
            self.following[number] = self.first[slot]
            self.first[slot] = number
        self.starts[len(words)] = at

    def among(self, str text not None) -> bool:
        """Whether one of the words is in ``text.lower()``."""
        cdef Py_ssize_t size = len(text), at = -1, place
        cdef int number, letter, last
        cdef Py_UCS4 read
        cdef uint32_t character
        for read in text:
            at += 1
            character = read
            if character == DOTTED_I:
                # Its small form is two characters.
                low = text.lower()
                return any([word in low for word in self.words])
            character = small(character)
            number = self.first[character & (HINT_SLOTS - 1)]
            while number >= 0:
                letter, last, place = self.starts[number], self.starts[number + 1], at
                while letter < last and place < size:
                    character = small(<Py_UCS4>text[place])
                    if character != self.characters[letter]:
                        break
                    letter += 1
                    place += 1
                if letter == last:
                    return True
                number = self.following[number]
        return False


cdef class Signs:
    """Some characters, to be counted in texts."""

    cdef uint8_t[256] narrow  # by code point
    cdef uint32_t[32] wide
    cdef int wide_count

    def __init__(self, str signs not None):
        cdef int point
        for point in range(256):
            self.narrow[point] = 0
        self.wide_count = 0
        for sign in signs:
            if ord(sign) < 256:
                self.narrow[ord(sign)] = 1
            elif self.wide_count == 32:
                raise ValueError("too many signs")
            else:
                self.wide[self.wide_count] = ord(sign)
                self.wide_count += 1

    def count(self, str text not None) -> int:
        """How many characters of *text* are among them."""
        cdef Py_ssize_t count = 0
        cdef Py_UCS4 read
        cdef uint32_t character
        cdef int at
        for read in text:
            character = read
            if character < 256:
                count += self.narrow[character]
                continue
            for at in range(self.wide_count):
                count += self.wide[at] == character
        return count


cdef inline bint is_white(uint32_t character) noexcept nogil:
    """Whether ``str.split`` takes it for white space; U+3000 is the last that it does."""
    if character < 0x80:
        return character == c" " or 9 <= character <= 13 or 28 <= character <= 31
    return character <= 0x3000 and Py_UNICODE_ISSPACE(character)


cdef inline bint is_caseless(uint32_t character) noexcept nogil:
    """Whether it is its own folded form, and no decimal digit: true of what Chinese is written in,
    of punctuation, and of nothing below U+2010."""
    return (
        0x2E80 <= character < 0xA620
        or 0x2010 <= character <= 0x205E
        or 0xAC00 <= character < 0xD7A4
        or 0xFF01 <= character <= 0xFF0F
        or 0xFF1A <= character <= 0xFF20
        or 0xFF3B <= character <= 0xFF40
        or 0xFF5B <= character <= 0xFF65
    )


cdef inline bint folds_to_small(uint32_t character) noexcept nogil:
    """Whether its folded form is its small one, and no other: true of Latin and Cyrillic letters
    but for a few."""
    return (
        character < 0xB5
        or 0xB5 < character < 0xDF
        or 0xDF < character <= 0xFF
        or 0x400 <= character < 0x530
    )


def squeezed(str text not None, bint digits=False):
    """``"".join(text.split()).casefold()``, after each run of digits is "0" if *digits*.

    None where that takes knowledge of more letters than there is here.
    """
    cdef Py_ssize_t written = 0
    cdef Py_UCS4 letter
    cdef uint32_t character
    cdef bint in_number = False
    cdef uint32_t* out = <uint32_t*>PyMem_Malloc((len(text) + 1) * sizeof(uint32_t))
    if out == NULL:
        raise MemoryError
    try:
        # Such a loop asks the text once, and not at each letter, how it is stored.
        for letter in text:
            character = letter
            if digits and c"0" <= character <= c"9":
                if in_number:
                    continue
                in_number = True
                character = c"0"
            else:
                in_number = False
                if is_white(character):
                    continue
                if folds_to_small(character):
                    character = small(character)
                elif not is_caseless(character):
                    return None
            out[written] = character
            written += 1
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, out, written)
    finally:
        PyMem_Free(out)


def squeeze(str text not None):
    """See :func:`.blocks.squeeze`."""
    cdef str found = squeezed(text)
    return "".join(text.split()).casefold() if found is None else found


def unlinked_weight(list blocks not None):
    """See :func:`.blocks.unlinked_weight`."""
    cdef Py_ssize_t weight = 0
    cdef Block block
    for block in blocks:
        weight += max(0, block.weight - block.link_weight)
    return weight


def weigh(str text not None):
    """See :func:`.blocks.weigh`."""
    cdef Py_ssize_t more = 0
    cdef Py_UCS4 character
    if text.isascii():
        return len(text)
    for character in text:
        if character >= 0x80 and not 0xD800 <= character < 0xE000:
            more += 1 + (character >= 0x800) + (character >= 0x10000)
    return (2 * len(text) + more) >> 1


cdef class Run:
    """See :class:`.body._Run`."""

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
    """The search of :mod:`.body`, with its prices and its rules for titles and sections."""

    cdef Hints hints
    cdef object match_section
    cdef frozenset headings
    cdef frozenset plain
    cdef double mark, base, link, floor, unmarked, item, scrap, scrap_cost, verse, border
    cdef double section_cost, linked_heading_cost, other_h1_cost, inserted, card_title
    cdef double other_section, apart, enough, title_limit
    cdef Py_ssize_t title_length

    def __init__(
        self, Hints hints, match_section, frozenset headings, frozenset plain, dict prices
    ):
        self.hints = hints
        self.match_section = match_section
        self.headings = headings
        self.plain = plain
        self.mark = prices["_MARK"]
        self.base = prices["_BASE"]
        self.link = prices["_LINK"]
        self.floor = prices["_FLOOR"]
        self.unmarked = prices["_UNMARKED"]
        self.item = prices["_ITEM"]
        self.scrap = prices["_SCRAP"]
        self.scrap_cost = prices["_SCRAP_COST"]
        self.verse = prices["_VERSE"]
        self.border = prices["_BORDER"]
        self.section_cost = prices["_SECTION_COST"]
        self.linked_heading_cost = prices["_LINKED_HEADING_COST"]
        self.other_h1_cost = prices["_OTHER_H1_COST"]
        self.inserted = prices["_INSERTED"]
        self.card_title = prices["_CARD_TITLE"]
        self.other_section = prices["_OTHER_SECTION"]
        self.apart = prices["_APART"]
        self.enough = prices["ENOUGH"]
        self.title_limit = prices["_TITLE_LIMIT"]
        self.title_length = prices["_TITLE_LENGTH"]

    cdef bint is_title(self, Block block, list names, bint first_heading) except -1:
        """See :func:`.body.is_title`."""
        if block.weight > self.title_limit or block.link_weight * 2 > block.weight:
            return False
        cdef str bare = squeeze(block.text)
        cdef Py_ssize_t length = len(bare)
        if length < self.title_length:
            return first_heading and bare in names
        for name in names:
            if length * (3 if first_heading else 2) > len(<str?>name) and bare in <str>name:
                return True
        return False

    cdef bint is_section(self, Block block) except -1:
        """See :func:`.body.is_section`."""
        return (
            block.weight <= self.scrap
            and self.hints.among(block.text)
            and self.match_section(block.text) is not None
        )

    cdef double value_of(self, Block block, bint heading) noexcept:
        cdef double weight = block.weight, link_weight = block.link_weight, value
        if weight <= self.unmarked and not block.marks:
            if block.link_weight:
                return min(-self.scrap_cost, weight - self.link * link_weight - self.base)
            return max(-self.scrap_cost, (weight - self.item) / 2)
        value = weight - self.link * link_weight + self.mark * block.marks - self.base
        return min(value, 0) if heading else max(value, self.floor)

    def runs(self, list blocks not None, list names not None, bint beside):
        """Start, stop and value of the best run after the last title, the same of the best one
        anywhere, and the number of cards."""
        cdef Run anywhere = Run(0, True)
        cdef Run titled = Run(-INFINITY, False)
        cdef int depth = 0, low = 0, last = 0, cards = 0, gap
        cdef double toll = 0, gain
        cdef bint section = False, card = False, heading, first_heading, prose
        cdef bint has_names = len(names) > 0
        cdef Py_ssize_t i
        cdef Block block
        for i in range(len(blocks)):
            block = blocks[i]
            low = min(low, block.low)
            if block.beside and not beside:
                continue
            low = min(low, block.depth)
            heading = block.tag in self.headings
            first_heading = heading and block.tag == "h1"
            if (
                has_names
                and (first_heading or titled.best < self.enough)
                and self.is_title(block, names, first_heading)
            ):
                anywhere.begin(i + 1)
                titled.begin(i + 1)
                depth = low = 0
                toll = 0
                card = section = False
                continue
            gap = depth + block.depth - 2 * low - 2 if depth else 0
            if heading:
                if block.link_weight * 2 > block.weight:
                    toll += self.linked_heading_cost
                    card = True
                    continue
                if first_heading and titled.value > -INFINITY:
                    toll += self.other_h1_cost
                    if gap >= self.apart:
                        titled.value = -INFINITY
            elif card and block.weight > self.scrap:
                card = False
                cards += 1
                if gap > 0:
                    continue
            elif block.link_weight >= block.weight >= self.card_title and gap > 0:
                card = True
            if self.is_section(block):
                toll += self.section_cost
                section = True
                continue
            gain = self.value_of(block, heading)
            if not block.marks and block.weight <= self.unmarked:
                if (
                    gain < self.verse
                    and last + block.depth - 2 * block.low == 2
                    and not block.link_weight
                    and block.tag in self.plain
                ):
                    gain = self.verse
                prose = False
            else:
                prose = gain > 0
            last = block.depth
            if prose:
                if gap == 0:
                    toll *= self.inserted
                    section = False
                elif section and titled.start:
                    gain *= self.other_section
                anywhere.pay(self.border * gap + toll, i)
                titled.pay(self.border * gap + toll, i)
                toll = 0
                depth = low = block.depth
            elif gap > 0:
                toll -= min(gain, 0)
                continue
            elif gain < 0 and not depth:
                continue
            titled.add(gain, i)
            anywhere.add(gain, i)
        return (
            (titled.best_start, titled.best_stop, titled.best),
            (anywhere.best_start, anywhere.best_stop, anywhere.best),
            cards,
        )
