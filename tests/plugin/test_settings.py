"""The add-on puts the parts in place; wrong settings stop the crawl before it starts."""

from __future__ import annotations

import argparse
import logging
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scrapy.settings import Settings

import scrapy_neardup
from scrapy_neardup.commands.neardup import Command
from scrapy_neardup.plugin.articles import ArticleMiddleware
from scrapy_neardup.plugin.binding import BindingMiddleware, OriginPipeline
from scrapy_neardup.plugin.exceptions import SettingsError
from scrapy_neardup.plugin.pipeline import NearDupPipeline
from scrapy_neardup.plugin.setting_names import unknown_settings
from scrapy_neardup.plugin.settings import NearDupSettings, setting_names

from .articles import FERRY, LIGHTHOUSE, blog_page, morning_page
from .crawling import PageSpider


@pytest.fixture
def pages(site):
    return [
        site.put("http://gull.example/story", morning_page("A story", FERRY)),
        site.put("http://attic.example/read", blog_page("The story again", FERRY)),
    ]


class Noting:
    """A pipeline of the user's own."""

    def process_item(self, item):
        return {**item, "noted": True}


def read(**values):
    return NearDupSettings.from_settings(Settings({"NEARDUP_DIR": "/srv/neardup", **values}))


WRONG = [
    ("NEARDUP_ACTION", "burn", "'burn': use 'drop', 'tag', 'keep'"),
    (
        "NEARDUP_ACTION",
        {"spam": "drop"},
        "unknown kind 'spam': use exact, extended, partial, repost, rewritten, spun",
    ),
    ("NEARDUP_ACTION", {"spun": "burn"}, "'burn': use 'drop', 'tag', 'keep'"),
    ("NEARDUP_ACTION", 3, "3: use 'drop', 'tag', 'keep', or a dict of kind to action"),
    ("NEARDUP_ACTION", "{broken", "'{broken': use 'drop', 'tag', 'keep'"),
    ("NEARDUP_ACTION", "{'exact': 'drop'}", 'a dict or a list is JSON: \'{"name": "value"}\''),
    ("NEARDUP_THRESHOLDS", "{'whole': 0.5}", "a dict or a list is JSON"),
    ("NEARDUP_ACTION", "", "'': use 'drop', 'tag', 'keep'"),
    ("NEARDUP_THRESHOLDS", {"whole": True}, "to a score from 0 to 1"),
    ("NEARDUP_HOST_RULES", "drop", "'drop': use a dict of host to action"),
    ("NEARDUP_HOST_RULES", {"http://a.example/": "drop"}, "use the name of a host"),
    ("NEARDUP_HOST_RULES", {"...": "keep"}, "use the name of a host"),
    ("NEARDUP_HOST_RULES", {"[a-c].example": "keep"}, "use the name of a host"),
    ("NEARDUP_HOST_RULES", {"a.example\n": "keep"}, "use the name of a host"),
    ("NEARDUP_HOST_RULES", {"a.example": "burn"}, "'a.example': 'burn': use 'drop', 'tag'"),
    ("NEARDUP_HOST_RULES", {"a.example": {"actoin": "tag"}}, "a dict of 'action' and"),
    ("NEARDUP_HOST_RULES", {"a.example": {}}, "'a.example': {}: use 'drop', 'tag'"),
    ("NEARDUP_HOST_RULES", {"a.example": {"thresholds": "lax"}}, "'a.example': 'lax': use"),
    ("NEARDUP_COMPARE", "hosts", "'hosts': use 'all' or 'other_hosts' or 'same_host'"),
    ("NEARDUP_WINDOW", "30 days", "'30 days': use seconds, or '90d'"),
    ("NEARDUP_GUARD", True, "True: use 'warn' or 'tag' or 'off'"),
    ("NEARDUP_FIELD", "", "'': use a name"),
    ("NEARDUP_SCOPE", 5, "5: use a name"),
    ("NEARDUP_DIR", "", "'': use a path"),
    ("NEARDUP_DIR", 5, "5: use a path"),
    ("NEARDUP_DIR", "http://servers", "http:// is no index"),
    ("NEARDUP_DIR", "a\0b", "use a path"),
    ("NEARDUP_DIR", "~/x", "'~/x': ~ is not expanded; use '/home/me/x'"),
    ("NEARDUP_DIR", Path("~/x"), "'~/x': ~ is not expanded; use '/home/me/x'"),
    ("NEARDUP_DIR", "~", "'~': ~ is not expanded; use '/home/me'"),
    ("NEARDUP_DIR", "leveldb:/x", "'leveldb:/x' is no URL: use 'leveldb:///x'"),
    ("NEARDUP_INDEX", "redis:/x", "redis: is no URL: use 'redis://host/0'"),
    ("NEARDUP_DIR", "sqlite:///~/x", "use 'sqlite:///home/me/x'"),
    ("NEARDUP_INDEX", "~/x", "'~/x': ~ is not expanded; use '/home/me/x'"),
    (
        "NEARDUP_INDEX",
        "leveldb:///~/x",
        "'leveldb:///~/x': ~ is not expanded; use 'leveldb:///home/",
    ),
    ("NEARDUP_SYNONYMS", ["~/words.txt"], "~ is not expanded; use '/home/me/words.txt'"),
    ("NEARDUP_DROPPED_FEED", "~/out.csv", "~ is not expanded; use '/home/me/out.csv'"),
    ("NEARDUP_DROPPED_FEED", {"~/a.csv": {"format": "csv"}}, "use '/home/me/a.csv'"),
    ("NEARDUP_TEXT_FIELDS", [1], "[1]: use a field name or a list of them"),
    ("NEARDUP_TEXT_FIELDS", "[story]", "a dict or a list is JSON"),
    ("NEARDUP_URL_FIELDS", "['link']", "a dict or a list is JSON"),
    ("NEARDUP_PREFERRED_HOSTS", "[a.example]", "a dict or a list is JSON"),
    ("NEARDUP_DROPPED_FEED", "{a.csv: {format: csv}}", "a dict or a list is JSON"),
    ("NEARDUP_TEXT_FIELDS", {"no.such.Class": "text"}, "'no.such.Class' can't be imported"),
    ("NEARDUP_TEXT_FIELDS", {"NoDots": "text"}, "'NoDots' can't be imported"),
    ("NEARDUP_TEXT_FIELDS", {"os.path.join": "text"}, "'os.path.join' is no class"),
    ("NEARDUP_TEXT_FIELDS", {dict: ""}, "'': use a field name or a list of them"),
    ("NEARDUP_URL_FIELDS", [], "[]: use a field name or a list of them"),
    ("NEARDUP_URL_FIELDS", 1, "1: use a field name or a list of them"),
    ("NEARDUP_EXTRACTOR", "magic", "unknown extractor 'magic'; use 'default', 'trafilatura'"),
    ("NEARDUP_EXTRACTOR", "os.path.nothing", "cannot import 'os.path.nothing'"),
    ("NEARDUP_EXTRACTOR", "os.sep", "'os.sep' is not callable"),
    ("NEARDUP_EXTRACTOR", 7, "7 is not callable"),
    ("NEARDUP_DROP_RESPONSES", "perhaps", "'perhaps': use True or False"),
    ("NEARDUP_EXPECTED_DOCUMENTS", 0, "0: use a whole number from 1 to 4294967296"),
    ("NEARDUP_EXPECTED_DOCUMENTS", "many", "'many': use a whole number from 1 to 4294967296"),
    ("NEARDUP_EXPECTED_DOCUMENTS", True, "True: use a whole number from 1 to 4294967296"),
    ("NEARDUP_EXPECTED_DOCUMENTS", 1.5, "1.5: use a whole number from 1 to 4294967296"),
    ("NEARDUP_WAIT", -1, "-1: use a number of seconds, 0 or more"),
    ("NEARDUP_WAIT", "nan", "'nan': use a number of seconds, 0 or more"),
    ("NEARDUP_WAIT", "soon", "'soon': use a number of seconds, 0 or more"),
    ("NEARDUP_WAIT", 10**400, "0: use a number of seconds, 0 or more"),
    ("NEARDUP_WAIT", True, "True: use a number of seconds, 0 or more"),
    ("NEARDUP_ON_LOCKED", "panic", "'panic': use 'close' or 'wait' or 'snapshot' or 'pass'"),
    ("NEARDUP_ON_LOCKED", ["wait"], "['wait']: use 'close' or 'wait' or 'snapshot' or 'pass'"),
    ("NEARDUP_ON_ERROR", "wait", "'wait': use 'close' or 'pass'"),
    ("NEARDUP_SYNC", "always", "'always': use 'interval' or 'document' or 'never'"),
    ("NEARDUP_TTL", "soon", "'soon': use seconds, or '90d', '12h', '30m'; 0 keeps for ever"),
    ("NEARDUP_WINDOW", "soon", "'30m'; 0 compares with all that the index has"),
    ("NEARDUP_REWRITTEN_WINDOW", -5, "'30m'; 0 compares with all that the index has"),
    ("NEARDUP_TTL", -5, "-5: use seconds"),
    ("NEARDUP_TTL", 30, "30: use '30d' for days, '30s' for seconds"),
    ("NEARDUP_WINDOW", "7", "'7': use '7d' for days, '7s' for seconds"),
    ("NEARDUP_TTL", 10**400, "0: use seconds"),
    ("NEARDUP_TTL", "1e308d", "'1e308d': use seconds"),
    ("NEARDUP_TTL", True, "True: use seconds"),
    ("NEARDUP_READONLY", "perhaps", "'perhaps': use True or False"),
    ("NEARDUP_READONLY", 2, "2: use True or False"),
    ("NEARDUP_READONLY", 0.5, "0.5: use True or False"),
    ("NEARDUP_REWRITTEN", "2", "'2': use True or False"),
    ("NEARDUP_REWRITTEN", "", "'': use True or False"),
    ("NEARDUP_KEEP", "best", "'best': use 'first_seen' or 'earliest_published' or 'preferred_"),
    ("NEARDUP_PREFERRED_HOSTS", ["http://a.example/"], "use a list of host names"),
    ("NEARDUP_PREFERRED_HOSTS", 3, "3: use a list of host names"),
    ("NEARDUP_PREFERRED_HOSTS", "a.example:80", "use a list of host names"),
    ("NEARDUP_KEEP_COPIES", -1, "-1: use a whole number from 0 to 65535"),
    ("NEARDUP_AUDIT", "1/10", "'1/10': use a whole number from 0 to"),
    ("NEARDUP_LOG_LEVEL", "LOUD", "'LOUD': use a log level such as 'INFO' or 'DEBUG'"),
    ("NEARDUP_MAX_DISTANCE", 9, "9: use a whole number from 1 to 6"),
    ("NEARDUP_MAX_DISTANCE", "three", "'three': use a whole number from 1 to 6"),
    ("NEARDUP_SIMHASH_TABLES", 7, "7 with NEARDUP_MAX_DISTANCE 3: use 4, 10"),
    ("NEARDUP_SIMHASH_TABLES", 10.9, "10.9 with NEARDUP_MAX_DISTANCE 3: use 4, 10"),
    ("NEARDUP_SIMHASH_TABLES", True, "True with NEARDUP_MAX_DISTANCE 3: use 4, 10"),
    ("NEARDUP_SEGMENTER", "scissors", "'scissors': use"),
    ("NEARDUP_SEGMENTER", ["jieba"], "['jieba']: use"),
    ("NEARDUP_SYNONYMS", "no-such-file.txt", "can't be read as a UTF-8 file of synonyms"),
    ("NEARDUP_SYNONYMS", {"a": 1}, "use a path or a list of paths"),
]


