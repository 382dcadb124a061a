"""The processes that fingerprint for a scan."""

import os
import signal
import subprocess

import pytest

from scrapy_neardup.commands.row_workers import RowWorkers
from scrapy_neardup.commands.rows import Fields, RowReader
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme


def test_an_interrupt_while_processes_start_is_not_lost(monkeypatch):
    started = []

    class Interrupted(subprocess.Popen):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            started.append(self)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    reader = RowReader(Fields("id", "text", "url", "title"), Fingerprinter(Scheme()))
    with pytest.raises(KeyboardInterrupt):
        RowWorkers(reader, 2)
    assert len(started) == 2
    assert [process.poll() for process in started] == [0] * len(started)
