from __future__ import annotations

import gzip
import io
import json
import sys
import warnings

import pytest

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.classic import token_hash, words
from scrapy_neardup.commands import comparison
from scrapy_neardup.commands.sources import begins_like_a_page
from scrapy_neardup.commands.texts import Text

from .running import article, neardup

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # an invalid escape sequence in its docstring
    from simhash import Simhash

STORY = (
    "The harbour museum opened its new wing on Saturday with a show of forty ship models. "
    "They were built over three decades by a retired pilot from the northern pier, who gave "
    "them to the town in 2019. Visitors can see 12 of them under sail in a basin of 30 metres."
)
OTHER = (
    "Farmers on both sides of Mill Lane expect few apples this year: late frost took half of all "
    "blossom, and bees stayed in their hives until May. Prices could double, says Ruth Oakes, "
    "whose family has grown russets since 1931."
)
中文 = (
    "海港博物馆星期六开放了新的展厅,展出四十件船舶模型。这些模型由北码头一位退休领航员用三十年时间"
    "制作,2019年赠送给本市。参观者可以在长30米的水池里看到其中12件扬帆航行。"
)


@pytest.fixture
def files(tmp_path):
    def make(**texts: str | bytes):
        paths = []
        for name, text in texts.items():
            path = tmp_path / name.replace("_", ".")
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            paths.append(path)
        return paths

    return make


def compare(capsys, *arguments: object) -> dict:
    assert neardup("compare", *arguments, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_an_equal_text_is_equal_by_every_measure(files, capsys):
    found = compare(capsys, *files(a=STORY, b=STORY.upper()))
    assert found["verdict"]["verdict"] == "exact"
    assert found["equal"] is True
    assert found["distance"] == 0
    assert found["imatch"] == {"equal": 11, "lexica": 11}
    for like in found["measures"].values():
        assert set(like.values()) == {1.0}
    assert len(found["passages"]) == 1
    assert found["numbers"] == {"both": ["2019", "12", "30"], "only_a": [], "only_b": []}


def test_unrelated_texts_are_unlike_by_every_measure(files, capsys):
    found = compare(capsys, *files(a=STORY, b=OTHER))
    assert found["verdict"]["verdict"] == "new"
    assert found["equal"] is False
    assert found["distance"] > 10
    assert found["imatch"]["equal"] == 0
    # English texts share most of their pairs of letters.
    assert max(found["measures"].pop("shingles of 2 characters").values()) < 0.7
    assert all(max(like.values()) < 0.25 for like in found["measures"].values())
    assert found["passages"] == []


def test_what_changed_is_told(files, capsys):
    changed = STORY.replace("retired pilot", "former captain").replace("2019", "2021")
    found = compare(capsys, *files(a=STORY, b=changed))
    assert found["words"]["only_a"] == ["retired", "pilot"]
    assert found["words"]["only_b"] == ["former", "captain"]
    assert found["numbers"] == {"both": ["12", "30"], "only_a": ["2019"], "only_b": ["2021"]}
    assert found["passages"][0].startswith("the harbour museum opened")
    assert 0.5 < found["measures"]["words"]["jaccard"] < 1


def test_numbers_in_characters_are_no_numbers_in_figures(files, capsys):
    texts = files(a=中文, b=中文.replace("四十件", "五十件"))
    assert neardup("compare", *texts) == 0
    told = capsys.readouterr().out
    assert "2019" in told.partition("Numbers in figures")[2]
    assert "五十" in told.partition("Words")[2].partition("Numbers in figures")[0]


def test_the_distance_is_that_of_the_simhash_package(files, capsys):
    changed = STORY.replace("retired pilot", "former captain").replace("2019", "2021")
    values = [
        Simhash(words(text), hashfunc=lambda word: token_hash(word.decode()))
        for text in (STORY, changed)
    ]

    assert compare(capsys, *files(a=STORY, b=changed))["distance"] == values[0].distance(values[1])


def test_a_text_without_words_has_no_distance(files, capsys):
    assert compare(capsys, *files(a=STORY, b="...!"))["distance"] is None
    assert neardup("compare", *files(a=STORY, b="...!")) == 0
    assert "a text has no words" in capsys.readouterr().out


def test_an_excerpt_is_contained_one_way(files, capsys):
    found = compare(capsys, *files(a=STORY, b=STORY.split(". ")[0]))
    words = found["measures"]["words"]
    assert words["b_in_a"] == 1
    assert words["a_in_b"] < 0.6


def test_people_get_aligned_rows(files, capsys):
    assert neardup("compare", *files(a=中文, b=中文.replace("退休", "离职"))) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line for line in lines if line.endswith("B in A")]
    start = lines.index(heads[0])
    assert {len(line) for line in lines[start + 1 : start + 5]} == {len(heads[0])}
    assert all(line[-5:-3] == "0." for line in lines[start + 1 : start + 5])
    assert any(line.startswith("Shared passages") for line in lines)
    assert any("SimHash" in line and "of 64 bits" in line for line in lines)


