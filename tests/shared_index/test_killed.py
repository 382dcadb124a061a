"""A crawler that is killed between the steps of an update."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind
from scrapy_neardup.core.redis.contest import ORIGINAL
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from scrapy_neardup.core.redis.maintenance import check_servers

ROOT = Path(__file__).parents[2]
UPDATE = """
import os, signal, sys
from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document
from scrapy_neardup.core.redis.claims import Claims
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location

def killed(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

index = RedisIndex(read_location(sys.argv[1]))
update = index.reserve(Document("a", story("new"), keep_text=True))
if sys.argv[2] == "before it is kept":
    Claims._write = killed
else:
    # The record is written by now.
    Claims._end = killed
update.commit()
"""


@pytest.mark.parametrize("backend", ["redis", "cluster"])
@pytest.mark.parametrize("killed", ["before it is kept", "before its claim ends"])
def test_an_update_that_is_killed_leaves_one_text_of_its_article(shared_url, backend, killed):
    url = shared_url(backend, lease=1)
    is_kept = killed == "before its claim ends"
    with RedisIndex(read_location(url)) as index:
        documents = index._documents
        index.check_and_add(Document("a", story("old"), keep_text=True))
        crawler = [sys.executable, "-c", UPDATE, url, killed]
        run = subprocess.run(crawler, cwd=ROOT, check=False, timeout=60)
        assert run.returncode == -signal.SIGKILL
        # Its claim stands, under which its record has been written, or has not.
        ordinal, record = index.find("a")
        assert documents.look([ordinal])[ordinal].state == ORIGINAL
        text, other = ("new", "old") if is_kept else ("old", "new")
        assert record.digest == index.fingerprinter(story(text)).digest
        waits = index.reserve(Document("a", story("third")))
        assert [blocker.settled for blocker in waits.blockers] == [False]
        give_up = time.monotonic() + 30
        while not waits.blockers[0].settled:
            assert time.monotonic() < give_up
            time.sleep(0.01)
        # Of its postings none is missing, and what is too many leads to no verdict.
        assert check_servers(url).clean
        assert index.check(Document("copy", story(text))).match.id == "a"
        assert index.check(Document("copy", story(other))).kind is Kind.NEW
        assert index.kept_text(ordinal).text == story(text)
        assert index.check_and_add(Document("a", story("third"))).kind is Kind.UPDATED
        assert check_servers(url).clean
        assert index.check(Document("copy", story("third"))).match.id == "a"
        assert [record.id for record in index.records()] == ["a"]
