"""`scrapy neardup --version`: what is installed, and what of it does the work."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path


def installed() -> list[tuple[str, str]]:
    """Names and values, as for a bug report."""
    from scrapy_neardup.core.errors import IndexFormatError
    from scrapy_neardup.core.stores.engines import LEVELDB, default_engine, module_of

    rows = [(name, _version(name)) for name in ("scrapy-neardup", "Scrapy")]
    rows.append(("Python", platform.python_version()))
    rows.append(("kernels", _kernels()))
    if default_engine() == LEVELDB:
        engine = f"LevelDB, by plyvel {_version('plyvel')}"
        try:
            module_of(LEVELDB, Path())
        except IndexFormatError as error:
            engine += f", which can't be loaded: {error.__cause__}"
    else:
        engine = "SQLite, as plyvel is not installed"
    rows.append(("new indexes", engine))
    return rows


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _kernels() -> str:
    from scrapy_neardup.compiled import REMEDY, is_compiled

    packages = _packages_with_kernels()
    try:
        missing = [name for name in packages if not is_compiled(name)]
    except ImportError as error:
        return str(error)
    if not missing:
        return "compiled"
    which = "" if len(missing) == len(packages) else f" in {', '.join(missing)}"
    return f"not compiled{which}: results are the same, but take several times as long; {REMEDY}"


def _packages_with_kernels() -> list[str]:
    spec = find_spec("scrapy_neardup")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    root = Path(spec.submodule_search_locations[0])
    return sorted(
        ".".join(("scrapy_neardup", *reference.parent.relative_to(root).parts))
        for reference in root.rglob("reference.py")
    )
