"""Which indexes servers have. Each has a prefix of its own, with which all of its keys begin."""

from __future__ import annotations

from contextlib import suppress

from scrapy_neardup.core.errors import IndexFormatError, NearDupError
from scrapy_neardup.core.format import FORMAT_KEY
from scrapy_neardup.core.redis.identity import Identity, mark_key
from scrapy_neardup.core.redis.location import (
    RedisLocation,
    prefix_option,
    read_location,
    with_prefix,
)
from scrapy_neardup.core.redis.servers import Servers
from scrapy_neardup.core.redis.store import RedisStore

_MOST_NAMED = 20


def existing_url(url: str) -> str:
    """The URL of the index that *url* means: *url* itself if there is an index, or else the URL of
    the only index whose prefix starts with the prefix of *url* and a colon.

    Walks over all keys of the servers if there is no index at *url* itself. Raises
    IndexFormatError that names the indexes that there are, IndexCorrupt for one without its format
    record, and as :meth:`.index.RedisIndex.connect`.
    """
    location = read_location(url)
    servers = Servers(location)
    try:
        store = RedisStore(servers, location.prefix)
        if store.values([FORMAT_KEY]) != [None]:
            return url
        Identity(servers, store.prefix, store.value_key(FORMAT_KEY)).require_format()
        found = _prefixes(servers)
    finally:
        servers.close()
    below = _below(location.prefix, found)
    if len(below) == 1:
        return with_prefix(url, below[0])
    problem = f"{location.shown} holds "
    if below:
        problem += f"{len(below)} indexes; add to the URL which one you mean: "
    elif found:
        problem += f"no index of the prefix {location.prefix!r}; there is: "
    else:
        raise IndexFormatError(f"{problem}no index; name one that a crawl or scan made")
    raise IndexFormatError(problem + _named(below or found))


def prefix_around(url: str, name: str) -> str | None:
    """The prefix that *url* itself gives, if an index has it, and there is none behind it, be it called
    *name* or otherwise.

    None where *url* gives the prefix that is meant without one, and where the user may not look. Walks over
    all keys of the servers if an index has the prefix. Raises as :meth:`.index.RedisIndex.connect`.
    """
    location = read_location(url)
    if location.prefix == RedisLocation.prefix:
        return None
    # Errors are to name the index that is meant.
    within = read_location(with_prefix(url, read_location(url, name).prefix))
    servers = Servers(within)
    try:
        if RedisStore(servers, within.prefix).values([FORMAT_KEY]) != [None]:
            return None
        # A user may have rights on what is behind the prefix alone.
        with suppress(NearDupError):
            if RedisStore(servers, location.prefix).values([FORMAT_KEY]) == [None]:
                return None
            # Others are behind it on purpose.
            if not _below(location.prefix, _prefixes(servers)):
                return location.prefix
        return None
    finally:
        servers.close()


def prefixes_at(url: str) -> str:
    """The indexes on the servers of *url*, as the options of a URL that name them, "" if there is none.

    Walks over all keys of the servers. Raises as :meth:`.index.RedisIndex.connect`.
    """
    servers = Servers(read_location(url))
    try:
        return _named(_prefixes(servers))
    finally:
        servers.close()


def _prefixes(servers: Servers) -> list[str]:
    """The prefixes of all indexes on *servers*, of those that have lost their format record, too."""
    signs = (RedisStore(servers, "").value_key(FORMAT_KEY), mark_key("", 0))
    # One walk finds both.
    parts = (key.partition(b"#") for key in servers.scan("*#[iv]*[0t]"))
    return sorted(
        {
            prefix.decode(errors="backslashreplace")
            for prefix, hash_sign, rest in parts
            if hash_sign + rest in signs
        }
    )


def _below(prefix: str, prefixes: list[str]) -> list[str]:
    """Those of *prefixes* that start with *prefix* and a colon."""
    return [one for one in prefixes if one.startswith(f"{prefix}:")]


def _named(prefixes: list[str]) -> str:
    """The first of *prefixes* as options of a URL, and how many more there are."""
    named = ", ".join(f"?{prefix_option(prefix)}" for prefix in prefixes[:_MOST_NAMED])
    more = len(prefixes) - _MOST_NAMED
    return f"{named} and {more} more" if more > 0 else named
