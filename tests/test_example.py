from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

from .plugin.forked import forked_scrapy

EXAMPLE = Path(__file__).parents[1] / "example_project"

SHUFFLE = """
from random import Random

from scrapy import Request


class Shuffle:
    @classmethod
    def from_crawler(cls, crawler):
        shuffle = cls()
        shuffle.random = Random(crawler.settings["SHUFFLE"])
        return shuffle

    async def process_spider_output(self, response, result):
        async for one in result:
            if isinstance(one, Request):
                one = one.replace(priority=self.random.randint(-20, 20))
            yield one
"""


@pytest.mark.parametrize("seed", ["1", "4", "9", "13"])
def test_the_manifest_holds_in_whatever_order_the_pages_come(tmp_path, seed):
    project = copied(tmp_path)
    (project / "newsdemo" / "shuffle.py").write_text(SHUFFLE, "utf-8")
    one_by_one = ["-s", "CONCURRENT_REQUESTS=1", "-s", f"SHUFFLE={seed}"]
    shuffled = ["-s", 'SPIDER_MIDDLEWARES={"newsdemo.shuffle.Shuffle": 10}']
    crawled = forked_scrapy("crawl", "news", *one_by_one, *shuffled, cwd=project)
    assert crawled.returncode == 0
    checked = run(project, "check.py")

    assert checked.returncode == 0, checked.stdout
    assert "66 pages checked, 0 not as the manifest says" in checked.stdout


@pytest.mark.parametrize("page", ["../README.md", "../README.zh-CN.md", "README.md"])
def test_the_rows_that_the_pages_show_are_printed(printed, page):
    told = (EXAMPLE / page).read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(told) if line.lstrip().startswith("copy  "))
    shown = list(takewhile(lambda line: line not in ("", "```"), told[first:]))
    assert len(shown) > 4
    for line in shown:
        assert line.strip() in printed


def test_the_example_runs_where_the_terminal_has_no_chinese(tmp_path):
    done = crawl(copied(tmp_path), PYTHONIOENCODING="ascii")

    assert "Traceback" not in done.stderr
    assert "\nrepost     " in done.stdout


def test_an_index_that_can_t_be_opened_is_told_once_more_at_the_end(tmp_path):
    project = copied(tmp_path)
    index = project / ".scrapy" / "neardup" / "news"
    (index / "leveldb").mkdir(parents=True)
    (index / "index.sqlite3").touch()
    done = crawl(project)

    assert "The crawl is not started" in done.stderr
    assert "Traceback" not in done.stderr
    assert f"There is no report: {index} holds two indexes" in done.stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    return [
        line.strip()
        for line in crawl(copied(tmp_path_factory.mktemp("as_told"))).stdout.splitlines()
    ]


def copied(folder):
    project = folder.resolve() / "example"
    shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns(".scrapy", "output"))
    return project


def crawl(project, *options, **environment):
    return run(project, "-m", "scrapy", "crawl", "news", *options, **environment)


def run(project, *arguments, **environment):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
