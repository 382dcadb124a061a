"""`scrapy neardup compare`: two texts by every measure, and what they share."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands import nearness
from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.terminal import (
    add_json_option,
    bold,
    clip,
    table,
    width_or,
    write_json,
    write_line,
    write_table,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from scrapy_neardup.classic import CollectionStatistics
    from scrapy_neardup.commands.comparison import Comparison
    from scrapy_neardup.commands.texts import Text
    from scrapy_neardup.core.index.index import Index

SUMMARY = "compare two texts by every measure"
DESCRIPTION = """\
Print how alike two texts are: what the index says of B when it has A, the classical measures
(Jaccard and containment of words and shingles, MinHash with many hash functions and with one,
SimHash, I-Match, a counting Bloom filter), and what the texts share.

A and B are files: plain text, or a page, whose article is read; - is standard input. With
--index, what is no file is the id or URL of a document there, and how rare a word is, is told by
the articles there, else by the lists of words of 32 languages: in no other language is a text found
to be rewritten without an index. Of a document whose text is not kept (NEARDUP_KEEP_TEXT) only the
fingerprints are compared. Documents and fetched pages are of their hosts, as in a crawl; files are
of none. Thresholds, synonyms and the segmenter are those of the project, or of the index."""
NAMES = {
    "exact": "B has the text of A",
    "repost": "B is a repost of A",
    "spun": "B is spun from A",
    "partial": "B shares a large part of its text with A",
    "rewritten": "B tells the story of A in other words",
    "extended": "B has A, or most of it, and as much or more of its own",
    "new": "B is no copy of A",
    "too_short": "B is too short to judge by likeness, and not equal to A",
    "no_text": "B has no text",
}
SHOWN_PASSAGES, MOST_WORDS = 5, 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="the earlier text: a file, -, or an id or URL")
    parser.add_argument("b", metavar="B", help="the later text: a file, -, or an id or URL")
    parser.add_argument(
        "--index",
        metavar="INDEX",
        help="index whose documents A and B may be: a directory, a URL, or a spider's name",
    )
    parser.add_argument(
        "--corpus",
        metavar="FILE",
        help='JSON lines with a field "text", for I-Match\'s collection statistics '
        "(default: every word counts)",
    )
    parser.add_argument("--encoding", metavar="NAME", help="encoding of the files")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    if options.a == options.b == "-":
        options.parser.error("only one of A and B can be standard input")
    from scrapy_neardup.commands.comparison import compare
    from scrapy_neardup.commands.indexes import to_judge_by
    from scrapy_neardup.commands.texts import read_text
    from scrapy_neardup.core.index.local import NearDupIndex

    with ExitStack() as stack:
        kept, project = None, options.project
        if options.index:
            where = project.locate(options.index)
            kept = stack.enter_context(
                to_judge_by(where, project, holder="scrapy neardup compare")
            )
        hint = "to name a document of an index, give --index too"
        a, b = (
            read_text(name, kept, options.encoding, extractor=project.extractor, hint=hint)
            for name in (options.a, options.b)
        )
        if kept is not None and (a.text is None or b.text is None):
            _write_records(a, b, kept, as_json=options.json)
            return 0
        scheme = kept.scheme if kept is not None else project.scheme
        empty = stack.enter_context(NearDupIndex.in_memory(scheme, thresholds=project.thresholds))
        if kept is not None:
            empty.write_notes(kept.frequencies.notes())
        statistics = _statistics(options.corpus) if options.corpus else None
        comparison = compare(a, b, empty, statistics)
    if options.json:
        write_json({"a": a.name, "b": b.name, **comparison.to_dict()})
    else:
        for line in _lines(a, b, comparison, by_collection=statistics is not None):
            write_line(line)
    return 0


def _statistics(corpus: str) -> CollectionStatistics:
    from scrapy_neardup.classic import CollectionStatistics, words
    from scrapy_neardup.commands.lines import open_lines

    statistics = CollectionStatistics()
    with open_lines(corpus) as lines:
        for number, line in enumerate(lines, 1):
            try:
                text = json.loads(line or b"")["text"]
                statistics.add(words(text))
            except (ValueError, KeyError, TypeError) as error:
                raise CommandError(
                    f'{corpus}, line {number}: no JSON object with a string "text" ({error!r})'
                ) from error
    return statistics


def _lines(a: Text, b: Text, found: Comparison, *, by_collection: bool) -> Iterator[str]:
    width = width_or(100)
    yield from table(
        (name, clip(text.name, width - 30), f"{len(text.text or ''):,} characters")
        for name, text in (("A", a), ("B", b))
    )
    yield ""
    yield from _verdict(found)
    yield ""
    rows = [("", "Jaccard", "A in B", "B in A")]
    rows += [
        (like.name, _share(like.jaccard), _share(like.a_in_b), _share(like.b_in_a))
        for like in found.likenesses
    ]
    yield from table(rows, right=(1, 2, 3))
    lexicon = "words that the corpus calls telling" if by_collection else "all words"
    distance = (
        "a text has no words" if found.distance is None else f"{found.distance} of 64 bits differ"
    )
    yield ""
    yield from table(
        (
            ("SimHash", distance),
            ("I-Match", f"{found.imatch[0]} of {found.imatch[1]} lexica agree ({lexicon})"),
            ("Equal text", "yes" if found.equal else "no"),
        )
    )
    yield ""
    count = len(found.passages)
    shown = f", the longest {SHOWN_PASSAGES}" if count > SHOWN_PASSAGES else ""
    yield bold(f"Shared passages: {count}{shown}")
    for passage in found.passages[:SHOWN_PASSAGES]:
        yield f"  {clip(passage, width - 2)}"
    for title, parts in (("Words", found.words), ("Numbers in figures", found.numbers)):
        yield bold(title)
        yield from table(
            (f"  {where}", f"{len(words):,}", _sample(words, width - 24))
            for where, words in zip(("in both", "only in A", "only in B"), parts, strict=True)
        )


def _verdict(found: Comparison) -> Iterator[str]:
    verdict = found.verdict
    yield bold(NAMES.get(verdict.kind.value, verdict.kind.value))
    if found.retold is not None:
        yield from table(nearness.retold_rows([found.retold], found.thresholds), right=(1,))
    if (compared := found.compared) is None:
        return
    for line in table(nearness.score_rows(compared.scores, found.thresholds), right=(1,)):
        yield f"  {line}"
    if compared.scores.held:
        yield f"  {nearness.held_line(compared.scores.held)}"
    if lost := nearness.lost(compared.evidence, compared.scores, found.thresholds):
        yield f"  {nearness.lost_line(lost)}"
    if not found.meet:
        yield f"  {nearness.not_met('B', 'A')}"
    reasons = {"distance": compared.evidence.distance, **nearness.evidence(compared.evidence)}
    yield from table(
        (f"  {name.replace('_', ' ')}", f"{value:.4g}")
        for name, value in reasons.items()
        if value is not None
    )


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _sample(words: Sequence[str], width: int) -> str:
    return clip(" ".join(words[:MOST_WORDS]), width)


def _write_records(a: Text, b: Text, index: Index, *, as_json: bool) -> None:
    """Print how A and B compare where *index* has only the fingerprints of one or both."""
    from scrapy_neardup.core.fingerprints import simhash

    prints = []
    for text in (a, b):
        if text.record is not None:
            prints.append((text.record.digest, text.record.simhash))
        else:
            fingerprint = index.fingerprinter(text.text or "", text.title)
            prints.append((fingerprint.digest, fingerprint.simhash))
    (digest_a, simhash_a), (digest_b, simhash_b) = prints
    distance = simhash.distance_if_any(simhash_a, simhash_b)
    figures: dict[str, Any] = {"a": a.name, "b": b.name, "equal": digest_a == digest_b}
    figures["distance"] = distance
    for name, text in (("a", a), ("b", b)):
        figures[f"{name}_kind"] = text.record.kind.value if text.record else None
    if as_json:
        write_json(figures)
        return
    kinds = {"A": a, "B": b}
    rows = [
        (name, text.name, f"in the index as {text.record.kind}" if text.record else "a file")
        for name, text in kinds.items()
    ]
    write_table(rows)
    write_line()
    told = "unknown: an index keeps that of sources only" if distance is None else str(distance)
    write_table(
        (
            ("SimHash bits that differ", told),
            ("Equal text", "yes" if figures["equal"] else "no"),
        )
    )
