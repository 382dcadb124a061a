"""A process that forks while it has an index open.

On the former commit the child had its parent's index, wrote to its files and closed them: the
parent's documents were lost, and a crash left an index that was refused.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex, open_index
from scrapy_neardup.core.index import open_indexes
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from tests.core.index.articles import article
from tests.forking import in_a_child, living_child, refusal

CHILD_THAT_ENDS_AS_PROGRAMS_DO = """
import os, sys
from scrapy_neardup import Document, open_index
from scrapy_neardup.core.errors import NearDupError
from tests.core.index.articles import article
index = open_index(sys.argv[1])
for number in range(100):
    index.check_and_add(Document(f"doc{number}", article(number)))
walk = index.numbered_records()
next(walk)
child = os.fork()
if child == 0:
    try:
        index.check_and_add(Document("x", article("x")))
    except NearDupError:
        sys.exit(0)
    sys.exit(1)
assert os.waitpid(child, 0)[1] == 0
for number in range(100, 200):
    index.check_and_add(Document(f"doc{number}", article(number)))
if "kill" in sys.argv:
    os._exit(0)
index.close()
"""


def fill(index, numbers) -> None:
    for number in numbers:
        index.check_and_add(Document(f"doc{number}", article(number)))


@pytest.fixture(params=["leveldb", "sqlite"])
def url(request, tmp_path):
    return f"{request.param}://{tmp_path}/index"


@pytest.fixture
def index(url):
    index = open_index(url)
    fill(index, range(20))
    return index


def test_every_call_on_the_index_of_the_parent_raises(index):
    reservation = index.reserve(Document("reserved", article("reserved")))
    ordinal, record = index.find("doc3")
    document = Document("x", article("x"))
    calls = {
        "check": lambda: index.check(document),
        "check again": lambda: index.check(Document("doc3", article(3))),
        "check_and_add": lambda: index.check_and_add(document),
        "reserve": lambda: index.reserve(document),
        "commit": reservation.commit,
        "add": lambda: index.add(document),
        "put_record": lambda: index.put_record(record),
        "put_records": lambda: index.put_records([(record, None)]),
        "differing": lambda: index.differing([(ordinal, record)]),
        "remove": lambda: index.remove("doc3"),
        "prune": lambda: index.prune(2**32),
        "compact": index.compact,
        "find": lambda: index.find("doc3"),
        "in": lambda: "doc3" in index,
        "record_at": lambda: index.record_at(ordinal),
        "numbered_records": lambda: next(index.numbered_records()),
        "kept_text": lambda: index.kept_text(ordinal),
        "read_note": lambda: index.read_note("x"),
        "notes": lambda: next(index.notes()),
        "write_notes": lambda: index.write_notes([("x", b"y")]),
        "close": index.close,
    }
    for name, call in calls.items():
        assert "a fork can't share it" in in_a_child(call), name
    assert "is in use by process" in in_a_child(lambda: NearDupIndex.open(index.path))
    reservation.commit()
    fill(index, range(20, 40))
    assert index.check(Document("y", article(3))).match.id == "doc3"
    index.close()
    report = check_index(index.path)
    assert (report.clean, report.records, report.missing_postings) == (True, 41, 0)


def test_a_child_that_ends_leaves_the_parent_its_claim(index):
    held = (index.path / "owner.lock").read_bytes()
    assert held
    in_a_child(lambda: None)
    in_a_child(index.close)
    assert (index.path / "owner.lock").read_bytes() == held
    assert refusal(index.path)
    index.close()
    assert not refusal(index.path)


def test_a_child_that_outlives_the_parents_claim_does_not_hold_it(index):
    with living_child():
        assert refusal(index.path)
        index.close()
        assert not refusal(index.path)


def test_a_child_may_open_the_index_once_the_parent_has_closed_it_but_for_leveldb(index, url):
    def crawl():
        with open_index(url) as own:
            return own.check_and_add(Document("x", article(3))).kind

    index.close()
    told = in_a_child(crawl)
    if index.engine == "SQLite":
        assert told == str(Kind.EXACT)
    else:
        # LevelDB would wait for its parent's thread for ever.
        for act in (
            crawl,
            lambda: NearDupIndex.snapshot(url),
            lambda: repair_index(index.path),
            lambda: check_index(index.path),
        ):
            assert re.match(r"NearDupError: .*spawn.*SQLite", in_a_child(act))
    assert not refusal(index.path)
    assert check_index(index.path).clean
    with open_index(url) as again:
        assert ("x" in again) is (told == "exact")


@pytest.mark.parametrize("end", ["close", "kill"])
def test_a_child_that_ends_as_programs_do_writes_and_closes_nothing(url, tmp_path, end):
    script = [sys.executable, "-c", CHILD_THAT_ENDS_AS_PROGRAMS_DO, url, end]
    subprocess.run(script, check=True, timeout=60)
    with open_index(url, create=False) as index:
        assert len(index) == 200
    report = check_index(tmp_path / "index")
    assert (report.clean, report.records) == (True, 200)


def test_a_crash_of_the_parent_after_a_fork_loses_nothing(index, tmp_path):
    in_a_child(lambda: fill(index, range(20, 40)))
    fill(index, range(40, 60))
    shutil.copytree(index.path, tmp_path / "killed")
    index.close()
    for path in (index.path, tmp_path / "killed"):
        report = check_index(path)
        assert (report.clean, report.records, report.missing_postings) == (True, 40, 0)


def test_a_child_opens_an_index_though_a_thread_of_its_parent_was_opening_one(tmp_path):
    def crawl():
        with open_index(f"sqlite://{tmp_path}/own") as own:
            return own.check_and_add(Document("x", article(3))).kind

    with open_indexes.place_of(tmp_path / "own")._lock, open_indexes._lock:
        assert in_a_child(crawl) == str(Kind.NEW)


def test_an_index_in_memory_belongs_to_each_process():
    with NearDupIndex.in_memory() as index:
        fill(index, range(3))
        assert in_a_child(lambda: index.check_and_add(Document("x", article(1))).kind) == "exact"
        assert "x" not in index
