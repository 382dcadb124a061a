"""Hosts and addresses, in the forms by which they are compared."""

from __future__ import annotations

import re
from hashlib import blake2b
from urllib.parse import parse_qsl, unquote, urlsplit

from scrapy_neardup.bounded_cache import bounded_cache

# Forms that many addresses have. Parsing such an address would give the same result.
_PLAIN_HOST = re.compile(r"https?://([a-z0-9.\-]+)(?::[0-9]+)?(?![^/?#])")
_PLAIN = re.compile(
    r"https?://(?:[a-z0-9](?:[a-z0-9\-]{0,40}[a-z0-9])?\.)*[a-z0-9]{1,40}(?::[0-9]{1,5})?"
    r"(?=/)(?:/[A-Za-z0-9_\-][A-Za-z0-9._\-]*)*/?"
)

_ROUTE = re.compile(r"#!?/")

_USUAL_PORTS = (None, 80, 443)


def is_plain(url: str) -> bool:
    """Whether *url* is an absolute http or https address that does not change when it is made
    canonical or joined with a base. False may be wrong: some such addresses are not recognized.

    >>> is_plain("https://example.com/news/1.html"), is_plain("https://example.com/a/../b?c=d")
    (True, False)
    """
    return _PLAIN.fullmatch(url) is not None


def has_route(url: str) -> bool:
    """Whether *url* has a fragment that names a page, as in sites of one page.

    >>> has_route("https://example.com/#/news/7"), has_route("https://example.com/#top")
    (True, False)
    """
    return _ROUTE.search(url) is not None


def plain_host(name: str) -> str:
    """The *name* of a host in the form in which hosts are compared: in lower case, in ASCII by
    IDNA, and without a final dot.

    >>> plain_host("News.example."), plain_host("新闻.example")
    ('news.example', 'xn--efvy88h.example')
    """
    name = name.lower().rstrip(".")
    if name.isascii():
        return name
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


# A site has to be left: mobile.de is one, not the pages of "de" for phones, and so is m.co.uk.
_FOR_A_DEVICE = re.compile(
    r"(?:(?:www|m|wap|mobile|amp)\.)+(?=[^.]+\.)(?!(?:ac|co|com|edu|gov|net|or|org)\.[a-z]{2}$)"
)


@bounded_cache(4096)
def main_host(host: str) -> str:
    """The *host*, in the form of :func:`plain_host`, without www, m, wap, mobile or amp at its front:
    a publisher has the same articles there for other devices.

    >>> main_host("www.news.example"), main_host("m.news.example"), main_host("mobile.example")
    ('news.example', 'news.example', 'mobile.example')
    >>> main_host("www.m.com.cn"), main_host("m.news.com.cn")
    ('m.com.cn', 'news.com.cn')
    """
    found = _FOR_A_DEVICE.match(host)
    return host[found.end() :] if found else host


_HOME = re.compile(r"(?:/(?:index|default|home)\.\w{2,5})?/*")


def is_home(path: str) -> bool:
    """Whether *path* is that of a site's home page, which other pages may have as well, with a
    query.

    >>> is_home("/"), is_home("/index.php"), is_home("/news/")
    (True, True, False)
    """
    return _HOME.fullmatch(path) is not None


def may_be_one_page(one: str, other: str) -> bool:
    """Whether *one* and *other* may be addresses of one page: of a desktop and a mobile host, of a
    mirror, with and without what counts visits, or of a page and a service that fetches it.

    >>> may_be_one_page("https://m.example.com/a/7.html?from=home", "http://example.com/a/7.html")
    True
    >>> may_be_one_page("https://example.com/show.php?id=7", "https://example.com/show.php?id=8")
    False
    """
    if one == other:
        return True
    try:
        parts, others = urlsplit(one), urlsplit(other)
        queries = dict(parse_qsl(parts.query)), dict(parse_qsl(others.query))
    except ValueError:
        return False
    if one in queries[1].values() or other in queries[0].values():
        return True
    path = unquote(parts.path).rstrip("/")
    if path != unquote(others.path).rstrip("/"):
        return False
    if is_home(path) and (queries[0] != queries[1] or host_of(one) != host_of(other)):
        # Many pages have no other path than this.
        return False
    return all(queries[1].get(name, value) == value for name, value in queries[0].items())


# An election asks for each address of a cluster several times.
@bounded_cache(4096)
def host_of(url: str) -> str:
    """The host of a URL in the form of :func:`plain_host`, "" if the URL has none."""
    plain = _PLAIN_HOST.match(url)
    if plain:
        return plain[1].rstrip(".")
    try:
        return plain_host(urlsplit(url).hostname or "")
    except ValueError:
        return ""


@bounded_cache(4096)
def link_key(url: str) -> int:
    """A 32-bit key that is equal for all spellings of one address: http or https, with or without
    www, the usual port, the fragment and the final slash, and with the host in any form that
    :func:`plain_host` makes equal.
    """
    try:
        parts = urlsplit(url.strip())
        host = plain_host(parts.hostname or "").removeprefix("www.")
        port = "" if parts.port in _USUAL_PORTS else f":{parts.port}"
        plain = f"{host}{port}{unquote(parts.path).rstrip('/')}?{parts.query}"
    except ValueError:
        plain = url
    digest = blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=4, person=b"neardup-link")
    return int.from_bytes(digest.digest(), "big")
