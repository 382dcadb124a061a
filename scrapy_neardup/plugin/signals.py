"""Signals that the plugin sends through ``crawler.signals``."""

neardup_judged = object()
"""After every verdict, before the item is dropped, tagged or kept: ``item``, ``verdict``
(:class:`~scrapy_neardup.Verdict`), ``document_id``, ``spider``. Handlers may be coroutines."""
