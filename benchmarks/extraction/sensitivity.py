"""How much F1 hangs on each constant of the body search. JSON on standard output.

    python -m benchmarks.extraction.sensitivity PAGES [--half even]

Every price of `scrapy_neardup.extract.body.prices` is halved and doubled in turn. The report has the
change of the mean F1 of all pages, and the change of each set's F1 if it is more than .005.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import mean

from parsel import Selector

from benchmarks.extraction.pages import LabelledPage, overlap, page_f1, read_pages, score
from scrapy_neardup.extract import body, extract
from scrapy_neardup.extract.body.prices import PRICES


class Response:
    def __init__(self, page: LabelledPage) -> None:
        self.page = page
        self.text = page.html
        self.url = page.url
        self.selector = Selector(page.html, type="html")


def quality(responses: list[Response]) -> dict[str, float]:
    rows: dict[str, list[tuple[float, float, float]]] = {}
    for response in responses:
        article = extract(response)
        page = response.page
        found = overlap(
            page.truth, article.text if article else "", cjk=page.lang not in ("en", "latin")
        )
        rows.setdefault(page.set, []).append(found)
    f1 = {name: score(found)[0] for name, found in rows.items()}
    return {"mean": mean(page_f1(row) for found in rows.values() for row in found), **f1}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("--half", choices=("all", "even", "odd", "tuned", "unseen"), default="all")
    arguments = parser.parse_args()
    responses = [Response(page) for page in read_pages(arguments.pages, half=arguments.half)]
    base = quality(responses)
    report: dict[str, object] = {"pages": len(responses), "as it is": rounded(base)}
    for name, value in PRICES._asdict().items():
        for factor in (0.5, 2):
            body._search = body.make_search(PRICES._replace(**{name: value * factor}))
            changed = quality(responses)
            change = {key: changed[key] - base[key] for key in base}
            report[f"{name} = {value * factor}"] = rounded(
                {key: c for key, c in change.items() if key == "mean" or abs(c) > 0.005}
            )
    json.dump(report, sys.stdout, indent=1)
    print()


def rounded(values: dict[str, float]) -> dict[str, float]:
    return {key: round(value, 4) for key, value in values.items()}


if __name__ == "__main__":
    main()
