"""A look at a running crawl, through Scrapy's own telnet console and remote control."""

from __future__ import annotations

import re
import socket
import time

import pytest
from scrapy.utils.asyncio import run_in_thread

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.plugin.live import LiveView
from scrapy_neardup.plugin.pipeline import NearDupPipeline

from .articles import FERRY, ORCHARD, blog_page, morning_page
from .crawling import REACTOR, PageSpider

FIRST, SECOND = "http://gull.example/story", "http://attic.example/read"


def pages(site):
    return [
        site.put(FIRST, morning_page("A story", FERRY)),
        site.put(SECOND, blog_page("A story", FERRY)),
        site.put("http://gull.example/orchard", morning_page("Orchard", ORCHARD)),
    ]


class Asking(PageSpider):
    """Asks once, when it is at its last page; *ask* is called with the crawler, in a thread."""

    async def parse(self, response):
        if not self.left:
            self.answer = await run_in_thread(self.ask, self.crawler)
        for item in self.make_items(response):
            yield item


WILL, WONT, DO, DONT = b"\xfb", b"\xfc", b"\xfd", b"\xfe"
ANSWERS = {WILL: DO, WONT: DONT, DO: WILL, DONT: WONT}
NOT_SHOWN = re.compile(
    rb"\xff[\xfb-\xfe].|\xff\xfa.*?\xff\xf0|\x1b\[[0-9;?]*[a-zA-Z]|\x1bc", re.DOTALL
)
"""The protocol's commands, and the terminal's."""


class Console:
    """A client of the telnet console that reads what a person would see."""

    def __init__(self, port, password):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.read_until("Username:")
        self.write("scrapy")
        self.read_until("Password:")
        self.write(password)
        self.read_until(">>>")

    def write(self, line):
        self.connection.sendall(line.encode() + b"\r\n")

    def read_until(self, end):
        shown = b""
        while not shown.rstrip().endswith(end.encode()):
            part = self.connection.recv(4096)
            assert part, shown
            for command, option in re.findall(rb"\xff([\xfb-\xfe])(.)", part, re.DOTALL):
                self.connection.sendall(b"\xff" + ANSWERS[command] + option)
            shown = NOT_SHOWN.sub(b"", shown + part)
        return shown.decode().replace("\r", "")

    def ask(self, line):
        self.write(line)
        return self.read_until(">>>")


@pytest.mark.skipif(REACTOR == "none", reason="the telnet console needs a reactor")
def test_the_telnet_console_shows_what_was_found(site, crawl):
    def ask(crawler):
        console = crawler.get_extension(TelnetConsole)
        client = Console(console.port.getHost().port, "secret")
        try:
            return [
                client.ask(line)
                for line in (
                    "neardup",
                    "p(neardup.recent(1))",
                    "neardup.stats()['index']['articles']",
                    f"neardup.find('{SECOND}')['sources']",
                )
            ]
        finally:
            client.connection.close()

    from scrapy.extensions.telnet import TelnetConsole

    answers = []

    class AskingByTelnet(Asking):
        def ask(self, crawler):
            answers.extend(ask(crawler))

    more = {
        "TELNETCONSOLE_ENABLED": True,
        "TELNETCONSOLE_PORT": [0],
        "TELNETCONSOLE_PASSWORD": "secret",
    }
    outcome = crawl(pages(site), more, spidercls=AskingByTelnet)
    assert outcome.errors() == []
    whole, recent, articles, sources = answers
    assert "2 items judged, 1 dropped" in whole
    assert "'verdict': 'exact'" in recent
    assert f"'copies': '{FIRST}'" in recent
    assert "\n1\n" in articles
    assert f"['{FIRST}']" in sources


def test_the_pipeline_has_a_view_that_changes_nothing(site, crawl):
    seen = []

    class AskingThePipeline(Asking):
        def ask(self, crawler):
            live = crawler.get_item_pipeline(NearDupPipeline).live
            assert isinstance(live, LiveView)
            before = live.stats()
            seen.append(live.query("\n".join(FERRY)))
            seen.append(live.query("Nothing that anybody has written so far."))
            seen.append(live.find(SECOND))
            assert live.find(f"{SECOND}#comments") == seen[-1]
            seen.append(live.find("http://nowhere.example/"))
            seen.append([one["url"] for one in live.recent()])
            seen.append([one["action"] for one in live.recent(1)])
            assert live.stats() == before

    crawl(pages(site), spidercls=AskingThePipeline)
    known, unknown, found, nowhere, urls, actions = seen
    assert (known["verdict"], known["match_url"]) == ("exact", FIRST)
    assert unknown["verdict"] == "too_short"
    assert (found["kind"], found["sources"], found["original"]) == ("exact", [FIRST], None)
    assert nowhere is None
    assert urls == [SECOND, FIRST]
    assert actions == ["dropped"]


def test_the_index_can_be_asked_before_the_first_page(site, crawl):
    asked = []

    class AskingEarly(PageSpider):
        async def start(self):
            live = self.crawler.get_item_pipeline(NearDupPipeline).live
            asked.append(live.stats())
            assert "0 items judged" in repr(live)
            asked.append(live.query("text")["verdict"])
            for page in pages(site)[:1]:
                yield self.request(page)

    outcome = crawl([], spidercls=AskingEarly)
    assert outcome.errors() == []
    assert asked[0]["index"]["articles"] == 0
    assert asked[1] == "too_short"


def test_after_the_crawl_there_is_no_index(site, crawl):
    outcome = crawl(pages(site))
    live = outcome.crawler.get_item_pipeline(NearDupPipeline).live
    assert live.stats()["index"] is None
    with pytest.raises(NearDupError, match="no index is open"):
        live.query("text")


def asked_live(crawl, pages, more, *queries):
    """The verdicts of the live view on *queries*, each a dict of arguments, at the last page."""
    verdicts = []

    class AskingThePipeline(Asking):
        def ask(self, crawler):
            live = crawler.get_item_pipeline(NearDupPipeline).live
            verdicts.extend(live.query(**query)["verdict"] for query in queries)

    crawl(pages, more, spidercls=AskingThePipeline)
    return verdicts


TEXT = "\n".join(FERRY)
HERE = {"text": TEXT, "url": "http://gull.example/other"}
ELSEWHERE = {"text": TEXT, "url": SECOND}
NOWHERE = {"text": TEXT}


@pytest.mark.parametrize(
    ("more", "verdicts"),
    [
        ({}, ["exact", "exact", "exact"]),
        ({"NEARDUP_COMPARE": "other_hosts"}, ["new", "exact", "exact"]),
        (
            {"NEARDUP_KEEP": "preferred_hosts", "NEARDUP_PREFERRED_HOSTS": ["attic.example"]},
            ["exact", "original", "exact"],
        ),
    ],
)
def test_a_query_goes_by_the_settings_of_the_crawl(site, crawl, more, verdicts):
    first, _, last = pages(site)
    asked = asked_live(crawl, [first, last], more, HERE, ELSEWHERE, NOWHERE)
    assert asked == verdicts


def test_a_query_is_compared_within_the_window_only(site, crawl):
    crawl(pages(site))
    # Times are kept in whole seconds.
    time.sleep(2.1)
    assert asked_live(crawl, pages(site), {"NEARDUP_WINDOW": "1s"}, NOWHERE) == ["new"]
