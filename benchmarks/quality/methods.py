"""The index and its peers behind one interface: report sources, then keep a document without any."""

from __future__ import annotations

import warnings
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.classic import CollectionStatistics, IMatch, words
from scrapy_neardup.core.fingerprints import features, reference
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.splitmix64 import mix
from scrapy_neardup.core.verdict.thresholds import PRESETS, Thresholds

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from datasketch import MinHash, MinHashLSH
    from simhash import Simhash, SimhashIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.quality.dataset import Item
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.scheme import Scheme

Report = list[tuple[str, str]]
"""The ids of the sources that a method names, best first, and how the text copies each."""

SHINGLE_WEIGHT = 12
"""The weight of a shingle: six Chinese characters, or three words."""


@dataclass
class Features:
    """The features of a document that the methods read, computed once."""

    words: Counter[str]
    shingles: np.ndarray
    fingerprint: Fingerprint

    @cached_property
    def simhash(self) -> int:
        """The SimHash by the simhash package; a word's weight is the number of its occurrences."""
        # One by one: numpy 2 makes the package fail on a weight over 255.
        value: int = Simhash([*self.words.elements()]).value
        return value

    @cached_property
    def minhash(self) -> MinHash:
        """The MinHash by datasketch, of the set of words."""
        minhash = MinHash(num_perm=128)
        minhash.update_batch([word.encode() for word in self.words])
        return minhash


class FeatureReader:
    """Computes the features of documents, each once."""

    def __init__(self, scheme: Scheme) -> None:
        self._fingerprinter = Fingerprinter(scheme)
        self._known: dict[str, Features] = {}

    def __call__(self, item: Item) -> Features:
        if item.id not in self._known:
            self._known[item.id] = self._read(item.text)
        return self._known[item.id]

    def _read(self, text: str) -> Features:
        # What the kernel returns has the attributes of the reference's.
        form: Any = features.read(normalize(text))
        tokens: Any = features.tokens(form)
        units = reference._units(form, tokens)
        return Features(Counter(words(text)), _shingles(units), self._fingerprinter(text))


class Ours:
    """The index, with the least scores of a copy. *scheme* is that of the features. All texts are of
    the same *host*, or of hosts that are not known.
    """

    def __init__(self, scheme: Scheme, thresholds: Thresholds, host: str | None = None) -> None:
        self._index = NearDupIndex.in_memory(scheme, thresholds=thresholds)
        self._host = host

    def __call__(self, item: Item, known: Features) -> Report:
        url = f"https://{self._host}/{item.id}" if self._host else None
        document = Document(item.id, item.text, url=url, title=item.title)
        verdict = self._index.check_and_add(document, known.fingerprint)
        return [(match.id, match.kind.value) for match in verdict.matches]


class HammingScan:
    """All SimHashes within k bits, nearest first: what simhash.SimhashIndex finds, at any k."""

    def __init__(self, k: int) -> None:
        self._k = k
        self._ids: list[str] = []
        self._hashes = np.zeros(1 << 16, np.uint64)

    def __call__(self, item: Item, known: Features) -> Report:
        count = len(self._ids)
        distances = np.bitwise_count(self._hashes[:count] ^ np.uint64(known.simhash))
        near = np.flatnonzero(distances <= self._k)
        found = [
            (self._ids[place], "copy")
            for place in near[np.argsort(distances[near], kind="stable")]
        ]
        if not found:
            self._hashes[count] = known.simhash
            self._ids.append(item.id)
        return found


class SimhashPackage:
    """simhash.SimhashIndex itself."""

    def __init__(self, k: int) -> None:
        self._index = SimhashIndex([], k=k)

    def __call__(self, item: Item, known: Features) -> Report:
        value = Simhash(known.simhash)
        found = [(id_, "copy") for id_ in self._index.get_near_dups(value)]
        if not found:
            self._index.add(item.id, value)
        return found


class Lsh:
    """datasketch.MinHashLSH over the set of words, 128 permutations."""

    def __init__(self, threshold: float) -> None:
        self._lsh = MinHashLSH(threshold=threshold, num_perm=128)

    def __call__(self, item: Item, known: Features) -> Report:
        found = [(id_, "copy") for id_ in self._lsh.query(known.minhash)]
        if not found:
            self._lsh.insert(item.id, known.minhash)
        return found


