"""What a report of many clusters costs to write, to open, and to search.

    python -m benchmarks.report_page [--clusters 50000] [--keep DIRECTORY] [--output FILE]

Makes an index of invented articles with one to three copies each on 300 hosts over 90 days, with kept
texts, writes its report, and opens the report in headless Chromium. DIRECTORY keeps the index and the
report, which are used again if they are there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scrapy_neardup import Kind, NearDupIndex
from scrapy_neardup.commands.report import write_report
from scrapy_neardup.core.index.kept_text import KeptText
from scrapy_neardup.core.index.record import Record, Source

_SYLLABLES = ["ka", "lo", "mi", "ret", "sun", "dor", "vel", "an", "ith", "po", "gra", "teu"]
_START = 1_790_000_000
_SEARCHES = ("kalo", "host-17", "host-299.example/4999", "nowhere at all")


def fill(path: Path, clusters: int) -> None:
    """An index of *clusters* articles with copies.

    The copies are put in as by an import, because to judge them would take minutes.
    """
    choose = random.Random(1)
    # The first hosts, among those that copy and those copied from, are many times more active than
    # the last.
    weights = [1 / (1 + n) for n in range(300)]
    hosts = [f"host-{n}.example" for n in range(300)]
    with NearDupIndex.open(path, sync="never") as index:
        for number in range(clusters):
            words = ["".join(choose.choices(_SYLLABLES, k=3)) for _ in range(60)]
            title = " ".join(words[:6]).capitalize()
            seen = _START + number * 90 * 86_400 // clusters
            sources: tuple[Source, ...] = ()
            story: bytes | None = None
            for copy, host in enumerate(choose.choices(hosts, weights, k=choose.randint(2, 4))):
                words[copy + 6] = "changed"
                text = " ".join(words)
                url = f"https://{host}/{number}/{copy}.html"
                kind = Kind.REPOST if sources else Kind.NEW
                digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
                record = Record(
                    url,
                    kind,
                    seen + copy * 3600,
                    digest[:8],
                    digest,
                    url,
                    sources=sources,
                    story=story,
                )
                ordinal = index.put_record(record, KeptText(text, title))
                sources, story = sources or (Source(ordinal, 0.97),), record.story_id


def look(report: Path) -> dict[str, Any]:
    """Seconds to open *report*, to search it and to sort it, and the page's memory."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": 1280, "height": 900})
        began = time.perf_counter()
        tab.goto(report.as_uri())
        tab.wait_for_selector("#list > li")
        opened = time.perf_counter() - began
        searches = {}
        for text in _SEARCHES:
            searches[text] = _seconds(tab, f"state.search = {json.dumps(text)}; showList()")
        # Only the first sort counts, because its result is kept.
        sorts = {
            name: _seconds(
                tab, f"state.search = ''; state.sort = {json.dumps(name)}; showList()", 1
            )
            for name in tab.evaluate("Object.keys(SORTS)")
        }
        heap = tab.evaluate("performance.memory.usedJSHeapSize")
        browser.close()
    return {"open_s": opened, "search_s": searches, "sort_s": sorts, "heap_mb": heap / 2**20}


def _seconds(tab: Any, code: str, times: int = 5) -> float:
    once = f"(() => {{ const t0 = performance.now(); {code}; return performance.now() - t0; }})()"
    spent: list[float] = [tab.evaluate(once) for _ in range(times)]
    return statistics.median(spent) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clusters", type=int, default=50_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        directory = args.keep or Path(temporary)
        if not (directory / "index").exists():
            fill(directory / "index", args.clusters)
        print("index filled", file=sys.stderr)
        report = directory / "report.html"
        began = time.perf_counter(), time.process_time()
        with NearDupIndex.open(directory / "index") as index:
            meta = write_report(index, report, "invented")
        figures = {
            "clusters": meta["clusters"],
            "copies": meta["copies"],
            "write_s": time.perf_counter() - began[0],
            "write_cpu_s": time.process_time() - began[1],
            "write_peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "file_mb": report.stat().st_size / 2**20,
            **look(report),
        }
    json.dump(figures, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
