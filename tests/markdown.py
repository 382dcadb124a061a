"""What stands in Markdown pages: code and tables."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCS = ROOT / "docs"


def code_blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of *language* in *page*, in order, without their indentation."""
    fenced = rf"^( *)```{language}\n(.*?)^\1```"
    found = re.findall(fenced, page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(code) for _, code in found]


def prose(page: Path) -> str:
    """The text of *page* without its fenced blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def tables_of(page: Path) -> dict[str, list[list[str]]]:
    """The rows of each table of *page* by its first heading."""
    found: dict[str, list[list[str]]] = {}
    rows: list[list[str]] = []
    for line in page.read_text("utf-8").splitlines():
        if not line.startswith("|"):
            rows = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not rows:
            rows = found.setdefault(cells[0], [])
            rows.append(cells)
        elif not set(line) <= set("|-: "):
            rows.append(cells)
    return {name: rows[1:] for name, rows in found.items()}
