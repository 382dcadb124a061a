"""Fingerprints texts for a crawl: on its loop, or in a thread what takes long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy.utils.asyncio import run_in_thread

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter

_LOOP_CHARACTERS = 20_000
"""Texts up to this length take some milliseconds at most, and are fingerprinted on the loop."""
_HAN = re.compile("[\u3400-\u9fff]")


class Fingerprinting:
    """Fingerprints documents. The first Chinese text goes to a thread, as it loads a dictionary, and
    so do long texts.
    """

    def __init__(self) -> None:
        self._has_dictionary = False

    async def __call__(self, fingerprinter: Fingerprinter, document: Document) -> Fingerprint:
        text, title = document.text, document.title
        loads = not self._has_dictionary and _HAN.search(text) is not None
        if len(text) <= _LOOP_CHARACTERS and not loads:
            return fingerprinter(text, title)
        fingerprint = await run_in_thread(_complete, fingerprinter, text, title)
        self._has_dictionary |= loads
        return fingerprint


def _complete(fingerprinter: Fingerprinter, text: str, title: str | None) -> Fingerprint:
    # Else its parts would be made at their first use, on the loop.
    return fingerprinter(text, title).complete()
