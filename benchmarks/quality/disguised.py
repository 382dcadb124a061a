"""Which copies are found whose characters were disguised, as farms do against search for equal text.

    python -m benchmarks.quality.disguised DIRECTORY [--seed 1]

Of the articles of a labelled set (docs.jsonl.gz) that were not made from others, 200 Chinese and 200
English ones of 500 to 8,000 characters are copied under each disguise, on a host of their own, beside all
others. Prints by disguise how many copies name their source. Disguises were made up for this
benchmark: characters that are not shown, letters of another script that look alike, other widths and
scripts, signs and blanks between characters, and mistakes as of a reader of scanned pages.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import Dataset
from benchmarks.quality.outcomes import names
from benchmarks.quality.rewriting import interval
from scrapy_neardup import Document, NearDupIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.quality.dataset import Item

    Disguise = Callable[[str, random.Random], str]

ARTICLES = 200
SHORTEST, LONGEST = 500, 8000
LANGUAGES = ("zh", "en")

_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_DRAWN_OVER = "\u0332\u0336\u0338"
_SIGNS = "·.*_丨"
_EMOJI = "😀🔥👍"
_LOOK_ALIKE = str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")
_WIDE = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}
_BOLD = {code: 0x1D41A + code - ord("a") for code in range(ord("a"), ord("z") + 1)}
_LETTERS = {
    "zh": "的一是不了人我在有他这大来上国个到说们为子和你地出道也时年得就",
    "en": "etaoinshrdlu",
}


def is_letter(character: str) -> bool:
    """Whether a mistake or a sign may come at *character*: figures stay as they are."""
    return character.isalpha()


def after_letters(inserted: str, share: float) -> Disguise:
    """One of *inserted* after this share of the letters that another letter follows."""

    def disguise(text: str, chance: random.Random) -> str:
        parts = []
        for one, following in zip(text, text[1:] + " ", strict=True):
            parts.append(one)
            if is_letter(one) and is_letter(following) and chance.random() < share:
                parts.append(chance.choice(inserted))
        return "".join(parts)

    return disguise


def other_letters(letters: str, share: float) -> Disguise:
    """Any of *letters* instead of this share of the letters."""

    def disguise(text: str, chance: random.Random) -> str:
        return "".join(
            chance.choice(letters) if is_letter(one) and chance.random() < share else one
            for one in text
        )

    return disguise


def without_letters(share: float) -> Disguise:
    """The text without this share of the letters."""

    def disguise(text: str, chance: random.Random) -> str:
        return "".join(one for one in text if not is_letter(one) or chance.random() >= share)

    return disguise


def translated(table: dict[int, int], share: float) -> Disguise:
    """The text with this share of its characters as *table* has them."""

    def disguise(text: str, chance: random.Random) -> str:
        return "".join(one.translate(table) if chance.random() < share else one for one in text)

    return disguise


def in_traditional(share: float) -> Disguise:
    """The text with this share of its characters in traditional script."""
    from opencc import OpenCC

    convert = OpenCC("s2t").convert

    def disguise(text: str, chance: random.Random) -> str:
        return "".join(convert(one) if chance.random() < share else one for one in text)

    return disguise


def disguises(language: str) -> dict[str, Disguise]:
    """What a farm may do to the characters of a text in *language*, by name."""
    every = {
        "unseen characters after 30 % of the letters": after_letters(_UNSEEN, 0.3),
        "lines drawn over 30 % of the letters": after_letters(_DRAWN_OVER, 0.3),
        "wide forms of all letters and figures": translated(_WIDE, 1),
        "a blank after 20 % of the letters": after_letters(" ", 0.2),
        "a sign after 2 % of the letters": after_letters(_SIGNS, 0.02),
        "a sign after 5 % of the letters": after_letters(_SIGNS, 0.05),
        "a sign after 10 % of the letters": after_letters(_SIGNS, 0.1),
        "an emoji after 5 % of the letters": after_letters(_EMOJI, 0.05),
        "2 % of the letters wrong": other_letters(_LETTERS[language], 0.02),
        "5 % of the letters wrong": other_letters(_LETTERS[language], 0.05),
        "3 % of the letters missing": without_letters(0.03),
        "no line breaks": lambda text, _: " ".join(text.split("\n")),
    }
    if language == "zh":
        every |= {
            "a blank after every letter": after_letters(" ", 1),
            "half of the characters in traditional script": in_traditional(0.5),
        }
    if language == "en":
        every |= {
            "20 % of the letters Cyrillic that look alike": translated(_LOOK_ALIKE, 0.2),
            "all letters Cyrillic that look alike": translated(_LOOK_ALIKE, 1),
            "small letters in mathematical bold": translated(_BOLD, 1),
            "capitals only": lambda text, _: text.upper(),
        }
    return every


def main() -> None:
    """Judge the copies and print how many name their source."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    known = Dataset.read(options.directory).base()
    with NearDupIndex.in_memory() as index:
        new = [item for item in known if index.check_and_add(_article(item)).match is None]
        for language in LANGUAGES:
            fit = [item for item in new if _is_fit(item, language)]
            chosen = random.Random(options.seed).sample(fit, min(ARTICLES, len(fit)))
            print(f"{language}, beside {len(known)} articles:")
            for name, disguise in disguises(language).items():
                chance = random.Random(options.seed)
                found = sum(
                    names(index, _copy(item, disguise(item.text, chance)), item.id)
                    for item in chosen
                )
                print(f"    {name}: {interval(found, len(chosen))}")


def _is_fit(item: Item, language: str) -> bool:
    return item.lang == language and SHORTEST <= len(item.text) <= LONGEST


def _article(item: Item) -> Document:
    return Document(
        item.id, item.text, title=item.title, url=f"https://{item.source}.example/{item.id}"
    )


def _copy(item: Item, text: str) -> Document:
    return Document(f"copy of {item.id}", text, url=f"https://farm.example/{item.id}")


if __name__ == "__main__":
    main()
