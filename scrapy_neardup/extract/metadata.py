"""What the head of a page says about its article: titles, date, source, site, address."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from html import unescape
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy_neardup.bounded_cache import bounded_cache
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.links import absolute, absolute_all
from scrapy_neardup.extract.titles import LONGEST_TITLE
from scrapy_neardup.extract.written_dates import date_field, parse_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scrapy_neardup.extract.walk.page import Page

_T = TypeVar("_T")

_TITLES = (
    "articletitle",
    "og:title",
    "twitter:title",
    "dc.title",
    "parsely-title",
    "citation_title",
)
# Without blanks, hyphens and underscores.
_DATES = (
    "article:publishedtime",
    "og:publishedtime",
    "og:article:publishedtime",
    "datepublished",
    "article.published",
    "article:published",
    "parselypubdate",
    "publishdate",
    "publisheddate",
    "publishedat",
    "published",
    "publicationdate",
    "citationpublicationdate",
    "citationonlinedate",
    "citationdate",
    "articledateoriginal",
    "firstpublishedtime",
    "pubdate",
    "pubtime",
    "og:publishdate",
    "og:releasedate",
    "og:regdate",
    "og:time",
    "bt:pubdate",
    "cxenseparse:recs:publishtime",
    "date",
    "dc.date",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.issued",
    "dcterms.created",
    "sailthru.date",
    "weibo:article:createat",
    "apub:time",
    "bytedance:publishedtime",
)
_ZERO = datetime(1970, 1, 1, tzinfo=timezone.utc)
_DAY = timedelta(days=1)  # the date of this zero is that of the day before in the West
_SITES = ("og:site_name", "sitename", "application-name", "apple-mobile-web-app-title")
_SOURCES = ("contentsource", "source", "article:source", "mediaid", "original-source")
_ORIGINS = ("original-source", "syndication-source")

_JSON_LD_LIMIT = 500_000
_OF_ARTICLES = ("headline", "datePublished", "pubDate")
# The beginning of an object or a list, but not of `<![CDATA[`.
_JSON_START = re.compile(r"(?<!A)[\[{]\s{0,99}[\"\[{]")
_FIELD = re.compile(
    rf'"({"|".join(_OF_ARTICLES)})"\s{{0,9}}:\s{{0,9}}"((?:[^"\\\n]|\\.){{1,500}})"'
)
_decode = json.JSONDecoder(strict=False).raw_decode
_SOURCE_LABEL = re.compile(
    rf"^\s*(?:{alternatives('SOURCE_FIELD')})\s*[:：]\s*", re.VERBOSE | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Metadata:
    titles: tuple[str, ...]
    """All the names the page gives itself, as written."""
    date: str | None
    """The first date of the page's head that can be read, as written."""
    canonical: str | None
    source: str | None
    site_name: str | None
    origins: tuple[str, ...]
    """Addresses that the head describes as the text's origin (`isBasedOn`, `original-source`)."""
    body: str | None
    """The text that the description in JSON-LD gives (`articleBody`)."""
    declared: str
    """What the page says that it is (`og:type`), in small letters, "" for nothing."""
    of_page: bool
    """Whether the date is only that of a page (`WebPage`), which may be a list or an article."""

    @property
    def declares_article(self) -> bool:
        """Whether the page says that it is an article."""
        return self.declared.startswith(("article", "news", "blog"))

    def published(self, zone: timezone) -> datetime | None:
        """The date in UTC; if it names no zone, *zone* is meant. None without a date."""
        return parse_date(self.date, zone) if self.date is not None else None


