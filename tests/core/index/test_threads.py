"""What is read of a local index beside its judge waits for its writers, and for nobody for ever."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import datetime, timezone

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.stores.memory import MemoryStore
from tests.core.index.articles import article

SECONDS = 60
PUBLISHED = datetime(2026, 3, 1, 9, 30, tzinfo=timezone.utc)


@pytest.fixture(params=["memory", "leveldb", "sqlite"])
def local(request, tmp_path):
    if request.param == "leveldb":
        pytest.importorskip("plyvel")
    if request.param == "memory":
        index = NearDupIndex(MemoryStore())
    else:
        index = NearDupIndex.open(f"{request.param}://{tmp_path}/index")
    with index:
        yield index


def document(name, seed, host="a.example"):
    url = f"http://{host}/{name}"
    return Document(url, article(seed), url=url, published=PUBLISHED)


READERS = {
    "head_of": lambda index, copy: index.stories.head_of(copy),
    "sources_of": lambda index, copy: index.stories.sources_of(copy[1]),
    "original_of": lambda index, copy: index.stories.original_of(index.stories.head_of(copy)),
    "claimant": lambda index, copy: index.stories.claimant(copy[1]),
    "counts_terms": lambda index, copy: index.frequencies.counts_terms(),
    "notes": lambda index, copy: index.frequencies.notes(),
    "hosts": lambda index, copy: index.hosts.of("new.example"),
}


@pytest.mark.parametrize("reader", READERS)
def test_what_is_read_waits_until_a_change_is_whole(local, reader):
    local.check_and_add(document("one", 1))
    local.check_and_add(document("two", 1))
    copy = local.find("http://a.example/two")
    changing, goes_on = threading.Event(), threading.Event()

    def amended(record):
        changing.set()
        assert goes_on.wait(SECONDS)
        return record

    with ThreadPoolExecutor(2) as threads:
        change = threads.submit(local.amend, copy[0], amended)
        assert changing.wait(SECONDS)
        read = threads.submit(READERS[reader], local, copy)
        waited = not wait([read], 0.1).done
        goes_on.set()
        assert change.result(SECONDS)
        read.result(SECONDS)
    assert waited


def test_readers_and_writers_do_not_wait_for_each_other_for_ever(local):
    local.check_and_add(document("one", 0))
    local.check_and_add(document("copy", 0))
    copy = local.find("http://a.example/copy")
    done = threading.Event()

    def write(host):
        for seed in range(1, 40):
            local.check_and_add(document(str(seed), seed, host))
            # Each save asks for what every other thread holds.
            local.hosts._next_save = 0.0
            local.frequencies.save()
            local.prune(0.0, limit=5)

    def read():
        while not done.is_set():
            for reader in READERS.values():
                reader(local, copy)
            local.hosts.save()

    with ThreadPoolExecutor(4) as threads:
        readers = [threads.submit(read) for _ in range(2)]
        writers = [threads.submit(write, host) for host in ("b.example", "c.example")]
        try:
            for writer in writers:
                writer.result(SECONDS)
        finally:
            done.set()
        for reader in readers:
            reader.result(SECONDS)
    assert local.find("http://c.example/39") is not None
