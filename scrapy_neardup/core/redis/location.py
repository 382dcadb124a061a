"""The URL of an index on Redis: which servers, which index on them, and how to reach it."""

from __future__ import annotations

import difflib
import inspect
import os
import re
import ssl
from dataclasses import dataclass, replace
from typing import Any, get_args
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from redis.connection import (
    URL_QUERY_ARGUMENT_PARSERS,
    Connection,
    SSLConnection,
    parse_url,
    to_bool,
)

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.locations import is_shared, no_location, without_password

_PREFIX = "neardup"
_NOT_IN_PREFIX = frozenset("{}*?[]\\#")
_PORT, _SENTINEL_PORT = 6379, 26379
_CLEAR, _TLS = "redis", "rediss"
_NOT_IN_URL = frozenset(
    (
        "host",
        "port",
        "protocol",
        "legacy_responses",
        "decode_responses",
        "encoding",
        "encoding_errors",
        "retry_on_timeout",
        "retry_on_error",
        "lib_name",
        "lib_version",
        "socket_keepalive_options",
        "ssl_ocsp_context",
        "ssl_ocsp_expected_cert",
    )
)
_NO_TEXT = ("ssl_min_version",)
"""What redis-py does not annotate, and hands on to OpenSSL as it is unless it has a parser for it."""
_INTERNAL = ("orig_", "maint")
_FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
_ONE_OF = {
    "ssl_cert_reqs": ({"none", "optional", "required"}, "none, optional or required"),
    "ssl_min_version": ({"771", "772"}, "771 for TLS 1.2 or 772 for TLS 1.3"),
}
"""The values that redis-py and OpenSSL take for an option, and how to name them."""
_YES_OR_NO = {"yes", "no", "true", "false", "1", "0", "y", "n", "t", "f"}
_LEAST_SECONDS, _MOST_SECONDS = 0.001, 10**9
"""What servers can count, in milliseconds, and the clocks of all systems."""
_MOST = 2**31 - 1
_OF_CONTEXT = (*_FILES, "ssl_ca_data", "ssl_ciphers")

Address = tuple[str, int]


@dataclass(frozen=True)
class RedisLocation:
    """An index's place, read from a URL.

    ``redis://[user:password@]host:port/db``, ``rediss://`` for TLS, ``redis+cluster://`` with one
    or more of its nodes (``host:port,host:port``), ``redis+sentinel://`` with its sentinels and
    ``/service/db`` as path. In the query, ``prefix`` starts all keys, ``lease`` and ``patience``
    are seconds (see :class:`~scrapy_neardup.core.redis.index.RedisIndex`), ``sentinel_password`` and
    ``sentinel_ssl`` are for the sentinels, and the rest are redis-py's connection options such as
    ``socket_timeout``.
    """

    mode: str
    hosts: tuple[Address, ...]
    service: str
    options: dict[str, Any]
    """Options of redis-py's connection class; for TLS, the class itself is one of them."""
    shown: str
    """The URL without its password."""
    prefix: str = _PREFIX
    lease: float = 30.0
    patience: float = 20.0
    sentinel_ssl: bool = False
    """Whether the sentinels are spoken to in TLS."""

    @property
    def is_tls(self) -> bool:
        """Whether the servers are spoken to in TLS."""
        return self.shown.startswith(_TLS)

    def scheme(self, mode: str = "", *, tls: bool | None = None) -> str:
        """The beginning of the URL of servers of another *mode*, in TLS as these, or as *tls* tells."""
        base = _TLS if tls or (tls is None and self.is_tls) else _CLEAR
        return _scheme(base, mode)

    @classmethod
    def parse(cls, url: str) -> RedisLocation:
        """The location that *url* names. Raises ValueError that says what is wrong with it."""
        scheme, _, _ = url.partition("://")
        base, _, mode = scheme.partition("+")
        parts = urlsplit(url)
        if "#" in url:
            raise ValueError("what follows a # counts for nothing: write %23 for it")
        account, _, hosts = parts.netloc.rpartition("@")
        given = parse_qsl(parts.query, keep_blank_values=True)
        query = dict(given)
        for name in query:
            if sum(one == name for one, _ in given) > 1:
                raise ValueError(f"option {name!r} is given twice")
        _refuse_wrong(query, tls=base == _TLS, mode=mode)
        sentinel_ssl = _yes_or_no("sentinel_ssl", query.pop("sentinel_ssl", "yes"))
        prefix = query.pop("prefix", _PREFIX)
        if not prefix or _NOT_IN_PREFIX.intersection(prefix):
            raise ValueError(f"prefix {prefix!r}: use letters, digits and - _ . : /")
        seconds = {
            name: _seconds(name, query.pop(name, str(default)))
            for name, default in (("lease", cls.lease), ("patience", cls.patience))
        }
        default_port = _SENTINEL_PORT if mode == "sentinel" else _PORT
        addresses = tuple(_address(host, default_port) for host in hosts.split(","))
        service, database = "", parts.path.strip("/")
        if mode == "sentinel":
            service, _, database = database.partition("/")
            if not service:
                raise ValueError("name the service that the sentinels watch: .../service/0")
        elif len(addresses) > 1 and not mode:
            raise ValueError(f"several servers are a cluster: use {_scheme(base, 'cluster')}")
        if database:
            number = _whole_number("database", database)
            if number != int(query.get("db", number)):
                raise ValueError(
                    f"its path ends with database {number}, its option 'db' is {query['db']}: give one"
                )
        login = f"{account}@" if account else ""
        host, port = addresses[0]
        plain = f"{base}://{login}{quote(host)}:{port}/{database}?{urlencode(query)}"
        options = parse_url(plain)
        shown = without_password(url)
        is_tls = base == _TLS and mode == "sentinel" and sentinel_ssl
        return cls(
            mode, addresses, service, options, shown, prefix, **seconds, sentinel_ssl=is_tls
        )


