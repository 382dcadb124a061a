from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

import pytest

from scrapy_neardup import Document, NearDupIndex, open_index
from scrapy_neardup.commands import lines as lines_module
from scrapy_neardup.commands import row_workers, scanning
from scrapy_neardup.commands.scan_output import LineWriter
from scrapy_neardup.core.index.held import Held
from scrapy_neardup.core.index.reservation import Reservation
from scrapy_neardup.core.stores.engines import engine_in
from scrapy_neardup.core.verdict.provenance import Provenance

from .running import article, neardup

KEYS = ["id", "verdict", "match", "matches", "score", "distance", "jaccard", "containment"]


def dump(*documents: object) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


@pytest.fixture
def corpus(tmp_path):
    """Six articles, copies of two of them, an edit, one without text."""
    documents = [{"id": f"a{number}", "text": article(number)} for number in range(6)]
    documents[4:4] = [{"id": "c1", "text": article(1).upper()}]
    documents += [
        {"id": "c2", "text": article(2) + " extra"},
        {"id": "a3", "text": article(30)},
        {"id": "empty", "text": None},
        {"id": "c3", "text": article(3)},
    ]
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(dump(*documents))
    return path


def scan(source, output, *more: object, jobs: int | None = 0) -> int:
    return neardup("scan", source, "--output", output, "--quiet", *more, jobs=jobs)


