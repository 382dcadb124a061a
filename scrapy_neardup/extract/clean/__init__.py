"""Lines that belong to the page and not to the article, dropped after any engine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.extract.blocks import count_marks
from scrapy_neardup.extract.body import HEADINGS, list_after
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.bylines import read_source
from scrapy_neardup.extract.clean.links import ITEM_TAGS, judge_links
from scrapy_neardup.extract.clean.repeats import find_repeats
from scrapy_neardup.extract.clean.signs import PARAGRAPH, SHORT, reasons_by_words
from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.lines import Block, weigh
from scrapy_neardup.extract.visits import share_of_visit
from scrapy_neardup.extract.walls import is_wall
from scrapy_neardup.extract.written_dates import parse_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_VERSE = 0.4  # from this share of lines without marks on, the text itself is written in such lines
_BYLINE_LINES = 6  # lines above a text among which its date and its author stand
_MOST_BYLINES = 2  # above and below the text; more such lines are a list of dates
_WALL_LINES = 4  # above and below the text
_LINE = 60  # half-width characters, up to which a line of a list or a song recurs
_NEIGHBOURS = (0, 2)  # steps in the tree between lines parted by `<br>`, and between paragraphs
# A date or time whose full stops end no sentence, as in Korean, German and Thai.
_DOTTED_DATE = re.compile(
    r"\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4}\b)?"
    r"|\b\d{1,2}\.\s[^\W\d_]{3,10}\.?\s\d{4}\b|\b\d{1,3}\s(?:min|std|sek)\."
    r"|\d\s[ก-์]{1,3}\.[ก-ฮ]\.|\d[:.]\d{2}\sน\.",
    re.IGNORECASE,
)
_MINUTES = ("min.", "Min.")
_DOTTED_TIMES = (*_MINUTES, "น.")  # the ends of such a line that has no other full stop
_NUMBERS = re.compile(r"\d+(?: \d+)*")
_ADDRESS = re.compile(r"\W*[\w.+\-]{1,64}@[\w\-]{1,64}(?:\.[\w\-]{1,64}){1,4}\W*")
_DETAIL = re.compile(r"[:：]\s?\+?[\d\s()\-]{6,20}$")  # a telephone's number behind its label
_COUNTED = 3  # from so many lines on, lines that are 1, 2, 3 ... number those of a listing
_COLONS = (":", "：")
_LEADS_ON = "：:，,"  # at the end of a line

# A notice in brackets after the last sentence.
_TRAILER = re.compile(
    rf"\s*[（(【\[]\s*(?:{alternatives('TRAILER')})[^）)】\]]{{0,40}}[）)】\]]\s*$",
    re.VERBOSE | re.IGNORECASE,
)
_END = 60  # characters at the end of a line, in which the link home stands
# The end of a text up to its last sentence, and what stands behind that in its line.
_BEHIND_SENTENCE = re.compile(
    r"""(.*(?:[。！？!?…][”"』」’）)]?|\.[”"’)]?(?=\s)))\s*(\S.{0,40})"""
)
_HOMEWARD = re.compile(rf"(?:{alternatives('HOMEWARD')})\W*", re.VERBOSE | re.IGNORECASE)
_TRAILER_END = (")", "）", "】", "]")
_LABELLED = "原"  # the first character of every match of `_LEADING_LABEL`
_LEADING_LABEL = re.compile(r"(?:原标题|原標題)\s*[:：]\s*\S{4,60}\s+(?=\S{30})")


def clean(blocks: Iterable[Block], titles: Sequence[str] = ()) -> list[str]:
    """The article's own lines among *blocks*.

    Left out: labelled lines (editor, source, author, tags), notices (copyright, reprint rules,
    share hints) except sentences between paragraphs that only tell of such things, credits of
    pictures, dates, the title when it is repeated, lines that are mostly links (except headings
    between texts, and items of a list of text), short lines without a sentence mark before the first
    sentence, below a standfirst, and after the last sentence (except a list right after it), addresses to
    write to, the numbers of a listing's lines, and long lines that repeat an earlier line.
    """
    return sift(blocks, titles)[0]


def sift(blocks: Iterable[Block], titles: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines that `clean` keeps, and for each block why it is left out ("" if it is not)."""
    blocks = list(blocks)
    reasons = reasons_by_words(blocks, titles)
    _leave_out_numbers(blocks, reasons)
    form = _read_form(blocks)
    under_standfirst = _below_standfirst(blocks, reasons)
    judge_links(blocks, reasons)
    kept, last = _sift_short(blocks, reasons, form, under_standfirst)

    def leave_out(places: Iterable[int], reason: str) -> None:
        for place in places:
            del kept[place]
            reasons[place] = reason

    if not form.verse and kept and next(reversed(kept)) > last:
        end = list_after(blocks, last + 1)
        below = [place for place in kept if place >= end]
        leave_out(below, "a short line after the last sentence")
    while kept and (place := next(reversed(kept))) in form.bylines:
        leave_out([place], "a byline")
    places = [*kept]
    start, stop = _inside_walls([*kept.values()])
    beyond = (*places[:start], *places[stop:])
    leave_out(beyond, "the way to the rest of a locked article")
    places = places[start:stop]
    repeats = find_repeats([*kept.values()], lambda number: _recurs(blocks[places[number]]))
    leave_out([places[number] for number in repeats], "a line that was there before")
    return [*kept.values()], reasons


