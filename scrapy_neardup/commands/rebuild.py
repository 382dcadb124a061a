"""`scrapy neardup rebuild`: a new index, of another scheme, from the texts of an old one."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.terminal import Progress, add_json_option, write_json, write_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from scrapy_neardup.commands.renewal import Renewal
    from scrapy_neardup.core.index.index import NearDupIndex
    from scrapy_neardup.core.scheme import Scheme

SUMMARY = "make a new index of another scheme from kept texts"
DESCRIPTION = """\
Make the new index NEW from the texts that the index OLD has kept (NEARDUP_KEEP_TEXT), with other
parameters or another version of this package. OLD is its directory, or a file that `scrapy
neardup export` wrote; it is only read. NEW appears when it is complete.

Every document keeps its id, its times, its text, and what was found of it: nothing is judged
anew, but for copies of articles that are left out. An article can't be taken over without its
text, a copy can."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="directory of an index, or an export")
    parser.add_argument("new", metavar="NEW", help="directory of the new index")
    parser.add_argument(
        "--segmenter", help="NEARDUP_SEGMENTER of the new index (default: as in the old one)"
    )
    parser.add_argument(
        "--max-distance",
        metavar="K",
        type=int,
        help="NEARDUP_MAX_DISTANCE of the new index (default: as in the old one)",
    )
    parser.add_argument(
        "--simhash-tables",
        metavar="N",
        type=int,
        help="NEARDUP_SIMHASH_TABLES of the new index (default: as in the old one, or for K)",
    )
    parser.add_argument(
        "--expected-documents",
        metavar="N",
        type=int,
        help="NEARDUP_EXPECTED_DOCUMENTS of the new index (default: 1000000)",
    )
    parser.add_argument(
        "--skip-textless", action="store_true", help="leave out articles without a kept text"
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=int,
        default=1,
        help="processes that compute fingerprints beside the main one, 0 for none (default: 1)",
    )
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    if options.jobs < 0:
        options.parser.error("--jobs: use 0 or more")
    if options.expected_documents is not None and options.expected_documents < 1:
        options.parser.error("--expected-documents: use 1 or more")
    new = Path(options.new)
    if new.exists() and (not new.is_dir() or any(new.iterdir())):
        raise CommandError(f"{new} exists already; name a new directory")
    rebuild = _from_index if Path(options.old).is_dir() else _from_export
    done = rebuild(options, new)
    figures = {
        "articles": done.articles,
        "copies": done.copies,
        "left_out": done.textless + done.lost,
        "judged_anew": done.judged_anew,
    }
    if options.json:
        write_json(figures)
    else:
        write_line(
            f"{new}: {done.articles:,} articles and {done.copies:,} copies; "
            f"{figures['left_out']:,} documents left out"
        )
    return 0


def _from_index(options: argparse.Namespace, new: Path) -> Renewal:
    from scrapy_neardup.commands.indexes import existing_index
    from scrapy_neardup.commands.transfer import export_lines
    from scrapy_neardup.core.index.archive import StoredIndex

    with StoredIndex(existing_index(options.old), holder="scrapy neardup rebuild") as old:
        total = sum(1 for _ in old.numbered_records())
        progress = Progress("documents", total)
        lines = (json.dumps(values).encode() for values in export_lines(old))
        return _build(options, new, old.scheme, lines, old.notes(), progress, lambda n: n)


def _from_export(options: argparse.Namespace, new: Path) -> Renewal:
    from scrapy_neardup.commands.lines import open_lines
    from scrapy_neardup.commands.transfer import read_header

    with open_lines(options.old) as reader:
        lines = iter(reader)
        try:
            scheme = read_header(next(lines, None))
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(
                f"{options.old}, line 1: {error}; name the directory of an index, or the output "
                "of `scrapy neardup export`"
            ) from error
        progress = Progress("documents", reader.total)
        return _build(options, new, scheme, lines, [], progress, lambda n: reader.position)