def read(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def verdicts(path) -> list[str]:
    return [line["verdict"] for line in read(path)]


def test_every_line_gets_its_verdict_in_order(corpus, tmp_path):
    assert scan(corpus, tmp_path / "out") == 0
    found = read(tmp_path / "out")
    assert all(list(line) == KEYS for line in found)
    assert [line["id"] for line in found] == [
        json.loads(line)["id"] for line in corpus.read_bytes().splitlines()
    ]
    assert [line["verdict"] for line in found][:6] == ["new"] * 4 + ["exact", "new"]
    assert [line["verdict"] for line in found][8:10] == ["updated", "no_text"]
    assert found[4]["match"] == "a1"
    assert found[4]["matches"] == ["a1"]
    assert found[7]["match"] == "a2"


def test_synonyms_stay_with_the_index(corpus, tmp_path, capsys):
    dictionary = tmp_path / "synonyms.txt"
    dictionary.write_text("harbour port\n", "utf-8")
    index = tmp_path / "index"

    made = ("--index", index, "--synonyms", dictionary)
    assert scan(corpus, tmp_path / "out", *made) == 0
    assert scan(corpus, tmp_path / "out", "--index", index, "--no-add") == 0
    with NearDupIndex.open(index) as opened:
        assert opened.scheme.synonym_files == (str(dictionary),)
    assert scan(corpus, tmp_path / "out", "--synonyms", tmp_path / "none") == 1
    assert "--synonyms" in capsys.readouterr().err


def test_synonyms_that_are_gone_are_told_by_worker_processes_too(corpus, tmp_path, capfd):
    dictionary = tmp_path / "synonyms.txt"
    dictionary.write_text("harbour port\n", "utf-8")
    made = ("--index", tmp_path / "index", "--synonyms", dictionary)
    assert scan(corpus, tmp_path / "out", *made) == 0
    dictionary.unlink()
    capfd.readouterr()
    # This process has read them.
    assert scan(corpus, tmp_path / "out", "--index", tmp_path / "index", jobs=1) == 1
    told = capfd.readouterr().err
    assert f"{dictionary}" in told
    assert "NEARDUP_SYNONYMS" in told
    assert "Traceback" not in told


def test_a_kept_index_makes_the_second_scan_unchanged(tmp_path):
    source = tmp_path / "corpus.jsonl"
    source.write_bytes(dump(*({"id": str(n), "text": article(n % 3)} for n in range(5))))
    for expected in (["new", "new", "new", "exact", "exact"], ["unchanged"] * 5):
        assert scan(source, tmp_path / "out", "--index", tmp_path / "index") == 0
        assert verdicts(tmp_path / "out") == expected


def test_no_add_leaves_the_index_as_it_is(corpus, tmp_path):
    index = tmp_path / "index"
    first = tmp_path / "first.jsonl"
    first.write_bytes(dump({"id": "known", "text": article(5)}))
    assert scan(first, tmp_path / "out", "--index", index) == 0
    for _ in range(2):
        assert scan(corpus, tmp_path / "out", "--index", index, "--no-add") == 0
        assert [line["match"] for line in read(tmp_path / "out")].count("known") == 1
        assert "unchanged" not in verdicts(tmp_path / "out")
    with NearDupIndex.open(index) as kept:
        assert len(kept) == 1


def test_the_temporary_index_is_removed(corpus, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    assert scan(corpus, tmp_path / "out") == 0
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize("jobs", [None, 2])
def test_workers_change_nothing(jobs, corpus, tmp_path, monkeypatch):
    monkeypatch.setattr(row_workers, "CHUNK_LINES", 2)
    assert scan(corpus, tmp_path / "alone") == 0
    assert scan(corpus, tmp_path / "together", jobs=jobs) == 0
    assert read(tmp_path / "together") == read(tmp_path / "alone")


def test_gzip_is_known_by_content(corpus, tmp_path):
    packed = tmp_path / "packed.jsonl"
    packed.write_bytes(gzip.compress(corpus.read_bytes()))
    assert scan(corpus, tmp_path / "plain") == scan(packed, tmp_path / "unpacked") == 0
    assert read(tmp_path / "plain") == read(tmp_path / "unpacked")


def test_the_feed_of_a_crawl_is_judged_as_the_crawl_did(tmp_path):
    """Its items have a URL and no id, and their text in one of the fields that a crawl looks for it."""
    source = tmp_path / "feed.jsonl"
    url = "http://a.example/1?b=2&a=1"
    html = "<p class='lead'>" + article(1).replace(" ", " <b title='word'>", 1) + "</b></p><br>"
    source.write_bytes(
        dump(
            {"url": url, "content": article(1)},
            {"link": "http://b.example/", "title": "T", "articleBody": article(1)},
            {"url": url, "content": article(1)},
            {"url": "http://c.example/", "content": None},
            {"url": ["http://d.example/"], "content": article(1).split(". ")},
            {"url": "http://e.example/", "content": html},
            {"url": ["", "\nhttp://f.example/"], "text": "\n", "content": article(1)},
            {"url": "http://g.example/", "text": [], "content": None},
        )
    )
    assert scan(source, tmp_path / "out", "--index", tmp_path / "index") == 0
    name = "http://a.example/1?a=1&b=2"
    assert [(line["id"], line["verdict"], line["match"]) for line in read(tmp_path / "out")] == [
        (name, "new", None),
        ("http://b.example/", "exact", name),
        (name, "unchanged", None),
        ("http://c.example/", "no_text", None),
        ("http://d.example/", "exact", name),
        ("http://e.example/", "exact", name),
        ("http://f.example/", "exact", name),
        ("http://g.example/", "no_text", None),
    ]
    with NearDupIndex.open(tmp_path / "index") as index:
        assert index.get(name).url == url


def test_fields_have_other_names_on_request(tmp_path):
    source = tmp_path / "corpus.jsonl"
    row = {"key": 7, "body": article(1), "link": "http://a.example/", "head": "T"}
    without = {name: value for name, value in row.items() if name != "key"}
    source.write_bytes(dump(row, {**row, "key": 8}, without))
    fields = ("--id-field", "key", "--text-field", "body", "--url-field", "link")
    assert scan(source, tmp_path / "out", *fields, "--index", tmp_path / "index") == 1
    found = read(tmp_path / "out")
    assert [(line["id"], line["match"]) for line in found] == [
        ("7", None),
        ("8", "7"),
        # The id of its URL would be one of another kind.
        (None, None),
    ]
    assert "no field 'key'" in found[2]["error"]
    with NearDupIndex.open(tmp_path / "index") as index:
        record = index.get("7")
        assert record is not None
        assert record.url == "http://a.example/"


def test_the_agency_that_the_dateline_of_a_text_names_is_known(tmp_path):
    url = "http://a.example/1"
    (tmp_path / "corpus.jsonl").write_bytes(
        dump({"id": "1", "url": url, "text": f"LONDON (AP) — The {article(1)}"})
    )
    assert scan(tmp_path / "corpus.jsonl", tmp_path / "out", "--index", tmp_path / "index") == 0
    with NearDupIndex.open(tmp_path / "index") as index:
        assert index.get("1").provenance == Provenance(credit="AP")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{nonsense", "not JSON"),
        (b"[1]", "not a JSON object"),
        (b'{"id": "\xff"}', "not UTF-8"),
        (b'{"text": "x"}', "--id-field"),
        (b'{"id": true, "text": "x"}', "'id' is not"),
        (b'{"id": "", "text": "x"}', "'id' is not"),
        (b'{"url": [" "], "text": "x"}', "'url' is not an address"),
        (b'{"id": "x"}', "--text-field"),
        (b'{"id": "x", "text": 3}', "'text' is not"),
        (b'{"id": "x", "text": "<!doctype html><p>x</p>"}', "but the HTML of a whole page"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_a_bad_line_gets_an_error_line_and_the_scan_goes_on(line, told, tmp_path, capsys):
    source = tmp_path / "corpus.jsonl"
    source.write_bytes(line + b"\n" + dump({"id": "good", "text": article(1)}))
    assert scan(source, tmp_path / "out") == 1
    bad, good = read(tmp_path / "out")
    assert list(bad) == [*KEYS, "error", "line"]
    assert bad["verdict"] == "error"
    assert bad["matches"] == []
    assert told in bad["error"]
    assert good["verdict"] == "new"
    assert "1 line" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [0, 2])
def test_bad_lines_are_located_and_counted_by_reason(jobs, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(row_workers, "CHUNK_LINES", 2)
    source, out = tmp_path / "corpus.jsonl", tmp_path / "out"
    good = dump({"id": "good", "text": article(1)})
    source.write_bytes(good + b"\n{a\n{abc, d\n" + good + b'\n\n{"id": "x", "words": 1}\n' + good)

    def check() -> None:
        assert [(one["id"], one["line"]) for one in read(out) if "line" in one] == [
            (None, 3),
            (None, 4),
            ("x", 8),
        ]
        told = capsys.readouterr().err.splitlines()
        assert told[-3].startswith("scrapy neardup: 3 lines of ")
        assert told[-2].startswith("  2 such as line 3: not JSON: Expecting property name")
        assert told[-1].startswith("  1 such as line 8: no field 'text' or ")
        assert told[-1].endswith("the right one with --text-field; the fields are 'id', 'words'")

    assert scan(source, out, jobs=jobs) == 1
    check()
    # Those of the earlier part count as well.
    whole = out.read_bytes()
    out.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    assert scan(source, out, "--resume", jobs=jobs) == 1
    assert out.read_bytes() == whole
    check()
    assert scan(source, out, "--json", jobs=jobs) == 1
    errors = json.loads(capsys.readouterr().out)["errors"]
    assert [(one["count"], one["line"]) for one in errors] == [(2, 3), (1, 8)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            b"id,text\n",
            "not JSON: Expecting value at character 1. INPUT needs an object of JSON on",
        ),
        (b'{"id": 1, "words": "x"}\n', "--text-field; the fields are 'id', 'words'\n"),
    ],
)
def test_a_file_that_is_not_what_it_is_taken_for_stops_the_scan(
    line, told, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(scanning, "_HOPELESS", 5)
    source, out, index = (tmp_path / name for name in ("corpus", "out", "index"))
    good = dump({"id": "good", "text": article(1)})
    source.write_bytes(5 * line + good)
    assert scan(source, out, "--index", index) == 1
    (error,) = capsys.readouterr().err.splitlines(keepends=True)
    assert f"none of the first 5 lines of {source} could be judged, such as line 1: " in error
    assert told in error
    assert len(read(out)) == 5
    # If that is meant nevertheless, the rest can be had.
    assert scan(source, out, "--index", index, "--resume") == 1
    assert verdicts(out) == 5 * ["error"] + ["new"]
    source.write_bytes(good + 9 * line)
    assert scan(source, out) == 1
    assert len(read(out)) == 10


def test_a_line_without_end_is_read_past(tmp_path, monkeypatch):
    monkeypatch.setattr(lines_module, "MAX_LINE_BYTES", 2000)
    source = tmp_path / "corpus.jsonl"
    long = {"id": "long", "text": "x" * 10_000}
    source.write_bytes(dump({"id": "a", "text": "x"}, long, {"id": "b", "text": "y"}, long))
    assert scan(source, tmp_path / "out") == 1
    assert verdicts(tmp_path / "out") == ["too_short", "error", "too_short", "error"]


def test_a_folder_that_is_missing_is_told_before_an_index_is_made(corpus, tmp_path, capsys):
    assert scan(corpus, tmp_path / "none" / "out", "--index", tmp_path / "index") == 1
    told = f"there is no folder {tmp_path / 'none'}; make it, or name another file"
    assert told in capsys.readouterr().err
    assert not (tmp_path / "index").exists()


@pytest.mark.parametrize("jobs", [0, 1])
def test_blank_lines_are_passed_over(jobs, tmp_path):
    source, out = tmp_path / "corpus.jsonl", tmp_path / "out"
    rows = [dump({"id": f"a{number}", "text": article(number)}) for number in range(4)]
    source.write_bytes(b"\n" + b" \t\r\n\n".join(rows) + b"\n\n")
    assert scan(source, out, jobs=jobs) == 0
    whole = out.read_bytes()
    assert verdicts(out) == ["new"] * 4
    out.write_bytes(whole[: len(whole) // 2])
    assert scan(source, out, "--resume", jobs=jobs) == 0
    assert out.read_bytes() == whole


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_refused_with_the_remedy(encoding, tmp_path, capsys):
    source = tmp_path / "corpus.jsonl"
    text = dump({"id": "a", "text": article(1)}).decode()
    source.write_bytes((text if encoding == "utf-16" else f"\ufeff{text}").encode(encoding))
    assert scan(source, tmp_path / "out") == 1
    assert f"{source} is in UTF-16: save it in UTF-8" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("packer", "pack"),
    [
        ("bzip2", bz2.compress),
        ("xz", lzma.compress),
        ("zstd", lambda data: b"\x28\xb5\x2f\xfd" + data),
        ("zip", lambda data: b"PK\x03\x04" + data),
    ],
)
def test_a_file_of_another_packer_than_gzip_is_refused_with_the_remedy(
    packer, pack, tmp_path, capsys
):
    source = tmp_path / "corpus"
    source.write_bytes(pack(dump({"id": "a", "text": article(1)})))
    assert scan(source, tmp_path / "out") == 1
    told = f"{source} is packed with {packer}: unpack it, or pack it with gzip instead\n"
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_lines_in_another_encoding_are_told_with_the_remedy(tmp_path, capsys):
    source = tmp_path / "corpus.jsonl"
    rows = [{"id": "a", "text": article(1)}, {"id": "b", "text": "茶山"}]
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    source.write_bytes("".join(lines).encode("gb18030"))
    assert scan(source, tmp_path / "out") == 1
    told = "not UTF-8: byte 22 of the line; save the file in UTF-8, as with iconv"
    assert read(tmp_path / "out")[1]["error"] == told
    assert "INPUT needs" not in capsys.readouterr().err


def test_an_array_is_told_with_the_remedy(tmp_path, capsys):
    source = tmp_path / "items.json"
    rows = [json.dumps({"id": f"a{number}", "text": article(number)}) for number in range(3)]
    # As a feed of Scrapy writes it: the last line alone is an object.
    source.write_text("[\n" + ",\n".join(rows) + "\n]", "utf-8")
    assert scan(source, tmp_path / "out") == 1
    assert verdicts(tmp_path / "out").count("new") == 1
    assert "INPUT needs an object of JSON on each line" in capsys.readouterr().err


def test_a_byte_order_mark_and_windows_line_ends_are_no_matter(tmp_path):
    source = tmp_path / "corpus.jsonl"
    rows = dump({"id": "a", "text": article(1)}, {"id": "b", "text": article(2)})
    source.write_bytes(b"\xef\xbb\xbf" + rows.replace(b"\n", b"\r\n").rstrip())
    assert scan(source, tmp_path / "out") == 0
    assert verdicts(tmp_path / "out") == ["new", "new"]


def test_half_a_surrogate_pair_in_an_id_survives(tmp_path):
    source = tmp_path / "corpus.jsonl"
    source.write_bytes(b'{"id": "\\ud800", "text": "x"}\n')
    assert scan(source, tmp_path / "out") == 0
    assert read(tmp_path / "out")[0]["id"] == "\ud800"


def test_a_damaged_gzip_file_is_named_after_what_could_be_read(tmp_path, capsys):
    source = tmp_path / "corpus.jsonl.gz"
    rows = dump(*({"id": str(n), "text": article(n, 200)} for n in range(50)))
    source.write_bytes(gzip.compress(rows)[:-2000])
    assert scan(source, tmp_path / "out") == 1
    told = capsys.readouterr().err
    assert str(source) in told
    count = len(read(tmp_path / "out"))
    assert count > 10
    assert f"stopped: {count} lines written; go on with --resume\n" in told
    # Processes beside this one lose nothing of it.
    assert scan(source, tmp_path / "beside", jobs=2) == 1
    assert len(read(tmp_path / "beside")) == count
    source.write_bytes(gzip.compress(rows))
    assert scan(source, tmp_path / "beside", "--resume", jobs=2) == 0
    assert len(read(tmp_path / "beside")) == 50


@pytest.mark.parametrize("at", [1, 5, 9, 11])
@pytest.mark.parametrize("kept", [True, False])
def test_a_scan_stopped_between_line_and_commit_ends_as_an_unbroken_one(
    at, kept, corpus, tmp_path, monkeypatch
):
    index = ["--index", tmp_path / "index"] if kept else []
    assert scan(corpus, tmp_path / "whole") == 0
    calls = []

    def stopping(commit):
        def stop_or_commit(self: Reservation) -> None:
            calls.append(1)
            if len(calls) == at:
                raise KeyboardInterrupt
            commit(self)

        return stop_or_commit

    with monkeypatch.context() as patch:
        for kind in (Reservation, Held):
            patch.setattr(kind, "commit", stopping(kind.commit))
        assert scan(corpus, tmp_path / "out", *index) == 130
    assert len(read(tmp_path / "out")) == at
    assert scan(corpus, tmp_path / "out", *index, "--resume") == 0
    assert read(tmp_path / "out") == read(tmp_path / "whole")
    assert scan(corpus, tmp_path / "out", *index, "--resume") == 0
    assert read(tmp_path / "out") == read(tmp_path / "whole")
    if kept:
        assert scan(corpus, tmp_path / "again", *index) == 0
        texts = [line for line in read(tmp_path / "again") if line["id"] not in ("a3", "empty")]
        assert {line["verdict"] for line in texts} == {"unchanged"}


@pytest.mark.parametrize("at", [1, 4, 11])
def test_a_line_cut_in_the_middle_is_written_anew(at, corpus, tmp_path, monkeypatch):
    assert scan(corpus, tmp_path / "whole") == 0
    write, calls = LineWriter.write, []

    def stopping(self: LineWriter, values: dict) -> None:
        calls.append(1)
        if len(calls) == at:
            os.write(self._descriptor, json.dumps(values).encode()[:9])
            raise KeyboardInterrupt
        write(self, values)

    with monkeypatch.context() as patch:
        patch.setattr(LineWriter, "write", stopping)
        assert scan(corpus, tmp_path / "out", "--index", tmp_path / "index") == 130
    assert scan(corpus, tmp_path / "out", "--index", tmp_path / "index", "--resume") == 0
    assert read(tmp_path / "out") == read(tmp_path / "whole")


def test_documents_that_a_crash_kept_out_of_the_index_are_added(corpus, tmp_path):
    index = tmp_path / "index"
    assert scan(corpus, tmp_path / "whole", "--index", index) == 0
    half = (tmp_path / "whole").read_bytes().splitlines(keepends=True)[:7]
    (tmp_path / "out").write_bytes(b"".join(half))
    for document_id in ("a5", "a3", "c2", "c3"):
        assert neardup("remove", index, document_id) == 0
    assert scan(corpus, tmp_path / "out", "--index", index, "--resume") == 0
    assert [line["verdict"] for line in read(tmp_path / "out")[:7]] == verdicts(
        tmp_path / "whole"
    )[:7]
    with NearDupIndex.open(index) as kept:
        assert all(document_id in kept for document_id in ("a5", "a3", "c2", "c3"))


def test_the_output_of_an_earlier_scan_is_replaced(corpus, tmp_path):
    assert scan(corpus, tmp_path / "out") == 0
    short = tmp_path / "short.jsonl"
    short.write_bytes(dump({"id": "x", "text": article(9)}))
    assert scan(short, tmp_path / "out") == 0
    assert [line["id"] for line in read(tmp_path / "out")] == ["x"]


def test_a_resumed_scan_counts_what_it_has_done_itself(corpus, tmp_path, capsys):
    out, index = tmp_path / "out", tmp_path / "index"
    assert scan(corpus, out, "--index", index) == 0
    out.write_bytes(b"".join(out.read_bytes().splitlines(keepends=True)[:8]))
    assert scan(corpus, out, "--index", index, "--resume") == 0
    assert len(read(out)) == 11
    capsys.readouterr()
    assert neardup("stats", index, "--runs", "--json") == 0
    runs = [json.loads(line)["counts"] for line in capsys.readouterr().out.splitlines()]
    assert [sum(counts.values()) for counts in runs] == [11, 3]
    assert runs[1]["no_text"] == 1


def test_resume_without_output_begins_anew(corpus, tmp_path):
    assert scan(corpus, tmp_path / "whole") == 0
    assert scan(corpus, tmp_path / "out", "--resume") == 0
    assert read(tmp_path / "out") == read(tmp_path / "whole")


def test_resume_refuses_the_output_of_another_input(corpus, tmp_path, capsys):
    other = tmp_path / "other.jsonl"
    other.write_bytes(dump({"id": "x", "text": article(9)}, {"id": "y", "text": article(8)}))
    assert scan(other, tmp_path / "out") == 0
    before = (tmp_path / "out").read_bytes()
    assert scan(corpus, tmp_path / "out", "--resume") == 1
    assert "line 1" in capsys.readouterr().err
    short = tmp_path / "short.jsonl"
    short.write_bytes(dump({"id": "x", "text": article(9)}))
    assert scan(short, tmp_path / "out", "--resume") == 1
    assert (tmp_path / "out").read_bytes() == before


def test_resume_refuses_what_is_no_output_of_a_scan(corpus, tmp_path, capsys):
    (tmp_path / "out").write_text("my notes\n")
    assert scan(corpus, tmp_path / "out", "--resume") == 1
    assert "not a line of a scan" in capsys.readouterr().err
    assert (tmp_path / "out").read_text() == "my notes\n"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--no-add"], "--index"),
        (["--resume", "--output", "-"], "--output"),
        (["--output", "out.gz"], "gzip"),
        (["--jobs", "-1"], "--jobs"),
    ],
)
def test_options_that_make_no_sense_together_are_wrong_usage(options, told, corpus, capsys):
    assert neardup("scan", corpus, *options) == 2
    assert told in capsys.readouterr().err


def test_the_input_is_never_overwritten(corpus):
    before = corpus.read_bytes()
    assert scan(corpus, corpus) == 2
    assert corpus.read_bytes() == before


@pytest.mark.parametrize("source", ["missing.jsonl", "."])
def test_an_input_that_cannot_be_read_is_named(source, tmp_path, capsys):
    assert scan(source, tmp_path / "out") == 1
    assert source in capsys.readouterr().err


def test_the_summary_is_json_on_request(corpus, tmp_path, capsys):
    assert scan(corpus, tmp_path / "out", "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["documents"] == 11
    assert sum(figures["verdicts"].values()) == 11


def run_scrapy(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "scrapy", "neardup", "scan", *arguments]
    streams: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(command, timeout=60, check=False, **{**streams, **options})


def test_standard_input_and_output_are_a_pipe(corpus, tmp_path):
    assert scan(corpus, tmp_path / "out") == 0
    run = run_scrapy("-", "--output", "-", input=gzip.compress(corpus.read_bytes()))
    assert run.returncode == 0
    assert run.stdout == (tmp_path / "out").read_bytes()
    assert b"documents" in run.stderr


def test_an_output_that_is_the_input_is_refused_as_a_stream_too(corpus, tmp_path):
    before = corpus.read_bytes()
    os.link(corpus, tmp_path / "linked")
    for words, opened in (
        ((str(corpus), "-o", str(tmp_path / "linked")), {}),
        (("-", "-o", str(corpus)), {"stdin": corpus.open("rb")}),
        # A scan that reads what it writes would never end.
        ((str(corpus), "-q"), {"stdout": corpus.open("ab")}),
        (("-", "-q"), {"stdin": corpus.open("rb"), "stdout": corpus.open("ab")}),
    ):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **opened}
        run = run_scrapy(*words, "--jobs", "0", **streams)
        for stream in opened.values():
            stream.close()
        assert run.returncode == 2, words
        assert b"--output: OUT is INPUT" in run.stderr
        assert corpus.read_bytes() == before
    # A pipe, a terminal or /dev/null may be both.
    with open(os.devnull, "r+b") as nothing:
        assert run_scrapy("-", "-q", "--jobs", "0", stdin=nothing, stdout=nothing).returncode == 0


def test_an_output_that_another_scan_writes_is_left_alone(corpus, tmp_path, capsys):
    out = tmp_path / "out"
    with LineWriter(str(out)) as other:
        other.write({"id": "a0", "verdict": "new"})
        before = out.read_bytes()
        for more in ((), ("--resume",)):
            assert scan(corpus, out, *more) == 1
            told = (
                f"{out} is being written by another scan; wait until it ends, or name another file"
            )
            assert told in capsys.readouterr().err
            assert out.read_bytes() == before
    assert scan(corpus, out) == 0
    assert len(read(out)) == 11


def test_a_closed_standard_input_is_told(tmp_path):
    # Like `<&-` in a shell.
    run = run_scrapy("-", "-o", str(tmp_path / "out"), preexec_fn=lambda: os.close(0))
    assert run.returncode == 1
    assert run.stderr == b"scrapy neardup: standard input is closed; name a file\n"


def test_a_reader_that_goes_away_ends_the_scan_quietly(corpus):
    command = [sys.executable, "-m", "scrapy", "neardup", "scan", str(corpus), "--jobs", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_a_signal_ends_the_scan_without_a_traceback(number, code, tmp_path):
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the tests run under nohup")
    command = [sys.executable, "-m", "scrapy", "neardup", "scan", "-", "-o", tmp_path / "out"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    (tmp_path / "temporary").mkdir()
    rows = dump(*({"id": str(n), "text": article(n)} for n in range(row_workers.CHUNK_LINES + 1)))
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(rows)
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not any(map(engine_in, (tmp_path / "temporary").glob("neardup-*"))):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        os.killpg(process.pid, number)
        assert process.wait(60) == code
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_scan_waits_for_what_another_crawler_is_about_to_keep(tmp_path, shared_url):
    location = shared_url("redis")
    lines = [json.dumps({"id": "copy", "text": article(1)}) + "\n"]
    (tmp_path / "in").write_text("".join(lines))
    with open_index(location) as other:
        held = other.reserve(Document("first", article(1)))
        keeping = threading.Timer(0.5, held.commit)
        keeping.start()
        scan = ("scan", tmp_path / "in", "-o", tmp_path / "out", "--jobs", 0, "-q")
        assert neardup(*scan, "--index", location) == 0
        keeping.join()
        (line,) = (json.loads(one) for one in (tmp_path / "out").read_text().splitlines())
        assert (line["verdict"], line["match"]) == ("exact", "first")
        assert other.get("copy") is not None


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs a file that can't be read")
def test_what_can_be_opened_but_not_read_is_told(tmp_path, capsys):
    for words in (("scan",), ("remove", tmp_path, "--from"), ("import", tmp_path / "new")):
        for name, problem in (
            ("/proc/self/mem", "Input/output error"),
            ("/none", "No such file or directory"),
        ):
            assert neardup(*words, name) == 1
            told = f"{name} can't be read: {problem}; name another file, or - for standard input"
            assert told in capsys.readouterr().err
