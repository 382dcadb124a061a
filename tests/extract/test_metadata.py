from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.extract import extract
from scrapy_neardup.extract.links import absolute
from scrapy_neardup.extract.titles import choose_title

from .pages import CHINESE, ENGLISH, Response, portal

CHINA = timezone(timedelta(hours=8))


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)


def described(**fields: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(fields)}</script>'


@pytest.mark.parametrize(
    "head",
    [
        described(datePublished="2024-03-05T09:12:00+08:00", headline="x"),
        described(pubDate="2024-03-05T09:12:00+08:00", title="x"),
        described(**{"@type": "WebPage", "mainEntity": {"datePublished": "2024-03-05T01:12:00Z"}}),
        described(**{"@graph": [{"@type": "WebPage"}, {"datePublished": "2024-03-05T01:12:00Z"}]}),
        '<meta property="article:published_time" content="2024-03-05T01:12:00Z">',
        '<meta name="PubDate" content="2024-03-05 09:12:00 +0800">',
        '<meta itemprop="datePublished" content="2024-03-05T01:12Z">',
        '<meta name="pubdate" content="2024-03-05T01:12Z"><meta name="pubdate" content="2019-01-02">',
        '<meta property="article:published_time" content="1709601120">',
        '<meta property="article:published_time" content="1709601120000">',
        described(datePublished=1709601120, headline="x"),
        # The description is more exact than a name that may be that of any date.
        described(datePublished="2024-03-05T01:12:00Z", headline="x")
        + '<meta name="date" content="2024-03-07T10:00:00Z">',
        *(
            f'<meta name="{name}" content="2024-03-05T01:12Z">'
            for name in ("publishedDate", "article:published", "published_at", "og:release_date",
                         "og:regDate", "og:publish_date", "bt:pubDate", "pub_date", "weibo: article:create_at",
                         "article_date_original", "citation_publication_date", "citation_online_date",
                         "citation_date", "dcterms.date")
        ),
        '<meta name="firstpublishedtime" content="2024-03-05-09:12:00">',
    ],
)  # fmt: skip
def test_the_date_is_read_from_the_head(head: str):
    article = extract(Response(portal(CHINESE, head=head).replace("2024年3月5日 09:12", "")))
    assert article.published == utc(2024, 3, 5, 1, 12)


@pytest.mark.parametrize(
    "zero", ["1970-01-01T00:00:00Z", "1970-01-01 08:00:00", "1969-12-31T19:00:00-05:00"]
)
def test_the_zero_of_a_clock_is_no_date(zero: str):
    head = f'<meta property="article:published_time" content="{zero}">'
    assert extract(Response(portal(CHINESE, head=head))).published == utc(2024, 3, 5, 1, 12)
    both = described(datePublished=zero, headline="x") + (
        '<meta property="article:published_time" content="2024-03-04T10:00:00Z">'
    )
    assert extract(Response(portal(CHINESE, head=both))).published == utc(2024, 3, 4, 10)


def test_the_date_is_read_from_a_time_element_beside_the_text():
    html = portal(CHINESE).replace(
        "2024年3月5日 09:12", '<time datetime="2024-03-05T01:12:00Z">today</time>'
    )
    assert extract(Response(html)).published == utc(2024, 3, 5, 1, 12)


def test_a_date_without_a_zone_is_in_the_time_of_its_language():
    chinese = extract(Response(portal(CHINESE)))
    assert chinese.published == utc(2024, 3, 5, 1, 12)
    english = extract(Response(portal(ENGLISH, title="Ferry is back")))
    assert english.published == utc(2024, 3, 5, 9, 12)


@pytest.mark.parametrize(
    "head",
    [
        described(datePublished="2024-03-05T10:20:00", headline="x"),
        '<meta property="article:published_time" content="2024-03-05 10:20:00">',
    ],
)
def test_a_date_without_a_zone_in_the_head_is_in_the_time_of_the_language_too(head: str):
    chinese = extract(Response(portal(CHINESE, head=head)))
    assert chinese.published == utc(2024, 3, 5, 2, 20)
    english = extract(Response(portal(ENGLISH, title="Ferry is back", head=head)))
    assert english.published == utc(2024, 3, 5, 10, 20)


