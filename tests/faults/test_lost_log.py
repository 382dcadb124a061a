"""An index that was killed, and whose log then vanished, is refused; one that lost nothing never is."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scrapy_neardup import Document, NearDupIndex, Scheme
from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.index.maintenance import check_index, repair_index
from scrapy_neardup.core.stores.engines import put_back
from tests.commands.running import neardup
from tests.forking import told_by

from .stories import story

ENGINES = ["leveldb"]
KILLED_CRAWL = """
import os, signal, sys
from scrapy_neardup import Document, NearDupIndex
from tests.faults.stories import story

index = NearDupIndex.open(sys.argv[1])
for number in range(*map(int, sys.argv[2:])):
    index.check_and_add(Document(f"doc{number}", story(number)))
os.kill(os.getpid(), signal.SIGKILL)
"""
FEW, MANY = 20, 300


def killed_crawl(location: str, first: int, last: int) -> None:
    """Let a process add articles to an index, and kill it."""
    command = [sys.executable, "-c", KILLED_CRAWL, location, str(first), str(last)]
    killed = subprocess.run(command, cwd=Path(__file__).parents[2], check=False)
    assert killed.returncode == -signal.SIGKILL


def logs_in(path: Path) -> list[Path]:
    return [*path.glob("leveldb/*.log")]


def files(path: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in path.rglob("*")
        if file.is_file() and file.name not in ("LOG", "LOG.old", "LOCK", "owner.lock")
    }


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


@pytest.mark.parametrize("earlier", [0, FEW], ids=["first crawl", "second crawl"])
@pytest.mark.parametrize("added", [FEW, MANY])
def test_a_log_that_vanished_after_a_kill_is_named_and_can_be_put_back(
    engine, earlier, added, tmp_path, capfd
):
    path = tmp_path / "index"
    if earlier:
        with NearDupIndex.open(f"{engine}://{path}") as index:
            for number in range(earlier):
                index.check_and_add(Document(f"doc{number}", story(number)))
    killed_crawl(f"{engine}://{path}", earlier, earlier + added)
    (log,) = logs_in(path)
    log.rename(tmp_path / "moved")
    before = files(path)
    told = rf"the index \S+ is damaged \({log.name} is missing.*put it back.*neardup repair INDEX`"
    for look in (NearDupIndex.open, NearDupIndex.snapshot, check_index):
        with pytest.raises(IndexCorrupt, match=told):
            look(path)
    for command in ("check", "stats"):
        assert neardup(command, path) == 1
        assert f"{log.name} is missing" in capfd.readouterr().err
    assert neardup("copy", path, tmp_path / "copy") == 1
    assert not (tmp_path / "copy").exists()
    assert files(path) == before
    (tmp_path / "moved").rename(log)
    assert check_index(path).records == earlier + added
    with NearDupIndex.open(path) as index:
        assert len(index) == earlier + added


def test_a_repair_of_an_index_without_its_log_keeps_the_rest_and_does_not_count_what_is_lost(
    engine, tmp_path, capfd
):
    path = tmp_path / "index"
    with NearDupIndex.open(f"{engine}://{path}") as index:
        for number in range(FEW):
            index.check_and_add(Document(f"doc{number}", story(number)))
    killed_crawl(f"{engine}://{path}", FEW, 2 * FEW)
    (log,) = logs_in(path)
    log.unlink()
    before = files(path)
    report = repair_index(path)
    assert FEW <= report.kept < 2 * FEW
    assert report.lost is None
    put_back(path, report.backup)
    assert files(path).items() <= before.items()
    with pytest.raises(IndexCorrupt, match=f"{log.name} is missing"):
        check_index(path)
    assert neardup("repair", path) == 0
    assert "the log of its last changes" in capfd.readouterr().out
    assert neardup("check", path) == 0
    with NearDupIndex.open(path) as index:
        assert len(index) == report.kept
        index.check_and_add(Document("another", story("another")))
    assert check_index(path).records == report.kept + 1


def test_a_repair_of_an_index_that_was_all_in_its_log_gives_it_the_scheme_of_the_settings(
    engine, tmp_path
):
    scheme = Scheme(simhash_tables=20)
    killed_crawl(f"{engine}://{tmp_path}/index", 0, 1)
    (log,) = logs_in(tmp_path / "index")
    log.unlink()
    report = repair_index(tmp_path / "index", scheme)
    assert (report.kept, report.lost) == (0, None)
    with NearDupIndex.open(tmp_path / "index", scheme) as index:
        assert len(index) == 0


KILLS = 200
AT_RANDOM = """
import os, random, signal, sys, time, traceback
from contextlib import suppress
from pathlib import Path
from scrapy_neardup.core.errors import IndexFormatError
from scrapy_neardup.core.stores import leveldb
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.snapshot import Snapshot
from scrapy_neardup.core.stores.store import Change

path, engine, kills = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
leveldb._WRITE_BUFFER = 64 << 10
rng = random.Random(engine)

def live(rng):
    while True:
        if rng.random() < 0.3:
            # Before the first kill there may be no index.
            with suppress(IndexFormatError):
                Snapshot(path).close()
            continue
        store = open_store(path, engine)
        for _ in range(rng.choice([0, 1, 30, 500])):
            key = b"%d" % rng.randrange(3000)
            store.apply(Change(values={key: rng.randbytes(rng.randrange(8000))}))
            if rng.random() < 0.003:
                store.compact()
        store.close()

for _ in range(kills):
    seed, seconds = rng.random(), rng.uniform(0, 0.05)
    child = os.fork()
    if child == 0:
        try:
            live(random.Random(seed))
        except BaseException:
            traceback.print_exc(file=sys.stdout)
        os._exit(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    if os.waitpid(child, 0)[1] != signal.SIGKILL:
        break
else:
    print(kills, "kills")
"""


def test_no_kill_at_any_moment_leaves_an_index_that_is_refused(engine, tmp_path):
    """The life of an index that is opened, changed, compacted, read and closed for ever."""
    assert told_by(AT_RANDOM, tmp_path / "index", engine, KILLS) == f"{KILLS} kills"
