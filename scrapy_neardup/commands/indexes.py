"""Opening the index that an argument names."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from shlex import quote
from stat import S_ISREG
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.terminal import write_line
from scrapy_neardup.counting import counted, listed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

    from scrapy_neardup.commands.project import Project
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.thresholds import Thresholds


def add_index_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the INDEX of a subcommand, for :meth:`.project.Project.locate`."""
    parser.add_argument(
        "index",
        metavar="INDEX",
        help="directory or URL of the index, or, in a project, the name of its spider",
    )


def directory_of(location: str) -> Path:
    """The directory of the index at *location*, a path or a URL of an engine.

    Raises CommandError where there is none, or for the URL of servers.
    """
    from scrapy_neardup.commands.project import PlaceOfCrawls
    from scrapy_neardup.core.locations import is_shared, without_password
    from scrapy_neardup.core.stores.directory import require_moved_back
    from scrapy_neardup.core.stores.engines import engine_in, read_location

    if is_shared(location):
        raise CommandError(
            f"{without_password(location)} is no directory, and this command works on directories "
            "only"
        )
    directory, engine = read_location(location)
    found = engine_in(directory)
    if found is None:
        require_moved_back(directory)
        problem = "holds no index" if directory.is_dir() else "is no directory"
        crawled = _crawled(location)
        if crawled is not None:
            raise CommandError(
                f"{location} {problem}; a crawl has made one in {crawled}: name that"
            )
        if isinstance(location, PlaceOfCrawls):
            beside = _indexes_below(directory.parent)
            raise CommandError(
                f"{location} {problem}: no crawl has made its index there; if crawls are told "
                "NEARDUP_DIR, NEARDUP_INDEX or NEARDUP_SCOPE with -s, tell this command, too, with -s "
                "before the subcommand"
                + (f"; the indexes in {directory.parent} are {listed(beside)}" if beside else "")
            )
        there = _indexes_below(directory)
        which = (
            f"one of those below it: {listed(there)}"
            if there
            else f"an index that a crawl or scan made, or {_a_spider()}"
        )
        raise CommandError(f"{location} {problem}; name the directory of {which}")
    if engine not in (None, found):
        raise CommandError(f"{location}: the index there is one of {found}, not {engine}")
    return directory


def _crawled(location: str) -> Path | None:
    """The index that a crawl keeps where a NEARDUP_DIR with this relative path is, if there is one."""
    from scrapy.exceptions import NotConfigured
    from scrapy.utils.project import data_path

    from scrapy_neardup.core.stores.engines import engine_in

    try:
        directory = Path(data_path(location))
    except NotConfigured:
        # A project without a scrapy.cfg has no such place.
        return None
    return directory if engine_in(directory) is not None else None


def _a_spider() -> str:
    """Which spiders may be named in the place of an index."""
    from scrapy.utils.project import get_project_settings, inside_project

    from scrapy_neardup.commands.project import has_data_directory, spiders_of

    if not inside_project():
        return "in a project, a spider"
    if not has_data_directory():
        return "a spider, if NEARDUP_DIR is an absolute path: there is no scrapy.cfg"
    try:
        spiders = spiders_of(get_project_settings())
    except CommandError:
        return "a spider of this project, once its spiders can be loaded: see `scrapy list`"
    return f"a spider of this project: {listed(spiders) or 'it has none yet'}"


def _indexes_below(directory: Path) -> list[str]:
    """The names of the indexes in *directory*, as NEARDUP_DIR is one for several spiders."""
    from scrapy_neardup.core.errors import NearDupError
    from scrapy_neardup.core.stores.engines import engine_in

    try:
        return [one.name for one in directory.iterdir() if one.is_dir() and engine_in(one)]
    except (OSError, NearDupError):
        return []


def existing(location: str) -> str:
    """The directory or URL of the one index that *location* means.

    If the URL has no prefix or only part of one and fits exactly one index, that index is used, and
    its URL printed. Raises CommandError or NearDupError where there is none or several.
    """
    found = _found(location)
    if found != location:
        write_line(f"using the index of {_prefix_option(found)}", sys.stderr)
    return found


