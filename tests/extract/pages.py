"""Pages written for the tests, and a response that only has what an extractor may use."""

from __future__ import annotations

from parsel import Selector

CHINESE = [
    "城东的老渡口上周重新开放，附近的居民又可以坐船去对岸的集市买菜了。",
    "摆渡的陈师傅说，停航三年里他一直在修那条木船，船底换了十二块板，发动机也大修了一次。",
    "第一天共有四百多人过河，其中不少是专程带孩子来看热闹的，渡口边的小店当天下午就卖光了茶叶蛋。",
    "交通部门表示，渡船每天早上六点开班，晚上八点停航，遇到大风或者水位过高会临时停运。",
]
ENGLISH = [
    "The old ferry on the east side of town reopened last week after three years in the yard.",
    (
        "Its pilot replaced twelve planks of the hull and rebuilt the engine with parts from a tractor, "
        "he said while he waited for the first passengers of the day."
    ),
    (
        "More than four hundred people crossed on Monday, many of them with children who had never "
        "seen the river from the water before."
    ),
    "Boats run from six in the morning until eight at night, except in wind or high water.",
]


class Response:
    """Just enough of a response for an extractor."""

    def __init__(self, text: str, url: str = "https://news.example/a/1.html") -> None:
        self.text = text
        self.url = url
        self.selector = Selector(text, type="html")


def portal(paragraphs: list[str], title: str = "老渡口重新开放", head: str = "") -> str:
    """A news page with navigation, a byline, related links, a notice and a footer."""
    body = "".join(f"<p>{p}</p>" for p in paragraphs)
    links = "".join(f'<li><a href="/n/{i}">栏目导航第{i}项</a></li>' for i in range(30))
    related = "".join(f'<li><a href="/r/{i}">别处发生的另一件事第{i}号</a></li>' for i in range(8))
    return f"""<html><head><title>{title}_河湾新闻网</title>{head}</head><body>
<div class="top"><ul>{links}</ul></div>
<div class="main"><h1>{title}</h1>
<div class="info">2024年3月5日 09:12 来源：河湾日报 作者：林小舟</div>
<div class="text">{body}<p>（责任编辑：周明）</p></div>
<div class="rel"><h3>相关新闻</h3><ul>{related}</ul></div></div>
<div class="bottom"><p>版权所有 河湾新闻网 未经授权不得转载。</p></div></body></html>"""
