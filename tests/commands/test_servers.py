"""Commands that fill an index on servers make none that no crawl reads."""

from __future__ import annotations

import json

import pytest
import redis

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.opening import open_index

from .running import article, neardup
from .test_inspecting import NEAR


@pytest.fixture
def servers(redis_server):
    """A URL without a prefix, of a server that has no index."""
    return redis_server.url


@pytest.fixture
def filling(tmp_path):
    """The commands, without the index's URL."""
    (tmp_path / "in").write_text(json.dumps({"id": "x", "text": article(5)}))
    with NearDupIndex.open(tmp_path / "index") as made:
        made.check_and_add(Document("a", article(1)))
    assert neardup("export", tmp_path / "index", "-o", tmp_path / "export") == 0
    out = ("-o", tmp_path / "out", "--jobs", 0, "-q")
    commands = {
        "scan": lambda url: ("scan", tmp_path / "in", *out, "--index", url),
        "import": lambda url: ("import", url, tmp_path / "export"),
        "copy": lambda url: ("copy", tmp_path / "index", url),
    }

    def run(name):
        return lambda url, settings=None: neardup(*commands[name](url), settings=settings)

    return {name: run(name) for name in commands}


def keys(url):
    with redis.Redis.from_url(url) as client:
        return list(client.scan_iter("neardup*"))


@pytest.mark.parametrize("command", ["scan", "import"])
def test_servers_without_an_index_are_given_one_only_by_its_prefix(
    command, filling, servers, capsys
):
    assert filling[command](servers) == 1
    assert "?prefix=neardup:SPIDER" in capsys.readouterr().err
    assert keys(servers) == []
    assert filling[command](f"{servers}?prefix=neardup:news") == 0
    with open_index(servers, name="news", create=False) as index:
        assert len(index) == 1


@pytest.mark.parametrize("command", ["scan", "import"])
def test_what_is_written_needs_a_prefix_also_where_there_is_one_index(
    command, filling, servers, capsys
):
    with open_index(servers, name="news"):
        pass
    assert filling[command](servers) == 1
    told = capsys.readouterr().err
    assert "does not say which index to write" in told
    assert "?prefix=neardup:news" in told
    with open_index(servers, name="news", create=False) as index:
        assert len(index) == 0
    # What only reads may be brief.
    assert neardup("stats", servers) == 0
    assert "using the index of ?prefix=neardup:news" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["prune", "URL", "--older", "1s"],
        ["remove", "URL", "a"],
        ["remove", "URL", "--run", "1"],
        ["compact", "URL"],
        ["repair", "URL"],
        ["mark", "URL", "--right", "a"],
        ["restore", "URL", "b"],
    ],
    ids=" ".join,
)
def test_what_changes_an_index_has_to_name_it(words, servers, capsys):
    with open_index(servers, name="news") as index:
        index.check_and_add(Document("a", article(1)))
        index.check_and_add(Document("b", article(1)))
        before = [*index.records()]
    assert neardup(*(servers if word == "URL" else word for word in words)) == 1
    told = capsys.readouterr()
    assert "does not say which index to change: add its prefix, ?prefix=neardup:news" in told.err
    assert told.out == ""
    with open_index(servers, name="news", create=False) as index:
        assert [*index.records()] == before
    if words[0] in ("prune", "remove") and "--run" not in words:
        assert neardup(words[0], servers, *words[2:], "--dry-run") == 0
        assert "using the index of ?prefix=neardup:news" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["scan", "import", "copy"])
def test_a_new_index_is_laid_out_for_the_documents_that_the_project_expects(
    command, filling, servers
):
    expected = {"NEARDUP_EXPECTED_DOCUMENTS": 40_000_000}
    assert filling[command](f"{servers}?prefix=neardup:{command}", expected) == 0
    with open_index(servers, name=command, create=False) as index:
        assert index.laid_out_for >= 40_000_000


def test_query_tells_what_is_near_on_servers_too(servers, capsys):
    with open_index(servers, name="news") as index:
        index.check_and_add(Document("museum", NEAR.format(day="Saturday", many="10", year=2019)))
    text = NEAR.format(day="Sunday", many="fifty", year=1987)
    assert neardup("query", servers, "--text", text, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == "new"
    assert [near["id"] for near in answer["nearest"]] == ["museum"]


@pytest.mark.parametrize("words", [["rebuild", "OLD"], ["rebuild"]])
def test_a_password_is_never_told(words, tmp_path, capsys):
    url = "redis://:s3cret@127.0.0.1:1/0"
    name, *rest = [str(tmp_path / "old") if word == "OLD" else word for word in words]
    new = [str(tmp_path / "new")] if words == ["rebuild"] else []
    assert neardup(name, *rest, url, *new) == 1
    told = capsys.readouterr().err
    assert "redis://:***@127.0.0.1:1/0 is no directory" in told
    assert "s3cret" not in told
