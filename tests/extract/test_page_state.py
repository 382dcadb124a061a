"""The article in the data of a page's scripts, where the page shows none."""

from __future__ import annotations

import json
import time
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle, extract, page_state
from scrapy_neardup.extract.react_rows import Rows

from .pages import CHINESE, ENGLISH, Response, portal

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = CHINESE * 2
HTML = "".join(f"<p>{line[:9]}<b>{line[9:12]}</b>{line[12:]}</p>" for line in TEXT)
POST = {"title": "老渡口重新开放", "content": HTML, "id": 7}


def shell(script: str, title: str = "老渡口重新开放_河湾新闻网") -> Response:
    return Response(
        f"<html><head><title>{title}</title></head><body><div id=app></div>{script}</body></html>"
    )


def state(data: object, before: str = "window.__INITIAL_STATE__ = ", after: str = ";f();") -> str:
    return f"<script>{before}{json.dumps(data, ensure_ascii=False)}{after}</script>"


@pytest.mark.parametrize(
    "script",
    [
        state({"props": {"pageProps": {"post": POST}}}).replace(
            "<script>window.__INITIAL_STATE__ = ",
            "<script id=__NEXT_DATA__ type=application/json>",
        )[: -len(";f();</script>")]
        + "</script>",
        state({"article": {"detail": POST}}),
        state(json.dumps({"post": POST}), "window['__DATA__'] = JSON.parse(", ");"),
        state({"post": {**POST, "content": [{"type": "p", "text": line} for line in TEXT]}}),
        "<script>window.a = {b: undefined};</script>" + state({"post": POST}),
        state({"user": "?", "all": ["?", "?"], "post": POST}).replace('"?"', "undefined"),
        state({"user": "?", "post": POST}).replace(' "?"', "undefined"),
    ],
)
def test_an_article_in_script_data_is_read_where_none_is_shown(script: str):
    article = extract(shell(script))
    assert article is not None
    assert list(article.lines) == CHINESE


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("newsTitle", "newsContent"),
        ("article_title", "article_content"),
        ("widgetTitle", "content"),
        ("title", "postBody"),
    ],
)
def test_a_body_of_a_longer_name_is_read_beside_the_title(title: str, body: str):
    post = {title: POST["title"], body: HTML, "replyContent": HTML * 2, "footerHtml": HTML * 3}
    article = extract(shell(state({"data": {"post": post}})))
    assert article is not None
    assert list(article.lines) == CHINESE
    assert article.title == "老渡口重新开放"


def test_a_body_of_a_longer_name_is_not_read_without_the_title():
    for post in (
        {"newsTitle": "别处的另一件事", "newsContent": HTML},
        {"newsContent": HTML},
        {"metaTitle": POST["title"], "about": {"content": HTML}, "more": {"text": HTML + HTML}},
        {"title": POST["title"], "site": {"introContent": HTML}},
    ):
        assert DefaultExtractor().read(shell(state({"post": post}))) is NoArticle.NO_TEXT


# What a site says of itself, on each of its pages.
OF_SITE = "".join(
    f"<p>{line}</p>"
    for line in (
        "本平台由河湾读者基金会主办，编辑部共有九名工作人员，办公地点在老渡口旁边的旧仓库二楼。",
        "平台刊登的文章只代表作者本人的看法，作者同意文章在市政厅和车站的大屏幕上展示，不另付酬。",
        "发现错误的读者可以打电话告诉编辑部，编辑部会在三天之内答复，并且改正应当改正的地方，向读者说明。",
        "图片可供本区学校使用，其他单位使用图片须事先征得摄影者的同意，摄影者的姓名写在图片下方。",
    )
)


@pytest.mark.parametrize(
    "name", ["disclaimerContent", "copyrightHtml", "bioHtml", "share_content", "footerBody"]
)
def test_what_a_site_says_of_itself_is_no_body_of_a_longer_name(name: str):
    post = {"newsTitle": POST["title"], name: OF_SITE}
    assert DefaultExtractor().read(shell(state({"post": post}))) is NoArticle.NO_TEXT
    article = extract(shell(state({"post": {**post, "newsContent": HTML}})))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_the_title_in_the_data_may_have_the_same_word_in_front_as_the_body():
    post = {"noticeTitle": POST["title"], "noticeContent": HTML, "helpContent": OF_SITE}
    article = extract(shell(state({"post": post})))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_a_body_of_a_longer_name_gives_way_to_one_of_the_usual_name():
    for info in ({"infoContent": OF_SITE * 2}, {"pageContent": OF_SITE * 2}):
        page = {"title": POST["title"], **info}
        story = {"title": POST["title"], "body": "\n".join([*CHINESE, *ENGLISH])}
        article = extract(shell(state({"page": page, "story": story})))
        assert article is not None
        assert list(article.lines) == [*CHINESE, *ENGLISH]


