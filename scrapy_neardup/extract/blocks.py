"""Which elements of a page are read, and as what: rules for tags, classes, ids and styles."""

from __future__ import annotations

import re
import sys
from collections import Counter
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree
from parsel import Selector

from scrapy_neardup.bounded_cache import bounded_cache
from scrapy_neardup.extract.body import HEADINGS
from scrapy_neardup.extract.buttons import opening_on
from scrapy_neardup.extract.lines import WordSearch, weigh
from scrapy_neardup.extract.walk import kernel as walk
from scrapy_neardup.extract.walk.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block

# Elements whose class and id are not looked at: they hold everything, or there are many of them
# inside of others.
_NEVER_AWAY = frozenset(
    ("html", "body", "article", "main", "tr", "td", "th", "tbody", "thead", "li", "dt", "dd")
)

# An `<embed>` is empty, but libxml2 puts what follows it into it.
_INLINE_TAGS = (
    "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "embed",
    "font", "i", "img", "ins", "kbd", "label", "mark", "nobr", "q", "rb", "ruby", "s", "samp",
    "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
)  # fmt: skip
_SKIPPED_TAGS = (
    "applet", "audio", "canvas", "datalist", "iframe", "map", "math",
    "mjx-container", "noembed", "noframes", "noscript", "object", "option", "rp", "rt", "svg", "template", "video",
)  # fmt: skip
_KINDS: dict[str, int] = {
    **dict.fromkeys(_INLINE_TAGS, walk.INLINE),
    **dict.fromkeys(_SKIPPED_TAGS, walk.SKIP),
    **dict.fromkeys(("nav", "menu"), walk.AWAY_BLOCK),
    **dict.fromkeys(("aside", "footer", "dialog"), walk.FOREIGN_BLOCK),
    **dict.fromkeys(("meta", "link", "title"), walk.META),
    **dict.fromkeys(("input", "select", "textarea"), walk.FIELD),
    "button": walk.BUTTON,
    "figcaption": walk.BESIDE_BLOCK,
    "a": walk.LINK,
    "br": walk.BREAK,
    "hr": walk.BREAK,
    "script": walk.SCRIPT,
    "style": walk.STYLE,
    "time": walk.TIME,
}

# What `role` makes of elements: what a tag of that meaning does, unless a name is that of the article.
_ROLES = {
    **dict.fromkeys(("navigation", "menu", "menubar"), walk.AWAY_BLOCK),
    **dict.fromkeys(("dialog", "alertdialog", "complementary", "contentinfo"), walk.FOREIGN_BLOCK),
}

_UNSCRIPTED_KINDS = {**_KINDS, "noscript": walk.BLOCK}
_SHADOW_KINDS = {**_KINDS, "template": walk.BLOCK}

