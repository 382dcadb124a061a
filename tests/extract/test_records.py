"""Lists told by what repeats on them, and articles with parts that are alike."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle
from scrapy_neardup.extract.no_article.records import are_counted_down, are_numbered, find_records

from .pages import Response
from .test_entries import page_of, post, read, text, title


def profile(number: int) -> str:
    """Of a directory: the name is no link, the button is."""
    return (
        f"<div><h3>{title(number)}</h3><p>{text(number)}</p>"
        f"<a class=button href='/profiles/{number}'>View profile</a></div>"
    )


def episode(number: int) -> str:
    """Of a podcast, with notes in full."""
    return (
        f"<div><div><a href='/episodes/{number}'>{title(number)}</a></div><div>March {number + 1}, "
        f"2024</div><div>{post(number)}</div></div>"
    )


def release(number: int) -> str:
    """Of what is told to the press."""
    return (
        f"<li><p>March {number + 1}, 2024</p><p><a href='/press/{number}'>{title(number)}</a></p>"
        f"<p>{text(number)}</p></li>"
    )


def row(number: int) -> str:
    """Of a list whose pages differ by a query only."""
    return (
        f"<tr><td><a href='show.php?id={number}'>{title(number)}</a><br>{text(number)}<br>"
        f"Town hall</td></tr>"
    )


def video(number: int) -> str:
    return (
        f"<div><div><a href='/watch/{number}'>{title(number)}</a><div>{number}12 views</div>"
        f"<div>{text(number)}</div></div></div>"
    )


def ware(number: int) -> str:
    """Of a shop, with no word that tells of a price."""
    return (
        f"<div><div><a href='/ropes/{number}'>Hemp rope of {number} metres</a></div>"
        "<div>Three colours</div></div>"
    )


def filed(number: int) -> str:
    """Of a site whose titles stand behind their category, and before a date and counts."""
    return (
        f"<li>[<a href='/town/'>Town</a>] <a href='/a/{number}.html'>{title(number)}</a><span>Date: "
        f"2024-03-{number + 10} Views: {number} Votes: 0</span><p>{text(number)}</p></li>"
    )


def note(number: int) -> str:
    """Of one writer, whose name stands before the date that is the link to the note."""
    return (
        f"<div><a href='/ann'>Ann of the harbor</a> <a href='/note/{number}'>3-{number + 1} 08:00"
        f"</a><p>{text(number)}</p><div>{number} likes</div></div>"
    )


def concert(number: int) -> str:
    """Of a table of events, whose names are no headings."""
    return (
        f"<tr><td>March {number + 1}, 2024</td><td><b>{title(number)}</b><br>{text(number)}<br>"
        f"<a href='/events/{number}'>Details</a></td></tr>"
    )


def discussed(number: int) -> str:
    """Of a blog with posts in full, that links to the comments on each."""
    return (
        f"<div><h2>{title(number)}</h2><p>March {number + 1}, 2024</p>{post(number)}"
        f"<a href='/2024/{number}.html#comments'>{number + 2} comments</a></div>"
    )


def broadcast(number: int) -> str:
    """The latest of many, with more text than a teaser has."""
    return (
        f"<div><h3>Episode {80 - number}: {title(number)}</h3><p>{text(number)} {text(number + 20)}"
        f"</p><a href='/heard/{number}'>Listen</a></div>"
    )


def dispatch(number: int) -> str:
    """A date, a title and a text in no element of their own, as editors write a page by hand."""
    return (
        f"<p>March {number + 1}, 2024</p><p><a href='/sent/{number}'>{title(number)}</a></p>"
        f"<p>{text(number)}</p>"
    )


def day(number: int) -> str:
    """The same under the date as its heading."""
    return dispatch(number).replace("<p>", "<h4>", 1).replace("</p>", "</h4>", 1)


def good(number: int) -> str:
    """Of a table of goods with short names."""
    return (
        f"<tr><td><a href='/n/{number}'>Rope</a></td><td>{text(number)}</td><td>$ {number}.50</td>"
        "</tr>"
    )


@pytest.mark.parametrize(
    "form",
    [
        profile,
        episode,
        release,
        row,
        video,
        filed,
        note,
        concert,
        discussed,
        broadcast,
        dispatch,
        day,
        good,
    ],
)
@pytest.mark.parametrize("intro", ["", f"<p>{text(77)} {text(78)}</p>"])
def test_what_stands_in_like_elements_with_a_link_each_is_a_list(form, intro: str):
    page = page_of("".join(map(form, range(12))), intro=intro)
    assert read(page) is NoArticle.LIST_PAGE


def test_a_text_with_headings_below_a_shop_s_goods_tells_of_these():
    words = "".join(f"<h2>{title(i)}</h2><p>{text(i)}</p><p>{text(i + 9)}</p>" for i in range(4))

    def shop(count: int) -> object:
        return read(page_of(f"{''.join(map(ware, range(count)))}<section>{words}</section>"))

    assert shop(30) is NoArticle.LIST_PAGE
    assert isinstance(shop(6), Article)


OF_PAGE = (
    "<meta property='og:type' content='article'><script type='application/ld+json'>"
    '{"@graph": [{"@type": "WebPage", "datePublished": "2024-03-05T10:00:00Z"}]}</script>'
)
OF_ARTICLE = OF_PAGE.replace('"WebPage"', '"Article"')
DATED_TWICE = f"{OF_PAGE}<meta property='article:published_time' content='2024-03-05T10:00:00Z'>"


@pytest.mark.parametrize(
    ("head", "kind"), [(OF_PAGE, NoArticle), (OF_ARTICLE, Article), (DATED_TWICE, Article)]
)
@pytest.mark.parametrize("form", [profile, ware])
def test_the_date_of_a_page_makes_no_article_of_a_list(form, head: str, kind: type):
    page = page_of("".join(map(form, range(12))), head=head, intro=f"<p>{text(77)} {text(78)}</p>")
    assert isinstance(read(page), kind)


def test_goods_with_prices_on_a_page_with_a_date_of_its_own_are_a_list():
    goods = "".join(
        f"<li><a href='/p/{i}'>Hemp rope of {i} metres</a><div>$12.50</div></li>"
        for i in range(12)
    )
    words = "".join(f"<h2>{title(i)}</h2><p>{text(i)}</p>" for i in range(3))
    assert isinstance(read(page_of(goods, head=OF_PAGE, intro=words)), NoArticle)
    prices = "".join(f"<li>Hemp rope of {i} metres costs $12.50</li>" for i in range(12))
    page = page_of("", head=OF_PAGE, intro=f"{words}<ul>{prices}</ul>{words}")
    assert isinstance(read(page), Article)


@pytest.mark.parametrize("mark", ["{}. ", "Step {}: "])
def test_numbered_parts_with_a_button_each_are_one_text(mark: str):
    def steps(first: int) -> object:
        parts = "".join(
            f"<div><h3>{mark.format(i)}{title(i)}</h3><p>{text(i)}</p><a href='/img/{i}'>Photo</a></div>"
            for i in (first, *range(2, 10))
        )
        return read(page_of(parts, intro=f"<p>{text(77)}</p>"))

    assert isinstance(steps(1), Article)
    assert steps(7) is NoArticle.LIST_PAGE


def test_longer_parts_with_a_button_each_are_a_guide():
    def parts(times: int) -> object:
        return "".join(
            f"<div><h3>{title(i)}</h3><p>{' '.join([text(i)] * times)}</p>"
            f"<a href='/help/{i}'>Learn more</a></div>"
            for i in range(8)
        )

    assert read(page_of(parts(1))) is NoArticle.LIST_PAGE
    assert isinstance(read(page_of(parts(3))), Article)


def test_a_date_above_the_first_of_them_is_an_article_s():
    parts = "".join(map(profile, range(12)))
    assert isinstance(read(page_of(parts, intro=f"<p>5 March 2024</p><p>{text(77)}</p>")), Article)


@pytest.mark.parametrize("link", ["/reply.php?to={}", "/post/{}"])
def test_the_posts_of_a_thread_with_a_link_each_are_none(link: str):
    name = "Reply" if "?" in link else "March {}, 2024"
    posts = "".join(
        f"<div><h4>sailor{i}</h4><div>March {i + 1}, 2024</div><div><p>{text(i)}</p></div>"
        f"<a href='{link.format(i)}'>{name.format(i + 1)}</a></div>"
        for i in range(9)
    )
    assert isinstance(read(page_of(posts, "Which rope for a boat?")), Article)


@pytest.mark.parametrize("name", ["Report", "Share", "#{}", "{} likes"])
def test_the_posts_of_a_thread_with_a_button_each_are_none(name: str):
    posts = "".join(
        f"<div><h4>Anna {title(i)[8:20]} of Riverton</h4><div>March {i + 1}, 2024</div>"
        f"<div><p>{text(i)}</p></div><a href='/post/{i}'>{name.format(i + 2)}</a></div>"
        for i in range(9)
    )
    if "{" not in name:
        posts = posts.replace("h4>", "div>")
    assert isinstance(read(page_of(posts, "Which rope for a boat?")), Article)


def test_a_recipe_above_others_is_no_introduction_to_them():
    others = "".join(
        f"<div><h4><a href='/recipes/{i}'>Leek soup number {i}</a></h4><span>20 min</span></div>"
        for i in range(12)
    )
    items = "".join(f"<li>{i + 2} cups of peas, and a spoon of salt</li>" for i in range(6))
    recipe = f"<p>{text(1)}</p><h2>Ingredients</h2><ul>{items}</ul><h2>Method</h2><p>{text(2)}</p>"
    found = read(page_of(others, "Pea soup", intro=recipe))
    assert isinstance(found, Article)
    assert "spoon of salt" in found.text
    assert read(page_of(others, "Soups", intro=f"<p>{text(1)}</p><p>{text(2)}</p>")) is (
        NoArticle.LIST_PAGE
    )


def test_numbers_are_those_of_one_text_if_they_go_up_or_down_to_one():
    assert are_numbered(["Part 1", "Part 2", "Part 3"])
    assert are_numbered(["3. Rope", "2. Mast", "1. Oar"])
    assert not are_numbered(["Episode 3", "Episode 2", "Episode 1"])
    assert not are_numbered(["1. Rope", "Mast"])
    assert are_numbered(["1. Rope", "2. Mast", "3. Oar", "4. Sail", "Bonus: Flag"])
    for titles in ("No. {}", "Tip #{}", "Q{}. Rope", "{}位", "{}日目", "（{}）"):
        assert are_numbered([titles.format(number) for number in range(1, 6)])
    for ones in ("①②③④⑤", "１２３４５", "一二三四五", "九十"):
        assert are_numbered([f"{one}、绳子" for one in ones])
    assert are_numbered(["第九章", "第十章", "第十一章", "第十二章"])
    assert not are_numbered(["一个渡口", "三座桥", "两条船"])
    assert not are_numbered([])


def test_numbers_that_go_down_and_end_above_one_are_those_of_a_series():
    for called in ("Episode {}", "Issue #{}", "Folge {}: Seile", "第{}期", "第{}回"):
        assert are_counted_down([called.format(number) for number in range(60, 50, -1)])
        assert not are_counted_down([called.format(number) for number in range(10, 0, -1)])
        assert not are_counted_down([called.format(number) for number in range(50, 60)])
    assert not are_counted_down([f"{number}. Rope" for number in range(60, 50, -1)])
    assert not are_counted_down(["Episode 60", "Episode 59"])
    assert not are_counted_down(["Rope", "Mast", "Oar", "Sail", "Flag"])


def test_few_kinds_of_records_are_looked_at_those_with_the_most_links():
    def of_kind(depth: int) -> str:
        items = "".join(
            f"<div><p><a href='/{depth}/{i}'>{title(i)}</a></p><p>{text(i)}</p></div>"
            for i in range(5 + depth)
        )
        return "<div><p>Rope</p>" * depth + items + "</div>" * depth

    page = Response(f"<html><body><h1>Ropes</h1>{''.join(map(of_kind, range(20)))}</body></html>")
    reading = DefaultExtractor().find(page.selector.root, page.url)
    assert reading.body is not None
    body = reading.body._replace(start=0, stop=len(reading.page.blocks))
    found = find_records(reading.page, reading.url, body, 5)
    assert [len(kind) for kind in found] == [*range(24, 12, -1)]
    # Each line is in one record of a kind at most, so that the work grows with the page alone.
    for kind in found:
        assert all(one.stop <= other.start for one, other in pairwise(kind))
