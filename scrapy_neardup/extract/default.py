"""The default extractor: one pass over the tree Scrapy has parsed, no second parse."""

from __future__ import annotations

import enum
import re
from datetime import timedelta, timezone
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from parsel import Selector

from scrapy_neardup.extract.article import Article
from scrapy_neardup.extract.blocks import PageTooLarge, read_page, weigh
from scrapy_neardup.extract.body import ENOUGH, HEADINGS, find_body
from scrapy_neardup.extract.clean import clean
from scrapy_neardup.extract.encoding import reread
from scrapy_neardup.extract.metadata import (
    absolute,
    byline,
    choose_title,
    date_near,
    read_metadata,
    read_source,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.article import ResponseLike
    from scrapy_neardup.extract.blocks import Block, Page
    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.metadata import Metadata

__all__ = ["DefaultExtractor", "NoArticle"]

_KANA = re.compile(r"[぀-ヿ]")
_HANGUL = re.compile(r"[가-힯]")
_HAN = re.compile(r"[一-鿿]")
_MACHINE = re.compile(r"[{}\[\]\"\\<>=;|~^\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]")


# What a server says instead of an article, in its title or a short text.
_FAILURE = re.compile(
    r"""\b(?:404|403|500|502|503)\b.{0,20}(?:error|not\sfound|forbidden|错误|頁|页)
    |(?:page|file|article)\s(?:\w+\s){0,4}(?:not\s(?:be\s)?found|no\slonger\s(?:exists?|available))|^\W*404\W*$
    |not\sfound|access\sdenied|just\sa\smoment|verify\s(?:that\s)?you\sare\s(?:a\s)?human|enable\sjavascript|captcha
    |forgot(?:ten)?\s(?:your\s)?password|(?:log|sign)\s?in\sto\s(?:your|continue|view|read)
    |(?:页面|頁面|网页|網頁|内容|文章|帖子|链接).{0,12}(?:不存在|找不到|未找到|已(?:被)?删除|已失效|無法|无法|走丢)|页面出错|访问出错|抱歉.{0,8}(?:找不到|没有找到|出错)
    |安全验证|请(?:先)?登录|登录后(?:查看|继续|才能)|忘记密码|请输入验证码|ページが見つかりません|찾을\s?수\s?없""",
    re.VERBOSE | re.IGNORECASE,
)
_PLAINLY_ARTICLE = 400
_CARDS = 3
_PLAIN_LINE = 60
_HEADING_NEAR = 8


class NoArticle(enum.Enum):
    """Why a page has no article."""

    NOT_HTML = "not_html"
    TOO_LARGE = "too_large"
    NO_TEXT = "no_text"
    """No run of sentences: a gallery, a login form, an error page."""
    LIST_PAGE = "list_page"
    """Its sentences are teasers of other pages."""


class DefaultExtractor:
    """Reads articles out of HTML responses.

    *max_characters* and *max_elements* bound the work on one page (of 281 news pages measured the
    largest have 1.3 million characters and 3,300 elements); *short_weight* is the length in half-width characters
    below which an article is marked `Article.short`, *min_weight* the one below which the page
    has none.
    """

    def __init__(
        self,
        *,
        max_characters: int = 4_000_000,
        max_elements: int = 50_000,
        short_weight: int = 300,
        min_weight: int = 60,
    ) -> None:
        self.max_characters = max_characters
        self.max_elements = max_elements
        self.short_weight = short_weight
        self.min_weight = min_weight

    def __call__(self, response: ResponseLike) -> Article | None:
        """The article of *response* (`.selector`, `.text`, `.url`), None when it has none."""
        found = self.read(response)
        return found if isinstance(found, Article) else None

    def read(self, response: ResponseLike) -> Article | NoArticle:
        """Like calling, but say why there is no article."""
        if len(response.text) > self.max_characters:
            return NoArticle.TOO_LARGE
        text = reread(response)
        selector = response.selector if text is None else Selector(text, type="html")
        if getattr(selector, "type", "html") != "html" or not hasattr(selector.root, "iter"):
            return NoArticle.NOT_HTML
        try:
            page = read_page(selector.root, max_elements=self.max_elements)
            metadata = read_metadata(page, response.url)
            body = find_body(page.blocks, metadata.titles)
            beside = False
            if body is None or body.value < ENOUGH:
                whole = page
                if not page.complete:
                    whole = read_page(
                        selector.root, everything=True, max_elements=self.max_elements
                    )
                other = find_body(whole.blocks, metadata.titles, beside=True)
                if other is not None and (body is None or other.value > 2 * body.value):
                    page, body, beside = whole, other, True
        except PageTooLarge:
            return NoArticle.TOO_LARGE
        if body is None:
            return NoArticle.NO_TEXT
        if _is_list(page, body, metadata.titles, response.url):
            return NoArticle.LIST_PAGE
        run = [b for b in page.blocks[body.start : body.stop] if beside or not b.beside]
        return self._judge(page, body, run, metadata, response.url)

    def _judge(
        self, page: Page, body: Body, run: Sequence[Block], metadata: Metadata, url: str
    ) -> Article | NoArticle:
        blocks = page.blocks
        before = blocks[max(0, body.start - 30) : body.start]
        headings = [
            b.text
            for b in (*reversed(before), *run[:3])
            if b.tag in ("h1", "h2") and not b.link_weight
        ]
        title = choose_title(metadata.titles, headings, metadata.site_name)
        text = "\n".join(clean(run, [*metadata.titles, *([title] if title else [])]))
        weight = weigh(text)
        if weight < self.min_weight or _machine_made(text):
            return NoArticle.NO_TEXT
        if not any(b.marks for b in run) and weight < _PLAIN_LINE * len(run):
            return NoArticle.NO_TEXT
        if weight < _PLAINLY_ARTICLE and (
            _FAILURE.search(text[:80]) or any(_FAILURE.search(name) for name in metadata.titles)
        ):
            return NoArticle.NO_TEXT
        shown = sum(b.weight - min(b.weight, b.link_weight) for b in blocks)
        zone = _zone(text)
        return Article(
            text=text,
            title=title,
            published=metadata.published or date_near(page, body.start, body.stop, zone),
            canonical=metadata.canonical,
            source=metadata.source or read_source(byline(page, body.start, body.stop)),
            site_name=metadata.site_name,
            links=_links(page, body.start, body.stop, url),
            weight=weight,
            coverage=min(1.0, weight / shown) if shown else 1.0,
            short=weight < self.short_weight,
        )


def _is_list(page: Page, body: Body, titles: Sequence[str], url: str) -> bool:
    """Whether the best text is a teaser among others: its heading links to another page."""
    home = _path(url, url) in ("", "/")
    if body.cards < _CARDS or (body.titled and not home):
        return False
    if home:
        return True
    for index in range(body.start - 1, max(-1, body.start - _HEADING_NEAR), -1):
        block = page.blocks[index]
        teaser = index == body.start - 1 and body.value < _PLAINLY_ARTICLE
        if block.tag in HEADINGS or (teaser and block.link_weight >= block.weight):
            linked = [href for i, href in page.links if i == index]
            return (
                block.link_weight * 2 > block.weight
                and not any(block.text in title for title in titles)
                and all(_path(url, href) != _path(url, url) for href in linked)
            )
    return False


def _path(url: str, href: str) -> str:
    link = absolute(url, href)
    return urlsplit(link).path if link else ""


def _zone(text: str) -> timezone:
    head = text[:500]
    if _KANA.search(head) or _HANGUL.search(head):
        return timezone(timedelta(hours=9))
    return timezone(timedelta(hours=8)) if _HAN.search(head) else timezone.utc


def _machine_made(text: str) -> bool:
    """JSON, code or bytes read as text, judged by the share of signs that prose does not use."""
    sample = text[:4000]
    return len(_MACHINE.findall(sample)) * 12 > len(sample)


def _links(page: Page, start: int, stop: int, url: str) -> tuple[str, ...]:
    links: dict[str, None] = {}
    for index, href in page.links:
        if start <= index < stop and not href.startswith(("#", "javascript:", "mailto:")):
            link = href if href.startswith(("http://", "https://")) else absolute(url, href)
            if link:
                links[link] = None
    return tuple(links)
