"""A short run of benchmarks that checks results, not times: ``python -m benchmarks.smoke``."""

from __future__ import annotations

import sys

from benchmarks.quality.series import orders, taken_for_copies
from benchmarks.recall import recall
from scrapy_neardup.core.postings.permuted_tables import table_counts


def main() -> None:
    failures = []
    for k in (1, 3, 6):
        tables = list(table_counts(k))[1]
        result = recall(k, tables, fingerprints=5000, queries=10)
        print(result)
        if not result["within"] or result["found"] != result["within"]:
            failures.append(f"recall with k={k}, {tables} tables")
    for name, documents in orders().items():
        taken = taken_for_copies(documents, [])
        print(f"series, {name}: {len(taken)} of {len(documents)} taken for copies")
        failures += taken
    print("failed: " + ", ".join(failures) if failures else "all as expected")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
