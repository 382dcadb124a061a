"""Reading items of any type, and tagging them."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Mapping
from numbers import Number
from typing import TYPE_CHECKING, Any, overload
from urllib.parse import urljoin, urlsplit

from itemadapter import ItemAdapter
from w3lib.url import canonicalize_url

from scrapy_neardup.addresses import has_route, is_plain
from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.markup import is_page, without_tags
from scrapy_neardup.plugin.setting_values import DEFAULT_TEXT_FIELDS, DEFAULT_URL_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.statscollectors import StatsCollector

    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.plugin.settings import NearDupSettings

# An article's number, a slug or an address, in a field whose name may also be that of the text.
_NAME = re.compile(r"\s*[!-~]+\s*")

_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.\-]*://", re.IGNORECASE)

logger = logging.getLogger(__name__)


class ItemReader:
    """Finds an item's text and URL, and writes its tag, by the settings' field names.

    A problem with an item class is logged once for the class and counted for every item.
    """

    def __init__(self, settings: NearDupSettings, stats: StatsCollector) -> None:
        self._settings = settings
        self._stats = stats
        self._complained: set[tuple[str, type]] = set()
        texts, urls = dict(settings.text_fields)[None], settings.url_fields
        # Only fields that the user has named: it is usual that items have none of the default ones.
        self._text_fields_not_seen = set() if texts == DEFAULT_TEXT_FIELDS else {*texts}
        self._url_fields_not_seen = set() if urls == DEFAULT_URL_FIELDS else {*urls}
        self._items_by_class: Counter[str] = Counter()
        self._warned: set[str] = set()

    def is_left_alone(self, item: Any) -> bool:
        """Whether *item* is of a class that is not to be judged."""
        return not self._text_fields_of(item)[1]

    def text(self, item: Any) -> str | None:
        """The first of the text fields that holds text, None if none does; HTML loses its tags.

        A field with a whole page is passed over.
        """
        self._note_fields(item)
        return _plain(self._text(item))

    def own_text(self, item: Any) -> str | None:
        """As :meth:`text`, without a word on fields that are missing."""
        return _plain(self._text(item, check=False))

    def has_text(self, item: Any) -> bool:
        """Whether any of the text fields holds text."""
        return self._text(item, check=False) is not None

    def _text(self, item: Any, *, check: bool = True) -> str | None:
        item_class, names = self._text_fields_of(item)
        if check and item_class is not None:
            self._check_fields(item, names)
        for name, text in texts_in(item, names):
            if names == DEFAULT_TEXT_FIELDS and _NAME.fullmatch(text):
                continue
            if not is_page(text):
                return text
            if check:
                self._report_whole_page(item, name)
        if check:
            self._report_no_text(item, names)
        return None

    def _text_fields_of(self, item: Any) -> tuple[type | None, tuple[str, ...]]:
        """The names of the text fields of *item*, and the class that they were given for, None for any."""
        return next(
            (item_class, names)
            for item_class, names in self._settings.text_fields
            if item_class is None or isinstance(item, item_class)
        )

    def texts(self, item: Any) -> list[str]:
        """What is written in any of the item's fields, and in lists there."""
        adapter = ItemAdapter(item)
        found: list[str] = []
        for value in (adapter[name] for name in adapter.field_names() if name in adapter):
            values = value if isinstance(value, (list, tuple)) else (value,)
            found += [one for one in values if isinstance(one, str) and one.strip()]
        return found

    @overload
    def url(self, item: Any, page_url: str) -> str: ...
    @overload
    def url(self, item: Any, page_url: None) -> str | None: ...
    def url(self, item: Any, page_url: str | None) -> str | None:
        """The address in the first of the URL fields that holds one, made absolute by *page_url*;
        *page_url* itself if none does.
        """
        url = first_address(item, self._settings.url_fields)
        if url is None:
            return page_url
        if page_url is None:
            return url
        try:
            return url if urlsplit(url).scheme else urljoin(page_url, url)
        except ValueError:
            return url

    def tag(self, item: Any, verdict: Verdict) -> bool:
        """Put *verdict*, as a plain dict, into the tag field.

        False if the item has no such field, or one with a value that is no tag.
        """
        adapter = ItemAdapter(item)
        try:
            present = next(_values(item, (self._settings.field_name,)), None)
            if present and not (isinstance(present, Mapping) and "verdict" in present):
                self._complain(
                    "tag",
                    item,
                    f"have a value of their own in the field {self._settings.field_name!r}: name "
                    "another one in NEARDUP_FIELD; they pass untagged",
                )
                return False
            adapter[self._settings.field_name] = verdict.to_dict()
        except (KeyError, AttributeError, TypeError, ValueError) as error:
            self._complain(
                "tag",
                item,
                f"can't be tagged, {type(item).__qualname__}.{self._settings.field_name} can't be "
                f"set ({printable(repr(error))}): {self._tag_remedy(item)}; "
                "its items pass untagged",
            )
            return False
        return True

    def has_tag_field(self, item: Any) -> bool:
        """Whether the class of *item* lets it have a tag: it declares the field, or needs not to."""
        declared = ItemAdapter.get_field_names_from_class(type(item))
        return declared is None or self._settings.field_name in declared

    def report_no_fields(self, item: Any) -> None:
        """Log the class of an item for which :func:`has_fields` is false."""
        self._complain(
            "item",
            item,
            "have no fields that can be read: yield dicts, or objects of a dataclass, attrs, pydantic "
            "or scrapy.Item class; they pass unjudged",
        )

    def report_without_url(self, item: Any, page_url: str) -> None:
        """Log, once a crawl, that several items of a page have no URL of their own."""
        if first_address(item, self._settings.url_fields) is None:
            self._warn_once(
                "Several items of one page have no URL of their own (%s): each but the first is known "
                "by its text, and with another text it is another document; let the spider give each "
                "a URL, in one of the fields of NEARDUP_URL_FIELDS",
                page_url,
            )

    def report_other_page(self, url: str, page_url: str) -> None:
        """Log, once a crawl, that an item without a text has the address of another page."""
        self._warn_once(
            "An item without a text of its own has the URL %s, but comes from the page %s: that "
            "page's text is not this item's. Let the spider put the article's text into the item, in "
            "one of the fields of NEARDUP_TEXT_FIELDS, or take its URL from the page; else such "
            "items pass unjudged",
            url,
            page_url,
        )

    def report_beside(self, page_url: str) -> None:
        """Log, once a crawl, that an item is something beside the article of its page."""
        self._warn_once(
            "An item without a text and a URL of its own has nothing of the page %s that it comes "
            "from, not even the title: the page's article is not taken for it. If it is that "
            "article, let the spider put its URL into it, in one of the fields of "
            "NEARDUP_URL_FIELDS; else such items pass unjudged",
            page_url,
        )

    def _report_whole_page(self, item: Any, name: str) -> None:
        """Log, once a crawl, that a text field has a whole page, with its navigation."""
        self._stats.inc_value("neardup/whole_page")
        self._warn_once(
            "The field %s of %s has a whole page, not an article's text: it is passed over, and the text "
            "in another field is judged, or the article that was read from the page. Name the fields that "
            "have the text in NEARDUP_TEXT_FIELDS",
            repr(name),
            type(item).__qualname__,
        )

    def _report_no_text(self, item: Any, names: tuple[str, ...]) -> None:
        """Log a class whose items have something else than text in their text fields."""
        for name, value in zip(names, _values(item, names), strict=True):
            # Not a number: it is an article's, in a field whose name may also be that of the text.
            if value is None or isinstance(value, (str, Number)) or _is_text(value):
                continue
            if isinstance(value, (bytes, Mapping, list, tuple)) and not value:
                continue
            kind = type(value).__name__
            if isinstance(value, (list, tuple)):
                kinds = sorted({type(one).__name__ for one in value})
                kind += f" of {' and '.join(kinds)}"
            self._complain(
                "text_type",
                item,
                f"have no text in the field {name!r}, but a {kind}: give it a str or a list of str, "
                "or name another field in NEARDUP_TEXT_FIELDS; it counts as no text",
            )

    def report_missing_fields(self) -> None:
        """Log the fields of NEARDUP_TEXT_FIELDS that no item of the crawl has had, and those of
        NEARDUP_URL_FIELDS if none has had any.
        """
        classes = ", ".join(
            f"{count} × {name}" for name, count in self._items_by_class.most_common()
        )
        for setting, names in (
            ("NEARDUP_TEXT_FIELDS", self._text_fields_not_seen),
            ("NEARDUP_URL_FIELDS", self._url_fields_not_seen),
        ):
            if names and classes:
                fields = " or ".join(map(repr, sorted(names)))
                logger.warning("%s: no item had a field %s (%s)", setting, fields, classes)

    def _note_fields(self, item: Any) -> None:
        if not (self._text_fields_not_seen or self._url_fields_not_seen):
            return
        self._items_by_class[type(item).__qualname__] += 1
        there = ItemAdapter(item).field_names()
        self._text_fields_not_seen.difference_update(there)
        # One list may be for several spiders, each of which has the URL in another of its fields.
        if not self._url_fields_not_seen.isdisjoint(there):
            self._url_fields_not_seen.clear()

    def _tag_remedy(self, item: Any) -> str:
        if self.has_tag_field(item):
            return (
                "make the class one whose objects can be changed, or tag no kind: with 'drop', rewritten and extended "
                "copies are tagged, with {'exact': 'drop', 'repost': 'drop', 'spun': 'drop', 'partial': 'drop'} as "
                "NEARDUP_ACTION they are not"
            )
        return "declare that field, or name another one in NEARDUP_FIELD"

    def _check_fields(self, item: Any, names: tuple[str, ...]) -> None:
        declared = ItemAdapter.get_field_names_from_class(type(item))
        for name in names:
            if declared is not None and name not in declared:
                self._complain(
                    "text_field",
                    item,
                    f"has no field {name!r}, which NEARDUP_TEXT_FIELDS names; it has "
                    f"{', '.join(declared)}; the page's text is used",
                )

    def _warn_once(self, message: str, *args: str) -> None:
        """Log *message*, once a crawl."""
        if message not in self._warned:
            self._warned.add(message)
            logger.warning(message, *map(printable, args))

    def _complain(self, what: str, item: Any, problem: str) -> None:
        item_class = type(item)
        self._stats.inc_value(f"neardup/{what}_error/{item_class.__qualname__}")
        if (what, item_class) not in self._complained:
            self._complained.add((what, item_class))
            logger.error("Items of %s.%s %s", item_class.__module__, item_class.__name__, problem)


