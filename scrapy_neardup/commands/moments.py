"""Times and ages on the command line."""

from __future__ import annotations

from datetime import datetime, timezone

from scrapy_neardup.commands.errors import UsageProblem


def moment(seconds: int) -> str:
    """Seconds since 1970 as ``2026-11-03T08:15:00Z``; as a number if beyond the calendar."""
    try:
        found = datetime.fromtimestamp(seconds, timezone.utc)
    except (ValueError, OverflowError, OSError):
        return str(seconds)
    return found.isoformat(timespec="seconds").replace("+00:00", "Z")


def read_age(text: str) -> float:
    """Seconds from ``90d``, ``12h``, ``30m`` or plain seconds, which are 3,600 or more.

    Raises UsageProblem.
    """
    from scrapy_neardup.plugin.setting_values import as_age, without_unit

    age = as_age(text)
    if age is None:
        raise UsageProblem(f"{text!r} is no age; use one such as 90d, 12h, 30m or 45s")
    if remedy := without_unit(text, age):
        raise UsageProblem(f"{text!r} names no unit; {remedy}")
    return age


def read_moment(text: str, now: float) -> float:
    """Seconds since 1970 from a time in ISO 8601, UTC if it names no zone, or from an age before
    *now*. Raises UsageProblem.
    """
    try:
        found = datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    except ValueError:
        try:
            return now - read_age(text)
        except UsageProblem as error:
            raise UsageProblem(
                f"{text!r} is no time; use 2026-11-01, 2026-11-01T08:00:00Z, or an age such as 7d"
            ) from error
    return (found if found.tzinfo else found.replace(tzinfo=timezone.utc)).timestamp()
