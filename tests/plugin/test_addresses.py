"""The short ways for common addresses give what the standard library and w3lib give."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from w3lib.url import canonicalize_url

from scrapy_neardup.addresses import host_of, is_plain, link_key, main_host, plain_host
from scrapy_neardup.extract.links import absolute
from scrapy_neardup.plugin.items import document_id

ADDRESSES = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["http://", "https://", "HTTP://", "//", "ftp://", ""]),
        st.sampled_from(["me@", "", "", "", ""]),
        st.lists(
            st.sampled_from(
                ["news", "example", "Com", "xn--p1ai", "a-b", "-", "", "新闻", "[::1]", "_x"]
            ),
            max_size=3,
        ).map(".".join),
        st.sampled_from(["", "", ":", ":80", ":8080", ":x"]),
        st.lists(
            st.sampled_from(
                ["/", "/a", "b.html", ".", "..", "%41", "%2f", "é", ";p", "~", "A_b", " ", "\n"]
            ),
            max_size=4,
        ).map("".join),
        st.sampled_from(["", "", "?", "?b=2&a=1", "#", "#top", "?é", "\\x"]),
    ),
)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8080/0/page-1.html",
        "https://www.example.com/",
        "https://news.example.com/2026/11/22/A_long-name.v2/",
    ],
)
def test_common_addresses_are_plain(url):
    assert is_plain(url)


@pytest.mark.parametrize(
    "url",
    [
        "/news/1.html",
        "https://www.example.com",
        "https://example.com/a/../b",
        "https://example.com/a//b",
        "https://example.com/%7euser",
        "https://example.com/?",
        "https://example.com/a#b",
        "https://example.com/a;b",
        "https://Example.com/",
        "https://example.com/新闻",
        "https://example.com/\n",
        "mailto:desk@example.com",
    ],
)
def test_addresses_that_another_form_would_change_are_not(url):
    assert not is_plain(url)


@given(ADDRESSES)
@example("http://example.com:8080")
@example("http://example.com\n/a")
@example("http://example.com\\@other.example/")
def test_hosts_are_those_of_the_standard_library(url):
    try:
        expected = plain_host(urlsplit(url).hostname or "")
    except ValueError:
        expected = ""
    assert host_of(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "http://新闻.example/a",
        "http://xn--efvy88h.example/a",
        "http://XN--EFVY88H.Example.:8080/a",
        "http://xn--efvy88h.example./a",
    ],
)
def test_a_host_is_the_same_however_it_is_written(url):
    assert host_of(url) == "xn--efvy88h.example"


@pytest.mark.parametrize(
    ("host", "main"),
    [
        ("www.news.example", "news.example"),
        ("m.news.example", "news.example"),
        ("wap.news.example", "news.example"),
        ("mobile.news.example", "news.example"),
        ("amp.news.example", "news.example"),
        ("www.m.news.example", "news.example"),
        ("news.example", "news.example"),
        ("wwwnews.example", "wwwnews.example"),
        ("a.m.news.example", "a.m.news.example"),
        # These are sites themselves.
        ("mobile.example", "mobile.example"),
        ("www.mobile.example", "mobile.example"),
        ("m.example", "m.example"),
        ("localhost", "localhost"),
        ("", ""),
    ],
)
def test_a_host_for_one_device_is_the_host_for_all(host, main):
    assert main_host(host) == main


@pytest.mark.parametrize(
    ("url", "other"),
    [
        ("http://新闻.example/a", "https://xn--efvy88h.example/a"),
        ("http://www.新闻.example/a/", "http://XN--EFVY88H.example/a"),
        ("http://a.example./b", "http://a.example/b"),
        ("http://www.a.example:80/b", "https://a.example:443/b#c"),
        ("https://a.example:8443/b", "https://www.a.example.:8443/b/"),
    ],
)
def test_a_link_has_one_key_however_its_host_is_written(url, other):
    assert link_key(url) == link_key(other)


def test_another_port_is_another_address():
    keys = {link_key(f"http://a.example{port}/b") for port in ("", ":8080", ":8081", ":x")}
    assert len(keys) == 4


@given(ADDRESSES)
def test_document_ids_are_canonical_addresses(url):
    try:
        expected = canonicalize_url(url)
    except ValueError:
        expected = url
    assert document_id(url) == expected


@given(ADDRESSES, st.sampled_from(["http://example.com/a/b", "https://www.example.com"]))
def test_links_are_joined_as_the_standard_library_joins_them(link, page):
    try:
        joined = urljoin(page, link.strip())
    except ValueError:
        joined = ""
    assert (absolute(page, link) or "") == (
        joined if link and joined.startswith(("http://", "https://")) else ""
    )
