"""What does a dictionary of synonyms find, if the spinner's words are in it?

    python -m benchmarks.quality.dictionary DIRECTORY [--every 3] [--write FILE]

DIRECTORY holds docs.jsonl.gz and pairs.jsonl.gz. The thesaurus has no meaning: it has the Chinese
words of the set that :mod:`.spinning` may replace, and words of one length and order of frequency
are dealt into classes of four. Every third Chinese original is spun with it, its sentences are
shuffled, and the result is compared with the original: without a dictionary, with synonyms_zh.txt,
with half the classes of the thesaurus, and with all. Prints the percentage found at the balanced
thresholds. --write keeps the whole thesaurus for `python -m benchmarks.quality --synonyms`, which
tells what it costs.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import Dataset
from benchmarks.quality.spinning import Spinner, cut, framed, sentences
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.verdict.evidence import judge
from scrapy_neardup.core.verdict.verify import conclude

if TYPE_CHECKING:
    from benchmarks.quality.dataset import Item

CLASS = 4
SPINS = ((0.3, False), (0.45, False), (0.6, False), (0.25, True), (0.5, True))
"""The share of the thesaurus's words that are replaced, and whether the last third of the text is cut
off and a foreign lead and tail are put on."""


def thesaurus(items: list[Item]) -> list[list[str]]:
    """Return classes of the replaceable Chinese words in *items*."""
    classes = []
    for (language, *_), words in Spinner(items).classes.items():
        if language == "zh":
            dealt = random.Random(len(words)).sample(sorted(words), len(words))
            classes += [dealt[start : start + CLASS] for start in range(0, len(dealt) - 1, CLASS)]
    return classes


def spin(
    item: Item, known: dict[str, list[str]], share: float, frame: bool, others: list[Item]
) -> str:
    """Return the text of *item* with that *share* of the *known* words replaced."""
    chance = random.Random(f"{share} {frame} {item.id}")
    pieces = sentences(item.text)
    chance.shuffle(pieces)
    if frame:
        pieces = pieces[: max(2 * len(pieces) // 3, 1)]
    text = "".join(
        chance.choice([other for other in known[word] if other != word])
        if word in known and chance.random() < share
        else word
        for word in cut("".join(pieces), item.lang)
    )
    return framed(text, others, chance) if frame else text


def write(classes: list[list[str]], file: Path) -> Path:
    file.write_text("".join(" ".join(words) + "\n" for words in classes), "utf-8")
    return file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    dataset = Dataset.read(options.directory)
    items = dataset.base()
    classes = thesaurus(items)
    known = {word: words for words in classes for word in words}
    half = [words for words in classes if random.Random(words[0]).random() < 0.5]
    print(f"{len(known)} words in {len(classes)} classes")
    with TemporaryDirectory() as folder:
        files = {
            "synonyms_zh.txt": Path(__file__).with_name("synonyms_zh.txt"),
            "half": write(half, Path(folder, "half.txt")),
            "all": write(classes, options.write or Path(folder, "all.txt")),
        }
        fingerprinters = {"none": Fingerprinter(Scheme())} | {
            name: Fingerprinter(Scheme().with_synonyms([str(file)]))
            for name, file in files.items()
        }
        originals = [item for item in items if item.kind == "original" and item.lang == "zh"]
        chosen = originals[:: options.every]
        for share, frame in SPINS:
            texts = {item.id: spin(item, known, share, frame, originals) for item in chosen}
            found = {
                name: sum(_is_found(of, item.text, texts[item.id]) for item in chosen)
                for name, of in fingerprinters.items()
            }
            print(f"{share:.0%}{' cut and framed' if frame else ''} of {len(chosen)}: ", end="")
            print(", ".join(f"{name} {hits / len(chosen):.1%}" for name, hits in found.items()))


def _is_found(fingerprint: Fingerprinter, original: str, copy: str) -> bool:
    source = fingerprint(original)
    return bool(conclude([judge(fingerprint(copy), source.simhash, source.sketch)]))


if __name__ == "__main__":
    main()
