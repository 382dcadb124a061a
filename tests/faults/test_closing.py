"""What a crawl leaves behind when it closes."""

from __future__ import annotations

from scrapy_neardup import NearDupIndex
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.maintenance import check_index
from scrapy_neardup.core.stores.engines import LEVELDB, default_engine, open_store

from .stories import story_page

PAGES = 6


def test_a_crawl_leaves_a_sealed_index_and_what_it_learned_of_its_sites(crawl, site, tmp_path):
    pages = [site.put(f"http://a.test/{number}", story_page(number)) for number in range(PAGES)]
    outcome = crawl(pages)
    assert outcome.errors() == []
    path = tmp_path / "index" / "pages"
    if default_engine() == LEVELDB:
        assert (path / "sealed.json").exists()
    assert check_index(path).clean
    with NearDupIndex.open(path) as index:
        assert len(index) == PAGES
        assert index.read_note("site/a.test")


def test_an_index_that_cant_be_closed_in_order_is_said_and_costs_nothing(
    crawl, site, tmp_path, monkeypatch
):
    pages = [site.put(f"http://a.test/{number}", story_page(number)) for number in range(PAGES)]
    store = open_store(tmp_path / "other")
    store.close()
    engine, close = type(store), type(store).close

    def failing(self):
        close(self)
        raise NearDupError("the disk went away")

    monkeypatch.setattr(engine, "close", failing)
    outcome = crawl(pages)
    monkeypatch.undo()
    assert outcome.reason == "finished"
    assert outcome.urls == pages
    assert outcome.stat("index_size") == PAGES
    assert outcome.errors() == ["The index is not closed in order: the disk went away"]
    assert check_index(tmp_path / "index" / "pages").clean