def test_chinese_text_may_be_in_its_old_encoding(files, capsys):
    found = compare(capsys, *files(a=中文, b=中文.encode("gb18030")))
    assert found["equal"] is True
    assert compare(capsys, *files(c=中文, d=gzip.compress(中文.encode())))["equal"] is True


def test_pages_give_their_article(files, capsys):
    paragraphs = "".join(f"<p>{sentence}.</p>" for sentence in STORY.split(". "))
    page = (
        "<!doctype html><html><head><title>Museum</title></head><body><nav><a href=/>Home</a>"
        f"<a href=/news>News</a></nav><article><h1>Museum</h1>{paragraphs}</article></body></html>"
    )
    found = compare(capsys, *files(a=STORY, b_html=page))
    assert found["measures"]["words"]["jaccard"] > 0.9
    again = compare(capsys, *files(c=STORY, page=page))
    for told in (found, again):
        # When it was compared may be another second.
        assert told["verdict"].pop("first_seen")
    assert again | {"b": ""} == found | {"a": found["a"].replace("/a", "/c"), "b": ""}


@pytest.mark.parametrize(
    ("start", "page"),
    [
        (b"<!DOCTYPE HTML>", True),
        (b'<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<html>', True),
        (b"\xef\xbb\xbf<!doctype html>", True),
        ("<!-- 页面 --><head>".encode("gb18030"), True),
        (b"<body><p>y</p>", True),
        (b"<!---->" * 500, False),
        (b"An article on <html>", False),
    ],
)
def test_pages_are_known_by_their_start(start, page):
    assert begins_like_a_page(start) is page


def test_standard_input_can_be_a_text(files, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(STORY.encode())))
    assert compare(capsys, *files(a=STORY), "-")["equal"] is True
    assert neardup("compare", "-", "-") == 2


def test_documents_of_an_index_are_compared_by_what_it_holds(files, tmp_path, capsys):
    with NearDupIndex.open(tmp_path / "index") as index:
        index.check_and_add(Document("first", STORY))
        index.check_and_add(Document("second", article(1)))
        index.check_and_add(Document("copy", STORY.upper()))
    where = ("--index", tmp_path / "index")
    found = compare(capsys, "first", "copy", *where)
    assert (found["equal"], found["a_kind"], found["b_kind"]) == (True, "new", "exact")
    found = compare(capsys, "first", "second", *where)
    assert found["equal"] is False
    assert found["distance"] > 10
    assert compare(capsys, "first", *files(a=STORY), *where)["distance"] == 0
    assert neardup("compare", "first", "second", *where) == 0
    assert "in the index as new" in capsys.readouterr().out


