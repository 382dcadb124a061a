"""w-shingles: the runs of w tokens of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

T = TypeVar("T", bound="Hashable")


def shingles(tokens: Sequence[T], w: int) -> set[tuple[T, ...]]:
    """The set of runs of *w* tokens (Broder, "On the resemblance and containment of
    documents", 1997, section 2).

    Fewer than *w* tokens have no shingle, so texts too short to compare resemble none.
    Jaccard and containment of shingle sets are Broder's resemblance and containment.

    >>> sorted(shingles(["a", "rose", "is", "a", "rose"], 2))
    [('a', 'rose'), ('is', 'a'), ('rose', 'is')]

    Raises ValueError for *w* below 1.
    """
    if w < 1:
        raise ValueError(f"w is {w}: a shingle has 1 token or more")
    return {tuple(tokens[start : start + w]) for start in range(len(tokens) - w + 1)}