def read_metadata(page: Page, url: str) -> Metadata:
    """Read the head of *page*, the JSON-LD included; *url* resolves a relative canonical link."""
    # Of several values the first counts.
    meta = dict(reversed(page.meta))
    linked = _article_object(page.json_ld) if page.json_ld else {}
    known = [meta[name] for name in _TITLES if name in meta]
    titles = [_line(_string(title)) for title in (page.title, *known, linked.get("headline"))]
    plain = {_joined(name): value for name, value in reversed(page.meta)}
    dates = [_published(linked), *[plain[name] for name in _DATES if name in plain]]
    page_date, *other_dates = map(date_field, dates)
    sites: list[object] = [meta[name] for name in _SITES if name in meta]
    publisher = linked.get("publisher")
    if isinstance(publisher, Mapping):
        sites.append(publisher.get("name"))
    sources = [meta[name] for name in _SOURCES if name in meta]
    origins = [*_based_on(linked), *[meta[name] for name in _ORIGINS if name in meta]]
    return Metadata(
        titles=tuple(dict.fromkeys(title[:LONGEST_TITLE] for title in titles if title)),
        date=_first(date for date in (page_date, *other_dates) if _tells_date(date)),
        canonical=absolute(url, _with_host(page.canonical or meta.get("og:url"))),
        source=_first(map(_named, sources)),
        site_name=_first(map(_line, sites)),
        origins=absolute_all(url, origins),
        body=_string(linked.get("articleBody")),
        declared=meta.get("og:type", "").lower(),
        of_page=linked.get("@type") == "WebPage" and not any(map(parse_date, other_dates)),
    )


@bounded_cache(1024)
def _joined(name: str) -> str:
    """A name as in `_DATES`."""
    return name.replace(" ", "").replace("_", "").replace("-", "")


def _first(found: Iterable[_T | None]) -> _T | None:
    return next(filter(None, found), None)


def _based_on(linked: Mapping[str, Any]) -> Iterator[str]:
    found = linked.get("isBasedOn")
    for one in found if isinstance(found, list) else [found]:
        address = one.get("url") or one.get("@id") if isinstance(one, Mapping) else one
        if isinstance(address, str):
            yield address


def _with_host(link: str | None) -> str | None:
    """*link*, which begins with `//` if it was written from the host on: "www.news.example/1"."""
    return f"//{link.strip()}" if link and link.lstrip().startswith("www.") else link


def _line(value: object) -> str | None:
    return " ".join(value.split()) or None if isinstance(value, str) else None


def _string(value: object) -> str | None:
    """*value* if it is a string, without the character references that some sites leave in it."""
    return unescape(value) if isinstance(value, str) else None


def _tells_date(text: str) -> bool:
    """Whether *text* is a date, and not the zero of a clock, which programs write where they know none."""
    date = parse_date(text)
    return date is not None and abs(date - _ZERO) > _DAY


def _named(value: str) -> str | None:
    """The name in a source field, which some sites fill with its label or an address."""
    name = _SOURCE_LABEL.sub("", " ".join(value.split()))
    return name if name and len(name) <= 40 and "://" not in name else None


def _article_object(scripts: Iterable[str]) -> Mapping[str, Any]:
    """The JSON-LD object that describes the article, {} when there is none."""
    for script in scripts:
        if len(script) > _JSON_LD_LIMIT or not any(name in script for name in _OF_ARTICLES):
            continue
        for item in _objects(_described(script)):
            if any(name in item for name in _OF_ARTICLES):
                return item
    return {}


def _described(script: str) -> object:
    """The value that a JSON-LD *script* gives, perhaps in a comment or with more behind it. If it is no
    JSON, what it says of an article once.
    """
    with suppress(ValueError, RecursionError):
        return json.loads(script, strict=False)
    if start := _JSON_START.search(script):
        with suppress(ValueError, RecursionError):
            return _decode(script, start.start())[0]
    fields = [(match[1], match[2]) for match in _FIELD.finditer(script)]
    times = Counter(name for name, _ in fields)
    return {name: _unquoted(value) for name, value in fields if times[name] == 1}


def _unquoted(text: str) -> str:
    """What is written as *text* between quotes in JSON."""
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


def _published(linked: Mapping[str, Any]) -> object:
    """When the article of a JSON-LD object was published; Baidu's own vocabulary says `pubDate`."""
    return linked.get("datePublished") or linked.get("pubDate")


def _objects(data: object) -> Iterator[Mapping[str, Any]]:
    queue: list[object] = [data]
    for item in queue:
        if isinstance(item, Mapping):
            yield item
            queue.extend(item[key] for key in ("@graph", "mainEntity") if key in item)
        elif isinstance(item, Sequence) and not isinstance(item, str):
            queue.extend(item)
