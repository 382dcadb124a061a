"""What holds for every compiled kernel: it is of the same version as the code that it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def require_version(kernel: ModuleType, wanted: object) -> None:
    """Raise ImportError if *kernel* was compiled for another ``VERSION`` than *wanted*."""
    if wanted != kernel.VERSION:
        raise ImportError(
            f"{kernel.__file__} was compiled from another version: install the package again"
        )