@pytest.mark.parametrize(
    ("line", "hour"),
    [
        ("Tuesday, 5 Mar 2024 10:20 WIB", 3),
        ("<time datetime='2024-03-05T10:20:00+07:00'>5 March</time>", 3),
        ("5 March 2024, 10:20", 10),
        ("5 March 2024, 12:20", 10),
        ("5 March 2024, 10.20 WIB", 3),
        ("Published 5 March 2024, 10:20 WIB | Updated 5 March 2024, 14:20 WIB", 3),
        ("5 March 2024, 10:27 WIB", 10),
        ("5 March 2024, 14:20 WIB", 10),
        ("5 March 2024, 22:20 UTC", 10),
        ("4 March 2024, 19:20 UTC", 10),
        ("Updated 5 March 2024, 10:20 WIB", 10),
    ],
)
def test_a_date_without_a_zone_in_the_head_is_in_the_zone_that_the_page_shows(
    line: str, hour: int
):
    head = '<meta name="publishdate" content="2024/03/05 10:20:00">'
    page = portal(ENGLISH, title="Ferry is back", head=head)
    shown = "2024年3月5日 09:12 来源：河湾日报 作者：林小舟"
    assert shown in page
    article = extract(Response(page.replace(shown, line)))
    assert article.published == utc(2024, 3, 5, hour, 20)


def test_a_date_without_a_zone_is_in_the_time_of_a_text_that_only_the_head_has():
    head = described(
        datePublished="2024-03-05T10:20:00", headline="x", articleBody="".join(CHINESE)
    )
    article = extract(Response(f"<html><head>{head}</head><body></body></html>"))
    assert article.published == utc(2024, 3, 5, 2, 20)


@pytest.mark.parametrize(
    "script", ["{", "[" * 5000, '{"headline": 3, "datePublished": []}', "null"]
)
def test_broken_descriptions_are_passed_over(script: str):
    head = f'<script type="application/ld+json">{script} datePublished</script>'
    article = extract(Response(portal(CHINESE, head=head)))
    assert article.published == utc(2024, 3, 5, 1, 12)


@pytest.mark.parametrize(
    "form",
    [
        "//<![CDATA[\n{}\n//]]>",
        "/* <![CDATA[ */ [{}] /* ]]> */",
        "<!--\n{}\n-->",
        "{};",
        '{{"@type": "NewsArticle", "description": "The "old" ferry", "article": [{},]}}',
    ],
)
def test_a_description_is_read_that_is_no_json_as_a_whole(form: str):
    told = json.dumps({"headline": 'The "old" ferry', "datePublished": "2024-03-04T10:00:00Z"})
    head = f'<script type="application/ld+json">{form.format(told)}</script>'
    page = re.sub("<(title|h1)>.*?</\\1>", "", portal(CHINESE, head=head))
    article = extract(Response(page))
    assert article.published == utc(2024, 3, 4, 10)
    assert article.title == 'The "old" ferry'


def test_the_title_of_a_paper_is_that_by_which_it_is_cited():
    head = '<meta name="citation_title" content="Pendulums that slow at night">'
    page = portal(ENGLISH, title="[2403.01234] Pendulums that slow at night", head=head)
    page = page.replace("<h1>[2403.01234]", "<h1><span>Title:</span>")
    assert extract(Response(page)).title == "Pendulums that slow at night"


def test_a_heading_may_be_longer_than_what_is_read_of_a_title():
    heading = "The ferry runs again - says the ferryman. " * 30 + "He is glad"
    page = f"<title>{heading} | Gazette</title><h1>{heading}</h1>" + "".join(
        f"<p>{line}</p>" for line in ENGLISH
    )
    assert extract(Response(page)).title == heading


def test_broken_descriptions_of_several_articles_tell_of_none():
    one = '{"headline": "Another", "datePublished": "2019-01-02T10:00:00Z",}'
    head = f'<script type="application/ld+json">[{one}, {one}]</script>'
    article = extract(Response(portal(CHINESE, head=head)))
    assert article.published == utc(2024, 3, 5, 1, 12)
    assert article.title == "老渡口重新开放"


