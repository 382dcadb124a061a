from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.extract.blocks import count_marks, read_page
from scrapy_neardup.extract.lines import weigh

from .pages import ENGLISH, Response


def lines(html: str, *, everything: bool = False) -> list[str]:
    root = Response(f"<html><body>{html}</body></html>").selector.root
    return [block.text for block in read_page(root, everything=everything).blocks]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("one <b>two</b> thr<i>ee</i>", ["one two three"]),
        ("one<br>two<hr>three", ["one", "two", "three"]),
        ("<p>one<div>two</div>three", ["one", "two", "three"]),
        ("one<!-- no -->two<script>no</script> three", ["onetwo three"]),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>", ["漢字"]),
        ("<table><tr><td>Name<td>12<tr><td>Other<td>7</table>", ["Name 12", "Other 7"]),
        (
            "<table><tr><td>menu<td><p>A text.<p>More text.</table>",
            ["menu", "A text.", "More text."],
        ),
        ("a\u00a0b\u3000 c\n\td", ["a b c d"]),
        ("<nav>no</nav><div class='comment-list'>no</div><p hidden>no</p>yes", ["yes"]),
        ("<div class='article-body has-sidebar'>yes</div>", ["yes"]),
        ("<div id='relatedNews'>no</div><p style='color: none'>yes</p>", ["yes"]),
        ("<p STYLE='DISPLAY:NONE'>no</p>yes<p style='Display : None'>no</p>", ["yes"]),
        ("on<span style='display: none'>no</span>e <font class=jammer>no</font>two", ["one two"]),
        ("one <a href=/ class='link sr-only'>no</a><i hidden>no <b>no</b></i> two", ["one two"]),
        ("<span class=srOnly>no</span><span style='color: none'>yes</span>", ["yes"]),
        (
            (
                "half of <span class=katex><span class=katex-mathml>x 2 x^2</span><span class=katex-html>x2"
                "</span></span> or of <mjx-container>y<math><mi>y</mi></math></mjx-container>, say"
            ),
            ["half of x2 or of , say"],
        ),
        ("yes <i class='d-none d-print-inline'>no</i><i class=element-invisible>no</i>", ["yes"]),
        ("yes <b class=off-screen>no</b><b class=offscreen>no</b>", ["yes"]),
        ("<b class='md-none offscreen-lazy'>yes</b>", ["yes"]),
        ("y<font style='font-size:0px;color:#fff'>no</font>es", ["yes"]),
        ("y<i style='left : -9999px'>no</i>e<b style='TEXT-INDENT:-999em'>no</b>s", ["yes"]),
        ("yes<div style='position:absolute; top:-2000px'>no</div>", ["yes"]),
        ("y<b style='clip:rect(0, 0, 0, 0)'>no</b>es", ["yes"]),
        ("y<b style='clip: rect(1px 1px 1px 1px)'>no</b>es", ["yes"]),
        (
            "y<b style='clip-path:inset(50%)'>no</b>es<p style='clip-path: inset( 100% )'>no",
            ["yes"],
        ),
        ("", []),
    ],
)
def test_lines_are_those_a_reader_sees(html: str, expected: list[str]):
    assert lines(html) == expected


@pytest.mark.parametrize(
    "listing",
    [
        "<pre><code>cd /srv\nls</code><ul class='pre-numbering'><li>1</li><li>2</li></ul></pre>",
        "<pre><span class=lineno>1 </span>cd /srv\n<span class=linenos>2 </span>ls</pre>",
        (
            "<div class=line-numbers-mode><pre class=line-numbers>cd /srv\nls</pre>"
            "<div class=line-numbers-wrapper><span class=line-number>1</span><br></div></div>"
        ),
        (
            "<pre><div class=code-block-extension-header><span>bash</span>复制</div><code>cd /srv\nls"
            "<span class=copy-code-btn>复制代码</span></code></pre>"
        ),
        (
            "<div class=crayon-toolbar>Shell</div><table><tr><td class=crayon-nums><div class=crayon-nums-"
            "content><div>1</div><div>2</div></div><td><pre>cd /srv\nls</pre></table>"
        ),
    ],
)
def test_highlighters_number_lines_and_show_buttons_that_are_no_code(listing: str):
    assert lines(listing) == ["cd /srv ls"]


