"""Opens the index of a crawl: the only place where the plugin chooses an engine.

The calls wait for disks and servers, so they are made in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import (
    IndexFormatError,
    IndexLocked,
    NearDupError,
    SchemeMismatch,
)
from scrapy_neardup.core.index.index import NearDupIndex
from scrapy_neardup.plugin.index_location import engine_and_directory

if TYPE_CHECKING:
    from scrapy_neardup.plugin.settings import NearDupSettings

_ENGINES = {"leveldb": "LevelDB", "sqlite": "SQLite"}
_SCHEME_SETTINGS = {
    "max_distance": "NEARDUP_MAX_DISTANCE",
    "simhash_tables": "NEARDUP_SIMHASH_TABLES",
    "segmenter": "NEARDUP_SEGMENTER",
    "synonyms": "NEARDUP_SYNONYMS",
}


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """An open index, and what to tell of it."""

    index: NearDupIndex
    place: str
    """Its directory, or its URL without a password."""
    engine: str
    remote: bool
    """Whether servers answer for it."""
    snapshot_of: str | None = None
    """Why this is a private copy of the index, None if it is the index itself."""


def open_index(settings: NearDupSettings, spider_name: str) -> OpenIndex:
    """The index that *settings* name for a spider, made if it is missing and may be written.

    If another process owns it, and NEARDUP_ON_LOCKED is "snapshot", it is a private copy. Raises
    NearDupError with the index's place in the message: IndexLocked, SchemeMismatch,
    IndexFormatError, IndexUnreachable and others.
    """
    base, name = settings.base, settings.index_name(spider_name)
    if isinstance(base, Path):
        engine, root = "leveldb", base
    elif (chosen := engine_and_directory(base)) is not None:
        engine, root = chosen
    else:
        return _connect(base, name, settings)
    directory = root / name
    try:
        return _open_directory(engine, directory, settings, holder=f"spider {spider_name}")
    except NearDupError as error:
        raise _told_of(str(directory), settings.place_setting, error) from error


def _open_directory(
    engine: str, directory: Path, settings: NearDupSettings, holder: str
) -> OpenIndex:
    if engine != "leveldb":
        raise NearDupError(f"this version has no engine {_ENGINES[engine]}: use leveldb://")
    if settings.readonly and not directory.exists():
        raise IndexFormatError(
            f"there is no index in {directory}, and with NEARDUP_READONLY none is made: mend "
            f"{settings.place_setting}, or crawl once without NEARDUP_READONLY"
        )
    place = str(directory)
    try:
        index = NearDupIndex.open(
            directory,
            settings.scheme,
            holder=holder,
            sync=settings.sync,
            create=not settings.readonly,
            expected_documents=settings.expected_documents,
            thresholds=settings.thresholds,
            ttl=settings.ttl,
        )
    except IndexLocked as error:
        if settings.on_locked != "snapshot":
            raise
        index = NearDupIndex.snapshot(
            directory, settings.scheme, thresholds=settings.thresholds, ttl=settings.ttl
        )
        return OpenIndex(index, place, _ENGINES[engine], remote=False, snapshot_of=str(error))
    return OpenIndex(index, place, _ENGINES[engine], remote=False)


def _connect(url: str, name: str, settings: NearDupSettings) -> OpenIndex:
    from scrapy_neardup.core.redis.index import RedisIndex, read_location

    place = read_location(url, name).shown
    try:
        index = RedisIndex.connect(
            url,
            settings.scheme,
            name=name,
            create=not settings.readonly,
            expected_documents=settings.expected_documents,
            thresholds=settings.thresholds,
            ttl=settings.ttl,
        )
    except NearDupError as error:
        raise _told_of(place, settings.place_setting, error) from error
    return OpenIndex(index, place, "Redis", remote=True)


def _told_of(place: str, place_setting: str, error: NearDupError) -> NearDupError:
    """*error*, with the place of the index and the settings that it is about in its message."""
    told = str(error) if place in str(error) else f"the index {place}: {error}"
    about = [place_setting]
    if isinstance(error, SchemeMismatch):
        about = [name for field, name in _SCHEME_SETTINGS.items() if f"{field}: " in told] or about
    if any(name not in told for name in about):
        told += f" (see {', '.join(about)})"
    return type(error)(told)
