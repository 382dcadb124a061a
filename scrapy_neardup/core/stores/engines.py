"""Which engine keeps an index: what its directory holds, what its URL says, what is installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from shlex import quote
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexFormatError, NearDupError
from scrapy_neardup.core.locations import (
    half_a_url,
    index_path,
    no_location,
    unexpanded,
    without_password,
)
from scrapy_neardup.core.stores.directory import is_there, no_index, require_moved_back
from scrapy_neardup.core.stores.owner_lock import LOCK_FILE

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from scrapy_neardup.core.stores.store import Store

LEVELDB, SQLITE = "leveldb", "sqlite"
ENGINES = (LEVELDB, SQLITE)
"""Each is also the scheme of a URL, ``leveldb:///absolute/path``."""
_FILES = {LEVELDB: "leveldb", SQLITE: "index.sqlite3"}
STORES = {LEVELDB: "LevelDBStore", SQLITE: "SQLiteStore"}
"""The class of each engine, in the module of its name, which has salvage, put_back and copy_live, too."""


def read_location(location: str | os.PathLike[str]) -> tuple[Path, str | None]:
    """The directory that *location* names, and the engine if *location* is the URL of an engine.

    Raises NearDupError for any other URL and what looks like half of one, for a URL without an
    absolute path, for a home directory that is not written out, and for a link that leads to nothing.
    """
    scheme, separator, rest = str(location).partition("://")
    if not separator:
        if problem := half_a_url(str(location), ENGINES) or unexpanded(str(location)):
            raise NearDupError(problem)
        return index_path(location), None
    if scheme not in ENGINES:
        raise no_location(str(location))
    if not rest.startswith("/"):
        raise NearDupError(
            f"{without_password(location)!r}: use an absolute path after {scheme}://, such as "
            f"{scheme}:///srv/neardup"
        )
    if problem := unexpanded(rest[1:], scheme):
        raise NearDupError(problem)
    return index_path(rest), scheme


def engine_in(directory: Path) -> str | None:
    """The engine of the index in *directory*, None if there is none.

    Raises IndexFormatError where there are two, and NearDupError where this process may not look.
    """
    found = [engine for engine, name in _FILES.items() if is_there(directory / name)]
    if len(found) > 1:
        raise IndexFormatError(
            f"{directory} holds two indexes, {' and '.join(_FILES[one] for one in found)}; move "
            "away the one that is not meant"
        )
    return found[0] if found else None


def index_around(directory: Path) -> Path | None:
    """The nearest directory above *directory* that is an index, None if there is none."""
    # Another directory may hold one called leveldb, too.
    return next(
        (
            above
            for above in directory.parents
            if is_there(above / LOCK_FILE) and engine_in(above) is not None
        ),
        None,
    )


def require_no_index_around(directory: Path) -> None:
    """Raise IndexFormatError if a new index in *directory* would lie in another one."""
    around = index_around(directory)
    if around is not None:
        raise IndexFormatError(
            f"{around} is an index itself; name a directory beside it, not one in it"
        )


def engine_of(directory: Path, wanted: str | None, *, shown: str | None = None) -> str | None:
    """The engine of the index in *directory*, None if there is none.

    Raises IndexFormatError if it is not the *wanted* engine, or if there are two indexes. Errors
    call the directory *shown*.
    """
    found = engine_in(directory)
    if found is not None and wanted not in (None, found):
        raise IndexFormatError(
            f"{shown or directory} holds an index of {found}, not {wanted}; leave the engine out, "
            f"or make one of {wanted} with "
            f"`scrapy neardup copy {quote(str(directory))} {wanted}:///new/directory`"
        )
    return found


def existing_engine(directory: Path, wanted: str | None = None) -> str:
    """The engine of the index in *directory*. Raises as :func:`engine_of`, and where there is none."""
    engine = engine_of(directory, wanted)
    if engine is None:
        require_moved_back(directory)
        raise no_index(directory)
    return engine


def default_engine() -> str:
    """The engine of a new index where none is asked for."""
    return LEVELDB if _is_installed() else SQLITE


def open_store(
    directory: Path,
    engine: str | None = None,
    *,
    holder: str = "python",
    sync: str = "interval",
    create: bool = True,
    shown: str | None = None,
) -> Store:
    """The store in *directory*, opened with the engine that its files belong to.

    A new store uses *engine*; for None it uses LevelDB where plyvel is installed, and SQLite
    elsewhere. Errors call the directory *shown*. Raises IndexFormatError if the files belong to
    another engine than *engine*, or to one that is not installed, or if a new store would lie in
    another index, and the errors of :class:`~.leveldb.LevelDBStore`.
    """
    found = engine_of(directory, engine, shown=shown)
    if found is None and create:
        require_no_index_around(directory)
    chosen = found or engine or default_engine()
    make = getattr(module_of(chosen, directory, shown), STORES[chosen])
    store: Store = make(directory, holder=holder, sync=sync, create=create, shown=shown)
    return store


def salvage(directory: Path, backup: Path) -> bool:
    """Salvage with the engine of the files in *directory*; see :func:`.leveldb.salvage`."""
    lacked_log: bool = module_of(existing_engine(directory), directory).salvage(directory, backup)
    return lacked_log


def put_back(directory: Path, backup: Path) -> None:
    """Undo :func:`salvage` with the engine of the files in *directory*; see :func:`.leveldb.put_back`."""
    module_of(existing_engine(directory), directory).put_back(directory, backup)


def copy_live(directory: Path, target: Path) -> None:
    """Copy with the engine of the files in *directory*; see :func:`.leveldb.copy_live`."""
    module_of(existing_engine(directory), directory).copy_live(directory, target)


def module_of(engine: str, directory: Path, shown: str | None = None) -> Any:
    """The module of *engine*. Raises IndexFormatError where plyvel is needed and missing or broken;
    errors call the directory *shown*.
    """
    name = shown or directory
    if engine == LEVELDB and not _is_installed():
        if engine_in(directory) is None:
            raise IndexFormatError(
                f"{name} is asked of LevelDB, and plyvel is not installed: "
                "pip install 'scrapy-neardup[leveldb]', or ask SQLite with sqlite://"
            )
        raise IndexFormatError(
            f"{name} is an index of LevelDB, and plyvel is not installed: "
            "pip install 'scrapy-neardup[leveldb]', or have it copied where plyvel is installed "
            "with `scrapy neardup copy OLD sqlite:///new/directory`"
        )
    if engine == LEVELDB:
        try:
            import_module("plyvel")
        except ImportError as error:
            # A plyvel built from source loads the library that it was built with.
            raise IndexFormatError(
                f"{name} needs LevelDB, and plyvel is installed but can't be loaded ({error}): "
                "build it again (pip install --force-reinstall --no-cache-dir plyvel), or remove "
                "it, and new indexes are kept by SQLite"
            ) from error
    return import_module(f"scrapy_neardup.core.stores.{engine}")


def _is_installed() -> bool:
    return find_spec("plyvel") is not None
