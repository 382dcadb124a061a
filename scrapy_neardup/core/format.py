"""The version of what an index keeps, and where it says so.

An index carries its format in a value of its own. An index of another version is refused. The
records of every version named in :data:`REBUILDABLE` can still be read, so
`scrapy neardup rebuild` makes a new index of them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.errors import IndexCorrupt, IndexFormatError

if TYPE_CHECKING:
    from scrapy_neardup.core.scheme import Scheme

FORMAT = 13
"""Raised with every change of a key or a value that an index keeps."""
FORMAT_KEY = b"format"
REBUILDABLE = frozenset(range(5, FORMAT + 1))
"""Formats whose records, texts and notes can be read. The postings of those before 9 differ, those
of 8 on LevelDB alone, and no posting of those before 11 leads to a copy by its story. Terms of those
before 12 tell 04 from 4. In those before 13, an extended text is of the story of its source. A record of
those before 10 tells no values of numbers, and one of 5 and 6 has one byte of flags, and neither run
nor story nor evidence."""


def describe(scheme: Scheme, **more: Any) -> bytes:
    """The format value of a new index of *scheme*; *more* are the engine's own fields."""
    return json.dumps({"format": FORMAT, "scheme": scheme.to_dict(), **more}).encode()


def parse(
    value: bytes,
    *,
    shown: str = "the index",
    readable: frozenset[int] = frozenset({FORMAT}),
    shared: bool = False,
) -> dict[str, Any]:
    """The fields of the format value of the index that is *shown* so; *shared* is one on Redis.

    Raises IndexFormatError for a format that is not *readable*, and IndexCorrupt for a value that
    can't be read, each with the remedy.
    """
    try:
        form: dict[str, Any] = json.loads(value)
        number = int(form["format"])
        dict(form["scheme"])
    except (ValueError, KeyError, TypeError) as error:
        raise unreadable(shown, repr(error), shared=shared) from error
    if number not in readable:
        remedy = (
            rebuild(shared=shared, outdated=True)
            if number in REBUILDABLE
            else "use the version that wrote it"
        )
        raise IndexFormatError(
            f"the index has format {number}, this version reads {FORMAT}; {remedy}"
        )
    return form


def rebuild(*, shared: bool, options: str = "", outdated: bool = False) -> str:
    """The remedy for an index that has to be made anew with the *options* of ``rebuild``, which begin with a
    blank: a *shared* one or one in a directory. This version can't read one that is *outdated* on servers.
    """
    command = f"`scrapy neardup rebuild OLD NEW{options}`"
    if not shared:
        return f"make a new index of it with {command}"
    reader = " of the version that made it" if outdated else ""
    return (
        f"take it to a directory with `scrapy neardup copy URL OLD`{reader}, make a new index of that with "
        f"{command}, and take this to the servers with `scrapy neardup copy NEW OTHER_URL`, under another prefix"
    )


def unreadable(shown: str, why: str, *, shared: bool) -> IndexCorrupt:
    """The error for a format value, of the index that is *shown* so, which can't be read."""
    remedy = (
        "restore the servers' data, or begin a new index under another prefix"
        if shared
        else "have it written anew with `scrapy neardup repair INDEX` in the project whose crawls use the "
        "index"
    )
    return IndexCorrupt(f"the format record of {shown} can't be read: {why}; {remedy}")
