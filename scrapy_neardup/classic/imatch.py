"""I-Match: one hash of the words that are neither frequent nor unique in a collection."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.classic.hashing import seeds, token_hash
from scrapy_neardup.core.fingerprints.splitmix64 import mix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from scrapy_neardup.classic.hashing import Token


class CollectionStatistics:
    """The number of documents of a collection in which each token occurs.

    >>> statistics = CollectionStatistics()
    >>> for text in ("the harbour", "the pilot", "the pier", "a pier"):
    ...     statistics.add(text.split())
    >>> statistics.idf("the") < statistics.idf("pier") < statistics.idf("harbour")
    True
    """

    def __init__(self, documents: int = 0, frequencies: Mapping[Token, int] | None = None) -> None:
        self.documents = documents
        self.frequencies: Counter[Token] = Counter(frequencies or {})

    def add(self, tokens: Iterable[Token]) -> None:
        """Count a document."""
        self.documents += 1
        self.frequencies.update(set(tokens))

    def idf(self, token: Token) -> float:
        """log(documents / documents with *token*); infinite for an unknown token."""
        frequency = self.frequencies.get(token, 0)
        return math.log(self.documents / frequency) if frequency else math.inf

    def normalized_idf(self, token: Token) -> float:
        """The idf of *token* as a share of the largest possible idf, that of a token in a
        single document: 0 to 1; infinite for an unknown token.
        """
        largest = math.log(self.documents) if self.documents > 1 else 1.0
        return self.idf(token) / largest


class IMatch:
    """I-Match signatures (Chowdhury, Frieder, Grossman, McCabe, "Collection statistics for fast
    duplicate document detection", TOIS 2002) with several lexica (Kolcz, Chowdhury, Alspector,
    "Improved robustness of signature-based near-replica detection via lexicon randomization",
    KDD 2004).

    The lexicon is every token whose normalized idf lies in [*low*, *high*]: frequent words say
    nothing, words of a single document are names misspelt. Without *statistics* it is every
    token. A document's signature is the hash of the set of its tokens in the lexicon: documents
    with an equal one are duplicates, in whatever order their words come.

    One word more or less changes the signature, so Kolcz et al. add *lexica* further lexica, each
    of them the first without a random share *drop* (0.33 in their experiments): documents with any
    equal signature are duplicates. A signature of fewer than *min_tokens* tokens is None, because
    short ones collide.
    """

    def __init__(
        self,
        statistics: CollectionStatistics | None = None,
        *,
        low: float = 0.2,
        high: float = 0.8,
        lexica: int = 10,
        drop: float = 0.33,
        min_tokens: int = 5,
        seed: int = 1,
    ) -> None:
        if not 0 <= low <= high:
            raise ValueError(f"low and high are {low} and {high}: use 0 <= low <= high")
        if not 0 < drop < 1:
            raise ValueError(f"drop is {drop}: use a share between 0 and 1")
        if lexica < 0:
            raise ValueError(f"lexica is {lexica}: use 0 or more")
        self._statistics = statistics
        self._low, self._high = low, high
        self._min_tokens = min_tokens
        self._dropped_below = np.uint64(drop * 2**64)
        self._seeds = seeds(lexica, seed)

    def lexicon(self, tokens: Iterable[Token]) -> set[Token]:
        """The *tokens* that are in the lexicon."""
        if self._statistics is None:
            return set(tokens)
        idf = self._statistics.normalized_idf
        return {token for token in set(tokens) if self._low <= idf(token) <= self._high}

    def signatures(self, tokens: Iterable[Token]) -> tuple[bytes | None, ...]:
        """The signature by the whole lexicon, then by each random one: 16 bytes each."""
        kept = self.lexicon(tokens)
        hashes = np.sort(np.fromiter(map(token_hash, kept), np.uint64, len(kept)))
        found = [self._signature(hashes)]
        found += [
            self._signature(hashes[mix(hashes ^ seed) >= self._dropped_below])
            for seed in self._seeds
        ]
        return tuple(found)

    @staticmethod
    def matches(a: tuple[bytes | None, ...], b: tuple[bytes | None, ...]) -> int:
        """The number of lexica by which two documents are duplicates.

        Raises ValueError for signatures of different numbers of lexica.
        """
        if len(a) != len(b):
            raise ValueError(f"signatures by {len(a)} and {len(b)} lexica can't be compared")
        return sum(x is not None and x == y for x, y in zip(a, b, strict=True))

    def _signature(self, hashes: NDArray[np.uint64]) -> bytes | None:
        if len(hashes) < self._min_tokens:
            return None
        return hashlib.blake2b(hashes.astype("<u8").tobytes(), digest_size=16).digest()
