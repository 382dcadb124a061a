"""Which of the dates that a page shows is the date of its article."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from scrapy_neardup.extract import extract

from .pages import CHINESE, ENGLISH, Response

ZH = "".join(f"<p>{line}</p>" for line in CHINESE)
EN = "".join(f"<p>{line}</p>" for line in ENGLISH)
RIGHT = "2024-03-05"


def page(body: str, title: str = "老渡口重新开放") -> Response:
    head = f"<head><title>{title}_河湾新闻网</title></head>"
    return Response(f"<html>{head}<body>{body}</body></html>")


def day(response: Response, *, hours: int) -> str | None:
    """The day of the article's date, in the zone that is *hours* east."""
    published: datetime | None = extract(response).published
    return published and published.astimezone(timezone(timedelta(hours=hours))).date().isoformat()


def zh(above: str = "", below: str = "", *, first: str = "", top: str = "") -> str:
    return (
        f"{top}<div class='main'><h1>老渡口重新开放</h1>{above}<div>{first}{ZH}</div>{below}</div>"
    )


def en(above: str = "", below: str = "", *, first: str = "", top: str = "") -> str:
    return f"{top}<main><h1>The old ferry is back</h1>{above}<div>{first}{EN}</div>{below}</main>"


@pytest.mark.parametrize(
    "body",
    [
        # Below the title, with and without a label.
        zh("<div>2024-03-05 09:12</div>"),
        zh("<div>2024年3月5日 09:12 来源：河湾日报 作者：林小舟</div>"),
        zh("<div>发布时间：2024-03-05 09:12 浏览次数：1024 字号：大 中 小</div>"),
        zh("<div>发布日期：2024/3/5</div>"),
        zh("<div>时间：2024-03-05 来源：河湾县人民政府办公室</div>"),
        zh("<div>河湾日报2024年03月05日10:20</div>"),
        zh("<div>2024-03-05河湾日报</div>"),
        zh("<div>[2024-03-05]</div>"),
        zh("<ul><li>发布时间：</li><li>2024-03-05 09:12</li><li>来源：</li><li>河湾日报</li></ul>"),
        zh("<div>林小舟 于 2024-03-05 09:12:53 发布</div>"),
        zh("<div>发布于 2024-03-05 · 阅读 1024</div>"),
        zh("<div>來源：河灣日報 發佈時間：2024-03-05</div>"),
        zh("<div>2024.03.0509:12</div>"),
        zh("<h4>2024-03-05 09:12</h4>"),
        zh().replace("</h1>", "<br><span>2024-03-05 09:12 来源：河湾日报 点击：9</span></h1>"),
        zh("<div>linxz 发表于 2024-3-5 08:12</div>"),
        zh("<div>本帖最后由 linxz 于 2024-6-30 10:00 编辑</div><div>2024-03-05 09:12</div>"),
        zh("<div>最新推荐文章于 2024-06-30 10:00:00 发布</div><div>2024-03-05 09:12</div>"),
        zh("<div>信息发布时间：2024-03-05</div>"),
        zh("<p><i>发布者：周明</i><i>发布时间：2024-03-05</i><i>浏览次数：<b>10</b></i></p>"),
        zh("<div>公告日期：2024-03-05</div>"),
        zh("<div>撰写时间：2024-03-05</div>"),
        zh("<div>日　期：2024-03-05</div>"),
        zh("<div>发布时 间：2024-03-05</div>"),
        zh("<div>發布日期：113年3月5日</div>"),
        zh("<div>發佈日期：113-03-05　發布單位：經濟處</div>"),
        zh("<div>出版：2024-03-05 09:12更新：2024-06-30 13:00</div>"),
        zh("<div>北京时间2024年3月5日 09:12</div>"),
        # Above the title.
        zh(top="<p>2024-03-05 09:12 来源：河湾日报</p>"),
        zh(top="<p>河湾日报 2024年3月5日 星期二 第03版</p>"),
        zh(top="<p>发布时间：2024年3月5日 星期二</p>"),
        # Below the text: labelled, and the date of an official notice.
        zh(below="<p>发布时间：2024-03-05 09:12</p>"),
        zh(below="<ul><li>發布日期：中華民國113年3月5日</li><li>點閱次數：231</li></ul>"),
        zh(below="<p>河湾县交通局</p><p>2024年3月5日</p>"),
        zh(below="<p>河湾县人民政府　二〇二四年三月五日</p>"),
        zh(below="<p>二〇二四年三月五日</p>"),
        zh(below="<p>河湾县交通局办公室 2024年3月5日印发</p>"),
        # Below the text: when a newspaper printed it.
        zh(below="<p>《河湾日报》（2024年3月5日 03版）</p>"),
        zh(below="<p>（《河湾日报》2024年3月5日03版）</p>"),
        zh(below="<p>原载《河湾文艺》2024年3月5日</p>"),
        # Another date stands nearer, or before it, but says what it is.
        zh("<div>更新时间：2024-06-30 10:00</div><div>发布时间：2024-03-05 09:12</div>"),
        zh("<div>发布时间：2024-03-05</div><div>河湾县 2024-06-30</div>"),
        zh("<div>发布时间：2024-03-05 09:12 更新时间：2024-06-30 10:00</div>"),
        zh("<div>发布时间：2024-03-05</div><div>修改时间：2024-06-30</div>"),
        zh("<div>2024-03-05 09:12 发布 2024-06-30 10:00 更新</div>"),
        zh("<div>2024-03-05 09:12 发布 2024-06-30 10:00</div>"),
        zh("<div>有效期至：2029年12月31日</div><div>发布时间：2024-03-05</div>"),
        zh("<div>成文日期：2024-02-20</div><div>发布日期：2024-03-05</div>"),
        zh("<div>2024-03-05 09:12</div>", top="<div>今天是2026年11月27日 星期五</div>"),
        zh("<div>2024-03-05 09:12</div>", top="<div>2026年11月27日 星期五</div>"),
        zh("<div>2024-03-05 09:12</div>", top="<div>上一篇：<a href='/1'>旧闻</a> 2023-01-01</div>"),
        zh("<div>2024-03-05</div>", below="<h3>网友评论</h3><p>张三</p><p>2024-03-09 10:00</p>"),
        # Dates in the text, in its captions and in its videos.
        zh("<div>2024-03-05 09:12</div>", first="<p>2019年1月2日，渡口因为水位过高停航。</p>"),
        zh(
            "<div>2024-03-05 09:12</div>",
            first="<p>渡口管理处发布2019年1月2日的停航通告，三年里没有一条船过河。</p>",
        ),
        zh(
            "<div>2024-03-05 09:12</div>",
            first="<figure><img src='a.jpg'><figcaption>2019年1月2日的老渡口</figcaption></figure>",
        ),
        zh(
            "<div>2024-03-05 09:12</div>",
            first="<figure><img src='a.jpg'><div>发布时间：2019-01-02</div></figure>",
        ),
        zh(
            "<div>2024-03-05 09:12</div>",
            first="<div class='video-box'><div>停航前的渡口</div><div>发布时间：2019-01-02</div></div>",
        ),
        zh(
            "<div>2024-03-05 09:12</div>",
            first="<div class='related-card'><a href='/9'>停航通告</a> 2019-01-02</div>",
        ),
        zh("<div>2024-03-05 09:12</div>", first="<p>2019年1月2日停航前的老渡口 周明摄</p>"),
    ],
)  # fmt: skip
def test_the_date_of_publication_is_found_on_a_chinese_page(body: str):
    assert day(page(body), hours=8) == RIGHT


