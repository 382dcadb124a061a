"""``NEARDUP_HOST_RULES``: what holds for some hosts and not for others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scrapy_neardup.addresses import plain_host
from scrapy_neardup.core.verdict.thresholds import PRESETS
from scrapy_neardup.plugin.actions import Actions

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_neardup.core.verdict.thresholds import Thresholds

_NOT_IN_A_PATTERN = re.compile(r"[/:@?\[\]\s\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class HostRule:
    """What becomes of copies on some hosts, and the least scores that make a text there a copy. A
    field that is None leaves the general setting in force.
    """

    actions: Actions | None = None
    thresholds: Thresholds | None = None


NO_RULE = HostRule()


class HostRules:
    """Rules by pattern of host. The first rule whose pattern fits a host applies to it.

    A pattern is the name of a host, and fits its subdomains too; ``*`` stands for any characters.
    """

    def __init__(self, rules: Mapping[str, HostRule]) -> None:
        self._rules = tuple(rules.items())
        self.of: Callable[[str], HostRule] = lru_cache(maxsize=4096)(self._of)
        """The rule for a host, an empty one if none fits."""

    def __bool__(self) -> bool:
        return bool(self._rules)

    def in_words(self, *, rewritten: bool) -> str:
        """The rules in their order, as text. *rewritten* says whether rewritten copies are looked
        for: only then are their scores named.
        """
        return ", ".join(
            f"{pattern}: {'; '.join(_in_words(rule, rewritten))}" for pattern, rule in self._rules
        )

    @classmethod
    def parse(cls, value: Any, thresholds: Callable[[Any], Thresholds]) -> HostRules:
        """Rules from a dict of pattern to action, or of pattern to a dict of ``action`` and
        ``thresholds``. Their values are as for ``NEARDUP_ACTION`` and ``NEARDUP_THRESHOLDS``; the
        function *thresholds* parses the latter. Raises ValueError that names the pattern.
        """
        if not value:
            return cls({})
        if not isinstance(value, Mapping):
            raise ValueError(f"{value!r}: use a dict of host to action")  # noqa: TRY004
        rules = {}
        for pattern, given in value.items():
            name = plain_host(pattern) if isinstance(pattern, str) else ""
            if not name or _NOT_IN_A_PATTERN.search(name):
                raise ValueError(
                    f"host {pattern!r}: use the name of a host, such as 'news.example'"
                )
            try:
                rules[name] = _rule(given, thresholds)
            except ValueError as error:
                raise ValueError(f"{pattern!r}: {error}") from None
        return cls(rules)

    def _of(self, host: str) -> HostRule:
        for pattern, rule in self._rules:
            if fnmatchcase(host, pattern) or fnmatchcase(host, f"*.{pattern}"):
                return rule
        return NO_RULE


def _rule(given: Any, thresholds: Callable[[Any], Thresholds]) -> HostRule:
    if isinstance(given, str):
        return HostRule(Actions.parse(given))
    if not isinstance(given, Mapping) or not given or not set(given) <= {"action", "thresholds"}:
        raise ValueError(
            f"{given!r}: use 'drop', 'tag', 'keep', or a dict of 'action' and 'thresholds'"
        )
    return HostRule(
        Actions.parse(given["action"]) if "action" in given else None,
        thresholds(given["thresholds"]) if "thresholds" in given else None,
    )


def _in_words(rule: HostRule, rewritten: bool) -> list[str]:
    words = [] if rule.actions is None else [str(rule.actions)]
    if rule.thresholds is not None:
        words.append(f"thresholds {scores_in_words(rule.thresholds, rewritten=rewritten)}")
    return words


def scores_in_words(thresholds: Thresholds, *, rewritten: bool) -> str:
    """The least scores as text, with the name of their preset if they have one. *rewritten* says
    whether rewritten copies are looked for: only then is their score named.
    """
    scores = ", ".join(
        f"{name} {least}"
        for name, least in thresholds.scores.items()
        if name != "rewritten" or rewritten
    )
    preset = next((name for name, one in PRESETS.items() if one.scores == thresholds.scores), None)
    return f"{preset} ({scores})" if preset else scores
