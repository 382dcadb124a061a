"""The press of :func:`~tests.core.rewriting.stories.press` in an index, at little cost."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scrapy_neardup import Document, NearDupIndex
from scrapy_neardup.core.verdict.thresholds import Thresholds

from .stories import press

if TYPE_CHECKING:
    from scrapy_neardup import Index
    from scrapy_neardup.core.index.kept_text import KeptText
    from scrapy_neardup.core.index.record import Record


def add_press(index: Index, count: int = 320, *, keep_text: bool = False) -> None:
    """Let an empty *index* that looks for rewritten copies hold so many articles of the press,
    ``press-0`` and so on, and count their words.

    They are fingerprinted once in a process; an index gets their records.
    """
    documents, notes = _known(count, keep_text)
    now = int(index.stories._clock())
    index.put_records([(replace(record, first_seen=now), text) for record, text in documents])
    index.write_notes(notes)


@lru_cache
def _known(
    count: int, keep_text: bool
) -> tuple[list[tuple[Record, KeptText | None]], list[tuple[str, bytes]]]:
    with NearDupIndex.in_memory(thresholds=Thresholds(rewriting=True)) as index:
        for number, text in enumerate(press(count)):
            index.add(Document(f"press-{number}", text, keep_text=keep_text))
        index.hosts.save()
        index.frequencies.save()
        numbered = [*index.numbered_records()]
        texts = index.kept_texts([ordinal for ordinal, _ in numbered])
        documents = [(record, text) for (_, record), text in zip(numbered, texts, strict=True)]
        return documents, [*index.notes()]
