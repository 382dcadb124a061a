"""Which index a command's URL means."""

from __future__ import annotations

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, open_index
from scrapy_neardup.core.errors import IndexFormatError
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import RedisLocation
from scrapy_neardup.core.redis.prefixes import existing_url
from tests.commands.running import neardup


def make(url, name="", story_name="a"):
    with RedisIndex.connect(url, name=name) as index:
        index.check_and_add(Document(story_name, story(story_name)))


@pytest.mark.parametrize("backend", ["redis", "cluster"])
def test_the_only_index_below_a_prefix_need_not_be_named(shared_url, backend):
    url = shared_url(backend)
    make(url, "news")
    found = existing_url(url)
    assert found == f"{url}:news"
    with open_index(found, create=False) as index:
        assert [record.id for record in index.records()] == ["a"]


def test_of_several_each_is_named_in_the_error(shared_url):
    url = shared_url("redis")
    prefix = url.rpartition("=")[2]
    make(url, "news")
    make(url, "blogs 1/2")
    with pytest.raises(IndexFormatError, match="2 indexes; add to the URL which") as caught:
        existing_url(url)
    assert f"?prefix={prefix}:blogs+1/2, ?prefix={prefix}:news" in str(caught.value)
    named = f"{url.partition('?')[0]}?prefix={prefix}:blogs+1/2"
    assert existing_url(named) == named
    make(url)
    assert existing_url(url) == url


def test_a_prefix_that_no_index_has_tells_those_there_are(redis_server):
    url = f"{redis_server.url}/14?prefix=paper"
    make(url, "news")
    with pytest.raises(IndexFormatError, match=r"no index of the prefix .*; there is: .*:news"):
        existing_url(f"{url}:nwes")


def test_an_index_that_has_lost_its_format_record_is_named_among_others(server, capsys):
    make(server.url, "news")
    make(server.url, "blogs")
    # As other programs' keys may be.
    server.client().set(b"\xff#id00", "")
    server.client().delete("neardup:news#vformat")
    with pytest.raises(IndexFormatError, match=r"2 indexes; .*:blogs, .prefix=neardup:news"):
        existing_url(server.url)
    server.client().delete(*server.client().keys("neardup:blogs#*"))
    assert neardup("check", server.url) == 1
    told = capsys.readouterr().err
    assert told.startswith("using the index of ?prefix=neardup:news\n")
    assert "prefix=neardup:news was emptied, replaced or damaged: it has lost its format" in told


def test_servers_without_any_say_so(redis_server):
    with pytest.raises(IndexFormatError, match="15 holds no index; name one that"):
        existing_url(f"{redis_server.url}/15")


def test_indexes_whose_names_look_like_keys_do_not_meet(shared_url):
    url = shared_url("redis")
    for name in ("", "t00", "vnotes", "next"):
        make(url, name, f"in {name}")
    with RedisIndex.connect(url) as index:
        index.write_notes([("site/a.example", b"x")])
        assert [record.id for record in index.records()] == ["in "]
        names = [name for name, _ in index.notes() if not name.startswith("frequencies/")]
        assert names == ["site/a.example"]
        postings = {member[2:] for _, member in index._documents.store.postings()}
        assert postings == {bytes(4)}


def test_a_url_without_a_host_is_shown_as_one():
    assert RedisLocation.parse("redis://").shown == "redis://"


def test_a_command_tells_which_index_it_uses(shared_url, capsys):
    from scrapy_neardup.commands.indexes import open_to_read

    url = shared_url("redis")
    make(url, "news")
    with open_to_read(url, holder="test") as index:
        assert len(index) == 1
    assert capsys.readouterr().err == f"using the index of ?prefix={url.rpartition('=')[2]}:news\n"
