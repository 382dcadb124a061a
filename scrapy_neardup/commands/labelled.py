"""Pairs of articles that a person, or whoever made the copies, has labelled."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.lines import MAX_LINE_BYTES, open_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

LABELS = {"copy": True, "different": False, "natural": True, "hardneg": False, "ignore": None}
"""What a label says of a pair: True for a copy, False for none, None to leave the pair out."""

_A_LINE = "give one object a line, as `scrapy neardup tune --help` shows"


@dataclass(frozen=True, slots=True)
class Article:
    """A text and its name, which is the same in all pairs that have the article."""

    name: str
    text: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """*later* copies *earlier*, or doesn't."""

    earlier: Article
    later: Article
    is_copy: bool


def read_pairs(name: str, documents: str | None) -> Iterator[Pair]:
    """The labelled pairs of the file *name*.

    Its lines have ``a``, ``b`` and ``label``. ``a`` and ``b`` are texts or, if the file *documents*
    is given, ids of lines in *documents*. A line there with a ``group`` makes a pair, too: it is a
    copy of the document whose id is the group. Of texts, ``a_id`` and ``b_id`` may say where they are
    from, to be shown. Raises CommandError that names the line.
    """
    known, groups = ({}, []) if documents is None else _read_documents(documents)
    places = {document: place for place, document in enumerate(known)}
    for earlier, later in groups:
        yield Pair(earlier, later, is_copy=True)
    for where, values in _lines(name):
        label = values.get("label")
        if label not in LABELS:
            raise CommandError(f"{where}: label {label!r}; use 'copy' or 'different'")
        if (is_copy := LABELS[label]) is None:
            continue
        sides = []
        for side in ("a", "b"):
            value = values.get(side)
            if not isinstance(value, str) or not value:
                raise CommandError(f"{where}: field {side!r} is {value!r}; give a text, or an id")
            if documents is None:
                source = values.get(f"{side}_id")
                shown = f" ({source})" if isinstance(source, str) else ""
                sides.append(Article(f"{where}, {side}{shown}", value))
            elif value in known:
                sides.append(known[value])
            else:
                raise CommandError(f"{where}: {documents} has no document {value}")
        if documents is not None:
            sides.sort(key=lambda article: places[article.name])
        yield Pair(sides[0], sides[1], is_copy)


def _read_documents(name: str) -> tuple[dict[str, Article], list[tuple[Article, Article]]]:
    known: dict[str, Article] = {}
    groups = []
    for where, values in _lines(name):
        document, text, title = (values.get(key) for key in ("id", "text", "title"))
        if not isinstance(document, str) or not isinstance(text, str):
            raise CommandError(f"{where}: no string 'id' or no string 'text'")
        known[document] = Article(document, text, title if isinstance(title, str) else None)
        group = values.get("group")
        if group is not None and group != document:
            if group not in known:
                raise CommandError(f"{where}: its group {group!r} is no document before it")
            groups.append((known[group], known[document]))
    return known, groups


def _lines(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    with open_lines(name) as lines:
        for number, line in enumerate(lines, 1):
            where = f"{lines.name}, line {number}"
            if line is None:
                raise CommandError(f"{where}: more than {MAX_LINE_BYTES >> 20} MB")
            if not line.strip():
                continue
            try:
                values = json.loads(line.decode("utf-8"))
            except (ValueError, RecursionError) as error:
                raise CommandError(f"{where}: not JSON in UTF-8 ({error}); {_A_LINE}") from error
            if not isinstance(values, dict):
                raise CommandError(f"{where}: not a JSON object; {_A_LINE}")
            yield where, values