@pytest.mark.parametrize(
    "site",
    [
        {"siteTitle": "河湾新闻网", "popupContent": OF_SITE},
        {"siteTitle": "河湾新闻网", "pageContent": OF_SITE},
        {"channelTitle": "河湾新闻网", "channelContent": OF_SITE},
    ],
)
def test_a_page_that_has_only_the_name_of_its_site_has_no_body_of_a_longer_name(
    site: dict[str, str],
):
    assert DefaultExtractor().read(shell(state({"page": site}), "河湾新闻网")) is NoArticle.NO_TEXT


def test_goods_may_have_longer_names_too():
    goods = {"goodsTitle": POST["title"], "detailContent": HTML, "goodsPrice": "19.90"}
    assert DefaultExtractor().read(shell(state({"item": goods}))) is NoArticle.NO_TEXT


@pytest.mark.parametrize(
    "price",
    [{"columnPrice": 19.9}, {"readPrice": "0.00", "createTime": 1709601120}, {"price": "0.00"}],
)
def test_an_article_with_a_price_beside_it_is_no_goods(price: dict[str, object]):
    article = extract(shell(state({"item": {**POST, **price}})))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_an_article_of_longer_names_may_cost_nothing():
    post = {"articleTitle": POST["title"], "articleContent": HTML, "readPrice": "0.00"}
    article = extract(shell(state({"item": post})))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_the_state_of_angular_is_read_with_the_signs_that_it_writes():
    post = {
        **POST,
        "content": HTML + "<p>“A&amp;B”商行的老板说：'船票还是两块钱，一分也没有涨。'</p>",
    }
    data = {"1234567": {"body": {"article": post}, "headers": {}, "status": 200}}
    text = json.dumps(data, ensure_ascii=False)
    for sign, written in ("&a", '"q', "'s", "<l", ">g"):
        text = text.replace(sign, f"&{written};")
    article = extract(shell(f'<script id="app-state" type="application/json">{text}</script>'))
    assert article is not None
    assert list(article.lines) == [
        *CHINESE,
        "“A&B”商行的老板说：'船票还是两块钱，一分也没有涨。'",
    ]


def test_the_word_for_a_value_that_is_not_defined_stays_in_a_text():
    code = (
        "代码里写着 [undefined, undefined]，这是因为这两个值都没有定义，渡口的程序因此停了下来。"
    )
    post = {**POST, "content": HTML + f"<p>{code}</p>"}
    article = extract(shell(state({"post": post})))
    assert article is not None
    assert list(article.lines) == [*CHINESE, code]


def test_other_articles_in_the_data_are_not_the_pages_own():
    other = {"title": "别的事情", "content": HTML.replace("渡", "桥")}
    article = extract(shell(state({"more": [other, other], "post": POST})))
    assert article is not None
    assert list(article.lines) == CHINESE
    two = [other, {"title": "第三件事", "content": HTML.replace("渡", "船")}]
    assert DefaultExtractor().read(shell(state({"list": two}))) is NoArticle.NO_TEXT


def test_script_data_never_replaces_the_text_that_is_shown():
    page = portal(ENGLISH, title="老渡口重新开放") + state({"post": POST})
    article = extract(Response(page))
    assert article is not None
    assert list(article.lines) == ENGLISH


@pytest.mark.parametrize(
    "script",
    [
        "<script>window.__STATE__ = {a: function() { return 1 }}</script>",
        "<script type=application/json>{</script>",
        "<script type=application/json>" + "[" * 5000 + "</script>",
        state({"post": {**POST, "content": 7}}),
        state({"post": {**POST, "content": "Too short."}}),
        state([[[]], None, "text", 3]),
    ],
)
def test_data_without_an_article_gives_none(script: str):
    assert DefaultExtractor().read(shell(script)) is NoArticle.NO_TEXT


