"""Where an index may be, as text: a directory, the URL of an engine, or that of Redis servers."""

from __future__ import annotations

import os
from pathlib import Path

from scrapy_neardup.core.errors import NearDupError

_REDIS = ("redis", "rediss")
_REDIS_MODES = ("", "cluster", "sentinel")


def is_shared(location: object) -> bool:
    """Whether *location* is a URL of Redis servers, not a directory or the URL of a directory."""
    scheme, separator, _ = str(location).partition("://")
    base, _, mode = scheme.partition("+")
    return bool(separator) and base in _REDIS and mode in _REDIS_MODES


def without_password(location: object) -> str:
    """*location* as it may be shown: a URL without its password, and with no option but the
    prefix.
    """
    scheme, separator, rest = str(location).partition("://")
    if not separator:
        return scheme
    place, _, options = rest.partition("?")
    account, login, hosts = place.rpartition("@")
    if login and not place.startswith("/"):
        place = f"{account.partition(':')[0]}:***@{hosts}"
    prefix = [one for one in options.split("&") if one.startswith("prefix=")]
    return "?".join([f"{scheme}://{place}", *prefix[:1]])


def real_path(path: str | os.PathLike[str]) -> Path:
    """The absolute *path* without links.

    A link that leads back to itself stays as it is: ``Path.resolve`` fails for one before Python 3.13.
    """
    return Path(os.path.realpath(path))


def index_path(path: str | os.PathLike[str]) -> Path:
    """The absolute *path* of an index without links. Raises NearDupError if one of them leads to nothing: the
    disk may not be mounted, and an index made there would be a second one.
    """
    whole = Path(os.path.abspath(path))
    for place in (*reversed(whole.parents), whole):
        if not os.path.islink(place):
            continue
        try:
            os.stat(place)
        except FileNotFoundError:
            raise NearDupError(
                f"{place} is a link to {os.readlink(place)}, where nothing is: mount what it leads to, or "
                "make that directory"
            ) from None
        except OSError:
            # Whoever opens it tells what else is wrong.
            break
    return real_path(path)


def no_location(url: str) -> NearDupError:
    """The error for a *url* that no index can be at."""
    return NearDupError(
        f"{url.partition('://')[0]}:// is no index: use a directory, leveldb:///directory, "
        "sqlite:///directory, redis://, rediss://, redis+cluster:// or redis+sentinel://"
    )


def half_a_url(path: str, engines: tuple[str, ...]) -> str | None:
    """What is wrong with a *path* that starts as the URL of an index does, but not with ``//`` after
    the scheme; None for any other. *engines* are the schemes of directories.
    """
    scheme, colon, rest = path.partition(":")
    base, _, mode = scheme.partition("+")
    if colon and scheme in engines:
        return f"{path!r} is no URL: use '{scheme}://{os.path.abspath(rest)}'"
    if colon and base in _REDIS and mode in _REDIS_MODES:
        # The rest may hold a password.
        return f"{scheme}: is no URL: use '{scheme}://host/0'"
    return None


def unexpanded(path: str, scheme: str = "") -> str | None:
    """What is wrong with a *path* that starts with ``~`` or ``~user``; None for any other.
    *scheme* is that of the URL with this path.

    Shells expand these. Scrapy's settings do not: they would make a directory of the name ``~``,
    where nobody looks for it.
    """
    written_out = os.path.expanduser(path)
    if written_out == path:
        return None
    before = f"{scheme}:///" if scheme else ""
    meant = f"{scheme}://{written_out}" if scheme else written_out
    return f"{before + path!r}: ~ is not expanded; use {meant!r}"
