"""Commands that read an index keep no crawl from starting, and are kept from reading by none."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.commands.registry import MODULES
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.stores import owner_lock
from tests.commands.running import neardup

from .stories import story, story_page

ARTICLES = 600


@pytest.fixture(scope="module", params=["leveldb", "sqlite"])
def filled(request, tmp_path_factory):
    """An index whose export is longer than a pipe holds."""
    path = tmp_path_factory.mktemp("filled") / "pages"
    with NearDupIndex.open(f"{request.param}://{path}") as index:
        for number in range(ARTICLES):
            url = f"http://old.test/{number}"
            index.check_and_add(Document(url, story(number), url, keep_text=True))
    return path


@pytest.fixture
def path(filled, tmp_path):
    """The same as the index that the spider of a test uses."""
    return shutil.copytree(filled, tmp_path / "index" / "pages")


@pytest.fixture
def exporting(path):
    """A real export in the midst of its work: it waits for who reads its lines."""
    command = [sys.executable, "-m", "scrapy", "neardup", "export", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout.readline()
        yield process
        process.kill()


def pages_of(site, numbers):
    return [site.put(f"http://new.test/{number}", story_page(number)) for number in numbers]


def test_a_crawl_starts_during_a_long_export_which_ends_as_it_began(
    crawl, site, path, exporting, tmp_path
):
    new = range(ARTICLES, ARTICLES + 5)
    outcome = crawl(pages_of(site, [3, *new]))
    assert exporting.poll() is None
    assert outcome.reason == "finished"
    assert outcome.kinds == ["exact", *["new"] * len(new)]
    lines = [json.loads(line) for line in exporting.stdout]
    assert exporting.wait() == 0
    assert [line["id"] for line in lines] == [f"http://old.test/{n}" for n in range(ARTICLES)]
    report = check_index(path)
    assert report.clean
    assert report.records == ARTICLES + 1 + len(new)


def test_a_crawl_after_an_export_that_was_killed_removes_its_snapshot(
    crawl, site, path, exporting
):
    (left,) = (entry for entry in path.parent.iterdir() if entry != path)
    exporting.send_signal(signal.SIGKILL)
    exporting.wait()
    assert left.exists()
    assert crawl(pages_of(site, [3])).kinds == ["exact"]
    assert not left.exists()


READING = {
    "check": ("INDEX",),
    "clusters": ("INDEX",),
    "compare": ("FILE", "http://old.test/1", "--index", "INDEX"),
    "copy": ("INDEX", "OUT"),
    "export": ("INDEX", "-o", "OUT"),
    "query": ("INDEX", "FILE"),
    "read": ("PAGE", "--index", "INDEX"),
    "rebuild": ("INDEX", "OUT"),
    "report": ("INDEX", "-o", "OUT"),
    "scan": ("LINES", "-o", "OUT", "--index", "INDEX", "--no-add", "--jobs", "0"),
    "stats": ("INDEX",),
    "why": ("INDEX", "http://old.test/1", "http://old.test/2"),
}

WRITING = ("compact", "import", "mark", "prune", "remove", "repair", "restore")
NEEDS_PAIRS = ("tune",)
"""It reads an index, which has to have pairs that are labelled."""


def test_each_command_is_known_to_read_or_to_write():
    assert {*READING, *WRITING, *NEEDS_PAIRS} == {*MODULES}


@pytest.mark.parametrize("command", READING)
def test_a_command_that_reads_never_claims_the_index(command, path, tmp_path, monkeypatch):
    (tmp_path / "file").write_text(story(1))
    (tmp_path / "lines").write_text(json.dumps({"id": "x", "text": story(1)}))
    (tmp_path / "page").write_text(story_page(1))
    words = {name: tmp_path / name.lower() for name in ("FILE", "LINES", "OUT", "PAGE")} | {
        "INDEX": path
    }
    claimed = []
    claim = owner_lock.OwnerLock.__init__

    def noting(self, directory, holder):
        claimed.append(directory)
        claim(self, directory, holder)

    monkeypatch.setattr(owner_lock.OwnerLock, "__init__", noting)
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    assert neardup(command, *(words.get(word, word) for word in READING[command])) == 0
    assert claimed
    assert path not in claimed
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before
    # And it reads while a crawl has it.
    with NearDupIndex.open(path):
        for name in ("out", "out.partial"):
            if (tmp_path / name).is_dir():
                (tmp_path / name).rename(tmp_path / f"former {name}")
        assert neardup(command, *(words.get(word, word) for word in READING[command])) == 0
