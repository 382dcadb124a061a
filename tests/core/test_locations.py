"""Where an index may be, and how it is told."""

from __future__ import annotations

import pytest

from scrapy_neardup import open_index
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
