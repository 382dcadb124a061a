"""`read`: a page as the plugin reads it."""

from __future__ import annotations

import gzip
import json

import pytest

from scrapy_neardup import NearDupIndex
from scrapy_neardup.commands.web import MAX_BYTES
from scrapy_neardup.plugin.sites import SiteTemplates
from tests.extract.pages import CHINESE, ENGLISH, portal

from .running import neardup
from .test_inspecting import serving

BANNER = "本报微信公众号每天早上六点半推送要闻，欢迎读者留言。"
FLASHES = "一艘渡轮今晨六时在老渡口下水试航。"


def page(lines, *, lang="zh-CN"):
    return portal(lines).replace("<html", f'<html lang="{lang}"', 1)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page(CHINESE), "utf-8")
    return path


def read(capsys, *arguments, settings=None):
    assert neardup("read", *arguments, "--json", settings=settings) == 0
    return json.loads(capsys.readouterr().out)


def test_the_article_is_told_with_what_the_page_says_of_it(saved, capsys):
    told = read(capsys, saved, "--url", "https://news.example/a/1.html")
    assert told["url"] == "https://news.example/a/1.html"
    assert told["text"] == "\n".join(CHINESE)
    assert (told["article"], told["why_not"]) == (True, None)
    assert told["title"]
    assert told["language"] == "zh-CN"
    assert {"text": "（责任编辑：周明）", "tag": "p", "why": "a label"} in told["left_out"]


def test_people_are_told_the_same_in_words(saved, capsys):
    assert neardup("read", saved) == 0
    told = capsys.readouterr().out
    assert f"  {CHINESE[0]}\n" in told
    assert "\nText\n" in told
    assert "\nLeft out\n" in told


def test_a_page_is_fetched_as_a_crawl_would_get_it(capsys):
    body = page(CHINESE, lang="zh").encode("gb18030")
    with serving(200, body, Content_Type="text/html; charset=gb18030") as address:
        told = read(capsys, address)
    assert told["url"] == address
    assert told["text"] == "\n".join(CHINESE)


def test_an_address_may_be_written_as_browsers_show_it(capsys):
    with serving(200, page(CHINESE).encode(), Content_Type="text/html; charset=utf-8") as address:
        told = read(capsys, f"{address}/新闻?词=渡轮")
    assert told["url"] == f"{address}/%E6%96%B0%E9%97%BB?%E8%AF%8D=%E6%B8%A1%E8%BD%AE"
    assert told["text"] == "\n".join(CHINESE)


def test_a_small_answer_is_not_unpacked_beyond_what_a_page_may_have(capsys):
    body = gzip.compress(b"<p>" + bytes(MAX_BYTES))
    with serving(200, body, Content_Type="text/html", Content_Encoding="gzip") as address:
        assert neardup("read", address) == 1
    assert "has more than 16 MB" in capsys.readouterr().err


def test_an_answer_that_is_cut_off_is_told(capsys):
    body = gzip.compress(page(CHINESE).encode())[:-20]
    with serving(200, body, Content_Type="text/html", Content_Encoding="gzip") as address:
        assert neardup("read", address) == 1
    assert "can't be fetched: the gzip data ends early" in capsys.readouterr().err


def test_a_page_without_an_article_says_why(tmp_path, capsys):
    path = tmp_path / "page.html"
    path.write_text("<h1>404</h1><p>The page was not found.</p>")
    told = read(capsys, path)
    assert (told["article"], told["why_not"], told["text"]) == (False, "no_text", "")
    assert neardup("read", path) == 0
    assert "no article (no text)" in capsys.readouterr().out


def test_lines_that_the_site_repeats_are_left_out_with_an_index(tmp_path, saved, capsys):
    host = "news.example"
    saved.write_text(page([*CHINESE[:2], BANNER, *CHINESE[2:]]), "utf-8")
    with NearDupIndex.open(tmp_path / "index") as index:
        sites = SiteTemplates()
        for letter in "abcd":
            sites.learn(index, host, [BANNER, *(f"{line} {letter}" for line in ENGLISH)])
        sites.save(index)
    address = ("--url", f"https://{host}/a/1.html")
    assert BANNER in read(capsys, saved, *address)["text"]
    told = read(capsys, saved, *address, "--index", tmp_path / "index")
    assert told["text"] == "\n".join(CHINESE)
    assert [line["text"] for line in told["left_out"] if "repeats" in line["why"]] == [BANNER]


def reversed_lines(response):
    return "\n".join(reversed(response.css("p::text").getall()))


def test_the_extractor_is_that_of_the_project(saved, capsys):
    settings = {"NEARDUP_EXTRACTOR": f"{__name__}.reversed_lines"}
    told = read(capsys, saved, settings=settings)
    assert told["text"].split("\n")[-1] == CHINESE[0]
    assert told["left_out"] == []
    settings = {"NEARDUP_EXTRACTOR": "nowhere.at_all"}
    assert neardup("read", saved, settings=settings) == 1
    assert "NEARDUP_EXTRACTOR is wrong" in capsys.readouterr().err


def test_query_reads_pages_with_the_project_s_extractor_and_judges_short_ones_by_equality(
    tmp_path, saved, capsys
):
    with NearDupIndex.open(tmp_path / "index"):
        pass
    settings = {"NEARDUP_EXTRACTOR": f"{__name__}.reversed_lines"}
    command = ("query", tmp_path / "index", saved, "--json")
    assert neardup(*command, settings=settings) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "new"
    saved.write_text(page([FLASHES, FLASHES[:-1] + "，未载客。"]), "utf-8")
    assert neardup(*command) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "too_short"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("nowhere.html",), "nowhere.html: no such file; name a file"),
        (("http://127.0.0.1:1/",), "can't be fetched"),
        (("http://[::1",), "http://[::1 can't be fetched: Invalid IPv6 URL"),
        (("PAGE", "--index", "nowhere"), "nowhere is no directory"),
    ],
)
def test_bad_input_is_told(arguments, problem, saved, capsys):
    given = [saved if argument == "PAGE" else argument for argument in arguments]
    assert neardup("read", *given) == 1
    assert problem in capsys.readouterr().err


def test_an_encoding_that_python_does_not_know_is_wrong_usage(saved, capsys):
    assert neardup("read", saved, "--encoding", "klingon") == 2
    assert "--encoding: Python knows no 'klingon'" in capsys.readouterr().err
