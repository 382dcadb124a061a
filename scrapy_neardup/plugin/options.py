"""What a request's meta says to the plugin."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy_neardup.plugin.actions import Actions
from scrapy_neardup.plugin.log import printable

if TYPE_CHECKING:
    from scrapy import Request

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """``meta["neardup"]`` and ``meta["neardup_key"]`` of one request.

    *skip* says to leave its page and items alone. *actions* apply to its items instead of
    ``NEARDUP_ACTION``. *key* is the document id of its item, instead of the URL.
    """

    skip: bool = False
    actions: Actions | None = None
    key: str | None = None


_DEFAULT = RequestOptions()
_TAG = Actions.parse("tag")


def options_of(request: Request | None) -> RequestOptions:
    """The options of *request*. Wrong ones are logged, with the URL; the copies among the request's
    items are tagged then, so that a misspelled word drops nothing.
    """
    if request is None or ("neardup" not in request.meta and "neardup_key" not in request.meta):
        return _DEFAULT
    value = request.meta.get("neardup")
    key = request.meta.get("neardup_key")
    if value is False:
        return RequestOptions(skip=True)
    actions = None
    if isinstance(value, Mapping) and set(value) <= {"action"}:
        try:
            actions = Actions.parse(value["action"]) if "action" in value else None
        except ValueError as error:
            _complain(request, f"meta['neardup']['action'] is {error}; its copies are tagged")
            actions = _TAG
    elif value is not None and value is not True:
        wrong = f"meta['neardup'] is {value!r}: use False or {{'action': …}}"
        _complain(request, f"{wrong}; its copies are tagged")
        actions = _TAG
    if key is not None and (not isinstance(key, str) or not key):
        _complain(request, f"meta['neardup_key'] is {key!r}: use a str that is not empty")
        key = None
    return RequestOptions(actions=actions, key=key)


_told: WeakKeyDictionary[Request, set[str]] = WeakKeyDictionary()
"""What has been said of each request: its options are read for its page, and for each item."""


def _complain(request: Request, problem: str) -> None:
    told = _told.setdefault(request, set())
    if problem in told:
        return
    told.add(problem)
    logger.error("%s (request to %s)", printable(problem), printable(request.url))
