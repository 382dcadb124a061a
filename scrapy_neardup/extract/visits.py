"""Recognizes what a site says to its visitor about the visit: "Please log in to read this page".

News tell of such things in the third person. So a sentence counts if it both speaks to its reader and
names a thing of the visit, such as the page, the browser, the account or the subscription.
"""

from __future__ import annotations

import re

from scrapy_neardup.extract.languages import alternatives, codes_with
from scrapy_neardup.extract.lines import weigh

_QUOTED = re.compile(
    r"«[^«»]*»|“[^“”]*”|„[^„“”]*[“”]|「[^「」]*」|『[^『』]*』|《[^《》]*》|\"[^\"\n]*\""
)

_TO_VISITOR = re.compile(alternatives("TO_VISITOR"), re.VERBOSE | re.IGNORECASE | re.MULTILINE)
# In small letters: a search that heeds no capitals takes several times as long.
_OF_VISIT = re.compile(alternatives("OF_VISIT"), re.VERBOSE)
_KNOWN = codes_with("OF_VISIT")
_CJK = re.compile(r"[぀-ヿ一-鿿가-힯]")
_SENTENCE = re.compile(r"[^。！？!?.؟\n]+(?:[。！？!?؟]+|\.(?=\s|$)|\.(?=\S)[^。！？!?؟\n.]*)*")


def small(text: str) -> str:
    """*text* in small letters, as expressions have them: the Turkish i with a dot is one letter."""
    return text.replace("İ", "i").lower()


def unquoted(text: str) -> str:
    """*text* without what it quotes, which others say."""
    return _QUOTED.sub("", text)


def speaks_to_visitor(text: str) -> bool:
    """Whether *text* speaks to its reader."""
    return _TO_VISITOR.search(text) is not None


def may_be_of_visit(text: str, language: str) -> bool:
    """Whether *text* has a word for a thing of the visit and one to its reader, or is in a language of
    which no such words are known. *language* is what its page says, perhaps wrongly of Chinese, Japanese and
    Korean, which are told by their letters. Few short news have both words, and many have one.
    """
    if not (_CJK.search(text) or re.split("[-_]", language.lower())[0] in _KNOWN):
        return True
    return _OF_VISIT.search(small(text)) is not None and speaks_to_visitor(text)


def share_of_visit(text: str) -> float:
    """The share of *text* in sentences that say something to the visitor of a site about the visit."""
    whole = said = 0
    for sentence in _SENTENCE.findall(text):
        weight = weigh(sentence)
        whole += weight
        if _OF_VISIT.search(small(sentence)) and _TO_VISITOR.search(sentence):
            said += weight
    return said / whole if whole else 0.0


def longest_beside_visit(text: str) -> int:
    """The weight of the longest stretch of *text* that names no thing of the visit."""
    return max(map(weigh, _OF_VISIT.split(small(text))))
