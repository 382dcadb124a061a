"""Prints what the plugin drops while the crawl runs, and a summary at its end."""

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
KINDS = [
    "new",
    "exact",
    "repost",
    "spun",
    "partial",
    "unchanged",
    "updated",
    "too_short",
    "no_text",
]
WIDTHS = (7, 34, 23, 23, 5, 4)


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
        print(_line("dropped", "headline", "site", "copied from", "score", "bits"))

    def item_scraped(self, item: Story) -> None:
        self._record(item, item.neardup or {}, dropped=False)

    def item_dropped(self, item: Story, exception: Exception) -> None:
        if not isinstance(exception, NearDuplicateItem):
            return
        verdict = exception.verdict.to_dict()
        self._record(item, verdict, dropped=True)
        print(
            _line(
                verdict["verdict"],
                item.title or "",
                item.site,
                _short(verdict["match_url"]).partition("/")[0],
                f"{verdict['score']:.2f}",
                str(verdict["distance"]),
            )
        )

    def spider_closed(self) -> None:
        OUTCOMES.parent.mkdir(exist_ok=True)
        lines = (json.dumps(outcome, ensure_ascii=False) for outcome in self.outcomes)
        OUTCOMES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        print(f"\n{self._counts()}\n")
        dropped = [outcome for outcome in self.outcomes if outcome["dropped"]]
        if dropped:
            print(f"{_dropped_table(dropped)}\n")
        kept = len(self.outcomes) - len(dropped)
        print(f"{kept} of {len(self.outcomes)} pages kept: output/stories.jsonl")

    def _record(self, item: Story, verdict: dict[str, Any], *, dropped: bool) -> None:
        self.outcomes.append(
            {
                "url": item.url,
                "title": item.title,
                "edition": getattr(self.crawler.spider, "edition", 1),
                "outcome": verdict.get("verdict"),
                "dropped": dropped,
                **{name: verdict.get(name) for name in ("match_url", "score", "distance")},
            }
        )

    def _counts(self) -> str:
        pages = Counter(outcome["outcome"] for outcome in self.outcomes)
        dropped = Counter(o["outcome"] for o in self.outcomes if o["dropped"])
        rows = [("verdict", "pages", "dropped")]
        rows += [(kind, f"{pages[kind]:5}", f"{dropped[kind]:7}") for kind in KINDS if pages[kind]]
        return table(rows)


def _dropped_table(dropped: list[dict[str, Any]]) -> str:
    ordered = sorted(dropped, key=lambda outcome: KINDS.index(outcome["outcome"]))
    rows = [("verdict", "dropped page", "is a copy of")]
    rows += [(o["outcome"], _short(o["url"]), _short(o["match_url"])) for o in ordered]
    return table(rows)


def _short(url: str) -> str:
    return url.removeprefix("http://")


def _line(*columns: str) -> str:
    return "  ".join(map(fit, columns, WIDTHS)).rstrip()
