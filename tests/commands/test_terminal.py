from __future__ import annotations

import io
import json
import os
import sys
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.commands import terminal
from scrapy_neardup.commands.terminal import (
    Progress,
    bold,
    cells,
    clip,
    table,
    telling_if_stopped,
    write_json,
    write_line,
)

HOSTILE = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def stream(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding)


def written(text: io.TextIOWrapper) -> str:
    text.flush()
    assert isinstance(text.buffer, io.BytesIO)
    return text.buffer.getvalue().decode(text.encoding)


def test_columns_line_up_for_wide_characters():
    lines = table([("港口", "1"), ("pier", "22")], right=(1,))
    assert lines == ["港口   1", "pier  22"]
    assert len({cells(line) for line in lines}) == 1


@given(st.text(max_size=40), st.integers(1, 30))
def test_clipped_text_fits_on_its_line(text, width):
    clipped = clip(text, width)
    assert cells(clipped) <= width
    assert "\n" not in clipped
    assert "\x1b" not in clipped


def test_text_that_fits_is_left_alone():
    assert clip("the  pier\n opens", 14) == "the pier opens"
    assert clip("the pier opens", 13) == "the pier ope…"


def test_a_narrow_encoding_never_fails():
    for encoding in ("ascii", "latin-1"):
        out = stream(encoding)
        write_line("港口 \ud800", out)
        write_json({"name": "港口"}, out)
        line, value = written(out).splitlines()
        assert line == "\\u6e2f\\u53e3 \\ud800"
        assert json.loads(value) == {"name": "港口"}


UNSEEN = [chr(point) for point in range(sys.maxunicode + 1) if category(chr(point)) in HOSTILE]


def test_nothing_unseen_is_ever_written():
    assert {"\u202e", "\u2066", "\x9b", "\u2028", "\ud800", "\U000e0041"} <= set(UNSEEN)
    text = "".join(UNSEEN)
    out = stream("utf-8")
    write_json({"name": text}, out)
    write_line(f"name {text}", out)
    for line in table([(text, "x")]):
        write_line(line, out)
    first, *rest = written(out).removesuffix("\n").split("\n")
    assert not set(first).union(*rest) & set(UNSEEN)
    # Two halves of a pair, one behind the other, are one character to JSON.
    assert json.loads(first)["name"] == json.loads(json.dumps(text))
    assert len(rest) == 2
    assert all("\\u202e" in line for line in rest)


def test_what_is_seen_is_written_as_it_is():
    out = stream("utf-8")
    text = "港口\u3000pier\u00a0é \U0001f6a2 \\u202e"
    write_line(text, out)
    write_json(text, out)
    line, value = written(out).splitlines()
    assert line == text
    assert value == '"' + text.replace("\\", "\\\\") + '"'


def test_bold_text_forges_no_line_either(monkeypatch):
    out = stream("utf-8")
    monkeypatch.setattr(out, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    write_line(bold("a\x1b[0m\n\u202eb", out), out)
    assert written(out) == "\x1b[1ma\\x1b[0m\\n\\u202eb\x1b[0m\n"


def test_progress_in_a_log_is_rare():
    out = stream("utf-8")
    with Progress("documents", 100, out) as progress:
        for count in range(1000):
            progress.update(count, count // 10)
    assert written(out) == ""


def test_only_a_terminal_gets_colour(monkeypatch):
    out = stream("utf-8")
    assert bold("text", out) == "text"
    monkeypatch.setattr(out, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert bold("text", out) == "\x1b[1mtext\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert bold("text", out) == "text"


def test_the_rate_is_of_this_process_alone(monkeypatch):
    out = stream("utf-8")
    progress = Progress("documents", 4000, out)
    progress._last -= 60
    progress._start -= 100
    progress.update(1000, before=800)
    assert written(out) == "1,000 documents   25%  2/s\n"


def test_progress_on_a_terminal_is_redrawn_and_taken_away(monkeypatch):
    out = stream("utf-8")
    monkeypatch.setattr(out, "isatty", lambda: True)
    progress = Progress("documents", 100, out)
    progress._last -= 60
    progress.update(5, 50)
    assert list(progress.over([1, 2])) == [1, 2]
    shown = written(out)
    assert shown.startswith("\r5 documents   50%")
    assert shown.endswith("\r\x1b[K")


def test_progress_that_is_stopped_as_it_is_written_leaves_its_line(monkeypatch):
    out = stream("utf-8")
    monkeypatch.setattr(terminal, "_ON_TERMINAL_SECONDS", 0)
    monkeypatch.setattr(out, "isatty", lambda: True)
    flush = out.flush

    def interrupted() -> None:
        monkeypatch.setattr(out, "flush", flush)
        raise KeyboardInterrupt

    monkeypatch.setattr(out, "flush", interrupted)
    with pytest.raises(KeyboardInterrupt), Progress("documents", 10, out) as progress:
        progress.update(5)
    assert written(out).endswith("/s\x1b[K\n")


def test_progress_stays_on_a_terminal_where_work_is_stopped(monkeypatch):
    out = stream("utf-8")
    monkeypatch.setattr(terminal, "_ON_TERMINAL_SECONDS", 0)
    monkeypatch.setattr(out, "isatty", lambda: True)

    def in_a_block() -> None:
        with Progress("documents", 10, out) as progress:
            progress.update(5)
            raise KeyboardInterrupt

    def in_a_loop() -> None:
        for thing in Progress("documents", 10, out).over(range(10)):
            if thing == 5:
                raise KeyboardInterrupt

    for work in (in_a_block, in_a_loop):
        with pytest.raises(KeyboardInterrupt):
            work()
        shown = written(out)
        assert "\r5 documents   50%" in shown
        assert shown.endswith("/s\x1b[K\n")


def test_work_that_ends_as_the_terminal_was_closed_ends_with_the_code_of_that(monkeypatch):
    window, terminal = os.openpty()
    out = io.TextIOWrapper(io.FileIO(terminal, "w"), write_through=True)
    progress = Progress("documents", 4, out)
    progress._last -= 60

    def work() -> None:
        with telling_if_stopped(lambda: "1 document removed"), progress:
            progress.update(1)
            os.close(window)
            raise SystemExit(129)

    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", out)
        with pytest.raises(SystemExit, match="129"):
            work()
    out.close()
