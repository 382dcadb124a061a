"""Pages made to harm: bounded work, bounded records, nothing forged, nothing out of bounds."""

from __future__ import annotations

import logging
import os
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.settings import Settings
from scrapy.statscollectors import StatsCollector

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.fingerprints.normalize import MAX_CHARACTERS
from scrapy_neardup.core.index import matcher
from scrapy_neardup.core.index.record import MAX_NAME, Record
from scrapy_neardup.core.postings.posting import split
from scrapy_neardup.core.stores import memory
from scrapy_neardup.core.stores.store import BUCKET_CAP
from scrapy_neardup.plugin.items import ItemReader
from scrapy_neardup.plugin.settings import NearDupSettings

from .stories import story, story_page

# Long enough that what takes n squared steps takes hours.
LONG = 200_000
PATHOLOGICAL = {
    "one word and a Greek letter": "a" * LONG + " α",
    "one word of two scripts": "aα" * (LONG // 2),
    "combining marks": "a" + "\u0301\u0323" * (LONG // 2),
    "ligatures of 18 characters": "\ufdfa" * LONG,
    "one Chinese character": "的" * LONG,
    "conjoining jamo": "\u1112\u1161\u11ab" * (LONG // 3),
    "lone surrogates": "\ud800" * LONG,
    "control characters": "\x00\x1b\x9b\r" * (LONG // 4),
    "direction marks": "\u202e\u2066\u200f" * (LONG // 3),
    "digits and commas": "1,1." * (LONG // 4),
    "letters that fold to two": "İß" * (LONG // 2),
    "emoji joined without end": "👩\u200d" * (LONG // 2),
    "private and unassigned": "\ue000\U0010ffff\u0378" * (LONG // 3),
    "blanks": " \t\n\u3000\u2028" * (LONG // 5),
    "blanks before a letter": " \t\n\u3000\u2028" * (LONG // 5) + "a",
}
_scrambled = random.Random(1)
PATHOLOGICAL["any code points"] = "".join(
    chr(_scrambled.randrange(0x110000)) for _ in range(LONG // 3)
)
MARKUP = [
    "<script",
    "<script>",
    "<script ='",
    '<script =""="',
    "<script></script",
    "<style><script>",
    "<!--",
    "<?xml ",
    "<",
    "<p",
    "<p ",
    '<p a=""b="',
    "<p ='' ='",
    "<p = ",
    "</p ",
    "&",
    "&#9",
]


@pytest.fixture
def index(tmp_path):
    with NearDupIndex.open(tmp_path / "index") as opened:
        yield opened


def sizes(index: NearDupIndex) -> list[int]:
    return [len(record.to_bytes()) for record in index.records()]


@pytest.mark.parametrize("text", PATHOLOGICAL.values(), ids=PATHOLOGICAL)
def test_any_text_is_judged_in_bounded_time_and_space(index, text):
    kind = index.check_and_add(Document("a", text)).kind
    again = index.check(Document("b", text)).kind
    if kind is Kind.NO_TEXT:
        assert again is Kind.NO_TEXT
    else:
        # A letter with marks without end is a single letter.
        enough = index.fingerprinter(text).length >= index.thresholds.length
        assert again is (Kind.EXACT if enough else Kind.TOO_SHORT)
        assert max(sizes(index)) < 4096


@pytest.fixture(scope="module")
def reader():
    settings = NearDupSettings.from_settings(Settings({"NEARDUP_TEXT_FIELDS": ["text"]}))
    return ItemReader(settings, StatsCollector(Crawler(Spider, {})))


@pytest.mark.parametrize("text", PATHOLOGICAL.values(), ids=PATHOLOGICAL)
def test_any_text_of_an_item_is_read_in_bounded_time(reader, text):
    assert reader.text({"text": text}) == (text if text.strip() else None)
    for html in (f"<p>{text}", f"{text}</p>"):
        assert (reader.text({"text": html}) or "").strip() == text.strip()


@pytest.mark.parametrize("unit", MARKUP)
@pytest.mark.parametrize("before", ["", " </p>", "<!-- -->", "\ufeff"])
def test_any_markup_of_an_item_is_read_in_bounded_time(reader, before, unit):
    text = before + unit * (LONG // len(unit))
    assert len(reader.text({"text": text}) or "") <= len(text)


def test_a_reference_to_a_character_of_thousands_of_digits_costs_no_item(reader):
    assert reader.text({"text": f"<p>one&#{'9' * LONG};&#0065;</p>"}).strip() == "oneA"


def test_a_text_of_ten_megabytes_is_judged_by_its_first_million_characters(index):
    text = " ".join(story(number) for number in range(200)) * 80
    assert len(text) > 10_000_000
    index.check_and_add(Document("whole", text))
    verdict = index.check(Document("start", text[:MAX_CHARACTERS]))
    assert verdict.match.id == "whole"
    assert max(sizes(index)) < 16_384


def test_identical_pages_make_one_source(index):
    fingerprint = index.fingerprinter(story(1))
    pages = 1_000
    kinds = [
        index.check_and_add(Document(f"http://{number}.test/", story(1)), fingerprint).kind
        for number in range(pages)
    ]
    assert kinds[0] is Kind.NEW
    assert set(kinds[1:]) == {Kind.EXACT}
    stats = index.stats()
    assert (stats["articles"], stats["copies"]) == (1, pages - 1)
    of_text = index._documents.tables.of_digest(fingerprint.digest)
    assert _members(index, of_text) == 1


def _members(index, only):
    """How many members the bucket of the *only* posting has that are read."""
    (bucket,) = only.buckets
    return len(split(bucket, index._documents.store.members([bucket])[0]))


def test_of_pages_made_to_collide_a_query_reads_as_many_as_the_cap_of_a_bucket(index):
    fingerprint = replace(index.fingerprinter(story(1)), simhash=None, sketch=None)
    colliding = [
        replace(fingerprint, digest=b"\x5a" * 8 + number.to_bytes(8, "big"))
        for number in range(BUCKET_CAP + 50)
    ]
    for number, one in enumerate(colliding):
        index.add(Document(f"http://{number}.test/", "text"), one)
    assert len(index) == BUCKET_CAP + 50
    of_text = index._documents.tables.of_digest(colliding[0].digest)
    assert _members(index, of_text) == BUCKET_CAP
    assert index.check(Document("copy", "text"), colliding[7]).match.id == "http://7.test/"
    # Known by its id all the same, only its copies are not.
    assert index.check(Document("http://4140.test/", "text"), colliding[4140]).kind is (
        Kind.UNCHANGED
    )
    assert index.check(Document("copy", "text"), colliding[4140]).match is None


def test_passages_that_a_crowd_of_pages_quotes_hide_no_article(monkeypatch):
    index = NearDupIndex.in_memory()
    cap = 20
    members = memory.MemoryStore.members

    def few_members(store, buckets, *, cap=cap, most=None):
        return members(store, buckets, cap=min(cap, 20), most=most)

    monkeypatch.setattr(memory.MemoryStore, "members", few_members)
    victim = story("victim", 20)
    for number, passage in enumerate(victim.split("\n") * 40):
        page = Document(f"http://{number}.test/", f"{story(f'own {number}', 2)}\n{passage}")
        assert index.check_and_add(page).kind is Kind.NEW
    store = index._documents.store
    crowd = Counter(bucket for bucket, _ in store.postings())
    crowded = [bucket for bucket, members in crowd.items() if members > cap]
    assert len(crowded) > 10
    assert {
        len(split(bucket, packed))
        for bucket, packed in zip(crowded, store.members(crowded), strict=True)
    } == {cap}
    assert index.check_and_add(Document("victim", victim)).kind is Kind.NEW
    assert index.check(Document("copy", victim)).kind is Kind.EXACT
    edited = victim.split("\n")
    edited[::10] = [story(f"edit {number}", 1) for number in range(2)]
    assert index.check(Document("copy", "\n".join(edited))).match.id == "victim"
    assert index.stats()["candidates_max"] <= 2 * cap


def test_a_query_reads_no_more_records_than_its_cap(index, monkeypatch):
    fingerprint = replace(index.fingerprinter(story(1)), sketch=None)
    many = 4 * matcher.MAX_CANDIDATES
    for number in range(many):
        own = replace(fingerprint, digest=number.to_bytes(16, "big"))
        index.add(Document(f"http://{number}.test/", "text"), own)
    read = []
    from_bytes = Record.from_bytes
    monkeypatch.setattr(Record, "from_bytes", lambda *given: read.append(1) or from_bytes(*given))
    index.check(Document("copy", "text"), fingerprint)
    assert len(read) <= matcher.MAX_CANDIDATES


def test_a_url_of_100_kb_is_stored_by_its_start_and_its_hash(index):
    long = "http://a.test/" + "x" * 100_000
    for number in range(3):
        index.check_and_add(Document(f"{long}{number}", story(number), url=f"{long}{number}"))
    assert len(index) == 3
    assert max(sizes(index)) < 4 * MAX_NAME
    assert index.check(Document(f"{long}1", story(1), url=f"{long}1")).kind is Kind.UNCHANGED
    match = index.check(Document("copy", story(2))).match
    assert len(match.id) == len(match.url) == MAX_NAME
    assert match.id.startswith("http://a.test/xxx")
    assert f"{long}0" in index
    assert match.id in index
    assert index.remove(f"{long}0")
    assert {record.host for record in index.records()} == {"a.test"}


@pytest.mark.parametrize(
    "published",
    [
        datetime.min,
        datetime.max,
        datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
        datetime.max.replace(tzinfo=timezone(-timedelta(hours=14))),
        datetime(2024, 3, 10, 2, 30, fold=1),
    ],
)
def test_any_date_is_taken(index, published):
    index.check_and_add(Document("a", story(1), published=published))
    assert index.check(Document("b", story(1))).kind is Kind.EXACT


@pytest.mark.parametrize("name", ["\0", "\ud800", "http://[", "http://a.test/\x1b[2J\n"])
def test_any_name_is_taken(index, name):
    index.check_and_add(Document(name, story(1), url=name))
    assert index.check(Document(name, story(1), url=name)).kind is Kind.UNCHANGED
    assert index.check(Document("copy", story(1))).match.id == name
    assert index.remove(name)


@pytest.mark.parametrize(
    "name",
    [
        "../../escape",
        "/etc",
        "..",
        ".",
        "a/b",
        "a\\..\\b",
        "~root",
        "$HOME",
        "\n",
        "\x1b[2J",
        "con:",
    ],
)
@pytest.mark.parametrize("by", ["scope", "spider"])
def test_no_name_leads_out_of_the_directory(tmp_path, name, by):
    scope = {"NEARDUP_SCOPE": name} if by == "scope" and name.strip() else {}
    settings = NearDupSettings.from_settings(Settings({"NEARDUP_DIR": str(tmp_path), **scope}))
    directory = Path(settings.index_location(name))
    assert directory.parent == tmp_path
    assert directory.resolve().parent == tmp_path
    assert directory.name.isprintable()


FORGED = "http://a.test/\r\n2024-01-01 [scrapy] ERROR: forged\x1b[2J\x9b31m\u202e\u2028"


def test_a_page_cant_forge_log_lines(crawl, site):
    pages = [site.put(f"http://a.test/{number}", story_page(1)) for number in range(3)]
    outcome = crawl(
        pages,
        {"LOG_FORMATTER": "scrapy_neardup.plugin.log.NearDupLogFormatter"},
        make_items=lambda response: [{"url": FORGED + response.url, "text": story(1)}],
    )
    assert outcome.kinds == ["new", "exact", "exact"]
    ours = [
        record.getMessage()
        for record in outcome.log
        if record.name.startswith("scrapy_neardup") or "Near-duplicate" in record.getMessage()
    ]
    assert any("forged" in line for line in ours)
    for line in ours:
        assert line.isprintable(), line
        assert len(line) < 1200


def test_hostile_pages_pass_through_a_crawl_judged(crawl, site):
    texts = ["x" * 10_000_000, *PATHOLOGICAL.values(), story(1)]
    pages = [
        site.put(f"http://a.test/{number}", story_page(number)) for number in range(len(texts))
    ]
    outcome = crawl(
        pages,
        {"LOG_LEVEL": logging.INFO},
        make_items=lambda response: [
            {
                "url": f"{response.url}?{'y' * 100_000}",
                "text": texts[int(response.url.rsplit("/", 1)[1])],
            }
        ],
    )
    assert outcome.reason == "finished"
    assert outcome.stat("unjudged") is None
    assert outcome.stat("checked") == len(texts)
    assert outcome.errors() == []
    assert outcome.urls[-1].startswith(pages[-1])


def test_the_index_directory_may_have_a_name_of_bytes_that_are_no_text(tmp_path):
    name = os.fsdecode(b"index-\xff\xfe")
    with NearDupIndex.open(tmp_path / name) as index:
        index.add(Document("a", story(1)))
    with NearDupIndex.open(tmp_path / name) as index:
        assert "a" in index
