"""What stands on the servers: crawlers that share a format have to find it there."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

import redis

from scrapy_neardup import Document, open_index
from scrapy_neardup.core.verdict.thresholds import PRESETS
from tests.core.rewriting.stories import SOURCE

REWRITTEN = replace(PRESETS["balanced"], rewriting=True)


def test_the_keys_and_postings_of_an_article_are_pinned(shared_url):
    """A change of them needs another FORMAT."""
    url = shared_url("redis")
    address, _, prefix = url.partition("?prefix=")
    with open_index(url, thresholds=REWRITTEN) as index:
        index.check_and_add(Document("http://a.example/1", SOURCE, keep_text=True))
    with redis.Redis.from_url(address) as client:
        found = {key.removeprefix(prefix.encode()): key for key in client.scan_iter(f"{prefix}#*")}
        postings = [
            (name, client.zrange(key, 0, -1))
            for name, key in sorted(found.items())
            if name.startswith(b"#t")
        ]
        identities = [key for name, key in found.items() if name.startswith(b"#id")]
        counts = client.hgetall(found[b"#{0}n"])
        assert {client.get(key) for key in identities} == {counts.pop(b"id")}
    assert len(identities) == 64
    assert counts == {b"articles": b"1"}
    others = sorted(name for name in found if not name.startswith((b"#t", b"#id")))
    assert others == [
        b"#next",
        b"#vformat",
        b"#vnfrequencies/en",
        b"#vnfrequencies/terms/en",
        b"#{0}00",
        b"#{0}00t",
        b"#{0}n",
    ]
    assert blake2b(repr(postings).encode(), digest_size=8).hexdigest() == "d9c8856296634cf0"
