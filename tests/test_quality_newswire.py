"""What benchmarks/quality/newswire.py reads and counts, and as_read.py pairs."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from benchmarks.quality import as_read, newswire
from benchmarks.quality.as_read import Pair
from scrapy_neardup import Kind

if TYPE_CHECKING:
    from pathlib import Path

BRIDGE = (
    "The council of Marlow Bay said it will close the old bridge over the Tarn for nine weeks from May 4, "
    "as inspectors found cracks in three of its 14 piers. Repairs cost 2.3 mln dlrs, it said. "
    "A ferry will take cars across every 20 minutes, but none that weighs more than 3.5 tonnes. "
    "Farmers on the east bank said the way to the market will be 41 km longer for them."
)
TIDE = (
    "High water at Port Ellery will be {} feet at {} today, the harbour office said in its report. "
    "Ships that draw more than {} feet should wait for the evening tide, as the channel has silted up. "
    "Pilots can be called until {}, it said, and the lock at the inner basin will open for an hour "
    "before high water and for half an hour after it, as it does on each day of the week."
)
DISPATCHES = [
    ("1", " 4-MAR-1987 09:00:00.00", "BRIDGE TO CLOSE", BRIDGE),
    ("2", " 4-MAR-1987 09:05:00.00", "FERRY", "Too short to be judged."),
    ("3", " 4-MAR-1987 10:30:00.00", "TIDES", TIDE.format("14.2", "0640", "11", "0500")),
    ("4", " 5-MAR-1987 07:00:00.00\x05F", "OLD BRIDGE TO CLOSE", BRIDGE),
    ("5", " 5-MAR-1987 10:30:00.00", "TIDES", TIDE.format("13.8", "0735", "9", "0555")),
    ("6", "12-MAR-1987 10:30:00.00", "TIDES", TIDE.format("11.9", "1310", "8", "1130")),
    ("7", "12-MAR-1987 11:00:00.00", None, None),
]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A directory as the package has it, with made-up dispatches in two files."""
    folder = tmp_path / "data" / "full"
    folder.mkdir(parents=True)
    rows = [
        {"id": name, "date": date} | ({"title": title, "body": body} if body else {})
        for name, date, title, body in DISPATCHES
    ]
    (folder / "reuters-001.json").write_text(json.dumps(rows[4:]), "utf-8")
    (folder / "reuters-000.json").write_text(json.dumps(rows[:4]), "utf-8")
    return tmp_path


def test_dispatches_are_read_in_order_but_for_short_ones(package: Path):
    read = list(newswire.dispatches(package))
    assert [item.id for item in read] == ["1", "3", "4", "5", "6"]
    assert [item.date.day for item in read] == [4, 4, 5, 5, 12]


@pytest.mark.parametrize("one_host", [False, True])
def test_a_copy_is_taken_for_one(package: Path, one_host: bool):
    found = as_read.taken(newswire.dispatches(package), one_host=one_host)
    assert ("4", "1", "exact", 1.0) in {
        (pair.later.id, pair.earlier.id, pair.kind.value, pair.shared) for pair in found
    }


@pytest.mark.parametrize(("days", "found"), [(1, []), (8, [("4", "1")])])
def test_only_the_last_days_are_compared(package: Path, days: int, found: list[tuple[str, str]]):
    first, *_, copy, _, _ = newswire.dispatches(package)
    late = replace(copy, date=first.date + timedelta(days=8))
    pairs = as_read.taken([first, late], one_host=False, window=timedelta(days=days))
    assert [(pair.later.id, pair.earlier.id) for pair in pairs] == found


def test_pairs_that_share_much_are_of_a_day(package: Path):
    others = as_read.not_taken(newswire.dispatches(package), {"4"}, within=timedelta(days=1))
    assert [(pair.later.id, pair.earlier.id) for pair in others] == [("5", "3")]


def test_pairs_of_any_time_are_found_without_a_limit(package: Path):
    others = as_read.not_taken(newswire.dispatches(package), {"4"})
    assert [(pair.later.id, pair.earlier.id) for pair in others] == [
        ("5", "3"),
        ("6", "3"),
        ("6", "5"),
    ]


def test_a_text_without_a_date_is_within_any_time(package: Path):
    first, second, *_ = newswire.dispatches(package)
    assert Pair(replace(second, date=None), first, Kind.NEW).is_within(timedelta(0))


def test_the_wrong_and_the_missed_are_counted(package: Path, capsys: pytest.CaptureFixture[str]):
    one, tide, again, next_tide, last_tide = newswire.dispatches(package)
    exact, spun, new = Kind.EXACT, Kind.SPUN, Kind.NEW
    newswire.print_found(
        [Pair(again, one, exact), Pair(last_tide, tide, spun)],
        [Pair(next_tide, tide, new)],
        5,
        {("6", "3"): "other", ("5", "3"): "same"},
    )
    printed = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "all: 2: 0 same, 0 update, 1 other, 1 not read" in printed
    assert "spun: 1: 0 same, 0 update, 1 other, 0 not read" in printed
    assert "other, % of all: 20.00 (3.62 to 62.45) of 5" in printed
    assert "other, more than a day apart: 1 of 1" in printed
    assert "1: 1 same, 0 update, 0 other, 0 not read" in printed
    assert "same, % found: 50.0 (9.5 to 90.5) of 2" in printed


def test_each_pair_was_read_once():
    lines = newswire.READ.read_text("utf-8").splitlines()
    labels = as_read.labels_of(newswire.READ)
    assert len(labels) == len(lines)
    assert set(labels.values()) == set(newswire.LABELS)
    assert all(int(later) > int(earlier) for later, earlier in labels)


def test_the_command_prints_and_writes_pairs(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    file = package / "pairs.tsv"
    monkeypatch.setattr("sys.argv", ["newswire", str(package), "--one-host", "--pairs", str(file)])
    newswire.main()
    assert "5 dispatches" in capsys.readouterr().out
    assert "4\t1\tnot read\texact\t1.00" in file.read_text("utf-8").splitlines()
