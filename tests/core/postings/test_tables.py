"""Where documents stand in the tables: what an index of this format has."""

from __future__ import annotations

import pytest

from benchmarks.shared_index.crawlers import story
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.sketch import MAX_PHRASES
from scrapy_neardup.core.postings.posting import MAX_BUCKET_BITS
from scrapy_neardup.core.postings.tables import Tables
from scrapy_neardup.core.scheme import Scheme


@pytest.mark.parametrize(
    ("bits", "bucket", "tag"), [(MAX_BUCKET_BITS, "8ea9660e10", ""), (16, "0ea966", "0e10")]
)
def test_a_copy_stands_under_its_story_and_its_host(bits, bucket, tag):
    found = Tables(Scheme(), bits).of_copy(bytes(range(8)), "news.example")
    assert [one.hex() for one in found.buckets] == [bucket]
    assert [one.hex() for one in found.tags] == [tag]


def test_stories_and_hosts_do_not_share_a_bucket():
    of_copy = Tables(Scheme()).of_copy
    buckets = [
        *of_copy(bytes(8), "a.example").buckets,
        *of_copy(bytes(8), "b.example").buckets,
        *of_copy(bytes(7) + b"\1", "a.example").buckets,
    ]
    assert len({*buckets}) == 3


def test_a_very_long_text_stands_under_as_many_phrases_as_any_can():
    scheme = Scheme()
    found = Fingerprinter(scheme)(story("a", 20_000))
    postings = Tables(scheme).of_likeness(found.simhash, found.sketch)
    assert len(postings.buckets) == scheme.simhash_tables + MAX_PHRASES
