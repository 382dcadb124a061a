"""The compiled kernels of extraction give what their references give, value for value."""

from __future__ import annotations

import importlib
import re
from dataclasses import fields
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree, html
from parsel import Selector

from scrapy_neardup import compiled
from scrapy_neardup.extract import blocks, body, bylines, lines, walk, written_dates
from scrapy_neardup.extract.blocks import PageTooLarge, read_page
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.clean import signs
from scrapy_neardup.extract.lines import Block, WordSearch, squeeze
from scrapy_neardup.extract.no_article import goods, notices, prose
from scrapy_neardup.extract.walk.page import Page

is_compiled = pytest.mark.skipif(
    not compiled.is_compiled("scrapy_neardup.extract.walk"), reason="installed without a compiler"
)

LINES = importlib.import_module("scrapy_neardup.extract.lines.reference")
WALK = importlib.import_module("scrapy_neardup.extract.walk.reference")
with mock.patch.object(blocks, "walk", WALK):
    WALKER, UNSCRIPTED = (
        blocks._make_walker(kinds) for kinds in (blocks._KINDS, blocks._UNSCRIPTED_KINDS)
    )
SEARCH = importlib.import_module("scrapy_neardup.extract.body.reference").BodySearch(
    PRICES,
    body.section_words,
    body._section_of,
    body._is_reply,
    body._signature_of,
    body._is_dated,
    body.HEADINGS,
    body._PLAIN,
)

RULES = LINES.LineRules(signs._SIGNS)

MACHINE_SIGN = re.compile(r"[{}\[\]\"\\<>=;|~^\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]")
TAGS = [
    *(
        "html",
        "body",
        "div",
        "p",
        "h1",
        "h2",
        "article",
        "section",
        "ul",
        "li",
        "table",
        "tr",
        "td",
    ),
    *("th", "nav", "aside", "figure", "figcaption", "span", "b", "a", "br", "hr", "img", "time"),
    *(
        "script",
        "style",
        "svg",
        "title",
        "meta",
        "link",
        "noscript",
        "button",
        "input",
        "select",
        "textarea",
        "x-card",
        "o:p",
        "ruby",
        "rt",
        "pre",
        "code",
    ),
]
NAMES = [
    *("article-body", "comment-list", "related", "byline", "caption", "content", "box", "", " "),
    *("post-content has-sidebar", "footer", "é", "relatedNews", "S:1f"),
    *("sr-only", "jammer", "hidden md:block", "d-none", "d-none d-md-block"),
]
ATTRIBUTES = {
    "class": st.sampled_from(NAMES),
    "id": st.sampled_from(NAMES),
    "style": st.one_of(
        st.sampled_from(["display:none", "DISPLAY : None", "color: red", "", "a:b;left:-9999px"]),
        st.sampled_from(["font-size:0", "Font-Size\t:\n0EM !important", "font-size:0.5em"]),
        st.sampled_from(["--display:none", "--font-size:0", "clip-path:inset(50%)", "path:"]),
        st.sampled_from(["clip:rect(0 0 0 0)", "clip : RECT( 1px,1px,0,0)", "x:-999"]),
        st.sampled_from(["display\xa0:none", "font-size:0;font-size:1em", ":", "play:", "size:0"]),
    ),
    "hidden": st.sampled_from(["", "until-found", "Until-Found "]),
    "popover": st.sampled_from(["", "auto", "Manual", "A hint"]),
    "aria-controls": st.sampled_from([*NAMES, "box related"]),
    "aria-haspopup": st.just("true"),
    "role": st.sampled_from(["dialog", "region", "navigation"]),
    "media": st.sampled_from(["", "all", "Screen", "print"]),
    "href": st.sampled_from(["/a", "https://b.test/", "", "#"]),
    "type": st.sampled_from(["application/ld+json", "text/javascript", "Password", "hidden", ""]),
    "datetime": st.sampled_from(["2026-11-21", ""]),
    "property": st.sampled_from(["og:title", "OG:URL", ""]),
    "name": st.sampled_from(["date", ""]),
    "itemprop": st.just("datePublished"),
    "content": st.sampled_from(["something", ""]),
    "rel": st.sampled_from(["canonical", "Canonical", "prev", "stylesheet"]),
}
TEXTS = st.one_of(
    st.sampled_from(
        [" ", "\n", "\u3000", "\xa0", "\u2028", "A sentence. ", "一句话。", "3.5", "?!", "…"]
    ),
    st.sampled_from(
        ['He said "no." ', "U.S.", "Привет.", "¿Qué?", "😀", "&amp;", "&nbsp;", "<!-- x -->"]
    ),
    st.sampled_from(
        [
            "A long sentence that runs on and on, and so is running text.",
            "长" * 30,
            "keywords " * 300,
        ]
    ),
    st.sampled_from(
        ["<style>.box{display:none}</style>", "<style>.box{}</style>", ".box{left:-999px}"]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6),
)


