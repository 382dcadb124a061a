from __future__ import annotations

import doctest
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.commands import url_patterns
from scrapy_neardup.commands.url_patterns import exact_patterns, patterns_of
from scrapy_neardup.core.verdict.election import BY_EVIDENCE
from scrapy_neardup.core.verdict.provenance import Provenance

from .running import article


def test_the_example_is_true():
    assert doctest.testmod(url_patterns).failed == 0


parts = st.text("abc019-_.~%()[]+*$", max_size=8)


@given(
    st.lists(parts, max_size=5),
    st.lists(st.tuples(st.text("ab1.+", min_size=1, max_size=4), st.text("ab1.+", max_size=4))),
)
def test_an_address_fits_its_own_patterns(path, parameters):
    query = "&".join(f"{name}={value}" for name, value in parameters)
    url = f"https://A.example:81/{'/'.join(path)}{'?' if query else ''}{query}"
    for pattern in patterns_of(url):
        assert re.search(pattern, url, re.IGNORECASE), pattern


@pytest.mark.parametrize("name", ["3f9a0c1d-77be-4e02", "3F9A0C1D-77BE-4E02", "1001", "Ferry-7"])
def test_a_pattern_fits_addresses_as_they_are_written(name):
    # As LinkExtractor searches.
    url = f"http://a.example/print/{name}/view?from={name}"
    found = [*patterns_of(url)]
    assert len(found) == 4
    for pattern in found:
        assert re.search(pattern, url), pattern


def test_what_is_no_web_address_has_no_patterns():
    for url in ("urn:a:1", "javascript:x", "http://[::1", "http://a.example/\u202e", "a", ""):
        assert [*patterns_of(url)] == []


def test_an_address_has_each_of_few_patterns_once():
    found = [*patterns_of("http://a.example/a/b/c/d/e/7.html?p=1&p=1")]
    assert found[1:] == [
        r"^https?://a\.example/a/",
        r"^https?://a\.example/a/b/",
        r"^https?://a\.example/a/b/c/",
        r"^https?://a\.example/.*[?&]p=\d+(?:&|$)",
    ]


def test_originals_that_were_elected_are_not_left_out():
    with NearDupIndex.in_memory() as index:
        for number in range(30):
            text, own = article(number), f"http://b.example/x/{number}"
            says = Provenance.of_page(f"http://a.example/x/{number}", canonical=own)
            for name, provenance in (("a", says), ("b", None)):
                url = f"http://{name}.example/x/{number}"
                document = Document(f"{name}{number}", text, url=url, provenance=provenance)
                index.check_and_add(document, policy=BY_EVIDENCE)
        assert exact_patterns(index) == []


@pytest.mark.parametrize(("count", "found"), [(19, 0), (20, 1)])
def test_a_pattern_has_twenty_pages_or_more(count, found):
    with NearDupIndex.in_memory() as index:
        for number in range(count):
            for name in ("a", "b"):
                url = f"http://{name}.example/x/{number}"
                index.check_and_add(Document(f"{name}{number}", article(number), url=url))
        assert len(exact_patterns(index)) == found


def test_originals_are_never_left_out_and_rare_patterns_not_proposed():
    with NearDupIndex.in_memory() as index:
        for number in range(30):
            index.check_and_add(Document(f"http://a.example/x/{number}", article(number)))
            index.check_and_add(Document(f"http://b.example/x/{number}", article(number)))
        for number in range(10):
            index.check_and_add(Document(f"http://b.example/own/{number}", article(100 + number)))
        for number in range(19):
            index.check_and_add(Document(f"http://c.example/{number}", article(number)))
        (found,) = exact_patterns(index)
    assert found.expression == r"^https?://b\.example/x/"
    assert (found.pages, found.exact) == (30, 30)
    assert (found.example, found.source) == ("http://b.example/x/0", "http://a.example/x/0")
