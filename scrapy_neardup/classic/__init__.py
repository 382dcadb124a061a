"""The classical methods of near-duplicate detection, each as a function or a small class.

They take any tokens: words of :func:`words`, shingles, or others. The index does not use them;
they are for comparison, teaching, and texts outside an index.
"""

from __future__ import annotations

from scrapy_neardup.classic.bottom_k import BottomK
from scrapy_neardup.classic.counting_bloom import CountingBloomFilter
from scrapy_neardup.classic.hashing import token_hash, token_hashes
from scrapy_neardup.classic.imatch import CollectionStatistics, IMatch
from scrapy_neardup.classic.jaccard import containment, jaccard, weighted_jaccard
from scrapy_neardup.classic.minhash import MinHash
from scrapy_neardup.classic.passages import Passage, shared_passages
from scrapy_neardup.classic.shingles import shingles
from scrapy_neardup.classic.simhash import distance, simhash
from scrapy_neardup.classic.tokens import characters, words

__all__ = [
    "BottomK",
    "CollectionStatistics",
    "CountingBloomFilter",
    "IMatch",
    "MinHash",
    "Passage",
    "characters",
    "containment",
    "distance",
    "jaccard",
    "shared_passages",
    "shingles",
    "simhash",
    "token_hash",
    "token_hashes",
    "weighted_jaccard",
    "words",
]
