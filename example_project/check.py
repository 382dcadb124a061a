"""Compare the last crawl with the manifest: ``python check.py`` after ``scrapy crawl news``.

A crawl is concurrent, so any of several copies may be met first, and stay. In any order, this must
hold:

- A copy shares a story with the page that it is said to copy, and the kind of copy is the one
  between these two pages. If that page was derived from another one and came first, it stands for
  its story, and the kind may be the one between the copy and any page of that story.
- No two pages that are no copies tell the same story, and every story is told by one such page. If
  a page was elected as the original of a page that came first, both stay, and the elected one counts.
- A page that merges two stories and is met before one of them may join them to one, or be told
  beside them. So may a rewritten page that is met before the page that it retells.
- The page that had a story first is never the copy in an election, and a page that proves to be the
  first is kept although a copy of it was kept.
- Pages without an article, or with too little of one, are no copies.

With ``--again``, for a crawl over the index of an earlier crawl, every page is known: it is
unchanged, or updated if the edition changed it. Which pages were elected in the first crawl is not
told again, and a copy has the kind that it had beside the page that counted as the first then.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from newsdemo.manifest import PROJECT_DIR, Manifest, Page

if TYPE_CHECKING:
    from collections.abc import Iterable

OUTCOMES = PROJECT_DIR / "output" / "outcomes.jsonl"
UNJUDGED = {"no_text", "too_short"}
FIRST = {"new", "original"}

Outcomes = dict[str, dict[str, Any]]
"""Lines of outcomes.jsonl by URL."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--again", action="store_true", help="it was the second crawl, over the index of the first"
    )
    args = parser.parse_args()

    pages = Manifest.load().pages
    by_url = {page.url: page for page in pages}
    lines = OUTCOMES.read_text(encoding="utf-8").splitlines()
    outcomes = {outcome["url"]: outcome for outcome in map(json.loads, lines)}

    problems = [
        f"{page.id}: {problem}\n    {page.url}"
        for page in pages
        for problem in check_page(page, outcomes.get(page.url), by_url, again=args.again)
    ]
    problems += check_stories(pages, outcomes, again=args.again)
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages checked, {len(problems)} not as the manifest says")
    sys.exit(1 if problems else 0)


def check_page(
    page: Page, outcome: dict[str, Any] | None, by_url: dict[str, Page], *, again: bool
) -> list[str]:
    """The problems with one page."""
    if outcome is None or page.expect == "not_crawled":
        missing = outcome is None
        return [] if missing == (page.expect == "not_crawled") else ["missing or unexpected"]

    problems = []
    kind = outcome["copy_kind"]
    if kind:
        original = by_url[outcome["match_url"]]
        others = [other for other in by_url.values() if other is not page]
        allowed = copy_kinds(page, original)
        joined = [other for other in others if len(other.of) > 1 and copy_kinds(page, other)]
        if any(set(other.of) & set(original.of) for other in joined):
            allowed |= {"partial"}
        if allowed and (again or original.expect not in FIRST):
            allowed = {kind for other in others for kind in copy_kinds(page, other)}
        if kind not in allowed:
            problems.append(f"{kind} of {original.id}, expected {words(allowed) or 'no copy'}")
    problems += [
        f"original of {by_url[former].id}"
        for former in outcome["original_of"]
        if not set(page.of) & stories_joined_to(by_url[former], by_url.values())
        or (by_url[former].expect in FIRST and set(page.of) & set(by_url[former].of))
    ]
    allowed = verdicts(page, outcome, again=again)
    if outcome["outcome"] not in allowed:
        problems.append(f"{outcome['outcome']}, expected {words(allowed)}")
    return problems


def stories_joined_to(page: Page, pages: Iterable[Page]) -> set[str]:
    """The stories of *page*, and the stories that any page merges with them."""
    merged = (set(other.of) for other in pages if set(other.of) & set(page.of))
    return set(page.of).union(*merged)


def copy_kinds(page: Page, original: Page) -> set[str]:
    """The kinds of copy that *page* may be called if *original* came first."""
    if page.expect == "original" or not set(page.of) & set(original.of):
        return set()
    forms = {page.expect, original.expect}
    if "partial" in forms:
        return forms & {"partial", "rewritten", "spun"}
    for form in ("spun", "rewritten"):
        if form in forms:
            return {form}
    # If every addition of a repost was recognised as one, the same text is left.
    return {"exact"} if forms <= {*FIRST, "exact"} else {"repost", "exact"}


def verdicts(page: Page, outcome: dict[str, Any], *, again: bool) -> set[str]:
    if page.expect in UNJUDGED:
        return {*UNJUDGED, "unchanged"} if again else UNJUDGED
    if not again:
        return {outcome["copy_kind"] or ("original" if outcome["original_of"] else "new")}
    changed = page.edition2 and outcome["edition"] == 2
    return {str(page.edition2["expect"])} if changed else {"unchanged"}


def check_stories(pages: list[Page], outcomes: Outcomes, *, again: bool = False) -> list[str]:
    """A line for each story that pages that are no copies tell more than once, or not at all.

    A page counts as a copy if another page was elected over it; with *again*, that can't be known. A
    page that merges several stories, or is rewritten, does not count beside other pages if it was
    crawled too early.
    """
    by_url = {page.url: page for page in pages}
    formers = {
        former
        for url, outcome in outcomes.items()
        for former in outcome["original_of"]
        # Two pages without a common story were joined by a page that merges both stories.
        if set(by_url[former].of) & set(by_url[url].of)
    }
    crawled = [page for url in outcomes for page in pages if page.url == url]
    tellers = defaultdict(list)
    met: set[str] = set()
    for page in crawled:
        early = not met.issuperset(page.of) and (len(page.of) > 1 or page.expect == "rewritten")
        if len(page.of) == 1:
            met.update(page.of)
        if page.url not in formers and not outcomes[page.url]["copy_kind"]:
            for story in page.of:
                tellers[story].append((early, page.id))
    for story, told in tellers.items():
        tellers[story] = [one for one in told if not one[0]] or told[:1]
    stories = sorted({story for page in pages for story in page.of})
    return [
        f"{story}: told by {words([name for _, name in tellers[story]]) or 'no page'}, expected one"
        for story in stories
        if not tellers[story] or (len(tellers[story]) > 1 and not again)
    ]


def words(names: set[str] | list[str]) -> str:
    return ", ".join(sorted(names))


if __name__ == "__main__":
    main()