def test_many_assignments_take_no_longer_than_a_few():
    script = "<script>" + "window.a={" * 50_000 + "</script>"
    began = time.process_time()
    assert DefaultExtractor().read(shell(script)) is NoArticle.NO_TEXT
    assert time.process_time() - began < 1


def test_many_fields_in_many_elements_take_no_longer_than_a_few():
    fields = "<div>" * 250 + "<textarea>x</textarea>" * 45_000
    began = time.process_time()
    assert DefaultExtractor().read(shell(fields)) is NoArticle.NO_TEXT
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "body",
    [
        {"json": {"content": [{"content": [{"value": line}]} for line in ENGLISH]}},
        {"root": {"children": [{"children": [{"text": line}]} for line in ENGLISH]}},
        {"blocks": [{"type": "paragraph", "data": {"text": line}} for line in ENGLISH]},
        {"nodes": [{"nodes": [{"textData": {"text": line}}]} for line in ENGLISH]},
    ],
)
def test_a_body_in_the_formats_of_editors_is_read(body: object):
    data = json.dumps({"props": {"post": {"title": "Ferry", "content": body}}})
    head = "<title>Ferry</title>"
    script = f"<script id=__NEXT_DATA__ type=application/json>{data}</script>"
    article = DefaultExtractor()(Response(f"<html>{head}<body>{script}</body></html>"))
    assert article is not None
    assert list(article.lines) == ENGLISH


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ({"type": "paragraph", "content": ...}, {"type": "text", "text": ...}),
        ({"nodeType": "paragraph", "content": ...}, {"nodeType": "text", "value": ...}),
        ({"_type": "block", "children": ...}, {"_type": "span", "marks": [], "text": ...}),
        ({"type": "p", "children": ...}, {"bold": True, "text": ...}),
    ],
)
def test_the_pieces_of_a_line_are_joined(line: dict[str, object], piece: dict[str, object]):
    def filled(form: dict[str, object], value: object) -> dict[str, object]:
        return {key: value if part is ... else part for key, part in form.items()}

    body = [
        filled(line, [filled(piece, text[:9]), filled(piece, ""), filled(piece, text[9:])])
        for text in CHINESE
    ]
    for written in (body, json.dumps({"blocks": body})):
        article = extract(shell(state({"post": {**POST, "content": written}})))
        assert article is not None
        assert list(article.lines) == CHINESE


@pytest.mark.parametrize(
    "part",
    [
        {"type": "text", "text": ...},
        {"name": "core/paragraph", "attributes": {"content": ...}},
        {"key": "a1", "type": "unstyled", "text": ...},
        {"type": "text", "data": "<b>{}</b>"},
    ],
)
def test_the_paragraphs_of_a_body_are_parted(part: dict[str, object]):
    def filled(form: object, line: str) -> object:
        if isinstance(form, dict):
            return {key: filled(value, line) for key, value in form.items()}
        return line if form is ... else str(form).format(line)

    post = {"title": POST["title"], "contentList": [filled(part, line) for line in CHINESE]}
    article = extract(shell(state({"post": post})))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_a_heading_is_no_piece_of_a_line():
    lines = [*CHINESE[:2], "第一天", *CHINESE[2:]]
    body = [{"type": "header" if line == "第一天" else "p", "text": line} for line in lines]
    article = extract(shell(state({"post": {**POST, "content": body}})))
    assert list(article.lines) == lines


def test_json_in_a_text_of_the_data_is_read():
    fetched = {"status": 200, "headers": {}, "body": json.dumps(POST)}
    script = f"<script type=application/json data-sveltekit-fetched>{json.dumps(fetched)}</script>"
    article = extract(shell(script))
    assert article is not None
    assert list(article.lines) == CHINESE
    # What only begins like JSON is a text.
    plain = "\n".join([f'["A" is all that stood on it.] {ENGLISH[0]}', *ENGLISH[1:]])
    found = extract(shell(state({"post": {**POST, "content": plain}})))
    assert found is not None
    assert found.text == plain


@pytest.mark.parametrize(
    "source",
    [
        "<script type='text/markdown'>{}</script>",
        "<div id=view><textarea style='display: none'>{}</textarea></div>",
        "<textarea hidden>{}</textarea><textarea></textarea>",
    ],
)
def test_a_text_in_markdown_that_a_script_would_show_is_read(source: str):
    text = "\n\n".join([*CHINESE[:2], "![船](/boat.jpg)", "## 第一天", *CHINESE[2:]])
    text = text.replace("陈师傅", "[**陈师傅**](https://river.example/chen)", 1)
    article = extract(shell(source.format(f"# 老渡口重新开放\n\n{text}")))
    assert article is not None
    assert list(article.lines) == [*CHINESE[:2], "第一天", *CHINESE[2:]]
    # What a page shows comes first.
    page = portal(ENGLISH) + source.format(text)
    assert list(extract(Response(page)).lines) == ENGLISH


