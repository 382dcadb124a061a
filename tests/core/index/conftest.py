"""An index on each kind of store."""

from __future__ import annotations

import pytest

from scrapy_neardup import NearDupIndex, open_index
from scrapy_neardup.core.stores.engines import ENGINES

KINDS = ["memory", *ENGINES, "redis", "cluster"]


@pytest.fixture(params=KINDS)
def index(request, tmp_path, shared_url):
    if request.param == "memory":
        opened = NearDupIndex.in_memory()
    elif request.param in ENGINES:
        opened = open_index(f"{request.param}://{tmp_path}/index")
    else:
        opened = open_index(shared_url(request.param))
    with opened:
        yield opened