def test_documents_of_an_index_are_compared_by_their_kept_texts(
    files, tmp_path, capsys, monkeypatch
):
    # A verdict tells when its match was first seen, in seconds.
    defaults = NearDupIndex.__init__.__kwdefaults__
    monkeypatch.setitem(defaults, "clock", lambda: 1_790_000_000.0)
    late = STORY.replace("Saturday", "Sunday")
    with NearDupIndex.open(tmp_path / "index") as index:
        index.check_and_add(
            Document("http://a.example/?a=1&b=2", STORY, title="A wing", keep_text=True)
        )
        index.check_and_add(Document("late", late, url="http://b.example/", keep_text=True))
        index.check_and_add(Document("textless", article(1)))
    where = ("--index", tmp_path / "index")
    # By its URL in another spelling, and by one that is not its id.
    kept = compare(capsys, "http://a.example/?b=2&a=1", "http://b.example/", *where)
    as_files = compare(capsys, *files(a=STORY, b=late), *where)
    # A file has no address.
    as_files["verdict"]["match_url"] = as_files["compared"]["url"] = "http://a.example/?a=1&b=2"
    assert {**kept, "a": "", "b": ""} == {**as_files, "a": "", "b": ""}
    assert kept["numbers"]["both"]
    assert "numbers" not in compare(capsys, "http://a.example/?a=1&b=2", "textless", *where)


def test_documents_of_one_host_are_compared_as_in_a_crawl(files, tmp_path, capsys):
    # They begin alike and go on differently, which counts on one host only.
    begun = " ".join(article(number) for number in range(2))
    texts = [f"{begun} {article(number)}" for number in (2, 3)]
    pages = ["http://www.a.example/1", "http://a.example/2", "http://b.example/2"]
    with NearDupIndex.open(tmp_path / "index") as index:
        for page, text in zip(pages, [*texts, texts[1]], strict=True):
            index.check_and_add(Document(page, text, url=page, keep_text=True))
        crawled = index.get(pages[1]).kind.value
    where = ("--index", tmp_path / "index")
    found = [compare(capsys, pages[0], page, *where) for page in pages[1:]]
    found.append(compare(capsys, *files(a=texts[0], b=texts[1])))
    assert crawled == "new"
    assert [one["verdict"]["verdict"] for one in found] == ["new", "partial", "partial"]
    told = [(one["compared"]["held"], "own_rest" in one["compared"]["evidence"]) for one in found]
    held = "the texts of this host begin alike and go on differently"
    assert told == [(held, True), (None, False), (None, False)]
    assert neardup("why", *where[1:], *pages[:2]) == 0
    assert held in capsys.readouterr().out


def test_a_page_and_its_former_text_are_two_versions_of_one_address():
    begun = " ".join(article(number) for number in range(2))
    texts = [f"{begun} {article(number)}" for number in (2, 3)]
    for pages, verdict in (((1, 1), Kind.PARTIAL), ((1, 2), Kind.NEW)):
        with NearDupIndex.in_memory() as index:
            a, b = (
                Text(str(number), text, url=f"http://a.example/{number}")
                for number, text in zip(pages, texts, strict=True)
            )
            assert comparison.compare(a, b, index).verdict.kind is verdict


