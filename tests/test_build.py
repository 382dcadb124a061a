"""The hook that compiles the kernels when a wheel is built."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
INTERFACE = "hatchling.builders.hooks.plugin.interface"


@pytest.fixture
def hook(monkeypatch):
    """The hook where nothing that compiles is installed."""
    for name in ("Cython", "lxml", "setuptools"):
        monkeypatch.setitem(sys.modules, name, None)
    # hatchling, which builds, is not there to test.
    interface = ModuleType(INTERFACE)
    interface.BuildHookInterface = object
    monkeypatch.setitem(sys.modules, INTERFACE, interface)
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.KernelHook()


def test_a_pure_wheel_is_built_without_what_compiles(hook, monkeypatch):
    monkeypatch.setenv("NEARDUP_BUILD", "pure")
    built = {}
    hook.initialize("standard", built)
    hook.finalize("standard", built, "wheel")
    assert built == {}


@pytest.mark.parametrize("wanted", ["auto", "compiled"])
def test_a_build_without_what_compiles_tells_what_it_needs(hook, wanted, monkeypatch):
    monkeypatch.setenv("NEARDUP_BUILD", wanted)
    with pytest.raises(SystemExit) as caught:
        hook.initialize("standard", {})
    hook.finalize("standard", {}, "wheel")
    assert "build-system.requires in pyproject.toml" in str(caught.value)
    assert "NEARDUP_BUILD=pure" in str(caught.value)


def test_what_is_said_of_a_missing_compiler_is_one_line():
    code = "from scrapy_neardup import compiled; compiled._report_once(); compiled._report_once()"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (line,) = told.stderr.splitlines()
    assert line.startswith("scrapy_neardup:1: UncompiledWarning: scrapy_neardup was installed")
