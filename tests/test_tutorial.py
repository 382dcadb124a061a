"""The tutorial, step by step, on the site that comes with it."""

from __future__ import annotations

import http.server
import json
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from functools import partial
from typing import ClassVar

import pytest
from scrapy.settings import Settings

from scrapy_neardup.plugin.exceptions import SettingsError
from scrapy_neardup.plugin.settings import NearDupSettings

from .markdown import DOCS, code_blocks
from .newcomer import FAST, crawl, start_project
from .plugin.forked import forked_scrapy
from .plugin.site import Site

TUTORIAL = DOCS / "tutorial.md"


class Pages(http.server.SimpleHTTPRequestHandler):
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        """Leave the terminal to the tests."""


@pytest.fixture(scope="module")
def address():
    handler = partial(Pages, directory=str(DOCS / "tutorial_site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def started(tmp_path_factory, address):
    folder = tmp_path_factory.mktemp("started")
    return start_project(sys.executable, folder, block("ADDONS"), spider_for(address))


@pytest.fixture
def project(tmp_path, started):
    return shutil.copytree(started, tmp_path / "news")


def block(beginning: str) -> str:
    return next(code for code in code_blocks(TUTORIAL, "python") if code.startswith(beginning))


def spider_for(address: str, name: str = "class NewsSpider") -> str:
    code = next(code for code in code_blocks(TUTORIAL, "python") if name in code)
    return code.replace("http://127.0.0.1:8000", address)


def summary(log: str) -> str:
    return re.search(r"INFO: (Near-duplicates: .*)", log)[1]


def shown_summaries() -> list[str]:
    text = "".join(code_blocks(TUTORIAL, "text"))
    return re.findall(r"INFO: (Near-duplicates: .*)", text)


@pytest.fixture(scope="module")
def followed(tmp_path_factory, started, address):
    """A project in which all was done that the tutorial says, in its order, until its texts are
    tuned; what each command said, with its exit code; and the addresses of the stories that are
    there after each crawl.
    """
    project = shutil.copytree(started, tmp_path_factory.mktemp("followed") / "news")
    settings = project / "news" / "settings.py"
    said, urls = [], []
    for kind, step in steps():
        if kind == "settings":
            settings.write_text(f"{settings.read_text('utf-8')}\n{step}", "utf-8")
        elif kind == "code":
            subprocess.run([sys.executable, "-c", step], cwd=project, check=True, timeout=60)
        else:
            words = step.replace("http://127.0.0.1:8000", address).split()
            # One at a time, and none while the links of a page are still being read, however
            # slow the machine: so the last one comes first, as it does for a reader, whose crawl
            # waits a second between two.
            in_turn = (
                *FAST,
                "-s",
                "CONCURRENT_REQUESTS=1",
                "-s",
                "SCRAPER_SLOT_MAX_ACTIVE_SIZE=1",
            )
            words += in_turn if words[1] == "crawl" else ()
            done = forked_scrapy(*words[1:], cwd=project)
            told = (done.stdout + done.stderr).replace(address, "http://127.0.0.1:8000")
            said.append((" ".join(words[1:3]), done.returncode, told))
            if words[1] == "crawl":
                urls.append(sorted(stories_in(project)))
    return project, said, urls


def steps():
    """The commands, settings and programs of the tutorial, up to its part on tuning."""
    text = TUTORIAL.read_text("utf-8").partition("## Where the item")[0]
    text = text.partition("## A first crawl")[2].partition("cd news")[2]
    for found in re.finditer(
        r"^ *```python\n(?P<code>.*?)^ *```|^ {4,}(?P<command>scrapy [^\n]*)$",
        text,
        re.DOTALL | re.MULTILINE,
    ):
        if found["command"]:
            yield "command", found["command"]
        else:
            code = textwrap.dedent(found["code"])
            if code.startswith("NEARDUP_"):
                yield "settings", code
            elif code.startswith("import json"):
                yield "code", code


def test_a_first_crawl_and_a_second_end_as_is_shown(followed):
    project, said, urls = followed
    assert [summary(log) for _, _, log in said[:2]] == shown_summaries()
    assert len(urls[0]) == 4
    assert urls[0] == urls[1]
    assert (project / ".scrapy" / "neardup" / "news").is_dir()


def test_the_commands_in_their_order_say_what_is_shown(followed):
    _, said, _ = followed
    names = [name for name, _, _ in said]
    assert names == [
        *["crawl news"] * 2,
        *(f"neardup {name}" for name in ("stats", "clusters", "why", "report", "read")),
        *["crawl news"] * 2,
        "neardup tune",
    ]
    assert [code for _, code, _ in said] == [0] * 9 + [1]
    logs = [told for name, _, told in said if name == "crawl news"]
    shown = [code for code in code_blocks(TUTORIAL, "text") if "Near-duplicate (" in code]
    for log, lines in zip(logs, shown, strict=False):
        told = "\n".join(line for line in log.splitlines() if " INFO: Near-duplicate" in line)
        for line in lines.strip().splitlines():
            assert line in told
    told = {name: text for name, _, text in said}
    assert "2 clusters, 2 copies" in told["neardup clusters"]
    assert "A is a copy of B (spun)" in told["neardup why"]
    assert "same numbers" in told["neardup why"]
    assert "来源：两江论坛" in told["neardup read"].partition("Left out")[2]
    assert "no pair has the label 'different'" in told["neardup tune"]


def test_tags_are_what_is_shown(followed):
    project, *_ = followed
    for feed in ("tagged", "labels"):
        items = [json.loads(line) for line in lines_of(project, feed)]
        assert len(items) == 6
        (tag,) = (item["neardup"] for item in items if item["neardup"]["verdict"] == "spun")
        (shown,) = (json.loads(code) for code in code_blocks(TUTORIAL, "json"))
        assert shown.keys() <= tag.keys()
        assert tag["match"] == tag["match_url"] == tag["matches"][0]
        assert (tag["distance"], tag["score"]) == (
            shown["distance"],
            pytest.approx(shown["score"], abs=0.005),
        )


def test_pairs_to_label_are_those_that_were_found(followed):
    project, *_ = followed
    pairs = [json.loads(line) for line in lines_of(project, "pairs")]
    assert sorted(pair["label"] for pair in pairs) == ["copy", "copy"]
    assert all(pair["a"][:10] and pair["a"] != pair["b"] for pair in pairs)


TWO_SITES = """
import scrapy


class TwoSites(scrapy.Spider):
    name = "two"
    start_urls = ["http://front.example/"]
    custom_settings = {"CONCURRENT_REQUESTS": 1, "ROBOTSTXT_OBEY": False}

    def parse(self, response):
        for number in range(3):
            yield self.request("copies", number, 0)
            yield self.request("writes", number, 1)

    def request(self, site, number, priority):
        url = f"http://{site}.example/{number}"
        return scrapy.Request(url, self.parse_page, priority=priority)

    def parse_page(self, response):
        yield {"url": response.url}
"""


def test_sites_whose_requests_have_a_higher_priority_come_first(project):
    (project / "news" / "spiders" / "two.py").write_text(TWO_SITES, "utf-8")
    with (project / "news" / "settings.py").open("a", encoding="utf-8") as file:
        file.write(block("SCHEDULER_PRIORITY_QUEUE"))
    site = Site()
    try:
        site.put("http://front.example/", "<html></html>")
        for host in ("copies", "writes"):
            for number in range(3):
                site.put(f"http://{host}.example/{number}", "<html></html>")
        crawled = crawl(sys.executable, project, "two", http_proxy=site.address)
    finally:
        site.stop()
    hosts = [item["url"].split("/")[2] for item in crawled.items]
    assert hosts == ["writes.example"] * 3 + ["copies.example"] * 3


def test_a_crawl_that_is_stopped_goes_on_where_it_was(project):
    words = [sys.executable, "-m", "scrapy", "crawl", "news", *FAST, "-s", "JOBDIR=job"]
    words += ["-s", "CONCURRENT_REQUESTS=1", "-o", "stories.jsonl"]
    Pages.asked.clear()
    slowly = [*words, "-s", "DOWNLOAD_DELAY=0.5"]
    started = subprocess.Popen(slowly, cwd=project, stderr=subprocess.DEVNULL)
    while len(Pages.asked) < 5 and started.poll() is None:
        time.sleep(0.01)
    started.send_signal(signal.SIGINT)
    assert started.wait(60) == 0
    assert len(stories_in(project)) < 4
    done = subprocess.run(
        words, cwd=project, stderr=subprocess.PIPE, text=True, check=True, timeout=60
    )
    assert "Resuming crawl" in done.stderr
    assert "log_count/ERROR" not in done.stderr
    urls = stories_in(project)
    assert len(urls) == len(set(urls)) == 4


def stories_in(project):
    return [json.loads(line)["url"] for line in lines_of(project, "stories")]


def lines_of(project, feed):
    path = project / f"{feed}.jsonl"
    return path.read_text("utf-8").splitlines() if path.exists() else []


def test_without_a_data_directory_the_error_is_the_one_shown(tmp_path, monkeypatch):
    # As scrapyd does: a project by name, whose directory is elsewhere.
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "scrapy.settings.default_settings")
    monkeypatch.chdir(tmp_path)
    (shown,) = (code for code in code_blocks(TUTORIAL, "text") if code.startswith("SettingsError"))
    with pytest.raises(SettingsError) as raised:
        NearDupSettings.from_settings(Settings())
    assert f"SettingsError: {raised.value}" == shown.strip()


def test_items_of_page_objects_are_tagged(project, address):
    code = {
        "pages.py": block("import attrs"),
        "spiders/poet.py": spider_for(address, "class PoetSpider"),
    }
    for name, text in code.items():
        (project / "news" / name).write_text(text, "utf-8")
    settings = project / "news" / "settings.py"
    both = next(code for code in code_blocks(TUTORIAL, "python") if "scrapy_poet.Addon" in code)
    text = settings.read_text("utf-8") + both + block('NEARDUP_ACTION = "tag"')
    settings.write_text(text, "utf-8")
    crawled = crawl(sys.executable, project, "poet")
    assert "log_count/ERROR" not in crawled.log
    kinds = [item["neardup"]["verdict"] for item in crawled.items]
    assert sorted(kinds) == ["new", "new", "new", "new", "repost", "spun"]