@pytest.mark.parametrize(
    ("byline", "source"),
    [
        ("来源：河湾日报 作者：林小舟", "河湾日报"),
        ("2024-03-05 来源: 《河湾晚报》", "河湾晚报"),
        ("来源｜河湾晚报", "河湾晚报"),
        ("来源 | 河湾晚报 编辑 | 周明", "河湾晚报"),
        ("来源丨河湾晚报丨编辑丨周明", "河湾晚报"),
        ("稿源：河湾新闻网 编辑：周明", "河湾新闻网"),
        ("信息来源：县政府办公室　浏览次数：12", "县政府办公室"),
        ("来源：河湾发布 2024-03-05", "河湾发布"),
        ("来源：河湾发布发布时间：2024-03-05", "河湾发布"),
        ("来源：河湾日报发布：2024-03-05", "河湾日报"),
        ("来源: <a href=/u>河湾发布</a><span>发布于：河湾县</span>", "河湾发布"),
        ("来源: <a href=/u>河湾发布</a><em>河湾</em> <a href=/j>举报</a>", "河湾发布"),
        ("<a href=/>河湾</a> 来源：河湾日报 <a href=/c>评论</a>", "河湾日报"),
        ("您的位置：<a href=/>河湾</a> 来源：河湾日报 <a href=/c>评论</a>", "河湾日报"),
        ("作者：<a href=/u>河湾</a> 来源：河湾日报", "河湾日报"),
        ("来源：<a href=/>河湾网</a>－河湾日报", "河湾网－河湾日报"),
        ("<span>来源：河湾日报</span><span>字体：[大 中 小]</span>", "河湾日报"),
        ("Source: River Bend Gazette | 5 March", "River Bend Gazette"),
        ("Von Lena Maas | 5. März 2024, 09:12 Uhr | Quelle: Ufer-Anzeiger", "Ufer-Anzeiger"),
        ("Quelle: ufer-anzeiger.example, dpa", "ufer-anzeiger.example"),
        ("Fuente: Diario de la Ribera", "Diario de la Ribera"),
        ("Fonte: Gazzetta del Fiume", "Gazzetta del Fiume"),
        ("Bron: De Oever", "De Oever"),
        ("Källa: Flodbladet | 5 mars", "Flodbladet"),
        ("Źródło: Kurier Nadbrzeżny", "Kurier Nadbrzeżny"),
        ("Источник: Речной вестник", "Речной вестник"),
        ("Джерело: Річковий вісник", "Річковий вісник"),
        ("Kaynak: Nehir Gazetesi", "Nehir Gazetesi"),
        ("출처: 강변일보", "강변일보"),
        ("引用元：河岸新聞", "河岸新聞"),
        ("Bildquelle: Ufer-Anzeiger", None),
        ("<p>图片来源：视觉中国</p><p>来源：河湾日报</p>", "河湾日报"),
        ("文/周明 来源/河湾日报", "河湾日报"),
        ("来源∣河湾日报", "河湾日报"),
        ("转载自｜河湾日报", "河湾日报"),
        ("本文转载自公众号“河湾日报”", "河湾日报"),
        ("本文转自微信公众号：河湾日报", "河湾日报"),
        ("摘自《河湾日报》", "河湾日报"),
        ("来源／作者：周明", None),
        ("文字图片来源：河湾日报", "河湾日报"),
        ("文图来源：河湾日报", "河湾日报"),
        ("文字、图片来源：河湾日报", "河湾日报"),
        ("文字及视频来源：河湾日报", "河湾日报"),
        ("本文图片来源：视觉中国", None),
        ("图片转自“视觉中国”", None),
        ("图文来源/河湾日报", "河湾日报"),
        ("转载请注明来源：河湾日报", "河湾日报"),
        ("凡本网注明“来源：江岸晚报”的作品，未经授权不得转载 来源：河湾日报", "河湾日报"),
        ("来源：2024-03-05 09:12</div><div>来源：河湾日报", "河湾日报"),
        ("没有写明出自哪里", None),
    ],
)
def test_the_source_is_read_from_the_byline(byline: str, source: str | None):
    html = portal(CHINESE).replace("2024年3月5日 09:12 来源：河湾日报 作者：林小舟", byline)
    assert extract(Response(html)).source == source


