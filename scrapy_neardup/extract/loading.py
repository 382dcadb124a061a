"""A name, an import path or a callable becomes an extractor."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

from scrapy_neardup.extract.article import SHORT_WEIGHT, Article
from scrapy_neardup.extract.clean import clean_text
from scrapy_neardup.extract.default import DefaultExtractor
from scrapy_neardup.extract.lines import weigh

Extractor = Callable[[Any], Article | None]
"""A function of a response that returns its article, None if it has none."""


class ExtractorError(ValueError):
    """What was chosen is no usable extractor."""


def load_extractor(chosen: str | Callable[[Any], Any]) -> Extractor:
    """The extractor that *chosen* names.

    *chosen* is "default", "trafilatura" (needs the extra of that name), the import path of a
    callable or a class, or such an object itself. A class is instantiated without arguments. The
    extractor is called with the response. It may return an `Article`, which is taken as it is; a
    string, whose boilerplate lines are left out ("" means no article); or None.
    Raises `ExtractorError` for any other *chosen*.
    """
    if chosen == "default":
        return DefaultExtractor()
    if chosen == "trafilatura":
        from scrapy_neardup.extract.trafilatura_engine import TrafilaturaExtractor

        try:
            return TrafilaturaExtractor()
        except ImportError as error:
            raise ExtractorError(str(error)) from error
    target = _import(chosen) if isinstance(chosen, str) else chosen
    if isinstance(target, type):
        try:
            target = target()
        except Exception as error:
            raise ExtractorError(
                f"{chosen!r} can't be made without arguments ({error!r}); "
                "name a class that needs none, or a function that takes a response"
            ) from error
    if not callable(target):
        raise ExtractorError(
            f"{chosen!r} is not callable; name 'default', 'trafilatura' "
            "or a function that takes a response"
        )
    if isinstance(target, DefaultExtractor):
        return target
    _require_fitting(target, chosen)
    return _Adapted(target)


def _require_fitting(target: Callable[..., Any], chosen: object) -> None:
    """Raise ExtractorError for a callable that would fail on every page."""
    if inspect.iscoroutinefunction(target):
        raise ExtractorError(
            f"{chosen!r} is a coroutine function; name a plain function that takes a response"
        )
    try:
        signature = inspect.signature(target)
    except ValueError:
        # Compiled callables need not tell their parameters.
        return
    try:
        signature.bind(None)
    except TypeError as error:
        raise ExtractorError(
            f"{chosen!r} can't be called with a response alone: {error}; "
            "name a function that takes a response"
        ) from error


def _import(path: str) -> Any:
    module, _, name = path.rpartition(".")
    if not module or path.startswith("."):
        raise ExtractorError(
            f"unknown extractor {path!r}; use 'default', 'trafilatura' "
            "or an import path such as 'project.extract.article'"
        )
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ExtractorError(f"cannot import {path!r}: {error}") from error


class _Adapted:
    """A user's callable, whose plain text becomes an `Article`."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __call__(self, response: Any) -> Article | None:
        found = self._function(response)
        if found is None or isinstance(found, Article):
            return found
        if isinstance(found, str):
            text = clean_text(found)
            weight = weigh(text)
            return Article(text, weight=weight, short=weight < SHORT_WEIGHT) if text else None
        raise TypeError(
            f"the extractor {self._function!r} returned {type(found).__name__}, "
            "expected Article, str or None"
        )
