"""What README and reference say of settings, stats, figures and code is what there is."""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from dataclasses import fields
from inspect import getsource

import pytest
from scrapy.settings import Settings

from scrapy_neardup import Addon
from scrapy_neardup.core.rewriting.evidence import Evidence
from scrapy_neardup.core.verdict import verify
from scrapy_neardup.plugin.settings import NearDupSettings

from .markdown import DOCS, README, ROOT, code_blocks, tables_of
from .newcomer import read_readme

SETTINGS_PAGE = DOCS / "reference" / "settings.md"
REFERENCE = SETTINGS_PAGE.read_text("utf-8")
PLUGIN = "\n".join(
    path.read_text("utf-8") for path in sorted((ROOT / "scrapy_neardup" / "plugin").glob("*.py"))
)
SETTINGS = [
    pytest.param(code, id=f"{page.stem}-{number}")
    for page in (README, *sorted(DOCS.rglob("*.md")))
    for number, code in enumerate(code_blocks(page, "python"))
    if re.match(r"NEARDUP_[A-Z_]+ = ", code)
]


def test_every_setting_that_the_code_reads_has_a_heading_and_the_reverse():
    read = set(re.findall(r'\(\s*"(NEARDUP_[A-Z_]+)"', PLUGIN))
    headings = set(re.findall(r"^### (NEARDUP_[A-Z_]+)$", REFERENCE, re.MULTILINE))
    assert len(read) > 15
    assert read == headings


