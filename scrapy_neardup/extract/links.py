"""Where the links of a page lead."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from scrapy_neardup.addresses import is_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# If a link matches `_PATH`, joining it to an address that begins like `_SITE` only replaces the path.
_SITE = re.compile(r"https?://[a-z0-9.\-]+(?::[0-9]+)?(?=[/?#]|$)")
_PATH = re.compile(
    r"(?:/[A-Za-z0-9_\-][A-Za-z0-9._\-]*)+/?(?:\?[A-Za-z0-9._=&%\-]+)?(?:#[A-Za-z0-9._\-]+)?"
)
_PATH_END = re.compile(r"[?#]")
LONGEST = (
    10_000  # characters of an address; no server takes a longer one, and Python keeps the last 128
)
_MOST = 100  # addresses that are read of a list


def absolute(url: str, link: str | None) -> str | None:
    """The http(s) address that *link* means on the page *url*, None when it is none."""
    if not link or len(link) > LONGEST:
        return None
    if is_plain(link):
        return link
    site = _SITE.match(url) if _PATH.fullmatch(link) else None
    if site:
        return site[0] + link
    try:
        absolute = urljoin(url, link.strip())
    except ValueError:
        return None
    return absolute if absolute.startswith(("http://", "https://")) else None


def absolute_all(url: str, links: Iterable[str]) -> tuple[str, ...]:
    """The http(s) addresses that the first 100 different *links* mean on the page *url*, each once; what has no
    slash is a name.
    """
    named = dict.fromkeys(link for link in links if "/" in link)
    found = [absolute(url, link) for link in islice(named, _MOST)]
    return tuple(dict.fromkeys(filter(None, found)))


def path_of(url: str, link: str) -> str:
    """The path of the address that *link* means on the page *url*, "" when it is none."""
    # Most links are plain, and to join and split them would give the same path.
    if is_plain(link):
        return link[link.index("/", 8) :]
    if _PATH.fullmatch(link) and _SITE.match(url):
        return _PATH_END.split(link, maxsplit=1)[0]
    address = absolute(url, link)
    try:
        return urlsplit(address).path if address else ""
    except ValueError:  # a port or a host that is none
        return ""


@lru_cache(maxsize=16)
def _site_of(url: str) -> str:
    """The last two labels of the host of *url*, "" if it is no address."""
    try:
        return ".".join(urlsplit(url).netloc.lower().rsplit(".", 2)[-2:])
    except ValueError:
        return ""


def leads_elsewhere(links: Sequence[tuple[int, str]], url: str, index: int) -> bool:
    """Whether all of a page's *links* (as in `Page.links`) in block *index* are to other sites.

    A site is what the last two labels of a host say: "news.example.com" and "example.com" are one.
    """
    site = _site_of(url)
    found = False
    for place in range(bisect_left(links, (index, "")), len(links)):
        block, href = links[place]
        if block != index:
            break
        host = href.split("/", 3)[2] if href.startswith(("https://", "http://", "//")) else ""
        if not host or f".{host.lower()}".endswith(f".{site}"):
            return False
        found = True
    return found
