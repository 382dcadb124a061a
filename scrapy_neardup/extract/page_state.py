"""The article in the data that a page's scripts would show: ``__NEXT_DATA__`` and its like.

It is looked for only if a page shows no text. In such data, the article is the object that has a
body and the page's own title. If no object has that title, it is the only body there is, unless its
name or its own title tells that it is something else: what a site says of itself on every page, or
the article that it features, would make a copy of each. In a variable of some script, and if it is
short, a body counts only with the title.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from lxml import etree

from scrapy_neardup.extract.lines import squeeze, weigh
from scrapy_neardup.extract.react_rows import PROPS, is_element
from scrapy_neardup.extract.script_data import LIMIT, LONGEST_NAME, MOST_NODES, data_in
from scrapy_neardup.extract.titles import LONGEST_TITLE, title_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element
    from typing_extensions import Self

    from scrapy_neardup.extract.react_rows import Rows

_LEAST = 300  # the weight of a body ...
_LEAST_TITLED = 90  # ... and of one with the page's title that is all there is
_SENTENCES = 2  # in such a body ...
_SENTENCES_ALONE = 3  # ... and in one without the page's title
_TAIL = 40  # characters of a text at whose end a sentence may end, with a tag behind it
_COMMON = (
    0.5  # the least share of its pairs of letters that a title has in common with another wording
)
_MOST_NAMES = 50  # titles and headings of a page with which those in its data are compared
_BODIES = frozenset((
    "articlebody", "body", "bodyhtml", "bodytext", "content", "contenthtml", "html", "markdown",
    "text", "fulltext", "richtext", "paragraphs", "blocks", "story", "detail", "nodes", "children",
    "contentelements", "contentlist",
))  # fmt: skip
# The same, and names of the parts of a body in the formats of editors: Contentful, Lexical,
# Editor.js, Ricos; and of WordPress.
_PARTS = frozenset((
    *_BODIES, "value", "json", "document", "root", "data", "textdata", "rendered", "attributes",
    "innerhtml",
))  # fmt: skip
# What holds paragraphs, never the pieces of one.
_OF_PARAGRAPHS = frozenset(("paragraphs", "blocks", "contentelements", "contentlist"))
# How these formats name the type of a part, and the types of parts within a line and of its end.
_TYPES = ("type", "_type", "nodeType")
_WITHIN_LINE = frozenset(("text", "span"))
_BREAKS = frozenset(("hardbreak", "linebreak", "br"))
_TITLES = frozenset(("title", "headline", "headlines", "heading", "name", "subject"))
_WORDINGS = ("rendered", "basic")  # where WordPress and Arc have the text of a title
# The ends of such names that have another word in front, as in `articleContent` and `newsTitle`.
_LONGER_END = re.compile("(?:(content|body|html)|title|headline)$")
# The words in front of a body. Others are in front of what a site says, as in `disclaimerContent`.
_OF_ARTICLE = re.compile(
    r"(?:news|article|art|post|story|blog|entry|topic|doc|page|main|full|rich|text|raw|long|detail|info"
    r"|paper|report|essay|column|bulletin|question"
    r"|html|body|content){1,3}"
)
_LINK = "interstitial_link"  # the type of a link between the paragraphs in Arc
_LINKS = frozenset(("url", "href", "link", "slug", "permalink", "path"))
_GOODS = frozenset(("price", "saleprice", "sku", "offers"))
_PRICE = "price"  # the end of what else tells of goods beside a body of a longer name
# What is beside the price of an article. Shops' software has dates named like `published_at`.
_WRITTEN = frozenset((
    "author", "authors", "byline", "bylines", "date", "datepublished", "pubdate", "publishdate",
    "publisheddate", "publicationdate",
))  # fmt: skip
# Keys above what other people say, which is no article even if it has the page's title ...
_ANSWERS = re.compile(r"comment(?!ary)|repl(?:y|ies)|reviews|pinglun", re.IGNORECASE)
# ... and above what is no article without it. The second part are whole words.
_ASIDE = re.compile(
    r"""(?i:related|recommend|teaser|cookie|consent|privacy|newsletter|subscri|banner|promo|slogan|author
      |footer|header|legal|settings?|config|product|translation|locale|i18n|sidebar)
    |(?:^|_)(?:[Ss]ite|[Aa]bout|[Ss]eo|[Tt]erms|[Uu]sers?|[Ss]hop|[Ss]tore|[Bb]rand|[Mm]essages
      |[Aa]ds?|[Tt]heme|[Mm]enu|[Nn]av)(?=$|_|[A-Z])""",
    re.VERBOSE,
)
_TAG_OF_TEXT = re.compile(r"<[^<>]*>")
_JSON = re.compile(r"\s{0,9}(?:\{\s{0,9}\"|\[\s{0,9}[{\[\"])")
_SENTENCE_END = re.compile(r"[。！？!?।؟]|\.(?=[\s\"'”’)\]]|$)")
# Pictures, links, and what stands before headings, quotations, items and listings.
_MARKS = re.compile(
    r"!\[[^\[\]]{0,300}\]\([^()\s]{0,600}(?:\s[^()]{0,300})?\)"
    r"|\[([^\[\]]{1,300})\]\([^()\s]{0,600}(?:\s[^()]{0,300})?\)"
    r"|^\s{0,3}(?:\#{1,6}\s|>\s|[*+\-]\s|```.{0,40}$)|\*\*|__",
    re.MULTILINE,
)
_HIDDEN = "@hidden or contains(translate(@style, ' ', ''), 'display:none')"
# Texts in Markdown that are not shown as they are; editor.md keeps them in a hidden field of no form.
_sources = etree.XPath(
    "descendant::script[contains(@type, 'markdown')]"
    f" | descendant::textarea[not(ancestor::form) and ({_HIDDEN})]",
    smart_strings=False,
)
# Fields of no form in a hidden element, which may hold an article in HTML, or the terms of use. The first ones are
# enough, and each may have many ancestors.
_covered = etree.XPath(
    f"descendant::textarea[position() <= 50][not(ancestor::form) and ancestor::*[{_HIDDEN}]]",
    smart_strings=False,
)


class _Candidate(NamedTuple):
    titled: bool
    usual: bool
    """Whether it has the name of a body itself, and not a longer one."""
    weight: int
    body: str
    alone: bool
    """Whether it may be the article without the page's title."""


