"""Scans of web archives and of tables in Parquet."""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from datetime import datetime, timezone

import pytest

from scrapy_neardup import NearDupIndex
from scrapy_neardup.commands.errors import CommandError
from scrapy_neardup.commands.inputs import open_input
from scrapy_neardup.commands.rows import Fields
from tests.extract.pages import CHINESE, ENGLISH, portal
from tests.plugin.articles import (
    ADVICE,
    FRAUDS,
    LIGHTHOUSE,
    TEA,
    blog_page,
    portal_page,
)

from .running import article, neardup

pytest.importorskip("warcio")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

HOST = "http://paper.example"
PAGES = {
    f"{HOST}/1?b=2&a=1": portal(CHINESE),
    f"{HOST}/2": portal([*CHINESE, "渡口的小店又添了两张桌子，等着周末的客人。"]),
    f"{HOST}/3": portal(ENGLISH * 3),
}


def archive(path, records, *, packed=True, plain="text/plain"):
    """Write records (type, address, status and content type of the answer, body) as WARC 1.0. Those without an
    answer have the content type *plain*.
    """
    with path.open("wb") as file:
        for number, (kind, url, answer, body) in enumerate(records):
            block = body
            if answer:
                status, content_type = answer
                block = (
                    f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
                )
            fields = {
                "WARC-Type": kind,
                "WARC-Record-ID": f"<urn:uuid:{number:032}>",
                "WARC-Date": "2026-11-22T08:00:00Z",
                **({"WARC-Target-URI": url} if url else {}),
                "Content-Type": "application/http; msgtype=response" if answer else plain,
                "Content-Length": len(block),
            }
            head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            record = f"WARC/1.0\r\n{head}\r\n".encode() + block + b"\r\n\r\n"
            file.write(gzip.compress(record) if packed else record)
    return path


def page(url, html, *, status="200 OK", content_type="text/html; charset=utf-8", encoding="utf-8"):
    return ("response", url, (status, content_type), html.encode(encoding))


def scan(source, out, *more, jobs=0, settings=None):
    arguments = ("scan", source, "-o", out, "--jobs", jobs, "-q", *more)
    return neardup(*arguments, settings=settings)


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("packed", "jobs"), [(True, 0), (False, 2)])
def test_the_pages_of_a_web_archive_are_judged_as_a_crawl_would(packed, jobs, tmp_path):
    records = [
        ("warcinfo", None, None, b"software: a test\r\n"),
        *(page(url, html) for url, html in PAGES.items()),
        page(
            f"{HOST}/gbk", portal(CHINESE), content_type="text/html; charset=gbk", encoding="gbk"
        ),
        page(f"{HOST}/gone", portal(CHINESE), status="404 Not Found"),
        page(f"{HOST}/logo", "PNG", content_type="image/png"),
        page(f"{HOST}/login", "<h1>Log in</h1>"),
        ("request", f"{HOST}/3", None, b"GET /3 HTTP/1.1\r\n\r\n"),
    ]
    source = archive(tmp_path / "crawl", records, packed=packed)
    out = tmp_path / "out"
    assert scan(source, out, "--index", tmp_path / "index", jobs=jobs) == 0
    told = lines(out)
    assert [line["id"] for line in told] == [
        f"{HOST}/1?a=1&b=2",
        *(f"{HOST}/{name}" for name in ("2", "3", "gbk", "login")),
    ]
    kinds = [line["verdict"] for line in told]
    assert kinds[0] == kinds[2] == "new"
    assert kinds[1] in ("repost", "partial")
    assert kinds[3:] == ["exact", "no_text"]
    with NearDupIndex.open(tmp_path / "index") as index:
        assert index.get(f"{HOST}/1?a=1&b=2").url == f"{HOST}/1?b=2&a=1"
    assert scan(source, out, "--index", tmp_path / "index", jobs=jobs) == 0
    again = {line["verdict"] for line in lines(out)}
    assert again == {"unchanged", "no_text"}


def test_amp_pages_and_later_pages_are_those_of_their_articles(tmp_path):
    """As in a crawl."""
    first, second = (f"{HOST}/ferry{end}.html" for end in ("", "_2"))
    pager = f"<div class=pages><a href='{first}'>1</a> <a href='{second}'>2</a></div>"
    whole = portal([*CHINESE, *ENGLISH * 3])
    pages = {
        "http://other.example/": whole,
        f"{HOST}/amp/1": portal(CHINESE, head=f"<link rel=canonical href='{HOST}/1'>").replace(
            "<html", "<html amp"
        ),
        f"{HOST}/1": portal(CHINESE),
        first: portal(CHINESE).replace('<div class="rel"', f'{pager}<div class="rel"'),
        second: portal(ENGLISH * 3).replace('<div class="rel"', f'{pager}<div class="rel"'),
    }
    source = archive(tmp_path / "a.warc", [page(url, html) for url, html in pages.items()])
    out, index = tmp_path / "out", tmp_path / "index"
    for kinds in (
        ["new", "partial", "unchanged", "partial", "part"],
        ["unchanged"] * 4 + ["part"],
    ):
        assert scan(source, out, "--index", index) == 0
        told = lines(out)
        assert [line["verdict"] for line in told] == kinds
        assert [line["id"] for line in told[1:3]] == [f"{HOST}/1"] * 2
        assert (told[4]["id"], told[4]["match"]) == (second, first)
    assert scan(source, out, "--index", index, "--resume") == 0
    with NearDupIndex.open(index) as opened:
        assert second not in opened


