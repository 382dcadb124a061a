"""Prints each copy that the plugin finds while the crawl runs, and a summary at its end."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from scrapy import signals

from newsdemo.manifest import PROJECT_DIR
from newsdemo.table import fit, table
from scrapy_neardup import NearDuplicateItem

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from newsdemo.items import Story

OUTCOMES = PROJECT_DIR / "output" / "outcomes.jsonl"

# The columns' widths in cells. Bits are those in which the two SimHashes differ.
HEADING = {"copy": 7, "headline": 34, "site": 23, "copied from": 23, "score": 5, "bits": 4}


class Report:
    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Report:
        report = cls(crawler)
        crawler.signals.connect(report.spider_opened, signals.spider_opened)
        crawler.signals.connect(report.item_scraped, signals.item_scraped)
        crawler.signals.connect(report.item_dropped, signals.item_dropped)
        crawler.signals.connect(report.spider_closed, signals.spider_closed)
        return report

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.outcomes: list[dict[str, Any]] = []

    def spider_opened(self) -> None:
        print_line(*HEADING)

    def item_scraped(self, item: Story) -> None:
        self.record(item, item.neardup or {}, dropped=False)

    def item_dropped(self, item: Story, exception: Exception) -> None:
        if isinstance(exception, NearDuplicateItem):
            self.record(item, exception.verdict.to_dict(), dropped=True)

    def record(self, item: Story, verdict: dict[str, Any], *, dropped: bool) -> None:
        """Note what became of *item*; *verdict* is empty for one that was kept untagged."""
        names = ("verdict", "match_kind", "match_url", "score", "distance")
        outcome: dict[str, Any] = {
            "url": item.url,
            "title": item.title,
            "edition": getattr(self.crawler.spider, "edition", 1),
            "dropped": dropped,
            **{name: verdict.get(name) for name in names},
        }
        self.outcomes.append(outcome)
        if outcome["match_kind"]:
            bits = "" if outcome["distance"] is None else f"{outcome['distance']:4}"
            origin = short(outcome["match_url"]).partition("/")[0]
            score = f"{outcome['score']:5.2f}"
            print_line(outcome["match_kind"], item.title or "", item.site, origin, score, bits)

    def spider_closed(self) -> None:
        OUTCOMES.parent.mkdir(exist_ok=True)
        lines = (json.dumps(outcome, ensure_ascii=False) for outcome in self.outcomes)
        OUTCOMES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        dropped = sum(outcome["dropped"] for outcome in self.outcomes)
        print(f"\n{self.copies()}\n\n{self.verdicts()}\n")
        print(f"{dropped} of {len(self.outcomes)} pages dropped, the others are in")
        print("output/stories.jsonl")

    def copies(self) -> str:
        copies = [outcome for outcome in self.outcomes if outcome["match_kind"]]
        copies.sort(key=lambda outcome: (outcome["match_kind"], outcome["match_url"]))
        rows = [("copy", "page", "is a copy of")]
        rows += [(o["match_kind"], short(o["url"]), short(o["match_url"])) for o in copies]
        return table(rows)

    def verdicts(self) -> str:
        """Pages by verdict. Those of kept pages are only in the plugin's statistics."""
        prefix = "neardup/verdict/"
        stats = self.crawler.stats.get_stats() if self.crawler.stats else {}
        pages = {k.removeprefix(prefix): n for k, n in stats.items() if k.startswith(prefix)}
        dropped = Counter(outcome["verdict"] for outcome in self.outcomes if outcome["dropped"])
        rows = [("verdict", "pages", "dropped")]
        rows += [(kind, f"{pages[kind]:5}", f"{dropped[kind]:7}") for kind in sorted(pages)]
        return table(rows)


def short(url: str) -> str:
    return url.removeprefix("http://")


def print_line(*columns: str) -> None:
    print("  ".join(map(fit, columns, HEADING.values())).rstrip(), flush=True)
