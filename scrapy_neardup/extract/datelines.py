"""The agency in a dateline: 新华社北京11月24日电, LONDON (AP) —, 【ロンドン共同】."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.publishers import publisher_named

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEAD = 100
"""The characters of a line that are read; a dateline is shorter."""
_CHINESE = re.compile(
    r"""[（(【\[]?\s?
    (?P<name>(?![本该該])(?:据|據)?[一-鿿]{2,7}?(?:通讯社|通訊社|社|[报報]|[网網]|[台臺]|新[闻聞]|客户端))
    (?:
      (?:[记記]者[一-鿿]{2,8}?)?\s?[一-鿿]{0,10}?\s?\d{1,2}(?:月\d{1,2})?日(?:[综綜]合)?[电電讯訊]
      | [讯訊](?=[\s：:，,（(]) | 消息(?=[：:（(])
    )""",
    re.VERBOSE,
)
_KOREAN = re.compile(r"[(\[【][가-힣·A-Za-z]{1,12}=([가-힣A-Za-z0-9]{2,12})[)\]】]")
# A place and a day may stand before the name, and the office of the agency behind it: dpa/lby.
_IN_PARENTHESES = re.compile(
    r"[^()!?]{0,60}\(([^()/]{2,30})(?:/[^()]{1,12})?\)\s?[.:]?\s{0,2}[-–—]"
)
_IN_BRACKETS = re.compile(r"[【\[［〔(（]([^】\]］〕)）]{2,24})[】\]］〕)）]")
_PARTS = re.compile(r"\d+日?|[\s=＝・]+")
# Behind the name of a place, without a blank.
_BEHIND_PLACE = re.compile(r"(?:共同|時事|ロイター)$")
_RUSSIAN = re.compile(
    r"[^\W\d_][\w .\-]{1,40},\s\d{1,2}\s\w+\.?\s?(?:/|[—–-]\s?)([^/.—–]{2,24}?)\s?[/.]"
)


def agency_in(lines: Iterable[str]) -> str | None:
    """The agency or paper that the dateline of an article names, which begins one of its first *lines*.

    >>> agency_in(["新华社北京11月24日电 老城的图书馆开门了。"]), agency_in(["LONDON (AP) — The library"])
    ('新华社', 'AP')
    """
    for line in lines:
        head = line[:_HEAD].strip()
        if match := _CHINESE.match(head):
            return match["name"].lstrip("据據")
        if match := _KOREAN.match(head):
            return match[1]
        for form in (_IN_PARENTHESES, _RUSSIAN):
            if (match := form.match(head)) and publisher_named(match[1]) is not None:
                return match[1].strip()
        if (match := _IN_BRACKETS.match(head)) and (name := _known_in(match[1])):
            return name
    return None


def _known_in(bracket: str) -> str | None:
    """The agency in a *bracket* such as ロンドン共同 or AFP=時事, which may have a place and a day."""
    for part in _PARTS.split(bracket):
        if publisher_named(part) is not None:
            return part
        if match := _BEHIND_PLACE.search(part):
            return match[0]
    return None
