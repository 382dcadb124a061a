from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.commands.indexes import size_of
from scrapy_neardup.core.format import FORMAT_KEY
from scrapy_neardup.core.index.index import COUNTED_SINCE_OPENED
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.store import Change
from tests.forking import held_by_another_process

from .running import article, neardup


@pytest.fixture
def index(engine, tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        made.check_and_add(Document("first", article(1)))
        made.check_and_add(Document("second", article(2)))
        made.check_and_add(Document("copy", article(1).upper()))
    return path


def test_stats_counts_articles_and_copies_and_names_the_engine(index, engine, capsys):
    assert neardup("stats", index, "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["engine"].lower() == engine
    assert (figures["articles"], figures["copies"]) == (2, 1)
    assert figures["bytes"] > 0


def test_stats_show_no_count_that_begins_when_an_index_is_opened(index, capsys):
    assert neardup("stats", index, "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert not shown.keys() & set(COUNTED_SINCE_OPENED)
    with NearDupIndex.in_memory() as other:
        assert set(COUNTED_SINCE_OPENED[:4]) < other.stats().keys()


def test_stats_of_an_index_in_use_are_those_of_a_copy(index, capsys):
    with held_by_another_process(index):
        assert neardup("stats", index, "--json") == 0
    told = capsys.readouterr()
    figures = json.loads(told.out)
    assert figures["articles"] == 2
    assert figures["path"] == str(index)
    assert figures["bytes"] > 0
    assert told.err == ""


def test_the_size_of_an_index_in_use_is_told_though_files_of_it_go(tmp_path, monkeypatch):
    for name in ("1.ldb", "2.ldb", "3.ldb"):
        (tmp_path / name).write_bytes(bytes(100))
    look = Path.stat

    def going(path, **options):
        if path.name == "1.ldb":
            path.unlink()
        found = look(path, **options)
        if path.name == "2.ldb":
            path.unlink()
        return found

    monkeypatch.setattr(Path, "stat", going)
    assert size_of(tmp_path) == 200


def test_stats_are_aligned_for_people(index, capsys):
    assert neardup("stats", index) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = dict(line.split(maxsplit=1) for line in lines if len(line.split()) > 1)
    assert rows["articles"] == "2"
    assert len({line.index(line.split()[1]) for line in lines if len(line.split()) > 1}) == 1


def test_remove_makes_a_text_new_again(index, capsys):
    assert neardup("remove", index, "first", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "removed": ["first"],
        "missing": [],
        "dry_run": False,
    }
    with NearDupIndex.open(index) as opened:
        assert "first" not in opened
        assert opened.check(Document("again", article(1))).kind == "new"


def test_remove_takes_the_others_out_when_one_is_missing(index, capsys):
    assert neardup("remove", index, "nowhere", "second") == 1
    told = capsys.readouterr()
    assert told.out == "removed second\n"
    assert "no document nowhere" in told.err


@pytest.fixture
def hosts(engine, tmp_path):
    """An index of documents on two hosts, one with an id of its own."""
    path = tmp_path / "hosts"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        for number in range(3):
            made.check_and_add(Document(f"http://a.test/{number}", article(number)))
        made.check_and_add(Document("own", article(3), url="http://a.test/own"))
        made.check_and_add(Document("http://b.test/", article(4)))
    return path


def left(path):
    with NearDupIndex.open(path) as index:
        return [record.id for record in index.records()]


def test_remove_takes_out_a_host(hosts, capsys):
    before = left(hosts)
    assert neardup("remove", hosts, "--host", "A.test", "--dry-run", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"removed": before[:4], "missing": [], "dry_run": True}
    assert left(hosts) == before
    assert neardup("remove", hosts, "--host", "a.test") == 0
    assert "removed own\n" in capsys.readouterr().out
    assert left(hosts) == ["http://b.test/"]
    assert neardup("remove", hosts, "--host", "a.test") == 1
    assert "no document is of the host a.test" in capsys.readouterr().err


def test_remove_reads_ids_and_urls_from_a_file(hosts, tmp_path, capsys):
    names = ["http://a.test/0", "", "http://a.test/1#part", "http://a.test/own", "nowhere", "own"]
    (tmp_path / "names").write_text("\n".join(names))
    arguments = ("remove", hosts, "http://b.test/", "--from", tmp_path / "names")
    assert neardup(*arguments, "--dry-run") == 1
    told = capsys.readouterr()
    gone = ["http://b.test/", "http://a.test/0", "http://a.test/1", "own"]
    assert told.out.splitlines() == [f"would remove {one}" for one in gone]
    assert "no document nowhere" in told.err
    assert len(left(hosts)) == 5
    assert neardup(*arguments) == 1
    assert left(hosts) == ["http://a.test/2"]


def test_remove_says_so_if_a_file_names_nothing(hosts, tmp_path, capsys):
    (tmp_path / "names").write_text("\n\n")
    assert neardup("remove", hosts, "--from", tmp_path / "names") == 0
    assert capsys.readouterr().err == f"{tmp_path}/names: there is no id or URL in it\n"
    assert len(left(hosts)) == 5


@pytest.fixture
def by_url(engine, tmp_path):
    """An index of copies with ids of their own, by the names of their URLs."""
    urls = {
        "long": f"http://a.test/{'x' * 3000}",
        "no scheme": "a.test/relative",
        "another spelling": "http://a.test/1#part",
    }
    path = tmp_path / "urls"
    with NearDupIndex.open(f"{engine}://{path}") as made:
        made.check_and_add(Document("source", article(1)))
        for name, url in urls.items():
            known = name if name != "another spelling" else "http://a.test/1"
            made.check_and_add(Document(known, article(1), url=url))
    return path, urls


@pytest.mark.parametrize("name", ["long", "no scheme", "another spelling"])
@pytest.mark.parametrize("command", [("remove",), ("mark", "--wrong"), ("restore",)])
def test_every_command_finds_a_document_by_the_same_names(command, name, by_url, capsys):
    path, urls = by_url
    words, *option = command
    assert neardup(words, path, *option, urls[name]) == 0
    assert (name if name != "another spelling" else "http://a.test/1") in capsys.readouterr().out


def test_all_documents_of_a_url_are_removed(by_url):
    path, urls = by_url
    with NearDupIndex.open(path) as made:
        made.check_and_add(Document("another", article(1), url=urls["long"]))
    assert neardup("remove", path, urls["long"]) == 0
    assert left(path) == ["source", "no scheme", "http://a.test/1"]


def test_remove_wants_one_way_to_choose(hosts, tmp_path, capsys):
    for given in ((), ("own", "--host", "a.test"), ("--host", "a.test", "--run", "1")):
        assert neardup("remove", hosts, *given) == 2
        assert "give ids of documents, --from or both" in capsys.readouterr().err
    (tmp_path / "bad").write_bytes(b"own\n\xff\n")
    assert neardup("remove", hosts, "--from", tmp_path / "bad") == 1
    assert "bad, line 2: not UTF-8" in capsys.readouterr().err
    assert len(left(hosts)) == 5


@pytest.mark.parametrize("command", ["remove", "clusters"])
@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("a.test:8080", "a.test"),
        ("http://a.test/", "a.test"),
        ("a.test/x", "a.test"),
        ("[::1]", "::1"),
        ("/", "such as news.example"),
    ],
)
def test_a_host_is_given_by_its_name_alone(command, given, meant, hosts, capsys):
    assert neardup(command, hosts, "--host", given) == 2
    assert f"--host {given}: give the name of a host alone, {meant}\n" in capsys.readouterr().err


def test_clusters_says_that_no_document_is_of_a_host(hosts, capsys):
    for host, told in (("a.test", False), ("::1", True), ("c.test", True)):
        assert neardup("clusters", hosts, "--host", host) == 0
        said = capsys.readouterr()
        assert said.out == "0 clusters, 0 copies\n"
        assert (f"no document is of the host {host}" in said.err) == told


def test_check_finds_a_new_index_whole(index, capsys):
    assert neardup("check", index, "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["clean"] is True
    assert figures["records"] == 3


def test_check_counts_postings_that_lead_nowhere_and_compact_sweeps_them(index, capsys):
    store = open_store(index)
    store.apply(Change(post=[(b"\x00\x07\x07\x07\x07", bytes(5) + b"\x09")]))
    store.close()
    for dangling in (1, 0):
        assert neardup("check", index, "--json") == 0
        figures = json.loads(capsys.readouterr().out)
        assert (figures["clean"], figures["dangling_postings"]) == (True, dangling)
        assert neardup("check", index) == 0
        told = capsys.readouterr()
        assert ("1 posting leads to no record, which loses nothing" in told.out) == bool(dangling)
        assert told.err == ""
        assert neardup("compact", index) == 0
        capsys.readouterr()


def test_the_commands_that_a_check_tells_to_run_can_be_typed_where_a_name_has_blanks(
    index, tmp_path, capsys
):
    path = index.rename(tmp_path / "my news")
    store = open_store(path)
    records = [key for key, _ in store.items(b"r")]
    store.apply(Change(values={records[0]: None}))
    store.close()
    assert neardup("check", path) == 1
    assert f"`scrapy neardup repair '{path}'`" in capsys.readouterr().err
    assert neardup("repair", path) == 0


def test_check_fails_on_a_lost_record_and_repair_mends_it(index, capsys):
    store = open_store(index)
    records = [key for key, _ in store.items(b"r")]
    store.apply(Change(values={records[0]: None}))
    store.close()
    assert neardup("check", index) == 1
    told = capsys.readouterr()
    assert f"scrapy neardup repair {index}" in told.err
    assert neardup("repair", index, "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["kept"] == 2
    assert figures["lost"] == 1
    assert neardup("check", index) == 0


def test_a_sound_index_is_called_so_and_no_repair_changes_it(index, capsys):
    assert neardup("check", index) == 0
    assert capsys.readouterr().out.endswith("\nnothing is damaged or missing\n")
    before = {file: file.read_bytes() for file in index.rglob("*") if file.is_file()}
    assert neardup("repair", index) == 0
    assert capsys.readouterr().out == f"nothing is damaged; {index} was left as it is\n"
    assert neardup("repair", index, "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["backup"], figures["kept"], figures["lost"]) == (None, 3, 0)
    assert {file: file.read_bytes() for file in index.rglob("*") if file.is_file()} == before


def test_repair_says_that_it_does_not_know_what_is_lost(index, capsys):
    store = open_store(index)
    records = [key for key, _ in store.items(b"r")]
    store.apply(Change(values={records[0]: None, b"counts": None}))
    store.close()
    assert neardup("repair", index) == 0
    assert "not known: the index has lost its count of documents" in capsys.readouterr().out


def test_repair_takes_a_lost_scheme_from_the_settings(index, capsys):
    store = open_store(index)
    store.apply(Change(values={FORMAT_KEY: None}))
    store.close()
    names = {path.name for path in index.iterdir()}
    for _ in range(2):
        assert neardup("repair", index) == 1
        told = capsys.readouterr().err
        assert "repair it in the project whose crawls use it" in told
        assert "(see NEARDUP_SEGMENTER, NEARDUP_MAX_DISTANCE, " in told
        assert {path.name for path in index.iterdir()} <= names
    assert neardup("-s", "NEARDUP_MAX_DISTANCE=2", "repair", index) == 0
    assert "it has the scheme of the settings now" in capsys.readouterr().out
    assert neardup("-s", "NEARDUP_MAX_DISTANCE=4", "repair", index, "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["kept"], figures["scheme_given"]) == (3, False)
    assert neardup("check", index) == 0
    with NearDupIndex.open(index) as mended:
        assert mended.scheme.max_distance == 2


@pytest.mark.parametrize(
    "command", [("remove", "first"), ("mark", "--wrong", "copy"), ("compact",)]
)
def test_what_writes_is_refused_during_a_crawl_and_what_helps_is_told(command, index, capsys):
    name, *more = command
    with held_by_another_process(index):
        assert neardup(name, index, *more) == 1
    told = capsys.readouterr().err
    assert "is in use by process" in told
    assert told.endswith("; wait until it ends, or stop it\n")


LONG_NAME = "x" * 300
TOO_LONG = os.strerror(errno.ENAMETOOLONG)


def test_a_new_index_that_can_not_be_made_is_to_be_made_elsewhere(index, tmp_path, capsys):
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": article(5)}))
    out = ("-o", tmp_path / "out", "--jobs", 0, "-q")
    assert neardup("scan", tmp_path / "in", *out, "--index", tmp_path / LONG_NAME) == 1
    assert f"can't be made: {TOO_LONG}; name another directory\n" in capsys.readouterr().err
    # With the suffix of what is not complete, this name is too long, too.
    assert neardup("copy", index, tmp_path / LONG_NAME[:250]) == 1
    assert f"can't be made: {TOO_LONG}; name another directory\n" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system has no /proc")
@pytest.mark.parametrize("command", ["scan", "copy"])
def test_where_no_directory_can_be_made_another_place_is_to_be_named(
    command, index, tmp_path, capsys
):
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": article(5)}))
    words = {
        "scan": (tmp_path / "in", "--jobs", 0, "-q", "--index", "/proc/neardup/x"),
        "copy": (index, "/proc/neardup/x"),
    }
    assert neardup(command, *words[command]) == 1
    told = f"can't be made: {os.strerror(errno.ENOENT)}; name another directory\n"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("command", ["report", "export", "scan"])
def test_a_file_that_can_not_be_made_is_to_be_another_one(command, index, tmp_path, capsys):
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": article(5)}))
    read = (tmp_path / "in", "--jobs", 0, "-q") if command == "scan" else (index,)
    assert neardup(command, *read, "-o", tmp_path / LONG_NAME) == 1
    assert f"can't be written: {TOO_LONG}; name another file" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
def test_on_a_full_disk_a_scan_may_go_on_once_there_is_room(tmp_path, capsys):
    (tmp_path / "in").write_text(json.dumps({"id": "b", "text": article(5)}))
    assert neardup("scan", tmp_path / "in", "-o", "/dev/full", "--jobs", 0, "-q") == 1
    assert "; make room and go on with --resume, or name another file\n" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "command", [("query", "INDEX"), ("read",), ("scan",), ("import", "INDEX")]
)
def test_a_folder_in_place_of_a_file_is_told_alike(command, index, tmp_path, capsys):
    words = [index if word == "INDEX" else word for word in command]
    assert neardup(*words, tmp_path) == 1
    assert capsys.readouterr().err.endswith(
        f"{tmp_path} is a directory; name a file, or - for standard input\n"
    )


@pytest.mark.parametrize("command", ["stats", "remove", "check", "compact"])
def test_an_index_is_named_by_the_url_of_its_engine_too(command, index, engine, capsys):
    more = ["first"] * (command == "remove")
    assert neardup(command, f"{engine}://{index}", *more) == 0
    other = "sqlite" if engine == "leveldb" else "leveldb"
    capsys.readouterr()
    assert neardup(command, f"{other}://{index}", *more) == 1
    assert f"one of {engine}, not {other}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["stats", "remove", "check", "repair"])
@pytest.mark.parametrize("made", [False, True])
def test_no_index_is_made_where_none_is(command, made, tmp_path, capsys):
    path = tmp_path / "nothing"
    if made:
        path.mkdir()
    assert neardup(command, path, *["x"] * (command == "remove")) == 1
    assert str(path) in capsys.readouterr().err
    assert not made or not any(path.iterdir())


@pytest.fixture
def barred(tmp_path, monkeypatch):
    """A directory that this process may not enter, as root may any."""
    directory = tmp_path / "barred"
    look = Path.stat

    def refused(path, **options):
        if directory in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return look(path, **options)

    monkeypatch.setattr(Path, "stat", refused)
    return directory


@pytest.mark.parametrize("command", ["stats", "clusters", "check", "report", "import", "query"])
def test_an_index_that_may_not_be_looked_at_is_named(command, index, barred, capsys):
    export = barred.with_name("export.jsonl")
    assert neardup("export", index, "-o", export) == 0
    capsys.readouterr()
    arguments = {"import": [export], "query": ["--text", "x"]}.get(command, [])
    assert neardup(command, barred / "news", *arguments) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"{barred}/news" in told
    assert "Permission denied; give this process the right" in told


def test_a_file_that_may_not_be_looked_at_is_named(index, barred, capsys):
    for arguments in (["query", index, barred / "text"], ["copy", index, barred / "copy"]):
        assert neardup(*arguments) == 1
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert f"{arguments[-1]} can't be looked at: Permission denied" in told