@st.composite
def markup(draw: st.DrawFn) -> str:
    """HTML with tags opened and closed anyhow."""
    parts = []
    for _ in range(draw(st.integers(0, 40))):
        kind = draw(st.integers(0, 3))
        if kind == 0:
            parts.append(f"</{draw(st.sampled_from(TAGS))}>")
        elif kind == 1:
            tag = draw(st.sampled_from(TAGS))
            names = draw(st.lists(st.sampled_from(sorted(ATTRIBUTES)), max_size=3, unique=True))
            given = "".join(f' {name}="{draw(ATTRIBUTES[name])}"' for name in names)
            parts.append(f"<{tag}{given}>")
        else:
            parts.append(draw(TEXTS))
    return "".join(parts)


def page_values(page: Page) -> dict[str, object]:
    values = {field.name: getattr(page, field.name) for field in fields(Page)}
    return values | {"blocks": [block_values(block) for block in page.blocks]}


def block_values(block: Block) -> tuple[object, ...]:
    names = ("text", "weight", "link_weight", "marks", "tag", "depth", "low", "beside")
    return tuple(getattr(block, name) for name in names)


def in_python(root: etree._Element, **wanted: int) -> Page:
    with (
        mock.patch.object(blocks, "_walker", WALKER),
        mock.patch.object(blocks, "_unscripted", UNSCRIPTED),
    ):
        return read_page(root, **wanted)


def assert_same(root: etree._Element) -> None:
    before = etree.tostring(root)
    for wanted in (
        *({}, {"everything": True}, {"keep": 1}, {"keep": 100}, {"unscripted": True}),
        *({"unfold": True}, {"keep": 100, "unfold": True}),
    ):
        compiled = page_values(read_page(root, **wanted))
        assert compiled == page_values(in_python(root, **wanted))
    for piece in ("a", "e", "长", "&"):
        assert list(walk.kernel.holders(root, piece)) == list(WALK.holders(root, piece))
    assert etree.tostring(root) == before


@settings(max_examples=400)
@given(markup())
@example("<table><tr><td>a<td>b<tr><td><p>c<p>d</table>tail")
@example("<p>one<br>two</p> three <a href='/x'> a <b>b</b></a><a href>c</a>")
@example(
    "<script type='application/ld+json'>{}</script><script type='application/ld+json'></script>"
)
@example(
    "<p>Name <input> Key<input type=PASSWORD></p><select name=a><option>b</select><input type=submit>"
)
@example(
    "<p>a<a href=/ hidden>A long sentence that runs on and on, and so is running text.</a>"
    "<b class=jammer>Another sentence that runs on and on, and so is running text.</b>"
    "<span hidden>b<a href=/>c</a></span></p>"
)
@example(
    "<h2><button hidden>A sentence that runs on and on for so long that it is running text.</button></h2>"
)
@example(
    "<button aria-controls=box>a</button><div class=hidden id=box>A sentence that runs on and on, and is read."
    "</div><p>b<i hidden id=box>Another sentence that runs on and on, and so is running text.</i></p>"
)
@example(
    "<pre><code>a</code><code>b</code>c<code>d</code> <a href=/><code>e</code><code>f</code></a>"
)
@example("<style> .box{ display:none } </style><p class=box>a</p><p>b<i class='x box'>c</i>d</p>")
@example("<title> a\n b </title><title>c</title><meta name=date content=x><link rel=canonical>")
def test_any_page(source):
    assert_same(Selector(source, type="html").root)


