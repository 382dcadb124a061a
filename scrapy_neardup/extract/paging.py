"""Pages that are a part or another form of a page: later pages of one article, and AMP."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from scrapy_neardup.addresses import host_of, is_home
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.links import absolute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from scrapy_neardup.extract.walk.page import Page

_FORMS = frozenset(("www", "amp", "m", "mobile", "wap"))
_CACHE = ".cdn.ampproject.org"
_MOST = 99  # greater numbers are identifiers
_FEW = 9  # and so may greater ones be, unless the page links to the first one
_NO_NUMBER = None, 0, False
_PARAMETERS = ("page", "p", "pg", "pagenum", "page_no", "pageno", "paged")
# Where a path has a page's number: /a/story_2.html, /a/story-p2, /a/story/page/2/
_ENDING = re.compile(r"(?<=[^/])[_\-]([1-9]\d?)(\.\w{2,5})$")
_SUFFIX = re.compile(r"(?<=[^/])[_\-](?:p|page[_\-]?)([1-9]\d?)(\.\w{2,5})?$", re.IGNORECASE)
_FOLDER = re.compile(r"/(?:page[/\-_]?|p)([1-9]\d?)(\.\w{2,5})?/?$", re.IGNORECASE)
_NUMBER = re.compile(r"/([1-9]\d?)/?$")
# A page of a thread on Discuz!, whose last number is the page of the forum that led there: thread-13001-2-1.html
_THREAD = re.compile(r"(?<=/thread-)(\d+)-([1-9]\d*)(-\d+\.html)$")
# What a pager calls the first page, or the page before this one.
_LABEL = 20  # characters
_FIRST = re.compile(
    rf"\s*[«‹<←]+\s*$|\W*(?:0?1|{alternatives('FIRST_PAGE')})\W*$", re.VERBOSE | re.IGNORECASE
)
_ONE = re.compile(r"\W*0?1\W*$")
_DIGITS = re.compile(r"\d+")
_AROUND = 3  # the elements around a link that may be its pager, ...
_PAGER, _PARTS = 200, 200  # ... of so many characters and elements
_BEFORE = re.compile(
    rf"\W*(?:\d\d?|{alternatives('PREVIOUS_PAGE')})\W*$", re.VERBOSE | re.IGNORECASE
)
# Any address with a page number has this.
_ANY = re.compile(
    r"[_\-/p]\d\d?(?:\.\w{2,5})?/?(?:$|[?#])|-\d+-\d+\.html(?:$|[?#])|[?&]p[a-z_]*=\d",
    re.IGNORECASE,
)


def part_of(page: Page, root: _Element, url: str) -> str | None:
    """The address of the first page if *url* is a later page of one article, else None.

    The address has a page number from 2 to 99, and the page links to what remains without it: as
    its canonical address, as its previous page (`rel=prev`), or as the first or previous page in its
    pager, wherever that stands. A number alone between slashes (/story/2/) may be an identifier: it counts
    only with `rel=prev` in the head, or if the pager calls the first page 1 and this one by its number. A
    number of two digits may be one even if the page links to the number before it, which is then another
    article's; and the home page of a site is no first page.
    """
    first, number, sure = _without_number(url) if _ANY.search(url) else _NO_NUMBER
    if first is None or (is_home(urlsplit(first).path) and not urlsplit(first).query):
        return None
    same = _comparable(first)
    canonical, previous = absolute(url, page.canonical), absolute(url, page.previous)
    for address in (canonical, previous):
        if address and _comparable(address) == same:
            return _slashed(first, address)
    # The page before page 3 is page 2.
    is_page = number <= _FEW
    if previous and is_page and _base(previous) == same:
        return _slashed(first, previous)
    # Many links may stand in one element.
    names_page = cache(partial(_names_page, url=url, number=number))
    for link in root.iter("a"):
        text = _label_of(link)
        if len(text) > _LABEL or not (_FIRST.match(text) or _BEFORE.match(text)):
            continue
        if not (sure or (_ONE.match(text) and _is_in_pager(link, names_page))):
            continue
        address = absolute(url, link.get("href"))
        if address and (
            _comparable(address) == same
            or (sure and is_page and _BEFORE.match(text) and _base(address) == same)
        ):
            return _slashed(first, address)
    return None


def _is_in_pager(link: _Element, names_page: Callable[[_Element], bool | None]) -> bool:
    """Whether the nearest numbers beside *link* are a pager that has this page."""
    around = map(names_page, islice(link.iterancestors(), _AROUND))
    return next((told for told in around if told is not None), False)


def _names_page(around: _Element, url: str, number: int) -> bool | None:
    """Whether the numbers in an element *around* a link, which are those of a pager, have this page under its
    *number*; None if there is only one. Below an article with a number may stand the pager of a list, or how
    many comments it has.
    """
    if len(list(islice(around.iter(), _PARTS + 1))) > _PARTS:
        return False
    text = " ".join(_texts_of(around, _PAGER)).strip()
    if len(text) > _PAGER:
        return False
    numbers = list(map(int, _DIGITS.findall(text)))
    if len(numbers) < 2:
        return None
    return number in numbers and all(
        _comparable(absolute(url, link.get("href")) or url) == _comparable(url)
        for link in around.iter("a")
        if _label_of(link).strip("[]()").lstrip("0") == str(number)
    )


def _label_of(link: _Element) -> str:
    """The text of *link*, only the beginning of one that is too long for a label."""
    return "".join(_texts_of(link, _LABEL)).strip()


def _texts_of(element: _Element, most: int) -> Iterator[str]:
    """The texts in an *element*, without those behind the first *most* characters."""
    size = 0
    for piece in element.itertext():
        yield str(piece)
        size += len(str(piece).strip())
        if size > most:
            break


def amp_of(page: Page, root: _Element, url: str) -> str | None:
    """The canonical address of an AMP page, None for any other page.

    The canonical page has to be on the same site, or this page has to be in a cache of AMP pages
    under the name of the canonical page's site: no page can just claim to stand for another site's.
    """
    if root.get("amp") is None and root.get("⚡") is None:
        return None
    canonical = absolute(url, page.canonical)
    if canonical is None or _comparable(canonical) == _comparable(url):
        return None
    host, own = host_of(canonical), host_of(url)
    cached = host.replace("-", "--").replace(".", "-") + _CACHE
    return canonical if own == cached or _site(own) == _site(host) else None


def _without_number(url: str) -> tuple[str | None, int, bool]:
    """*url* without its page number, None if it has none; the number; and whether that can be no
    other number.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return _NO_NUMBER
    query = parse_qsl(parts.query, keep_blank_values=True)
    kept = [(key, value) for key, value in query if key.lower() not in _PARAMETERS]
    for key, value in query:
        if key.lower() in _PARAMETERS and value.isdecimal() and 2 <= int(value) <= _MOST:
            first = parts._replace(query=urlencode(kept), fragment="")
            return first.geturl(), int(value), True
    match = _THREAD.search(parts.path)
    if match and int(match[2]) >= 2:
        path = f"{parts.path[: match.start()]}{match[1]}-1{match[3]}"
        return parts._replace(path=path, fragment="").geturl(), int(match[2]), True
    for pattern, sure in ((_FOLDER, True), (_ENDING, True), (_SUFFIX, True), (_NUMBER, False)):
        match = pattern.search(parts.path)
        if match and int(match[1]) >= 2:
            ending = match[2] or "" if match.re.groups > 1 else ""
            path = parts.path[: match.start()] + ending
            first = parts._replace(path=path or "/", fragment="")
            return first.geturl(), int(match[1]), sure
    return _NO_NUMBER


def _slashed(first: str, link: str) -> str:
    """*first* with a slash at the end of its path if that of *link* has one, and without one if not: the
    first page is known by the address by which pages link to it.
    """
    parts = urlsplit(first)
    end = "/" if urlsplit(link).path.endswith("/") else ""
    return parts._replace(path=parts.path.rstrip("/") + end or "/").geturl()


def _site(host: str) -> str:
    """*host* without a first label that names a form of the site, such as www or amp."""
    label, _, rest = host.partition(".")
    return rest if label in _FORMS and "." in rest else host


def _base(url: str) -> str:
    """*url* without its page number, as in `_comparable`; "" if it has none."""
    return _comparable(_without_number(url)[0] or "")


def _comparable(url: str) -> str:
    """*url* without its scheme, fragment and the slash at its end."""
    _, _, rest = url.partition("://")
    return rest.partition("#")[0].rstrip("/")
