from __future__ import annotations

import pytest
from cluster import Server

from tests.plugin.site import Site


@pytest.fixture
def server():
    """A Redis server of the test's own, which it may stop, or empty."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def site():
    """A web server of the test's own."""
    site = Site()
    yield site
    site.stop()
