"""The article in the data that a page's script would show: ``__NEXT_DATA__`` and its like.

Looked for only where a page shows no text. Of the objects in such data, an article is one that has
a body, and a title that is the page's own; where no object has that title, the only body there is.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy_neardup.extract.lines import squeeze, weigh

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element

__all__ = ["body_in_scripts"]

_LIMIT = 2_000_000  # characters in all scripts together
_LEAST = 300  # the weight of a body
_MOST_NODES = 50_000  # values of one page's data that are looked at
_MOST_ASSIGNED = 20  # values of one script that are tried
_BODIES = (
    "articlebody", "body", "bodyhtml", "bodytext", "content", "contenthtml", "html", "markdown",
    "text", "fulltext", "richtext", "paragraphs", "blocks", "story", "detail", "nodes", "children",
)  # fmt: skip
# And of what a body is made of in the formats of editors: Contentful, Lexical, Editor.js, Ricos.
_PARTS = frozenset((*_BODIES, "value", "json", "document", "root", "data", "textdata"))
_TITLES = ("title", "headline", "name", "subject")
_ASSIGNED = re.compile(
    r"(?:window|self|globalThis)\s*(?:\.\s*|\[\s*[\"'])\w+(?:[\"']\s*\])?\s*=\s*"
)
_PARSED = re.compile(r"JSON\s*\.\s*parse\s*\(\s*")
_decode = json.JSONDecoder(strict=False).raw_decode


class _Candidate(NamedTuple):
    titled: bool
    weight: int
    body: str


def body_in_scripts(root: _Element, titles: Sequence[str]) -> str | None:
    """The article's body in the script data under *root*, as text or HTML; None without one.

    *titles* are the page's names for itself. Data that is not JSON is passed over.
    """
    names = [name for name in map(squeeze, titles) if name]
    found: dict[str, _Candidate] = {}
    left = _LIMIT
    for script in root.iter("script"):
        text = script.text or ""
        left -= len(text)
        if left < 0:
            break
        for data in _data(text, (script.get("type") or "").lower()):
            for candidate in _candidates(data, names):
                found.setdefault(candidate.body, candidate)
    if not found:
        return None
    best = max(found.values())
    return best.body if best.titled or len(found) == 1 else None


def _data(text: str, kind: str) -> Iterator[Any]:
    """The JSON values in a script of type *kind*."""
    if kind in ("application/json", "text/json"):
        starts = [0]
    elif kind in ("", "text/javascript", "application/javascript", "module"):
        starts = [match.end() for match in islice(_ASSIGNED.finditer(text), _MOST_ASSIGNED)]
    else:
        return
    end = 0
    for start in starts:
        if start < end:  # inside of what was read
            continue
        parsed = _PARSED.match(text, start)
        start = parsed.end() if parsed else start
        while start < len(text) and text[start].isspace():
            start += 1
        if text[start : start + 1] not in ("{", "[", '"'):
            continue
        try:
            data, end = _decode(text, start)
            yield json.loads(data, strict=False) if isinstance(data, str) else data
        except (ValueError, RecursionError):
            continue  # JavaScript that is not JSON


def _candidates(data: object, names: Sequence[str]) -> Iterator[_Candidate]:
    queue: list[tuple[object, bool]] = [(data, False)]
    for count, (value, below) in enumerate(queue):
        if count >= _MOST_NODES:
            return
        if isinstance(value, list):
            queue.extend((part, below) for part in value if isinstance(part, (dict, list)))
        elif isinstance(value, dict):
            titled = below or any(
                isinstance(title, str) and _is_name(squeeze(title), names)
                for key, title in value.items()
                if key.lower() in _TITLES
            )
            body = max(
                (
                    _text_of(part)
                    for key, part in value.items()
                    if key.lower().replace("_", "") in _BODIES
                ),
                key=len,
                default="",
            )
            weight = weigh(body)
            if weight >= _LEAST:
                yield _Candidate(titled, weight, body)
            queue.extend(
                (part, titled and not isinstance(part, list))
                for part in value.values()
                if isinstance(part, (dict, list))
            )


def _is_name(title: str, names: Sequence[str]) -> bool:
    """Whether *title* is one of *names*, or most of one that has the site's name at its end."""
    return any(title in name and 2 * len(title) > len(name) for name in names)


def _text_of(value: object, depth: int = 0) -> str:
    """*value* if it is a text, else the texts in it that stand where a body's do."""
    if isinstance(value, str):
        return value
    if depth > 12:
        return ""
    if isinstance(value, list):
        return "\n".join(filter(None, (_text_of(part, depth + 1) for part in value)))
    if isinstance(value, dict):
        parts = (
            _text_of(part, depth + 1)
            for key, part in value.items()
            if key.lower().replace("_", "") in _PARTS
        )
        return max(parts, key=len, default="")
    return ""
