"""What the errors of servers mean: whether trying again may help, and what to tell the user."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

import redis
import redis.sentinel

from scrapy_neardup.core.errors import IndexUnreachable, NearDupError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_neardup.core.redis.location import RedisLocation

FAULTS = (redis.RedisError, OSError)
"""All that a call of a server may raise."""
_TLS, _CUT_OFF, _BAD_CERTIFICATE = "[SSL:", "UNEXPECTED_EOF", "CERTIFICATE_VERIFY_FAILED"
_OUT_OF_DATE = ("has expired", "not yet valid")
_HUNG_UP = ("reset by peer", "closed by server")
"""What is told of a server that ends a connection, as one does that is not spoken to in TLS and should be."""
_REFUSALS = (
    "authentication",
    "noauth",
    "acl failure in script",
    "user executing the script can't",
)
"""What a server says if it refuses a user; in scripts, Redis 7 and Valkey in other words than Redis 6."""
_READ_ONLY = "-READONLY"
_WRONG_TYPE = "WRONGTYPE"


def passes(error: Exception) -> bool:
    """Whether trying again may help."""
    text = str(error)
    if isinstance(error, (redis.AuthenticationError, redis.exceptions.AuthorizationError)):
        return False
    # It quotes what is wrong with some of the sentinels.
    if isinstance(error, redis.sentinel.MasterNotFoundError):
        return True
    if _TLS in text and _CUT_OFF not in text:
        return False
    if isinstance(
        error,
        (
            OSError,
            redis.ConnectionError,
            redis.TimeoutError,
            redis.exceptions.AskError,
            redis.exceptions.TryAgainError,
            redis.exceptions.ClusterDownError,
            redis.exceptions.ReadOnlyError,
            redis.exceptions.MasterDownError,
        ),
    ):
        return True
    # Redis 6 puts what stopped a script behind words of its own.
    return text.startswith(("BUSY", "NOREPLICAS", "UNBLOCKED")) or any(
        sign in text for sign in ("-NOREPLICAS", _READ_ONLY)
    )


def unreachable(
    error: Exception | None, location: RedisLocation, seconds: float
) -> IndexUnreachable:
    """The error for servers of *location* that gave *error* for so many *seconds*."""
    shown, text = location.shown, _told(error)
    if isinstance(error, redis.exceptions.ReadOnlyError) or _READ_ONLY in text:
        # It may become a master while it is waited for.
        return IndexUnreachable(
            f"the server of the index {shown} is still a replica after {seconds:g} s "
            f"({text}); name its master, or let {location.scheme('sentinel')} find it"
        )
    in_tls = speak = ""
    hung_up = any(sign in text for sign in _HUNG_UP)
    if hung_up and not location.is_tls:
        in_tls = f", or use {location.scheme(location.mode, tls=True)} for TLS"
    if isinstance(error, redis.sentinel.MasterNotFoundError):
        if location.sentinel_ssl:
            speak = ", speak TLS (?sentinel_ssl=no where they don't)"
        elif hung_up and location.is_tls:
            speak = ", speak no TLS (no ?sentinel_ssl=no where they do)"
        return IndexUnreachable(
            f"no sentinel of the index {shown} named a master after trying for {seconds:g} s "
            f"({text}); see that they run{speak}, and that the URL's path begins with the name of "
            f"the service that they watch, then try again{in_tls}"
        )
    if isinstance(error, redis.BusyLoadingError):
        remedy = "try again when it has, or give the URL a longer ?patience=SECONDS"
    else:
        speaks = ", speaks TLS" if location.is_tls else ""
        remedy = f"see that the server runs{speaks} and answers in time, then try again{in_tls}"
    return IndexUnreachable(
        f"the index {shown} can't be reached after trying for {seconds:g} s: {text}; {remedy}"
    )


def misread(error: Exception, location: RedisLocation) -> NearDupError:
    """The error for an *error* that redis-py made of the URL of *location* before it spoke to a server."""
    return NearDupError(
        f"the index URL {location.shown} is wrong: redis-py {redis.__version__} can't connect with its "
        f"host and options ({type(error).__name__}: {_told(error)}); correct them"
    )


def is_mistyped(error: Exception) -> bool:
    """Whether a key has a value of another type than an index keeps there."""
    return _WRONG_TYPE in str(error)


def mistyped(error: Exception, shown: str, keys: Sequence[bytes]) -> NearDupError:
    """The error for a command of the index *shown* that met such a key, which is among its *keys*."""
    named = " or ".join(quote(key.decode(errors="backslashreplace")) for key in keys)
    return NearDupError(
        f"the index {shown} failed: another program has written to its key {named} "
        f"({_told(error)}); take that key out with `redis-cli DEL`, then mend the index with "
        "`scrapy neardup repair INDEX`, or restore the servers' data"
    )


def explained(error: Exception, location: RedisLocation) -> NearDupError:
    """The error to raise for *error*, which trying again does not mend, of the servers of *location*."""
    shown, text = location.shown, _told(error)
    low = text.lower()
    if isinstance(error, (redis.AuthenticationError, redis.exceptions.NoPermissionError)) or any(
        sign in low for sign in _REFUSALS
    ):
        sentinels = ""
        if location.mode == "sentinel":
            sentinels = " (?sentinel_password=PASSWORD is for the sentinels)"
        return IndexUnreachable(
            f"the server of the index {shown} refuses this user or password ({text}); "
            f"correct them in the URL{sentinels}, and allow the user all that the docs list"
        )
    if isinstance(error, redis.exceptions.OutOfMemoryError) or "oom command" in low:
        return NearDupError(
            f"the server of the index {shown} is out of memory ({text}); raise its maxmemory "
            "or let documents expire",
            about=["ttl"],
        )
    if _BAD_CERTIFICATE in text and any(sign in text for sign in _OUT_OF_DATE):
        return IndexUnreachable(
            f"the certificate of the server of the index {shown} is not valid today ({text}); renew it, "
            "or set this machine's clock right"
        )
    if _BAD_CERTIFICATE in text:
        return IndexUnreachable(
            f"the certificate of the server of the index {shown} is not trusted ({text}); "
            "give the URL ?ssl_ca_certs=FILE with the authority's certificate, and the name "
            "that the certificate is for"
        )
    if _TLS in text:
        return IndexUnreachable(
            f"the server of the index {shown} does not agree on TLS ({text}); give the URL "
            "?ssl_certfile=FILE&ssl_keyfile=FILE with a certificate that it trusts if it wants one, "
            "or the port at which it speaks TLS"
        )
    if "db index" in low or "select is not allowed" in low:
        return NearDupError(
            f"the server of {shown} has no such database ({text}); end the URL's path with the number of "
            "one that it has; in a cluster, as a rule, that is 0"
        )
    if "cluster support disabled" in low:
        return NearDupError(f"the server of {shown} is no cluster; use {location.scheme()} for it")
    if "unknown command" in low and location.mode == "sentinel" and "sentinel" in low:
        return NearDupError(
            f"the server of {shown} is no sentinel; name the host and port of one, or use "
            f"{location.scheme()} for a single server"
        )
    if "unknown command" in low:
        return NearDupError(
            f"the server of {shown} is not one that can keep an index ({text}); if it is a sentinel, use "
            f"{location.scheme('sentinel')}host:26379/SERVICE/0 for it"
        )
    return NearDupError(f"the index {shown} failed: {text}")


def _told(error: Exception | None) -> str:
    text = " ".join(str(error).split())
    return text.rstrip(".") or type(error).__name__