def has_fields(item: Any) -> bool:
    """Whether *item* is of a type whose fields can be read. Scrapy lets a spider yield anything."""
    return type(item) is dict or ItemAdapter.is_item(item)


def document_id(url: str) -> str:
    """The document id of a URL: its canonical form, or itself if it has none. A fragment stays if
    it names a page, as in sites of one page.

    >>> document_id("https://example.com/?b=2&a=1#top"), document_id("https://example.com/#/news/7")
    ('https://example.com/?a=1&b=2', 'https://example.com/#/news/7')
    """
    if is_plain(url):
        return url
    try:
        return canonicalize_url(url, keep_fragments=has_route(url))
    except ValueError:
        return url


def _plain(text: str | None) -> str | None:
    return None if text is None else without_tags(text)


def texts_in(item: Any, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Those of the fields *names* of *item* that hold text, with the text."""
    for name, value in zip(names, _values(item, names), strict=True):
        if _is_text(value):
            value = "\n".join(value)
        if isinstance(value, str) and value.strip():
            yield name, value


def _is_text(value: Any) -> bool:
    """Whether *value* is a list of lines."""
    return (
        isinstance(value, (list, tuple))
        and len(value) > 0
        and all(isinstance(one, str) for one in value)
    )


def first_address(item: Any, names: tuple[str, ...]) -> str | None:
    """The address in the first of the fields *names* of *item* that holds one."""
    for value in _values(item, names):
        # An item loader makes a list of whatever it finds.
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if address := _address_of(one):
                return address
    return None


def _address_of(value: Any) -> str | None:
    """The address that *value* is: a str, absolute or relative, or the text of another object if
    that is an absolute address, because URLs of pydantic and other packages are no str. Else None.
    """
    if isinstance(value, str):
        return value.strip()
    written = str(value)
    return written if _ABSOLUTE.match(written) else None


def _values(item: Any, names: tuple[str, ...]) -> Iterator[Any]:
    get = item.get if type(item) is dict else ItemAdapter(item).get
    for name in names:
        try:
            value = get(name)
        except AttributeError:
            # A field that the class declares need not be set.
            value = None
        yield value