def _build(
    options: argparse.Namespace,
    new: Path,
    old_scheme: dict[str, Any],
    lines: Iterable[bytes | None],
    notes: Iterable[tuple[str, bytes]],
    progress: Progress,
    position: Callable[[int], int],
) -> Renewal:
    """Make the index under another name, which it keeps until it is complete."""
    from scrapy_neardup.core.index.index import DEFAULT_EXPECTED_DOCUMENTS, NearDupIndex

    scheme = _scheme(options, old_scheme)
    partial = new.with_name(f"{new.name}.partial")
    try:
        partial.mkdir(parents=True)
    except FileExistsError:
        raise CommandError(
            f"{partial} is there from a rebuild that runs, or was killed; remove it then"
        ) from None
    except OSError as error:
        raise CommandError(f"{partial} can't be made: {error.strerror}") from error
    try:
        with NearDupIndex.open(
            partial,
            scheme,
            holder="scrapy neardup rebuild",
            sync="never",
            expected_documents=options.expected_documents or DEFAULT_EXPECTED_DOCUMENTS,
        ) as index:
            done = _fill(index, lines, options, progress, position)
            index.write_notes(notes)
        partial.rename(new)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return done


def _scheme(options: argparse.Namespace, old: dict[str, Any]) -> Scheme:
    from scrapy_neardup.core.index.permuted_tables import table_counts
    from scrapy_neardup.core.scheme import Scheme

    try:
        distance = options.max_distance or old.get("max_distance", Scheme.max_distance)
        possible = table_counts(distance)
        tables = options.simhash_tables or old.get("simhash_tables")
        if tables not in possible:
            if options.simhash_tables:
                options.parser.error(
                    f"--simhash-tables: for a distance of {distance} use "
                    f"{', '.join(map(str, possible))}"
                )
            tables = list(possible)[1]
        return Scheme(
            segmenter=options.segmenter or old.get("segmenter", Scheme.segmenter),
            simplify=old.get("simplify", Scheme.simplify),
            min_features=old.get("min_features", Scheme.min_features),
            max_distance=distance,
            simhash_tables=tables,
            synonyms=old.get("synonyms", Scheme.synonyms),
            synonym_files=tuple(old.get("synonym_files", ())),
        )
    except (TypeError, ValueError) as error:
        raise CommandError(f"the new index can't have this scheme: {error}") from error


def _fill(
    index: NearDupIndex,
    lines: Iterable[bytes | None],
    options: argparse.Namespace,
    progress: Progress,
    position: Callable[[int], int],
) -> Renewal:
    from scrapy_neardup.commands.renewal import Renewal
    from scrapy_neardup.commands.row_workers import RowWorkers
    from scrapy_neardup.commands.rows import Fields, RowReader
    from scrapy_neardup.commands.transfer import read_line

    renewal = Renewal(index)
    originals, texts = tee(lines)
    numbered = enumerate(originals, 2)
    with RowWorkers(RowReader(Fields(), index.fingerprinter), options.jobs) as workers:
        for row in workers.rows(texts):
            number, line = next(numbered)
            with _naming(options.old, number):
                renewal.take(read_line(line), row)
            progress.update(number - 1, position(number - 1))
            if renewal.textless and not options.skip_textless:
                break
        else:
            progress.clear()
            return renewal
    for number, line in numbered:
        with _naming(options.old, number):
            renewal.count(read_line(line))
    progress.clear()
    raise CommandError(
        f"{options.old}: {renewal.textless:,} of {renewal.textless + renewal.articles:,} "
        f"articles have no kept text (the first: {renewal.first_textless}), without which "
        "they can't be fingerprinted anew; leave them out with --skip-textless, or scan "
        "their texts into a new index with `scrapy neardup scan`"
    )


@contextmanager
def _naming(name: str, number: int) -> Iterator[None]:
    try:
        yield
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CommandError(
            f"{name}, line {number}: not a whole record ({error!r}); give the output of `scrapy neardup export`"
        ) from error
