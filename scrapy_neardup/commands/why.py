"""`scrapy neardup why`: what an index knows of two documents and of what links them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_neardup.commands.indexes import add_index_argument
from scrapy_neardup.commands.terminal import (
    add_json_option,
    bold,
    write_json,
    write_line,
    write_table,
)

if TYPE_CHECKING:
    import argparse

    from scrapy_neardup.commands.project import Project
    from scrapy_neardup.core.index.index import Index
    from scrapy_neardup.core.index.judgement import Retelling
    from scrapy_neardup.core.index.record import Entry, Record
    from scrapy_neardup.core.verdict.thresholds import Thresholds

SUMMARY = "why one document is or is no copy of another"
DESCRIPTION = """\
Print what an index holds of two documents, how they are related, and the evidence. A and B are
ids, as verdicts show them, or URLs.

The evidence is computed anew where the text of one of them was kept (NEARDUP_KEEP_TEXT), with the
scores beside the thresholds of this project. Else it is what the index kept when it judged
the copy: the evidence beside the text that the copy was compared with."""

_GONE = "an article removed since, or whose address has another one now"
_OF_SCORES = ("scores", "held", "missed_by", "lost", "meet")
"""The evidence that is told with the scores."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("a", metavar="A", help="id or URL of a document")
    parser.add_argument("b", metavar="B", help="id or URL of another")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    where = options.project.locate(options.index)
    from scrapy_neardup.commands import nearness
    from scrapy_neardup.commands.indexes import document_named, open_to_read

    project = options.project
    with open_to_read(where, holder="scrapy neardup why", thresholds=project.thresholds) as index:
        a, b = (document_named(index, name) for name in (options.a, options.b))
        known = {"a": _known(index, a), "b": _known(index, b)}
        relation, score = _relation(index, a, b)
        # The later one is the query, as in a crawl.
        copy, source = sorted((a, b), key=lambda entry: (-entry[1].first_seen, -entry[0]))
        thresholds = _thresholds(index, project, copy)
        evidence = _evidence(index, copy, source, thresholds)
        retold = _retold(index, project, copy, source) if score is None else None
        original = _elected(index, a, b) if score is not None else None
    if options.json:
        write_json(
            {
                **known,
                "relation": relation,
                "score": score,
                "original": original,
                "evidence": evidence,
                "retold": nearness.retold_to_dict(retold, thresholds) if retold else None,
            }
        )
        return 0
    write_line(bold(relation + (f" (score {score:.2f})" if score is not None else "")))
    for name, facts in known.items():
        _show_document(name, facts)
    if original is not None:
        _show_original(original)
    unmet = None
    if score is None and not evidence.get("meet", True):
        unmet = nearness.not_met(*(("B", "A") if copy[0] == b[0] else ("A", "B")))
    _show_evidence(evidence, thresholds, retold, unmet)
    return 0


def _show_document(name: str, facts: dict[str, Any]) -> None:
    write_line()
    write_line(bold(name.upper()))
    rows = []
    for key, value in facts.items():
        shown = value if isinstance(value, list) else [value]
        rows += [(key.replace("_", " "), _shown(one)) for one in shown if one is not None]
    write_table(rows, indent="  ")


def _show_original(original: dict[str, Any]) -> None:
    from scrapy_neardup.core.verdict.election import Reason

    write_line()
    by_pages = Reason(original["by"]).is_evidence
    write_line(bold("Original" + (", by what the pages say" if by_pages else "")))
    rows = [(name, original[name]) for name in ("id", "by")]
    rows += [
        ("date not believed", f"{name.upper()}: {fault}")
        for name, fault in original["faults"].items()
    ]
    write_table(rows, indent="  ")


def _show_evidence(
    evidence: dict[str, Any], thresholds: Thresholds, retold: Retelling | None, unmet: str | None
) -> None:
    """Print the *evidence*, with its scores in words; *unmet* says why these count for nothing."""
    from scrapy_neardup.commands import nearness
    from scrapy_neardup.core.rewriting.evidence import in_words
    from scrapy_neardup.core.verdict.verify import Scores

    write_line()
    write_line(bold("Evidence"))
    rest = {name: value for name, value in evidence.items() if name not in _OF_SCORES}
    if "scores" in evidence:
        scores = Scores(**evidence["scores"])
        write_table(nearness.score_rows(scores, thresholds), right=(1,), indent="  ")
        if evidence["held"]:
            write_line(f"  {nearness.held_line(evidence['held'])}")
        if evidence["lost"]:
            write_line(f"  {nearness.lost_line(evidence['lost'])}")
    if unmet is not None:
        write_line(f"  {unmet}")
    if retold is not None:
        write_table(nearness.retold_rows([retold], thresholds), right=(1,), indent="  ")
    if told := in_words(rest):
        write_line(f"  {told}")
    shown = ((name.replace("_", " "), _shown(value)) for name, value in rest.items())
    write_table(shown, indent="  ")


