"""Fit the scorecard of rewritten copies, and test it where it was not fitted.

    python -m benchmarks.quality.rewriting_fit DIRECTORY REWRITTEN

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz, REWRITTEN is a docs.jsonl.gz of copies, with the id
of the source in ``of``, the ``level``, and who wrote it in ``writer``. To these come the articles,
alikes and copies of :mod:`.essays`, whose level is E, and of :mod:`.washed`, whose level is W, and
the copies of L1 and L2 once more with a fifth and a third of their sentences as the source has them
(:mod:`.kept_sentences`), whose levels are K20 and K35. Every
document of DIRECTORY that was not made from another one, every article and every alike is looked up
and then added, then every copy is looked up among all of them. This is done in four orders of the
documents, each with an index of its own: as in the file, the other way round, and shuffled twice.
Four orders, because chance decides which of two reports comes first, and what is known of words by
then. The pairs are those that the index compares, each by the whole texts. What another rule takes for a
copy by its words is left out. Results count the
likeliest candidate only, as the others count only by a part.
Shares and intervals are of the copies, each of which counts as often as it is found in the four orders.

Prints the curves fitted on all pairs, in the form of ``rule.CURVES``, and the base that fits best;
the base of rule.py is lower by ``MARGIN``. Then prints what the rule finds and takes wrongly at the
balanced threshold: with the curves of rule.py, and with curves fitted without the stories of the
articles judged (five folds), without what the same writer made, and without the same language.

The fit is a logistic regression in which every curve has to rise, or to fall if it falls now. To take
another report for a copy costs as much as to miss ``WRONG`` copies; a retelling at half the length
counts 0.7, a copy of :mod:`.washed`, which tells more than its source does, 0.4, and one with kept sentences
0.15.
"""

from __future__ import annotations

import argparse
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.quality import essays, washed
from benchmarks.quality.dataset import Dataset, Item, lines_file, read_lines
from benchmarks.quality.fit import fit, odds_of, print_curves, ramps
from benchmarks.quality.kept_sentences import SHARES, copies_with_kept_sentences
from benchmarks.quality.outcomes import texts_of
from benchmarks.quality.rewriting import HARD, interval
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.rewriting.rule import CURVES, most_log_odds, score
from scrapy_neardup.core.rewriting.telling import compare
from scrapy_neardup.core.verdict.thresholds import Thresholds

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.rewriting.evidence import Evidence

FOLDS = 5
SHUFFLES = (11, 12)
NEVER = Thresholds(rewriting=True, rewritten=1.0)
"""Thresholds that no score reaches: all documents are looked up, and none is a copy."""
LOOK_ALIKES = (*HARD, "rulings", "alike")
WRONG = 2.0
SHRINKAGE = 2e-5
"""Of the fit: what a squared point costs."""
MARGIN = 0.4
"""How much the base is below the one that fits best, because look-alikes elsewhere are harder."""
WEIGHTS = {"L3": 0.7, "W": 0.4, **dict.fromkeys(SHARES, 0.15)}
WRITTEN = {essays.LEVEL: essays.FILE, washed.LEVEL: washed.FILE}
"""The files of articles, alikes and copies that were written for the fit, by the level of the copies."""
ONE_EVENT = frozenset(
    frozenset(pair.split())
    for pair in (
        "df1131dfbfbb d525ea31697b",
        "d7c164cd9654 db502f9cb7a2",
        "df52c3ed635e d2cb583b89e3",
        "d61247399977 d4445132cc51",
        "d68182584b06 d85b5bd14719",
    )
)
"""Pairs of the labelled set that report one event and that nobody labelled, found when those that the rule
names were read."""


def orders(items: list[Item]) -> list[list[Item]]:
    """The *items* in each of the orders in which they are looked up."""
    shuffled = [Random(seed).sample(items, len(items)) for seed in SHUFFLES]
    return [items, items[::-1], *shuffled]


@dataclass(frozen=True)
class Query:
    """An article that is looked up, with the level and writer of a copy, "" for any other."""

    id: str
    language: str
    story: str
    level: str = ""
    writer: str = ""


