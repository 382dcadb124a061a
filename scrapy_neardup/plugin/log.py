"""Log lines: short, on one line, safe to print."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scrapy.logformatter import LogFormatter

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.rewriting.evidence import in_words
from scrapy_neardup.escaping import escaped
from scrapy_neardup.plugin.exceptions import NearDuplicateItem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from logging import Logger

    from scrapy import Spider
    from scrapy.http import Response
    from scrapy.logformatter import LogFormatterResult
    from twisted.python.failure import Failure

    from scrapy_neardup.core.document import Verdict

_LET_THROUGH = {
    "copy": "kept as one of few",
    "audit": "kept as a sample",
    "guard": "kept, as far too many are dropped",
}
_DOES = {Kind.REWRITTEN: "tells again", Kind.EXTENDED: "extends"}
_URL_LIMIT = 500
MESSAGE_LIMIT = 2000
"""Characters of an error's message, which may hold several paths and has its remedy at its end."""


def printable(text: object, limit: int = _URL_LIMIT) -> str:
    """*text* on one line of at most *limit* characters, with escapes for what is unseen.

    Crawled URLs end up in logs and terminals, where an escape sequence or a line break could
    forge lines or take over the terminal.
    """
    line = escaped(str(text)[: limit + 1])
    return line if len(line) <= limit else line[: limit - 1] + "…"


@contextmanager
def error_logged(logger: Logger, what: str) -> Iterator[None]:
    """Logs an error instead of raising it, and says *what* that means. One that is not expected of an
    index comes with its traceback.
    """
    try:
        yield
    except NearDupError as error:
        logger.error("%s: %s", what, printable(error, MESSAGE_LIMIT))
    except Exception as error:
        logger.error("%s: %s", what, printable(repr(error), MESSAGE_LIMIT), exc_info=error)


def verdict_line(url: str, verdict: Verdict) -> str:
    """The log line for an article at *url* that copies another, or is another's original."""
    match = verdict.match
    if match is None:
        if not verdict.original_of:
            return f"Near-duplicate ({verdict.kind}): {printable(url)}"
        former = " and ".join(printable(one.url or one.id) for one in verdict.original_of)
        return f"Near-duplicate ({verdict.reason}): {printable(url)} is the original of {former}"
    details = [f"score {match.score:.2f}"]
    if match.distance is not None:
        details.append(f"distance {match.distance}")
    if match.containment is not None and match.kind in (Kind.PARTIAL, Kind.EXTENDED):
        details.append(f"containment {match.containment:.2f}")
    if match.kind is Kind.REWRITTEN and (told := in_words(dict(match.evidence))):
        details.append(told)
    if verdict.let_through is not None:
        details.append(_LET_THROUGH[verdict.let_through])
    known = "" if verdict.kind is match.kind else f"{verdict.kind}, "
    does = _DOES.get(match.kind, "copies")
    # Items of one page may have its address alone.
    sources = " and ".join(
        printable(one.url if one.url and one.url != url else one.id)
        + (f" (compared with {printable(one.through)})" if one.through else "")
        for one in verdict.matches
    )
    return (
        f"Near-duplicate ({known}{match.kind}, {', '.join(details)}): "
        f"{printable(url)} {does} {sources}"
    )


class NearDupLogFormatter(LogFormatter):
    """Scrapy's, but a dropped near-duplicate is one line, without the item's content."""

    def dropped(
        self,
        item: Any,
        exception: BaseException,
        response: Response | Failure | None,
        spider: Spider,
    ) -> LogFormatterResult:
        """As Scrapy calls it for every dropped item."""
        result = super().dropped(item, exception, response, spider)
        if isinstance(exception, NearDuplicateItem):
            result["msg"] = "%(exception)s"
            result["args"] = {"exception": exception}
        return result
