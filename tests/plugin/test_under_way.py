"""Whose reservation is it? What the identity of objects tells, and what the context."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextvars import copy_context
from typing import Any

import pytest

from scrapy_neardup.plugin.under_way import Reserved, UnderWay, _Passage


class Item:
    """Something that a weak reference may lead to."""


def reserved(name: str) -> Reserved:
    return Reserved(name, name)  # type: ignore[arg-type]


def passages() -> int:
    return sum(isinstance(one, _Passage) for one in gc.get_objects())


def under_way_of(*, begins_first: bool = True, contexts_tell: bool = True) -> UnderWay:
    made = UnderWay(contexts_tell=contexts_tell)
    made.begins_first = begins_first
    return made


def pass_through(under_way: UnderWay, item: Any, later: Any, name: str) -> None:
    """What the pipelines do with *item*, which one before the judging one makes *later* of."""
    if under_way.begins_first:
        under_way.begin(item)
    under_way.reach(later)
    under_way.reserve(reserved(name))


@pytest.mark.parametrize("begins_first", [True, False])
@pytest.mark.parametrize("contexts_tell", [True, False])
def test_an_item_is_known_by_each_object_that_it_was(
    begins_first: bool, contexts_tell: bool
) -> None:
    under_way = under_way_of(begins_first=begins_first, contexts_tell=contexts_tell)
    objects = [{}, {}]
    for ended in objects if begins_first else objects[1:]:
        # As if in a task: what is set there is not seen here.
        copy_context().run(pass_through, under_way, *objects, "a")
        assert len(under_way) == 1
        assert under_way.end(ended, may_be_replaced=False) == reserved("a")
        assert under_way.end(ended, may_be_replaced=True) is None
        assert len(under_way) == 0


@pytest.mark.parametrize("contexts_tell", [True, False])
def test_an_unknown_object_is_the_item_of_its_context_if_contexts_tell(
    contexts_tell: bool,
) -> None:
    def run() -> None:
        under_way = under_way_of(contexts_tell=contexts_tell)
        item: dict[str, Any] = {}
        pass_through(under_way, item, item, "a")
        assert under_way.end({}, may_be_replaced=False) is None
        found = under_way.end({}, may_be_replaced=True)
        assert found == (reserved("a") if contexts_tell else None)
        assert len(under_way) == (0 if contexts_tell else 1)

    copy_context().run(run)


def test_an_item_in_an_inherited_context_ends_its_own_passage_only() -> None:
    def run() -> None:
        under_way = under_way_of()
        first, second, never_begun = {}, {}, {}  # type: ignore[var-annotated]
        pass_through(under_way, first, first, "first")
        inherited = copy_context()
        assert inherited.run(under_way.end, never_begun, may_be_replaced=False) is None
        inherited.run(under_way.begin, second)
        assert inherited.run(under_way.end, second, may_be_replaced=False) is None
        assert len(under_way) == 1
        assert under_way.end(first, may_be_replaced=True) == reserved("first")
        assert under_way.end({}, may_be_replaced=True) is None

    copy_context().run(run)


def test_one_object_may_be_two_items() -> None:
    under_way, item = under_way_of(), {}  # type: ignore[var-annotated]
    contexts = [copy_context(), copy_context()]
    for name, context in zip("ab", contexts, strict=True):
        context.run(pass_through, under_way, item, item, name)
    for name, context in zip("ab", contexts, strict=True):
        assert context.run(under_way.end, item, may_be_replaced=True) == reserved(name)
    assert len(under_way) == 0


def test_one_object_that_is_two_items_is_still_known_when_the_first_is_over() -> None:
    under_way, item = under_way_of(), {}  # type: ignore[var-annotated]
    contexts = [copy_context(), copy_context()]
    for name, context in zip("ab", contexts, strict=True):
        context.run(pass_through, under_way, item, item, name)
    assert contexts[0].run(under_way.end, item, may_be_replaced=True) == reserved("a")
    assert under_way.end(item, may_be_replaced=False) == reserved("b")


def test_the_judging_pipeline_begins_an_item_if_none_before_it_does() -> None:
    def run() -> None:
        under_way, items = under_way_of(begins_first=False), {"a": {}, "b": {}}  # type: ignore[var-annotated]
        pass_through(under_way, items["a"], items["a"], "a")
        copy_context().run(pass_through, under_way, items["b"], items["b"], "b")
        for name, item in items.items():
            assert under_way.end(item, may_be_replaced=False) == reserved(name)

    copy_context().run(run)


def test_a_context_keeps_nothing_of_an_item_that_is_over() -> None:
    def run() -> None:
        under_way, item, origin, held = under_way_of(), Item(), Item(), Item()
        known = [weakref.ref(one) for one in (item, origin, held)]
        under_way.begin(item, origin)  # type: ignore[arg-type]
        under_way.reach(item)
        under_way.reserve(Reserved(held, "query"))  # type: ignore[arg-type]
        under_way.end(item, may_be_replaced=False)
        del item, origin, held
        assert [one() for one in known] == [None] * 3

    copy_context().run(run)


def test_a_context_is_that_of_an_item_again_once_those_that_began_in_it_are_over() -> None:
    def run() -> None:
        under_way = under_way_of()
        first, second, third = {}, {}, {}  # type: ignore[var-annotated]
        under_way.begin(first)
        pass_through(under_way, second, second, "second")
        pass_through(under_way, third, third, "third")
        assert under_way.end(third, may_be_replaced=True) == reserved("third")
        assert under_way.end({}, may_be_replaced=True) == reserved("second")
        replaced: dict[str, Any] = {}
        under_way.reach(replaced)
        under_way.reserve(reserved("first"))
        assert under_way.end(replaced, may_be_replaced=False) == reserved("first")
        assert under_way.end({}, may_be_replaced=True) is None
        assert len(under_way) == 0

    copy_context().run(run)


def test_passages_that_are_over_are_not_kept_by_those_that_begin_in_their_contexts() -> None:
    def run() -> None:
        under_way, items = under_way_of(), [Item() for _ in range(20)]
        known, before = [weakref.ref(item) for item in items], passages()
        pass_through(under_way, items[0], items[0], "0")
        for number, item in enumerate(items[1:], 1):
            # Each begins before the last is over.
            pass_through(under_way, item, item, str(number))
            found = under_way.end(items[number - 1], may_be_replaced=False)
            assert found == reserved(str(number - 1))
        assert passages() <= before + 3
        del item, items[:-1]
        assert [one() is not None for one in known] == [False] * 19 + [True]

    copy_context().run(run)


def test_an_item_is_awaited_by_the_items_of_its_task_only() -> None:
    async def inner(under_way: UnderWay) -> list[Any]:
        item: dict[str, Any] = {}
        pass_through(under_way, item, item, "inner")
        awaiting = under_way.awaiting
        under_way.end(item, may_be_replaced=True)
        return awaiting

    async def run() -> None:
        under_way, item = under_way_of(), {}  # type: ignore[var-annotated]
        pass_through(under_way, item, item, "outer")
        assert await inner(under_way) == ["outer"]
        assert await asyncio.create_task(inner(under_way)) == []
        assert under_way.end(item, may_be_replaced=True) == reserved("outer")
        assert await inner(under_way) == []

    asyncio.run(run())