class _Name(NamedTuple):
    """A name of the page, which may have the site's name before or behind it."""

    whole: str
    parts: tuple[str, ...]
    pairs: frozenset[str]
    """Each letter with the one behind it."""

    @classmethod
    def of(cls, title: str) -> Self:
        whole = squeeze(title)
        pairs = frozenset(map("".join, pairwise(whole)))
        return cls(whole, tuple(map(squeeze, title_parts(title))), pairs)

    def is_named(self, title: str, *, aside: bool) -> bool:
        """Whether *title* is the name or most of it: its beginning or, if it is not *aside*, a part."""
        return 2 * len(title) > len(self.whole) and (
            self.whole.startswith(title) or (title in self.parts and not aside)
        )


def body_in_scripts(root: _Element, rows: Rows, titles: Sequence[str]) -> str | None:
    """The article's body in the script data under *root*, as text or HTML; None without one.

    *rows* are those under *root*, and *titles* the page's names for itself. Data that is not JSON is
    passed over.
    """
    named = dict.fromkeys(title for title in titles if squeeze(title))
    names = [_Name.of(title) for title in islice(named, _MOST_NAMES)]
    found: dict[str, _Candidate] = {}
    values = ((value, True) for value in rows.values)
    for data, sure in chain(data_in(root, named=bool(names)), values):
        for candidate in _candidates(data, names):
            if candidate.titled or sure:
                body = candidate.body
                found[body] = max(found.get(body, candidate), candidate)
    whole = [candidate for candidate in found.values() if candidate.weight >= _LEAST]
    if whole:
        best = max(whole)
        return best.body if best.titled or (len(whole) == 1 and best.alone) else None
    only = next((only.body for only in found.values() if len(found) == 1), None)
    return only or _source_in(root, names)


def _source_in(root: _Element, names: Sequence[_Name]) -> str | None:
    """The only text in Markdown or HTML under *root* that a script would show, without the marks of
    Markdown; None without one. In a hidden element, it counts only if one of the page's *names* is in
    another field there.
    """
    parts = cast("list[_Element]", _sources(root))
    covered = cast("list[_Element]", _covered(root))
    titles = [
        squeeze(part.text) for part in covered if part.text and len(part.text) <= LONGEST_TITLE
    ]
    if any(name.is_named(title, aside=False) for title in titles[:_MOST_NAMES] for name in names):
        parts = [*dict.fromkeys((*parts, *covered))]
    texts = [text for part in parts if weigh(text := part.text or "") >= _LEAST]
    if len(texts) != 1 or len(texts[0]) > LIMIT or _count_sentences(texts[0]) < _SENTENCES_ALONE:
        return None
    return _MARKS.sub(lambda mark: (mark[1] or "").strip("*_"), texts[0])


