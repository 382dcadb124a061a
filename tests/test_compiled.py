"""Which code does the hot work of a package that has both."""

from __future__ import annotations

import pytest

from scrapy_neardup import compiled
from scrapy_neardup.compiled import UncompiledWarning, is_compiled, kernel_of


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of its own for each test, without a kernel yet."""
    folder = tmp_path / f"of_{tmp_path.name}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "reference.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_the_kernel_works_where_it_was_compiled(package):
    (package / "kernel.py").write_text("VERSION = 1\n")
    assert kernel_of(package.name, 1).__name__ == f"{package.name}.kernel"


def test_the_reference_works_where_no_kernel_was_compiled(package, monkeypatch):
    monkeypatch.setattr(compiled, "_reported", False)
    with pytest.warns(UncompiledWarning):
        assert kernel_of(package.name, 1).__name__ == f"{package.name}.reference"


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("VERSION = 2\n", r" \(VERSION 2, not 1\)"),
        ("from os import nothing\n", ""),
        ("import scrapy_neardup.core.nothing\n", ""),
    ],
    ids=["version", "name", "module"],
)
def test_a_kernel_of_other_source_is_refused(package, source, what):
    (package / "kernel.py").write_text(source)
    with pytest.raises(
        ImportError, match=f"kernel.*{what} was compiled from another version: install"
    ):
        kernel_of(package.name, 1)


@pytest.mark.parametrize(
    "source", ["from os import nothing\n", "import scrapy_neardup.core.nothing\n"]
)
def test_a_kernel_that_does_not_load_is_no_missing_one(package, source):
    (package / "kernel.py").write_text(source)
    with pytest.raises(ImportError, match="kernel was compiled from another version: install"):
        is_compiled(package.name)
