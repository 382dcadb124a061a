"""How many articles are found that were translated there and back.

    python -m benchmarks.quality.back_translated [DIRECTORY]

back_translated.jsonl has twenty short reports of invented events, ten English and ten Chinese, and a
version of each as a translation there and back would leave it: with the order of the sentences and
all facts, but hardly a phrase, and in Chinese with some names in other characters. Reports and
versions were written by hand for this benchmark, and no machine has translated them. The rule was not
fitted on them, except that 四成 is 40 % and 一米七 1.7 metres was learned from one. The Chinese reports are
there once more with numbers in characters, as 二百六十, which the versions have in figures.

Each report is added to an index after all articles of DIRECTORY (docs.jsonl.gz of a labelled set) that
were not made from others; without a DIRECTORY, the index knows too few articles to judge. Then its
version is judged, and not added. Prints by language for how many of them the source is named, by which
verdict, and the least score.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.quality.dataset import known_articles
from benchmarks.quality.outcomes import index_of, parser_of, texts_of
from benchmarks.quality.rewriting import interval
from scrapy_neardup import Document

FILE = Path(__file__).with_suffix(".jsonl")


def reports() -> list[dict[str, str]]:
    """The reports: ``id``, ``lang``, ``title``, ``text``, and ``back``, the text there and back."""
    rows = texts_of(FILE)
    spelled = [
        {**row, "lang": f"{row['lang']}, numbers in characters", "text": row["spelled"]}
        for row in rows
        if "spelled" in row
    ]
    return rows + spelled


def main() -> None:
    """Judge the translations and print what was found."""
    options = parser_of(__doc__).parse_args()
    found: Counter[tuple[str, str]] = Counter()
    of: Counter[str] = Counter()
    scores = []
    # Each one replaces its other form, because the ids are the same.
    with index_of(known_articles(options.directory)) as index:
        known = len(index)
        for report in reports():
            index.add(Document(report["id"], report["text"], title=report["title"]))
            verdict = index.check(Document(f"{report['id']}-back", report["back"]))
            of[report["lang"]] += 1
            named = verdict.match is not None and verdict.match.id == report["id"]
            if named and verdict.match is not None:
                scores.append(verdict.match.score)
            found[report["lang"], verdict.kind.value if named else "missed"] += 1
    print(f"beside {known} other articles; least score {min(scores, default=0):.2f}")
    for language, count in sorted(of.items()):
        kinds = {kind: times for (lang, kind), times in found.items() if lang == language}
        right = count - kinds.get("missed", 0)
        print(f"    {language}: {interval(right, count)}; {kinds}")


if __name__ == "__main__":
    main()
