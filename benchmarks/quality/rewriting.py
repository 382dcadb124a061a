"""Which rewritten copies an index finds, and what else it takes for rewritten copies.

    python -m benchmarks.quality.rewriting DIRECTORY REWRITTEN [--least 0.5] [--known 0 100 1000]
                                           [--sentences 3 4 5 6] [--framed] [--joined]
                                           [--shuffled 0 1 2 3 [--each 250]]

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz, REWRITTEN is a docs.jsonl.gz of copies, with the id
of the source in ``of`` and the ``level``. Every document of DIRECTORY that was not made from another
one is judged in the order of a crawl and then added. The documents that the index takes for rewritten
are counted by their relation to the article named. Then every copy is judged against all documents,
and not added. A copy is found if its verdict names its source or another telling of the source's
story. Prints shares with 95 % intervals (Wilson).

With --known, does the same for young indexes. These have so many articles of each language, and the
sources, added in the order of a crawl; the other articles are judged and not added. Each article of a
labelled look-alike pair is also judged beside the other one, which is in the index only for it.

With --shuffled, does the same in random orders of the documents, each by its seed: the rule was fitted
in other orders. With --each, so many documents at a time have an index of their own, and no copy is
judged: this shows what small crawls take wrongly.

With --sentences, does the same for short copies, without judging the articles: each longer copy is cut
to its first so many sentences.

With --joined, does the same for texts that were written from two sources: each copy behind another one of
the same level and language, and within it. Counts the texts of which one source is named, and both.

With --framed, does the same for the copies with lines of a site around them: a date and how many have
read it, the title, a phone number and a licence.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

from benchmarks.quality.dataset import Dataset, Item, lines_file, read_lines
from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.document import VERBATIM_KINDS
from scrapy_neardup.core.verdict.thresholds import Thresholds

HARD = ("same_event", "same_event_shared", "same_topic", "template", "template_legal")
DATE_LINE, PHONE_LINE = "2022-11-04 08:12 3,421", "0571-88235519 14028862-3"
_END_OF_SENTENCE = re.compile(r"(?<=[。！？!?])|(?<=\.)(?=\s)")


def interval(found: float, of: int, places: int = 0) -> str:
    """The share *found* in percent, and its 95 % interval (Wilson, JASA 22, 1927), to so many *places*."""
    z = 1.96
    share = found / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = max(middle - half, 0), min(middle + half, 1)
    shown, least, most = (f"{100 * value:.{places}f}" for value in (share, low, high))
    return f"{shown} ({least} to {most}) of {of}"


def main() -> None:
    """Judge both sets and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("rewritten", type=lines_file, help="docs.jsonl.gz of the copies")
    parser.add_argument("--least", type=float, default=Thresholds.rewritten, help="least score")
    parser.add_argument("--known", type=int, nargs="+", help="articles of each language")
    parser.add_argument("--sentences", type=int, nargs="+", help="of each copy, the first ones")
    parser.add_argument(
        "--framed", action="store_true", help="with lines of a site around each copy"
    )
    parser.add_argument("--joined", action="store_true", help="two copies as one text")
    parser.add_argument("--shuffled", type=int, nargs="+", help="seeds of orders")
    parser.add_argument("--each", type=int, help="documents of an index")
    options = parser.parse_args()
    dataset = Dataset.read(options.directory)
    thresholds = Thresholds(rewriting=True, rewritten=options.least)
    copies = read_lines(options.rewritten)
    if options.known:
        for known in options.known:
            with NearDupIndex.in_memory(thresholds=thresholds) as index:
                print_young(index, dataset, copies, known)
        return
    if options.sentences or options.framed or options.joined:
        with NearDupIndex.in_memory(thresholds=thresholds) as index:
            for item in dataset.base():
                index.add(Document(item.id, item.text, title=item.title))
            if options.framed:
                print("with lines of a site around them:")
                print_found(index, dataset, framed(copies))
            if options.joined:
                print_joined(index, dataset, copies)
            for count in options.sentences or ():
                print(f"the first {count} sentences:")
                print_found(index, dataset, cut(copies, count))
        return
    base = dataset.base()
    shuffled = [Random(seed).sample(base, len(base)) for seed in options.shuffled or ()]
    for items in shuffled or [base]:
        if options.each:
            print_small(thresholds, dataset, items, options.each)
            continue
        with NearDupIndex.in_memory(thresholds=thresholds) as index:
            print_wrong(index, dataset, items)
            print_found(index, dataset, copies)