def test_elements_for_the_lines_of_a_listing_part_its_words():
    listing = "<code><span>import sys</span></code><code><span>main(sys)</span></code>"
    assert lines(f"<pre>{listing}</pre>") == ["import sys main(sys)"]
    assert lines("<pre><code>main</code>(<code>sys</code>)</pre>") == ["main(sys)"]
    assert lines("<p><code>un</code><code>done</code></p>") == ["undone"]


@pytest.mark.parametrize(
    "names",
    [
        *("newsCaption", "AuthorBio", "Newsletter-state", "PromoSmall-wrapper", "blog-author"),
        *("contributor-bio", "article--cta", "vl_disclosure", "map related", "reply"),
        *("p-article__creatorInfo", "o-creatorInfo", "writer-profile"),
        *("ad", "ads-freestar", "list-pages", "pages", "subscriber", "read-more"),
        *("pay-code", "paymentDialog", "qc-cmp2-container", "cmpboxcontent", "didomi-notice"),
        *("signature", "message-signature", "media_journalistcard", "reporter_info"),
    ],
)
def test_names_tell_what_is_not_the_article_also_joined_to_others(names: str):
    root = Response(f"<html><body><div class='{names}'>no</div></body></html>").selector.root
    assert all(block.beside for block in read_page(root).blocks)


@pytest.mark.parametrize(
    "attribute",
    [
        *("class=signature-story", "class=post-signature-series"),
        *("class=noSidebar", "class='p-body withSidebar'", "class=content-and-sidebar"),
        *("class=topicBodyAndFooter", "class=non-ad-column", "class=wsite-not-footer"),
        *("class=sc-kAdXy", "class=selectionShareable", "class=js-replyNewMessageContainer"),
        *("class=ad-free", "class=ads-less", "class=pages_content", "class=pages-date"),
        *("class=subscriber-content", "class=read-more-content"),
        *("id=map-and-related", "id=social-media-and-how-to-use-it", "class=authority"),
        *("id=payment-methods", "class=payment-method"),
        *("id=hidden", "id=screen-readers", "id=visually-hidden", "id=hide"),
    ],
)
def test_names_of_what_an_element_has_or_says_do_not_tell_what_it_is(attribute: str):
    root = Response(f"<html><body><div {attribute}>yes</div></body></html>").selector.root
    assert [(block.text, block.beside) for block in read_page(root).blocks] == [("yes", False)]


def test_a_part_that_react_streams_is_no_hidden_one():
    assert lines("<div hidden id='S:1f'>yes</div><div hidden id=S>no</div>") == ["yes"]
    assert lines("<div hidden id='S:0' style='display:none'>no</div>") == []


@pytest.mark.parametrize(
    "role", ["dialog", "alertdialog", "navigation", "complementary", "contentinfo"]
)
def test_a_role_tells_what_is_not_the_article(role: str):
    assert lines(f"<div role={role}>no</div><p>yes</p><div role=main>yes</div>") == ["yes", "yes"]
    assert lines(f"<article role={role}>yes</article>") == ["yes"]
    # The name of the article says more.
    assert lines(f"<div class=article-body role={role}>yes</div>") == ["yes"]
    assert lines(f"<div id=content role={role}>yes</div>") == ["yes"]


def test_what_a_button_shows_over_the_page_is_hidden():
    assert lines(
        "<div popover>no</div><p popover=Manual>no</p><p>y<i popover=auto>no</i>es</p>"
    ) == ["yes"]
    # The text of a hint, as it was written before browsers had this attribute.
    assert lines("<div popover='What is a ferry?'>yes</div>") == ["yes"]


def test_what_a_search_in_the_page_opens_is_read():
    assert lines("<div hidden=until-found>yes</div><p hidden=Until-Found>yes</p>") == [
        "yes",
        "yes",
    ]
    assert lines("<div hidden=until>no</div><p hidden='until-found' class=hidden>no</p>") == []


