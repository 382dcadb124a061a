"""`rebuild`: a new index of another scheme."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from scrapy_neardup import Document, NearDupIndex, Scheme, open_index
from scrapy_neardup.commands import rebuild
from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.errors import IndexFormatError, SchemeMismatch
from scrapy_neardup.core.format import FORMAT_KEY
from scrapy_neardup.core.index.records import record_key, text_key
from scrapy_neardup.core.stores.engines import engine_in, open_store
from scrapy_neardup.core.stores.store import Change
from tests.core.index.earlier_format import EARLIER, date_back_to

from .running import article, follow, neardup

SHORT = "Too short to be judged by its likeness."


def fill(path, *, keep=lambda name: True, scheme=None):
    with NearDupIndex.open(path, scheme) as index:
        now = [1_790_000_000]
        index._clock = lambda: now[0]

        def add(name, text, **more):
            now[0] += 60
            url = f"http://{name}.example/"
            return index.check_and_add(
                Document(name, text, url=url, title=name, keep_text=keep(name), **more)
            )

        add("a", article(1), revision="of another page")
        add("b", article(2))
        add("short", SHORT)
        assert add("of-a", article(1).upper()).kind == "exact"
        longer = f"{article(2)}. {article(9, 8)}"
        assert add("of-b", longer).match.id == "b"
        index.write_notes([("site/a.example", b"learned")])
    return path


def date_back(path):
    """Let the index look as an older version of this package made it."""
    return change_form(path, lambda form: form["scheme"].update(features=0, gone=True))


def spoil(index, ordinal):
    """Damage the kept text of a document."""
    if index.is_shared:
        records = index._documents
        key = records.text_key(ordinal)
        records.store.servers.run([("SET", key, b"no text")])
    else:
        index._documents.store.apply(Change(values={text_key(ordinal): b"no text"}))


def change_form(path, change):
    store = open_store(path)
    form = json.loads(store.values([FORMAT_KEY])[0])
    change(form)
    store.apply(Change(values={FORMAT_KEY: json.dumps(form).encode()}))
    store.close()
    return path


def history(path):
    with NearDupIndex.open(path) as index:
        return {
            record.id: (
                record.kind,
                record.first_seen,
                record.url,
                record.revision,
                [(index.record_at(one.ordinal).id, one.score) for one in record.sources],
                (record.story_id, record.run),
                index.kept_text(ordinal),
            )
            for ordinal, record in index.numbered_records()
        }


@pytest.fixture
def old(tmp_path):
    return fill(tmp_path / "old")


def test_a_rebuilt_index_finds_what_the_old_one_found(old, tmp_path, capsys):
    new, before = tmp_path / "new", history(old)
    assert neardup("rebuild", old, new, "--segmenter", "jieba", "--max-distance", 2, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"articles": 3, "copies": 2, "left_out": 0, "judged_anew": 0}
    assert history(new) == before
    assert history(old) == before
    with NearDupIndex.open(new) as index:
        assert (index.scheme.segmenter, index.scheme.max_distance) == ("jieba", 2)
        assert index.check(Document("x", article(1))).match.id == "a"
        assert index.check(Document("y", article(2, 70))).match.id == "b"
        assert index.check(Document("a", article(1), revision="of another page")).kind == (
            "unchanged"
        )
        assert index.read_note("site/a.example") == b"learned"
    assert neardup("check", new) == 0


@pytest.mark.parametrize("jobs", [0, 2, None])
def test_an_index_of_another_version_is_rebuilt(jobs, old, tmp_path, capsys):
    before = history(old)
    date_back(old)
    assert neardup("query", old, "--text", article(1)) == 1
    assert "scrapy neardup rebuild" in capsys.readouterr().err
    assert neardup("rebuild", old, tmp_path / "new", jobs=jobs) == 0
    assert "3 articles and 2 copies" in capsys.readouterr().out
    assert history(tmp_path / "new") == before
    with NearDupIndex.open(tmp_path / "new") as index:
        assert index.scheme == Scheme()


def test_a_dictionary_of_synonyms_can_be_given_to_an_index(old, tmp_path, capsys):
    words = tmp_path / "synonyms.txt"
    words.write_text("海港 港口\n")
    assert neardup("rebuild", old, tmp_path / "new", "--synonyms", words) == 0
    wanted = Scheme().with_synonyms([str(words)])
    with NearDupIndex.open(tmp_path / "new", wanted) as index:
        assert index.check(Document("c", article(1))).match.id == "a"
    again = ("rebuild", tmp_path / "new", tmp_path / "more", "--segmenter", "jieba")
    assert neardup(*again) == 0
    with NearDupIndex.open(tmp_path / "more") as index:
        assert index.scheme.synonyms == wanted.synonyms
    assert neardup("rebuild", old, tmp_path / "other", "--synonyms", "/nowhere") == 1
    assert "/nowhere" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_who_is_refused_is_told_the_options_that_make_the_index_fit(old, tmp_path, shared_url):
    words = tmp_path / "my synonyms.txt"
    words.write_text("海港 港口\n")
    wanted = Scheme(segmenter="jieba", max_distance=2, simhash_tables=6).with_synonyms(
        [str(words)]
    )
    with pytest.raises(SchemeMismatch) as refused:
        NearDupIndex.open(old, wanted)
    assert follow(str(refused.value), {"OLD": old, "NEW": tmp_path / "new"}) == ["rebuild"]
    with NearDupIndex.open(tmp_path / "new", wanted) as index:
        assert index.check(Document("x", article(1))).match.id == "a"

    with pytest.raises(SchemeMismatch, match=r"`scrapy neardup rebuild .*--no-synonyms.*`"):
        NearDupIndex.open(tmp_path / "new", Scheme())
    assert neardup("rebuild", tmp_path / "new", tmp_path / "without", "--no-synonyms") == 0
    NearDupIndex.open(tmp_path / "without", wanted.with_synonyms([])).close()


def test_who_is_refused_by_servers_is_told_the_commands_that_make_an_index_there(
    tmp_path, shared_url
):
    url, wanted = shared_url("redis"), Scheme(simhash_tables=20)
    with open_index(url) as index:
        index.check_and_add(Document("a", article(1)))
    with pytest.raises(SchemeMismatch) as refused:
        open_index(url, wanted)
    places = {"URL": url, "OTHER_URL": f"{url}-other"}
    places |= {name: tmp_path / name for name in ("OLD", "NEW")}
    assert follow(str(refused.value), places) == ["copy", "rebuild", "copy"]
    with open_index(f"{url}-other", wanted, create=False) as index:
        assert index.check(Document("x", article(1))).match.id == "a"


def test_settings_that_will_not_fit_the_new_index_are_told_with_the_options(old, tmp_path, capsys):
    settings = {"NEARDUP_SEGMENTER": "jieba", "NEARDUP_SIMHASH_TABLES": 20}
    assert neardup("rebuild", old, tmp_path / "new", "--json", settings=settings) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["articles"] == 3
    assert told.err == (
        f"scrapy neardup: crawls with these settings will refuse {tmp_path / 'new'}: the index was "
        "made with another scheme (index against settings): segmenter: 'rjieba' against 'jieba'; "
        "simhash_tables: 10 against 20; set these as the index has them, or make a new index of it "
        "with `scrapy neardup rebuild OLD NEW --segmenter jieba --simhash-tables 20` (see NEARDUP_SEGMENTER, "
        "NEARDUP_SIMHASH_TABLES)\n"
    )
    options = ("--segmenter", "jieba", "--simhash-tables", 20)
    for more, about in ((options, settings), ((), {}), (options, {"NEARDUP_SEGMENTER": "bogus"})):
        new = tmp_path / f"new-{len(about)}-{len(more)}"
        assert neardup("rebuild", old, new, *more, settings=about) == 0
        assert "refuse" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "needs_words"),
    [(("--rewritten",), True), (("--segmenter", "jieba"), True), ((), False)],
)
def test_lost_synonyms_are_told_with_the_options_before_anything_is_copied(
    options, needs_words, tmp_path, capsys, monkeypatch
):
    words, moved = tmp_path / "words.txt", tmp_path / "moved.txt"
    words.write_text("海港 港口\n")
    old = fill(tmp_path / "old", scheme=Scheme().with_synonyms([str(words)]))
    words.rename(moved)
    if needs_words:
        with monkeypatch.context() as patch:
            # Nothing is begun.
            patch.setattr(rebuild, "new_index", None)
            assert neardup("rebuild", old, tmp_path / "new", *options) == 1
        told = capsys.readouterr().err
        assert str(words) in told
        assert "--synonyms FILE" in told
        assert "--no-synonyms" in told
        assert neardup("rebuild", old, tmp_path / "none", *options, "--no-synonyms") == 0
        options = (*options, "--synonyms", moved)
    assert neardup("rebuild", old, tmp_path / "new", *options) == 0


@pytest.mark.parametrize("engine", ["leveldb", "sqlite"])
@pytest.mark.parametrize("options", [("--rewritten",), ("--segmenter", "jieba"), ()])
def test_a_damaged_kept_text_is_named_with_the_remedy(options, engine, tmp_path, capsys):
    old = tmp_path / "old"
    fill(f"{engine}://{old}")
    with NearDupIndex.open(old) as index:
        ordinal, _ = index.find("b")
        spoil(index, ordinal)
    assert neardup("rebuild", old, tmp_path / "new", *options) == 1
    told = capsys.readouterr().err
    assert f"{old}, document b: a kept text can't be read" in told
    assert follow(told, {"INDEX": old, "ID": "b"}) == ["remove"]
    assert neardup("rebuild", old, tmp_path / "new", *options) == 0


@pytest.mark.parametrize(
    ("key", "command"), [(record_key, "repair INDEX"), (text_key, "remove INDEX ID")]
)
def test_what_this_version_can_not_mend_in_an_older_index_is_left_to_its_own(
    key, command, old, tmp_path, capsys
):
    with NearDupIndex.open(old) as index:
        ordinal, _ = index.find("b")
    date_back_to(old, 11)
    store = open_store(old)
    store.apply(Change(values={key(ordinal): b"nothing packed"}))
    store.close()
    assert neardup("rebuild", old, tmp_path / "new") == 1
    told = f"`scrapy neardup {command}` of the version that made the index"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("backend", ["leveldb", "redis"])
def test_every_command_names_a_damaged_kept_text(backend, tmp_path, shared_url, capsys):
    where = shared_url("redis") if backend == "redis" else str(tmp_path / "old")
    with open_index(where) as index:
        for name, number in (("a", 1), ("b", 2)):
            index.add(Document(name, article(number), keep_text=True))
        ordinal, _ = index.find("b")
        spoil(index, ordinal)
    for command in (("export", where, "-o", tmp_path / "lines"), ("why", where, "a", "b")):
        assert neardup(*command) == 1
        told = capsys.readouterr().err
        assert "document b: a kept text can't be read" in told
    assert follow(told, {"INDEX": where, "ID": "b"}) == ["remove"]
    assert neardup("export", where, "-o", tmp_path / "lines") == 0


def test_versions_alone_are_told_apart(old, tmp_path, capsys):
    change_form(old, lambda form: form["scheme"].update(sketch=form["scheme"]["sketch"] - 1))
    assert neardup("stats", old) == 1
    error = capsys.readouterr().err
    assert "sketch: " in error
    assert "scrapy neardup rebuild" in error


COMMANDS = {
    "check": (),
    "clusters": (),
    "compact": (),
    "copy": ("OUT",),
    "export": ("-o", "OUT"),
    "import": ("EXPORT",),
    "prune": ("--older", "1s"),
    "query": ("--text", "some text"),
    "remove": ("a",),
    "report": ("-o", "OUT"),
    "stats": (),
    "why": ("a", "b"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_index_of_an_earlier_format_is_refused_with_rebuild_as_the_remedy(
    command, old, tmp_path, capsys
):
    export = tmp_path / "export"
    assert neardup("export", old, "-o", export) == 0
    date_back_to(old, 6)
    paths = {"OUT": tmp_path / "out", "EXPORT": export}
    words = [paths.get(word, word) for word in COMMANDS[command]]
    capsys.readouterr()
    assert neardup(command, old, *words) == 1
    error = capsys.readouterr().err
    assert "format 6" in error
    assert "scrapy neardup rebuild" in error
    assert not (tmp_path / "out").exists()


def test_a_scan_and_a_crawl_refuse_an_index_of_an_earlier_format(old, tmp_path, capsys):
    date_back_to(old, 6)
    (tmp_path / "in").write_text(json.dumps({"id": "x", "text": article(1)}))
    out = ("-o", tmp_path / "out", "--index", old, "--jobs", 0)
    for more in ((), ("--no-add",)):
        assert neardup("scan", tmp_path / "in", *out, *more) == 1
        assert "scrapy neardup rebuild" in capsys.readouterr().err
    for opening in (NearDupIndex.open, NearDupIndex.snapshot):
        with pytest.raises(IndexFormatError, match="scrapy neardup rebuild"):
            opening(old)


@pytest.mark.parametrize("number", [5, 6, EARLIER[-1]])
def test_an_index_of_an_earlier_format_is_rebuilt_without_texts(number, tmp_path, capsys):
    old = fill(tmp_path / "old", keep=lambda name: name == "a")
    before = history(old)
    date_back_to(old, number)
    assert neardup("rebuild", old, tmp_path / "new", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"articles": 3, "copies": 2, "left_out": 0, "judged_anew": 0}
    assert history(tmp_path / "new") == before
    assert neardup("check", tmp_path / "new") == 0
    with NearDupIndex.open(tmp_path / "new") as index:
        assert index.check(Document("y", article(2, 70))).match.id == "b"
        assert index.read_note("site/a.example") == b"learned"


def test_an_export_of_another_version_is_rebuilt_and_not_imported(old, tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    assert neardup("export", old, "-o", out) == 0
    head, *lines = out.read_text().splitlines()
    head = json.loads(head)
    head["scheme"]["features"] = 0
    out.write_text("\n".join([json.dumps(head), *lines]))
    assert neardup("import", tmp_path / "imported", out) == 1
    assert "scrapy neardup rebuild" in capsys.readouterr().err
    assert not (tmp_path / "imported").exists()
    assert neardup("rebuild", out, tmp_path / "new") == 0
    assert history(tmp_path / "new") == history(old)


def test_an_article_stays_unchanged_where_texts_get_other_digests(old, tmp_path):
    out = tmp_path / "out.jsonl"
    assert neardup("export", old, "-o", out) == 0
    head, *lines = map(json.loads, out.read_text().splitlines())
    head["scheme"]["features"] = 0
    for line in lines:
        by_text = line["revision"] == line["digest"][:16]
        line["digest"] = line["digest"][::-1]
        if by_text:
            line["revision"] = line["digest"][:16]
    out.write_text("\n".join(map(json.dumps, (head, *lines))))
    assert neardup("rebuild", out, tmp_path / "new") == 0
    with NearDupIndex.open(tmp_path / "new") as index:
        for revision, number, name in (("of another page", 1, "a"), (None, 2, "b")):
            again = Document(name, article(number), title=name, revision=revision)
            assert index.check(again).kind == "unchanged"


def test_articles_without_text_are_counted_and_nothing_is_made(tmp_path, capsys):
    old = fill(tmp_path / "old", keep=lambda name: name not in ("b", "short", "of-a"))
    assert neardup("rebuild", old, tmp_path / "new", "--segmenter", "jieba") == 1
    error = capsys.readouterr().err
    assert "2 of 3 articles have no kept text (the first: b)" in error
    assert "--skip-textless" in error
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("source", ["index", "export"])
def test_no_index_is_made_in_which_no_article_would_be_left(tmp_path, source, capsys):
    old = fill(tmp_path / "old", keep=lambda name: False)
    if source == "export":
        assert neardup("export", old, "-o", tmp_path / "out.jsonl") == 0
        old = tmp_path / "out.jsonl"
    for options in ((), ("--skip-textless",)):
        assert neardup("rebuild", old, tmp_path / "new", "--segmenter", "jieba", *options) == 1
        told = capsys.readouterr().err
        assert "none of its 3 articles has a kept text" in told
        assert "--skip-textless" not in told
        assert not (tmp_path / "new").exists()


def test_copies_of_what_is_left_out_are_judged_anew(tmp_path, capsys):
    old = fill(tmp_path / "old", keep=lambda name: name in ("a", "of-b"))
    with NearDupIndex.open(old) as index:
        text = f"{article(2)}. {article(8, 8)}"
        assert index.check_and_add(Document("again", text, keep_text=True)).match.id == "b"
        assert index.check_and_add(Document("lost", article(2))).match.id == "b"
        assert index.get("again").evidence is not None
    skip = ("--segmenter", "jieba", "--skip-textless", "--json")
    assert neardup("rebuild", old, tmp_path / "new", *skip) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"articles": 2, "copies": 2, "left_out": 3, "judged_anew": 2}
    kinds = {name: facts[0].value for name, facts in history(tmp_path / "new").items()}
    assert kinds["a"] == kinds["of-b"] == "new"
    assert kinds["of-a"] == "exact"
    assert kinds["again"] in ("repost", "partial", "spun")
    with NearDupIndex.open(tmp_path / "new") as index:
        # It was that of another article.
        assert index.get("again").evidence is None
    assert neardup("check", tmp_path / "new") == 0


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--jobs", -1), 2, "--jobs"),
        (("--expected-documents", 0), 2, "--expected-documents"),
        (("--max-distance", 3, "--simhash-tables", 7), 2, "use 4, 10, 20"),
        (("--simhash-tables", 0), 2, "use 4, 10, 20"),
        (("--max-distance", 9), 2, "max_distance is 9"),
        (("--max-distance", 0), 2, "max_distance is 0"),
        (("--segmenter", ""), 2, "Scheme.segmenter is ''"),
        (("--segmenter", "scissors"), 2, "scissors"),
    ],
)
def test_wrong_parameters_are_refused(options, code, told, old, tmp_path, capsys):
    assert neardup("rebuild", old, tmp_path / "new", *options) == code
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_nothing_that_exists_is_overwritten(old, tmp_path, capsys):
    other = fill(tmp_path / "other")
    assert neardup("rebuild", old, other) == 1
    assert "exists already" in capsys.readouterr().err
    (tmp_path / "new.partial").mkdir()
    assert neardup("rebuild", old, tmp_path / "new") == 1
    assert "new.partial" in capsys.readouterr().err
    assert (tmp_path / "new.partial").exists()


@pytest.mark.parametrize("content", ["", "no export\n", '{"format": "other"}\n'])
def test_what_is_neither_an_index_nor_an_export_is_refused(content, tmp_path, capsys):
    (tmp_path / "in").write_text(content)
    assert neardup("rebuild", tmp_path / "in", tmp_path / "new") == 1
    assert "in, line 1" in capsys.readouterr().err
    assert neardup("rebuild", tmp_path / "none", tmp_path / "new") == 1
    assert "none is no directory; name the directory of an index" in capsys.readouterr().err
    assert neardup("rebuild", tmp_path, tmp_path / "new") == 1
    assert "holds no index" in capsys.readouterr().err


@pytest.mark.leveldb
def test_a_new_index_is_of_the_engine_of_the_old_one_or_of_its_url(engine, tmp_path):
    old, other = tmp_path / "old", "sqlite" if engine == "leveldb" else "leveldb"
    fill(f"{engine}://{old}")
    assert neardup("rebuild", f"{engine}://{old}", tmp_path / "new") == 0
    assert neardup("rebuild", old, f"{other}://{tmp_path}/other") == 0
    assert engine_in(tmp_path / "new") == engine
    assert engine_in(tmp_path / "other") == other
    assert history(tmp_path / "new") == history(tmp_path / "other") == history(old)


def test_no_index_is_rebuilt_on_servers(old, capsys):
    assert neardup("rebuild", old, "redis://127.0.0.1:1/0") == 1
    assert "rebuild into one, then take it there with `scrapy neardup copy NEW URL`" in (
        capsys.readouterr().err
    )


def test_an_index_on_servers_is_taken_to_a_directory_first(tmp_path, capsys):
    assert neardup("rebuild", "redis://127.0.0.1:1/0", tmp_path / "new") == 1
    assert "take the index to one with `scrapy neardup copy URL OLD` (of the version" in (
        capsys.readouterr().err
    )
    assert not (tmp_path / "new").exists()


def test_a_bad_line_is_named(old, tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    assert neardup("export", old, "-o", out) == 0
    head, first, *_ = out.read_text().splitlines()
    out.write_text(f"{head}\n{first}\n" + json.dumps({"kind": "new", "text": "x"}))
    assert neardup("rebuild", out, tmp_path / "new") == 1
    assert "line 3" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """An index that takes long to be rebuilt."""
    path = tmp_path_factory.mktemp("large") / "old"
    text = article(1, 2000)
    with NearDupIndex.open(path) as index:
        fingerprint = index.fingerprinter(text)
        # So many that it is still at work when the signal comes, however busy the machine;
        # without compiled kernels a tenth of them take as long.
        for seed in range(1000 if is_compiled("scrapy_neardup.core.fingerprints") else 100):
            index.add(Document(str(seed), text, keep_text=True), fingerprint)
    return path


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_rebuild_leaves_nothing(number, large, tmp_path):
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the tests run under nohup")
    command = [sys.executable, "-m", "scrapy", "neardup", "rebuild", str(large)]
    run = subprocess.Popen([*command, str(tmp_path / "new")], stderr=subprocess.PIPE, text=True)
    while engine_in(tmp_path / "new.partial") is None and run.poll() is None:
        time.sleep(0.01)
    run.send_signal(number)
    _, error = run.communicate(timeout=60)
    assert run.returncode == 128 + number, error
    assert "Traceback" not in error
    assert [*tmp_path.iterdir()] == []
    assert [path.name for path in large.parent.iterdir()] == ["old"]


def test_runs_are_taken_over_with_the_index_and_never_mistaken_for_others(tmp_path):
    old, export = tmp_path / "old", tmp_path / "export.jsonl"
    with NearDupIndex.open(old) as index:
        for number in (1, 2):
            run = index.runs.begin(f"crawl {number}", 1_790_000_000)
            text = article(number)
            index.check_and_add(Document(str(number), text, keep_text=True, run=run.number))
    assert neardup("export", old, "-o", export) == 0
    for source, name in ((old, "of index"), (export, "of export")):
        new = tmp_path / name
        assert neardup("rebuild", source, new, "--segmenter", "jieba") == 0
        with NearDupIndex.open(new) as index:
            next_run = index.runs.begin("later", 1_790_000_000).number
            assert next_run not in {record.run for record in index.records()}
            if source is old:
                assert [index.get(name).run for name in "12"] == [1, 2]
                assert [run.by for run in index.runs] == ["crawl 1", "crawl 2", "later"]
