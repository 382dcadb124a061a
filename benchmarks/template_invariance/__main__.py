"""Does an article come out the same from every template? JSON on standard output.

    python -m benchmarks.template_invariance DOCS.jsonl.gz [--learn 20] [--judge 40]

DOCS holds one object a line with `lang`, `kind`, `text` and `title`. For each language every
template is one host. The host is judged on articles that it has not shown before, first without any
site memory, then after learning from *--learn* pages of other articles. Half of the headlines and
comments around the judged articles come from the learned pages, half are new.

J is the Jaccard similarity of 4-token shingles (a CJK character is a token).
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

from parsel import Selector

from benchmarks.template_invariance.templates import CHINESE, ENGLISH, Page, Story
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.extract import load_extractor
from scrapy_neardup.extract.site_memory import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from scrapy_neardup.extract.loading import Extractor

from benchmarks.extraction.pages import shingles


class Response:
    def __init__(self, text: str, url: str) -> None:
        self.text = text
        self.url = url
        self.selector = Selector(text, type="html")


def nameless(html: str) -> str:
    html = re.sub(r"\s(?:class|id)=(?:\"[^\"]*\"|'[^']*'|[^\s>]+)", "", html)
    return re.sub(r"<(/?)(?:nav|aside|footer|header|main|article|section)\b", r"<\1div", html)


def sentences(text: str) -> list[str]:
    found, current = [], ""
    for char in text:
        current += char
        if char in "。！？":
            found.append(current)
            current = ""
    return [*found, current] if current else found


def paragraphs(text: str, lang: str) -> tuple[str, ...]:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > 1 or len(text) < 300:
        return tuple(lines)
    parts = sentences(text) if lang == "zh" else [s + "." for s in text.split(". ")]
    joint = "" if lang == "zh" else " "
    return tuple(joint.join(parts[i : i + 3]) for i in range(0, len(parts), 3))


def stories(path: Path, lang: str, count: int, shortest: int, longest: int) -> list[Story]:
    found: list[Story] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["lang"] != lang or row["kind"] not in ("original", "unrelated"):
                continue
            if shortest <= len(row["text"]) <= longest:
                title = row["title"] or row["text"].split("\n")[0][: 24 if lang == "zh" else 60]
                found.append(Story(title, paragraphs(row["text"], lang)))
    Random(1).shuffle(found)
    return found[:count]


def jaccard(a: AbstractSet[object], b: AbstractSet[object]) -> float:
    return len(a & b) / len(a | b) if a or b else 0.0


def judge(
    templates: Sequence[Callable[[Page], str]],
    articles: list[Story],
    taught: list[Story],
    fresh: list[Story],
    memory: SiteMemory,
    extract: Extractor,
    fingerprint: Fingerprinter,
    cjk: bool,
    render: Callable[[str], str],
) -> dict[str, object]:
    texts: dict[tuple[int, int], str] = {}
    for t, template in enumerate(templates):
        for a, story in enumerate(articles):
            random = Random(f"{template.__name__} {a}")
            others = random.sample(taught, min(20, len(taught))) + random.sample(fresh, 20)
            page = Page(story, others, random, a)
            host = f"{template.__name__}.example"
            article = extract(Response(render(template(page)), f"https://{host}/{a}"))
            lines = list(article.lines) if article else []
            texts[t, a] = "\n".join(memory.strip(host, lines))
    sets = {key: set(shingles(text, cjk=cjk)) for key, text in texts.items()}
    hashes = {key: fingerprint(text).simhash for key, text in texts.items()}
    pairs = [
        ((s, a), (t, a))
        for a in range(len(articles))
        for s, t in combinations(range(len(templates)), 2)
    ]
    similar = [jaccard(sets[x], sets[y]) for x, y in pairs]
    distances = [
        64 if one is None or other is None else (one ^ other).bit_count()
        for one, other in ((hashes[x], hashes[y]) for x, y in pairs)
    ]
    strangers = [
        (jaccard(sets[t, a], sets[t, b]), templates[t].__name__)
        for t in range(len(templates))
        for a, b in combinations(range(len(articles)), 2)
        if texts[t, a] and texts[t, b]
    ]
    truths = [set(shingles("\n".join(s.paragraphs), cjk=cjk)) for s in articles]
    return {
        "pairs": len(pairs),
        "mean_pair_j": round(mean(similar), 4),
        "share_j_08": round(mean(j >= 0.8 for j in similar), 4),
        "share_within_3_bits": round(mean(d <= 3 for d in distances), 4),
        "share_within_8_bits": round(mean(d <= 8 for d in distances), 4),
        "no_article": sum(not text for text in texts.values()),
        "different_max_j": round(max(strangers)[0], 4),
        "different_max_template": max(strangers)[1],
        "different_j_05": sum(j >= 0.5 for j, _ in strangers),
        "j_to_truth_by_template": {
            template.__name__: round(
                mean(jaccard(sets[t, a], truths[a]) for a in range(len(articles))), 3
            )
            for t, template in enumerate(templates)
        },
    }


def least_left(
    templates: Sequence[Callable[[Page], str]],
    articles: list[Story],
    memory: SiteMemory,
    extract: Extractor,
    render: Callable[[str], str],
) -> float:
    """The smallest share of an article that site memory leaves of it if its host posts it ten times."""
    shares = []
    for template in templates:
        host = f"{template.__name__}.example"
        for a, story in enumerate(articles):
            for post in range(10):
                page = Page(
                    story, [s for s in articles if s is not story], Random(f"{a} {post}"), a
                )
                article = extract(Response(render(template(page)), f"https://{host}/{a}-{post}"))
                if article:
                    lines = article.lines
                    own = [line for line in lines if line in story.paragraphs]
                    left = [line for line in memory.strip(host, lines) if line in own]
                    if own:
                        shares.append(len("".join(left)) / len("".join(own)))
                    memory.learn(host, lines)
    return round(min(shares), 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("docs", type=Path)
    parser.add_argument("--learn", type=int, default=20, help="pages of each host to learn from")
    parser.add_argument("--judge", type=int, default=40)
    parser.add_argument("--extractor", default="default")
    parser.add_argument(
        "--no-names",
        action="store_true",
        help="take every class, id and telling tag out of the templates",
    )
    arguments = parser.parse_args()
    render = nameless if arguments.no_names else str
    extract = load_extractor(arguments.extractor)
    fingerprint = Fingerprinter(Scheme())
    report: dict[str, object] = {
        "learn": arguments.learn,
        "judge": arguments.judge,
        "no_names": arguments.no_names,
    }
    for lang, templates, longest in (("zh", CHINESE, 3000), ("en", ENGLISH, 8000)):
        shortest = 250 if lang == "zh" else 600
        found = stories(
            arguments.docs, lang, arguments.learn + arguments.judge + 120, shortest, longest
        )
        taught = found[: arguments.learn]
        judged = found[arguments.learn : arguments.learn + arguments.judge]
        fresh = found[arguments.learn + arguments.judge :]
        brief = [Story(s.title, (_brief(s, lang),)) for s in judged]
        common = (extract, fingerprint, lang == "zh", render)
        first = SiteMemory()
        memory = SiteMemory()
        for template in templates:
            host = f"{template.__name__}.example"
            for i, story in enumerate(taught):
                random = Random(f"{template.__name__} learn {i}")
                page = Page(story, [s for s in taught if s is not story] + fresh[:20], random, i)
                article = extract(Response(render(template(page)), f"https://{host}/l{i}"))
                if article:
                    memory.learn(host, article.lines)
        report[lang] = {
            "first_page": judge(templates, judged, taught, fresh, first, *common),
            "learned": judge(templates, judged, taught, fresh, memory, *common),
            "short_first_page": judge(templates, brief, taught, fresh, first, *common),
            "short_learned": judge(templates, brief, taught, fresh, memory, *common),
            "least_left_when_posted_ten_times": least_left(
                templates, judged, memory, extract, render
            ),
        }
    json.dump(report, sys.stdout, ensure_ascii=False, indent=1)
    print()


def _brief(story: Story, lang: str) -> str:
    """The beginning of *story*: about 90 Chinese characters, or 40 English words."""
    text = "".join(story.paragraphs) if lang == "zh" else " ".join(story.paragraphs)
    return text[:90].rstrip("，、") + "。" if lang == "zh" else " ".join(text.split()[:40]) + "."


if __name__ == "__main__":
    main()
