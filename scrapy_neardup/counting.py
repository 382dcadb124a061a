"""Numbers of things, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_MOST_NAMES = 10
"""As many names as a message can show."""


def counted(number: int, one: str, more: str | None = None, *, commas: bool = True) -> str:
    """*number* and its noun: *one*, or *more*, which is *one* with an s if that is not given.

    >>> counted(1, "copy", "copies"), counted(1200, "article"), counted(1200, "item", commas=False)
    ('1 copy', '1,200 articles', '1200 items')
    """
    noun = one if number == 1 else more or f"{one}s"
    return f"{number:{',' if commas else ''}} {noun}"


def last_days(seconds: float) -> str:
    """The days up to now that *seconds* are, in words.

    >>> last_days(86400), last_days(7 * 86400), last_days(43200)
    ('the last day', 'the last 7 days', 'the last 0.5 days')
    """
    days = f"{seconds / 86400:g}"
    return "the last day" if days == "1" else f"the last {days} days"


def listed(names: Collection[str]) -> str:
    """*names* in order; of many, the first ones and how many there are besides.

    >>> listed(["world", "news"]), listed([f"s{number:02}" for number in range(40)])
    ('news, world', 's00, s01, s02, s03, s04, s05, s06, s07, s08, s09 and 30 more')
    """
    shown = ", ".join(sorted(names)[:_MOST_NAMES])
    return f"{shown} and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else shown
