"""`scrapy neardup rebuild`: a new index, of another scheme, from the texts of an old one."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from itertools import tee
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy_neardup.commands.errors import CommandError, UsageProblem
from scrapy_neardup.commands.new_index import new_index
from scrapy_neardup.commands.terminal import Progress, add_json_option, write_json, write_line
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from scrapy_neardup.commands.project import Project
    from scrapy_neardup.commands.renewal import Renewal
    from scrapy_neardup.commands.tellings import Told
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.records import StoredIndex
    from scrapy_neardup.core.scheme import Scheme

SUMMARY = "make a new index of an old one"
DESCRIPTION = """\
Make the new index NEW of the index OLD, with other parameters or for this version of the package.
OLD is its directory, or a file that `scrapy neardup export` wrote; it is read as it is now, and
what a crawl adds to it meanwhile stays out. NEW is a directory, or a URL that names the engine as
well (leveldb:///path, sqlite:///path; else it is that of OLD); it appears when it is complete.

Where the fingerprints stay what they are (another format of the index, other SimHash tables), all
documents are taken over as they are. Else they are made again from the texts that OLD has kept
(NEARDUP_KEEP_TEXT): an article can't be taken over without its text, a copy can. Every document
keeps its id, its times, its text, and what was found of it: nothing is judged anew, except
copies of articles that are left out. With --rewritten, crawls find rewritten copies (see
NEARDUP_REWRITTEN) of the articles that were kept without looking for them, too. Where the texts
are fingerprinted again, so they do without this option, unless NEARDUP_REWRITTEN is off."""
_HOLDER = "scrapy neardup rebuild"


class _Done(NamedTuple):
    """Documents of the new index, those of the old one that are not in it, and those that got what
    --rewritten gives, None where nobody asked for it and none got it.
    """

    articles: int
    copies: int
    left_out: int = 0
    judged_anew: int = 0
    told: Told | None = None


class _Target(NamedTuple):
    """Where the new index goes, and of which engine it is, None for the usual one."""

    path: Path
    engine: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="directory of an index, or an export")
    parser.add_argument("new", metavar="NEW", help="directory of the new index, or its URL")
    parser.add_argument(
        "--segmenter", help="NEARDUP_SEGMENTER of the new index (default: as in the old one)"
    )
    parser.add_argument(
        "--synonyms",
        metavar="FILE",
        action="append",
        help="NEARDUP_SYNONYMS of the new index; may be given several times (default: as in the "
        "old one)",
    )
    parser.add_argument(
        "--no-synonyms",
        dest="synonyms",
        action="store_const",
        const=[],
        help="no NEARDUP_SYNONYMS in the new index",
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
        "--skip-textless", action="store_true", help="leave out articles without a kept text"
    )
    parser.add_argument(
        "--rewritten",
        action="store_true",
        help="let articles that were kept without NEARDUP_REWRITTEN be sources of rewritten copies, "
        "as far as their texts were kept",
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
    options.project.require_no_spider(options.new)
    new = _target(options.new)
    options.old = options.project.locate(options.old)
    # What is missing was more likely meant as an index, perhaps a spider's, than as an export.
    is_export = options.old == "-" or (
        os.path.exists(options.old) and not os.path.isdir(options.old)
    )
    rebuild = _from_export if is_export else _from_index
    done = rebuild(options, new)
    _tell_if_refused(options.project, new.path)
    if not options.rewritten:
        _tell_of_sources(options.project, new.path)
    figures = {
        "articles": done.articles,
        "copies": done.copies,
        "left_out": done.left_out,
        "judged_anew": done.judged_anew,
    }
    if done.told:
        figures |= {"told": done.told.made, "without_text": done.told.textless}
    if options.json:
        write_json(figures)
    else:
        write_line(
            f"{new.path}: {counted(done.articles, 'article')} and "
            f"{counted(done.copies, 'copy', 'copies')}; "
            f"{counted(done.left_out, 'document')} left out"
        )
        if done.told:
            write_line(
                f"{counted(done.told.made, 'document')} more can be found by a rewritten copy; "
                f"{done.told.textless:,} can't, as no text was kept"
            )
    return 0


def _tell_if_refused(project: Project, path: Path) -> None:
    """Say so if the settings of *project* ask for another scheme than the index in *path* has."""
    from scrapy_neardup.core.errors import SchemeMismatch
    from scrapy_neardup.core.index.agreed_scheme import require_scheme
    from scrapy_neardup.core.index.records import StoredIndex
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.plugin.settings import with_settings

    try:
        wanted = project.known_scheme
    except CommandError:
        # No crawl begins with wrong settings, whatever the index.
        return
    with StoredIndex(path) as index:
        made = Scheme.from_dict(index.scheme)
    try:
        require_scheme(made, wanted)
    except SchemeMismatch as error:
        told = f"scrapy neardup: crawls with these settings will refuse {path}: {with_settings(error)}"
        write_line(told, sys.stderr)


def _tell_of_sources(project: Project, path: Path) -> None:
    """Say so if crawls of *project* look for rewritten copies, and --rewritten would have let them find some
    of the articles in *path*.
    """
    from scrapy_neardup.commands.indexes import open_to_read, tell_of_terms

    if not _looks_for_rewritten(project):
        return
    with open_to_read(str(path), holder=_HOLDER, thresholds=project.thresholds) as index:
        if index.may_keep_texts:
            tell_of_terms(index)


def _looks_for_rewritten(project: Project) -> bool:
    """Whether crawls of *project* look for rewritten copies."""
    try:
        return project.thresholds.rewriting
    except CommandError:
        # No crawl begins with wrong settings.
        return False


def _target(location: str) -> _Target:
    from scrapy_neardup.core.locations import is_shared, without_password
    from scrapy_neardup.core.stores.engines import read_location

    if is_shared(location):
        raise CommandError(
            f"{without_password(location)} is no directory: rebuild into one, then take it there "
            "with `scrapy neardup copy NEW URL`"
        )
    return _Target(*read_location(location))


def _from_index(options: argparse.Namespace, new: _Target) -> _Done:
    from scrapy_neardup.commands.indexes import directory_of
    from scrapy_neardup.commands.transfer import export_lines
    from scrapy_neardup.core.index.copying import copy_documents
    from scrapy_neardup.core.index.records import StoredIndex
    from scrapy_neardup.core.locations import is_shared, without_password
    from scrapy_neardup.core.rarity.frequencies import is_of_counts, is_of_term_counts
    from scrapy_neardup.core.stores.engines import engine_in

    if is_shared(options.old):
        raise CommandError(
            f"{without_password(options.old)} is no directory: take the index to one with "
            "`scrapy neardup copy URL OLD` (of the version that made it, if this one refuses it), "
            "rebuild that, and take the new one to the servers with `scrapy neardup copy NEW OTHER_URL`, under "
            "another prefix"
        )
    directory = directory_of(options.old)
    new = new._replace(engine=new.engine or engine_in(directory))
    with StoredIndex(directory) as old:
        scheme = _scheme(options, old.scheme)
        is_taken_over = _is_of_this_version(old.scheme, scheme)
        if options.rewritten or not is_taken_over:
            _require_synonyms(scheme)
        total = sum(1 for _ in old.numbered_records())
        if is_taken_over:
            # Each is copied, and then compared with its copy.
            with new_index(*new, scheme, holder=_HOLDER) as index:
                with Progress("documents", 2 * total) as progress:
                    report = copy_documents(
                        old,
                        index,
                        lambda done: progress.update(done // 2, done),
                        # They are counted anew then.
                        leaves_out=lambda note: options.rewritten and is_of_term_counts(note),
                    )
                if report.differing:
                    raise CommandError(
                        f"{report.differing:,} documents of the new index differ from "
                        f"{directory}; see what `scrapy neardup check INDEX` says of that"
                    )
                told = _told(options, index, old) if options.rewritten else None
            return _Done(report.articles, report.copies, told=told)
        lines = (json.dumps(values).encode() for values in export_lines(old))
        with (
            new_index(*new, scheme, holder=_HOLDER) as index,
            Progress("documents", total) as progress,
        ):
            done = _fill(index, lines, options, progress.update, keep_runs=True)
            # The words of the new fingerprints are counted anew.
            index.write_notes(note for note in old.notes() if not is_of_counts(note[0]))
        return done


def _told(options: argparse.Namespace, index: Index, old: StoredIndex) -> Told:
    """What --rewritten gives to *index*, a copy of *old*. Raises CommandError if that is nothing, for want of
    texts.
    """
    from scrapy_neardup.commands.tellings import add_tellings

    with Progress("texts", None) as progress:
        told = add_tellings(index, old, jobs=options.jobs, progress=progress.update)
    if told.textless and not told.made and not told.before:
        raise CommandError(
            f"{options.old}: --rewritten would change nothing, as no text was kept of "
            f"{counted(told.textless, 'document')}; rewritten copies of later articles are found without it, "
            "unless NEARDUP_REWRITTEN is off"
        )
    return told


def _is_of_this_version(old: dict[str, Any], scheme: Scheme) -> bool:
    """Whether *old*, as an index has it, gives texts the fingerprints of *scheme*."""
    from scrapy_neardup.core.scheme import Scheme

    try:
        return Scheme.from_dict(old).same_fingerprints(scheme)
    except (ValueError, TypeError):
        return False


def _from_export(options: argparse.Namespace, new: _Target) -> _Done:
    from scrapy_neardup.commands.lines import open_lines
    from scrapy_neardup.commands.transfer import read_header

    with open_lines(options.old) as reader:
        lines = iter(reader)
        try:
            scheme = read_header(next(lines, None))
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(
                f"{options.old}, line 1: {error}; name the directory of an index, or the output "
                "of `scrapy neardup export INDEX`"
            ) from error
        wanted = _scheme(options, scheme)
        _require_synonyms(wanted)
        with (
            new_index(*new, wanted, holder=_HOLDER) as index,
            Progress("documents", reader.total) as progress,
        ):

            def tell(done: int) -> None:
                progress.update(done, reader.position)

            return _fill(index, lines, options, tell, keep_runs=False)


def _scheme(options: argparse.Namespace, old: dict[str, Any]) -> Scheme:
    from scrapy_neardup.core.postings.permuted_tables import default_tables, table_counts
    from scrapy_neardup.core.scheme import Scheme

    def wanted(name: str, default: Any) -> Any:
        given = getattr(options, name)
        return old.get(name, default) if given is None else given

    try:
        distance = wanted("max_distance", Scheme.max_distance)
        possible = table_counts(distance)
        tables = wanted("simhash_tables", None)
        if tables not in possible:
            if options.simhash_tables is not None:
                options.parser.error(
                    f"--simhash-tables: for a distance of {distance} use "
                    f"{', '.join(map(str, possible))}"
                )
            tables = default_tables(distance)
        scheme = Scheme(
            segmenter=wanted("segmenter", Scheme.segmenter),
            simplify=old.get("simplify", Scheme.simplify),
            min_features=old.get("min_features", Scheme.min_features),
            max_distance=distance,
            simhash_tables=tables,
            synonyms=old.get("synonyms", Scheme.synonyms),
            synonym_files=tuple(old.get("synonym_files", ())),
        )
    except (TypeError, ValueError) as error:
        given = (options.max_distance, options.segmenter)
        problem = CommandError if given == (None, None) else UsageProblem
        raise problem(f"the new index can't have this scheme: {error}") from error
    try:
        return scheme if options.synonyms is None else scheme.with_synonyms(options.synonyms)
    except ValueError as error:
        raise CommandError(f"--synonyms: {error}") from error


def _require_synonyms(scheme: Scheme) -> None:
    """Raise CommandError if the dictionary of *scheme* is gone or has changed: without it, no text can be
    fingerprinted.
    """
    from scrapy_neardup.core.errors import SchemeMismatch
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter

    try:
        Fingerprinter(scheme)("")
    except SchemeMismatch as error:
        raise CommandError(
            f"{error}: --synonyms FILE names them, and --no-synonyms makes an index without"
        ) from error


def _fill(
    index: Index,
    lines: Iterable[bytes | None],
    options: argparse.Namespace,
    tell: Callable[[int], None],
    *,
    keep_runs: bool,
) -> _Done:
    from scrapy_neardup.commands.renewal import Renewal
    from scrapy_neardup.commands.row_workers import RowWorkers
    from scrapy_neardup.commands.rows import RowReader
    from scrapy_neardup.commands.tellings import Told
    from scrapy_neardup.commands.transfer import read_line

    # The texts are read here in any case.
    tells = options.rewritten or _looks_for_rewritten(options.project)
    renewal = Renewal(index, keep_runs=keep_runs, tells=tells)
    originals, texts = tee(lines)
    numbered = enumerate(originals, 2)
    with RowWorkers(RowReader.of_kept_texts(index.fingerprinter), options.jobs) as workers:
        for row in workers.rows(texts):
            number, line = next(numbered)
            with _naming(options.old, number):
                renewal.take(read_line(line), row)
            tell(number - 1)
            if renewal.textless and not options.skip_textless:
                break
        else:
            _require_texts(options, renewal)
            is_worth_telling = options.rewritten or renewal.told
            told = Told(renewal.told, renewal.untold) if is_worth_telling else None
            return _Done(
                renewal.articles,
                renewal.copies,
                renewal.textless + renewal.lost,
                renewal.judged_anew,
                told,
            )
    for number, line in numbered:
        with _naming(options.old, number):
            renewal.count(read_line(line))
    _require_texts(options, renewal)
    raise CommandError(
        f"{options.old}: {renewal.textless:,} of {renewal.textless + renewal.articles:,} "
        f"articles have no kept text (the first: {renewal.first_textless}), without which "
        "they can't be fingerprinted anew; leave them out with --skip-textless, or scan "
        "their texts into a new index with `scrapy neardup scan INPUT --index NEW`"
    )


def _require_texts(options: argparse.Namespace, renewal: Renewal) -> None:
    """Raise CommandError if none of the articles that *renewal* met has a text."""
    if renewal.textless and not renewal.articles:
        raise CommandError(
            f"{options.old}: none of its {renewal.textless:,} articles has a kept text, so "
            "nothing would be left; scan their texts into a new index with `scrapy neardup "
            "scan INPUT --index NEW`, or move the old one away and begin with an empty one"
        )


@contextmanager
def _naming(name: str, number: int) -> Iterator[None]:
    try:
        yield
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CommandError(
            f"{name}, line {number}: not a whole record ({error!r}); give the output of "
            "`scrapy neardup export INDEX`"
        ) from error