@pytest.mark.parametrize(("name", "value", "remedy"), WRONG)
def test_a_wrong_value_is_named_with_what_is_allowed(name, value, remedy, monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    with pytest.raises(SettingsError) as caught:
        read(**{name: value})
    (problem,) = str(caught.value).split("\n")
    assert problem.startswith(f"{name} is wrong: ")
    assert remedy in problem
    assert problem.count(name) == 1


def test_all_wrong_values_are_named_at_once():
    with pytest.raises(SettingsError) as caught:
        read(NEARDUP_ACTION="burn", NEARDUP_WAIT=-1, NEARDUP_MAX_DISTANCE=0)
    assert {line.split()[0] for line in str(caught.value).split("\n")} == {
        "NEARDUP_ACTION",
        "NEARDUP_WAIT",
        "NEARDUP_MAX_DISTANCE",
    }


def test_strings_from_the_command_line_are_understood():
    chosen = read(
        NEARDUP_ACTION='{"spun": "tag", "exact": "drop"}',
        NEARDUP_MAX_DISTANCE="4",
        NEARDUP_WAIT="2.5",
        NEARDUP_TTL="90d",
        NEARDUP_READONLY="1",
        NEARDUP_DROP_RESPONSES="0",
        NEARDUP_LOG_LEVEL="debug",
        NEARDUP_TEXT_FIELDS="wording",
        NEARDUP_URL_FIELDS="link",
    )
    assert {kind.value: action.value for kind, action in chosen.actions.by_kind.items()} == {
        "spun": "tag",
        "exact": "drop",
    }
    assert chosen.scheme.max_distance == 4
    assert chosen.wait == 2.5
    assert chosen.ttl == chosen.thresholds.ttl == 90 * 86400
    assert (chosen.readonly, chosen.drop_responses) == (True, False)
    assert chosen.log_level == 10
    assert chosen.text_fields == ((None, ("wording",)),)
    assert chosen.url_fields == ("link",)


@pytest.mark.parametrize(("given", "level"), [("15", 15), (15, 15), (" 10 ", 10), ("Info", 20)])
def test_a_log_level_is_a_number_or_a_name(given, level):
    assert read(NEARDUP_LOG_LEVEL=given).log_level == level


UNKNOWN = [
    ("NEARDUP_ACTON", "NEARDUP_ACTION"),
    ("NEARDUP_ACTIONS", "NEARDUP_ACTION"),
    ("NEARDUP_ONLOCKED", "NEARDUP_ON_LOCKED"),
    ("NEARDUP_KEEPTEXT", "NEARDUP_KEEP_TEXT"),
    ("NEARDUP_TRESHOLDS", "NEARDUP_THRESHOLDS"),
    ("NEARDUP_TEXT_FIELD", "NEARDUP_TEXT_FIELDS"),
    ("NEARDUP_ENABLE", "NEARDUP_ENABLED"),
    ("NearDup_Action", "NEARDUP_ACTION"),
    ("NEARDUP_DRI", "NEARDUP_DIR"),
    ("NEARDUP_DOR", "NEARDUP_DIR"),
    ("NEARDUP_TLT", "NEARDUP_TTL"),
]


@pytest.mark.parametrize(("name", "meant"), UNKNOWN)
def test_a_misspelled_setting_is_refused_with_the_name_that_was_meant(name, meant):
    with pytest.raises(SettingsError) as caught:
        read(**{name: "tag"})
    assert str(caught.value) == f"{name} is no setting: did you mean {meant}?"


@pytest.mark.parametrize("name", ["NEARDUP_RETENTION_OFFICER", "NEARDUP_BUCKET_OWNER"])
def test_a_setting_like_none_of_the_plugins_is_told_and_ignored(crawl, pages, name):
    outcome = crawl(pages, {name: "x"})
    assert outcome.copy_urls == [pages[1]]
    (warning,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert warning == f"{name} is no setting of this version and is ignored"


def test_a_crawl_without_the_pipeline_that_judges_is_warned_once(crawl, pages):
    off = {"scrapy_neardup.plugin.pipeline.NearDupPipeline": None}
    outcome = crawl(pages, {"ITEM_PIPELINES": off})
    assert outcome.urls == pages
    (warning,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert warning.startswith("Nothing is judged: NearDupPipeline is not among the ITEM_PIPELINES")
    assert outcome.stat("checked") is None


def test_a_setting_that_was_removed_is_told_and_ignored(crawl, pages):
    outcome = crawl(pages, {"NEARDUP_WORKERS": 2})
    assert outcome.copy_urls == [pages[1]]
    (warning,) = outcome.lines(logging.WARNING, "scrapy_neardup")
    assert warning.startswith("NEARDUP_WORKERS was removed")


def test_every_known_setting_is_known_by_its_own_name():
    names = setting_names()
    assert {"NEARDUP_ENABLED", "NEARDUP_INDEX", "NEARDUP_DIR", "NEARDUP_ACTION"} <= names
    assert unknown_settings(names, names) == ([], [])
    for name in names:
        for other in names - {name}:
            assert unknown_settings([name], {other}) != ([], [])


def test_settings_of_others_are_nobodys_business():
    assert read(NEAR_DUPLICATES="x", DUPEFILTER_DEBUG=True, MY_NEARDUP_ACTION=1).remarks == ()


def test_preferred_hosts_without_the_rule_that_uses_them_are_told():
    (remark,) = read(NEARDUP_PREFERRED_HOSTS=["a.example"]).remarks
    assert remark == (
        "NEARDUP_PREFERRED_HOSTS has no effect: set NEARDUP_KEEP to 'preferred_hosts', it is "
        "'first_seen'"
    )
    chosen = read(NEARDUP_PREFERRED_HOSTS=["a.example"], NEARDUP_KEEP="preferred_hosts")
    assert chosen.remarks == ()


def test_an_action_for_rewritten_copies_that_are_not_looked_for_is_told():
    action = {"spun": "drop", "rewritten": "drop"}
    (remark,) = read(NEARDUP_ACTION=action, NEARDUP_REWRITTEN=False).remarks
    assert "no effect on copies that are not known: NEARDUP_REWRITTEN is off" in remark
    assert read(NEARDUP_ACTION=action).remarks == ()
    assert read(NEARDUP_ACTION="drop", NEARDUP_REWRITTEN=False).remarks == ()


@pytest.mark.parametrize(
    ("settings", "whose"),
    [
        ({"NEARDUP_FIELD": "text"}, "NEARDUP_TEXT_FIELDS"),
        ({"NEARDUP_FIELD": "story", "NEARDUP_TEXT_FIELDS": ["story"]}, "NEARDUP_TEXT_FIELDS"),
        ({"NEARDUP_FIELD": "link"}, "NEARDUP_URL_FIELDS"),
        ({"NEARDUP_FIELD": "title"}, "articles' titles"),
    ],
)
def test_tags_never_go_where_an_item_has_what_it_is_judged_by(settings, whose):
    with pytest.raises(SettingsError) as caught:
        read(**settings)
    assert str(caught.value) == (
        f"NEARDUP_FIELD is wrong: tags would overwrite {settings['NEARDUP_FIELD']!r}, a field of "
        f"{whose}: name a field of its own"
    )


@pytest.mark.parametrize(
    ("index", "base"),
    [
        ("/srv/other", Path("/srv/other")),
        ("leveldb:///srv/other", "leveldb:///srv/other"),
        ("sqlite:///srv/other", "sqlite:///srv/other"),
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
    ],
)
def test_an_index_is_below_a_directory_or_a_url(index, base):
    assert read(NEARDUP_INDEX=index).base == base
    assert read().base == Path("/srv/neardup")


@pytest.mark.parametrize(
    ("index", "remedy"),
    [
        ("", "'': use a path"),
        (7, "7: use a path"),
        ("sqlite://neardup", "use an absolute path after sqlite://, such as sqlite:///srv/"),
        ("leveldb://", "use an absolute path after leveldb://, such as leveldb:///srv/"),
        ("http://gull.example/", "http:// is no index: use a directory, leveldb://"),
        ("redis://127.0.0.1/0?patience=soon", "use seconds, from 0.001 to 1000000000"),
        ("redis://127.0.0.1/0?socket_timeout=-1", "use seconds, from 0.001 to 1000000000"),
    ],
)
def test_a_wrong_index_is_named_with_what_is_allowed(index, remedy):
    with pytest.raises(SettingsError) as caught:
        read(NEARDUP_INDEX=index)
    (problem,) = str(caught.value).split("\n")
    assert problem.startswith("NEARDUP_INDEX is wrong: ")
    assert remedy in problem


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("drop", "copies are dropped"),
        ("tag", "copies are tagged"),
        ({"spun": "tag"}, "copies are tagged if spun, kept if exact or partial or repost"),
        (
            {"exact": "drop", "unchanged": "tag"},
            "copies are dropped if exact, kept if partial or repost or spun, unchanged tagged",
        ),
    ],
)
def test_actions_can_be_said_in_words(action, words):
    assert str(read(NEARDUP_ACTION=action).actions) == words


@pytest.mark.leveldb
def test_an_engine_url_names_the_directory_of_each_index(crawl, pages, tmp_path):
    crawl(pages[:1], {"NEARDUP_INDEX": f"leveldb://{tmp_path}/elsewhere"})
    outcome = crawl(pages[1:], {"NEARDUP_INDEX": f"{tmp_path}/elsewhere"})
    assert outcome.copy_urls == pages[1:]
    assert [path.name for path in tmp_path.iterdir()] == ["elsewhere"]


def test_preferring_hosts_takes_a_list_of_them():
    with pytest.raises(SettingsError, match="NEARDUP_PREFERRED_HOSTS is wrong: empty"):
        read(NEARDUP_KEEP="preferred_hosts")
    chosen = read(NEARDUP_KEEP="preferred_hosts", NEARDUP_PREFERRED_HOSTS="A.example, b.example")
    assert chosen.policy.preferred_hosts == ("a.example", "b.example")


@pytest.mark.parametrize("text", ["a, b", '["a", "b"]'])
def test_several_fields_may_be_named_on_the_command_line(text):
    assert read(NEARDUP_TEXT_FIELDS=text).text_fields == ((None, ("a", "b")),)
    assert read(NEARDUP_URL_FIELDS=text).url_fields == ("a", "b")


def directory_of(name, tmp_path):
    chosen = read(NEARDUP_DIR=str(tmp_path))
    return Path(chosen.index_location(name))


@pytest.mark.parametrize("name", ["..", ".", "a/b", "../../etc", "新闻", "a b\n"])
def test_an_index_is_always_one_directory_below_its_setting(name, tmp_path):
    chosen = read(NEARDUP_DIR=str(tmp_path), NEARDUP_SCOPE=name)
    assert Path(chosen.index_location("spider")).parent == tmp_path.resolve()
    assert directory_of(name, tmp_path).parent == tmp_path.resolve()


@pytest.mark.parametrize("name", ["news", "新闻", "Nachrichten_täglich-2.0", "a.b", ".hidden"])
def test_a_plain_name_is_the_name_of_its_directory(name, tmp_path):
    assert directory_of(name, tmp_path).name == name


ODD = "a_ /\\.%:\0\x1b\n~$*?25FĀ新\u0301\ud800😀{}"


@given(st.lists(st.text(ODD, min_size=1, max_size=6), min_size=2, max_size=2, unique=True))
@example(["a/b", "a_b"])
@example(["a/b", "a%2Fb"])
@example(["..", "_.."])
@example(["..", "%2E%2E"])
@example([".", ".."])
def test_two_names_never_share_a_directory(names):
    base = Path("/srv/neardup")
    one, other = (directory_of(name, base) for name in names)
    assert one != other
    for directory in (one, other):
        assert directory.parent == base
        assert directory.name.isprintable()
        assert directory.name not in (".", "..")
        directory.name.encode()


def test_a_name_too_long_for_a_directory_stops_the_crawl_before_it_starts(site, crawl, pages):
    class Long(PageSpider):
        name = "长" * 86

    with pytest.raises(
        SettingsError, match=r"the spider's name is wrong: '长.* 258 bytes; use 1 to"
    ):
        crawl(pages, spidercls=Long)
    with pytest.raises(
        SettingsError, match=r"NEARDUP_SCOPE is wrong: 'x.* 256 bytes; use 1 to 255$"
    ):
        crawl(pages, {"NEARDUP_SCOPE": "x" * 256}, spidercls=Long)
    assert site.asked == []
    outcome = crawl(pages, {"NEARDUP_SCOPE": "长" * 85}, spidercls=Long)
    assert outcome.kinds == ["new", "exact"]


def test_wrong_settings_stop_the_crawl_before_it_starts(site, crawl, pages, tmp_path):
    with pytest.raises(SettingsError, match="NEARDUP_ACTION is wrong: 'burn'"):
        crawl(pages, {"NEARDUP_ACTION": "burn"})
    assert site.asked == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("missing", ["fcntl", "resource"])
def test_windows_is_told_of_in_one_sentence(monkeypatch, capsys, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    sentence = "scrapy-neardup runs on Linux and macOS; on Windows, run it in WSL"
    for name in ("Addon", "NearDupIndex"):
        with pytest.raises(ImportError, match=f"^{sentence}$"):
            getattr(scrapy_neardup, name)
    with pytest.raises(SystemExit):
        Command().add_options(argparse.ArgumentParser())
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("value", ["perhaps", 2])
def test_a_wrong_switch_is_named(crawl, pages, value):
    with pytest.raises(SettingsError, match=f"NEARDUP_ENABLED is wrong: {value!r}: use True or"):
        crawl(pages, {"NEARDUP_ENABLED": value})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((value, True) for value in (True, 1, "1", "True", "true")),
        *((value, False) for value in (False, 0, "0", "False", "false", None)),
    ],
)
def test_a_flag_is_on_or_off(value, expected):
    assert read(NEARDUP_KEEP_TEXT=value).keep_text is expected