def _leave_out_numbers(blocks: Sequence[Block], reasons: list[str]) -> None:
    """Leave out lines that follow each other and are 1, 2, 3 ...: a highlighter numbers code with them."""
    start = number = 0
    for place, block in enumerate([*blocks, None]):
        if block is not None and block.text == str(number + 1):
            number += 1
            continue
        if number >= _COUNTED:
            reasons[start:place] = ["numbers of lines"] * number
        number = int(block is not None and block.text == "1")
        start = place + 1 - number


def _sift_short(
    blocks: Sequence[Block], reasons: list[str], form: _Form, under_standfirst: frozenset[int]
) -> tuple[dict[int, str], int]:
    """The lines by their places among *blocks*, without those that have *reasons* to be left out, to
    which this adds those of short lines. The place of the last sentence follows, -1 without one.
    """
    kept: dict[int, str] = {}
    last = -1
    head = form.head(len(blocks))
    for place, block in enumerate(blocks):
        if reasons[place]:
            continue
        # Below a sentence, minutes with a full stop may be that of a step, as in recipes.
        is_step = last >= 0 and block.text.endswith(_MINUTES) and place not in under_standfirst
        if block.weight >= SHORT or (block.marks and (is_step or _ends_sentence(block.text))):
            text = block.text
            if text[0] == _LABELLED or text.endswith(_TRAILER_END):
                text = _without_edges(text)
            if block.link_weight:
                text = _without_link(text, block.link_weight)
            if text:
                kept[place] = text
                last = place
            else:
                reasons[place] = "a label in brackets"
        elif block.tag == "pre" and _NUMBERS.fullmatch(block.text):
            reasons[place] = "numbers of lines"
        elif (
            (last < 0 or place in under_standfirst)
            and not (form.verse and (form.spoken or block.tag in ITEM_TAGS))
            and not _leads_on(blocks, place)
        ):
            reasons[place] = "a short line before the first sentence"
        elif "@" in block.text and _is_address(blocks, place):
            reasons[place] = "an address to write to"
        elif not kept and (
            place in form.bylines or (place < head and block.weight <= PRICES.scrap)
        ):
            reasons[place] = "a byline"
        else:
            has_button = block.link_weight and block.text[-1] == "]" and block.tag in HEADINGS
            if text := _without_button(block) if has_button else block.text:
                kept[place] = text
            else:
                reasons[place] = "a button in brackets"
    return kept, last


