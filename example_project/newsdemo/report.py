"""Prints each copy that the plugin finds while the crawl runs, and a summary at its end."""

from __future__ import annotations

import json
import sys
from collections import Counter
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals

from newsdemo.manifest import PROJECT_DIR
from newsdemo.table import fit, table
from scrapy_neardup import NearDupIndex, NearDuplicateItem
from scrapy_neardup.commands.report import write_report
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.plugin.settings import NearDupSettings
from scrapy_neardup.plugin.signals import neardup_judged

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from newsdemo.items import Story
    from newsdemo.spiders.news import NewsSpider
    from scrapy_neardup import Verdict

OUTCOMES = PROJECT_DIR / "output" / "outcomes.jsonl"
PAGE = PROJECT_DIR / "output" / "report.html"

# The columns' widths in cells. Bits is the number of bits in which the two SimHashes differ.
HEADING = {"copy": 9, "headline": 34, "site": 23, "copied from": 23, "score": 5, "bits": 4}


class Report:
    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Report:
        report = cls(NearDupSettings.from_settings(crawler.settings))
        crawler.signals.connect(report.spider_opened, signals.spider_opened)
        crawler.signals.connect(report.item_judged, neardup_judged)
        crawler.signals.connect(report.item_dropped, signals.item_dropped)
        crawler.signals.connect(report.spider_closed, signals.spider_closed)
        return report

    def __init__(self, settings: NearDupSettings) -> None:
        self.settings = settings
        self.outcomes: dict[str, dict[str, Any]] = {}

    def spider_opened(self) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            # Not every terminal can show Chinese characters.
            sys.stdout.reconfigure(errors="replace")
        print_line(*HEADING)

    def item_judged(self, item: Story, verdict: Verdict, spider: NewsSpider) -> None:
        match = verdict.match
        self.outcomes[item.url] = {
            "url": item.url,
            "title": item.title,
            "edition": spider.edition,
            "outcome": verdict.kind.value,
            "copy_kind": match.kind.value if match else None,
            "match_url": match.url if match else None,
            "original_of": [former.url for former in verdict.original_of],
            "original_by": verdict.reason.value if verdict.reason else None,
            "score": match.score if match else None,
            "distance": match.distance if match else None,
            "dropped": False,
        }
        if match and match.url:
            bits = "" if match.distance is None else f"{match.distance:4}"
            origin = short(match.url).partition("/")[0]
            print_line(
                match.kind, item.title or "", item.site, origin, f"{match.score:5.2f}", bits
            )

    def item_dropped(self, item: Story, exception: Exception) -> None:
        if isinstance(exception, NearDuplicateItem):
            self.outcomes[item.url]["dropped"] = True

    def spider_closed(self, spider: NewsSpider) -> None:
        outcomes = list(self.outcomes.values())
        OUTCOMES.parent.mkdir(exist_ok=True)
        lines = (json.dumps(outcome, ensure_ascii=False) for outcome in outcomes)
        OUTCOMES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        tables = copy_rows(outcomes), original_rows(outcomes), verdict_rows(outcomes)
        print("".join(f"\n{table(rows)}\n" for rows in tables if len(rows) > 1))
        dropped = sum(outcome["dropped"] for outcome in outcomes)
        print(f"{dropped} of {len(outcomes)} pages dropped; output/stories.jsonl has the others.")
        directory = Path(self.settings.index_location(spider.name))
        if directory.exists():
            try:
                with NearDupIndex.open(directory) as index:
                    write_report(index, PAGE, "newsdemo")
            except NearDupError as error:
                print(f"There is no report: {error}")
            else:
                print(f"Look at who copied whom: {PAGE.as_uri()}")


def copy_rows(outcomes: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    copies = [outcome for outcome in outcomes if outcome["copy_kind"]]
    copies.sort(key=lambda outcome: (outcome["copy_kind"], outcome["match_url"]))
    rows = [(o["copy_kind"], short(o["url"]), short(o["match_url"])) for o in copies]
    return [("copy", "page", "is a copy of"), *rows]


def original_rows(outcomes: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    rows = [
        (outcome["original_by"], short(outcome["url"]), short(former))
        for outcome in outcomes
        for former in outcome["original_of"]
    ]
    return [("by", "page", "is the original of"), *rows]


def verdict_rows(outcomes: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    pages = Counter(outcome["outcome"] for outcome in outcomes)
    dropped = Counter(outcome["outcome"] for outcome in outcomes if outcome["dropped"])
    rows = [(kind, f"{pages[kind]:5}", f"{dropped[kind]:7}") for kind in sorted(pages)]
    return [("verdict", "pages", "dropped"), *rows]


def short(url: str) -> str:
    return url.removeprefix("http://")


def print_line(*columns: str) -> None:
    print("  ".join(map(fit, columns, HEADING.values())).rstrip(), flush=True)
