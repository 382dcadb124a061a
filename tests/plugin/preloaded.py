"""What the fork server of :mod:`tests.plugin.forked` imports. A reactor is chosen by each crawl."""

from __future__ import annotations

import sys

import scrapy.cmdline
import scrapy.core.downloader.handlers.http11
import scrapy.extensions.feedexport
import scrapy.shell

from scrapy_neardup import Scheme
from scrapy_neardup.commands import neardup
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
from scrapy_neardup.core.index import local
from scrapy_neardup.plugin import articles, pipeline

__all__ = ["articles", "local", "neardup", "pipeline", "scrapy"]

Fingerprinter(Scheme(), terms=True)("Words, 一些词语, 這些詞語。")

assert "twisted.internet.reactor" not in sys.modules
