"""Iterating over batches of an iterable."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")


def batched(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of *size* of the *things*, in their order; the last may be shorter."""
    rest = iter(things)
    while batch := list(islice(rest, size)):
        yield batch
