"""Whether servers are suited to an index."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import NearDupError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup.core.redis.servers import Servers

logger = logging.getLogger(__name__)

_OLDEST_SERVER = (6, 0)


def require_suited(servers: Servers) -> None:
    """Raise NearDupError for *servers* that are too old, of another mode, or that would drop postings
    without a word. Those that would do so once they get a limit of memory are warned of.
    """
    location = servers.location
    shown = location.shown
    for reply in servers.on_each_master("INFO"):
        facts = dict(_facts(reply.decode("utf-8", "replace")))
        version = tuple(int(part) for part in facts.get("redis_version", "99").split(".")[:2])
        if version < _OLDEST_SERVER:
            raise NearDupError(
                f"the server of {shown} is Redis {facts['redis_version']}; use 6.0 or later"
            )
        if facts.get("cluster_enabled") == "1" and location.mode != "cluster":
            raise NearDupError(
                f"the server of {shown} is a cluster's: use {location.scheme('cluster')}"
            )
        policy = facts.get("maxmemory_policy", "noeviction")
        if policy == "noeviction":
            continue
        problem = (
            f"the server of {shown} may evict keys (maxmemory-policy {policy}), and so lose "
            "articles without a word: set maxmemory-policy noeviction"
        )
        if facts.get("maxmemory", "0") != "0":
            raise NearDupError(problem)
        logger.warning("%s, before it gets a maxmemory", problem)


def _facts(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            yield name, value.strip()
