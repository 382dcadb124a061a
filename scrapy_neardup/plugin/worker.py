"""What runs in a worker process: pages and texts in, articles and fingerprints out.

Messages go both ways over one socket: two lengths, a pickle, and a page's body where it goes with
it, uncopied. The first message to the worker is a pair of extractor and scheme; it answers with
None once it can work. Every later one is a :class:`PageTask` or a :class:`TextTask`, answered in
order with a :class:`Reading` or a :class:`Failure`. Imports nothing of Scrapy, which would take
longer than everything else.
"""

from __future__ import annotations

import gc
import pickle
import signal
import socket
import struct
import traceback
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from io import BufferedReader

    from parsel import Selector

    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
    from scrapy_neardup.extract.article import Article
    from scrapy_neardup.extract.default import NoArticle
    from scrapy_neardup.extract.loading import Extractor

HEADER = struct.Struct(">II")


class PageTask(NamedTuple):
    """Read the article of the page that comes with it; *fingerprint*: and fingerprint its text."""

    url: str
    encoding: str
    content_type: bytes | None
    fingerprint: bool


class TextTask(NamedTuple):
    """Fingerprint a text."""

    text: str
    title: str | None


class Reading(NamedTuple):
    """What a page or a text holds; None what was not asked for or is not there."""

    article: Article | NoArticle | None
    fingerprint: Fingerprint | None


class Failure(NamedTuple):
    """The error that a task ended with: its type's name, its repr, and its traceback."""

    kind: str
    told: str
    trace: str


class _Page:
    """What extractors use of a Scrapy response, read as Scrapy reads it."""

    def __init__(self, task: PageTask, body: bytes) -> None:
        self.url = task.url
        self.body = body
        self.encoding = task.encoding
        self.headers = {"Content-Type": task.content_type} if task.content_type else {}
        self._text: str | None = None
        self._selector: Selector | None = None

    @property
    def text(self) -> str:
        if self._text is None:
            from w3lib.encoding import html_to_unicode

            self._text = html_to_unicode(f"charset={self.encoding}", self.body)[1]
        return self._text

    @property
    def selector(self) -> Selector:
        if self._selector is None:
            from parsel import Selector

            self._selector = Selector(self.text, type="html")
        return self._selector


def pack(message: object, body: bytes = b"") -> bytes:
    """*message* as it goes over the socket; *body* is to follow it."""
    data = pickle.dumps(message, protocol=5)
    return HEADER.pack(len(data), len(body)) + data


def read_page(read: Extractor, page: Any) -> Article | NoArticle | None:
    """What *read* finds on *page*; the default extractor also says why there is no article."""
    from scrapy_neardup.extract.default import DefaultExtractor

    return read.read(page) if isinstance(read, DefaultExtractor) else read(page)


def _work(
    task: PageTask | TextTask, body: bytes, extract: Extractor, fingerprint: Fingerprinter
) -> Reading:
    if isinstance(task, TextTask):
        return Reading(None, fingerprint(task.text, task.title))
    article = read_page(extract, _Page(task, body))
    text = getattr(article, "text", "")
    if not (task.fingerprint and text):
        return Reading(article, None)
    return Reading(article, fingerprint(text, getattr(article, "title", None)))


def _receive(stream: BufferedReader) -> tuple[Any, bytes]:
    """The next message and its body, EOFError once the other side has gone."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        raise EOFError
    length, body_length = HEADER.unpack(header)
    message = pickle.loads(stream.read(length))
    body = stream.read(body_length)
    if len(body) < body_length:
        raise EOFError
    return message, body


def main(descriptor: int) -> None:
    """Work for the process at the other end of the socket until it closes it or dies."""
    # Ctrl-C reaches the whole process group. The crawl ends in order, and with it the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter

    connection = socket.socket(fileno=descriptor)
    stream = connection.makefile("rb")
    try:
        (extract, scheme), _ = _receive(stream)
        fingerprint = Fingerprinter(scheme)
        gc.freeze()
        connection.sendall(pack(None))
        while True:
            task, body = _receive(stream)
            answer: Reading | Failure
            try:
                answer = _work(task, body, extract, fingerprint)
            except Exception as error:  # noqa: BLE001 - told to the crawl, which counts it
                answer = Failure(type(error).__name__, repr(error), traceback.format_exc())
            connection.sendall(pack(answer))
    except (EOFError, ConnectionError, pickle.UnpicklingError):
        pass