# Names that page authors give to what is not the article, as whole words of class or id. Text of
# other people, of other articles, of forms and of the law has these:
_FOREIGN = re.compile(
    r"""(?:^|[\s_\-])(?:
    comments?(?:list|box|area)?|disqus\w*|discussion|respond|repl(?:y|ies)(?![A-Z])|pinglun|liuyan
    |related\w*|relate|recommend\w*|recirc\w*|xiangguan|tuijian|outbrain\w*|taboola\w*
    |more-(?:news|stories|articles|from|on)|also-?(?:read|like)|trending|popular
    |author-?(?:bio|box|card)|about-?author
    |foot(?:er)?|copyrights?|cookie\w*|consent|gdpr|qc-cmp\w*|cmpbox\w*|didomi\w*|onetrust\w*
    |subscri(?!ber)\w+|newsletter\w*|sign-?up|sign-?in|login|register
    |pop-?up|modal|lightbox|tooltip|pagination|pager|page-?nav
    |qr-?code\w*|erweima|pay(?:ment)?-?(?:code|balance|box|dialog)
    |download-?app|app-?download
    )(?=$|[\s_\-\d]|[A-Z])""",
    re.VERBOSE,
)
# Parts of the layout have these, and sometimes an element around the article:
_AWAY = re.compile(
    r"""(?:^|[\s_\-])(?:
    side-?bar\w*|site-?header|masthead|cta|call-?to-?action|crumbs?|bread-?crumbs?
    |nav(?:bar|igation|igator)?|(?:sub)?menus?|top-?bar
    |share\w*|sharing|shar-?bar|social\w*|sns|bds\w*|bdshare\w*|fenxiang|jiathis\w*|addthis\w*
    |hot-?(?:news|list|topics?)|ranks?|ranking|subscribers?|read-?more
    |promo\w*|sponsor\w*|advert\w*|ads?(?![_\-]?(?:free|less)(?![a-z]))|gg|guanggao|banner|dfp|overlay|tag-?list
    )(?=$|[\s_\-\d]|[A-Z])
    |(?:^|[\s_\-])pages(?=$|\s|[A-Z])|(?:^|\s)(?:tag|(?:[\w\-]*[_\-])?tags)(?=$|\s)""",
    re.VERBOSE,
)
# What is not shown on a screen has these. Jammer is Discuz!'s name for the random letters that it
# puts between the lines of a post. The others are a formula for screen readers, beside the same one as
# it is shown, and what highlighters put beside code: the numbers of its lines and a button to copy it.
_HIDDEN = re.compile(
    r"""(?:^|[\s_\-])(?:print[_\-]?only|only-?print|visible-print(?:-\w+)*|show-for-(?:print|sr)
        |screen-?reader\w*|(?<!not-)sr-?only|visually-?hidden|hidden-?visually|hidden-accessible
        |a11y-hidden|assistive-text|jammer
        |katex-mathml
        |pre-numbering|lineno(?:s|div)?|line-?numbers?-(?:rows|wrapper)|crayon-(?:nums|toolbar)
        |copy-?(?:code-?)?(?:btn|button)|code-block-extension-header
        )(?=$|[\s_\-\d]|[A-Z])
    |(?:^|\s)(?:(?:is-|uk-)?hidden|(?:ng-)?hide|d-none|element-invisible|off-?screen)(?=$|\s)""",
    re.VERBOSE,
)
# ... unless another name shows it on wider screens, as in "hidden md:block" or "d-none d-md-block".
_SHOWN_BY_WIDTH = re.compile(
    r"""(?:^|\s)
    (?:d-(?:sm|md|lg|xl|xxl)-
      |(?!\S*(?:print|dark|hover|focus|active|checked|open|group|peer|data-|aria-))\S*:!?)
    (?:(?:inline-)?(?:block|flex|grid|table)|inline|table-(?:row|cell)|contents|list-item|flow-root|not-sr-only)
    (?=$|\s)""",
    re.VERBOSE,
)
# What stands beside an article: not its text, but read for its date and source.
_BESIDE = re.compile(
    r"""(?:^|[\s_\-])(?:
    author-?(?:info|desc\w*|details?|tagline)|by-?lines?|bio(?:graphy)?|contributors?
    |(?:creator|writer|journalist|reporter)[_\-]?(?:info|bio|box|card|desc\w*|details?|profile)
    |caption\w*|credits?|disclaimers?|disclosures?|statement|zeren|bianji|mianze|ed-?info
    )(?=$|[\s_\-\d]|[A-Z])
    |(?:^|\s)editors?(?=$|\s)
    |(?:^|[\s_\-])(?:author|signatures?)(?=$|\s)""",
    re.VERBOSE,
)
# Names that they give to the article, whatever other words the name has.
_HERE = re.compile(
    r"(?:article|post|entry|story|news|main|page|rich|detail|js)[_\-]?"
    r"(?:body|content|text|main|detail|con)|articlebody|^\s*content\s*$|zhengwen|neirong"
    r"|subscribers?[_\-]content|read-?more[_\-](?:content|text)"
    r"|(?:has|with|no|without)[_\-]side-?bar",
    re.IGNORECASE | re.ASCII,
)
HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOLD = 5  # the least number of letters of a word that counts when it is joined to others
# Joined to others, these words are more often in names of elements around the article
# (sidebarLayout, selectionShareable) or of single posts (firstReply), by counts on the pages for
# tuning.
_AROUND = ("banner", "pages", "repl", "share", "sidebar")
# The id of the part under a heading is made of the heading's words.
_SLUG = re.compile(r"[a-z]+(?:-[a-z]+){5,}")
# What an element has beside other things, or has not: content-and-sidebar, noFooter.
_OF_OTHERS = re.compile(
    r"""(?:^|(?<=[\s_\-])|(?<=[a-z])(?=[A-Z]))
    (?:[Nn]on?|[Nn]ot|[Ww]ithout|[Hh]as|[Ww]ith|(?<=\S)[Aa]nd)
    (?:[_\-][a-z]+|(?:[A-Z][a-z]+)+)""",
    re.VERBOSE,
)
_CELL = 40  # up to this weight a table cell holds a word or a number
_MARKS = "。！？!?；…।؟۔။។።"
_CLOSERS = "”\"')]"  # what a full stop is followed by at a sentence's end, besides white space

