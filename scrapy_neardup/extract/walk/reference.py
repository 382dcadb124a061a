"""What the kernel reads from a page's tree, in plain Python."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from scrapy_neardup.extract.lines import Block, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lxml.etree import _Element

    from scrapy_neardup.extract.walk.page import Page

# Kinds of elements. Blocks stand on lines of their own; elements from SKIP on have no text. By
# its name, an AWAY_BLOCK is no place for an article, and a FOREIGN_BLOCK has text of other people
# or of other articles. By its name or its style, a HIDDEN_BLOCK is not shown.
BLOCK, BESIDE_BLOCK, AWAY_BLOCK, HIDDEN_BLOCK, FOREIGN_BLOCK = 0, 1, 2, 3, 4
INLINE, LINK, BREAK, TIME = 5, 6, 7, 8
SKIP, META, SCRIPT, STYLE, BUTTON, FIELD = 9, 10, 11, 12, 13, 14

_PROSE = 50  # from this weight on, a text without links is running text
_MOST_PROSE = 500  # what a text counts at most: keywords for search engines may be far longer
_MOST_KEPT = 32  # elements kept for their text on one page, which bounds the time
_BUTTON_ELEMENTS = 50  # a button with more was not closed where it ends
# The beginning of the id of a hidden element that a script of React's will show in its place.
_STREAMED = "S:"
_UNTIL_FOUND = "until-found"  # the value of `hidden` for a part that a search in the page opens
# The values of `popover` for an element that is hidden until a button opens it. Scripts that had this
# attribute before browsers did write a text into it.
POPOVERS = ("", "auto", "hint", "manual")
_HEADING = re.compile("h[1-6]$")
# The types of an `<input>` that a reader does not fill in.
_NO_FIELDS = ("button", "hidden", "image", "reset", "submit")
_THIN = ("tbody", "thead", "tfoot")  # these are no border
_ITEMS = ("li", "dt", "dd")
_BLANKS = re.compile("[\\x00-\\x20]+")


def fits() -> bool:
    """Whether the walk can read the trees of the lxml that is installed."""
    return True


def holders(root: _Element, piece: str) -> Iterator[_Element]:
    """The elements under *root* with *piece* in a text right in them, but no scripts and styles.

    The tree must not be changed meanwhile.
    """
    for element in root.iter(etree.Element):
        texts = (element.text, *(part.tail for part in element))
        if element.tag not in ("script", "style") and any(piece in (text or "") for text in texts):
            yield element


@dataclass(slots=True)
class Walk:
    """How far one walk over one page has come."""

    page: Page
    everything: bool
    """Whether AWAY_BLOCKs, FOREIGN_BLOCKs and what is hidden are read, too."""
    keep: int
    """The least weight of running text for which an AWAY_BLOCK or a hidden element is read, 0 if
    none is."""
    unfold: bool
    """Whether a hidden element that a button opens is read if it has any running text."""
    pieces: list[str] = field(default_factory=list)
    """The texts of the line being read."""
    linked: list[str] = field(default_factory=list)
    """Those of them that are link text."""
    kinds: list[int] = field(default_factory=list)
    """The kinds of the elements open here."""
    tags: list[str] = field(default_factory=lambda: [""])
    """The tags of the block elements open here, after "" for a line outside of them all."""
    borders: list[bool] = field(default_factory=list)
    """Which of these elements are borders."""
    row_starts: list[int] = field(default_factory=list)
    """The number of blocks before each table row open here."""
    depth: int = 0
    """Number of borders open here."""
    low: int = 0
    """The smallest depth since the last block."""
    beside: int = 0
    """Number of tags up to the outermost element beside the article, 0 without one."""
    in_link: int = 0
    """Number of links open here."""
    kept: int = 0
    """Number of elements read for their text."""
    hidden_names: set[str] = field(default_factory=set)
    """The classes that style sheets have hidden so far."""
    opens: Callable[[_Element], bool] | None = None
    """Whether a button of the page opens an element, None if nobody has asked yet."""

    def add_text(self, text: str | None) -> None:
        """Add *text* to the line, unless it is white space before it."""
        if text and (self.pieces or not text.isspace()):
            self.pieces.append(text)
            if self.in_link:
                self.linked.append(text)

    def in_heading(self) -> bool:
        """Whether the innermost block element is a heading."""
        return _HEADING.match(self.tags[-1]) is not None

    def enter_block(self, tag: str, kind: int, *, thin: bool) -> None:
        """Enter a block element; a *thin* one is no border."""
        if not thin:
            self.depth += 1
        self.borders.append(not thin)
        # A paragraph that an editor puts into a list's item counts as the item.
        around = self.tags[-1]
        self.tags.append(around if thin and tag == "p" and around in _ITEMS else tag)
        if tag == "tr":
            self.row_starts.append(len(self.page.blocks))
        if kind != BLOCK and not self.beside:
            self.beside = len(self.tags)

    def leave_block(self) -> str:
        """Leave the innermost block element, and return its tag."""
        if self.beside == len(self.tags):
            self.beside = 0
        if self.borders.pop():
            self.depth -= 1
            self.low = min(self.low, self.depth)
        return self.tags.pop()

    def enter_link(self, element: _Element) -> int:
        """Enter a link, and return its kind: INLINE if it is an anchor."""
        href = element.get("href")
        if href is None or (href.startswith("#") and self.in_heading()):
            return INLINE  # in a heading, it is there to copy the heading's own address
        self.in_link += 1
        self.page.links.append((len(self.page.blocks), href))
        return LINK


class TreeWalker:
    """Makes the lines of pages, by the rules that it is given.

    *kinds* gives the kind of an element by its name; elements that it does not name are plain
    blocks. Plain blocks named in *never_away* stay plain. For other plain blocks, *place* gives the
    kind that a class or an id makes of them (BLOCK to FOREIGN_BLOCK; for a heading only the class
    counts, because its id is made of its words, and no id makes a HIDDEN_BLOCK, because that of a part
    may be made of its heading's), and *roles* the kind that their `role` makes of them, unless *is_here*
    says that the class or the id is one of the article. *hides* says whether a style hides an element, and
    whether it does if there is no other element in it. *hidden_by* gives the classes that a style sheet, whose `media` is
    told, hides in what follows: none if it does not begin with one. An element within a line is hidden
    by the same classes and styles. *opening_on*, called with an element, gives a function that says
    whether a button on its page opens an element. *join_cells* is called when a table row has ended,
    with all blocks and the number of the row's first one. A sentence ends with one of *marks*, or with
    a full stop before white space or *closers*.

    A block that stands alone in another one is no border between lines, because the wrappers that a
    template puts around a paragraph tell nothing. The parts of a table are no borders either.
    """

    def __init__(
        self,
        kinds: Mapping[str, int],
        never_away: frozenset[str],
        roles: Mapping[str, int],
        is_here: Callable[[str], bool],
        place: Callable[[str], int],
        hides: Callable[[str, bool], bool],
        hidden_by: Callable[[str, str], set[str]],
        opening_on: Callable[[_Element], Callable[[_Element], bool]],
        join_cells: Callable[[list[Block], int], None],
        marks: str,
        closers: str,
    ) -> None:
        self._kinds = kinds
        self._never_away = never_away
        self._roles = roles
        self._is_here = is_here
        self._place = place
        self._hides = hides
        self._hidden_by = hidden_by
        self._opening_on = opening_on
        self._join_cells = join_cells
        self._mark = re.compile(rf"[{re.escape(marks)}]|\.(?=[\s{re.escape(closers)}]|$)")

    def count_marks(self, text: str) -> int:
        """Number of marks that end a sentence in *text*."""
        return len(self._mark.findall(text))

    def read(
        self,
        root: _Element,
        page: Page,
        everything: bool,
        keep: int,
        unfold: bool,
        max_elements: int,
    ) -> bool:
        """Fill *page* from the tree under *root*; False if it has more than *max_elements*.

        A line ends where a block begins or ends, and at a BREAK. AWAY_BLOCKs, FOREIGN_BLOCKs and
        hidden elements are left unread. With *everything* they are read, and such blocks are marked
        as `Block.beside`. If *keep* is not 0, an AWAY_BLOCK or a hidden element is read like any
        other if it has running text of this weight or more. With *unfold*, the same holds for a hidden
        element that a button on the page opens, if it has any running text. The tree is not changed.
        Raises TypeError if *root* is not an element of lxml.
        """
        if not isinstance(root, etree._Element):
            raise TypeError(f"an element of lxml is wanted, not {type(root).__name__}")
        walk = Walk(page, everything, keep, unfold)
        elements = 0
        events = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in events:
            if event == "start":
                elements += 1
                if elements > max_elements:
                    return False
                if not self._begin(walk, element):
                    events.skip_subtree()
                    continue
                text = element.text
            else:
                if event == "end":
                    self._end(walk)
                text = element.tail
            walk.add_text(text)
        self._end_line(walk)
        return True

    def _begin(self, walk: Walk, element: _Element) -> bool:
        """Begin *element*, and return whether its content is to be read."""
        kind = self._kind_of(walk, element)
        if kind <= FOREIGN_BLOCK:
            self._end_line(walk)
            kind = self._begin_block(walk, element, kind)
        elif kind == BREAK:
            self._end_line(walk)
        elif (
            kind <= LINK
            and self._is_concealed(walk, element)
            and self._leaves(walk, element, regardless=kind == LINK, hidden=True)
        ):
            kind = SKIP
        elif kind == LINK:
            kind = walk.enter_link(element)
        elif kind == TIME:
            moment = element.get("datetime")
            if moment:
                walk.page.times.append((len(walk.page.blocks), moment))
        elif kind == META:
            _read_meta(walk.page, element, element.tag)
        elif kind == FIELD:
            _read_field(walk.page, element)
        elif kind == SCRIPT and "ld+json" in (element.get("type") or ""):
            walk.page.json_ld.append(element.text or "")
        elif kind == STYLE:
            media = element.get("media") or ""
            walk.hidden_names |= self._hidden_by(element.text or "", media)
        if kind == INLINE and element.tag == "code" and _is_next_line(walk, element):
            walk.add_text(" ")
        walk.kinds.append(kind)
        return kind < SKIP

    def _end(self, walk: Walk) -> None:
        """End the element that was begun last."""
        kind = walk.kinds.pop()
        if kind <= FOREIGN_BLOCK:
            self._end_line(walk)
            if walk.leave_block() == "tr":
                self._join_cells(walk.page.blocks, walk.row_starts.pop())
        elif kind == LINK:
            walk.in_link -= 1

    def _kind_of(self, walk: Walk, element: _Element) -> int:
        """The kind of *element* by its tag."""
        tag = element.tag
        kind = SKIP if tag is etree.Entity else self._kinds.get(tag, BLOCK)
        if kind == BUTTON and (
            _holds_more(element, _BUTTON_ELEMENTS)
            # A heading that opens its part.
            or (walk.in_heading() and _is_alone(element))
        ):
            return INLINE
        return kind

    def _begin_block(self, walk: Walk, element: _Element, kind: int) -> int:
        """Begin a block that is of *kind* by its tag; its own kind, SKIP if it is left unread."""
        tag = element.tag
        if kind == BLOCK and tag not in self._never_away:
            kind = self._placed(walk, element)
        if kind >= AWAY_BLOCK and not walk.everything:
            regardless, hidden = kind == FOREIGN_BLOCK, kind == HIDDEN_BLOCK
            if self._leaves(walk, element, regardless=regardless, hidden=hidden):
                return SKIP
            kind = BLOCK
        walk.enter_block(tag, kind, thin=tag in _THIN or (kind == BLOCK and _is_alone(element)))
        return kind

    def _placed(self, walk: Walk, element: _Element) -> int:
        """What a plain block is by its class, id, role, style and `hidden`."""
        kind = BLOCK
        names = element.get("class")
        if names:
            kind = self._place(names)
        names = element.get("id")
        if names and kind in (BLOCK, HIDDEN_BLOCK) and not _HEADING.match(element.tag):
            place = self._place(names)
            if place in (AWAY_BLOCK, FOREIGN_BLOCK) or (kind == BLOCK and place == BESIDE_BLOCK):
                kind = place
        role = element.get("role") or ""
        if role in self._roles and kind < AWAY_BLOCK and not self._has_name_here(element):
            kind = self._roles[role]
        return HIDDEN_BLOCK if kind < AWAY_BLOCK and self._is_hidden(walk, element) else kind

    def _has_name_here(self, element: _Element) -> bool:
        return any(self._is_here(element.get(name) or "") for name in ("class", "id"))

    def _is_concealed(self, walk: Walk, element: _Element) -> bool:
        """Whether an element within a line is hidden by its class, style or `hidden`."""
        names = element.get("class")
        if names and self._place(names) == HIDDEN_BLOCK:
            return True
        return self._is_hidden(walk, element)

    def _is_hidden(self, walk: Walk, element: _Element) -> bool:
        hidden, popover = element.get("hidden"), element.get("popover")
        if (hidden is not None and hidden.lower() != _UNTIL_FOUND) or (
            popover is not None and popover.lower() in POPOVERS
        ):
            name = element.get("id") or ""
            if not name.startswith(_STREAMED):
                return True
        style = element.get("style")
        if style and self._hides(style, not _holds_more(element, 0)):
            return True
        return not walk.hidden_names.isdisjoint((element.get("class") or "").split())

    def _leaves(self, walk: Walk, element: _Element, *, regardless: bool, hidden: bool) -> bool:
        """Whether *element* is left unread, which by its name or style is no part of the article.

        Unless that is *regardless* of its text, it is read if it has enough running text, and a *hidden*
        one perhaps if a button opens it. If it is not read, its text is counted as unread.
        """
        if walk.everything:
            return False
        if not regardless:
            prose = self._prose(element) if walk.kept < _MOST_KEPT else 0
            asked = walk.unfold or not walk.page.folded  # one such element is enough to read again
            folded = asked and prose > 0 and hidden and self._is_opened(walk, element)
            if 0 < walk.keep <= prose or (folded and walk.unfold):
                walk.kept += 1
                return False
            walk.page.unread += prose
            walk.page.folded |= folded
        walk.page.complete = False
        return True

    def _is_opened(self, walk: Walk, element: _Element) -> bool:
        """Whether a button on the page opens *element*."""
        if walk.opens is None:
            walk.opens = self._opening_on(element)
        return walk.opens(element)

    def _end_line(self, walk: Walk) -> None:
        """Make a block of the line being read, if there is one."""
        pieces, linked = walk.pieces, walk.linked
        if not pieces:
            return
        text = _one_line(pieces)
        weight = weigh(text)
        link_weight = 0
        if linked:
            link_weight = weight if len(linked) == len(pieces) else weigh(_one_line(linked))
        marks = self.count_marks(text)
        tag, beside = walk.tags[-1], walk.beside > 0
        walk.page.blocks.append(
            Block(text, weight, link_weight, marks, tag, walk.depth, walk.low, beside)
        )
        pieces.clear()
        linked.clear()
        walk.low = walk.depth

    def _prose(self, element: _Element) -> int:
        """The weight of the running text in *element*, white space and links not counted."""
        weight = 0
        walker = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
        for event, part in walker:
            if event == "start":
                kind = SKIP if part.tag is etree.Entity else self._kinds.get(part.tag, BLOCK)
                if part is not element and (kind == LINK or kind >= SKIP):
                    walker.skip_subtree()
                    continue
                text = part.text
            else:
                text = part.tail if part is not element else None
            found = weigh(_BLANKS.sub("", text)) if text else 0
            if found >= _PROSE:
                weight += min(found, _MOST_PROSE)
        return weight


def _one_line(pieces: list[str]) -> str:
    """The *pieces* of a text, with single blanks for white space."""
    return " ".join("".join(pieces).split())


def _is_alone(element: _Element) -> bool:
    """Whether *element* stands alone in its parent: beside it are blanks and comments at most."""
    parent = element.getparent()
    if parent is None:
        return False
    texts = [parent.text, element.tail]
    for preceding in (True, False):
        for other in element.itersiblings(preceding=preceding):
            if isinstance(other.tag, str) or other.tag is etree.Entity:
                return False
            texts.append(other.tail)
    return not any(_BLANKS.sub("", text) for text in texts if text)


def _is_next_line(walk: Walk, element: _Element) -> bool:
    """Whether a `<code>` right after another one in a `<pre>` holds the next line of a listing."""
    other = element.getprevious()
    return (
        other is not None and other.tag == "code" and other.tail is None and walk.tags[-1] == "pre"
    )


def _holds_more(element: _Element, limit: int) -> bool:
    """Whether there are more than *limit* elements inside of *element*."""
    inside = element.iterdescendants(etree.Element)
    return next(islice(inside, limit, None), None) is not None


def _read_field(page: Page, element: _Element) -> None:
    name = element.tag
    if name == "input":
        name = (element.get("type") or "text").lower()
    if name not in _NO_FIELDS:
        page.fields.append((len(page.blocks), name))


def _read_meta(page: Page, element: _Element, tag: str) -> None:
    if tag == "title":
        if page.title is None:
            page.title = " ".join((element.text or "").split()) or None
    elif tag == "link":
        rel = (element.get("rel") or "").lower()
        if rel == "canonical" and page.canonical is None:
            page.canonical = element.get("href")
        elif rel == "prev" and page.previous is None:
            page.previous = element.get("href")
    else:
        content = element.get("content")
        if content:
            name = element.get("property") or element.get("name") or element.get("itemprop")
            if name:
                page.meta.append((name.lower(), content))
