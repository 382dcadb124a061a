"""Two texts by every measure there is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scrapy_neardup import classic
from scrapy_neardup.commands import nearness
from scrapy_neardup.core.document import Document, Verdict
from scrapy_neardup.core.fingerprints import features
from scrapy_neardup.core.fingerprints.characters import DIGIT, LETTER, OTHER
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.simhash import distance_if_any
from scrapy_neardup.core.index.judgement import Compared, Retelling
from scrapy_neardup.core.verdict import verify

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Sequence

    from scrapy_neardup.classic import CollectionStatistics
    from scrapy_neardup.commands.texts import Text
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.scheme import Scheme
    from scrapy_neardup.core.verdict.thresholds import Thresholds

SAMPLE = 256
"""MinHash functions, and k of bottom-k: a standard error of 0.03 at most."""
BLOOM_ERROR = 0.01
PASSAGE_UNITS = 6
"""The shortest passage shown, in words or Chinese characters: shorter ones are set phrases."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two sets of features are by one method; values in [0, 1], None if it can't tell."""

    name: str
    jaccard: float | None = None
    a_in_b: float | None = None
    b_in_a: float | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts compared.

    *verdict* is what an index that has A says of B, by *thresholds*. *compared* is the evidence
    behind it, None for an equal text and for one that is too short. *retold* is how surely B tells
    the story of A in other words, None if that was not asked. *meet* says whether a query leads
    from B to A at all. *distance* is the number of bits in which the SimHashes of the words differ,
    None if a text has no words. *imatch* is the number of lexica that agree, and the number of all
    lexica. *passages* are the shared passages, the longest first, in the normal form. *numbers* and
    *words* are what both texts have, what only A has and what only B has.
    """

    equal: bool
    verdict: Verdict
    thresholds: Thresholds
    compared: Compared | None
    retold: Retelling | None
    meet: bool
    distance: int | None
    likenesses: tuple[Likeness, ...]
    imatch: tuple[int, int]
    passages: tuple[str, ...]
    words: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    numbers: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON types."""
        return {
            "verdict": self.verdict.to_dict(),
            "compared": (
                {**nearness.to_dict(self.compared, self.thresholds), "meet": self.meet}
                if self.compared
                else None
            ),
            "retold": (
                nearness.retold_to_dict(self.retold, self.thresholds) if self.retold else None
            ),
            "equal": self.equal,
            "distance": self.distance,
            "measures": {
                like.name: {
                    name: round(value, 4)
                    for name, value in (
                        ("jaccard", like.jaccard),
                        ("a_in_b", like.a_in_b),
                        ("b_in_a", like.b_in_a),
                    )
                    if value is not None
                }
                for like in self.likenesses
            },
            "imatch": {"equal": self.imatch[0], "lexica": self.imatch[1]},
            "passages": list(self.passages),
            **{
                name: dict(zip(("both", "only_a", "only_b"), map(list, parts), strict=True))
                for name, parts in (("words", self.words), ("numbers", self.numbers))
            },
        }


def compare(
    a: Text, b: Text, index: Index, statistics: CollectionStatistics | None = None
) -> Comparison:
    """Compare the texts of *a* and *b*. *index* has no articles: it gives the scheme and the
    frequencies of words by which both are judged. *a* is added to it. Texts that have addresses are of
    their hosts, except two versions of one address, which are compared as if they had none.

    *statistics* are I-Match's; without them its lexicon is every word.
    """
    assert a.text is not None
    assert b.text is not None
    fingerprint_a = index.fingerprinter(a.text, a.title)
    fingerprint_b = index.fingerprinter(b.text, b.title)
    url_a, url_b = (a.address, b.address) if a.address != b.address else ("", "")
    document_b = Document("B", b.text, url=url_b or None, title=b.title)
    index.check_and_add(Document("A", a.text, url=url_a or None, title=a.title), fingerprint_a)
    # A text without words is not kept.
    article = next(index.records(), None)
    verdict = index.check(document_b, fingerprint_b)
    words_a, words_b = (classic.words(text, index.scheme) for text in (a.text, b.text))
    letters_a, letters_b = (classic.characters(text, index.scheme) for text in (a.text, b.text))
    simhash_a, simhash_b = classic.simhash(words_a), classic.simhash(words_b)
    imatch = classic.IMatch(statistics)
    signatures_a, signatures_b = imatch.signatures(words_a), imatch.signatures(words_b)
    return Comparison(
        equal=fingerprint_a.length > 0 and fingerprint_a.digest == fingerprint_b.digest,
        verdict=verdict,
        thresholds=index.thresholds,
        compared=_compared(index, document_b, fingerprint_b),
        retold=next(iter(index.retellings(document_b, fingerprint_b)), None),
        meet=article is not None and nearness.meets(index, document_b, fingerprint_b, article),
        distance=distance_if_any(simhash_a, simhash_b),
        likenesses=(
            _exact("words", words_a, words_b),
            _exact("shingles of 3 words", *_shingles(words_a, words_b, 3)),
            _exact("shingles of 2 characters", *_shingles(letters_a, letters_b, 2)),
            _exact("shingles of 5 characters", *_shingles(letters_a, letters_b, 5)),
            _min_hash(words_a, words_b),
            _bottom_k(words_a, words_b),
            _bloom(words_a, words_b),
        ),
        imatch=(imatch.matches(signatures_a, signatures_b), len(signatures_a)),
        passages=_passages(_Units(a.text, index.scheme), _Units(b.text, index.scheme)),
        words=_split(words_a, words_b, numbers=False),
        numbers=_split(words_a, words_b, numbers=True),
    )


