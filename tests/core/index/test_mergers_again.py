"""Copies of several articles that come again, and what they copy by then: on every index."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind
from scrapy_neardup.addresses import host_of

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.core.index.index import Index


def article(host: str, *parts: int) -> Document:
    """An article of *host* that has these *parts*, each of 60 words."""
    text = " ".join(story(f"part {part}", 60) for part in parts)
    return Document(f"http://{host}.example/", text)


def told(verdict: Verdict) -> tuple[Kind, list[str]]:
    """The kind of a verdict, and the hosts of its sources."""
    return verdict.kind, [host_of(match.id).removesuffix(".example") for match in verdict.matches]


def visit(index: Index, host: str, *parts: int) -> tuple[Kind, list[str]]:
    return told(index.check_and_add(article(host, *parts)))


def test_it_is_no_copy_of_a_source_that_has_lost_what_it_copied(index: Index) -> None:
    visit(index, "first", 2, 3, 0)
    visit(index, "second", 3, 2, 6, 7)
    assert visit(index, "merger", 2, 3) == (Kind.PARTIAL, ["first", "second"])
    assert visit(index, "second", 0, 6, 7) == (Kind.UPDATED, [])
    assert visit(index, "merger", 2, 3) == (Kind.UNCHANGED, ["first"])


def test_it_keeps_its_sources_though_a_later_article_has_more_of_it_than_one_of_them(
    index: Index,
) -> None:
    visit(index, "first", 3, 2, 4, 7)
    visit(index, "second", 1, 3)
    assert visit(index, "merger", 1, 2, 3) == (Kind.PARTIAL, ["first", "second"])
    assert visit(index, "later", 2, 5, 1) == (Kind.NEW, [])
    assert visit(index, "merger", 1, 2, 3) == (Kind.UNCHANGED, ["first", "second"])


@pytest.mark.parametrize(
    ("parts", "kind", "sources"),
    [((0, 1), Kind.PARTIAL, ["second", "first"]), ((0, 2, 3), Kind.EXTENDED, ["first"])],
)
def test_it_is_unchanged_though_too_little_of_it_is_left_to_be_compared(
    index: Index, parts: tuple[int, ...], kind: Kind, sources: list[str]
) -> None:
    visit(index, "first", 0)
    visit(index, "second", 1)
    page = replace(article("merger", *parts), revision="the lines of its page")
    assert told(index.check_and_add(page)) == (kind, sources)
    left = replace(page, text=story("part 0", 20), equality_only=True)
    assert told(index.check(left)) == (Kind.UNCHANGED, sources)
