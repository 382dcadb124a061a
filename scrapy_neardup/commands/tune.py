"""`scrapy neardup tune`: thresholds for one's own articles."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.terminal import (
    Progress,
    add_json_option,
    bold,
    table,
    write_json,
    write_line,
    write_table,
)
from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    import argparse

    from scrapy_neardup.commands.tuning import Outcome, Outcomes
    from scrapy_neardup.core.index.index import Index

SUMMARY = "choose thresholds by labelled pairs of articles"
DESCRIPTION = """\
Judge labelled pairs of articles at all thresholds: how many of the copies are found, and how
many of the others are taken for copies. Then suggest NEARDUP_THRESHOLDS.

PAIRS is JSON lines, plain or gzipped:
  {"a": "text of the earlier article", "b": "text of the later one", "label": "copy"}
The label is "copy" or "different". A pair may have ids or addresses, "a_id" and "b_id": these are
named, beside the line, if the pair is misjudged. With --documents, a and b are ids of the lines of
FILE, which have id, text, and, for a copy of an earlier line, the id of that line as their group;
such a line and its group are a labelled pair, too.

Give hundreds of pairs of each label: among 100 different ones, a single one is one percent, and a
suggestion that wins by two or three pairs wins by chance.
With --rewritten, the least score of rewritten copies is chosen, among the pairs that the project's
other thresholds let pass, by what words are rare in an index of crawls with NEARDUP_REWRITTEN.
Pairs that no query would bring together count as not found, whatever the threshold. In the end
the pairs are named that the project's thresholds misjudge."""

_ROWS = 12
_FEW = 50
"""With fewer pairs of a kind, chance moves a share by some ten points or more."""
_MISJUDGED = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pairs", metavar="PAIRS", help="labelled pairs, or - for standard input")
    parser.add_argument("--documents", metavar="FILE", help="articles that PAIRS names by id")
    parser.add_argument(
        "--rewritten",
        metavar="INDEX",
        help="choose the least score of rewritten copies, by this index's rare words",
    )
    parser.add_argument(
        "--max-false-positives",
        metavar="PERCENT",
        type=float,
        help="suggest what finds most within these (default: those of the default thresholds)",
    )
    parser.add_argument(
        "--segmenter", help="the crawls' NEARDUP_SEGMENTER (default: as in the project)"
    )
    parser.add_argument("--plot", metavar="PNG", help="draw the curve; needs matplotlib")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    limit = options.max_false_positives
    if limit is not None and not 0 <= limit <= 100:
        options.parser.error("--max-false-positives: use a percentage from 0 to 100")
    if options.plot:
        _require_matplotlib()
    curve = _curve(options)
    from scrapy_neardup.core.verdict.thresholds import PRESETS

    presets = {name: curve.at(thresholds) for name, thresholds in PRESETS.items()}
    default = presets["balanced"]
    # Exact: as floats, 2.3 percent of 3,000 are less than 69.
    allowed = default.wrong if limit is None else int(curve.others * Fraction(str(limit)) / 100)
    suggested = {
        "most_copies": curve.most_copies(allowed),
        "fewest_false_positives": curve.fewest_wrong(default.found),
    }
    if options.plot:
        _plot(curve, presets, options.plot)
    if options.json:
        write_json(_figures(curve, presets, suggested))
    else:
        _show(
            curve,
            presets,
            suggested,
            limit,
            ("rewritten",) if options.rewritten else ("whole", "part"),
        )
        _show_misjudged(curve)
    return 0


def _curve(options: argparse.Namespace) -> Outcomes:
    from scrapy_neardup.commands.indexes import open_to_read

    with ExitStack() as stack:
        index = None
        if options.rewritten:
            where = options.project.locate(options.rewritten)
            index = stack.enter_context(open_to_read(where, holder="scrapy neardup tune"))
            if not index.frequencies.counts_terms():
                raise CommandError(
                    "--rewritten: no crawl with NEARDUP_REWRITTEN has written "
                    f"{index.shown}; name an index of such crawls"
                )
        return _judged(options, index)


def _judged(options: argparse.Namespace, index: Index | None) -> Outcomes:
    """What thresholds find among the pairs; with *index*, what thresholds of rewritten copies find,
    by how rare words are in it.
    """
    from scrapy_neardup.commands.labelled import read_pairs
    from scrapy_neardup.commands.tuning import Curve, Judge, RewrittenCurve

    scheme = options.project.scheme if index is None else index.scheme
    frequencies = None if index is None else index.frequencies
    try:
        scheme = replace(scheme, segmenter=options.segmenter or scheme.segmenter)
        judge = Judge(scheme, frequencies)
    except ValueError as error:
        raise CommandError(f"--segmenter: {error}") from error
    pairs = Progress("pairs", None).over(read_pairs(options.pairs, options.documents))
    thresholds = options.project.thresholds
    curve: Outcomes
    if index is None:
        curve = Curve(pairs, judge, thresholds)
    else:
        curve = rewritten = RewrittenCurve(pairs, judge, thresholds)
        if rewritten.unjudged:
            write_line(
                f"{counted(rewritten.unjudged, 'pair is', 'pairs are')} left out: the index knows too "
                "few articles of their language",
                sys.stderr,
            )
    for count, label in ((curve.copies, "copy"), (curve.others, "different")):
        if count == 0:
            raise CommandError(
                f"{options.pairs}: no pair has the label {label!r}; give pairs of both labels"
            )
    return curve


