"""Somebody who has a Python with the package, a new project, and the README."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .markdown import DOCS, README, code_blocks
from .plugin.site import Site

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FAST = (
    "-s",
    "DOWNLOAD_DELAY=0",
    "-s",
    "TELNETCONSOLE_ENABLED=0",
    "-s",
    "REMOTE_CONTROL_ENABLED=0",
)


@dataclass(frozen=True)
class Crawled:
    """What a crawl printed, and the items that it left."""

    log: str
    items: list[dict[str, Any]]


def read_readme(python: Path | str, folder: Path) -> Crawled:
    """Do what the README says, word for word, in a new project below *folder*."""
    spider = next(code for code in code_blocks(README, "python") if "class NewsSpider" in code)
    line = next(code for code in code_blocks(README, "python") if code.startswith("ADDONS"))
    project = start_project(python, folder, line, spider)
    site = Site()
    try:
        for page in (DOCS / "tutorial_site").glob("*.html"):
            path = "" if page.stem == "index" else page.name
            site.put(f"http://news.example/{path}", page.read_bytes())
        return crawl(python, project, "news", http_proxy=site.address)
    finally:
        site.stop()


def start_project(python: Path | str, folder: Path, settings: str, spider: str) -> Path:
    """A new project with *settings* behind its own and one *spider*; returns its directory."""
    _run(python, ["startproject", "news"], folder)
    project = folder / "news"
    with (project / "news" / "settings.py").open("a", encoding="utf-8") as file:
        file.write("\n" + settings)
    (project / "news" / "spiders" / "news.py").write_text(spider, "utf-8")
    return project


def crawl(
    python: Path | str, project: Path, spider: str, *options: str, **environment: str
) -> Crawled:
    """Run ``scrapy crawl`` to its end; *environment* comes on top of this process's."""
    stories = project / "stories.jsonl"
    arguments = ["crawl", spider, "-O", stories.name, *FAST, *options]
    log = _run(python, arguments, project, **environment)
    items = [json.loads(line) for line in stories.read_text("utf-8").splitlines()]
    return Crawled(log, items)


def _run(python: Path | str, arguments: Sequence[str], folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(python), "-m", "scrapy", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    if done.returncode:
        raise AssertionError(f"scrapy {' '.join(arguments)} failed:\n{done.stdout}")
    return done.stdout
