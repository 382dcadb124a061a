"""What stands beside an article about its origin: its source, and links to where its text comes from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.languages import alternatives, words
from scrapy_neardup.extract.lines import WordSearch
from scrapy_neardup.extract.links import absolute_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

NEAR = 12
"""Blocks around the article's start in which a byline is looked for."""
_SOURCE = re.compile(
    rf"""(?:(?:{alternatives("SOURCE_OF_ONE_WORD")})\s*[:：丨|｜∣]\s*[《“\"「]?
      |(?<![^\W图圖文])(?:{alternatives("SOURCE_OF_ONE_WORD")})\s*[/／]\s*[《“\"「]?
      |(?<!\w)(?:{alternatives("SOURCE_IN_QUOTES")})\s*[《“\"「])
    ([^\s|｜丨∣/／《》“”\"「」，,。;；:：（）()\[\]【】]{{2,24}})
    |(?:^|\s)(?:{alternatives("SOURCE")})\s*[:：]\s*
    ([^|｜，,。;；:：()\[\]]{{2,40}}?)\s*(?:$|[|｜,;(])""",
    re.VERBOSE | re.IGNORECASE,
)
_SHORTEST = 2  # characters of a name
_LABEL = 20  # the most characters of a label
_LABEL_ENDS = (":", "：", "丨", "｜", "|")
_ORIGIN_LABEL = re.compile(
    rf"(?:{alternatives('SOURCE')})\s?[:：]|{alternatives('ORIGIN')}", re.VERBOSE | re.IGNORECASE
)
# Every match of `_SOURCE` or `_ORIGIN_LABEL` has one of these in it.
_may_name_origin = WordSearch(words("ORIGIN_WORDS")).matches
_SOURCE_TAIL = re.compile(rf"(?:{alternatives('BEHIND_SOURCE')}|\d{{4}}[-年/]).*$", re.VERBOSE)


def read_source(blocks: Sequence[Block]) -> str | None:
    """The source named in a byline among *blocks* (来源：…, Source: …)."""
    for block in blocks:
        if _may_be_byline(block) and _may_name_origin(block.text):
            match = _SOURCE.search(block.text)
            if match:
                start, stop = match.span(1 if match[1] else 2)
                # With the colon that tells whether the last word is a label.
                name = _SOURCE_TAIL.sub("", block.text[start : stop + 1])[: stop - start]
                name = name.strip(" -–—·•/")
                if name:
                    return name
    return None


def _may_be_byline(block: Block) -> bool:
    """Whether *block* is short, and no caption, whose source is that of the picture."""
    return block.weight <= 200 and block.tag != "figcaption"


def byline(page: Page, start: int, stop: int, below: int = 2) -> list[Block]:
    """The blocks around the article's start, after its end, and the last *below* in it, where bylines
    stand.
    """
    blocks = page.blocks
    return [
        *blocks[max(0, start - NEAR) : start],
        *blocks[start : start + 3],
        *blocks[max(start + 3, stop - below) : stop + 4],
    ]


def without_place(source: str, root: _Element, blocks: Sequence[Block]) -> str:
    """*source*, which was read among *blocks*, without what stands right behind a link with its name, as
    where its author lives: 来源: [河湾日报]河南. Behind a hyphen stands another name of it: [人民网]-人民日报.
    """
    if any(block.link_weight and source in block.text for block in blocks):
        for link in root.iter("a"):
            label = _text_before(link)
            if label.endswith(_LABEL_ENDS) and _may_name_origin(label):
                name = " ".join("".join(map(str, link.itertext())).split())
                if (
                    _SHORTEST <= len(name) < len(source)
                    and source.startswith(name)
                    and source[len(name)].isalpha()
                    and _SOURCE.search(f"{label[-_LABEL:]}{name}")
                ):
                    return name
    return source


def _text_before(link: _Element) -> str:
    """The text right before *link* in its element."""
    before, parent = link.getprevious(), link.getparent()
    if before is not None:
        return (before.tail or "").rstrip()
    return (parent.text or "").rstrip() if parent is not None else ""


def linked_origins(page: Page, start: int, stop: int, url: str, below: int) -> tuple[str, ...]:
    """The addresses linked in bylines that name a source (来源：…, 原文链接, Source: …)."""
    blocks = page.blocks
    told = {
        place
        for place in (*range(max(0, start - NEAR), start + 3), *range(stop - below, stop + 4))
        if 0 <= place < len(blocks)
        and _may_be_byline(blocks[place])
        and _may_name_origin(blocks[place].text)
        and _ORIGIN_LABEL.search(blocks[place].text)
    }
    if not told:
        return ()
    return absolute_all(url, (href for place, href in page.links if place in told))
