"""Recognizes pages that are a form: to log in, to register, to search, to write to the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.walk.page import Page

__all__ = ["is_account_page", "is_form"]

# Counted on the pages of `benchmarks.extraction.form_pages`, and on the pages that the extractor is
# tuned on: articles with fields in their text have 280 characters and more for each of them.
_FIELDS = 3
_FIELD_SHARE = 200  # the greatest weight of a text for each of its fields
_ASKED_LIMIT = 2000  # the greatest weight of a text in which a password is asked for ...
_BESIDE_LIMIT = 500  # ... and of one beside which it is
_BESIDE = 2  # the most lines between such a text and the field
_TICKED = ("checkbox", "radio")  # fields that nothing is written into

# What one does on a page about one's account, as programs name it in the address. They do so in
# English, whatever the language of the site.
_ACTION = (
    r"(?:log[\-_]?(?:in|on)|sign[\-_]?(?:in|up)|regist(?:er|ration)"
    r"|(?:lost|forg[eo]t(?:ten)?|reset|recover|change)[\-_]?(?:your[\-_]?)?pass(?:w(?:or)?d)?"
    r"|pass(?:w(?:or)?d)?[\-_]?(?:reset|recovery|forgotten|lost|reminder)|(?:create|new)[\-_]?account)"
)
_ACCOUNT_PATH = re.compile(
    rf"""/(?:(?:user|member|wp|customer|account|auth)[\-_]?)?{_ACTION}(?:\.\w{{2,6}})?/?$
    |/(?:accounts?|users?|customers?|members?|auth)(?:/\w+)?/(?:password|create)/?$""",
    re.VERBOSE | re.IGNORECASE,
)
_ACCOUNT_QUERY = re.compile(
    rf"(?:^|[&;])(?:action|do|act|op|mode|view|page|route)=(?:\w+[/.])?{_ACTION}(?:$|&)",
    re.IGNORECASE,
)


def is_account_page(url: str) -> bool:
    """Whether *url* is the address of a page to log in, to register, or to get a new password."""
    path, _, query = url.partition("#")[0].partition("?")
    return _ACCOUNT_PATH.search(path) is not None or _ACCOUNT_QUERY.search(query) is not None


def is_form(page: Page, body: Body, weight: int, *, dated: bool) -> bool:
    """Whether a text of this *weight* is that of a form: it is written around fields to fill in, or
    asks for a password.

    *dated* tells whether the text stands near a date, as an article beside a form may.
    """
    fields = [(place, kind) for place, kind in page.fields if kind not in _TICKED]
    within = [kind for place, kind in fields if body.start <= place < body.stop]
    if len(within) >= _FIELDS and weight <= _FIELD_SHARE * len(within):
        return True
    if dated:
        return False
    if "password" in within:
        return weight <= _ASKED_LIMIT
    return weight <= _BESIDE_LIMIT and any(
        kind == "password" and body.start - _BESIDE <= place <= body.stop + _BESIDE
        for place, kind in fields
    )
