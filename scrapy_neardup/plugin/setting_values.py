"""Parsers of settings' values: each returns what a value means, or raises ValueError.

The error's message has the value and what to use instead; the caller puts the setting's name before
it. Values come from Python or, as text, from the command line.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scrapy.utils.misc import load_object

from scrapy_neardup.addresses import plain_host
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.locations import is_shared, unexpanded
from scrapy_neardup.core.stores import engines
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds
from scrapy_neardup.extract import Extractor, load_extractor
from scrapy_neardup.plugin.actions import Actions
from scrapy_neardup.plugin.host_rules import HostRules

TextFields = tuple[tuple["type | None", tuple[str, ...]], ...]
"""Pairs of an item class, None for any, and the names of its fields; the first that fits counts."""

DEFAULT_TEXT_FIELDS = ("articleBody", "content", "text", "body", "article")
DEFAULT_URL_FIELDS = ("url", "link", "canonicalUrl")

BROKEN_JSON = (
    """; in text, as on the command line, a dict or a list is JSON: '{"name": "value"}'"""
)
_SECONDS_OF_UNIT = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def whole_number(value: Any) -> int | None:
    """The whole number that *value* is, or that it spells in digits; None for anything else."""
    try:
        parsed = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if isinstance(value, bool) or str(value).strip() != str(parsed) else parsed


def number(low: int, high: int) -> Callable[[Any], int]:
    """A parser of whole numbers from *low* to *high*."""

    def parse(value: Any) -> int:
        parsed = whole_number(value)
        if parsed is None or not low <= parsed <= high:
            raise ValueError(f"{value!r}: use a whole number from {low} to {high}")
        return parsed

    return parse


def seconds(value: Any) -> float:
    """A number of seconds, 0 or more."""
    parsed = _as_seconds(value)
    if parsed is None:
        raise ValueError(f"{value!r}: use a number of seconds, 0 or more")
    return parsed


def age(zero: str) -> Callable[[Any], float | None]:
    """A parser of ages as in :func:`as_age`, in seconds; None for 0, which stands for no limit.
    *zero* says in error messages what 0 does. A number :func:`without_unit` is refused.
    """

    def parse(value: Any) -> float | None:
        parsed = as_age(value)
        if parsed is None:
            raise ValueError(f"{value!r}: use seconds, or '90d', '12h', '30m'; 0 {zero}")
        if remedy := without_unit(value, parsed):
            raise ValueError(f"{value!r}: {remedy}")
        return parsed or None

    return parse


def without_unit(value: Any, parsed: float) -> str | None:
    """What to write instead of *value*, an age of *parsed* seconds, if it is a number below 3,600
    and has no unit: who writes 30 means days. None for any other age.
    """
    number = str(value).strip()
    if not 0 < parsed < _SECONDS_OF_UNIT["h"] or number[-1].isalpha():
        return None
    return f"use '{number}d' for days, '{number}s' for seconds"


def as_age(value: Any) -> float | None:
    """The seconds of an age. *value* is a number of seconds, or a text such as "90d" with one of the
    units s, m, h and d. None for anything else.
    """
    text = str(value).strip().lower()
    unit = _SECONDS_OF_UNIT.get(text[-1:]) if isinstance(value, str) else None
    parsed = _as_seconds(value) if unit is None else _as_seconds(text[:-1])
    return None if parsed is None else _as_seconds(parsed * (unit or 1))


def _as_seconds(value: Any) -> float | None:
    try:
        parsed = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if isinstance(value, bool) or not 0 <= parsed < float("inf") else parsed


def name(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{value!r}: use a name")
    return value


def choice(*allowed: str) -> Callable[[Any], str]:
    """A parser of one of *allowed*."""

    def parse(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"{value!r}: use {' or '.join(map(repr, allowed))}")
        return str(value)

    return parse


def log_level(value: Any) -> int:
    """A log level's number, from its number or name."""
    level = value
    if isinstance(value, str):
        level = whole_number(value)
        if level is None:
            level = logging.getLevelName(value.upper())
    if not isinstance(level, int) or isinstance(level, bool):
        raise ValueError(f"{value!r}: use a log level such as 'INFO' or 'DEBUG'")  # noqa: TRY004
    return level


def path(value: Any) -> str:
    """A path as it was given."""
    if not isinstance(value, (str, Path)) or not str(value) or "\0" in str(value):
        raise ValueError(f"{value!r}: use a path")
    return str(value)


def index_location(value: Any) -> str:
    """A directory or a URL below which indexes may lie, as text."""
    location = path(value)
    try:
        if is_shared(location):
            from scrapy_neardup.core.redis.location import read_location

            read_location(location)
        else:
            engines.read_location(location)
    except NearDupError as error:
        raise ValueError(error) from error
    return location


