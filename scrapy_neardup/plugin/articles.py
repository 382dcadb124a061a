"""Downloader middleware: what article does this page hold?"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse
from scrapy.http.request import NO_CALLBACK

from scrapy_neardup.extract.default import NoArticle
from scrapy_neardup.plugin.log import printable
from scrapy_neardup.plugin.options import options_of
from scrapy_neardup.plugin.reading import reader_of
from scrapy_neardup.plugin.settings import NearDupSettings
from scrapy_neardup.plugin.switch import require_enabled
from scrapy_neardup.plugin.timing import timed
from scrapy_neardup.plugin.workers import TaskFailed

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.extract.article import Article

logger = logging.getLogger(__name__)


class ArticleMiddleware:
    """Has the article of every HTML page read, and keeps it as long as the page.

    Passed over: whatever is not HTML with status 200, robots.txt and media (requests without a
    callback), and requests with ``meta["neardup"] = False``. With ``NEARDUP_DROP_RESPONSES``, a
    page whose article copies an earlier one never reaches the spider: IgnoreRequest.
    """

    def __init__(self, crawler: Crawler) -> None:
        require_enabled(crawler.settings)
        assert crawler.stats is not None
        self._settings = NearDupSettings.from_settings(crawler.settings)
        self._crawler = crawler
        # Looked up once: each look at a collector of stats takes it a while.
        self._add = crawler.stats.inc_value
        self._reader = reader_of(crawler)
        self._readings: WeakKeyDictionary[Response | Request, tuple[Article, Fingerprint | None]]
        self._readings = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def article_of(self, response: Response) -> Article | None:
        """The article of a response that has passed here, None if it holds none."""
        return self.reading_of(response)[0]

    def reading_of(self, response: Response) -> tuple[Article | None, Fingerprint | None]:
        """The same, and the fingerprint of the article's whole text if that was found as well."""
        reading = self._readings.get(response)
        if reading is None and response.request is not None:
            # A middleware between here and the engine may have replaced the response.
            reading = self._readings.get(response.request)
        return reading or (None, None)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Called by Scrapy. Never fails because of a page, whatever it holds."""
        options = options_of(request)
        self._readings.pop(request, None)  # a spider may send the same request again
        if (
            not isinstance(response, HtmlResponse)
            or response.status != 200
            or request.callback is NO_CALLBACK
            or options.skip
        ):
            return response
        reading = await self._read(response)
        if reading is None:
            return response
        self._readings[response] = self._readings[request] = reading
        if self._settings.drop_responses:
            from scrapy_neardup.plugin.pipeline import NearDupPipeline

            pipeline = self._crawler.get_item_pipeline(NearDupPipeline)
            if pipeline is not None and (copy := await pipeline.copy_on(request, response)):
                self._add("neardup/responses_dropped")
                raise IgnoreRequest(copy)
        return response

    async def _read(self, response: HtmlResponse) -> tuple[Article, Fingerprint | None] | None:
        self._add("neardup/pages")
        try:
            with timed(self._add, "extract"):
                article, fingerprint = await self._reader.read(response)
        except Exception as error:  # noqa: BLE001 - an extractor is the user's, or meets any page
            kind = error.kind if isinstance(error, TaskFailed) else type(error).__name__
            self._add(f"neardup/extract_error/{kind}")
            logger.warning(
                "No article read from %s, its items are judged by their own text only: %s",
                printable(response.url),
                printable(repr(error)),
            )
            return None
        if isinstance(article, NoArticle) or article is None or not article.text:
            reason = article.value if isinstance(article, NoArticle) else "no_text"
            self._add("neardup/pages_without_article")
            self._add(f"neardup/pages_without_article/{reason}")
            return None
        return article, fingerprint
