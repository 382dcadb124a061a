"""The processes that fingerprint for a scan."""

import os
import signal
import struct
import subprocess
import sys
from multiprocessing import Pipe
from multiprocessing.reduction import ForkingPickler

import pytest

from scrapy_neardup.commands import row_workers
from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.row_workers import RowWorkers
from scrapy_neardup.commands.rows import Fields, RowReader
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.extract import load_extractor


def test_an_interrupt_while_processes_start_is_not_lost(monkeypatch):
    started = []

    class Interrupted(subprocess.Popen):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            started.append(self)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    # On a busy machine they take long to start, and so to see that nobody is there.
    monkeypatch.setattr(row_workers, "_PATIENCE", 60)
    reader = RowReader(Fields("id", "text", "url", "title"), Fingerprinter(Scheme()))
    with pytest.raises(KeyboardInterrupt):
        RowWorkers(reader, 2)
    assert len(started) == 2
    assert [process.poll() for process in started] == [0] * len(started)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_what_ends_a_group_of_processes_ends_the_main_one_first(number):
    reader = RowReader(Fields(), Fingerprinter(Scheme()))
    with RowWorkers(reader, 1) as workers:
        workers._processes[0].send_signal(number)
        (row,) = workers.rows([b'{"id": "a", "text": "a text"}'])
    assert row.id == "a"
    assert workers._processes[0].returncode == 0


@pytest.mark.parametrize("whole", [0, 1, 2])
def test_a_worker_says_nothing_when_its_messages_end_in_the_middle(whole):
    # Ctrl-C ends the main process while it sends the path, the reader or a chunk.
    messages = [sys.path, RowReader(Fields(), Fingerprinter(Scheme())), [b"{}"]]
    here, there = Pipe()
    with there:
        command = [sys.executable, "-I", "-c", row_workers._START, str(there.fileno())]
        process = subprocess.Popen(command, pass_fds=[there.fileno()], stderr=subprocess.PIPE)
    for message in messages[:whole]:
        here.send(message)
    data = ForkingPickler.dumps(messages[whole])
    os.write(here.fileno(), struct.pack("!i", len(data)) + bytes(data)[: len(data) // 2])
    here.close()
    _, error = process.communicate(timeout=60)
    assert error == b""


def test_an_extractor_that_processes_cannot_be_given_is_named_with_a_remedy():
    extractor = load_extractor(lambda response: "")
    reader = RowReader(Fields(), Fingerprinter(Scheme()), extractor)
    with pytest.raises(CommandError, match=r"NEARDUP_EXTRACTOR .* or use --jobs 0"):
        RowWorkers(reader, 1)
    with RowWorkers(reader, 0) as workers:
        assert len(list(workers.rows([b"{"]))) == 1


def test_a_process_that_dies_at_its_start_is_told_with_the_same_remedy(monkeypatch):
    monkeypatch.setattr(row_workers, "_START", "raise SystemExit(1)")
    # More than a pipe holds, so that it can't be sent to nobody.
    monkeypatch.setattr(row_workers, "_pickled", lambda reader: memoryview(bytes(1 << 22)))
    with pytest.raises(CommandError, match="fewer --jobs, 0 for none"):
        RowWorkers(RowReader(Fields(), Fingerprinter(Scheme())), 1)


@pytest.mark.parametrize("when", ["before", "between"])
def test_a_process_that_was_killed_is_told_with_a_remedy_that_every_command_has(when):
    reader = RowReader(Fields(), Fingerprinter(Scheme()))
    lines = [b'{"id": "a", "text": "a text"}'] * (3 * row_workers.CHUNK_LINES)
    with RowWorkers(reader, 1) as workers:
        rows = workers.rows(lines)
        if when == "between":
            next(rows)
        workers._processes[0].kill()
        workers._processes[0].wait()
        with pytest.raises(CommandError, match="fewer --jobs, 0 for none"):
            list(rows)
