from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_neardup.core.postings.permuted_tables import PermutedTables, table_counts
from scrapy_neardup.core.postings.posting import (
    MAX_ORDINAL,
    Postings,
    equal,
    ordinal_of,
    posting,
    split,
)
from scrapy_neardup.core.postings.tables import Tables
from scrapy_neardup.core.scheme import Scheme
from scrapy_neardup.core.stores.memory import MemoryStore
from scrapy_neardup.core.stores.store import Change

FINGERPRINTS = st.integers(0, 2**64 - 1)
DESIGNS = [(k, tables) for k in range(1, 7) for tables in list(table_counts(k))[:3]]


@st.composite
def designs(draw):
    k = draw(st.integers(1, 6))
    return PermutedTables(k, draw(st.sampled_from(list(table_counts(k)))))


@given(designs(), FINGERPRINTS)
def test_a_permutation_moves_every_bit_to_one_place(design, fingerprint):
    for permutation in design.permutations:
        single_bits = [permutation(1 << bit) for bit in range(64)]
        assert sorted(single_bits) == [1 << bit for bit in range(64)]
        expected = 0
        for bit in range(64):
            if fingerprint >> bit & 1:
                expected |= single_bits[bit]
        assert permutation(fingerprint) == expected


@given(designs(), FINGERPRINTS, st.data())
def test_fingerprints_within_k_bits_share_a_prefix_in_at_least_one_table(design, one, data):
    flips = data.draw(st.lists(st.integers(0, 63), max_size=design.max_distance, unique=True))
    other = one
    for bit in flips:
        other ^= 1 << bit
    shared = [
        table(one) >> (64 - table.prefix_bits) == table(other) >> (64 - table.prefix_bits)
        for table in design.permutations
    ]
    assert any(shared)


def test_the_table_counts_of_the_paper_for_three_bits():
    assert list(table_counts(3))[:3] == [4, 10, 20]
    assert {p.prefix_bits for p in PermutedTables(3, 4).permutations} == {16}
    assert {p.prefix_bits for p in PermutedTables(3, 10).permutations} == {25, 26}
    assert {p.prefix_bits for p in PermutedTables(3, 20).permutations} == {31, 32, 33}


def test_an_impossible_number_of_tables_is_refused_with_the_possible_ones():
    with pytest.raises(ValueError, match="choose one of 4, 10, 20"):
        PermutedTables(3, 5)
    with pytest.raises(ValueError, match="max_distance is 7"):
        PermutedTables(7, 8)


def test_permuted_keys_are_pinned():
    # Postings on disk rely on these: a change is a new format.
    keys = [table(0x0123456789ABCDEF) for table in PermutedTables(3, 10).permutations]
    digest = 0
    for key in keys:
        digest = (digest * 0x9E3779B97F4A7C15 + key) % 2**64
    assert keys[0] == 0x0123456789ABCDEF
    assert digest == 0x3D7B9116DD0651D6


def _neighbours(rng, centre, most, count):
    """Fingerprints at every distance up to *most* around *centre*, the flips placed at random,
    in one block, and at block borders.
    """
    found = []
    for _ in range(count):
        size = int(rng.integers(0, most + 1))
        where = rng.integers(0, 3)
        if where == 0:
            flips = rng.choice(64, size, replace=False)
        elif where == 1:
            start = int(rng.integers(0, 64 - max(size, 1)))
            flips = np.arange(start, start + size)
        else:
            borders = np.array([0, 12, 13, 15, 16, 25, 26, 31, 32, 47, 48, 51, 52, 63])
            flips = rng.choice(borders, size, replace=False)
        value = centre
        for bit in flips:
            value ^= 1 << int(bit)
        found.append(value)
    return found


def _distances(collection, fingerprint):
    differing = (collection ^ np.uint64(fingerprint)).view(np.uint8)
    return np.unpackbits(differing).reshape(len(collection), 64).sum(axis=1)


@pytest.mark.parametrize(("k", "tables"), DESIGNS)
def test_no_fingerprint_of_a_hundred_thousand_within_k_bits_is_missed(k, tables):
    rng = np.random.default_rng(k * 100 + tables)
    queries = [int(query) for query in rng.integers(0, 2**64, 8, dtype=np.uint64)]
    near = [found for query in queries for found in _neighbours(rng, query, k + 2, 150)]
    background = rng.integers(0, 2**64, 100_000 - len(near), dtype=np.uint64)
    collection = np.concatenate([background, np.array(near, dtype=np.uint64)])
    permutations = PermutedTables(k, tables).permutations
    hits = np.zeros((len(queries), len(collection)), bool)
    for permutation in permutations:
        keys = np.zeros(len(collection), np.uint64)
        for right, mask, left in permutation.moves:
            keys |= ((collection >> np.uint64(right)) & np.uint64(mask)) << np.uint64(left)
        shift = np.uint64(64 - permutation.prefix_bits)
        for row, query in enumerate(queries):
            hits[row] |= keys >> shift == np.uint64(permutation(query)) >> shift
    for row, query in enumerate(queries):
        within = _distances(collection, query) <= k
        assert within.sum() > 10
        assert not (within & ~hits[row]).any()


