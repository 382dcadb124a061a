"""The Chinese pages say as much as the English ones."""

from __future__ import annotations

import re

import pytest

from .markdown import DOCS, README, ROOT, code_blocks, tables_of

PAGES = {
    "README": (README, ROOT / "README.zh-CN.md"),
    "tutorial": (DOCS / "tutorial.md", DOCS / "zh" / "tutorial.md"),
}
pairs = pytest.mark.parametrize(("english", "chinese"), PAGES.values(), ids=PAGES)


@pairs
def test_code_is_the_same(english, chinese):
    for language in ("python", "text", "json"):
        assert code_blocks(chinese, language) == code_blocks(english, language)


@pairs
def test_settings_commands_and_stats_are_the_same(english, chinese):
    for named in (
        r"^### (NEARDUP_[A-Z_]+)$",
        r"`(neardup/[a-z_]+(?:/<\w+>)?)`",
        r"(?<![\w/])(scrapy neardup [a-z]+)",
        r"(NEARDUP_[A-Z_]+)",
    ):
        found = [
            set(re.findall(named, page.read_text("utf-8"), re.MULTILINE))
            for page in (english, chinese)
        ]
        assert found[0] == found[1]


def test_tables_have_the_same_rows():
    english, chinese = (tables_of(page) for page in PAGES["README"])
    for name, translated in {
        "verdict": "判定",
        "key": "键",
        "stat": "统计项",
        "command": "命令",
    }.items():
        first = [row[0].replace("、", ", ") for row in chinese[translated]]
        assert first == [row[0] for row in english[name]]


@pairs
def test_sections_are_as_many(english, chinese):
    """Sections about measurements may be left out in favour of a link."""
    headings = [
        len(re.findall(r"^## ", page.read_text("utf-8"), re.MULTILINE))
        for page in (english, chinese)
    ]
    assert headings[0] == headings[1]
