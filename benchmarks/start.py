"""What the plugin adds to the start of `scrapy crawl` and `scrapy list`.

    python -m benchmarks.start [--repeat 7] [--output FILE]

A project with one spider that asks for nothing; commands with and without the add-on take turns.
Wall-clock and CPU seconds, medians; processes that the command starts are counted in its CPU.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SPIDER = """
import scrapy
class Idle(scrapy.Spider):
    name = "idle"
    async def start(self):
        return
        yield
"""
SETTINGS = """
BOT_NAME = "idle"
SPIDER_MODULES = ["idle"]
LOG_LEVEL = "ERROR"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
"""
ADDON = 'ADDONS = {"scrapy_neardup.Addon": 500}\n'
COMMANDS = {"crawl": ["crawl", "idle"], "list": ["list"]}


def lay_out(folder: Path, settings: str) -> None:
    folder.mkdir()
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = project_settings\n")
    (folder / "project_settings.py").write_text(settings)
    (folder / "idle.py").write_text(SPIDER)


def seconds(folder: Path, arguments: list[str]) -> tuple[float, float]:
    """Wall-clock and CPU seconds of one command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path[1:], os.getcwd()])},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--output", type=argparse.FileType("w"), default="-")
    args = parser.parse_args()
    result = {}
    with tempfile.TemporaryDirectory() as directory:
        folders = {"without": Path(directory, "bare"), "with": Path(directory, "plugin")}
        lay_out(folders["without"], SETTINGS)
        lay_out(folders["with"], SETTINGS + ADDON)
        for name, arguments in COMMANDS.items():
            taken: dict[str, list[tuple[float, float]]] = {"without": [], "with": []}
            for turn in range(args.repeat + 1):
                for variant, folder in folders.items():
                    found = seconds(folder, arguments)
                    if turn:  # the first one compiles and fills the disk cache
                        taken[variant].append(found)
            added = [
                [
                    with_it[kind] - bare[kind]
                    for with_it, bare in zip(taken["with"], taken["without"], strict=True)
                ]
                for kind in (0, 1)
            ]
            result[name] = {
                what: {
                    **{v: statistics.median(each[kind] for each in t) for v, t in taken.items()},
                    "added": statistics.median(added[kind]),
                    "added_spread": [min(added[kind]), max(added[kind])],
                }
                for kind, what in enumerate(("wall_seconds", "cpu_seconds"))
            }
    json.dump(result, args.output, indent=1)
    args.output.write("\n")


if __name__ == "__main__":
    main()
