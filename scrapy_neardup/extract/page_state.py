"""The article in the data that a page's script would show: ``__NEXT_DATA__`` and its like.

It is looked for only if a page shows no text. In such data, the article is the object that has a
body and the page's own title. If no object has that title, it is the only body there is, unless its
name or its own title tells that it is something else: what a site says of itself on every page, or
the article that it features, would make a copy of each. In a variable of some script, and if it is
short, a body counts only with the title.
The rows that React's server components send (`self.__next_f.push`) may also hold it as elements.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from html import escape
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote

from lxml import etree

from scrapy_neardup.extract.lines import squeeze, weigh
from scrapy_neardup.extract.titles import LONGEST_TITLE, title_parts

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence
    from typing import TypeGuard

    from lxml.etree import _Element
    from typing_extensions import Self

_LIMIT = 2_000_000  # characters in all scripts together
_LEAST = 300  # the weight of a body ...
_LEAST_TITLED = 90  # ... and of one with the page's title that is all there is
_SENTENCES = 2  # in such a body ...
_SENTENCES_ALONE = 3  # ... and in one without the page's title
_TAIL = 40  # characters of a text at whose end a sentence may end, with a tag behind it
_COMMON = (
    0.5  # the least share of its pairs of letters that a title has in common with another wording
)
_MOST_NODES = 50_000  # values of one page's data that are looked at
_MOST_NAMES = 50  # titles and headings of a page with which those in its data are compared
_MOST_ASSIGNED = 20  # values of one script that are tried
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
# What is assigned to a property of the window. Each of its names is searched by itself, which is
# sooner than all at once.
_ASSIGNED = [
    re.compile(rf"{window}\s*(?:\.\s*|\[\s*[\"'])\w+(?:[\"']\s*\])?\s*=\s*")
    for window in ("window", "self", "globalThis")
]
# What is assigned to a variable, or to a property of some object, has this before such a sign.
_SET = re.compile(r"=\s?(?=[{\[]|JSON|decodeURI)")
_VARIABLE = re.compile(
    r"(?<![\w$.])(?:(?:var|let|const)\s{1,9}[\w$]{1,99}|[\w$]{1,99}(?:\.[\w$]{1,99}){1,9})\s?\Z"
)
_LONGEST_NAME = 100  # characters of such a variable or property, or of a key
_PARSED = re.compile(r"JSON\s*\.\s*parse\s*\(\s*")
_DECODED = re.compile(r"decodeURI(?:Component)?\s*\(\s*([\"'])([%\w\-.!~*()+/:;,=@$&?]*)\1")
_ENCODED = re.compile("%(?:7B|5B)", re.IGNORECASE)  # { and [
# Signs as Angular wrote them up to version 15.
_SIGN = re.compile("&([lgsqa]);")
_SIGNS = {"l": "<", "g": ">", "s": "'", "q": '"', "a": "&"}
_TAG_OF_TEXT = re.compile(r"<[^<>]*>")
# A value that JSON lacks, as Vue and React write it into the state of a page, and null of that length.
_UNDEFINED = re.compile(r"([:,\[]\s?)undefined(?=\s?[,}\]])")
_NULL = "null".ljust(len("undefined"))
_JSON = re.compile(r"\s{0,9}(?:\{\s{0,9}\"|\[\s{0,9}[{\[\"])")
_SENTENCE_END = re.compile(r"[。！？!?।؟]|\.(?=[\s\"'”’)\]]|$)")
_PUSHED = re.compile(r"__next_f\s*\.\s*push\s*\(\s*")
# The beginning of a row: its number, which a row that only asks to load something may lack, and the
# number of bytes if the row is a text.
_ROW = re.compile(rb"([0-9a-f]{0,8}):(?:T([0-9a-f]{1,8}),)?")
_NAMED = re.compile(rb'"\$L?([0-9a-f]{1,8})"')  # the number of another row
_DEEPEST = 200  # the most values of one row that are nested in each other
_PROPS = 3  # where an element of React's has its properties
_TAG = re.compile("[a-z][a-z0-9]*")
_EMPTY = ("br", "hr", "img", "input", "link", "meta", "source", "wbr")
_ATTRIBUTES = {"className": "class", "id": "id", "href": "href"}
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
_NUXT = "__NUXT_DATA__"
_inertia = etree.XPath("descendant-or-self::div/@data-page", smart_strings=False)
_decode = json.JSONDecoder(strict=False).raw_decode


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
    for data, sure in chain(_data_in(root, names), values):
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
    if len(texts) != 1 or len(texts[0]) > _LIMIT or _count_sentences(texts[0]) < _SENTENCES_ALONE:
        return None
    return _MARKS.sub(lambda mark: (mark[1] or "").strip("*_"), texts[0])


def _data_in(root: _Element, names: Sequence[_Name]) -> Iterator[tuple[Any, bool]]:
    """The JSON values in the scripts under *root*, and whether each one is certainly a page's state."""
    left = _LIMIT
    for script in root.iter("script"):
        text = script.text or ""
        left -= len(text)
        if left < 0:
            return
        for data, sure in _data(text, (script.get("type") or "").lower(), names):
            if script.get("id") == _NUXT and isinstance(data, list):
                data = _Numbered(data).joined(0)
            yield data, sure
    for text in cast("list[str]", _inertia(root)):
        left -= len(text)
        if text and left >= 0:
            yield from ((data, False) for data in _parsed(text))