@pytest.mark.parametrize(
    "source",
    [
        "<a>one &own; two<b>three</b>&own;four</a>",
        "<div><![CDATA[one]]>two<?pi three?>four<!--five-->six</div>",
        "<div xmlns='http://one.test/' xmlns:o='http://two.test/'><o:p o:class='nav'>a</o:p></div>",
        "<div xmlns:o='http://two.test/' o:hidden='' o:class='footer' class='box'>a</div>",
        "<div class='box'>one<p id='&own;'>two</p></div>",
        "<span>one</span>",
        "<nav>one</nav>",
    ],
)
def test_any_tree(source):
    document = f"<!DOCTYPE div [<!ENTITY own 'a word'>]><r>{source}</r>"
    for resolve in (True, False):
        root = etree.fromstring(document, etree.XMLParser(resolve_entities=resolve))
        assert_same(root)
        assert_same(root[0])


def test_trees_that_were_made_or_changed():
    root = html.fromstring("<div><p>one</p>two<p class=related>three</p></div>")
    root[0].tail = None
    root[1].set("class", "box")
    root.append(etree.SubElement(root, "h1"))
    root[2].text = "four"
    root.insert(0, etree.Comment("five"))
    root[0].tail = "six"
    assert_same(root)


def test_deep_and_wide_trees():
    deep = Selector("<div><b>" * 100 + "x" + "</b></div>" * 100, type="html").root
    assert_same(deep)
    wide = Selector("".join(f"<x{n} class='c{n}'>y{n}</x{n}>" for n in range(6000)), type="html")
    assert_same(wide.root)


def test_long_lines():
    text = "字 word\u3000。" * 20_000
    assert_same(
        Selector(f"<p>{text}</p><p>{'x' * 100_000}<a href=/>{text}</a></p>", type="html").root
    )


def test_more_elements_than_are_allowed():
    root = Selector("<p>x</p>" * 10, type="html").root
    assert len(read_page(root, max_elements=12).blocks) == 10
    with pytest.raises(PageTooLarge, match="more than 11 elements"):
        read_page(root, max_elements=11)


@pytest.mark.parametrize("wrong", [None, "text", object(), etree.ElementTree()])
def test_what_is_no_element_is_refused(wrong):
    with pytest.raises(TypeError, match="an element of lxml is wanted"):
        read_page(wrong)


@is_compiled
def test_another_layout_of_lxml_is_noticed():
    with mock.patch.object(etree, "LIBXML_VERSION", (3, 0, 0)):
        assert not walk.kernel.fits()
    assert walk.kernel.fits()


@is_compiled
@pytest.mark.parametrize(
    "unfit",
    [
        mock.patch.object(etree, "LIBXML_VERSION", (3, 0, 0)),
        mock.patch.object(compiled, "import_module", side_effect=ValueError("size changed")),
    ],
)
def test_a_kernel_that_does_not_fit_is_not_used(unfit):
    kernel = walk.kernel
    with unfit, pytest.warns(RuntimeWarning, match="compiled for another lxml"):
        assert importlib.reload(walk).kernel.TreeWalker is type(WALKER)
    assert importlib.reload(walk).kernel is kernel


@is_compiled
@pytest.mark.parametrize("package", [walk, lines, body])
def test_a_kernel_of_another_version_is_refused(package):
    with (
        mock.patch.object(package.kernel, "VERSION", 0),
        pytest.raises(ImportError, match="install the package again"),
    ):
        importlib.reload(package)


