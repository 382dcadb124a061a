from __future__ import annotations

from datetime import datetime, timezone

import pytest

from scrapy_neardup.extract import extract

from .pages import CHINESE, ENGLISH, Response, portal

MARCH = datetime(2024, 3, 5, tzinfo=timezone.utc)


def page(info: str, above: str = "", below: str = "", paragraphs: list[str] = ENGLISH) -> Response:
    """A page whose head has no date, with lines around its title and its text."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return Response(f"""<html><head><title>The ferry is back | News</title></head><body>
<ul><li><a href="/">Home</a></li><li><a href="/n">Local news</a></li></ul>{above}
<main><h1>The ferry is back</h1>{info}<div>{text}</div>{below}</main></body></html>""")


def lines(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


@pytest.mark.parametrize(
    "info",
    [
        lines("March 5, 2024"),
        lines("Updated: June 30, 2024", "Published: March 5, 2024"),
        lines("Published: March 5, 2024", "Updated: June 30, 2024"),
        lines("Posted: Mar 5, 2024 | Updated: Jun 30, 2024"),
        lines("Last updated", "June 30, 2024", "Posted", "March 5, 2024"),
        lines("By Ann Lee, Tuesday, March 5, 2024 - updated June 30, 2024"),
        lines("March 5, 2024", "June 30, 2024"),
        lines("Expires 2023-12-31", "2024-03-05"),
        lines("更新时间：2024-06-30 10:00", "发布时间：2024-03-05"),
        lines("有效期至：2023年12月31日", "2024年3月5日"),
        lines("上一篇 2023-01-01", "发布时间：2024-03-05"),
        lines("2024年3月5日 公開 2024年6月30日 更新"),
        lines("2099-01-01", "2024-03-05"),
        lines("1924-03-05", "2024-03-05"),
        # An element with the same date may say when on that day.
        '<p>Published <time datetime="2024-03-05T00:00Z">March 5, 2024</time></p>',
        '<p><time datetime="2024-03-05T00:00Z">a year ago</time></p>',
        '<p>Updated <time datetime="2024-06-30">1h</time>, posted <time datetime="2024-03-05">4M</time></p>',
        "<figure><img><figcaption>Seen in a photo of May 1, 2020</figcaption></figure>"
        + lines("March 5, 2024"),
        f"<h2>{ENGLISH[1]}</h2><figure><img><figcaption>{ENGLISH[2]}</figcaption></figure>"
        + lines("By Ann Lee", "The Riverside Post", "March 5, 2024"),
        # As a forum shows the author of a post.
        lines("ann_lee", "Member", "Posts: 12", "Likes: 40", "From: Riverside", "Offline",
              "Posted on Mar 5, 2024"),
        # As elements without a blank between them are read.
        lines("Published Tue, Mar 5 202412:00 AMUpdated Sun, Jun 30 2024"),
    ],
)  # fmt: skip
def test_the_date_of_publication_is_told_from_other_dates(info: str):
    assert extract(page(info)).published == MARCH


@pytest.mark.parametrize(
    "above",
    [
        lines("今天是2026年11月27日 星期五"),
        lines("Today is November 27, 2025"),
        lines("Friday, November 27, 2020"),
        '<time datetime="2020-11-27">Friday</time>',
    ],
)
def test_the_day_in_the_header_of_a_site_is_not_that_of_its_articles(above: str):
    assert extract(page(lines("2024-03-05"), above=above)).published == MARCH
    assert extract(page(lines("发布时间：2024-03-05"), above=above)).published == MARCH


@pytest.mark.parametrize(
    "info",
    [
        lines("Last updated on June 30, 2024"),
        lines("Last updated:", "June 30, 2024"),
        lines("2024-06-30 更新"),
        '<p><time datetime="2024-06-30">Updated June 30, 2024</time></p>',
        '<p>Last updated <time datetime="2024-06-30">a month ago</time></p>',
        lines("2099-01-01"),
    ],
)
def test_a_page_that_only_tells_another_date_has_none(info: str):
    article = extract(page(info))
    assert article is not None
    assert article.published is None


def test_a_date_below_the_text_counts_if_there_is_none_above_it():
    assert extract(page("", below=lines("March 5, 2024"))).published == MARCH
    assert extract(page(lines("March 5, 2024"), below=lines("June 30, 2024"))).published == MARCH


@pytest.mark.parametrize(
    "script",
    [
        'var article = {"publishTime": "2024-03-05 09:12:00"};',
        "var publishDate = '2024-03-05 09:12:00';",
        r'self.data = "{\"pub_date\":\"2024-03-05 09:12:00\"}"',
        'var ct = "1709601120";',
        '{"publishedAt":1709601120000, "other": {"publishedAt": "2024-03-05 09:12:00"}}',
    ],
)
def test_the_date_is_read_from_scripts_if_the_page_shows_none(script: str):
    html = portal(CHINESE).replace("2024年3月5日 09:12", "昨天")
    read = extract(Response(html.replace("</body>", f"<script>{script}</script></body>")))
    assert read.published == datetime(2024, 3, 5, 1, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "script",
    [
        '[{"publishTime": "2024-03-05"}, {"publishTime": "2024-03-07"}]',
        'var createTime = "2024-03-05";',
        'var publishTime = "2099-03-05";',
        'var publishTime = "soon";',
    ],
)
def test_other_dates_in_scripts_do_not_count(script: str):
    html = portal(CHINESE).replace("2024年3月5日 09:12", "昨天")
    read = extract(Response(html.replace("</body>", f"<script>{script}</script></body>")))
    assert read.published is None


def test_scripts_are_searched_up_to_a_limit():
    html = portal(CHINESE).replace("2024年3月5日 09:12", "昨天")
    script = f"<script>var a = '{'x' * 2_000_000}'; var publishTime = '2024-03-05'</script>"
    assert extract(Response(html.replace("</body>", f"{script}</body>"))).published is None


def test_an_article_from_script_data_has_its_date_from_there():
    body = "".join(ENGLISH) * 2
    data = f'{{"title": "The ferry is back", "publishedAt": "2024-03-05", "body": "{body}"}}'
    html = f"""<html><head><title>The ferry is back | News</title></head><body>
<script type="application/json">{data}</script></body></html>"""
    assert extract(Response(html)).published == MARCH
