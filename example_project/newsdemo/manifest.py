"""What the demo sites publish, and what the crawl should make of it: ``manifest.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

PROJECT_DIR = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Site:
    name: str
    language: str
    layout: str
    encoding: str = "utf-8"


@dataclass(frozen=True)
class Page:
    """One page of a site.

    ``expect`` is its outcome in a first crawl that meets originals before copies; it is ``original``
    for a page whose copy the crawl meets first. ``of`` are the stories that the page tells. A body is
    made of ``text`` (``"zh/tea"``, or ``"zh/tea:1-3"`` for some of the paragraphs; several are
    joined), or it is a fragment of HTML, or a file. A page of status 404 is linked to but not there.
    """

    id: str
    site: str
    path: str
    expect: str
    of: list[str]
    text: list[str] = field(default_factory=list)
    html: str = ""
    file: str = ""
    status: int = 200
    title: str = ""
    published: str = ""
    author: str = ""
    source: str = ""
    editor: str = ""
    lead: str = ""
    tail: list[str] = field(default_factory=list)
    edition2: dict[str, object] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://{self.site}{self.path}"


@dataclass(frozen=True)
class Manifest:
    sites: dict[str, Site]
    pages: list[Page]

    @classmethod
    def load(cls) -> Manifest:
        raw = json.loads((PROJECT_DIR / "manifest.json").read_text(encoding="utf-8"))
        return cls(
            sites={host: Site(**site) for host, site in raw["sites"].items()},
            pages=[Page(**page) for page in raw["pages"]],
        )

    def pages_of(self, host: str) -> list[Page]:
        return [page for page in self.pages if page.site == host]
