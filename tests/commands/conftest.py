from __future__ import annotations

import pytest


@pytest.fixture(params=["leveldb", "sqlite"])
def engine(request):
    """The scheme of the URL by which an index is made; its directory names it from then on."""
    return request.param