def paths(value: Any) -> tuple[str, ...]:
    """One or several paths as they were given, none for an empty value."""
    given = from_json(value)
    if not given:
        return ()
    listed = [given] if isinstance(given, (str, Path)) else given
    if not isinstance(listed, (list, tuple)) or not all(
        isinstance(one, (str, Path)) for one in listed
    ):
        raise ValueError(f"{given!r}: use a path or a list of paths")
    return tuple(_written_out(str(one)) for one in listed)


def actions(value: Any) -> Actions:
    """What becomes of each kind of copy."""
    return Actions.parse(from_json(value))


def field_names(value: Any) -> tuple[str, ...]:
    """One or more names of fields."""
    given = from_json(value)
    names = _as_names(given)
    if names is None:
        raise ValueError(f"{given!r}: use a field name or a list of them")
    return names


def hosts(value: Any) -> tuple[str, ...]:
    """Host names in lower case, none for an empty value."""
    given = from_json(value)
    names = _as_names(given) if given else ()
    if names is None or any(set(host) & set("/:@* ") for host in names):
        raise ValueError(f"{given!r}: use a list of host names, such as ['news.example']")
    return tuple(map(plain_host, names))


def text_fields(value: Any) -> TextFields:
    """Names of fields for all items, or for classes of items: all other classes have the default
    fields. A class with an empty list is not judged.
    """
    given = from_json(value)
    if not given:
        return ((None, DEFAULT_TEXT_FIELDS),)
    if not isinstance(given, Mapping):
        return ((None, field_names(given)),)
    chosen = [
        (_item_class(one), () if names in ([], ()) else field_names(names))
        for one, names in given.items()
    ]
    return (*chosen, (None, DEFAULT_TEXT_FIELDS))


def thresholds(value: Any) -> Thresholds:
    """The least scores of copies, by a preset's name or one by one."""
    if isinstance(value, str) and value in PRESETS:
        return PRESETS[value]
    names = Thresholds().scores.keys()
    given = from_json(value)
    if (
        isinstance(given, Mapping)
        and set(given) <= names
        and all(_is_score(one) for one in given.values())
    ):
        return Thresholds(**given)
    raise ValueError(
        f"{given!r}: use {', '.join(map(repr, PRESETS))}, or a dict of "
        f"{' and '.join(map(repr, names))} to a score from 0 to 1"
    )


def _is_score(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def feed(value: Any) -> str | dict[str, Any]:
    """A feed's URI, or a dict of feeds as in FEEDS."""
    given = from_json(str(value) if isinstance(value, Path) else value)
    if (
        not given
        or not isinstance(given, (str, Mapping))
        or is_broken_json(given)
        or (
            isinstance(given, Mapping)
            and not all(isinstance(one, Mapping) for one in given.values())
        )
    ):
        raise ValueError(
            f"{given!r}: use a feed's URI such as 'dropped.jsonl', or a dict as FEEDS"
        )
    for uri in [given] if isinstance(given, str) else given:
        _written_out(str(uri))
    return given if isinstance(given, str) else dict(given)


def host_rules(value: Any) -> HostRules:
    """Rules by pattern of hosts, none for an empty value."""
    return HostRules.parse(from_json(value), thresholds)


def extractor(value: Any) -> Extractor:
    """What reads the article of a page. A class is instantiated."""
    return load_extractor(value)


def from_json(value: Any) -> Any:
    """*value*, or what it means if it is a dict or a list in JSON, as on the command line."""
    if _looks_like_json(value):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def is_broken_json(value: Any) -> bool:
    """Whether *value* is text that begins as a dict or a list does and is no JSON, as of Python."""
    return _looks_like_json(value) and from_json(value) is value


def _looks_like_json(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip().startswith(("{", "["))


def _written_out(path: str) -> str:
    if problem := unexpanded(path):
        raise ValueError(problem)
    return path


def _as_names(value: Any) -> tuple[str, ...] | None:
    if is_broken_json(value):
        # Quotes that the shell takes away leave no list, but a name that no field has.
        return None
    names = [one.strip() for one in value.split(",")] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or not names:
        return None
    return tuple(names) if all(isinstance(one, str) and one for one in names) else None


def _item_class(given: Any) -> type:
    try:
        loaded = load_object(given) if isinstance(given, str) else given
    except (ImportError, ValueError, NameError) as error:
        raise ValueError(f"item class {given!r} can't be imported: {error}") from error
    if not isinstance(loaded, type):
        raise ValueError(f"{given!r} is no class: use a class or its import path")  # noqa: TRY004
    return loaded