def test_the_date_of_another_article_is_not_taken_where_all_stands_in_one_column():
    other = "<aside><p>渡口停航通告</p><p>发布时间：2019-01-02</p></aside>"
    column = zh("<div>2024-03-05 09:12</div>", first=other)
    assert day(page(f"<div role=complementary>{column}</div>"), hours=8) == RIGHT
    column = zh(first=other)
    assert day(page(f"<div role=complementary>{column}</div>"), hours=8) is None


@pytest.mark.parametrize(
    "body",
    [
        en("<p>March 5, 2024</p>"),
        en("<p>By Lynn Rivers | March 5, 2024 9:12 am</p>"),
        en("<p>By Lynn Rivers on March 5, 2024 in News, Transport</p>"),
        en("<p>Lynn Rivers on March 5, 2024</p>"),
        en("<p>Posted on 5 March 2024 by admin · 3 min read · 12 comments</p>"),
        en("<p>Published: Tuesday, March 5, 2024 at 9:12 a.m.</p>"),
        en("<div>Post date</div><div>March 5, 2024</div>"),
        en("<dl><dt>Published</dt><dd>March 5, 2024</dd></dl>"),
        en("<div>نشر في ٥ مارس ٢٠٢٤</div>"),
        en("<div>เผยแพร่: 5 มี.ค. 2567 09:12</div>"),
        en(top="<h2>March 5, 2024</h2>"),
        en(top="<h2>Tuesday, March 5, 2024</h2>"),
        en("<p>March 5, 2024</p>", top="<p>By Joe, <time datetime='2019-01-02'>January 2, 2019</time></p>"),
        en(top="<p>By Lynn Rivers, March 5, 2024</p>"),
        en("<p>March 5, 2024</p>").replace("The old ferry is back", "Ferry has an opening date"),
        "<main><p>March 5, 2024</p><h1>The old ferry is back</h1>" + EN + "</main>",
        en("<p>First published on Tue 5 Mar 2024 09.12 GMT</p>"),
        en("<p>Published March 5, 2024. Updated June 30, 2024.</p>"),
        en("<p>Updated June 30, 2024 · Published March 5, 2024</p>"),
        en("<p>March 5, 2024 (updated June 30, 2024)</p>"),
        en("<p>By Lynn Rivers March 5, 2024 Updated 3 hrs ago</p>"),
        en("<p>Last updated: June 30, 2024</p><p>March 5, 2024</p>"),
        en("<p>June 30, 2024March 5, 2024 by The Pilot</p>"),
        en("<p>Published</p><p>March 5, 2024</p>"),
        en("<p>Publication date: March 5, 2024</p>"),
        en("<p>Giriş: 05.03.2024 - 09:12 Güncelleme: 30.06.2024 - 10:00</p>"),
        en("<p>Date: March 5, 2024</p>"),
        en("<h3>Tuesday, March 5, 2024</h3>"),
        en("<p>Lynn Rivers on behalf of the ferry's crew · Mar. 5, 2024</p>").replace("<p>Lynn", "<p class='byline'>Lynn"),
        en("<p>By Lynn RiversPublished: Mar 5, 2024</p>"),
        en("<p>Boats run again after three years. Here is what we know.</p><p><a href='/lynn'>Lynn Rivers</a>•Mar 5, 2024</p>"),
        en("<p>Boats run again after three years. Here is what we know.</p><p>March 5, 2024 - Updated July 9, 2025</p>"),
        en("<p>March 5, 2024</p><p>June 30, 2024</p>"),
        en("<p>River Bend, January 2, 2019</p><p>March 5, 2024</p>"),
        en("<p>March 5, 2024 <time datetime='2019-01-02'>River Bend</time></p>"),
        en("<p>March 5, 2024 <a href='/1'>River Transport And Landings</a> <a href='/2'>Ferries And Other Boats</a> <a href='/3'>Town Council Of River Bend</a></p>"),
        en("<p>January 2, 2019</p><p>River Bend</p><p>March 5, 2024</p>"),
        en('<p><time datetime="2024-03-05">March 5, 2024</time></p><p>River Bend, January 2, 2019</p>'),
        en("<div>Mar 5, 20245 mins</div>"),
        en("<p>March 5, 2024</p>", top="<div>Friday, November 27, 2026</div>"),
        en(
            '<p><time datetime="2024-06-30T09:00Z">June 30, 2024</time>'
            '<time datetime="2024-03-05T09:12Z">March 5, 2024</time></p>'
        ),
        en('<p><time datetime="2024-03-05T09:12Z">3 days ago</time></p>'),
        en(
            '<p>Updated <time datetime="2024-06-30T09:12Z">June 30, 2024</time></p>'
            '<p><time datetime="2024-03-05T09:12Z">March 5, 2024</time></p>'
        ),
        en("<p>What a day at the river looks like when boats run again.</p><p>By Lynn Rivers, March 5, 2024</p>"),
        en("<div>2.1K views 13 replies last post by Joe Aug 7, 2024</div><div>#1 · Mar 5, 2024</div>"),
        en("<p>Posted: Tue 6:45 PM, Mar 5, 2024 |</p><p>Updated: Sun 8:31 PM, Jun 30, 2024</p>"),
        en("<p>Updated: Sun 8:31 PM, Jun 30, 2024</p><p>By Lynn Rivers, March 5, 2024</p>"),
        en("<p>lynn posted on March 5, 2024</p>"),
        en("<p>Thread starter lynn Start date Mar 5, 2024</p>"),
        en("<ul><li>Thread starter lynn</li><li>Start date Mar 5, 2024</li></ul>"),
        en("<p>For Immediate Release: March 5, 2024</p>"),
        en("<p>Press release date March 5, 2024</p>"),
        en("<p>Issued: March 5, 2024</p>"),
        en("<p>Erstveröffentlichung: 05.03.2024</p>"),
        en("<p>Online seit 05.03.2024</p>"),
        en("<p>Mis en ligne le 5 mars 2024</p>"),
        en("<p>Fecha de publicación: 5 de marzo de 2024</p>"),
        en("<p>Дата создания: 05.03.2024</p>"),
        en("<p>Добавлено: 05.03.2024</p>"),
        en("<p>記事公開日：2024年3月5日</p>"),
        en("<p>初出：2024年3月5日</p>"),
        en("<p>기사입력 : 2024년 03월 05일 18:45</p>"),
        en("<p>발행일 : 2024-03-05</p>"),
        en("<p>Veröffentlicht am 05.03.2024, 09:12 Uhr</p>"),
        en("<p>Publié le 5 mars 2024 à 09:12, mis à jour le 30 juin 2024 à 10:00</p>"),
        en("<p>Опубликовано 5 марта 2024 г., 09:12 · Обновлено 30 июня 2024</p>"),
        en(below="<p>Posted by Lynn Rivers on March 5, 2024</p>"),
        en("<p>March 5, 2024</p>", first="<p>The landing on January 2, 2019, the last day of boats</p>"),
        en("<p>March 5, 2024</p>", first="<p>The council published on January 2, 2019 its plan to close the landing.</p>"),
        en("<p>March 5, 2024</p>", first="<p>Photo: Mark Miller, January 2, 2019</p>"),
        en("<p>March 5, 2024</p>", below="<h3>Related posts</h3><p><a href='/2'>Bridges</a></p><p>January 2, 2019</p>"),
        en("<p>March 5, 2024</p>", below="<p>Copyright January 2, 2019 River Bend Gazette</p>"),
    ],
)  # fmt: skip
def test_the_date_of_publication_is_found_on_a_page_in_another_language(body: str):
    assert day(page(body, "The old ferry is back"), hours=0) == RIGHT


