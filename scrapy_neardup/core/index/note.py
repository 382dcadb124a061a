"""Dataclasses that an index keeps in its notes, as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from scrapy_neardup.core.errors import IndexCorrupt

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Kept = TypeVar("_Kept", bound="DataclassInstance")


def read_note(kind: type[_Kept], data: bytes, **former: str) -> _Kept:
    """The dataclass *kind* that a note keeps in *data*. Fields that it does not have are passed over: a
    later version may have written them. *former* names fields that earlier versions did not write,
    each with the field whose value it had then.

    Raises IndexCorrupt for anything else.
    """
    try:
        values = json.loads(data)
        values = {**{name: values[field] for name, field in former.items()}, **values}
        known = {field.name for field in fields(kind)}
        return kind(**{name: value for name, value in values.items() if name in known})
    except (ValueError, TypeError, KeyError) as error:
        raise IndexCorrupt(
            f"the index's note of a {kind.__name__.lower()} can't be read: {error!r}"
        ) from error
