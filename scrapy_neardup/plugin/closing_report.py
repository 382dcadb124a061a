"""What a crawl's log says of near-duplicates at its end."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy_neardup.counting import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

logger = logging.getLogger(__name__)

_MANY = 10
"""So many items without a text are no accident, if none has one or a middleware does not run."""


def tell_at_end(figures: Mapping[str, Any], articles: int | None, missing: Sequence[str]) -> None:
    """Log what was found, by the crawl's stats, and a warning if hardly anything could be judged.

    *articles* are those that the index knows now, None if it can't tell. *missing* are the names of
    the middlewares that did not run.
    """
    known = f", {counted(articles, 'article', commas=False)} known" if articles is not None else ""
    if not figures:
        logger.info("Near-duplicates: not counted, as STATS_CLASS collects no stats%s", known)
        return
    _warn_of_unjudged(figures, missing)
    prefix = "neardup/verdict/"
    found = ", ".join(
        f"{name.removeprefix(prefix)} {count}"
        for name, count in sorted(figures.items())
        if name.startswith(prefix)
    )
    parts = figures.get("neardup/parts", 0)
    pages = figures.get("neardup/responses_dropped", 0)
    logger.info(
        "Near-duplicates: %s judged (%s), %d dropped, %d tagged%s%s%s",
        counted(figures.get("neardup/checked", 0), "item", commas=False),
        found or "none",
        figures.get("neardup/dropped", 0),
        figures.get("neardup/tagged", 0),
        f", {counted(parts, 'later page', commas=False)} of articles" if parts else "",
        f", {counted(pages, 'page', commas=False)} dropped" if pages else "",
        known,
    )


def warn_of_given_up(count: int) -> None:
    """Log that the places of *count* articles were given up, as their items never came to an end."""
    logger.warning(
        "%s not known, because nothing told what became of the items: with an ITEM_PROCESSOR "
        "of your own, a later pipeline that hands on another object than it was given hides "
        "that. Let it change the item instead of replacing it, or put that pipeline before "
        "NearDupPipeline",
        f"{counted(count, 'article', commas=False)} {'is' if count == 1 else 'are'}",
    )


def _warn_of_unjudged(figures: Mapping[str, Any], missing: Sequence[str]) -> None:
    nameless = figures.get("neardup/no_id", 0)
    if nameless:
        logger.warning(
            "Items without a URL that come from no page passed unjudged: %d. Let the spider give "
            "each a URL, in one of the fields of NEARDUP_URL_FIELDS",
            nameless,
        )
    judged = figures.get("neardup/checked", 0)
    textless = figures.get("neardup/verdict/no_text", 0)
    if textless >= _MANY and missing:
        logger.warning(
            "%d of %d items had no text, and no article of a page stood for them: name the fields "
            "that have the text in NEARDUP_TEXT_FIELDS; to judge items by their pages, %s to run, "
            "too, as the add-on has them",
            textless,
            judged,
            " and ".join(missing) + (" have" if len(missing) > 1 else " has"),
        )
    elif textless >= _MANY and textless == judged:
        why, remedy = (
            "no page had an article for them",
            "`scrapy neardup read URL` shows what is read of a page",
        )
        if not figures.get("neardup/pages"):
            why = "no page was read for them"
            remedy = (
                "pages are read that come as HTML with status 200 to a request whose callback is not "
                "NO_CALLBACK"
            )
        logger.warning(
            "None of the %d items had a text, and %s: name the fields that have the text in "
            "NEARDUP_TEXT_FIELDS; %s",
            judged,
            why,
            remedy,
        )
