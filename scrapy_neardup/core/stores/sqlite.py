"""The SQLite store: one directory, one owner, nothing to install.

Values are rows, written as they come. Postings are spread over their whole table, where each would
change a page of its own, so they wait in memory and are written in order, some thousands at a
time. Until then the numbers of their documents stand in a table that is written in the same
transaction as the record: after a crash the index posts those documents again.

The write-ahead log lets other processes read while one writes. SQLite keeps no checksums, so each
value has its own.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import zlib
from contextlib import ExitStack, closing, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import (
    IndexCorrupt,
    IndexFormatError,
    IndexLocked,
    NearDupError,
)
from scrapy_neardup.core.locations import real_path
from scrapy_neardup.core.own_process import OwnProcess
from scrapy_neardup.core.postings.posting import member_bytes
from scrapy_neardup.core.stores import directory
from scrapy_neardup.core.stores.bucket_filter import FILE as FILTER
from scrapy_neardup.core.stores.bucket_filter import BucketFilter
from scrapy_neardup.core.stores.directory import Explained, damaged, no_index
from scrapy_neardup.core.stores.owner_lock import OwnerLock, repairing
from scrapy_neardup.core.stores.reference import LONGEST_BUCKET
from scrapy_neardup.core.stores.store import BUCKET_CAP, Change
from scrapy_neardup.core.stores.sync import SyncSchedule
from scrapy_neardup.core.stores.writes import Writes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scrapy_neardup.core.postings.posting import Pair

DATABASE = "index.sqlite3"
_FILES = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")
_APPLICATION = 0x6E656172
"""SQLite's application_id of an index: "near"."""
_SCHEMA = """
CREATE TABLE value (key BLOB PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE posting (bucket BLOB, member BLOB, PRIMARY KEY (bucket, member)) WITHOUT ROWID;
CREATE TABLE unposted (ordinal INTEGER PRIMARY KEY);
"""
_TOKEN = b"\xfffilter"
"""Key of the filter's token, behind the keys of the index."""
_POSTING_BYTES = 32
"""Bytes of the database for a posting, approximately, with its share of the document's other
rows."""
_WAITING = 36_000
"""The most changes of postings that wait in memory: those of a thousand articles."""
_AT_ONCE = 1000
_LAST_ROW = 1 << 62
"""Beyond the number of any row."""
_CACHE_KIB = 32 << 10


