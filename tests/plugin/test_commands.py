"""Scrapy's own commands in a project that has the add-on, each in a process of its own.

Where nothing depends on how it was started, it is a fork.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest
import scrapy

from scrapy_neardup import NearDupIndex
from tests.forking import held_by_another_process

from .articles import FERRY, LIGHTHOUSE, ORCHARD, blog_page, morning_page, portal_page
from .crawling import reactor_settings, scrapy_command
from .forked import forked_scrapy

SETTINGS = """
ADDONS = {"scrapy_neardup.Addon": 500}
SPIDER_MODULES = ["gulls.spiders"]
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
FEEDS = {"items.jsonl": {"format": "jsonlines"}}
"""
SPIDER = """
import os, signal
from scrapy import Request, Spider, signals
from scrapy.exceptions import DontCloseSpider

class Gulls(Spider):
    name = "gulls"
    urls = ""
    killed_at = ""

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.left = spider.urls.split()
        crawler.signals.connect(spider.idle, signals.spider_idle)
        return spider

    async def start(self):
        yield Request(self.left.pop(0))

    def idle(self):
        if self.left:
            self.crawler.engine.crawl(Request(self.left.pop(0)))
            raise DontCloseSpider

    def parse(self, response):
        if response.url == self.killed_at:
            os.kill(os.getpid(), signal.SIGKILL)
        yield {"url": response.url}
"""
HEAVY = {"jieba", "rjieba", "numpy", "plyvel", "opencc"}


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    spiders = root / "gulls" / "spiders"
    spiders.mkdir(parents=True)
    (root / "scrapy.cfg").write_text("[settings]\ndefault = gulls.settings\n")
    (root / "gulls" / "__init__.py").touch()
    (root / "gulls" / "settings.py").write_text(SETTINGS)
    (spiders / "__init__.py").touch()
    (spiders / "gulls.py").write_text(SPIDER)
    return root


@pytest.fixture
def pages(site):
    return [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://attic.example/read", blog_page("The story again", FERRY)),
        site.put("http://qinghe.example/deng", portal_page("灯塔", LIGHTHOUSE)),
        site.put("http://gull.example/pears", morning_page("Pears", ORCHARD)),
    ]


def crawl(cwd, pages, *arguments, run=forked_scrapy):
    return run("crawl", "gulls", "-a", f"urls={' '.join(pages)}", *arguments, cwd=cwd)


def items_in(cwd):
    return [json.loads(line) for line in (cwd / "items.jsonl").read_text("utf-8").splitlines()]


def as_arguments(settings):
    return [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]


@pytest.mark.parametrize(
    "reactor",
    [
        "asyncio",
        "select",
        pytest.param(
            "none",
            marks=pytest.mark.skipif(
                scrapy.version_info < (2, 19), reason="HTTP needs a reactor before Scrapy 2.19"
            ),
        ),
    ],
)
def test_a_crawl_works_on_any_reactor_and_warns_of_nothing(project, pages, reactor):
    # But for what an install without a C compiler says at the start.
    strict = (
        "import warnings\n"
        "warnings.simplefilter('error')\n"
        "warnings.filterwarnings('ignore', message='scrapy_neardup was installed without')\n"
    )
    settings = project / "gulls" / "settings.py"
    settings.write_text(strict + settings.read_text())
    chosen = as_arguments(reactor_settings(reactor))
    done = crawl(project, pages, *chosen, run=scrapy_command)
    assert done.returncode == 0
    assert [item["url"] for item in items_in(project)] == [pages[0], *pages[2:]]
    assert "'finish_reason': 'finished'" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Warning" not in done.stderr
    assert "log_count/ERROR" not in done.stderr
    assert "log_count/WARNING" not in done.stderr
    # The index is where Scrapy's other data is, in a project and by default.
    with NearDupIndex.open(project / ".scrapy" / "neardup" / "gulls") as index:
        assert len(index) == 3


def test_wrong_settings_end_the_command_with_their_names(project, pages):
    done = crawl(project, pages, "-s", "NEARDUP_ACTION=burn", "-s", "NEARDUP_WAIT=soon")
    assert done.returncode == 1
    assert "NEARDUP_ACTION is wrong: 'burn': use 'drop', 'tag', 'keep'" in done.stderr
    assert "NEARDUP_WAIT is wrong: 'soon': use a number of seconds" in done.stderr
    assert not (project / "items.jsonl").exists()


def test_listing_spiders_loads_nothing_heavy(project):
    code = (
        "import sys\n"
        "from scrapy.cmdline import execute\n"
        "try:\n"
        "    execute(['scrapy', 'list'])\n"
        "except SystemExit:\n"
        f"    print(sorted({HEAVY} & sys.modules.keys()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["gulls", "[]"]


@pytest.mark.parametrize(
    "command",
    [
        ("shell", "-c", "print(response.status, len(response.css('p')))"),
        ("fetch", "--nolog"),
        ("parse", "--spider", "gulls", "-c", "parse"),
    ],
    ids=["shell", "fetch", "parse"],
)
def test_commands_work_while_a_crawl_has_the_index(project, pages, command):
    index = project / ".scrapy" / "neardup" / "gulls"
    index.mkdir(parents=True)
    with held_by_another_process(index):
        lock = (index / "owner.lock").read_bytes()
        done = scrapy_command(*command, pages[0], cwd=project)
        assert (index / "owner.lock").read_bytes() == lock
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "ERROR" not in done.stderr
    expected = {"shell": "200 ", "fetch": FERRY[0], "parse": pages[0]}[command[0]]
    assert expected in done.stdout


def test_a_fetched_page_is_no_copy_that_is_dropped_and_makes_no_index(project, pages):
    asked = as_arguments({"NEARDUP_DROP_RESPONSES": True, "NEARDUP_SCOPE": "shared"})
    fetch = ("fetch", "--nolog", *asked, pages[0])
    assert FERRY[0] in forked_scrapy(*fetch, cwd=project).stdout
    index = project / ".scrapy" / "neardup"
    assert not index.exists()
    crawl(project, pages, *asked)
    before = {path: path.read_bytes() for path in index.rglob("*") if path.is_file()}
    assert before
    assert FERRY[0] in forked_scrapy(*fetch, cwd=project).stdout
    assert {path: path.read_bytes() for path in index.rglob("*") if path.is_file()} == before


def test_parse_with_pipelines_works_while_a_crawl_has_the_index(project, pages):
    """Scrapy does not wait for these items, so that they may be judged or not."""
    index = project / ".scrapy" / "neardup" / "gulls"
    index.mkdir(parents=True)
    with held_by_another_process(index):
        done = forked_scrapy(
            "parse", "--spider", "gulls", "-c", "parse", "--pipelines", pages[0], cwd=project
        )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert pages[0] in done.stdout


OPENS_SLOWLY = """
import time
from scrapy_neardup.plugin import index_handle

