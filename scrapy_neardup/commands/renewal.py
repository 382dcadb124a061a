"""Documents of an export with new fingerprints, put into an index of another scheme."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy_neardup.addresses import host_of
from scrapy_neardup.commands.transfer import import_values
from scrapy_neardup.core.document import HEAD_KINDS, Kind
from scrapy_neardup.core.index.draft import counted_of
from scrapy_neardup.core.index.record import is_findable

if TYPE_CHECKING:
    from scrapy_neardup.commands.rows import Row
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint
    from scrapy_neardup.core.index.index import Index


class Renewal:
    """Takes documents into *index*, articles first, and leaves what was found of them as it was. The
    frequencies of words are counted anew, by the words of the new fingerprints. *index* has to look
    for rewritten copies, because it makes the tellings of the documents that had one.

    With *keep_runs*, documents count as written by the runs that they name: the caller takes these
    runs over, too. Without it, they count as written by no run.

    ``articles`` and ``copies`` count the documents that were taken. ``textless`` counts the articles
    that have no text, ``lost`` the copies that have neither a text nor an article any more; these
    documents are left out. ``judged_anew`` counts the copies that lost their article and were judged
    by their text. ``told`` counts the documents that had no telling and have one now, ``untold`` those
    that get none for want of a text. ``first_textless`` is the id of the first article without text.
    """

    def __init__(self, index: Index, *, keep_runs: bool, tells: bool) -> None:
        self._index = index
        self._run = None if keep_runs else 0
        self._tells = tells
        self.articles = self.copies = self.textless = self.lost = self.judged_anew = 0
        self.told = self.untold = 0
        self.first_textless: str | None = None

    def take(self, values: dict[str, Any], row: Row) -> None:
        """Take the document of an export's line: its *values*, and *row* as read from it.

        Raises ValueError, KeyError or TypeError if the values are no record.
        """
        kind = Kind(values["kind"])
        self._tells = self._tells or "telling" in values
        if values.get("text") and row.fingerprint is None:
            raise ValueError(row.error)
        has_source = any(
            name is not None and name in self._index for name, _ in values.get("sources", ())
        )
        if kind in HEAD_KINDS and not values.get("text"):
            self.count(values)
            return
        if row.fingerprint is None and not has_source:
            self.lost += 1
            return
        if row.fingerprint is None:
            self.untold += _is_findable(values)
            # Without its text, an elected original is a copy like the others, and no copies of its
            # own can be found by a rewritten copy.
            for name in ("elected", "original", "simhash", "sketch", "telling"):
                values.pop(name, None)
        else:
            row = replace(row, fingerprint=_by_what_it_was_judged(values, row.fingerprint))
            self._renew(values, row, judged=kind is Kind.NEW or has_source)
        if import_values(self._index, values, self._run):
            is_article = Kind(values["kind"]) in HEAD_KINDS
            self.articles += is_article
            self.copies += not is_article
            if is_article and row.fingerprint is not None:
                self._learn(values, row.fingerprint)

    def count(self, values: dict[str, Any]) -> None:
        """Count the document of an export's line without taking it."""
        if Kind(values["kind"]) not in HEAD_KINDS:
            return
        if values.get("text"):
            self.articles += 1
        else:
            self.textless += 1
            self.first_textless = self.first_textless or str(values["id"])

    def _renew(self, values: dict[str, Any], row: Row, *, judged: bool) -> None:
        fingerprint, document = row.fingerprint, row.document
        assert fingerprint is not None
        assert document is not None
        if not judged:
            self.judged_anew += 1
            verdict = self._index.check(document, fingerprint)
            is_copy = verdict.kind.is_copy
            values["kind"] = (verdict.kind if is_copy else Kind.NEW).value
            values.pop("elected", None)
            values.pop("evidence", None)
            values["sources"] = [[match.id, match.score] for match in verdict.matches]
            if is_copy and verdict.kind not in HEAD_KINDS:
                # It told the story of the article that was left out.
                values["story"] = verdict.story
            values.pop("through", None)
            if verdict.match is not None and verdict.match.through is not None:
                # Its URL, which is its id as a rule; else it counts as gone.
                values["through"] = verdict.match.through
        if values["revision"] == values["digest"][:16]:
            values["revision"] = fingerprint.digest[:8].hex()
        values["digest"] = fingerprint.digest.hex()
        had_telling = "telling" in values
        for name in ("simhash", "sketch", "telling"):
            values.pop(name, None)
        if _is_findable(values):
            if fingerprint.simhash is not None:
                values["simhash"] = f"{fingerprint.simhash:016x}"
            if fingerprint.sketch is not None:
                values["sketch"] = b64encode(fingerprint.sketch).decode()
            if self._tells and (telling := self._index.telling_of(fingerprint)):
                values["telling"] = b64encode(telling).decode()
                self.told += not had_telling

    def _learn(self, values: dict[str, Any], fingerprint: Fingerprint) -> None:
        """Count the words of an article, and its terms where rewritten copies are looked for."""
        host = host_of(values.get("url", values["id"]) or values["id"])
        for counted in counted_of(fingerprint, host):
            if self._tells or not counted.is_of_terms:
                self._index.frequencies.learn(counted)


def _is_findable(values: dict[str, Any]) -> bool:
    """Whether the tables lead to the document of an export's line."""
    return is_findable(Kind(values["kind"]), elected=bool(values.get("elected")))


def _by_what_it_was_judged(values: dict[str, Any], fingerprint: Fingerprint) -> Fingerprint:
    """Its new *fingerprint*, by equality only if it was too short to be judged by its likeness."""
    too_short = _is_findable(values) and "simhash" not in values
    return fingerprint.by_equality_only() if too_short else fingerprint
