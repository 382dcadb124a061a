"""`scrapy neardup clusters`: articles with their copies."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    bold,
    clip,
    table,
    width_or,
    write_json,
    write_line,
)
from scrapy_neardup.counting import counted
from scrapy_neardup.escaping import escaped

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from scrapy_neardup.core.index.clusters import Cluster, Member
    from scrapy_neardup.core.index.index import Index

SUMMARY = "list articles with their copies"
DESCRIPTION = """\
List every article of an index that has copies, with how each copies it, the score and when it
was first seen, the largest cluster first. Where the pages' own evidence (canonical address, link,
named source, date, record of the host) tells which is the original, a line says so and why.

With --json, one line of JSON per cluster: "story" (the id that tags have, too), "source" (null if
it was removed), "copies" (with "also_copies", the ids of further sources), "original" and
"original_by". With --csv, one row per document under a head; a cell that a spreadsheet would take
for a formula begins with an apostrophe. Titles are those of kept texts (NEARDUP_KEEP_TEXT)."""
COLUMNS = (
    "story",
    "role",
    "kind",
    "score",
    "is_original",
    "first_seen",
    "host",
    "url",
    "id",
    "title",
    "also_copies",
)
"""The columns of --csv. The role is "source" or "copy"; further sources are ids with spaces between
them. A cell is empty where there is nothing to say."""
_REMOVED = "(removed from the index, or its address has another article)"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are the wide forms, which spreadsheets of East Asia take for the others."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument(
        "--min-size",
        metavar="N",
        type=int,
        default=2,
        help="only clusters of at least N documents, the source counted (default: 2)",
    )
    parser.add_argument("--host", metavar="HOST", help="only clusters with a document on HOST")
    form = parser.add_mutually_exclusive_group()
    add_json_option(form)
    form.add_argument("--csv", action="store_true", help="print a table in CSV")


def run(options: argparse.Namespace) -> int:
    if options.min_size < 1:
        options.parser.error("--min-size: use 1 or more")
    from scrapy_neardup.commands.hosts import ids_on, read_host
    from scrapy_neardup.commands.indexes import documents_in, open_to_read
    from scrapy_neardup.core.index.clusters import read_clusters

    host = read_host(options.host) if options.host else None
    where = options.project.locate(options.index)
    with open_to_read(where, holder="scrapy neardup clusters") as index:
        with Progress("documents", documents_in(index)) as progress:
            clusters = read_clusters(index, progress.update)
        chosen = [
            cluster
            for cluster in clusters
            if 1 + len(cluster.copies) >= options.min_size
            and (host is None or any(m.record.host == host for m in cluster.members))
        ]
        if host and not chosen and next(ids_on(index, host), None) is None:
            write_line(f"{index.shown}: no document is of the host {host}", sys.stderr)
        chosen.sort(key=lambda cluster: -len(cluster.copies))
        if options.csv:
            _write_row(COLUMNS)
        for cluster in chosen:
            titles = _titles(index, cluster)
            if options.json:
                write_json(to_dict(cluster, titles))
            elif options.csv:
                for row in _rows(cluster, titles):
                    _write_row(row)
            else:
                _show(cluster, titles)
    if not (options.json or options.csv):
        copies = sum(len(cluster.copies) for cluster in chosen)
        write_line(f"{counted(len(chosen), 'cluster')}, {counted(copies, 'copy', 'copies')}")
    return 0


def to_dict(cluster: Cluster, titles: dict[int, str]) -> dict[str, Any]:
    """*cluster* as JSON types, with *titles* by ordinal."""
    return {
        "story": _story(cluster),
        "source": _member(cluster.source, titles) if cluster.source else None,
        "copies": [
            {
                **_member(copy, titles),
                "kind": copy.kind.value if copy.kind else None,
                "score": round(copy.score, 4),
                "also_copies": [other.id for other in copy.others],
            }
            for copy in cluster.copies
        ],
        "original": cluster.original.record.id if cluster.original else None,
        "original_by": [reason.value for reason in cluster.reasons],
    }


def _story(cluster: Cluster) -> str:
    return cluster.members[0].record.story_id.hex()


def _titles(index: Index, cluster: Cluster) -> dict[int, str]:
    """The titles that are known, by the ordinals of their documents."""
    ordinals = [member.ordinal for member in cluster.members]
    texts = index.kept_texts(ordinals)
    return {
        ordinal: text.title
        for ordinal, text in zip(ordinals, texts, strict=True)
        if text is not None and text.title
    }


def _member(member: Member, titles: dict[int, str]) -> dict[str, Any]:
    from scrapy_neardup.commands.moments import moment

    record = member.record
    return {
        "id": record.id,
        "url": record.url,
        "title": titles.get(member.ordinal),
        "first_seen": moment(record.first_seen),
    }


def _rows(cluster: Cluster, titles: dict[int, str]) -> Iterator[tuple[str, ...]]:
    """A row of COLUMNS for each document."""
    from scrapy_neardup.commands.moments import moment

    proven = any(reason.is_evidence for reason in cluster.reasons)
    original = cluster.original.ordinal if cluster.original and proven else None
    for member in cluster.members:
        record = member.record
        yield (
            _story(cluster),
            "source" if member is cluster.source else "copy",
            member.kind.value if member.kind else "",
            f"{member.score:.4f}",
            "yes" if member.ordinal == original else "",
            moment(record.first_seen),
            record.host,
            record.url or "",
            record.id,
            titles.get(member.ordinal, ""),
            " ".join(other.id for other in member.others),
        )


def _write_row(cells: Iterable[str]) -> None:
    line = io.StringIO()
    safe = [f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell for cell in cells]
    csv.writer(line, lineterminator="").writerow(map(escaped, safe))
    write_line(line.getvalue())


def _show(cluster: Cluster, titles: dict[int, str]) -> None:
    width = width_or(120)
    for line in _lines(cluster, titles, width):
        write_line(line)


def _lines(cluster: Cluster, titles: dict[int, str], width: int) -> list[str]:
    from scrapy_neardup.commands.moments import moment

    source = cluster.source.record if cluster.source else None
    room = max(width - 42, 30)
    title = next((titles[m.ordinal] for m in cluster.members if m.ordinal in titles), "")
    rows = [
        (
            "source",
            "",
            moment(source.first_seen) if source else "",
            clip(source.url or source.id, room) if source else _REMOVED,
        )
    ]
    for copy in cluster.copies:
        rows.append(
            (
                f"  {copy.kind}",
                f"{copy.score:.2f}",
                moment(copy.record.first_seen),
                clip(copy.record.url or copy.record.id, room),
            )
        )
        rows += [
            ("    also of", "", "", clip(other.url or other.id, room)) for other in copy.others
        ]
    first, *rest = table(rows)
    lines = [bold(first), *rest]
    if title:
        lines.insert(0, bold(clip(title, width)))
    if cluster.original is not None and any(reason.is_evidence for reason in cluster.reasons):
        record = cluster.original.record
        reasons = ", ".join(map(str, cluster.reasons))
        lines.append(f"original by {reasons}: {clip(record.url or record.id, room)}")
    return [*lines, ""]
