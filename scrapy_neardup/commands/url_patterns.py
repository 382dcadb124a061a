"""Patterns of addresses that a crawl could leave out: nearly all pages of such a pattern are equal to
other pages, as print views, mirrors and addresses with a tracking parameter are.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy_neardup.core.document import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record

LEAST_PAGES, LEAST_SHARE = 20, 0.95
"""A pattern is proposed if it has at least LEAST_PAGES pages, and at least LEAST_SHARE of them are
exact copies."""
MOST_PATTERNS = 50
_MOST_KNOWN = 400_000
"""The most patterns that are counted at a time, in at most 100 MB. If there are more, rare ones are
forgotten."""
_DIRECTORIES, _LONGEST_VALUE = 3, 20
_DIGITS = re.compile(r"\d+")
_HASH = re.compile(r"[0-9a-f-]{16,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression for addresses, as LinkExtractor's ``deny`` takes it.

    Of the *pages* that match, *exact* have the text of another page. *example* is the address of one
    such page, and *source* the address of the page whose text it has, None if that was removed.
    """

    expression: str
    pages: int
    exact: int
    example: str
    source: str | None


def exact_patterns(index: Index) -> list[Pattern]:
    """At most MOST_PATTERNS patterns whose pages in *index* are nearly all exact copies. The pattern
    with the most exact copies comes first.

    A page counts for one pattern only: of several that it fits, for the one with the most copies.
    Reads the index twice.
    """
    pages: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    for record in index.records():
        found = [*patterns_of(record.url or record.id)]
        pages.update(found)
        if _is_exact(record):
            exact.update(found)
        if len(pages) > _MOST_KNOWN:
            pages = Counter(
                {one: count for one, count in pages.items() if count > LEAST_PAGES // 2}
            )
            exact = Counter({one: exact[one] for one in pages if exact[one]})
    likely = [one for one in exact if _is_worth(pages[one], exact[one])]
    likely.sort(key=lambda one: (-exact[one], pages[one], one))
    return _told_apart(index, {one: rank for rank, one in enumerate(likely)})


def _told_apart(index: Index, ranks: dict[str, int]) -> list[Pattern]:
    """The patterns in *ranks*, each with the pages that fit no pattern of a better rank."""
    pages: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    examples: dict[str, Record] = {}
    for record in index.records():
        fitting = [one for one in patterns_of(record.url or record.id) if one in ranks]
        if not fitting:
            continue
        best = min(fitting, key=ranks.__getitem__)
        pages[best] += 1
        if _is_exact(record):
            exact[best] += 1
            examples.setdefault(best, record)
    found = [
        Pattern(
            expression=one,
            pages=pages[one],
            exact=exact[one],
            example=examples[one].url or examples[one].id,
            source=_source_of(index, examples[one]),
        )
        for one in sorted(ranks, key=lambda one: (-exact[one], ranks[one]))
        if _is_worth(pages[one], exact[one])
    ]
    return found[:MOST_PATTERNS]


def _is_exact(record: Record) -> bool:
    return record.kind is Kind.EXACT and not record.elected


def _is_worth(pages: int, exact: int) -> bool:
    return pages >= LEAST_PAGES and exact >= LEAST_SHARE * pages


def _source_of(index: Index, copy: Record) -> str | None:
    sources = index.stories.sources_of(copy)
    return sources[0][1].url or sources[0][1].id if sources else None


def patterns_of(url: str) -> Iterator[str]:
    r"""Expressions that *url* matches: its host, its first directories, its file's name if that has
    digits, and each of its parameters. Digits match any digits. No expression for what is no web
    address.

    >>> for one in patterns_of("http://a.example/print/2026/7.html?from=feed"):
    ...     print(one)
    ^https?://a\.example/
    ^https?://a\.example/print/
    ^https?://a\.example/print/\d+/
    ^https?://a\.example/print/\d+/\d+\.html
    ^https?://a\.example/.*[?&]from=feed(?:&|$)
    """
    if not url.isascii() or not url.isprintable():
        return
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return
    root = "^https?://" + _literal(parts.netloc.lower()) + "/"
    yield root
    *directories, name = parts.path.split("/")[1:] or [""]
    prefix = root
    for directory in directories[:_DIRECTORIES]:
        prefix += _shape(directory) + "/"
        yield prefix
    if len(directories) <= _DIRECTORIES and _DIGITS.search(name):
        yield prefix + _shape(name)
    for parameter in set(parts.query.split("&")):
        name, equals, value = parameter.partition("=")
        if equals and len(value) <= _LONGEST_VALUE:
            yield f"{root}.*[?&]{_literal(name)}={_shape(value)}(?:&|$)"


def _shape(part: str) -> str:
    if _HASH.fullmatch(part):
        return "[0-9A-Fa-f-]+"
    return r"\d+".join(_literal(letters) for letters in _DIGITS.split(part))


def _literal(part: str) -> str:
    # Outside of brackets a hyphen means itself, and addresses have many.
    return re.escape(part).replace(r"\-", "-")