def test_a_text_in_html_that_a_script_would_show_is_read():
    text = escape(f"<article><section data-type='rtext'>{HTML}</section></article>")
    fields = f"<textarea>老渡口重新开放</textarea><textarea>{text}</textarea>"
    article = extract(shell(f"<div style='display:none'>{fields}</div>"))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_terms_of_use_in_a_hidden_element_are_no_article():
    fields = f"<h3>用户协议</h3><textarea readonly>{escape(OF_SITE)}</textarea>"
    found = DefaultExtractor().read(shell(f"<div class=box style='display: none'>{fields}</div>"))
    assert found is NoArticle.NO_TEXT


@pytest.mark.parametrize(
    "source",
    [
        "<form><textarea style='display: none'>{}</textarea></form>",
        "<textarea>{}</textarea>",
        "<script type='text/markdown'>{}</script><script type='text/markdown'>{}</script>",
    ],
)
def test_other_fields_and_several_texts_are_no_article(source: str):
    text = "\n".join(CHINESE * 2)
    page = shell(source.format(text, text))
    assert DefaultExtractor().read(page) is NoArticle.NO_TEXT


def pushed(*parts: str) -> str:
    return "".join(
        f"<script>self.__next_f.push({json.dumps(row)})</script>"
        for row in ([0], *([1, part] for part in parts))
    )


def element(tag: str, children: object, **properties: object) -> list[object]:
    return ["$", tag, None, {**properties, "children": children}]


def test_an_article_in_what_server_components_send_is_read():
    text = "".join(f"<p>{line}</p>" for line in CHINESE)
    by_name = (
        f"7:T{len(text.encode()):x},{text}" + '8:{"post":{"title":"老渡口重新开放","body":"$7"}}\n'
    )
    given = f'a:["$","$L9",null,{json.dumps({"post": {**POST, "content": text}})}]\n'
    for rows in (by_name, given):
        article = extract(
            shell(pushed('0:["$","$L1",null,{}]\n1:I[7,[],"x"]\n', rows[:90], rows[90:]))
        )
        assert article is not None
        assert list(article.lines) == CHINESE


@pytest.mark.parametrize("raw", [False, True])
def test_an_article_in_the_elements_that_server_components_send_is_read(raw: bool):
    text = [element("p", line, className="body") for line in CHINESE]
    if raw:
        html = "".join(f"<p>{line}</p>" for line in CHINESE[1:])
        text[1:] = [["$", "div", None, {"dangerouslySetInnerHTML": {"__html": html}}]]
    menu = element(
        "nav", [element("a", "首页", href="/"), element("a", "关于我们", href="/about")]
    )
    tree = element("div", [menu, element("$L4", [element("h1", POST["title"]), *text])])
    article = extract(shell(pushed(f"5:{json.dumps(tree)}\n")))
    assert article is not None
    assert list(article.lines) == CHINESE


@pytest.mark.parametrize(
    "given",
    [
        '["$","$L2",null,{"initialSeedData":["",{},[["$L3","$L4",null],null]],"initialHead":"$L5"}]',
        '["$","$L2",null,{"initialTree":["",{}],"children":["$","$L3",null,{}]}]',
        '["$","$L2",null,{"main":"$L3","side":null}]',
        '["$","div",null,{"children":["$","$L2",null,{"post":{"content":"$3"}}]}]',
    ],
)
def test_rows_are_read_where_components_have_them(given: str):
    """As Next.js 13 and 14 name the row of a page, and what a page gives to a slot."""
    tree = element("article", [element("p", line) for line in CHINESE])
    article = extract(shell(pushed(f'1:{given}\n2:I[1,[],""]\n', f"3:{json.dumps(tree)}\n")))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_rows_are_read_behind_a_script_that_sends_none():
    tree = element("article", [element("p", line) for line in CHINESE])
    broken = "<script>self.__next_f.push([1, rows]);</script>"
    article = extract(shell(broken + pushed(f"1:{json.dumps(tree)}\n")))
    assert article is not None
    assert list(article.lines) == CHINESE


