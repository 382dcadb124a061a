"""Whose reservation is it? What the identity of objects tells, and what the context."""

from __future__ import annotations

from contextvars import copy_context
from typing import Any

import pytest

from scrapy_neardup.plugin.under_way import Reserved, UnderWay


def reserved(name: str) -> Reserved:
    return Reserved(name, name, name)  # type: ignore[arg-type]


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
