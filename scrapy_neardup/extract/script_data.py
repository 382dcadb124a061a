"""The values in a page's scripts: JSON, what is assigned to variables, what Nuxt and Inertia leave there."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

LIMIT = 2_000_000  # characters in all scripts together
MOST_NODES = 50_000  # values of one page's data that are looked at
MOST_ASSIGNED = 20  # values of one script that are tried
# What is assigned to a property of the window. Each of its names is searched by itself, which is
# sooner than all at once.
_ASSIGNED = [
    re.compile(rf"{window}\s*(?:\.\s*|\[\s*[\"'])\w+(?:[\"']\s*\])?\s*=\s*")
    for window in ("window", "self", "globalThis")
]
# What is assigned to a variable, or to a property of some object, has this before such a sign.
_SET = re.compile(r"=\s?(?=[{\[]|JSON|decodeURI)")
_VARIABLE = re.compile(
    r"(?<![\w$.])(?:(?:var|let|const)\s{1,9}[\w$]{1,99}|[\w$]{1,99}(?:\.[\w$]{1,99}){1,9})\s?\Z"
)
LONGEST_NAME = 100  # characters of such a variable or property, or of a key
_PARSED = re.compile(r"JSON\s*\.\s*parse\s*\(\s*")
_DECODED = re.compile(r"decodeURI(?:Component)?\s*\(\s*([\"'])([%\w\-.!~*()+/:;,=@$&?]*)\1")
_ENCODED = re.compile("%(?:7B|5B)", re.IGNORECASE)  # { and [
# Signs as Angular wrote them up to version 15.
_SIGN = re.compile("&([lgsqa]);")
_SIGNS = {"l": "<", "g": ">", "s": "'", "q": '"', "a": "&"}
# A value that JSON lacks, as Vue and React write it into the state of a page, and null of that length.
_UNDEFINED = re.compile(r"([:,\[]\s?)undefined(?=\s?[,}\]])")
_NULL = "null".ljust(len("undefined"))
DEEPEST = 200  # the most values that are nested in each other
_NUXT = "__NUXT_DATA__"
_inertia = etree.XPath("descendant-or-self::div/@data-page", smart_strings=False)
decode = json.JSONDecoder(strict=False).raw_decode


def data_in(root: _Element, *, named: bool) -> Iterator[tuple[Any, bool]]:
    """The JSON values in the scripts under *root*, and whether each one is certainly a page's state.

    Those of some variable are looked at only if the page is *named*, as nothing else tells its article there.
    """
    left = LIMIT
    for script in root.iter("script"):
        text = script.text or ""
        left -= len(text)
        if left < 0:
            return
        for data, sure in _data(text, (script.get("type") or "").lower(), named=named):
            if script.get("id") == _NUXT and isinstance(data, list):
                data = _Numbered(data).joined(0)
            yield data, sure
    for text in cast("list[str]", _inertia(root)):
        left -= len(text)
        if text and left >= 0:
            yield from ((data, False) for data in _parsed(text))


def _data(text: str, kind: str, *, named: bool) -> Iterator[tuple[Any, bool]]:
    """What :func:`data_in` yields of a script of type *kind*."""
    if kind in ("application/json", "text/json"):
        sure = not _ENCODED.match(text.lstrip())
        yield from ((data, sure) for data in _parsed(text))
        return
    if kind not in ("", "text/javascript", "application/javascript", "module"):
        return
    owned = sorted(match.end() for window in _ASSIGNED for match in window.finditer(text))
    starts = dict.fromkeys(owned[:MOST_ASSIGNED], True)
    if named:
        for start in islice(_variables(text), MOST_ASSIGNED):
            starts.setdefault(start, False)
    defined = ""
    end = 0
    for start, sure in sorted(starts.items()):
        if start < end:  # inside of what was read
            continue
        parsed = _PARSED.match(text, start)
        start = parsed.end() if parsed else start
        if decoded := _DECODED.match(text, start):
            end = decoded.end()
            yield from ((data, False) for data in _parsed(decoded[2]))
            continue
        if text[start : start + 1] not in ("{", "[", '"'):
            continue
        try:
            try:
                data, end = decode(text, start)
            except ValueError:
                # A text may have the word, too.
                defined = defined or _UNDEFINED.sub(rf"\1{_NULL}", text)
                data, end = decode(defined, start)
            yield (json.loads(data, strict=False) if isinstance(data, str) else data), sure
        except (ValueError, RecursionError):
            continue  # JavaScript that is not JSON


def _variables(text: str) -> Iterator[int]:
    """Where the values begin that a script assigns to variables, or to properties of objects."""
    last = 0
    for match in _SET.finditer(text):
        sign = match.start()
        if _VARIABLE.search(text, max(last, sign - LONGEST_NAME), sign):
            yield match.end()
        last = match.end()


def _parsed(text: str) -> Iterator[Any]:
    """The JSON value that *text* is, perhaps encoded like a part of an address, or with signs as Angular
    wrote them; none if it is no JSON.
    """
    text = text.strip()
    if _ENCODED.match(text):
        text = unquote(text)
    elif text.startswith("{&q;"):
        text = _SIGN.sub(lambda sign: _SIGNS[sign[1]], text)
    if text.startswith(("{", "[", '"')):
        with suppress(ValueError, RecursionError):
            data, _ = decode(text)
            yield json.loads(data, strict=False) if isinstance(data, str) else data


class _Numbered:
    """The data of a page made by Nuxt: a list of values that name one another by their numbers."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._left = MOST_NODES  # values in lists and objects
        self._room = LIMIT  # characters, since a text may be named often

    def joined(self, number: int, depth: int = 0) -> object:
        """The value with this *number*, in which numbers are replaced by the values that they name."""
        if depth > DEEPEST or not 0 <= number < len(self._values):
            return None
        value = self._values[number]
        if isinstance(value, str):
            self._room -= len(value)
            return value if self._room >= 0 else None
        if isinstance(value, (dict, list)):
            if len(value) > self._left:
                return None
            self._left -= len(value)
        if isinstance(value, dict):
            return {key: self._part(part, depth) for key, part in value.items()}
        if isinstance(value, list):
            # ["Reactive", 3] is the value with the number 3, and a name for what it is.
            return [self._part(part, depth) for part in value]
        return value

    def _part(self, part: object, depth: int) -> object:
        return self.joined(part, depth + 1) if type(part) is int else part