@pytest.mark.parametrize("bucket_bits", [8, 24, 32])
@pytest.mark.parametrize(("k", "tables"), [(1, 2), (3, 4), (3, 10), (3, 20), (6, 28)])
def test_postings_in_a_store_lead_to_every_fingerprint_within_k_bits(k, tables, bucket_bits):
    rng = np.random.default_rng(bucket_bits)
    queries = [int(query) for query in rng.integers(0, 2**64, 5, dtype=np.uint64)]
    collection = [found for query in queries for found in _neighbours(rng, query, k + 2, 60)]
    collection += rng.integers(0, 2**64, 1000, dtype=np.uint64).tolist()
    layout = Tables(Scheme(max_distance=k, simhash_tables=tables), bucket_bits)
    store = MemoryStore()
    for ordinal, fingerprint in enumerate(collection):
        entries = layout.of_likeness(fingerprint, None)
        store.apply(Change(post=entries.of(ordinal)))
    for query in queries:
        entries = layout.of_likeness(query, None)
        hits = layout.hits(entries, store.members(entries.buckets))
        within = {n for n, found in enumerate(collection) if (found ^ query).bit_count() <= k}
        assert within
        assert within <= set(hits.weights)


@settings(max_examples=200)
@given(FINGERPRINTS, st.integers(8, 32))
def test_a_posting_holds_the_first_bits_of_its_key(key, bits):
    found = posting(7, key, bits)
    (bucket,) = found.buckets
    (tag,) = found.tags
    assert bucket[0] == 7
    assert len(bucket) == 1 + (bits + 7) // 8
    assert int.from_bytes(bucket[1:], "big") == key >> (64 - bits)
    assert int.from_bytes(tag, "big") == key >> (48 - bits) & 0xFFFF
    assert equal(found, b"".join(member for _, member in found.of(9) + found.of(8))) == [8, 9]
    assert equal(Postings([bucket], [bytes(b ^ 1 for b in tag)]), found.of(8)[0][1]) == []
    assert found.of(0x01020304) == [(bucket, tag + b"\x01\x02\x03\x04")]


@given(
    st.sampled_from([32, 26, 20, 14, 8]),
    st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=5, unique=True),
    st.integers(0, 2**32 - 2),
)
def test_a_term_leads_to_documents_of_any_age(bits, terms, ordinal):
    tables = Tables(Scheme(), bits)
    keys = np.array(terms, np.uint32)
    postings = tables.of_terms(keys)
    posts = tables.term_posts(keys, ordinal)
    assert [bucket for bucket, _ in posts] == postings.buckets
    hits = tables.hits(postings, [member for _, member in posts])
    assert hits.weights == {ordinal: len(terms)}
    assert not hits.phrases


@pytest.mark.parametrize("bits", [32, 26, 8])
def test_a_term_has_a_bucket_of_its_own(bits):
    tables = Tables(Scheme(), bits)
    terms = np.array([0x12345678, 0x12345679], np.uint32)
    assert len({*tables.of_terms(terms).buckets}) == 2


@given(st.integers(0, MAX_ORDINAL), st.integers(0, MAX_ORDINAL))
@example(2**27 - 4_096, 2**27 - 1)
@example(2**27 - 1, 2**27)
@example(2**28 - 1, 2**28)
@example(0, MAX_ORDINAL)
def test_whoever_is_newer_comes_no_later(one, other):
    older, newer = sorted((one, other))
    tables, keys = Tables(Scheme()), np.array([7], np.uint32)
    (_, first), (_, second) = (*tables.term_posts(keys, newer), *tables.term_posts(keys, older))
    assert first[:2] <= second[:2]
    together = 4_096 if newer < 2**27 else 2**17
    assert (first[:2] == second[:2]) == (older // together == newer // together)


def test_the_newest_documents_of_a_term_come_first():
    tables, keys = Tables(Scheme()), np.array([7], np.uint32)
    store = MemoryStore()
    ordinals = [3, 4_095, 4_096, 100_000, 1_000_000, 1_000_001, MAX_ORDINAL]
    store.apply(Change(post=[tables.term_posts(keys, ordinal)[0] for ordinal in ordinals]))
    buckets = tables.of_terms(keys).buckets
    (packed,) = store.members(buckets, cap=5)
    # Those of one age, 4,096 documents, in their order.
    newest = [MAX_ORDINAL, 1_000_000, 1_000_001, 100_000, 4_096]
    assert [ordinal_of(member) for member in split(buckets[0], packed)] == newest