@pytest.mark.parametrize(
    "body",
    [
        # The page only shows dates of something else.
        zh(first="<p>2019年1月2日，渡口因为水位过高停航。</p>"),
        zh(first="<p>渡口管理处发布2019年1月2日的停航通告，三年里没有一条船过河。</p>"),
        zh(first="<p>2019年1月2日渡口停航那天的人群</p>"),
        zh(first="<p>渡口自2019年1月2日起停航</p>"),
        zh(first="<p>活动时间：2024年3月9日</p>"),
        zh(first="<p>时间：2024年3月9日 09:00—16:00</p>"),
        zh(first="<p>会期：2024年3月9日至2024年3月12日</p>"),
        zh(first="<p>报名截止日期：2024年3月9日</p>"),
        zh(first="<figure><figcaption>2019年1月2日的老渡口</figcaption></figure>"),
        zh(first="<div class='video-box'><p>发布时间：2019-01-02</p><p>停航前的渡口</p></div>"),
        zh(first="<div class='player'><p>2019-01-02</p></div>"),
        zh(first="<p>图为2019年1月2日的老渡口</p>"),
        zh("<div><time datetime=2019-01-02>what the people of our town saw on that day in the old harbour</time></div>"),
        zh("<div>更新时间：2024-06-30 10:00</div>"),
        zh("<div>2024-06-30 10:00 更新</div>"),
        zh("<div>最后编辑于 2024-06-30</div>"),
        zh("<div>有效期至：2019年12月31日</div>"),
        zh(top="<div>今天是2019年11月27日 星期三</div>"),
        zh().replace("</h1>", "<br>渡口 2019年1月2日</h1>"),
        zh(top="<div>2019年11月27日 星期三 多云 12℃</div>"),
        zh(top="<div>2019年11月27日 多云 12℃</div>"),
        zh(top="<div>2019年11月27日</div>"),
        zh("<div>活动时间 2024-03-09</div>"),
        zh("<div>上线日期</div><div>2024-03-09</div>"),
        zh("<div>開催日 2024年3月9日</div>"),
        zh("<div>행사일 2024.03.09</div>"),
        zh(first="<p>发布会定于2024年3月9日举行</p>"),
        zh(first="<p>渡口停航那天，2019年1月2日</p>"),
        zh(below="<p>2019年1月2日</p><p>渡口因为水位过高停航，附近的居民只好绕路去对岸的集市。</p>"),
        zh(first=f"<p>{CHINESE[0]}</p><p>2019年1月2日</p><p>{CHINESE[2]}</p><p>2020年5月6日</p>"),
        zh(first="<p>有关部门：</p><p>活动时间：</p><p>2024年3月9日</p>"),
        zh(below="<p>张三</p><p>2024-03-09 10:00</p><p>早该开了。</p>"),
        zh(below="<p><a href='/9'>停航通告</a> 2019-01-02</p><p><a href='/8'>水位公告</a> 2019-01-01</p>"),
        zh(below="<p>上一篇：<a href='/9'>停航通告</a> 2019-01-02</p>"),
        zh(below="<p><a href='/9'>停航通告</a></p><p>2019-01-02 作者：周明</p>"),
        zh(below="<h3>停航通告</h3><p>2019-01-02 作者：周明</p>"),
        zh(below="<p>版权所有 河湾新闻网 2019-01-02</p>"),
        zh("<div>2099-01-02</div>"),
        zh("<div>本帖最后由 linxz 于 2019-1-2 10:00 编辑</div>"),
        zh("<div>最新推荐文章于 2019-01-02 10:00:00 发布</div>"),
        zh(first="<p>拍摄于2019年1月2日</p>"),
        zh(first="<p>截图时间 2019-01-02</p>"),
        zh(below="<p>《河湾县渡口条例》（2019年1月2日）</p>"),
    ],
)  # fmt: skip
def test_another_date_on_a_chinese_page_is_not_that_of_the_article(body: str):
    assert day(page(body), hours=8) is None