@pytest.mark.parametrize("tables", [20, "20", " 20 "])
def test_a_number_of_tables_may_be_written_out(tables):
    assert read(NEARDUP_SIMHASH_TABLES=tables).scheme.simhash_tables == 20


def test_the_add_on_works_although_a_spider_sets_its_own_pipelines(crawl, pages):
    class Overwriting(PageSpider):
        custom_settings = {"ITEM_PIPELINES": {Noting: 200}}  # noqa: RUF012

    outcome = crawl(pages, spidercls=Overwriting)
    assert outcome.items == [{"url": pages[0], "noted": True}]
    assert outcome.copy_urls == [pages[1]]


def test_the_parts_may_be_placed_by_hand(crawl, pages):
    path = "scrapy_neardup.plugin.pipeline.NearDupPipeline"
    outcome = crawl(pages, {"ITEM_PIPELINES": {Noting: 200, path: 100}})
    assert outcome.items == [{"url": pages[0], "noted": True}]
    assert outcome.dropped[0][0] == {"url": pages[1]}
    assert len([line for line in outcome.lines() if "Near-duplicates:" in line]) == 1


def test_the_parts_work_without_the_add_on(crawl, pages):
    by_hand = {
        "ADDONS": {},
        "DOWNLOADER_MIDDLEWARES": {ArticleMiddleware: 540},
        "SPIDER_MIDDLEWARES": {BindingMiddleware: 10},
        "ITEM_PIPELINES": {NearDupPipeline: 300},
    }
    assert crawl(pages, by_hand).copy_urls == [pages[1]]
    first = by_hand["ITEM_PIPELINES"] | {OriginPipeline: 0}
    assert crawl(pages, {**by_hand, "ITEM_PIPELINES": first}).kinds == ["unchanged"] * 2


