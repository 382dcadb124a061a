"""Worker processes, so that the crawl keeps its own core for crawling.

Each is a plain child process at the other end of a socket that the crawl's own loop serves. The
pools of the standard library would import the program that runs the crawl once more in the child,
which starts another crawl where it is a script without a guard, and need two threads that
contend with the crawl for its interpreter. When the crawl ends, in whatever way, the system
closes its end of the socket, and the worker ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import pickle
import socket
import subprocess
import sys
from collections import deque
from dataclasses import dataclass

from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.worker import HEADER, Failure, PageTask, Reading, TextTask, pack

logger = logging.getLogger(__name__)

_COMMAND = """
import json, sys
sys.path[:] = json.loads(sys.argv[2])
from scrapy_neardup.plugin.worker import main
main(int(sys.argv[1]))
"""
_PATIENCE = 60.0
"""Seconds for one page, or for a worker's start. The worst page known takes 3."""
_CHUNK = 1 << 16
_MAX_DEATHS = 5
"""So many deaths with no answer between them are no longer a page's fault."""


class WorkerDied(Exception):
    """The worker process died, or was killed for taking too long, on this very task."""


class WorkersUnavailable(Exception):
    """There are no workers, or no longer: do the task in this process."""


class TaskFailed(Exception):
    """The task raised an exception of the type *kind* in the worker."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.trace.strip())
        self.kind = failure.kind
        self._told = failure.told

    def __repr__(self) -> str:
        return self._told


@dataclass(eq=False, slots=True)
class _Job:
    message: bytes
    body: bytes
    about: str
    result: asyncio.Future[Reading]


class _Worker:
    """One process and what it has been asked and has not yet answered, in order."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._unsent: deque[memoryview] = deque()
        self._received = bytearray()
        self.jobs: deque[_Job] = deque()
        self.ready = False
        self.since = self._loop.time()
        """When it began with the first of its jobs, or to start."""
        self._socket, theirs = socket.socketpair()
        self._socket.setblocking(False)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _COMMAND, str(theirs.fileno()), json.dumps(sys.path)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._loop.add_reader(self._socket, self._receive)
        self._send(pool.greeting)

    def give(self, job: _Job) -> None:
        if not self.jobs and self.ready:
            self.since = self._loop.time()
        self.jobs.append(job)
        self._send(job.message, job.body)

    def stop(self) -> None:
        """End the process, which has nothing to save. Stopping twice is allowed."""
        if self._socket.fileno() < 0:
            return
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._socket.close()
        self.process.kill()
        self.process.wait()

    def _send(self, *parts: bytes) -> None:
        waiting = bool(self._unsent)
        self._unsent.extend(memoryview(part) for part in parts if part)
        if not waiting:
            self._loop.add_writer(self._socket, self._flush)
            self._flush()

    def _flush(self) -> None:
        try:
            while self._unsent:
                part = self._unsent[0]
                sent = self._socket.send(part)
                if sent < len(part):
                    self._unsent[0] = part[sent:]
                    return
                self._unsent.popleft()
        except BlockingIOError:
            return
        except OSError:
            # That it is gone is seen where its answers are read.
            self._unsent.clear()
        self._loop.remove_writer(self._socket)

    def _receive(self) -> None:
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._pool.lost(self)
            return
        received = self._received
        received += data
        start = 0
        while len(received) - start >= HEADER.size:
            stop = start + HEADER.size + HEADER.unpack_from(received, start)[0]
            if len(received) < stop:
                break
            self._answered(pickle.loads(received[start + HEADER.size : stop]))
            start = stop
        del received[:start]

    def _answered(self, answer: Reading | Failure | None) -> None:
        self.since = self._loop.time()
        if not self.ready:
            self.ready = True
            return
        self._pool.deaths = 0
        job = self.jobs.popleft()
        if job.result.done():
            return  # whoever asked has been cancelled
        if isinstance(answer, Failure):
            job.result.set_exception(TaskFailed(answer))
        elif answer is not None:
            job.result.set_result(answer)


class WorkerPool:
    """*count* processes that do tasks. To be used on the loop that it was made on.

    *greeting*: see :mod:`~scrapy_neardup.plugin.worker`.
    """

    def __init__(self, count: int, greeting: bytes) -> None:
        self.greeting = greeting
        self.users = 0
        self.deaths = 0
        """Since the last answer."""
        self._broken = self._closed = False
        self._loop = asyncio.get_running_loop()
        self._workers = [_Worker(self) for _ in range(count)]
        self._watch = self._loop.call_later(_PATIENCE / 4, self._look_after)

    async def do(self, task: PageTask | TextTask, about: str, body: bytes = b"") -> Reading:
        """The answer to *task*, with a page's *body*; *about* names it in errors.

        Raises TaskFailed, WorkerDied, or WorkersUnavailable.
        """
        if self._broken or self._closed:
            raise WorkersUnavailable
        job = _Job(pack(task, body), body, about, self._loop.create_future())
        min(self._workers, key=lambda worker: len(worker.jobs)).give(job)
        return await job.result

    def close(self) -> None:
        """End the processes. Tasks that are not done raise WorkersUnavailable."""
        self._closed = True
        self._end()

    def lost(self, worker: _Worker) -> None:
        """Replace a worker that has died; the job that it was at is its last."""
        if self._closed or self._broken:
            return
        worker.stop()
        code = worker.process.returncode
        self.deaths += 1
        if not worker.ready or self.deaths > _MAX_DEATHS:
            self._broken = True
            logger.error(
                "A worker process %s (exit status %d): pages are read in the crawl's own process. "
                "NEARDUP_WORKERS = 0 does so from the start",
                "dies again and again" if worker.ready else "did not start",
                code,
            )
            self._end()
            return
        jobs = worker.jobs
        if jobs:
            culprit = jobs.popleft()
            logger.error(
                "A worker process died (exit status %d) of %s, which passes unread; another one "
                "takes its place",
                code,
                printable(culprit.about),
            )
            if not culprit.result.done():
                culprit.result.set_exception(
                    WorkerDied(f"the worker process died, exit status {code}")
                )
        else:
            logger.error("A worker process died (exit status %d); another takes its place", code)
        replacement = _Worker(self)
        self._workers[self._workers.index(worker)] = replacement
        for job in jobs:
            replacement.give(job)

    def _end(self) -> None:
        self._watch.cancel()
        for worker in self._workers:
            worker.stop()
            for job in worker.jobs:
                if not job.result.done():
                    job.result.set_exception(WorkersUnavailable())
            worker.jobs.clear()

    def _look_after(self) -> None:
        self._watch = self._loop.call_later(_PATIENCE / 4, self._look_after)
        now = self._loop.time()
        for worker in self._workers:
            if (worker.jobs or not worker.ready) and now - worker.since > _PATIENCE:
                with contextlib.suppress(ProcessLookupError):
                    worker.process.kill()


_pools: dict[tuple[asyncio.AbstractEventLoop, int, bytes], WorkerPool] = {}


def take_pool(count: int, greeting: bytes) -> WorkerPool:
    """The pool that all crawls on this loop share that want the same; to be given back."""
    key = (asyncio.get_running_loop(), count, greeting)
    pool = _pools.get(key)
    if pool is None:
        pool = _pools[key] = WorkerPool(count, greeting)
    pool.users += 1
    return pool


def give_back(pool: WorkerPool) -> None:
    """Close *pool* if nobody else uses it."""
    pool.users -= 1
    if pool.users == 0:
        for key in [key for key, known in _pools.items() if known is pool]:
            del _pools[key]
        pool.close()
