"""What the documentation says can be checked, and its links lead somewhere."""

from __future__ import annotations

import argparse
import re
import shlex
import unicodedata
from math import floor, log10
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from scrapy_neardup.commands import registry
from scrapy_neardup.core.postings.permuted_tables import PermutedTables, table_counts
from scrapy_neardup.core.rewriting import rule
from scrapy_neardup.core.verdict import verify

from .markdown import DOCS, ROOT, prose, tables_of

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(DOCS.rglob("*.md")),
    ROOT / "benchmarks" / "README.md",
    ROOT / "example_project" / "README.md",
]


def anchors(page: Path) -> set[str]:
    """The ids that GitHub and the site give to the headings of *page*."""
    text = prose(page)
    if included := re.search(r"\{include\} (\S+)", page.read_text("utf-8")):
        text += prose(page.parent / included[1])
    found = set()
    for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", title).lower()
        kept = [
            char for char in plain if char in " -_" or unicodedata.category(char)[0] in {"L", "N"}
        ]
        found.add("".join(kept).replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_are_there(page):
    text = re.sub(r"`[^`]*`", "", prose(page))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        url = urlsplit(link)
        if url.scheme:
            continue
        target = page.parent / unquote(url.path) if url.path else page
        assert target.exists(), link
        if url.fragment:
            assert unquote(url.fragment) in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_that_are_shown_with_options_have_all_that_they_need(page):
    shown = re.findall(r"scrapy neardup ([a-z]+[^`|\n]* --[^`|\n]*)", prose(page))
    for name, *arguments in map(shlex.split, shown):
        parser = argparse.ArgumentParser(name)
        registry.load(name).add_arguments(parser)
        parser.parse_args(arguments)


def test_the_architecture_names_modules_that_are_there():
    named = re.findall(r"`([\w/]+\.pyx?)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    named += re.findall(
        r"`((?:core|extract|plugin)/\w+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    )
    assert len(named) > 30
    there = [f"/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("[st]*/**/*")]
    assert [name for name in named if not any(one.endswith(f"/{name}") for one in there)] == []


def test_the_readme_of_the_benchmarks_names_each_of_them():
    sources = [path.read_text("utf-8") for path in (ROOT / "benchmarks").rglob("*.py")]
    told = {
        name for text in sources for name in re.findall(r"^ *python -m (\S+)", text, re.MULTILINE)
    }
    parts = {name for text in sources for name in re.findall(r'"-m", "(benchmarks\.\S+)"', text)}
    named = re.findall(
        r"`python -m (\S+?)[ `]", (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    )
    assert len(told) > 40
    assert told - parts == {*named} - {"benchmarks.smoke"}


@pytest.mark.parametrize("page", [DOCS / "verdict.md", DOCS / "zh" / "verdict.md"])
def test_the_points_of_the_readings_are_those_of_the_rules(page):
    text = page.read_text("utf-8").replace("−", "-")
    told = [
        (
            name.partition(":")[0],
            tuple(tuple(map(float, knot.split(": "))) for knot in knots.split(", ")),
        )
        for name, knots in re.findall(r"^\| ([^|]+) \| (-?[\d.]+: [^|]+) \|$", text, re.MULTILINE)
    ]
    curves = {**verify.CURVES, **rule.CURVES}
    assert [knots for _, knots in told] == [*curves.values()]
    assert "zh" in page.parts or [name for name, _ in told] == [*curves]
    for base in (verify.BIAS, rule.BIAS, verify._PART_BIAS):
        assert re.search(rf"- ?{-base}\b", text), base


def chance_candidates(design: PermutedTables, documents: int) -> float:
    return sum(documents / 2**one.prefix_bits for one in design.permutations)


def test_the_table_of_chance_candidates_is_what_the_tables_have():
    rows = tables_of(DOCS / "how-it-works.md")["blocks"]
    said = {int(row[1]): row for row in rows}
    assert len(said) == len(table_counts(3))
    for tables, blocks in table_counts(3).items():
        design = PermutedTables(3, tables)
        fronts = {permutation.prefix_bits for permutation in design.permutations}
        front = f"{min(fronts)} to {max(fronts)}" if len(fronts) > 1 else str(*fronts)
        chances = [short(chance_candidates(design, 10**power)) for power in range(6, 11)]
        assert said[tables] == [str(blocks), str(tables), front, *chances]


def test_the_table_of_common_phrases_is_what_binomials_give():
    def two_of(kept, share):
        return 1 - (1 - share) ** kept - kept * share * (1 - share) ** (kept - 1)

    for row in tables_of(DOCS / "how-it-works.md")["share *j* of phrases in common"]:
        share = float(row[0])
        chances = two_of(24, share), two_of(64, share), 1 - (1 - share**4) ** 20
        for said, chance in zip(row[1:], chances, strict=True):
            digits = len(said.partition(".")[2]) - 2 if "." in said else 0
            assert said == f"{100 * chance:.{digits}f} %"


def short(value: float) -> str:
    """Two digits, or all whole ones."""
    digits = 1 - floor(log10(value))
    return f"{value:,.0f}" if digits <= 0 else f"{value:.{digits}f}"
