"""The parser of settings that are on or off, in a module of its own that imports nothing heavy."""

from __future__ import annotations

from typing import Any

_FLAGS = {"True": True, "true": True, "1": True, "False": False, "false": False, "0": False}


def flag(value: Any) -> bool:
    """A bool, also as Scrapy takes one from the command line; not any number, as Scrapy does."""
    found = _FLAGS.get(str(value).strip())
    if found is None:
        raise ValueError(f"{value!r}: use True or False")
    return found
