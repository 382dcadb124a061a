"""The title of an article, among the names that its page gives itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy_neardup.extract.languages import alternatives

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_TITLE = 1000
"""Characters of a title that are read; real ones have some hundred at most, but that of a short post may be all of it."""
# White space is matched only from its beginning, so that the search takes linear time.
_TITLE_BREAK = re.compile(r"(?:(?<!\s)\s+)?[|｜_»«]+\s*|(?<!\s)\s+(?:[-–—]+|::|[·•])\s+|[-—–]{2,}")
_QUOTES = str.maketrans("‘’‚“”„«»「」", '\'\'\'"""""""')
_BROKEN_OFF = re.compile(r"(.{8,200}?)\s?(?:\.\.\.|…)")  # as search engines like titles to be
_SET_OFF = frozenset("-－—–_|｜·:：«»")  # what stands between a title and the name of the site
_SOFTWARE = re.compile(r"Powered by\s")  # the name of a forum's program follows
_SITE_BEHIND = re.compile(
    rf"[-－—·]{{1,2}}[^-－—·\s]{{1,10}}(?:{alternatives('SITE_KIND')})$", re.VERBOSE
)
"""The name of a Chinese site, set off without blanks."""
_SITE_NAME = re.compile(
    rf"(?!(?:{alternatives('SITE_PART')})$)\S{{1,10}}(?:{alternatives('SITE_KIND')})", re.VERBOSE
)


def choose_title(
    titles: Sequence[str],
    headings: Sequence[str],
    site_name: str | None,
    lines: Iterable[str] = (),
) -> str | None:
    """The article's own title: a heading the page's titles agree with, else that one of *lines* above the
    article with which the title begins, or ends if the line is most of it, else a part of the title.
    """
    wordings = list(map(_plain, titles))
    for heading in headings:
        if len(heading) > 3 and any(
            _names(title, _plain(heading[:LONGEST_TITLE])) for title in wordings
        ):
            return heading
    if not titles:
        return headings[0] if headings else None
    title = min(titles[:2], key=len)
    if len(titles) > 1 and title == site_name:
        title = max(titles[:2], key=len)
    for line in lines:
        if title.startswith(line) and title[len(line) :].lstrip()[:1] in _SET_OFF:
            return line
        is_most = 2 * len(line) > len(title)
        if is_most and title.endswith(line) and title[: -len(line)].rstrip()[-1:] in _SET_OFF:
            return line
    while len(shorter := _SITE_BEHIND.sub("", title)) > 3 and shorter != title:
        title = shorter
    parts = title_parts(title)
    if len(parts) > 1:
        own = [part for part in parts if part and part != site_name and not _SOFTWARE.match(part)]
        named = (heading for heading in headings if heading in own)
        return next(named, max(own, key=len)) if own else title
    return title


def site_in_title(titles: Sequence[str], title: str | None) -> str | None:
    """The name of a Chinese site behind the article's own *title* in the first of a page's *titles*, as in
    渡口重新开放_河湾日报; None without one. What is part of the article's own title is no site.
    """
    if not titles:
        return None
    parts = title_parts(titles[0])
    behind = _SITE_BEHIND.search(titles[0])
    names = [*parts[1:][-1:], *([behind[0].lstrip("-－—·")] if behind else ())]
    name = next(filter(_SITE_NAME.fullmatch, names), None)
    is_own = name and title and title != name and title.endswith(name)
    return None if is_own else name


def _plain(title: str) -> str:
    """*title* in small letters, with the quotes of a typewriter."""
    return title.translate(_QUOTES).casefold()


def _names(title: str, heading: str) -> bool:
    """Whether *heading* is in *title*, or goes on where the title breaks off."""
    if heading in title:
        return True
    broken = _BROKEN_OFF.match(title)
    return broken is not None and heading.startswith(broken[1])


def title_parts(title: str) -> list[str]:
    """The parts of a page's *title*: its own title, the section, the site's name."""
    return _TITLE_BREAK.split(title.strip(" -_|"))
