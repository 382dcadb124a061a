"""Running `scrapy neardup` in this process."""

from __future__ import annotations

import json
import random
import re
import shlex
from typing import Any

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

WITH_WORKERS = ("scan", "rebuild")
"""The commands that let other processes compute fingerprints."""


def neardup(
    *arguments: object, settings: dict[str, Any] | None = None, jobs: int | None = 0
) -> int:
    """The exit code of `scrapy neardup` with *arguments* in a project with *settings*.

    A process takes most of a second to start, so there are none beside this one unless `--jobs` is
    among the arguments or other *jobs* are asked for; None for as many as the command starts by itself.
    """
    words = [*map(str, arguments)]
    if words and words[0] in WITH_WORKERS and "--jobs" not in words and jobs is not None:
        words[1:1] = ["--jobs", str(jobs)]
    with pytest.raises(SystemExit) as end:
        execute(["scrapy", "neardup", *words], Settings(settings))
    assert isinstance(end.value.code, int)
    return end.value.code


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    """What a command with `--json` has printed."""
    return json.loads(capsys.readouterr().out)


def follow(
    told: str, places: dict[str, object], settings: dict[str, Any] | None = None
) -> list[str]:
    """Run the commands that a message tells to run, in their order, with *places* for the words that stand for
    them; the commands' names.
    """
    commands = [shlex.split(one) for one in re.findall(r"`scrapy neardup ([^`]+)`", told)]
    for words in commands:
        assert neardup(*(places.get(word, word) for word in words), settings=settings) == 0
    return [words[0] for words in commands]


def article(seed: int, words: int = 60) -> str:
    """A text of its own for each *seed*."""
    source = random.Random(seed)
    syllables = ["ka", "lo", "mi", "ret", "sun", "dor", "vel", "an", "ith", "po"]
    return " ".join("".join(source.choices(syllables, k=3)) for _ in range(words))
