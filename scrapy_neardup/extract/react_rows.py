"""The rows that React's server components send (`self.__next_f.push`): values, texts and elements."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any

from scrapy_neardup.extract.script_data import DEEPEST, LIMIT, MOST_ASSIGNED, MOST_NODES, decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeGuard

    from lxml.etree import _Element
    from typing_extensions import Self

_PUSHED = re.compile(r"__next_f\s*\.\s*push\s*\(\s*")
# The beginning of a row: its number, which a row that only asks to load something may lack, and the
# number of bytes if the row is a text.
_ROW = re.compile(rb"([0-9a-f]{0,8}):(?:T([0-9a-f]{1,8}),)?")
_NAMED = re.compile(rb'"\$L?([0-9a-f]{1,8})"')  # the number of another row
PROPS = 3  # where an element of React's has its properties
_TAG = re.compile("[a-z][a-z0-9]*")
_EMPTY = ("br", "hr", "img", "input", "link", "meta", "source", "wbr")
_ATTRIBUTES = {"className": "class", "id": "id", "href": "href"}


def is_element(value: object) -> TypeGuard[list[Any]]:
    """Whether *value* is an element of React's."""
    return (
        isinstance(value, list)
        and len(value) > PROPS
        and value[0] == "$"
        and isinstance(value[PROPS], dict)
    )


class Rows:
    """The rows that React's server components send: texts, and values that name texts by their
    numbers, with elements as in ``["$", "p", null, {"children": "..."}]``.
    """

    def __init__(self, text: str) -> None:
        self._texts: dict[str, str] = {}
        self._numbered: dict[str, Any] = {}
        self._inside: list[str] = []  # the numbers of the rows that are being joined
        self._left = MOST_NODES
        self._room = LIMIT  # characters, since a text may be named often
        values: list[tuple[str, Any]] = []
        named: set[bytes] = set()
        data = text.encode("utf-8", "replace")
        at = 0
        while row := _ROW.match(data, at):
            number, size = row.groups()
            at = row.end()
            if size:
                end = at + int(size, 16)
                self._texts[number.decode()] = data[at:end].decode("utf-8", "replace")
                at = end
                continue
            end = data.find(b"\n", at)
            end = len(data) if end < 0 else end
            if data[at : at + 1] in (b"[", b"{"):  # else an instruction to load something
                with suppress(ValueError, RecursionError):
                    name = number.decode()
                    values.append((name, json.loads(data[at:end], strict=False)))
                    self._numbered[name] = values[-1][1]
                    named.update(set(_NAMED.findall(data, at, end)) - {number})
            at = end + 1
        # A row that another row names is read as a part of that row.
        own = [(name, value) for name, value in values if name.encode() not in named]
        self.values = [self._row(name, value, 0) for name, value in own or values]

    @classmethod
    def under(cls, root: _Element) -> Self:
        """The rows in the scripts under *root*."""
        left = LIMIT
        pushed: list[str] = []
        for script in root.iter("script"):
            text = script.text or ""
            left -= len(text)
            if left < 0:
                break
            pushed.extend(_pushed(text))
        return cls("".join(pushed))

    def _row(self, number: str, value: object, depth: int) -> Any:
        self._inside.append(number)
        joined = self._joined(value, depth)
        self._inside.pop()
        return joined

    def _joined(self, value: object, depth: int) -> Any:
        """*value* with the texts and rows that it names."""
        self._left -= 1
        if depth > DEEPEST or self._left < 0:
            return None
        if isinstance(value, list):
            return [self._joined(part, depth + 1) for part in value]
        if isinstance(value, dict):
            return {key: self._joined(part, depth + 1) for key, part in value.items()}
        if not isinstance(value, str):
            return value
        if value.startswith("$$"):
            value = value[1:]
        elif value.startswith("$") and value != "$":
            number = value[2:] if value.startswith("$L") else value[1:]
            if number in self._numbered:
                if number in self._inside:
                    return None
                return self._row(number, self._numbered[number], depth + 1)
            value = self._texts.get(number, "")
        self._room -= len(value)
        return value if self._room >= 0 else None


def elements_in(rows: Rows) -> str:
    """The elements in *rows*, as HTML."""
    parts: list[str] = []
    for value in rows.values:
        _write(value, parts, shown=False)
    return "".join(parts)


def _pushed(text: str) -> Iterator[str]:
    """The parts of React's rows that a script of Next.js adds."""
    at = failed = 0
    while failed < MOST_ASSIGNED and (match := _PUSHED.search(text, at)):
        at = match.end()
        try:
            value, at = decode(text, at)
        except (ValueError, RecursionError):
            failed += 1
            continue
        if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str):
            yield value[1]


def _write(value: object, parts: list[str], *, shown: bool) -> None:
    """Add the HTML of the elements in *value*, and of its texts if it is *shown*."""
    if isinstance(value, list):
        if is_element(value):
            _write_element(value[1], value[PROPS], parts)
        else:
            for part in value:
                _write(part, parts, shown=shown)
    elif isinstance(value, dict):
        for part in value.values():
            if not isinstance(part, str):
                _write(part, parts, shown=False)
    elif shown and isinstance(value, (str, int)) and not isinstance(value, bool):
        parts.append(escape(str(value)))


def _write_element(name: object, properties: dict[str, Any], parts: list[str]) -> None:
    tag = name if isinstance(name, str) and _TAG.fullmatch(name) else ""
    if not isinstance(name, str):
        # A row that stands for a component.
        _write(name, parts, shown=False)
    if tag:
        attributes = "".join(
            f' {written}="{escape(given)}"'
            for key, written in _ATTRIBUTES.items()
            if isinstance(given := properties.get(key), str)
        )
        parts.append(f"<{tag}{attributes}>")
    inner = properties.get("dangerouslySetInnerHTML")
    if isinstance(inner, dict) and isinstance(inner.get("__html"), str):
        parts.append(inner["__html"])
    else:
        _write(properties.get("children"), parts, shown=True)
        if not tag:
            # A component shows what its other properties hold: a slot, the state at the start.
            _write({**properties, "children": None}, parts, shown=False)
    if tag and tag not in _EMPTY:
        parts.append(f"</{tag}>")
