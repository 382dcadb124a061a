"""The LevelDB store: one directory, one owner.

A bucket is one key whose value is the bucket's packed members. The alternative, one key a
posting, was measured (benchmarks/posting_layout.py) and is slower to query, as LevelDB's Bloom
filters serve exact keys only, and larger, as LevelDB spends about 14 bytes on every key. A
bucket of more than PAGE_BYTES goes on under further keys, so that no value grows without bound.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import plyvel

from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexFormatError,
    IndexLocked,
    IndexReadOnly,
    NearDupError,
)
from scrapy_neardup.core.store import Change, by_bucket, with_members, without_members

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGE_BYTES = 4092
_BUCKET = b"b"
_VALUE = b"v"
_DATABASE = "leveldb"
_LOCK = "owner.lock"


class OwnerLock:
    """An exclusive claim on a directory, held by this process until ``release``.

    LevelDB's own lock is lost when the owning process opens and closes the lock file again, as a
    second open or a backup does (POSIX ``fcntl`` locks belong to the process). This one is
    ``flock``, which belongs to the open file.
    """

    def __init__(self, directory: Path, holder: str) -> None:
        self._path = directory / _LOCK
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            raise IndexLocked(
                f"the index {directory} is in use by {self._describe_holder()}; "
                "stop that crawl, give this one another directory, or share one index"
            ) from None
        self._descriptor: int | None = descriptor
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, json.dumps(_holder_record(holder)).encode(), 0)

    def _describe_holder(self) -> str:
        try:
            record = json.loads(self._path.read_text("utf-8"))
            return (
                f"process {record['pid']} on {record['host']} ({record['holder']}, "
                f"since {record['since']})"
            )
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"

    def release(self) -> None:
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None


def _holder_record(holder: str) -> dict[str, Any]:
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "holder": holder,
        "since": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }


class LevelDBStore:
    """A store in the directory *path*, made there when it is missing or empty.

    *holder* names the owner in the message that other processes get. Nothing is ever deleted or
    made anew on its own.

    Raises IndexLocked when another process has it, IndexFormatError for a directory that holds
    something else, IndexReadOnly where nothing can be written, IndexCorrupt for damage.
    """

    def __init__(self, path: str | os.PathLike[str], *, holder: str = "python") -> None:
        self.path = Path(path).resolve()
        database = _prepare_directory(self.path)
        try:
            self._lock = OwnerLock(self.path, holder)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        try:
            self._db = plyvel.DB(
                str(database),
                create_if_missing=True,
                paranoid_checks=True,
                bloom_filter_bits=10,
                lru_cache_size=32 << 20,
                write_buffer_size=8 << 20,
            )
        except (plyvel.Error, OSError) as error:
            self._lock.release()
            raise _explain(self.path, error) from error

    def members(self, buckets: Sequence[bytes]) -> list[bytes]:
        try:
            return [self._read_bucket(_BUCKET + bucket) for bucket in buckets]
        except (plyvel.Error, OSError) as error:
            raise _explain(self.path, error) from error

    def _read_bucket(self, key: bytes) -> bytes:
        packed: bytes = self._db.get(key, b"")
        if len(packed) < PAGE_BYTES:
            return packed
        pages = [packed]
        while len(pages[-1]) == PAGE_BYTES:
            pages.append(self._db.get(_page_key(key, len(pages)), b""))
        return b"".join(pages)

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        try:
            return [self._db.get(_VALUE + key) for key in keys]
        except (plyvel.Error, OSError) as error:
            raise _explain(self.path, error) from error

    def items(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        try:
            with self._db.iterator(prefix=_VALUE + prefix) as iterator:
                for key, value in iterator:
                    yield key[1:], value
        except (plyvel.Error, OSError) as error:
            raise _explain(self.path, error) from error

    def apply(self, change: Change) -> None:
        removed = by_bucket(change.unpost)
        added = by_bucket(change.post)
        try:
            with self._db.write_batch(transaction=True) as batch:
                for bucket in removed.keys() | added.keys():
                    key = _BUCKET + bucket
                    old = self._read_bucket(key)
                    new = without_members(old, removed.get(bucket, ()))
                    new = with_members(new, added.get(bucket, ()))
                    _write_bucket(batch, key, old, new)
                for key, value in change.values.items():
                    if value is None:
                        batch.delete(_VALUE + key)
                    else:
                        batch.put(_VALUE + key, value)
        except (plyvel.Error, OSError) as error:
            raise _explain(self.path, error) from error

    def close(self) -> None:
        self._db.close()
        self._lock.release()


def _page_key(key: bytes, page: int) -> bytes:
    return key + page.to_bytes(4, "big") if page else key


def _write_bucket(batch: Any, key: bytes, old: bytes, new: bytes) -> None:
    for start in range(0, max(len(old), len(new)), PAGE_BYTES):
        page = new[start : start + PAGE_BYTES]
        if page == old[start : start + PAGE_BYTES]:
            continue
        page_key = _page_key(key, start // PAGE_BYTES)
        if page:
            batch.put(page_key, page)
        else:
            batch.delete(page_key)


def _prepare_directory(path: Path) -> Path:
    database = path / _DATABASE
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not database.is_dir() and any(entry.name != _LOCK for entry in path.iterdir()):
            raise IndexFormatError(
                f"{path} holds files but no index; name an empty or a new directory"
            )
    except (FileExistsError, NotADirectoryError) as error:
        raise IndexFormatError(
            f"{path} can't be an index: {error.strerror}; name a directory"
        ) from error
    except OSError as error:
        raise _unwritable(path, error) from error
    return database


def _unwritable(path: Path, error: OSError) -> NearDupError:
    return IndexReadOnly(
        f"the index {path} can't be written: {error.strerror}; "
        "give this process the right to write there, or name another directory"
    )


def _explain(path: Path, error: Exception) -> NearDupError:
    text = str(error)
    if isinstance(error, plyvel.CorruptionError) or "orruption" in text or "checksum" in text:
        return IndexCorrupt(
            f"the index {path} is damaged ({text}); nothing was changed, restore a backup of it"
        )
    if "lock" in text and "held" in text:
        return IndexLocked(f"the index {path} is in use: {text}")
    if "ermission denied" in text or "ead-only" in text:
        return IndexReadOnly(
            f"the index {path} can't be written: {text}; "
            "give this process the right to write there, or name another directory"
        )
    if "does not exist" in text or "invalid argument" in text.lower():
        return IndexFormatError(f"{path} can't be opened as an index: {text}")
    return NearDupError(f"the index {path} failed: {text}")
