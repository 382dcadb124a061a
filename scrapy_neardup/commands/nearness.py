"""By how much a text misses being a copy, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.rewriting.evidence import in_words
from scrapy_neardup.core.verdict.evidence import at_home, judge, prepare
from scrapy_neardup.core.verdict.notices import MOST_SCORED
from scrapy_neardup.core.verdict.verify import reasons, whole_points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_neardup.core.document import Document
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.judgement import Compared, Retelling
    from scrapy_neardup.core.index.record import Record
    from scrapy_neardup.core.verdict.evidence import Evidence
    from scrapy_neardup.core.verdict.thresholds import Thresholds
    from scrapy_neardup.core.verdict.verify import Scores

_MOST_LOST, _LEAST_LOST = 3, 0.5
"""The most readings that are named for a low score, and the least points that each lacks."""


def judged(
    index: Index,
    query: Fingerprint,
    record: Record,
    *,
    between: tuple[Record, Record] | None = None,
) -> Evidence | None:
    """The evidence that a text is a copy of a document of *index*, by how rare words are there. The
    index's tables need not lead from one to the other. None if either is too short.

    *between* are the records of the copy and of its source: *record* is one of them, *query* the text
    of the other. None if the two are of no host.
    """
    if query.profile is None:
        return None
    is_of_host = False
    if between is not None:
        copy, source = between
        is_of_host = copy.host == source.host != "" and copy.id != source.id
    prepared = prepare(query.profile, index.frequencies, is_of_host=is_of_host)
    found = judge(query, record.simhash, record.sketch, prepared, is_of_host=is_of_host)
    if found is not None and between is not None and index.is_at_home(*between, found):
        return at_home(found)
    return found


def meets(index: Index, document: Document, fingerprint: Fingerprint, record: Record) -> bool:
    """Whether a query for *document* leads to the article of *record* in *index* at all."""
    return any(one.record.id == record.id for one in index.nearest(document, fingerprint))


def not_met(later: str, earlier: str) -> str:
    """Why a text called *later* is no copy of the one called *earlier*, whatever its scores are."""
    return (
        f"but no query leads from {later} to {earlier}: too few bits of SimHash and phrases are the "
        "same"
    )


def to_dict(compared: Compared, thresholds: Thresholds) -> dict[str, Any]:
    """The comparison with one article as JSON types; *missed_by* is 0 for a copy."""
    record, found, scores = compared.record, compared.evidence, compared.scores
    return {
        "id": record.id,
        "url": record.url,
        **scores_to_dict(found, scores, thresholds),
        "distance": found.distance,
        "evidence": evidence(found),
    }


def scores_to_dict(found: Evidence, scores: Scores, thresholds: Thresholds) -> dict[str, Any]:
    """The *scores* of the evidence *found* as JSON types; *missed_by* is 0 for a copy."""
    return {
        "scores": {"whole": round(scores.whole, 4), "part": round(scores.part, 4)},
        "held": scores.held,
        "missed_by": round(scores.missed_by(thresholds), 4),
        "lost": lost(found, scores, thresholds),
    }


def lost(found: Evidence, scores: Scores, thresholds: Thresholds) -> list[dict[str, Any]]:
    """The three readings that keep the score as a whole down most, as JSON types; [] if it is reached, or held."""
    if scores.whole >= thresholds.whole or scores.held:
        return []
    counted = sorted(whole_points(found).items(), key=lambda one: -one[1].lost)
    return [
        {
            "reading": name,
            "value": round(one.reading, 4),
            "points": round(one.gives, 2),
            "of": one.most,
        }
        for name, one in counted[:_MOST_LOST]
        if one.lost >= _LEAST_LOST
    ]


def lost_line(lost: list[dict[str, Any]]) -> str:
    """What is said of readings that keep a score down."""
    told = (
        f"{one['reading']} {one['value']:.2f} ({one['points']:.1f} of {one['of']:.1f})"
        for one in lost
    )
    return f"for a whole copy, most points are lost by {', '.join(told)}"


def held_line(held: str) -> str:
    """What is said of scores that are *held* for this reason."""
    return f"held at {MOST_SCORED:.2f} at most: {held}"


def score_rows(scores: Scores, thresholds: Thresholds) -> list[tuple[str, ...]]:
    """A table, without a head, of both scores beside the thresholds."""
    return [
        (
            how,
            f"{score:.2f}",
            f"of {least:.2f}",
            "reached" if score >= least else f"missed by {least - score:.2f}",
        )
        for how, score, least in (
            ("as a whole", scores.whole, thresholds.whole),
            ("in part", scores.part, thresholds.part),
        )
    ]


def evidence(found: Evidence) -> dict[str, float]:
    """The reasons of a comparison by name."""
    likeness = {"jaccard": found.overlap.jaccard, "containment": found.overlap.containment}
    return {name: round(value, 4) for name, value in (likeness | dict(reasons(found))).items()}


def rows(compared: Iterable[Compared], thresholds: Thresholds) -> list[tuple[str, ...]]:
    """A table, with a head, of articles, each with its scores beside the thresholds."""
    found: list[tuple[str, ...]] = [("as a whole", "in part", "missed by", "source")]
    found += [
        (
            f"{one.scores.whole:.2f} of {thresholds.whole:.2f}",
            f"{one.scores.part:.2f} of {thresholds.part:.2f}",
            f"{one.scores.missed_by(thresholds):.2f}",
            one.record.url or one.record.id,
        )
        for one in compared
    ]
    return found


def retold_to_dict(retelling: Retelling, thresholds: Thresholds) -> dict[str, Any]:
    """The comparison with an article that may be told in other words, as JSON types."""
    record = retelling.record
    return {
        "id": record.id,
        "url": record.url,
        "score": round(retelling.score, 4),
        "missed_by": round(max(thresholds.rewritten - retelling.score, 0.0), 4),
        "evidence": {name: round(value, 4) for name, value in retelling.evidence.items()},
    }


def retold_rows(retellings: Iterable[Retelling], thresholds: Thresholds) -> list[tuple[str, ...]]:
    """A table, with a head, of articles that may be told in other words: for each its score beside
    the threshold, and the evidence.
    """
    found: list[tuple[str, ...]] = [("rewritten", "missed by", "why", "source")]
    found += [
        (
            f"{one.score:.2f} of {thresholds.rewritten:.2f}",
            f"{max(thresholds.rewritten - one.score, 0.0):.2f}",
            in_words(dict(one.evidence.items())),
            one.record.url or one.record.id,
        )
        for one in retellings
    ]
    return found
