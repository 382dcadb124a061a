"""The LevelDB store: one directory, one owner.

Values are LevelDB's own. Postings are first :mod:`.recent`, then in sorted :mod:`.runs`, for each
of a document's falls into another place: a bucket that is read and written again whenever it gets
a member costs more of both (benchmarks/posting_layout.py).
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
import socket
import time
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import plyvel

from scrapy_neardup.core.batches import batched
from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexFormatError,
    IndexLocked,
    IndexReadOnly,
    NearDupError,
)
from scrapy_neardup.core.index.posting import MEMBER, TAG_BITS
from scrapy_neardup.core.index.store import BUCKET_CAP, Change, contains, split
from scrapy_neardup.core.leveldb import runs
from scrapy_neardup.core.leveldb.log_tail import mend_flipped_lengths, refuse_flipped_lengths
from scrapy_neardup.core.leveldb.page import bucket_at, members_of
from scrapy_neardup.core.leveldb.recent import Recent, entry_of
from scrapy_neardup.core.leveldb.runs import POSTING_KEYS, Runs
from scrapy_neardup.core.leveldb.seal import break_seal, seal
from scrapy_neardup.core.leveldb.squeeze import LAST_KEY, mark, squeeze, tables_at

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Sequence

_LOG = b"l"
_VALUE = b"v"
_DATABASE = "leveldb"
_LOCK = "owner.lock"
_SEAL = "sealed.json"
_SCRATCH = "leveldb.repairing"
_SYNC_MARK = b"s"
_WRITE_BUFFER = 8 << 20
_LAYOUT: dict[str, Any] = {
    "bloom_filter_bits": 10,
    # Hashes and ordinals hardly get smaller, and every read would unpack its block.
    "compression": None,
    # A read checks its whole block.
    "block_size": 2 << 10,
    "block_restart_interval": 32,
    # LevelDB keeps 990 tables open, and maps 1,000 at most.
    "max_file_size": 16 << 20,
}
"""How tables are written (measured: docs/performance.md, "LevelDB")."""
_MANY = 64
_REMEMBERED = 1 << 12
_MUCH_DEAD = 16 << 20
_SMALL = 96 << 20
_FEW_TABLES = 4
_COPY_ATTEMPTS = 5
_REMEDY = "restore a backup, or salvage what is readable with `scrapy neardup repair`"

SYNC_MODES = ("document", "interval", "never")
SYNC_SECONDS = 5.0


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
        claimed = os.fstat(descriptor)
        self._file = claimed.st_dev, claimed.st_ino
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, json.dumps(_holder_record(holder)).encode(), 0)
        except OSError:
            os.close(descriptor)
            raise

    def _describe_holder(self) -> str:
        try:
            record = json.loads(self._path.read_text("utf-8"))
            return (
                f"process {record['pid']} on {record['host']} ({record['holder']}, "
                f"since {record['since']})"
            )
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"

    def in_place(self) -> bool:
        """Whether the directory that was claimed still has its name."""
        try:
            named = os.stat(self._path)
        except OSError:
            return False
        return (named.st_dev, named.st_ino) == self._file

    def release(self) -> None:
        if self._descriptor is not None:
            try:
                os.ftruncate(self._descriptor, 0)
            finally:
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

    *holder* names the owner in the message that other processes get. *sync* says what a crash of
    the whole machine may cost; a crash of the process alone costs nothing applied before, and
    closing waits for the disk:

    - ``"document"``: nothing, every change waits for the disk;
    - ``"interval"``: the changes of the last SYNC_SECONDS;
    - ``"never"``: what the system had not written back yet, some 30 seconds as a rule.

    With *salvaged*, for a repair, postings that can't all be read are dropped. Else nothing is ever
    deleted or made anew on its own. Everything read is checked against its checksum. Once a change
    could not be written, no other is: LevelDB would write it behind the torn one, where it can't
    be read again.

    Raises IndexLocked when another process has it, IndexFormatError for a directory that holds
    something else, IndexReadOnly where nothing can be written, IndexCorrupt for damage.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        holder: str = "python",
        sync: str = "interval",
        create: bool = True,
        salvaged: bool = False,
    ) -> None:
        if sync not in SYNC_MODES:
            raise ValueError(f"sync is {sync!r}; use one of {', '.join(SYNC_MODES)}")
        self.path = Path(path).resolve()
        self._explained = _Explained(self.path)
        self._sync = sync
        self._synced = time.monotonic()
        self._changed = False
        self._broken: NearDupError | None = None
        # How many members of a bucket a query found in runs, where they were many.
        self._crowds: dict[bytes, int] = {}
        self._squeezing: threading.Thread | None = None
        self._dead_logs = 0
        database = _prepare_directory(self.path, create=create)
        self._current = str(database / "CURRENT")
        with self._explained:
            self._lock = OwnerLock(self.path, holder)
        try:
            with self._explained:
                if not break_seal(database, self.path / _SEAL):
                    refuse_flipped_lengths(database)
                self._db = _open(database, create=create)
            try:
                with self._explained:
                    self._read_postings(salvaged=salvaged)
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def _read_postings(self, *, salvaged: bool) -> None:
        self._recent = Recent()
        try:
            self._runs = Runs(self._get, self._scan, self._write_all)
            for _, entry in self._scan(_LOG):
                self._recent.replay(entry)
            if salvaged:
                for _ in self.buckets():
                    pass
        except IndexCorrupt:
            if not salvaged:
                raise
            self.drop_postings()

    def drop_postings(self) -> None:
        """Forget all postings: for a repair, which makes them anew."""
        for prefix in (_LOG, *POSTING_KEYS):
            for keys in batched((key for key, _ in self._scan(prefix)), _REMEMBERED):
                self._write_all(dict.fromkeys(keys))
        self._recent = Recent()
        self._runs = Runs(self._get, self._scan, self._write_all)

    @property
    def loose_bits(self) -> bytes:
        """See :attr:`.Store.loose_bits`."""
        return self._runs.loose

    @loose_bits.setter
    def loose_bits(self, bits: bytes) -> None:
        with self._explained:
            self._runs.loose = bits

    def members(self, buckets: Sequence[bytes], tags: bytes = b"") -> list[bytes]:
        if self._db.closed:
            raise NearDupError(f"the index {self.path} is closed")
        added, gone = self._recent.added, self._recent.gone
        found = [added.get(bucket, b"") for bucket in buckets]
        if not self._runs:
            return found
        with self._explained:
            older = self._runs.find(list(buckets), tags)
        for place, layers in older.items():
            bucket = buckets[place]
            recent = found[place], gone.get(bucket, b"")
            packed = found[place] = _standing([recent, *layers])
            many = (len(packed) - len(recent[0])) // MEMBER.itemsize
            if many >= _MANY or bucket in self._crowds:
                if len(self._crowds) > _REMEMBERED:
                    self._crowds.clear()
                self._crowds[bucket] = many
        return found

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        with self._explained:
            return [self._db.get(_VALUE + key, verify_checksums=True) for key in keys]

    def buckets(self) -> Iterator[tuple[bytes, bytes]]:
        bucket, packed = b"", b""
        with self._explained, self._db.snapshot() as snapshot:

            def get(key: bytes) -> bytes | None:
                value: bytes | None = snapshot.get(key, verify_checksums=True)
                return value

            for entries in self._runs.walk(self._recent.entries(), get):
                numbers = entries.keys >> np.uint64(TAG_BITS)
                starts = [0, *(np.flatnonzero(numbers[1:] != numbers[:-1]) + 1).tolist()]
                members = members_of(entries)
                ends = [*starts[1:], len(numbers)]
                for start, end in zip(starts, ends, strict=True):
                    current = bucket_at(int(entries.keys[start]))
                    if current != bucket and packed:
                        yield bucket, packed
                        packed = b""
                    bucket = current
                    packed += members[start * MEMBER.itemsize : end * MEMBER.itemsize]
            if packed:
                yield bucket, packed

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        for key, value in self._scan(_VALUE + prefix, start):
            yield key[len(_VALUE) :], value

    def _scan(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        # A plain iterator of plyvel takes a damaged block at the end for the end.
        with (
            self._explained,
            self._db.raw_iterator(verify_checksums=True, fill_cache=False) as iterator,
        ):
            iterator.seek(prefix + start)
            while iterator.valid():
                key, value = iterator.item()
                if not key.startswith(prefix):
                    break
                yield key, value
                iterator.next()

    def apply(self, change: Change) -> int:
        with self._explained:
            # Before the change, which is not written if it fails.
            self._tidy(len(change.post) + len(change.unpost))
            post, refused = self._with_room(change)
            entry = entry_of(change.unpost, post)
            due = self.waits_for_disk
            batch = self._db.write_batch(sync=due)
            if entry:
                batch.put(_log_key(len(self._recent.log)), entry)
            for key, value in change.values.items():
                if value is None:
                    batch.delete(_VALUE + key)
                else:
                    batch.put(_VALUE + key, value)
            self._write(batch)
        if entry:
            self._recent.apply(change.unpost, post, entry)
        if due:
            self._synced = time.monotonic()
        return refused

    def _with_room(self, change: Change) -> tuple[list[tuple[bytes, bytes]], int]:
        """Those pairs to post whose bucket takes them, and how many find theirs full."""
        post, recent, crowds = change.post, self._recent.added, self._crowds
        if not crowds and self._recent.largest // MEMBER.itemsize + len(post) <= BUCKET_CAP:
            return post, 0
        taken: list[tuple[bytes, bytes]] = []
        refused = 0
        coming: dict[bytes, set[bytes]] = {}
        unposted = set(change.unpost)
        for pair in post:
            bucket, member = pair
            there, more = recent.get(bucket, b""), coming.setdefault(bucket, set())
            members = len(there) // MEMBER.itemsize + len(more) + crowds.get(bucket, 0)
            if members < BUCKET_CAP or pair in unposted or member in more:
                more.add(member)
                taken.append(pair)
            elif not contains(self.members([bucket], member[1::-1])[0], member):
                refused += 1
        return taken, refused

    def _tidy(self, postings: int) -> None:
        """Do the work on runs that is due when so many *postings* come."""
        if self._recent.postings >= runs.RUN:
            self._make_run()
        if self._runs.advance(postings):
            dead = self._runs.dead_bytes
            if dead >= _MUCH_DEAD and dead * 10 >= self._runs.size and self._at_leisure():
                # LevelDB does not know how much was deleted there, and would keep it until as much
                # has been written.
                self._squeezing = squeeze(self._db, *self._runs.take_dead())

    def _at_leisure(self) -> bool:
        """Whether LevelDB has little to merge. What it is asked to do while it is behind has it
        write the long level 1 again.
        """
        if self._squeezing is not None and self._squeezing.is_alive():
            return False
        return sum([tables_at(self._db, level) for level in (0, 1)]) <= _FEW_TABLES

    def _make_run(self) -> None:
        """Make a run of what is recent."""
        log = self._recent.log
        self._runs.add(
            self._recent.entries(), {_log_key(number): None for number in range(len(log))}
        )
        self._dead_logs += sum(map(len, log))
        self._recent = Recent()

    def _write_all(self, changes: dict[bytes, bytes | None]) -> None:
        batch = self._db.write_batch()
        for key, value in changes.items():
            if value is None:
                batch.delete(key)
            else:
                batch.put(key, value)
        mark(batch)
        self._write(batch)

    def _get(self, key: bytes) -> bytes | None:
        value: bytes | None = self._db.get(key, verify_checksums=True)
        return value

    def _write(self, batch: Any) -> None:
        if self._broken is None and not (self._lock.in_place() and os.path.exists(self._current)):
            # LevelDB would go on writing to files that have no name any more.
            self._broken = NearDupError(
                f"the index {self.path} was deleted or moved while it was in use; "
                "what it held is as safe as its files"
            )
        if self._broken is not None:
            raise self._broken
        try:
            batch.write()
        except (plyvel.Error, OSError) as error:
            self._broken = _explain(self.path, error)
            raise self._broken from error
        self._changed = True

    @property
    def waits_for_disk(self) -> bool:
        """Whether the next change is to be synced."""
        if self._sync == "interval":
            return time.monotonic() - self._synced >= SYNC_SECONDS
        return self._sync == "document"

    def compact(self) -> None:
        with self._explained:
            if self._recent.postings:
                self._make_run()
            self._runs.merge_all()
            self._rewrite()

    def _give_back(self) -> None:
        """Give back the space of what was deleted since the store was opened, if it is much."""
        size = self._db.approximate_size(b"\x00", LAST_KEY)
        if (self._runs.deleted_bytes + self._dead_logs) * 20 <= size:
            return
        if size <= _SMALL:
            self._rewrite()
        while self._runs.dead_bytes and self._at_leisure():
            start, stop = self._runs.take_dead()
            self._db.compact_range(start=start, stop=stop)

    def _rewrite(self) -> None:
        """Write all tables anew, without what was deleted."""
        if self._squeezing is not None:
            self._squeezing.join()
        self._runs.forget_dead()
        self._dead_logs = 0
        # LevelDB never rewrites a table that no other overlaps.
        self._db.compact_range(start=b"", stop=b"")
        self._write_all({b"\x00": None, LAST_KEY: None})
        # Without bounds, plyvel 1.5 compacts the range from the empty key to the empty key.
        self._db.compact_range(start=b"\x00", stop=LAST_KEY)

    def close(self) -> None:
        if self._db.closed:
            return
        try:
            if self._changed and self._broken is None:
                with self._explained:
                    # LevelDB syncs its whole log with any synced write.
                    batch = self._db.write_batch(sync=True)
                    batch.delete(_SYNC_MARK)
                    self._write(batch)
                    # An empty range: makes a table of the log, which the next opening would have
                    # to do, half a second for a full one. Should that fail, the log is there.
                    self._db.compact_range(start=b"", stop=b"")
                # Without room or descriptors to do so the space is lost until the next time.
                with suppress(NearDupError):
                    self._give_back()
        finally:
            if self._squeezing is not None:
                self._squeezing.join()
            self._db.close()
            # What can't be sealed is taken for the work of a crash, which is no loss.
            with suppress(OSError):
                if self._broken is None:
                    seal(self.path / _DATABASE, self.path / _SEAL)
            with suppress(OSError):
                self._lock.release()


def _log_key(number: int) -> bytes:
    return _LOG + number.to_bytes(4, "big")


def _standing(layers: Sequence[tuple[bytes, bytes]]) -> bytes:
    """The packed members that stand, of those there and gone, the newest layer first."""
    filled = [there for there, gone in layers if there]
    if len(filled) < 2 and not any(gone for _, gone in layers):
        return filled[0] if filled else b""
    standing: list[bytes] = []
    seen: set[bytes] = set()
    for there, gone in layers:
        new = [member for member in split(there, MEMBER.itemsize) if member not in seen]
        standing += new
        seen.update(new, split(gone, MEMBER.itemsize))
    return b"".join(standing)


def _open(database: Path, *, create: bool) -> Any:
    return plyvel.DB(
        os.fsencode(database),
        create_if_missing=create,
        # A change that a crash cut short is no corruption to LevelDB; all else is refused.
        paranoid_checks=True,
        write_buffer_size=_WRITE_BUFFER,
        **_LAYOUT,
    )


def salvage(path: str | os.PathLike[str], backup: Path) -> None:
    """Put what LevelDB can read of a damaged store in its place, and its own files in *backup*.

    Raises IndexLocked while the store is in use, IndexFormatError where there is none.
    """
    real = Path(path).resolve()
    database = real / _DATABASE
    if not database.is_dir():
        raise IndexFormatError(f"{real} holds no index; name the directory of one")
    with _Explained(real):
        lock = OwnerLock(real, "repair")
    scratch = real / _SCRATCH
    try:
        with _Explained(real):
            shutil.rmtree(scratch, ignore_errors=True)
            shutil.copytree(database, scratch / _DATABASE)
            _rebuild(scratch / _DATABASE, logs=scratch / "logs")
            database.rename(backup)
            (scratch / _DATABASE).rename(database)
            (real / _SEAL).unlink(missing_ok=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        lock.release()


def _rebuild(database: Path, logs: Path) -> None:
    logs.mkdir()
    for log in database.glob("*.log"):
        log.rename(logs / log.name)
    plyvel.repair_db(os.fsencode(database), paranoid_checks=True, **_LAYOUT)
    # LevelDB's repair reads logs without a look at their checksums, its recovery does not.
    for log in logs.iterdir():
        mend_flipped_lengths(log)
        log.rename(database / log.name)
    plyvel.DB(os.fsencode(database), create_if_missing=False, **_LAYOUT).close()


def copy_live(path: str | os.PathLike[str], target: Path) -> None:
    """Copy the database of a store that another process is writing, as of some recent moment.

    LevelDB's table files never change once written, so only a compaction between two steps can
    spoil a copy; it is tried again then. Raises IndexFormatError where there is no store.
    """
    database = _prepare_directory(Path(path).resolve(), create=False)
    for attempt in range(_COPY_ATTEMPTS):
        copy = target / _DATABASE
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir(parents=True)
        try:
            names = sorted(os.listdir(database), key=lambda name: name.endswith((".ldb", ".sst")))
            for name in names:
                if name not in ("LOCK", "LOG", "LOG.old"):
                    shutil.copy2(database / name, copy / name)
            plyvel.DB(os.fsencode(copy), create_if_missing=False).close()
            return
        except (plyvel.Error, OSError) as error:
            if attempt == _COPY_ATTEMPTS - 1:
                raise _explain(database.parent, error) from error


def _prepare_directory(path: Path, *, create: bool) -> Path:
    database = path / _DATABASE
    try:
        if _lacks_current(database):
            raise _damaged(path, "its CURRENT file is missing")
        if not create and not (database / "CURRENT").is_file():
            raise IndexFormatError(f"{path} holds no index; name the directory of one")
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
        raise _explain(path, error) from error
    return database


def _lacks_current(database: Path) -> bool:
    # LevelDB would make a new, empty database among the old one's files. A MANIFEST alone is left
    # by a crash while the first one was made.
    return (
        database.is_dir()
        and not (database / "CURRENT").exists()
        and any(file.suffix in (".ldb", ".sst", ".log") for file in database.iterdir())
    )


class _Explained:
    """Turns what LevelDB and the system raise into errors that say what to do."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: object
    ) -> None:
        if isinstance(error, IndexCorrupt):
            raise _damaged(self._path, error) from error
        if isinstance(error, (plyvel.Error, OSError)):
            raise _explain(self._path, error) from error
        if isinstance(error, RuntimeError):
            # plyvel's, of a database that another thread has closed
            raise NearDupError(f"the index {self._path} failed: {error}") from error


