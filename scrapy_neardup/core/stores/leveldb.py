"""The LevelDB store: one directory, one owner.

Every posting is a key of its own, with an empty value, like an entry of the sorted tables of Manku
et al. (WWW 2007): LevelDB sorts, merges and recovers them, and a bucket is a range of keys. A
document's postings are written in the batch of its record. A filter in memory tells which buckets
are worth a seek (:mod:`.bucket_filter`).

Keys: ``v`` and a plain key; ``w``, a bucket and a member; ``f`` for the filter's token.
"""

from __future__ import annotations

import os
import shutil
from collections import deque
from contextlib import ExitStack, closing, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import plyvel

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexLocked,
    NearDupError,
)
from scrapy_neardup.core.locations import real_path
from scrapy_neardup.core.own_process import OwnProcess
from scrapy_neardup.core.postings.posting import member_bytes, parted
from scrapy_neardup.core.stores import directory
from scrapy_neardup.core.stores.bucket_filter import FILE as FILTER
from scrapy_neardup.core.stores.bucket_filter import VERSION, BucketFilter
from scrapy_neardup.core.stores.directory import Explained, damaged, no_index
from scrapy_neardup.core.stores.log_tail import mend_flipped_lengths, refuse_flipped_lengths
from scrapy_neardup.core.stores.manifest import missing_log, refuse_missing_log
from scrapy_neardup.core.stores.owner_lock import OwnerLock, repairing
from scrapy_neardup.core.stores.seal import NO_DATA, TABLES, break_seal, seal
from scrapy_neardup.core.stores.store import BUCKET_CAP, Change
from scrapy_neardup.core.stores.sync import SyncSchedule
from scrapy_neardup.core.stores.writes import Writes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_neardup.core.postings.posting import Pair
    from scrapy_neardup.core.stores import reference as kernel

else:
    kernel = kernel_of("scrapy_neardup.core.stores", VERSION)

DATABASE = "leveldb"
_VALUE = b"v"
_POSTING = b"w"
"""Behind the values: a look for a posting also reads the block behind its place in each level of
LevelDB, and a value of counts makes that block many times as large."""
_FORMER_POSTING = b"p"
"""What stood in its place in formats before 9. Nothing reads it any more."""
_TOKEN = b"f"
_LAST_KEY = b"\xff"
_SEAL = "sealed.json"
_SCRATCH = "leveldb.repairing"
_SYNC_MARK = b"s"
_POSTING_BYTES = 18
"""Bytes of a posting in a table of LevelDB, approximately."""
_WRITE_BUFFER = 8 << 20
_LAYOUT: dict[str, Any] = {
    # No filters of LevelDB: they would hold all postings, which are only looked up by prefix, and
    # nearly every record that is looked up is there.
    "bloom_filter_bits": 0,
    # Hashes and ordinals hardly get smaller, and every read would unpack its block.
    "compression": None,
    # A read checks its whole block.
    "block_size": 2 << 10,
    "block_restart_interval": 64,
    # LevelDB keeps 990 tables open, and maps 1,000 at most.
    "max_file_size": 16 << 20,
}
"""How tables are written (measured: docs/performance.md, "LevelDB")."""
_LOST = ("invalid argument", "no such file")
"""What LevelDB says of a table that ends too early, or is not there."""
_COPY_ATTEMPTS = 5
_DELETED_AT_ONCE = 10_000


