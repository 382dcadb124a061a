from __future__ import annotations

import json

import pytest
from scrapy.settings import Settings

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, NearDupIndex, Scheme, open_index
from scrapy_neardup.commands.project import Project
from scrapy_neardup.core.errors import NearDupError, SchemeMismatch
from scrapy_neardup.core.index.copying import copy_index


@pytest.fixture
def source():
    with NearDupIndex.in_memory() as index:
        for number in range(30):
            index.check_and_add(Document(f"a{number}", story(f"s{number}"), keep_text=True))
            index.check_and_add(Document(f"b{number}", story(f"s{number}") + " And so it goes."))
        index.remove("a7")
        index.write_notes([("site/a.example", b"\x00learned")])
        yield index


@pytest.mark.parametrize("backend", ["leveldb", "redis", "cluster"])
def test_a_copy_judges_as_its_source_does(source, backend, tmp_path, shared_url):
    place = tmp_path / "copy" if backend == "leveldb" else shared_url(backend)
    with open_index(place) as target:
        steps = []
        report = copy_index(source, target, steps.append)
        assert (report.articles, report.copies, report.notes) == (29, 30, 1)
        assert (report.dropped_sources, report.differing) == (1, 0)
        assert steps[-1] == 118
        assert steps == sorted(steps)
        assert (len(target), target.stats()["copies"]) == (29, 30)
        assert target.read_note("site/a.example") == b"\x00learned"
        for number in range(30):
            for name, text in ((f"b{number}", None), ("new", story(f"s{number}"))):
                document = Document(name, text or story(f"s{number}") + " And so it goes.")
                assert target.check(document).to_dict() == source.check(document).to_dict()
        ordinal, _ = target.find("a3")
        assert target.kept_text(ordinal).text == story("s3")


def test_a_record_that_does_not_arrive_is_counted(source, monkeypatch):
    with NearDupIndex.in_memory() as target:
        put = target.put_records

        def forgetful(documents):
            return [*put(documents[:-1]), 10_000]

        monkeypatch.setattr(target, "put_records", forgetful)
        # The last of the articles and the last of the copies.
        assert copy_index(source, target).differing == 2


def test_a_posting_that_does_not_arrive_is_counted(source, shared_url, monkeypatch):
    with open_index(shared_url("redis")) as target:
        post = target._documents.store.post
        monkeypatch.setattr(target._documents.store, "post", lambda pairs: post(pairs[1:]))
        assert copy_index(source, target).differing == 2


def test_a_target_that_holds_something_or_differs_is_refused(source):
    with NearDupIndex.in_memory() as target:
        target.check_and_add(Document("x", story("x")))
        with pytest.raises(NearDupError, match="not empty"):
            copy_index(source, target)
    with (
        NearDupIndex.in_memory(Scheme(max_distance=2, simhash_tables=3)) as other,
        pytest.raises(SchemeMismatch),
    ):
        copy_index(source, other)


def test_the_command_copies_to_a_server_and_back(tmp_path, shared_url, capsys):
    from argparse import ArgumentParser

    from scrapy_neardup.commands import copy

    def run(*words):
        parser = ArgumentParser()
        copy.add_arguments(parser)
        options = parser.parse_args([*words, "--json"])
        options.project = Project(Settings())
        return copy.run(options)

    with open_index(tmp_path / "here") as index:
        index.check_and_add(Document("a", story("a")))
    url, other = shared_url("cluster"), shared_url("redis")
    # Laid out before anything is in it: what is copied to it fits, and so does its own copy.
    with open_index(url, expected_documents=2_000_000) as index:
        laid_out_for = index.laid_out_for
    assert run(str(tmp_path / "here"), url) == 0
    assert run(url, other) == 0
    assert run(url, str(tmp_path / "back")) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["articles"] == 1
    with open_index(tmp_path / "back") as index:
        assert index.check(Document("b", story("a"))).kind is Kind.EXACT
        assert index.laid_out_for is None
    with open_index(other) as index:
        assert index.laid_out_for == laid_out_for


def test_a_copy_is_named_as_its_source_is(tmp_path, redis_server, capsys):
    from scrapy_neardup.commands.indexes import url_for

    url = redis_server.url
    assert url_for(url, str(tmp_path / "news")) == f"{url}?prefix=neardup:news"
    assert capsys.readouterr().err == "making the index of ?prefix=neardup:news\n"
    assert url_for(url, "redis://a/?prefix=x:news") == f"{url}?prefix=x:news"
    for named in (f"{url}?prefix=other", str(tmp_path / "back")):
        assert url_for(named, "news") == named
