"""Where the article of a page stands: the page is read in other ways if little is found at first."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.extract.blocks import read_page
from scrapy_neardup.extract.body import ENOUGH, HEADINGS, Body, find_body, heads_comments
from scrapy_neardup.extract.body.verse import find_verse
from scrapy_neardup.extract.clean.author_note import before_author
from scrapy_neardup.extract.clean.signs import PARAGRAPH
from scrapy_neardup.extract.links import leads_elsewhere
from scrapy_neardup.extract.titles import title_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

_UNSCRIPTED = 2 * ENOUGH  # the least value of a body in `<noscript>`; less asks to enable scripts
_UNSCRIPTED_TITLED = 60  # the same if there is a heading, too
_SIDE_TEXT = 1000  # the most that a text is worth beside which an article was left unread
_SAID = 3  # the least number of headings that are paragraphs
_SHORT = 90  # a body of this value below the title is the article, even if more text is beside it
_ABOVE = 3  # lines above a comment: the heading, a name and a time
_PARAGRAPHS = 3  # the first ones of a column, which are next to each other
_MOST_SOUGHT = 100  # lines that are looked for in a whole text
_BEGINNING = 20  # characters by which a line is known that may go on elsewhere


class Attempt(NamedTuple):
    """A page as it was read in one way, and the body that was found there."""

    page: Page
    body: Body | None
    beside: bool = False
    """Whether the body was looked for where comments or navigation would be, too."""

    @property
    def value(self) -> float:
        """What the body is worth, 0 if there is none."""
        return self.body.value if self.body else 0.0

    @property
    def run(self) -> list[Block]:
        """The blocks of the body."""
        return self.page.blocks[self.body.start : self.body.stop] if self.body else []


class Attempts:
    """Looks for the article under *root*, on a page at *url* that calls itself by one of *titles*.

    Each attempt is one way to read the page. It is made if there is a sign that it may find more than those
    before it, and counts if it does. Raises `PageTooLarge` for more than *max_elements* elements.
    """

    def __init__(
        self, root: _Element, url: str, titles: Sequence[str], *, max_elements: int
    ) -> None:
        self._root = root
        self._url = url
        self._titles = titles
        self._read = partial(read_page, root, max_elements=max_elements)
        self._keep = 0

    def best(self, page: Page) -> Attempt:
        """The attempt that counts. *page* is the page as it is usually read."""
        found = self._at(page)
        for better in (
            self._with_text_left_out,
            self._unfolded,
            self._unscripted,
            self._with_headings_as_text,
            self._with_shadows,
        ):
            found = better(found)
        plain = found
        found = self._before_author(self._beside(found))
        return self._or_verse(found, plain)

    def _at(self, page: Page, *, beside: bool = False) -> Attempt:
        return Attempt(page, body_of(page, self._titles, self._url, beside=beside), beside)

    def _with_text_left_out(self, found: Attempt) -> Attempt:
        """Read with elements of much text: a name such as "sidebar" may be that of the one around the article."""
        if found.page.unread <= 2 * max(found.value, ENOUGH):
            return found
        other = self._at(self._read(keep=int(ENOUGH)))
        if other.value <= 2 * found.value:
            return found
        self._keep = int(ENOUGH)
        return other

    def _unfolded(self, found: Attempt) -> Attempt:
        """Read with what buttons open: parts of the article may be folded up, as in an accordion."""
        if not found.page.folded:
            return found
        other = self._at(self._read(keep=self._keep, unfold=True))
        return other if other.value > found.value and _holds(other, found) else found

    def _unscripted(self, found: Attempt) -> Attempt:
        """Read with `<noscript>`, where readers without scripts may find what a script would show."""
        if found.value >= ENOUGH or next(self._root.iter("noscript"), None) is None:
            return found
        other = self._at(self._read(unscripted=True))
        least = _UNSCRIPTED_TITLED if _has_unscripted_title(self._root) else _UNSCRIPTED
        return other if other.value >= least and other.value > 2 * found.value else found

    def _with_headings_as_text(self, found: Attempt) -> Attempt:
        """Read with headings as paragraphs, if some of them read like these."""
        if found.value >= ENOUGH or sum(map(_is_said, found.page.blocks)) < _SAID:
            return found
        page = self._read(keep=self._keep)
        for block in filter(_is_said, page.blocks):
            block.tag = "p"
        other = self._at(page)
        return other if other.value >= ENOUGH else found

    def _with_shadows(self, found: Attempt) -> Attempt:
        """Read with the shadows of elements, which browsers show in the place of these."""
        if found.value >= ENOUGH or not any(map(_is_shadow, self._root.iter("template"))):
            return found
        other = self._at(self._read(shadows=True))
        return other if other.value > 2 * found.value else found

    def _beside(self, found: Attempt) -> Attempt:
        """Read whole: the article may stand where comments or navigation would.

        What stands under a heading of comments is no article. Nor is a text that is not below the page's title, where
        the text that was found is below it.
        """
        little = found.value < ENOUGH
        if not little and (found.value >= _SIDE_TEXT or not lacks_heading(found.page, self._root)):
            return found
        page = found.page if found.page.complete else self._read(everything=True)
        other = self._at(page, beside=True)
        if (
            other.body is not None
            and other.value > 2 * found.value
            and not _only_adds(other, found)
            and not (found.body is not None and found.body.titled and not other.body.titled)
            and not _are_comments(other, self._titles)
            and (little or (other.body.titled and not _holds(other, found)))
        ):
            return other
        return found

    def _before_author(self, found: Attempt) -> Attempt:
        """*found* without the note on its author."""
        body = found.body
        if body is None:
            return found
        stop = before_author(found.page.blocks, body.start, body.stop, self._titles)
        return found if stop >= body.stop else found._replace(body=body._replace(stop=stop))

    def _or_verse(self, found: Attempt, plain: Attempt) -> Attempt:
        """The poem on the page of *plain*, which was found without looking beside it, or else on that of
        *found*, if what reads like an article there is no text, or of less value than the poem.
        """
        if plain.value >= 2 * ENOUGH:
            return found
        pages = [plain.page] if found.page is plain.page else [plain.page, found.page]
        for page in pages:
            if verse := find_verse(page.blocks, self._titles):
                break
        else:
            return found
        start, stop = verse
        weight = sum([block.weight for block in page.blocks[start:stop]])
        marked = any(block.marks for block in found.run)
        if marked and not (plain.value < ENOUGH and weight > plain.value):
            return found
        return Attempt(
            page, Body(start, stop, weight, True, True, start, 0, verse=True), found.beside
        )


def body_of(page: Page, titles: Sequence[str], url: str, *, beside: bool = False) -> Body | None:
    """Where the article stands on *page*, which is at *url*: see :func:`.find_body`."""
    return find_body(
        page.blocks,
        titles,
        beside=beside,
        leads_elsewhere=partial(leads_elsewhere, page.links, url),
    )


def lacks_heading(page: Page, root: _Element) -> bool:
    """Whether the `<h1>` of a page stands in an element that was left unread."""
    return (
        not page.complete
        and "h1" not in [block.tag for block in page.blocks]
        and next(root.iter("h1"), None) is not None
    )


def _holds(other: Attempt, found: Attempt) -> bool:
    """Whether *other* has the beginnings of all lines of *found*."""
    lines = [block.text for block in other.run]
    begun = {line[:_BEGINNING] for line in lines}
    # Nearly all lines begin a line there, too. A search for each would take too long in a long text.
    sought = {block.text[:_BEGINNING] for block in found.run} - begun
    if len(sought) > _MOST_SOUGHT:
        return False
    text = "\n".join(lines)
    return all(beginning in text for beginning in sought)


def _only_adds(other: Attempt, found: Attempt) -> bool:
    """Whether *other* is *found*, the text below the title, with more text behind it, such as comments on
    a short article, or another article below its own heading.
    """
    if found.body is None or not found.body.titled:
        return False
    own = [block.text for block in found.run]
    run = other.run
    if own != [block.text for block in run[: len(own)]]:
        return False
    # Below a heading and in an element beside the article, more text is that of another article.
    added = takewhile(lambda block: not block.marks, run[len(own) :])
    return found.value >= _SHORT or any(b.tag in HEADINGS and b.beside for b in added)


def _are_comments(found: Attempt, titles: Sequence[str]) -> bool:
    """Whether a heading of comments stands right above the first sentence, beside the article.

    Above an article, it names a column, as does "Comment": its title or a heading of the first order follows, or its
    paragraphs are next to each other.
    """
    blocks, start = found.page.blocks, found.body.start if found.body else 0
    said = [at for at, block in enumerate(found.run, start) if block.marks]
    first = said[0] if said else start
    above = range(max(0, first - _ABOVE), first)
    heading = next((at for at in above if blocks[at].beside and heads_comments(blocks[at])), None)
    if heading is None:
        return False
    between = blocks[heading + 1 : first]
    names = {part for title in titles for part in (title, *title_parts(title))}
    if any(block.tag == "h1" or block.text in names for block in between):
        return False
    return len(said) < _PARAGRAPHS or not all(
        _are_neighbours(blocks, at) for at in said[1:_PARAGRAPHS]
    )


def _are_neighbours(blocks: Sequence[Block], at: int) -> bool:
    """Whether the line at the place *at* and the one above it are paragraphs of one element."""
    above, block = blocks[at - 1], blocks[at]
    return bool(above.marks) and above.depth == block.depth == block.low + 1


def _has_unscripted_title(root: _Element) -> bool:
    """Whether a page's heading stands in `<noscript>`, with the text to be expected there."""
    return any(next(part.iter("h1"), None) is not None for part in root.iter("noscript"))


def _is_said(block: Block) -> bool:
    """Whether *block* is a heading that reads like a paragraph."""
    return (
        block.tag in HEADINGS
        and block.tag != "h1"
        and block.marks > 0
        and block.weight >= PARAGRAPH
        and not block.link_weight
    )


def _is_shadow(template: _Element) -> bool:
    """Whether the content of *template* is the shadow of the element around it."""
    return template.get("shadowrootmode") is not None