def _damaged(path: Path, problem: object) -> NearDupError:
    return IndexCorrupt(f"the index {path} is damaged ({problem}); nothing was changed: {_REMEDY}")


def _explain(path: Path, error: Exception) -> NearDupError:
    reason = error.args[0] if error.args else ""
    # plyvel hands on LevelDB's bytes.
    text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(error)
    number = None
    if isinstance(error, OSError) and error.strerror:
        number, text = error.errno, error.strerror
    low = text.lower()
    if isinstance(error, plyvel.CorruptionError) or "corruption" in low or "checksum" in low:
        return _damaged(path, text)
    if "lock" in low and "held" in low:
        return IndexLocked(f"the index {path} is in use: {text}")
    if number in (errno.EACCES, errno.EROFS) or "permission denied" in low or "read-only" in low:
        return IndexReadOnly(
            f"the index {path} can't be written: {text}; "
            "give this process the right to write there, or name another directory"
        )
    if number in (errno.ENOSPC, errno.EDQUOT) or "no space" in low or "quota" in low:
        return NearDupError(f"the index {path} failed: {text}; make room on its disk")
    if number in (errno.EMFILE, errno.ENFILE) or "too many open files" in low:
        return NearDupError(
            f"the index {path} failed: {text}; raise the limit of open files (ulimit -n)"
        )
    return NearDupError(f"the index {path} failed: {text}")
