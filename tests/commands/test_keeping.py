"""`prune`, `compact`, `export`, `import`, and texts kept by `scan`."""

from __future__ import annotations

import gzip
import json
import os
import stat
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, Kind, NearDupIndex, Scheme
from scrapy_neardup.commands.new_file import new_file
from scrapy_neardup.commands.transfer import export_lines
from scrapy_neardup.core.index.record import Record, Source

from .running import article, neardup


@pytest.fixture
def index(engine, tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        made.check_and_add(Document("copy", article(3)))
        made.check_and_add(Document("a", article(1), url="http://one.example/a"))
        made.check_and_add(
            Document("b", article(2), title="A title", keep_text=True),
        )
        made.remove("copy")
        made.check_and_add(Document("copy", article(1).upper()))
        made.check_and_add(Document("short", "Too short to judge."))
    return path


def test_prune_takes_out_what_is_older(index, capsys):
    assert neardup("prune", index, "--older", "90d", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "pruned": 0,
        "articles": 3,
        "copies": 1,
        "dry_run": False,
    }
    later = 10**9
    with NearDupIndex.open(index) as opened:
        opened._clock = lambda: later
        opened.add(Document("old", article(7)))
    assert neardup("prune", index, "--older", "1d", "--dry-run") == 0
    told = "1 document would be taken out; left: 3 articles and 1 copy\n"
    assert capsys.readouterr().out == told
    with NearDupIndex.open(index) as opened:
        assert "old" in opened
    assert neardup("prune", index, "--older", "1d") == 0
    assert capsys.readouterr().out.startswith("1 document taken out")
    with NearDupIndex.open(index) as opened:
        assert "old" not in opened
        assert "a" in opened


@pytest.mark.parametrize("age", ["0", "0s", "0.0d"])
def test_prune_does_not_take_0_for_all_documents(index, age, capsys):
    assert neardup("prune", index, "--older", age) == 2
    assert f"--older {age}: that is all documents" in capsys.readouterr().err
    with NearDupIndex.open(index) as opened:
        assert len(opened) == 3


def test_prune_does_not_take_a_number_of_days_for_seconds(index, capsys):
    assert neardup("prune", index, "--older", "30") == 2
    told = "--older: '30' names no unit; use '30d' for days, '30s' for seconds"
    assert told in capsys.readouterr().err
    with NearDupIndex.open(index) as opened:
        assert len(opened) == 3


@pytest.mark.parametrize("age", ["soon", "-3d", "", "3w"])
def test_prune_refuses_what_is_no_age(index, age, capsys):
    assert neardup("prune", index, f"--older={age}") == 2
    told = f"--older: {age!r} is no age; use one such as 90d, 12h, 30m or 45s"
    assert told in capsys.readouterr().err


def test_compact_tells_the_size_before_and_after(index, capsys):
    assert neardup("compact", index, "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["bytes"] > 0
    assert figures["bytes_before"] > 0
    assert neardup("check", index) == 0


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_an_export_is_imported_into_another_index(index, name, tmp_path, capsys):
    out, other = tmp_path / name, tmp_path / "other"
    assert neardup("export", index, "-o", out, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"documents": 4}
    assert out.read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")
    if name.endswith(".gz"):
        # The header tells the slowest level by a 2, and the fastest by a 4.
        assert out.read_bytes()[8] == 0
    assert neardup("import", other, out, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"added": 4, "known": 0}
    assert neardup("import", other, out) == 0
    assert "0 documents added, 4 known before" in capsys.readouterr().out
    with NearDupIndex.open(index) as old, NearDupIndex.open(other) as new:
        for record in old.records():
            again = new.get(record.id)
            assert (again.run, again.story_id) == (1, record.story_id)
            if record.is_source:
                assert replace(again, run=record.run) == record
        source, _ = new.find("a")
        assert [one.ordinal for one in new.get("copy").sources] == [source]
        assert new.kept_text(new.find("b")[0]) == old.kept_text(old.find("b")[0])
        assert new.stats()["kept_texts"] == 1
        verdict = new.check(Document("c", article(1)))
        assert (verdict.kind, verdict.match.id) == ("exact", "a")
    assert neardup("check", other) == 0


class Links:
    """Rewritten copies and articles, of which the one with the ordinal i names those at *named[i]*."""

    def __init__(self, named):
        self.records = {
            ordinal: Record(
                str(ordinal),
                Kind.REWRITTEN if others else Kind.NEW,
                first_seen=0,
                revision=bytes(8),
                digest=bytes(8),
                sources=tuple(Source(one, 1) for one in others),
            )
            for ordinal, others in enumerate(named)
        }

    def numbered_records(self):
        return iter(self.records.items())

    def record_at(self, ordinal):
        return self.records.get(ordinal)

    def kept_text(self, ordinal):
        return None


@given(st.permutations(range(6)), st.lists(st.sets(st.integers(0, 4)), min_size=6, max_size=6))
def test_an_export_has_what_a_source_names_before_it(order, names):
    # One that was something else before may name what came after it, but none names itself.
    named = [()] * 6
    for place, ordinal in enumerate(order):
        named[ordinal] = sorted(order[at] for at in names[place] if at < place)
    places = {line["id"]: at for at, line in enumerate(export_lines(Links(named)))}
    assert len(places) == 6
    for ordinal, others in enumerate(named):
        assert all(places[str(one)] < places[str(ordinal)] for one in others)


@pytest.mark.parametrize("content", ["", "Dear gull\n", "[]\n", '{"text": "x"}\n'])
def test_what_is_no_export_is_called_so(tmp_path, content, capsys):
    (tmp_path / "in").write_text(content)
    assert neardup("import", tmp_path / "new", tmp_path / "in") == 1
    told = f"{tmp_path}/in, line 1: not the first line of an export; give the output of"
    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_an_import_ties_no_copy_to_another_article_under_the_address_of_its_source(
    index, tmp_path, capsys
):
    out, other = tmp_path / "out.jsonl", tmp_path / "other"
    assert neardup("export", index, "-o", out) == 0
    with NearDupIndex.open(other) as made:
        for seed in (1, 77):
            made.check_and_add(Document("a", article(seed)))
    assert neardup("import", other, out) == 0
    with NearDupIndex.open(other) as made:
        assert made.stories.sources_of(made.get("copy")) == []
        assert made.check(Document("copy", article(77))).match.id == "a"
    assert neardup("check", other) == 0


@pytest.mark.parametrize("way", ["copy", "import", "rebuild"])
def test_a_merger_whose_first_source_is_gone_keeps_the_other_in_a_new_index(
    way, engine, tmp_path, capsys
):
    old, new = tmp_path / "index", tmp_path / "other"
    parts = [article(31), article(32)]
    merger = Document("merger", " ".join(parts), keep_text=True)
    with NearDupIndex.open(f"{engine}://{old}") as made:
        for name, text in zip("ab", parts, strict=True):
            made.check_and_add(Document(name, text, keep_text=True))
        first, second = (match.id for match in made.check_and_add(merger).matches)
        made.remove(first)
        known = made.check(merger)
        assert [match.id for match in known.matches] == [second]
    if way == "import":
        assert neardup("export", old, "-o", tmp_path / "out.jsonl") == 0
        assert neardup("import", new, tmp_path / "out.jsonl") == 0
    else:
        assert neardup(way, old, new, *(["--segmenter", "jieba"] if way == "rebuild" else [])) == 0
    with NearDupIndex.open(new) as made:
        again = made.check(merger)
        assert (again.kind, again.matches) == (known.kind, known.matches)
    assert neardup("check", new) == 0
    capsys.readouterr()
    assert neardup("clusters", new, "--json") == 0
    cluster = json.loads(capsys.readouterr().out)
    assert (cluster["source"]["id"], cluster["copies"][0]["id"]) == (second, "merger")


def test_an_import_never_makes_a_copy_a_source(index, tmp_path, capsys):
    out, other = tmp_path / "out.jsonl", tmp_path / "other"
    assert neardup("export", index, "-o", out) == 0
    with NearDupIndex.open(other) as made:
        made.check_and_add(Document("first", article(1)))
        assert made.check_and_add(Document("a", article(1))).kind == "exact"
    assert neardup("import", other, out) == 0
    with NearDupIndex.open(other) as made:
        (source,) = made.get("copy").sources
        assert made.record_at(source.ordinal).id == "first"
    assert neardup("check", other) == 0


def test_an_export_goes_to_standard_output(index, capfdbinary):
    assert neardup("export", index) == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert lines[0]["scheme"] == Scheme().to_dict()
    assert [line["kind"] for line in lines[1:]] == ["new", "new", "new", "exact"]
    assert lines[4]["sources"] == [["a", 1.0]]


def test_an_export_that_can_not_be_written_leaves_nothing(index, tmp_path, capsys):
    assert neardup("export", index, "-o", tmp_path / "missing" / "out.jsonl") == 1
    assert "can't be written" in capsys.readouterr().err


def test_a_file_is_written_beside_others_and_takes_no_place_but_its_own(tmp_path):
    target, mine = tmp_path / "out.jsonl", tmp_path / "out.jsonl.partial"
    mine.write_bytes(b"mine")
    with new_file(target) as one, new_file(target) as other:
        one.write(b"one")
        other.write(b"other")
    assert target.read_bytes() == b"one"
    with pytest.raises(ZeroDivisionError), new_file(target) as failing:
        failing.write(bytes(1 // 0))
    assert (target.read_bytes(), mine.read_bytes()) == (b"one", b"mine")
    assert sorted(tmp_path.iterdir()) == [target, mine]


def test_a_file_keeps_its_mode_and_may_have_a_long_name(tmp_path):
    target = tmp_path / ("n" * 250)
    target.write_bytes(b"before")
    target.chmod(0o600)
    with new_file(target) as stream:
        stream.write(b"after")
    assert target.read_bytes() == b"after"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_an_import_into_another_scheme_is_refused(index, tmp_path, capsys):
    out, other = tmp_path / "out.jsonl", tmp_path / "other"
    assert neardup("export", index, "-o", out) == 0
    with NearDupIndex.open(other, Scheme(max_distance=2, simhash_tables=3)):
        pass
    assert neardup("import", other, out) == 1
    assert "max_distance" in capsys.readouterr().err


@pytest.mark.parametrize(
    "first",
    [
        "",
        "nothing",
        "{}",
        '{"format": "scrapy-neardup export", "version": 2}',
        '{"format": "scrapy-neardup export", "version": 2, "scheme": []}',
        "[1]",
    ],
)
def test_what_is_no_export_is_refused_and_makes_no_index(first, tmp_path, capsys):
    (tmp_path / "in").write_text(f"{first}\n")
    assert neardup("import", tmp_path / "index", tmp_path / "in") == 1
    assert "line 1" in capsys.readouterr().err
    assert not (tmp_path / "index").exists()


def test_an_export_of_another_version_is_refused_and_makes_no_index(index, tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    assert neardup("export", index, "-o", out) == 0
    head, *lines = out.read_text().splitlines()
    out.write_text("\n".join([json.dumps({**json.loads(head), "version": 1}), *lines]))
    assert neardup("import", tmp_path / "other", out) == 1
    assert "line 1: version 1, this package reads 2" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("engine", ["sqlite"])
@pytest.mark.parametrize(
    "change",
    [
        {"id": 7},
        {"kind": "unchanged"},
        {"kind": "other"},
        {"digest": "00"},
        {"digest": None},
        {"first_seen": -1},
        {"first_seen": "today"},
        {"sketch": "AAAA"},
        {"simhash": "1" * 17},
        {"sources": [["a", 7]]},
        {"sources": 3},
        {"title": 3},
        {"published": "today"},
        {"url": 3},
        {"story": "00"},
        {"evidence": "A" * 4000},
        {"run": -1},
        {"run": "first"},
        {"provenance": {"links": [], "credit": ""}},
        None,
    ],
)
def test_a_bad_line_is_named_and_what_was_before_it_stays(index, change, tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    assert neardup("export", index, "-o", out) == 0
    head, first, second, *_ = out.read_text().splitlines()
    bad = json.dumps(None if change is None else {**json.loads(second), "id": "x", **change})
    out.write_text(f"{head}\n{first}\n{bad}")
    assert neardup("import", tmp_path / "other", out) == 1
    assert "line 3" in capsys.readouterr().err
    with NearDupIndex.open(tmp_path / "other") as opened:
        assert len(list(opened.records())) == 1


@pytest.mark.parametrize("part", ["sketch", "telling"])
def test_a_copy_with_a_damaged_part_is_named_though_nothing_is_posted_of_it(
    index, part, tmp_path, capsys
):
    out = tmp_path / "out.jsonl"
    assert neardup("export", index, "-o", out) == 0
    head, *lines = out.read_text().splitlines()
    copy = next(one for one in map(json.loads, lines) if one.get("sources"))
    out.write_text("\n".join([head, json.dumps({**copy, part: "AAAA"})]))
    assert neardup("import", tmp_path / "other", out) == 1
    assert "line 2" in capsys.readouterr().err


def test_a_damaged_gzip_is_told(tmp_path, capsys):
    (tmp_path / "in").write_bytes(gzip.compress(b"x" * 10000)[:20])
    assert neardup("import", tmp_path / "index", tmp_path / "in") == 1
    assert "damaged" in capsys.readouterr().err


def test_scan_keeps_texts_if_asked_to(tmp_path, capsys):
    lines = tmp_path / "in.jsonl"
    lines.write_text(json.dumps({"id": "a", "text": article(1), "title": "Title"}))
    index = tmp_path / "index"
    assert neardup("scan", lines, "--index", index, "--keep-text", "-q", "-o", tmp_path / "o") == 0
    with NearDupIndex.open(index) as opened:
        assert opened.kept_text(0).text == article(1)
    assert neardup("scan", lines, "--keep-text") == 2


@pytest.mark.parametrize("command", ["query", "why", "prune", "compact", "clusters", "export"])
def test_no_index_is_made_where_none_is(command, tmp_path, capsys):
    more = {"query": ["x"], "why": ["a", "b"], "prune": ["--older", "1d"]}.get(command, [])
    path = tmp_path / "nothing"
    assert neardup(command, path, *more) == 1
    assert str(path) in capsys.readouterr().err
    assert not path.exists()


def exported(index, since, tmp_path):
    out = tmp_path / "since.jsonl"
    assert neardup("export", index, "--since", since, "-o", out) == 0
    _, *lines = map(json.loads, out.read_text().splitlines())
    return {line["id"] for line in lines}


def test_an_export_since_no_time_writes_nothing(tmp_path, capfdbinary):
    with NearDupIndex.open(tmp_path / "index"):
        pass
    assert neardup("export", tmp_path / "index", "--since", "notadate") == 2
    told = capfdbinary.readouterr()
    assert told.out == b""
    assert b"--since: " in told.err


def test_an_export_of_what_is_new_since_a_run_or_a_time(tmp_path):
    path = tmp_path / "runs"
    now = 1_790_000_000
    with NearDupIndex.open(path) as index:
        index._clock = lambda: now
        runs = [index.runs.begin("news", now + 86400 * n) for n in range(3)]
        index.check_and_add(Document("a", article(1), run=1))
        index.check_and_add(Document("b", article(2), run=1))
        index.check_and_add(Document("copy", article(1), run=2))
        index.check_and_add(Document("b", article(3), run=3))
    assert exported(path, runs[0].id, tmp_path) == {"b", "copy"}
    assert exported(path, "2", tmp_path) == {"b"}
    assert exported(path, "3", tmp_path) == set()
    # 1790000000 is 2026-09-21T14:13:20Z.
    assert exported(path, "2026-09-22", tmp_path) == {"b", "copy"}
    assert exported(path, "2026-09-21T14:13:20Z", tmp_path) == {"a", "b", "copy"}
    assert exported(path, "2026-09-23T14:13:20+00:00", tmp_path) == {"b"}
    assert exported(path, "36500d", tmp_path) == {"a", "b", "copy"}


@pytest.mark.parametrize("command", ["export", "report"])
def test_a_link_or_a_pipe_is_written_through_and_stays(command, index, tmp_path):
    link, target, pipe = (tmp_path / name for name in ("link", "target", "pipe"))
    if command == "export":
        target.write_text("of yesterday")
    else:
        assert neardup(command, index, "-o", target) == 0
    link.symlink_to(target)
    assert neardup(command, index, "-o", link) == 0
    assert link.is_symlink()
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert neardup(command, index, "-o", pipe) == 0
        read, _ = reader.communicate()
    assert pipe.is_fifo()
    assert len(read) == target.stat().st_size > 100
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "link", "pipe", "target"]


def told_on(output, buffered, *arguments, code=1, most_bytes=None):
    """What a command tells on standard error, in a process of its own that writes to *output*, and
    no file of more than *most_bytes*.
    """
    environment = {**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"}
    command = [sys.executable, "-m", "scrapy", "neardup", *map(str, arguments)]
    if most_bytes:
        limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes},) * 2)"
        start = (
            f"{limit}; import os, sys; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
        )
        command = [sys.executable, "-c", start, *command[1:]]
    done = subprocess.run(
        command, stdout=output, stderr=subprocess.PIPE, env=environment, text=True, check=False
    )
    assert done.returncode == code
    return done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
@pytest.mark.parametrize("engine", ["sqlite"])
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("command", [("stats",), ("stats", "--json"), ("export",)])
def test_standard_output_on_a_full_disk_is_told_in_a_line(command, buffered, index):
    with open("/dev/full", "wb") as full:
        (line,) = told_on(full, buffered, *command, index).splitlines()
    assert "can't be written: No space left on device" in line


@pytest.mark.parametrize("engine", ["sqlite"])
@pytest.mark.parametrize("buffered", [True, False])
def test_a_report_that_is_cut_short_on_standard_output_is_no_success(buffered, index, tmp_path):
    with open(tmp_path / "out", "wb") as out:
        # It lets the first part be written, as a full disk does, and this index needs less.
        line = told_on(out, buffered, "report", index, "-o", "-", most_bytes=45_000)
    assert line.startswith("scrapy neardup: standard output can't be written: File too large")
    assert (tmp_path / "out").stat().st_size == 45_000


@pytest.mark.parametrize("engine", ["sqlite"])
@pytest.mark.parametrize(
    ("descriptor", "command"),
    [(1, "stats INDEX"), (2, "scan - -o OUT"), (1, "report INDEX -o OUT")],
)
def test_closed_standard_output_leads_nowhere(descriptor, command, index, tmp_path):
    named = {"INDEX": str(index), "OUT": str(tmp_path / "out")}
    shell = f'exec "$0" -m scrapy neardup "$@" {descriptor}>&-'
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, *(named.get(word, word) for word in command.split())],
        input=json.dumps({"id": "a", "text": article(1)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("engine", ["sqlite"])
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("command", ["stats", "export"])
def test_nothing_is_told_where_the_reader_of_standard_output_has_gone(command, buffered, index):
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as gone:
        # As of a program that SIGPIPE has ended.
        assert told_on(gone, buffered, command, index, code=141) == ""


def test_an_export_into_no_folder_says_which_is_missing(index, tmp_path, capsys):
    assert neardup("export", index, "-o", tmp_path / "none" / "out") == 1
    told = f"there is no folder {tmp_path / 'none'}; make it, or name another file"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("run", ["7", " 7 "])
def test_an_export_since_a_run_that_is_not_there_is_refused(run, index, tmp_path, capsys):
    assert neardup("export", index, "--since", run, "-o", tmp_path / "out") == 1
    assert (
        f"has no run {run}; `scrapy neardup stats INDEX --runs` lists" in capsys.readouterr().err
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("when", ["yesterday", ""])
def test_an_export_since_no_time_is_refused(when, index, tmp_path, capsys):
    assert neardup("export", index, "--since", when, "-o", tmp_path / "out") == 2
    assert f"{when!r} is no time; use 2026-11-01" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
