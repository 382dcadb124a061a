from __future__ import annotations

from tests.plugin.conftest import _server, crawl, settings, site  # noqa: F401