@pytest.mark.parametrize("hidden", ["hidden", "style='display:none'", "class='panel hidden'"])
@pytest.mark.parametrize("tag", ["div", "span"])
def test_a_part_that_a_button_opens_is_read_if_that_is_wanted(tag: str, hidden: str):
    def unfolded(controls: str, attributes: str = "", text: str = ENGLISH[0]) -> list[str]:
        part = f"<{tag} id=more {hidden} {attributes}>{text}</{tag}>"
        root = Response(f"<body><button {controls}></button>{part}").selector.root
        page = read_page(root)
        more = read_page(root, unfold=True)
        assert page.folded == bool(more.blocks)
        return [block.text for block in more.blocks]

    assert unfolded("aria-controls=more") == [ENGLISH[0]]
    assert unfolded("aria-controls='less more'") == [ENGLISH[0]]
    assert unfolded("aria-controls=mor") == unfolded("title=more") == []
    assert unfolded("aria-controls=more aria-haspopup=true") == []
    assert unfolded("aria-controls=more", "role=dialog") == []
    assert unfolded("aria-controls=more", text="<a href=/>" + ENGLISH[0] + "</a> More.") == []


@pytest.mark.parametrize(
    "button",
    [
        *(
            "<a href='#'>Read more</a>",
            "<p><a>Continue reading</a></p>",
            "<button>Mehr anzeigen</button>",
        ),
        *("<div onclick='show()'>展开全部</div>", "<a href='javascript:;'>阅读全文 <i></i></a>"),
        "<span role=button>続きを読む</span>",
    ],
)
def test_the_rest_of_a_text_beside_a_button_that_shows_more_is_a_part_that_a_button_opens(
    button: str,
):
    rest = f"<div class=hide><p>{ENGLISH[2]}</p></div>"
    text = f"<p>{ENGLISH[0]}</p><p>{ENGLISH[1]}</p>"
    wholes = [
        f"{text}{button}{rest}",
        f"{text}{rest}<!-- -->{button}",
        f"<div>{text}{rest}</div>{button}",
    ]
    wholes.append(f"<div>{ENGLISH[0]}<br>{ENGLISH[1]}<script></script>{rest}{button}</div>")
    wholes.append(f"<div>{text}More <span hidden>{ENGLISH[2]}</span>{button}</div>")
    wholes.append(f"<p>{ENGLISH[1]}</p><div>{ENGLISH[0]} … {button}</div>{rest}")
    for whole in wholes:
        root = Response(f"<body>{whole}</body>").selector.root
        assert read_page(root).folded
        assert any(ENGLISH[2] in block.text for block in read_page(root, unfold=True).blocks)


@pytest.mark.parametrize(
    "button",
    [
        *("<a href='/more'>Read more</a>", "<p>Read more.</p>", "<button>Subscribe</button>", ""),
        "<button>Read more of what we write on rivers and their bridges</button>",
        "<div><button>More</button>" + "<i></i>" * 9 + "</div>",
    ],
)
def test_what_is_hidden_beside_another_line_is_not(button: str):
    text = f"<p>{ENGLISH[0]}</p><p>{ENGLISH[1]}</p>"
    root = Response(f"<body>{text}{button}<p hidden>{ENGLISH[2]}</p></body>").selector.root
    assert not read_page(root).folded


def test_a_form_and_what_follows_no_text_are_no_rest_of_a_text():
    def folded(before: str, hidden: str) -> bool:
        part = f"<button>Read more</button><div hidden>{hidden}</div>"
        return read_page(Response(f"<body><div>{before}{part}</div></body>").selector.root).folded

    text = "".join(f"<p>{line}</p>" for line in ENGLISH)
    assert folded(text, ENGLISH[0])
    assert not folded("<p>Jo writes on bridges.</p>" + "\n" * 200, ENGLISH[0])
    assert not folded(text, f"<form>{ENGLISH[0]}</form>")


def test_hidden_comments_are_comments_though_a_button_opens_them():
    comments = f"<div class=hidden id=comments>{ENGLISH[0]}</div>"
    root = Response(f"<body><a aria-controls=comments></a>{comments}").selector.root
    assert read_page(root, keep=1, unfold=True).blocks == []


