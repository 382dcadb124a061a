"""Worker processes: the same verdicts, no page lost with one, none left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.extract import DefaultExtractor, NoArticle
from scrapy_neardup.plugin import workers
from scrapy_neardup.plugin.worker import PageTask, TextTask, pack
from scrapy_neardup.plugin.workers import TaskFailed, WorkerDied, WorkerPool, WorkersUnavailable

from .articles import CLOCK, FERRY, ORCHARD, blog_page, list_page, morning_page, portal_page
from .crawling import REACTOR, PageSpider

GREETING = pack((DefaultExtractor(), Scheme()))
TEXT = " ".join(FERRY)
PAGE = PageTask("http://gull.example/story", "utf-8", b"text/html", True)
LONGER_THAN_A_PIPE = 3_000_000

needs_asyncio = pytest.mark.skipif(REACTOR == "select", reason="workers need asyncio")


def with_pool(work, count=1, greeting=GREETING):
    async def run():
        pool = WorkerPool(count, greeting)
        try:
            return await asyncio.wait_for(work(pool), 60)
        finally:
            pool.close()

    return asyncio.run(run())


def workers_of(process):
    return [
        child
        for child in process.children()
        if "scrapy_neardup.plugin.worker" in " ".join(child.cmdline())
    ]


@pytest.fixture
def several_sites(site):
    """Pages of one site that repeats itself, copies elsewhere, no article, other encodings."""
    footer = "<p>Call the news desk with your story, at any hour, on 01632 960 144.</p>"
    stories = {"ferry": FERRY, "pears": ORCHARD, "clock": CLOCK}
    pages = [
        site.put(
            f"http://gull.example/{name}",
            morning_page(name, paragraphs).replace("</article>", footer + "</article>"),
        )
        for name, paragraphs in stories.items()
    ]
    longer = (*FERRY, *ORCHARD)
    pages += [
        site.put("http://attic.example/ferry", blog_page("The ferry again", FERRY)),
        site.put("http://attic.example/both", blog_page("Both", longer)),
        site.put("http://attic.example/", list_page({"/ferry": "ferry", "/both": "both"})),
        site.put(
            "http://portal.example/gbk",
            portal_page("渡轮", FERRY).encode("gb18030"),
            content_type="text/html",
        ),
        site.put("http://portal.example/empty", ""),
        site.put("http://portal.example/bytes", bytes(range(256)) * 9),
        site.put("http://gull.example/again", morning_page("clock", CLOCK)),
    ]
    return pages


@needs_asyncio
def test_verdicts_do_not_depend_on_the_number_of_workers(crawl, several_sites, tmp_path):
    def make_items(response):
        yield {"url": response.url}
        if response.url.endswith("/both"):
            yield {"url": response.url + "#quoted", "content": " ".join(ORCHARD)}

    outcomes = [
        crawl(
            several_sites,
            {"NEARDUP_WORKERS": count, "NEARDUP_DIR": str(tmp_path / f"index{count}")},
            make_items=make_items,
        )
        for count in (0, 1, 2)
    ]
    stats = [
        {
            name: value
            for name, value in outcome.stats.items()
            if name.startswith("neardup/") and not name.endswith("_seconds")
        }
        for outcome in outcomes
    ]
    verdicts = [
        {judged["document_id"]: judged["verdict"].to_dict() for judged in outcome.judged}
        for outcome in outcomes
    ]
    for verdict in (each for by_id in verdicts for each in by_id.values()):
        del verdict["first_seen"]
    assert len(verdicts[0]) == len(several_sites) + 1
    assert {"new", "partial", "no_text"} == set(outcomes[0].kinds)
    assert verdicts[0] == verdicts[1] == verdicts[2]
    assert stats[0] == stats[1] == stats[2]


@needs_asyncio
def test_no_process_is_left_after_a_crawl(crawl, several_sites):
    seen = []

    class Watched(PageSpider):
        def parse(self, response):
            seen.extend(workers_of(psutil.Process()))
            return super().parse(response)

    crawl(several_sites[:1], {"NEARDUP_WORKERS": 2}, spidercls=Watched)
    assert len(seen) == 2
    assert not any(process.is_running() for process in seen)


@needs_asyncio
def test_a_page_that_a_worker_dies_of_passes_and_the_others_are_judged(crawl, site):
    first, second, third = (
        site.put(f"http://gull.example/{name}", morning_page(name, story))
        for name, story in (("ferry", FERRY), ("pears", ORCHARD), ("clock", CLOCK))
    )

    def kill_at_work(process):
        while not any(w.jobs for pool in workers._pools.values() for w in pool._workers):
            time.sleep(0.01)
        process.kill()

    def make_items(response):
        if response.url == first:
            (process,) = workers_of(psutil.Process())
            process.suspend()
            threading.Thread(target=kill_at_work, args=(process,)).start()
        yield {"url": response.url}

    outcome = crawl([first, second, third], {"NEARDUP_WORKERS": 1}, make_items=make_items)
    # The first page's text has been fingerprinted with reading it.
    assert outcome.kinds == ["new", "no_text", "new"]
    assert outcome.urls == [first, second, third]
    assert outcome.stat("extract_error/WorkerDied") == 1
    (said,) = outcome.errors()
    assert "exit status -9" in said
    assert second in said


@needs_asyncio
def test_a_page_that_takes_too_long_is_given_up(monkeypatch, caplog):
    async def work(pool):
        await pool.do(TextTask(TEXT, None), "a")
        psutil.Process(pool._workers[0].process.pid).suspend()
        both = [asyncio.ensure_future(pool.do(TextTask(TEXT, None), name)) for name in "bc"]
        await asyncio.sleep(0)
        with monkeypatch.context() as impatient:
            impatient.setattr(workers, "_PATIENCE", 0.0)
            pool._look_after()
        return await asyncio.gather(*both, return_exceptions=True)

    slow, next_one = with_pool(work)
    assert isinstance(slow, WorkerDied)
    assert next_one.fingerprint == Fingerprinter(Scheme())(TEXT)
    assert "of b, which passes unread" in caplog.text


def test_answers_are_those_of_this_process_whatever_the_size():
    long_text = TEXT * (LONGER_THAN_A_PIPE // len(TEXT))
    page = morning_page("A story", FERRY).encode()

    async def work(pool):
        return await asyncio.gather(
            *(pool.do(TextTask(long_text, None), "long") for _ in range(3)),
            pool.do(PAGE, PAGE.url, page),
            pool.do(PAGE, PAGE.url, b"<p>" + b" " * LONGER_THAN_A_PIPE),
        )

    *long, story, empty = with_pool(work, count=2)
    fingerprint = Fingerprinter(Scheme())
    assert {answer.fingerprint for answer in long} == {fingerprint(long_text)}
    assert "night ferry" in story.article.text
    assert story.fingerprint == fingerprint(story.article.text)
    assert empty == (NoArticle.NO_TEXT, None)


def test_an_error_in_a_worker_is_told_and_costs_nothing_else():
    async def work(pool):
        wrong = pool.do(TextTask(7, None), "wrong")
        right = pool.do(TextTask(TEXT, None), "right")
        return await asyncio.gather(wrong, right, return_exceptions=True)

    wrong, right = with_pool(work)
    assert isinstance(wrong, TaskFailed)
    assert wrong.kind == "TypeError"
    assert repr(wrong).startswith("TypeError(")
    assert "Traceback" in str(wrong)
    assert right.fingerprint is not None


def test_without_a_worker_that_starts_tasks_are_refused(monkeypatch, caplog):
    monkeypatch.setattr(sys, "executable", "/bin/false")

    async def work(pool):
        with pytest.raises(WorkersUnavailable):
            await pool.do(TextTask(TEXT, None), "a")
        with pytest.raises(WorkersUnavailable):
            await pool.do(TextTask(TEXT, None), "b")

    with_pool(work)
    assert "did not start" in caplog.text


@needs_asyncio
def test_without_a_worker_that_starts_pages_are_read_in_threads(crawl, site, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    pages = [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://attic.example/read", blog_page("The story again", FERRY)),
    ]
    outcome = crawl(pages, {"NEARDUP_WORKERS": 1})
    assert outcome.kinds == ["new", "exact"]
    assert len(outcome.errors()) == 1


def test_ctrl_c_does_not_reach_a_worker():
    async def work(pool):
        await pool.do(TextTask(TEXT, None), "a")
        process = pool._workers[0].process
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        return await pool.do(TextTask(TEXT, None), "b")

    assert with_pool(work).fingerprint is not None


def test_closing_refuses_what_is_not_done():
    async def work(pool):
        await pool.do(TextTask(TEXT, None), "a")
        psutil.Process(pool._workers[0].process.pid).suspend()
        waiting = asyncio.ensure_future(pool.do(TextTask(TEXT, None), "b"))
        await asyncio.sleep(0)
        pool.close()
        with pytest.raises(WorkersUnavailable):
            await waiting
        assert not psutil.pid_exists(pool._workers[0].process.pid)

    with_pool(work)


PARENT = """
import asyncio, sys, time
from scrapy_neardup.plugin.worker import TextTask
from scrapy_neardup.plugin.workers import WorkerPool
async def main():
    pool = WorkerPool(1, bytes.fromhex(sys.argv[1]))
    await pool.do(TextTask("text", None), "a")
    print(pool._workers[0].process.pid, flush=True)
    time.sleep(60)
