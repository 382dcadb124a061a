from __future__ import annotations

import logging
import time

import pytest
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.plugin.guard import Guard
from scrapy_neardup.plugin.queries import Query
from scrapy_neardup.plugin.session import IndexSession
from scrapy_neardup.plugin.settings import NearDupSettings
from scrapy_neardup.plugin.sites import SiteTemplates

from .articles import ADVICE, FRAUDS, portal_page

SETTINGS = Settings({"NEARDUP_DIR": "/nonexistent/neardup"})
FRAME = ["Sign up for our evening letter.", "Call the news desk with your story."]
HOST = "attic.example"


def page(number):
    thing = ["ferry", "baker", "granary", "comet", "orchard", "tram"][number % 6]
    return [
        f"The {thing} of the town is the story that this line tells, and no other page has it."
    ]


def learned(index, pages=5):
    sites = SiteTemplates()
    for number in range(pages):
        sites.learn(index, HOST, page(number) + FRAME)
    return sites


def test_lines_of_every_page_are_left_out_once_learned():
    with NearDupIndex.in_memory() as index:
        sites = learned(index)
        lines = ["A violin was found in the old theatre, and nobody knows whose it once was."]
        assert sites.strip(index, HOST, lines + FRAME) == lines
        assert sites.strip(index, "barn.example", lines + FRAME) == lines + FRAME


def test_what_was_learned_is_kept_with_the_index():
    with NearDupIndex.in_memory() as index:
        learned(index).save(index)
        lines = ["A violin was found in the old theatre, and nobody knows whose it once was."]
        assert SiteTemplates().strip(index, HOST, lines + FRAME) == lines


def test_what_was_learned_since_it_was_kept_counts():
    with NearDupIndex.in_memory() as index:
        sites = learned(index, pages=2)
        sites.save(index)
        sites.learn(index, HOST, page(2) + FRAME)
        assert sites.strip(index, HOST, page(3) + FRAME) == page(3)


def test_what_cant_be_written_is_written_the_next_time(monkeypatch):
    def fail(notes):
        raise NearDupError("the disk is full of eels")

    with NearDupIndex.in_memory() as index:
        sites = learned(index)
        monkeypatch.setattr(index, "write_notes", fail)
        with pytest.raises(NearDupError):
            sites.save(index)
        monkeypatch.undo()
        sites.save(index)
        assert SiteTemplates().strip(index, HOST, page(5) + FRAME) == page(5)

        sites.learn(index, HOST, page(5))
        monkeypatch.setattr(index, "write_notes", fail)
        with pytest.raises(NearDupError):
            sites.save(index)
        monkeypatch.undo()
        for other in OTHERS:
            sites.learn(index, other, page(0))
        # Meanwhile these have put it out of the memory.
        sites.save(index)
        assert SiteTemplates().strip(index, HOST, page(5) + FRAME) == page(5)


def test_a_minute_passes_between_saves_and_nothing_is_written_twice(monkeypatch):
    now = time.monotonic()
    with NearDupIndex.in_memory() as index:
        sites = learned(index)
        for minute in (1, 2):
            monkeypatch.setattr(time, "monotonic", lambda minute=minute: now + 61 * minute)
            assert sites.save_due
            sites.save(index)
            assert not sites.save_due
            # What has not changed needs no disk.
            monkeypatch.setattr(index, "write_notes", None)


OTHERS = [f"h{number}.example" for number in range(2500)]


def known_hosts(index):
    """Have what other hosts repeat lie in *index*."""
    kept = SiteTemplates()
    kept.learn(index, "h.example", page(0))
    kept.save(index)
    memory = index.read_note("site/h.example")
    index.write_notes([(f"site/{other}", memory) for other in OTHERS])


@pytest.mark.parametrize("how", ["learned", "read"])
def test_what_was_learned_is_saved_before_many_other_hosts_put_it_out(how):
    with NearDupIndex.in_memory() as index:
        if how == "read":
            known_hosts(index)
        sites = learned(index)
        assert not sites.save_due
        for number, other in enumerate(OTHERS):
            if how == "learned":
                sites.learn(index, other, page(number))
            else:
                sites.strip(index, other, page(number))
            if sites.save_due:
                sites.save(index)
        assert sites.strip(index, HOST, page(5) + FRAME) == page(5)


def test_nothing_is_saved_early_where_nothing_was_learned():
    with NearDupIndex.in_memory() as index:
        known_hosts(index)
        sites = SiteTemplates()
        for number, other in enumerate(OTHERS):
            sites.strip(index, other, page(number))
        assert not sites.save_due


def test_damaged_notes_are_logged_and_learned_anew(caplog):
    with NearDupIndex.in_memory() as index:
        index.write_notes([("site/" + HOST, b"\xff\x00damaged")])
        with caplog.at_level(logging.WARNING):
            assert SiteTemplates().strip(index, HOST, FRAME) == FRAME
        assert f"{HOST} is learned anew" in caplog.text


def test_a_page_of_which_little_is_left_is_judged_by_equality():
    settings = NearDupSettings.from_settings(SETTINGS)
    crawler = get_crawler()
    session = IndexSession(settings, crawler, Guard(settings.guard, crawler))
    with NearDupIndex.in_memory() as index:
        session._handle.shared.sites = learned(index)
        for repeats, short in ((1, True), (6, False)):
            lines = (*(page(1) * repeats), *FRAME)
            query = Query(Document("a", "\n".join(lines)), HOST, lines)
            prepared = session._prepare(index, query)
            assert prepared.equality_only is short
            assert prepared.text == "\n".join(page(1) * repeats)


@pytest.mark.parametrize("kept", [6, 7])
def test_what_an_extractor_takes_for_short_is_judged_by_equality_whatever_is_left(kept):
    lines = (*(page(1) * 6), FRAME[0])
    query = Query(Document("a", "\n".join(lines), equality_only=True), HOST, lines)
    assert query.without_template(lines[:kept]).equality_only


def test_a_page_that_keeps_all_lines_is_short_if_they_are_little_text():
    lines = (*page(1), *FRAME)
    query = Query(Document("a", "\n".join(lines)), HOST, lines)
    assert query.without_template(lines).equality_only


def warnings(site, name, of_case):
    return [
        site.put(f"http://{name.format(number)}/{number}", portal_page(f"警情{number}", text))
        for number, text in enumerate(map(of_case, FRAUDS))
    ]


def test_advice_under_reports_of_one_house_makes_no_copies(site, crawl):
    pages = warnings(site, "police.example", lambda case: (*case, *ADVICE))
    outcome = crawl(pages)
    assert outcome.copy_urls == []
    # Once the advice is known, it is left out, and little may be left.
    assert set(outcome.kinds) == {"new", "too_short"}


def test_parts_of_another_site_teach_nothing(site, crawl):
    pages = warnings(site, "police{}.example", lambda case: (*case, *ADVICE))
    assert set(crawl(pages[:3]).kinds[1:]) == {"partial"}


def test_an_article_that_others_go_on_with_is_not_learned(site, crawl):
    first = (*FRAUDS[0], *ADVICE)
    pages = warnings(
        site, "police.example", lambda case: first + (case if case[0] not in first else ())
    )
    assert crawl(pages).kinds == ["new", *["partial"] * 5]
