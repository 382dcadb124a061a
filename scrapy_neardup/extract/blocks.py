"""One read-only pass over a parsed page: the lines a reader sees, and where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from lxml import etree

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["Block", "Page", "PageTooLarge", "count_marks", "read_page", "weigh"]

_BLOCK, _INLINE, _LINK, _BREAK, _SKIP, _PRUNED, _META, _SCRIPT, _TIME = range(9)

_BORDERED = (_BLOCK, _PRUNED)

_KINDS: dict[Any, int] = {
    **dict.fromkeys(
        [
            "abbr",
            "acronym",
            "b",
            "bdi",
            "bdo",
            "big",
            "cite",
            "code",
            "data",
            "del",
            "dfn",
            "em",
            "font",
            "i",
            "ins",
            "kbd",
            "mark",
            "nobr",
            "q",
            "rb",
            "ruby",
            "s",
            "samp",
            "small",
            "span",
            "strike",
            "strong",
            "sub",
            "sup",
            "tt",
            "u",
            "var",
            "wbr",
            "img",
            "label",
        ],
        _INLINE,
    ),
    "a": _LINK,
    "br": _BREAK,
    "hr": _BREAK,
    **dict.fromkeys(
        [
            "style",
            "template",
            "svg",
            "math",
            "iframe",
            "object",
            "embed",
            "applet",
            "video",
            "audio",
            "canvas",
            "select",
            "option",
            "textarea",
            "button",
            "input",
            "datalist",
            "map",
            "noframes",
            "noscript",
            "rt",
            "rp",
        ],
        _SKIP,
    ),
    **dict.fromkeys(["nav", "aside", "footer", "figcaption", "dialog", "menu"], _PRUNED),
    "meta": _META,
    "link": _META,
    "title": _META,
    "script": _SCRIPT,
    "time": _TIME,
}
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

# Names that page authors give to what is not the article, as whole words of class or id.
_AWAY = re.compile(
    r"""(?:^|[\s_\-]|(?<=[a-z])(?=[A-Z]))(?:
    comments?(?:list|box|area)?|disqus\w*|discussion|respond|repl(?:y|ies)|pinglun|liuyan
    |related\w*|relate|recommend\w*|recirc\w*|xiangguan|tuijian|outbrain\w*|taboola\w*
    |read-?more|more-(?:news|stories|articles|from|on)|also-?(?:read|like)|trending|popular
    |hot-?(?:news|list|topics?)|ranks?|ranking|side-?bar\w*|foot(?:er)?|site-?header|masthead
    |copyrights?|crumbs?|bread-?crumbs?|nav(?:bar|igation|igator)?|(?:sub)?menus?|top-?bar
    |share\w*|sharing|shar-?bar|social\w*|sns|bds\w*|bdshare\w*|fenxiang|jiathis\w*|addthis\w*
    |subscri\w+|newsletter\w*|sign-?up|sign-?in|login|register
    |promo\w*|sponsor\w*|advert\w*|ads?|gg|guanggao|banner|dfp|cookie\w*|consent|gdpr
    |pop-?up|modal|overlay|lightbox|tooltip|pagination|pager|page-?nav|pages|tags?|tag-?list
    |author-?(?:bio|info|box|card)|about-?author|by-?line|caption\w*|credits?|disclaimer|statement
    |qr-?code\w*|erweima|download-?app|app-?download|print-?only|screen-?reader\w*|sr-only
    |visually-?hidden|visuallyhidden|hidden|zeren|bianji|mianze|editor|ed-?info
    )(?=$|[\s_\-\d]|[A-Z])""",
    re.VERBOSE,
)
_HERE = re.compile(
    r"(?:article|post|entry|story|news|main|page|rich|detail|js)[_\-]?"
    r"(?:body|content|text|main|detail|con)|articlebody|^\s*content\s*$|zhengwen|neirong",
    re.IGNORECASE,
)
_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_CELL = 40
_SENTENCE_MARK = re.compile(r"[。！？!?；…।؟۔]|\.(?=[\s”\"')\]]|$)")


class PageTooLarge(ValueError):
    """The page holds more elements than the caller allows."""


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
    pruned: bool
    """Inside an element that its author named or marked as not the article."""


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


def weigh(text: str) -> int:
    """Length of *text* in half-width characters: Latin letters 1, CJK 2, Cyrillic or Arabic 1.5.

    Half of the characters plus half of the UTF-8 bytes: exact for those scripts and two C calls.
    """
    if text.isascii():
        return len(text)
    return (len(text) + len(text.encode("utf-8", "replace"))) >> 1


def count_marks(text: str) -> int:
    """Marks that end a sentence, of any script."""
    return len(_SENTENCE_MARK.findall(text))


@lru_cache(maxsize=8192)
def _named_away(names: str) -> bool:
    return _AWAY.search(names) is not None and _HERE.search(names) is None


def _is_away(element: _Element) -> bool:
    names = ""
    for key, value in cast("list[tuple[str, str]]", element.items()):
        if key in ("class", "id"):
            names = f"{names} {value}"
        elif key == "style":
            if "none" in value and _NOT_SHOWN.search(value):
                return True
        elif key == "hidden" or (key == "aria-hidden" and value == "true"):
            return True
    return names != "" and _named_away(names)


def read_page(root: _Element, *, max_elements: int = 200_000) -> Page:
    """Read the tree under *root* (an lxml element) without changing it.

    Linear in the page, without recursion. Raise `PageTooLarge` when it holds more than
    *max_elements* elements.
    """
    page = Page()
    blocks = page.blocks
    kinds = _KINDS
    pieces: list[str] = []
    add = pieces.append
    tags = ["html"]
    depth = 0  # borders of block elements above this point
    low = 0  # the smallest depth since the last block
    away = 0  # depth at which the outermost pruned element began, 0 outside of one
    row_starts: list[int] = []
    in_link = 0
    link_weight = 0
    link_start = 0
    elements = 0

    def flush() -> None:
        nonlocal link_weight, low, link_start
        text = " ".join("".join(pieces).split())
        pieces.clear()
        link_start = 0
        if text:
            blocks.append(
                Block(
                    text,
                    weigh(text),
                    link_weight,
                    count_marks(text),
                    tags[-1],
                    depth,
                    low,
                    away > 0,
                )
            )
            low = depth
        link_weight = 0

    walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        if event == "start":
            elements += 1
            if elements > max_elements:
                raise PageTooLarge(f"more than {max_elements} elements")
            tag = element.tag
            kind = kinds.get(tag, _BLOCK)
            if kind == _INLINE:
                text = element.text
                if text:
                    add(text)
            elif kind == _LINK:
                href = element.get("href")
                if href is not None:
                    in_link += 1
                    if in_link == 1:
                        link_start = len(pieces)
                    page.links.append((len(blocks), href))
                text = element.text
                if text:
                    add(text)
            elif kind in _BORDERED:
                if pieces:
                    if in_link:
                        link_weight += weigh("".join(pieces[link_start:]))
                    flush()
                depth += 1
                tags.append(tag)
                if tag == "tr":
                    row_starts.append(len(blocks))
                if not away and (
                    kind == _PRUNED
                    or (tag not in ("body", "html", "article", "main") and _is_away(element))
                ):
                    away = depth
                text = element.text
                if text:
                    add(text)
            elif kind == _TIME:
                moment = element.get("datetime")
                if moment:
                    page.times.append((len(blocks), moment))
                text = element.text
                if text:
                    add(text)
            elif kind == _META:
                _read_meta(page, element, tag)
                walker.skip_subtree()
            elif kind == _SCRIPT:
                if "ld+json" in (element.get("type") or ""):
                    page.json_ld.append(element.text or "")
                walker.skip_subtree()
            elif kind == _SKIP:
                walker.skip_subtree()
        elif event == "end":
            tag = element.tag
            kind = kinds.get(tag, _BLOCK)
            if kind in _BORDERED:
                if pieces:
                    if in_link:
                        link_weight += weigh("".join(pieces[link_start:]))
                    flush()
                if tag == "tr":
                    _join_cells(blocks, row_starts.pop())
                if away == depth:
                    away = 0
                depth -= 1
                low = min(low, depth)
                tags.pop()
            elif kind == _LINK:
                if in_link and element.get("href") is not None:
                    in_link -= 1
                    if not in_link:
                        link_weight += weigh("".join(pieces[link_start:]))
            elif kind == _BREAK and pieces:
                if in_link:
                    link_weight += weigh("".join(pieces[link_start:]))
                flush()
        tail = element.tail if event != "start" else None
        if tail:
            add(tail)
    if pieces:
        flush()
    return page


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