@pytest.mark.parametrize(
    "body",
    [
        en("<p>Updated on June 18, 2025 at 12:35 PM</p>"),
        en("<p>By Lynn Rivers Updated Nov 13, 2019, 10:28am EST</p>"),
        en("<p>Originally published in March 2022. Last updated on December 20, 2024.</p>"),
        en('<p>Last updated <time datetime="2024-06-30T09:12Z">3 days ago</time></p>'),
        en("<p>When: March 9, 2024</p>"),
        en("<p>March 9, 2024, 10:00 am - 4:00 pm</p>"),
        en("<p>March 9, 2024 – March 12, 2024</p>"),
        en("<p>Deadline: March 9, 2024</p>"),
        en("<p>Release date: March 9, 2024</p>"),
        en("<p>Born: March 9, 1950</p>"),
        en("<p>March 9, 1950 – January 2, 2019</p>"),
        en("<p>Decided January 2, 2019</p><p>Argued: October 9, 2018</p>", top="<p>v. 2024.4.4</p>").replace("Decided", "Decided:"),
        en(top="<div>Friday, November 27, 2026</div>"),
        "<main><p>Wednesday, November 27, 2019</p><h1>The old ferry is back</h1>" + EN + "</main>",
        en(top="<h1>River Bend Gazette</h1><p>Wednesday, November 27, 2019</p>"),
        en(top="<div>November 27, 2019</div>"),
        en(top="<div>27 November 2019</div><div><a href='/'>Home</a> / <a href='/n'>News</a></div>"),
        en("<div>Updated</div><div>March 9, 2024</div>"),
        en("<div><p>Last updated</p><time>March 9, 2024</time></div>"),
        en("<div>Meeting date</div><div>March 9, 2024</div>"),
        en("<div>Closing date: </div><div>March 9, 2024</div>"),
        en("<dl><dt>Opened</dt><dd>March 9, 2014</dd></dl>"),
        en(f"<p>{ENGLISH[0]}</p><p>January 2, 2019</p><p>{ENGLISH[1]}</p><p>May 6, 2020</p>"),
        en(below="<p>Retrieved January 2, 2019.</p>"),
        en("<p>Medically reviewed by Jane Miller on March 9, 2024</p>"),
        en(first="<p>The landing as it looked on January 2, 2019</p>"),
        en(first="<p>The council published on January 2, 2019 its plan to close the landing.</p>"),
        en(first="<p>Boats stopped in 2019. The last one left on January 2, 2019.</p>"),
        en(first="<p>The last boat left on <time datetime='2019-01-02'>a day</time> that few remember.</p>"),
        en(first="<p>Photo: Mark Miller, January 2, 2019</p>"),
        en(first="<p>AP Photo by Mark Miller, January 2, 2019</p>"),
        en(below="<h3>Related posts</h3><p>Bridges</p><p>January 2, 2019</p>"),
        en(below="<p>Joe</p><p>March 9, 2024 at 10:00</p><p>About time.</p>"),
        en(below="<p>Copyright January 2, 2019 River Bend Gazette</p>"),
        en("<h2>Minutes of January 2, 2019</h2>"),
        en("<h2>Minutes, January 2, 2019 10:00</h2>"),
        en(top="<p>By Lynn Rivers, January 2, 2019</p>" + "<p>The bridge is closed</p>" * 5),
        en("".join(f"<p>{ENGLISH[0]}</p><div>January {n}, 2019</div><p>{ENGLISH[1]}</p>" for n in range(2, 6))),
        en('<p><time datetime="2099-01-02T09:12Z">soon</time></p>'),
        en("<p><a href='/9'>Ferry Landing Closes For Three Years As River Rises Over The Old Mark</a> January 2, 2019</p>"),
        en("<p>" + "<a href='/9'>Boats</a> <a href='/8'>Ferries</a> " * 30 + "January 2, 2019</p>"),
        en("<p>Stand: 30.06.2024</p>"),
        en("<p>Updated 1909 GMT (0309 HKT) June 30, 2024</p>"),
        en("<p>Start date: March 9, 2024</p>"),
        en("<p>Data as of Jan 2, 2019</p>"),
        en("<p>Effective January 2, 2019</p>"),
        en("<p>Apply by January 2, 2019</p>"),
        en("<p>Recorded January 2, 2019</p>"),
        en("<p>Mis à jour le 30 juin 2024</p>"),
        en(first="<p>Last edited by lynn (2024-06-30 10:00:00)</p>"),
    ],
)  # fmt: skip
def test_another_date_on_a_page_in_another_language_is_not_that_of_the_article(body: str):
    assert day(page(body, "The old ferry is back"), hours=0) is None


