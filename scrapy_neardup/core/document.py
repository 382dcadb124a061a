"""The values that go into the index and come out of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.criteria import EVERYTHING, Criteria

if TYPE_CHECKING:
    from datetime import datetime

    from scrapy_neardup.core.verdict.election import Reason
    from scrapy_neardup.core.verdict.provenance import Provenance


class Kind(str, Enum):
    """What an article is, seen from the articles that came before it."""

    NEW = "new"
    """No earlier article resembles it."""
    EXACT = "exact"
    """The same text after normalisation."""
    REPOST = "repost"
    """The same text but for small edits, or another site's frame around it."""
    SPUN = "spun"
    """The same text with words replaced and sentences moved (伪原创)."""
    PARTIAL = "partial"
    """Shares a large part: an excerpt, an extension, a merger of several."""
    REWRITTEN = "rewritten"
    """Tells the story of one earlier article in other words, all of its facts from there (洗稿); or a third
    or more of it does, as where it was written from two articles."""
    EXTENDED = "extended"
    """Has an earlier text, and as much or more of its own: the full article after a flash (快讯) or an
    excerpt. It is an article with a story of its own."""
    ORIGINAL = "original"
    """Resembles an article that came before it, and is the original of both."""
    UNCHANGED = "unchanged"
    """A known document id with the text that it had."""
    UPDATED = "updated"
    """A known document id with a new version of its article, or with another article that copies none,
    which takes the old one's place; or a copy whose source is gone, or that was restored, which has a
    place of its own from now on."""
    TOO_SHORT = "too_short"
    """Too little text to judge by likeness, and no equal text is known; or so little text that
    even an equal text proves nothing."""
    NO_TEXT = "no_text"
    """No text: none in the item, and no article on its page."""
    PART = "part"
    """A later page of an article on several pages, whose match is the first page. A crawl gives
    this kind to pages that it does not ask the index about."""

    @property
    def is_copy(self) -> bool:
        """Whether an earlier article, under another id, has this one's text, part of it, or its
        story told in other words.
        """
        return self in COPY_KINDS

    def __str__(self) -> str:
        return self.value


VERBATIM_KINDS = frozenset({Kind.EXACT, Kind.REPOST, Kind.SPUN, Kind.PARTIAL})
"""The kinds of copies that have little but text of their sources."""
OWN_TEXT_KINDS = frozenset({Kind.REWRITTEN, Kind.EXTENDED})
"""The kinds of copies that have a text of their own: other articles may copy that, so the tables lead to
them."""
HEAD_KINDS = frozenset({Kind.NEW, Kind.EXTENDED})
"""The kinds of articles that head a story of their own."""
COPY_KINDS = VERBATIM_KINDS | OWN_TEXT_KINDS


@dataclass(frozen=True, slots=True)
class Document:
    """An article as it meets the index.

    *id* names the article across visits, usually its canonical URL. *text* is what is
    fingerprinted. *revision* is what tells an edit from a re-visit when the same id comes
    again; it defaults to the normal form of *text*, and is given where *text* depends on more than
    the article (a page's text after its site's template has been taken off). With *equality_only*, only an
    equal text counts as a copy's source: for texts too short to trust a likeness. With
    *keep_text*, the index keeps *text* and *title* beside its record. *published*
    and *provenance* are what elections of an original go by; a *published* without a zone is in
    UTC. *run* is the number of the run that meets it
    (:class:`~scrapy_neardup.core.index.runs.Run`), 0 for none. *criteria* say by what it is judged,
    where that is not the same for all.
    """

    id: str
    text: str
    url: str | None = None
    title: str | None = None
    published: datetime | None = None
    revision: str | None = None
    equality_only: bool = False
    keep_text: bool = False
    provenance: Provenance | None = None
    run: int = 0
    criteria: Criteria = EVERYTHING


@dataclass(frozen=True, slots=True)
class Match:
    """An earlier article that a document copies, and the evidence.

    It is the original of its story, where one was elected. *through* names the article of that story
    that the document was compared with, if it is another one: the first article, or a copy with a text
    of its own. The kind, the score and the evidence are of that comparison.

    *score* in [0, 1] is the confidence in *kind*. *distance* counts differing SimHash bits,
    0 to 64, None where either text has no SimHash. *jaccard* and *containment*, in [0, 1],
    compare the two sets of features; containment is the share of the document that stands in
    the match. *evidence* holds what else the verdict rests on, as pairs of name and value; a tag
    has them as a dict.
    """

    id: str
    kind: Kind
    score: float
    url: str | None = None
    distance: int | None = None
    jaccard: float | None = None
    containment: float | None = None
    first_seen: datetime | None = None
    through: str | None = None
    """The URL, or the id, of the article of the same story that was compared, None for this one."""
    pending: bool = False
    """Whether the match is reserved, not yet committed."""
    evidence: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the index says of a document.

    *matches* are the sources that count, best first: one as a rule, two or more where an
    article is merged from several. For ``unchanged``, they are the sources that the document
    was found to copy on its first visit. For ``original``, *original_of* has the article that
    counted as the original until now, and *reason* says why it no longer does.

    *let_through* tells of a copy that is kept all the same: ``"copy"`` as one of the first copies
    of its story, ``"audit"`` as a sample, ``"guard"`` because far more are dropped than can be
    right. *candidates* is the number of documents that it was compared with.

    *story* is the id of the story that it tells, 16 hex digits: the same for an article and all of
    its copies, whichever of them is the original. None where there is no text.
    """

    kind: Kind
    matches: tuple[Match, ...] = ()
    original_of: tuple[Match, ...] = ()
    reason: Reason | None = None
    let_through: str | None = None
    candidates: int = 0
    story: str | None = None

    @property
    def match(self) -> Match | None:
        """The best source, None where there is none."""
        return self.matches[0] if self.matches else None

    @property
    def score(self) -> float | None:
        """The best source's score."""
        return self.matches[0].score if self.matches else None

    @property
    def distance(self) -> int | None:
        """The best source's SimHash distance in bits."""
        return self.matches[0].distance if self.matches else None

    @property
    def copy_kind(self) -> Kind | None:
        """How the document copies its best source, now or on its first visit; None if it
        is no copy.
        """
        return self.matches[0].kind if self.matches else None

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain str, int, float and None, as tags and command output show it."""
        best = self.match
        return {
            "verdict": self.kind.value,
            "match": best.id if best else None,
            "match_url": best.url if best else None,
            "match_kind": best.kind.value if best else None,
            "match_through": best.through if best else None,
            "matches": [match.id for match in self.matches],
            "score": _rounded(best.score) if best else None,
            "distance": best.distance if best else None,
            "jaccard": _rounded(best.jaccard) if best else None,
            "containment": _rounded(best.containment) if best else None,
            "first_seen": best.first_seen.isoformat() if best and best.first_seen else None,
            "evidence": {name: _rounded(value) for name, value in best.evidence} if best else {},
            "original_of": [match.url or match.id for match in self.original_of],
            "original_by": self.reason.value if self.reason else None,
            "let_through": self.let_through,
            "story": self.story,
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
