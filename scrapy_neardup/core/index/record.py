"""What the index keeps of a document; every posting can be derived from it."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of, main_host
from scrapy_neardup.core.document import HEAD_KINDS, OWN_TEXT_KINDS, Kind
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.fingerprints.sketch import behind_skeleton
from scrapy_neardup.core.fingerprints.sketch import encoded_size as sketch_size
from scrapy_neardup.core.format import FORMAT
from scrapy_neardup.core.rewriting.layout import encoded_size, encoded_size_before_10
from scrapy_neardup.core.verdict import kept_evidence
from scrapy_neardup.core.verdict.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_NAME = 2048
"""The most characters of an id or a URL that are stored: a page may give itself any address."""

MAX_RUN = (1 << 32) - 1
MAX_TIME = (1 << 32) - 1
"""The last second that is stored, in the year 2106."""
MAX_EVIDENCE = 255
"""Bytes of the evidence that a record keeps."""
STORY_BYTES = 8
MOST_LET_THROUGH = 0xFFFF
"""The most copies of a story that its head counts as let through."""

NOWHERE = (1 << 32) - 1
"""The ordinal of no document: past MAX_ORDINAL, the last that is ever given."""

_KINDS = (
    Kind.NEW,
    Kind.EXACT,
    Kind.REPOST,
    Kind.SPUN,
    Kind.PARTIAL,
    Kind.REWRITTEN,
    Kind.EXTENDED,
)
# Byte 0, the kind, is read by the scripts that count articles and copies on Redis.
HEAD_BYTES = tuple(place for place, kind in enumerate(_KINDS) if kind in HEAD_KINDS)
"""The first bytes of the records that head a story."""
_HEAD = struct.Struct(">BHI8s16s")
_HEAD_BEFORE_7 = struct.Struct(">BBI8s16s")
_SOURCE = struct.Struct(">IB")
_HAS_SIMHASH, _HAS_URL, _HAS_PUBLISHED, _HAS_SKETCH = 1, 2, 4, 8
_ELECTED, _LET_THROUGH, _HAS_PROVENANCE, _HEADS = 16, 32, 64, 128
_HAS_RUN, _OVERWROTE, _HAS_STORY, _HAS_EVIDENCE, _HAS_TELLING = 256, 512, 1024, 2048, 4096
_HAS_THROUGH = 8192
_HEAD_OF = struct.Struct(">IH")


def bounded(name: str) -> str:
    """An id or URL as it is stored: one that is longer than MAX_NAME as its start and its hash.

    Raises TypeError for what is no str.
    """
    if not isinstance(name, str):
        raise TypeError(f"an id or URL is of type {type(name).__name__}: give a str")
    if len(name) <= MAX_NAME:
        return name
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{name[: MAX_NAME - 1 - len(digest)]}~{digest}"


def bounded_time(seconds: float) -> int:
    """A time as it is stored, in whole seconds since 1970: the nearest that can be. A clock may be
    wrong.
    """
    return int(min(max(seconds, 0), MAX_TIME))


def story_named_after(document_id: str) -> bytes:
    """The id of the story that begins with the document of this id, as stored: 8 bytes."""
    name = document_id.encode("utf-8", "surrogatepass")
    return blake2b(name, digest_size=STORY_BYTES, person=b"neardup-story").digest()


def story_after(former: Record, digest: bytes) -> bytes:
    """The id of the story that begins when a document that is known as *former* has another text, of
    this *digest*: 8 bytes. No other text, and no earlier one, has given the document this story, so no
    copy names it by mistake.
    """
    return story_named_after(f"{former.id}#{digest.hex()}#{former.story_id.hex()}")


NO_REVISION = bytes(8)
"""The revision of no text: of a document whose next visit puts its own text in place."""


def is_findable(kind: Kind, *, elected: bool) -> bool:
    """Whether the tables lead to a document: they lead to articles, and to copies that have a text of
    their own. Copies of that could not be found by any other document.
    """
    return elected or kind in HEAD_KINDS or kind in OWN_TEXT_KINDS


@dataclass(frozen=True, slots=True)
class Source:
    """A copy's source: its ordinal, and the score in [0, 1], kept in steps of 1/255.

    The ordinal of a source that is gone leads to no document. The source keeps its place among the
    others, because it matters which one is the first (:meth:`Record.still_copies`).
    """

    ordinal: int
    score: float


@dataclass(frozen=True, slots=True)
class Record:
    """One document of the index.

    *kind* is ``new`` for an article that resembles no other, else the way it resembles its
    *sources*, which are articles. An ``extended`` one is an article itself, and heads its own story. Times are
    whole seconds since 1970, UTC. *revision* is 8 bytes that change with the document's content, *digest* and
    *sketch* are the fingerprint's.

    The first article of a story stays its head when a later one is found to be the original: the
    head then has the ordinal of the later one as its *original*, and the later one is *elected*. A
    copy that was *let_through* counts among the *copies_let_through* of its head.

    *run* is the number of the run that wrote it (:mod:`.runs`), 0 for none; *overwrote* tells that
    it took the place of what an earlier run had written. *story* is the id of its story, None
    where that is named after the document itself. *evidence* is what the verdict rests on, for a
    copy, in the form of the verdict's own code, at most 255 bytes. *through* is the ordinal of the
    text by which its first source was found, where that is another text of the story than the source:
    the evidence is of this comparison. NOWHERE if that text is gone. *telling* is how it tells its
    story (``core.rewriting.telling``), where rewritten copies are looked for.
    """

    id: str
    kind: Kind
    first_seen: int
    revision: bytes
    digest: bytes
    url: str | None = None
    published: int | None = None
    simhash: int | None = None
    sketch: bytes | None = None
    sources: tuple[Source, ...] = ()
    provenance: Provenance | None = None
    elected: bool = False
    let_through: bool = False
    original: int | None = None
    copies_let_through: int = 0
    run: int = 0
    overwrote: bool = False
    story: bytes | None = None
    evidence: bytes | None = None
    through: int | None = None
    telling: bytes | None = None

    @property
    def story_id(self) -> bytes:
        """The id of its story, 8 bytes: a hash of the id of the story's first head."""
        return self.story or story_named_after(self.id)

    @property
    def host(self) -> str:
        """The host of its URL, or of its id if it has none; "" if that names no host."""
        return host_of(self.url or self.id)

    @property
    def main_host(self) -> str:
        """Its host in the form that is equal for all hosts of one site (:func:`main_host`)."""
        return main_host(self.host)

    @property
    def is_head(self) -> bool:
        """Whether it is the first article of its story."""
        return self.kind in HEAD_KINDS

    @property
    def is_article(self) -> bool:
        """Whether it has a place of its own: it heads its story, or was elected its original."""
        return self.is_head or self.elected

    @property
    def is_copy(self) -> bool:
        """Whether it was found to copy another document, and was not elected the original of both. An
        ``extended`` one is an article, too.
        """
        return self.kind is not Kind.NEW and not self.elected

    @property
    def is_source(self) -> bool:
        """Whether the tables lead to it (:func:`is_findable`)."""
        return is_findable(self.kind, elected=self.elected)

    @property
    def is_rewritten(self) -> bool:
        """Whether it tells the story of its source in other words, in which others may be found to copy it, as
        they would an article. It leads to the story only while the source counts, and neither it nor a copy of it
        is ever elected.
        """
        return self.kind is Kind.REWRITTEN

    @property
    def repeats(self) -> bool:
        """Whether it is known to be a verbatim copy of its source, or of the original of the story, in which no
        other name stands in the place of one of theirs.
        """
        if self.kind is not Kind.REPOST or self.evidence is None:
            return self.kind is Kind.EXACT
        found = kept_evidence.unpack(self.evidence)
        has_all_names = found.get("same_names", 0) >= found.get("names", math.inf)
        return has_all_names or found.get("refilled") == 0

    def still_copies(self, place: int, source: Record) -> bool:
        """Whether *source*, which has the ordinal of ``sources[place]``, is still the article that
        this document was found to copy.

        It is not once it is a copy itself, or heads another story: then its address has another
        article. Of the further sources of a merger, the story is not known.
        """
        return source.is_article and (place > 0 or self.may_have_met(source))

    def extends(self, ordinal: int) -> bool:
        """Whether it was found to have the text of the document with this ordinal, among as much of its own."""
        return self.kind is Kind.EXTENDED and any(one.ordinal == ordinal for one in self.sources)

    def may_have_met(self, text: Record) -> bool:
        """Whether *text*, a document under the address of its first source, or of what led to that, may still be
        what it met there: one of its story. What an extended text has among its own tells another story, which
        its record doesn't name.
        """
        return self.kind is Kind.EXTENDED or text.story_id == self.story_id

    def compared_with(self, source: Source) -> int:
        """The ordinal of the text by which *source*, one of its sources, was found: the source's own, or that
        of another text of its story. Of further sources of a merger, only their own are kept.
        """
        is_first = source == self.sources[0]
        return self.through if self.through is not None and is_first else source.ordinal

    def with_story_of(self, kept: Record) -> Record:
        """The record as it replaces *kept*, with what others have written into *kept*; that is of no
        use if the record tells another story.
        """
        if kept.story_id != self.story_id:
            return self
        return replace(self, original=kept.original, copies_let_through=kept.copies_let_through)

    def to_bytes(self) -> bytes:
        """The stored form: a fixed head, then the optional parts that its flags announce."""
        flags = 0
        parts = [_text(self.id)]
        if self.simhash is not None:
            flags |= _HAS_SIMHASH
            parts.append(self.simhash.to_bytes(8, "big"))
        if self.url is not None and self.url != self.id:
            flags |= _HAS_URL
            parts.append(_text(self.url))
        elif self.url is None:
            flags |= _HAS_URL
            parts.append(_text(""))
        if self.published is not None:
            flags |= _HAS_PUBLISHED
            parts.append(self.published.to_bytes(8, "big", signed=True))
        if self.sketch is not None:
            flags |= _HAS_SKETCH
            parts.append(self.sketch)
        if self.provenance is not None:
            flags |= _HAS_PROVENANCE
            parts.append(self.provenance.to_bytes())
        if self.original is not None or self.copies_let_through:
            flags |= _HEADS
            original = NOWHERE if self.original is None else self.original
            parts.append(_HEAD_OF.pack(original, min(self.copies_let_through, MOST_LET_THROUGH)))
        if self.run:
            flags |= _HAS_RUN
            parts.append(_varint(self.run))
        if self.story is not None:
            flags |= _HAS_STORY
            parts.append(self.story)
        if self.evidence is not None:
            flags |= _HAS_EVIDENCE
            parts.append(bytes([len(self.evidence)]) + self.evidence)
        if self.telling is not None:
            flags |= _HAS_TELLING
            parts.append(self.telling)
        if self.through is not None:
            flags |= _HAS_THROUGH
            parts.append(self.through.to_bytes(4, "big"))
        flags |= _ELECTED * self.elected | _LET_THROUGH * self.let_through
        flags |= _OVERWROTE * self.overwrote
        parts += (
            _SOURCE.pack(source.ordinal, round(source.score * 255)) for source in self.sources
        )
        head = _HEAD.pack(
            _KINDS.index(self.kind), flags, self.first_seen, self.revision, self.digest
        )
        return head + b"".join(parts)

    @classmethod
    def from_bytes(cls, data: bytes, form: int = FORMAT) -> Record:
        """The record that :meth:`to_bytes` wrote in an index of the format *form*.

        Raises IndexCorrupt for anything else.
        """
        try:
            record = _parse(
                data,
                _HEAD if form >= 7 else _HEAD_BEFORE_7,
                encoded_size if form >= 10 else encoded_size_before_10,
            )
            if form < 13 and record.kind is Kind.EXTENDED:
                # It was of the story of its source, and heads one of its own now. That which is named after
                # it may be an earlier text's.
                record = replace(record, story=story_after(record, record.digest))
            if record.sketch is not None and form == FORMAT:
                # Sketches of earlier formats may have no skeleton.
                behind_skeleton(record.sketch)
            return record
        except (struct.error, IndexError, ValueError) as error:
            raise IndexCorrupt(f"a record of {len(data)} bytes can't be read: {error}") from error


