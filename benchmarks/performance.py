"""Run the benchmarks of speed and write their tables into docs/performance.md.

    python -m benchmarks.performance [--only NAME] [--keep DIR] [--quick]

Each table stands between two comments that name its benchmark, and is replaced; the text around
the tables stays. Plots go to docs/img. --keep uses and keeps the indexes of ``benchmarks.growth`` in
DIR; --quick takes small sizes, to see that all benchmarks run.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from benchmarks import core, growth, scan

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
IMAGES = PAGE.parent / "img"


def put(page: str, name: str, table: str) -> str:
    """*page* with *table* between the comments of the benchmark *name*."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"{PAGE} has no place for {name}: put {begin} {end} where it belongs")
    return pattern.sub(lambda _: f"{begin}\n{table}{end}", page)


def plot_stages(result: dict[str, Any], target: Path) -> None:
    """Draw a bar for each stage from text to verdict."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.5))
    axes.barh(list(result["stages"]), list(result["stages"].values()))
    axes.invert_yaxis()
    axes.set_xlabel("milliseconds of CPU, mean")
    axes.grid(alpha=0.3, axis="x")
    figure.savefig(target, bbox_inches="tight", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=("core", "growth", "scan"))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    sizes = (1_000, 10_000) if args.quick else (10_000, 100_000, 1_000_000)
    results: dict[str, dict[str, Any]] = {}
    if args.only in (None, "growth"):
        results["growth"] = growth.run(sizes, keep=args.keep)
        growth.plot(results["growth"], IMAGES / "growth.png")
    if args.only in (None, "core"):
        results["core"] = core.run(
            sizes[-1],
            index_directory=args.keep / str(sizes[-1]) if args.keep else None,
            peer_documents=sizes[-2],
            queries=50 if args.quick else 400,
        )
        plot_stages(results["core"], IMAGES / "stages.png")
    if args.only in (None, "scan"):
        results["scan"] = scan.run(500 if args.quick else 20_000)
    page = PAGE.read_text("utf-8")
    for name, module in (("core", core), ("growth", growth), ("scan", scan)):
        if name in results:
            page = put(page, name, module.markdown(results[name]))
    PAGE.write_text(page, "utf-8")
    if args.json:
        args.json.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
