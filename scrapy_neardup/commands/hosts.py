"""The hosts that options name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import UsageProblem
from scrapy_neardup.commands.indexes import documents_in
from scrapy_neardup.commands.terminal import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_neardup.core.index.index import Index


def read_host(text: str) -> str:
    """The host that *text* names, in the form in which hosts are compared.

    Raises UsageProblem for an address, and for a host with a port: hosts are compared without.
    """
    from scrapy_neardup.addresses import host_of, plain_host

    bare = f"//[{text.strip('[]')}]" if text.count(":") > 1 else f"//{text}"
    host = host_of(text if "://" in text else bare)
    if not host or plain_host(text) != host:
        raise UsageProblem(
            f"--host {text}: give the name of a host alone, {host or 'such as news.example'}"
        )
    return host


def ids_on(index: Index, host: str) -> Iterator[str]:
    """The ids of the documents of *index* whose URL, or id where they have none, is on *host*."""
    progress = Progress("documents", documents_in(index))
    return (one.id for one in progress.over(index.records()) if one.host == host)
