"""The verdict lines of a scan: written so that an interrupted scan can go on."""

from __future__ import annotations

import fcntl
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.lines import STANDARD
from scrapy_neardup.commands.new_file import unwritable
from scrapy_neardup.commands.terminal import json_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from typing_extensions import Self

    from scrapy_neardup.commands.rows import Row
    from scrapy_neardup.core.document import Verdict

ERROR = "error"
KEYS = ("verdict", "match", "matches", "score", "distance", "jaccard", "containment")
_NOT_KEPT = (ERROR, "no_text", "part")


def verdict_line(document_id: str | None, verdict: Verdict) -> dict[str, Any]:
    """The line of a document that could be judged."""
    values = verdict.to_dict()
    keys = (*KEYS, "original_of") if verdict.original_of else KEYS
    return {"id": document_id, **{key: values[key] for key in keys}}


def error_line(row: Row, number: int) -> dict[str, Any]:
    """The line of a document that could not be judged, which the input has as its line *number*."""
    nothing: dict[str, Any] = {**dict.fromkeys(KEYS), "verdict": ERROR, "matches": []}
    return {"id": row.id, **nothing, "error": row.error, "line": number}


class Errors:
    """The errors of a scan by reason: ``counts``, and as ``examples`` the line of the first of each,
    None if its OUT does not tell, and what it says.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.examples: dict[str, tuple[int | None, str]] = {}

    def add(self, error: str, number: int | None) -> None:
        """Count a line that could not be judged."""
        # What stands behind the colon is about that line.
        reason = error.partition(": ")[0]
        self.counts[reason] += 1
        self.examples.setdefault(reason, (number, error))

    def most_common(self) -> list[tuple[int, int | None, str]]:
        """The count of each reason, and its example; the commonest first."""
        return [(count, *self.examples[reason]) for reason, count in self.counts.most_common()]


@dataclass
class Progressed:
    """How far an interrupted scan came.

    *written* lines are whole and end at byte *end*. The documents from line *start* on may be
    missing from the index; line *start* begins at byte *start_at*.
    """

    written: int = 0
    end: int = 0
    start: int = 0
    start_at: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    errors: Errors = field(default_factory=Errors)


def read_progress(path: Path, holds: Callable[[str], bool] | None) -> Progressed:
    """Read the lines that *path* has already, and ask the kept index if it *holds* their ids.

    A line is written before its document is committed. So at most the document of the last line is
    missing from the index, however the process ended. After a power cut, the documents of several
    last lines can be missing; this finds the first of them. Without a kept index, *holds* is None
    and all documents are missing.

    Raises CommandError for a file that is no scan's output.
    """
    done = Progressed()
    missing = holds is None
    try:
        with path.open("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                values = _read_line(path, done.written, line)
                document_id, verdict = values["id"], values["verdict"]
                if holds is not None and not missing:
                    done.start, done.start_at = done.written, done.end
                    missing = verdict not in _NOT_KEPT and not holds(document_id)
                done.verdicts[verdict] += 1
                if verdict == ERROR:
                    done.errors.add(str(values.get("error")), values.get("line"))
                done.written += 1
                done.end += len(line)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror}") from error
    return done


def _read_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        values: dict[str, Any] = json.loads(line)
        return {**values, "id": values["id"], "verdict": values["verdict"]}
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(
            f"{path}, line {number + 1}: not a line of a scan; "
            "name the output of the scan to resume, or leave --resume out to write it anew"
        ) from error


class LineWriter:
    """Writes lines to *path*, "-" for standard output, each at once and whole.

    The file is cut off behind its first *keep* bytes. Raises CommandError if another writer has it: the
    lines of two would be mixed.
    """

    def __init__(self, path: str, *, keep: int = 0) -> None:
        self._name = path
        self._own = path != STANDARD
        if not self._own:
            sys.stdout.flush()
            self._descriptor = sys.stdout.fileno()
            return
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
            if os.path.isfile(path):
                self._claim()
                os.ftruncate(self._descriptor, keep)
                os.lseek(self._descriptor, keep, os.SEEK_SET)
        except OSError as error:
            raise unwritable(path, error) from error

    def _claim(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._descriptor)
            raise CommandError(
                f"{self._name} is being written by another scan; wait until it ends, or name another file"
            ) from None
        except OSError:
            # Some network file systems have no locks.
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._own:
            os.close(self._descriptor)

    def write(self, values: dict[str, Any]) -> None:
        """Write *values* as a line of JSON. Raises CommandError, on a full disk for example."""
        rest = memoryview(json_line(values).encode("utf-8") + b"\n")
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            again = " and go on with --resume" if self._own else ""
            raise unwritable(self._name, error, again=again) from error