def chunked(body):
    return b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)


def test_pages_are_told_from_other_records_however_these_are_written(tmp_path):
    whole = portal(CHINESE)
    records = [
        # Some versions of Wget write addresses so.
        page(f"<{HOST}/1>", whole, content_type="Text/HTML;charset=utf-8"),
        ("resource", f"{HOST}/2", None, whole.encode()),
        ("resource", None, None, whole.encode()),
        page(f"{HOST}/part", whole[:2000], status="206 Partial Content"),
        ("metadata", f"{HOST}/2", None, whole.encode()),
    ]
    source = archive(tmp_path / "a.warc", records, plain="text/html")
    assert scan(source, tmp_path / "out") == 0
    told = [(line["id"], line["verdict"]) for line in lines(tmp_path / "out")]
    assert told == [(f"{HOST}/1", "new"), (f"{HOST}/2", "exact")]


def test_what_is_too_long_is_told_and_passed_over(tmp_path, monkeypatch):
    for module in ("inputs", "rows"):
        monkeypatch.setattr(f"scrapy_neardup.commands.{module}.MAX_LINE_BYTES", 2000)
    texts = [article(1), "long " * 500, article(2)]
    records = [("conversion", f"{HOST}/{n}", None, text.encode()) for n, text in enumerate(texts)]
    archive(tmp_path / "archive", records)
    table(tmp_path / "table", id=["0", "1", "2"], text=texts)
    pages = [page(f"{HOST}/{n}", f"<h1>{n}</h1><p>{text}</p>") for n, text in enumerate(texts)]
    archive(tmp_path / "pages", pages)
    for name in ("archive", "table", "pages"):
        assert scan(tmp_path / name, tmp_path / "out") == 1
        assert [line["verdict"] for line in lines(tmp_path / "out")] == ["new", "error", "new"]


def warnings_and_a_repost():
    """Pages of one police office, with the same advice below, and what the last says, in an article elsewhere."""
    report = LIGHTHOUSE[:4]
    pages = [
        page(f"http://police.example/{number}", portal_page("警情", (*text, *ADVICE)))
        for number, text in enumerate((*FRAUDS[:5], report))
    ]
    return [*pages, page("http://blog.example/", blog_page("灯塔", (*report, *TEA)))]


KINDS = ["new", "new", "new", "too_short", "too_short", "new", "extended"]
"""As a crawl judges them: once the advice is known, it is left out, and little may be left."""


@pytest.mark.parametrize("jobs", [0, 2])
def test_the_lines_that_a_site_repeats_are_left_out_as_in_a_crawl(jobs, tmp_path):
    pages = warnings_and_a_repost()
    out, index = tmp_path / "out", tmp_path / "index"
    told = []
    for part, more in ((pages[:4], ()), (pages[4:5], ("--no-add",)), (pages[4:], ())):
        source = archive(tmp_path / "a.warc", part)
        assert scan(source, out, "--index", index, *more, jobs=jobs) == 0
        told.append([line["verdict"] for line in lines(out)])
    # What was learned is kept with the index.
    assert told == [KINDS[:4], KINDS[4:5], KINDS[4:]]
    assert lines(out)[-1]["match"] == "http://police.example/5"


def test_pages_are_unchanged_though_more_of_what_their_site_repeats_is_known(tmp_path):
    source = archive(tmp_path / "a.warc", warnings_and_a_repost())
    for kinds in (KINDS, ["unchanged"] * len(KINDS)):
        assert scan(source, tmp_path / "out", "--index", tmp_path / "index") == 0
        assert [line["verdict"] for line in lines(tmp_path / "out")] == kinds


def test_what_a_site_repeats_is_known_when_a_scan_goes_on(tmp_path):
    source = archive(tmp_path / "a.warc", warnings_and_a_repost())
    out = tmp_path / "out"
    assert scan(source, out) == 0
    whole = out.read_bytes()
    assert [line["verdict"] for line in lines(out)] == KINDS
    out.write_bytes(b"".join(whole.splitlines(keepends=True)[:5]))
    assert scan(source, out, "--resume") == 0
    assert out.read_bytes() == whole


