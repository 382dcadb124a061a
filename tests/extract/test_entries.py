"""Pages that list others, as common software writes them, and articles that look like them."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle

from .pages import ENGLISH, Response

NAMES = ["ferry", "miller", "harbour", "baker", "library", "potter", "bridge", "school", "market"]


def title(number: int) -> str:
    return f"How the {NAMES[number % 9]} of street {number} was saved"


def text(number: int) -> str:
    return f"In house {number} the {NAMES[number % 9]} was told of it, and {ENGLISH[number % 4].lower()}"


def post(number: int) -> str:
    """A whole post, as in the archive of a month."""
    return "".join(f"<p>{text(100 * number + i)}</p>" for i in range(9))


def wordpress(number: int, content: str) -> str:
    link = f"https://notes.example/2024/03/post-{number}/"
    return (
        f"<article><header><h2 class=entry-title><a href='{link}'>{title(number)}</a></h2><div>"
        f"<a href='{link}'><time datetime='2024-03-0{number % 9 + 1}'>March {number % 9 + 1}, 2024</time>"
        f"</a></div></header><div class=entry-content>{content}</div></article>"
    )


def blogger(number: int, content: str) -> str:
    lines = content.replace("<p>", "").replace("</p>", "<br><br>")
    return (
        f"<div class=date-outer><h2 class=date-header>March {number + 1}, 2024</h2><div class=post>"
        f"<h3 class=post-title><a href='/2024/03/{number}.html'>{title(number)}</a></h3>"
        f"<div class=post-body>{lines}</div></div></div>"
    )


def webflow(number: int, content: str) -> str:
    return (
        f"<div class=w-dyn-item><div>March {number + 1}, 2024</div><a href='/blog/{number}'><h2>"
        f"{title(number)}</h2></a>{content}<a class=button href='/blog/{number}'>Read</a></div>"
    )


def buttons(number: int, content: str) -> str:
    return (
        f"<div class=col><div class=box><span>March {number + 1}, 2024</span><h3>{title(number)}</h3>"
        f"{content}<a href='/news/{number}'>Read more</a></div></div>"
    )


def linked(number: int, content: str) -> str:
    return f"<a class=card href='/news/{number}'><h3>{title(number)}</h3>{content}</a>"


def product(number: int, _: str) -> str:
    return (
        f"<div class=item><a href='/p/{number}'><img></a><h3><a href='/p/{number}'>Hemp rope of "
        f"{number} metres</a></h3><p>Item 44-{number}</p></div>"
    )


def event(number: int, content: str) -> str:
    return (
        f"<div><time datetime='2024-04-0{number % 9 + 1}'>April</time><h3><a href='/events/{number}'>"
        f"{title(number)}</a></h3>{content}</div>"
    )


def page_of(entries: str, heading: str = "News", head: str = "", intro: str = "") -> Response:
    """A page of the site with these *entries* below its heading and an introduction."""
    html = (
        f"<html><head><title>{heading} - River notes</title>{head}</head><body><h1>{heading}</h1>"
        f"<div>{intro}</div><div><div>{entries}</div></div></body></html>"
    )
    return Response(html, "https://notes.example/boats-and-more")


def read(response: Response) -> object:
    return DefaultExtractor().read(response)


@pytest.mark.parametrize("form", [wordpress, blogger])
@pytest.mark.parametrize("heading", ["March 2024", "Page 2"])
def test_posts_in_full_one_below_the_other_are_a_list(form, heading: str):
    def archive(count: int) -> Response:
        return page_of("".join(form(i, post(i)) for i in range(count)), heading)

    assert read(archive(6)) is NoArticle.LIST_PAGE
    assert isinstance(read(archive(1)), Article)


def test_links_to_comments_between_posts_do_not_make_an_article_of_the_first():
    posts = "".join(
        f"<article><h2><a href='/2024/{i}'>{title(i)}</a></h2><div>March {i + 1}, 2024</div>{content}"
        f"<a href='/2024/{i}#comments'>Leave a comment</a></article>"
        for i, content in enumerate((post(0), post(1), f"<p>{text(1)}</p><p>{text(2)}</p>"))
    )
    html = f"<html><head><title>Notes</title></head><body><main>{posts}</main></body></html>"
    assert read(Response(html, "https://notes.example/")) is NoArticle.LIST_PAGE


def test_chapters_below_an_article_may_have_linked_headings():
    intro = f"<p>{text(1)}</p><p>{text(2)}</p>"
    assert isinstance(read(page_of(wordpress(0, post(0)) * 6, "Ferry", intro=intro)), Article)


@pytest.mark.parametrize("form", [wordpress, webflow, buttons, linked, event])
@pytest.mark.parametrize("intro", ["", f"<p>{text(77)} {text(78)}</p>"])
def test_teasers_are_a_list_whatever_is_said_above_them(form, intro: str):
    entries = "".join(form(i, f"<p>{text(i)}</p>") for i in range(12))
    assert isinstance(read(page_of(entries, intro=intro)), NoArticle)


@pytest.mark.parametrize("below", [False, True])
def test_a_short_text_beside_more_goods_than_it_tells_of_is_no_article(below: bool):
    def shop(count: int, lines: int) -> Response:
        goods = "".join(product(i, "") for i in range(count))
        words = f"<div>{''.join(f'<p>{text(i)}</p>' for i in range(lines))}</div>"
        return page_of(goods + words if below else words + goods, "Ropes")

    assert read(shop(24, 8)) is NoArticle.LIST_PAGE
    assert isinstance(read(shop(24, 30)), Article)
    assert isinstance(read(shop(6, 8)), Article)


DATE = "<meta property='article:published_time' content='2024-03-05'>"
OF_POST = "<meta property='og:type' content='article'>"


@pytest.mark.parametrize(
    "head",
    [
        DATE,
        OF_POST,
        OF_POST.replace("article", "Article"),
        OF_POST.replace("article", "blog"),
        OF_POST.replace("article", "news"),
        "<i>5 March 2024</i>",
        "<i>3 hours ago</i>",
    ],
)
def test_a_dated_text_is_an_article_however_many_others_are_named_below_it(head: str):
    lines = "".join(f"<p>{text(i)}</p>" for i in range(9))
    others = "".join(product(i, "") for i in range(30))
    intro = f"{head if head.startswith('<i') else ''}{lines}"
    response = page_of(others, "Ferry", head if head.startswith("<meta") else "", intro)
    assert isinstance(read(response), Article)


def test_the_posts_of_a_thread_are_no_teasers():
    posts = "".join(
        f"<div><h4>Member {i}</h4><span>March {i + 1}, 2024</span><div><p>{text(i)}</p></div>"
        f"<a href='/reply?to={i}'>Reply</a></div>"
        for i in range(12)
    )
    assert isinstance(read(page_of(posts, "Which rope?")), Article)


@pytest.mark.parametrize("name", ["More stories", "更多内容", "関連記事"])
def test_what_is_headed_as_other_stories_is_not_what_a_text_introduces(name: str):
    lines = "".join(f"<p>{text(i)}</p>" for i in range(5))
    others = "".join(product(i, "") for i in range(12))
    assert read(page_of(others, "Ropes", intro=lines)) is NoArticle.LIST_PAGE
    found = read(page_of(f"<h2>{name}</h2>{others}", "Ropes", intro=lines))
    assert isinstance(found, Article)
    assert found.text.count("\n") == 4
    before = f"{others}<h2>{name}</h2>{product(20, '')}"
    assert read(page_of(before, "Ropes", intro=lines)) is NoArticle.LIST_PAGE


MADE = "How the ropes of the harbour were made"


def chapters(mark: str, numbers: range) -> str:
    return "".join(
        f"<h2><a href='/rope/{i}'>{mark.format(i)} {title(i)}</a></h2><p>{text(i)}</p>"
        for i in numbers
    )


@pytest.mark.parametrize("mark", ["{}.", "#{}", "§ {}", "第{}条"])
def test_numbered_headings_are_those_of_one_text(mark: str):
    for numbers in (range(1, 8), range(7, 0, -1), range(12, 19)):
        assert isinstance(read(page_of(chapters(mark, numbers), MADE)), Article)
    for numbers in (range(1, 15, 2), range(57, 50, -1)):
        assert read(page_of(chapters(mark, numbers), MADE)) is NoArticle.LIST_PAGE


IN_DATA = "<script type='application/ld+json'>{{\"@graph\": [{}]}}</script>"
AN_ARTICLE = '{"@type": "Article", "headline": "Ropes"}'


@pytest.mark.parametrize("head", [OF_POST, IN_DATA.format(AN_ARTICLE)])
def test_a_page_that_says_it_is_an_article_is_none_of_posts(head: str):
    entries = chapters("", range(7))
    assert read(page_of(entries, MADE)) is NoArticle.LIST_PAGE
    page = page_of(entries, MADE, head)
    assert isinstance(read(page), Article)
    several = IN_DATA.format(f"{AN_ARTICLE}, {AN_ARTICLE}")
    assert read(page_of(entries, MADE, several)) is NoArticle.LIST_PAGE
    for url in ("https://notes.example/", "https://notes.example/category/ropes/"):
        assert read(Response(page.text, url)) is NoArticle.LIST_PAGE
    archive = page.text.replace("<body>", "<body class='archive date'>")
    assert read(Response(archive, page.url)) is NoArticle.LIST_PAGE


def test_linked_teasers_headed_as_related_make_no_list_of_a_short_text():
    teasers = "".join(f"<div><a href='/n/{i}'><p>{text(i)}</p></a></div>" for i in range(6))

    def page(heading: str) -> object:
        return read(page_of(f"<p>{text(77)}</p><h2>{heading}</h2>{teasers}"))

    for heading in ("From our town", "Latest posts", "最新文章"):
        assert page(heading) is NoArticle.LIST_PAGE
    for heading in ("大家都在看", "Related stories"):
        found = page(heading)
        assert isinstance(found, Article)
        assert found.text == text(77)


def test_a_text_above_titles_with_a_place_and_a_date_each_introduces_them():
    def vacancies(count: int, line: str) -> object:
        items = "".join(f"<li>{line.format(i, title(i), i % 9 + 1)}</li>" for i in range(count))
        return read(page_of(f"<ul>{items}</ul>", "Vacancies", intro=f"<p>{text(77)}</p>"))

    dated = "<a href='/v/{}'>{}</a> Riverton County, full time March {}, 2024"
    assert vacancies(12, dated) is NoArticle.LIST_PAGE
    assert isinstance(vacancies(5, dated), Article)
    assert isinstance(vacancies(12, dated.partition(" March")[0]), Article)


@pytest.mark.parametrize("form", ["<h2><a href='{}'>{}</a></h2>", "<p><a href='{}'>{}</a></p>"])
@pytest.mark.parametrize(("host", "kind"), [("", NoArticle), ("https://n{}.example", Article)])
def test_a_text_about_pages_of_other_sites_is_an_article(form: str, host: str, kind: type):
    parts = "".join(
        f"<div>{form.format(host.format(i) + f'/tales/{i}/', title(i))}<p>March {i + 1}, 2024</p>"
        f"<p>{text(i)}</p></div>"
        for i in range(12)
    )
    page = page_of(parts, "Tales of the river", intro=f"<p>{text(77)} {text(78)}</p>")
    assert isinstance(read(page), kind)


@pytest.mark.parametrize("form", [wordpress, blogger, webflow, buttons, linked])
def test_the_date_of_a_home_page_makes_no_article_of_it(form):
    entries = "".join(form(i, f"<p>{text(i)}</p><p>{text(i + 20)}</p>") for i in range(12))
    page = page_of(entries, "Boats", DATE, f"<p>{text(77)} {text(78)}</p>")
    assert isinstance(read(page), Article)
    for url in ("https://notes.example/", "https://notes.example"):
        assert read(Response(page.text, url)) is NoArticle.LIST_PAGE
