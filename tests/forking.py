"""What another process, forked or new, does with an index of this one."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
import warnings
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.errors import IndexLocked

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

FORKS = get_context("forkserver")
"""Starts processes that have imported all that a crawl needs, which takes a new one most of a second."""
FORKS.set_forkserver_preload(["tests.plugin.preloaded"])
_PATIENCE = 30


def _fork() -> int:
    """The id of a forked child, and 0 in the child.

    An index has threads, and newer Pythons warn of a process with threads that forks. The tests do
    this to see what an index does then; the package never forks.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", r".* use of fork\(\) may lead to deadlocks", DeprecationWarning
        )
        return os.fork()


def in_a_child(act):
    """What *act* returns in a forked child, as text, or the message of the error it raises."""
    reader, writer = os.pipe()
    child = _fork()
    if child == 0:
        # A child that waits for a thread of its parent's would wait for ever.
        faulthandler.dump_traceback_later(_PATIENCE, exit=True)
        try:
            told = str(act())
        except BaseException as error:  # noqa: BLE001
            told = f"{type(error).__name__}: {error}"
        os.write(writer, told.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return told


@contextmanager
def living_child():
    """A forked child that does nothing, and lives on meanwhile."""
    reader, writer = os.pipe()
    child = _fork()
    if child == 0:
        os.close(writer)
        os.read(reader, 1)
        os._exit(0)
    os.close(reader)
    try:
        yield child
    finally:
        os.close(writer)
        os.waitpid(child, 0)


def told_by(script: str, *arguments) -> str:
    """What *script* prints in a new Python process with these *arguments*."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@dataclass
class Holder:
    """A process that has an index open until it is to end."""

    process: BaseProcess
    connection: Connection

    @property
    def pid(self):
        return self.process.pid

    def end(self):
        self.connection.close()
        self.process.join(_PATIENCE)
        assert self.process.exitcode == 0


@contextmanager
def held_by_another_process(path):
    """Another process, "spider night", has the index in *path* open."""
    here, there = FORKS.Pipe()
    process = FORKS.Process(target=_hold, args=(str(path), there))
    process.start()
    there.close()
    holder = Holder(process, here)
    try:
        assert here.recv() == "open"
        yield holder
    finally:
        holder.end()


def _hold(path: str, connection: Connection) -> None:
    with NearDupIndex.open(path, holder="spider night"):
        connection.send("open")
        with suppress(EOFError):
            connection.recv()


def refusal(path) -> str:
    """What another process is told that opens the index in *path*; nothing if it may."""
    here, there = FORKS.Pipe()
    process = FORKS.Process(target=_open, args=(str(path), there))
    process.start()
    there.close()
    with here:
        told = here.recv()
    process.join(_PATIENCE)
    return told


def _open(path: str, connection: Connection) -> None:
    try:
        NearDupIndex.open(path).close()
    except IndexLocked as error:
        connection.send(str(error))
    else:
        connection.send("")
