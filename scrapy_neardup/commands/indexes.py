"""Opening the index that an argument names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_neardup.commands.errors import CommandError

if TYPE_CHECKING:
    from scrapy_neardup.core.index.index import NearDupIndex


def existing_index(path: str) -> Path:
    """The directory *path* if it holds an index. Raises CommandError if not."""
    if "://" in path:
        raise CommandError(f"{path} is no directory, and this command works on directories only")
    directory = Path(path)
    if (directory / "leveldb").is_dir():
        return directory
    problem = "holds no index" if directory.is_dir() else "is no directory"
    raise CommandError(
        f"{path} {problem}; name the directory of an index that a crawl or scan made"
    )


def existing_url(url: str) -> str:
    """The URL of the one index that *url* means, told where it is not *url* itself.

    Raises NearDupError where there is none or several.
    """
    from scrapy_neardup.core.redis import index as redis_index

    found = redis_index.existing_url(url)
    if found != url:
        sys.stderr.write(f"using the index of {_prefix_option(found)}\n")
    return found


def url_for(url: str, source: str) -> str:
    """*url* with the prefix of the spider or scope that the index *source* is of, a directory or
    URL, which is told; *url* itself if it has a prefix or is a directory.
    """
    if "://" not in url:
        return url
    from scrapy_neardup.core.redis.location import has_prefix, read_location, with_prefix

    if has_prefix(url):
        return url
    if "://" in source:
        prefix = read_location(source).prefix
    else:
        prefix = f"{read_location(url).prefix}:{Path(source).resolve().name}"
    named = with_prefix(url, prefix)
    sys.stderr.write(f"making the index of {_prefix_option(named)}\n")
    return named


def _prefix_option(url: str) -> str:
    return f"?prefix={url.rpartition('prefix=')[2]}"


def open_existing(path: str, *, holder: str) -> NearDupIndex:
    """The index at *path*, a directory or URL, which is not made if it is missing.

    Of a URL that names no prefix, or only a part, the one index that it may mean.

    *holder* is what other processes are told while it is open. Raises CommandError where there
    is none, NearDupError where it can't be opened.
    """
    from scrapy_neardup.core.index.index import NearDupIndex

    if "://" in path:
        return NearDupIndex.open(existing_url(path), holder=holder, create=False)
    return NearDupIndex.open(existing_index(path), holder=holder)


def open_to_read(path: str, *, holder: str) -> NearDupIndex:
    """As :func:`open_existing`; of an index that is in use, a copy as of now, and a note of it."""
    from scrapy_neardup.core.errors import IndexLocked
    from scrapy_neardup.core.index.index import NearDupIndex

    try:
        return open_existing(path, holder=holder)
    except IndexLocked:
        sys.stderr.write(f"{path} is in use: reading a copy of it as it is now\n")
        return NearDupIndex.snapshot(path)


def size_of(directory: Path) -> int:
    """Bytes of the files below *directory*."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