@st.composite
def runs(draw: st.DrawFn) -> list[Block]:
    found, depth = [], 1
    for _ in range(draw(st.integers(0, 30))):
        low = draw(st.integers(1, depth))
        depth = draw(st.integers(low, low + 3))
        weight = draw(st.sampled_from([1, 8, 20, 39, 41, 90, 91, 150, 239, 241, 400]))
        link = draw(st.sampled_from([0, 0, 0, weight // 3, weight // 2 + 1, weight]))
        tag = draw(st.sampled_from(["p", "p", "div", "h1", "h2", "li", "td"]))
        text = draw(
            st.sampled_from(
                [
                    "A title",
                    "Related stories",
                    "相关阅读",
                    "网友评论",
                    "回复",
                    "2 likes",
                    "2024-03-05",
                    "2024-03-05 10:20",
                    "user12 2024-03-05 10:20",
                    "3楼",
                    "PS5",
                    "words",
                ]
            )
        )
        marks = draw(st.sampled_from([0, 0, 1, 4]))
        beside = draw(st.integers(0, 9)) == 0
        found.append(Block(text, weight, link, marks, tag, depth, low, beside))
    # Comments, and paragraphs in wrappers of their own, are alike.
    start = draw(st.integers(0, len(found)))
    unit = found[start : start + draw(st.integers(1, 4))]
    return found + unit * draw(st.integers(0, 4))


@settings(max_examples=400)
@given(
    runs(),
    st.sampled_from([(), ("A title - Site",), ("A title",), ("PS5_Site",)]),
    st.booleans(),
    st.sampled_from([bool, lambda index: index % 2 == 0, lambda _: False]),
)
def test_the_search_for_the_body(found, titles, beside, elsewhere):
    def search() -> body.Body | None:
        return body.find_body(found, titles, beside=beside, leads_elsewhere=elsewhere)

    compiled = search()
    with mock.patch.object(body, "_search", SEARCH):
        assert search() == compiled


@given(st.text(), st.booleans())
@example("ß İ ſ K Σ ς Ä ä 1２ 3\u30004 ① ١", False)
@example("12a 1２ ٣3", True)
def test_squeezing(text, digits):
    assert squeeze(text, digits) == LINES.squeeze(text, digits)


def test_counting_any_sign():
    for point in range(0x11000):
        letter = chr(point)
        assert prose._count_machine_signs(letter) == len(MACHINE_SIGN.findall(letter)), hex(point)


@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("{}[];|\ufffd")))
def test_counting_signs(text):
    assert prose._count_machine_signs(text) == len(MACHINE_SIGN.findall(text))


def test_more_signs_than_can_be_counted():
    with pytest.raises(ValueError, match="too many"):
        lines.CharacterSet("".join(map(chr, range(0x4E00, 0x4E21))))


@given(runs())
def test_weighing_what_is_no_link(found):
    assert lines.unlinked_weight(found) == sum(max(0, b.weight - b.link_weight) for b in found)


@given(runs())
def test_places_of_links(found):
    linked = [place for place, b in enumerate(found) if 2 * b.link_weight > b.weight]
    assert lines.linked_places(found) == LINES.linked_places(found) == linked


@given(runs(), st.integers(0, 3))
def test_items_among_items(found, most):
    for place in range(len(found)):
        listed = lines.is_listed(found, place, most)
        assert listed == LINES.is_listed(found, place, most)
    with pytest.raises(IndexError):
        lines.is_listed(found, len(found), most)


def test_squeezing_any_character():
    for code in (*range(0xD800), *range(0xE000, 0x30000)):
        line = f"1 {chr(code)}2B"
        assert squeeze(line) == "".join(line.split()).casefold(), hex(code)
        assert squeeze(line, digits=True) == LINES.squeeze(line, digits=True), hex(code)


@given(st.text())
@example("\ud800a\U0001f600")
def test_weighing(text):
    assert lines.weigh(text) == LINES.weigh(text)


LINE_STARTS = st.sampled_from(
    ["", "来源：", "Source: ", "2024-03-05", "via Getty", "©", "Related", "A title", "İ", "ß", "“"]
)


@st.composite
def shown(draw: st.DrawFn) -> Block:
    text = draw(LINE_STARTS) + draw(TEXTS | st.text(max_size=30) | st.sampled_from(["", "_", "…"]))
    weight = draw(st.sampled_from([1, 40, 41, 60, 61, 89, 90, 120, 121, 300, 301]))
    link = draw(st.sampled_from([0, 0, weight // 2, weight // 2 + 1]))
    marks, tag = draw(st.sampled_from([0, 1])), draw(st.sampled_from(["p", "h2"]))
    return Block(text or "-", weight, link, marks, tag, 2, 1, False)


@settings(max_examples=400)
@given(st.lists(shown()), st.frozensets(st.sampled_from(["atitle", "ßx", "ssx", "2024-03-05"])))
@example([Block("ǅx 1", 9, 0, 0, "p", 2, 1, False)], frozenset(["ǆx1"]))
@example([Block("①٣", 9, 0, 0, "p", 2, 1, False)], frozenset())
def test_telling_what_lines_are(found, names):
    assert signs._rules.reasons(found, names) == RULES.reasons(found, names)


def test_a_line_without_text_is_no_line():
    for rules in (signs._rules, RULES):
        with pytest.raises(IndexError):
            rules.reasons([Block("", 9, 0, 0, "p", 2, 1, False)], frozenset())


@given(st.lists(st.text("ab .…", max_size=12)))
@example(["ab", "", "…", "a b" + " " * 9, "ab"])
def test_lines_that_begin_alike(found):
    assert lines.alike(found, 8, 4) == LINES.alike(found, 8, 4)


@given(TEXTS | st.text())
@example("a.\u3000b.\n")
@example('He said "no." \ud800.')
def test_counting_sentence_marks(text):
    assert blocks.count_marks(text) == WALKER.count_marks(text)


WORDS = ("a", "ikea", "kiwi", "жук", "©", "来源", "to the")


@given(st.lists(st.one_of(st.sampled_from([*WORDS, *map(str.upper, WORDS)]), st.text(max_size=2))))
@example(["İKEA"])
@example(["\u212aiwi"])
def test_searching_for_words(parts):
    text = "".join(parts)
    assert WordSearch(WORDS).matches(text) == LINES.WordSearch(WORDS).matches(text)
    assert WordSearch(WORDS).matches(text) == any(word in text.lower() for word in WORDS)


def test_as_many_words_as_there_is_room_for():
    words = tuple(f"{number:08}" for number in range(1024))
    for search in (WordSearch(words), LINES.WordSearch(words)):
        assert all(map(search.matches, words))
        assert not search.matches("00001024 0000102")


@pytest.mark.parametrize("words", [("",), ("A",), ("ａ",), ("word",) * 1025, ("x" * 8193,)])
def test_words_that_cannot_be_searched_for(words):
    for search in (WordSearch, LINES.WordSearch):
        with pytest.raises(ValueError, match=r"too many words|small letters"):
            search(words)


JOINED = [
    (blocks._FOREIGN, blocks._may_be_foreign),
    (blocks._AWAY, blocks._may_be_away),
    (blocks._BESIDE, blocks._may_be_beside),
]
"""What is looked for in joined words, too."""


@pytest.mark.parametrize(
    ("expression", "may_be"),
    [
        (signs._LABEL, lambda line: not line.isascii() or signs._label_signs.matches(line)),
        (signs._CREDIT, signs._credit_words.matches),
        (signs._NOTICE, signs._may_be_notice),
        (signs._POLICY, signs._may_be_notice),
        (signs._CLOSING, signs._may_be_closing),
        (body._SECTION, body.section_words.matches),
        (body._COMMENTS, body.section_words.matches),
        (written_dates.MOMENT, body._may_be_signed),
        (written_dates.MOMENT, written_dates._may_be_moment),
        (body._NAMED, body._may_be_signed),
        (body._DAY, body._may_be_signed),
        (notices._TERMS, notices._may_be_terms),
        (goods._PRICE, goods._may_be_price),
        *JOINED,
        (blocks._OF_OTHERS, blocks._may_be_of_others),
        (blocks._HERE, blocks._may_be_here),
        (bylines._SOURCE, bylines._may_name_origin),
        (bylines._ORIGIN_LABEL, bylines._may_name_origin),
    ],
)
@settings(max_examples=100)
@given(data=st.data())
def test_a_word_that_is_searched_for_is_in_all_that_an_expression_finds(expression, may_be, data):
    line = " ".join(data.draw(st.from_regex(expression)).split())
    if expression.search(line):
        assert may_be(line)


@pytest.mark.parametrize(("expression", "may_be"), JOINED)
@settings(max_examples=100)
@given(data=st.data())
def test_names_whose_words_are_joined_are_searched_for_as_well(expression, may_be, data):
    words = re.split(r"[\s_-]+", data.draw(st.from_regex(expression)))
    joined = "x" + "".join(word[:1].upper() + word[1:] for word in words)
    if blocks._found(expression, joined):
        assert may_be(joined)
