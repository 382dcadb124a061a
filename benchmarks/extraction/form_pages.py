"""Pages with forms, of some 400 sites: how many are taken for an article? JSON.

    python -m benchmarks.extraction.form_pages DIRECTORY

DIRECTORY is `formasaurus/data` in the source of Formasaurus 0.9 (on PyPI, MIT licence), which holds the
pages and says what each form on them is for. No rule of another kind was fitted on these pages.
*account* are the pages on which all forms are to log in, to register or to get a new password, *contact*,
*search* and *mailing list* those with forms of this one kind, *others* all with different forms or none
that is named. Among the others are also articles, threads and goods, so `read` is only wrong for most.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from scrapy.http import HtmlResponse

from scrapy_neardup.extract import extract

_GROUPS = {"account": {"l", "r", "p"}, "contact": {"c"}, "search": {"s"}, "mailing list": {"m"}}


def group_of(forms: list[str]) -> str:
    """The group of a page with these *forms*, each named by Formasaurus' letter."""
    kinds = set(forms)
    return next((name for name, group in _GROUPS.items() if kinds and kinds <= group), "others")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    directory = parser.parse_args().directory
    counts: dict[str, Counter[str]] = {}
    for name, page in json.loads((directory / "index.json").read_text("utf-8")).items():
        response = HtmlResponse(
            page["url"],
            body=(directory / name).read_bytes(),
            headers={"Content-Type": "text/html; charset=utf-8"},
        )
        count = counts.setdefault(group_of(page["forms"]), Counter())
        count["pages"] += 1
        count["read"] += extract(response) is not None
    json.dump(counts, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