@pytest.mark.parametrize(
    "sentence",
    [
        "这句话摘自《河湾县志》，船工都能背下来，今年春天渡口重新开放，两岸的人都来看。",
        "他把那篇转载自“老船工的日子”的短文贴在墙上，今年春天渡口重新开放，两岸的人都来看。",
        "墙上挂着全县的能量来源/消耗表，今年春天渡口重新开放，两岸的人都来看。",
        "今年春天渡口重新开放，两岸的人都来看，" * 6 + "墙上的表里写着来源：县志办公室。",
    ],
)
def test_a_sentence_that_quotes_something_names_no_source(sentence: str):
    html = portal([sentence, *CHINESE, "来源：河湾日报"]).replace(" 来源：河湾日报 作者", " 作者")
    assert extract(Response(html)).source == "河湾日报"


def test_the_source_may_stand_below_the_text_in_an_element_of_its_own():
    html = portal(CHINESE).replace(" 来源：河湾日报 作者", " 作者")
    html = html.replace('<div class="rel">', '<p>来源：河湾晚报</p><div class="rel">')
    assert extract(Response(html)).source == "河湾晚报"


def test_the_source_is_read_among_several_labels_below_the_text():
    lines = (
        *CHINESE,
        '来源：河湾日报 <a href="http://river.example/1">原文链接</a>',
        *("编辑：周明", "审核：林小舟", "觉得不错，请点“在看”！", "扫码加小编微信"),
    )
    text = "".join(f"<p>{line}</p>" for line in lines)
    article = extract(Response(f"<html><body><h1>老渡口</h1><div>{text}</div></body></html>"))
    assert list(article.lines) == CHINESE
    assert article.source == "河湾日报"
    assert article.origins == ("http://river.example/1",)


@pytest.mark.parametrize(
    ("title", "head", "site"),
    [
        ("老渡口重新开放_河湾日报", "", "河湾日报"),
        ("老渡口重新开放_要闻_河湾新闻网", "", "河湾新闻网"),
        ("老渡口重新开放-河湾晚报", "", "河湾晚报"),
        ("老渡口重新开放_河湾日报", '<meta property="og:site_name" content="河湾">', "河湾"),
        ("老渡口重新开放 - 河湾诗社", "", None),
        ("老渡口重新开放", "", None),
        ("河湾日报", "", None),
        ("老渡口重新开放-中国新闻", "", None),
        ("老渡口重新开放_新闻频道", "", None),
    ],
)
def test_a_chinese_site_is_named_behind_the_title(title: str, head: str, site: str | None):
    html = portal(CHINESE, head=head).replace(
        "老渡口重新开放_河湾新闻网</title>", f"{title}</title>"
    )
    assert extract(Response(html)).site_name == site


def test_a_site_has_the_name_that_it_gives_itself_before_that_of_its_publisher():
    publisher = described(headline="x", publisher={"name": "河湾报业集团"})
    head = f'{publisher}<meta property="og:site_name" content="河湾日报">'
    assert extract(Response(portal(CHINESE, head=head))).site_name == "河湾日报"
    assert extract(Response(portal(CHINESE, head=publisher))).site_name == "河湾报业集团"


def test_what_ends_the_title_of_an_article_is_no_site():
    html = portal(CHINESE, title="七十年守望——河湾日报").replace("_河湾新闻网</title>", "</title>")
    assert extract(Response(html)).site_name is None


@pytest.mark.parametrize(
    ("content", "source"),
    [
        ("来源：河湾晚报", "河湾晚报"),
        ("河湾晚报", "河湾晚报"),
        ("https://news.example/", "河湾日报"),
        (
            "本文的文字和图片都由河湾县融媒体中心的记者提供，未经许可，其他网站和公众号不得转载或者改写",
            "河湾日报",
        ),
    ],
)
def test_a_source_in_the_head_is_taken_without_its_label(content: str, source: str):
    head = f'<meta name="source" content="{content}">'
    assert extract(Response(portal(CHINESE, head=head))).source == source


def test_of_several_sources_in_the_head_the_first_counts():
    head = '<meta name="source" content="河湾晚报"><meta name="source" content="江岸晚报">'
    assert extract(Response(portal(CHINESE, head=head))).source == "河湾晚报"