def _known(index: Index, entry: Entry) -> dict[str, Any]:
    from scrapy_neardup.commands.moments import moment

    ordinal, record = entry
    found = {source: original.id for source, original in index.stories.sources_of(record)}
    sources = [
        f"{found.get(source, _GONE)} (score {source.score:.2f})" for source in record.sources
    ]
    return {
        "id": record.id,
        "url": record.url,
        "is": _role(index, entry),
        "resembles" if record.elected else "copy_of": sources or None,
        "compared_with": _compared_with(index, entry),
        "first_seen": moment(record.first_seen),
        "published": moment(record.published) if record.published is not None else None,
        "source_named": record.provenance.credit if record.provenance is not None else None,
        "text_kept": index.kept_text(ordinal) is not None,
    }


def _compared_with(index: Index, entry: Entry) -> str | None:
    """What a document was compared with, where that is not the article that it copies."""
    record = entry[1]
    if not record.sources or record.through is None:
        return None
    found = index.stories.compared(record, record.sources[0])
    return _GONE if found is None else found[1].id


def _role(index: Index, entry: Entry) -> str:
    ordinal, record = entry
    if record.is_head:
        elected, original = index.stories.original_of(entry)
        if elected == ordinal:
            if record.is_copy:
                return f"an article that has another's text among its own ({record.kind})"
            return "an article, no copy of an earlier one"
        return f"the first article of its story, whose original is {original.id}"
    if record.elected:
        head = index.stories.head_of(entry)
        if index.stories.original_of(head)[0] == ordinal:
            return f"the original of its story, seen later than others ({record.kind})"
    return f"a copy ({record.kind})"


def _stands_for(index: Index, entry: Entry) -> int | None:
    """The head of the story whose elected original it is."""
    if not entry[1].elected:
        return None
    head = index.stories.head_of(entry)
    return head[0] if index.stories.original_of(head)[0] == entry[0] else None


def _elected(index: Index, a: Entry, b: Entry) -> dict[str, Any]:
    """Which of the two the pages' own evidence speaks for."""
    from scrapy_neardup.core.verdict.election import elect

    first, second = sorted((a, b), key=lambda entry: (entry[1].first_seen, entry[0]))
    claimants = [index.stories.claimant(record) for _, record in (first, second)]
    winner, reason = elect(claimants[0], claimants[1])
    won = (first if winner is claimants[0] else second)[1]
    faults = {
        name: fault.value
        for name, (_, record) in (("a", a), ("b", b))
        if (fault := index.stories.claimant(record).date_fault) is not None
    }
    return {"id": won.id, "by": reason.value, "faults": faults}


def _relation(index: Index, a: Entry, b: Entry) -> tuple[str, float | None]:
    if a[0] == b[0]:
        return "A and B are the same document", None
    scores_a, scores_b = (_scores(index, record) for _, record in (a, b))
    stood_for_a, stood_for_b = _stands_for(index, a), _stands_for(index, b)
    if b[0] in scores_a and b[0] != stood_for_a:
        return f"A is {_copy_of(index, a, b, 'B')}", round(scores_a[b[0]], 4)
    if a[0] in scores_b and a[0] != stood_for_b:
        return f"B is {_copy_of(index, b, a, 'A')}", round(scores_b[a[0]], 4)
    if stood_for_b is not None and (stood_for_b == a[0] or stood_for_b in scores_a):
        score = scores_b[a[0]] if stood_for_b == a[0] else scores_a[stood_for_b]
        return "B is the original of A", round(score, 4)
    if stood_for_a is not None and (stood_for_a == b[0] or stood_for_a in scores_b):
        score = scores_a[b[0]] if stood_for_a == b[0] else scores_b[stood_for_a]
        return "A is the original of B", round(score, 4)
    shared = [ordinal for ordinal in scores_a if ordinal in scores_b]
    if shared:
        original = index.record_at(shared[0])
        name = original.id if original else _GONE
        return f"A and B are copies of {name}", None
    return "Neither was judged a copy of the other", None


def _scores(index: Index, record: Record) -> dict[int, float]:
    """The ordinals of what a document copies: of articles, or, if the best of these is gone, of the text by
    which it was found, which has all of it or tells its story.
    """
    scores = {source.ordinal: source.score for source, _ in index.stories.sources_of(record)}
    if record.sources and record.through is not None:
        best = record.sources[0]
        if best.ordinal not in scores and (text := index.stories.compared(record, best)):
            scores[text[0]] = best.score
    return scores