def test_the_pipeline_alone_judges_items_by_their_own_text(crawl, pages):
    alone = {"ADDONS": {}, "ITEM_PIPELINES": {NearDupPipeline: 300}}

    def make_items(response):
        yield {"url": response.url, "text": "\n".join(LIGHTHOUSE)}

    assert crawl(pages, alone, make_items=make_items).kinds == ["new", "exact"]


@pytest.mark.parametrize(
    "part",
    [
        {"DOWNLOADER_MIDDLEWARES": {ArticleMiddleware: 540}},
        {"SPIDER_MIDDLEWARES": {BindingMiddleware: 10}},
        {"ITEM_PIPELINES": {OriginPipeline: 0}},
    ],
    ids=["reading", "binding", "origin"],
)
def test_each_other_part_alone_opens_no_index_and_lets_all_pass(crawl, pages, tmp_path, part):
    outcome = crawl(pages, {"ADDONS": {}, "NEARDUP_DROP_RESPONSES": True, **part})
    assert outcome.urls == pages
    assert outcome.errors() == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("base", "location"),
    [
        ("/srv/neardup", "/srv/neardup/news"),
        ("sqlite:///srv/neardup", "sqlite:///srv/neardup/news"),
        ("redis://127.0.0.1/0", "redis://127.0.0.1/0?prefix=neardup:news"),
        ("redis://h/0?lease=9&prefix=mine", "redis://h/0?lease=9&prefix=mine:news"),
    ],
)
def test_an_index_is_below_its_setting_whatever_keeps_it(base, location):
    assert read(NEARDUP_INDEX=base).index_location("news") == location


