"""Hosts and addresses, in the forms by which they are compared."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from urllib.parse import unquote, urlsplit


# An election asks for each address of a cluster several times.
@lru_cache(maxsize=4096)
def host_of(url: str) -> str:
    """The host of a URL, in lower case, "" if it has none."""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=4096)
def link_key(url: str) -> int:
    """32 bits that are equal for the spellings of one address: http or https, www or not, with
    or without fragment and final slash.
    """
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").lower().removeprefix("www.")
        plain = f"{host}{unquote(parts.path).rstrip('/')}?{parts.query}"
    except ValueError:
        plain = url
    digest = blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=4, person=b"neardup-link")
    return int.from_bytes(digest.digest(), "big")