@pytest.mark.parametrize(
    ("titles", "headings", "site", "expected"),
    [
        (["渡口开放_河湾新闻网"], ["渡口开放"], None, "渡口开放"),
        (["Ferry is back | River Bend"], ["Our stories"], "River Bend", "Ferry is back"),
        (["Ferry is back - River Bend"], [], None, "Ferry is back"),
        (["A well-known ferry"], [], None, "A well-known ferry"),
        (["渡口重新开放--河湾信息港"], [], None, "渡口重新开放"),
        (["渡口重新开放--三农--河湾网"], [], None, "渡口重新开放"),
        (["渡口重新开放-河湾日报"], [], None, "渡口重新开放"),
        (["渡口—河湾线重新开放—河湾新闻"], [], None, "渡口—河湾线重新开放"),
        (["河湾-青屿航线开通"], [], None, "河湾-青屿航线开通"),
        (["快报-河湾网"], [], None, "快报-河湾网"),
        (["渡口重新开放 - 乡村 - 河湾论坛 - Powered by Discuz!"], [], None, "渡口重新开放"),
        (["나루터가 다시 열리다 :: 강 이야기"], [], None, "나루터가 다시 열리다"),
        (["std::move in C++ :: River Bend"], [], None, "std::move in C++"),
        (["渡口 - 河湾诗社"], ["渡口"], None, "渡口"),
        (["Ferry slows down at night · Issue #1 · GitHub"], [], None, "Ferry slows down at night"),
        (["渡口·河湾线重新开放"], [], None, "渡口·河湾线重新开放"),
        (["FERRY IS BACK | River Bend"], ["Ferry is back"], None, "Ferry is back"),
        (["The 'ferry' is back"], ["The ‘ferry’ is back"], None, "The ‘ferry’ is back"),
        (
            ["The ferry is back... | River"],
            ["The ferry is back at last"],
            None,
            "The ferry is back at last",
        ),
        (["The ferry is back… | River"], ["The bridge is back"], None, "The ferry is back…"),
        (["河湾网", "渡口重新开放"], [], "河湾网", "渡口重新开放"),
        ([], ["Only a heading"], None, "Only a heading"),
        ([], [], None, None),
    ],
)
def test_the_title_is_the_articles_own(titles, headings, site, expected):
    assert choose_title(titles, headings, site) == expected


@pytest.mark.parametrize(
    ("title", "head"),
    [
        ("渡口：{} - 河湾论坛", "<h1><a href=/thread-1.html>渡口：{}</a></h1>"),
        ("{}-河湾县图书馆", "<div class=title>{}</div>"),
        ("{} — River Bend", "<h1><a href=/>River Bend</a></h1><p>{}</p>"),
        ("{} - River Bend", "<h1>River Bend</h1><h2><a href=/t?1>{}</a></h2>"),
    ],
)
def test_the_title_may_be_a_link_to_its_page_or_a_line_that_is_no_heading(title: str, head: str):
    name = "老渡口重新开放第一天"
    body = head.format(name) + "".join(f"<p>{line}</p>" for line in CHINESE)
    html = f"<title>{title.format(name)}</title>{body}"
    assert extract(Response(html)).title.removeprefix("渡口：") == name


def test_a_title_has_no_character_references():
    head = described(headline="The ferry &amp; its pilot&#8217;s dog", datePublished="2024-03-05")
    page = re.sub("<(title|h1)>.*?</\\1>", "", portal(ENGLISH, head=head))
    assert extract(Response(page)).title == "The ferry & its pilot’s dog"


@pytest.mark.parametrize("name", ["河湾日报数字报-", "河湾网：", "River Bend — "])
def test_the_title_may_stand_behind_the_name_of_the_site(name: str):
    title = "老渡口重新开放的第一天来了四百多人"
    page = portal(CHINESE, title=title).replace(
        f"<title>{title}_河湾新闻网", f"<title>{name}{title}"
    )
    page = page.replace("<h1>", "<div>").replace("</h1>", "</div>")
    assert extract(Response(page)).title == title