@pytest.mark.parametrize(("hours", "counts"), [(12, True), (48, False)])
def test_a_date_a_little_ahead_is_of_another_zone(hours: int, counts: bool):
    moment = datetime.now(timezone.utc) + timedelta(hours=hours)
    body = zh(f"<div>{moment:%Y-%m-%d %H:%M} UTC</div>")
    assert (day(page(body), hours=0) is not None) is counts


@pytest.mark.parametrize("tag", ["h2", "div"])
def test_the_title_need_be_no_heading_of_the_first_order(tag: str):
    top = "<div>November 27, 2019</div>"
    for above, expected in (("", None), ("<p>March 5, 2024</p>", RIGHT)):
        body = en(above, top=top).replace("<h1>", f"<{tag}>").replace("</h1>", f"</{tag}>")
        assert day(page(body, "The old ferry is back"), hours=0) == expected


@pytest.mark.parametrize("name", ["hero-banner", "site-header", "footer-wrap"])
def test_the_date_may_stand_beside_a_heading_in_an_element_that_is_left_unread(name: str):
    def body(line: str) -> str:
        head = f"<div class={name}><h1>The old ferry is back</h1><p>{line}</p></div>"
        return f"{head}<main><div>{EN}</div></main><div class=comments><p>Joe, June 30, 2024</p></div>"

    for line, expected in (
        ("By Lynn Rivers | March 5, 2024", RIGHT),
        ("By Lynn Rivers", None),
        ("Updated: June 30, 2024", None),
    ):
        assert day(page(body(line), "The old ferry is back"), hours=0) == expected