def _data(text: str, kind: str, names: Sequence[_Name]) -> Iterator[tuple[Any, bool]]:
    """The JSON values in a script of type *kind*, and whether each one is certainly a page's state.

    Those that are not are of use only with one of the page's *names*.
    """
    if kind in ("application/json", "text/json"):
        sure = not _ENCODED.match(text.lstrip())
        yield from ((data, sure) for data in _parsed(text))
        return
    if kind not in ("", "text/javascript", "application/javascript", "module"):
        return
    owned = sorted(match.end() for window in _ASSIGNED for match in window.finditer(text))
    starts = dict.fromkeys(owned[:_MOST_ASSIGNED], True)
    if names:
        for start in islice(_variables(text), _MOST_ASSIGNED):
            starts.setdefault(start, False)
    defined = ""
    end = 0
    for start, sure in sorted(starts.items()):
        if start < end:  # inside of what was read
            continue
        parsed = _PARSED.match(text, start)
        start = parsed.end() if parsed else start
        if decoded := _DECODED.match(text, start):
            end = decoded.end()
            yield from ((data, False) for data in _parsed(decoded[2]))
            continue
        while start < len(text) and text[start].isspace():
            start += 1
        if text[start : start + 1] not in ("{", "[", '"'):
            continue
        try:
            try:
                data, end = _decode(text, start)
            except ValueError:
                # A text may have the word, too.
                defined = defined or _UNDEFINED.sub(rf"\1{_NULL}", text)
                data, end = _decode(defined, start)
            yield (json.loads(data, strict=False) if isinstance(data, str) else data), sure
        except (ValueError, RecursionError):
            continue  # JavaScript that is not JSON


def _variables(text: str) -> Iterator[int]:
    """Where the values begin that a script assigns to variables, or to properties of objects."""
    last = 0
    for match in _SET.finditer(text):
        sign = match.start()
        if _VARIABLE.search(text, max(last, sign - _LONGEST_NAME), sign):
            yield match.end()
        last = match.end()


def _parsed(text: str) -> Iterator[Any]:
    """The JSON value that *text* is, perhaps encoded like a part of an address, or with signs as Angular
    wrote them; none if it is no JSON.
    """
    text = text.strip()
    if _ENCODED.match(text):
        text = unquote(text)
    elif text.startswith("{&q;"):
        text = _SIGN.sub(lambda sign: _SIGNS[sign[1]], text)
    if text.startswith(("{", "[", '"')):
        with suppress(ValueError, RecursionError):
            data, _ = _decode(text)
            yield json.loads(data, strict=False) if isinstance(data, str) else data


