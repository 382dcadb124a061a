from __future__ import annotations

import subprocess
import sys

import pytest

from scrapy_neardup.commands import registry

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
    for module in ("plyvel", "scrapy_neardup.core.leveldb.store"):
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
    assert "--json" in told
    assert registry.load(name).DESCRIPTION.splitlines()[0] in told


def test_the_list_of_subcommands_is_in_the_help(capsys):
    assert neardup("--help") == 0
    told = capsys.readouterr().out
    for name in registry.MODULES:
        assert registry.load(name).SUMMARY in told
    assert "130 interrupted" in " ".join(told.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "SUBCOMMAND"),
        (("frobnicate",), "frobnicate"),
        (("stats",), "INDEX"),
        (("stats", "somewhere", "--wrong"), "--wrong"),
    ],
)
def test_wrong_usage_ends_with_2(arguments, told, capsys):
    assert neardup(*arguments) == 2
    assert told in capsys.readouterr().err
