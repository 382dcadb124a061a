"""The peers as their users write them: an item pipeline each, with the usual parameters.

Each reads the item's ``content``, drops the item if it copies one that the pipeline knows, and else
remembers it. Pipelines that keep their data in memory pickle them when the spider closes and load them
when it opens.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DropItem

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

_WORD = re.compile(r"\w+")


class Copy(DropItem):
    """*sources* are the URLs that the pipeline names."""

    def __init__(self, sources: list[str]) -> None:
        super().__init__(f"copy of {sources[0]}")
        self.sources = sources


def words(text: str) -> list[str]:
    """The words of *text* by jieba, punctuation left out."""
    import jieba

    return [word for word in jieba.lcut(text) if _WORD.fullmatch(word)]


class Peer:
    """Drops the items for which :meth:`find` names sources. ``PEER_STATE`` is a directory for its
    files, ``PEER_REDIS`` a port of the Redis server on this machine.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.settings = crawler.settings
        self.file = Path(crawler.settings["PEER_STATE"]) / "seen.pickle"

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        if sources := self.find(item["url"], item["content"]):
            raise Copy(sources)
        return item

    def find(self, url: str, text: str) -> list[str]:
        """Return the URLs of what *text* copies; remember it if there are none."""
        raise NotImplementedError

    def redis(self) -> Any:
        import redis

        return redis.Redis(port=self.settings.getint("PEER_REDIS"), decode_responses=True)

    def load(self, default: Any) -> Any:
        return pickle.loads(self.file.read_bytes()) if self.file.exists() else default

    def save(self, state: Any) -> None:
        self.file.write_bytes(pickle.dumps(state))


class ExactHash(Peer):
    """The SHA-1 of the text in a Redis hash, set if it is new."""

    def open_spider(self) -> None:
        self.server = self.redis()

    def find(self, url: str, text: str) -> list[str]:
        digest = hashlib.sha1(text.encode()).hexdigest()
        if self.server.hsetnx("seen", digest, url):
            return []
        return [self.server.hget("seen", digest)]


class SimhashOfWords(Peer):
    """jieba's words, and simhash.SimhashIndex with k = 3."""

    def value(self, text: str) -> Any:
        from simhash import Simhash

        return Simhash(words(text) or [text])

    def open_spider(self) -> None:
        from simhash import SimhashIndex

        self.index = self.load(SimhashIndex([], k=3))

    def close_spider(self) -> None:
        self.save(self.index)

    def find(self, url: str, text: str) -> list[str]:
        value = self.value(text)
        found = self.index.get_near_dups(value)
        if not found:
            self.index.add(url, value)
        return list(found)


class SimhashOfKeywords(SimhashOfWords):
    """The same with jieba's twenty keywords by TF-IDF, as Chinese tutorials have it."""

    def value(self, text: str) -> Any:
        from jieba import analyse
        from simhash import Simhash

        return Simhash(analyse.extract_tags(text, topK=20, withWeight=True) or [(text, 1)])


class RedisScan(Peer):
    """SimHashes of words in a Redis set, all of them read and compared for each article."""

    distance = 3

    def open_spider(self) -> None:
        self.server = self.redis()

    def find(self, url: str, text: str) -> list[str]:
        from simhash import Simhash

        value = Simhash(words(text) or [text]).value
        found = []
        for member in self.server.sscan_iter("seen", count=1000):
            other, _, source = member.partition(" ")
            if (value ^ int(other, 16)).bit_count() <= self.distance:
                found.append(source)
        if not found:
            self.server.sadd("seen", f"{value:x} {url}")
        return found


class RedisScanWide(RedisScan):
    """The same with a distance of 8."""

    distance = 8


class Lsh(Peer):
    """datasketch.MinHashLSH over the set of words, threshold 0.8, in memory."""

    threshold = 0.8

    def make(self) -> Any:
        from datasketch import MinHashLSH

        return MinHashLSH(threshold=self.threshold, num_perm=128)

    def open_spider(self) -> None:
        self.lsh = self.load(None) or self.make()

    def close_spider(self) -> None:
        self.save(self.lsh)

    def find(self, url: str, text: str) -> list[str]:
        from datasketch import MinHash

        minhash = MinHash(num_perm=128)
        minhash.update_batch([word.encode() for word in set(words(text))])
        found = list(self.lsh.query(minhash))
        if not found and url not in self.lsh:
            self.lsh.insert(url, minhash)
        return found


class LshOnRedis(Lsh):
    """The same with a threshold of 0.5, on Redis."""

    threshold = 0.5

    def make(self) -> Any:
        from datasketch import MinHashLSH

        server = {"host": "127.0.0.1", "port": self.settings.getint("PEER_REDIS")}
        storage = {"type": "redis", "basename": b"lsh", "redis": server}
        return MinHashLSH(threshold=self.threshold, num_perm=128, storage_config=storage)

    def close_spider(self) -> None:
        pass


PEERS: dict[str, type[Peer] | None] = {
    "no filter": None,
    "scrapy-neardup": None,
    "exact hash, Redis": ExactHash,
    "SimhashIndex, words, k=3": SimhashOfWords,
    "SimhashIndex, 20 keywords, k=3": SimhashOfKeywords,
    "Redis set scan, 3 bits": RedisScan,
    "Redis set scan, 8 bits": RedisScanWide,
    "MinHashLSH 0.8": Lsh,
    "MinHashLSH 0.5, Redis": LshOnRedis,
}