class SQLiteStore:
    """A store in the directory *path*, made there when it is missing or empty.

    *holder*, *sync* and errors are those of :class:`~.leveldb.LevelDBStore`; ``"document"`` syncs
    every transaction (``synchronous=FULL``), ``"interval"`` one every five seconds.
    """

    engine = "SQLite"

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
        self._database = _prepare(self.path, create=create)
        self._changed = False
        self._closed = False
        # Postings that are yet to be added to their table, and those yet to be deleted from it.
        self._added: dict[bytes, set[bytes]] = {}
        self._removed: dict[bytes, set[bytes]] = {}
        self._waiting = 0
        self._waited_for: set[int] = set()
        with self._explained, ExitStack() as undo:
            self._lock = OwnerLock(self.path, holder)
            undo.callback(self._lock.release)
            self._writes = Writes(self.path, self._lock, str(self._database))
            self._db = _open(self._database)
            undo.callback(self._db.close)
            self._unposted = [row[0] for row in self._rows("SELECT ordinal FROM unposted")]
            self._filter = self._read_filter()
            undo.pop_all()
        self._process = OwnProcess(f"the index {self.path}", self._db)

    def _read_filter(self) -> BucketFilter:
        (token,) = self._values([_TOKEN])
        postings = 0
        if self._rows("SELECT 1 FROM posting LIMIT 1"):
            postings = self._database.stat().st_size // _POSTING_BYTES + 1
        return BucketFilter(self.path / FILTER, self._buckets, token, postings)

    def members(
        self, buckets: Sequence[bytes], *, cap: int = BUCKET_CAP, most: int | None = None
    ) -> list[bytes]:
        self._require_open()
        found = [b""] * len(buckets)
        with self._explained:
            places = {*self._filter.may_hold(buckets)}
            for place, bucket in enumerate(buckets):
                if most == 0:
                    break
                if place not in places and bucket not in self._added:
                    continue
                removed = self._removed.get(bucket, ())
                rows = self._rows(
                    "SELECT member FROM posting WHERE bucket = ? ORDER BY member LIMIT ?",
                    (bucket, cap + len(removed)),
                )
                members = [member for (member,) in _blobs(rows) if member not in removed]
                if bucket in self._added:
                    members = sorted({*members, *self._added[bucket]})
                found[place] = b"".join(members[:cap])
                if most is not None and members:
                    most -= 1
        return found

    def holds(self, pairs: Sequence[Pair]) -> list[bool]:
        self._require_open()
        query = "SELECT 1 FROM posting WHERE bucket = ? AND member = ?"
        with self._explained:
            return [
                member in self._added.get(bucket, ())
                or (
                    member not in self._removed.get(bucket, ())
                    and bool(self._rows(query, (bucket, member)))
                )
                for bucket, member in pairs
            ]

    def values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        self._require_open()
        with self._explained:
            return self._values(keys)

    def _values(self, keys: Sequence[bytes]) -> list[bytes | None]:
        found: list[bytes | None] = []
        for key in keys:
            rows = self._rows("SELECT value FROM value WHERE key = ?", (key,))
            found.append(_checked(key, _blobs(rows)[0][0]) if rows else None)
        return found

    def postings(self) -> Iterator[Pair]:
        self._require_open()
        with self._explained:
            self._flush()
        return self._walk_table(b"")

    def _buckets(self, start: bytes, most: int) -> list[bytes]:
        """The buckets of the first *most* pairs in the table from the bucket *start* on."""
        return [bucket for bucket, _ in islice(self._walk_table(start), most)]

    def _walk_table(self, start: bytes) -> Iterator[Pair]:
        """The (bucket, member) pairs in the table, from the bucket *start* on."""
        bucket, member = start, b""
        while True:
            with self._explained:
                rows = self._rows(
                    "SELECT bucket, member FROM posting WHERE (bucket, member) > (?, ?) "
                    "ORDER BY bucket, member LIMIT ?",
                    (bucket, member, _AT_ONCE),
                )
                if not all(_is_posting(*row) for row in rows):
                    raise IndexCorrupt("a row holds no posting")
            yield from rows
            if len(rows) < _AT_ONCE:
                return
            bucket, member = rows[-1]

    def items(self, prefix: bytes, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        self._require_open()
        least, comparison = prefix + start, ">="
        # No key of an index goes on with so many of these. Behind the records are the texts, which are
        # large.
        most = prefix + b"\xff" * 8
        while True:
            with self._explained:
                rows = self._rows(
                    f"SELECT key, value FROM value WHERE key {comparison} ? AND key < ? "
                    "ORDER BY key LIMIT ?",
                    (least, most, _AT_ONCE),
                )
                items = [
                    (key, _checked(key, value))
                    for key, value in _blobs(rows)
                    if key.startswith(prefix) and key != _TOKEN
                ]
            yield from items
            if len(rows) < _AT_ONCE or not rows[-1][0].startswith(prefix):
                return
            least, comparison = rows[-1][0], ">"

    def apply(self, change: Change) -> None:
        self._require_open()
        with self._explained:
            # Before the change, which is not written if this fails.
            self._filter.advance(len(change.post))
            self._writes.require()
            self._roll_back()
            if self._is_full:
                self._flush()
            due = self._sync.is_due
            self._db.execute(f"PRAGMA synchronous={'FULL' if due else 'NORMAL'}")
            self._transact(partial(self._write, change))
        for bucket, member in change.unpost:
            self._keep(self._removed, self._added, bucket, member)
        for bucket, member in change.post:
            self._keep(self._added, self._removed, bucket, member)
        self._waiting += len(change.post) + len(change.unpost)
        self._waited_for.update(change.ordinals)
        if due:
            self._sync.done()

    @staticmethod
    def _keep(
        here: dict[bytes, set[bytes]], there: dict[bytes, set[bytes]], bucket: bytes, member: bytes
    ) -> None:
        here.setdefault(bucket, set()).add(member)
        if bucket in there:
            there[bucket].discard(member)

    def _write(self, change: Change) -> None:
        for key, value in change.values.items():
            self._put(key, value)
        if change.post:
            self._db.executemany(
                "INSERT OR IGNORE INTO unposted VALUES (?)",
                [(ordinal,) for ordinal in change.ordinals],
            )

    def _transact(self, write: Callable[[], None]) -> None:
        """Have *write* write in a transaction, whole or not at all. After a failed write, no other is
        written.
        """
        # No context manager: one that an interrupt keeps from being entered leaves its transaction open.
        self._roll_back()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            if self._filter.token is not None:
                self._put(_TOKEN, None)
            write()
            self._db.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            if isinstance(error, (sqlite3.Error, OSError)):
                raise self._writes.end(self._explained.of(error)) from error
            raise
        self._filter.token = None
        self._changed = True

    def _roll_back(self) -> None:
        """End a transaction that is open: a second interrupt may have come before that was done."""
        if self._db.in_transaction:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")

    def _flush(self) -> None:
        """Write the waiting postings to their table, in its order."""
        removed = sorted((bucket, one) for bucket, some in self._removed.items() for one in some)
        added = sorted((bucket, one) for bucket, some in self._added.items() for one in some)
        # The filter covers the table alone. It comes first: if the rest is interrupted, it errs
        # towards "maybe", as it may.
        self._filter.add([bucket for bucket, _ in added])
        # The other documents were left by a crash, and are still to be posted again.
        done = [(ordinal,) for ordinal in self._waited_for]

        def write() -> None:
            self._db.executemany("DELETE FROM posting WHERE bucket = ? AND member = ?", removed)
            self._db.executemany("INSERT OR IGNORE INTO posting VALUES (?, ?)", added)
            self._db.executemany("DELETE FROM unposted WHERE ordinal = ?", done)

        self._transact(write)
        self._filter.removed(len(removed))
        self._added, self._removed, self._waiting, self._waited_for = {}, {}, 0, set()

    def _put(self, key: bytes, value: bytes | None) -> None:
        if value is None:
            self._db.execute("DELETE FROM value WHERE key = ?", (key,))
        else:
            self._db.execute("REPLACE INTO value VALUES (?, ?)", (key, _with_checksum(key, value)))

    @property
    def waits_for_disk(self) -> bool:
        """Whether the next change is to be synced, or comes after the postings that wait."""
        return self._sync.is_due or self._is_full

    @property
    def _is_full(self) -> bool:
        return self._waiting >= _WAITING

    def unposted(self) -> list[int]:
        return self._unposted

    def compact(self) -> None:
        self._require_open()
        with self._explained:
            self._writes.require()
            self._flush()
            self._filter.make_again()
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self._process.require()
        if self._closed:
            return
        self._closed = True
        try:
            if not self._writes.have_ended and (self._changed or self._waiting):
                with self._explained:
                    self._finish()
        finally:
            self._db.close()
            with suppress(OSError):
                self._lock.release()

    def _finish(self) -> None:
        """Write everything to the disk, the filter too."""
        self._roll_back()
        self._db.execute("PRAGMA synchronous=FULL")
        self._flush()
        # If there is no room for the filter, it is made again after the next opening.
        with suppress(OSError):
            token = self._filter.save()
            if token is not None:
                self._transact(partial(self._put, _TOKEN, token))
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._db.execute(query, values).fetchall()

    def _require_open(self) -> None:
        self._process.require()
        if self._closed:
            raise NearDupError(f"the index {self.path} is closed")


def _blobs(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The *rows*, which must all be of bytes. Raises IndexCorrupt for any other: it is damaged."""
    if not all(map(_are_bytes, rows)):
        raise IndexCorrupt("a row holds something else than bytes")
    return rows


def _are_bytes(row: tuple[object, ...]) -> bool:
    return all(type(column) is bytes for column in row)


def _is_posting(bucket: bytes, member: bytes) -> bool:
    return (
        _are_bytes((bucket, member))
        and 1 < len(bucket) <= LONGEST_BUCKET
        and len(member) == member_bytes(bucket)
    )


def _with_checksum(key: bytes, value: bytes) -> bytes:
    return zlib.crc32(value, zlib.crc32(key)).to_bytes(4, "big") + value


def _checked(key: bytes, stored: bytes) -> bytes:
    value = stored[4:]
    if stored[:4] != zlib.crc32(value, zlib.crc32(key)).to_bytes(4, "big"):
        raise IndexCorrupt(f"the value of {key!r} has another checksum")
    return value


def _open(database: Path) -> sqlite3.Connection:
    # The lock of the index lets in one thread at a time. This module begins and ends transactions.
    db = sqlite3.connect(database, timeout=5.0, isolation_level=None, check_same_thread=False)
    # The database holds no text: what looks like text is damage, and need not be UTF-8.
    db.text_factory = bytearray
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
        if _is_new(db, database):
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA application_id={_APPLICATION}; COMMIT;")
        elif db.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            raise IndexFormatError(
                f"{database} is a database of something else; name another directory"
            )
    except BaseException:
        db.close()
        raise
    return db


def _is_new(db: sqlite3.Connection, database: Path) -> bool:
    """Whether nothing is in *db* yet. Raises IndexCorrupt if nothing is in it any more."""
    # A crash may have come before there were tables.
    if db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None:
        return False
    if (database.parent / FILTER).exists():
        # An index that was closed has tables.
        raise IndexCorrupt(f"{DATABASE} has nothing in it any more")
    return True


def salvage(path: Path, backup: Path) -> bool:
    """Replace the damaged store in *path* by what SQLite can read of it, and move its files to
    *backup*. Returns False: that a log is missing is not known.

    Raises IndexLocked while the store is in use, IndexFormatError where there is none.
    """
    database = path / DATABASE
    if not database.is_file():
        raise no_index(path)
    scratch = path / "sqlite.repairing"
    with repairing(path, _explained):
        try:
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir()
            for name in _FILES:
                if (path / name).exists():
                    shutil.copy2(path / name, scratch / name)
            _copy_readable(scratch / DATABASE, scratch / "readable")
            (path / FILTER).unlink(missing_ok=True)
            backup.mkdir()
            try:
                for name in _FILES:
                    if (path / name).exists():
                        (path / name).rename(backup / name)
                (scratch / "readable").rename(database)
            except BaseException:
                # A directory without these files is no index, and refused by all.
                _move_back(path, backup)
                raise
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    return False


def put_back(path: Path, backup: Path) -> None:
    """Undo :func:`salvage`: put the damaged files back into their place.

    Raises IndexLocked while the store is in use.
    """
    with repairing(path, _explained):
        # The filter was of the other files.
        for name in (*_FILES, FILTER):
            (path / name).unlink(missing_ok=True)
        _move_back(path, backup)


def _move_back(path: Path, backup: Path) -> None:
    # The database comes last: without its log, it would be taken for a whole one.
    for file in sorted(backup.iterdir(), key=lambda file: file.name == DATABASE):
        file.rename(path / file.name)
    backup.rmdir()


def _copy_readable(damaged_file: Path, target: Path) -> None:
    with closing(_open(target)) as to, closing(sqlite3.connect(damaged_file)) as of:
        of.text_factory = bytearray
        # It is read without a file of its own beside it, for which there may be no room.
        of.execute("PRAGMA locking_mode=EXCLUSIVE")
        to.execute("PRAGMA journal_mode=DELETE")
        to.execute("BEGIN")
        to.executemany("INSERT OR IGNORE INTO value VALUES (?, ?)", _readable_values(of))
        postings = (row for row in _readable_postings(of) if _is_posting(*row))
        to.executemany("INSERT OR IGNORE INTO posting VALUES (?, ?)", postings)
        to.execute("COMMIT")


def _readable_values(of: sqlite3.Connection) -> Iterator[tuple[bytes, bytes]]:
    """The rows of the table of values that are whole, in the order of their numbers."""
    # The index of keys is not needed for that. Past a damaged page, reading goes on at the next
    # number that can be found, in steps of 1 and then of an eighth of the gap.
    start = gap = 0
    while start < _LAST_ROW:
        with suppress(sqlite3.DatabaseError):
            for number, key, stored in of.execute(
                "SELECT rowid, key, value FROM value NOT INDEXED WHERE rowid > ? ORDER BY rowid",
                (start,),
            ):
                if _is_whole(key, stored):
                    start, gap = max(start, number), 0
                    yield key, stored
            return
        step = 1 + gap // 8
        start, gap = start + step, gap + step


def _readable_postings(of: sqlite3.Connection) -> Iterator[Pair]:
    """The rows of the table of postings that can be read; some come twice if others can't. Records
    tell what is missing.
    """
    for direction in ("", " DESC"):
        # What lies behind a damaged page is reached from the other end.
        with suppress(sqlite3.DatabaseError):
            yield from of.execute(
                f"SELECT * FROM posting ORDER BY bucket{direction}, member{direction}"
            )
            return


def _is_whole(key: bytes, stored: bytes) -> bool:
    if not _are_bytes((key, stored)) or key == _TOKEN:
        return False
    try:
        _checked(key, stored)
    except IndexCorrupt:
        return False
    return True


def copy_live(path: Path, target: Path) -> None:
    """Copy the database of a store that another process is writing, as of now, by SQLite's backup.

    Raises IndexFormatError where there is no store.
    """
    database = _prepare(path, create=False)
    with (
        _explained(path),
        closing(_open_to_read(database)) as of,
        closing(sqlite3.connect(target / DATABASE)) as to,
    ):
        # The copy ends with this process, so nothing of it has to survive a crash.
        to.execute("PRAGMA synchronous=OFF")
        to.execute("PRAGMA journal_mode=OFF")
        _is_new(of, database)
        of.backup(to)


def _open_to_read(database: Path) -> sqlite3.Connection:
    # SQLite makes files beside a database to share it. A database without them is not in use, and
    # is read without sharing where they can't be made.
    if os.access(database.parent, os.W_OK) or database.with_name(f"{DATABASE}-wal").exists():
        return sqlite3.connect(database)
    return sqlite3.connect(f"{database.absolute().as_uri()}?immutable=1", uri=True)


def _prepare(path: Path, *, create: bool) -> Path:
    database = path / DATABASE
    try:
        if not database.exists() and (path / f"{DATABASE}-wal").exists():
            directory.require_moved_back(path)
            raise damaged(path, f"{DATABASE} is missing")
        holds_index = database.is_file()
    except OSError as error:
        raise directory.explain(path, error) from error
    directory.prepare(path, holds_index=holds_index, create=create)
    return database


def _explained(path: Path) -> Explained:
    return Explained(path, (sqlite3.Error,), _explain)


def _explain(path: Path, error: Exception) -> NearDupError | None:
    low = str(error).lower()
    if "malformed" in low or "not a database" in low or "no such table" in low:
        return damaged(path, error)
    if "locked" in low:
        return IndexLocked(f"the index {path} is in use: {error}")
    if "readonly" in low or "unable to open" in low:
        return directory.explain(path, PermissionError(13, str(error)))
    if "disk is full" in low:
        return directory.explain(path, OSError(28, str(error)))
    if "disk i/o error" in low:
        # SQLite does not tell what the system said.
        return NearDupError(
            f"the index {path} failed: {error}; see in the system's log whether its disk fails, and "
            "whether a limit of file sizes (ulimit -f) is reached"
        )
    return None