@pytest.mark.parametrize(
    ("head", "shown", "expected"),
    [
        ("2024-03-05", "2024年3月5日09:12 来源：河湾日报", "2024-03-05T09:12"),
        ("2024-03-05 08:00", "2024年3月5日09:12", "2024-03-05T08:00"),
        ("2024-03-05", "2024年3月6日09:12", "2024-03-05T00:00"),
        ("2024-03-05", "更新时间：2024年3月5日09:12", "2024-03-05T00:00"),
        ("2024-03-05", "现在是 2024年3月5日 21:40 星期二", "2024-03-05T00:00"),
        ("2024-03-05", "2024年3月5日", "2024-03-05T00:00"),
        ("", "<time datetime=2024-03-05>2024年03月05日 09時12分00秒</time>", "2024-03-05T09:12"),
        ("", "<time datetime=2024-03-05T09:12+08:00>2024-03-05</time>", "2024-03-05T09:12"),
    ],
)
def test_the_time_of_day_is_read_where_it_is(head: str, shown: str, expected: str):
    meta = f"<meta name=publishdate content='{head}'>" if head else ""
    body = zh(f"<div>{shown}</div>")
    published = extract(Response(f"<html><head>{meta}</head><body>{body}</body></html>")).published
    assert published is not None
    local = published.astimezone(timezone(timedelta(hours=8)))
    assert local.strftime("%Y-%m-%dT%H:%M") == expected


