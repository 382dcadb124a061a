"""Records as JSON lines, to take them from one index to another.

The first line tells the format and the scheme. Each other line is one record; a source comes
before its copies, which name it by id, and a source that is gone by null.
"""

from __future__ import annotations

import json
import struct
from base64 import b64decode, b64encode
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Protocol

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.core.document import COPY_KINDS, Kind
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.record import (
    MAX_EVIDENCE,
    MAX_RUN,
    MAX_TIME,
    NOWHERE,
    STORY_BYTES,
    Record,
    Source,
    bounded,
    story_after,
    story_named_after,
)
from scrapy_neardup.core.verdict.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy_neardup.core.index.index import Index

FORMAT = "scrapy-neardup export"
VERSION = 2


class Readable(Protocol):
    """The part of an index that an export reads, see
    :class:`~scrapy_neardup.core.index.index.Index`.
    """

    def numbered_records(self) -> Iterator[tuple[int, Record]]: ...

    def record_at(self, ordinal: int) -> Record | None: ...

    def kept_text(self, ordinal: int) -> KeptText | None: ...


def header_of(index: Index) -> dict[str, Any]:
    """The first line of an export."""
    return {"format": FORMAT, "version": VERSION, "scheme": index.scheme.to_dict()}


def read_header(line: bytes | None) -> dict[str, Any]:
    """The fields of the scheme of an export that begins with *line*.

    Raises ValueError for anything else, and KeyError if the scheme is missing.
    """
    try:
        header = json.loads(line or b"")
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError("not the first line of an export")
    if header.get("version") != VERSION:
        raise ValueError(f"version {header.get('version')}, this package reads {VERSION}")
    if not isinstance(header["scheme"], dict):
        raise ValueError("no scheme")  # noqa: TRY004
    return dict(header["scheme"])


def export_lines(
    index: Readable, chosen: Callable[[Record], bool] = lambda record: True
) -> Iterator[dict[str, Any]]:
    """The *chosen* records of *index*, all by default, sources before their copies.

    What may be a source comes in the order of the index: of equally good sources the first is named.
    """
    late: dict[int, tuple[bool, list[int]]] = {}
    for ordinal, record in index.numbered_records():
        if not record.is_source:
            continue
        named = _named(record)
        # One that was something else before may copy what came after it.
        if any(one > ordinal or one in late for one in named):
            # An original takes the place of the head when that is gone, so it comes before other copies.
            late[ordinal] = not record.is_article, named
        elif chosen(record):
            yield _line(index, ordinal, record)
    for ordinal in _sources_first(late):
        late_record = index.record_at(ordinal)
        if late_record is not None and chosen(late_record):
            yield _line(index, ordinal, late_record)
    for ordinal, record in index.numbered_records():
        if not record.is_source and chosen(record):
            yield _line(index, ordinal, record)


def _sources_first(late: dict[int, tuple[bool, list[int]]]) -> Iterator[int]:
    """The ordinals *late* by their ranks, but each after those that it names, which are given with the rank.
    Of those that name each other in a circle, one comes first all the same.
    """
    left = dict(sorted(late.items(), key=lambda one: (one[1][0], one[0])))
    while left:
        ready = [one for one, (_, named) in left.items() if left.keys().isdisjoint(named)]
        for ordinal in ready or [next(iter(left))]:
            yield ordinal
            del left[ordinal]


def _named(record: Record) -> list[int]:
    """The ordinals of what *record* copies, and of the text that led to it."""
    named = [source.ordinal for source in record.sources]
    if record.through is not None:
        named.append(record.through)
    return [ordinal for ordinal in named if ordinal != NOWHERE]


