from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CRAWLS = """
import gc
import scrapy
from scrapy.crawler import AsyncCrawlerProcess

class Empty(scrapy.Spider):
    name = "empty"

    async def start(self):
        print(gc.get_freeze_count())
        self.made = [[] for _ in range(1000)]
        return
        yield

process = AsyncCrawlerProcess(
    {"ADDONS": {"scrapy_neardup.Addon": 500}, "LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False}
)
for _ in range(2):
    process.crawl(Empty)
process.start()
"""


def frozen(code: str, directory: Path) -> list[int]:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=directory,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    )
    return [int(count) for count in done.stdout.split()]


def test_the_collector_is_spared_the_modules_once_a_process(tmp_path):
    first, second = frozen(CRAWLS, tmp_path)
    assert first > 50_000
    # Some frozen objects are gone by then, and none has come.
    assert second <= first


def test_what_a_process_has_frozen_itself_is_left_alone(tmp_path):
    counts = frozen(f"import gc\ngc.freeze()\nprint(gc.get_freeze_count()){CRAWLS}", tmp_path)
    assert max(counts[1:]) <= counts[0]
