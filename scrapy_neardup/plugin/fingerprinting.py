"""Fingerprints texts for a crawl: on its loop, or in a thread what takes long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy.utils.asyncio import call_later, run_in_thread
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from scrapy_neardup.plugin.index_executor import fire

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter

_LOOP_CHARACTERS = 20_000
"""Texts up to this length take some milliseconds at most, and are fingerprinted on the loop."""
_HAN = re.compile("[\u3400-\u9fff]")


class Fingerprinting:
    """Fingerprints documents. The first Chinese text goes to a thread, as it loads a dictionary, and
    so do long texts.

    What comes while the dictionary is loaded waits its turn: the article that was crawled first
    is to be judged first.
    """

    def __init__(self) -> None:
        self._has_dictionary = False
        self._is_loading = False
        self._turns: list[Deferred[None]] = []

    async def __call__(self, fingerprinter: Fingerprinter, document: Document) -> Fingerprint:
        text, title = document.text, document.title
        while self._is_loading:
            turn: Deferred[None] = Deferred()
            self._turns.append(turn)
            await maybe_deferred_to_future(turn)
        if not self._has_dictionary and _HAN.search(text) is not None:
            return await self._load(fingerprinter, document)
        if len(text) <= _LOOP_CHARACTERS:
            return fingerprinter(text, title)
        return await run_in_thread(_complete, fingerprinter, text, title)

    async def _load(self, fingerprinter: Fingerprinter, document: Document) -> Fingerprint:
        self._is_loading = True
        try:
            fingerprint = await run_in_thread(
                _complete, fingerprinter, document.text, document.title
            )
            self._has_dictionary = True
            return fingerprint
        finally:
            self._is_loading = False
            turns, self._turns = self._turns, []
            for turn in turns:
                call_later(0, fire, turn)


def _complete(fingerprinter: Fingerprinter, text: str, title: str | None) -> Fingerprint:
    # Else its parts would be made at their first use, on the loop.
    return fingerprinter(text, title).complete()