def test_the_date_may_stand_in_a_footer_above_the_text():
    line = "<footer class=node__meta>Submitted by lynn on Tue, 03/05/2024 - 09:12</footer>"
    note = line.replace("Tue, 03/05", "Sun, 06/30")
    assert day(page(en(line, note), "The old ferry is back"), hours=0) == RIGHT
    assert day(page(en("", note), "The old ferry is back"), hours=0) is None
    line = "<div class=entry-meta role=contentinfo>Published on 5 March 2024 by Lynn</div>"
    assert day(page(en(line), "The old ferry is back"), hours=0) == RIGHT


@pytest.mark.parametrize("odd", ["\x01", "\ufffe", "&#xFFFF;"])
def test_a_character_that_xml_forbids_may_stand_beside_a_date(odd: str):
    # Without a title, the line is searched in the whole page.
    assert day(page(f"<div>2024-03-05{odd}</div>{EN}"), hours=0) == RIGHT


@pytest.mark.parametrize(
    "line",
    [
        "लेखक: मीना जोशी | प्रकाशित: 5 मार्च 2024, 08:35 | अपडेटेड: 6 मार्च 2024",
        "निजी संवाददाता, 5 मार्च 2024",
        "প্রকাশ: ৫ মার্চ ২০২৪, ০৮:৩৫ | আপডেট: ৬ মার্চ ২০২৪",
        "வெளியிடப்பட்டது: 5 மார்ச் 2024",
        "تحریر: نادیہ رحمان | اشاعت: 5 مارچ 2024 | اپ ڈیٹ: 6 مارچ 2024",
        "نویسنده: مینا فرهادی | تاریخ انتشار: ۱۵ اسفند ۱۴۰۲",
        "انتشار: ۱۴۰۲/۱۲/۱۵ - ۰۸:۳۵",
        "פורסם: 5.3.2024, 08:35 | עודכן: 6.3.2024",
        "מאת מיכל פרידמן, 5 במרץ 2024",
        "Опубліковано: 5 березня 2024, 08:35 | Оновлено: 6 березня 2024",
        "Δημοσίευση: 5 Μαρτίου 2024, 08:35 | Ενημέρωση: 6 Μαρτίου 2024",
        "เผยแพร่: 5 มี.ค. 2567 08:35 น. | ปรับปรุง: 6 มี.ค. 2567",
        "5 наурыз 2024, 08:35 | Жаңартылды: 6 наурыз 2024",
        "2024 оны 3 сарын 5",
        "Imechapishwa: 5 Machi 2024 | Imesasishwa: 6 Machi 2024",
        "၅ မတ် ၂၀၂၄",
        "ថ្ងៃទី ៥ ខែមីនា ឆ្នាំ២០២៤",
        "Ngày 5 tháng 3 năm 2024",
        "Creada: 5.3.2024 08:35 Última actualización: 6.3.2024 09:00",
        "公開日時 2024年3月5日 08時35分 更新日時 2024年3月6日 9時00分",
        "문지영 기자 moon@press.example 입력 2024.03.05. 오전 10:35 수정 2024.03.06. 오전 10:02",
    ],
)
def test_a_date_is_read_as_each_language_writes_it(line: str):
    assert day(page(en(f"<div class='meta'>{line}</div>")), hours=0) == RIGHT