def test_compressed_pages_are_read_and_those_that_can_not_be_are_told(tmp_path):
    html = portal(CHINESE).encode()
    bodies = {
        "gzip": gzip.compress(html),
        "deflate": zlib.compress(html),
        "gzip\r\nTransfer-Encoding: chunked": chunked(gzip.compress(html)),
        "zstd": b"\x28\xb5\x2f\xfd",
        "br": b"\x8b",
    }
    records = [
        ("response", f"{HOST}/{n}", ("200 OK", f"text/html\r\nContent-Encoding: {coding}"), body)
        for n, (coding, body) in enumerate(bodies.items())
    ]
    source = archive(tmp_path / "a.warc.gz", records)
    assert scan(source, tmp_path / "out") == 1
    told = lines(tmp_path / "out")
    assert [line["verdict"] for line in told] == ["new", "exact", "exact", "error", "error"]
    assert "compressed with 'zstd'" in told[3]["error"]
    assert "compressed with 'br'" in told[4]["error"]


def no_text(response):
    return None


def fails(response):
    raise RuntimeError("a trap")


def test_pages_are_read_by_the_extractor_of_the_project(tmp_path):
    source = archive(tmp_path / "a.warc", [page(url, html) for url, html in PAGES.items()])
    settings = {"NEARDUP_EXTRACTOR": f"{__name__}.no_text"}
    assert scan(source, tmp_path / "out", settings=settings, jobs=1) == 0
    assert {line["verdict"] for line in lines(tmp_path / "out")} == {"no_text"}
    settings = {"NEARDUP_EXTRACTOR": f"{__name__}.fails"}
    assert scan(source, tmp_path / "out", settings=settings) == 1
    assert all("a trap" in line["error"] for line in lines(tmp_path / "out"))


def test_the_texts_of_a_wet_file_are_judged(tmp_path):
    texts = [("conversion", f"{HOST}/{n}", None, article(n % 2).encode()) for n in range(3)]
    source = archive(tmp_path / "texts.wet.gz", texts)
    assert scan(source, tmp_path / "out") == 0
    assert [line["verdict"] for line in lines(tmp_path / "out")] == ["new", "new", "exact"]


def test_an_archive_that_is_cut_off_is_told_after_what_could_be_read(tmp_path, capsys):
    pages = [
        page(f"{HOST}/{n}", portal([f"{line} {n}" for line in ENGLISH * 3])) for n in range(4)
    ]
    source = archive(tmp_path / "a.warc.gz", pages)
    source.write_bytes(source.read_bytes()[:-200])
    assert scan(source, tmp_path / "out") == 1
    assert "damaged or cut off" in capsys.readouterr().err
    assert len(lines(tmp_path / "out")) == 3


def pages_in(path):
    """How many pages *path* gives, and whether it is told to be damaged."""
    pages, told = [], ""
    try:
        with open_input(str(path), Fields()) as units:
            pages.extend(unit.url for unit in units)
    except CommandError as error:
        told = str(error)
    return len(pages), "is damaged or cut off" in told


@pytest.mark.parametrize("packed", [True, False])
def test_an_archive_that_is_cut_off_anywhere_is_told_and_gives_all_before(packed, tmp_path):
    pages = [page(url, html) for url, html in PAGES.items()]
    ends = [len(archive(tmp_path / "a", pages[:n], packed=packed).read_bytes()) for n in range(4)]
    whole = archive(tmp_path / "a", pages, packed=packed).read_bytes()
    for end in {*range(10, len(whole), 53), *range(ends[1] + 10, ends[1] + 400)}:
        (tmp_path / "cut").write_bytes(whole[:end])
        complete = sum(end >= one for one in ends[1:])
        # Of the last page, only the newlines behind it may be missing.
        count, told = pages_in(tmp_path / "cut")
        assert told is (end not in ends), end
        assert complete <= count <= complete + 1, end


@pytest.mark.parametrize("at", [30, -30])
def test_a_packed_archive_with_a_wrong_bit_is_told(at, tmp_path):
    source = archive(tmp_path / "a", [page(url, html) for url, html in PAGES.items()])
    content = bytearray(source.read_bytes())
    content[at] ^= 4
    source.write_bytes(content)
    assert pages_in(source) == (0 if at > 0 else 2, True)


def test_zeros_may_follow_a_packed_archive(tmp_path):
    source = archive(tmp_path / "a", [page(url, html) for url, html in PAGES.items()])
    source.write_bytes(source.read_bytes() + bytes(1000))
    assert pages_in(source) == (3, False)


