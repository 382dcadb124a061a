"""What an index keeps of documents, without the postings that lead to them.

An archive can be read whatever scheme its index was made with: that is how an index is rebuilt.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.store import Change

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    from typing_extensions import Self

    from scrapy_neardup.core.index.store import Store

FORMAT = 5
FORMAT_KEY = b"format"
_RECORD = b"r"
_NOTE = b"n"
_TEXT = b"t"


def record_key(ordinal: int) -> bytes:
    """Where a record is kept in the store."""
    return _RECORD + ordinal.to_bytes(4, "big")


def text_key(ordinal: int) -> bytes:
    """Where the text beside a record is kept in the store."""
    return _TEXT + ordinal.to_bytes(4, "big")


def read_format(store: Store) -> dict[str, Any] | None:
    """The format record of an index, None where there is none.

    Raises IndexFormatError for another format than this version reads.
    """
    stored = store.values([FORMAT_KEY])[0]
    if stored is None:
        return None
    try:
        form: dict[str, Any] = json.loads(stored)
        number = int(form["format"])
    except (ValueError, KeyError, TypeError) as error:
        raise IndexCorrupt(f"the index's format record can't be read: {error!r}") from error
    if number != FORMAT:
        raise IndexFormatError(
            f"the index has format {number}, this version reads {FORMAT}; "
            "use the version that wrote it, or crawl into a new index"
        )
    return form


class Archive:
    """The records, texts and notes in *store*. Not thread-safe."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def stored(self) -> Iterator[tuple[int, bytes]]:
        """Every kept record's ordinal and bytes, the oldest first."""
        return self.stored_from(0)

    def stored_from(self, start: int) -> Iterator[tuple[int, bytes]]:
        """Every kept record from the ordinal *start* on."""
        for key, value in self.store.items(_RECORD, start.to_bytes(4, "big")):
            yield int.from_bytes(key[len(_RECORD) :], "big"), value

    def kept(self, ordinal: int) -> Record | None:
        """The record that is kept under *ordinal*, whatever is held there."""
        return self.kept_at([ordinal])[0]

    def kept_at(self, ordinals: Sequence[int]) -> list[Record | None]:
        """The records that are kept under *ordinals*, whatever is held there."""
        values = self.store.values([record_key(ordinal) for ordinal in ordinals])
        return [None if value is None else Record.from_bytes(value) for value in values]

    def text(self, ordinal: int) -> bytes | None:
        """The text that is kept beside a record, packed."""
        return self.texts_at([ordinal])[0]

    def texts_at(self, ordinals: Sequence[int]) -> list[bytes | None]:
        """The texts that are kept beside records, packed."""
        return self.store.values([text_key(ordinal) for ordinal in ordinals])

    def text_ordinals(self) -> Iterator[int]:
        """The ordinals of all kept texts, ascending."""
        for key, _ in self.store.items(_TEXT):
            yield int.from_bytes(key[len(_TEXT) :], "big")

    def read_note(self, name: str) -> bytes | None:
        """What :meth:`write_notes` kept under *name*."""
        (value,) = self.store.values([_NOTE + name.encode()])
        return value

    def notes(self) -> Iterator[tuple[str, bytes]]:
        """Every note, by name."""
        for key, value in self.store.items(_NOTE):
            yield key[len(_NOTE) :].decode(), value

    def write_notes(self, notes: Iterable[tuple[str, bytes]]) -> None:
        """Keep a value under each name: what must live and die with the index."""
        self.store.apply(Change(values={_NOTE + name.encode(): value for name, value in notes}))


class StoredIndex:
    """The index in the directory *path*, to be read under any scheme, by this process alone.

    *holder* is what other processes are told. Raises IndexLocked while another one has it,
    IndexFormatError where there is none of this version's format.
    """

    def __init__(self, path: str | os.PathLike[str], *, holder: str) -> None:
        from scrapy_neardup.core.leveldb.store import LevelDBStore

        store = LevelDBStore(path, holder=holder, create=False)
        try:
            form = read_format(store)
        except BaseException:
            store.close()
            raise
        if form is None:
            store.close()
            raise IndexFormatError(f"{path} has lost its format record; repair it first")
        self._archive = Archive(store)
        self.scheme: dict[str, Any] = form["scheme"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._archive.store.close()

    def numbered_records(self) -> Iterator[tuple[int, Record]]:
        """Every record with its ordinal, by which copies name their sources."""
        for ordinal, value in self._archive.stored():
            yield ordinal, Record.from_bytes(value)

    def record_at(self, ordinal: int) -> Record | None:
        """The record with this ordinal."""
        return self._archive.kept(ordinal)

    def kept_text(self, ordinal: int) -> KeptText | None:
        """The text of the document with this ordinal, if it was kept."""
        packed = self._archive.text(ordinal)
        return None if packed is None else KeptText.from_bytes(packed)

    def notes(self) -> Iterator[tuple[str, bytes]]:
        """Every note, by name."""
        return self._archive.notes()