@pytest.mark.parametrize("tag", ["div", "span"])
def test_what_only_narrow_screens_hide_is_shown(tag: str):
    def shown(names: str) -> list[str]:
        return lines(f"<{tag} class='{names}'>text</{tag}>")

    assert shown("hidden md:block") == shown("lg:inline-flex hidden") == ["text"]
    assert shown("d-none d-md-block") == shown("d-lg-inline-flex d-none") == ["text"]
    assert (
        shown("d-none d-print-block")
        == shown("d-none d-md-none")
        == shown("d-none id-md-block")
        == []
    )
    assert shown("hidden sm:flow-root") == shown("hidden md:!block") == ["text"]
    assert shown("hidden min-[600px]:table-cell md:inline-block") == ["text"]
    assert shown("sr-only sm:not-sr-only") == shown("not-sr-only") == ["text"]
    assert shown("hidden group-hover:block") == shown("hidden dark:inline") == []
    assert shown("sr-only focus:not-sr-only") == shown("hidden data-[open]:block") == []
    assert shown("hidden peer-checked:flex") == shown("hidden md:flex-row md:table-fixed") == []
    assert shown("mt-2 hidden") == shown("hidden print:block") == shown("hidden md:mt-2") == []


@pytest.mark.parametrize("tag", ["div", "span"])
@pytest.mark.parametrize(
    "names",
    [
        *("hide", "uk-hidden", "ng-hide", "slds-assistive-text", "ui-helper-hidden-accessible"),
        *(
            "show-for-sr",
            "show-for-print",
            "visible-print-inline-block",
            "only-print",
            "print_only",
        ),
        *("u-hiddenVisually", "hidden-visually"),
    ],
)
def test_classes_of_frameworks_hide(names: str, tag: str):
    assert lines(f"<{tag} class='a {names}'>text</{tag}>") == []


@pytest.mark.parametrize(
    "names",
    [
        *(
            "hide-for-small",
            "hide_on_mobile",
            "hidden-gems",
            "offscreen-canvas",
            "clip",
            "no-print",
        ),
        *("visible-xs", "hidden-print", "hide-for-print", "show-for-medium", "uk-hidden@m"),
    ],
)
def test_classes_that_only_look_like_those_hide_nothing(names: str):
    assert lines(f"<div class='{names}'>text</div>") == ["text"]


@pytest.mark.parametrize(
    "style",
    [
        *("font-size: 0.9em", "font-size:0 1", "font-size:.5em", "font-size:05px"),
        *("margin-left:-9999px", "padding: 9999px", "left:-99px", "left: 9999px", "left:- 9999px"),
        *("--menu-display:none", "--display: none", "--font-size:0", "clip-path:inset(5%)"),
        *("clip: rect(0, 300px, 9px, 0)", "visibility: hidden", "opacity:0", "color:#fff"),
    ],
)
def test_other_styles_hide_nothing(style: str):
    assert lines(f"<p style='{style}'>y<b style='{style}'>e</b>s</p>") == ["yes"]


@pytest.mark.parametrize("tag", ["div", "span"])
def test_elements_in_one_with_letters_of_no_size_have_sizes_of_their_own(tag: str):
    inner = f"<{tag} style='font-size: 1rem'>yes</{tag}>"
    assert lines(f"<{tag} style='font-size: 0'>{inner}</{tag}>") == ["yes"]


@pytest.mark.parametrize(
    "sheet",
    [
        "<style> .Kbx312 { display:none; } </style>",
        "<style>.x ,\n.Kbx312, .y{display:none}.z{font-size:1em;display:none}</style>",
        "<style media=Screen>.x{display:none}\n.Kbx312{left:-9999px}</style><style>p{color:red}</style>",
        "<div><style media=all>.Kbx312{\nDISPLAY: none;\nspeak: never;\n}</style></div>",
    ],
)
def test_what_a_style_sheet_does_nothing_but_hide_is_no_text(sheet: str):
    junk = "<b class='a Kbx312'>no</b></p><p class=Kbx312>no</p>"
    assert lines(f"{sheet}<p>yes{junk}<p class=kbx312>yes</p>") == ["yes", "yes"]


