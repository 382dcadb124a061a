"""The passages that two texts share word for word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

_MAX_PLACES = 16
"""The most places of *a* at which one run of *b* is looked for, which bounds the time."""


@dataclass(frozen=True, slots=True)
class Passage:
    """*length* equal tokens, from token *a* of the first text and token *b* of the second."""

    a: int
    b: int
    length: int


def shared_passages(
    a: Sequence[Hashable], b: Sequence[Hashable], *, minimum: int = 4
) -> list[Passage]:
    """The runs of at least *minimum* tokens of *b* that are in *a* too, in *b*'s order.

    From left to right, the longest run that starts at a place of *b* is taken, and the search goes
    on behind it: a tiling of *b* (after Wise, "YAP3", SIGCSE 1996). The time grows with the length
    of the texts.

    >>> shared_passages("one two three four".split(), "three four one two".split(), minimum=2)
    [Passage(a=2, b=0, length=2), Passage(a=0, b=2, length=2)]

    Raises ValueError for *minimum* below 1.
    """
    if minimum < 1:
        raise ValueError(f"minimum is {minimum}: a passage has 1 token or more")
    places: dict[tuple[Hashable, ...], list[int]] = {}
    for start in range(len(a) - minimum + 1):
        known = places.setdefault(tuple(a[start : start + minimum]), [])
        if len(known) < _MAX_PLACES:
            known.append(start)
    found = []
    at = 0
    while at <= len(b) - minimum:
        starts = places.get(tuple(b[at : at + minimum]), ())
        if not starts:
            at += 1
            continue
        length, start = max((_run(a, start, b, at), -start) for start in starts)
        found.append(Passage(-start, at, length))
        at += length
    return found


def _run(a: Sequence[Hashable], start: int, b: Sequence[Hashable], at: int) -> int:
    length = 0
    while start + length < len(a) and at + length < len(b) and a[start + length] == b[at + length]:
        length += 1
    return length
