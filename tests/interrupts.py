"""Ctrl-C at a chosen place of a call."""

from __future__ import annotations

import linecache
import sys


class _Interrupt:
    """Raises KeyboardInterrupt at the line or return with this number, of those in the files *watched*."""

    def __init__(self, number, watched):
        self._left = number
        self._watched = watched

    def __call__(self, frame, event, arg):
        if not frame.f_code.co_filename.endswith(self._watched):
            return None
        code = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
        # Python lets no interrupt in between the end of a block and the release of its lock, nor between
        # its taking and a try.
        if event in ("line", "return") and code not in ("with self._lock:", "try:"):
            self._left -= 1
            if self._left == 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


def interrupted(number, call, watched):
    """The interrupt of *call* at that place in the files whose paths end with one of *watched*, kept with
    all frames as by a notebook; None once it has no such place.
    """
    former = sys.gettrace()
    sys.settrace(_Interrupt(number, watched))
    try:
        call()
    except KeyboardInterrupt as error:
        return error
    finally:
        sys.settrace(former)
    return None