def test_an_interrupted_scan_of_an_archive_goes_on(tmp_path):
    source = archive(tmp_path / "a.warc", [page(url, html) for url, html in PAGES.items()])
    index, out = tmp_path / "index", tmp_path / "out"
    assert scan(source, out, "--index", index) == 0
    whole = out.read_bytes()
    out.write_bytes(whole[: whole.index(b"\n") + 1])
    assert scan(source, out, "--index", index, "--resume") == 0
    assert [line["id"] for line in lines(out)] == [
        line["id"] for line in map(json.loads, whole.splitlines())
    ]


def table(path, **columns):
    parquet.write_table(pyarrow.table(columns), path, row_group_size=2)
    return path


@pytest.mark.parametrize("jobs", [0, 2])
def test_the_rows_of_a_table_are_judged(jobs, tmp_path):
    source = table(
        tmp_path / "corpus",
        key=[1, 2, 3, 4, 5],
        text=[article(1), article(2), article(1).upper(), None, article(2)],
        url=[f"{HOST}/{n}" for n in range(5)],
        day=[b"\xff"] * 5,
    )
    assert scan(source, tmp_path / "out", "--id-field", "key", jobs=jobs) == 0
    told = lines(tmp_path / "out")
    assert [line["id"] for line in told] == list("12345")
    assert [line["verdict"] for line in told] == ["new", "new", "exact", "no_text", "exact"]


def test_the_dates_of_a_table_are_read(tmp_path):
    day = datetime(2026, 11, 1, 8, tzinfo=timezone.utc)
    source = table(
        tmp_path / "corpus",
        id=["a", "b"],
        text=[article(1), article(2)],
        date=pyarrow.array([day, None], pyarrow.timestamp("us", "UTC")),
    )
    assert scan(source, tmp_path / "out", "--index", tmp_path / "index") == 0
    with NearDupIndex.open(tmp_path / "index") as index:
        assert [index.get(name).published for name in "ab"] == [int(day.timestamp()), None]


def test_seconds_are_read_from_a_column_that_lacks_some(tmp_path):
    # Such a column is of floats, as pandas makes it.
    seconds = [1793520000.0, 1793520000.75, float("nan"), float("inf"), None]
    source = table(
        tmp_path / "corpus",
        id=[*"abcde"],
        text=[article(number) for number in range(5)],
        date=pyarrow.array(seconds, pyarrow.float64()),
    )
    assert scan(source, tmp_path / "out", "--index", tmp_path / "index") == 0
    with NearDupIndex.open(tmp_path / "index") as index:
        dates = [index.get(name).published for name in "abcde"]
    assert dates == [1793520000, 1793520000, None, None, None]


def test_a_column_of_another_type_is_told_row_by_row(tmp_path):
    source = table(tmp_path / "corpus", id=["a"], text=[b"bytes"])
    assert scan(source, tmp_path / "out") == 1
    (line,) = lines(tmp_path / "out")
    assert "field 'text' is not a string" in line["error"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"PAR1 and nothing", "the table in Parquet is damaged"),
        (
            None,
            "--url-field, or that of ids with --id-field, one of key, text",
        ),
    ],
)
def test_a_table_that_can_not_be_used_is_refused_at_once(content, problem, tmp_path, capsys):
    source = tmp_path / "corpus"
    if content is None:
        table(source, key=["a"], text=["b"])
    else:
        source.write_bytes(content)
    assert scan(source, tmp_path / "out", "--index", tmp_path / "index") == 1
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "index").exists()


@pytest.mark.parametrize(("package", "extra"), [("warcio", "warc"), ("pyarrow", "parquet")])
def test_a_package_that_is_missing_is_named_with_its_extra(
    package, extra, tmp_path, monkeypatch, capsys
):
    source = tmp_path / "in"
    if package == "warcio":
        archive(source, [page(f"{HOST}/1", portal(CHINESE))])
    else:
        table(source, id=["a"], text=["b"])
    for name in [*sys.modules]:
        if name.partition(".")[0] == package:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert scan(source, tmp_path / "out") == 1
    assert f"pip install 'scrapy-neardup[{extra}]'" in capsys.readouterr().err


def test_an_archive_is_no_export(tmp_path, capsys):
    archive(tmp_path / "a.warc", [page(f"{HOST}/1", portal(CHINESE))])
    assert neardup("import", tmp_path / "index", tmp_path / "a.warc") == 1
    assert "scrapy neardup scan INPUT --index INDEX" in capsys.readouterr().err
    assert not (tmp_path / "index").exists()


def test_other_gzipped_data_is_lines(tmp_path):
    source = tmp_path / "in"
    source.write_bytes(gzip.compress(json.dumps({"id": "a", "text": article(1)}).encode()))
    assert scan(source, tmp_path / "out") == 0
