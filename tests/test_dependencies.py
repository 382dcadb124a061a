"""Modules depend on each other one way."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import scrapy_neardup

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(scrapy_neardup.__file__).parent
MODULES = {
    ".".join(("scrapy_neardup", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in ROOT.rglob("*.py")
}
EXTRACT, PLUGIN, COMMANDS = (f"scrapy_neardup.{one}" for one in ("extract", "plugin", "commands"))
FORBIDDEN = {
    "scrapy_neardup.core": ("scrapy", "twisted", EXTRACT, PLUGIN, COMMANDS),
    EXTRACT: ("scrapy", "twisted", "scrapy_neardup.core", PLUGIN, COMMANDS),
    PLUGIN: (COMMANDS,),
    "scrapy_neardup.core.fingerprints.numbers": ("scrapy_neardup.core.fingerprints.terms",),
}
KERNELS = {
    ".".join(("scrapy_neardup", *path.relative_to(ROOT).with_suffix("").parts)): path
    for path in ROOT.rglob("*.pyx")
}


def named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        names = [f"{node.module}.{one.name}" for one in node.names]
        yield from names
        # Modules are taken of a package, not what it has itself.
        if not MODULES.keys() >= {*names}:
            yield node.module


def imported(path: Path) -> set[str]:
    """What a module imports, within functions and for types, too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {name for node in ast.walk(tree) for name in named(node)}


def compiled_with(path: Path) -> set[str]:
    """The kernels of which a kernel, or what is declared of it, takes something."""
    sources = [one.read_text("utf-8") for one in (path, path.with_suffix(".pxd")) if one.exists()]
    return set(re.findall(r"^from (\S+) cimport", "\n".join(sources), re.MULTILINE)) & {*KERNELS}


def assert_one_way(uses: dict[str, set[str]]) -> None:
    done: set[str] = set()

    def follow(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join((*above, name))
        if name not in done:
            for other in sorted(uses[name]):
                follow(other, (*above, name))
            done.add(name)

    for name in sorted(uses):
        follow(name, ())


def test_no_module_imports_itself_by_way_of_others() -> None:
    uses = {
        name: {one for one in imported(path) if one in MODULES and one != name}
        for name, path in MODULES.items()
    }
    assert len(uses) > 150
    assert sum(map(len, uses.values())) > 500
    assert_one_way(uses)


def test_no_kernel_is_compiled_with_itself_by_way_of_others() -> None:
    uses = {name: compiled_with(path) for name, path in KERNELS.items()}
    assert uses["scrapy_neardup.core.fingerprints.terms.kernel"] == {
        "scrapy_neardup.core.fingerprints.kernel",
        "scrapy_neardup.core.fingerprints.numbers.kernel",
    }
    assert_one_way(uses)


def test_what_knows_less_imports_nothing_of_what_knows_more() -> None:
    for package, forbidden in FORBIDDEN.items():
        members = {name: path for name, path in MODULES.items() if name.startswith(f"{package}.")}
        assert members
        for name, path in members.items():
            for one in imported(path):
                for other in forbidden:
                    assert one != other, f"{name} imports {one}"
                    assert not one.startswith(f"{other}."), f"{name} imports {one}"
