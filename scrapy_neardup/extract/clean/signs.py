"""Lines of a page that are told by their words: labels, dates, notices and credits of pictures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.body import HEADINGS, is_section, section_words
from scrapy_neardup.extract.body.prices import PRICES
from scrapy_neardup.extract.languages import alternatives, first_letters, words
from scrapy_neardup.extract.lines import LineRules, LineSigns, WordSearch, squeeze, weigh
from scrapy_neardup.extract.visits import small

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.extract.lines import Block

# In half-width characters. A line of more weight is a sentence that only happens to begin or read
# like a label, a date or a notice.
_LABEL_LIMIT = 120
_SAID_LIMIT = 60  # the same for a label in a line with a sentence mark
_DATE_LIMIT = 60
_NOTICE_LIMIT = 300
SHORT = 90
"""A line without a sentence mark below this weight is no paragraph."""
PARAGRAPH = 60
"""The least weight of a sentence that is a paragraph of the text."""
_SAID = 20  # the least weight of a sentence behind the words of a label

# What may be of two parts of the line is of the first one, unless something stands between them: a line of
# commas could else be parted in a thousand ways.
_DATE_LINE = re.compile(
    rf"""^[\s\W]*(?!\W)
    (?:(?:{alternatives("DATE_LINE_LABEL")})[\s:：]*)?
    (?:\w{{3,9}}day,?\s*)?
    (?:\d{{4}}\s*[-/.年]\s*\d{{1,2}}\s*[-/.月]\s*\d{{1,2}}|\d{{1,2}}\s*[月/.-]\s*\d{{1,2}}
      |\d{{1,2}}(?:st|nd|rd|th)?\s\w{{3,9}},?\s\d{{4}}|\w{{3,9}}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}})
    [\s日号號T,]*(?:(?:at\s(?:(?:星期|周|週)[一二三四五六日天])?|(?:星期|周|週)[一二三四五六日天])[\s,]*)?
    (?:\d{{1,2}}\s*[:：时時]\s*\d{{2}}(?:\s*[:：分]\s*\d{{2}})?[分秒]?)?
    \s*(?:[ap]\.?m\.?)?\s*(?:[A-Z]{{2,4}})?\s*$""",
    re.VERBOSE | re.IGNORECASE,
)

# A label at the start of a line; the rest of the line is its value.
_LABEL = re.compile(rf"^[\s\W]*(?:{alternatives('LABEL')})", re.VERBOSE | re.IGNORECASE)

# A speaker's label in an interview, and a sentence. It is no name, because it has five characters
# or more, or a word that begins with a small letter.
_SPOKEN = re.compile(
    rf"""\W*(?:{alternatives("SPEAKER")})\s?[:：]\s?
    (?:[^a-z]{{5,}}|.*\s(?-i:[^\W\d_A-Z]).*)[.。!！…]$""",
    re.VERBOSE | re.IGNORECASE,
)

# The characters with which a label may begin after signs. If a line begins with another letter or
# digit, the expression need not be tried.
_LABEL_STARTS = first_letters("LABEL_STARTS")
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
_LABEL_ENDS = ":：|｜丨/=＝"
_QUOTES = '"“„«「『‘'
_ENDINGS = "。！？!?.…।؟۔"
_CLOSERS = "”’\"')]）」』】»"
_ENDED = re.compile(rf"[{_ENDINGS};；:：][\W_]*$")

# Every match of `_NOTICE` or `_POLICY`, and every one of `_CLOSING`, has one of these in it.
_may_be_notice = WordSearch(words("NOTICE_WORDS")).matches
_may_be_closing = WordSearch(words("CLOSING_WORDS")).matches
# One of these is in every notice: a search for all is far cheaper than the expression.
_notice_words = WordSearch(words("NOTICE_WORDS", "CLOSING_WORDS"))

# The credit of a picture: a short line with the name of an agency at its end.
_CREDIT = re.compile(
    rf"""(?:[/|｜–—,:：]|\b(?:{alternatives("CREDIT_LEAD")})\s).{{0,12}}
    (?:{alternatives("AGENCY")})\W*$""",
    re.VERBOSE | re.IGNORECASE,
)
_credit_words = WordSearch(words("AGENCY_WORDS"))


def reasons_by_words(blocks: list[Block], titles: Sequence[str]) -> list[str]:
    """Why each of *blocks* is no line of the article by its own words or links, "" if it may be one.

    A sentence between paragraphs that only tells of a copyright or the like may be one. A line that is one
    of *titles* is none.
    """
    reasons = _rules.reasons(blocks, frozenset(filter(None, map(squeeze, titles))))
    _take_back(blocks, reasons)
    return reasons


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
        if not told[place] and block.marks and block.weight >= PARAGRAPH
    ]
    for place in doubted:
        block = blocks[place]
        if (
            len(paragraphs) > 2
            and paragraphs[0] < place < paragraphs[-2]
            and not block.is_linked
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
    short=SHORT,
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
