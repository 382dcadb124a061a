"""Do the archives in dist/ hold what they should, and does the wheel work where nothing else is?

python -m build && python .ci/check_dist.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path

import readme_renderer.markdown

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.newcomer import read_readme

BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def main() -> None:
    (wheel,) = (ROOT / "dist").glob("*.whl")
    (sdist,) = (ROOT / "dist").glob("*.tar.gz")
    check_contents(wheel)
    check_description(wheel)
    with tempfile.TemporaryDirectory(prefix="neardup-dist-") as scratch:
        check_tests_of(sdist, Path(scratch))
        check_without_compiler(sdist, Path(scratch))
        check_in_bare_environment(wheel, Path(scratch))


def check_contents(wheel: Path) -> None:
    """The wheel is the package, all of it, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "scrapy_neardup").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert names == wanted, f"in the wheel or the tree alone: {sorted(names ^ wanted)}"


def check_description(wheel: Path) -> None:
    """The README on a package index shows no link or picture that leads nowhere."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(name))
    description = metadata.get_payload(decode=True).decode()
    page = readme_renderer.markdown.render(description)
    assert page is not None
    dead = [link for link in re.findall(r'(?:href|src)="([^"]*)"', page) if "://" not in link]
    assert not [link for link in dead if not link.startswith("#")], dead
    assert "make demo" in page


def check_tests_of(sdist: Path, scratch: Path) -> None:
    """The tests of the sdist find all that they import, and some of them pass."""
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch, filter="data")
    folder = scratch / sdist.name.removesuffix(".tar.gz")
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    environment = {**BARE, "PYTHONPATH": str(folder)}
    run([*pytest, "--collect-only", "-qq"], folder, environment)
    run([*pytest, "tests/test_docs.py", "tests/core/test_scheme.py"], folder, environment)


def check_without_compiler(sdist: Path, scratch: Path) -> None:
    """A machine without a C compiler gets a wheel, one for all."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", scratch / "pure"]
    run([*pip, sdist], scratch, {**BARE, "NEARDUP_BUILD": "auto", "CC": "/bin/false"})
    (wheel,) = (scratch / "pure").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl"), wheel.name


def check_in_bare_environment(wheel: Path, scratch: Path) -> None:
    """The README works, optional packages are named, and types are found."""
    venv.create(scratch / "bare", with_pip=True)
    python = scratch / "bare" / "bin" / "python"
    run([python, "-m", "pip", "install", "--quiet", wheel], scratch)
    os.environ.pop("PYTHONPATH", None)
    crawled = read_readme(python, scratch)
    assert len(crawled.items) == 4, crawled.log
    for arguments, named in (
        (["neardup", "stats", "redis://127.0.0.1/0"], "scrapy-neardup[redis]"),
        (["crawl", "news", "-s", "NEARDUP_INDEX=redis://127.0.0.1/0"], "scrapy-neardup[redis]"),
        (["crawl", "news", "-s", "NEARDUP_EXTRACTOR=trafilatura"], "scrapy-neardup[trafilatura]"),
    ):
        done = subprocess.run(
            [python, "-m", "scrapy", *arguments],
            cwd=scratch / "news",
            env=BARE,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        assert named in done.stderr, done.stderr
    consumer = scratch / "consumer.py"
    consumer.write_text((ROOT / "tests" / "typed_consumer.py").read_text("utf-8"), "utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python]
    run([*mypy, "--cache-dir", scratch / "mypy", consumer], scratch)


def run(words: list[str | Path], folder: Path, environment: dict[str, str] = BARE) -> None:
    subprocess.run([str(word) for word in words], cwd=folder, env=environment, check=True)


if __name__ == "__main__":
    main()
