"""The Chinese pages say what the English ones say.

Compared, section by section, is what a translation leaves as it is: code, names in code type,
numbers, links, rows of tables. So a page that fell behind is named with what it lacks.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .markdown import DOCS, README, ROOT, code_blocks

CHINESE = DOCS / "zh"
UNTRANSLATED = {
    "reference/api.md",  # docstrings
}
PAGES = {
    "README": (README, ROOT / "README.zh-CN.md"),
    **{
        name: (DOCS / name, page)
        for page in sorted(CHINESE.rglob("*.md"))
        if (name := page.relative_to(CHINESE).as_posix())
    },
}
pairs = pytest.mark.parametrize(("english", "chinese"), PAGES.values(), ids=PAGES)

_INCLUDED = re.compile(
    r'^```\{include\} (\S+)\n:start-after: "?(.*?)"?\n:end-before: "?(.*?)"?\n```$', re.MULTILINE
)
_FENCED = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
_INDENTED = re.compile(r"(?:(?<=\n\n)|\A)(?: {4,}\S.*\n)+")
_WIDE = r"\u3000-\u303f\u3400-\u9fff\uff00-\uffef"


def sections(page: Path) -> list[str]:
    """The text of *page* by heading; what is before the first one comes first."""
    text = _INCLUDED.sub(lambda found: _included(page, *found.groups()), page.read_text("utf-8"))
    return re.split(r"^#+ .*$", _FENCED.sub("", text), flags=re.MULTILINE)


def _included(page: Path, name: str, begin: str, end: str) -> str:
    """Tables of figures stand in the English page alone."""
    _, found, rest = (page.parent / name).read_text("utf-8").partition(begin)
    assert found, f"{page.name} includes what follows {begin!r}, and {name} has none"
    assert end in rest, f"{page.name} includes what is before {end!r}, and {name} has none"
    return rest.partition(end)[0]


def kept(section: str) -> dict[str, list[str]]:
    """What a translation of *section* has as well, in any order."""
    prose = _INDENTED.sub("", section)
    plain = re.sub(r"\]\([^)]*\)|`[^`]*`|<!--.*?-->", " ", prose)
    return {
        "names": sorted(set(re.findall(r"`([^`]+)`", prose.replace("\n", " ")))),
        "numbers": sorted(re.findall(r"\d+(?:[.,]\d+)*", plain)),
        "links": sorted({_target(link) for link in re.findall(r"\]\(([^)\s]+)\)", prose)}),
        "rows": ["row"] * len(re.findall(r"^\|", prose, re.MULTILINE)),
        "commands": sorted(
            line.partition("  #")[0].strip()
            for block in _INDENTED.findall(section)
            for line in block.splitlines()
        ),
    }


def _target(link: str) -> str:
    """A page or a picture by its name alone: languages have folders and headings of their own."""
    return link if "://" in link else Path(link.partition("#")[0]).name.replace(".zh-CN", "")


def test_every_page_is_translated():
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    english = {name for name in pages if not name.startswith("zh/")}
    assert english - UNTRANSLATED == {name.removeprefix("zh/") for name in pages - english}


@pairs
def test_code_is_the_same(english, chinese):
    for language in ("python", "text", "json"):
        assert code_blocks(chinese, language) == code_blocks(english, language)


@pairs
def test_sections_are_as_many_and_of_the_same_depth(english, chinese):
    depths = [
        re.findall(r"^#+(?= )", _FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
        for page in (english, chinese)
    ]
    assert depths[0] == depths[1]


@pairs
def test_no_section_fell_behind(english, chinese):
    headings = re.findall(r"^#+ (.*)$", _FENCED.sub("", chinese.read_text("utf-8")), re.MULTILINE)
    stale = []
    for heading, ours, theirs in zip(
        ["", *headings], sections(english), sections(chinese), strict=True
    ):
        wanted, found = kept(ours), kept(theirs)
        for what in wanted:
            lacking = _without(wanted[what], found[what])
            # What English says in words may be a figure in Chinese.
            surplus = [] if what == "numbers" else _without(found[what], wanted[what])
            if lacking or surplus:
                stale.append(f"{heading}: {what} lacking {lacking}, too many {surplus}")
    assert not stale, f"{chinese.name} fell behind {english.name}:\n" + "\n".join(stale)


def _without(these: list[str], those: list[str]) -> list[str]:
    rest = list(these)
    for one in those:
        if one in rest:
            rest.remove(one)
    return rest


@pytest.mark.parametrize("page", [chinese for _, chinese in PAGES.values()], ids=list(PAGES))
def test_no_line_breaks_inside_chinese(page):
    """HTML shows a line break as a space, which Chinese does not have."""
    text = _FENCED.sub("", page.read_text("utf-8"))
    assert re.findall(rf"^.*[{_WIDE}]\n[ ]*[{_WIDE}].*$", text, re.MULTILINE) == []
