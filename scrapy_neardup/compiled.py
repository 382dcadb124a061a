"""Which code does the hot work of a package: its compiled kernel, or the reference beside it.

A package with hot loops has them twice: ``kernel.pyx``, compiled where there is a C compiler, and
``reference.py``, plain Python with the same functions. The reference says what the kernel
computes and which types it takes, tests hold the two to each other, and an install without a compiler
runs on it.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

_reported = False
REMEDY = (
    "install it again where there is a C compiler, with pip's options --force-reinstall --no-deps "
    "--no-cache-dir --no-binary scrapy-neardup"
)
"""Without these options, pip takes the wheel again that it has."""


class UncompiledWarning(UserWarning):
    """The package was installed without a C compiler and takes several times as long."""


def kernel_of(package: str, version: object) -> Any:
    """The module ``kernel`` of *package*, or ``reference`` if the kernel was not compiled.

    Warns with UncompiledWarning, once a process, if it returns a reference. Raises ImportError
    for a kernel whose ``VERSION`` is not *version*, or that asks for what is not there: it was
    compiled from other source.
    """
    kernel = _compiled(package)
    if kernel is None:
        _report_once()
        return import_module(f"{package}.reference")
    if version != kernel.VERSION:
        raise _stale(f"{kernel.__file__} (VERSION {kernel.VERSION}, not {version})")
    return kernel


def is_compiled(package: str) -> bool:
    """Whether *package* has a compiled kernel. Raises ImportError for one that asks for what is not there."""
    return _compiled(package) is not None


def _compiled(package: str) -> Any | None:
    """The module ``kernel`` of *package*, None if it was not compiled."""
    name = f"{package}.kernel"
    try:
        return import_module(name)
    except ImportError as error:
        if not _is_missing(name, error):
            raise _stale(name) from error
        return None


def _is_missing(name: str, error: ImportError) -> bool:
    """Whether *error* says that there is no module *name*, not that the module lacks another."""
    return isinstance(error, ModuleNotFoundError) and error.name == name


def _stale(kernel: str | None) -> ImportError:
    return ImportError(f"{kernel} was compiled from another version: install the package again")


def _report_once() -> None:
    global _reported
    if not _reported:
        _reported = True
        # As from no file: a line of source is of no use to whoever installs the package.
        warnings.warn_explicit(
            "scrapy_neardup was installed without a C compiler: results are the same, but take "
            f"several times as long; {REMEDY}",
            UncompiledWarning,
            "scrapy_neardup",
            1,
        )
