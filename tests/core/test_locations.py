"""Where an index may be, and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapy_neardup import NearDupIndex, open_index
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.locations import is_shared, without_password
from scrapy_neardup.core.redis.location import read_location


@pytest.mark.parametrize(
    ("location", "told"),
    [
        ("index/news", "index/news"),
        ("/srv/a@b/news", "/srv/a@b/news"),
        ("sqlite:///srv/a:c@b/news", "sqlite:///srv/a:c@b/news"),
        ("sqlite://:s3cret@h/news", "sqlite://:***@h/news"),
        ("redis://localhost:1/0", "redis://localhost:1/0"),
        ("redis://:s3cret@h:1/0", "redis://:***@h:1/0"),
        ("rediss://me:s3@cret@h/0?prefix=mine:news", "rediss://me:***@h/0?prefix=mine:news"),
        (
            "redis+sentinel://:s3cret@a:1,b:2/news/0?sentinel_password=s3cret&prefix=x&lease=3",
            "redis+sentinel://:***@a:1,b:2/news/0?prefix=x",
        ),
        ("redis+foo://:s3cret@h", "redis+foo://:***@h"),
    ],
)
def test_a_location_is_told_without_its_password(location, told):
    assert without_password(location) == told
    if is_shared(location):
        assert read_location(location).shown == told


@pytest.mark.parametrize("scheme", ["redis+foo", "mysql", "http"])
def test_a_url_that_is_none_of_an_index_is_refused_wherever_it_is_given(scheme):
    url = f"{scheme}://:s3cret@h/0"
    for opening in (open_index, read_location):
        with pytest.raises(NearDupError) as caught:
            opening(url)
        assert str(caught.value).startswith(f"{scheme}:// is no index: use a directory, ")
        assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("location", "meant"),
    [
        ("~/news", "/home/me/news"),
        (Path("~/news"), "/home/me/news"),
        ("sqlite:///~/news", "sqlite:///home/me/news"),
        ("leveldb:///~/news", "leveldb:///home/me/news"),
    ],
)
def test_no_directory_of_the_name_of_a_tilde_is_made(location, meant, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.chdir(tmp_path)
    for opening in (open_index, NearDupIndex.open, NearDupIndex.snapshot):
        with pytest.raises(NearDupError, match=f"~ is not expanded; use {meant!r}"):
            opening(location)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("location", "meant"),
    [
        ("redis:/:s3cret@h/0", "redis: is no URL: use 'redis://host/0'"),
        ("rediss:h", "rediss: is no URL: use 'rediss://host/0'"),
        ("redis+cluster:/h", "redis+cluster: is no URL: use 'redis+cluster://host/0'"),
        ("sqlite:/srv/x", "'sqlite:/srv/x' is no URL: use 'sqlite:///srv/x'"),
        ("leveldb:x", "'leveldb:x' is no URL: use 'leveldb://HERE/x'"),
    ],
)
def test_no_directory_is_made_of_half_a_url(location, meant, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for opening in (open_index, NearDupIndex.open, NearDupIndex.snapshot):
        with pytest.raises(NearDupError) as caught:
            opening(location)
        assert str(caught.value) == meant.replace("HERE", str(tmp_path))
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["redis", "redis-old:1", "a:b", "x/redis:/h", "sqlite3:x"])
def test_a_colon_elsewhere_is_a_character_as_any(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open_index(name):
        assert (tmp_path / name).is_dir()


@pytest.mark.parametrize("name", ["news~", "a/~b", "~~", "~no-such-user"])
def test_another_tilde_is_a_character_as_any(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open_index(name):
        assert (tmp_path / name).is_dir()