Entry = tuple[int, Record]
"""A document of an index: its ordinal and its record."""


def _parse(
    data: bytes, fixed: struct.Struct, size_of_telling: Callable[[bytes, int], int]
) -> Record:
    kind, flags, first_seen, revision, digest = fixed.unpack_from(data)
    at = fixed.size
    document_id, at = _read_text(data, at)
    url: str | None = document_id
    simhash = published = sketch = provenance = original = story = evidence = None
    through = telling = None
    let_through = run = 0
    if flags & _HAS_SIMHASH:
        simhash = int.from_bytes(data[at : at + 8], "big")
        at += 8
    if flags & _HAS_URL:
        text, at = _read_text(data, at)
        url = text or None
    if flags & _HAS_PUBLISHED:
        published = int.from_bytes(data[at : at + 8], "big", signed=True)
        at += 8
    if flags & _HAS_SKETCH:
        end = at + sketch_size(data, at)
        if end > len(data):
            raise IndexError(f"sketch ends at byte {end}")
        sketch = data[at:end]
        at = end
    if flags & _HAS_PROVENANCE:
        provenance, at = Provenance.from_bytes(data, at)
    if flags & _HEADS:
        original, let_through = _HEAD_OF.unpack_from(data, at)
        original = None if original == NOWHERE else original
        at += _HEAD_OF.size
    if flags & _HAS_RUN:
        run, at = _read_varint(data, at)
    if flags & _HAS_STORY:
        story, at = _read_bytes(data, at, STORY_BYTES)
    if flags & _HAS_EVIDENCE:
        evidence, at = _read_bytes(data, at + 1, data[at])
    if flags & _HAS_TELLING:
        telling, at = _read_bytes(data, at, size_of_telling(data, at))
    if flags & _HAS_THROUGH:
        packed, at = _read_bytes(data, at, 4)
        through = int.from_bytes(packed, "big")
    sources = tuple(
        Source(ordinal, score / 255) for ordinal, score in _SOURCE.iter_unpack(data[at:])
    )
    return Record(
        document_id,
        _KINDS[kind],
        first_seen,
        revision,
        digest,
        url=url,
        published=published,
        simhash=simhash,
        sketch=sketch,
        sources=sources,
        provenance=provenance,
        elected=bool(flags & _ELECTED),
        let_through=bool(flags & _LET_THROUGH),
        original=original,
        copies_let_through=let_through,
        run=run,
        overwrote=bool(flags & _OVERWROTE),
        story=story,
        evidence=evidence,
        through=through,
        telling=telling,
    )


def _varint(number: int) -> bytes:
    """*number* in groups of seven bits, the lowest first (LEB128)."""
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while data[at] > 0x7F:
        number |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
    return number | data[at] << shift, at + 1


def _read_bytes(data: bytes, at: int, size: int) -> tuple[bytes, int]:
    end = at + size
    if end > len(data):
        raise IndexError(f"{size} bytes end at byte {end}")
    return data[at:end], end


def _text(text: str) -> bytes:
    encoded = text.encode("utf-8", "surrogatepass")
    return len(encoded).to_bytes(2, "big") + encoded


def _read_text(data: bytes, at: int) -> tuple[str, int]:
    start = at + 2
    end = start + int.from_bytes(data[at:start], "big")
    if end > len(data):
        raise IndexError(f"text ends at byte {end}")
    return data[start:end].decode("utf-8", "surrogatepass"), end
