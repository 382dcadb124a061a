"""Signals that the plugin sends through ``crawler.signals``. Handlers may be coroutines."""

neardup_judged = object()
"""After every verdict, before the item is dropped, tagged or kept: ``item``, ``verdict``
(:class:`~scrapy_neardup.Verdict`), ``document_id``, ``spider``."""

neardup_found = object()
"""After :data:`neardup_judged`, for an item that copies an article: the same arguments."""

neardup_original_changed = object()
"""When an item has passed all pipelines and is committed, and is the original of an article that
was seen before it: ``item``, ``verdict``, ``document_id``, ``spider``, and ``former``, the
:class:`~scrapy_neardup.Match` that stood for the original until then."""

neardup_guard = object()
"""When ``NEARDUP_GUARD`` raises an alarm: ``host`` ("" for the crawl as a whole), ``problem`` (a
line for people) and ``spider``. Handlers of this signal have to be plain functions."""
