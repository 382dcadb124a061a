"""The kernel of postings computes what its reference defines, value for value."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_neardup.compiled import is_compiled
from scrapy_neardup.core.fingerprints.sketch import phrase_keys
from scrapy_neardup.core.postings import reference, tables
from scrapy_neardup.core.postings.permuted_tables import PermutedTables, table_counts
from scrapy_neardup.core.postings.posting import (
    MAX_BUCKET_BITS,
    MIN_BUCKET_BITS,
    TAG_BITS,
    UNTAGGED,
)
from scrapy_neardup.core.postings.tables import Tables
from scrapy_neardup.core.scheme import Scheme

PACKAGE = "scrapy_neardup.core.postings"
compiled = pytest.mark.skipif(not is_compiled(PACKAGE), reason="installed without a compiler")
kernel = importlib.import_module(f"{PACKAGE}.{'kernel' if is_compiled(PACKAGE) else 'reference'}")
both = pytest.mark.parametrize(
    "code", [pytest.param(kernel, id="kernel", marks=compiled), pytest.param(reference)]
)

designs = st.integers(1, 6).flatmap(
    lambda k: st.builds(PermutedTables, st.just(k), st.sampled_from(sorted(table_counts(k))))
)
LIKENESS = (7, bytes(24 * 10 * 5), 5, b"", bytes(range(10)), bytes([16] * 10))
HITS = ([b"b12"], [b"12"], [bytes(6)], bytes(512), bytes(256), bytes(256), 3)


@compiled
@given(
    designs,
    st.integers(0, 2**64 - 1),
    st.lists(st.binary(min_size=4, max_size=4), max_size=20).map(b"".join),
    st.data(),
)
def test_a_text_has_the_same_postings(design, simhash, phrases, data):
    moves, blocks = design.packed_moves
    count = design.tables + len(phrases) // 4
    numbers = data.draw(st.binary(min_size=count, max_size=count))
    widths = data.draw(st.lists(st.integers(1, 48), min_size=count, max_size=count).map(bytes))
    given_both = (simhash, moves, blocks, phrases, numbers, widths)
    assert kernel.likeness(*given_both) == reference.likeness(*given_both)


@st.composite
def buckets(draw):
    """Some buckets with members, near their postings' tags and far from them."""
    found, tags, members = [], [], []
    for _ in range(draw(st.integers(0, 8))):
        table = draw(st.integers(0, 4)) | draw(st.sampled_from([0, UNTAGGED]))
        tagged = 0 if table & UNTAGGED else 2
        tag = draw(st.binary(min_size=2, max_size=2))
        near = st.sampled_from([tag, bytes([tag[0], tag[1] ^ 1]), bytes([tag[0] ^ 0x80, tag[1]])])
        member = st.builds(
            lambda tag, ordinal, size=tagged: tag[:size] + ordinal.to_bytes(4, "big"),
            near | st.binary(min_size=2, max_size=2),
            st.sampled_from([0, 1, 2]) | st.integers(0, 2**32 - 1),
        )
        found.append(bytes([table]) + draw(st.binary(min_size=1, max_size=4)))
        tags.append(tag[:tagged])
        members.append(b"".join(draw(st.lists(member, max_size=5))))
    return found, tags, members


@compiled
@given(
    buckets(),
    st.binary(min_size=10, max_size=10),
    st.lists(st.integers(0, 16), min_size=5, max_size=5).map(bytes),
    st.lists(st.integers(0, 3), min_size=5, max_size=5).map(bytes),
    st.integers(0, 5) | st.integers(0, 5).map(UNTAGGED.__or__),
    st.integers(0, 4),
)
def test_members_have_the_same_hits(given_buckets, masks, radii, weights, phrase_table, least):
    given_both = (
        *given_buckets,
        masks.ljust(512, b"\xff"),
        radii.ljust(256, b"\0"),
        weights.ljust(256, b"\1"),
        phrase_table,
        least,
    )
    found, wanted = kernel.hits(*given_both), reference.hits(*given_both)
    assert found == wanted
    # Also in the order in which they were met, which decides nothing, but costs nothing.
    assert [list(part) for part in found] == [list(part) for part in wanted]


@both
@pytest.mark.parametrize(
    ("place", "wrong"), [(1, bytes(8)), (2, 0), (3, b"1234"), (4, b""), (5, bytes(10))]
)
def test_parts_of_a_likeness_that_do_not_fit_are_refused(code, place, wrong):
    code.likeness(*LIKENESS)
    with pytest.raises(ValueError, match=r"bytes of moves|widths|bits"):
        code.likeness(*LIKENESS[:place], wrong, *LIKENESS[place + 1 :])


@both
@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (0, []),
        (1, [b"1"]),
        (1, []),
        (2, []),
        (2, [b"12345"]),
        (3, b""),
        (4, b""),
        (5, b""),
    ],
)
def test_buckets_that_do_not_fit_are_refused(code, place, wrong):
    code.hits(*HITS)
    with pytest.raises(ValueError, match=r"tags|radii|bytes"):
        code.hits(*HITS[:place], wrong, *HITS[place + 1 :])