def cut(copies: list[dict[str, str]], count: int) -> list[dict[str, str]]:
    """The first *count* sentences of each of the *copies* that has more."""
    shortened = []
    for copy in copies:
        sentences = [one for one in _END_OF_SENTENCE.split(copy["text"]) if one.strip()]
        if len(sentences) > count:
            shortened.append({**copy, "text": "".join(sentences[:count])})
    return shortened


def framed(copies: list[dict[str, str]]) -> list[dict[str, str]]:
    """The *copies* with lines of a site around them."""
    return [
        {**copy, "text": f"{DATE_LINE}\n{copy['title']}\n{copy['text']}\n{PHONE_LINE}"}
        for copy in copies
    ]


def print_joined(index: NearDupIndex, dataset: Dataset, copies: list[dict[str, str]]) -> None:
    """Print of how many pairs of copies, joined to one text, one source is named, or both."""
    alike: defaultdict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for copy in copies:
        alike[copy["level"], copy["lang"]].append(copy)
    named: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    wrong = 0
    chance = Random(0)
    for group in alike.values():
        for copy in group:
            other = chance.choice([one for one in group if one["of"] != copy["of"]])
            sentences = [one for one in _END_OF_SENTENCE.split(other["text"]) if one.strip()]
            half = len(sentences) // 2
            first, last = "".join(sentences[:half]), "".join(sentences[half:])
            for how, text in (
                ("one behind the other", f"{other['text']}\n{copy['text']}"),
                ("one within the other", f"{first}\n{copy['text']}\n{last}"),
            ):
                verdict = index.check(Document(f"{copy['id']} {how}", text))
                found = {
                    source
                    for match in verdict.matches
                    for source in (copy["of"], other["of"])
                    if dataset.relation(dataset.items[source], dataset.items[match.id]) == "right"
                }
                named[how, copy["level"]].append(len(found))
                wrong += not found and verdict.match is not None
    for (how, level), counts in sorted(named.items()):
        one = sum(count > 0 for count in counts)
        both = sum(count > 1 for count in counts)
        print(f"{how}, {level}: {interval(one, len(counts))}; both sources {both}")
    print(f"named by these texts and no source of theirs: {wrong}")


def print_wrong(index: NearDupIndex, dataset: Dataset, base: list[Item]) -> None:
    """Judge and add the documents *base* in turn. Print how many are taken for rewritten, by their
    relation to the article named.
    """
    started = time.perf_counter()
    flagged = taken_wrongly(index, dataset, base)
    took = (time.perf_counter() - started) / len(base)
    print(
        f"{len(base)} articles, {1000 * took:.2f} ms each; taken for rewritten, by what they are:"
    )
    print_relations(flagged, dataset, len(base))


def print_small(thresholds: Thresholds, dataset: Dataset, base: list[Item], each: int) -> None:
    """Judge and add the documents *base*, *each* of them to an index. Print how many were taken for
    rewritten, by relation.
    """
    flagged: Counter[str] = Counter()
    for first in range(0, len(base), each):
        with NearDupIndex.in_memory(thresholds=thresholds) as index:
            flagged += taken_wrongly(index, dataset, base[first : first + each])
    print(f"{len(base)} articles, {each} an index; taken for rewritten, by what they are:")
    print_relations(flagged, dataset, len(base))


