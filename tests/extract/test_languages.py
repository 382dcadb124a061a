"""The modules of languages have the constants that are documented, and each can be used by itself."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from scrapy_neardup.extract import languages
from scrapy_neardup.extract.languages import (
    CONSTANTS,
    LANGUAGES,
    alternatives,
    first_letters,
    words,
)

NAMES = [language.__name__.rpartition(".")[2] for language in LANGUAGES]
MOMENTS = ("MONTHS", "MORNING", "NOON", "AFTERNOON")
LISTS = {"OTHER_HEADINGS", "AUTHOR_HEADINGS", "COMMENT_HEADINGS", *MOMENTS}
"""What is no expression, besides words and first letters."""

has = pytest.mark.parametrize("language", LANGUAGES, ids=NAMES)


def of(language: object) -> dict[str, str | tuple[str, ...]]:
    return {name: value for name, value in vars(language).items() if not name.startswith("__")}


def is_expression(name: str) -> bool:
    return name not in LISTS and not name.endswith(("_WORDS", "_STARTS"))


def used() -> set[str]:
    """The names that the modules of extraction ask for."""
    package = Path(languages.__file__).parent
    sources = [path for path in package.parent.rglob("*.py") if path.parent != package]
    calls = re.findall(
        r"(?:alternatives|first_letters|words)(?:\(|, \()([^()]*)\)",
        "\n".join(source.read_text("utf-8") for source in sources),
    )
    return set(re.findall("[A-Z_]{2,}", " ".join(calls)))


def test_each_module_is_a_language():
    assert sorted(module.name for module in iter_modules(languages.__path__)) == sorted(NAMES)


@has
def test_no_constant_is_misspelled(language):
    assert of(language)
    assert not of(language).keys() - CONSTANTS.keys()


def test_each_constant_is_had_by_a_language_and_used():
    assert {name for language in LANGUAGES for name in of(language)} == CONSTANTS.keys()
    assert used() == CONSTANTS.keys()


def test_a_misspelled_name_is_an_error():
    for ask in (alternatives, words, first_letters):
        with pytest.raises(KeyError, match="NOTICES"):
            ask("NOTICES")


@has
def test_constants_stand_in_their_order(language):
    found = [*of(language)]
    assert found == sorted(found, key=[*CONSTANTS].index)


@has
def test_lists_are_lists_and_expressions_are_strings(language):
    for name, value in of(language).items():
        is_tuple = name.endswith("_WORDS") or name in MOMENTS
        assert isinstance(value, tuple if is_tuple else str), name


@has
def test_expressions_can_be_read_by_themselves(language):
    for name, value in of(language).items():
        if not is_expression(name):
            continue
        expression = re.compile(value, re.VERBOSE | re.IGNORECASE)
        assert not expression.groups, f"{name} captures a group: write (?:...)"
        bare = re.sub(r"^\s*#.*", "", value, flags=re.MULTILINE).strip()
        assert not re.search(r"^\||(?<!\\)\|$|(?<!\\)\|\s*\||\(\?:\s*\||(?<!\\)\|\s*\)", bare), (
            f"{name} has an alternative without words, which matches anything"
        )
        for line in bare.splitlines():
            assert not re.search(r"\w \w", line), f"a blank in {name} has to be \\s: {line}"


@has
def test_all_twelve_months_are_named(language):
    for line in getattr(language, "MONTHS", ()):
        assert len(line.split()) == 12, line
        assert line == line.lower()


def test_a_month_has_one_number():
    numbers: dict[str, int] = {}
    for line in words("MONTHS"):
        for number, name in enumerate(line.split()):
            assert numbers.setdefault(name, number) == number, name


def test_languages_can_be_imported_alone():
    for name in NAMES:
        assert import_module(f"{languages.__name__}.{name}").__doc__


@has
@pytest.mark.parametrize(
    "name",
    ["OF_VISIT", "WALL", "GATE", "REFUSED", "CONSENT", "NOTICE", "NOTICE_START", "NOTICE_LINE"],
)
def test_what_is_searched_in_small_letters_has_no_capitals(language, name):
    expression = re.sub(r"#.*|\\.", "", of(language).get(name, ""))
    assert expression == expression.lower()