def _copy_of(index: Index, copy: Entry, source: Entry, name: str) -> str:
    """What *copy* is beside *source*, which is called *name*: the article of its story, or the text by
    which it was found if that article is gone.
    """
    from scrapy_neardup.core.document import Kind

    record, kind = copy[1], copy[1].kind
    if kind is Kind.EXTENDED:
        return f"an article that has the text of {name} among its own ({kind})"
    link = next((one for one in record.sources if one.ordinal == source[0]), None)
    if link is None:
        return f"a copy of {name} ({kind}), of whose story the first article was removed since"
    compared = index.stories.compared(record, link)
    if compared is None or (kind is Kind.EXACT and record.digest != compared[1].digest):
        # What it was compared with is gone, or has another text now.
        return f"a copy of an article that tells the story of {name} ({kind})"
    if compared[0] == source[0] or not compared[1].is_rewritten:
        return f"a copy of {name} ({kind})"
    return f"a copy of a rewritten copy of {name} ({kind})"


def _thresholds(index: Index, project: Project, copy: Entry) -> Thresholds:
    """What *copy* has to reach by the settings of *project*, which may have some for its host."""
    return project.criteria_on(copy[1].host).thresholds or index.thresholds


def _evidence(index: Index, copy: Entry, source: Entry, thresholds: Thresholds) -> dict[str, Any]:
    from scrapy_neardup.commands import nearness
    from scrapy_neardup.core.document import Document, Kind
    from scrapy_neardup.core.fingerprints import simhash, sketch
    from scrapy_neardup.core.verdict import verify

    (_, first), (_, second) = copy, source
    found: dict[str, Any] = {"equal_text": first.digest == second.digest}
    distance = simhash.distance_if_any(first.simhash, second.simhash)
    if distance is not None:
        found["distance"] = distance
    if first.sketch is not None and second.sketch is not None:
        phrases, others = (
            set(sketch.phrase_keys(one).tolist()) for one in (first.sketch, second.sketch)
        )
        found["shared_phrases"] = len(phrases & others)
        found["phrases"] = [len(phrases), len(others)]
    kept = _kept_evidence(copy, source) | _kept_evidence(source, copy)
    if kept and Kind.REWRITTEN in (first.kind, second.kind):
        # What the text shares with its source's grams was not what decided.
        return found | kept
    # Only one of them may have a text.
    for (ordinal, record), (_, other) in ((copy, source), (source, copy)):
        text = index.kept_text(ordinal)
        if text is None or other.sketch is None:
            continue
        query = index.fingerprinter(text.text, text.title or None)
        evidence = nearness.judged(index, query, other, between=(first, second))
        if evidence is None:
            continue
        found["evidence_of"] = "the kept text"
        if evidence.distance is not None:
            found["distance"] = evidence.distance
        found |= nearness.evidence(evidence)
        concluded = verify.conclude([evidence], thresholds)
        found["judged_alone"] = concluded[0].kind.value if concluded else "no copy"
        (scores,) = verify.scores([evidence])
        if scores is not None:
            found |= nearness.scores_to_dict(evidence, scores, thresholds)
            asked = Document(record.id, text.text, url=record.url, title=text.title or None)
            found["meet"] = nearness.meets(index, asked, query, other)
        return found
    return found | kept


def _retold(index: Index, project: Project, copy: Entry, source: Entry) -> Retelling | None:
    """How surely *copy* tells the story of *source* in other words; None where a crawl would not
    compare them, or where the text of *copy* was not kept.
    """
    from scrapy_neardup.core.document import Document

    (ordinal, record), (found, _) = copy, source
    text = index.kept_text(ordinal)
    if text is None:
        return None
    document = Document(
        record.id,
        text.text,
        url=record.url,
        title=text.title or None,
        criteria=project.criteria_on(copy[1].host),
    )
    retellings = index.retellings(document)
    return next((one for one in retellings if one.ordinal == found), None)


def _kept_evidence(copy: Entry, source: Entry) -> dict[str, Any]:
    """The evidence of *copy*'s verdict, {} unless it was compared with *source*."""
    from scrapy_neardup.core.verdict import kept_evidence

    record = copy[1]
    best = record.compared_with(record.sources[0]) if record.sources else None
    if record.evidence is None or best != source[0]:
        return {}
    reasons = kept_evidence.unpack(record.evidence)
    return {
        "evidence_of": "the verdict",
        **{name: round(value, 3) for name, value in reasons.items()},
    }


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " and ".join(map(str, value))
    if isinstance(value, float):
        # Counts among the evidence, which is kept in floating point, look like counts.
        return f"{value:g}"
    return "" if value is None else str(value)
