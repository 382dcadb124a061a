r"""The words that pages have around their articles, in a module for each language.

A module has constants, whose names and meanings are those of `CONSTANTS`. It leaves out a constant that
it has nothing for. `any_language` has what is said on pages in any language.

Most constants are expressions: alternatives, parted by `|`, in the verbose form of `re`. A blank is
`\s`, and a comment begins with `#`. Write small letters; capitals are found, too, and some expressions are
searched in small letters, so that a capital in them never matches. Groups don't capture,
`(?:...)`. Of two alternatives that begin alike, the longer one comes first. Where words are parted by
blanks, `\b` marks the end of a word that may be a part of another one. What stands around the alternatives,
such as the start of a line or a colon, belongs to the module that uses them, and `CONSTANTS` tells it.

A constant whose name ends with `_WORDS` is a tuple of words in small letters. One of them is in whatever
the expressions match that `CONSTANTS` names beside it: lines without any are passed over, as a search for
words is far cheaper. `tests/extract/test_kernel.py` finds words that are missing. All languages together
have at most 1,024 words for a search (`WordSearch`), so take one that serves several phrases.

Headings are written as they are read, and parted by `|`. `MONTHS` has strings of twelve names each.

To add a phrase to a language, add a line to its module. To add a language, add a module with the
constants that you have words for, and its name to `MODULES`; `tests/extract/test_languages.py` checks
both. News tell of logins, cookies and copyrights, too, so a phrase has to be one that no article says.
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# An expression that heeds no capitals takes "İ" and "ı" for an "i", "ſ" for an "s", and the last
# character here for a "k".
_FOLDED = "İıſ\u212a"

MODULES = (
    "any_language zh en ja ko de fr es pt it ca ro nl sv da nb fi pl cs sk ru uk kk el tr id sw vi ar fa "
    "ur he th hi bn ta my km hu bg mk sr hr sl lt lv et sq be az uz ka hy ms tl mr gu pa te kn ml si"
)
LANGUAGES = tuple(import_module(f"{__name__}.{name}") for name in MODULES.split())
"""Of two alternatives for the same place in a line, the one of the earlier language is taken."""

CONSTANTS = {
    # What a site says to its visitor: `visits`.
    "TO_VISITOR": "A sentence with this speaks to its reader.",
    "OF_VISIT": "A thing of the visit: the page, the browser, the account, the subscription.",
    # A locked article: `walls`.
    "WALL": "A whole line that tells how to read on: log in, subscribe, pay. A sentence may follow.",
    "REPORTED": "A word of what somebody said, which stands in no such line.",
    "WALL_BEGINNING": "How such a line may begin, and how a text is called that is only for members.",
    # What a server says in place of an article: `no_article.refusals`.
    "ERROR_NAME": "A failure behind the number of an HTTP error: not found.",
    "LOGIN": "The name of a login or of a registration, alone in a title or at its start.",
    "FAILURE": "Words in a title or a text that tell of a failure, or want a login or a check.",
    "GATE": "A whole title of a page that says the same for every address: maintenance, a check.",
    "GATE_TEXT": "The beginning of all that such a page says, as no news begins.",
    "GATE_LEAD": "A beginning of such a text that news may have, too.",
    "REFUSED": "Words in the heading of a page that refuses or lacks something; news may have them.",
    "CONSENT": "A word of a page that asks for a consent; three of them count.",
    "GATE_TO_READER": "What such a page says to its reader, and news hardly with such a title.",
    # What a site says on many of its pages: `no_article.notices`, `no_article.records`.
    "SHOP_TERMS": "A word of what a shop says about each order: shipping, returns.",
    "SHOP_TERMS_WORDS": "Words of `SHOP_TERMS`.",
    "ONWARD": "A word in the link from a teaser to its article, or in a button: read more, details.",
    "COMMENT_COUNT": "What is counted in a link to an article's comments.",
    # Lines beside an article: `clean`.
    "DATE_LINE_LABEL": "What may stand before the date in a line that has nothing else.",
    "LABEL": "A label at the start of a line, with its colon, or a button: the editor, tags, share.",
    "LABEL_STARTS": "The letters and digits that `LABEL` may begin with, in small letters.",
    "SPEAKER": "Such a label that may as well name a speaker in an interview.",
    "TRAILER": "What the brackets behind the last sentence begin with: the editor, the end.",
    "HOMEWARD": "A whole link behind the last sentence that leads back to the home of the site.",
    "AGENCY": "The name of an agency at the end of a picture's credit.",
    "AGENCY_WORDS": "Words of `AGENCY`.",
    "CREDIT_LEAD": "A word before the name of the agency: via, by.",
    "SUMMARY": "The label of a summary, without its colon.",
    "CONTENTS": "A whole line above a table of contents.",
    # Notices: `clean`.
    "NOTICE": "A line of moderate length with this anywhere is a notice: copyright, cookies, likes.",
    "NOTICE_START": "The same at the start of a line.",
    "NOTICE_LINE": "A whole line that is a notice, such as the word over an advertisement.",
    "NOTICE_WORDS": "Words of `NOTICE`, `NOTICE_START`, `NOTICE_LINE` and `POLICY`.",
    "CLOSING": "Where an article is from, or what its readers should do: follow, subscribe, comment.",
    "CLOSING_START": "The same at the start of a line.",
    "SUBSCRIBERS_ONLY": "For subscribers only, near the end of a line.",
    "USES_COOKIES": "We use, or this site uses, at the start of a line, before cookies.",
    "CLOSING_WORDS": "Words of `CLOSING`, `CLOSING_START`, `SUBSCRIBERS_ONLY` and `USES_COOKIES`.",
    "POLICY": "Words that are a notice if they are said to readers or stand nearly alone.",
    "POLICY_ADDRESSED": "What tells that such words are said to readers.",
    "SURE_NOTICE": "A notice even if it is a sentence between paragraphs.",
    "TO_READERS": "A sentence with this speaks to its readers, or of the page itself.",
    # Dates: `shown_date`.
    "WEEKDAY": "A day of the week.",
    "WEEKDAY_ANYWHERE": "The same if letters may touch it, in languages without blanks.",
    "ON_DAY": "A preposition between a label, or a verb, and its date: on.",
    "DAY_FIRST": "A word before a date in figures, in languages that put the day before the month.",
    "BEFORE_DATE": "Another word between a label and its date.",
    "PUBLISHED": "A label of the date of publication.",
    "PUBLISHED_ANYWHERE": "The same if the value of another label may touch it.",
    "BEFORE_PUBLISHED": "A word in small letters that may stand before such a label.",
    "DATE_LABEL": "A label of a date of any kind, behind a sign or at the start of a line.",
    "DATE_LABEL_ANYWHERE": "The same if it may stand behind a blank.",
    "UPDATED": "A label of the date of an update.",
    "OTHER_DATE": "A label of a date of another kind, before the date: valid until, joined.",
    "BEHIND_DATE": "The same behind the date.",
    "DATE_ENDING": "The last part of the name of a date, in languages without blanks.",
    "DATE_OF": "The end of a label that may be of any other date: Meeting date.",
    "UNTIL": "A word between two dates or two times.",
    "AFTER_DAY": "What may touch the word for the day in a date, if it is no sentence.",
    "OF_OTHERS": "A line with this and a date is about a picture or a film, the site, or answers.",
    "PRINTED": "The edition of a newspaper, whose date is not that of today.",
    "BY": "A word before an author's name: by.",
    "BYLINE_LABEL": "A label in the line of an author.",
    "BYLINE_WORD": "A whole word in small letters that the line of a date may have.",
    # Dates: `written_dates`.
    "MONTHS": "Names of the twelve months as in dates, in full and shortened, in small letters.",
    "MORNING": "Names of the morning that stand before a time.",
    "NOON": "The same for noon.",
    "AFTERNOON": "The same for the afternoon and the evening.",
    "AT_CLOCK": "A preposition between a date and a time: at.",
    "AGO": "How long ago something was written.",
    "DAY_WITH_CLOCK": "A day before a time: today, yesterday at.",
    "MOMENT_WORDS": "Words of `AGO`.",
    # Sources: `bylines`, `metadata`, `titles`.
    "SOURCE": "A label of the source, before a colon and a name that may have blanks, or a link.",
    "SOURCE_OF_ONE_WORD": "The same before a name that ends at a blank.",
    "SOURCE_IN_QUOTES": "The same at the start of a line and before a name in quotes, without a colon.",
    "SOURCE_FIELD": "The same in the field for the source in a page's head.",
    "BEHIND_SOURCE": "What begins another label behind the source in one line.",
    "ORIGIN": "What else a line has that may link to the source.",
    "ORIGIN_WORDS": "Words of `ORIGIN`, `SOURCE`, `SOURCE_OF_ONE_WORD`, `SOURCE_IN_QUOTES`.",
    "SITE_PART": "A whole name of a part of a site that ends like one of a site.",
    "SITE_KIND": "The end of a site's name that is set off from the title without blanks.",
    # Pagers: `paging`.
    "FIRST_PAGE": "A link in a pager to the first page, or to the page before this one.",
    "PREVIOUS_PAGE": "A link in a pager to the page before this one, with the word for a page.",
    # Sections below an article: `body`, `body.sections`.
    "SECTION": "A heading of related articles and the like, of many forms.",
    "SECTION_WORDS": "Words of `SECTION`.",
    "OTHER_HEADINGS": "Headings as they stand, no expressions: of related articles.",
    "AUTHOR_HEADINGS": "Headings as they stand, no expressions: of a note on the author.",
    "COMMENT_HEADINGS": "Headings as they stand, no expressions, of what readers say.",
    # Comments: `body`.
    "COMMENTS": "A heading of comments, of many forms.",
    "COMMENTS_WORDS": "Words of `COMMENTS`.",
    "REPLY": "A button below a comment: reply, like.",
    "REPLY_TIME": "What may stand before such a button: 3 days ago.",
    "COMMENTER": "Who wrote a comment: a guest, a user, the third post.",
    "COMMENT_DAY": "When it was written, without figures: just now, yesterday.",
    "COMMENTER_WORDS": "Words of `COMMENTER`, `COMMENT_DAY` and `AGO`, except figures.",
}
"""What each constant matches, in the order in which modules have them."""


def alternatives(name: str) -> str:
    """The constant *name* of all languages, as alternatives of a verbose expression."""
    return "\n|".join(_of_all(name))


def words(*names: str) -> tuple[str, ...]:
    """What the constants *names* of all languages list: words, lines, or first letters. Each stands in
    it once.
    """
    return tuple(dict.fromkeys(chain.from_iterable(chain.from_iterable(map(_of_all, names)))))


def first_letters(name: str) -> frozenset[str]:
    """The letters that the constant *name* of all languages lists, as an expression matches them that
    heeds no capitals.
    """
    letters = words(name)
    return frozenset((*letters, *map(str.upper, letters), *_FOLDED))


def codes_with(name: str) -> frozenset[str]:
    """The codes of the languages that have the constant *name*, as in `<html lang>`."""
    return frozenset(
        language.__name__.rpartition(".")[2] for language in LANGUAGES if name in vars(language)
    )


def _of_all(name: str) -> Iterator[str]:
    if name not in CONSTANTS:
        raise KeyError(f"{name} is not in CONSTANTS")
    return (vars(language)[name] for language in LANGUAGES if name in vars(language))
