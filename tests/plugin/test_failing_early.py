"""A crawl whose index can't be used sends no request: real processes, and a server that counts."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from scrapy_neardup import NearDupIndex
from tests.forking import held_by_another_process

from .forked import forked_scrapy
from .test_commands import crawl, items_in, pages, project  # noqa: F401


@pytest.fixture
def index_path(project):  # noqa: F811
    return project / ".scrapy" / "neardup" / "gulls"


def assert_not_started(done, site, project, *told):  # noqa: F811
    """No request, no item, exit code 1, and one line that has what is *told*."""
    assert site.asked == []
    assert not (project / "items.jsonl").exists() or items_in(project) == []
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    (problem,) = [line for line in done.stderr.splitlines() if " ERROR: " in line]
    assert "The crawl is not started" in problem
    for part in told:
        assert str(part) in problem


def test_a_locked_index(site, project, pages, index_path):  # noqa: F811
    index_path.mkdir(parents=True)
    with held_by_another_process(index_path) as holder:
        done = crawl(project, pages)
    assert_not_started(
        done, site, project, index_path, f"process {holder.pid}", "NEARDUP_ON_LOCKED = 'close'"
    )
    assert "Closing spider (neardup_locked)" in done.stderr


def test_an_index_of_another_scheme(site, project, pages, index_path):  # noqa: F811
    assert crawl(project, pages[:1]).returncode == 0
    (project / "items.jsonl").unlink()
    site.asked.clear()
    done = crawl(project, pages, "-s", "NEARDUP_MAX_DISTANCE=4")
    assert_not_started(
        done,
        site,
        project,
        f"the index {index_path}",
        "max_distance: 3 against 4",
        "NEARDUP_MAX_DISTANCE",
        "scrapy neardup rebuild",
        "NEARDUP_ON_ERROR = 'close'",
    )
    with NearDupIndex.open(index_path) as index:
        assert len(index) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_a_place_that_cant_be_written(site, project, pages):  # noqa: F811
    done = crawl(project, pages, "-s", "NEARDUP_DIR=/proc/neardup")
    assert_not_started(done, site, project, "/proc/neardup/gulls", "NEARDUP_DIR")


def test_servers_that_dont_answer(site, project, pages):  # noqa: F811
    url = "redis://:secret@127.0.0.1:1/0?patience=0.5"
    done = crawl(project, pages, "-s", f"NEARDUP_INDEX={url}")
    assert_not_started(done, site, project, "127.0.0.1:1", "NEARDUP_INDEX")
    shown = done.stderr.split("Overridden settings")[0] + done.stderr.split("Spider opened")[1]
    assert "secret" not in shown


def test_an_index_of_another_scheme_on_servers(site, project, pages, shared_url):  # noqa: F811
    url = shared_url("redis")
    first = crawl(project, pages[:1], "-s", f"NEARDUP_INDEX={url}")
    assert first.returncode == 0
    assert ": 0 articles, Redis, " in first.stderr
    (project / "items.jsonl").unlink()
    site.asked.clear()
    done = crawl(project, pages, "-s", f"NEARDUP_INDEX={url}", "-s", "NEARDUP_MAX_DISTANCE=4")
    address = url.partition("//")[2].partition("/")[0]
    assert_not_started(done, site, project, address, "3 against 4", "NEARDUP_MAX_DISTANCE")


def test_a_read_only_crawl_without_an_index_on_servers(site, project, pages, shared_url):  # noqa: F811
    url = shared_url("redis")
    done = crawl(project, pages, "-s", f"NEARDUP_INDEX={url}", "-s", "NEARDUP_READONLY=1")
    assert_not_started(done, site, project, "holds no index", "NEARDUP_INDEX")


def test_a_misspelled_option_of_a_redis_url(site, project, pages):  # noqa: F811
    done = crawl(project, pages, "-s", "NEARDUP_INDEX=redis://127.0.0.1:1/0?patince=2")
    assert site.asked == []
    assert done.returncode == 1
    assert "patince" in done.stderr.split("Overridden settings")[-1]


def test_a_read_only_crawl_without_an_index(site, project, pages, index_path):  # noqa: F811
    done = crawl(project, pages, "-s", "NEARDUP_READONLY=1")
    assert_not_started(done, site, project, index_path, "NEARDUP_READONLY", "NEARDUP_DIR")
    assert not index_path.exists()


def test_a_misspelled_setting(site, project, pages):  # noqa: F811
    done = crawl(project, pages, "-s", "NEARDUP_ACTON=tag")
    assert site.asked == []
    assert done.returncode == 1
    assert "NEARDUP_ACTON is no setting: did you mean NEARDUP_ACTION?" in done.stderr


@pytest.mark.parametrize("reactor", ["select", "none"])
def test_a_locked_index_on_other_loops(site, project, pages, index_path, reactor):  # noqa: F811
    from .crawling import reactor_settings
    from .test_commands import as_arguments

    index_path.mkdir(parents=True)
    with held_by_another_process(index_path):
        done = crawl(project, pages, *as_arguments(reactor_settings(reactor)))
    assert_not_started(done, site, project, index_path)


def test_a_lock_is_waited_for_before_the_first_request(site, project, pages, index_path):  # noqa: F811
    index_path.mkdir(parents=True)
    log = project / "crawl.log"
    with held_by_another_process(index_path):
        command = ["-m", "scrapy", "crawl", "gulls", "-a", f"urls={' '.join(pages)}"]
        with log.open("w") as errors:
            waiting = subprocess.Popen(
                [sys.executable, *command, "-s", "NEARDUP_ON_LOCKED=wait"],
                cwd=project,
                stderr=errors,
            )
        deadline = time.monotonic() + 30
        while "Waiting: " not in log.read_text() and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(0.7)
        assert site.asked == []
        assert waiting.poll() is None
    assert waiting.wait(30) == 0
    assert [item["url"] for item in items_in(project)] == [pages[0], *pages[2:]]


@pytest.mark.parametrize("policy", ["pass", "snapshot"])
def test_other_policies_go_on(site, project, pages, index_path, policy):  # noqa: F811
    assert crawl(project, pages[:1]).returncode == 0
    with held_by_another_process(index_path):
        done = crawl(project, pages, "-s", f"NEARDUP_ON_LOCKED={policy}")
    assert done.returncode == 0
    kept = pages if policy == "pass" else [pages[0], *pages[2:]]
    assert [item["url"] for item in items_in(project)[1:]] == kept


@pytest.mark.parametrize("command", ["shell", "fetch", "parse", "check", "list"])
def test_scrapys_own_commands_make_and_open_no_index(project, pages, index_path, command):  # noqa: F811
    arguments = {
        "shell": ["-c", "response.status", pages[0]],
        "fetch": [pages[0]],
        "parse": ["--spider", "gulls", "-c", "parse", pages[0]],
        "check": ["gulls"],
        "list": [],
    }[command]
    done = forked_scrapy(command, *arguments, cwd=project)
    assert done.returncode == 0
    assert "Near-duplicate index" not in done.stderr
    assert not index_path.parent.exists()
