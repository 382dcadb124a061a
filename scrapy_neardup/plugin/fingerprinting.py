"""Fingerprints texts for a crawl: on its loop, or in a thread if that takes long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.plugin.one_thread import OneThread

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter

_LOOP_CHARACTERS = 20_000
"""Texts up to this length take some milliseconds at most, and are fingerprinted on the loop."""
_HAN = re.compile("[\u3400-\u9fff]")


class Fingerprinting:
    """Fingerprints documents in the order in which they come, because the article that was crawled
    first is to be judged first. Long texts go to a thread, and so does the first Chinese text, which
    loads a dictionary. Documents that come meanwhile wait their turn.
    """

    def __init__(self) -> None:
        self._has_dictionary = False
        self._thread = OneThread()

    async def __call__(self, fingerprinter: Fingerprinter, document: Document) -> Fingerprint:
        text, title = document.text, document.title
        await self._thread.turn()
        if not self._is_slow(text):
            return fingerprinter(text, title)
        fingerprint = await self._thread.call(_complete, fingerprinter, text, title)
        self._has_dictionary |= _HAN.search(text) is not None
        return fingerprint

    def _is_slow(self, text: str) -> bool:
        if len(text) > _LOOP_CHARACTERS:
            return True
        return not self._has_dictionary and _HAN.search(text) is not None


def _complete(fingerprinter: Fingerprinter, text: str, title: str | None) -> Fingerprint:
    # Without this, parts of the fingerprint would be made at their first use, on the loop.
    return fingerprinter(text, title).complete()
