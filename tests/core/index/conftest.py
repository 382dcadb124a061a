"""An index on each kind of store."""

from __future__ import annotations

import pytest

from scrapy_neardup import NearDupIndex, open_index

ENGINES = ["memory", "leveldb", "sqlite", "redis", "cluster"]


@pytest.fixture(params=ENGINES)
def index(request, tmp_path, shared_url):
    if request.param == "memory":
        opened = NearDupIndex.in_memory()
    elif request.param in ("leveldb", "sqlite"):
        opened = open_index(f"{request.param}://{tmp_path}/index")
    else:
        opened = open_index(shared_url(request.param))
    with opened:
        yield opened
