"""`scrapy neardup mark`: say of verdicts whether they are right."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import add_json_option, write_json, write_line, write_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.marks import Mark
    from scrapy_neardup.core.index.record import Record

SUMMARY = "mark verdicts as right or wrong"
DESCRIPTION = """\
Mark the verdicts on copies as right or wrong: by their ids or URLs, or by the lines of FILE, each
{"id": "...", "right": true}. With neither, list the marks. They are kept in the index. What is no
copy of an article of the index any more is left out and named; the exit code is 1 then.

With --pairs, write the marks as labelled pairs of texts, which `scrapy neardup tune -` reads. A
pair is a copy and the text that it was compared with: its article, or a rewritten copy of that.
Copies whose text was not kept (NEARDUP_KEEP_TEXT) are left out. `scrapy neardup restore` gives a
copy that is marked as wrong its place as an article."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("--right", metavar="ID", nargs="+", default=[], help="copies indeed")
    parser.add_argument("--wrong", metavar="ID", nargs="+", default=[], help="no copies")
    parser.add_argument("--from", metavar="FILE", dest="file", help="marks as JSON lines, or -")
    parser.add_argument("--pairs", action="store_true", help="write the marks as pairs for tune")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    given = [*((name, True) for name in options.right), *((name, False) for name in options.wrong)]
    if options.pairs and (given or options.file):
        options.parser.error("--pairs writes the marks there are: mark first")
    if both := {*options.right} & {*options.wrong}:
        options.parser.error(f"--right and --wrong both have {min(both)}")
    where = options.project.locate(options.index)
    if options.file:
        given += _read(options.file)
        if not given:
            write_line(f"{options.file}: there are no marks in it", sys.stderr)
    elif not given:
        return _list(options, where)
    from scrapy_neardup.commands.indexes import open_to_change
    from scrapy_neardup.core.index.marks import mark

    with open_to_change(where, holder="scrapy neardup mark") as index:
        found, left_out = _found(index, given)
        try:
            made = mark(index, found, now=time.time())
        except ValueError as error:
            raise CommandError(
                f"{error}; give ids of copies, as verdicts show them, each once"
            ) from error
    if options.json:
        told = [{"id": name, "reason": reason} for name, reason in left_out.items()]
        write_json({"marked": [one.to_dict() for one in made], "left_out": told})
    else:
        for one in made:
            write_line(_line(one))
    for name, reason in left_out.items():
        write_line(f"left out: {name}: {reason}", sys.stderr)
    return 1 if left_out else 0


def _found(
    index: Index, given: list[tuple[str, bool]]
) -> tuple[list[tuple[Record, bool]], dict[str, str]]:
    """The copies that are *given* by id or URL, and why the others can't be marked."""
    from scrapy_neardup.commands.indexes import copies_named

    named = copies_named(index, dict.fromkeys(name for name, _ in given))
    found: list[tuple[Record, bool]] = []
    left_out: dict[str, str] = {}
    for name, right in given:
        record = named[name]
        if isinstance(record, str):
            left_out[name] = record
        elif not index.stories.sources_of(record):
            left_out[name] = "its article is no longer in the index, or has changed since"
        else:
            found.append((record, right))
    return found, left_out


def _read(name: str) -> Iterator[tuple[str, bool]]:
    from scrapy_neardup.commands.lines import open_lines

    with open_lines(name) as lines:
        for number, line in enumerate(lines, 1):
            if line is not None and not line.strip():
                continue
            try:
                values: dict[str, Any] = json.loads(line or b"")
                document_id, right = values["id"], values["right"]
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise CommandError(
                    f'{name}, line {number}: no mark; give {{"id": "…", "right": true}}'
                ) from error
            if not isinstance(document_id, str) or not isinstance(right, bool):
                raise CommandError(
                    f"{name}, line {number}: give a string as id, and true or false as right"
                )
            yield document_id, right


def _list(options: argparse.Namespace, where: str) -> int:
    from scrapy_neardup.commands.indexes import open_to_read
    from scrapy_neardup.core.index.marks import read_marks

    with open_to_read(where, holder="scrapy neardup mark") as index:
        marks = sorted(read_marks(index), key=lambda one: (one.at, one.id))
        if not marks:
            write_line(
                f"{index.shown}: there are no marks; make some with --right, --wrong or --from",
                sys.stderr,
            )
        if options.pairs:
            return _write_pairs(index, marks)
    if options.json:
        for one in marks:
            write_json(one.to_dict())
        return 0
    rows = [(_word(one), one.kind, f"{one.score:.2f}", one.id, one.source) for one in marks]
    write_table([("mark", "kind", "score", "copy", "article"), *rows], right=(2,))
    return 0


def _write_pairs(index: Index, marks: list[Mark]) -> int:
    textless = 0
    for one in marks:
        texts = []
        for name in (one.compared_with, one.id):
            found = None if name is None else index.find(name)
            texts.append(index.kept_text(found[0]) if found is not None else None)
        article, copy = texts
        if article is None or copy is None:
            textless += 1
            continue
        label = "copy" if one.right else "different"
        ids = {"a_id": one.compared_with, "b_id": one.id}
        write_json({"a": article.text, "b": copy.text, "label": label, **ids})
    if textless:
        write_line(
            f"{textless:,} of {len(marks):,} marks are left out: a text was not kept "
            "(NEARDUP_KEEP_TEXT), or is gone",
            sys.stderr,
        )
    return 0


def _word(one: Mark) -> str:
    return "right" if one.right else "wrong"


def _line(one: Mark) -> str:
    return f"{_word(one)}: {one.id} copies {one.source} ({one.kind}, score {one.score:.2f})"
