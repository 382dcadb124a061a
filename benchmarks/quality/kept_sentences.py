"""Rewritten copies that keep some sentences of their source: many a farm rewrites only a part of what it takes.

They are made from rewritten copies, sentence by sentence: some of a copy's sentences give way to the sentence of
the source that is most like them, so that nothing is told twice.
"""

from __future__ import annotations

import re
from random import Random

SHARES = {"K20": 0.2, "K35": 0.35}
"""The share of a copy's sentences that give way, by the level of such a copy."""
OF_LEVELS = ("L1", "L2")
"""The levels of the copies that are made into such copies."""
_ENDS = re.compile(r"(?<=[。！？!?；\n])|(?<=\.)(?=\s)")
_SHORTEST = 15
"""The fewest characters of a sentence that is kept."""
_NO_BLANK_BEHIND = re.compile(r"[぀-ヿ一-鿿　-〿！-～]\Z")


def copies_with_kept_sentences(
    copies: list[dict[str, str]], sources: dict[str, str]
) -> list[dict[str, str]]:
    """The *copies* of OF_LEVELS once for each of SHARES, with kept sentences. *sources* has the text of each
    source by its id.
    """
    return [
        {
            **copy,
            "id": f"{copy['id']}-{level}",
            "level": level,
            "text": with_kept_sentences(
                copy["text"], sources[copy["of"]], share, Random(f"{copy['id']} {level}")
            ),
        }
        for level, share in SHARES.items()
        for copy in copies
        if copy["level"] in OF_LEVELS
    ]


def with_kept_sentences(copy: str, source: str, share: float, chance: Random) -> str:
    """*copy* with about this *share* of its sentences as *source* has them, each sentence of it once."""
    own = [(sentence.strip(), _pairs(sentence)) for sentence in _sentences(source)]
    told = ""
    for sentence in _sentences(copy):
        pairs = _pairs(sentence)
        likest = max(own, key=lambda one: _likeness(pairs, one[1]), default=("", set()))
        if len(likest[0]) > _SHORTEST and chance.random() < share:
            own.remove(likest)
            end = sentence[len(sentence.rstrip()) :]
            blank = "" if end or _NO_BLANK_BEHIND.search(likest[0]) else " "
            sentence = f"{likest[0]}{end}{blank}"
        told += sentence
    return told


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in _ENDS.split(text) if sentence.strip()]


def _pairs(sentence: str) -> set[str]:
    """The pairs of neighbouring characters."""
    sentence = " ".join(sentence.lower().split())
    return {sentence[place : place + 2] for place in range(len(sentence) - 1)}


def _likeness(some: set[str], others: set[str]) -> float:
    """The share of the pairs of both that both have."""
    return len(some & others) / max(1, len(some | others))
