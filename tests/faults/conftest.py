from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import _server, crawl, settings, site  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Iterator
