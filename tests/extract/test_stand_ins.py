"""What sites show in place of an article, in languages of which no word is known."""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle

from .pages import Response
from .test_refusals import NEWS, OTHER_GATES, OTHER_NEWS

LINKS = "".join(f'<li><a href="/{place}/">Rovat {place}</a></li>' for place in range(8))
SITE = f'<header><a href="/">Tiszavidék</a><ul>{LINKS}</ul></header>'
# Hungarian: the page you look for is gone; we value your data; your browser is old; log in to go on.
GONE = "A keresett oldalt törölték vagy áthelyezték. Ellenőrizze a címet, vagy térjen vissza a címlapra."
DATA = "Mi és partnereink adatokat tárolunk az eszközén, és személyes adatokat kezelünk. Bármikor módosíthat."
OLD = "Az Ön böngészőjét már nem támogatjuk. Frissítse a legújabb verzióra, hogy az oldal jól jelenjen meg."
LOGIN = "Elérte az ingyenes cikkek havi számát. Hozzon létre ingyenes fiókot, vagy lépjen be az olvasáshoz."
# A village shop has opened again; a cyclist was hurt.
NOTE = (
    "Két év után újra kinyitott a falu boltja. A boltos szerint a kenyér az első órában elfogyott."
)


def read(title: str, body: str, head: str = "") -> Article | NoArticle:
    html = f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    return DefaultExtractor().read(Response(html))


@pytest.mark.parametrize(
    "body",
    [
        f"{SITE}<section class='error-404 not-found'><h1>Nincs ilyen</h1><p>{GONE}</p></section>",
        f"{SITE}<div id='page-404'><h1>Az oldal nem található</h1><p>{GONE}</p></div>",
    ],
)
def test_an_element_named_as_an_error_has_no_article(body: str):
    assert read("Az oldal nem található - Tiszavidék", body) is NoArticle.NO_TEXT


def test_the_name_of_an_error_beside_the_text_tells_nothing():
    body = f"{SITE}<h1>Nyit a bolt</h1><p>{NOTE}</p><div class='not-found'><p>Nincs találat.</p></div>"
    assert isinstance(read("Nyit a bolt - Tiszavidék", body), Article)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Tiszavidék", f"<div>Tiszavidék</div><h2>Az Ön adatai</h2><p>{DATA}</p>"),
        (
            "Tiszavidék",
            f"<img src=logo.png><p>{OLD}</p><a href=https://browser.example/>Frissítés</a>",
        ),
        ("Egy pillanat...", f"<h1>tiszavidek.example</h1><p>{OLD}</p>"),
        ("Belépés", f"{SITE}<div class='login-box'><h1>Olvasna tovább?</h1><p>{LOGIN}</p></div>"),
        ("Tiszavidék", f"{SITE}<div class='overlay'><h1>Hirdetések</h1><p>{LOGIN}</p></div>"),
    ],
)
def test_a_short_text_under_no_name_of_a_page_without_links_or_in_a_dialog_is_no_article(
    title: str, body: str
):
    assert read(title, body) is NoArticle.NO_TEXT


@pytest.mark.parametrize("title", ["Nincs találat", "Hoppá! - Tiszavidék"])
def test_a_page_that_search_engines_are_to_pass_over_has_no_short_text_without_a_date(title: str):
    body = f"{SITE}<h1>Hoppá!</h1><p>{GONE}</p>"
    robots = '<meta name="robots" content="noindex, follow">'
    assert isinstance(read(title, body), Article)
    assert read(title, body, robots) is NoArticle.NO_TEXT
    dated = body.replace("</h1>", "</h1><time datetime=2024-03-05>kedd</time>")
    assert isinstance(read(title, dated, robots), Article)


def test_links_to_other_sites_and_to_lines_of_the_page_lead_nowhere():
    away = "".join(
        f'<a href="https://other.example/{n}">{n}</a><a href="#{n}">{n}</a>' for n in range(9)
    )
    assert read("Tiszavidék", f"<h2>Az Ön adatai</h2><p>{DATA}</p>{away}") is NoArticle.NO_TEXT
    on = "".join(
        f'<a href="/go?to=https://other.example/{n}&p=/{n}">{n}</a><a href="/{n}">{n}</a>'
        for n in range(9)
    )
    assert isinstance(read("Tiszavidék", f"<h2>Az Ön adatai</h2><p>{DATA}</p>{on}"), Article)


