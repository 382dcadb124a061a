from __future__ import annotations

from datetime import datetime, timezone

import pytest

from scrapy_neardup.extract import extract
from scrapy_neardup.extract.default import DefaultExtractor, NoArticle

from .pages import CHINESE, Response

ADDRESS = "https://mp.weixin.qq.com/s?__biz=MzA1&mid=265&idx=1&sn=d6"
PUBLISHED = datetime(2024, 3, 5, 1, 12, tzinfo=timezone.utc)
SECONDS = int(PUBLISHED.timestamp())


def page(scripts: str, head: str = "", account: str = " 河湾 Code\n") -> str:
    paragraphs = "".join(f"<section><span>{one}</span></section>" for one in CHINESE)
    return f"""<html><head><title></title><meta property="og:title" content="老渡口重新开放">
<meta property="og:site_name" content="微信公众平台">{head}</head><body>
<div class="rich_media"><h1 class="rich_media_title" id="activity-name">老渡口重新开放</h1>
<div id="meta_content"><span>河湾人</span><a href="javascript:void(0);" id="js_name">{account}</a>
<em id="publish_time" class="rich_media_meta">昨天</em></div>
<div id="js_content" style="visibility: hidden;">{paragraphs}</div></div>
<script>var first = 1; var product = "1500000000";</script><script>{scripts}</script></body></html>"""


@pytest.mark.parametrize(
    "scripts",
    [
        f'var nickname = "河湾 Code";\nvar ct = "{SECONDS}";\nvar svr_time = "1799999999" * 1;',
        f"window.ct = '{SECONDS}';",
        f"var oriCreateTime = '{SECONDS}';",
    ],
)
def test_the_date_is_in_a_script_and_the_account_is_the_site(scripts):
    article = extract(Response(page(scripts), ADDRESS))
    assert article.published == PUBLISHED
    assert article.site_name == "河湾 Code"
    assert article.title == "老渡口重新开放"
    assert article.text == "\n".join(CHINESE)


def test_what_is_no_time_of_publication_is_no_date():
    article = extract(Response(page('var ct = "165927"; var product = "1659274471";'), ADDRESS))
    assert article.published is None


def test_the_date_of_the_head_comes_first():
    head = '<meta property="article:published_time" content="2024-03-04T08:00:00Z">'
    article = extract(Response(page(f'var ct = "{SECONDS}";', head), ADDRESS))
    assert article.published == datetime(2024, 3, 4, 8, tzinfo=timezone.utc)


def test_without_an_account_the_platform_is_the_site():
    article = extract(Response(page("", account=" "), ADDRESS))
    assert article.site_name == "微信公众平台"


def test_other_sites_have_no_such_variables():
    article = extract(Response(page(f'var ct = "{SECONDS}";'), "https://news.example/s/1"))
    assert (article.published, article.site_name) == (None, "微信公众平台")


def escaped(text: str) -> str:
    return "".join(f"\\x{ord(sign):02x}" if sign in "\n<>'\"&" else sign for sign in text)


@pytest.mark.parametrize(
    "form", ["JsDecode('{}')", "'{}'", 'JsDecode("{}")', "'{}', item_show_type: '8' * 1"]
)
@pytest.mark.parametrize("mark", ["\n", "\n\n", "<br>"])
def test_the_text_of_a_post_with_pictures_is_in_a_script(form: str, mark: str):
    text = mark.join(
        [
            *CHINESE[:3],
            f'<a href="https://mp.weixin.qq.com/s/b">{CHINESE[3][:4]}</a>{CHINESE[3][4:]}',
        ]
    )
    told = (
        f"window.cgiDataNew = {{ nick_name: JsDecode('河湾 \\x26amp; Code'), ori_create_time: '{SECONDS}',"
        f" content_noencode: {form.format(escaped(text))} }};"
    )
    html = f"""<html><head><meta property="og:title" content="老渡口重新开放"></head><body>
<div id="js_article" class="share_content_page"></div><script>var page_type = 8;</script>
<script>{told}</script></body></html>"""
    article = extract(Response(html, ADDRESS))
    assert list(article.lines) == CHINESE
    assert (article.published, article.site_name) == (PUBLISHED, "河湾 & Code")
    assert article.title == "老渡口重新开放"
    assert extract(Response(html, "https://news.example/s/1")) is None


def test_a_name_in_a_script_may_be_in_halves_of_characters():
    html = page("var data = { nick_name: '\\ud83d\\ude00 \\ud83d' };", account="")
    assert extract(Response(html, ADDRESS)).site_name == "\U0001f600 \ufffd"


def test_the_text_that_a_page_shows_is_not_that_of_a_script():
    scripts = "window.cgiDataNew = { content_noencode: JsDecode('别的文章。') };"
    assert extract(Response(page(scripts), ADDRESS)).text == "\n".join(CHINESE)


MESSAGE = """<html><head><title></title></head><body><div class="weui-msg">
<div class="weui-msg__text-area"><h2 class="weui-msg__title">{}</h2>
<p class="weui-msg__desc">{}</p></div></div></body></html>"""
MOVED = MESSAGE.format(
    "该公众号已迁移",
    "该公众号已迁移至新的账号，原账号已回收。若需访问原文章链接，请点击下方按钮。",
)
BANNED = MESSAGE.format(
    "此内容因违规无法查看", "由用户投诉并经平台审核，涉嫌违反相关法律法规和政策，查看详细内容"
)


@pytest.mark.parametrize("message", [MOVED, BANNED])
def test_a_message_in_place_of_an_article_is_none(message):
    found = DefaultExtractor().read(Response(message, "https://mp.weixin.qq.com/s/abcdef"))
    assert found is NoArticle.NO_TEXT


def test_an_article_may_show_such_a_message():
    shown = page("").replace("<h1", '<div class="weui-msg"></div><h1')
    assert extract(Response(shown, ADDRESS)).text == "\n".join(CHINESE)


def test_other_sites_may_use_the_style_sheet_of_the_messages():
    assert extract(Response(MOVED, "https://news.example/1")) is not None