def test_a_corpus_tells_which_words_count(files, tmp_path, capsys):
    rows = [json.dumps({"text": f"{STORY} {article(number)}"}) for number in range(5)]
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("\n".join(rows))
    texts = files(a=article(1), b=f"{article(1)} {STORY}")
    assert compare(capsys, *texts)["imatch"]["equal"] == 0
    # Words of every document say nothing; a word of one in five has the largest idf.
    assert neardup("compare", *texts, "--corpus", corpus) == 0
    assert "corpus calls telling" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "options", "told"),
    [
        (b"\xff\xff\xff", (), "--encoding"),
        (b"<html><body><a href=/>Home</a></body></html>", (), "no article"),
        (b"\x1f\x8b broken", (), "gzip"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(content, options, told, files, capsys):
    a, b = files(a=STORY, b=content)
    assert neardup("compare", a, b, *options) == 1
    error = capsys.readouterr().err
    assert str(b) in error
    assert told in error


def test_an_encoding_that_python_does_not_know_is_wrong_usage(files, capsys):
    assert neardup("compare", *files(a=STORY, b=STORY), "--encoding", "klingon") == 2
    assert "klingon" in capsys.readouterr().err


def test_a_missing_file_is_named_with_the_way_to_an_index(files, tmp_path, capsys):
    assert neardup("compare", *files(a=STORY), "nowhere") == 1
    assert "nowhere: no such file" in (error := capsys.readouterr().err)
    assert "--index" in error


def test_a_corpus_that_is_none_is_named(files, tmp_path, capsys):
    (tmp_path / "corpus").write_text("{}\n")
    assert neardup("compare", *files(a=STORY, b=STORY), "--corpus", tmp_path / "corpus") == 1
    assert "line 1" in capsys.readouterr().err


NEAR = STORY.replace("Saturday", "Sunday").replace("forty", "fifty").replace("2019", "1987")


def test_of_a_text_that_is_no_copy_the_scores_and_what_they_miss_are_told(files, capsys):
    texts = files(a=STORY, b=NEAR)
    found = compare(capsys, *texts)
    assert found["verdict"]["verdict"] == "new"
    compared = found["compared"]
    scores = compared["scores"]
    assert 0 < scores["whole"] < 0.5
    assert 0 <= scores["part"] < 0.4
    least = min(0.5 - scores["whole"], 0.4 - scores["part"])
    assert compared["missed_by"] == pytest.approx(least, abs=1e-3)
    assert compared["evidence"]["density"] > 0.8
    assert compared["meet"] is True
    assert neardup("compare", *texts) == 0
    lines = capsys.readouterr().out.splitlines()
    (whole,) = (line.split() for line in lines if "as a whole" in line)
    assert whole[3:] == [f"{scores['whole']:.2f}", "of", "0.50", "missed", "by", whole[-1]]
    assert whole[-1] == f"{0.5 - scores['whole']:.2f}"
    assert any(line.split()[:1] == ["density"] for line in lines)


def test_the_scores_of_a_copy_say_which_threshold_they_reach(files, capsys):
    texts = files(a=STORY, b=f"{STORY} {article(1, 5)}")
    found = compare(capsys, *texts)
    assert found["verdict"]["verdict"] in ("repost", "partial")
    assert found["compared"]["missed_by"] == 0
    best = max(found["compared"]["scores"].values())
    assert best == pytest.approx(found["verdict"]["score"], abs=1e-4)
    assert neardup("compare", *texts) == 0
    assert "reached" in capsys.readouterr().out


def test_texts_that_no_query_brings_together_are_said_so(files, capsys):
    texts = files(a=STORY, b=OTHER)
    assert compare(capsys, *texts)["compared"]["meet"] is False
    assert neardup("compare", *texts) == 0
    assert "no query leads from B to A" in capsys.readouterr().out


def test_equal_texts_have_no_scores(files, capsys):
    assert compare(capsys, *files(a=STORY, b=STORY))["compared"] is None


@pytest.mark.parametrize("text", ["", "…!"])
@pytest.mark.parametrize("order", [1, -1])
def test_a_text_without_words_is_no_copy_and_has_none(text, order, files, capsys):
    found = compare(capsys, *files(a=text, b=STORY)[::order])
    assert found["equal"] is False
    assert found["verdict"]["matches"] == []
    assert neardup("compare", *files(a=text, b=STORY)[::order]) == 0


def test_a_low_score_names_the_readings_that_lose_most_points(files, capsys):
    texts = files(a=STORY, b=NEAR)
    lost = compare(capsys, *texts)["compared"]["lost"]
    missing = [one["of"] - one["points"] for one in lost]
    assert 0 < len(lost) <= 3
    assert missing == sorted(missing, reverse=True)
    assert "number agreement" in [one["reading"] for one in lost]
    assert neardup("compare", *texts) == 0
    (line,) = (one for one in capsys.readouterr().out.splitlines() if "most points" in one)
    assert all(f"{one['reading']} {one['value']:.2f}" in line for one in lost)


def test_of_a_copy_no_points_are_lost(files, capsys):
    texts = files(a=STORY, b=f"{STORY} By Tom.")
    assert compare(capsys, *texts)["compared"]["lost"] == []
    assert neardup("compare", *texts) == 0
    assert "most points" not in capsys.readouterr().out