class LevelDBStore:
    """A store in the directory *path*, made there when it is missing or empty.

    *holder* names the owner in the message that other processes get. *sync* says what a crash of
    the whole machine may cost, see :class:`~.sync.SyncSchedule`.

    The store deletes nothing and makes nothing anew on its own. Everything read is checked against
    its checksum. After a change could not be written, no other is written: LevelDB would put it
    behind the torn one, where it can't be read again. In a child of the process that opened the
    store, every call raises NearDupError.

    Raises IndexLocked when another process has the store, IndexFormatError for a directory that
    holds something else, IndexReadOnly where nothing can be written, IndexCorrupt for damage.
    """

    engine = "LevelDB"

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        holder: str = "python",
        sync: str = "interval",
        create: bool = True,
        shown: str | None = None,
    ) -> None:
        self._sync = SyncSchedule(sync)
        self.path = real_path(path)
        self.shown = shown or str(self.path)
        self._explained = _explained(Path(self.shown))
        self._changed = False
        database = _prepare(self.path, create=create)
        with self._explained, ExitStack() as undo:
            self._lock = OwnerLock(self.path, holder)
            undo.callback(self._lock.release)
            # LevelDB would go on writing to files that have no name any more.
            self._writes = Writes(self.path, self._lock, str(database / "CURRENT"))
            if not break_seal(database, self.path / _SEAL):
                refuse_flipped_lengths(database)
                refuse_missing_log(database)
            self._db = _open(database, create=create)
            undo.callback(self._db.close)
            self._filter = self._read_filter()
            undo.pop_all()
        self._process = OwnProcess(f"the index {self.path}", self._db)

    def _read_filter(self) -> BucketFilter:
        token = self._db.get(_TOKEN, verify_checksums=True)
        postings = 0
        if self._posting_keys(b"", 1):
            # What is in LevelDB's log is not counted in its size.
            size = self._db.approximate_size(_POSTING, _POSTING + _LAST_KEY)
            postings = size // _POSTING_BYTES + 1
        front = len(_POSTING)
        return BucketFilter(self.path / FILTER, self._posting_keys, token, postings, front=front)

    def members(
        self, buckets: Sequence[bytes], *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        self._process.require()
        if self._db.closed:
            raise NearDupError(f"the index {self.path} is closed")
        found = [b""] * len(buckets)
        places = self._filter.may_hold(buckets)
        if places:
            with (
                self._explained,
                self._db.iterator(include_value=False, verify_checksums=True) as iterator,
            ):
                for place in places:
                    if most == 0:
                        break
                    found[place] = self._members_of(iterator, buckets[place], cap)
                    if most is not None and found[place]:
                        most -= 1
        return found

    def _members_of(self, iterator: Any, bucket: bytes, cap: int) -> bytes:
        """The packed members of *bucket*, the first *cap* of them."""
        prefix = _POSTING + bucket
        iterator.seek(prefix)
        packed, is_end = kernel.members(iterator, prefix, member_bytes(bucket), cap)
        if is_end:
            # If damage has ended the keys, this raises LevelDB's error.
            deque(self._walk(_POSTING, bucket), maxlen=0)
        return packed

    def holds(self, pairs: Sequence[Pair]) -> list[bool]:
        keys = [_POSTING + bucket + member for bucket, member in pairs]
        return [found is not None for found in self._at(keys)]

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        return self._at([_VALUE + key for key in keys])

    def _at(self, keys: Sequence[bytes]) -> list[bytes | None]:
        self._process.require()
        with self._explained:
            return [self._db.get(key, verify_checksums=True) for key in keys]

    def postings(self) -> Iterator[Pair]:
        self._process.require()
        return (parted(key) for key, _ in self._walk(_POSTING))

    def _posting_keys(self, start: bytes, most: int) -> list[bytes]:
        """The keys of the first *most* postings from the bucket *start* on."""
        with (
            self._explained,
            self._db.iterator(
                start=_POSTING + start,
                include_value=False,
                verify_checksums=True,
                fill_cache=False,
            ) as plain,
        ):
            keys = [*islice(plain, most)]
        if len(keys) < most or not keys[-1].startswith(_POSTING):
            # The postings end here, or a damaged block ended the reading.
            return [_POSTING + key for key, _ in self._walk(_POSTING, start=start)]
        return keys

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        self._process.require()
        return self._walk(_VALUE, prefix, start)

    def _walk(
        self, front: bytes, prefix: bytes = b"", start: bytes = b""
    ) -> Iterator[tuple[bytes, bytes]]:
        """The keys that begin with *front* and *prefix*, ascending, from *start* behind these on, each
        without its front, with its value. Raises LevelDB's error for damage.
        """
        whole, behind = front + prefix, len(front)
        # A plain iterator of plyvel takes a damaged block at the end for the end.
        with (
            self._explained,
            self._db.raw_iterator(verify_checksums=True, fill_cache=False) as iterator,
        ):
            iterator.seek(whole + start)
            while iterator.valid():
                key, value = iterator.item()
                if not key.startswith(whole):
                    return
                yield key[behind:], value
                iterator.next()

    def apply(self, change: Change) -> None:
        self._process.require()
        with self._explained:
            # Before the change, which is not written if this fails.
            self._filter.advance(len(change.post))
            due = self._sync.is_due
            batch = self._db.write_batch(sync=due)
            for bucket, member in change.unpost:
                batch.delete(_POSTING + bucket + member)
            for bucket, member in change.post:
                batch.put(_POSTING + bucket + member, b"")
            for key, value in change.values.items():
                if value is None:
                    batch.delete(_VALUE + key)
                else:
                    batch.put(_VALUE + key, value)
            # Before the write: if that is interrupted, the filter errs towards "maybe", as it may.
            self._filter.add([bucket for bucket, _ in change.post])
            self._write(batch)
        self._filter.removed(len(change.unpost))
        if due:
            self._sync.done()

    def _write(self, batch: Any) -> None:
        self._writes.require()
        if self._filter.token is not None:
            batch.delete(_TOKEN)
        try:
            batch.write()
        except (plyvel.Error, OSError) as error:
            raise self._writes.end(self._explained.of(error)) from error
        self._filter.token = None
        self._changed = True

    @property
    def waits_for_disk(self) -> bool:
        """Whether the next change is to be synced."""
        return self._sync.is_due

    def unposted(self) -> list[int]:
        """No documents: postings are written with their record."""
        return []

    def compact(self) -> None:
        self._process.require()
        with self._explained:
            self._filter.make_again()
            # LevelDB never rewrites a table that no other overlaps.
            self._db.compact_range(start=b"", stop=b"")
            batch = self._db.write_batch()
            batch.delete(b"\x00")
            batch.delete(_LAST_KEY)
            self._write(batch)
            # Without bounds, plyvel 1.5 compacts the range from the empty key to the empty key.
            self._db.compact_range(start=b"\x00", stop=_LAST_KEY)

    def close(self) -> None:
        self._process.require()
        if self._db.closed:
            return
        try:
            if self._changed and not self._writes.have_ended:
                with self._explained:
                    self._finish()
        finally:
            self._db.close()
            # Without a seal, the next owner assumes a crash, and nothing is lost.
            with suppress(OSError):
                if not self._writes.have_ended:
                    seal(self.path / DATABASE, self.path / _SEAL)
            with suppress(OSError):
                self._lock.release()

    def _finish(self) -> None:
        """Write everything to the disk, the filter too."""
        token = None
        # If there is no room for the filter, it is made again after the next opening.
        with suppress(OSError):
            token = self._filter.save()
        # LevelDB syncs its whole log with any synced write.
        batch = self._db.write_batch(sync=True)
        batch.delete(_SYNC_MARK)
        self._write(batch)
        if token is not None:
            self._db.put(_TOKEN, token, sync=True)
        # Compacting an empty range makes a table of the log. Else the next opening would have to,
        # which takes half a second for a full log. If this fails, the log is still there.
        self._db.compact_range(start=b"", stop=b"")


_user: int | None = None
"""The process that has used LevelDB."""


def _require_own_threads(path: Path) -> None:
    """Raise NearDupError in a child of a process that has used LevelDB.

    LevelDB has one thread for all databases of a process. A fork does not copy the thread, and the
    child would wait for it for ever.
    """
    global _user
    if _user not in (None, os.getpid()):
        raise NearDupError(
            f"the index {path} can't be opened here: this process is a child of {_user}, which "
            "has used LevelDB, and a fork can't share it; start the process anew (spawn), or keep "
            "the index in SQLite"
        )
    _user = os.getpid()


def _open(database: Path, *, create: bool) -> Any:
    _require_own_threads(database.parent)
    return plyvel.DB(
        os.fsencode(database),
        create_if_missing=create,
        # A change that a crash cut short is no corruption to LevelDB; all else is refused.
        paranoid_checks=True,
        write_buffer_size=_WRITE_BUFFER,
        **_LAYOUT,
    )


def salvage(path: Path, backup: Path) -> bool:
    """Replace the damaged store in *path* by what LevelDB can read of it, and move its files to
    *backup*. Returns whether its log was missing.

    Raises IndexLocked while the store is in use, IndexFormatError where there is none.
    """
    database = path / DATABASE
    if not database.is_dir():
        raise no_index(path)
    _require_own_threads(path)
    scratch = path / _SCRATCH
    with repairing(path, _explained):
        try:
            shutil.rmtree(scratch, ignore_errors=True)
            shutil.copytree(database, scratch / DATABASE)
            lacked_log = missing_log(database) is not None
            _rebuild(scratch / DATABASE, logs=scratch / "logs")
            # LevelDB's repair may bring back a token that had been taken out.
            (path / FILTER).unlink(missing_ok=True)
            database.rename(backup)
            try:
                (scratch / DATABASE).rename(database)
            except BaseException:
                # A directory without these files is no index, and refused by all.
                backup.rename(database)
                raise
            (path / _SEAL).unlink(missing_ok=True)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    return lacked_log


def put_back(path: Path, backup: Path) -> None:
    """Undo :func:`salvage`: put the damaged files back into their place.

    Raises IndexLocked while the store is in use.
    """
    scratch = path / _SCRATCH
    with repairing(path, _explained):
        # They are of the other files.
        for name in (FILTER, _SEAL):
            (path / name).unlink(missing_ok=True)
        shutil.rmtree(scratch, ignore_errors=True)
        # If this is killed, no part of an index stands in the place of the whole one.
        (path / DATABASE).rename(scratch)
        backup.rename(path / DATABASE)
        shutil.rmtree(scratch)


def _rebuild(database: Path, logs: Path) -> None:
    logs.mkdir()
    for log in database.glob("*.log"):
        log.rename(logs / log.name)
    plyvel.repair_db(os.fsencode(database), paranoid_checks=True, **_LAYOUT)
    # LevelDB's repair ignores the checksums of logs; its recovery checks them.
    for log in logs.iterdir():
        mend_flipped_lengths(log)
        log.rename(database / log.name)
    mended = plyvel.DB(os.fsencode(database), create_if_missing=False, **_LAYOUT)
    with closing(mended):
        # An index of format 8 that has lost its format record passes for one of today's.
        former = mended.iterator(prefix=_FORMER_POSTING, include_value=False)
        for keys in batched(former, _DELETED_AT_ONCE):
            with mended.write_batch() as batch:
                for key in keys:
                    batch.delete(key)


def copy_live(path: Path, target: Path) -> None:
    """Copy the database of a store, as of some recent moment; another process may be writing it.

    Tables that the manifest knows, and the filter, never change: they are linked where the file
    system can do so. A newer table is copied: when LevelDB opens the copy, it may give the same
    number to a table of its own, and would overwrite the one that the other process has open. If
    nobody has the store open, its seal is copied as well, so that damage shows in the copy, too.
    Only an owner that opens, closes or compacts the store between two steps can spoil a copy; then
    it is tried again.
    Raises IndexFormatError where there is no store, IndexCorrupt for damage.
    """
    database = _prepare(path, create=False)
    _require_own_threads(path)
    for attempt in range(_COPY_ATTEMPTS):
        copy = target / DATABASE
        shutil.rmtree(copy, ignore_errors=True)
        for name in (FILTER, _SEAL):
            (target / name).unlink(missing_ok=True)
        copy.mkdir(parents=True)
        try:
            known = min((f.stat().st_mtime_ns for f in database.glob("MANIFEST-*")), default=0)
            sealed = _sealed_at(path)
            # Tables last: the tables that a file copied before names are still there.
            for file in sorted(database.iterdir(), key=lambda file: file.suffix in TABLES):
                if file.suffix in TABLES and file.stat().st_mtime_ns < known:
                    _link_or_copy(file, copy / file.name)
                # Not "is a file": if a log has gone meanwhile, its content is in a table that the
                # copied manifest may not name, so the copy must be made again.
                elif file.name not in NO_DATA and not file.is_dir():
                    shutil.copy2(file, copy / file.name)
            with suppress(FileNotFoundError):
                # The filter is believed only if the copied database has its token.
                _link_or_copy(path / FILTER, target / FILTER)
            if sealed is not None:
                shutil.copy2(path / _SEAL, target / _SEAL)
            if sealed != _sealed_at(path):
                raise FileNotFoundError(_SEAL)
            if sealed is None:
                refuse_flipped_lengths(copy)
                refuse_missing_log(copy)
                _open(copy, create=False).close()
            return
        except (plyvel.Error, OSError, IndexCorrupt) as error:
            if attempt == _COPY_ATTEMPTS - 1:
                if isinstance(error, IndexCorrupt):
                    raise damaged(path, error) from error
                raise _explained(path).of(error) from error


def _sealed_at(path: Path) -> tuple[int, int] | None:
    """The inode and the time (ns) of a store's seal, None while it has none."""
    try:
        found = (path / _SEAL).stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def _link_or_copy(file: Path, copy: Path) -> None:
    try:
        os.link(file, copy)
    except FileNotFoundError:
        raise
    except OSError:
        # Another file system, or one without links.
        shutil.copy2(file, copy)


def _prepare(path: Path, *, create: bool) -> Path:
    database = path / DATABASE
    try:
        if _lacks_current(database):
            raise damaged(path, "its CURRENT file is missing")
        holds_index = database.is_dir() and (create or (database / "CURRENT").is_file())
    except OSError as error:
        raise directory.explain(path, error) from error
    directory.prepare(path, holds_index=holds_index, create=create)
    return database


def _lacks_current(database: Path) -> bool:
    # LevelDB would make a new, empty database among the old one's files. A crash while a database
    # is first made leaves a MANIFEST alone.
    return (
        database.is_dir()
        and not (database / "CURRENT").exists()
        and any(file.suffix in (".ldb", ".sst", ".log") for file in database.iterdir())
    )


def _explained(path: Path) -> Explained:
    # plyvel raises RuntimeError for a database that another thread has closed.
    return Explained(path, (plyvel.Error, RuntimeError), _explain)


def _explain(path: Path, error: Exception) -> NearDupError | None:
    text = directory.words_of(error)
    low = text.lower()
    if isinstance(error, plyvel.CorruptionError) or "corruption" in low or "checksum" in low:
        return damaged(path, text)
    if any(f"{suffix}: {what}" in low for suffix in TABLES for what in _LOST):
        return damaged(path, text)
    if "lock" in low and "held" in low:
        return IndexLocked(f"the index {path} is in use: {text}")
    return None