def _compared(index: Index, document: Document, fingerprint: Fingerprint) -> Compared | None:
    """How the judge would compare *document* with the only article of *index*, even if no query leads
    there; None for an equal text and for one that is too short.
    """
    for record in index.records():
        # Of the copy, only its id and its host count.
        copy = replace(record, id=document.id, url=document.url)
        found = nearness.judged(index, fingerprint, record, between=(copy, record))
        (scores,) = verify.scores([found])
        if record.digest != fingerprint.digest and found is not None and scores is not None:
            return Compared(record, found, scores)
    return None


def _exact(name: str, a: Collection[Hashable], b: Collection[Hashable]) -> Likeness:
    return Likeness(
        name, classic.jaccard(a, b), classic.containment(a, b), classic.containment(b, a)
    )


def _shingles(
    a: Sequence[str], b: Sequence[str], w: int
) -> tuple[Collection[Hashable], Collection[Hashable]]:
    return classic.shingles(a, w), classic.shingles(b, w)


def _min_hash(a: Sequence[str], b: Sequence[str]) -> Likeness:
    method = classic.MinHash(SAMPLE)
    estimate = method.estimate(method.signature(a), method.signature(b))
    return Likeness(f"MinHash, {SAMPLE} functions", estimate)


def _bottom_k(a: Sequence[str], b: Sequence[str]) -> Likeness:
    method = classic.BottomK(SAMPLE)
    sketch_a, sketch_b = method.sketch(a), method.sketch(b)
    return Likeness(
        f"MinHash, 1 function, k = {SAMPLE}",
        method.estimate(sketch_a, sketch_b),
        method.estimate_containment(sketch_a, sketch_b),
        method.estimate_containment(sketch_b, sketch_a),
    )


def _bloom(a: Sequence[str], b: Sequence[str]) -> Likeness:
    def found(words: set[str], among: set[str]) -> float:
        known = classic.CountingBloomFilter(max(1, len(among)), BLOOM_ERROR)
        for word in among:
            known.add(word)
        return sum(word in known for word in words) / len(words) if words else 0.0

    set_a, set_b = set(a), set(b)
    return Likeness("counting Bloom filter", None, found(set_a, set_b), found(set_b, set_a))


class _Units:
    """A text as words, or single characters in scripts without spaces, with their places."""

    def __init__(self, text: str, scheme: Scheme) -> None:
        form = features.read(normalize(text, simplify=scheme.simplify))
        self._text = "".join(map(chr, form.points))
        self._starts: list[int] = []
        self._ends: list[int] = []
        in_word = False
        for at, kind in enumerate(form.kinds):
            if kind in (LETTER, DIGIT) and in_word:
                self._ends[-1] = at + 1
            elif kind != OTHER:
                self._starts.append(at)
                self._ends.append(at + 1)
            in_word = kind in (LETTER, DIGIT)
        self.units = [
            self._text[start:end] for start, end in zip(self._starts, self._ends, strict=True)
        ]

    def passage(self, start: int, length: int) -> str:
        """The text from one unit to another, with the punctuation between them."""
        return self._text[self._starts[start] : self._ends[start + length - 1]]


def _passages(a: _Units, b: _Units) -> tuple[str, ...]:
    shared = classic.shared_passages(a.units, b.units, minimum=PASSAGE_UNITS)
    shared.sort(key=lambda passage: -passage.length)
    return tuple(b.passage(passage.b, passage.length) for passage in shared)


def _split(
    a: Sequence[str], b: Sequence[str], *, numbers: bool
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    def ordered(words: Sequence[str]) -> list[str]:
        return [word for word in dict.fromkeys(words) if word[0].isdigit() == numbers]

    first, second = ordered(a), ordered(b)
    set_a, set_b = set(first), set(second)
    return (
        tuple(word for word in first if word in set_b),
        tuple(word for word in first if word not in set_b),
        tuple(word for word in second if word not in set_a),
    )
