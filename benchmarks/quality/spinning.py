"""Spun copies made on the spot, by other means than the labelled set's spinner.

No synonym table is used, so nothing here knows what a real table knows. *any* replaces words
whatever they are, names and numbers too, by words drawn as often as they occur: this is harsher than
any tool. *class* replaces words that a thesaurus could know (jieba's dictionary has them as a noun,
verb, adjective or adverb; elsewhere they have four letters or two kanji, no number, no capital) by one
of three others of the same length and the same order of frequency, always the same three: this is a
thesaurus without meaning. *shuffled* only moves sentences. *cut* is *class* and *shuffled*, with the
last third gone and a foreign lead and tail put on. *half* is half of the article, word for word and in
its order, between a lead and a tail that together are six tenths as long; they are of other articles,
with all such words replaced, so that nobody has them. *by hand* is *class* with function words and
endings changed, too: see :mod:`.particles`. *updated* is the article word for word, as if republished
with later figures: a share of its numbers, at least two and at most half of them, years not counted,
have other digits. *corrected* is a repost: the article word for word under a date line and over two
lines of its site; some numbers have another digit, and a word is misspelt wherever it stands.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import jieba

from benchmarks.quality import particles
from scrapy_neardup.core.fingerprints import segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from benchmarks.quality.dataset import Item

VARIANTS = {
    "any_20": ("any", 0.2),
    "any_30": ("any", 0.3),
    "class_20": ("class", 0.2),
    "class_30": ("class", 0.3),
    "class_45": ("class", 0.45),
    "class_60": ("class", 0.6),
    "class_25_cut": ("cut", 0.25),
    "half_framed": ("half", 0.0),
    "shuffled": ("shuffled", 0.0),
    "hand_20_30": ("by hand", 0.2),
    "hand_20_60": ("by hand", 0.2),
    "updated_10": ("updated", 0.1),
    "updated_30": ("updated", 0.3),
    "corrected_1": ("corrected", 0.0),
    "corrected_2": ("corrected", 0.0),
}
"""Mechanism and share of the replaceable words that are replaced."""
BY_HAND = {"hand_20_30": 0.3, "hand_20_60": 0.6}
"""The share of the function words and endings that is changed, too."""
UPDATED = ("updated_10", "updated_30")
CORRECTED = {"corrected_1": 1, "corrected_2": 2}
"""How many numbers have another digit."""

_HAN = re.compile("[\u3400-\u9fff]")
# Japanese has no segmenter here: runs of one script are close to words.
_JAPANESE = re.compile(
    "[\u30a1-\u30ff]+|[\u3040-\u309f]+|[\u3400-\u9fff]+|[0-9０-９]+|[^\u3040-\u30ff\u3400-\u9fff0-9０-９]+"
)
_SPACED = re.compile(r"\w+|\W+")
_SENTENCE_END = re.compile(r"(?<=[。！？!?\n])(?![。！？!?”」』\"')])|(?<=\. )")
_NUMBER = re.compile(r"(?<![\d.,])(?!(?:19|20)\d\d(?!\d))\d+")
_FIGURES = re.compile(r"(?<![\d.,])\d{2,}(?![\d.,]*\d)")
_NAME = re.compile(r"[\u3400-\u9fff]{2}|[\u30a1-\u30ff]{3,}|(?<=[a-zäöü,] )[A-ZÄÖÜ][a-zäöüß]{4,}")
_ABOVE = {
    "zh": "来源：新闻网　2026-04-06 06:30",
    "ja": "2026年4月6日 6時30分 配信",
    "en": "By Staff Reporter | Published 6 April 2026, 06:30",
    "de": "Von der Redaktion, 06.04.2026, 06:30 Uhr",
}
_BELOW = {
    "zh": "延伸阅读：专家教你三步骤\n扫码关注公众号，更多新闻不漏接",
    "ja": "関連記事：専門家が教える三つの方法\nフォローして最新ニュースをチェック",
    "en": "Read more: Five things to know this week\nSubscribe to our newsletter",
    "de": "Lesen Sie auch: Fünf Dinge, die Sie wissen müssen\nNewsletter abonnieren",
}
_TAGS = {"n", "v", "a", "d", "ad", "vn", "an", "vd", "i", "l"}
_ALTERNATIVES = 3


class Spinner:
    """Spins articles with words of the articles it is made of."""

    def __init__(self, items: Iterable[Item]) -> None:
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for item in items:
            counts[item.lang].update(w for w in cut(item.text, item.lang) if w[0].isalnum())
        self._words = {lang: list(counter) for lang, counter in counts.items()}
        self._sums = {lang: list(accumulate(counter.values())) for lang, counter in counts.items()}
        self._counts = counts
        self.classes: defaultdict[tuple[str, int, int], list[str]] = defaultdict(list)
        for lang, counter in counts.items():
            for word in counter:
                if _is_replaceable(word, lang):
                    self.classes[self._class_of(word, lang)].append(word)

    def __call__(self, item: Item, variant: str, others: list[Item]) -> Item:
        """Return *item* spun; *others* give a lead and a tail for variants that have them."""
        return self.spun(item, variant, *VARIANTS[variant], others)

    def spun(
        self, item: Item, variant: str, mechanism: str, share: float, others: list[Item]
    ) -> Item:
        """Return *item* spun by a *mechanism*, as of the kind *variant*."""
        chance = random.Random(f"{variant} {item.id}")
        pieces = sentences(item.text)
        if mechanism not in ("any", "updated", "corrected", "half"):
            chance.shuffle(pieces)
        if mechanism == "cut":
            pieces = pieces[: max(2 * len(pieces) // 3, 1)]
        if mechanism == "half":
            pieces = half(pieces, chance)
        text = "".join(pieces)
        if mechanism == "any":
            text = self._replaced(text, item.lang, share, chance, self._any)
        elif mechanism in ("class", "cut", "by hand"):
            text = self._replaced(text, item.lang, share, chance, self._alike)
        elif mechanism == "updated":
            text = updated(text, share, chance)
        elif mechanism == "corrected":
            text = corrected(text, item.lang, CORRECTED[variant], chance)
        if mechanism == "by hand":
            text = particles.changed(text, item.lang, BY_HAND[variant], chance)
        if mechanism == "cut":
            text = framed(text, others, chance)
        elif mechanism == "half":
            # In words that no article has: a known frame would be found as a second source.
            own = [
                replace(other, text=self._replaced(other.text, other.lang, 1, chance, self._alike))
                for other in chance.sample(others, 2)
            ]
            text = framed(text, own, chance, 0.3)
        return replace(item, id=f"{item.id} {variant}", text=text, group=item.id, kind=variant)

    def _replaced(
        self,
        text: str,
        lang: str,
        share: float,
        chance: random.Random,
        other: Callable[[str, str, random.Random], str],
    ) -> str:
        words = cut(text, lang)
        return "".join(
            other(word, lang, chance) if word[0].isalnum() and chance.random() < share else word
            for word in words
        )

    def _any(self, word: str, lang: str, chance: random.Random) -> str:
        return chance.choices(self._words[lang], cum_weights=self._sums[lang])[0]

    def _alike(self, word: str, lang: str, chance: random.Random) -> str:
        if not _is_replaceable(word, lang):
            return word
        alike = self.classes[self._class_of(word, lang)]
        first = random.Random(word).randrange(len(alike))
        return alike[(first + chance.randrange(1, 1 + _ALTERNATIVES)) % len(alike)]

    def _class_of(self, word: str, lang: str) -> tuple[str, int, int]:
        return lang, len(word), self._counts[lang][word].bit_length()


def half(pieces: list[str], chance: random.Random) -> list[str]:
    """Return sentences that follow each other and are about half of the text."""
    size = sum(map(len, pieces)) // 2
    start = chance.randrange(len(pieces))
    kept: list[str] = []
    # The sentences from there on; if the text ends too soon, also those before, going back.
    for piece in [*pieces[start:], *pieces[:start][::-1]]:
        if kept and sum(map(len, kept)) + len(piece) // 2 > size:
            break
        kept.append(piece)
    behind = min(len(kept), len(pieces) - start)
    return kept[behind:][::-1] + kept[:behind]


def framed(text: str, others: list[Item], chance: random.Random, share: float = 0.1) -> str:
    """Return *text* between a lead and a tail from two of the *others*; each has this *share* of the
    length of *text*.
    """
    lead, tail = (sentences(o.text) for o in chance.sample(others, 2))
    size = max(int(share * len(text)), 1)
    return f"{_head(lead, size)}\n{text}\n{_head(tail, size)}"


def updated(text: str, share: float, chance: random.Random) -> str:
    """Return *text* with other digits in a *share* of its numbers, years not counted.

    At least two numbers and at most half of them are changed.
    """
    places = [found.span() for found in _NUMBER.finditer(text)]
    changed = set(chance.sample(places, min(max(2, round(share * len(places))), len(places) // 2)))
    pieces: list[str] = []
    end = 0
    for start, stop in sorted(changed):
        digits = "".join(chance.choice("123456789") for _ in range(start, stop))
        pieces += text[end:start], digits
        end = stop
    return "".join([*pieces, text[end:]])


def corrected(text: str, lang: str, numbers: int, chance: random.Random) -> str:
    """Return *text* with another digit in so many *numbers* of two digits or more, at most a quarter of them,
    and a word of it misspelt, between lines of a site.
    """
    places = [found.span() for found in _FIGURES.finditer(text)]
    for start, stop in chance.sample(places, min(numbers, len(places) // 4)):
        at = chance.randrange(start, stop)
        other = chance.choice([digit for digit in "123456789" if digit != text[at]])
        text = text[:at] + other + text[at + 1 :]
    if names := sorted(set(_NAME.findall(text))):
        name, other = chance.choice(names), chance.choice(names)
        text = text.replace(name, name[:-1] + other[-1])
    return f"{_ABOVE[lang]}\n{text}\n{_BELOW[lang]}"


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with what follows it; joined, they are the text."""
    return [piece for piece in _SENTENCE_END.split(text) if piece]


def cut(text: str, lang: str) -> list[str]:
    """Return the words of a text and what is between them; joined, they are the text."""
    if lang == "zh":
        return segment.cutter("rjieba")(text)
    return (_JAPANESE if lang == "ja" else _SPACED).findall(text)


def _is_replaceable(word: str, lang: str) -> bool:
    if any(character.isdigit() or character.isupper() for character in word):
        return False
    if lang == "zh":
        return len(word) >= 2 and word in _thesaurus()
    if lang == "ja":
        return len(word) == 2 and bool(_HAN.match(word))
    return len(word) >= 4


@lru_cache(maxsize=1)
def _thesaurus() -> frozenset[str]:
    lines = Path(jieba.__file__).with_name("dict.txt").read_text("utf-8").splitlines()
    rows = (line.split(" ") for line in lines)
    return frozenset(word for word, _, tag in rows if tag in _TAGS)


def _head(pieces: list[str], size: int) -> str:
    text = ""
    for piece in pieces:
        text += piece
        if len(text) >= size:
            break
    return text