def slowly(*arguments, of=index_handle.open_index):
    time.sleep(1)
    return of(*arguments)

index_handle.open_index = slowly
"""


def test_an_index_that_is_opened_while_its_crawl_ends_is_closed(project, pages):
    with (project / "gulls" / "settings.py").open("a") as settings:
        settings.write(OPENS_SLOWLY)
    done = scrapy_command(
        "parse", "--spider", "gulls", "-c", "parse", "--pipelines", pages[0], cwd=project
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    index = project / ".scrapy" / "neardup" / "gulls"
    assert (index / "owner.lock").read_text() == ""
    with NearDupIndex.snapshot(index) as opened:
        (run,) = opened.runs.latest_of("gulls", 2)
    assert run.finished is not None


def test_a_killed_crawl_loses_no_committed_article_and_its_rerun_stores_none_twice(project, pages):
    killed = crawl(project, pages, "-a", f"killed_at={pages[2]}")
    assert killed.returncode == -signal.SIGKILL
    path = project / ".scrapy" / "neardup" / "gulls"
    with NearDupIndex.open(path) as index:
        assert [record.url for record in index.records()] == pages[:2]
    done = crawl(project, pages, "-s", "NEARDUP_ACTION=tag")
    assert done.returncode == 0
    assert [item["neardup"]["verdict"] for item in items_in(project)[-4:]] == [
        "unchanged",
        "unchanged",
        "new",
        "new",
    ]
    with NearDupIndex.open(path) as index:
        assert [record.url for record in index.records()] == pages
        assert len(index) == 3


STORING = """
class Storing:
    def process_item(self, item):
        with open("stored.txt", "a") as file:
            print(item["url"], file=file)
        return item
"""
STORES = "gulls.pipelines.Storing"
LAST = (
    "Nothing comes after NearDupPipeline, neither a pipeline nor a feed. If Storing stores items"
)


@pytest.fixture
def storing(project):
    (project / "gulls" / "pipelines.py").write_text(STORING)
    return project


def test_a_pipeline_at_the_place_that_scrapy_proposes_stores_no_copies(storing, pages):
    done = crawl(storing, pages, *as_arguments({"ITEM_PIPELINES": json.dumps({STORES: 300})}))
    assert done.returncode == 0
    stored = (storing / "stored.txt").read_text().split()
    assert stored == [item["url"] for item in items_in(storing)] == [pages[0], *pages[2:]]


@pytest.mark.parametrize(
    ("settings", "is_told"),
    [
        ({"ITEM_PIPELINES": json.dumps({STORES: 100}), "FEEDS": "{}"}, True),
        ({"ITEM_PIPELINES": json.dumps({STORES: 100})}, False),
        ({"ITEM_PIPELINES": json.dumps({STORES: 800}), "FEEDS": "{}"}, False),
        ({"FEEDS": "{}"}, False),
    ],
    ids=["stores before", "a feed comes after", "stores after", "stores nothing"],
)
def test_a_pipeline_that_may_store_copies_is_named(storing, pages, settings, is_told):
    done = crawl(storing, pages[:1], *as_arguments(settings))
    assert done.returncode == 0
    assert (LAST in done.stderr) is is_told
