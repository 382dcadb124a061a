"""The same index on Redis, shared by processes."""

from scrapy_neardup.core.errors import NearDupError

try:
    import redis  # noqa: F401
except ImportError as error:
    raise NearDupError(
        "an index on Redis needs the package redis; install scrapy-neardup[redis]"
    ) from error
