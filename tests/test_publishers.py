from __future__ import annotations

from collections import Counter
from pathlib import Path

from scrapy_neardup.publishers import _PUBLISHERS, publisher_at, publisher_named, squeezed

PUBLISHERS = [line.split(" | ") for line in _PUBLISHERS.strip().split("\n")]


def test_no_name_and_no_host_is_that_of_two_publishers():
    names = Counter(one for named, _ in PUBLISHERS for one in {*map(squeezed, named.split("、"))})
    hosts = Counter(host for _, hosted in PUBLISHERS for host in hosted.split())
    assert [one for one, count in (names + hosts).items() if count > 1] == []
    assert "" not in names


def test_the_docs_tell_how_many_are_known():
    docs = Path(__file__).parents[1] / "docs"
    assert f"{len(PUBLISHERS)} publishers" in (docs / "originals.md").read_text()


def test_who_is_not_known_is_nobody():
    assert publisher_named("") is publisher_named("海岸日报") is None
    assert publisher_at("") is publisher_at("cn") is publisher_at("notnews.cn") is None
