"""The directive ``{command-help}``: what each ``scrapy neardup`` subcommand says of itself."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive

from scrapy_neardup.commands import registry

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class CommandHelp(Directive):
    """A section for each subcommand, with its ``--help`` at 80 columns."""

    def run(self) -> list[nodes.Node]:
        return [self._section(name) for name in registry.MODULES]

    def _section(self, name: str) -> nodes.section:
        section = nodes.section(ids=[name], names=[name])
        section += nodes.title(text=name)
        section += nodes.literal_block(text=help_of(name), language="text")
        # No label: a page in each language has the same sections.
        self.state.document.note_implicit_target(section)
        return section


def help_of(name: str) -> str:
    subcommand = registry.load(name)
    parser = argparse.ArgumentParser(
        prog=f"scrapy neardup {name}",
        description=subcommand.DESCRIPTION,
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(prog, width=80),
    )
    subcommand.add_arguments(parser)
    return parser.format_help()


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