# Not displayed, placed far off the screen, or clipped to nothing, as for screen readers. Not counted are
# `opacity` and `visibility`, which whole articles have until a script shows them, nor white letters, whose
# background may be dark.
_NOT_SHOWN = re.compile(
    r"""(?<![\w\-])(?:
    display\s*:\s*none
    |(?:left|right|top|text-indent)\s*:\s*-(?:999|\d{4})
    |clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]
    |clip-path\s*:\s*inset\(\s*(?:50|100)%\s*\)
    )""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
# Letters of no size. The elements in such an element often have a size of their own.
_NO_SIZE = re.compile(
    r"(?<![\w\-])font-size\s*:\s*0+(?:\.0*)?(?:px|em|rem|pt|%)?\s*(?:!|;|$)",
    re.IGNORECASE | re.ASCII,
)
_SCREENS = ("", "all", "screen")
_RULE = re.compile(r"\s*(\.[\w\-]+(?:\s*,\s*\.[\w\-]+)*)\s*\{([^{}]*)\}", re.ASCII)


class PageTooLarge(ValueError):
    """The page holds more elements than the caller allows."""


# Every match of `_FOREIGN`, in small letters or joined, has one of these in it. The same holds ...
_may_be_foreign = WordSearch(
    ("comment", "disqus", "discuss", "respond", "repl", "pinglun", "liuyan", "relate", "recommend",
     "recirc", "xiangguan", "tuijian", "outbrain", "taboola", "more", "also", "trending", "popular",
     "author", "foot", "copyright", "cookie", "consent", "gdpr", "cmp", "didomi", "onetrust",
     "subscri", "newsletter", "sign", "login", "register", "pop", "modal", "lightbox", "tooltip", "pagin", "pager", "nav", "qr",
     "erweima", "pay", "download")
).matches  # fmt: skip
# ... for `_AWAY`, ...
_may_be_away = WordSearch(
    ("side", "header", "masthead", "more", "cta", "call", "crumb", "nav", "menu", "top", "shar", "social",
     "sns", "bds", "fenxiang", "jiathis", "addthis", "hot", "rank", "subscri", "promo", "sponsor",
     "ad", "gg", "banner", "dfp", "overlay", "pages", "tag")
).matches  # fmt: skip
# ... for `_HIDDEN` ...
_HIDDEN_WORDS = (
    "print", "screen", "sr-only", "sronly", "for-sr", "hidden", "hide", "assistive", "jammer", "d-none",
    "invisible", "katex", "numbering", "lineno", "number", "crayon", "copy", "extension",
)  # fmt: skip
_may_be_hidden = WordSearch(_HIDDEN_WORDS).matches
# ... for the start tag of an element that is hidden within a line ...
_may_hide = WordSearch(
    (*_HIDDEN_WORDS, "popover", "display", "font-size", "left", "right", "top", "indent", "clip")
).matches
# ... for `_BESIDE` ...
_may_be_beside = WordSearch(
    ("author", "by", "bio", "contrib", "creator", "writer", "journalist", "reporter", "signature",
     "caption", "credit", "disclaim", "disclos", "statement", "zeren", "bianji", "mianze", "ed-info", "edinfo", "editor")
).matches  # fmt: skip
# ... for `_OF_OTHERS` ...
_may_be_of_others = WordSearch(("no", "with", "has", "and")).matches
# ... and for `_HERE`.
_may_be_here = WordSearch(
    ("body", "con", "text", "main", "detail", "zhengwen", "neirong", "bar")
).matches


@bounded_cache(32768)
def _place(names: str) -> int:
    """The kind of block that this class or id makes of an element."""
    foreign, away, beside = _may_be_foreign(names), _may_be_away(names), _may_be_beside(names)
    hidden = _may_be_hidden(names)
    if not (foreign or away or hidden or beside) or _SLUG.fullmatch(names):
        return walk.BLOCK
    own = _OF_OTHERS.sub(" ", names) if _may_be_of_others(names) else names
    if foreign and _found(_FOREIGN, own):
        place = walk.FOREIGN_BLOCK
    elif away and _found(_AWAY, own):
        place = walk.AWAY_BLOCK
    elif hidden and _found(_HIDDEN, own) and not _SHOWN_BY_WIDTH.search(names):
        place = walk.HIDDEN_BLOCK
    elif beside and _found(_BESIDE, names):
        place = walk.BESIDE_BLOCK
    else:
        return walk.BLOCK
    return walk.BLOCK if _is_here(names) else place


def _is_here(names: str) -> bool:
    """Whether this class or id is one of the article."""
    return _may_be_here(names) and _HERE.search(names) is not None


def _found(words: re.Pattern[str], names: str) -> re.Match[str] | None:
    """The match of one of *words* in a class or id, in small letters or joined as in newsCaption;
    None if there is none.

    Short words that are joined do not count: many names end with random letters (sc-kAdXy).
    """
    found = words.search(names)
    if found or names.islower():
        return found
    for match in words.finditer(HUMP.sub("-", names).lower()):
        word = match[0].strip("-_ ")
        if len(word) >= _TOLD and not word.startswith(_AROUND):
            return match
    return None


def _hides(style: str, holds_none: bool) -> bool:
    """Whether a style hides an element, which *holds_none* if there are no other elements in it."""
    return _NOT_SHOWN.search(style) is not None or (
        holds_none and _NO_SIZE.search(style) is not None
    )


def _hidden_by(sheet: str, media: str) -> set[str]:
    """The classes that a style sheet for these media hides on a screen, if it does nothing else.

    With such a sheet, sites hide under random names what they put between paragraphs against copying.
    Other sheets may show by one rule what they hide by another.
    """
    names: set[str] = set()
    end = 0
    while (rule := _RULE.match(sheet, end)) and _hides(rule[2], False):
        names.update(name.strip(" \t\r\n\f.") for name in rule[1].split(","))
        end = rule.end()
    if names and (sheet[end:].strip() or media.lower() not in _SCREENS):
        names.clear()
    return names


def read_page(
    root: _Element,
    *,
    everything: bool = False,
    keep: int = 0,
    unfold: bool = False,
    unscripted: bool = False,
    shadows: bool = False,
    max_elements: int = 50_000,
) -> Page:
    """Read the tree under *root* (an lxml element) without changing it.

    Navigation, comments, advertising and hidden elements are left out, by their tags, names and
    styles, unless *everything* is wanted. If *keep* is not 0, such an element is read if it has
    running text of this weight or more, unless it holds comments or other articles. With *unfold*, so
    is a hidden element with any running text that a button on the page opens, as in an accordion. With
    *unscripted*, the content of `<noscript>` is read, too, and with *shadows*, that of `<template>`, which
    browsers show in the shadow of an element if its attributes tell so. Takes time linear in the page and does
    not recurse. Raises `PageTooLarge` for more than *max_elements* elements, TypeError if *root* is
    not an element.
    """
    page = Page()
    walker = _unscripted if unscripted else _shadows if shadows else _walker
    if not walker.read(root, page, everything, keep, unfold, max_elements):
        raise PageTooLarge(f"more than {max_elements} elements")
    return page


class UnreadElement(NamedTuple):
    """An element whose text was left out of a page."""

    element: str
    """Its tag, class and id, as in ``<div class="sidebar">``."""
    reason: str
    weight: int
    """Length of the text in half-width characters."""
    text: str


def unread_elements(root: _Element, page: Page) -> Iterator[UnreadElement]:
    """The outermost elements under *root* that have text and were left out of *page*.

    This is slow, and meant for explanations.
    """
    read = Counter(block.text for block in page.blocks)
    hidden_names: set[str] = set()
    stack = [root]
    while stack:
        element = stack.pop()
        if element.tag == "style":
            hidden_names |= _hidden_by(element.text or "", element.get("media") or "")
        reason = _why_away(element, hidden_names)
        if reason:
            inside = Page()
            _walker.read(element, inside, True, 0, False, sys.maxsize)
            lines = [block.text for block in inside.blocks]
            # An element whose lines are on the page was read after all, for the text that it has.
            if lines and not any(read[line] for line in lines if len(line) > 1):
                text = " ".join(lines)
                yield UnreadElement(_start_tag(element), reason, weigh(text), text)
                continue
        if isinstance(element.tag, str) and _KINDS.get(element.tag, walk.BLOCK) < walk.SKIP:
            stack.extend(reversed(element))


@lru_cache(maxsize=4096)
def hides_in_line(start_tag: str) -> bool:
    """Whether a start tag is that of an element within a line, and hides it by class, style or `hidden`.

    >>> hides_in_line("<font class='jammer'>"), hides_in_line("<div hidden>")
    (True, False)
    """
    if not _may_hide(start_tag):
        return False
    for element in Selector(start_tag, type="html").root.iter(etree.Element):
        kind = _KINDS.get(element.tag, walk.BLOCK)
        if kind in (walk.INLINE, walk.LINK) and _why_away(element, set()):
            return True
    return False


def _why_away(element: _Element, hidden_names: set[str]) -> str:
    """Why *element* is left unread, "" if it is read; style sheets have hidden these names."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    kind = _KINDS.get(tag, walk.BLOCK)
    if kind in (walk.AWAY_BLOCK, walk.FOREIGN_BLOCK):
        return f"its tag is {tag}"
    if kind not in (walk.BLOCK, walk.INLINE, walk.LINK) or tag in _NEVER_AWAY:
        return ""
    is_block = kind == walk.BLOCK
    named = ("class", "id") if is_block and tag not in HEADINGS else ("class",)
    for attribute in named:
        names = element.get(attribute) or ""
        place = _place(names)
        hides = place == walk.HIDDEN_BLOCK and attribute == "class"
        if hides or (is_block and place in (walk.AWAY_BLOCK, walk.FOREIGN_BLOCK)):
            own = _OF_OTHERS.sub(" ", names)
            found = (_found(words, own) for words in (_FOREIGN, _AWAY, _HIDDEN))
            word = next(filter(None, found), None)
            return f"its name has {word[0].strip(' -_')!r}" if word else ""
    role = element.get("role") or ""
    here = any(_is_here(element.get(name) or "") for name in ("class", "id"))
    if is_block and role in _ROLES and not here:
        return f"its role is {role}"
    hidden = element.get("hidden") is not None and not (element.get("id") or "").startswith("S:")
    hidden = hidden and element.get("hidden", "").lower() != "until-found"
    hidden = hidden or element.get("popover", "none").lower() in walk.POPOVERS
    holds_none = not any(isinstance(part.tag, str) for part in element)
    hidden = hidden or _hides(element.get("style") or "", holds_none)
    hidden = hidden or not hidden_names.isdisjoint((element.get("class") or "").split())
    return "it is hidden" if hidden else ""


def _start_tag(element: _Element) -> str:
    names = [
        f'{name}="{element.get(name)}"'
        for name in ("class", "id", "role", "style", "hidden")
        if element.get(name) is not None
    ]
    return f"<{' '.join([str(element.tag), *names])}>"


def _join_cells(blocks: list[Block], start: int) -> None:
    """Join the cells of a table row to one line if each of them holds a word or a number."""
    if len(blocks) - start < 2:
        return
    row = blocks[start:]
    weight = len(row) - 1
    link_weight = marks = 0
    for cell in row:
        if cell.weight > _CELL or cell.tag not in ("td", "th"):
            return
        weight += cell.weight
        link_weight += cell.link_weight
        marks += cell.marks
    first = row[0]
    first.text = " ".join([cell.text for cell in row])
    first.weight, first.link_weight, first.marks = weight, link_weight, marks
    del blocks[start + 1 :]


def _make_walker(kinds: dict[str, int]) -> walk.TreeWalker:
    return walk.TreeWalker(
        kinds,
        _NEVER_AWAY,
        _ROLES,
        _is_here,
        _place,
        _hides,
        _hidden_by,
        partial(opening_on, is_block=_is_block),
        _join_cells,
        _MARKS,
        _CLOSERS,
    )


def _is_block(tag: str) -> bool:
    return _KINDS.get(tag, walk.BLOCK) == walk.BLOCK


_walker = _make_walker(_KINDS)
_unscripted = _make_walker(_UNSCRIPTED_KINDS)
_shadows = _make_walker(_SHADOW_KINDS)
count_marks = _walker.count_marks
