"""Processes beside this one that turn lines of JSON and archived pages into rows."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import deque
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.reduction import ForkingPickler
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.core.errors import NearDupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection

    from typing_extensions import Self

    from scrapy_neardup.commands.rows import Raw, Row, RowReader

CHUNK_LINES = 64
CHUNK_BYTES = 1 << 18
"""A chunk ends with the line that reaches either: about 40 ms of work, and few bytes held."""

_PATIENCE = 5
"""Seconds that processes have to end by themselves."""
_STOPPING = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)

# Isolated (-I) until it has this process's path: a file json.py in the current directory must
# not be imported.
_START = """\
import sys
import warnings
from multiprocessing.connection import Connection
connection = Connection(int(sys.argv[1]))
try:
    sys.path[:] = connection.recv()
except (EOFError, OSError):
    sys.exit()
# The main process has said so.
warnings.filterwarnings("ignore", message="scrapy_neardup was installed without a C compiler")
from scrapy_neardup.commands.row_workers import work
work(connection)
"""


class RowWorkers:
    """Processes that turn chunks of lines, or pages, into rows, while this one uses earlier rows.

    Each has one chunk at a time, so that no queue can grow or fill up. They end when this process
    ends, for whatever reason. If *count* is 0, this process does the work itself.

    They are not forked, because a fork would inherit an open index and keep it locked. They are not
    made by multiprocessing's spawn either, because that runs the main module again: Scrapy's, or a
    script that starts Scrapy without asking for its name.
    """

    def __init__(self, reader: RowReader, count: int) -> None:
        self._reader = reader
        self._connections: list[Connection] = []
        self._processes: list[subprocess.Popen[bytes]] = []
        try:
            self._start(count)
        except ConnectionError as error:
            self.close()
            raise _worker_died() from error
        except BaseException:
            self.close()
            raise

    def _start(self, count: int) -> None:
        reader = _pickled(self._reader) if count else memoryview(b"")
        # Ctrl-C and the closing of the terminal go to every process of it, and SIGTERM to every process
        # of a service. Workers inherit that these signals are blocked. So they print nothing while they
        # start or stop, and do not die before the main process has got its own signal and ends them. A
        # signal that comes to any thread of the main process meanwhile is raised once they are started.
        came: list[int] = []
        before = {
            number: signal.signal(number, lambda number, frame: came.append(number))
            for number in _STOPPING
        }
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
        try:
            for _ in range(count):
                here, there = Pipe()
                with there:
                    command = [sys.executable, "-I", "-c", _START, str(there.fileno())]
                    process = subprocess.Popen(command, pass_fds=[there.fileno()])
                self._connections.append(here)
                self._processes.append(process)
                here.send(sys.path)
                here.send_bytes(reader)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            for number, handler in before.items():
                signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes; those that are still at work after a while are killed."""
        for connection in self._connections:
            connection.close()
        for process in self._processes:
            try:
                process.wait(timeout=_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def rows(self, lines: Iterable[Raw]) -> Iterator[Row]:
        """Yield the row of each line, in order. If reading *lines* raises CommandError, that is raised
        after the rows of all lines before it.
        """
        if not self._connections:
            yield from map(self._reader, lines)
            return
        chunks = _chunks(lines)
        busy: deque[Connection] = deque()
        failures: list[CommandError] = []

        def give_work(connection: Connection) -> None:
            try:
                chunk = next(chunks, None)
            except CommandError as error:
                failures.append(error)
                return
            if chunk is not None:
                connection.send(chunk)
                busy.append(connection)

        try:
            for connection in self._connections:
                give_work(connection)
            while busy:
                connection = busy.popleft()
                answer: list[Row] | NearDupError = connection.recv()
                if isinstance(answer, NearDupError):
                    raise answer
                give_work(connection)
                yield from answer
        except (EOFError, ConnectionError) as error:
            raise _worker_died() from error
        for failure in failures:
            raise failure


def _worker_died() -> CommandError:
    return CommandError(
        "a fingerprint process ended before its time (out of memory?); run it again with fewer --jobs, "
        "0 for none, a scan with --output and --resume"
    )


def _pickled(reader: RowReader) -> memoryview:
    try:
        return ForkingPickler.dumps(reader)
    except Exception as error:
        # Everything else that a reader has can be pickled.
        raise CommandError(
            f"NEARDUP_EXTRACTOR can't be handed to fingerprint processes ({error!r}): name it by an "
            "import path such as 'project.extract.article', or use --jobs 0"
        ) from error


def work(connection: Connection) -> None:
    """Answer chunks of lines with their rows until the other end of *connection* is closed, or with what
    makes all lines fail, such as a dictionary of synonyms that is gone.
    """
    # An OSError if it is closed in the middle of a message, as by Ctrl-C.
    with suppress(EOFError, OSError):
        reader: RowReader = connection.recv()
        while True:
            lines = connection.recv()
            try:
                answer: list[Row] | NearDupError = [reader(line) for line in lines]
            except NearDupError as error:
                answer = error
            connection.send(answer)


def _chunks(lines: Iterable[Raw]) -> Iterator[list[Raw]]:
    chunk: list[Raw] = []
    size = 0
    try:
        for line in lines:
            chunk.append(line)
            size += len(line or b"")
            if len(chunk) == CHUNK_LINES or size >= CHUNK_BYTES:
                yield chunk
                chunk, size = [], 0
    except CommandError:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk
