"""The hook that compiles the kernels when a wheel is built."""

from __future__ import annotations

import shutil
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


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_compiles_again_what_a_change_of_any_source_of_kernels_concerns(tmp_path):
    sources = [
        path for ending in ("pyx", "pxd") for path in ROOT.glob(f"scrapy_neardup/**/*.{ending}")
    ]
    assert len(sources) > 10
    made = [tmp_path / "bin" / "python", tmp_path / ".pip", tmp_path / ".demo"]
    for place in made:
        place.parent.mkdir(exist_ok=True)
        place.touch()
    for changed in [None, *sources]:
        what_if = [] if changed is None else ["-W", str(changed.relative_to(ROOT))]
        told = subprocess.run(
            ["make", "-n", *what_if, f"VENV={tmp_path}", str(made[-1])],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert ("pip install" in told) == (changed is not None), changed