@pytest.mark.parametrize(
    "line",
    [
        "সেতুটি ৫ মার্চ ২০২৪ খোলা হয়।",
        "பாலம் 5 மார்ச் 2024 அன்று திறக்கப்பட்டது.",
        "پل 5 مارچ 2024 کو کھولا گیا۔",
        "این پل در ۱۵ اسفند ۱۴۰۲ افتتاح شد.",
        "הגשר נפתח ב-5 במרץ 2024 ומאז הוא מתוקן בכל שנה.",
        "افتتح الجسر في 5 مارس 2024 ومنذ ذلك الحين يتم إصلاحه كل سنة.",
        "တံတားကို 5 မတ် 2024 ဖွင့်ခဲ့သည်။",
        "Цю історію опубліковано 5 березня 2024",
        "Última actualización 5.3.2024 08:35",
        "Η πρώτη δημοσίευση 5 Μαρτίου 2024",
        "比分 1402/12/15",
        "Ratio 1402/12/15 – ok",
        "١٤٠٢/١٢/١٥ هـ",
    ],
)
def test_a_date_in_a_sentence_is_no_date_of_the_page_in_any_language(line: str):
    assert day(page(en(f"<p>{line}</p>")), hours=0) is None


def test_a_sentence_with_a_date_stays_in_a_burmese_text():
    first = "တံတားကို 3 မေ 2010 ဖွင့်ခဲ့သည်။"
    text = "မြို့တော်စည်ပင်က မြစ်ကူးတံတားဟောင်းကို သစ်သားပြားများ ပြင်ဆင်ရန် သုံးလ ကားများ ပိတ်ထားမည်ဟု ယနေ့ ကြေညာခဲ့သည်။ "
    paragraphs = f"<p>{first}</p>{f'<p>{text}</p>' * 4}"
    head = f"<head><title>{text[:30]}</title></head>"
    html = f"<html>{head}<body><article><h1>{text[:30]}</h1>{paragraphs}</article></body></html>"
    assert first in extract(Response(html)).text


def test_the_day_in_the_address_is_the_date_of_a_page_that_tells_none():
    url = "https://paper.example/html/2024-03/05/content_7.htm"
    assert day(Response(zh(), url), hours=8) == RIGHT
    assert day(Response(zh("<p>2024-03-04 09:12</p>"), url), hours=8) == "2024-03-04"