def _candidates(data: object, names: Sequence[_Name]) -> Iterator[_Candidate]:
    """The bodies in *data*, but not those of goods and of answers."""
    leads_aside = cache(_leads_aside)  # the same keys stand in many objects
    # Each with whether it is below the title, below a key that is no article's, and right below one.
    queue: list[tuple[object, bool, bool, bool]] = [(data, False, False, False)]
    for count, (value, below, aside, here) in enumerate(queue):
        if count >= MOST_NODES:
            return
        if isinstance(value, dict):
            told = _Object(value, names, leads_aside, aside=aside)
            titled = (below or told.is_titled) and not here
            own = told.has_own_title and not here
            # Of most objects neither is asked: a page may have tens of thousands without a body or a part.
            if (told.body or own) and (candidate := told.candidate(titled=titled, own=own)):
                yield candidate
            if told.parts:
                queue.extend(
                    (part, titled and not isinstance(part, list), aside or away, away)
                    for part, away in told.parts
                )
        elif is_element(value):
            # The text of elements is read all together, by `elements_in`.
            properties = dict(value[PROPS])
            queue.append((properties.pop("children", None), False, aside, False))
            queue.append((properties, below, aside, False))
        elif isinstance(value, list):
            inner = [part for part in value if isinstance(part, (dict, list))]
            named = aside or sum(_has(part, _TITLES) for part in inner) > 1
            queue.extend((part, below, named, here) for part in inner)


class _Object:
    """What the fields of an object tell of an article. It is *aside* below a key that is no article's."""

    def __init__(
        self,
        value: dict[str, Any],
        names: Sequence[_Name],
        leads_aside: Callable[[str], bool],
        *,
        aside: bool,
    ) -> None:
        self._value = value
        self._names = names
        self._leads_aside = leads_aside
        self._aside = aside
        self.is_titled = False
        """Whether its title is one of the page's *names*."""
        self.has_own_title = False
        """Whether that title is, or one of a longer name, as `newsTitle` is."""
        self.parts: list[tuple[object, bool]] = []
        """The objects and lists in it, and whether each stands below a key that is no article's."""
        self.body = ""
        """The longest text under a usual name of a body."""
        self._titles: list[str] = []
        # Bodies of longer names, by what is in front of the name, and what is in front of its own titles' names.
        self._longer: dict[str, str] = {}
        self._kinds: set[str] = set()
        for key, given in value.items():
            part = _decoded(given)
            if isinstance(part, str):
                self._take(key, part)
            elif isinstance(part, (dict, list)) and not _ANSWERS.search(key):
                self._take(key, part)
                self.parts.append((part, leads_aside(key)))

    def _take(self, key: str, part: object) -> None:
        small = key.lower()
        plain = small.partition("(")[0].replace("_", "")
        if small in _TITLES and (title := squeeze(_wording(part))):
            if self._is_named(title):
                self.is_titled = self.has_own_title = True
            self._titles.append(title)
        elif plain in _BODIES:
            self.body = max(self.body, _text_of(part, name=plain), key=len)
        elif (
            isinstance(part, str)
            and len(plain) <= LONGEST_NAME
            and (end := _LONGER_END.search(plain))
            and not self._leads_aside(key)
        ):
            kind = plain[: end.start()]
            if end[1]:
                self._longer[kind] = max(self._longer.get(kind, ""), part, key=len)
            elif self._is_named(squeeze(part)):
                self.has_own_title = True
                self._kinds.add(kind)

    def _is_named(self, title: str) -> bool:
        return any(name.is_named(title, aside=self._aside) for name in self._names)

    def candidate(self, *, titled: bool, own: bool) -> _Candidate | None:
        """Its body, None if that is none. It is *titled* below the page's title, or has its *own*."""
        usual = bool(self.body)
        body = self._longer_body() if own and not usual else self.body
        weight = weigh(body)
        if weight < _LEAST_TITLED or _is_goods(self._value, usual=usual):
            return None
        sentences = _count_sentences(body)
        if weight < _LEAST and not ((titled or own) and sentences >= _SENTENCES):
            return None
        alone = sentences >= _SENTENCES_ALONE and not (
            self._aside or any(_is_of_another(title, self._names) for title in self._titles)
        )
        return _Candidate(titled or own, usual, weight, body, alone)

    def _longer_body(self) -> str:
        """The longest text under a name such as `articleContent`, or `noticeContent` if the page's own title
        stands under `noticeTitle`.
        """
        kinds = self._kinds if _tell_of_more(self._names) else ()
        texts = self._longer.items()
        own = (text for kind, text in texts if kind in kinds or _OF_ARTICLE.fullmatch(kind))
        return max(own, key=len, default="")


