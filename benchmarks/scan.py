"""How many articles a second ``scrapy neardup scan`` judges.

    python -m benchmarks.scan [--documents 20000] [--characters 1000] [--output FILE]

A scan reads a file of Chinese articles made by a script, all of them new, into an index that is thrown
away. Scans with no worker, one and two take turns.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.synthetic import articles, url


def run(documents: int = 20_000, characters: int = 1000) -> dict[str, Any]:
    """Documents a second, and milliseconds of CPU a document over all processes, by --jobs."""
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        source = Path(directory, "articles.jsonl")
        with source.open("w", encoding="utf-8") as lines:
            for number, text in enumerate(articles(documents, characters)):
                row = {"id": url(number), "text": text}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
        for jobs in (0, 1, 2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "scrapy", "neardup", "scan", str(source)]
            command += ["--output", str(Path(directory, "verdicts.jsonl")), "--jobs", str(jobs)]
            answer = subprocess.run([*command, "--json"], check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            report = json.loads(answer.stdout)
            rows.append(
                {
                    "jobs": jobs,
                    "documents_per_second": report["documents_per_second"],
                    "cpu_ms_a_document": round(spent / documents * 1e3, 2),
                    "peak_megabytes": report["peak_megabytes"],
                }
            )
            print(rows[-1], file=sys.stderr)
    return {"documents": documents, "characters": characters, "runs": rows}


def markdown(result: dict[str, Any]) -> str:
    """The result as a Markdown table."""
    lines = [
        f"{result['documents']:,} articles of {result['characters']:,} Chinese characters.",
        "",
        "| workers | documents/s | ms of CPU a document | peak memory, MB |",
        "|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {row['jobs']} | {row['documents_per_second']:,.0f} | {row['cpu_ms_a_document']} "
        f"| {row['peak_megabytes']['main']:.0f} + {row['peak_megabytes']['worker']:.0f} |"
        for row in result["runs"]
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--characters", type=int, default=1000)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    result = run(args.documents, args.characters)
    print(markdown(result), file=sys.stderr)
    json.dump(result, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
