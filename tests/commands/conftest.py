from __future__ import annotations

import pytest

from scrapy_neardup.core.stores.engines import ENGINES


@pytest.fixture(params=ENGINES)
def engine(request):
    """The scheme of the URL by which an index is made; its directory names it from then on."""
    return request.param