def _leads_aside(key: str) -> bool:
    """Whether what stands below *key* is no article's."""
    return _ASIDE.search(key) is not None


def _tell_of_more(names: Sequence[_Name]) -> bool:
    """Whether one of a page's *names* tells of more than the site."""
    return any(len(name.parts) > 1 for name in names)


def _is_of_another(title: str, names: Sequence[_Name]) -> bool:
    """Whether *title* is that of another article than a page's that has *names*, one of which tells of
    more than the site: hardly any pair of its letters is in them.
    """
    pairs = set(map("".join, pairwise(title)))
    if not pairs or not _tell_of_more(names):
        return False
    return all(len(pairs & name.pairs) < _COMMON * len(pairs) for name in names)


def _has(value: object, names: frozenset[str]) -> bool:
    """Whether *value* is an object with one of *names* as a key."""
    return isinstance(value, dict) and not names.isdisjoint(map(_plain, value))


def _plain(key: str) -> str:
    """*key* in small letters, without underscores."""
    return key.lower().replace("_", "")


def _count_sentences(body: str) -> int:
    """The number of sentences in *body*, which is text or HTML."""
    return len(_SENTENCE_END.findall(_TAG_OF_TEXT.sub("\n", body)))


def _wording(title: object) -> str:
    """The text of a *title*, which may be an object; an empty one if it has none."""
    if isinstance(title, dict):
        title = next((title[key] for key in _WORDINGS if key in title), "")
    return title if isinstance(title, str) else ""


def _is_goods(value: dict[str, Any], *, usual: bool) -> bool:
    """Whether *value* is an object with a price, but not an article that is sold. Its body is of a *usual*
    name or of a longer one. An article may have the price of its column, or one of nothing.
    """
    sold = any(
        _costs(part) and (name in _GOODS or (name.endswith(_PRICE) and not usual))
        for name, part in ((_plain(key), part) for key, part in value.items())
    )
    return sold and not _has(value, _WRITTEN)


def _costs(price: object) -> bool:
    return bool(price.strip("0.") if isinstance(price, str) else price)


def _decoded(value: object) -> object:
    """The JSON value that *value* is the text of, if it is; else *value*."""
    if isinstance(value, str) and _JSON.match(value):
        with suppress(ValueError, RecursionError):
            return json.loads(value, strict=False)
    return value


def _text_of(value: object, depth: int = 0, *, name: str = "") -> str:
    """*value*, whose *name* is given, if it is a text, else the texts in it that stand where the texts of a
    body do. The parts of a line have types, or they are the children of something.
    """
    if isinstance(value, str):
        return value
    if depth > 12 or is_element(value):
        return ""
    if isinstance(value, list):
        if sum(_has(part, _TITLES) and _has(part, _LINKS) for part in value) > 1:
            return ""  # teasers
        texts = [text for part in value if (text := _text_of(part, depth + 1))]
        # Paragraphs may have the same types as the parts of a line.
        parted = name in _OF_PARAGRAPHS or all(map(_ends_sentence, texts))
        within = not parted and any(_is_within_line(part, name == "children") for part in value)
        return ("" if within else "\n").join(texts)
    if isinstance(value, dict) and value.get("type") != _LINK:
        if _plain(_type_of(value)) in _BREAKS:
            return "\n"
        parts = (
            _text_of(_decoded(part), depth + 1, name=_plain(key))
            for key, part in value.items()
            if _plain(key) in _PARTS
        )
        return max(parts, key=len, default="")
    return ""


def _ends_sentence(text: str) -> bool:
    """Whether the end of *text*, which may be HTML, is that of a sentence, perhaps in quotes."""
    return _SENTENCE_END.search(_TAG_OF_TEXT.sub("", text[-_TAIL:])[-2:]) is not None


def _is_within_line(part: object, is_child: bool) -> bool:
    """Whether *part* is a piece of a line, such as its bold words; *is_child* if it is a child."""
    if not isinstance(part, dict):
        return False
    kind = _type_of(part)
    return kind in _WITHIN_LINE or (is_child and not kind and isinstance(part.get("text"), str))


def _type_of(part: dict[str, Any]) -> str:
    kind = next(filter(None, map(part.get, _TYPES)), "")
    return kind if isinstance(kind, str) else ""