def _figures(
    curve: Outcomes, presets: dict[str, Outcome], suggested: dict[str, Outcome]
) -> dict[str, Any]:
    return {
        "copies": curve.copies,
        "different": curve.others,
        "curve": [outcome.to_dict() for outcome in curve.frontier()],
        "presets": {name: outcome.to_dict() for name, outcome in presets.items()},
        "suggested": {name: outcome.to_dict() for name, outcome in suggested.items()},
        "missed": [asdict(pair) for pair in curve.missed],
        "mistaken": [asdict(pair) for pair in curve.mistaken],
    }


def _show(
    curve: Outcomes,
    presets: dict[str, Outcome],
    suggested: dict[str, Outcome],
    limit: float | None,
    names: tuple[str, ...],
) -> None:
    write_line(
        f"{counted(curve.copies, 'copy', 'copies')} and {counted(curve.others, 'different pair')}"
    )
    if min(curve.copies, curve.others) < _FEW:
        write_line(
            f"These are few: label {_FEW} of each kind, or more, before you follow a suggestion."
        )
    write_line()
    frontier = curve.frontier()
    step = max(1, -(-len(frontier) // _ROWS))
    rows = [("", outcome) for outcome in frontier[::step]]
    rows += [(f'"{name}"', outcome) for name, outcome in presets.items()]
    rows.sort(key=lambda row: (row[1].wrong, row[1].found))
    head = [*names, "found", "", "wrong", "", ""]
    cells = [
        [
            *(f"{outcome.thresholds.scores[name]:.2f}" for name in names),
            f"{outcome.found:,}",
            f"{outcome.recall:.2%}",
            f"{outcome.wrong:,}",
            f"{outcome.false_positives:.2%}",
            name,
        ]
        for name, outcome in rows
    ]
    lines = table([head, *cells], right=range(len(names) + 4))
    write_line(bold(lines[0]))
    for line in lines[1:]:
        write_line(line)
    within = "no more false positives than by default"
    if limit is not None:
        within = f"at most {limit:g} % false positives"
    reasons = {
        "most_copies": f"Most copies with {within}",
        "fewest_false_positives": "Fewest false positives with no fewer copies than by default",
    }
    for name, outcome in suggested.items():
        write_line()
        write_line(bold(f"{reasons[name]}: {outcome.found:,} found, {outcome.wrong:,} wrong"))
        chosen = outcome.thresholds.scores
        told = ", ".join(
            f'"{score}": {chosen[score]}'
            for score in ("whole", "part", "rewritten")
            if score in names or score != "rewritten"
        )
        write_line(f"NEARDUP_THRESHOLDS = {{{told}}}")


def _show_misjudged(curve: Outcomes) -> None:
    for title, pairs in (
        ("Copies missed", curve.missed),
        ("Different articles taken for copies", curve.mistaken),
    ):
        if not pairs:
            continue
        count = len(pairs)
        shown = f", the first {_MISJUDGED}" if count > _MISJUDGED else ""
        write_line()
        write_line(bold(f"{title} with the project's thresholds: {count:,}{shown}"))
        rows = [
            (f"  {pair.earlier}", pair.later, "" if pair.met else "at any thresholds")
            for pair in pairs[:_MISJUDGED]
        ]
        write_table(rows)


def _require_matplotlib() -> None:
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise CommandError("--plot needs matplotlib: pip install matplotlib") from error
    mpl.use("Agg")


def _plot(curve: Outcomes, presets: dict[str, Outcome], target: str) -> None:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 5))
    points = [(100 * one.false_positives, 100 * one.recall) for one in curve.frontier()]
    axes.step(*zip(*points, strict=True), where="post")
    for name, outcome in presets.items():
        place = (100 * outcome.false_positives, 100 * outcome.recall)
        axes.plot(*place, marker="o", color="black")
        axes.annotate(name, place, xytext=(6, -12), textcoords="offset points")
    axes.set_xlabel("different articles taken for copies, %")
    axes.set_ylabel("copies found, %")
    axes.grid(alpha=0.3)
    try:
        figure.savefig(Path(target), format="png", bbox_inches="tight")
    except OSError as error:
        raise CommandError(f"{target} can't be written: {error.strerror}") from error
    finally:
        pyplot.close(figure)