@pytest.mark.parametrize(
    ("page", "word"),
    [(SETTINGS_PAGE, "default:? +"), (DOCS / "zh/reference/settings.md", "默认 *")],
)
def test_the_defaults_of_the_settings_are_those_of_the_code(page, word):
    section = r"^### (NEARDUP_[A-Z_]+)\n\n(.*?)(?=\n\n)"
    told = dict(re.findall(section, page.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    for field in fields(NearDupSettings):
        default = field.metadata.get("default")
        if default is None:
            # What it stands for is told in words, or depends on another setting.
            continue
        parse, name = field.metadata["parse"], field.metadata["name"]
        stated = re.search(f"{word}`([^`]*)`", told[name].replace("\n", " "))
        assert stated is not None, name
        value = literal_eval(stated[1])
        assert value == default or parse(value) == parse(default), name


def test_every_stat_that_the_code_counts_is_in_the_table_and_the_reverse():
    plain = r"[\"'](neardup/[a-z_]+)[\"'/{]"
    counted = set(re.findall(plain, PLUGIN))
    counted |= {f"neardup/{stage}_seconds" for stage in re.findall(r'timed\(.*?"(\w+)"\)', PLUGIN)}
    counted |= {f"neardup/{what}_error" for what in re.findall(r'_complain\(\s*"(\w+)"', PLUGIN)}
    (told,) = re.findall(r"_TOLD_OF_INDEX = \(([^)]*)\)", PLUGIN)
    counted |= {f"neardup/{name}" for name in re.findall(r'"(\w+)"', told)}
    documented = set(re.findall(r"`(neardup/[a-z_]+)[`/<]", REFERENCE))
    assert counted == documented


def test_every_key_of_evidence_is_in_the_table_and_the_reverse():
    source = getsource(verify.reasons) + getsource(Evidence.items)
    found = set(re.findall(r'\("(\w+)",', source))
    table = tables_of(SETTINGS_PAGE)["key of `evidence`"]
    assert found == {key for keys, _ in table for key in re.findall(r"`(\w+)`", keys)}


def test_every_command_is_in_the_table_and_the_reverse():
    from scrapy_neardup.commands.registry import MODULES

    table = tables_of(DOCS / "reference" / "commands.md")["command"]
    named = [word for cell, *_ in table for word in re.findall(r"`([a-z-]+)[ `]", cell)]
    assert sorted(named) == sorted(MODULES)


def test_it_is_short():
    assert len(README.read_text("utf-8").splitlines()) <= 200


FOUND = {
    "the same text with another byline, title or frame": "repost",
    "cut to a part": "truncated",
    "a fifth of the words replaced from a synonym table": "spun_20",
    "three in ten of the words replaced from a synonym table": "spun_30",
    "replaced, reordered, cut, extended and reposted at once": "spun_mix",
    "two articles merged, both sources named": "merged",
    "real reprints": "natural, copy",
    "real excerpts and extensions": "natural, contained",
    "**wrong**: different articles that look alike, taken for copies (court rulings of one form: "
    "[5.7](docs/accuracy.md#the-labelled-set))": "hard negatives",
    "**wrong**: unrelated articles, taken for copies": "unrelated",
}
"""The rows of what it finds, and where the accuracy page has them."""


def test_its_figures_are_those_of_the_accuracy_page():
    rows = tables_of(DOCS / "accuracy.md")["method"]
    page = (DOCS / "accuracy.md").read_text("utf-8")
    (header,) = re.findall(r"^\| (method \|.*) \|$", page, re.MULTILINE)
    columns = header.split(" | ")
    (balanced,) = [row for row in rows if row[0] == "scrapy-neardup balanced"]
    measured = dict(zip(columns, balanced, strict=True))
    said = {name: figure for name, figure in tables_of(README)[""] if name in FOUND}
    assert said == {name: measured[column] for name, column in FOUND.items()}
    (rewritten,) = [figure for name, figure in tables_of(README)[""] if "rewritten by" in name]
    assert f"| L1 | {rewritten.split()[0]} (" in page
    rulings = "court rulings of one form, 5.7 % are taken for copies"
    assert rulings in (DOCS / "accuracy.md").read_text("utf-8")


def test_a_new_project_that_follows_it_drops_copies_with_the_line_that_it_shows(tmp_path):
    crawled = read_readme(sys.executable, tmp_path)
    assert "log_count/ERROR" not in crawled.log
    assert sorted(_story(item["url"]) for item in crawled.items) == [
        f"http://news.example/{story}.html" for story in ("chess", "comet", "granary", "tea")
    ]
    shown = [line for line in code_blocks(README, "text") if "Near-duplicate" in line]
    assert len(shown) == 2
    seen = [_shape(line) for line in crawled.log.splitlines()]
    for line in shown:
        assert _shape(line.replace("127.0.0.1:8000", "news.example").strip()) in seen


def _shape(line: str) -> str:
    """*line* without its time and score; of a pair, either may have come first."""
    return re.sub(r"score \d\.\d\d", "score", re.sub(r"^[\d: -]+ ", "", _story(line)))


def _story(line: str) -> str:
    return re.sub(r"(tea|comet)-(again|repost)\.html", r"\1.html", line)


@pytest.mark.parametrize("code", SETTINGS)
def test_settings_that_are_shown_are_accepted(code):
    names: dict[str, object] = {}
    exec(compile(code, "page", "exec"), names)  # noqa: S102
    given = {name: value for name, value in names.items() if name.startswith("NEARDUP_")}
    NearDupSettings.from_settings(Settings({"NEARDUP_DIR": "/nonexistent/neardup", **given}))


def test_the_code_without_scrapy_runs(tmp_path, monkeypatch, capsys):
    code = next(block for block in code_blocks(README, "python") if "NearDupIndex" in block)
    text = "The ferry of the northern islands goes on batteries from Monday on. " * 5
    monkeypatch.chdir(tmp_path)
    names = {"articles": [("a", text), ("b", text.upper())]}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102
    assert capsys.readouterr().out == "b exact a 1.0\n"


def test_the_manual_activation_names_what_the_addon_adds():
    code = next(block for block in code_blocks(SETTINGS_PAGE, "python") if "DOWNLOADER_M" in block)
    manual: dict[str, object] = {}
    exec(compile(code, "settings.md", "exec"), manual)  # noqa: S102
    settings = Settings({"NEARDUP_DIR": "/nonexistent/neardup"})
    Addon().update_settings(settings)
    for name in ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES"):
        added = {
            f"{cls.__module__}.{cls.__qualname__}": priority
            for cls, priority in settings[name].items()
            if not isinstance(cls, str)
        }
        assert added == manual[name]
    assert settings["LOG_FORMATTER"] == manual["LOG_FORMATTER"]