def _candidates(data: object, names: Sequence[_Name]) -> Iterator[_Candidate]:
    """The bodies in *data*, but not those of goods and of answers."""
    leads_aside = cache(_ASIDE.search)  # the same keys stand in many objects
    is_told_apart = _tell_of_more(names)
    # Each with whether it is below the title, below a key that is no article's, and right below one.
    queue: list[tuple[object, bool, bool, bool]] = [(data, False, False, False)]
    for count, (value, below, aside, here) in enumerate(queue):
        if count >= _MOST_NODES:
            return
        if isinstance(value, dict):
            titled, body = below, ""
            titles: list[str] = []
            own = False  # whether it has the title itself
            longer: dict[str, str] = {}  # bodies of longer names, by what is in front of the name
            kinds = set()  # what is in front of the names of titles
            parts: list[tuple[object, bool]] = []
            for key, given in value.items():
                part = _decoded(given)
                nested = isinstance(part, (dict, list))
                if not (nested or isinstance(part, str)):
                    continue
                small = key.lower()
                plain = small.partition("(")[0].replace("_", "")
                is_body = plain in _BODIES
                if nested and _ANSWERS.search(key):
                    continue
                if small in _TITLES and (title := squeeze(_wording(part))):
                    if any(name.is_named(title, aside=aside) for name in names):
                        titled = own = True
                    titles.append(title)
                elif is_body:
                    body = max(body, _text_of(part, name=plain), key=len)
                elif (
                    isinstance(part, str)
                    and len(plain) <= _LONGEST_NAME
                    and (end := _LONGER_END.search(plain))
                    and not leads_aside(key)
                ):
                    kind = plain[: end.start()]
                    if end[1]:
                        longer[kind] = max(longer.get(kind, ""), part, key=len)
                    elif any(name.is_named(squeeze(part), aside=aside) for name in names):
                        own = True
                        kinds.add(kind)
                if nested:
                    parts.append((part, leads_aside(key) is not None))
            titled = titled and not here
            own = own and not here
            usual = bool(body)
            if own and not usual:
                body = _longer_body(longer, kinds if is_told_apart else ())
            weight = weigh(body)
            if weight >= _LEAST_TITLED and not _is_goods(value, usual=usual):
                sentences = _count_sentences(body)
                if weight >= _LEAST or ((titled or own) and sentences >= _SENTENCES):
                    alone = sentences >= _SENTENCES_ALONE and not (
                        aside or any(_is_of_another(title, names) for title in titles)
                    )
                    yield _Candidate(titled or own, usual, weight, body, alone)
            queue.extend(
                (part, titled and not isinstance(part, list), aside or away, away)
                for part, away in parts
            )
        elif _is_element(value):
            # The text of elements is read all together, by `elements_in`.
            properties = dict(value[_PROPS])
            queue.append((properties.pop("children", None), False, aside, False))
            queue.append((properties, below, aside, False))
        elif isinstance(value, list):
            inner = [part for part in value if isinstance(part, (dict, list))]
            named = aside or sum(_has(part, _TITLES) for part in inner) > 1
            queue.extend((part, below, named, here) for part in inner)


def _longer_body(texts: Mapping[str, str], kinds: Container[str]) -> str:
    """The longest of *texts*, which stand under what is in front of the name of a body, that an article has:
    `articleContent`, or `noticeContent` if `notice` is one of the *kinds* of the page's own title.
    """
    own = (text for kind, text in texts.items() if kind in kinds or _OF_ARTICLE.fullmatch(kind))
    return max(own, key=len, default="")


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


def _is_element(value: object) -> TypeGuard[list[Any]]:
    """Whether *value* is an element of React's."""
    return (
        isinstance(value, list)
        and len(value) > _PROPS
        and value[0] == "$"
        and isinstance(value[_PROPS], dict)
    )


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
    if depth > 12 or _is_element(value):
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


