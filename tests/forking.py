"""What another process, forked or new, does with an index of this one."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
from contextlib import contextmanager

_PATIENCE = 30


def in_a_child(act):
    """What *act* returns in a forked child, as text, or the message of the error it raises."""
    reader, writer = os.pipe()
    child = os.fork()
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
    child = os.fork()
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
