"""The subcommands: one module each, loaded when `scrapy neardup` runs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    import argparse

MODULES = {
    "check": "check",
    "clusters": "clusters",
    "compact": "compact",
    "compare": "compare",
    "copy": "copy",
    "export": "export",
    "import": "import_",
    "mark": "mark",
    "prune": "prune",
    "query": "query",
    "read": "read",
    "rebuild": "rebuild",
    "remove": "remove",
    "repair": "repair",
    "report": "report",
    "restore": "restore",
    "scan": "scan",
    "stats": "stats",
    "tune": "tune",
    "why": "why",
}
"""Subcommand to module of this package."""


class Subcommand(Protocol):
    """What a subcommand's module has. It imports numpy, LevelDB or the core in ``run`` only."""

    SUMMARY: str
    """One line for the list of subcommands."""
    DESCRIPTION: str
    """The subcommand's own help, shown as written."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the subcommand's arguments."""
        ...

    def run(self, options: argparse.Namespace) -> int:
        """Do the work and return the exit code. May raise CommandError or NearDupError.

        ``options.project`` is the :class:`~.project.Project` that the subcommand runs in.

        ``options.parser.error(message)`` ends the subcommand with a usage error.
        """
        ...


def load(name: str) -> Subcommand:
    """The subcommand called *name*. Raises KeyError for an unknown one."""
    return cast("Subcommand", import_module(f"scrapy_neardup.commands.{MODULES[name]}"))