class _Numbered:
    """The data of a page made by Nuxt: a list of values that name one another by their numbers."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._left = _MOST_NODES  # values in lists and objects
        self._room = _LIMIT  # characters, since a text may be named often

    def joined(self, number: int, depth: int = 0) -> object:
        """The value with this *number*, in which numbers are replaced by the values that they name."""
        if depth > _DEEPEST or not 0 <= number < len(self._values):
            return None
        value = self._values[number]
        if isinstance(value, str):
            self._room -= len(value)
            return value if self._room >= 0 else None
        if isinstance(value, (dict, list)):
            if len(value) > self._left:
                return None
            self._left -= len(value)
        if isinstance(value, dict):
            return {key: self._part(part, depth) for key, part in value.items()}
        if isinstance(value, list):
            # ["Reactive", 3] is the value with the number 3, and a name for what it is.
            return [self._part(part, depth) for part in value]
        return value

    def _part(self, part: object, depth: int) -> object:
        return self.joined(part, depth + 1) if type(part) is int else part


class Rows:
    """The rows that React's server components send: texts, and values that name texts by their
    numbers, with elements as in ``["$", "p", null, {"children": "..."}]``.
    """

    def __init__(self, text: str) -> None:
        self._texts: dict[str, str] = {}
        self._numbered: dict[str, Any] = {}
        self._inside: list[str] = []  # the numbers of the rows that are being joined
        self._left = _MOST_NODES
        self._room = _LIMIT  # characters, since a text may be named often
        values: list[tuple[str, Any]] = []
        named: set[bytes] = set()
        data = text.encode("utf-8", "replace")
        at = 0
        while row := _ROW.match(data, at):
            number, size = row.groups()
            at = row.end()
            if size:
                end = at + int(size, 16)
                self._texts[number.decode()] = data[at:end].decode("utf-8", "replace")
                at = end
                continue
            end = data.find(b"\n", at)
            end = len(data) if end < 0 else end
            if data[at : at + 1] in (b"[", b"{"):  # else an instruction to load something
                with suppress(ValueError, RecursionError):
                    name = number.decode()
                    values.append((name, json.loads(data[at:end], strict=False)))
                    self._numbered[name] = values[-1][1]
                    named.update(set(_NAMED.findall(data, at, end)) - {number})
            at = end + 1
        # A row that another row names is read as a part of that row.
        own = [(name, value) for name, value in values if name.encode() not in named]
        self.values = [self._row(name, value, 0) for name, value in own or values]

    @classmethod
    def under(cls, root: _Element) -> Self:
        """The rows in the scripts under *root*."""
        left = _LIMIT
        pushed: list[str] = []
        for script in root.iter("script"):
            text = script.text or ""
            left -= len(text)
            if left < 0:
                break
            pushed.extend(_pushed(text))
        return cls("".join(pushed))

    def _row(self, number: str, value: object, depth: int) -> Any:
        self._inside.append(number)
        joined = self._joined(value, depth)
        self._inside.pop()
        return joined

    def _joined(self, value: object, depth: int) -> Any:
        """*value* with the texts and rows that it names."""
        self._left -= 1
        if depth > _DEEPEST or self._left < 0:
            return None
        if isinstance(value, list):
            return [self._joined(part, depth + 1) for part in value]
        if isinstance(value, dict):
            return {key: self._joined(part, depth + 1) for key, part in value.items()}
        if not isinstance(value, str):
            return value
        if value.startswith("$$"):
            value = value[1:]
        elif value.startswith("$") and value != "$":
            number = value[2:] if value.startswith("$L") else value[1:]
            if number in self._numbered:
                if number in self._inside:
                    return None
                return self._row(number, self._numbered[number], depth + 1)
            value = self._texts.get(number, "")
        self._room -= len(value)
        return value if self._room >= 0 else None


def elements_in(rows: Rows) -> str:
    """The elements in *rows*, as HTML."""
    parts: list[str] = []
    for value in rows.values:
        _write(value, parts, shown=False)
    return "".join(parts)


def _pushed(text: str) -> Iterator[str]:
    """The parts of React's rows that a script of Next.js adds."""
    at = failed = 0
    while failed < _MOST_ASSIGNED and (match := _PUSHED.search(text, at)):
        at = match.end()
        try:
            value, at = _decode(text, at)
        except (ValueError, RecursionError):
            failed += 1
            continue
        if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str):
            yield value[1]


def _write(value: object, parts: list[str], *, shown: bool) -> None:
    """Add the HTML of the elements in *value*, and of its texts if it is *shown*."""
    if isinstance(value, list):
        if _is_element(value):
            _write_element(value[1], value[_PROPS], parts)
        else:
            for part in value:
                _write(part, parts, shown=shown)
    elif isinstance(value, dict):
        for part in value.values():
            if not isinstance(part, str):
                _write(part, parts, shown=False)
    elif shown and isinstance(value, (str, int)) and not isinstance(value, bool):
        parts.append(escape(str(value)))


def _write_element(name: object, properties: dict[str, Any], parts: list[str]) -> None:
    tag = name if isinstance(name, str) and _TAG.fullmatch(name) else ""
    if not isinstance(name, str):
        # A row that stands for a component.
        _write(name, parts, shown=False)
    if tag:
        attributes = "".join(
            f' {written}="{escape(given)}"'
            for key, written in _ATTRIBUTES.items()
            if isinstance(given := properties.get(key), str)
        )
        parts.append(f"<{tag}{attributes}>")
    inner = properties.get("dangerouslySetInnerHTML")
    if isinstance(inner, dict) and isinstance(inner.get("__html"), str):
        parts.append(inner["__html"])
    else:
        _write(properties.get("children"), parts, shown=True)
        if not tag:
            # A component shows what its other properties hold: a slot, the state at the start.
            _write({**properties, "children": None}, parts, shown=False)
    if tag and tag not in _EMPTY:
        parts.append(f"</{tag}>")