@pytest.mark.parametrize(
    ("language", "text", "read_as"),
    [
        ("en", "县里的自来水管要换，光明路以南停水一天，请居民提前储水，换好以后马上恢复供水。", Article),
        ("zh", "果农连日抢收落下的文旦，农会开放网站认购，一箱十斤，两天卖出一千八百箱。", Article),
        ("zh-CN", "您使用的浏览器太旧，请升级以后再来。如果还是打不开，可以换一台电脑试试看。", NoArticle),
        ("en-GB", "The night ferry runs all winter, after islanders had collected 9,000 names.", Article),
        ("en-GB", "Trackers help us to measure your visit. Or choose the paid version of this site.", NoArticle),
        ("hu", NOTE, NoArticle),
    ],
)  # fmt: skip
def test_in_a_known_language_such_a_text_also_has_to_speak_of_the_visit(
    language: str, text: str, read_as: type
):
    page = Response(f"<html lang={language}><title>Site</title><h2>Szia</h2><p>{text}</p></html>")
    assert isinstance(DefaultExtractor().read(page), read_as)


@pytest.mark.parametrize(
    "head",
    [
        "<h1>Nyit a bolt</h1>",
        "<div><i>Cím</i><b>Nyit a bolt</b></div>",
        "<h1>Nyit a bolt</h1><h4><a href=/u>Kiss Anna</a></h4>",
        "<h1>Nyit a bolt</h1><h2>Két év után</h2>",
        "<div>Nyit a bolt</div>",
        "<h2>Két év után</h2><time datetime=2024-03-05>kedd</time>",
        "<h2>Két év után</h2><p>2024. 03. 05.</p>",
    ],
)
def test_a_short_text_with_its_name_or_a_date_is_an_article_on_a_page_without_links(head: str):
    article = read("Nyit a bolt", f"{head}<p>{NOTE}</p>")
    assert isinstance(article, Article)
    assert article.text == NOTE


def test_a_longer_text_is_an_article_however_its_page_is_built():
    text = "".join(f"<p>{line}</p>" for line in (NOTE, GONE, DATA, OLD, LOGIN))
    robots = '<meta name="robots" content="noindex">'
    assert isinstance(read("Tiszavidék", f"<h2>Falunap</h2>{text}", robots), Article)


def titled_by_site(title: str, text: str) -> Article | NoArticle:
    site = "Flussbote"
    top = f"<header>{site}<nav><ul>{LINKS}</ul></nav></header>"
    return read(site, f"{top}<main><h1>{title}</h1><p>{text}</p></main>")


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Sidan hittades inte", "Sidan du letar efter kan ha flyttats. Kontrollera adressen eller gå till startsidan."),
        *((heading, text) for title, heading, text in OTHER_GATES if heading in ("Sind Sie ein Mensch?", "您的浏览器版本过低")),
    ],
)  # fmt: skip
def test_a_heading_that_refuses_tells_of_a_text_that_speaks_of_the_visit(title: str, text: str):
    assert titled_by_site(title, text) is NoArticle.NO_TEXT


@pytest.mark.parametrize(("title", "text"), [*NEWS, *OTHER_NEWS])
def test_news_and_help_under_such_a_heading_are_articles(title: str, text: str):
    article = titled_by_site(title, text)
    assert isinstance(article, Article)
    assert article.text.removeprefix(f"{title}\n") == text


@pytest.mark.parametrize(
    "text",
    [
        "Questo sito non funziona senza JavaScript. Attivalo nelle impostazioni del tuo browser e ricarica la pagina.",
        "Для роботи сайту потрібен JavaScript. Увімкніть його в налаштуваннях браузера та перезавантажте сторінку.",
        "Deze website werkt niet zonder JavaScript. Schakel JavaScript in via je browser en laad de pagina opnieuw.",
    ],
)  # fmt: skip
def test_a_page_that_needs_javascript_and_has_no_heading_has_no_article(text: str):
    body = f"<div>Flussbote</div><div><p>{text}</p></div><footer><ul>{LINKS}</ul></footer>"
    assert read("Flussbote", body) is NoArticle.NO_TEXT
