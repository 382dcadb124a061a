"""The demo sites: every page of a site as the bytes that its server sends."""

from __future__ import annotations

import base64
import html
import re
from dataclasses import dataclass, replace
from string import Template

from newsdemo.articles import article_of, comments
from newsdemo.manifest import PROJECT_DIR, Manifest, Page, Site

LAYOUTS = PROJECT_DIR / "newsdemo" / "layouts"
FRAGMENTS = PROJECT_DIR / "newsdemo" / "pages"
ARTICLE_PART = re.compile(r"<!-- article -->.*<!-- /article -->", re.DOTALL)

LOGO = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
ROBOTS = b"User-agent: *\nDisallow: /2026/internal/\n"


@dataclass(frozen=True)
class Markup:
    """How a layout writes a paragraph and a reader's comment, and what it puts in between."""

    paragraph: str
    comment: str = ""
    advert: str = ""


MARKUP = {
    "daily": Markup("<p>{}</p>", '<div class="comment"><b>澜州网友</b><p>{}</p></div>'),
    "harbour": Markup("<p>{}</p>", '<div class="comment"><h4>Reader</h4><p>{}</p></div>'),
    "gov": Markup(
        '<p style="text-indent: 2em; line-height: 2em;">'
        '<span style="font-family: 仿宋; font-size: 21px;">&nbsp;{}</span></p>'
    ),
    "lanwan": Markup(
        '<div class="p_2kQx1"><span>{}</span></div>',
        '<div class="ci_0b"><span>蓝湾手机网友</span><div>{}</div><a>顶</a><a>回复</a></div>',
        '<div class="adv_7y"><a href="/app">打开蓝湾客户端，看更多精彩内容</a></div>',
    ),
    "nanshan": Markup("　　{}<br><br>"),
    "ledger": Markup("{}<BR><BR>"),
    "newsmill": Markup(
        '<div data-component="text-block" class="sc-18fde0d6-0"><p class="sc-eb7">{}</p></div>',
        '<div class="sc-ci"><span>guest</span><p>{}</p><button>Like</button></div>',
        '<div data-component="ad-slot" class="sc-ad">Advertisement</div>',
    ),
    "nanyu": Markup("<p>{}</p>\n<p>&nbsp;</p>", '<div class="fb">訪客：<span>{}</span></div>'),
    "liangjiang": Markup(
        "&nbsp; &nbsp; {}<br />\n<br />",
        '<div class="reply"><table class="plhin"><tr><td class="pls">路人甲<br />新手上路<br />'
        '帖子 3</td><td class="plc"><div class="pi">发表于 前天 21:07</div><div class="t_fsz">'
        '<table><tr><td class="t_f">{}</td></tr></table></div></td></tr></table></div>',
    ),
    "buzz": Markup(
        "<p>{}</p>",
        '<li class="comment"><b class="fn">Someone</b> says:<div class="comment-content">'
        "<p>{}</p></div></li>",
        "<p><em>Keep scrolling, the best part is still to come!</em></p>",
    ),
}


@dataclass(frozen=True)
class Reply:
    body: bytes
    content_type: str


FILES = {
    "photo.png": Reply(LOGO, "image/png"),
    "budget.pdf": Reply(PDF, "application/pdf"),
}


def build_site(manifest: Manifest, host: str, edition: int) -> dict[str, Reply]:
    """Every path of a site with its reply; in edition 2 some articles have been rewritten."""
    site = manifest.sites[host]
    pages = [_in_edition(page, edition) for page in manifest.pages_of(host)]
    replies = {
        "/robots.txt": Reply(ROBOTS, "text/plain"),
        "/static/logo.png": Reply(LOGO, "image/png"),
        "/": _front_page(site, pages),
    }
    for page in pages:
        if page.status == 200:
            replies[page.path] = FILES[page.file] if page.file else _page(site, page, pages)
    return replies


def _in_edition(page: Page, edition: int) -> Page:
    if edition < 2 or not page.edition2:
        return page
    changes = {name: value for name, value in page.edition2.items() if name != "expect"}
    return replace(page, **changes)  # type: ignore[arg-type]


def _front_page(site: Site, pages: list[Page]) -> Reply:
    main = '<ul class="headlines">\n' + "\n".join(map(_link, pages)) + "\n</ul>"
    layout = ARTICLE_PART.sub(lambda _: main, _layout(site))
    return _html(site, layout, title=site.name, url="/", published="", author="", source="")


def _page(site: Site, page: Page, pages: list[Page]) -> Reply:
    position = pages.index(page)
    # The next few pages of the same site, so that no two pages have the same list.
    related = [other for other in pages[position + 1 :] + pages[:position] if other.text][:4]
    return _html(
        site,
        _layout(site),
        title=_title(page),
        body=_body(site, page),
        related="\n".join(map(_link, related)),
        comments=_comments(site, position) if page.text else "",
        url=page.url,
        **{name: getattr(page, name) for name in ("published", "author", "source", "editor")},
    )


def _body(site: Site, page: Page) -> str:
    if page.html:
        return (FRAGMENTS / f"{page.html}.html").read_text(encoding="utf-8")
    markup = MARKUP[site.layout]
    blocks = [
        markup.paragraph.format(html.escape(text, quote=False))
        for text in article_of(page).paragraphs
    ]
    if markup.advert and len(blocks) > 2:
        blocks.insert(2, markup.advert)
    return "\n".join(blocks)


def _comments(site: Site, position: int) -> str:
    pool = comments(site.language)
    chosen = (pool[(3 * position + i) % len(pool)] for i in range(3))
    return "\n".join(MARKUP[site.layout].comment.format(text) for text in chosen)


def _title(page: Page) -> str:
    return article_of(page).title if page.text else page.title


def _link(page: Page) -> str:
    return f'<li><a href="{html.escape(page.path)}">{_title(page)}</a></li>'


def _layout(site: Site) -> str:
    return (LAYOUTS / f"{site.layout}.html").read_text(encoding="utf-8")


def _html(site: Site, layout: str, **fields: str) -> Reply:
    text = Template(layout).substitute(fields)
    # The old GBK site leaves its charset to the <meta> tag, as such sites do.
    charset = "; charset=utf-8" if site.encoding == "utf-8" else ""
    return Reply(text.encode(site.encoding), f"text/html{charset}")