def read_location(url: str, name: str = "") -> RedisLocation:
    """The location of the index called *name* at *url*. Raises NearDupError for a bad URL."""
    if not is_shared(url):
        raise no_location(url)
    _refuse_unquoted(url)
    try:
        location = RedisLocation.parse(url)
    except ValueError as error:
        raise NearDupError(f"the index URL is wrong: {error}") from None
    if name:
        location = replace(location, prefix=f"{location.prefix}:{name}")
    return location


def _refuse_unquoted(url: str) -> None:
    """Raise NearDupError if a password seems to end too early; no error may show the password."""
    _, _, rest = url.partition("://")
    hosts = re.split("[/?#]", rest, maxsplit=1)[0]
    ports = [
        host.rpartition("]")[2].rpartition(":")[2] for host in hosts.split(",") if ":" in host
    ]
    if "@" in rest and "@" not in hosts and not all(port.isdecimal() for port in ports if port):
        raise NearDupError(
            "the index URL is wrong: a user name or password with one of / ? # in it: write %2F, "
            "%3F or %23 instead"
        )
    if not hosts and "@" in rest:
        raise NearDupError(
            "the index URL is wrong: it has no host: use redis://user:password@host"
        )


def with_prefix(url: str, prefix: str) -> str:
    """*url* with another *prefix* in its query."""
    parts = urlsplit(url)
    query = [(name, value) for name, value in parse_qsl(parts.query) if name != "prefix"]
    options = [urlencode(query)] if query else []
    return urlunsplit(parts._replace(query="&".join([*options, prefix_option(prefix)])))


def has_prefix(url: str) -> bool:
    """Whether the query of *url* gives a prefix."""
    return any(name == "prefix" for name, _ in parse_qsl(urlsplit(url).query))


def prefix_option(prefix: str) -> str:
    """The option of a URL's query that gives *prefix*."""
    return urlencode({"prefix": prefix}, safe=":/")


def connection_options(connection: type) -> frozenset[str]:
    """The options of redis-py's *connection* class that a URL may set, read from its signature:
    all that can be written as text, less those that the index sets itself.
    """
    names: set[str] = set()
    for cls in connection.__mro__:
        parameters = inspect.signature(cls).parameters.values()
        names.update(
            one.name for one in parameters if one.kind is not one.VAR_KEYWORD and _is_text(one)
        )
        if not any(one.kind is one.VAR_KEYWORD for one in parameters):
            break
    return frozenset(name for name in names if not name.startswith(_INTERNAL)) - _NOT_IN_URL


def _is_text(parameter: inspect.Parameter) -> bool:
    """Whether a parameter of redis-py takes values that a URL's query can give."""
    if parameter.name in URL_QUERY_ARGUMENT_PARSERS:
        return True
    if parameter.name in _NO_TEXT:
        return False
    annotation = parameter.annotation
    # Text is no bool: redis-py would take any, also "no", for a yes, or ignore it.
    if annotation is parameter.empty:
        return parameter.default is None or isinstance(parameter.default, str)
    return str in (annotation, *get_args(annotation))


