"""An article's text as the index keeps it beside the record, if it is asked to."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import IndexCorrupt
from scrapy_neardup.core.fingerprints.normalize import MAX_CHARACTERS

if TYPE_CHECKING:
    from scrapy_neardup.core.document import Document

MAX_TITLE = 500
"""The most characters of a title that are kept. Of a text, the part that is judged is kept."""
_MAX_BYTES = 4 * (MAX_TITLE + 1 + MAX_CHARACTERS)


@dataclass(frozen=True, slots=True)
class KeptText:
    """The text that was judged, and the title that came with it, "" for none."""

    text: str
    title: str = ""

    @classmethod
    def of(cls, document: Document) -> KeptText:
        """What is kept of the text of *document*."""
        return cls(document.text, document.title or "")

    def to_bytes(self) -> bytes:
        """The stored form: the title on one line and the text below it, UTF-8, zlib."""
        title = " ".join(self.title.split())[:MAX_TITLE]
        whole = f"{title}\n{self.text[:MAX_CHARACTERS]}"
        return zlib.compress(whole.encode("utf-8", "replace"))

    @classmethod
    def from_bytes(cls, data: bytes) -> KeptText:
        """The text that :meth:`to_bytes` wrote. Raises IndexCorrupt for anything else."""
        inflater = zlib.decompressobj()
        try:
            whole = inflater.decompress(data, _MAX_BYTES)
            title, newline, text = whole.decode("utf-8").partition("\n")
        except (zlib.error, UnicodeDecodeError) as error:
            raise IndexCorrupt(f"a kept text can't be read: {error}") from error
        if not inflater.eof or not newline:
            raise IndexCorrupt(f"a kept text of {len(data)} bytes is too long or cut off")
        return cls(text, title)


def damage_of(packed: bytes) -> IndexCorrupt | None:
    """Why *packed* is no kept text, None if it is one."""
    try:
        KeptText.from_bytes(packed)
    except IndexCorrupt as error:
        return error
    return None
