"""The records, texts and notes of an index in a store: its truth.

Everything else an index has is derived from them. They can be read whatever scheme and layout an
index was made with, so that the index can be rebuilt.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError
from scrapy_neardup.core.format import FORMAT, FORMAT_KEY, REBUILDABLE, parse
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.stores.snapshot import Snapshot
from scrapy_neardup.core.stores.store import Change

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from typing_extensions import Self

    from scrapy_neardup.core.stores.store import Store

_RECORD = b"r"
_NOTE = b"n"
_TEXT = b"t"
_MOST_DIGITS = 9
"""Of a number in a note: records carry numbers of runs up to 2^32."""


def record_key(ordinal: int) -> bytes:
    """Where a record is kept in the store."""
    return _RECORD + ordinal.to_bytes(4, "big")


def text_key(ordinal: int) -> bytes:
    """Where the text beside a record is kept in the store."""
    return _TEXT + ordinal.to_bytes(4, "big")


def note_key(name: str) -> bytes:
    """Where a note is kept in the store."""
    # A note may be named after a host, and a page's address may have half of a character in its host.
    return _NOTE + name.encode("utf-8", "surrogatepass")


def parsed(store: Store, ordinal: int, value: bytes, form: int = FORMAT) -> Record:
    """The record that *store*, of the format *form*, keeps under *ordinal* as *value*.

    Raises IndexCorrupt, which names both and the remedy, if it can't be read.
    """
    try:
        return Record.from_bytes(value, form)
    except IndexCorrupt as error:
        raise _named(store, ordinal, error, form) from error


def parsed_all(
    store: Store, ordinals: Sequence[int], values: Sequence[bytes | None]
) -> list[Record | None]:
    """The record of each of the *ordinals*, None where there is no value. Raises as :func:`parsed`."""
    return [
        None if value is None else parsed(store, ordinal, value)
        for ordinal, value in zip(ordinals, values, strict=True)
    ]


def _named(store: Store, ordinal: int, error: IndexCorrupt, form: int = FORMAT) -> IndexCorrupt:
    return IndexCorrupt(
        f"record {ordinal} of {store.shown}: {error}; drop it with `scrapy neardup repair INDEX`{_by(form)}"
    )


def _by(form: int) -> str:
    """Whose command it has to be: this version changes no index of another format."""
    return "" if form == FORMAT else " of the version that made the index"


def unpacked(
    packed: bytes,
    ordinal: int,
    record_at: Callable[[int], Record | None],
    *,
    shown: str,
    form: int = FORMAT,
) -> KeptText:
    """The text that the index *shown*, of the format *form*, keeps as *packed* beside what *record_at* reads
    for *ordinal*.

    Raises IndexCorrupt, which names both and the remedy, if it can't be read.
    """
    try:
        return KeptText.from_bytes(packed)
    except IndexCorrupt as error:
        record = record_at(ordinal)
        raise IndexCorrupt(
            f"{shown}, document {record.id if record else ordinal}: {error}; take the document out with "
            f"`scrapy neardup remove INDEX ID`{_by(form)}; its next visit keeps it anew"
        ) from error


class Unreadable:
    """The records that a walk over *store* could not read, of which it tells at its end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._first: IndexCorrupt | None = None
        self.ordinals: set[int] = set()

    def note(self, ordinal: int, error: IndexCorrupt) -> None:
        """Remember a record for whose bytes :meth:`.Record.from_bytes` raised *error*."""
        self._first = self._first or _named(self._store, ordinal, error)
        self.ordinals.add(ordinal)

    def tell(self) -> None:
        """Raise IndexCorrupt, which names the first, the remedy and how many others there are, if
        there are any.
        """
        if self._first is None:
            return
        others = len(self.ordinals) - 1
        raise (
            IndexCorrupt(f"{self._first}; {others} more can't be read") if others else self._first
        )


