from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .articles import FERRY, ORCHARD, blog_page, morning_page
from .crawling import Crawl, Outcome, PageSpider, run_crawls
from .site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def _server() -> Iterator[Site]:
    site = Site()
    yield site
    site.stop()


@pytest.fixture
def site(_server: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The server, without pages; every http:// URL leads to it."""
    _server.pages.clear()
    _server.asked.clear()
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, _server.address)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return _server


@pytest.fixture
def pages(site: Site) -> list[str]:
    """An article, a repost of it, and another article."""
    return [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://attic.example/read", blog_page("The story again", FERRY)),
        site.put("http://gull.example/pears", morning_page("Pears", ORCHARD)),
    ]


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """The add-on, and an index of this test's own."""
    return {
        "ADDONS": {"scrapy_neardup.Addon": 500},
        "NEARDUP_DIR": str(tmp_path / "index"),
    }


@pytest.fixture
def crawl(site: Site, settings: dict[str, Any]) -> Callable[..., Outcome]:
    """Crawl pages, in order, with the add-on; settings may be given on top."""

    def run(
        pages: Any,
        more: dict[str, Any] | None = None,
        *,
        spidercls: type[PageSpider] = PageSpider,
        **arguments: Any,
    ) -> Outcome:
        crawl = Crawl({**settings, **(more or {})}, spidercls, {"pages": pages, **arguments})
        return run_crawls(crawl)[0]

    return run
