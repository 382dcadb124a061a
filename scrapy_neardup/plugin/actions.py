"""What becomes of an item with a verdict: ``NEARDUP_ACTION`` and its like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.document import COPY_KINDS, OWN_TEXT_KINDS, VERBATIM_KINDS, Kind

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Verdict


class Action(str, Enum):
    """What becomes of an item with a verdict."""

    DROP = "drop"
    TAG = "tag"
    KEEP = "keep"


_ALLOWED = ", ".join(repr(action.value) for action in Action)
ACTION_KINDS = (*sorted(COPY_KINDS, key=lambda kind: kind.value), Kind.UNCHANGED)
"""The kinds of verdicts that an action can be given for."""


@dataclass(frozen=True, slots=True)
class Actions:
    """An action for each kind of copy, and for ``unchanged``; all other kinds are kept."""

    by_kind: Mapping[Kind, Action]

    @classmethod
    def parse(cls, value: Any) -> Actions:
        """Actions from ``"drop"``, ``"tag"``, ``"keep"`` or ``{kind: action}``. Raises ValueError.

        A single word applies to all kinds of copies that have little but text of their sources. Copies
        that have a text of their own are then kept for ``"keep"``, else tagged. A kind that a mapping
        leaves out is kept.
        """
        if isinstance(value, str):
            action = _action(value)
            gentle = Action.KEEP if action is Action.KEEP else Action.TAG
            return cls(
                dict.fromkeys(VERBATIM_KINDS, action) | dict.fromkeys(OWN_TEXT_KINDS, gentle)
            )
        if not isinstance(value, Mapping):
            raise ValueError(f"{value!r}: use {_ALLOWED}, or a dict of kind to action")  # noqa: TRY004
        names = {kind.value: kind for kind in ACTION_KINDS}
        if unknown := [name for name in value if str(name) not in names]:
            raise ValueError(f"unknown kind {unknown[0]!r}: use {', '.join(names)}")
        return cls({names[str(name)]: _action(action) for name, action in value.items()})

    def of(self, verdict: Verdict) -> Action:
        """The action for an item with *verdict*.

        An unchanged copy counts as the copy that it was found to be on its first visit, unless
        there is an action for ``unchanged``.
        """
        if self.goes_by_unchanged(verdict):
            return self.by_kind[Kind.UNCHANGED]
        kind = verdict.copy_kind
        return Action.KEEP if kind is None else self.by_kind.get(kind, Action.KEEP)

    def goes_by_unchanged(self, verdict: Verdict) -> bool:
        """Whether the action for ``unchanged`` decides: the article is known, copy or not."""
        return verdict.kind is Kind.UNCHANGED and Kind.UNCHANGED in self.by_kind

    @property
    def tags_verbatim(self) -> bool:
        """Whether verbatim copies of any kind, or unchanged items, are tagged."""
        return any(
            self.by_kind.get(kind) is Action.TAG
            for kind in self.by_kind
            if kind not in OWN_TEXT_KINDS
        )

    def __str__(self) -> str:
        words = {Action.DROP: "dropped", Action.TAG: "tagged", Action.KEEP: "kept"}
        chosen = {kind: self.by_kind.get(kind, Action.KEEP) for kind in VERBATIM_KINDS}
        if len(set(chosen.values())) == 1:
            told = f"copies are {words[next(iter(chosen.values()))]}"
        else:
            told = "copies are " + ", ".join(
                f"{words[action]} if "
                + " or ".join(kind.value for kind in ACTION_KINDS if chosen.get(kind) is action)
                for action in Action
                if action in chosen.values()
            )
        for kind in (Kind.REWRITTEN, Kind.EXTENDED):
            if self.by_kind.get(kind) is Action.DROP:
                told += f", {kind} ones dropped"
        if Kind.UNCHANGED in self.by_kind:
            told += f", unchanged {words[self.by_kind[Kind.UNCHANGED]]}"
        return told


def _action(value: Any) -> Action:
    try:
        return Action(value)
    except ValueError:
        raise ValueError(f"{value!r}: use {_ALLOWED}") from None