@pytest.mark.parametrize("start", ["", "$$"])
@pytest.mark.parametrize("text", ["", "p"])
def test_a_row_that_is_named_often_takes_no_more_room_than_a_page(text: str, start: str):
    words = start + "word of the text. " * 20_000
    named = json.dumps(["$2"] * 1000)
    row = json.dumps(element(text, words) if text else [words])
    given = f'["$","div",null,{{"children":{named}}}]' if text else f'{{"body":{named}}}'
    rows = Rows(f"1:{given}\n2:{row}\n")
    assert sum(len(value) for value in strings(rows.values)) < 6_000_000


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from strings([*value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


@pytest.mark.parametrize("reverse", [False, True])
def test_rows_are_read_where_others_name_them(reverse: bool):
    """As where a part of the page is sent when it is ready: a link in a paragraph, or a paragraph."""
    first, rest = CHINESE[1][:20], CHINESE[1][20:]
    tree = element(
        "main", [element("h1", POST["title"]), "$L6", "$L7", "$L8", element("p", CHINESE[3])]
    )
    rows = [
        f"5:{json.dumps(tree)}\n",
        f"6:{json.dumps(element('p', CHINESE[0]))}\n",
        f"7:{json.dumps(element('p', [first, '$La']))}\n",
        f"8:{json.dumps(element('p', '$9'))}\n",
        f"9:{json.dumps([CHINESE[2]])}\n",
        f"a:{json.dumps(element('b', rest))}\n",
    ]
    article = extract(shell(pushed(*(reversed(rows) if reverse else rows))))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_rows_that_name_one_another_end():
    circle = "".join(
        f"{i}:{json.dumps(element('div', [element('p', CHINESE[i]), f'$L{1 - i}', f'$L{1 - i}']))}\n"
        for i in range(2)
    )
    many = "".join(f"{i:x}:{json.dumps([f'$L{i + 1:x}'] * 2)}\n" for i in range(200))
    for rows in (circle, many):
        assert extract(shell(pushed(rows))) is None


def test_a_row_that_names_itself_by_another_is_read_once():
    rest = [element("p", paragraph) for paragraph in CHINESE[2:]]
    rows = (
        f"5:{json.dumps(element('main', [element('h1', POST['title']), '$L0', *rest]))}\n",
        f"0:{json.dumps(element('div', [element('p', CHINESE[0]), '$L1']))}\n",
        f"1:{json.dumps(element('div', [element('p', CHINESE[1]), '$L0']))}\n",
    )
    article = extract(shell(pushed(*rows)))
    assert article is not None
    assert list(article.lines) == CHINESE


@pytest.mark.parametrize(
    "rows",
    [
        "5:" + "[" * 5000,
        '5:["$","p",null,{"children":["$","p"',
        "5:Tffffff,x",
        "5:" + json.dumps(element("div", "$5")),
        "no rows",
        "5:" + '["$","div",null,{"children":' * 300 + "1" + "}]" * 300,
    ],
)
def test_rows_without_an_article_give_none(rows: str):
    assert DefaultExtractor().read(shell(pushed(rows))) is NoArticle.NO_TEXT


@pytest.mark.parametrize(
    "script",
    [
        "<script>" + '__next_f.push("' * 100_000 + "</script>",
        pushed("7:Tf4240," + "文" * 333_333 + '.8:["$","p",null,{"children":[' + '"$7",' * 20_000 + "1]}]\n"),
        "<script id=__NUXT_DATA__ type=application/json>"
        + json.dumps([{"body": 1}, [2] * 20_000, "a " * 500_000])
        + "</script>",
        "<script id=__NUXT_DATA__ type=application/json>"
        + json.dumps([[1], [1] * 150_000])
        + "</script>",
        "<script id=__NUXT_DATA__ type=application/json>"
        + json.dumps([[1], [1] * 300])
        + "</script>",
    ],
)  # fmt: skip
def test_texts_that_are_named_often_take_no_longer_than_once(script: str):
    began = time.process_time()
    assert isinstance(DefaultExtractor().read(shell(script)), object)
    assert time.process_time() - began < 3


def test_an_article_in_numbered_values_is_read():
    text = "".join(f"<p>{line}</p>" for line in CHINESE)
    # -1 is a value that is not defined.
    post = {"title": 4, "body": 5, "up": 3, "content": -1}
    values = [["ShallowReactive", 1], {"data": 2}, {"post": 3}, post]
    data = json.dumps([*values, POST["title"], text, text.replace("渡", "桥") * 2])
    head = "<script type=application/json id=__NUXT_DATA__>"
    article = extract(shell(f"{head}{data}</script>"))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_a_body_under_a_key_with_arguments_is_read():
    post = {"title": POST["title"], 'content({"format":"html"})': HTML}
    article = extract(shell(state({"Post:7": post}, "window.__APOLLO_STATE__ = ")))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_an_article_in_script_data_is_read_above_teasers_of_others():
    teasers = "".join(
        f"<div><h3><a href=/a/{i}>另一件发生在别处的事情第{i}号</a></h3><p>{line}</p></div>"
        for i, line in enumerate(CHINESE)
    )
    page = shell(teasers + state({"post": {**POST, "content": HTML.replace("渡", "桥")}}))
    article = extract(page)
    assert article is not None
    assert list(article.lines) == [line.replace("渡", "桥") for line in CHINESE]


def test_a_body_of_too_many_elements_is_too_large():
    post = {**POST, "content": "<p>a</p>" * 60_000}
    assert DefaultExtractor().read(shell(state({"post": post}))) is NoArticle.TOO_LARGE


def test_rows_without_a_number_are_passed_over():
    hint = ':HL["/_next/static/css/a.css","style"]\n'
    text = element("div", [element("p", line) for line in CHINESE])
    tree = element("div", [element("h1", POST["title"]), text])
    article = extract(shell(pushed(f'{hint}1:I[7,[],"x"]\n{hint}0:{json.dumps(tree)}\n')))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_a_name_that_many_objects_have_is_read_once(monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []
    signs = page_state._ASIDE

    class Counted:
        def search(self, key: str) -> object:
            read.append(key)
            return signs.search(key)

    monkeypatch.setattr(page_state, "_ASIDE", Counted())
    many: dict[str, object] = {f"part{number}": {} for number in range(3000)}
    article = extract(shell(state({"post": POST, "all": [many, many]})))
    assert article is not None
    assert list(article.lines) == CHINESE
    assert len(many) < len(read) == len(set(read))


def test_half_of_a_character_is_replaced():
    half = "\ud83d"
    first = HTML.replace("<p>", f"<p>{half}", 1)
    plain = half + "\n".join(TEXT)
    elements = element("div", [element("p", half + line) for line in TEXT])
    for script in (
        state({"post": {**POST, "content": first}}).replace(half, "\\ud83d"),
        state({"post": {**POST, "content": plain}}).replace(half, "\\ud83d"),
        pushed(f"0:{json.dumps(elements)}\n"),
    ):
        article = extract(shell(script))
        assert article is not None
        assert article.text.encode().decode().startswith("\ufffd" + CHINESE[0])


def test_a_line_break_in_the_data_parts_lines():
    parts = [{"type": "text", "text": CHINESE[1]}, {"type": "hardBreak"}]
    parts += [{"type": "text", "text": CHINESE[2][:20]}, {"type": "text", "text": CHINESE[2][20:]}]
    first, last = ({"type": "text", "text": CHINESE[place]} for place in (0, 3))
    lines = [{"type": "paragraph", "content": part} for part in ([first], parts, [last])]
    article = extract(shell(state({"post": {**POST, "content": {"content": lines}}})))
    assert article is not None
    assert list(article.lines) == CHINESE


def test_what_looks_like_data_in_a_text_of_the_data_is_no_data():
    sample = "window.state = " + json.dumps({"content": OF_SITE})
    article = extract(shell(state({"post": {**POST, "sample": sample}})))
    assert article is not None
    assert list(article.lines) == CHINESE


ENCODED = quote(json.dumps({"post": POST}, ensure_ascii=False))


@pytest.mark.parametrize(
    "script",
    [
        state({"post": POST}, "var article = "),
        state({"post": POST}, "const __DATA__ = "),
        state({"post": POST}, "App.state.page = "),
        state({"post": POST}, "let data = JSON.parse('{}'); exports.data = "),
        f'<script>window.__DATA__ = JSON.parse(decodeURIComponent("{ENCODED}"));</script>',
        f"<script>window.__DATA__ = decodeURIComponent('{ENCODED}');</script>",
        f"<script type=application/json>{ENCODED}</script>",
        f"<div id=page data-page='{json.dumps({'props': {'post': POST}}, ensure_ascii=False)}'></div>",
    ],
)
def test_an_article_in_data_of_another_kind_is_read_with_its_title(script: str):
    article = extract(shell(script))
    assert article is not None
    assert list(article.lines) == CHINESE
    assert DefaultExtractor().read(shell(script, "别处的另一件事")) is NoArticle.NO_TEXT


def test_short_news_in_script_data_is_read_with_its_title():
    post = {"title": POST["title"], "content": f"<p>{CHINESE[0]}</p><p>{CHINESE[3]}</p>"}
    article = extract(shell(state({"post": post})))
    assert article is not None
    assert list(article.lines) == [CHINESE[0], CHINESE[3]]
    assert article.short
    # Beside a longer text, it is its summary.
    whole = extract(shell(state({"post": post, "page": {"content": HTML}})))
    assert list(whole.lines) == CHINESE
    assert extract(shell(state({"post": post}), "别处的另一件事")) is None


def test_the_title_of_an_article_in_script_data_may_be_the_heading_that_is_shown():
    page = shell("<h1>老渡口重新开放</h1>" + state({"post": POST}, "var page = "), "河湾新闻网")
    article = extract(page)
    assert article is not None
    assert list(article.lines) == CHINESE


SLOGAN = "河湾新闻网是河湾县最大的新闻网站，每天二十四小时为读者提供权威、及时、准确的本地新闻和生活服务信息"
LONG = "。".join([SLOGAN] * 5) + "。"
ABOUT = f"<p>{SLOGAN}。</p><p>欢迎关注我们的公众号。</p><p>投稿请寄编辑部。</p>" * 3


@pytest.mark.parametrize(
    "data",
    [
        # What the site says of itself on every page.
        {"site": {"title": "河湾新闻网", "content": SLOGAN}},
        {"site": {"title": "河湾新闻网", "content": LONG}},
        {"siteInfo": {"name": "河湾新闻网", "detail": ABOUT}},
        {"config": {"footer": {"html": ABOUT}}},
        {"seo": {"text": LONG}},
        {"slogan": {"text": SLOGAN * 5}},
        {"page": {"title": "老渡口重新开放", "content": f"{SLOGAN}。"}},
        {"cookieConsent": {"title": "Cookie", "text": ABOUT}},
        # Goods.
        {"product": {"name": "老渡口重新开放", "price": 12, "detail": ABOUT}},
        {"goods": {"title": "老渡口重新开放", "sku": "a1", "content": ABOUT}},
        # Comments.
        {"comments": [{"user": "张三", "content": "".join(TEXT)}]},
        {"post": {"title": "老渡口重新开放", "comments": [{"content": HTML}]}},
        {"replies": {"text": "".join(TEXT)}},
        # Teasers.
        {"list": [{"title": f"第{i}件事", "content": "".join(TEXT)} for i in range(3)]},
        {"content": [{"title": f"第{i}件事", "url": f"/{i}", "text": TEXT[i]} for i in range(8)]},
        {"title": "老渡口重新开放", "content": [{"title": f"第{i}件事", "url": f"/{i}", "text": TEXT[i]} for i in range(8)]},
        {"related": {"title": "别的事情", "content": HTML}},
    ],
)  # fmt: skip
@pytest.mark.parametrize("title", ["老渡口重新开放_河湾新闻网", "快报_河湾新闻网", "河湾新闻网"])
@pytest.mark.parametrize("before", ["window.__STATE__ = ", "var data = "])
def test_what_is_no_article_in_script_data_gives_none(data: object, title: str, before: str):
    assert DefaultExtractor().read(shell(state(data, before), title)) is NoArticle.NO_TEXT


def test_data_that_is_encoded_badly_gives_none():
    for text in ("%7B", "%7B%FF", "%5B" * 50_000, "%7B%22a%22%3A1"):
        script = f'<script>a = decodeURIComponent("{text}")</script>'
        assert DefaultExtractor().read(shell(script)) is NoArticle.NO_TEXT


@pytest.mark.parametrize(
    "unit", ["var a={", "a.b={", "a.", "var ", "decodeURIComponent(", "a = JSON.parse("]
)
def test_scripts_are_searched_in_linear_time(unit: str):
    script = "<script>" + unit * (900_000 // len(unit)) + "</script>"
    began = time.process_time()
    assert DefaultExtractor().read(shell(script)) is NoArticle.NO_TEXT
    assert time.process_time() - began < 2


STORY = " ".join(
    f"The council voted on the swimming hall of street {number}, and it will close in May."
    for number in range(8)
)
NAME = "Council votes to close the swimming hall"


@pytest.mark.parametrize(
    "article",
    [
        {"heading": NAME, "content": STORY},
        {"title": {"rendered": NAME}, "content": {"rendered": f"<p>{STORY}</p>"}},
        {
            "headlines": {"basic": NAME},
            "content_elements": [
                {"type": "text", "content": STORY[:300]},
                {"type": "interstitial_link", "content": "Ferry tickets"},
                {"type": "text", "content": STORY[300:]},
            ],
        },
        {"title": NAME, "price": 0, "offers": [], "content": STORY},
        {"title": NAME, "price": 3, "author": "Lynn Rivers", "content": STORY},
    ],
)
@pytest.mark.parametrize("title", [NAME, f"River Bend | {NAME}", f"River Bend | {NAME} - Local"])
def test_the_title_in_the_data_is_a_part_of_the_pages(article: object, title: str):
    other = {"title": "Council", "content": STORY.replace("council", "parliament")}
    data = {"a": article, "b": other}
    for before in ("window.state = ", "var state = "):
        found = DefaultExtractor()(shell(state(data, before), title))
        assert found is not None
        assert found.text.replace("\n", "") == STORY.replace("\n", "")


def test_the_name_of_the_site_is_no_title_of_an_article():
    data = {"site": {"name": "The River Bend Gazette", "text": STORY}}
    response = shell(state(data), "Ferries - The River Bend Gazette")
    assert DefaultExtractor().read(response) is NoArticle.NO_TEXT


def test_goods_in_script_data_are_no_article():
    data = {"title": NAME, "price": 3, "published_at": "2024-03-05", "content": STORY}
    assert DefaultExtractor().read(shell(state(data), NAME)) is NoArticle.NO_TEXT


@pytest.mark.parametrize("escaped", [True, False])
@pytest.mark.parametrize("title", [NAME.upper(), "老渡口重新开放_河湾新闻网"])
def test_a_title_in_a_variable_is_found_however_it_is_written(title: str, escaped: bool):
    data = {"title": NAME if title.isascii() else "老渡口重新开放", "content": STORY}
    text = json.dumps(data, ensure_ascii=escaped)
    for given in (text, f"JSON.parse({json.dumps(text, ensure_ascii=escaped)})"):
        script = f"<script>var state = {given};</script>"
        assert DefaultExtractor()(shell(script, title)) is not None


@pytest.mark.parametrize("name", ["featured", "nextArticle", "latest_post"])
@pytest.mark.parametrize(
    "title",
    ["Mills - River Bend Gazette", "Log in | River Bend Gazette", "School wins the cup | Sport"],
)
def test_the_only_body_is_not_the_article_if_it_has_the_title_of_another(title: str, name: str):
    data = {"props": {"slug": "mills", name: {"title": NAME, "slug": "hall", "body": STORY}}}
    script = f'<script type="application/json">{json.dumps(data)}</script>'
    assert DefaultExtractor().read(shell(script, title)) is NoArticle.NO_TEXT


@pytest.mark.parametrize(
    "title",
    [
        "River Bend Gazette",  # says nothing of the article
        "Swimming hall to close, council votes - River Bend Gazette",  # another wording of its title
    ],
)
def test_the_only_body_is_the_article_if_the_page_has_no_other_title(title: str):
    data = {"props": {"article": {"title": NAME, "body": STORY}}}
    for script in (state(data), f'<script type="application/json">{json.dumps(data)}</script>'):
        assert isinstance(DefaultExtractor().read(shell(script, title)), Article)


@pytest.mark.parametrize("key", ["content_elements", "paragraphs", "blocks"])
def test_paragraphs_in_the_data_need_no_full_stop_to_be_lines(key: str):
    lines = ["1. Why it closes", ENGLISH[1], "2. What comes next:", ENGLISH[2], ENGLISH[3]]
    parts = [{"type": "text", "content": line} for line in lines]
    article = extract(shell(state({"headlines": {"basic": NAME}, key: parts}), NAME))
    assert article is not None
    assert list(article.lines) == lines
