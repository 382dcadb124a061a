"""Keeps a forked child from using what its parent has open.

After a fork, both processes have the same files, sockets and locks open, and neither knows of the
other's writes. So the child must not use them, and must not close any that closing would write to.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any
from weakref import WeakSet

from scrapy_neardup.core.errors import NearDupError


class OwnProcess:
    """Refuses the use of *what*, a description, in a child of the process that opened it.

    In a child, *handles* are never deallocated: LevelDB would wait for threads that only the
    parent has, and SQLite would write its log back.
    """

    def __init__(self, what: str, *handles: object) -> None:
        self._what = what
        self._process = _process
        self._handles = handles
        _opened.add(self)

    @property
    def is_parents(self) -> bool:
        """Whether *what* is the parent's: this is a child of the process that opened it."""
        return self._process != _process

    def require(self) -> None:
        """Raise NearDupError in a child."""
        if self._process != _process:
            raise NearDupError(
                f"{self._what} was opened by process {self._process}, of which this one, "
                f"{_process}, is a child, and a fork can't share it: open the index in this "
                "process"
            )

    def leave_to_parent(self) -> None:
        for handle in self._handles:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(handle))


_opened: WeakSet[Any] = WeakSet()
_process = os.getpid()
"""This process, so that no call of an index has to ask the system."""


def _in_child() -> None:
    global _process
    _process = os.getpid()
    for one in list(_opened):
        one.leave_to_parent()


os.register_at_fork(after_in_child=_in_child)
