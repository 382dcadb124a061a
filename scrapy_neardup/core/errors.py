"""Errors that a user can act on: each names the thing and the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class NearDupError(Exception):
    """Base of all errors of this package. *about* names the fields of the scheme or the thresholds,
    or the other options, that the remedy is to change.
    """

    def __init__(self, message: object = "", *, about: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.about = (*about,)


class SchemeMismatch(NearDupError):
    """An index was written with another scheme, so its fingerprints can't be compared."""


class IndexFormatError(NearDupError):
    """A directory or database that holds no index, or one of an unknown format version."""


class IndexLocked(NearDupError):
    """Another process owns the index."""


class IndexCorrupt(NearDupError):
    """The store reports damage, or a record can't be read."""


class IndexReadOnly(NearDupError):
    """A change was asked of an index opened for reading, or its files can't be written."""


class IndexUnreachable(NearDupError):
    """The servers of a shared index don't answer, or refuse this user."""
