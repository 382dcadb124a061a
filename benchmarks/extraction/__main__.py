"""F1 and CPU of extractors on labelled pages, interleaved in one run. JSON on standard output.

    python -m benchmarks.extraction PAGES [--engines ours trafilatura_fast ...] [--repeat 3]

PAGES is a folder as `pages.read_pages` describes. CPU is `time.process_time` around one call;
each page takes the engines in random order, several times, and the best time of each counts.
The engines get the text of the page; ours gets the tree that Scrapy has parsed, as in a crawl.
`read` counts the pages on which a text was found, `below_half` those with an F1 below a half.
`x_title` is the CPU as a multiple of the CPU that a spider takes to parse the same page and read its
title: the median and the 90th percentile of the pages' own ratios.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from parsel import Selector

from benchmarks.extraction.pages import LabelledPage, overlap, page_f1, read_pages, score, spread
from scrapy_neardup.extract import extract

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Response:
    """A response whose tree Scrapy has parsed already."""

    def __init__(self, page: LabelledPage) -> None:
        self.text = page.html
        self.url = page.url
        self.selector = Selector(page.html, type="html")


def title(page: LabelledPage, _: Response) -> str:
    Selector(page.html, type="html").xpath("//title/text()").get()
    return ""


def ours(_: LabelledPage, response: Response) -> str:
    article = extract(response)
    return article.text if article else ""


def trafilatura_fast(page: LabelledPage, _: Response) -> str:
    import trafilatura

    return trafilatura.extract(page.html, fast=True, include_comments=False) or ""


def trafilatura_standard(page: LabelledPage, _: Response) -> str:
    import trafilatura

    return trafilatura.extract(page.html, include_comments=False) or ""


def resiliparse(page: LabelledPage, _: Response) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    text: str = extract_plain_text(
        page.html, main_content=True, alt_texts=False, list_bullets=False, comments=False
    )
    return text


def readability(page: LabelledPage, _: Response) -> str:
    from lxml import etree, html
    from readability import Document

    try:
        summary = Document(page.html).summary(html_partial=True)
        root = html.fromstring(summary)
    except (etree.ParserError, ValueError, TypeError):
        return ""
    return "\n".join(" ".join(p.split()) for p in map(str, root.itertext()))


ENGINES: dict[str, Callable[[LabelledPage, Response], str]] = {
    f.__name__: f
    for f in (title, ours, trafilatura_fast, trafilatura_standard, resiliparse, readability)
}


def measure(
    pages: Sequence[LabelledPage], names: Sequence[str], repeat: int
) -> tuple[dict[str, list[str]], dict[str, list[float]]]:
    order = random.Random(0)
    texts: dict[str, list[str]] = {name: [] for name in names}
    seconds: dict[str, list[float]] = {name: [] for name in names}
    gc.disable()
    for page in pages:
        response = Response(page)
        best = dict.fromkeys(names, float("inf"))
        found: dict[str, str] = {}
        for _ in range(repeat):
            for name in order.sample(list(names), len(names)):
                start = time.process_time()
                found[name] = ENGINES[name](page, response)
                best[name] = min(best[name], time.process_time() - start)
        for name in names:
            texts[name].append(found[name])
            seconds[name].append(best[name])
        gc.collect()
    gc.enable()
    return texts, seconds


def quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("--engines", nargs="+", choices=list(ENGINES), default=list(ENGINES))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--half", choices=("all", "even", "odd", "tuned", "unseen"), default="all")
    arguments = parser.parse_args()
    names = list(dict.fromkeys(["title", *arguments.engines]))
    pages = list(read_pages(arguments.pages, half=arguments.half))
    texts, seconds = measure(pages, names, arguments.repeat)

    groups = {
        name: [i for i, p in enumerate(pages) if p.set == name]
        for name in dict.fromkeys(p.set for p in pages)
    }
    chinese = [i for i, p in enumerate(pages) if p.lang == "zh"]
    if chinese:
        groups["all zh"] = chinese
    report: dict[str, object] = {"pages": len(pages), "half": arguments.half}
    report["f1"] = {
        group: {
            name: _quality(
                [
                    overlap(
                        pages[i].truth, texts[name][i], cjk=pages[i].lang not in ("en", "latin")
                    )
                    for i in chosen
                ]
            )
            for name in names
            if name != "title"
        }
        for group, chosen in groups.items()
    }
    report["cpu"] = {
        name: {
            "x_title_median": round(statistics.median(ratios), 2),
            "x_title_p90": round(quantile(ratios, 0.9), 2),
            "ms_median": round(1e3 * statistics.median(seconds[name]), 2),
            "ms_mean": round(1e3 * statistics.mean(seconds[name]), 2),
        }
        for name in names
        for ratios in [[s / t for s, t in zip(seconds[name], seconds["title"], strict=True)]]
    }
    json.dump(report, sys.stdout, ensure_ascii=False, indent=1)
    print()


def _quality(rows: Sequence[tuple[float, float, float]]) -> dict[str, float]:
    f1, precision, recall = score(rows)
    return {
        "pages": len(rows),
        "f1": round(f1, 4),
        "spread": round(spread(rows), 4),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "below_half": sum(page_f1(row) < 0.5 for row in rows),
        "read": sum(common + extra > 0 for common, extra, _ in rows),
    }


if __name__ == "__main__":
    main()
