"""What is said of a failure of the system, whoever reports it."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from scrapy_neardup.core.errors import IndexReadOnly, NearDupError
from scrapy_neardup.core.stores.directory import explain


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No room"),
        OSError(errno.EDQUOT, "No room"),
        RuntimeError("IO error: 000005.log: No space left on device"),
        RuntimeError("IO error: 000005.log: Disk quota exceeded"),
    ],
)
def test_a_full_disk_and_an_exhausted_quota_ask_for_room(error):
    assert str(explain(Path("news"), error)).endswith("; make room on its disk")


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EACCES, "No"),
        OSError(errno.EROFS, "No"),
        RuntimeError("IO error: LOCK: Permission denied"),
        RuntimeError("IO error: LOCK: Read-only file system"),
    ],
)
def test_where_nothing_can_be_written_the_right_is_asked_for(error):
    explained = explain(Path("news"), error)
    assert isinstance(explained, IndexReadOnly)
    assert "the index news can't be written" in str(explained)


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EMFILE, "No"),
        OSError(errno.ENFILE, "No"),
        RuntimeError("IO error: 000005.ldb: Too many open files"),
    ],
)
def test_too_many_open_files_are_told_of_with_the_limit(error):
    assert "raise the limit of open files" in str(explain(Path("news"), error))


def test_any_other_failure_is_told_in_its_words():
    assert (
        str(explain(Path("news"), NearDupError("bad luck"))) == "the index news failed: bad luck"
    )