class _Form(NamedTuple):
    """In what kind of lines a text is written."""

    verse: bool = False
    """Whether the text itself is written in lines without sentence marks."""
    spoken: bool = False
    """Whether it still is if the items of its lists are left out."""
    bylines: frozenset[int] = frozenset()
    """The places of its bylines, which are looked for only in texts with many such lines."""

    def head(self, lines: int) -> int:
        """The place of the last byline above a text of so many *lines*, 0 without one."""
        most = min(_BYLINE_LINES, lines // 2)
        return max((place for place in self.bylines if place < most), default=0)


def _read_form(blocks: Sequence[Block]) -> _Form:
    """The form of a text.

    Bylines do not count as lines without sentence marks: beside a single short sentence, one would make
    the text look like one of such lines. It takes several expressions to find them.
    """
    weight = sum([block.weight for block in blocks])
    bare = sum([block.weight for block in blocks if not block.marks and not block.link_weight])
    if bare <= _VERSE * weight:
        return _Form()
    items = sum(
        [
            block.weight
            for block in blocks
            if block.tag in ITEM_TAGS and not block.marks and not block.link_weight
        ]
    )
    bylines = frozenset(place for place, block in enumerate(blocks) if _is_byline(block))
    if len(bylines) > _MOST_BYLINES:
        return _Form(verse=True, spoken=True)
    told = sum([blocks[place].weight for place in bylines])
    bare, weight = bare - told, weight - told
    return _Form(bare > _VERSE * weight, bare - items > _VERSE * (weight - items), bylines)


def _below_standfirst(blocks: Sequence[Block], told: Sequence[str]) -> frozenset[int]:
    """The places of the lines between a sentence above the text and the text, or the first heading in
    it. Such a sentence is farther from the text than the first paragraphs are from each other. Lines
    that are as near to the text belong to it, unless they are bylines.
    """
    places: list[int] = []
    for place, block in enumerate(blocks):
        # The sentence above the text may be short.
        if not told[place] and block.marks and (block.weight >= PARAGRAPH or not places):
            places.append(place)
            if len(places) == 3:
                break
    else:
        return frozenset()
    above, first, second = places
    near = max(2, _way(blocks, first, second))
    if (
        first - above > _BYLINE_LINES
        or blocks[first].tag in ITEM_TAGS
        or blocks[above].text.endswith(_COLONS)
        or _way(blocks, above, first) <= near
    ):
        return frozenset()
    below = range(above + 1, first)
    # A heading that is a link is the name of the author.
    stop = next(
        (at for at in below if blocks[at].tag in HEADINGS and not blocks[at].is_linked), first
    )
    return frozenset(
        at
        for at in range(above + 1, stop)
        if _is_byline(blocks[at])
        or _way(blocks, at, first) > near + 2 * (blocks[at].tag in ITEM_TAGS)
    )


def _way(blocks: Sequence[Block], start: int, stop: int) -> int:
    """Number of borders between the blocks at *start* and *stop*."""
    low = min(block.low for block in blocks[start + 1 : stop + 1])
    return blocks[start].depth + blocks[stop].depth - 2 * low


def _leads_on(blocks: Sequence[Block], place: int) -> bool:
    """Whether a line such as a salutation leads to the text that follows it in one element."""
    if place + 1 >= len(blocks):
        return False
    block, after = blocks[place], blocks[place + 1]
    return (
        block.text[-1] in _LEADS_ON
        and not block.link_weight
        and block.tag == after.tag
        and block.depth + after.depth - 2 * after.low in _NEIGHBOURS
        and after.marks > 0
        and not after.is_linked
    )


def _is_address(blocks: Sequence[Block], place: int) -> bool:
    """Whether a line is an address to write to, and none of those that the lines above it lead to, as
    those for applications and tenders.
    """
    if not _ADDRESS.fullmatch(blocks[place].text):
        return False
    above = blocks[place - 1].text if place else ""
    return not above.endswith(_COLONS) and not _DETAIL.search(above)


def _ends_sentence(text: str) -> bool:
    """Whether a mark in *text* ends a sentence, and not just the day of a date, as in 2024. 3. 5."""
    if not (". " in text or text.endswith(_DOTTED_TIMES)) or not _DOTTED_DATE.search(text):
        return True
    return count_marks(_DOTTED_DATE.sub("0", text)) > 0


def _inside_walls(lines: Sequence[str]) -> tuple[int, int]:
    """The first of *lines*, and the end of those, that do not ask to log in or to subscribe for the rest.

    Below the first such line at the end, the site may say more about it.
    """
    start, stop = 0, len(lines)
    while start < min(_WALL_LINES, stop - 1) and is_wall(lines[start]):
        start += 1
    for at in range(max(start + 1, stop - _WALL_LINES), stop):
        if is_wall(lines[at]) and all(
            is_wall(line) or share_of_visit(line) for line in lines[at + 1 :]
        ):
            return start, at
    return start, stop


def _is_byline(block: Block) -> bool:
    """Whether a short line without a sentence mark has a date or names its source."""
    if block.weight >= SHORT or block.is_linked or (block.marks and _ends_sentence(block.text)):
        return False
    return parse_date(block.text) is not None or read_source([block]) is not None


def _without_edges(text: str) -> str:
    """A line of text without a label at its start and a credit in brackets at its end."""
    label = _LEADING_LABEL.match(text)
    if label:
        text = text[label.end() :]
    return _TRAILER.sub("", text)


def _without_link(text: str, link_weight: int) -> str:
    """A line without the link behind its last sentence that leads back to the home of the site.

    *link_weight* is that of all links in the line.
    """
    parts = _BEHIND_SENTENCE.fullmatch(text[-_END:])
    if parts is None or weigh(parts[2]) != link_weight or not _HOMEWARD.fullmatch(parts[2]):
        return text
    return text[:-_END] + parts[1]


def _without_button(block: Block) -> str:
    """A heading without the links in brackets at its end, as in "History [edit]"."""
    head, _, button = block.text.rpartition("[")
    linked = weigh("".join(re.findall(r"\w+", button)))
    return head.rstrip() if 0 < linked <= block.link_weight <= weigh(button) else block.text


def clean_text(text: str, titles: Sequence[str] = ()) -> str:
    """The lines of *text* that are the article's own, as in `clean`, for text without its page."""
    return "\n".join(clean(blocks_of(text), titles))


def blocks_of(text: str) -> list[Block]:
    """The lines of a plain text, as paragraphs of one element."""
    return [
        Block(line, weigh(line), 0, count_marks(line), "p", 1, 1, False)
        for line in (" ".join(raw.split()) for raw in text.splitlines())
        if line
    ]


def _recurs(block: Block) -> bool:
    """Whether a text may have the line of *block* again: in a recipe, a timetable, a song."""
    return block.weight < _LINE and (block.tag == "p" or block.tag in ITEM_TAGS)
