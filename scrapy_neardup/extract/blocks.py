"""One read-only pass over a parsed page: the lines a reader sees, and where they stand."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lxml import etree

from scrapy_neardup.compiled import require_version

_VERSION = 2
"""Raised with every change to what a page, a body or a line gives, here and in the kernel."""

try:
    import scrapy_neardup.extract.kernel as kernel  # noqa: PLR0402 - tells missing from broken
except ModuleNotFoundError:
    # Installed without a compiler: the same values in more time.
    kernel = None  # type: ignore[assignment]
else:
    require_version(kernel, _VERSION)

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

__all__ = [
    "Block",
    "Page",
    "PageTooLarge",
    "count_marks",
    "counter",
    "kernel",
    "read_page",
    "searcher",
    "squeeze",
    "unlinked_weight",
    "weigh",
]

# Kinds of elements. Blocks stand on lines of their own; those from _SKIP on have no text.
_BLOCK, _BESIDE_BLOCK, _AWAY_BLOCK = 0, 1, 2
_INLINE, _LINK, _BREAK, _TIME = 3, 4, 5, 6
_SKIP, _META, _SCRIPT = 7, 8, 9

# Their class and id are not looked at: they hold everything, or are many and inside of others.
_NEVER_AWAY = frozenset(
    ("html", "body", "article", "main", "tr", "td", "th", "tbody", "thead", "li", "dt", "dd")
)

_INLINE_TAGS = (
    "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "label", "mark", "nobr", "q", "rb", "ruby", "s", "samp",
    "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
)  # fmt: skip
_SKIPPED_TAGS = (
    "applet", "audio", "button", "canvas", "datalist", "embed", "iframe", "input", "map", "math",
    "noframes", "noscript", "object", "option", "rp", "rt", "select", "style", "svg", "template",
    "textarea", "video",
)  # fmt: skip
_KINDS: dict[Any, int] = {
    **dict.fromkeys(_INLINE_TAGS, _INLINE),
    **dict.fromkeys(_SKIPPED_TAGS, _SKIP),
    **dict.fromkeys(("nav", "aside", "footer", "dialog", "menu"), _AWAY_BLOCK),
    **dict.fromkeys(("meta", "link", "title"), _META),
    "figcaption": _BESIDE_BLOCK,
    "a": _LINK,
    "br": _BREAK,
    "hr": _BREAK,
    "script": _SCRIPT,
    "time": _TIME,
}

# Names that page authors give to what is not the article, as whole words of class or id.
_AWAY = re.compile(
    r"""(?:^|[\s_\-])(?:
    comments?(?:list|box|area)?|disqus\w*|discussion|respond|repl(?:y|ies)|pinglun|liuyan
    |related\w*|relate|recommend\w*|recirc\w*|xiangguan|tuijian|outbrain\w*|taboola\w*
    |read-?more|more-(?:news|stories|articles|from|on)|also-?(?:read|like)|trending|popular
    |hot-?(?:news|list|topics?)|ranks?|ranking|side-?bar\w*|foot(?:er)?|site-?header|masthead
    |copyrights?|crumbs?|bread-?crumbs?|nav(?:bar|igation|igator)?|(?:sub)?menus?|top-?bar
    |share\w*|sharing|shar-?bar|social\w*|sns|bds\w*|bdshare\w*|fenxiang|jiathis\w*|addthis\w*
    |subscri\w+|newsletter\w*|sign-?up|sign-?in|login|register
    |promo\w*|sponsor\w*|advert\w*|ads?|gg|guanggao|banner|dfp|cookie\w*|consent|gdpr
    |pop-?up|modal|overlay|lightbox|tooltip|pagination|pager|page-?nav|pages|tags?|tag-?list
    |author-?(?:bio|box|card)|about-?author|qr-?code\w*|erweima|download-?app|app-?download
    |print-?only|screen-?reader\w*|sr-only|visually-?hidden|hidden
    )(?=$|[\s_\-\d]|[A-Z])""",
    re.VERBOSE,
)
# What stands beside an article: not its text, but read for its date and source.
_BESIDE = re.compile(
    r"""(?:^|[\s_\-])(?:
    author-?info|by-?line|caption\w*|credits?|disclaimer|statement|zeren|bianji|mianze|editor
    |ed-?info
    )(?=$|[\s_\-\d]|[A-Z])""",
    re.VERBOSE,
)
# And to what is, whatever other words the name has.
_HERE = re.compile(
    r"(?:article|post|entry|story|news|main|page|rich|detail|js)[_\-]?"
    r"(?:body|content|text|main|detail|con)|articlebody|^\s*content\s*$|zhengwen|neirong"
    r"|(?:has|with|no|without)[_\-]side-?bar",
    re.IGNORECASE | re.ASCII,
)
_CELL = 40  # up to this weight a table cell holds a word or a number
_MARKS = "。！？!?；…।؟۔"
_CLOSERS = "”\"')]"  # what a full stop is followed by at a sentence's end, besides white space
_SENTENCE_MARK = re.compile(rf"[{_MARKS}]|\.(?=[\s{re.escape(_CLOSERS)}]|$)")

_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)


class PageTooLarge(ValueError):
    """The page holds more elements than the caller allows."""


if TYPE_CHECKING or kernel is None:

    @dataclass(slots=True)
    class Block:
        """One line of the page: the text between two block borders."""

        text: str
        weight: int
        """Characters, a CJK one counting as two (see `weigh`)."""
        link_weight: int
        """The part of the weight that is link text."""
        marks: int
        """Sentence marks in the text."""
        tag: str
        """Tag of the nearest block element."""
        depth: int
        """Block elements around the text."""
        low: int
        """The smallest depth on the way from the block before to this one."""
        beside: bool
        """Inside an element that its author named or marked as something beside the article."""

else:
    Block = kernel.Block


@dataclass(slots=True)
class Page:
    """What one pass over the tree found."""

    blocks: list[Block] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    """(index of the block the link is in, href)"""
    times: list[tuple[int, str]] = field(default_factory=list)
    """(index of the block, `datetime` attribute) of each `<time>`"""
    meta: list[tuple[str, str]] = field(default_factory=list)
    """(property, name or itemprop in lower case, content)"""
    json_ld: list[str] = field(default_factory=list)
    title: str | None = None
    canonical: str | None = None
    complete: bool = True
    """Nothing was left unread."""


if TYPE_CHECKING or kernel is None:

    def weigh(text: str) -> int:
        """Length of *text* in half-width characters: Latin letters 1, CJK 2, Cyrillic or Arabic
        1.5.

        Half of the characters plus half of the UTF-8 bytes: exact for those scripts.
        """
        if text.isascii():
            return len(text)
        return (len(text) + len(text.encode("utf-8", "replace"))) >> 1

    def squeeze(text: str) -> str:
        """*text* without white space and case."""
        return "".join(text.split()).casefold()

    def unlinked_weight(blocks: list[Block]) -> int:
        """The weight of what is no link in all *blocks* together."""
        return sum([max(0, block.weight - block.link_weight) for block in blocks])

else:
    weigh = kernel.weigh
    squeeze = kernel.squeeze
    unlinked_weight = kernel.unlinked_weight


def searcher(words: tuple[str, ...]) -> Callable[[str], bool]:
    """The function that tells whether one of *words*, in small letters, is in a text's.

    A search that costs next to nothing, to save that for a regular expression.
    """
    if kernel is not None:
        return kernel.Hints(words).among

    def among(text: str) -> bool:
        lowered = text.lower()
        return any(word in lowered for word in words)

    return among


def counter(signs: str) -> Callable[[str], int]:
    """The function that counts the characters of a text that are among *signs*."""
    if kernel is not None:
        return kernel.Signs(signs).count
    sign = re.compile(f"[{re.escape(signs)}]")
    return lambda text: len(sign.findall(text))


# One of these is in all that `_HERE` finds.
_may_be_here = searcher(("body", "con", "text", "main", "detail", "zhengwen", "neirong", "bar"))


def count_marks(text: str) -> int:
    """Marks that end a sentence, of any script."""
    return len(_SENTENCE_MARK.findall(text))


@lru_cache(maxsize=32768)
def _place(names: str) -> int:
    """Where elements of this class or id stand: `_BLOCK`, `_BESIDE_BLOCK` or `_AWAY_BLOCK`."""
    if _AWAY.search(names):
        place = _AWAY_BLOCK
    elif _BESIDE.search(names):
        place = _BESIDE_BLOCK
    else:
        return _BLOCK
    return _BLOCK if _may_be_here(names) and _HERE.search(names) else place


def _hides(style: str) -> bool:
    return _NOT_SHOWN.search(style) is not None


def read_page(root: _Element, *, everything: bool = False, max_elements: int = 50_000) -> Page:
    """Read the tree under *root* (an lxml element) without changing it.

    What is named or marked as navigation, comments, advertising or not shown is left unread,
    unless *everything* is asked for. Linear in the page, without recursion. Raise
    `PageTooLarge` when it holds more than *max_elements* elements.
    """
    page = Page()
    walk = _walk if _reader is None else _reader.read
    if not walk(root, page, everything, max_elements):
        raise PageTooLarge(f"more than {max_elements} elements")
    return page


def _walk(root: _Element, page: Page, everything: bool, max_elements: int) -> bool:
    """Fill *page* from the tree under *root*; False if it has more than *max_elements*."""
    blocks = page.blocks
    links = page.links
    find_kind = _KINDS.get
    pieces: list[str] = []  # of the line being read
    add = pieces.append
    linked: list[str] = []  # the part of it that is link text
    kinds: list[int] = []  # of the elements open here
    tags = [""]  # of the block elements open here
    row_starts: list[int] = []
    depth = 0  # block elements open here
    low = 0  # the smallest depth since the last block
    beside = 0  # depth at which the outermost element beside the article began, else 0
    in_link = 0
    elements = 0

    walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        if event == "start":
            elements += 1
            if elements > max_elements:
                return False
            tag = element.tag
            kind = _SKIP if tag is etree.Entity else find_kind(tag, _BLOCK)
            if kind >= _SKIP:
                walker.skip_subtree()
                if kind == _META:
                    _read_meta(page, element, tag)
                elif kind == _SCRIPT and "ld+json" in (element.get("type") or ""):
                    page.json_ld.append(element.text or "")
                kinds.append(kind)
                continue
            if kind <= _AWAY_BLOCK or kind == _BREAK:
                if pieces:
                    _end_line(blocks, pieces, linked, tags[-1], depth, low, beside)
                    low = depth
                if kind != _BREAK:
                    if kind == _BLOCK and tag not in _NEVER_AWAY:
                        names = element.get("class")
                        if names:
                            kind = _place(names)
                        names = element.get("id")
                        if names and kind == _BLOCK:
                            kind = _place(names)
                        if kind != _AWAY_BLOCK:
                            style = element.get("style")
                            if element.get("hidden") is not None or (style and _hides(style)):
                                kind = _AWAY_BLOCK
                    if kind == _AWAY_BLOCK and not everything:
                        page.complete = False
                        walker.skip_subtree()
                        kinds.append(_SKIP)
                        continue
                    depth += 1
                    tags.append(tag)
                    if tag == "tr":
                        row_starts.append(len(blocks))
                    if kind and not beside:
                        beside = depth
            elif kind == _LINK:
                href = element.get("href")
                if href is None:
                    kind = _INLINE
                else:
                    in_link += 1
                    links.append((len(blocks), href))
            elif kind == _TIME:
                moment = element.get("datetime")
                if moment:
                    page.times.append((len(blocks), moment))
            kinds.append(kind)
            text = element.text
        else:
            if event == "end":
                kind = kinds.pop()
                if kind <= _AWAY_BLOCK:
                    if pieces:
                        _end_line(blocks, pieces, linked, tags[-1], depth, low, beside)
                        low = depth
                    if tags.pop() == "tr":
                        _join_cells(blocks, row_starts.pop())
                    if beside == depth:
                        beside = 0
                    depth -= 1
                    low = min(low, depth)
                elif kind == _LINK:
                    in_link -= 1
            text = element.tail
        if text and (pieces or not text.isspace()):
            add(text)
            if in_link:
                linked.append(text)
    if pieces:
        _end_line(blocks, pieces, linked, tags[-1], depth, low, beside)
    return True


def _end_line(
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
    blocks.append(Block(text, weight, link_weight, count_marks(text), tag, depth, low, beside > 0))


def _join_cells(blocks: list[Block], start: int) -> None:
    """Make one line of a table row whose cells hold a word or a number each."""
    if len(blocks) - start < 2:
        return
    row = blocks[start:]
    if all(b.weight <= _CELL and b.tag in ("td", "th") for b in row):
        first = row[0]
        first.text = " ".join(b.text for b in row)
        first.weight = sum(b.weight for b in row) + len(row) - 1
        first.link_weight = sum(b.link_weight for b in row)
        first.marks = sum(b.marks for b in row)
        del blocks[start + 1 :]


def _read_meta(page: Page, element: _Element, tag: str) -> None:
    if tag == "title":
        if page.title is None:
            page.title = " ".join((element.text or "").split()) or None
    elif tag == "link":
        if page.canonical is None and (element.get("rel") or "").lower() == "canonical":
            page.canonical = element.get("href")
    else:
        content = element.get("content")
        if content:
            name = element.get("property") or element.get("name") or element.get("itemprop")
            if name:
                page.meta.append((name.lower(), content))


def _compiled_reader() -> kernel.Reader | None:
    """What reads pages in the place of `_walk`, None where that cannot be."""
    if kernel is None:
        return None
    if not kernel.fits():
        warnings.warn(
            f"{kernel.__file__} does not fit lxml {etree.__version__}, so reading pages takes "
            "longer: install scrapy-neardup again",
            RuntimeWarning,
            stacklevel=1,
        )
        return None
    return kernel.Reader(_KINDS, _NEVER_AWAY, _place, _hides, _join_cells, _MARKS, _CLOSERS)


_reader = _compiled_reader()
