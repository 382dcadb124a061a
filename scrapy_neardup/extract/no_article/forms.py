"""Recognizes pages that are a form: to log in, to register, to search, to write to the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from scrapy_neardup.extract.body import Body
    from scrapy_neardup.extract.lines import Block
    from scrapy_neardup.extract.walk.page import Page

# Chosen on the pages of `benchmarks.extraction.form_pages`, and so that none of the articles is lost on
# which the extractor is tuned.
_FIELDS = 3
_FIELD_SHARE = 200  # the greatest weight of a text for each of its fields
_ASKED_LIMIT = 2000  # the greatest weight of a text in which a password is asked for ...
_BESIDE_LIMIT = 500  # ... and of one beside which it is
_BESIDE = 2  # the most lines between such a text and the field
_NEAR = 3  # the same on a page that has the address of an account page
_TICKED = {"checkbox", "radio"}  # fields that nothing is written into
_SEARCH = {"search", *_TICKED}
# Prose before all fields of a text, or behind them, is that of an article with a form at its end.
_PROSE = 200  # its least weight, ...
_PROSE_SHARE = 0.6  # ... and its least share of the text
_LINE = 40  # the least weight of a line of prose ...
_PARAGRAPH = 80  # ... and of one that few forms have twice

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
    rf"(?:^|[&;])(?:action|do|act|op|mode|mod|view|page|route)=(?:\w+[/.])?{_ACTION}(?:$|[&;])",
    re.IGNORECASE,
)


def is_account_page(page: Page, root: _Element, body: Body, url: str) -> bool:
    """Whether *page*, below *root*, has the address of a page to log in, to register, or to get a new
    password, and a field for it: one for a password, or one near its text.

    Articles about such things may have such an address, too.
    """
    path, _, query = url.partition("#")[0].partition("?")
    if not (_ACCOUNT_PATH.search(path) or _ACCOUNT_QUERY.search(query)):
        return False
    return not _kinds_near(page, body, _NEAR) <= _SEARCH or any(
        (field.get("type") or "").lower() == "password" for field in root.iter("input")
    )


def is_form(page: Page, body: Body, weight: int) -> bool:
    """Whether a text of this *weight*, which stands near no date, is that of a form: it is written around
    fields to fill in, or asks for a password.
    """
    run = page.blocks[body.start : body.stop]
    within = [
        (place, kind)
        for place, kind in page.fields
        if body.start <= place < body.stop and kind not in _TICKED
    ]
    if within:
        least = max(_PROSE, _PROSE_SHARE * weight)
        lead = _prose(page.blocks[body.start : within[0][0]])
        if (
            len(within) >= _FIELDS
            and weight <= _FIELD_SHARE * len(within)
            and max(lead, _prose(page.blocks[within[-1][0] : body.stop])) < least
        ):
            return True
        if any(kind == "password" for _, kind in within):
            # Below such a field, a site may say much about accounts.
            return weight <= _ASKED_LIMIT and lead < least
    paragraphs = sum(
        block.marks > 0 and block.weight >= _PARAGRAPH and not block.link_weight for block in run
    )
    return (
        weight <= _BESIDE_LIMIT
        and paragraphs < 2
        and "password" in _kinds_near(page, body, _BESIDE)
    )


def _kinds_near(page: Page, body: Body, lines: int) -> set[str]:
    """The kinds of the fields in the text and at most so many *lines* from it."""
    return {
        kind for place, kind in page.fields if body.start - lines <= place <= body.stop + lines
    }


def _prose(blocks: Iterable[Block]) -> int:
    """The weight of the sentences in *blocks* that are no labels, hints and links."""
    return sum(
        block.weight - block.link_weight
        for block in blocks
        if block.marks
        and block.weight >= _LINE
        and 2 * block.link_weight < block.weight
        and not block.beside
    )
