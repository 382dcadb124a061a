from __future__ import annotations

import asyncio
import sys

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, ExtractorError, load_extractor

from .pages import CHINESE, ENGLISH, Response, portal

PAGE = Response(portal(CHINESE))


def as_text(response: object) -> str:
    return "  first line \n\n second line "


def test_the_default_is_found_by_name():
    assert load_extractor("default")(PAGE).text.split("\n") == CHINESE


def test_a_callable_may_return_text():
    article = load_extractor(as_text)(PAGE)
    assert article.text == "first line\nsecond line"
    assert article.short


def test_a_callable_may_return_nothing():
    assert load_extractor(lambda response: None)(PAGE) is None
    assert load_extractor(lambda response: "")(PAGE) is None


def test_a_callable_may_return_an_article():
    article = Article("text")
    assert load_extractor(lambda response: article)(PAGE) is article


def test_an_import_path_may_name_a_function_or_a_class():
    assert load_extractor("scrapy_neardup.extract.extract")(PAGE).text.split("\n") == CHINESE
    assert isinstance(
        load_extractor("scrapy_neardup.extract.default.DefaultExtractor"), DefaultExtractor
    )


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ("fastest", "unknown extractor 'fastest'; use 'default', 'trafilatura'"),
        ("no_such_package.extract", "cannot import 'no_such_package.extract'"),
        ("scrapy_neardup.extract.no_such_name", "cannot import"),
        ("scrapy_neardup.extract.no_article.teasers._CARDS", "not callable"),
        (3, "not callable"),
        (".a.b", "unknown extractor '.a.b'; use 'default', 'trafilatura'"),
        ("json.JSONDecodeError", "'json.JSONDecodeError' can't be made without arguments"),
        (
            lambda page, response: "",
            r"can't be called with a response alone: missing a required argument: 'response'",
        ),
        (asyncio.sleep, "is a coroutine function; name a plain function that takes a response"),
        (Article, "can't be made without arguments .*'text'.*; name a class that needs none"),
    ],
)
def test_what_cannot_be_used_is_named_with_a_remedy(chosen: object, message: str):
    with pytest.raises(ExtractorError, match=message) as caught:
        load_extractor(chosen)
    # The library does not know who asks.
    assert "NEARDUP_" not in str(caught.value)


def test_a_callable_that_returns_something_else_is_an_error():
    with pytest.raises(
        TypeError, match=r"^the extractor .* returned int, expected Article, str or"
    ):
        load_extractor(lambda response: 3)(PAGE)


def test_trafilatura_missing_names_the_extra(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    told = r"^the extractor 'trafilatura' .* pip install 'scrapy-neardup\[trafilatura\]'"
    with pytest.raises(ExtractorError, match=told):
        load_extractor("trafilatura")


def test_a_trafilatura_that_lacks_a_part_says_which(tmp_path, monkeypatch):
    told = "lxml.html.clean module is now a separate project"
    (tmp_path / "trafilatura.py").write_text(f"raise ImportError({told!r})")
    monkeypatch.delitem(sys.modules, "trafilatura", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ExtractorError, match=f"can't be imported.*{told}"):
        load_extractor("trafilatura")


def test_trafilatura_reads_the_text_and_the_default_the_rest():
    pytest.importorskip("trafilatura")
    article = load_extractor("trafilatura")(Response(portal(ENGLISH * 3, title="Ferry is back")))
    assert article.title == "Ferry is back"
    assert set(ENGLISH) <= set(article.text.split("\n"))
    assert load_extractor("trafilatura")(Response("<p>no</p>")) is None
