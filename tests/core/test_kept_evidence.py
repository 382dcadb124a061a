from __future__ import annotations

import re
from inspect import getsource

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup import Document, Kind, NearDupIndex
from scrapy_neardup.core.document import Match
from scrapy_neardup.core.index.record import MAX_EVIDENCE
from scrapy_neardup.core.rewriting.evidence import Evidence
from scrapy_neardup.core.verdict import verify
from scrapy_neardup.core.verdict.kept_evidence import NAMES, NOT_KEPT, pack, unpack

from .index.articles import article


def test_every_reason_of_a_verdict_is_kept_in_few_bytes():
    with NearDupIndex.in_memory() as index:
        index.check_and_add(Document("a", article(1)))
        match = index.check_and_add(Document("b", f"{article(1)} {article(7)[:80]}")).match
        record = index.get("b")
    assert match is not None
    assert match.evidence
    kept = unpack(record.evidence)
    reasons = dict(match.evidence)
    assert set(reasons) <= set(kept) <= set(NAMES)
    for name, value in reasons.items():
        assert kept[name] == pytest.approx(value, abs=1 / 500)
    assert kept["distance"] == match.distance
    assert kept["containment"] == pytest.approx(match.containment, abs=1 / 500)
    assert len(record.evidence) <= 1 + 2 * len(NAMES) <= MAX_EVIDENCE


def test_each_reason_that_a_verdict_may_have_is_kept_or_known_to_be_lost():
    source = getsource(verify.reasons) + getsource(Evidence.items)
    reasons = set(re.findall(r'\("(\w+)",', source))
    assert reasons - NOT_KEPT == {*NAMES} - {"distance", "jaccard", "containment"}
    assert reasons >= NOT_KEPT


def test_an_equal_text_needs_no_evidence():
    with NearDupIndex.in_memory() as index:
        index.check_and_add(Document("a", article(1)))
        assert index.check_and_add(Document("b", article(1))).kind is Kind.EXACT
        assert index.get("b").evidence is None


@given(st.dictionaries(st.sampled_from(NAMES[3:]), st.floats(0, 1)), st.integers(0, 64))
def test_what_is_packed_comes_out_again(reasons, distance):
    match = Match("a", Kind.SPUN, 0.9, distance=distance, evidence=tuple(reasons.items()))
    kept = unpack(pack(match))
    assert kept.keys() == {*reasons, "distance"}
    assert kept["distance"] == distance


def test_a_large_number_is_kept_as_the_largest_that_a_byte_holds():
    match = Match("a", Kind.SPUN, 0.9, evidence=(("numbers", 300), ("density", 1.2)))
    assert unpack(pack(match)) == {"numbers": 255.0, "density": 1.02}


@given(st.binary(max_size=MAX_EVIDENCE))
def test_other_bytes_do_no_harm(data):
    assert set(unpack(data)) <= set(NAMES)


def test_reasons_of_a_later_version_are_left_out():
    assert unpack(bytes([1, 0, 12, len(NAMES), 5])) == {"distance": 12.0}
    assert unpack(b"\x02\x00\x0c") == unpack(b"") == {}
    # The last value is missing.
    assert unpack(bytes([1, 0, 12, 1])) == {"distance": 12.0}