class SeveralLexica:
    """I-Match with the statistics of the set itself and ten random lexica."""

    def __init__(self, statistics: CollectionStatistics, least: int) -> None:
        self._match = IMatch(statistics)
        self._least = least
        self._seen: defaultdict[tuple[int, bytes], list[str]] = defaultdict(list)

    def __call__(self, item: Item, known: Features) -> Report:
        signatures = enumerate(self._match.signatures(known.words))
        keys = [(number, signature) for number, signature in signatures if signature]
        counts = Counter(id_ for key in keys for id_ in self._seen[key])
        found = [(id_, "copy") for id_, n in counts.most_common() if n >= self._least]
        if not found:
            for key in keys:
                self._seen[key].append(item.id)
        return found


class Shingling:
    """Exact Jaccard of shingle sets, for all pairs that share one of an eighth of the shingles."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._sets: dict[str, np.ndarray] = {}
        self._seen: defaultdict[int, list[str]] = defaultdict(list)

    def __call__(self, item: Item, known: Features) -> Report:
        mine = known.shingles
        keys = mine[mine % np.uint64(8) == 0].tolist()
        counts = Counter(id_ for key in keys if key in self._seen for id_ in self._seen[key])
        scored = []
        for id_ in counts:
            other = self._sets[id_]
            common = len(np.intersect1d(mine, other, assume_unique=True))
            score = common / max(len(mine) + len(other) - common, 1)
            if score >= self._threshold:
                scored.append((-score, id_))
        if not scored:
            self._sets[item.id] = mine
            for key in keys:
                self._seen[key].append(item.id)
        return [(id_, "copy") for _, id_ in sorted(scored)]


def methods(
    statistics: CollectionStatistics, scheme: Scheme, *, full: bool
) -> dict[str, list[tuple[str, Callable[[], Callable[[Item, Features], Report]]]]]:
    """Return the methods by family, each with the values of its threshold, the usual value first."""
    few: dict[str, list[tuple[str, Callable[[], Callable[[Item, Features], Report]]]]] = {
        "scrapy-neardup": [
            (name, lambda value=value: Ours(scheme, value))  # type: ignore[misc]
            for name, value in PRESETS.items()
        ]
    }
    if full:
        few["scrapy-neardup"] += [
            (f"{value}", lambda value=value: Ours(scheme, Thresholds(value, value)))  # type: ignore[misc]
            for value in (0.1, 0.95)
        ]
        few["scrapy-neardup"].append(
            ("on one host", lambda: Ours(scheme, PRESETS["balanced"], "example.com"))
        )
    few["simhash.SimhashIndex"] = [("k=3", lambda: SimhashPackage(3))]
    few["simhash, scan"] = [
        (f"k={k}", lambda k=k: HammingScan(k))  # type: ignore[misc]
        for k in ((3, 5, 7, 9, 11, 13) if full else (7,))
    ]
    few["datasketch.MinHashLSH"] = [
        (f"{value}", lambda value=value: Lsh(value))  # type: ignore[misc]
        for value in ((0.8, 0.7, 0.6, 0.5, 0.4) if full else (0.8, 0.5))
    ]
    few["I-Match"] = [
        (f"{least} of 11", lambda least=least: SeveralLexica(statistics, least))  # type: ignore[misc]
        for least in ((1, 4) if full else (1,))
    ]
    few["exact shingling"] = [
        (f"{value}", lambda value=value: Shingling(value))  # type: ignore[misc]
        for value in ((0.5, 0.4, 0.3, 0.2, 0.1) if full else (0.3,))
    ]
    return few


def _shingles(found: list[tuple[int, int, int]]) -> np.ndarray:
    """The sorted hashes of the runs of units that weigh SHINGLE_WEIGHT."""
    units = np.array([hashed for hashed, _, _ in found], np.uint64)
    weights = np.array([weight for _, weight, _ in found], np.intp)
    ends = np.searchsorted(np.cumsum(weights), np.cumsum(weights) - weights + SHINGLE_WEIGHT)
    last = int((ends < len(units)).sum())
    hashes = np.zeros(last, np.uint64)
    starts = np.arange(last)
    for place in range(SHINGLE_WEIGHT // 2):
        inside = starts + place <= ends[:last]
        at = np.minimum(starts + place, len(units) - 1)
        hashes = np.where(inside, mix(hashes + units[at]), hashes)
    return np.unique(hashes)
