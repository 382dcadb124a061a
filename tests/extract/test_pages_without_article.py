"""Pages that are no article must never look like one, least of all like each other."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle
from scrapy_neardup.extract.no_article import collection
from scrapy_neardup.extract.no_article.entries import Entries

from .pages import CHINESE, ENGLISH, Response

MENU = "".join(f'<li><a href="/{i}">Section number {i}</a></li>' for i in range(12))
FOOT = "<div class=foot><p>Copyright 2024 River Bend Gazette. All rights reserved.</p></div>"
TEASERS = [
    "The council will vote on Monday on a plan to widen the bridge to four lanes...",
    "A bakery on Mill Street has won a prize for a bread that takes three days to make...",
    "Heavy rain is expected from Friday, and the school trip to the coast is called off...",
    "The library opens a room for children who want to build radios with their parents...",
    "Two swans that were thought to be lost have come back to the pond in the park...",
]


def page(body: str, title: str) -> str:
    return (
        f"<html><head><title>{title}</title></head><body><ul>{MENU}</ul>{body}{FOOT}</body></html>"
    )


def cards(tag: str) -> str:
    return "".join(
        f'<div class="box"><{tag}><a href="/a/{i}">Headline of story {i} in the town</a></{tag}>'
        f"<p>{text}</p></div>"
        for i, text in enumerate(TEASERS)
    )


GALLERY = "".join(
    f'<div><img src="{i}.jpg"><span>Harbour at dawn, view {i}</span></div>' for i in range(40)
)
PAGES = {
    "home of cards": page(cards("h3"), "River Bend Gazette"),
    "search results": page("<h1>Results for bridge</h1>" + cards("div"), "Search: bridge"),
    "headline list": page(
        "<ul>"
        + "".join(
            f'<li><a href="/n/{i}">今天的第{i}条新闻，标题写在这里。</a></li>' for i in range(80)
        )
        + "</ul>",
        "新闻列表",
    ),
    "gallery": page(f"<h1>Forty pictures</h1>{GALLERY}", "Forty pictures"),
    "login": page(
        "<form><h1>Log in</h1><p>Log in to your account to read all our stories.</p><label>Name</label>"
        "<input><label>Password</label><input><a href=/f>Forgot your password?</a></form>",
        "Log in",
    ),
    "not found": page(
        "<h1>404</h1><p>The page you asked for could not be found. It may have been moved, "
        "or the address may be wrong.</p>",
        "Page not found",
    ),
    "not found in Chinese": page(
        "<h2>出错了</h2><p>抱歉，您访问的页面不存在或者已经被删除。请检查地址是否正确，或者返回首页继续浏览。</p>",
        "提示信息",
    ),
    "human check": page(
        "<h1>One more step</h1><p>Please enable JavaScript and cookies to continue. "
        "Verify you are human by completing the action below.</p>",
        "Just a moment...",
    ),
    "way in": page(
        "<h1>Welcome back</h1><p>Please give the address that you have used before, and the word "
        "that goes with it. We will send you a new one if it is lost.</p>",
        "Log in - River Bend Gazette",
    ),
    "way in in Chinese": page(
        "<p>还没有账号？立即注册，注册即表示您同意我们的服务约定，并愿意接收河湾日报的通知。</p>",
        "河湾日报",
    ),
    "only a footer": page("", "River Bend Gazette"),
    "select boxes": page(
        "<select>" + "<option>一个很长的选项文字。</option>" * 300 + "</select>", "选择"
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_without_an_article_has_none(name: str):
    url = "https://news.example/" if name.startswith("home") else "https://news.example/p/1"
    found = DefaultExtractor().read(Response(PAGES[name], url))
    assert isinstance(found, NoArticle), found


def test_a_list_below_the_home_page_is_told_by_its_linked_headings():
    found = DefaultExtractor().read(Response(PAGES["home of cards"], "https://news.example/town/"))
    assert found is NoArticle.LIST_PAGE


MOMENTS = ("05-07 10:00", "5月7日 10:00", "昨天 10:20", "3小时前", "2 hours ago", "vor 3 Stunden")


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_short_article_that_tells_when_is_told_from_the_teasers_below_it(moment: str):
    text = "<p>The ferry stays in the harbour until Friday, as its captain has hurt her knee.</p>"
    teasers = "".join(
        f"<div><a href=/a/{i}><h3>Headline of story {i} in the town</h3><p>{teaser}</p></a></div>"
        for i, teaser in enumerate(TEASERS)
    )
    html = page(
        f"<h1>The ferry stays</h1><div><a href=/u/3>Anna Gull</a> <span>{{}}</span></div>{text}"
        f"<h2>More</h2>{teasers}",
        "The ferry stays",
    )
    url = "https://news.example/p/1"
    assert DefaultExtractor().read(Response(html.format(""), url)) is NoArticle.LIST_PAGE
    found = DefaultExtractor().read(Response(html.format(moment), url))
    assert isinstance(found, Article)
    assert found.text.startswith("The ferry stays in the harbour until")


def comments(count: int, date: str) -> str:
    return "".join(
        f"<div class=comment><b>gull{i}</b> <span>{date}</span><p>{TEASERS[i % 5]}</p></div>"
        for i in range(count)
    )


@pytest.mark.parametrize(
    "below",
    [
        f"<h3>Comments</h3>{comments(6, '5 minutes ago')}",
        f"<h2>6 comments</h2>{comments(6, 'May 3, 2026')}".replace("class=comment", "class=x"),
        f"<div id=comments>{comments(6, 'May 3, 2026')}</div>",
    ],
)
def test_comments_with_more_text_than_a_short_article_are_none_of_it(below: str):
    text = (
        "It will not sail until Friday, as its captain has hurt her knee, the harbour office said. "
        "The school sends a bus instead, which leaves at seven."
    )
    html = page(
        f"<h1>The ferry stays</h1><span>2 hours ago</span><p>{text}</p>{below}", "The ferry stays"
    )
    found = DefaultExtractor().read(Response(html, "https://news.example/p/1"))
    assert isinstance(found, Article)
    assert found.text == text


def items(count: int, price: str = "") -> str:
    return "".join(
        f"<li><a href=/i/{i}>Rope number {i} of hemp</a> {price}</li>" for i in range(count)
    )


def test_what_a_site_says_about_itself_on_each_page_is_no_article():
    threads = "".join(
        f"<div><div><h4><a href=/t/{i}>Thread number {i} on boats</a></h4>"
        f"<p>{text}</p></div></div>"
        for i, text in enumerate(TEASERS * 2)
    )
    about = (
        "<div><p>River Bend is part of Mill plc, a media group and leading publisher.</p>"
        "<p>Its offices stand in Mill Street, and its number in the register of the county and of "
        "the river is 2008885.</p></div>"
    )
    html = page(f"{threads}<ul>{MENU}</ul><p>Imprint</p>{about}", "Which rope? | River Bend")
    assert DefaultExtractor().read(Response(html)) is NoArticle.NO_TEXT


def test_a_text_half_of_whose_lines_break_off_is_a_list_of_teasers():
    def page_of(teasers: list[str]) -> str:
        parts = "".join(f"<div><b>Plan {i}</b> {text}</div>" for i, text in enumerate(teasers))
        return page(f"<h1>Plans</h1><p>{ENGLISH[0]}</p><p>{ENGLISH[1]}</p>{parts}", "Plans")

    assert DefaultExtractor().read(Response(page_of(TEASERS))) is NoArticle.LIST_PAGE
    whole = [text.replace("...", ".") for text in TEASERS]
    assert isinstance(DefaultExtractor().read(Response(page_of(whole))), Article)
    assert isinstance(DefaultExtractor().read(Response(page_of(TEASERS[:2]))), Article)


# Paragraphs of people who like dots.
DOTTED = [
    "真是祸不单行，老李家的渔船上个月才被风吹翻，这个月他又摔断了腿，一家人往后的日子不知道该怎么过.....",
    "邻居们说，老李平时最爱帮忙，谁家的网破了，都是他连夜补好的。现在轮到大家帮他，村里已经有人牵头捐款.....",
    "医生说要休养半年，船也要等开春才能修好，老李却还惦记着河湾那几张没有收回来的网，让人听了心里难受.....",
]
RULED = [line.rstrip(".") + "。" + "." * 40 for line in DOTTED]
DRAWN = [part for line in DOTTED for part in (line.rstrip(".") + "。", "." * 45)]


@pytest.mark.parametrize("lines", [DOTTED, RULED, DRAWN])
@pytest.mark.parametrize("tag", ["p", "div"])
def test_paragraphs_that_end_in_dots_are_no_teasers(lines: list[str], tag: str):
    text = "".join(f"<{tag}>{line}</{tag}>" for line in lines)
    html = page(f"<h1>老李的渔船</h1>{text}", "老李的渔船")
    article = DefaultExtractor().read(Response(html))
    assert isinstance(article, Article)
    assert all(line.rstrip(".") in article.text for line in DOTTED)


@pytest.mark.parametrize("end", ["...", "......", "…", "……", " ...", " …"])
def test_teasers_may_break_off_in_any_ellipsis(end: str):
    teasers = [text.replace("...", end) for text in TEASERS]
    parts = "".join(f"<div><b>Plan {i}</b> {text}</div>" for i, text in enumerate(teasers))
    html = page(f"<h1>Plans</h1><p>{ENGLISH[0]}</p><p>{ENGLISH[1]}</p>{parts}", "Plans")
    assert DefaultExtractor().read(Response(html)) is NoArticle.LIST_PAGE


SHIPPING = {
    "en": [
        "We apply shipping discounts if you buy two or more eligible items from the same seller.",
        "Add the items to your cart, and you will see the total for shipping at the checkout.",
        "Customs may ask for import fees when your item arrives, duties and taxes included.",
        "Items may be sent back within 30 days, and the buyer pays for return shipping.",
    ],
    "zh": [
        "本店所有商品均由仓库统一发货，工作日下午四点前付款的订单当天寄出，节假日顺延到下一个工作日处理。",
        "江浙沪地区满九十九元包邮，其他地区的运费按照重量计算，偏远地区请先咨询客服再拍下订单，谢谢配合。",
        "收到商品后七天之内，在不影响二次销售的前提下可以无理由退货，来回的快递费用由买家自己承担。",
    ],
}


@pytest.mark.parametrize("lang", SHIPPING)
def test_what_a_shop_says_on_shipping_below_each_product_is_no_text(lang: str):
    def product(lines: list[str], price: str = "<div>US $18.00</div>") -> object:
        text = "".join(f"<p>{line}</p>" for line in lines)
        return DefaultExtractor().read(
            Response(page(f"<h1>Old boat</h1>{price}<div>{text}</div>", "Old boat"))
        )

    assert product(SHIPPING[lang]) is NoArticle.NO_TEXT
    description = ENGLISH if lang == "en" else CHINESE
    assert isinstance(product([*description, *SHIPPING[lang]]), Article)
    # Without a price it may be an article on shipping.
    assert isinstance(product(SHIPPING[lang], price=""), Article)


def test_the_hint_that_a_browser_is_old_is_no_text():
    hint = "You are using an out of date browser. It may not display this or other websites correctly."
    html = page(f"<h1>Ferry</h1><p>{hint}</p><p>{ENGLISH[0]}</p><p>{ENGLISH[1]}</p>", "Ferry")
    article = DefaultExtractor()(Response(html))
    assert article is not None
    assert list(article.lines) == ENGLISH[:2]


def with_list(
    text: list[str], beside: str, *, template: str = "", head: str = "", title: str = "Ropes"
) -> str:
    """A page of *text*, and in another element *beside*."""
    lines = "".join(f"<p>{line}</p>" for line in text)
    return (
        f"<html><head><title>{title}</title>{head}</head><body class='{template}'>"
        f"<h1>{title}</h1><div><div>{lines}</div></div><div><div>{beside}</div></div></body></html>"
    )


def found(html: str, url: str = "https://shop.example/ropes") -> object:
    return DefaultExtractor().read(Response(html, url))


BLURBS = "".join(
    f"<div><b>Rope {i}</b><span>{'hemp, sisal or wool ' * 4}</span></div>" for i in range(20)
)
OF_ARTICLE = '<script type=\'application/ld+json\'>{"@type": "Article"}</script>'
OF_PAGE = (
    "<script type='application/ld+json'>"
    '{"@type": "WebPage", "datePublished": "2024-03-05"}</script>'
)
BYLINE = "</h1><i>5 March 2024</i>"
TEMPLATES = [
    "archive category category-boats wp-custom-logo",
    "template-collection",
    "lang-en page-category category-id-10",
    "page-with-sidebar catalog-category-view",
    "mediawiki ltr ns-14 ns-subject",
    "tag-template tag-boats",
]
PATHS = [
    "/category/boats",
    "/tags/boats/",
    "/collections/all",
    "/topics/boats",
    "/search",
    "/a/list_2.html",
]


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_template_of_a_list_is_known_by_its_class(template: str):
    assert found(with_list(ENGLISH, BLURBS, template=template)) is NoArticle.LIST_PAGE


@pytest.mark.parametrize(
    "template",
    [
        "single single-post postid-12",
        "post-template tag-boats",
        "page-product tax-display-enabled",
    ],
)
def test_the_template_of_a_post_is_none(template: str):
    assert isinstance(found(with_list(ENGLISH, BLURBS, template=template)), Article)


def test_the_only_text_on_a_page_is_an_article_whatever_the_template():
    assert isinstance(found(with_list(ENGLISH, "", template="archive")), Article)


@pytest.mark.parametrize("path", PATHS)
def test_a_list_is_known_by_its_address_where_nothing_says_that_it_is_an_article(path: str):
    url = f"https://shop.example{path}"
    assert found(with_list(ENGLISH, BLURBS), url) is NoArticle.LIST_PAGE
    published = "<meta property='article:published_time' content='2024-03-05'>"
    for said in (published, OF_PAGE, OF_ARTICLE, OF_ARTICLE * 2):
        assert isinstance(found(with_list(ENGLISH, BLURBS, head=said), url), Article)


@pytest.mark.parametrize(
    "path",
    [
        "/archives/1234",
        "/topics/1234",
        "/category/boats/ferry.html",
        "/c/1234",
        "/c/2024-03-05/ferry.shtml",
        "/a/c",
    ],
)
def test_a_post_below_the_address_of_a_list_is_an_article(path: str):
    assert isinstance(found(with_list(ENGLISH, BLURBS), f"https://shop.example{path}"), Article)


def test_words_before_a_long_list_of_links_are_its_introduction():
    lines = "".join(f"<p>{line}</p>" for line in ENGLISH)
    index = (
        f"<html><body><div><h1>Ropes</h1><i>5 March 2024</i>{lines}<ul>%s</ul></div></body></html>"
    )
    assert found(index % items(100)) is NoArticle.LIST_PAGE
    assert isinstance(found(index % items(20)), Article)


def test_a_long_list_of_links_elsewhere_makes_no_article_an_introduction():
    assert isinstance(found(with_list(ENGLISH, f"<ul>{items(100)}</ul>")), Article)


@pytest.mark.parametrize(("count", "kind"), [(6, Article), (40, NoArticle)])
def test_a_short_text_above_very_many_teasers_is_their_introduction(count: int, kind: type):
    teasers = "".join(
        f"<div><h3><a href=/i/{i}>Rope number {i}</a></h3><p>{TEASERS[i % 5]}</p></div>"
        for i in range(count)
    )
    assert isinstance(found(with_list(ENGLISH[:2], teasers)), kind)


OF_POST = "<meta property='og:type' content='article'>"
PRODUCT = "<meta property='og:type' content='product'>"


def test_a_product_may_have_accessories_with_prices_but_not_a_shop_full_of_them():
    few, many = (f"<ul>{items(count, '$ 12.50')}</ul>{BLURBS}" for count in (12, 30))
    assert isinstance(found(with_list(ENGLISH, few, head=PRODUCT)), Article)
    assert found(with_list(ENGLISH, many, head=PRODUCT)) is NoArticle.LIST_PAGE


def test_the_date_of_a_page_with_prices_is_that_of_an_article_if_it_describes_one():
    goods = f"<ul>{items(12, '$ 12.50')}</ul>{BLURBS}"
    assert found(with_list(ENGLISH, goods, head=OF_PAGE)) is NoArticle.LIST_PAGE
    assert isinstance(found(with_list(ENGLISH, goods, head=OF_PAGE + OF_ARTICLE)), Article)


def test_a_dated_text_that_is_most_of_its_page_is_no_list_of_what_a_shop_sells():
    prices = "".join(f"<li>$ {number}.50</li>" for number in range(12))
    page = with_list(ENGLISH, "", head=PRODUCT).replace("<h1>", f"<ul>{prices}</ul><h1>")
    assert found(page) is NoArticle.LIST_PAGE
    assert isinstance(found(page.replace("</h1>", BYLINE)), Article)


def test_a_small_part_of_a_page_without_a_name_or_a_date_of_its_own_is_no_article():
    page = with_list(ENGLISH[:3], BLURBS * 3)
    assert isinstance(found(page), Article)
    assert found(page.replace("<h1>Ropes</h1>", "")) is NoArticle.LIST_PAGE
    assert isinstance(found(page.replace("<h1>Ropes</h1>", BYLINE)), Article)


def test_a_table_of_prices_in_a_text_makes_no_shop_of_it():
    rows = "".join(
        f"<tr><td>Hemp rope of {i} metres</td><td>$ {i}.50</td></tr>" for i in range(12)
    )
    words = "".join(f"<p>{line}</p>" for line in ENGLISH)

    def priced(table: str) -> object:
        text = f"{words}<table>{table}</table>{words.replace('The', 'Then the')}"
        return found(with_list([text], BLURBS))

    assert isinstance(priced(rows), Article)
    assert priced(rows * 8) is NoArticle.LIST_PAGE


GOODS = [
    ("https://shop.example/ropes", "/product/{}"),
    ("https://shop.example/ropes", "https://shop.example/de/produkte/{}"),
    ("https://shop.example/en/c/ropes", "/en/p/{}"),
]


@pytest.mark.parametrize(("url", "link"), GOODS)
def test_a_text_among_more_links_to_goods_than_it_tells_of_is_no_article(url: str, link: str):
    def landing(count: int, link: str) -> object:
        goods = "".join(f"<p><a href='{link.format(i)}'>Rope {i}</a></p>" for i in range(count))
        return found(with_list(ENGLISH, BLURBS + goods), url)

    assert landing(20, link) is NoArticle.LIST_PAGE
    assert isinstance(landing(4, link), Article)
    assert isinstance(landing(20, "/story/{}"), Article)
    assert isinstance(landing(20, link.replace("{}", "1")), Article)
    menu = "".join(f"<li><a href='{link.format(i)}'>Rope {i}</a></li>" for i in range(20))
    page = with_list(ENGLISH, BLURBS).replace("<h1>", f"<ul>{menu}</ul><h1>")
    assert isinstance(found(page, url), Article)


def test_posts_may_be_named_as_some_shops_name_goods():
    posts = "".join(f"<p><a href='/p/{i}.html'>Story {i}</a></p>" for i in range(20))
    assert isinstance(found(with_list(ENGLISH, BLURBS + posts), "https://n.example/p/7"), Article)


EMPTY = [
    "<div class='grid product-list'></div>",
    "<ul id=goodsList><!-- --></ul>",
    "<div id=productList12><product-search></product-search></div>",
    "<product-grid></product-grid>",
]


@pytest.mark.parametrize("empty", EMPTY)
def test_a_short_text_above_goods_that_a_script_shows_is_no_article(empty: str):
    assert found(with_list(ENGLISH[:3], empty)) is NoArticle.LIST_PAGE
    # Beside a date, in a post, in a long text, with words of its own or by another name it says nothing.
    linked = with_list(ENGLISH[:3], f"{empty}<ul>{items(12)}</ul>")
    assert found(linked) is NoArticle.LIST_PAGE
    assert isinstance(found(linked.replace("</h1>", BYLINE)), Article)
    assert isinstance(found(with_list(ENGLISH[:3], empty, head=OF_POST)), Article)
    long = [f"{number}: {line}" for number in range(4) for line in ENGLISH]
    assert isinstance(found(with_list(long, empty)), Article)
    full = empty.replace("></", f">{ENGLISH[3]}</").replace("<!-- -->", ENGLISH[3])
    assert isinstance(found(with_list(ENGLISH[:3], full)), Article)
    other = empty.replace("product", "picture").replace("goods", "pictures")
    assert isinstance(found(with_list(ENGLISH[:3], other)), Article)


def test_what_an_article_introduces_is_not_looked_for(monkeypatch: pytest.MonkeyPatch):
    page = with_list(ENGLISH, f"<ul>{items(12)}</ul>{BLURBS}", head=OF_POST)
    before = found(page)
    assert isinstance(before, Article)
    # To read each link again takes longer than all else on a page with many.
    monkeypatch.setattr(Entries, "are_introduced", None)
    monkeypatch.setattr(collection, "awaits_goods", None)
    assert found(page) == before


def test_a_table_of_figures_is_no_article():
    table = "".join(
        "<tr>" + "".join(f"<td>.{i * 71 * j % 999} {i}-{j}</td>" for j in range(10, 24)) + "</tr>"
        for i in range(10, 40)
    )
    words = f"<h1>League</h1><p>{ENGLISH[0]}</p>"
    assert found(f"<html><body>{words}<table>{table}</table></body></html>") is NoArticle.NO_TEXT
    rest = "".join(f"<p>{line}</p>" for line in ENGLISH)
    assert isinstance(found(f"<html><body>{words}{rest}</body></html>"), Article)


def test_teasers_around_an_article_do_not_make_it_a_list():
    body = "<h1>Ferry</h1>" + "".join(f"<p>{t}</p>" for t in ENGLISH) + cards("h3")
    article = DefaultExtractor()(Response(page(body, "Ferry - River Bend Gazette")))
    assert article is not None
    assert article.text.split("\n") == ENGLISH


def test_an_article_about_missing_pages_is_an_article():
    text = [*ENGLISH, "Old links to the timetable now say that the page was not found, he said."]
    body = "<h1>Ferry</h1>" + "".join(f"<p>{t}</p>" for t in text)
    article = DefaultExtractor()(Response(page(body, "Ferry - River Bend Gazette")))
    assert article is not None
    assert article.text.split("\n") == text


@pytest.mark.parametrize(
    "text",
    [
        "The missing hiker was not found on Sunday, although forty men searched the valley, police said.",
        "It took just a moment for the old bridge to fall into the river, and nobody was on it.",
        "考生请登录市人事考试网，在5月10日前打印准考证，逾期不能补打。考场设在第一中学和职业技术学院。",
        "今天上午，本市多个政务网页无法打开，持续约四十分钟。信息中心说，是机房空调故障引起的。",
        "老师说，这门课的内容，有一半学生无法跟上，所以从下周起放慢进度。家长委员会已经同意增加辅导。",
        "八十岁的李奶奶忘记密码，在银行门口坐了一个上午，直到民警把她送回家。银行后来派人上门帮忙。",
        "这本 500 页的书写了十年，写的是渡口两岸的人家。作者说，他只写自己认识的人，名字一个也没有改。",
        "전문가들은 아직 뾰족한 해법을 찾을 수 없다고 말했다. 시는 다음 달까지 다리를 막고 다시 조사한다.",
    ],
)
def test_a_short_article_with_the_words_of_a_failure_is_an_article(text: str):
    article = DefaultExtractor()(Response(page(f"<h1>Ferry</h1><p>{text}</p>", "Ferry")))
    assert article is not None
    assert article.text == text


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, the page that you were looking for was not found on this host. Please try a search instead.",
        "Oops! That page can’t be found. It looks like nothing was found here, maybe try a search instead.",
        "您还没有登录，请登录后查看。登录以后可以阅读本站的全部内容，也可以在文章下面发表您的看法。",
        "요청하신 페이지를 찾을 수 없습니다. 입력하신 주소가 정확한지 다시 한번 확인해 주시기 바랍니다.",
        "对不起，该内容无法查看。您可以返回首页继续浏览，或者联系管理员了解具体的原因，谢谢您的理解。",
    ],
)
def test_a_failure_in_a_few_words_is_no_article(text: str):
    found = DefaultExtractor().read(Response(page(f"<h1>Ferry</h1><p>{text}</p>", "Ferry")))
    assert found is NoArticle.NO_TEXT


def test_different_short_articles_never_share_their_footer():
    texts = {
        article.text
        for sentence in CHINESE
        if (
            article := DefaultExtractor()(
                Response(page(f"<h1>短讯</h1><p>{sentence}</p>", "短讯"))
            )
        )
    }
    assert texts == set(CHINESE)
