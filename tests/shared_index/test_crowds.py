"""Many crawlers that have copies of one story at the same moment."""

from __future__ import annotations

import threading
import time

import pytest

from scrapy_neardup import Kind
from scrapy_neardup.core.redis.contest import UNDECIDED, Standing
from scrapy_neardup.core.redis.index import RedisIndex
from scrapy_neardup.core.redis.location import read_location
from tests.core.index.test_extended import E, F, on, text_of

FRAMES = ["本报讯", "来源：某某网", "某某网讯 记者", "摘要", "据外电报道", "综合消息"]


class Crawler:
    """A crawler that goes on only when all have come as far: with the first reading, the posting of
    all that it posts, and the first look.
    """

    def __init__(self, url: str, together: threading.Barrier) -> None:
        self.index = RedisIndex(read_location(url))
        documents, claims = self.index._documents, self.index._claims
        prefetch, read_again, look = documents.prefetch, claims._read_again, documents.look
        passed = set()

        def meet(place):
            if place not in passed:
                passed.add(place)
                together.wait(30)

        def prefetching(postings, *besides):
            prefetch(postings, *besides)
            meet("read")

        def reading_again(claim, postings, commands):
            documents.store.servers.run(commands)
            meet("posted")
            return read_again(claim, postings, [])

        def looking(ordinals):
            found = look(ordinals)
            if "posted" in passed:
                meet("looked")
            return found

        documents.prefetch = prefetching
        claims._read_again = reading_again
        documents.look = looking

    def keep(self, document, kinds):
        while (held := self.index.reserve(document)).blockers:
            time.sleep(0.01)
        held.commit()
        kinds.append(held.verdict.kind)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("backend", ["redis", "cluster"])
def test_of_copies_that_meet_one_survives_however_many_they_are(shared_url, backend, seed):
    """From five on, each took what they have in common for commonplace, and no other for its copy."""
    url = shared_url(backend)
    together = threading.Barrier(len(FRAMES))
    crawlers = [Crawler(url, together) for _ in FRAMES]
    body, kinds = text_of(f"story {seed}", 14), []
    threads = [
        threading.Thread(
            target=crawler.keep, args=(on(f"h{number}", f"{frame} {body}"), kinds), daemon=True
        )
        for number, (crawler, frame) in enumerate(zip(crawlers, FRAMES, strict=True))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(kinds) == len(FRAMES)
    assert kinds.count(Kind.NEW) == 1
    later = crawlers[0].index.check(on("later", f"后来转载 {body}"))
    assert later.kind is Kind.REPOST
    for crawler in crawlers:
        crawler.index.close()


@pytest.mark.parametrize("backend", ["redis", "cluster"])
def test_a_claim_that_was_evicted_does_not_come_back(shared_url, backend, monkeypatch):
    """The claim of a copy with a text of its own was set once more when it was announced."""
    with RedisIndex(read_location(shared_url(backend))) as index:
        index.add(F)
        documents, claims = index._documents, index._claims
        announce = claims.announce
        left = []

        def announcing(claim, postings):
            if not left:
                claims.evict(Standing(claim.ordinal, UNDECIDED, claim.token))
            found = announce(claim, postings)
            left.append(documents.look([claim.ordinal]))
            return found

        monkeypatch.setattr(claims, "announce", announcing)
        assert index.check_and_add(E).kind is Kind.EXTENDED
        assert left[0] == {}
        assert len(left) == 2