@pytest.mark.parametrize("off", [False, "0", "False"])
def test_the_plugin_can_be_switched_off(crawl, pages, tmp_path, off):
    outcome = crawl(pages, {"NEARDUP_ENABLED": off})
    assert outcome.urls == pages
    assert not any(name.startswith("neardup/") for name in outcome.stats)
    assert list(tmp_path.iterdir()) == []


def test_a_spider_can_switch_the_plugin_off(crawl, pages):
    class Without(PageSpider):
        custom_settings = {"NEARDUP_ENABLED": False}  # noqa: RUF012

    assert crawl(pages, spidercls=Without).urls == pages


def test_a_spider_can_switch_off_parts_placed_by_hand(crawl, pages):
    by_hand = {
        "ADDONS": {},
        "NEARDUP_ENABLED": False,
        "DOWNLOADER_MIDDLEWARES": {ArticleMiddleware: 540},
        "SPIDER_MIDDLEWARES": {BindingMiddleware: 10},
        "ITEM_PIPELINES": {OriginPipeline: 0, NearDupPipeline: 300},
    }
    assert crawl(pages, by_hand).urls == pages


def test_the_users_log_formatter_is_left_in_place(crawl, pages):
    chosen = {"LOG_FORMATTER": "scrapy.logformatter.LogFormatter"}
    outcome = crawl(pages, chosen)
    assert type(outcome.crawler.logformatter).__module__ == "scrapy.logformatter"
    assert outcome.copy_urls == [pages[1]]


def test_an_extractor_may_be_a_function(crawl, pages):
    outcome = crawl(pages, {"NEARDUP_EXTRACTOR": lambda response: response.url * 40})
    assert outcome.kinds == ["too_short", "too_short"]


def test_importing_the_package_loads_nothing_heavy():
    code = (
        "import sys, scrapy_neardup; from scrapy_neardup.plugin.addon import Addon; "
        "print(sorted({'jieba', 'rjieba', 'numpy', 'plyvel', 'opencc'} "
        "& sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
