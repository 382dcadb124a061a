"""`copy` between directories; tests/shared_index has it between servers."""

from __future__ import annotations

import json

import pytest

from scrapy_neardup import Document, NearDupIndex

from .running import article, neardup


@pytest.fixture
def index(tmp_path):
    path = tmp_path / "index"
    with NearDupIndex.open(path) as made:
        made.check_and_add(Document("a", article(1), keep_text=True))
        made.check_and_add(Document("copy", article(1).upper()))
        made.write_notes([("site/a", b"learned")])
    return path


def test_a_copy_finds_what_the_index_finds(index, tmp_path, capsys):
    assert neardup("copy", index, tmp_path / "other", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["articles"], told["copies"], told["notes"], told["differing"]) == (1, 1, 1, 0)
    with NearDupIndex.open(tmp_path / "other") as other:
        assert other.check(Document("b", article(1))).match.id == "a"
        assert other.kept_text(0).text == article(1)
    assert neardup("copy", index, tmp_path / "third") == 0
    assert "1 articles, 1 copies and 1 notes" in capsys.readouterr().out


def test_only_an_empty_index_is_copied_to(index, tmp_path, capsys):
    assert neardup("copy", index, tmp_path / "other") == 0
    assert neardup("copy", index, tmp_path / "other") == 1
    assert "not empty" in capsys.readouterr().err
    assert neardup("copy", tmp_path / "missing", tmp_path / "new") == 1
    assert "missing" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
