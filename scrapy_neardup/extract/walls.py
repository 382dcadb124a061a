"""Recognizes what a locked article says of its lock: "Subscribe to continue reading"."""

from __future__ import annotations

import re

__all__ = ["begins_like_wall", "is_wall"]

# A line in the place of the rest: how to read on, and little more.
_WALL = re.compile(
    r"""\W*(?:\w{2,8}[］\]】）)]\W*)?(?:
    (?:please\s)?(?:subscribe|register|join|(?:log|sign)\s?(?:in|up)|create\s(?:a\sfree|an)\saccount
      |become\sa\s(?:member|subscriber))\s(?:now\s)?to\s(?:continue\sreading|keep\sreading
      |(?:read|unlock|view)\s(?:the\s(?:full|rest)|this)\b[^.]{0,30})
    |to\s(?:continue|keep)\sreading,?\s(?:please\s)?(?:subscribe|register|log\sin|sign)[^.]{0,50}
    |(?:打[开開]|下[载載])[^。，,]{0,10}(?:app|客户端|客戶端)[，,]?(?:即可)?(?:阅读|閱讀|查看|繼續|继续|看)[^。]{0,6}(?:全文|剩余|剩餘|本文|更多)[^。]{0,6}
    |(?:[请請]|立即)?先?(?:登[录錄入]|注册|註冊|订阅|訂閱|购买|購買|[开開]通会员|付费|付費)[^。，,]{0,6}(?:阅读|閱讀|查看|解锁|解鎖)(?:全文|剩余|剩餘)[^。]{0,16}
    |登录后可?继续阅读[^。]{0,24}
    |(?:本文|此文|剩余|以下)(?:为|是)?(?:付费|会员|订阅)[^，。]{0,4}(?:内容|文章)(?:[，,][^。]{0,24})?
    |[还還]有\s?\d[^。]{0,8}(?:内容|內容|全文|字)[^。]{0,4}未[读讀][^。]{0,16}
    |(?:この|こちらの)記事は(?:有料|会員)[^。]{0,60}|残り\s?[\d,]+\s?文字[^。]{0,50}
    |(?:すでに|既に)会員の方は[^。]{0,12}ログイン[^。]{0,12}
    |(?:이\s?기사는\s)?(?:유료|구독)\s?(?:회원|구독자)?\s?전용[^.]{0,50}|이미\s(?:회원|구독)[^.]{0,20}로그인[^.]{0,20}
    |weiterlesen\s(?:mit|im)\s[^.]{0,30}|(?:dieser|der\sganze)\sartikel\s[^.]{0,20}\sabonn\w+[^.]{0,40}
    |jetzt\s[^.]{0,30}testen\sund\s[^.]{0,12}artikel[^.]{0,20}lesen
    |il\svous\sreste\s\S{1,8}[^.]{0,40}à\slire[^.]{0,60}|(?:la\ssuite\sde\s)?cet\sarticle\sest\sréservé[^.]{0,40}
    |(?:abonnez|connectez|inscrivez)-vous\s[^.]{0,40}(?:lire|article|lecture)[^.]{0,40}|déjà\sabonnée?\b[^.]{0,40}
    |suscr[ií]bete\spara\s[^.]{0,20}(?:leyendo|leer|art[ií]culo)[^.]{0,50}|ya\seres\ssuscriptor[^.]{0,40}
    |contenido\sexclusivo\spara\ssuscriptores[^.]{0,60}
    |(?:чтобы\s(?:про)?читать|для\sчтения)\s(?:дальше|полн|материал|стать)[^.]{0,40}(?:подписк|войдите)[^.]{0,60}|уже\sесть\sподписка[^.]{0,40}
    |هذا\s(?:المقال|المحتوى)\s[^.]{0,10}للمشتركين[^.]{0,50}
    )[^\w.。!?！？]*(?:[.。!?！？].{0,90})?""",
    re.VERBOSE | re.IGNORECASE,
)
# What a locked article is called, and how such a line may begin if more follows it.
_BEGINNING = re.compile(
    r"""\W*(?:(?:
    (?:this|diese[rs]?|cet|cette|est[ea]|этот|эта|материал\b|هذ[اه])\s\S+\s(?:\S+\s){0,4}(?:for|to|für|aux|para|только|جميع)?\s?
      (?:\S+\s)?(?:subscribers|members|abonnent\w+|abonnés|suscriptores|подписчик\w+|للمشتركين)
    |contenido\sexclusivo\spara\ssuscriptores|материал\sдоступен\sтолько\sподписчикам
    |(?:subscribe|sign\sup|register|log\sin|sign\sin|create\sa\sfree\saccount)\s(?:now\s)?to\s(?:continue|keep|read|unlock)
    |weiterlesen\smit\s|(?:abonnez|connectez|inscrivez)-vous\s(?:\S+\s)?pour\s|suscr[ií]bete\spara\s|оформите\sподписку
    |(?:本|此|[这這]|该|該)(?:文|篇|稿)[^，。]{0,6}(?:付费|付費|会员|會員|订阅|訂閱)|(?:この|こちらの)記事は.{0,4}(?:有料|会員)
    |(?:이\s기사는\s)?(?:유료|구독)\s?(?:회원|자)\s?전용
    )|اشترك\s(?:الآن|لمتابعة|للقراءة|لقراءة))""",
    re.VERBOSE | re.IGNORECASE,
)


def is_wall(line: str) -> bool:
    """Whether *line* asks to log in, to subscribe or to pay for the rest of a text, and says little more."""
    return _WALL.fullmatch(line) is not None


def begins_like_wall(text: str) -> bool:
    """Whether *text*, which may be a title, begins with such words. News may begin so, too."""
    return _BEGINNING.match(text) is not None or _WALL.match(text) is not None
