"""Articles without any number or name, and copies of them with some of the words replaced.

Such prose has no rare word, so only its wording shows that a text is a copy. An article is made of
sentences without rare words, each from a different unrelated article. Every second article begins with
the last third of the one before it, as two reports quote one statement, and is no more a copy than
such a report is.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING

from benchmarks.quality.dataset import Item
from benchmarks.quality.spinning import sentences
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterable

KIND = "plain"
VARIANTS = {"plain_10": ("class", 0.1), "plain_20": ("class", 0.2)}
"""Mechanism and share of the replaceable words that are replaced: see :mod:`.spinning`."""
ARTICLES = 60
"""The number of articles in each language."""
SENTENCES = 12
SHARED = 4
_LENGTHS = {"zh": (20, 80), "ja": (20, 80)}
_OTHER_LENGTHS = (60, 250)


def articles(items: Iterable[Item]) -> list[Item]:
    """Return the articles made from sentences of those *items* that are unrelated to others."""
    fingerprint = Fingerprinter(Scheme(min_features=1))
    found: defaultdict[str, list[str]] = defaultdict(list)
    wanted = ARTICLES * SENTENCES
    for item in items:
        if item.kind != "unrelated" or len(found[item.lang]) == wanted:
            continue
        least, most = _LENGTHS.get(item.lang, _OTHER_LENGTHS)
        for sentence in sentences(item.text):
            profile = fingerprint(sentence).profile
            fits = least <= len(sentence.strip()) <= most
            if fits and profile is not None and not len(profile.rare):
                found[item.lang].append(sentence.strip())
                break
    made = []
    for lang, pieces in found.items():
        chance = random.Random(lang)
        chance.shuffle(pieces)
        joint = "" if lang in _LENGTHS else " "
        last: list[str] = []
        for number in range(len(pieces) // SENTENCES):
            own = pieces[SENTENCES * number : SENTENCES * (number + 1)]
            if number % 2:
                own = last[-SHARED:] + own[SHARED:]
            last = own
            id_ = f"plain {lang} {number}"
            text = joint.join(own)
            made.append(Item(id_, lang, text, None, KIND, id_, KIND, frozenset()))
    return made