def _line(index: Readable, ordinal: int, record: Record) -> dict[str, Any]:
    line: dict[str, Any] = {
        "id": record.id,
        "kind": record.kind.value,
        "first_seen": record.first_seen,
        "revision": record.revision.hex(),
        "digest": record.digest.hex(),
    }
    if record.url != record.id:
        line["url"] = record.url
    if record.published is not None:
        line["published"] = record.published
    if record.simhash is not None:
        line["simhash"] = f"{record.simhash:016x}"
    if record.sketch is not None:
        line["sketch"] = b64encode(record.sketch).decode()
    if record.telling is not None:
        line["telling"] = b64encode(record.telling).decode()
    if record.sources:
        line["sources"] = [
            [_source_id(index, record, place), round(source.score, 4)]
            for place, source in enumerate(record.sources)
        ]
    if record.through is not None:
        line["through"] = _through_id(index, record)
    if record.provenance is not None:
        line["provenance"] = asdict(record.provenance)
    if record.elected:
        head = index.record_at(record.sources[0].ordinal) if record.sources else None
        line["elected"] = True
        line["original"] = head is not None and head.original == ordinal
    if record.let_through:
        line["let_through"] = True
    if record.copies_let_through:
        line["copies_let_through"] = record.copies_let_through
    if record.run:
        line["run"], line["overwrote"] = record.run, record.overwrote
    if record.story is not None:
        line["story"] = record.story.hex()
    if record.evidence is not None:
        line["evidence"] = b64encode(record.evidence).decode()
    if (text := index.kept_text(ordinal)) is not None:
        line["title"], line["text"] = text.title, text.text
    return line


def _source_id(index: Readable, record: Record, place: int) -> str | None:
    """The id of the source at this *place* of *record*, None if that is gone."""
    found = index.record_at(record.sources[place].ordinal)
    return found.id if found is not None and record.still_copies(place, found) else None


def _through_id(index: Readable, record: Record) -> str | None:
    """The id of the text by which the first source of *record* was found, None if that is gone."""
    found = None if record.through is None else index.record_at(record.through)
    return found.id if found is not None and record.may_have_met(found) else None


