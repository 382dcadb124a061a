"""Downloader middleware: reads the article of each page."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from scrapy_neardup.addresses import host_of
from scrapy_neardup.core.document import Kind
from scrapy_neardup.plugin.actions import Action
from scrapy_neardup.plugin.audit import is_sample
from scrapy_neardup.plugin.context import context_of
from scrapy_neardup.plugin.guard import copied_from
from scrapy_neardup.plugin.items import document_id
from scrapy_neardup.plugin.log import verdict_line
from scrapy_neardup.plugin.markup import is_html
from scrapy_neardup.plugin.options import options_of
from scrapy_neardup.plugin.origins import address_of
from scrapy_neardup.plugin.queries import page_query

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_neardup.extract.article import Article
    from scrapy_neardup.plugin.options import RequestOptions


logger = logging.getLogger(__name__)

_SCHEDULED = "neardup_scheduled"
"""The key of a request's meta that tells that it has gone through the scheduler, which may store it."""
_OPEN_PAGE = "playwright_page"
"""The key of a request's meta at which scrapy-playwright hands on the browser's page, left open."""


class ArticleMiddleware:
    """Has the article of every HTML page read.

    It passes over responses that are not HTML with status 200, robots.txt and media (requests
    without a callback), and requests with ``meta["neardup"] = False``. With
    ``NEARDUP_DROP_RESPONSES``, a page whose article copies an earlier one never reaches the
    spider: the middleware raises IgnoreRequest.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._context = context_of(crawler)
        self._context.missing.discard("ArticleMiddleware")
        if self._context.settings.drop_responses:
            crawler.signals.connect(self._mark_scheduled, signals.request_scheduled)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Called by Scrapy. Never fails because of a page, whatever it holds."""
        options = options_of(request)
        self._context.readings.forget(request)
        if (
            not is_html(response)
            or response.status != 200
            or request.callback is NO_CALLBACK
            or options.skip
        ):
            return response
        article = await self._context.readings.read(request, response)
        drops = self._context.settings.drop_responses and self._context.is_crawl
        if article is not None and drops and not _is_needed(request):
            reason = await self._reason_to_drop(response.url, article, options)
            if reason is not None:
                self._context.add("neardup/responses_dropped")
                logger.log(self._context.settings.log_level, "%s, page dropped", reason)
                raise IgnoreRequest(reason)
        return response

    def _mark_scheduled(self, request: Request) -> None:
        if _may_be_awaited(request):
            request.meta[_SCHEDULED] = True

    async def _reason_to_drop(
        self, url: str, article: Article, options: RequestOptions
    ) -> str | None:
        """Why the page is a copy that is to be dropped; None for any other page."""
        session, settings = self._context.session, self._context.settings
        if session is None or session.failed or article.short or article.part_of:
            return None
        address = address_of(url, url, article)
        name = options.key or document_id(address)
        query = replace(page_query(name, address, article), apart_from=name)
        verdict = await session.check(query)
        match = verdict.match if verdict else None
        if verdict is None or match is None or match.pending:
            return None
        if settings.keep_copies or is_sample(name, settings.audit):
            # Whether this page is kept is decided only when its item is judged.
            return None
        host = host_of(address)
        actions = options.actions or settings.actions_on(host)
        if actions.of(verdict) is not Action.DROP:
            return None
        source = None if actions.goes_by_unchanged(verdict) else copied_from(match)
        is_known = verdict.kind is Kind.UNCHANGED
        if self._context.guard.lets_page_through(host, name, source, is_known=is_known):
            return None
        return verdict_line(url, verdict)


def _is_needed(request: Request) -> bool:
    """Whether more than the page's items would be lost if the callback did not get the page of *request*."""
    # Only the callback closes a browser's page. Of those there are few, and a crawl waits for ever for one.
    return _may_be_awaited(request) or _OPEN_PAGE in request.meta


def _may_be_awaited(request: Request) -> bool:
    """Whether a callback may be awaiting the page of *request*, which was then neither yielded nor scheduled.
    The error for a dropped page would end that callback, and what it has not yielded yet would be lost.
    """
    # Scrapy's spider middlewares mark what is yielded, but not what the engine is given.
    marks = {"depth", "is_start_request", _SCHEDULED}
    return request.callback is None and not request.meta.keys() & marks