def url_for(url: str, source: str) -> str:
    """*url* with the prefix of the spider or scope that the index *source* is of, a directory or
    URL, which is told; *url* itself if it has a prefix or is a directory.
    """
    from scrapy_neardup.core.locations import is_shared

    if not is_shared(url):
        return url
    from scrapy_neardup.core.opening import location_below
    from scrapy_neardup.core.redis.location import has_prefix, read_location, with_prefix
    from scrapy_neardup.core.stores import engines

    if has_prefix(url):
        return url
    if is_shared(source):
        named = with_prefix(url, read_location(source).prefix)
    else:
        named = location_below(url, engines.read_location(source)[0].name)
    write_line(f"making the index of {_prefix_option(named)}", sys.stderr)
    return named


def named(location: str) -> str:
    """*location*, the directory or URL of an index that is there and is to be changed.

    What is done to the wrong index can't be undone: a URL has to say which one is meant, even if
    there is only one. Raises CommandError or NearDupError where it does not, or there is none.
    """
    from scrapy_neardup.core.locations import without_password

    found = _found(location)
    if found != location:
        raise CommandError(
            f"{without_password(location)} does not say which index to change: add its prefix, "
            f"{_prefix_option(found)}"
        )
    return location


def _found(location: str) -> str:
    """*location*; if it is a URL, with the prefix of the only index that it fits."""
    from scrapy_neardup.core.locations import is_shared

    if is_shared(location):
        from scrapy_neardup.core.redis.prefixes import existing_url

        return existing_url(location)
    directory_of(location)
    return location


def _prefix_option(url: str) -> str:
    return f"?prefix={url.rpartition('prefix=')[2]}"


def open_to_change(location: str, *, holder: str) -> Index:
    """The index that *location* names, a directory or URL, which is not made if it is missing.

    *holder* is what other processes are told while it is open. Raises as :func:`named`, and
    NearDupError where it can't be opened.
    """
    from scrapy_neardup.core.opening import open_index

    return open_index(named(location), holder=holder, create=False)


def open_to_read(
    location: str,
    *,
    holder: str,
    scheme: Scheme | None = None,
    thresholds: Thresholds | None = None,
) -> Index:
    """The index at *location*, to be read only.

    Of a directory that is a copy as of now, so no crawl has to wait until it is read, nor is this
    kept from reading by one. *holder* is what the servers of a shared index are told. Raises as
    :func:`existing`, and NearDupError where it can't be opened.
    """
    from scrapy_neardup.core.index.local import NearDupIndex
    from scrapy_neardup.core.locations import is_shared
    from scrapy_neardup.core.opening import open_index
    from scrapy_neardup.core.verdict.thresholds import PRESETS

    thresholds = thresholds or PRESETS["balanced"]
    where = existing(location)
    if is_shared(where):
        return open_index(where, scheme, holder=holder, create=False, thresholds=thresholds)
    return NearDupIndex.snapshot(where, scheme, thresholds=thresholds)


def to_judge_by(location: str, project: Project, *, holder: str) -> Index:
    """As :func:`open_to_read`, with verdicts as the crawls of *project* give them.

    Raises SchemeMismatch where its settings ask for another scheme.
    """
    index = open_to_read(
        location, holder=holder, scheme=project.wanted_scheme, thresholds=project.thresholds
    )
    tell_of_terms(index)
    return index


def tell_of_terms(index: Index) -> None:
    """Say so if no article that is in *index* already can be the source of a rewritten copy."""
    from scrapy_neardup.core.format import rebuild

    if index.knows_no_terms:
        known = counted(len(index), "article was", "articles were")
        told = (
            "scrapy neardup: rewritten copies can be found of articles kept from now on only: "
            f"{known} kept without NEARDUP_REWRITTEN"
        )
        if index.may_keep_texts:
            remedy = rebuild(shared=index.is_shared, options=" --rewritten")
            told += f"; to find copies of those, too, whose texts were kept, {remedy}"
        write_line(told, sys.stderr)