def _refuse_wrong(query: dict[str, str], *, tls: bool, mode: str) -> None:
    with_tls = connection_options(SSLConnection)
    known = {"prefix", "lease", "patience"}
    known |= with_tls if tls else connection_options(Connection)
    if mode == "sentinel":
        known.add("sentinel_password")
        with_tls = with_tls | {"sentinel_ssl"}
        known |= {"sentinel_ssl"} if tls else set()
    for name, value in query.items():
        if name in known and not value:
            raise ValueError(f"option {name!r} has no value")
        if name in known:
            _refuse_value(name, value)
            continue
        if name in with_tls:
            in_tls, in_clear = _scheme(_TLS, mode), _scheme(_CLEAR, mode)
            raise ValueError(f"option {name!r} is for TLS: use {in_tls} in place of {in_clear}")
        close = difflib.get_close_matches(name, sorted(known), n=1)
        meant = f"; did you mean {close[0]!r}?" if close else "."
        raise ValueError(f"unknown option {name!r}{meant} There are {', '.join(sorted(known))}")
    if not query.keys().isdisjoint(_OF_CONTEXT):
        _refuse_useless(query)


def _refuse_value(name: str, value: str) -> None:
    """Raise ValueError for the *value* of an option that redis-py would misread, or only fail with later."""
    read = URL_QUERY_ARGUMENT_PARSERS.get(name)
    if name in _ONE_OF:
        values, named = _ONE_OF[name]
        if value not in values:
            raise ValueError(f"{name} {value!r}: use {named}")
    elif read is float:
        _seconds(name, value)
    elif read is int:
        _whole_number(name, value, least=1 if name == "socket_read_size" else 0)
    elif read is to_bool:
        if value.lower() not in _YES_OR_NO:
            raise ValueError(f"{name} {value!r}: use yes or no")
    elif name.endswith("_verify_flags"):
        flags = ssl.VerifyFlags.__members__
        if not {one.strip() for one in value.strip("[]").split(",")} <= flags.keys():
            raise ValueError(
                f"{name} {value!r}: use one or more, with commas, of {', '.join(flags)}"
            )
    elif name == "client_name":
        if not all("!" <= one <= "~" for one in value):
            raise ValueError(f"client_name {value!r}: use letters, digits and signs, no spaces")
    elif name == "ssl_ca_certs" and os.path.isdir(value):
        raise ValueError(
            f"option 'ssl_ca_certs': {value} is a directory; name a file, or give the directory as "
            "'ssl_ca_path', made ready with `openssl rehash`"
        )
    elif name in _FILES and not (os.path.isfile(value) and os.access(value, os.R_OK)):
        raise ValueError(f"option {name!r}: the file {value} can't be read")
    elif name == "ssl_ca_path" and not (os.path.isdir(value) and os.access(value, os.R_OK)):
        raise ValueError(f"option {name!r}: the directory {value} can't be read")


def _refuse_useless(query: dict[str, str]) -> None:
    """Raise ValueError for options of TLS with which no server could be reached, however long it is tried."""
    authorities, certificate, key, data, ciphers = map(query.get, _OF_CONTEXT)
    password = query.get("ssl_password")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if ciphers is not None:
        try:
            context.set_ciphers(ciphers)
        except ssl.SSLError:
            raise ValueError(
                f"option 'ssl_ciphers': OpenSSL has no cipher {ciphers!r}; `openssl ciphers -s "
                "-tls1_2` lists those that may be named"
            ) from None
    if data is not None:
        try:
            context.load_verify_locations(cadata=data)
        except (ssl.SSLError, TypeError):
            raise ValueError(
                "option 'ssl_ca_data': there is no certificate in it; name a file with one in 'ssl_ca_certs'"
            ) from None
    if authorities is not None:
        try:
            context.load_verify_locations(authorities)
        except ssl.SSLError:
            raise ValueError(
                f"option 'ssl_ca_certs': the file {authorities} has no certificate"
            ) from None
    if certificate is None:
        if key is not None:
            raise ValueError("option 'ssl_keyfile': give 'ssl_certfile' with its certificate, too")
        return
    try:
        # Without a password, OpenSSL would ask for one at the terminal.
        context.load_cert_chain(certificate, key, password or "")
    except (ssl.SSLError, OSError):
        needed = "'ssl_password' is not that of the key" if password else "needs 'ssl_password'"
        raise ValueError(
            f"options 'ssl_certfile' and 'ssl_keyfile': the file {key or certificate} has no key of "
            f"the certificate in {certificate}, or {needed}"
        ) from None


def _scheme(base: str, mode: str) -> str:
    return f"{base}+{mode}://" if mode else f"{base}://"


def _yes_or_no(name: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"{name} {text!r}: use yes or no")
    return text == "yes"


def _seconds(name: str, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise ValueError(f"{name} {text!r}: use seconds, from {_LEAST_SECONDS} to {_MOST_SECONDS}")
    return seconds


def _whole_number(name: str, text: str, *, least: int = 0) -> int:
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= _MOST):
        raise ValueError(f"{name} {text!r}: use a whole number, from {least} to {_MOST}")
    return int(text)


def _address(text: str, default_port: int) -> Address:
    split = urlsplit(f"//{text}")
    return split.hostname or "localhost", default_port if split.port is None else split.port
