"""A repair that is killed while it moves files: refused with the way back, and nothing lost."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from benchmarks.crash.model import copy_as_killed
from scrapy_neardup import Document, open_index
from scrapy_neardup.core.errors import IndexFormatError
from scrapy_neardup.core.index.maintenance import repair_index
from scrapy_neardup.core.stores.engines import engine_in
from tests.commands.running import neardup

from .stories import story

ARTICLES = 5
KILLED_AT_A_MOVE = """
import os, signal, sys
from itertools import count
from pathlib import Path

from scrapy_neardup.core.stores import engines

rename, moves = Path.rename, count()

def killing(path, target):
    if next(moves) == int(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
    return rename(path, target)

Path.rename = killing
getattr(engines, sys.argv[2])(*map(Path, sys.argv[3:]))
"""


@pytest.fixture(params=["leveldb", "sqlite"])
def crashed(request, tmp_path):
    """An index as a kill leaves it, with a part of it in the database's log."""
    with open_index(f"{request.param}://{tmp_path}/working") as index:
        for number in range(ARTICLES):
            index.check_and_add(Document(f"doc{number}", story(number)))
        copy_as_killed(tmp_path / "working", tmp_path / "index")
    return tmp_path / "index"


def is_killed(move: int, function: str, *paths: Path) -> bool:
    """Whether *function* of `engines` got to its *move*, counted from 0, and was killed there."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED_AT_A_MOVE, str(move), function, *map(str, paths)],
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


def go_back(remedy: str) -> None:
    """Do as the *remedy* says."""
    if found := re.search(r"rename (\S+) to (\S+), and repair it again$", remedy):
        Path(found[1]).rename(found[2])
    else:
        found = re.search(r"move all that is in (\S+) to (\S+), and repair it again$", remedy)
        assert found, remedy
        for file in Path(found[1]).iterdir():
            file.rename(Path(found[2]) / file.name)


def test_a_repair_that_was_killed_at_any_move_names_the_files_and_the_way_back(
    crashed, tmp_path, capsys
):
    out_of_place = 0
    (tmp_path / "in.jsonl").write_text("{}\n")
    for move in count():
        path = tmp_path / str(move)
        copy_as_killed(crashed, path)
        engine = engine_in(path)
        aside = path / f"{engine}.damaged-1"
        killed = is_killed(move, "salvage", path, aside)
        if engine_in(path) is None:
            out_of_place += 1
            assert aside.is_dir()
            told = set()
            for command in (
                ("check", path),
                ("repair", path),
                ("export", path),
                ("scan", tmp_path / "in.jsonl", "--index", path, "-o", tmp_path / "out"),
            ):
                assert neardup(*command) == 1
                told.add(capsys.readouterr().err.strip().removeprefix("scrapy neardup: "))
            for location in (path, f"{engine}://{path}"):
                with pytest.raises(IndexFormatError) as raised:
                    open_index(location)
                told.add(str(raised.value))
            (remedy,) = told
            assert remedy.startswith(f"{path} holds no index, but files that a repair")
            go_back(remedy)
        assert repair_index(path).kept == ARTICLES
        if not killed:
            break
    assert out_of_place


@pytest.mark.parametrize("crashed", ["sqlite"], indirect=True)
def test_a_database_is_put_back_after_its_log(crashed, tmp_path):
    for move in count():
        path = tmp_path / str(move)
        copy_as_killed(crashed, path)
        assert not is_killed(99, "salvage", path, path / "sqlite.damaged-1")
        files = {file.name for file in (path / "sqlite.damaged-1").iterdir()}
        assert "index.sqlite3-wal" in files
        killed = is_killed(move, "put_back", path, path / "sqlite.damaged-1")
        there = {file.name for file in path.iterdir()}
        assert "index.sqlite3" not in there or files <= there
        if not killed:
            break
    with open_index(path) as index:
        assert len(index) == ARTICLES