def read_line(line: bytes | None) -> dict[str, Any]:
    """The values of a line. Raises ValueError for one that is no JSON object."""
    values = json.loads(line or b"")
    if not isinstance(values, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004
    return values


def import_values(index: Index, values: dict[str, Any], run: int | None = None) -> bool:
    """Put the record of a line's *values* into *index*; False if the index has that id already.

    The record counts as written by the run with the number *run*, or by the run that the line names
    if *run* is None. Raises ValueError if the values are no record.
    """
    try:
        record = _record(index, values)
        if run is not None:
            record = replace(record, run=run, overwrote=False)
        text = KeptText(values["text"], values["title"]) if "text" in values else None
        for part in (record, text):
            if part is not None:
                part.to_bytes()
    except (KeyError, TypeError, AttributeError, OverflowError, struct.error) as error:
        raise ValueError(f"not a whole record ({error!r})") from error
    if record.id in index:
        return False
    ordinal = index.put_record(record, text)
    if values.get("original") and record.sources:
        place = record.sources[0].ordinal
        before = index.record_at(place)

        def named(head: Record) -> Record:
            # What a crawl elects or puts under this address meanwhile stands.
            if before is None or head.original != before.original:
                return head
            return replace(head, original=ordinal) if record.still_copies(0, head) else head

        index.amend(place, named)
    return True


def _record(index: Index, values: dict[str, Any]) -> Record:
    from scrapy_neardup.core.fingerprints.sketch import decode
    from scrapy_neardup.core.rewriting.telling import posted_keys

    name, kind = values["id"], Kind(values["kind"])
    if not isinstance(name, str) or not name:
        raise ValueError("the id is not a string")
    if kind is not Kind.NEW and kind not in COPY_KINDS:
        raise ValueError(f"an index holds no documents that are {kind}")
    digest, revision = bytes.fromhex(values["digest"]), bytes.fromhex(values["revision"])
    if len(digest) != 16 or len(revision) != 8:
        raise ValueError("the digest or the revision is not of its length")
    if type(values["first_seen"]) is not int or not 0 <= values["first_seen"] <= MAX_TIME:
        raise ValueError("first_seen is no time in seconds")
    sketch = b64decode(values["sketch"], validate=True) if "sketch" in values else None
    if sketch is not None:
        decode(sketch)
    telling = b64decode(values["telling"], validate=True) if "telling" in values else None
    if telling is not None:
        posted_keys(telling)
    url = values.get("url", name)
    name = bounded(name)
    story = bytes.fromhex(values["story"]) if "story" in values else story_named_after(name)
    # What an extended text has among its own tells another story.
    met = None if kind is Kind.EXTENDED else story
    sources = tuple(_sources(index, values.get("sources", []), met))
    head = index.record_at(sources[0].ordinal) if sources and met is not None else None
    if head is not None:
        story = met = head.story_id
    through = _through(index, values, sources, met)
    evidence = b64decode(values["evidence"], validate=True) if "evidence" in values else None
    run = values.get("run", 0)
    if len(story) != STORY_BYTES or len(evidence or b"") > MAX_EVIDENCE:
        raise ValueError("the story or the evidence is not of its length")
    if type(run) is not int or not 0 <= run <= MAX_RUN:
        raise ValueError("the run is no number")
    record = Record(
        id=name,
        kind=kind,
        first_seen=values["first_seen"],
        revision=revision,
        digest=digest,
        url=bounded(url) if url else None,
        published=values.get("published"),
        simhash=int(values["simhash"], 16) if "simhash" in values else None,
        sketch=sketch,
        telling=telling,
        sources=sources,
        provenance=_provenance(values["provenance"]) if "provenance" in values else None,
        elected=bool(values.get("elected")),
        let_through=bool(values.get("let_through")),
        copies_let_through=int(values.get("copies_let_through", 0)),
        run=run,
        overwrote=bool(values.get("overwrote")),
        story=None if story == story_named_after(name) else story,
        evidence=evidence,
        through=through,
    )
    if kind is Kind.EXTENDED and any(
        source.story_id == story for _, source in index.stories.sources_of(record)
    ):
        # An index of a format before 13 was exported.
        record = replace(record, story=story_after(record, digest))
    return record


def _provenance(values: dict[str, Any]) -> Provenance:
    provenance = Provenance(**{**values, "links": tuple(values["links"])})
    if Provenance.from_bytes(provenance.to_bytes())[0] != provenance:
        raise ValueError(f"a provenance of {values}")
    return provenance


def _sources(
    index: Index, named: list[tuple[str | None, float]], story: bytes | None
) -> Iterator[Source]:
    """The sources *named*, best first, for a copy of which the first one tells *story*; None if that is not
    known. Those that are not here keep their place.
    """
    for place, (name, score) in enumerate(named):
        if not 0 <= score <= 1:
            raise ValueError(f"a score of {score}")
        found = None if name is None else index.find(name)
        if found is not None and index.stories.head_of(found)[0] != found[0]:
            # The article is known here as a copy itself: its copies are those of its source.
            yield from found[1].sources
        elif found is not None and (place or story in (None, found[1].story_id)):
            yield Source(found[0], score)
        else:
            # The address of the article may have another one here.
            yield Source(NOWHERE, score)


def _through(
    index: Index, values: dict[str, Any], sources: tuple[Source, ...], story: bytes | None
) -> int | None:
    """The ordinal of the text by which the first of *sources* was found, as :attr:`Record.through` has it.
    It tells *story*; None if that is not known.
    """
    if not sources:
        return None
    # What was the source itself may be known here as a copy.
    name = values.get("through", values["sources"][0][0])
    found = None if name is None else index.find(name)
    ordinal = found[0] if found is not None and story in (None, found[1].story_id) else NOWHERE
    return None if ordinal == sources[0].ordinal else ordinal


def bad_line(name: str, number: int, error: Exception) -> CommandError:
    """The error for a line that can't be imported."""
    return CommandError(
        f"{name}, line {number}: {error}; give the output of `scrapy neardup export INDEX`. "
        "What came before is imported, and is passed over when it comes again"
    )
