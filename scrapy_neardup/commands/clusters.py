"""`scrapy neardup clusters`: articles with their copies."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import (
    add_json_option,
    bold,
    clip,
    table,
    write_json,
    write_line,
)

if TYPE_CHECKING:
    import argparse

    from scrapy_neardup.core.index.clusters import Cluster, Member

SUMMARY = "list articles with their copies"
DESCRIPTION = """\
List every article of an index that has copies, with how each copies it, the score and when it
was first seen, the largest cluster first. Where the pages' own evidence (canonical address, link,
named source, date, record of the host) tells which is the original, a line says so and why.

With --json, one line of JSON per cluster: "source" (null if it was removed), "copies",
"original" and "original_by"."""
_REMOVED = "(removed from the index)"


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
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    if options.min_size < 1:
        options.parser.error("--min-size: use 1 or more")
    where = options.project.locate(options.index)
    from scrapy_neardup.addresses import host_of
    from scrapy_neardup.commands.indexes import open_to_read
    from scrapy_neardup.core.index.clusters import read_clusters

    with open_to_read(where, holder="scrapy neardup clusters") as index:
        clusters = read_clusters(index)
    host = options.host.lower() if options.host else None
    chosen = [
        cluster
        for cluster in clusters
        if 1 + len(cluster.copies) >= options.min_size
        and (
            host is None
            or any(host_of(m.record.url or m.record.id) == host for m in cluster.members)
        )
    ]
    chosen.sort(key=lambda cluster: -len(cluster.copies))
    if options.json:
        for cluster in chosen:
            write_json(to_dict(cluster))
        return 0
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 120
    for cluster in chosen:
        for line in _lines(cluster, width):
            write_line(line)
    copies = sum(len(cluster.copies) for cluster in chosen)
    write_line(f"{len(chosen):,} clusters, {copies:,} copies")
    return 0


def to_dict(cluster: Cluster) -> dict[str, Any]:
    """*cluster* as JSON types."""
    return {
        "source": _member(cluster.source) if cluster.source else None,
        "copies": [
            {
                **_member(copy),
                "kind": copy.kind.value if copy.kind else None,
                "score": round(copy.score, 4),
            }
            for copy in cluster.copies
        ],
        "original": cluster.original.record.id if cluster.original else None,
        "original_by": [reason.value for reason in cluster.reasons],
    }


def _member(member: Member) -> dict[str, Any]:
    from scrapy_neardup.commands.moments import moment

    record = member.record
    return {"id": record.id, "url": record.url, "first_seen": moment(record.first_seen)}


def _lines(cluster: Cluster, width: int) -> list[str]:
    from scrapy_neardup.commands.moments import moment

    source = cluster.source.record if cluster.source else None
    room = max(width - 42, 30)
    rows = [
        (
            "source",
            "",
            moment(source.first_seen) if source else "",
            clip(source.url or source.id, room) if source else _REMOVED,
        )
    ]
    rows += [
        (
            f"  {copy.kind}",
            f"{copy.score:.2f}",
            moment(copy.record.first_seen),
            clip(copy.record.url or copy.record.id, room),
        )
        for copy in cluster.copies
    ]
    first, *rest = table(rows)
    lines = [bold(first), *rest]
    if cluster.original is not None and any(reason.is_evidence for reason in cluster.reasons):
        record = cluster.original.record
        reasons = ", ".join(map(str, cluster.reasons))
        lines.append(f"original by {reasons}: {clip(record.url or record.id, room)}")
    return [*lines, ""]