def add_written(dataset: Dataset, file: Path, level: str) -> list[dict[str, str]]:
    """Add the articles and alikes in *file* to *dataset*; those on one topic are look-alikes of each other.
    Return the copies, as rows of a file of rewritten copies, of the given *level*.
    """
    copies = []
    of_topic: dict[str, list[str]] = {}
    for row in texts_of(file):
        id_, topic = row["id"], row.get("of", row["id"])
        if row["kind"] not in ("article", "alike"):
            # Ids begin with who wrote the text.
            copies.append({**row, "level": level, "writer": id_[:2]})
            continue
        for other in of_topic.setdefault(topic, []):
            dataset.labels[frozenset((id_, other))] = ("hardneg", "alike")
        of_topic[topic].append(id_)
        dataset.items[id_] = Item(
            id_, row["lang"], row["text"], row["title"], file.stem, id_, "hardneg", frozenset()
        )
    return copies


class Pairs:
    """The pairs that the index compares, as arrays: the query, the readings and log-odds of the rule,
    the most that the log-odds can be, the relation of the article to the query, and whether it is the
    likeliest candidate.
    """

    def __init__(self, dataset: Dataset, copies: list[dict[str, str]]) -> None:
        self.queries: list[Query] = []
        rows: list[tuple[int, list[float], float, float, str, str, str, bool]] = []
        base = dataset.base()
        for items in orders(base):
            with NearDupIndex.in_memory(thresholds=NEVER) as index:
                for item in items:
                    document = Document(item.id, item.text, title=item.title)
                    query = Query(item.id, item.lang, item.group)
                    rows += self._compared(index, document, query, dataset, item)
                    index.add(document)
                for copy in copies:
                    document = Document(copy["id"], copy["text"], title=copy["title"])
                    source = dataset.items[copy["of"]]
                    query = Query(
                        copy["id"],
                        copy["lang"],
                        source.group,
                        copy["level"],
                        str(copy["writer"]),
                    )
                    rows += self._compared(index, document, query, dataset, source)
        of_query, readings, odds, most, relation, story, self.named, likeliest = zip(
            *rows, strict=True
        )
        self.likeliest = np.array(likeliest)
        self.of_query = np.array(of_query)
        self.readings = np.array(readings)
        self.odds = np.array(odds)
        self.most = np.array(most)
        self.relation = np.array(relation)
        queries = [self.queries[number] for number in of_query]
        level = np.array([query.level for query in queries])
        self.writer = np.array([query.writer for query in queries])
        self.language = np.array([query.language for query in queries])
        self.copy = (level != "") & (self.relation == "right")
        # A real copy among the articles of the set is neither right nor wrong to name.
        self.usable = self.copy | ~np.isin(self.relation, ("right", "ignore"))
        weights = [WEIGHTS.get(one, 1.0) for one in level]
        self.weights = np.where(self.copy, weights, WRONG)
        # All pairs of a story are in one fold, whoever tells the story.
        self.fold = np.array([zlib.crc32(one.encode()) % FOLDS for one in story])

    def _compared(
        self, index: NearDupIndex, document: Document, query: Query, dataset: Dataset, of: Item
    ) -> list[tuple[int, list[float], float, float, str, str, str, bool]]:
        fingerprint = index.fingerprinter(document.text, document.title)
        by_words = index.check(document, fingerprint).kind is not Kind.NEW
        if by_words and query.level in SHARES:
            return []
        number = len(self.queries)
        self.queries.append(query)
        if by_words:
            return []
        found = []
        for rank, one in enumerate(index.retellings(document, fingerprint)):
            evidence = whole(index, fingerprint, one.record)
            if evidence is None:
                continue
            source = dataset.items[one.record.id]
            refilled = index._matcher.is_refilled(document, fingerprint, one.record)
            found.append(
                (
                    number,
                    [*evidence.readings.values()],
                    odds_of(score(evidence)),
                    most_log_odds(replace(evidence, refilled=refilled)),
                    dataset.relation(of, source),
                    source.group,
                    source.id,
                    rank == 0,
                )
            )
        return found


