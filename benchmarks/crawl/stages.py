"""Where the time of a page goes, outside a crawl.

    python -m benchmarks.crawl.stages PAGES [--rounds 3] [--output FILE]

PAGES is a folder of ``*.html.gz``, read as :mod:`benchmarks.crawl.server` serves them. Times are
milliseconds of CPU of the calling thread, for what Scrapy does with a page for a spider's first
selector (decode, parse), and for what the plugin adds. The first third of the pages only warms up.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy.http import HtmlResponse

from benchmarks.crawl.server import load
from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.extract.article import Article
from scrapy_neardup.extract.default import DefaultExtractor

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")


def run(pages: dict[str, bytes]) -> dict[str, Any]:
    """Mean, median and 90th percentile of each stage."""
    extract = DefaultExtractor()
    spent: dict[str, list[float]] = {}

    def timed(stage: str, work: Callable[[], _T]) -> _T:
        begin = time.thread_time()
        result = work()
        spent.setdefault(stage, []).append(1000 * (time.thread_time() - begin))
        return result

    with (
        tempfile.TemporaryDirectory() as directory,
        NearDupIndex.open(Path(directory, "index")) as index,
    ):
        for path, body in pages.items():
            url = "http://pages.example" + path
            response = HtmlResponse(url, body=body, encoding="utf-8")
            timed("decode (Scrapy)", lambda: response.text)  # noqa: B023 - called at once
            timed("parse (Scrapy)", lambda: response.selector)  # noqa: B023
            article = timed("read the article", lambda: extract(response))  # noqa: B023
            if not isinstance(article, Article):
                continue
            text = article.text
            fingerprint = timed(
                "fingerprint",
                lambda: index.fingerprinter(text).complete(),  # noqa: B023
            )
            document = Document(url, text, url=url, title=article.title)
            timed("judge and keep", lambda: index.check_and_add(document, fingerprint))  # noqa: B023
    result = {}
    for stage, times in spent.items():
        warm = sorted(times[len(times) // 3 :])
        result[stage] = {
            "mean": round(statistics.fmean(warm), 3),
            "median": round(statistics.median(warm), 3),
            "p90": round(warm[int(0.9 * len(warm))], 3),
        }
    return {"pages": len(pages), "ms": result}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    json.dump(run(load(args.pages, args.rounds)), args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
