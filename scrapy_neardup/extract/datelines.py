"""The agency in a dateline: 新华社北京11月24日电, LONDON (AP) —, 【ロンドン共同】."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.publishers import publisher_named

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEAD = 100
"""The characters of a line that are read; a dateline is shorter."""
_LONGEST_NAME = 10
_OPENED = re.compile(r"[（(【\[〔《]?\s?(?=[一-鿿])")
_SENT = r"""
    (?:[记記]者[一-鿿]{2,8}?)?\s?[一-鿿]{0,10}?\s?(?:\d{4}年)?\d{1,2}(?:月\d{1,2})?日
    (?:[综綜]合|[体體]育|新媒[体體]|[视視][频頻]|外|[专專]){0,3}
    (?:[电電](?![话話子视視影报報力脑腦器商动動台臺站池源路梯费費缆纜告网網线線邮郵量](?![导導])) | [讯訊](?![息问問号號]))
"""
# A name of any paper, by its ending; no sentence, and no firm that calls its site a paper.
_CHINESE = re.compile(
    rf"""(?:据|據)?(?![本该該我此]|公司|[学學][校院]|校[园園内]|[医醫]院|官[网網])
    (?P<name>(?:(?![的在从從])[一-鿿]){{2,7}}?(?:通讯社|通訊社|社|[报報]|[网網](?!站)|[台臺]|新[闻聞](?![网網])|客户端))
    (?:{_SENT} | [讯訊](?=[\s：:，,（(]) | 消息(?=[：:（(]))""",
    re.VERBOSE,
)
# Behind what begins like a publisher's name, and is none: 新华社区, 云南网友.
_GOES_ON = re.compile(r"的|区|區|络|絡|吧|校|站|团|[评評]|友(?!谊)|红[人店书讯]|会[课议堂员]")
# Behind the name of a publisher that is known, which has any ending. A part of it may follow: 证券时报e公司讯.
_BEHIND_KNOWN = re.compile(rf"》?(?:{_SENT} | [电電](?=[\s（(：:]))", re.VERBOSE)
_BEHIND_KNOWN_ITSELF = re.compile(
    r"""》?\s?(?:
      [·\-－—]?[\w+]{0,8}?(?<![通喜资資简簡短音噩死空问問审審腾騰])[讯訊](?=[\s：:，,（(】）)〕])
    | (?:客户端|客戶端|[网網])?(?:[一-鿿]{0,8}?\d{1,2}月\d{1,2}日)?消息(?=[\s：:，,（(])
    | (?:[·\-－—][一-鿿]{2,6})?(?:\d{1,2}月\d{1,2}日|[一-鿿]{0,4}[综綜]合)?[报報][道导導](?=[\s：:（(】）)〕])
    | [·\-－—]?[\w+·]{0,8}?\s?[记記]者\s?[|丨｜/：:]?\s?[一-鿿]{2,4}(?=[\s】）)〕/／、|｜]|$)
    )""",
    re.VERBOSE,
)
# Before the sign is a place; the name of a picture's or a figure's source follows in the same form.
_NO_PLACE = r"사진|영상|출처|자료|포토|그래픽|이미지|제공|속보|단독|종합"
_KOREAN = re.compile(
    rf"[(\[【](?!{_NO_PLACE})"
    r"[가-힣·A-Za-z][가-힣·A-Za-z ]{0,15}=([가-힣A-Za-z0-9]{2,12})(?<!기자)[)\]】]"
)
# A place and a day may stand before the name, and the office of the agency behind it: dpa/lby.
_IN_PARENTHESES = re.compile(
    r"([^()!?]{0,60})\(([^()/]{2,30})(?:/[^()]{1,20})?\)(?:\s?[.:]?\s{0,2}[-–—_]+|[.:]?)\s*"
)
_DASH = "-–—_"
_BEHIND_PLACE_NAME = re.compile(r"[\d,]")
_IN_BRACKETS = re.compile(r"([【\[［〔(（])([^】\]］〕)）]{2,24})[】\]］〕)）]\s*")
_ROUND = "〔(（"
_PARTS = re.compile(r"\d+日?|[\s=＝・]+")
# Behind the name of a place, without a blank.
_BEHIND_PLACE = re.compile(r"(?:共同|時事|ロイター|聯合ニュース|新華社)$")
_SLAVIC = re.compile(
    r"[^\W\d_][\w .\-]{1,40}[,.]\s(?:\d{1,2}\s\w+|\w+\s\d{1,2})\.?\s?(?:/|[—–-]\s?|(?<=\.\s))"
    r"([^/.,—–]{2,24}?)\s?[/.,—–-]"
)
_LEADING = re.compile(
    r"/([^/]{2,24})/\.|([^\W\d_][\w ]{1,23}),\s\d{1,2}\s\w+\.|([^\W\d_]{2,12})\.[-–—]"
)


def agency_in(lines: Iterable[str]) -> str | None:
    """The agency or paper that the dateline of an article names, which begins one of its first *lines*.

    >>> agency_in(["新华社北京11月24日电 老城的图书馆开门了。"]), agency_in(["LONDON (AP) — The library"])
    ('新华社', 'AP')
    """
    for line in lines:
        head = line[:_HEAD].strip()
        if match := _OPENED.match(head):
            if name := _chinese(head, match.end()):
                return name
        elif match := _KOREAN.match(head):
            return match[1]
        if name := _in_parentheses(head) or _set_off(head) or _in_brackets(head):
            return name
    return None


def _chinese(head: str, start: int) -> str | None:
    quoted = head.startswith(("据", "據"), start)
    begin = start + quoted
    for size in range(_LONGEST_NAME, 1, -1):
        name = head[begin : begin + size]
        if not name[-1:].isalnum() or publisher_named(name) is None:
            continue
        if _GOES_ON.match(head, begin + size):
            return None
        if _BEHIND_KNOWN.match(head, begin + size) or (
            not quoted and _BEHIND_KNOWN_ITSELF.match(head, begin + size)
        ):
            return name
    match = _CHINESE.match(head, start)
    return match["name"] if match else None


def _in_parentheses(head: str) -> str | None:
    match = _IN_PARENTHESES.match(head)
    if match is None:
        return None
    before, name = match[1], match[2].strip()
    if publisher_named(name) is None:
        # A service of the agency, or one agency that has it from another: ANSA-AFP.
        name = name.partition("-")[0]
    if publisher_named(name) is None or not _is_place(before):
        return None
    # Some write no dash behind a name that stands behind the day.
    is_set_off = match[0].rstrip()[-1] in _DASH or re.search(r",.*\d", before)
    # A sentence in which the name only stands goes on in small letters; so may one behind LONDON (AP).
    begins = before.partition(",")[0].isupper() or not head[match.end() :][:1].islower()
    return name if is_set_off and begins else None


def _is_place(before: str) -> bool:
    """Whether what stands *before* a name in parentheses may be a place, and a day: no words in small
    letters but short ones, as in Rio de Janeiro.
    """
    words = _BEHIND_PLACE_NAME.split(before, maxsplit=1)[0].split()
    return not any(word[0].islower() and len(word) > len("van") for word in words)


def _set_off(head: str) -> str | None:
    """The name behind a place and a day, or at the start: МОСКВА, 24 ноя — РИА Новости. /ТАСС/. EFE.-"""
    for form in (_SLAVIC, _LEADING):
        if match := form.match(head):
            name: str = next(filter(None, match.groups())).strip()
            if publisher_named(name) is not None:
                return name
    return None


def _in_brackets(head: str) -> str | None:
    """The name in a bracket at the start. One that stands alone in [] or 【】 may be a subject: 【NHK】."""
    match = _IN_BRACKETS.match(head)
    if match is None or head[match.end() :][:1].islower():
        return None
    opening, inner = match[1], match[2]
    if re.match(_NO_PLACE, inner):
        return None
    name = _known_in(inner)
    is_alone = name == inner.strip()
    if is_alone and opening not in _ROUND and (inner.isascii() or len(inner) < len("新华社")):
        return None
    return name


def _known_in(bracket: str) -> str | None:
    """The agency in a *bracket* such as ロンドン共同 or AFP=時事, which may have a place and a day."""
    if publisher_named(bracket) is not None:
        return bracket.strip()
    for part in _PARTS.split(bracket):
        if publisher_named(part) is not None:
            return part
        if match := _BEHIND_PLACE.search(part):
            return match[0]
    return None