def whole(index: NearDupIndex, fingerprint: Fingerprint, record: Record) -> Evidence | None:
    """What the whole of a text has in common with the article of *record*."""
    telling = index._retelling_matcher.telling(fingerprint)
    if telling is None or record.telling is None:
        return None
    found = compare(telling, record.telling)
    return next((one for one in found if one.part == 1), None)


def fitted(pairs: Pairs, columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the points of each stretch of the curves, fitted on *rows* of the pairs, and the bias last."""
    return fit(columns[rows], pairs.copy[rows], pairs.weights[rows], CURVES, SHRINKAGE)


def held_out(pairs: Pairs, columns: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return log-odds, each by points that were fitted without the pairs of the same group ("" is no
    group), and with a base lower by MARGIN.
    """
    odds = np.zeros(len(columns))
    for group in np.unique(groups):
        inside = groups == group
        rows = pairs.usable & (~inside | (groups == ""))
        points = fitted(pairs, columns, rows)
        odds[inside] = columns[inside] @ points[:-1] + points[-1] - MARGIN
    return np.asarray(np.minimum(odds, pairs.most))


def print_outcome(name: str, pairs: Pairs, odds: np.ndarray) -> None:
    """Print how many copies are found, and what else is taken for a copy, at a score of 0.5."""
    found_likely = pairs.likeliest & (odds >= odds_of(Thresholds.rewritten))
    best = {int(pairs.of_query[place]): int(place) for place in np.flatnonzero(found_likely)}
    found: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    wrong: Counter[str] = Counter()
    articles = 0
    times = 2 + len(SHUFFLES)
    for number, query in enumerate(pairs.queries):
        relation = str(pairs.relation[best[number]]) if number in best else ""
        if query.level:
            found[query.level, query.language].append(relation == "right")
            wrong["by copies"] += relation not in ("", "right", "ignore")
        else:
            articles += 1
            wrong[relation] += 1
            pair = {query.id, pairs.named[best[number]]} if number in best else set()
            wrong["of one event"] += relation == "unrelated" and pair in ONE_EVENT
    told = ", ".join(f"{key} {wrong[key]}" for key in (*LOOK_ALIKES, "by copies") if wrong[key])
    print(
        f"\n{name}: of {articles} articles looked up {wrong['unrelated']} "
        f"({100 * wrong['unrelated'] / articles:.3f} %) in pairs nobody labelled, "
        f"{wrong['of one event']} of these in pairs of one event; {told}"
    )
    for (level, language), right in sorted(found.items()):
        print(f"    {level} {language}: {interval(sum(right) / times, len(right) // times)}")
    for level in ("L1", "L2", "L3", *WRITTEN, *SHARES):
        every = [one for (of, _), right in found.items() if of == level for one in right]
        if every:
            print(f"    {level}: {interval(sum(every) / times, len(every) // times)}")


def main() -> None:
    """Fit on all pairs and print the curves, then what is found with and without them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("rewritten", type=lines_file, help="docs.jsonl.gz of the copies")
    options = parser.parse_args()
    dataset = Dataset.read(options.directory)
    copies = read_lines(options.rewritten)
    for level, file in WRITTEN.items():
        copies += add_written(dataset, file, level)
    texts = {item.id: item.text for item in dataset.items.values()}
    copies += copies_with_kept_sentences(copies, texts)
    pairs = Pairs(dataset, copies)
    columns = ramps(pairs.readings, CURVES)
    rows = pairs.usable
    print_curves(fitted(pairs, columns, rows), CURVES)
    print_outcome("rule.py as it is", pairs, pairs.odds)
    for name, groups in (
        ("story", pairs.fold.astype(str)),
        ("writer", np.where(pairs.copy, pairs.writer, "")),
        ("language", pairs.language),
    ):
        print_outcome(f"held out by {name}", pairs, held_out(pairs, columns, groups))


if __name__ == "__main__":
    main()