def test_links_are_those_inside_the_article_and_absolute():
    text = [
        CHINESE[0],
        CHINESE[1] + '见<a href="../old.html">旧闻</a>和<a href="#top">页首</a>。',
        CHINESE[3] + '再见<a href="https://news.example/a/old.html">旧闻</a>。',
        CHINESE[2],
    ]
    article = extract(Response(portal(text), url="https://news.example/a/b/1.html"))
    assert article.links == ("https://news.example/a/old.html",)


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="og:url" content="www.news.example/a/1.html">',
        '<link rel="canonical" href=" www.news.example/a/1.html ">',
        (
            '<meta property="og:url" content="https://m.news.example/b/2.html">'
            '<link rel="canonical" href="https://www.news.example/a/1.html">'
        ),
    ],
)
def test_the_address_of_a_page_is_the_canonical_one_and_may_lack_the_scheme(head: str):
    article = extract(Response(portal(CHINESE, head=head), url="https://m.news.example/b/2.html"))
    assert article.canonical == "https://www.news.example/a/1.html"


PART = st.sampled_from(
    ["/", "a", "B1", ".", "..", "_", "-", "?", "#", "=", "&", "%20", ";", " ", "é", "//", "1.html"]
)


@given(
    st.sampled_from(
        [
            *(
                "https://news.example/a/b?c#d",
                "http://news.example:8080",
                "https://news.example?q",
            ),
            *("https://News.example/a", "https://me@news.example/", "//x", "a/b", "https:///a"),
        ]
    ),
    st.lists(PART, max_size=8).map("".join),
)
def test_an_address_is_joined_as_the_standard_says(url, link):
    joined = urljoin(url, link.strip()) if link else ""
    expected = joined if joined.startswith(("http://", "https://")) else None
    assert absolute(url, link) == expected


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("byline", '来源：<a href="http://paper.example/9">河湾日报</a>'),
        ("after", '<p>原文链接：<a href="http://paper.example/9">老渡口</a></p>'),
        ("after", '<p>Source: <a href="//paper.example/9">The Gazette</a></p>'),
        ("head", '<meta name="original-source" content="http://paper.example/9">'),
        (
            "head",
            (
                '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "x",'
                ' "isBasedOn": {"@id": "http://paper.example/9"}}</script>'
            ),
        ),
        (
            "head",
            (
                '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "x",'
                ' "isBasedOn": {"url": "http://paper.example/9"}}</script>'
            ),
        ),
        (
            "head",
            (
                '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "x",'
                ' "isBasedOn": ["http://paper.example/9", 3]}</script>'
            ),
        ),
    ],
)
def test_the_address_of_the_source_is_read_where_the_page_names_it(place: str, line: str):
    html = portal(CHINESE, head=line if place == "head" else "")
    if place == "byline":
        html = html.replace("来源：河湾日报", line)
    elif place == "after":
        html = html.replace("<p>（责任编辑：周明）</p>", line)
    article = extract(Response(html, url="http://news.example/1"))
    assert article.origins == ("http://paper.example/9",)


@pytest.mark.parametrize("label", ["Source", "Quelle", "来源"])
def test_the_source_of_a_picture_is_not_that_of_the_text(label: str):
    shown = f'{label}: <a href="http://pictures.example/7">River Pictures</a>'
    figure = f"<figure><img src='7.jpg'><figcaption>{shown}</figcaption></figure>"
    paragraphs = "".join(f"<p>{line}</p>" for line in CHINESE)
    html = f"<html><body><h1>老渡口</h1>{figure}<div>{paragraphs}</div></body></html>"
    article = extract(Response(html))
    assert (article.source, article.origins) == (None, ())


@pytest.mark.parametrize("line", ["河湾{}", "More <i>resources</i> {}", "Aviation {}"])
def test_other_links_are_no_source(line: str):
    line = line.format('<a href="/tag/boats">boats</a>')
    html = portal([*CHINESE[:1], f"{CHINESE[1]}{line}", *CHINESE[2:], line])
    assert extract(Response(html)).origins == ()


def test_a_title_is_split_in_linear_time():
    blanks = " " * 100_000
    assert choose_title((f"Ferry{blanks}reopens",), (), None) == f"Ferry{blanks}reopens"
    assert choose_title((f"The ferry reopens{blanks}| - News",), (), None) == "The ferry reopens"
