"""Compare the last crawl with the manifest: ``python check.py`` after ``scrapy crawl news``.

A crawl is concurrent, so which member of a family of copies is met first, and kept, is open.
What must hold, whatever the order:

- a page that is dropped shares a story with the page that it is said to copy, and the kind of
  copy is the one between the two;
- no two kept pages tell one story, and each story is kept;
- pages without an article, or with too little of one, are kept and not judged.

With ``--again``, for a crawl over the index of an earlier one, the kept pages are those that
were kept before: unchanged, or updated where the edition changed them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from typing import Any

from newsdemo.manifest import PROJECT_DIR, Manifest, Page

OUTCOMES = PROJECT_DIR / "output" / "outcomes.jsonl"
KEPT = {"new", "unchanged", "updated"}
UNJUDGED = {"no_text", "too_short"}
LATER_STAGE = {"spun", "partial"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--again", action="store_true", help="the index was kept from before")
    parser.add_argument("--all", action="store_true", help="check spun and partial copies too")
    args = parser.parse_args()

    pages = Manifest.load().pages
    if not args.all:
        pages = [page for page in pages if page.expect not in LATER_STAGE]
    outcomes = {}
    for line in OUTCOMES.read_text(encoding="utf-8").splitlines():
        outcome = json.loads(line)
        outcomes[outcome["url"]] = outcome

    problems = [
        *check_each(pages, outcomes, again=args.again),
        *check_stories(pages, outcomes),
    ]
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages checked, {len(problems)} not as the manifest says")
    sys.exit(1 if problems else 0)


def check_each(
    pages: list[Page], outcomes: dict[str, dict[str, Any]], *, again: bool
) -> list[str]:
    """What is wrong with single pages."""
    by_url = {page.url: page for page in Manifest.load().pages}
    problems = []
    for page in pages:
        outcome = outcomes.get(page.url)
        if page.expect == "not_crawled" or outcome is None:
            if (page.expect == "not_crawled") != (outcome is None):
                problems.append(f"{page.id}: expected {page.expect}, got {outcome}")
            continue
        got, match_url = outcome["outcome"], outcome["match_url"]
        if outcome["dropped"] and match_url:
            original = by_url[match_url]
            fitting = kinds_between(page, original)
            where = f" of {original.id}"
        else:
            fitting, where = kept_as(page, again=again, edition=outcome["edition"]), ""
        if got not in fitting:
            expected = " or ".join(sorted(fitting)) or "no copy"
            problems.append(f"{page.id}: {got}{where}, expected {expected} ({page.url})")
    return problems


def kept_as(page: Page, *, again: bool, edition: int) -> set[str]:
    """What *page* may be called when it is kept."""
    if page.expect in UNJUDGED:
        return UNJUDGED
    if not again:
        return {"new"}
    return {str(page.edition2["expect"])} if page.edition2 and edition == 2 else {"unchanged"}


def kinds_between(page: Page, original: Page) -> set[str]:
    """The kinds of copy that *page* may be called when *original* came first."""
    if not set(page.of) & set(original.of):
        return set()
    forms = {page.expect, original.expect}
    if "partial" in forms:
        return {"partial"}
    if "spun" in forms:
        return {"spun"}
    # A repost whose additions were all recognised as such is left with the same text.
    return {"exact"} if forms <= {"new", "exact"} else {"repost", "exact"}


def check_stories(pages: list[Page], outcomes: dict[str, dict[str, Any]]) -> list[str]:
    """Which stories were kept more than once, or not at all."""
    kept = defaultdict(list)
    for page in pages:
        if page.url in outcomes and outcomes[page.url]["outcome"] in KEPT:
            for story in page.of:
                kept[story].append(page.id)
    stories = {story for page in pages for story in page.of}
    problems = [f"{story}: no page of it was kept" for story in sorted(stories - set(kept))]
    problems += [
        f"{story}: kept more than once: {', '.join(ids)}"
        for story, ids in sorted(kept.items())
        if len(ids) > 1
    ]
    return problems


if __name__ == "__main__":
    main()
