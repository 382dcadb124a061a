"""Opens the index of a crawl.

The calls wait for disks and servers, so they are made in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scrapy_neardup.core import opening as core_opening
from scrapy_neardup.core.errors import (
    IndexFormatError,
    IndexLocked,
    IndexReadOnly,
    NearDupError,
)
from scrapy_neardup.core.index.local import NearDupIndex
from scrapy_neardup.core.locations import is_shared, without_password
from scrapy_neardup.core.stores.directory import require_moved_back
from scrapy_neardup.core.stores.engines import engine_in, index_around, read_location
from scrapy_neardup.plugin.settings import safe_name, with_settings

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.plugin.settings import NearDupSettings


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """An open index, and what to tell of it."""

    index: Index
    place: str
    """Its directory, or its URL without a password."""
    snapshot_of: str | None = None
    """Why this is a private copy of the index, None if it is the index itself."""


def open_index(settings: NearDupSettings, spider_name: str) -> OpenIndex:
    """The index that *settings* name for a spider, made if it is missing and may be written.

    It is a private copy if another process owns the index and NEARDUP_ON_LOCKED is "snapshot", or
    if its directory can't be written and NEARDUP_READONLY says that it need not be. Raises
    NearDupError with the index's place in the message: IndexLocked, SchemeMismatch,
    IndexFormatError, IndexUnreachable and others.
    """
    location = settings.index_location(spider_name)
    directory = None if is_shared(location) else read_location(location)[0]
    place = without_password(location) if directory is None else str(directory)
    try:
        if directory is not None:
            _require_no_index_around(directory, settings.place_setting)
        else:
            _require_no_prefix_around(str(settings.base), settings.index_name(spider_name))
        if settings.readonly and directory is not None and engine_in(directory) is None:
            require_moved_back(directory)
            raise IndexFormatError(
                f"there is no index in {place}, and with NEARDUP_READONLY none is made: mend "
                f"{settings.place_setting}, or crawl once without NEARDUP_READONLY"
            )
        try:
            index = core_opening.open_index(
                location,
                settings.scheme,
                holder=f"spider {spider_name}",
                sync=settings.sync,
                create=not settings.readonly,
                expected_documents=settings.expected_documents,
                thresholds=settings.thresholds,
            )
        except (IndexLocked, IndexReadOnly) as error:
            locked = isinstance(error, IndexLocked)
            is_copied = settings.on_locked == "snapshot" if locked else settings.readonly
            if directory is None or not is_copied:
                raise
            index = NearDupIndex.snapshot(
                directory, settings.scheme, thresholds=settings.thresholds
            )
            return OpenIndex(index, place, snapshot_of=str(error))
    except NearDupError as error:
        raise _told_of(place, settings, error) from error
    return OpenIndex(index, place)


def _require_no_index_around(directory: Path, place_setting: str) -> None:
    """Raise IndexFormatError where a new index in *directory* would lie inside another one."""
    around = index_around(directory) if engine_in(directory) is None else None
    if around is not None:
        raise IndexFormatError(
            f"{around} is an index itself, and {place_setting} names the directory that has one "
            f"in it for each spider; set it to {around.parent}, and to share that index, "
            f"NEARDUP_SCOPE to {_scope_of(around.name)}"
        )


def _require_no_prefix_around(url: str, name: str) -> None:
    """Raise IndexFormatError where a new index called *name* at *url* would lie behind another one's
    prefix: commands want the whole prefix of an index, and NEARDUP_INDEX what all prefixes begin with.
    """
    from scrapy_neardup.core.redis.location import prefix_option
    from scrapy_neardup.core.redis.prefixes import prefix_around

    around = prefix_around(url, name)
    if around is None:
        return
    beginning, _, last = around.rpartition(":")
    scope = unquote(last, errors="surrogatepass")
    raise IndexFormatError(
        f"an index has the prefix {around} itself, and NEARDUP_INDEX names what the prefixes begin with, "
        "to which the name of each spider is added; to share that index, "
        + (
            f"give it ?{prefix_option(beginning)}, and set NEARDUP_SCOPE to {scope!r}"
            if beginning and last and safe_name(scope) == last
            else "move it with `scrapy neardup copy URL NEW_URL`, where NEW_URL has "
            f"?{prefix_option(f'{around}:{name}')}"
        )
        + "; for one of its own, give it another prefix"
    )


def _scope_of(directory_name: str) -> str:
    """The NEARDUP_SCOPE whose index has a directory of this name, or may have after it is renamed."""
    scope = unquote(directory_name, errors="surrogatepass")
    if safe_name(scope) == directory_name:
        return repr(scope)
    return f"{directory_name!r} after renaming it to {safe_name(directory_name)!r}"


def _told_of(place: str, settings: NearDupSettings, error: NearDupError) -> NearDupError:
    """*error*, with the place of the index and the settings that it is about in its message."""
    told = str(error) if place in str(error) else f"the index {place}: {error}"
    if isinstance(error, IndexLocked):
        # In another directory a crawl that only reads would find no index.
        told += "; to begin at once, " + (
            "set NEARDUP_ON_LOCKED to 'snapshot': with NEARDUP_READONLY, nothing is lost by working on a copy"
            if settings.readonly
            else "give this crawl another directory, or share one index"
        )
    place_setting = settings.place_setting
    return type(error)(with_settings(type(error)(told, about=error.about), place_setting))
