from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "example_project"


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


def copied(folder):
    project = folder.resolve() / "example"
    shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns(".scrapy", "output"))
    return project


def crawl(project, **environment):
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", "news"],
        cwd=project,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
