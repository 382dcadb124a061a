"""An index as an earlier version of this package wrote it."""

from __future__ import annotations

import json
from dataclasses import replace

from scrapy_neardup.core.format import FORMAT_KEY
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.records import Records, record_key
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.store import Change


def date_back_to(path, number: int) -> None:
    """Let the index in *path* be one of the format *number*, 5 to 11. Its postings stay."""
    store = open_store(path)
    values = {}
    for ordinal, stored in Records(store).stored():
        record = Record.from_bytes(stored)
        bare = replace(record, run=0, overwrote=False, story=None, evidence=None).to_bytes()
        # One byte of flags was enough.
        values[record_key(ordinal)] = stored if number >= 7 else bare[:1] + bare[2:]
    form = json.loads(store.values([FORMAT_KEY])[0]) | {"format": number}
    values[FORMAT_KEY] = json.dumps(form).encode()
    store.apply(Change(values=values))
    store.close()