asyncio.run(main())
"""


def test_a_worker_ends_with_a_crawl_that_is_killed():
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, GREETING.hex()], stdout=subprocess.PIPE, text=True
    )
    with parent:
        worker = psutil.Process(int(parent.stdout.readline()))
        os.kill(parent.pid, signal.SIGKILL)
    psutil.wait_procs([worker], timeout=20)
    assert not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE


@needs_asyncio
def test_crawls_of_one_process_share_their_workers(site, settings):
    from .crawling import Crawl, run_crawls

    site.put("http://gull.example/story", morning_page("A story", FERRY))
    counts = []

    class Counting(PageSpider):
        def parse(self, response):
            counts.append(len(workers_of(psutil.Process())))
            return super().parse(response)

    class Other(Counting):
        name = "other"

    both = {**settings, "NEARDUP_WORKERS": 1}
    arguments = {"pages": ["http://gull.example/story"] * 3}
    run_crawls(Crawl(both, Counting, arguments), Crawl(both, Other, arguments))
    assert counts
    assert set(counts) == {1}


@needs_asyncio
def test_a_users_extractor_stays_in_the_crawl_and_its_text_is_fingerprinted(crawl, site):
    place = site.put("http://gull.example/story", morning_page("A story", FERRY))
    threads = []

    def extractor(response):
        threads.append(threading.current_thread())
        return " ".join(FERRY)

    outcome = crawl([place], {"NEARDUP_WORKERS": 1, "NEARDUP_EXTRACTOR": extractor})
    assert outcome.kinds == ["new"]
    assert len(threads) == 1