@pytest.mark.parametrize(
    "sheet",
    [
        "<style>.Kbx312{display:none} .Kbx312.open{display:block}</style>",
        "<style>.Kbx312{display:none}@media screen{.Kbx312{display:block}}</style>",
        "<style>@media print{.Kbx312{display:none}}</style>",
        "<style media=print>.Kbx312{display:none}</style>",
        "<style>.js .Kbx312{display:none}</style>",
        "<style>.Kbx312{font-size:0}</style>",
        "<style>.Kbx312{display:none</style>",
        "<style>.Kbx312, p{display:none}</style>",
        "<style>.Kbx312.x, .y{display:none}</style>",
        "<noscript><style>.Kbx312{display:none}</style></noscript>",
        "<script>.Kbx312{display:none}</script>",
    ],
)
def test_what_other_style_sheets_hide_may_be_shown(sheet: str):
    assert lines(f"{sheet}<p>y<b class=Kbx312>e</b>s</p>") == ["yes"]


def test_what_was_left_unread_can_be_asked_for():
    html = (
        "<div class='comments'><p>one</p></div><p style='display: none'>two</p><nav>three</nav>"
        "<p>four<span hidden> five</span></p>"
    )
    assert lines(html) == ["four"]
    assert lines(html, everything=True) == ["one", "two", "three", "four five"]


def test_a_hidden_part_of_a_line_is_read_for_its_running_text():
    more = "The rest of the story, which a click on the button shows to the reader."
    root = Response(f"<p>Text. <span style='display:none'>{more}</span></p>").selector.root
    page = read_page(root)
    assert ([block.text for block in page.blocks], page.complete) == (["Text."], False)
    assert page.unread > 50
    kept = read_page(root, keep=page.unread)
    assert ([block.text for block in kept.blocks], kept.unread) == ([f"Text. {more}"], 0)


def test_link_text_is_weighed_apart():
    root = Response(
        "<p>See <a href='/x'>this <b>page</b></a> and <a name=y>that</a>.</p>"
    ).selector.root
    [block] = read_page(root).blocks
    assert (block.weight, block.link_weight, block.marks) == (23, 9, 1)


def test_borders_between_lines_show_in_depth_and_low():
    root = Response(
        "<div><p>a</p><p>b</p></div><div><i></i><div><b></b><p>c</p></div></div>"
    ).selector.root
    a, b, c = read_page(root).blocks
    assert a.depth + b.depth - 2 * b.low == 2
    assert b.depth + c.depth - 2 * c.low == 5


@pytest.mark.parametrize("wrapper", ["<div>{}</div>", "<div> <!-- text --> <div>{}</div>\n</div>"])
def test_wrappers_around_one_element_are_no_borders(wrapper: str):
    root = Response("<main>" + "".join(wrapper.format(f"<p>{t}</p>") for t in "ab") + "</main>")
    a, b = read_page(root.selector.root).blocks
    assert a.depth + b.depth - 2 * b.low == 2


def test_the_parts_of_a_table_are_no_borders():
    rows = "<tr><td>{}<p></p></td></tr>"
    head, body = rows.format("a") + rows.format("b"), rows.format("c") + rows.format("d")
    parts = read_page(
        Response(
            f"<table><thead>{head}</thead><tbody>{body}</tbody></table>",
        ).selector.root
    )
    whole = read_page(Response(f"<table>{head}{body}</table>").selector.root)
    assert parts.blocks == whole.blocks


@pytest.mark.parametrize(
    ("text", "weight"), [("", 0), ("ab", 2), ("渡口", 4), ("ab渡口", 6), ("мост", 6), ("나루", 4)]
)
def test_weight_is_the_width_of_the_text(text: str, weight: int):
    assert weigh(text) == weight


@given(
    st.text(st.characters(codec="utf-8"), max_size=50),
    st.text(st.characters(codec="utf-8"), max_size=50),
)
def test_weight_is_about_additive(a: str, b: str):
    assert abs(weigh(a + b) - weigh(a) - weigh(b)) <= 1


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("One. Two! Three?", 3),
        ("Version 2.0.1 of scrapy.org", 0),
        ("他说：“好。”我走了！", 2),
        ("क्या बात है।", 1),
        ("هل هذا صحيح؟", 1),
        ("wait…", 1),
    ],
)
def test_sentence_marks_are_counted_in_any_script(text: str, marks: int):
    assert count_marks(text) == marks
