"""An index as an earlier version of this package wrote it."""

from __future__ import annotations

import json
from operator import attrgetter

from scrapy_neardup.core.format import FORMAT, FORMAT_KEY, REBUILDABLE
from scrapy_neardup.core.index.record import Record
from scrapy_neardup.core.index.records import Records, record_key
from scrapy_neardup.core.stores.engines import open_store
from scrapy_neardup.core.stores.store import Change

EARLIER = sorted(REBUILDABLE - {FORMAT})
"""The formats that can be read, but not written."""

_FIELDS_OF_6 = (
    *("id", "kind", "first_seen", "revision", "digest", "url", "published", "simhash", "sketch"),
    *("sources", "provenance", "elected", "let_through", "original", "copies_let_through"),
)


def date_back_to(path, number: int) -> None:
    """Let the index in *path* be one of the format *number*, one of EARLIER. Its postings stay."""
    store = open_store(path)
    values = {}
    for ordinal, stored in Records(store).stored():
        record = Record.from_bytes(stored)
        told = attrgetter(*_FIELDS_OF_6)(record)
        bare = Record(**dict(zip(_FIELDS_OF_6, told, strict=True))).to_bytes()
        # One byte of flags was enough.
        values[record_key(ordinal)] = stored if number >= 7 else bare[:1] + bare[2:]
    form = json.loads(store.values([FORMAT_KEY])[0]) | {"format": number}
    values[FORMAT_KEY] = json.dumps(form).encode()
    store.apply(Change(values=values))
    store.close()
