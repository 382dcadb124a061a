"""A crawl's ``neardup/`` stats as metrics with labels, for Prometheus, StatsD and the like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PREFIX = "neardup/"
_LABELS = {
    "copies": ("host", "source_host"),
    "copies_on": ("host",),
    "distance": ("bits",),
    "extract_error": ("exception",),
    "item_error": ("item_class",),
    "judge_error": ("exception",),
    "let_through": ("why",),
    "original_changed": ("reason",),
    "pages_without_article": ("reason",),
    "tag_error": ("item_class",),
    "text_field_error": ("item_class",),
    "text_type_error": ("item_class",),
    "verdict": ("verdict",),
}
"""The labels whose values follow the name of a stat, separated by slashes. The value "other" stands
for all values that are not counted by themselves."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A metric's *name*, of ASCII letters, digits and ``_``, its *labels* and its *value*.

    All samples of a name have the same labels.
    """

    name: str
    labels: Mapping[str, str]
    value: float


def samples(stats: Mapping[str, Any]) -> Iterator[Sample]:
    """The metrics in a crawl's *stats*, as ``crawler.stats.get_stats()`` has them.

    ``neardup/verdict/exact`` is ``neardup_verdict`` with the label ``verdict="exact"``. If a total
    and its parts are both in the stats, the total keeps its name, and ``_by_`` and the first label
    are added to the name of the parts. Stats whose value is no number, and stats that are not the
    plugin's, are left out.
    """
    for stat, value in sorted(stats.items()):
        if not stat.startswith(_PREFIX) or isinstance(value, bool):
            continue
        if not isinstance(value, (int, float)):
            continue
        name, _, rest = stat.removeprefix(_PREFIX).partition("/")
        labels = _LABELS.get(name, ()) if rest else ()
        if f"{_PREFIX}{name}" in stats and labels:
            name += f"_by_{labels[0]}"
        elif rest and not labels:
            name = f"{name}_{rest}"
        given = rest.split("/", len(labels) - 1) if labels else []
        # A stat such as copies/other has one value for all labels.
        given += given[-1:] * (len(labels) - len(given))
        plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
        yield Sample(f"neardup_{plain}", dict(zip(labels, given, strict=True)), value)
