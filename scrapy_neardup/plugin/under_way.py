"""What is reserved for the items that are in the pipelines, until Scrapy tells what became of them."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy_neardup.core.index.reservation import Reservation
    from scrapy_neardup.plugin.origins import Origin
    from scrapy_neardup.plugin.queries import Query


@dataclass(frozen=True, slots=True)
class Reserved:
    """An item's reservation, from the judging pipeline until all pipelines have had the item."""

    reservation: Reservation
    query: Query


@dataclass(slots=True, eq=False)
class _Passage:
    """An item's way through the pipelines: the objects that it was, its origin, what is reserved for
    it, and the passage in whose context it began.
    """

    objects: list[Any]
    origin: Origin | None
    outer: _Passage | None
    task: asyncio.Task[Any] | None
    reserved: Reserved | None = None
    is_over: bool = False

    def finish(self) -> None:
        """The item is over. Contexts that keep the passage may be inherited for the rest of the crawl,
        so it keeps nothing but the way to the passages around it.
        """
        self.is_over = True
        self.objects, self.origin, self.task, self.reserved = [], None, None, None
        # Those that are over are skipped, so no chain is longer than what is under way at once.
        self.outer = _open(self.outer)


class UnderWay:
    """The items that are in the pipelines of one crawl.

    A pipeline is not told what became of an item. Scrapy's signals are: of an item that is dropped
    or fails, they carry the object that the spider gave; of any other, the object that the last
    pipeline handed on, which a pipeline may have put in its place. An item is found again by the
    identity of these objects, and an object that is not known by the context: all pipelines of an
    item run in one. A context is inherited by whatever is begun in it, also by the pipelines of other
    items, so the first pipeline begins a new passage in it. A pipeline may also put other items
    through the pipelines and await them. Their passages begin in the item's own context, which is the
    item's again once they are over. *contexts_tell* says whether the signals are sent in the context
    of the pipelines: not if an item processor of the user's may run these in a task.
    """

    def __init__(self, *, contexts_tell: bool) -> None:
        self._contexts_tell = contexts_tell
        self._passages: dict[int, _Passage] = {}
        self.begins_first = False
        """Whether a pipeline before the judging one begins each passage."""

    def __len__(self) -> int:
        """How many items are in the pipelines."""
        return len({id(passage) for passage in self._passages.values()})

    def begin(self, item: Any, origin: Origin | None = None) -> None:
        """The first pipeline has been given *item*, which comes from *origin*."""
        passage = _Passage([item], origin, _open(_passage.get()), _current_task())
        self._passages[id(item)] = passage
        _passage.set(passage)

    def reach(self, item: Any) -> None:
        """The judging pipeline has been given *item*, which may have been another object before."""
        passage = _open(_passage.get())
        if passage is None or not self.begins_first:
            self.begin(item)
            return
        _passage.set(passage)
        if not _is_one_of(item, passage.objects):
            passage.objects.append(item)
            self._passages[id(item)] = passage

    @property
    def origin(self) -> Origin | None:
        """The origin with which the passage of this context began."""
        return _reached().origin

    @property
    def awaiting(self) -> list[Reservation]:
        """What is reserved for the items that go on only once the item of this context is over: those whose
        pipelines await it. These are the open ones around it that began in the same task. A shared context
        does not suffice, as it may be inherited by what nobody awaits.
        """
        passage = _reached()
        found, outer = [], _open(passage.outer)
        while outer is not None and passage.task is not None and outer.task is passage.task:
            if outer.reserved is not None:
                found.append(outer.reserved.reservation)
            outer = _open(outer.outer)
        return found

    def reserve(self, reserved: Reserved) -> None:
        """Something is reserved for the item of this context."""
        _reached().reserved = reserved

    def end(self, item: Any, *, may_be_replaced: bool) -> Reserved | None:
        """What is reserved for *item*, None for nothing; it is not given again. With
        *may_be_replaced*, *item* may be an object that no pipeline before the judging one was given.
        """
        passage = _open(_passage.get())
        if passage is None or not _is_one_of(item, passage.objects):
            known = self._passages.get(id(item))
            if known is not None or not (may_be_replaced and self._contexts_tell):
                passage = known
        if passage is None:
            return None
        for one in passage.objects:
            if self._passages.get(id(one)) is passage:
                del self._passages[id(one)]
        reserved = passage.reserved
        passage.finish()
        return reserved


def _open(passage: _Passage | None) -> _Passage | None:
    """*passage*, or if that is over, the nearest one around it that is not."""
    while passage is not None and passage.is_over:
        passage = passage.outer
    return passage


def _reached() -> _Passage:
    """The passage of this context, in which the judging pipeline has been reached."""
    passage = _passage.get()
    assert passage is not None
    return passage


def _current_task() -> asyncio.Task[Any] | None:
    """The task that runs, None if there is none, as with a reactor that is not asyncio's."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def _is_one_of(item: Any, objects: list[Any]) -> bool:
    return any(one is item for one in objects)


_passage: ContextVar[_Passage | None] = ContextVar("neardup_passage", default=None)
