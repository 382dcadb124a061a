"""Which stories a document tells, and which article of each it copies."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from itertools import permutations
from typing import TYPE_CHECKING

from scrapy_neardup.core.document import Kind
from scrapy_neardup.core.fingerprints.sketch import decode, ranks, short, under

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from scrapy_neardup.core.document import Document, Match
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.matcher import Matcher
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.index.retelling_matcher import RetellingMatcher
    from scrapy_neardup.core.index.stories import Hit, Stories, Story

_OF_PARTS = (Kind.PARTIAL, Kind.EXTENDED)
"""The kinds of copies that have but a part of their source, or of which their source is but a part."""
_FEWEST_OF_REST = 3
"""A text copies an article rather than what that extends if it has so many sampled grams of what the article has
beyond that, or more: of a spun copy, hardly a phrase is left, but some grams are. Fewer are chance."""
_MOSTLY_TOLD = 0.7
"""A text copies an article rather than what that extends if it tells so much of it in other words, or more: what
is extended is no more than half of the article.
"""


class Attribution:
    """Finds which of the *stories* a document tells, and by what *matcher* and *retelling_matcher* say,
    which article of each it copies.
    """

    def __init__(
        self, matcher: Matcher, retelling_matcher: RetellingMatcher, stories: Stories
    ) -> None:
        self._matcher = matcher
        self._retelling_matcher = retelling_matcher
        self._stories = stories

    def told_by(
        self, document: Document, fingerprint: Fingerprint, hits: Iterable[Hit]
    ) -> list[Story]:
        """The stories that *hits* tell, each with the article that *document* copies as its
        original. Of an article and what it extends, only one is copied.
        """
        stories = _without_extensions(self._stories.told_by(hits), fingerprint)
        for story in stories:
            source = self._source(document, fingerprint, story)
            if source[0] != story.original[0]:
                # Another article has taken that one's place, by an election on another part of it.
                story.original = source
                story.is_apart = all(hit.match.kind in _OF_PARTS for hit in story.hits)
        return stories

    def would_rest_on(self, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
        """Whether *document* has the id of *record*, or copies it by itself."""
        if record.id == document.id:
            return True
        least = self._matcher.thresholds_for(document).length
        if not self._matcher.is_source_for(document, record) or fingerprint.length < least:
            return False
        return self._matcher.is_alike(document, fingerprint, record) or (
            fingerprint.simhash is not None
            and self._retelling_matcher.retells(document, fingerprint, record)
        )

    def _source(self, document: Document, fingerprint: Fingerprint, story: Story) -> Entry:
        """The article of *story* that *document* copies: the original of the story, or, if that
        was elected for another part of a merger and the document is not like it, the best of the
        hits.
        """
        ordinal, original = story.original
        # A copy with a text of its own may have nothing in common with the original.
        is_like = story.hits[0].tells_own_text or any(hit.ordinal == ordinal for hit in story.hits)
        if is_like or self.would_rest_on(document, fingerprint, original):
            return story.original
        # A pending article may yet be given up, and a merger is no better than its part.
        source = min(story.hits, key=lambda hit: (hit.match.pending, hit.match.kind in _OF_PARTS))
        return source.ordinal, source.record


def _without_extensions(stories: list[Story], fingerprint: Fingerprint) -> list[Story]:
    """*stories* with only one of an article and of that which it extends: what is copied of a flash is in the full
    article, too, and a copy of the full article has all of the flash.
    """
    if len(stories) < 2 or fingerprint.profile is None:
        return stories
    grams = fingerprint.profile.grams
    passed_over: set[int] = set()
    for longer, shorter in permutations(stories, 2):
        if not passed_over.isdisjoint((longer.head[0], shorter.head[0])):
            # Each of three may be passed over for another one of them.
            continue
        is_longer = _copies_longer(grams, longer.head[1], shorter)
        if is_longer is None:
            continue
        is_longer = is_longer or _told(longer) >= _MOSTLY_TOLD
        copied, other = (longer, shorter) if is_longer else (shorter, longer)
        # Their words don't tell which of the two is retold.
        if copied.hits[0].match.kind is not Kind.REWRITTEN:
            passed_over.add(other.head[0])
    return [story for story in stories if story.head[0] not in passed_over]


def _told(story: Story) -> float:
    """The share of the article of *story* that a text tells in other words."""
    match = story.hits[0].match
    return dict(match.evidence)["covered_source"] if match.kind is Kind.REWRITTEN else 0.0


def _copies_longer(grams: NDArray[np.uint64], longer: Record, shorter: Story) -> bool | None:
    """Whether a text with these *grams* has more of *longer*, which extends the article of *shorter*, than both
    have; None if *longer* does not extend it.
    """
    sketch = shorter.head[1].sketch
    if not shorter.is_extended_by(longer) or longer.sketch is None or sketch is None:
        return None
    whole, part = decode(longer.sketch), decode(sketch)
    # An address may have grown since, even beyond what extended it, and by their records two may extend each
    # other. Of them, one is the longer: a smaller share of its grams is in its sample, or, where all are, more.
    if (whole.gram_limit, -len(whole.grams)) >= (part.gram_limit, -len(part.grams)):
        return None
    # Whatever the longer one's sample can have, the shorter one's has if its text does.
    rest = {*whole.grams.tolist()}.difference(part.grams.tolist())
    sampled = short(grams[under(ranks(grams), whole.gram_limit)])
    return len(rest.intersection(sampled.tolist())) >= _FEWEST_OF_REST


def named(match: Match, original: Record) -> Match:
    """*match* under the name of its story's original."""
    if match.id == original.id:
        return match
    first_seen = datetime.fromtimestamp(original.first_seen, timezone.utc)
    through = match.through or match.url or match.id
    return replace(match, id=original.id, url=original.url, first_seen=first_seen, through=through)
