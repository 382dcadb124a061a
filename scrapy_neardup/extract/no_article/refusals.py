"""Recognizes what a server says in place of an article: it is missing, locked, or behind a check."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.languages import alternatives
from scrapy_neardup.extract.lines import weigh
from scrapy_neardup.extract.shown_date import names_day
from scrapy_neardup.extract.titles import LONGEST_TITLE, title_parts
from scrapy_neardup.extract.visits import (
    longest_beside_visit,
    share_of_visit,
    small,
    speaks_to_visitor,
    unquoted,
)
from scrapy_neardup.extract.walls import begins_like_wall, is_wall

if TYPE_CHECKING:
    from collections.abc import Iterable

# What a server says instead of an article, in its title or a short text.
_FAILURE = re.compile(
    rf"""\b(?:404|403|500|502|503)\b.{{0,20}}(?:{alternatives("ERROR_NAME")})
    |^\W*(?:{alternatives("LOGIN")})\s*(?:$|[\-_|–—])
    |{alternatives("FAILURE")}""",
    re.VERBOSE | re.IGNORECASE,
)
# What a server calls a page that says the same for every address, as its whole title or heading. News
# may have each of these titles, too.
_GATE = re.compile(alternatives("GATE"), re.VERBOSE)  # in small letters
# The beginning of all that such a page says, as no news begins.
_GATE_TEXT = re.compile(rf"\W*(?:{alternatives('GATE_TEXT')})", re.VERBOSE | re.IGNORECASE)
# A beginning that news may have, too.
_GATE_LEAD = re.compile(rf"\W*(?:{alternatives('GATE_LEAD')})", re.VERBOSE | re.IGNORECASE)
# Words in the heading of such a page. Headlines may have each of them, too.
_REFUSED = re.compile(alternatives("REFUSED"), re.VERBOSE)  # in small letters
_CONSENT = re.compile(alternatives("CONSENT"), re.VERBOSE)  # in small letters
# What such a page says to its reader. News may say it, too, but hardly with such a title or beginning.
_TO_READER = re.compile(alternatives("GATE_TO_READER"), re.VERBOSE | re.IGNORECASE)
# What browsers may lack, by its name in any language. An article about it has a heading.
_SCRIPT = "javascript"
_TITLE_SHARE = 0.4  # the least share of a title, or of a part of it, that tells of a failure, perhaps in a headline
_TITLE_REFUSED = 0.3  # the same for one that is refused or missing
_TITLE_WHOLE = 0.8  # the same for a title that is no headline
# In half-width characters.
_FAILURE_LIMIT = 400
_FAILURE_HEAD = 80
_FAILURE_START = 12  # the greatest weight of what stands before such words ...
_FAILURE_NEAR = 32  # ... and below a headline, in a text that speaks to its reader
_WALL_STRETCH = 50  # the longest stretch of a wall that names no thing of the visit
_VISIT_LIMIT = 600
_CONSENT_LIMIT = 1000
_CONSENTS = 3
# The least shares of a text in sentences about the visit, ...
_VISIT = 0.9
_VISIT_KNOWN = 0.25  # ... if it is short, and has a name or beginning of such pages, ...
_VISIT_LIKELY = 0.75  # ... if it is about consent, or below a heading that refuses something, ...
_VISIT_TOLD = 0.5  # ... and if it begins like a wall, or has the name of a failure or a refusal.


def is_refusal(
    text: str,
    weight: int,
    titles: Iterable[str],
    heading: str = "",
    *,
    titled: bool,
    dated: bool,
) -> bool:
    """Whether a short *text* says that the article is missing, locked or behind a check.

    *titles* are the names of its page, *heading* is the line above it, which may be its first one.
    *titled* tells whether the text is below a line that is the page's title, *dated* whether it stands
    near a date. A word inside a title or a text is no sign, as there are news about each of these
    things; nor are quoted words.
    """
    if weight >= _CONSENT_LIMIT:
        return False
    names = [unquoted(name[:LONGEST_TITLE]) for name in titles]
    said = unquoted(text.removeprefix(f"{heading}\n"))
    if weight < _FAILURE_LIMIT and (
        _begins_with_failure(said[:_FAILURE_HEAD], bare=not (titled or heading))
        or (_GATE_TEXT.match(said) and share_of_visit(said) > 0)
        or any(map(_names_failure, names))
    ):
        return True
    if weight < _FAILURE_LIMIT and _is_wall_alone(said):
        return True  # all that a dated page shows of a locked article
    if dated or names_day(text):
        return False  # news, or a notice of works to come
    # The share comes last, as it takes the longest.
    named = any(map(_may_name_failure, names))
    if weight < _FAILURE_LIMIT and (named or _GATE_LEAD.match(said)):
        return _TO_READER.search(said) is not None or share_of_visit(said) >= _VISIT_KNOWN
    if not titled and len(set(_CONSENT.findall(small(said)))) >= _CONSENTS:
        return share_of_visit(said) >= _VISIT_LIKELY
    if weight >= _VISIT_LIMIT:
        return False
    if named or begins_like_wall(said):
        return share_of_visit(said) >= _VISIT_TOLD
    if any(map(_refuses, names)):
        return share_of_visit(said) >= (_VISIT_LIKELY if titled or heading else _VISIT_TOLD)
    # The heading above the text may be that of a dialog above an article.
    above = unquoted(heading[:LONGEST_TITLE])
    if _may_name_failure(above) or _refuses(above):
        return share_of_visit(said) >= _VISIT_LIKELY
    if weight < _FAILURE_LIMIT and not heading and _SCRIPT in small(said):
        return share_of_visit(said) >= _VISIT_KNOWN
    return weight < _FAILURE_LIMIT and not (titled or heading) and share_of_visit(said) >= _VISIT


def _is_wall_alone(said: str) -> bool:
    """Whether a text that begins like a wall has little else. News may begin so, and tell more."""
    return (
        begins_like_wall(said)
        and (all(map(is_wall, said.split("\n"))) or share_of_visit(said) >= _VISIT)
        and longest_beside_visit(said) <= _WALL_STRETCH
    )


def _begins_with_failure(beginning: str, *, bare: bool) -> bool:
    """Whether the *beginning* of a text tells of a failure. If the text is not *bare*, but below a
    headline, it has to speak to its reader, too.
    """
    told = _FAILURE.search(beginning)
    if told is None:
        return False
    before = weigh(beginning[: told.start()])
    if bare and before <= _FAILURE_START:
        return True
    return (bare or before <= _FAILURE_NEAR) and speaks_to_visitor(beginning)


def _names_failure(title: str) -> bool:
    """Whether *title* tells of a failure, and one of its parts of nothing else."""
    return _FAILURE.search(title) is not None and any(
        _has_share(_FAILURE, part, _TITLE_WHOLE) for part in {title, *title_parts(title)}
    )


def _may_name_failure(title: str) -> bool:
    """Whether *title* or a part of it is what a server says, but perhaps also a headline."""
    return begins_like_wall(title) or any(
        _has_share(_FAILURE, part, _TITLE_SHARE)
        or _GATE.fullmatch(small(part).strip(" .!?…。！？")) is not None
        for part in {title, *title_parts(title)}
    )


def _refuses(title: str) -> bool:
    """Whether much of *title*, or of a part of it, says that something is refused or missing."""
    return any(
        _has_share(_REFUSED, small(part), _TITLE_REFUSED) for part in {title, *title_parts(title)}
    )


def _has_share(words: re.Pattern[str], part: str, share: float) -> bool:
    """Whether *words* are found, and make up this *share* of *part* or more."""
    told = sum(len(match[0]) for match in words.finditer(part))
    return told > 0 and told >= share * len(part)
