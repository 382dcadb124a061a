"""Articles that benchmarks/quality/public.py reads from tagged words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.quality.public import chinese_articles

if TYPE_CHECKING:
    from pathlib import Path

LINES = """渡口/n  重新/d  开放/v
（/w  河湾/ns  一月/t  二日/t  ）/w
[河湾/ns  渡口/n]ns  上周/t  重新/d  开放/v  ，/w  附近/f  的/u  居民/n  又/d  可以/v  坐/v  船/n  去/v  对岸/s  的/u  集市/n  买/v  菜/n  了/y  ，/w  票价/n  １/m  元/q  ，/w  早晚/d  各/r  加开/v  两/m  班/q  。/w
摆渡/v  的/u  师傅/n  说/v  ，/w  船底/n  换/v  了/u  木板/n  。/w

集市/n  搬/v  到/v  新址/n
对岸/s  的/u  集市/n  本月/t  搬/v  到/v  新址/n  ，/w  摊位/n  比/p  从前/t  多/a  了/u  一倍/m  ，/w  停车/v  也/d  方便/a  得/u  多/a  ，/w  附近/f  三/m  条/q  公交/n  线/n  都/d  改道/v  经过/v  这里/r  。/w
"""


def test_articles_begin_with_a_title(tmp_path: Path):
    file = tmp_path / "words.txt"
    file.write_text(LINES, "utf-8")
    articles = list(chinese_articles(file))
    assert [title for title, _ in articles] == ["渡口重新开放", "集市搬到新址"]
    assert articles[0][1].startswith("(河湾一月二日)\n河湾渡口上周")
    assert "票价1元" in articles[0][1]
    assert articles[1][1].count("\n") == 0
