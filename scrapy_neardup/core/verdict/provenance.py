"""Whom a page names as the origin of its text: what is kept of that, and how it is matched."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of, link_key, plain_host
from scrapy_neardup.publishers import publisher_at, publisher_named, squeezed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import Self

MAX_LINKS = 8
"""The most links of an article that are kept. Links that name an origin are few, and stand first
or alone; a page of links is no article."""
_MAX_NAME, _MAX_ADDRESS = 60, 1024
_MOST_STORED = 0xFFFF // 4
"""The most characters of a text that surely fit into the bytes that are stored of it."""
_TEXT = struct.Struct(">H")
_LINK = struct.Struct(">I")
_CHANNEL = re.compile(r"(?:官方)?(?:微信)?(?:公众号|公眾號|客户端|客戶端|微博|微信|视频号|app)$")
"""What a Chinese credit may name behind the site: its app, its account elsewhere."""
_COMPILED = re.compile(r"^(?:综合|綜合)(?=\w)|(?<=\w)(?:综合|綜合)$|(?<=社)[电電]$")
"""What a Chinese credit may say beside the name: that the text was put together from what it has."""
_LIST = re.compile(r"\s*[/／+＋&,，;；]\s*")
_HYPHEN = re.compile(r"\s*[-－–—]\s*")
_SECTION = re.compile(r"[频頻]道$")
_NOBODY = re.compile(
    r"""(?:本[报報站网網刊台臺社][讯訊]?)?
    (?:原[创創]|网络|網路|互联网|網際網路|未知|不详|不詳|佚名)?(?:综合|綜合|整理|转载|轉載)?
    | staff|own|web|internet|(?:news)?agenc(?:y|ies)|agencias|agenturen|agenzie|agences|redaktion|redacción|redazione|rédaction
    """,
    re.VERBOSE,
)
"""A credit that names no publisher, compared without blanks."""
_LEAST_LABEL, _LEAST_PART = 4, 3
_NOT_TELLING = frozenset({"news", "blog", "article", "http", "https", "mobile", "info"})


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a page says of where its text comes from.

    *canonical* is the address that it gives as the text's own, None if that is the page's address.
    *credit* is the source that it names (来源, via), *site_name* the name of its own site.
    *links* are the :func:`link_key` of at most MAX_LINKS addresses that the article links to.
    """

    canonical: str | None = None
    credit: str | None = None
    site_name: str | None = None
    links: tuple[int, ...] = ()

    @classmethod
    def of_page(
        cls,
        url: str,
        *,
        canonical: str | None = None,
        credit: str | None = None,
        site_name: str | None = None,
        links: Iterable[str] = (),
    ) -> Self:
        """The provenance of the page *url*; links to other hosts come first."""
        own, host = link_key(url), host_of(url)
        if canonical is not None and (link_key(canonical) == own or len(canonical) > _MAX_ADDRESS):
            canonical = None
        chosen = sorted(links, key=lambda link: host_of(link) == host)
        keys = dict.fromkeys(link_key(link) for link in chosen[: 2 * MAX_LINKS])
        keys.pop(own, None)
        return cls(
            canonical,
            credit[:_MAX_NAME] if credit else None,
            site_name[:_MAX_NAME] if site_name else None,
            tuple(keys)[:MAX_LINKS],
        )

    def to_bytes(self) -> bytes:
        """The stored form: three texts with their lengths, the number of links, the links. What a
        caller made longer than :meth:`of_page` does is cut.
        """
        parts: list[bytes] = []
        for text in (self.canonical, self.credit, self.site_name):
            encoded = (text or "")[:_MOST_STORED].encode("utf-8", "surrogatepass")
            parts += (_TEXT.pack(len(encoded)), encoded)
        links = self.links[:MAX_LINKS]
        parts.append(bytes([len(links)]))
        parts += map(_LINK.pack, links)
        return b"".join(parts)

    @classmethod
    def from_bytes(cls, data: bytes, at: int = 0) -> tuple[Self, int]:
        """What :meth:`to_bytes` wrote at *at*, and where it ends.

        Raises struct.error, IndexError or UnicodeDecodeError for anything else.
        """
        texts: list[str | None] = []
        for _ in range(3):
            (size,) = _TEXT.unpack_from(data, at)
            at += _TEXT.size
            texts.append(data[at : at + size].decode("utf-8", "surrogatepass") or None)
            at += size
        count = data[at]
        at += 1
        links = tuple(_LINK.unpack_from(data, at + _LINK.size * n)[0] for n in range(count))
        canonical, credit, site_name = texts
        return cls(canonical, credit, site_name, links), at + _LINK.size * count


def credits_site(credit: str, host: str, site_name: str | None) -> bool:
    """Whether the source named *credit* is the site *site_name* on *host*.

    >>> credits_site("兰州日报", "lanzhou-daily.example", "兰州日报网")
    True
    >>> credits_site("Harbour Post", "www.harbour-post.example", None)
    True
    >>> credits_site("新华社、兰州日报客户端", "lanzhou-daily.example", "兰州日报")
    True
    >>> credits_site("新华社", "www.news.cn", None), credits_site("AP", "apnews.com", "AP News")
    (True, True)
    >>> credits_site("新闻网", "harbour-post.example", "澜湾新闻网")
    False
    >>> credits_site("Газета.Ru", "www.gazeta.ru", "Газета.Ru")
    True
    """
    if "、" in credit:
        return any(credits_site(one, host, site_name) for one in credit.split("、"))
    bare = _COMPILED.sub("", credit)
    if bare != credit and credits_site(bare, host, site_name):
        return True
    named = _CHANNEL.sub("", squeezed(credit))
    if not named:
        return False
    if site_name:
        site = squeezed(site_name)
        if named == site or _is_telling_part(named, site) or _is_telling_part(site, named):
            return True
    publishers = _publishers_named(named) or _publishers_named(credit)
    if not publishers.isdisjoint((publisher_at(host), publisher_named(site_name or ""))):
        return True
    address = plain_host(credit.strip()).removeprefix("www.")
    if "." in address and " " not in address:
        return host == address or host.endswith("." + address)
    labels = {label.replace("-", "").replace("_", "") for label in host.split(".")}
    return len(named) >= _LEAST_LABEL and named not in _NOT_TELLING and named in labels


def names_nobody(credit: str) -> bool:
    """Whether a *credit* names no publisher but says that the text is the page's own, or from anywhere.

    >>> names_nobody("本站原创"), names_nobody("网络"), names_nobody("本溪日报")
    (True, True, False)
    """
    return _NOBODY.fullmatch(squeezed(credit)) is not None


def _publishers_named(credit: str) -> set[int]:
    """The publishers that are known of those in a *credit*: AP/Reuters, 人民网－人民日报. What has a hyphen in
    its name may be another's: CNN-News18.
    """
    found: set[int] = set()
    for one in (credit, *_LIST.split(credit)):
        whole = publisher_named(one)
        parts = [part for part in _HYPHEN.split(one) if not _SECTION.search(part)]
        numbers = [whole] if whole is not None else [publisher_named(part) for part in parts]
        if None not in numbers:
            found.update(number for number in numbers if number is not None)
    return found


def _is_telling_part(part: str, whole: str) -> bool:
    # A Chinese site's name with another ending, as 日报 and 日报网; an ending alone names no site.
    long = len(part) >= _LEAST_PART and len(part) * 2 > len(whole)
    return long and not part.isascii() and whole.startswith(part)
