"""Indexes that a command makes whole or not at all."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.new_file import unwritable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.scheme import Scheme


@contextmanager
def new_index(path: Path, engine: str | None, scheme: Scheme, *, holder: str) -> Iterator[Index]:
    """A new index in the directory *path*, which is removed if the ``with`` block raises. For
    *engine* None it has the usual engine.

    Until it is complete, the index is beside *path*, as ``NAME.partial``. *holder* is the name by
    which other processes are told of its user. Raises CommandError if *path* is there already and is
    not an empty directory, if it is a mount point, or if ``NAME.partial`` is there or can't be made,
    and IndexFormatError if it is in the directory of an index.
    """
    from scrapy_neardup.core.index.local import NearDupIndex
    from scrapy_neardup.core.stores.directory import is_there
    from scrapy_neardup.core.stores.engines import require_no_index_around
    from scrapy_neardup.core.verdict.thresholds import PRESETS

    try:
        is_taken = is_there(path) and (not path.is_dir() or any(path.iterdir()))
        is_mount = path.is_mount()
    except OSError as error:
        raise CommandError(
            f"{path} can't be looked at: {error.strerror}; name another directory"
        ) from error
    if is_taken:
        raise CommandError(f"{path} exists already; name a new directory")
    require_no_index_around(path)
    if is_mount:
        # A directory can't be moved to the place of a mount point.
        raise CommandError(f"{path} is a file system of its own; name a new directory in it")
    partial = path.with_name(f"{path.name}.partial")
    try:
        partial.mkdir(parents=True)
    except FileExistsError:
        raise CommandError(
            f"{partial} is there from a `{holder}` that runs, or was killed; remove it then"
        ) from None
    except OSError as error:
        raise unwritable(partial, error, "name another directory", done="made") from error
    try:
        with NearDupIndex.open(
            f"{engine}://{partial}" if engine else partial,
            scheme,
            holder=holder,
            # Closing it waits for the disk.
            sync="never",
            thresholds=PRESETS["balanced"],
        ) as index:
            yield index
        try:
            partial.rename(path)
        except OSError as error:
            raise CommandError(
                f"{partial} can't be moved to {path}: {error.strerror}; name another directory"
            ) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