def to_fill(location: str) -> str:
    """*location*, the directory or URL of an index that is to be written and may be a new one.

    A URL of servers has to say which: a crawl finds its index by the prefix alone, and what is
    written into another one can't be told apart. Raises CommandError for one without a prefix.
    """
    from scrapy_neardup.core.locations import is_shared

    if not is_shared(location):
        return location
    from scrapy_neardup.core.redis.location import has_prefix, read_location
    from scrapy_neardup.core.redis.prefixes import prefixes_at

    if has_prefix(location):
        return location
    found = prefixes_at(location)
    there = f"one that is there ({found}) or of " if found else ""
    wanted = read_location(location)
    raise CommandError(
        f"{wanted.shown} does not say which index to write: add the prefix of {there}a new one by "
        f"which crawls will find it: ?prefix={wanted.prefix}:SPIDER for those of the spider SPIDER"
    )


def documents_in(index: Index) -> int:
    """How many documents *index* has."""
    figures = index.stats()
    return int(figures["articles"] + figures["copies"])


def documents_named(
    index: Index, names: Iterable[str], wanted: Callable[[Record], bool] = lambda record: True
) -> dict[str, list[tuple[int, Record]]]:
    """The ordinals and records of the documents that have each of *names* as id or as URL.

    Several documents may have one URL, as each may have an id of its own. If the one with that id is
    not *wanted*, those with that URL come after it.
    """
    from scrapy_neardup.core.index.record import bounded
    from scrapy_neardup.plugin.items import document_id

    named: dict[str, list[tuple[int, Record]]] = {}
    for name in names:
        forms = (name, document_id(name)) if "://" in name else (name,)
        found = next((one for one in map(index.find, forms) if one is not None), None)
        named[name] = [] if found is None else [found]
    urls = {
        bounded(name): name
        for name, found in named.items()
        if not any(wanted(record) for _, record in found)
    }
    if urls:
        # One walk over the index finds all of those.
        for ordinal, record in index.numbered_records():
            if record.url in urls and all(ordinal != one for one, _ in named[urls[record.url]]):
                named[urls[record.url]].append((ordinal, record))
    return named


def copies_named(index: Index, names: Iterable[str]) -> dict[str, Record | str]:
    """The copy that has each of *names* as id, or else as URL, or why there is not one such copy."""
    answers: dict[str, Record | str] = {}
    for name, found in documents_named(index, names, lambda record: record.is_copy).items():
        copies = [record for _, record in found if record.is_copy]
        if len(copies) == 1:
            answers[name] = copies[0]
        elif copies:
            ids = listed([record.id for record in copies])
            answers[name] = f"the URL of {len(copies):,} copies; give the id of one: {ids}"
        elif found:
            answers[name] = "an article, no copy"
        else:
            answers[name] = "neither the id nor the URL of a document in the index"
    return answers


def document_named(index: Index, name: str) -> tuple[int, Record]:
    """The ordinal and record of the first document whose id or URL is *name*.

    Raises CommandError where there is none.
    """
    from scrapy_neardup.commands.web import is_web_address

    found = documents_named(index, [name])[name]
    if not found:
        read = ""
        if is_web_address(name):
            read = (
                f", and `scrapy neardup read {quote(name)}` shows whether the page has an article"
            )
        raise CommandError(
            f"{name} is neither the id nor the URL of a document in the index; `scrapy neardup "
            f"export INDEX` lists them all{read}"
        )
    return found[0]


def size_of(directory: Path) -> int:
    """Bytes of the files below *directory*, which may be in use."""
    size = 0
    for path in directory.rglob("*"):
        # LevelDB removes files at any time.
        with suppress(FileNotFoundError):
            found = path.stat()
            size += found.st_size if S_ISREG(found.st_mode) else 0
    return size
