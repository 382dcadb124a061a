"""Commands that messages tell to run are complete: they can be typed as they stand."""

from __future__ import annotations

import argparse
import ast
import re
import shlex
from pathlib import Path

import pytest
from scrapy.settings import Settings

import scrapy_neardup
from scrapy_neardup.commands.neardup import Command

PACKAGE = Path(scrapy_neardup.__file__).parent
HELP = {"DESCRIPTION", "SUMMARY"}


def texts_of(node: ast.AST):
    """The strings of a module, f-strings with X for what they format, but docstrings and help."""
    if isinstance(node, ast.Assign) and {getattr(one, "id", None) for one in node.targets} & HELP:
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.JoinedStr):
        parts = (one.value if isinstance(one, ast.Constant) else "X" for one in node.values)
        yield "".join(map(str, parts))
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from texts_of(child)


def told_commands():
    for file in sorted(PACKAGE.rglob("*.py")):
        for text in texts_of(ast.parse(file.read_text("utf-8"))):
            for command in re.findall(r"`scrapy neardup ([^`]+)`", text):
                yield pytest.param(command, id=f"{file.relative_to(PACKAGE)}: {command}")


@pytest.mark.parametrize("command", [*told_commands()])
def test_a_command_that_a_message_tells_to_run_is_complete(command, capsys):
    subcommand = Command()
    subcommand.settings = Settings()
    parser = argparse.ArgumentParser()
    subcommand.add_options(parser)
    if "--help" not in command:
        try:
            _, left = parser.parse_known_args(shlex.split(command))
        except SystemExit:
            pytest.fail(capsys.readouterr().err)
        assert left == []
