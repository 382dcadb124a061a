"""`scrapy neardup query`: what an index says of one text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy_neardup.addresses import host_of
from scrapy_neardup.commands.errors import CommandError
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

    from scrapy_neardup.commands.texts import Text
    from scrapy_neardup.core.document import Match, Verdict
    from scrapy_neardup.core.rewriting.telling import Telling

SUMMARY = "judge one text, file or page against an index"
DESCRIPTION = """\
Say what the index says of one text, changing nothing. SOURCE is a file (plain text, or a page,
whose article is read), the http or https address of a page, which is fetched, or - for standard
input; with --text, the text itself.

Verdicts are those of a crawl with the project's settings, except that none is "unchanged" or
"updated": the text has no id of its own here, so a known article comes out as an exact copy of
itself. A plain text says nothing of its origin, so only a page can be the "original"
(NEARDUP_KEEP). Of a text that copies none, the articles that it was compared with are told, with
the scores that it has and would need; where rewritten copies are looked for, also those whose story
it may tell in other words."""
_NO_ID = ""
_MOST_NEAREST = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_index_argument(parser)
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="a file, an address, or -")
    parser.add_argument("--text", metavar="TEXT", help="the text itself, instead of SOURCE")
    parser.add_argument("--encoding", metavar="NAME", help="encoding of the file or page")
    add_json_option(parser)


def run(options: argparse.Namespace) -> int:
    if (options.source is None) == (options.text is None):
        options.parser.error("give SOURCE or --text, one of them")
    from scrapy_neardup.commands import nearness
    from scrapy_neardup.commands.indexes import to_judge_by
    from scrapy_neardup.core.document import Kind
    from scrapy_neardup.core.rewriting.search import Rewriting

    where = options.project.locate(options.index)
    with to_judge_by(where, options.project, holder="scrapy neardup query") as index:
        asked = _asked(options)
        document = asked.document(_NO_ID, index)
        criteria = options.project.criteria_on(host_of(document.url or ""))
        document = replace(document, criteria=criteria)
        fingerprint = index.fingerprinter(document.text, document.title)
        verdict = index.check(document, fingerprint, policy=options.project.policy)
        nearest, retold = [], []
        if not (verdict.matches or verdict.original_of):
            nearest = index.nearest(document, fingerprint)[:_MOST_NEAREST]
            retold = index.retellings(document, fingerprint)[:_MOST_NEAREST]
        thresholds = criteria.thresholds or index.thresholds
        passed_over = None
        if verdict.kind is Kind.NEW and index.thresholds.rewriting:
            passed_over = _why_passed_over(Rewriting(index.frequencies).telling(fingerprint))
    if options.json:
        answer = {**verdict.to_dict(), "matches": [_match(match) for match in verdict.matches]}
        near = [nearness.to_dict(one, thresholds) for one in nearest]
        told_again = [nearness.retold_to_dict(one, thresholds) for one in retold]
        answer = {"source": asked.name, **answer, "nearest": near, "retellings": told_again}
        write_json({**answer, "not_looked_up_as_rewritten": passed_over})
        return 0
    _show_verdict(verdict)
    if nearest:
        write_line("compared, and no copy of:")
        write_table(nearness.rows(nearest, thresholds), right=(2,))
    if retold:
        write_line("compared sentence by sentence, and not rewritten from:")
        write_table(nearness.retold_rows(retold, thresholds), right=(1,))
    if passed_over is not None:
        write_line(f"not looked up as a rewritten copy: {passed_over}")
    return 0


def _asked(options: argparse.Namespace) -> Text:
    """The text to judge. Raises CommandError if it is empty or can't be read."""
    from scrapy_neardup.commands.texts import Text, read_text

    if options.text is not None:
        asked = Text("the text", options.text)
    else:
        asked = read_text(
            options.source,
            None,
            options.encoding,
            extractor=options.project.extractor,
            hint="name a file, an http or https address, or - for standard input",
        )
    if not (asked.text or "").strip():
        problem = "--text is empty" if options.source is None else f"{asked.name} has no text"
        raise CommandError(f"{problem}; give a text to look for")
    return asked


def _show_verdict(verdict: Verdict) -> None:
    from scrapy_neardup.core.rewriting.evidence import in_words

    write_line(bold(str(verdict.kind)))
    matches = verdict.matches or verdict.original_of
    if not matches:
        return
    if verdict.original_of:
        write_line(f"by the rule {verdict.reason}, it is the original of:")
    rows = [("kind", "score", "distance", "containment", "first seen", "source")]
    rows += [
        (
            str(match.kind),
            f"{match.score:.2f}",
            "" if match.distance is None else str(match.distance),
            "" if match.containment is None else f"{match.containment:.2f}",
            match.first_seen.strftime("%Y-%m-%d %H:%M") if match.first_seen else "",
            (match.url or match.id)
            + (f" (compared with {match.through})" if match.through else ""),
        )
        for match in matches
    ]
    write_table(rows, right=(1, 2, 3))
    for match in matches:
        if told := in_words(dict(match.evidence)):
            write_line(told)


def _why_passed_over(telling: Telling | None) -> str | None:
    """Why a text with this *telling* is not looked up as a rewritten copy; None if it is."""
    from scrapy_neardup.core.rewriting.layout import LEAST_SENTENCES, LEAST_TERMS
    from scrapy_neardup.core.rewriting.search import LEAST_ARTICLES, can_judge

    if telling is None:
        return f"it has fewer than {LEAST_SENTENCES} sentences, or than {LEAST_TERMS} terms"
    if not can_judge(telling):
        return (
            f"the index has counted {telling.known} articles of its language, for which there is "
            f"no word list, and {LEAST_ARTICLES} are needed"
        )
    return None


def _match(match: Match) -> dict[str, Any]:
    return {
        "id": match.id,
        "url": match.url,
        "kind": match.kind.value,
        "score": round(match.score, 4),
        "distance": match.distance,
        "jaccard": match.jaccard,
        "containment": match.containment,
        "first_seen": match.first_seen.isoformat() if match.first_seen else None,
        "evidence": dict(match.evidence),
    }
