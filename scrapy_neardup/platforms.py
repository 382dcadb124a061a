"""Where the package runs. Nothing is imported here that Windows lacks."""

from __future__ import annotations

from importlib.util import find_spec


def unsupported() -> str | None:
    """A sentence that says why the package can't run here, None if it can."""
    if all(find_spec(name) is not None for name in ("fcntl", "resource")):
        return None
    return "scrapy-neardup runs on Linux and macOS; on Windows, run it in WSL"
