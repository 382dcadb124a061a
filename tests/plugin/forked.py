"""Scrapy's command line in processes that are forked, which saves their imports.

Python's fork server has all imported that a crawl needs, and the dictionaries read; that is more than
half of a small crawl's time. A test of what is imported, of the interpreter's options or of its end
is to start Python itself: see :func:`~tests.plugin.crawling.scrapy_command`.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.forking import FORKS


def forked_scrapy(
    *arguments: object, cwd: Path, env: dict[str, str] | None = None, timeout: float = 60
) -> subprocess.CompletedProcess[str]:
    """Run ``scrapy …`` in *cwd* to its end, in a fork of a process that has it imported."""
    words = [*map(str, arguments)]
    with tempfile.TemporaryDirectory(prefix="neardup-fork-") as directory:
        outputs = [Path(directory, name) for name in ("out", "err")]
        for path in outputs:
            path.touch()
        environment = {**os.environ, **(env or {})}
        process = FORKS.Process(
            target=_run, args=(words, str(cwd), environment, [*map(str, outputs)])
        )
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(words, timeout)
        told = [path.read_text("utf-8") for path in outputs]
        return subprocess.CompletedProcess(words, process.exitcode, *told)


def _run(words: list[str], cwd: str, environment: dict[str, str], outputs: list[str]) -> None:
    for descriptor, path in enumerate(outputs, start=1):
        opened = os.open(path, os.O_WRONLY | os.O_APPEND)
        os.dup2(opened, descriptor)
        os.close(opened)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    # As `python -m` has it.
    sys.path.insert(0, cwd)
    sys.argv = ["scrapy", *words]
    runpy.run_module("scrapy", run_name="__main__", alter_sys=True)
