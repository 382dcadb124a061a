"""What is reserved for the items that are in the pipelines, until Scrapy tells what became of them."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.core.index.reservation import Reservation
    from scrapy_neardup.plugin.queries import Query


@dataclass(frozen=True, slots=True)
class Reserved:
    """An item's reservation, from the judging pipeline until all pipelines have had the item."""

    reservation: Reservation
    query: Query
    verdict: Verdict


@dataclass(slots=True, eq=False)
class _Passage:
    """An item's way through the pipelines: the objects that it was, and what is reserved for it."""

    objects: list[Any]
    reserved: Reserved | None = None
    is_over: bool = False


class UnderWay:
    """The items that are in the pipelines of one crawl.

    A pipeline is not told what became of an item. Scrapy's signals are: of an item that is dropped
    or fails, they carry the object that the spider gave; of any other, the object that the last
    pipeline handed on, which a pipeline may have put in its place. An item is found again by the
    identity of these objects, and an object that is not known by the context: all pipelines of an
    item run in one. A context is inherited by whatever is begun in it, also by the pipelines of other
    items, so the first pipeline begins a new passage in it. *contexts_tell* says whether the signals
    are sent in the context of the pipelines: not if an item processor of the user's may run these in
    a task.
    """

    def __init__(self, *, contexts_tell: bool) -> None:
        self._contexts_tell = contexts_tell
        self._passages: dict[int, _Passage] = {}
        self.begins_first = False
        """Whether a pipeline before the judging one begins each passage."""

    def __len__(self) -> int:
        """How many items are in the pipelines."""
        return len({id(passage) for passage in self._passages.values()})

    def begin(self, item: Any) -> None:
        """The first pipeline has been given *item*."""
        passage = _Passage([item])
        self._passages[id(item)] = passage
        _passage.set(passage)

    def reach(self, item: Any) -> None:
        """The judging pipeline has been given *item*, which may have been another object before."""
        passage = _passage.get()
        if passage is None or not self.begins_first:
            self.begin(item)
        elif not _is_one_of(item, passage.objects):
            passage.objects.append(item)
            self._passages[id(item)] = passage

    def reserve(self, reserved: Reserved) -> None:
        """Something is reserved for the item of this context, or was changed."""
        passage = _passage.get()
        assert passage is not None
        passage.reserved = reserved

    def end(self, item: Any, *, may_be_replaced: bool) -> Reserved | None:
        """What is reserved for *item*, None for nothing; it is not given again. With
        *may_be_replaced*, *item* may be an object that no pipeline before the judging one was given.
        """
        passage = _passage.get()
        if passage is None or not _is_one_of(item, passage.objects):
            known = self._passages.get(id(item))
            if known is not None or not (may_be_replaced and self._contexts_tell):
                passage = known
        if passage is None or passage.is_over:
            return None
        passage.is_over = True
        for one in passage.objects:
            if self._passages.get(id(one)) is passage:
                del self._passages[id(one)]
        return passage.reserved


def _is_one_of(item: Any, objects: list[Any]) -> bool:
    return any(one is item for one in objects)


_passage: ContextVar[_Passage | None] = ContextVar("neardup_passage", default=None)