@both
def test_members_without_tags_are_all_near(code):
    ordinals = [7, 2**32 - 2]
    packed = b"".join(ordinal.to_bytes(4, "big") for ordinal in ordinals)
    rigid = b"\xff" * 512, bytes(256), bytes([1]) * 256
    bucket = bytes([UNTAGGED | 3]) + b"abcd"
    assert code.hits([bucket], [b""], [packed], *rigid, UNTAGGED | 3) == (
        {7: 1, 2**32 - 2: 1},
        {7: 1, 2**32 - 2: 1},
    )
    with pytest.raises(ValueError, match="a tag of 2 bytes"):
        code.hits([bucket], [b"12"], [packed], *rigid, 3)
    with pytest.raises(ValueError, match="a bucket of 6 bytes"):
        code.hits([bucket], [b""], [packed[:6]], *rigid, 3)


@both
def test_a_bucket_without_a_table_is_refused(code):
    with pytest.raises(IndexError):
        code.hits([b""], *HITS[1:])


widths = st.integers(MIN_BUCKET_BITS, MAX_BUCKET_BITS)


@given(designs, widths, st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
def test_hits_are_the_members_near_a_posting(design, bucket_bits, simhash, random):
    """Against the definition in the bits of the whole SimHash, without buckets and tags."""
    layout = Tables(
        Scheme(max_distance=design.max_distance, simhash_tables=design.tables),
        bucket_bits,
    )
    postings = layout.of_likeness(simhash, None)
    others = [simhash]
    for _ in range(40):
        others.append(random.choice(others) ^ 1 << random.randrange(64))
    members = [b""] * len(postings)
    for ordinal, other in enumerate(others):
        theirs = layout.of_likeness(other, None).of(ordinal)
        for place, (bucket, member) in enumerate(theirs):
            if bucket == postings.buckets[place]:
                members[place] += member
    expected: dict[int, int] = {}
    for table in design.permutations:
        width = min(bucket_bits, table.prefix_bits)
        seen = max(table.prefix_bits, width + TAG_BITS)
        for ordinal, other in enumerate(others):
            apart = table(simhash) ^ table(other)
            in_tag = apart >> (64 - width - TAG_BITS) & 0xFFFF
            if apart >> (64 - min(table.prefix_bits, width + TAG_BITS)) == 0 and (
                in_tag.bit_count() <= design.max_distance
            ):
                expected[ordinal] = expected.get(ordinal, 0) + tables.WHOLE
        assert seen >= width
    assert layout.hits(postings, members).weights == expected


def test_phrases_are_posted_in_a_table_of_their_own():
    layout = Tables(Scheme())
    sketch = _sketch()
    keys = phrase_keys(sketch)
    postings = layout.of_likeness(0, sketch)
    phrases = [bucket for bucket in postings.buckets if bucket[0] == layout.phrase_table]
    assert [bucket[1:] for bucket in phrases] == [int(key).to_bytes(4, "big") for key in keys]
    assert layout.hits(postings, [member for _, member in postings.of(9)]).phrases == {
        9: len(phrases)
    }


@both
def test_a_phrase_that_no_other_member_has_weighs_twice_as_much(code):
    def member(tag: bytes, ordinal: int) -> bytes:
        return tag + ordinal.to_bytes(4, "big")

    buckets, tags = [b"\x03a", b"\x03b", b"\x03c", b"\x04a"], [b"12"] * 4
    members = [
        member(b"12", 1),
        member(b"12", 1) + member(b"12", 2),
        # Another tag is another phrase.
        member(b"12", 3) + member(b"13", 4),
        # It is no phrase.
        member(b"12", 5),
    ]
    rigid = b"\xff" * 512, bytes(256), bytes([1]) * 256
    weights, phrases = code.hits(buckets, tags, members, *rigid, 3)
    assert weights == {1: 3, 2: 1, 3: 2, 5: 1}
    assert phrases == {1: 2, 2: 1, 3: 1}


def test_one_phrase_leads_to_near_texts_and_two_to_any():
    found = tables.Hits({1: 2, 2: 2, 3: 2, 4: 3}, {1: 1, 2: 2, 4: 1})
    assert found.may_be_copied(1, 16, 3)
    assert not found.may_be_copied(1, 17, 3)
    assert found.may_be_copied(1, 17, 18)
    assert found.may_be_copied(2, 40, 3)
    assert found.may_be_copied(2, None, 3)
    assert found.may_be_copied(3, 3, 3)
    assert not found.may_be_copied(3, 4, 3)
    assert not found.may_be_copied(4, None, 3)


def _sketch() -> bytes:
    from scrapy_neardup.core.fingerprints.fingerprint import Fingerprinter
    from tests.faults.stories import story

    sketch = Fingerprinter(Scheme())(story(1)).sketch
    assert sketch is not None
    return sketch
