"""Settings that the plugin does not know: misspelled, removed, or somebody else's."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_PREFIX = "NEARDUP"
_CLOSE = 0.75
"""The least likeness, by difflib's ratio, of a misspelled name to the one that was meant."""
_CLOSE_OF_THREE = 0.66
"""The same of a name of three letters, DIR or TTL, of which one wrong letter leaves two thirds."""

REMOVED = {
    "NEARDUP_WORKERS": "was removed, pages are read by the crawl itself: delete it",
}
"""What to tell of settings that earlier versions had."""


def unknown_settings(names: Iterable[str], known: Collection[str]) -> tuple[list[str], list[str]]:
    """Problems and remarks: a line for each of *names* that looks like a setting of the plugin but
    is not among the *known* ones.

    A name that is close to a known one is a problem: it is misspelled, and to ignore it may drop
    items that were to be tagged. A removed name, or one that is close to none, gets a remark.
    """
    problems, remarks = [], []
    plain = {_plain(name): name for name in known}
    for name in sorted(names):
        if not name.upper().startswith(_PREFIX) or name in known:
            continue
        cutoff = _CLOSE_OF_THREE if len(_plain(name)) == 3 else _CLOSE
        if name in REMOVED:
            remarks.append(f"{name} {REMOVED[name]}")
        elif close := get_close_matches(_plain(name), plain, n=1, cutoff=cutoff):
            problems.append(f"{name} is no setting: did you mean {plain[close[0]]}?")
        else:
            remarks.append(f"{name} is no setting of this version and is ignored")
    return problems, remarks


def _plain(name: str) -> str:
    """*name* without the prefix that all names share, which would make any two of them alike."""
    return name.upper().removeprefix(_PREFIX).strip("_-.")
