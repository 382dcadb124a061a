from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version

import pytest

from scrapy_neardup import compiled
from scrapy_neardup.commands import registry
from scrapy_neardup.commands.version import _packages_with_kernels, installed
from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.stores import engines

from .running import neardup

HEAVY = ("numpy", "plyvel", "jieba", "rjieba", "opencc", "scrapy_neardup.core.index.index")


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )


def test_other_scrapy_commands_load_nothing_heavy():
    run = python(
        "import sys, atexit\n"
        f"atexit.register(lambda: print([m for m in {HEAVY} if m in sys.modules]))\n"
        "from scrapy.cmdline import execute\n"
        "execute(['scrapy', 'version'])"
    )
    assert run.stdout.splitlines() == [run.stdout.splitlines()[0], "[]"], run.stderr


@pytest.mark.parametrize("missing", ["plyvel", "numpy", "rjieba", "opencc"])
def test_other_scrapy_commands_work_without_our_dependencies(missing):
    run = python(
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from scrapy.cmdline import execute\n"
        "execute(['scrapy', 'version'])"
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_a_missing_dependency_is_told_in_a_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "leveldb").mkdir()
    for module in ("plyvel", "scrapy_neardup.core.stores.leveldb"):
        monkeypatch.setitem(sys.modules, module, None)
    assert neardup("stats", tmp_path) == 1
    error = capsys.readouterr().err
    assert "install" in error
    assert "Traceback" not in error


@pytest.mark.parametrize("name", registry.MODULES)
def test_every_subcommand_has_help(name, capsys):
    assert neardup(name, "--help") == 0
    told = capsys.readouterr().out
    assert f"usage: scrapy neardup {name}" in told
    assert re.search(r"\[--json\b", told)
    description = registry.load(name).DESCRIPTION
    assert description.splitlines()[0] in told
    assert max(map(len, description.splitlines())) <= 100


@pytest.mark.parametrize(
    "arguments",
    [("remove", "--json", "a"), ("remove", "a", "--json"), ("query", "--encoding", "utf-8", "a")],
)
def test_options_stand_before_arguments_that_may_be_left_out_or_behind(
    arguments, tmp_path, capsys
):
    name, *rest = arguments
    assert neardup(name, tmp_path / "none", *rest) == 1
    assert "none is no directory" in capsys.readouterr().err


def test_what_is_wrong_in_the_command_line_is_told_where_arguments_may_be_left_out(capsys):
    assert neardup("remove") == 2
    assert "the following arguments are required: INDEX" in capsys.readouterr().err
    assert neardup("query", "index", "a", "b", "--json") == 2
    told = capsys.readouterr().err
    assert "unrecognized arguments: b" in told
    assert "INDEX [SOURCE]" in told


def test_scan_tells_its_verdicts():
    listed = set(re.findall("[a-z_]+", registry.load("scan").DESCRIPTION))
    # A scan elects no original, and is not told which page is part of which article.
    assert listed >= {str(kind) for kind in Kind} - {"original", "part"}


def test_the_list_of_subcommands_is_in_the_help(capsys):
    assert neardup("--help") == 0
    told = capsys.readouterr().out
    for name in registry.MODULES:
        assert registry.load(name).SUMMARY in told
    assert "130 interrupted" in " ".join(told.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("frobnicate",), "frobnicate"),
        (("stats",), "INDEX"),
        (("stats", "somewhere", "--wrong"), "--wrong"),
        *(
            (
                ("stats", "somewhere", *given),
                "-s NAME=VALUE stands before the subcommand: scrapy neardup -s NAME=VALUE stats",
            )
            for given in (
                ("-s", "NEARDUP_DIR=x"),
                ("-sNEARDUP_DIR=x",),
                ("--set", "NEARDUP_DIR=x"),
                ("--set=NEARDUP_DIR=x",),
            )
        ),
    ],
)
def test_wrong_usage_ends_with_2(arguments, told, capsys):
    assert neardup(*arguments) == 2
    assert told in capsys.readouterr().err


def test_without_a_subcommand_it_prints_the_help(capsys):
    assert neardup() == 2
    told = capsys.readouterr().out
    assert "scrapy neardup [options] SUBCOMMAND" in told
    assert registry.load("report").SUMMARY in told


@pytest.mark.leveldb
def test_the_version_tells_kernels_and_engine(capsys, monkeypatch):
    assert neardup("--version") == 0
    told = dict(re.split(r"\s{2,}", line) for line in capsys.readouterr().out.splitlines())
    assert told["scrapy-neardup"] == version("scrapy-neardup")
    packages = _packages_with_kernels()
    assert "scrapy_neardup.core.fingerprints" in packages
    everywhere = all(is_compiled(package) for package in packages)
    assert told["kernels"].startswith("compiled" if everywhere else "not compiled")
    assert told["new indexes"].startswith("LevelDB")
    for package in packages:
        monkeypatch.setitem(sys.modules, f"{package}.kernel", None)
    monkeypatch.setattr(engines, "_is_installed", lambda: False)
    assert neardup("--version") == 0
    told = dict(re.split(r"\s{2,}", line) for line in capsys.readouterr().out.splitlines())
    assert told["kernels"].startswith("not compiled: ")
    assert told["new indexes"].startswith("SQLite")


def test_the_version_tells_that_plyvel_can_t_be_loaded(tmp_path, monkeypatch):
    (tmp_path / "plyvel.py").write_text("raise ImportError('libleveldb.so.1: no such file')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "plyvel", raising=False)
    assert dict(installed())["new indexes"].endswith(
        "can't be loaded: libleveldb.so.1: no such file"
    )


def test_the_version_names_the_packages_whose_kernels_are_missing(monkeypatch):
    one, *_ = _packages_with_kernels()
    monkeypatch.setattr(compiled, "is_compiled", lambda package: package != one)
    assert dict(installed())["kernels"].startswith(f"not compiled in {one}: ")


def test_the_version_tells_of_a_kernel_of_other_source(tmp_path, monkeypatch):
    name = "scrapy_neardup.core.rewriting"
    (tmp_path / "kernel.py").write_text("from scrapy_neardup.core.rewriting import nothing\n")
    monkeypatch.setattr(import_module(name), "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, f"{name}.kernel", raising=False)
    assert dict(installed())["kernels"] == (
        f"{name}.kernel was compiled from another version: install the package again"
    )