def taken_wrongly(index: NearDupIndex, dataset: Dataset, base: list[Item]) -> Counter[str]:
    """Judge and add the documents *base* in turn. Return how many are taken for rewritten, by their
    relation to the article named.
    """
    flagged: Counter[str] = Counter()
    for item in base:
        document = Document(item.id, item.text, title=item.title)
        verdict = index.check(document)
        if verdict.kind is Kind.REWRITTEN and verdict.match is not None:
            flagged[dataset.relation(item, dataset.items[verdict.match.id])] += 1
        index.add(document)
    return flagged


def print_relations(flagged: Counter[str], dataset: Dataset, articles: int) -> None:
    """Print the count of each relation, and of how many: the pairs with its label, or *articles*."""
    pairs = Counter(type_ for _, _, label, type_ in dataset.pairs if label == "hardneg")
    for relation, count in flagged.most_common():
        of = pairs.get(relation, articles)
        print(f"    {relation}: {count} of {of} ({100 * count / of:.2f} %)")


def print_young(
    index: NearDupIndex, dataset: Dataset, copies: list[dict[str, str]], known: int
) -> None:
    """Add so many articles of each language and the sources; print what is found and taken wrongly."""
    sources = {copy["of"] for copy in copies}
    base = dataset.base()
    added: Counter[str] = Counter()
    left = []
    for item in base:
        if item.id not in sources:
            if added[item.lang] >= known:
                left.append(item)
                continue
            added[item.lang] += 1
        index.add(Document(item.id, item.text, title=item.title))
    flagged: Counter[str] = Counter()
    for item in left:
        verdict = index.check(Document(item.id, item.text, title=item.title))
        if verdict.kind is Kind.REWRITTEN and verdict.match is not None:
            flagged[dataset.relation(item, dataset.items[verdict.match.id])] += 1
    print(
        f"{known} articles of each language known: of {len(left)} others taken for rewritten, by "
        f"what they are: {dict(flagged)}"
    )
    print_look_alikes(index, dataset)
    print_found(index, dataset, copies)


def print_look_alikes(index: NearDupIndex, dataset: Dataset) -> None:
    """Print how many articles of labelled look-alike pairs are taken for the other one rewritten."""
    judged: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for one, other, label, type_ in dataset.pairs:
        if label != "hardneg":
            continue
        for earlier, later in ((one, other), (other, one)):
            known, item = dataset.items[earlier], dataset.items[later]
            # A pending article is compared, but does not count as an article that has a term.
            pending = None
            if index.get(known.id) is None:
                pending = index.reserve(Document(known.id, known.text, title=known.title))
            verdict = index.check(Document(item.id, item.text, title=item.title))
            judged[type_] += 1
            if verdict.kind is Kind.REWRITTEN and verdict.match is not None:
                wrong[type_] += verdict.match.id == known.id
            if pending is not None:
                pending.rollback()
    print(
        f"    look-alikes, each beside the other: {wrong.total()} of {judged.total()} taken for "
        f"rewritten: {dict(+wrong)}"
    )


def print_found(index: NearDupIndex, dataset: Dataset, copies: list[dict[str, str]]) -> None:
    """Print how many of the *copies* are found, by level and language."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for copy in copies:
        verdict = index.check(Document(copy["id"], copy["text"], title=copy["title"]))
        source = dataset.items[copy["of"]]
        outcome = "missed"
        if verdict.match is not None:
            named = (dataset.relation(source, dataset.items[one.id]) for one in verdict.matches)
            words = "by its words" if verdict.kind in VERBATIM_KINDS else "by its story"
            outcome = words if "right" in named else "wrong"
        found[copy["level"], copy["lang"]].append(outcome)
    for (level, language), outcomes in sorted(found.items()):
        counts = Counter(outcomes)
        right = counts["by its story"] + counts["by its words"]
        print(f"    {level} {language}: {interval(right, len(outcomes))}; {dict(counts)}")


if __name__ == "__main__":
    main()