class Notes:
    """Values that must live and die with the index in *store*, by name. If the store is not
    thread-safe, *lock* is held over each call; it has to be re-entrant.
    """

    def __init__(self, store: Store, lock: AbstractContextManager[object] | None = None) -> None:
        self.lock = lock
        self._store = store
        self._locked = lock or nullcontext()

    def read(self, name: str) -> bytes | None:
        """What :meth:`write` kept under *name*."""
        with self._locked:
            (value,) = self._store.values([note_key(name)])
            return value

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for key, value in self._store.items(_NOTE):
            yield key[len(_NOTE) :].decode("utf-8", "surrogatepass"), value

    def write(self, notes: Iterable[tuple[str, bytes]]) -> None:
        """Keep a value under each name."""
        with self._locked:
            self._store.apply(Change(values={note_key(name): value for name, value in notes}))

    def number(self, name: str) -> int:
        """The number that :meth:`count_up` has reached, 0 if it was never called. Raises IndexCorrupt if
        something else is kept under *name*.
        """
        value = self.read(name)
        if value is None:
            return 0
        if not value.isdigit() or len(value) > _MOST_DIGITS:
            raise IndexCorrupt(
                f"the note {name!r} of {self._store.shown} is no number, but {value[:40]!r}; have it "
                "counted anew with `scrapy neardup repair INDEX`"
            )
        return int(value)

    def count_up(self, name: str) -> int:
        """Raise the number in a note by one, and return it; no two callers get the same. Raises as
        :meth:`number`.
        """
        with self._locked:
            number = self.number(name) + 1
            self.write([(name, str(number).encode())])
            return number


class Records:
    """The records, texts and notes in *store*. Not thread-safe."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.notes = Notes(store)

    def form(self, *, readable: frozenset[int] = frozenset({FORMAT})) -> dict[str, Any] | None:
        """The fields of the format value, None where there is none.

        Raises as :func:`scrapy_neardup.core.format.parse`.
        """
        (value,) = self.store.values([FORMAT_KEY])
        if value is None:
            return None
        return parse(value, shown=self.store.shown, readable=readable)

    def stored(self, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """Every kept record's ordinal and bytes, the oldest first, from the ordinal *start* on."""
        for key, value in self.store.items(_RECORD, start.to_bytes(4, "big")):
            yield int.from_bytes(key[len(_RECORD) :], "big"), value

    def kept_at(self, ordinals: Sequence[int]) -> list[Record | None]:
        """The records that are kept under *ordinals*."""
        values = self.store.values([record_key(ordinal) for ordinal in ordinals])
        return parsed_all(self.store, ordinals, values)

    def texts_at(self, ordinals: Sequence[int]) -> list[bytes | None]:
        """The texts that are kept beside records, packed."""
        return self.store.values([text_key(ordinal) for ordinal in ordinals])

    def stored_texts(self) -> Iterator[tuple[int, bytes]]:
        """Every kept text's ordinal and packed bytes, ascending."""
        for key, packed in self.store.items(_TEXT):
            yield int.from_bytes(key[len(_TEXT) :], "big"), packed


class StoredIndex:
    """The index in a directory as it is now, for reading, whatever its scheme and whoever uses it.

    *location* is its path or URL. Raises IndexFormatError where there is none whose format can be
    read.
    """

    def __init__(self, location: str | os.PathLike[str]) -> None:
        self._snapshot = snapshot = Snapshot(location)
        self._records = Records(snapshot.store)
        try:
            form = self._records.form(readable=REBUILDABLE)
            if form is None:
                raise IndexFormatError(
                    f"{snapshot.directory} has lost its format record; repair it first"
                )
        except BaseException:
            snapshot.close()
            raise
        self.scheme: dict[str, Any] = form["scheme"]
        self._form = int(form["format"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._snapshot.close()

    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        """Every record with its ordinal, by which copies name their sources."""
        for ordinal, value in self._records.stored():
            yield ordinal, self._read(ordinal, value)

    def record_at(self, ordinal: int) -> Record | None:
        """The record with this ordinal."""
        (value,) = self._records.store.values([record_key(ordinal)])
        return None if value is None else self._read(ordinal, value)

    def _read(self, ordinal: int, value: bytes) -> Record:
        store = self._records.store
        record = parsed(store, ordinal, value, self._form)
        if self._form < 7 and record.sources:
            # Its story is named after the head, which an earlier format did not write down.
            place = record.sources[0].ordinal
            (head,) = store.values([record_key(place)])
            if head is not None:
                story = parsed(store, place, head, self._form).story_id
                record = replace(record, story=story)
        return record

    def kept_text(self, ordinal: int) -> KeptText | None:
        """The text of the document with this ordinal, if it was kept."""
        (packed,) = self._records.texts_at([ordinal])
        if packed is None:
            return None
        return unpacked(
            packed,
            ordinal,
            self.record_at,
            shown=str(self._snapshot.directory),
            form=self._form,
        )

    def kept_texts(self, ordinals: Sequence[int]) -> list[KeptText | None]:
        """The texts of the documents with these ordinals, as far as they were kept."""
        return [self.kept_text(ordinal) for ordinal in ordinals]

    def notes(self) -> Iterator[tuple[str, bytes]]:
        """Every note, by name."""
        return iter(self._records.notes)
