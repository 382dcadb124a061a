"""The parser of settings that are on or off, in a module of its own that imports nothing heavy."""

from __future__ import annotations

from typing import Any

_FLAGS = {"True": True, "true": True, "1": True, "False": False, "false": False, "0": False}


def flag(value: Any) -> bool:
    """The bool that *value* means: True, true, 1, False, false or 0, also as text from the command
    line. Raises ValueError for anything else, also for other numbers, which Scrapy would take.
    """
    found = _FLAGS.get(str(value).strip())
    if found is None:
        raise ValueError(f"{value!r}: use True or False")
    return found
