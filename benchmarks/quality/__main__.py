"""Which copies are found, and what is taken for one that is none: the index beside its peers.

    python -m benchmarks.quality DIRECTORY [--full] [--only FAMILY] [--seed 1]
        [--synonyms FILE] [--json FILE] [--plot FILE] [--table FILE]

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz. Every method gets the same stream: a document
is judged, then kept if it was not reported as a copy; documents that were not made from others
come first, the others after them, shuffled by the seed. With --full every method runs at several
thresholds, which the plot needs, and the index once more with all documents of one host. With
--synonyms the index uses that dictionary. There is a table of
all methods, and one of the first method by language.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from benchmarks.quality.dataset import Dataset
from benchmarks.quality.methods import FeatureReader, methods
from benchmarks.quality.scores import pooled, score
from scrapy_neardup.classic import CollectionStatistics
from scrapy_neardup.core.scheme import Scheme

COLUMNS = (
    "exact",
    "translated_punct",
    "repost",
    "repost_trad",
    "truncated",
    "extended",
    "spun_reorder",
    "spun_10",
    "spun_20",
    "spun_30",
    "spun_mix",
    "merged",
    "natural, copy",
    "natural, contained",
)


def run(options: argparse.Namespace) -> list[dict[str, Any]]:
    dataset = Dataset.read(options.directory)
    stream = dataset.stream(options.seed)
    scheme = Scheme()
    if options.synonyms:
        scheme = scheme.with_synonyms([options.synonyms])
    reader = FeatureReader(scheme)
    statistics = CollectionStatistics()
    for item in stream:
        statistics.add(reader(item).words)
    results = []
    for family, settings in methods(statistics, scheme, full=options.full).items():
        if options.only and options.only not in family:
            continue
        for setting, make in settings:
            method, began = make(), time.perf_counter()
            reports = {item.id: method(item, reader(item)) for item in stream}
            seconds = round(time.perf_counter() - began, 1)
            result = {"method": family, "setting": setting, "seconds": seconds}
            results.append({**result, **score(dataset, reports)})
            print(_row(results[-1]), flush=True)
    return results


def table(results: list[dict[str, Any]]) -> str:
    """Return the results as a Markdown table, recall over all languages in percent."""
    head = ["method", *COLUMNS, "right kind", "hard negatives", "unrelated"]
    rows = [
        [
            f"{result['method']} {result['setting']}",
            *(f"{100 * pooled(result, kind):.1f}" for kind in COLUMNS),
            f"{100 * (result['right_kind']['share'] or 0):.1f}",
            f"{100 * result['hard_negatives']['share']:.2f}",
            f"{100 * result['unrelated']['share']:.3f}",
        ]
        for result in results
    ]
    return _markdown(head, rows)


def language_table(result: dict[str, Any]) -> str:
    """Return one result by language as a Markdown table: each share in percent, and of how many."""
    rows = {kind: result["recall"][kind] for kind in COLUMNS if kind in result["recall"]}
    rows["hard negatives"] = result["hard_negatives_by_language"]
    rows["unrelated"] = result["unrelated_by_language"]
    languages = sorted({language for row in rows.values() for language in row})
    cells = [
        [
            kind,
            *(
                f"{100 * row[language]['share']:.2f} of {row[language]['of']}"
                if language in row
                else ""
                for language in languages
            ),
        ]
        for kind, row in rows.items()
    ]
    return _markdown([f"{result['method']} {result['setting']}", *languages], cells)


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def plot(results: list[dict[str, Any]], target: Path) -> None:
    """Draw recall on spun_mix against false positives on hard negatives, a line a family."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 5))
    for family in dict.fromkeys(result["method"] for result in results):
        points = sorted(
            (
                100 * result["hard_negatives"]["share"],
                100 * pooled(result, "spun_mix"),
                result["setting"],
            )
            for result in results
            if result["method"] == family
        )
        wrong, found, _ = zip(*points, strict=True)
        axes.plot(wrong, found, marker="o", label=family)
        for x, y, setting in points:
            axes.annotate(setting, (x, y), (0, 5), textcoords="offset points", fontsize=7)
    axes.set_xlabel("hard negatives taken for copies, %")
    axes.set_ylabel("spun, cut and framed copies found, %")
    axes.set_xscale("symlog", linthresh=0.5)
    axes.set_xlim(left=0)
    axes.set_ylim(0, 104)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(target, bbox_inches="tight", metadata={"Date": None})


def _row(result: dict[str, Any]) -> str:
    shares = " ".join(f"{kind} {pooled(result, kind):.3f}" for kind in COLUMNS)
    return (
        f"{result['method']} {result['setting']}: {shares}; right kind "
        f"{result['right_kind']['share']}; hard negatives {result['hard_negatives']['share']}, "
        f"unrelated {result['unrelated']['share']}; {result['seconds']} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", help="a part of the name of the methods to run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--synonyms", help="a file for NEARDUP_SYNONYMS")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--table", type=Path)
    options = parser.parse_args()
    results = run(options)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    if options.table:
        options.table.write_text(f"{table(results)}\n{language_table(results[0])}")
    if options.plot:
        plot(results, options.plot)


if __name__ == "__main__":
    main()
