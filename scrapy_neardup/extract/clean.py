"""Lines that belong to the page and not to the article, dropped after any engine."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_neardup.extract.blocks import count_marks
from scrapy_neardup.extract.body import HEADINGS, is_section, list_after, section_words
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.body.sections import heads_author_note
from scrapy_neardup.extract.languages import alternatives, words
from scrapy_neardup.extract.lines import (
    MOSTLY_LINKS,
    Block,
    LineRules,
    LineSigns,
    WordSearch,
    alike,
    is_listed,
    squeeze,
    weigh,
)
from scrapy_neardup.extract.metadata import parse_date, read_source
from scrapy_neardup.extract.visits import share_of_visit, small
from scrapy_neardup.extract.walls import is_wall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["before_author", "blocks_of", "clean", "clean_text", "sift"]

# In half-width characters. A line of more weight is a sentence that only happens to begin or read
# like a label, a date or a notice.
_LABEL_LIMIT = 120
_SAID_LIMIT = 60  # the same for a label in a line with a sentence mark
_DATE_LIMIT = 60
_NOTICE_LIMIT = 300
_SHORT = 90  # a line without a sentence mark below this is no paragraph

_VERSE = 0.4  # from this share of lines without marks on, the text itself is written in such lines
_BYLINE_LINES = 6  # lines above a text among which its date and its author stand
_MOST_BYLINES = 2  # above and below the text; more such lines are a list of dates
_BYLINE_BLOCKS = 12  # lines of all kinds above a text among which its author stands
_WALL_LINES = 4  # above and below the text
_ABOUT = 3  # the most lines of a note on the author
_HEADING = 60  # characters; the heading of such a note has fewer
_NAME = 4  # the least weight of an author's name
_SUMMARY_LINES = 3
_SUMMED = 8  # the most lines of a text whose beginning its summary repeats, ...
_CUT = 3  # ... except for the summary's last characters, usually dots
_REPEAT = 20  # characters; shorter lines may be said twice
_LINE = 60  # half-width characters, up to which a line of a list or a song recurs
_PARAGRAPH = 60  # the least weight of a sentence that is a paragraph of the text
_SAID = 20  # the least weight of a sentence behind the words of a label
_HEAD = 2 * _REPEAT  # the same with the white space among them

_NEIGHBOURS = (0, 2)  # steps in the tree between lines parted by `<br>`, and between paragraphs
_ITEM_TAGS = frozenset(("li", "dt", "dd", "td", "th"))
_LINKED = 3  # the least number of lines of links under a heading of their own
_ITEMS = 20  # the number of a list's items that are looked at before and after one item

_DATE_LINE = re.compile(
    rf"""^[\s\W]*
    (?:{alternatives("DATE_LINE_LABEL")})?[\s:：]*
    (?:\w{{3,9}}day,?\s*)?
    (?:\d{{4}}\s*[-/.年]\s*\d{{1,2}}\s*[-/.月]\s*\d{{1,2}}|\d{{1,2}}\s*[月/.-]\s*\d{{1,2}}
      |\d{{1,2}}(?:st|nd|rd|th)?\s\w{{3,9}},?\s\d{{4}}|\w{{3,9}}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}})
    [\s日号號T,]*(?:at\s)?(?:(?:星期|周|週)[一二三四五六日天])?[\s,]*
    (?:\d{{1,2}}\s*[:：时時]\s*\d{{2}}(?:\s*[:：分]\s*\d{{2}})?[分秒]?)?
    \s*(?:[ap]\.?m\.?)?\s*(?:[A-Z]{{2,4}})?\s*$""",
    re.VERBOSE | re.IGNORECASE,
)

# A date or time whose full stops end no sentence, as in Korean and German.
_DOTTED_DATE = re.compile(
    r"\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4}\b)?"
    r"|\b\d{1,2}\.\s[^\W\d_]{3,10}\.?\s\d{4}\b|\b\d{1,3}\s(?:min|std|sek)\.",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d+(?: \d+)*")
_COLONS = (":", "：")
_LEADS_ON = "：:，,"  # at the end of a line

# A label at the start of a line; the rest of the line is its value.
_LABEL = re.compile(rf"^[\s\W]*(?:{alternatives('LABEL')})", re.VERBOSE | re.IGNORECASE)

# A speaker's label in an interview, and a sentence. It is no name, because it has five characters
# or more, or a word that begins with a small letter.
_SPOKEN = re.compile(
    rf"""\W*(?:{alternatives("SPEAKER")})\s?[:：]\s?
    (?:[^a-z]{{5,}}|.*\s(?-i:[^\W\d_A-Z]).*)[.。!！…]$""",
    re.VERBOSE | re.IGNORECASE,
)

# The characters with which a label, and a summary, may begin after signs. If a line begins with
# another letter or digit, the expression need not be tried. It takes "İ" and "ı" for an "i", "ſ" for
# an "s", and the last character here for a "k".
_FOLDED = "İıſ\u212a"
_LABEL_STARTS, _SUMMARY_STARTS = (
    frozenset((*letters, *map(str.upper, letters), *_FOLDED))
    for letters in map(words, ("LABEL_STARTS", "SUMMARY_STARTS"))
)
_label_signs = WordSearch((":", "|", "=", "www."))  # one is in each label in ASCII

# A line of moderate length is a notice if it says one of these anywhere, in small letters.
_NOTICE = re.compile(
    rf"""{alternatives("NOTICE")}
    |^\W*(?:{alternatives("NOTICE_LINE")})\W*$
    |^\W*(?:{alternatives("NOTICE_START")})""",
    re.VERBOSE,
)

# A line is a notice, too, if it tells where an article is from, or asks its readers to follow, to
# subscribe or to say what they think, perhaps behind a question: "Want more? Subscribe to ...".
_CLOSING = re.compile(
    rf"""{alternatives("CLOSING")}
    |^(?:[^.。!！?？؟]{{0,120}}[?？؟])?\W*(?:{alternatives("CLOSING_START")})
    |^.{{0,40}}(?:{alternatives("SUBSCRIBERS_ONLY")}).{{0,12}}$
    |^\W*(?:{alternatives("USES_COOKIES")})\s(?:\w+\s){{0,2}}cookies?\b""",
    re.VERBOSE | re.IGNORECASE,
)
# These words are a notice where they are said to readers, or stand nearly alone. In other lines they are
# what an article is about.
_POLICY = re.compile(alternatives("POLICY"), re.VERBOSE | re.IGNORECASE)
_ADDRESSED = re.compile(alternatives("POLICY_ADDRESSED"), re.VERBOSE | re.IGNORECASE)

# A sentence between paragraphs is a notice if it has one of these, ...
_SURE = re.compile(alternatives("SURE_NOTICE"), re.VERBOSE | re.IGNORECASE)
# ... or speaks to the reader or of the page itself. Other sentences tell of such things.
_TO_READERS = re.compile(alternatives("TO_READERS"), re.VERBOSE | re.IGNORECASE)
_DOUBTED = ("a notice", "a label")
_LABEL_ENDS = ":：|丨/=＝"
_QUOTES = '"“„«「『‘'
_ENDINGS = "。！？!?.…।؟۔"
_CLOSERS = "”’\"')]）」』】»"
_ENDED = re.compile(rf"[{_ENDINGS};；:：][\W_]*$")

# Every match of `_NOTICE` or `_POLICY`, and every one of `_CLOSING`, has one of these in it.
_may_be_notice = WordSearch(words("NOTICE_WORDS")).matches
_may_be_closing = WordSearch(words("CLOSING_WORDS")).matches
# One of these is in every notice: a search for all is far cheaper than the expression.
_notice_words = WordSearch(words("NOTICE_WORDS", "CLOSING_WORDS"))

# A notice in brackets after the last sentence.
_TRAILER = re.compile(
    rf"\s*[（(【\[]\s*(?:{alternatives('TRAILER')})[^）)】\]]{{0,40}}[）)】\]]\s*$",
    re.VERBOSE | re.IGNORECASE,
)
_TRAILER_END = (")", "）", "】", "]")
_LABELLED = "原"  # the first character of every match of `_LEADING_LABEL`
_LEADING_LABEL = re.compile(r"(?:原标题|原標題)\s*[:：]\s*\S{4,60}\s+(?=\S{30})")

# The credit of a picture: a short line with the name of an agency at its end.
_CREDIT = re.compile(
    rf"""(?:[/|｜–—,:：]|\b(?:{alternatives("CREDIT_LEAD")})\s).{{0,12}}
    (?:{alternatives("AGENCY")})\W*$""",
    re.VERBOSE | re.IGNORECASE,
)
_credit_words = WordSearch(words("AGENCY_WORDS"))

# A heading that tells who wrote the text, and the name.
_WRITTEN = re.compile(
    rf"(?:\w+\s)?(?:{alternatives('BY')})\s(\S.{{2,}})", re.VERBOSE | re.IGNORECASE
)
_SUMMARY = re.compile(
    rf"^[\W_]*(?:{alternatives('SUMMARY')})[\W_]*[:：】\]]\s*", re.VERBOSE | re.IGNORECASE
)


_NAMED = 40  # the greatest weight of the name of a table of contents
# The name that stands above a table of contents, in a heading or not.
_CONTENTS = re.compile(rf"\W*(?:{alternatives('CONTENTS')})\W*$", re.VERBOSE | re.IGNORECASE)


def clean(blocks: Iterable[Block], titles: Sequence[str] = ()) -> list[str]:
    """The article's own lines among *blocks*.

    Left out: labelled lines (editor, source, author, tags), notices (copyright, reprint rules,
    share hints) except sentences between paragraphs that only tell of such things, credits of
    pictures, dates, the title when it is repeated, lines that are mostly links (except headings
    between texts, and items of a list of text), short lines without a sentence mark before the first
    sentence, below a standfirst, and after the last sentence (except a list right after it), and
    long lines that repeat an earlier line.
    """
    return sift(blocks, titles)[0]


def sift(blocks: Iterable[Block], titles: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """The lines that `clean` keeps, and for each block why it is left out ("" if it is not)."""
    blocks = list(blocks)
    told = _rules.reasons(blocks, frozenset(filter(None, map(squeeze, titles))))
    _take_back(blocks, told)
    verse, spoken, bylines = _read_form(blocks)
    most = min(_BYLINE_LINES, len(blocks) // 2)
    head = max((place for place in bylines if place < most), default=0)
    kept: list[str] = []
    places: list[int] = []  # of what is kept, among the blocks
    reasons: list[str] = []
    first = last = sentence = -1
    head_lines = _below_standfirst(blocks, told)
    for place, block in enumerate(blocks):
        reason = told[place]
        if reason == MOSTLY_LINKS and (
            (block.tag in _ITEM_TAGS and is_listed(blocks, place, _ITEMS))
            or _heads_text(blocks, place)
        ):
            reason = ""
        elif (
            not reason
            and (block.tag in HEADINGS or block.weight <= _NAMED)
            and _heads_links(blocks, place)
        ):
            reason = "the heading of links"
        if (
            not reason
            and block.weight < _SHORT
            and (not block.marks or not _ends_sentence(block.text))
        ):
            if block.tag == "pre" and _NUMBERS.fullmatch(block.text):
                reason = "numbers of lines"
            elif (
                (first < 0 or place in head_lines)
                and not (verse and (spoken or block.tag in _ITEM_TAGS))
                and not _leads_on(blocks, place)
            ):
                reason = "a short line before the first sentence"
            elif not kept and (
                place in bylines or (place < head and block.weight <= PRICES.scrap)
            ):
                reason = "a byline"
            else:
                heading = block.link_weight and block.text[-1] == "]" and block.tag in HEADINGS
                kept.append(_without_button(block) if heading else block.text)
                places.append(place)
        elif not reason:
            text = block.text
            if text[0] == _LABELLED or text.endswith(_TRAILER_END):
                text = _without_edges(text)
            if text:
                if first < 0:
                    first = len(kept)
                kept.append(text)
                places.append(place)
                last = len(kept)
                sentence = place
            else:
                reason = "a label in brackets"
        reasons.append(reason)
    if not verse:
        stop = max(last, 0)
        if 0 < stop < len(kept):
            end = list_after(blocks, sentence + 1)
            while stop < len(kept) and places[stop] < end:
                stop += 1
        for place in places[stop:]:
            reasons[place] = "a short line after the last sentence"
        del kept[stop:], places[stop:]
    while places and places[-1] in bylines:
        reasons[places.pop()] = "a byline"
        kept.pop()
    start, stop = _inside_walls(kept)
    for place in (*places[:start], *places[stop:]):
        reasons[place] = "the way to the rest of a locked article"
    kept, places = kept[start:stop], places[start:stop]
    lines = _without_repeats(kept, lambda at: _recurs(blocks[places[at]]))
    if len(lines) < len(kept):
        left = iter(lines)
        expected = next(left, None)
        for text, place in zip(kept, places, strict=True):
            if text is expected:
                expected = next(left, None)
            else:
                reasons[place] = "a line that was there before"
    return lines, reasons


def before_author(blocks: Sequence[Block], start: int, stop: int, titles: Sequence[str]) -> int:
    """The end of the text in `blocks[start:stop]` before the note on its author, *stop* without one.

    The note stands below its heading, such as "About the author", or begins with it and a colon. Or it
    stands below a line that is a name, and begins with this name, or below a heading such as "Written by"
    and a name, and the name also stands above the text. The headings of a text with a table of contents
    stand above it, too: so there is no note if another heading does.
    """
    for place in range(stop - 1, max(start, stop - 2 - _ABOUT), -1):
        text = blocks[place].text
        if section_words.matches(text[:_HEADING]) and heads_author_note(text):
            return place
    for place in range(stop - 2, max(start, stop - 2 - _ABOUT), -1):
        block, after = blocks[place], blocks[place + 1]
        if not after.marks or block.marks or not _NAME <= block.weight <= PRICES.scrap:
            continue
        written = _WRITTEN.fullmatch(block.text) if block.tag in HEADINGS else None
        name = squeeze(written[1] if written else block.text)
        if not (written or squeeze(after.text).startswith(name)):
            continue
        names = list(filter(None, map(squeeze, titles)))
        if not written and any(name in title for title in names):
            continue
        first = next(at for at in range(start, stop) if blocks[at].marks)
        above = [
            line
            for other in blocks[max(0, start - _BYLINE_BLOCKS) : first]
            if other.weight < _SHORT and (line := squeeze(other.text)) not in names
        ]
        heads = [
            squeeze(blocks[at].text)
            for at in range(first, stop)
            if at != place and blocks[at].tag in HEADINGS
        ]
        if any(name in line for line in above) and not any(head in above for head in heads):
            return place
    return stop


def _read_form(blocks: Sequence[Block]) -> tuple[bool, bool, set[int]]:
    """Whether the text itself is written in lines without sentence marks, whether it still is if the
    items of its lists are left out, and which of the *blocks* are bylines.

    Bylines do not count as such lines: beside a single short sentence, one would make the text look
    like one of such lines. They are looked for only in texts with many such lines, because it takes
    several expressions to find them.
    """
    weight = sum([block.weight for block in blocks])
    bare = sum([block.weight for block in blocks if not block.marks and not block.link_weight])
    if bare <= _VERSE * weight:
        return False, False, set()
    items = sum(
        [
            block.weight
            for block in blocks
            if block.tag in _ITEM_TAGS and not block.marks and not block.link_weight
        ]
    )
    bylines = {place for place, block in enumerate(blocks) if _is_byline(block)}
    if len(bylines) > _MOST_BYLINES:
        return True, True, set()
    told = sum([blocks[place].weight for place in bylines])
    bare, weight = bare - told, weight - told
    return bare > _VERSE * weight, bare - items > _VERSE * (weight - items), bylines


def _below_standfirst(blocks: Sequence[Block], told: Sequence[str]) -> frozenset[int]:
    """The places of the lines between a sentence above the text and the text, or the first heading in
    it. Such a sentence is farther from the text than the first paragraphs are from each other. Lines
    that are as near to the text belong to it, unless they are bylines.
    """
    places: list[int] = []
    for place, block in enumerate(blocks):
        if not told[place] and block.marks and block.weight >= _PARAGRAPH:
            places.append(place)
            if len(places) == 3:
                break
    else:
        return frozenset()
    above, first, second = places
    near = max(2, _way(blocks, first, second))
    if (
        first - above > _BYLINE_LINES
        or blocks[first].tag in _ITEM_TAGS
        or blocks[above].text.endswith(_COLONS)
        or _way(blocks, above, first) <= near
    ):
        return frozenset()
    below = range(above + 1, first)
    stop = next((at for at in below if blocks[at].tag in HEADINGS), first)
    return frozenset(
        at
        for at in range(above + 1, stop)
        if _is_byline(blocks[at])
        or _way(blocks, at, first) > near + 2 * (blocks[at].tag in _ITEM_TAGS)
    )


def _way(blocks: Sequence[Block], start: int, stop: int) -> int:
    """Number of borders between the blocks at *start* and *stop*."""
    low = min(block.low for block in blocks[start + 1 : stop + 1])
    return blocks[start].depth + blocks[stop].depth - 2 * low


def _take_back(blocks: Sequence[Block], told: list[str]) -> None:
    """Take back that a sentence was *told* to be a notice or a label, if it stands between paragraphs
    and only has the words of one, as news about a copyright does. Two have to follow, as one may be
    about the author.
    """
    doubted = [place for place, reason in enumerate(told) if reason in _DOUBTED]
    if not doubted:
        return
    paragraphs = [
        place
        for place, block in enumerate(blocks)
        if not told[place] and block.marks and block.weight >= _PARAGRAPH
    ]
    for place in doubted:
        block = blocks[place]
        if (
            len(paragraphs) > 2
            and paragraphs[0] < place < paragraphs[-2]
            and block.link_weight * 2 <= block.weight
            and _tells(block.text, told[place])
        ):
            told[place] = ""


def _tells(text: str, reason: str) -> bool:
    """Whether a line with the words of a notice or a label is a sentence that tells of something, and
    does not speak to its readers. A notice begins a sentence, and the sign behind a label ends it.
    """
    if text.rstrip(_CLOSERS)[-1:] not in _ENDINGS or _SURE.search(text):
        return False
    if reason == "a notice" and text[0] in _QUOTES:
        return True
    if _TO_READERS.search(text):
        return False
    if reason == "a label":
        label = _LABEL.match(text)
        return (
            label is not None
            and label[0].rstrip()[-1] not in _LABEL_ENDS
            and weigh(text[label.end() :]) >= _SAID
        )
    notice = _NOTICE.search(small(text)) or _CLOSING.search(text)
    if notice is None:
        return False
    before = text[: notice.start()]
    return any(map(str.isalnum, before)) and not _ENDED.search(before)


def _heads_text(blocks: Sequence[Block], place: int) -> bool:
    """Whether a line of links is a heading: in one element with its text, and below another text."""
    heading = blocks[place]
    if heading.tag not in HEADINGS or not 0 < place < len(blocks) - 1:
        return False
    before, after = blocks[place - 1], blocks[place + 1]
    return (
        (
            before.depth + heading.depth - 2 * heading.low == 2
            or (before.link_weight * 2 <= before.weight and before.weight >= _SHORT)
        )
        and after.depth + heading.depth - 2 * after.low == 2
        and (after.weight >= _SHORT or after.marks > 0)
        and after.link_weight * 2 <= after.weight
    )


def _heads_links(blocks: Sequence[Block], place: int) -> bool:
    """Whether links stand under the line at *place*: sources under a heading, or a table of contents
    under its name, which need not be a heading.
    """
    if place + 1 >= len(blocks) or not blocks[place + 1].link_weight:
        return False
    heading = blocks[place]
    least = 1 if heading.weight <= _NAMED and _CONTENTS.match(heading.text) else _LINKED
    if least > 1 and heading.tag not in HEADINGS:
        return False
    links = 0
    for block in islice(blocks, place + 1, place + 1 + _ITEMS):
        if block.tag in HEADINGS:
            break
        if block.link_weight * 2 <= block.weight:
            # Below a heading of contents, its first lines are enough.
            return least < _LINKED and links >= least
        links += 1
    return links >= least


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
        and after.link_weight * 2 <= after.weight
    )


def _ends_sentence(text: str) -> bool:
    """Whether a mark in *text* ends a sentence, and not just the day of a date, as in 2024. 3. 5."""
    if ". " not in text or not _DOTTED_DATE.search(text):
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
    if (
        block.weight >= _SHORT
        or block.link_weight * 2 > block.weight
        or (block.marks and _ends_sentence(block.text))
    ):
        return False
    return parse_date(block.text) is not None or read_source([block]) is not None


def _without_edges(text: str) -> str:
    """A line of text without a label at its start and a credit in brackets at its end."""
    label = _LEADING_LABEL.match(text)
    if label:
        text = text[label.end() :]
    return _TRAILER.sub("", text)


def _without_button(block: Block) -> str:
    """A heading without the links in brackets at its end, as in "History [edit]"."""
    head, _, button = block.text.rpartition("[")
    linked = weigh("".join(re.findall(r"\w+", button)))
    return head.rstrip() if 0 < linked <= block.link_weight <= weigh(button) else block.text


def _is_label(block: Block) -> bool:
    # The questions and answers of an interview have a label, too.
    text = block.text
    said = block.marks > 0 and (
        block.weight > _SAID_LIMIT or text[-1] in "?？" or _SPOKEN.match(text) is not None
    )
    return not said and _LABEL.match(text) is not None


def _is_date(text: str) -> bool:
    return _DATE_LINE.match(text) is not None


def _is_credit(text: str) -> bool:
    return _CREDIT.search(text) is not None


def _is_notice(text: str) -> bool:
    if _may_be_closing(text) and _CLOSING.search(text):
        return True
    if not _may_be_notice(text):
        return False
    if _NOTICE.search(small(text)):
        return True
    return _POLICY.search(text) is not None and (
        weigh(text) <= _SAID_LIMIT or _ADDRESSED.search(text) is not None
    )


_SIGNS = LineSigns(
    notice_limit=_NOTICE_LIMIT,
    label_limit=_LABEL_LIMIT,
    date_limit=_DATE_LIMIT,
    section_limit=int(PRICES.scrap),
    short=_SHORT,
    headings=HEADINGS,
    label_starts=_LABEL_STARTS,
    label_signs=_label_signs,
    is_label=_is_label,
    is_date=_is_date,
    credit_words=_credit_words,
    is_credit=_is_credit,
    notice_words=_notice_words,
    is_notice=_is_notice,
    section_words=section_words,
    is_section=is_section,
)
_rules = LineRules(_SIGNS)


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


def _without_label(line: str) -> str:
    label = _SUMMARY.match(line)
    return line[label.end() :] if label else line


def _recurs(block: Block) -> bool:
    """Whether a text may have the line of *block* again: in a recipe, a timetable, a song."""
    return block.weight < _LINE and (block.tag == "p" or block.tag in _ITEM_TAGS)


def _sums_up(summary: str, lines: Sequence[str], plain: Sequence[str | None], place: int) -> bool:
    """Whether *summary*, the line at *place*, repeats the beginning of a line below it, or of several
    lines.
    """
    for at in range(place + 1, min(place + 8, len(lines))):
        later = plain[at]
        if later is None or later[:_REPEAT] != summary[:_REPEAT]:
            continue
        if later.startswith(summary):
            return later != summary
        if abs(len(later) - len(summary)) <= _CUT:
            return False  # the next item of a list, which differs in its number
        text = squeeze("".join(lines[at : at + _SUMMED]))
        return text.startswith(summary[:-_CUT])
    return False


def _without_repeats(
    lines: list[str], recurs: Callable[[int], bool] = lambda _: False
) -> list[str]:
    """*lines* without a summary that repeats what follows, and with each long line only once. A line
    stays if *recurs*, called with its number, says that a text may have it again.
    """
    unlabelled = [
        line if line[0].isalnum() and line[0] not in _SUMMARY_STARTS else _without_label(line)
        for line in lines
    ]
    repeated = alike(unlabelled, _HEAD, _REPEAT)
    if not repeated:
        return lines
    # No other line begins like another one.
    plain = [
        squeeze(line).rstrip(".…") if place in repeated else None
        for place, line in enumerate(unlabelled)
    ]
    for i in range(min(_SUMMARY_LINES, len(lines) - 1)):
        summary = plain[i]
        if summary is not None and len(summary) >= _REPEAT and _sums_up(summary, lines, plain, i):
            plain[i] = ""
    seen: set[str] = set()
    kept = []
    for place, (line, bare) in enumerate(zip(lines, plain, strict=True)):
        if bare is not None:
            if not bare or (bare in seen and not recurs(place)):
                continue
            if len(bare) >= _REPEAT:
                seen.add(bare)
        kept.append(line)
    return kept
