"""Articles of the open web: wrappers with misleading names, comments, pages that list things."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import DefaultExtractor, NoArticle

from .pages import CHINESE, ENGLISH, Response, portal

LONG = ENGLISH * 3
URL = "https://guides.example/boats/ferry"


def paragraphs(lines: list[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)


def page(body: str, title: str = "Ferry", head: str = "") -> Response:
    return Response(
        f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>", URL
    )


def lines_of(response: Response) -> list[str]:
    article = DefaultExtractor()(response)
    assert article is not None
    return list(article.lines)


@pytest.mark.parametrize(
    "wrapper",
    [
        "<div class='post-and-ads-container'>",
        "<div class='grid toc-content-sidebar'>",
        "<div class='share-btn'>",
        "<div style='display: none'>",
        "<div hidden>",
        "<div class='field field--label-hidden overflow-hidden'>",
        "<div class='post type-post tag-boats tag-river'>",
        "<div class='widget-text-editor'>",
        "<button class=menu><span></span>" + "<i></i>" * 60,
    ],
)
def test_a_wrapper_around_the_article_is_read_whatever_its_name(wrapper: str):
    intro = f"<h1>Ferry</h1><p>{CHINESE[0]}</p>"
    found = lines_of(page(intro + wrapper + paragraphs(LONG)))
    assert [line for line in found if line in ENGLISH] == ENGLISH


@pytest.mark.parametrize(
    "wrapper",
    [
        "<div class=comments>",
        "<div class=related-posts>",
        "<div class=cookie-notice>",
        "<div class=login-modal>",
        "<footer>",
        "<div id=footer>",
    ],
)
def test_text_of_others_is_never_the_article_however_long(wrapper: str):
    article = "<h1>Ferry</h1><article>" + paragraphs(ENGLISH) + "</article>"
    assert lines_of(page(article + wrapper + paragraphs(CHINESE * 9) + "</div>")) == ENGLISH


def test_the_rest_of_a_text_is_read_that_a_button_to_read_more_opens():
    rest = f"<div class=read-more-wrap>{paragraphs(CHINESE * 3 + ENGLISH)}</div>"
    found = lines_of(page(f"<h1>Ferry</h1><div><p>{ENGLISH[2]}</p><div>{rest}</div></div>"))
    assert found == [ENGLISH[2], *CHINESE, ENGLISH[0], ENGLISH[1], ENGLISH[3]]


@pytest.mark.parametrize(
    "name", ["comments-open", "cookie-law-body", "footer-fixed", "recommend", "subscription"]
)
def test_a_wrapper_around_the_article_and_its_heading_is_read_beside_another_text(name: str):
    other = f"<div><p>{CHINESE[2]}</p><p>{CHINESE[3]}</p></div>"
    article = f"<div class={name}><div><h1>Ferry</h1>{paragraphs(ENGLISH)}</div></div>"
    assert lines_of(page(f"{other}{article}")) == ENGLISH


@pytest.mark.parametrize("name", ["comments", "related-posts"])
def test_an_article_below_a_heading_that_is_left_unread_is_not_given_up_for_what_others_say(name):
    heading = "<div class=banner><h1>Ferry</h1></div>"
    others = "".join(f"<div><b>Joe</b><p>{line}</p></div>" for line in CHINESE * 9)
    body = f"{heading}<main>{paragraphs(ENGLISH[:3])}</main><div class={name}>{others}</div>"
    assert lines_of(page(body)) == ENGLISH[:3]


def test_a_short_article_is_not_given_up_for_a_longer_sidebar():
    article = "<h1>Ferry</h1><article>" + paragraphs(LONG) + "</article>"
    sidebar = "<div class=sidebar>" + paragraphs(CHINESE * 2) + "</div>"
    assert lines_of(page(article + sidebar)) == ENGLISH


def test_an_article_is_not_given_up_for_hidden_keywords():
    article = "<h1>Ferry</h1><article>" + paragraphs(ENGLISH) + "</article>"
    keywords = "<div style='display:none'>" + "cheap ferry tickets " * 2000 + "</div>"
    assert lines_of(page(article + keywords)) == ENGLISH


@pytest.mark.parametrize("shown", [1, 2, 3])
def test_an_article_is_read_with_the_parts_that_buttons_open(shown: int):
    def part(at: int) -> str:
        button = f"<h3><button aria-expanded=false aria-controls=p{at}>Question {at}</button></h3>"
        return f"{button}<div id=p{at} role=region hidden><p>{LONG[at]}</p></div>"

    parts = "".join(map(part, range(shown, len(ENGLISH))))
    body = f"<h1>Ferry</h1><div>{paragraphs(ENGLISH[:shown])}{parts}</div>"
    found = lines_of(page(body))
    assert [line for line in found if line in ENGLISH] == ENGLISH


def test_a_long_text_that_a_button_opens_does_not_replace_the_article():
    def far(inner: str) -> str:
        return "<div><hr>" * 12 + inner + "</div>" * 12

    terms = paragraphs(
        [f"{line} So it is in place {at}." for at in range(2) for line in ENGLISH[1:3]]
    )
    folded = f"<button aria-controls=t>Terms</button><div id=t hidden>{terms}</div>"
    body = far(paragraphs(ENGLISH)) + far(folded)
    assert lines_of(page(body, title="Another title")) == ENGLISH


def test_a_note_that_a_button_opens_is_no_article():
    note = f"<button aria-controls=note>Note</button><div id=note hidden>{paragraphs(CHINESE[:2])}</div>"
    article = f"<h1>Ferry</h1><article>{paragraphs(ENGLISH)}</article>"
    assert lines_of(page(f"<div><div>{note}</div></div>{article}")) == ENGLISH


def test_what_a_page_shows_to_readers_without_scripts_is_read_where_it_shows_nothing_else():
    thread = f"<noscript><h1>Ferry</h1><div class=post>{paragraphs(ENGLISH)}</div></noscript>"
    assert lines_of(page("<div id=app>Loading</div>" + thread)) == ENGLISH
    article = f"<h1>Ferry</h1>{paragraphs(CHINESE)}"
    assert lines_of(page(article + thread)) == CHINESE


@pytest.mark.parametrize("tag", ["h2", "h4"])
def test_paragraphs_that_are_written_as_headings_are_read(tag: str):
    menu = "".join(f"<a href=/{i}>Boats {i}</a>" for i in range(9))
    text = "".join(f"<{tag}>{line}</{tag}>" for line in ENGLISH)
    assert lines_of(page(f"<div>{menu}</div><h1>Ferry</h1><div>{text}</div>")) == ENGLISH
    teasers = "".join(f"<{tag}><a href=/{i}>{line}</a></{tag}>" for i, line in enumerate(LONG))
    assert DefaultExtractor()(page(f"<h1>Ferry</h1><div>{teasers}</div>")) is None


def test_what_stands_in_the_shadow_of_an_element_is_read_where_the_page_shows_nothing_else():
    shadow = "<template shadowrootmode=open>{}</template>"
    inner = (
        f"<story-body>{shadow.format(f'<section>{paragraphs(ENGLISH)}</section>')}</story-body>"
    )
    about = "<footer><p>We are a small site about boats. Write to us if you know one.</p></footer>"
    assert lines_of(page(f"<h1>Ferry</h1>{inner}{about}")) == ENGLISH
    nested = f"<entry-point>{shadow.format(f'<h1>Ferry</h1>{inner}')}</entry-point>"
    assert lines_of(page(nested)) == ENGLISH
    article = f"<h1>Ferry</h1>{paragraphs(CHINESE)}"
    assert lines_of(page(article + inner)) == CHINESE
    # Other templates wait for a script.
    waiting = f"<h1>Ferry</h1><template>{paragraphs(ENGLISH)}</template>"
    assert DefaultExtractor().read(page(waiting)) is NoArticle.NO_TEXT


@pytest.mark.parametrize(
    "notice",
    [
        "You need to enable JavaScript to run this app.",
        "This site needs scripts. Please switch them on in your browser, and load the page again.",
    ],
)
def test_a_wish_for_scripts_is_no_article(notice: str):
    body = f"<h1>Ferry</h1><div id=app></div><noscript><p>{notice}</p></noscript>"
    assert DefaultExtractor().read(page(body)) is NoArticle.NO_TEXT


def test_nested_wrappers_are_weighed_in_bounded_time():
    body = "<div class=sidebar>" * 2000 + paragraphs(LONG) + "</div>" * 2000
    assert isinstance(DefaultExtractor().read(page(body)), object)


def test_a_first_paragraph_under_a_linked_line_is_no_teaser():
    body = f"<div><a href=/boats>Boats and more</a></div><div>{paragraphs(LONG[:4])}</div>"
    assert lines_of(page(body)) == ENGLISH


def test_a_teaser_under_a_heading_of_its_section_is_no_article():
    title, text = "<a href='/t'>河湾的老邮局换了新窗</a>", CHINESE[2]
    column = "<div class=row><div class=col>{}</div></div>".format
    teaser = f"<div class=row><div class=col>{title}</div><div class=col>{text}</div></div>"
    body = column("<h1>Ferry</h1>") + f"<div>{paragraphs(CHINESE[:2])}</div>"
    assert lines_of(page(body + column("<h2>河湾时光</h2>") + teaser)) == CHINESE[:2]


def round_up(link: str) -> str:
    """Parts with a heading each, a line that is a link, and a text, each in its own wrapper."""
    return "".join(
        f"<section><div><h2>Boat {i}</h2><ul><li>River</li><li><a href='{link}/{i}'>"
        f"See what boat number {i} costs</a></li></ul></div><div><p>{line}</p></div></section>"
        for i, line in enumerate(ENGLISH)
    )


def test_a_text_is_no_teaser_for_a_link_to_another_site_under_its_heading():
    assert lines_of(page(f"<h1>Ferry</h1>{round_up('https://boats.test')}"))[-1] == ENGLISH[-1]
    # What the page's own site has is told by teasers.
    for link in ("", "https://guides.example", "https://shop.guides.example"):
        article = DefaultExtractor()(page(f"<h1>Ferry</h1>{round_up(link)}"))
        assert article is None or ENGLISH[-1] not in article.lines


def test_a_post_stands_under_its_authors_name_which_is_no_teasers_title():
    def post(name: str, text: str) -> str:
        about = "".join(f"<dl><dd>{line}</dd></dl>" for line in ("Feb 8, 2017", "5,421", "297"))
        author = f"<div><h4><a href=/m/{name}>{name}</a></h4><h5>Known</h5>{about}</div>"
        head = "<ul><li>Dec 30, 2023</li><li><a href=#1>#1</a></li></ul>"
        return f"<article>{author}<div>{head}<div><div>{text}</div></div></div></article>"

    posts = post("Heron", " ".join(ENGLISH)) + "".join(
        post(f"Reed{i}", CHINESE[i]) for i in (0, 1)
    )
    note = "<div><p>Not open for further replies.</p></div>"
    found = lines_of(page(f"<h1>Ferry</h1>{note}<div>{posts}</div>"))
    assert " ".join(ENGLISH) in found


def test_the_only_h1_is_the_title_of_a_page_that_calls_itself_something_else():
    notices = "".join(
        f"<p>Free shipping to place {i}, on orders of 40 or more.</p>" for i in range(20)
    )
    before, after = (
        f"<div><div>{notices}</div></div>",
        f"<div><div>{paragraphs(ENGLISH)}</div></div>",
    )
    assert lines_of(page(f"{before}<h1>The old ferry</h1>{after}", "River Bend")) == ENGLISH
    # Of two, none is.
    both = f"<h1>River</h1>{before}<h1>The old ferry</h1>{after}"
    assert lines_of(page(both, "River Bend")) != ENGLISH


def test_a_heading_with_an_anchor_stays_a_heading():
    head = "<h2><a href='#hours'>Hours and days of the boats</a></h2>"
    text = paragraphs(ENGLISH[:2]) + head + paragraphs(ENGLISH[2:])
    assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == [
        *ENGLISH[:2],
        "Hours and days of the boats",
        *ENGLISH[2:],
    ]


@pytest.mark.parametrize("slug", ["social-media", "related-work", "login", "comments-on-ferries"])
def test_a_heading_is_read_whatever_words_its_id_is_made_of(slug: str):
    head = f"<h2 id={slug}>Hours and days of the boats</h2>"
    text = paragraphs(ENGLISH[:2]) + head + paragraphs(ENGLISH[2:])
    assert "Hours and days of the boats" in lines_of(page(f"<h1>Ferry</h1><div>{text}</div>"))


def test_an_item_with_a_link_in_it_stays_in_its_list():
    items = "<ul><li>A <a href=/rope>rope</a> of ten metres</li><li>Two life vests</li></ul>"
    text = paragraphs(ENGLISH[:2]) + items + paragraphs(ENGLISH[2:])
    found = lines_of(page(f"<h1>Ferry</h1><div>{text}</div>"))
    assert found[2:4] == ["A rope of ten metres", "Two life vests"]


def test_a_line_that_mentions_signing_up_is_no_notice():
    line = "Passengers can sign up for the early boat at the counter on the day before."
    assert line in lines_of(page(paragraphs([ENGLISH[0], line, *ENGLISH[1:]])))


HEADINGS = [
    "<h3>网友评论</h3>",
    "<div>全部评论（12）</div>",
    "<div><b>最新跟帖</b></div>",
    "<p>12条评论</p>",
    "<h2>评论区</h2>",
    "<div>我来说两句</div>",
    "<h3>3 Comments</h3>",
    "<div>Leave a reply</div>",
    "<h2>Guest Book</h2>",
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_comments_under_their_heading_are_no_article(heading: str):
    comments = "".join(f"<div><b>一位读者</b><div>{line}</div></div>" for line in LONG)
    html = portal(CHINESE).replace('<div class="rel">', f"{heading}<div>{comments}</div><div>", 1)
    assert lines_of(Response(html)) == CHINESE


def test_texts_with_a_line_to_reply_below_are_no_article():
    comments = "".join(
        f"<li><b>一位读者</b><div>{line}</div><div>3小时前 赞(2) 回复</div></li>" for line in LONG
    )
    html = portal(CHINESE).replace('<div class="rel">', f"<ul>{comments}</ul><div>", 1)
    assert lines_of(Response(html)) == CHINESE


def comments_in(form: str, lines: list[str]) -> str:
    """Comments on an article without a heading, each in this *form*."""
    names = ["秋水长天", "Leo_77", "momo"]
    return "".join(
        form.format(name=names[i % 3], text=line, number=i + 1) for i, line in enumerate(lines)
    )


COMMENTS = {
    "name and time above": "<li><img src=a><div><a href=/u>{name}</a> 2024-03-05 1{number}:20</div><div>{text}</div></li>",
    "time on a line of its own": "<div><div><b>{name}</b></div><div>{number} hours ago</div><p>{text}</p></div>",
    "time below": "<div><b>{name}</b><p>{text}</p><span>{number}小时前 · 广东</span></div>",
    "place below": "<div><div>{name}</div><div>{text}</div><div>IP属地：北京</div></div>",
    "floors": "<div><div>{number}楼 {name}</div><div>{text}</div></div>",
    "names of guests": "<div><b>网友48{number}</b><p>{text}</p></div>",
    "a list of terms": "<dt>{name} 2024-03-05 1{number}:20</dt><dd>{text}</dd>",
    "two paragraphs": "<div><div>{name} 3月5日 1{number}:20</div><p>{text}</p><p>{text} {text} {text}</p></div>",
}


@pytest.mark.parametrize("form", COMMENTS.values(), ids=COMMENTS)
@pytest.mark.parametrize("count", [2, 9])
def test_comments_without_a_heading_are_told_by_who_wrote_them_and_when(form: str, count: int):
    text = f"<h1>渡口</h1><div class=t>{paragraphs(CHINESE)}</div>"
    comments = comments_in(form, (LONG * 2)[:count])
    assert lines_of(page(f"<div>{text}<div>{comments}</div></div>", "渡口")) == CHINESE


def test_comments_longer_than_a_short_article_are_not_taken_for_it():
    text = f"<h1>Ferry</h1><div class=t><p>{ENGLISH[1]}</p></div>"
    comments = comments_in(COMMENTS["time below"], LONG * 3)
    assert lines_of(page(f"<div>{text}<div>{comments}</div></div>")) == [ENGLISH[1]]


def test_dated_entries_of_one_element_are_an_article():
    entries = "".join(
        f"<p>5 March 2024, 1{i}:20</p><p>{line}</p>" for i, line in enumerate(ENGLISH)
    )
    found = lines_of(page(f"<h1>Ferry</h1><div><p>{CHINESE[2]}</p>{entries}</div>"))
    assert [line for line in found if line in ENGLISH] == ENGLISH


def test_entries_under_headings_are_an_article_whatever_stands_above_them():
    entries = "".join(
        f"<div><div>{i + 1} hours ago</div><h2>Part {i}</h2><p>{line}</p></div>"
        for i, line in enumerate(ENGLISH)
    )
    found = lines_of(page(f"<h1>Ferry</h1><div><p>{CHINESE[2]}</p></div><div>{entries}</div>"))
    assert [line for line in found if line in ENGLISH] == ENGLISH


def test_one_dated_text_below_an_article_does_not_end_it():
    note = f"<div><div>Updated 5 March 2024 at 10:20</div><p>{CHINESE[2]}</p></div>"
    text = (
        f"<h1>Ferry</h1><div>{paragraphs(ENGLISH)}</div>{note}<div>{paragraphs(CHINESE[3:])}</div>"
    )
    assert CHINESE[3] in lines_of(page(text))


WRAPPERS = [
    "<div><div>{}</div></div>",
    "<section><section><p><span>{}</span></p></section></section>",
]
SHORT = [
    "续航测试",
    "亮度：五百尼特",
    "屏幕",
    "充电一小时",
    "机身重量",
    "测试视频：",
    "游戏帧数",
    "外放",
]


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_short_lines_in_wrappers_of_their_own_belong_to_the_article_around_them(wrapper: str):
    lines = [*CHINESE[:2], *SHORT, CHINESE[2], *SHORT[::-1], CHINESE[3]]
    body = "".join(wrapper.format(line) for line in lines)
    assert lines_of(page(f"<h1>渡口</h1><div>{body}</div>", "渡口")) == lines


@pytest.mark.parametrize("title", ["PS5", "PS5_River Bend", "PS5 - River Bend"])
def test_a_very_short_title_is_known_by_the_name_of_the_page(title: str):
    text = f"<h1>PS5</h1><p>{ENGLISH[1]}</p><div>{paragraphs(CHINESE * 2)}</div>"
    other = f"<div><p>{ENGLISH[2]}</p></div>"
    assert ENGLISH[2] not in lines_of(page(other + text, title))


def test_a_count_of_comments_above_the_article_does_not_end_it():
    text = f"<h1>Ferry</h1><div>{CHINESE[0]}</div><div>3 Comments</div>{paragraphs(LONG)}"
    assert lines_of(page(text))[-4:] == ENGLISH


COLLECTION = '<script type="application/ld+json">{"@type": "CollectionPage"}</script>'
GRID = "".join(f"<div><b>Rope number {i}</b><i>$ {i}.90</i></div>" for i in range(12))


@pytest.mark.parametrize(
    "response",
    [
        page(f"<h1>Ropes</h1>{paragraphs(LONG)}", "Ropes", COLLECTION),
        page(f"<h1>Ropes</h1><div>{GRID}</div><div><div>{paragraphs(LONG)}</div></div>", "Ropes"),
        page(
            "".join(
                f"{'<div><i></i>' * (6 + i % 3)}<p>{'Our boats serve the river ' * 6}{i}.</p>{'</div>' * (6 + i % 3)}"
                for i in range(20)
            ),
            "Services",
        ),
    ],
)
def test_a_page_that_lists_things_has_no_article(response: Response):
    assert isinstance(DefaultExtractor().read(response), NoArticle)


def test_a_page_that_says_it_is_an_article_may_have_prices():
    head = '<meta property="og:type" content="article">'
    body = f"<h1>Ropes</h1><div>{GRID}</div><div>{paragraphs(LONG)}</div>"
    assert lines_of(page(body, "Ropes", head))[-4:] == ENGLISH


def test_sections_with_headings_of_the_first_rank_are_parts_of_one_article():
    heading = "<div><div><div><h1>Hours and days</h1></div></div></div>"
    section = f"<section>{heading}<div>{paragraphs(ENGLISH)}</div></section>"
    found = lines_of(page(f"<h1>Ferry</h1><div>{paragraphs(CHINESE)}</div>{section}"))
    assert found == [*CHINESE, "Hours and days", *ENGLISH]


@pytest.mark.parametrize("part", ["<p>{}", "<ul><li>{}</ul>", "<table><tr><td>{}</table>"])
def test_short_parts_under_headings_of_the_first_rank_are_read_to_the_end(part: str):
    lines = [f"第{i}天，渡船停在岸边。" for i in "一二三四五六"]
    parts = "".join(f"<h1>记{line[:3]}</h1>{part.format(line)}" for line in lines)
    found = lines_of(page(f"<h1>Ferry</h1><article><p>{CHINESE[0]}</p>{parts}</article>"))
    assert [line for line in found if line[0] != "记"] == [CHINESE[0], *lines]


def test_the_next_article_of_an_endless_page_is_another_one():
    other = f"<div><div><div><h1>Bridge</h1><i>March 5, 2024</i>{paragraphs(CHINESE)}</div></div></div>"
    text = f"<div><div><div><h1>Ferry</h1>{paragraphs(LONG)}</div></div></div>"
    assert lines_of(page(text + other)) == ENGLISH


def test_a_list_right_after_the_last_sentence_belongs_to_the_article():
    items = ["A rope of ten metres or more", "Two life vests for children", "A lamp with new oil"]
    text = paragraphs(ENGLISH) + "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
    assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == [*ENGLISH, *items]
    cell = "<br>".join(
        [*ENGLISH, "Office of rivers and lakes", "Signed by its clerk", "River Bend Town"]
    )
    assert lines_of(page(f"<h1>Ferry</h1><table><tr><td>{cell}</table>")) == ENGLISH
    buttons = "<ul><li>Share</li><li>Like</li><li>Print</li></ul>"
    assert lines_of(page(f"<h1>Ferry</h1><div>{paragraphs(ENGLISH)}{buttons}</div>")) == ENGLISH


def section(text: str) -> str:
    """A section as page builders print it: one widget, five wrappers."""
    return f"<section><div><div><div><div>{text}</div></div></div></div></section>"


def test_a_page_of_widgets_is_read_whole():
    parts = [f"<h2>Part {i}</h2><p>{line}</p>" for i, line in enumerate((*ENGLISH, *CHINESE))]
    head = section("<h1>Ferry</h1>") + section(f"<p>{ENGLISH[0][::-1]}.</p>")
    found = lines_of(page(head + "".join(map(section, parts))))
    assert [line for line in found if line in (*ENGLISH, *CHINESE)] == [*ENGLISH, *CHINESE]


@pytest.mark.parametrize(
    "heading",
    [
        "About the author",
        "Te puede interesar:",
        "À lire aussi",
        "التعليقات (3)",
        "ข่าวที่เกี่ยวข้อง",
        "12 Answers",
    ],
)
def test_what_follows_the_article_is_known_by_its_heading_in_many_languages(heading: str):
    other = f"<div><h3>{heading}</h3><p>{CHINESE[0]}</p></div>"
    assert lines_of(page(f"<h1>Ferry</h1><div>{paragraphs(LONG)}</div>{other}")) == ENGLISH


def test_a_heading_is_read_without_the_button_to_edit_it():
    heading = (
        "<h2>History<span>[<a href=/edit>edit</a> | <a href=/source>edit source</a>]</span></h2>"
    )
    text = f"<h1>Ferry</h1><p>{ENGLISH[0]}</p>{heading}{paragraphs(ENGLISH[1:])}"
    assert lines_of(page(text)) == [ENGLISH[0], "History", *ENGLISH[1:]]


def test_a_heading_that_is_only_a_button_is_none():
    button = "<h2>[<a href=/edit>edit</a>]</h2>"
    text = f"<h1>Ferry</h1>{paragraphs(ENGLISH[:3])}{button}{paragraphs(ENGLISH[3:])}"
    assert lines_of(page(text)) == ENGLISH


def test_a_heading_named_by_what_it_goes_with_is_read():
    heading = "<h2 class='anchor anchorWithStickyNavbar_LWe7' id=how>How it runs</h2>"
    text = f"<h1>Ferry</h1><p>{ENGLISH[0]}</p>{heading}{paragraphs(ENGLISH[1:])}"
    assert "How it runs" in lines_of(page(text))


def test_numbers_of_lines_beside_code_are_left_out():
    code = "<table><tr><td><pre>1\n2\n</pre></td><td><pre>start the ferry</pre></td></tr></table>"
    text = f"<h1>Ferry</h1><p>{ENGLISH[0]}</p>{code}{paragraphs(ENGLISH[1:])}"
    found = lines_of(page(text))
    assert "start the ferry" in " ".join(found)
    assert "1 2" not in " ".join(found)


@pytest.mark.parametrize("line", ["各有关单位：", "Dear readers,"])
def test_a_salutation_before_the_text_belongs_to_it(line: str):
    text = f"<h1>Ferry</h1><p>Office of rivers</p>{paragraphs([line, *ENGLISH])}"
    assert lines_of(page(text)) == [line, *ENGLISH]
    text = f"<h1>Ferry</h1><p>Office of rivers</p><div>{'<br><br>'.join([line, *ENGLISH])}</div>"
    assert lines_of(page(text)) == [line, *ENGLISH]


def test_linked_headings_in_wrappers_of_their_own_belong_to_the_texts_below_them():
    texts = [" ".join((line, *ENGLISH)) for line in CHINESE[:4]]
    parts = "".join(
        f"<div><h2><a href=/{i}>No. {i}: a ferry</a></h2><p>{text}</p><p>{text[::-1]}.</p></div>"
        for i, text in enumerate(texts[1:])
    )
    found = lines_of(page(f"<h1>Ferry</h1><p>{texts[0]}</p>{parts}"))
    headings = [line for line in found if line.startswith("No.")]
    assert headings == ["No. 0: a ferry", "No. 1: a ferry", "No. 2: a ferry"]


def test_a_heading_over_links_goes_with_them():
    links = "".join(f"<li><a href=#part-{i}>Part {i}</a></li>" for i in range(4))
    contents = f"<h2>Contents</h2><ul>{links}</ul><h2>First part</h2>"
    text = f"<h1>Ferry</h1><p>{ENGLISH[0]}</p>{contents}{paragraphs(ENGLISH[1:])}"
    assert lines_of(page(text)) == [ENGLISH[0], "First part", *ENGLISH[1:]]


def test_a_long_text_under_a_linked_heading_in_a_wrapper_of_its_own_is_no_teaser():
    texts = [" ".join((line, *ENGLISH)) for line in CHINESE]
    part = "<div><div><h2><a href=/boats/{0}>The boat with number {0}</a></h2></div><div>{1}</div></div>"

    def parts(texts: list[str]) -> str:
        wrapped = (part.format(i, f"<p>{text}</p>") for i, text in enumerate(texts))
        return f"<h1>Ferry</h1><div>{paragraphs(LONG)}</div><div>{''.join(wrapped)}</div>"

    assert lines_of(page(parts(texts)))[-1] == texts[-1]
    assert CHINESE[-1] not in lines_of(page(parts(CHINESE)))


def test_short_lines_part_no_long_texts_however_many_there_are():
    table = "".join(f"<div><a href=/spec/{i}>Specification {i}</a></div>" for i in range(200))
    longer = [" ".join((line, *ENGLISH, *CHINESE)) for line in (*ENGLISH, *CHINESE)]
    text = f"<div>{paragraphs(ENGLISH)}</div><section>{table}</section>"
    assert lines_of(page(f"<h1>Ferry</h1>{text}<div>{paragraphs(longer)}</div>"))[-8:] == longer
    short = [line[::-1] + "." for line in ENGLISH]
    assert lines_of(page(f"<h1>Ferry</h1>{text}<div>{paragraphs(short)}</div>")) == ENGLISH


@pytest.mark.parametrize("name", ["ranking-item", "rank", "subscribers-only"])
def test_parts_of_an_article_are_read_though_other_sites_call_something_else_so(name: str):
    parts = "".join(f"<div class={name}><p>{line}</p></div>" for line in LONG)
    assert lines_of(page(f"<h1>Ferry</h1><p>{CHINESE[0]}</p>{parts}"))[-4:] == ENGLISH


@pytest.mark.parametrize(
    "wrapper", ["<div class=related>", "<aside>", "<div class=recommend-list>"]
)
@pytest.mark.parametrize("title", ["集市搬进新大棚", "<a href=/b/2.html>集市搬进新大棚</a>"])
def test_another_article_is_never_added_to_a_short_one(wrapper: str, title: str):
    short = f"<h1>Ferry</h1><div>{paragraphs(CHINESE[:1])}</div>"
    other = (
        f"{wrapper}<h2>{title}</h2>{paragraphs([line[::-1] for line in CHINESE[1:]] * 2)}</div>"
    )
    assert lines_of(page(short + other)) == CHINESE[:1]
