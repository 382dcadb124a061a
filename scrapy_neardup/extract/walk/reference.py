"""What the kernel reads from a page's tree, in plain Python."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from scrapy_neardup.extract.lines import Block, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lxml.etree import _Element

    from scrapy_neardup.extract.walk.page import Page

__all__ = ["TreeWalker", "fits"]

# Kinds of elements. Blocks stand on lines of their own; elements from SKIP on have no text. By
# its name, an AWAY_BLOCK is no place for an article, a FOREIGN_BLOCK has text of other people or
# of other articles.
BLOCK, BESIDE_BLOCK, AWAY_BLOCK, FOREIGN_BLOCK = 0, 1, 2, 3
INLINE, LINK, BREAK, TIME = 4, 5, 6, 7
SKIP, META, SCRIPT, BUTTON = 8, 9, 10, 11

_PROSE = 50  # from this weight on, a text without links is running text
_MOST_PROSE = 500  # what a text counts at most: keywords for search engines may be far longer
_MOST_KEPT = 32  # elements kept for their text on one page, which bounds the time
_BUTTON_ELEMENTS = 50  # a button with more was not closed where it ends
# The beginning of the id of a hidden element that a script of React's will show in its place.
_STREAMED = "S:"
_HEADING = re.compile("h[1-6]$")
_THIN = ("tbody", "thead", "tfoot")  # these are no border
_ITEMS = ("li", "dt", "dd")
_BLANKS = re.compile("[\\x00-\\x20]+")


def fits() -> bool:
    """Whether the walk can read the trees of the lxml that is installed."""
    return True


class TreeWalker:
    """Makes the lines of pages, by the rules that it is given.

    *kinds* gives the kind of an element by its name; elements that it does not name are plain
    blocks. Plain blocks named in *never_away* stay plain. For other plain blocks, *place* gives the
    kind that a class or an id makes of them (BLOCK to FOREIGN_BLOCK; for a heading only the class
    counts, because its id is made of its words), and *hides* says whether a style makes them
    AWAY_BLOCKs. *join_cells* is called when a table row has ended, with all blocks and the number
    of the row's first one. A sentence ends with one of *marks*, or with a full stop before white
    space or *closers*.

    A block that stands alone in another one is no border between lines, because the wrappers that a
    template puts around a paragraph tell nothing. The parts of a table are no borders either.
    """

    def __init__(
        self,
        kinds: Mapping[str, int],
        never_away: frozenset[str],
        place: Callable[[str], int],
        hides: Callable[[str], bool],
        join_cells: Callable[[list[Block], int], None],
        marks: str,
        closers: str,
    ) -> None:
        self._kinds = kinds
        self._never_away = never_away
        self._place = place
        self._hides = hides
        self._join_cells = join_cells
        self._mark = re.compile(rf"[{re.escape(marks)}]|\.(?=[\s{re.escape(closers)}]|$)")

    def count_marks(self, text: str) -> int:
        """Number of marks that end a sentence in *text*."""
        return len(self._mark.findall(text))

    def read(
        self, root: _Element, page: Page, everything: bool, keep: int, max_elements: int
    ) -> bool:
        """Fill *page* from the tree under *root*; False if it has more than *max_elements*.

        AWAY_BLOCKs and FOREIGN_BLOCKs are left unread. With *everything* they are read, and marked
        as `Block.beside`. If *keep* is not 0, an AWAY_BLOCK is read as a plain block if it has
        running text of this weight or more. The tree is not changed. Raises TypeError if *root*
        is not an element of lxml.
        """
        if not isinstance(root, etree._Element):
            raise TypeError(f"an element of lxml is wanted, not {type(root).__name__}")
        blocks = page.blocks
        links = page.links
        find_kind = self._kinds.get
        pieces: list[str] = []  # of the line being read
        add = pieces.append
        linked: list[str] = []  # the part of it that is link text
        kinds: list[int] = []  # of the elements open here
        tags = [""]  # of the block elements open here
        borders: list[bool] = []  # which of them are borders
        row_starts: list[int] = []
        depth = 0  # borders open here
        low = 0  # the smallest depth since the last block
        beside = 0  # number of tags up to the outermost element beside the article, 0 without one
        in_link = 0
        elements = 0
        kept = 0  # elements kept for their text

        walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walker:
            if event == "start":
                elements += 1
                if elements > max_elements:
                    return False
                tag = element.tag
                kind = SKIP if tag is etree.Entity else find_kind(tag, BLOCK)
                if kind == BUTTON and (
                    _holds_more(element, _BUTTON_ELEMENTS)
                    # A heading that opens its part.
                    or (_HEADING.match(tags[-1]) and _is_alone(element))
                ):
                    kind = INLINE
                if kind >= SKIP:
                    walker.skip_subtree()
                    if kind == META:
                        _read_meta(page, element, tag)
                    elif kind == SCRIPT and "ld+json" in (element.get("type") or ""):
                        page.json_ld.append(element.text or "")
                    kinds.append(kind)
                    continue
                if kind <= FOREIGN_BLOCK or kind == BREAK:
                    if pieces:
                        self._end_line(blocks, pieces, linked, tags[-1], depth, low, beside)
                        low = depth
                    if kind != BREAK:
                        if kind == BLOCK and tag not in self._never_away:
                            names = element.get("class")
                            if names:
                                kind = self._place(names)
                            names = element.get("id")
                            if names and kind == BLOCK and not _HEADING.match(tag):
                                kind = self._place(names)
                            if kind < AWAY_BLOCK:
                                style = element.get("style")
                                if (
                                    element.get("hidden") is not None
                                    and not (element.get("id") or "").startswith(_STREAMED)
                                ) or (style and self._hides(style)):
                                    kind = AWAY_BLOCK
                        if kind == AWAY_BLOCK and not everything:
                            prose = self._prose(element) if kept < _MOST_KEPT else 0
                            if 0 < keep <= prose:
                                kept += 1
                                kind = BLOCK
                            else:
                                page.unread += prose
                        if kind >= AWAY_BLOCK and not everything:
                            page.complete = False
                            walker.skip_subtree()
                            kinds.append(SKIP)
                            continue
                        thin = tag in _THIN or (kind == BLOCK and _is_alone(element))
                        if not thin:
                            depth += 1
                        borders.append(not thin)
                        # A paragraph that an editor puts into a list's item counts as the item.
                        tags.append(
                            tags[-1] if thin and tag == "p" and tags[-1] in _ITEMS else tag
                        )
                        if tag == "tr":
                            row_starts.append(len(blocks))
                        if kind and not beside:
                            beside = len(tags)
                elif kind == LINK:
                    href = element.get("href")
                    if href is None or (href.startswith("#") and _HEADING.match(tags[-1])):
                        kind = INLINE  # an anchor, to copy the heading's own address
                    else:
                        in_link += 1
                        links.append((len(blocks), href))
                elif kind == TIME:
                    moment = element.get("datetime")
                    if moment:
                        page.times.append((len(blocks), moment))
                kinds.append(kind)
                text = element.text
            else:
                if event == "end":
                    kind = kinds.pop()
                    if kind <= FOREIGN_BLOCK:
                        if pieces:
                            self._end_line(blocks, pieces, linked, tags[-1], depth, low, beside)
                            low = depth
                        if beside == len(tags):
                            beside = 0
                        if tags.pop() == "tr":
                            self._join_cells(blocks, row_starts.pop())
                        if borders.pop():
                            depth -= 1
                            low = min(low, depth)
                    elif kind == LINK:
                        in_link -= 1
                text = element.tail
            if text and (pieces or not text.isspace()):
                add(text)
                if in_link:
                    linked.append(text)
        if pieces:
            self._end_line(blocks, pieces, linked, tags[-1], depth, low, beside)
        return True

    def _prose(self, element: _Element) -> int:
        """The weight of the running text in *element*, white space and links not counted."""
        weight = 0
        walker = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
        for event, part in walker:
            if event == "start":
                kind = SKIP if part.tag is etree.Entity else self._kinds.get(part.tag, BLOCK)
                if kind == LINK or kind >= SKIP:
                    walker.skip_subtree()
                    continue
                text = part.text
            else:
                text = part.tail if part is not element else None
            found = weigh(_BLANKS.sub("", text)) if text else 0
            if found >= _PROSE:
                weight += min(found, _MOST_PROSE)
        return weight

    def _end_line(
        self,
        blocks: list[Block],
        pieces: list[str],
        linked: list[str],
        tag: str,
        depth: int,
        low: int,
        beside: int,
    ) -> None:
        """Make a block of *pieces* and empty them."""
        text = " ".join("".join(pieces).split())
        whole = len(linked) == len(pieces)
        pieces.clear()
        weight = weigh(text)
        link_weight = 0
        if linked:
            link_weight = weight if whole else weigh(" ".join("".join(linked).split()))
            linked.clear()
        blocks.append(
            Block(text, weight, link_weight, self.count_marks(text), tag, depth, low, beside > 0)
        )


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


def _holds_more(element: _Element, limit: int) -> bool:
    """Whether there are more than *limit* elements inside of *element*."""
    inside = element.iterdescendants(etree.Element)
    return next(islice(inside, limit, None), None) is not None


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
