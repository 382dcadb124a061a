"""Parts of an article, and what stands around it, in the languages and templates of many sites."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import DefaultExtractor, NoArticle, extract
from scrapy_neardup.extract.attempts import body_of
from scrapy_neardup.extract.blocks import read_page

from .pages import CHINESE, ENGLISH, Response
from .test_open_web import lines_of, page, paragraphs

OATS = ["80 g rolled oats", "150 ml milk", "1 tsp cinnamon"]
PLUMS = ["4 ripe plums", "1 tbsp brown sugar", "A bit of lemon"]


def items(lines: list[str]) -> str:
    return "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def test_lists_under_headings_of_their_own_may_end_a_text():
    parts = f"<h3>For the oats</h3>{items(OATS)}<h3>For the plums</h3>{items(PLUMS)}"
    found = lines_of(page(f"<h1>Ferry</h1><div>{paragraphs(ENGLISH)}{parts}</div>"))
    assert found == [*ENGLISH, "For the oats", *OATS, "For the plums", *PLUMS]


def test_a_list_under_a_heading_below_the_steps_of_a_recipe_is_of_it():
    steps = items(ENGLISH) + f"<h3>For the oats</h3>{items(OATS)}"
    found = lines_of(page(f"<h1>Ferry</h1><div>{steps}</div>"))
    assert found == [*ENGLISH, "For the oats", *OATS]


@pytest.mark.parametrize(
    "part",
    [
        "<h3>Related articles</h3>{}",
        "<h3><a href=/more>Topics of the week</a></h3>{}",
        "</div><div><h3>Opening hours</h3>{}",
    ],
)
def test_a_list_of_something_else_does_not_end_a_text(part: str):
    text = paragraphs(ENGLISH) + part.format(items(OATS))
    assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == ENGLISH


@pytest.mark.parametrize(
    "day",
    [
        "Samstag, 3. Oktober 2024",
        "3. Oktober 2024 · 3 Min. Lesezeit · Jana Kröger",
        "Publikováno 12. listopadu 2023",
    ],
)
def test_the_full_stop_of_a_day_before_its_month_ends_no_sentence(day: str):
    assert lines_of(page(f"<h1>Ferry</h1><div><p>{day}</p>{paragraphs(ENGLISH)}</div>")) == ENGLISH


def test_names_above_a_text_with_a_long_list_are_no_lines_of_it():
    listed = [f"A thing that was on the boat, number {number}" for number in range(9)]
    text = f"<p>{ENGLISH[0]}</p>{items(listed)}<p>{ENGLISH[3]}</p>"
    body = f"<h1>Ferry</h1><div><p>Dee Marsh</p><div>Dee in September</div>{text}</div>"
    assert lines_of(page(body)) == [ENGLISH[0], *listed, ENGLISH[3]]


@pytest.mark.parametrize(
    "notice",
    [
        "订阅我们的邮件，每周收到编辑精选。",
        "メールマガジンに登録すると、毎週おすすめの記事が届きます。",
        "뉴스레터를 구독하면 매주 좋은 글을 보내 드립니다.",
        "Подпишитесь на рассылку, чтобы не пропустить новые статьи.",
        "اشترك في نشرتنا البريدية ليصلك جديدنا كل أسبوع.",
        "Suscríbete a nuestro boletín y no te pierdas ninguna historia.",
        "Abonnieren Sie unseren Newsletter und verpassen Sie keine Geschichte.",
        "Inscrivez-vous à notre newsletter pour ne rien manquer.",
        "Thank you! Your submission has been received!",
        "Oops! Something went wrong while submitting the form.",
        "本网站使用 Cookie 来改善您的体验，继续浏览即表示同意。",
        "Wir verwenden Cookies, um unsere Website zu verbessern.",
        "当サイトではクッキーを使用しています。",
        "Мы используем файлы cookie, чтобы сделать сайт удобнее.",
    ],
)
def test_a_notice_in_any_language_is_no_line_of_the_text(notice: str):
    for lines in (CHINESE, ENGLISH):
        text = f"<p>{lines[0]}</p><p>{notice}</p>{paragraphs(lines[1:])}"
        assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == lines


@pytest.mark.parametrize(
    "line",
    [
        "我们使用 Cookie 保存会话，再把它写进数据库里。",
        "Wir backen heute Cookies mit Zimt.",
        "订阅号的时代过去了，邮件却又回来了。",
        "Mit dem Newsletter fing vor zehn Jahren alles an.",
    ],
)
def test_a_sentence_on_what_notices_are_about_is_of_the_text(line: str):
    text = f"<p>{ENGLISH[0]}</p><p>{line}</p>{paragraphs(ENGLISH[1:])}"
    assert line in lines_of(page(f"<h1>Ferry</h1><div>{text}</div>"))


def test_the_authors_linked_name_below_the_title_does_not_make_a_short_text_a_teaser():
    head = "<header><h1>老渡口重新开放</h1><h4><a href=/u>林小舟</a></h4></header>"
    card = "<article><a href=/p/{0}><h3>别处的另一件事{0}</h3><p>{1}</p></a></article>".format
    more = "".join(card(i, line) for i, line in enumerate(CHINESE))
    text = ["停业半年的面馆昨天重新开张，一早门口就排起了长队。", "老板娘说，汤还是那口老汤。"]
    body = f"<article>{head}<section>{paragraphs(text)}</section></article><div>{more}</div>"
    assert lines_of(page(body, "老渡口重新开放")) == text


def test_a_text_under_a_heading_is_no_teaser_of_the_site_named_above_it():
    site = "<div><h1><a href=/>The Harbour Post of Tarn Bay</a></h1></div>"
    post = f"<div><h2>January 14, 2024</h2><h3>Soup</h3><div>{paragraphs(ENGLISH)}</div></div>"
    found = body_of(
        read_page(Response(site + post).selector.root), (), "https://harbour.example/a"
    )
    assert found is not None
    assert found.cards == 0


@pytest.mark.parametrize(
    "times",
    [
        ("yesterday", "today"),
        ("вчера", "2 часа назад"),
        ("منذ ساعتين", "أمس"),
        ("bluejay2 hours ago", "Marta K.3 hours ago"),
        ("昨天", "今天"),
        ("Inge · vor 2 Stunden", "Paco · ayer"),
    ],
)
def test_comments_are_told_by_a_day_or_a_time_in_any_language(times: tuple[str, str]):
    comments = "".join(
        f"<div><div><i>{time}</i></div><div><p>{line}</p></div></div>"
        for time, line in zip(times, CHINESE[:2], strict=True)
    )
    body = f"<h1>Ferry</h1><div>{paragraphs(ENGLISH)}</div><div>{comments}</div>"
    assert lines_of(page(body)) == ENGLISH


SAID = [
    "我外婆家就在渡口对面，小时候每年夏天都坐这条船去买菜，那时候船票只要两毛钱。",
    "上周日带孩子去坐了一回，人很多，排了半个小时队，但是孩子高兴得不得了，下次还去。",
    "希望以后大风天的停航通知能早一点发出来，别让大家白跑一趟，尤其是赶集的老人。",
    "陈师傅修船的时候我还去帮过忙，船底的那十二块板，有两块是我家老房子上拆下来的。",
    "桥修好以后应该还是会有人坐船的，毕竟坐在船上看两岸的灯，和在桥上看不是一回事。",
]
STANZAS = [
    [
        "the kettle with its one good ear",
        "a calendar that stopped in May",
        "the knife my father sharpened thin",
        "and salt enough to keep a day",
    ],
    [
        "a window where the frost has drawn",
        "the map of somewhere I have been",
        "two cups that never were a pair",
        "and all the quiet in between",
    ],
]
POEM = [
    ["雪落在渡口", "没有一只船想要离开", "老人把炉子搬到门外", "煮一壶去年的茶"],
    ["风从对岸来", "带着谁家的炊烟", "我数了数桥上的灯", "比昨天少了一盏"],
    ["如果你也在这个夜里", "听见冰裂开的声音", "请不要回头", "春天就在它的下面"],
]


@pytest.mark.parametrize("stanzas", [STANZAS, POEM])
def test_a_poem_without_sentence_marks_is_an_article(stanzas: list[list[str]]):
    lines = [line for stanza in stanzas for line in stanza]
    text = paragraphs(["<br>".join(stanza) for stanza in stanzas])
    around = "<h1>Ferry</h1><div>{}</div><div><p>Share</p><p>Print</p></div>".format
    assert lines_of(page(around(text))) == lines
    teaser = (
        f"<div><h3><a href=/p>The night ferry to the islands</a></h3><p>{ENGLISH[0]}</p></div>"
    )
    assert lines_of(page(around(text) + teaser)) == lines
    note = "<p>It was written in a kitchen.</p>"
    assert lines_of(page(around(text + note))) == [*lines, "It was written in a kitchen."]


def test_a_note_in_the_element_of_a_poem_is_of_it_but_not_the_buttons_below_its_stanzas():
    lines = [line for stanza in STANZAS for line in stanza]
    note = "It was written in a kitchen."
    text = f"<p>{'<br>'.join(lines)}</p><blockquote>{note}</blockquote>"
    assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == [*lines, note]
    stanzas = "".join(f"<div>{paragraphs(stanza)}</div>" for stanza in STANZAS * 2)
    buttons = "<div><p>Share</p><p>Print</p></div><div><p>Save</p><p>Send</p></div>"
    assert lines_of(page(f"<h1>Ferry</h1><div>{stanzas}{buttons}</div>")) == lines * 2


def test_lines_like_those_of_a_poem_in_another_part_of_the_page_are_not_of_it():
    lines = [line for stanza in STANZAS for line in stanza]
    imprint = ["The Harbour Press of Tarn", "Rope Walk at the old quay", "printed in the spring"]
    poem = f"<div><hr><div><hr><p>{'<br>'.join(lines)}</p></div></div>"
    below = f"<div><div><p>{'<br>'.join(imprint)}</p><hr></div><hr></div>"
    assert lines_of(page(f"<h1>Ferry</h1>{poem}{below}")) == lines


def test_what_is_hidden_between_the_lines_of_a_poem_is_not_read():
    lines = [line for stanza in POEM for line in stanza]
    hidden = "<span style='display: none'>x7 ;qQ v2</span>"
    text = paragraphs(["<br>".join(f"{line}{hidden}" for line in stanza) for stanza in POEM])
    comments = "".join(f"<div class=comment><p>{said}</p></div>" for said in SAID)
    body = f"<h1>渡口的冬天</h1><div>{text}</div><div id=comments>{comments}</div>"
    assert lines_of(page(body, "渡口的冬天")) == lines


@pytest.mark.parametrize("title", ["渡口", "雪"])
def test_a_poem_may_have_a_title_of_two_characters_in_a_heading(title: str):
    lines = [line for stanza in POEM[:2] for line in stanza]
    text = paragraphs(["<br>".join(stanza) for stanza in POEM[:2]])
    body = f"<div>{title}</div><h1>{title}</h1><div>作者：林晚</div><div>{text}</div>"
    assert lines_of(page(body, f"{title} - 河湾诗社")) == lines


def test_a_poem_of_which_each_line_has_an_element_is_an_article():
    lines = [line for stanza in POEM for line in stanza]
    text = "<section><br></section>".join(
        "".join(f"<section><span>{line}</span></section>" for line in stanza) for stanza in POEM
    )
    assert lines_of(page(f"<h1>渡口的冬天</h1><div>{text}</div>", "渡口的冬天")) == lines


@pytest.mark.parametrize(
    "lines",
    [
        [f"Opening hours of boat {number}" for number in range(9)],
        [f"{part}: what it is made of" for part in ("Hull", "Mast", "Keel", "Deck") * 3],
        ["Home", "News", "Boats", "Tides", "Maps", "Shop", "About", "Help", "Login", "Terms"],
    ],
)
def test_short_lines_that_are_no_poem_are_no_article(lines: list[str]):
    body = f"<h1>Ferry</h1><div><p>{'<br>'.join(lines)}</p></div>"
    assert DefaultExtractor().read(page(body)) is NoArticle.NO_TEXT


def test_an_editors_paragraph_in_an_item_is_the_item():
    wrapped = items([f"<p>{line}</p>" for line in OATS])
    body = f"<h1>Ferry</h1><div>{paragraphs(ENGLISH)}<h3>For the oats</h3>{wrapped}</div>"
    assert lines_of(page(body)) == [*ENGLISH, "For the oats", *OATS]
    linked = [f"<p><a href=/b/{i}>{line}</a></p>" for i, line in enumerate(OATS)]
    mixed = items([f"<p>{line}</p>" for line in PLUMS] + linked[:1])
    text = f"<p>{ENGLISH[0]}</p>{mixed}<p>{ENGLISH[3]}</p>"
    assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == [
        ENGLISH[0],
        *PLUMS,
        OATS[0],
        ENGLISH[3],
    ]


def test_what_is_said_of_the_author_under_the_name_below_the_text_is_not_of_it():
    about = (
        "<div><h4>Ellis Okafor</h4><p>Ellis Okafor writes about boats. He lives in Tarn.</p></div>"
    )
    text = f"<div>{paragraphs(ENGLISH)}</div>"
    body = f"<h1>Ferry</h1><div><p>By Ellis Okafor</p><p>May 2, 2024</p></div>{text}{about}"
    assert lines_of(page(body)) == ENGLISH


@pytest.mark.parametrize(
    "note",
    [
        "<h4>About the author</h4><p>{}</p>",
        "<p><strong>Sobre o autor</strong></p><p>{}</p>",
        "<h3>Über die Autorin</h3><div>{}</div><div>{}</div>",
        "<p>Tentang penulis:</p><p>{}</p>",
        "<p>Sur le même sujet</p><p>À propos de l'auteur : {}</p>",
        "<p>作者简介：{}</p>",
    ],
)
def test_a_note_on_the_author_in_the_element_of_the_text_is_not_of_it(note: str):
    about = "Ellis Okafor writes about boats for this paper. He lives in Tarn."
    body = f"<h1>Ferry</h1><div>{paragraphs(ENGLISH)}{note.format(about, about)}</div>"
    assert lines_of(page(body)) == ENGLISH


@pytest.mark.parametrize("heading", ["Written by Ellis Okafor", "Von Ellis Okafor"])
def test_a_note_under_who_wrote_the_text_is_not_of_it(heading: str):
    top = "<h1>Ferry</h1><div><a href=/u>Ellis Okafor</a> · <a href=/f>Follow</a></div>"
    about = f"<div><h2>{heading}</h2><p>Rows. Writes about boats and what is in them.</p></div>"
    body = f"{top}<section>{paragraphs(ENGLISH)}</section>{about}"
    assert lines_of(page(body, "Ferry | by Ellis Okafor | Mar, 2024")) == ENGLISH
    other = about.replace("Okafor", "Bay")
    assert lines_of(page(f"{top}<section>{paragraphs(ENGLISH)}{other}</section>"))[-1].startswith(
        "Rows"
    )


@pytest.mark.parametrize(
    "heading", ["<h2><i>Rivers</i> {}</h2>", "<h2><b>Rivers:</b><br>{}</h2>", "<h2>{}</h2>"]
)
def test_the_text_below_a_heading_that_ends_with_the_title_is_read(heading: str):
    title = "The old ferry is back"
    site = f"<h2>Welcome</h2><p>{ENGLISH[2]}</p><p>{ENGLISH[3]}</p>"
    body = f"<div>{site}</div>{heading.format(title)}<div>{paragraphs(ENGLISH[:2])}</div>"
    assert lines_of(page(body, title)) == ENGLISH[:2]


def test_a_note_may_begin_with_the_first_name_of_the_author():
    about = (
        "writes about boats for this paper, and has been in each of them. He lives in Tarn with two dogs "
        "and a canoe. His first book, on the last ferries of the county, came out in the spring."
    )
    note = "<div><h4>Ellis Okafor</h4><p>{} {}</p></div>"
    head = "<h1>Ferry</h1><div><p>Ellis Okafor</p><p>May 2, 2024</p></div>"
    body = f"{head}<div>{paragraphs(ENGLISH)}</div>"
    assert lines_of(page(body + note.format("Ellis", about))) == ENGLISH
    assert lines_of(page(body + note.format("He", about)))[-1] == f"He {about}"
    assert (
        lines_of(page(body.replace("<p>Ell", "<p>By Ell") + note.format("He", about))) == ENGLISH
    )


def test_what_is_told_below_a_name_that_the_title_has_is_of_the_text():
    about = "Ellis Okafor has built boats in Tarn since he was twelve, and keeps a list of what has to be done."
    title = "An hour with Ellis Okafor"
    head = f"<h1>{title}</h1><div><p>Ellis Okafor</p></div>"
    body = f"{head}<div>{paragraphs(ENGLISH)}<h3>Ellis Okafor</h3><p>{about}</p></div>"
    assert lines_of(page(body, title)) == [*ENGLISH, "Ellis Okafor", about]
    # The title of a page on a person is no byline.
    works = "<div><h2>By Ellis Okafor</h2><p>The last boat. Stories from Tarn and its people.</p></div>"
    body = f"<h1>Ellis Okafor</h1><div>{paragraphs(ENGLISH)}</div>{works}"
    assert lines_of(page(body, "Ellis Okafor"))[-2] == "By Ellis Okafor"


@pytest.mark.parametrize("heading", ["The ferry", "The Ferry", "Our verdict"])
def test_a_heading_that_is_linked_above_the_text_is_no_name(heading: str):
    word = heading.split()[0]
    last = f"{word} boats will stay, and all of the bridges have to wait until there is money for them again."
    top = f"<h1>River</h1><div><a href=#last>{heading}</a></div>"
    body = f"{paragraphs(ENGLISH)}<h3>{heading}</h3><p>{last}</p>"
    assert lines_of(page(f"{top}<div>{body}</div>")) == [*ENGLISH, heading, last]


@pytest.mark.parametrize(
    "byline", ["By Ellis Okafor", "By Ana Bay and Ellis Okafor, Tarn", "Von Ellis Okafor"]
)
def test_a_note_on_the_author_in_the_byline_may_be_the_last_paragraph(byline: str):
    about = ["Ellis Okafor writes about boats for this paper. He lives in Tarn."]
    text = f"<section>{paragraphs([*ENGLISH, *about])}</section>"
    standfirst = f"<p>{CHINESE[0]}</p>"
    for head in (f"<p>{byline}</p>", f"{standfirst}<div><p>{byline}</p></div>"):
        assert about[0] not in lines_of(page(f"<h1>Ferry</h1><header>{head}</header>{text}"))
    # An article may be about someone with that name.
    for head in (
        "<p>Ellis Okafor</p>",
        "<p>Abschied von Ellis Okafor</p>",
        "<h2>Von Ellis Okafor lernen</h2>",
        "<p>By Ellis Okafor’s count, it is a record.</p>",
    ):
        assert about[0] in lines_of(page(f"<h1>Ferry</h1><header>{head}</header>{text}"))
    # As the review of a book is.
    review = [
        *ENGLISH,
        "The plot of this second novel is all that Okafor’s readers had hoped for.",
        *about,
    ]
    head = "<p>By Ellis Okafor</p>"
    found = lines_of(
        page(f"<h1>Ferry</h1><header>{head}</header><section>{paragraphs(review)}</section>")
    )
    assert found == review


def test_a_part_about_an_author_is_of_the_text_if_more_follows():
    parts = f"<h3>About the author</h3>{paragraphs(CHINESE)}"
    found = lines_of(page(f"<h1>Ferry</h1><div>{paragraphs(ENGLISH)}{parts}</div>"))
    assert found == [*ENGLISH, *CHINESE]


def test_the_last_part_of_a_text_may_begin_with_its_heading():
    heads = ("Moorhen Two", "Campa Solo")
    contents = "".join(f"<p>{head}</p>" for head in heads)
    parts = [line for head in heads for line in (head, f"{head} is a tent that stood the wind.")]
    tags = "".join(f"<h2>{line}</h2>" if line in heads else f"<p>{line}</p>" for line in parts)
    body = f"<h1>Ferry</h1><div>{contents}</div><div>{paragraphs(ENGLISH)}{tags}</div>"
    assert lines_of(page(body)) == [*ENGLISH, *parts]
    body = f"<h1>Ferry</h1><div><p>By Ellis Okafor</p></div><div>{paragraphs(ENGLISH)}{tags}</div>"
    assert lines_of(page(body)) == [*ENGLISH, *parts]


def dated_links(count: int) -> str:
    rows = (
        f"<li><a href=/p/{i}>The ferry that came {i} times back</a><span>2024-03-0{i}</span></li>"
        for i in range(1, count + 1)
    )
    return f"<ul>{''.join(rows)}</ul>"


def test_a_list_of_dated_links_below_an_introduction_is_no_article():
    intro = f"<main><h1>Ferry</h1><p>{ENGLISH[0]}</p>"
    assert DefaultExtractor().read(page(intro + dated_links(9))) is NoArticle.LIST_PAGE


@pytest.mark.parametrize("between", ["<h3>Related articles</h3>", ""])
def test_a_short_article_above_dated_links_is_none_of_them(between: str):
    day = "" if between else "<p>March 9, 2024</p>"
    body = f"<main><h1>Ferry</h1>{day}<p>{ENGLISH[0]}</p>{between}{dated_links(9)}"
    assert lines_of(page(body)) == ENGLISH[:1]


def test_a_poem_above_a_note_on_its_author_is_an_article():
    lines = [line for stanza in STANZAS for line in stanza]
    text = paragraphs(["<br>".join(stanza) for stanza in STANZAS])
    about = "<h4>Lena Osei</h4><p>Lena Osei writes. She lives in Tarn. It rains there. She does not mind.</p>"
    body = f"<h1>Ferry</h1><div>Lena Osei | May 2, 2024</div><div>{text}</div><div>{about}</div>"
    assert lines_of(page(body)) == lines


@pytest.mark.parametrize(
    "name", ["Contents", "On this page", "目录", "文章目录", "Inhaltsverzeichnis"]
)
def test_the_name_of_a_table_of_contents_is_no_line_of_the_text(name: str):
    contents = f"<div><p>{name}</p><ul><li><a href=#1>Why it came back</a></li></ul></div>"
    text = f"<p>{ENGLISH[0]}</p>{contents}<h2 id=1>Why it came back</h2>{paragraphs(ENGLISH[1:])}"
    found = lines_of(page(f"<h1>Ferry</h1><div>{text}</div>"))
    assert found == [ENGLISH[0], "Why it came back", *ENGLISH[1:]]


def test_a_heading_that_opens_its_part_as_a_button_is_read():
    part = (
        "<h3><button aria-expanded=true><span>{}</span></button></h3><div><p>{}</p></div>".format
    )
    text = part("Who runs the boat?", ENGLISH[1]) + part("When does it run?", ENGLISH[3])
    copy = f"<h3>How many came? <button>Copy link</button></h3><p>{ENGLISH[2]}</p>"
    assert lines_of(page(f"<h1>Ferry</h1><div><p>{ENGLISH[0]}</p>{text}{copy}</div>")) == [
        ENGLISH[0],
        "Who runs the boat?",
        ENGLISH[1],
        "When does it run?",
        ENGLISH[3],
        "How many came?",
        ENGLISH[2],
    ]


@pytest.mark.parametrize(
    "notice",
    [
        "Listen to this article <span>3 min</span>",
        "Article continues after sponsor message",
        "Story continues after this advertisement",
        "Artikel anhören (3 Minuten)",
        "Empfohlener redaktioneller Inhalt",
        "An dieser Stelle finden Sie einen externen Inhalt von X, der den Artikel ergänzt.",
        "An dieser Stelle finden Sie Inhalte von Drittanbietern, die den Artikel ergänzen.",
        "Síguenos en nuestro canal de WhatsApp para no perderte nada.",
        "Si quieres recibir más noticias de la ribera, suscríbete a nuestro boletín.",
        "あわせて読みたい <a href='/7'>渡し船の一日</a>",
    ],
)
def test_what_a_site_puts_between_paragraphs_is_no_line_of_the_text(notice: str):
    text = f"{paragraphs(ENGLISH[:2])}<p>{notice}</p>{paragraphs(ENGLISH[2:])}"
    assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == ENGLISH


@pytest.mark.parametrize(
    "line",
    [
        "Listen to this article of faith: a boat that is late is not lost.",
        "The article continues after a blank page, as a joke of the printer.",
        "Story continues after the flood",
        "An dieser Stelle finden Sie seit dem Sommer eine Bank, die der Fährmann gebaut hat.",
        "An dieser Stelle finden Sie künftig Inhalte aus drei Jahrhunderten, sagt der Fährmann.",
        "Síguenos en silencio, dijo el barquero, y los niños lo siguieron hasta la otra orilla.",
        "Si quieres recibir ayuda, acude al barquero, dijo la alcaldesa, y suscríbete a su plan.",
        "あわせて読みたいと思う本を、船頭は十冊選んだ。",
    ],
)
def test_a_sentence_that_begins_like_such_a_line_is_read(line: str):
    text = f"{paragraphs(ENGLISH[:2])}<p>{line}</p>{paragraphs(ENGLISH[2:])}"
    assert line in lines_of(page(f"<h1>Ferry</h1><div>{text}</div>"))


@pytest.mark.parametrize(
    "notice",
    [
        "この記事は有料会員限定です。",
        "구독자 전용 기사입니다.",
        "Dieser Artikel ist nur für Abonnenten.",
        "Материал доступен только подписчикам.",
    ],
)
def test_that_a_page_is_for_subscribers_is_no_line_of_the_text(notice: str):
    text = f"{paragraphs(ENGLISH)}<p>{notice}</p>"
    assert lines_of(page(f"<h1>Ferry</h1><div>{text}</div>")) == ENGLISH


@pytest.mark.parametrize("name", ["comment-list", "reader-comments"])
def test_long_comments_on_a_flash_are_not_read_in_its_place(name: str):
    flash = "本周六起，城东的老渡口因水位过高停航三天，周二早上六点恢复开班。"
    comments = "".join(
        f"<div class=item><a href=/u/{place}>小船{place}号</a><p>{text}</p>"
        f"<span>{place}天前 · 河湾</span><span>回复</span></div>"
        for place, text in enumerate(SAID, 1)
    )
    head = "<title>老渡口停航三天_河湾新闻网</title>"
    page = f"""{head}<h1>老渡口停航三天</h1><div>2024-03-05 09:12 河湾日报</div>
        <article><p>{flash}</p></article><div class={name}><p>评论 5</p>{comments}</div>"""
    article = extract(Response(page))
    assert article is not None
    assert article.text == flash
    assert article.short


@pytest.mark.parametrize("name", ["comment-list", "replies"])
def test_the_comments_on_pictures_are_no_article(name: str):
    comments = "".join(f"<div><a href=/u>小船</a><p>{text}</p></div>" for text in SAID)
    body = f"""<h1>老渡口的秋天（组图）</h1><div>2024-03-05 09:12 河湾日报</div>
        <div><img src=1.jpg><p>渡口的清晨</p><img src=2.jpg><p>摆渡的木船</p></div>
        <div class={name}><h3>全部评论</h3>{comments}</div>"""
    found = DefaultExtractor().read(page(body, "老渡口的秋天（组图）"))
    assert found is NoArticle.NO_TEXT


@pytest.mark.parametrize("name", ["comment", "opinion comment", "discussion"])
@pytest.mark.parametrize(
    ("above", "label"),
    [
        ("", "<h4>评论</h4><h1>老渡口重新开放</h1><p>林小舟</p>"),
        ("", "<p>评论</p><h2>老渡口重新开放</h2>"),
        ("<h1>老渡口重新开放</h1>", "<h4>评论</h4>"),
        ("<h1>老渡口重新开放</h1>", "<p>Comment</p>"),
    ],
)
def test_an_article_may_stand_in_a_column_of_comments(name: str, above: str, label: str):
    body = f"{above}<div class='{name}'>{label}{paragraphs(CHINESE)}</div>"
    assert lines_of(page(body, "老渡口重新开放")) == CHINESE


def test_the_title_of_a_column_of_comments_may_stand_without_the_name_of_the_site():
    text = "<br>".join(CHINESE)
    body = f"<div class=comment><p>评论</p><h3>老渡口重新开放</h3><div>{text}</div></div>"
    assert lines_of(page(body, "老渡口重新开放_河湾新闻网")) == CHINESE
