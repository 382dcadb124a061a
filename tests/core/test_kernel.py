"""The compiled kernels give what the array code defines, value for value."""

from __future__ import annotations

import importlib
from dataclasses import fields
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints import fingerprint as module
from scrapy_neardup.core.fingerprints import normalize as normal
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.fingerprints.profile import Profile
from scrapy_neardup.core.index import tables as tables_module
from scrapy_neardup.core.index.permuted_tables import table_counts
from scrapy_neardup.core.index.posting import MAX_BUCKET_BITS, MEMBER, MIN_BUCKET_BITS
from scrapy_neardup.core.index.tables import Tables
from scrapy_neardup.core.scheme import Scheme
from tests.faults.stories import story
from tests.plugin.articles import CLOCK, ORCHARD

pytestmark = pytest.mark.skipif(module.kernel is None, reason="installed without a compiler")

COMPILED = Fingerprinter(Scheme())
# What the steps look at: scripts, cases, digits, the marks of numbers, white space.
PIECES = [
    "图书馆",
    "重新",
    "开门",
    "三百",
    "多名",
    "读者",
    "，。、",
    "1,250",
    "3.",
    "5",
    "3.5",
    "12,34",
    "1,2345",
    "2026年",
    "3级",
    "5G",
    "b2b",
    "RTX",
    "5090",
    "A-Z",
    "The",
    "Old",
    "Harbour,",
    "library",
    "U.S.",
    "McKay/O'Hara",
    "straße",
    "İstanbul",
    "ΣΊΣΥΦΟΣ",
    "Москва",
    "東京",
    "とうきょう",
    "カタカナ",
    "ー",
    "日本語",
    "한국어",
    "ภาษาไทย",
    "ລາວ",
    "١٢٣",
    "४५",
    "２",
    "①",
    "\u200b",
    "\n",
    "\n\n",
    "\t",
    ".",
    ",",
    "-",
    "/",
    "\u3000",
    "ﬁ",
    "Ⅷ",
    "é",
    "é",
    "𠀀",
    "😀",
]
texts = st.lists(st.one_of(st.sampled_from([*PIECES, " "]), st.text(max_size=3)), max_size=80).map(
    "".join
)


def in_arrays(text: str) -> Fingerprint:
    with mock.patch.object(module, "kernel", None), mock.patch.object(normal, "kernel", None):
        return Fingerprinter(Scheme())(text)


def assert_same(text: str) -> None:
    compiled, defined = COMPILED(text), in_arrays(text)
    assert compiled == defined
    assert (compiled.profile is None) == (defined.profile is None)
    if compiled.profile is not None and defined.profile is not None:
        for field in fields(Profile):
            found, wanted = (getattr(each.profile, field.name) for each in (compiled, defined))
            assert found.dtype == wanted.dtype, field.name
            assert np.array_equal(found, wanted), field.name


@settings(max_examples=400)
@given(texts)
@example("")
@example(" a 5")
@example("\n字")
@example("a字" * 600)
def test_any_text(text):
    assert_same(text)


@pytest.mark.parametrize(
    "text",
    [
        *(story(number) for number in range(20)),
        "\n".join("".join(part) for part in ORCHARD),
        "\n".join("".join(part) for part in CLOCK),
        "报道说，" * 5000,
        "".join(map(chr, range(0x20, 0xD800))),
        " ".join(story(number) for number in range(60)),
    ],
)
def test_articles(text):
    assert_same(text)


designs = st.integers(1, 6).flatmap(
    lambda k: st.tuples(st.just(k), st.sampled_from(sorted(table_counts(k))))
)
widths = st.integers(MIN_BUCKET_BITS, MAX_BUCKET_BITS)


@given(designs, widths, widths, st.integers(0, 2**64 - 1), st.integers(0, 20), st.randoms())
def test_postings_and_hits(design, bucket_bits, phrase_bits, simhash, number, random):
    tables = Tables(
        Scheme(max_distance=design[0], simhash_tables=design[1]), bucket_bits, phrase_bits
    )
    sketch = random.choice([None, COMPILED(story(number)).sketch])
    compiled = tables._of_likeness(simhash, sketch)
    with mock.patch.object(tables_module, "kernel", None):
        defined = tables._of_likeness(simhash, sketch)
    assert compiled.buckets == defined.buckets
    assert compiled.tags.tolist() == defined.tags.tolist()

    members = []
    for tag in defined.tags.tolist():
        bucket = np.zeros(random.randrange(4), MEMBER)
        for member in bucket:
            flipped = sum(1 << random.randrange(16) for _ in range(random.randrange(4)))
            member["tag"] = random.choice([tag, tag ^ flipped & 0xFFFF, random.randrange(1 << 16)])
            member["ordinal"] = random.choice([1, 2, random.randrange(2**32)])
        members.append(bucket.tobytes())
    hits = tables.hits(defined, members)
    with mock.patch.object(tables_module, "kernel", None):
        assert tables.hits(defined, members) == hits


@pytest.mark.parametrize(
    ("owner", "name", "other"),
    [(module, "VERSION", (0, 0, 0, 0)), (tables_module, "VERSION", 0)],
)
def test_a_kernel_of_another_version_is_refused(owner, name, other):
    with (
        mock.patch.object(owner.kernel, name, other),
        pytest.raises(ImportError, match="install the package again"),
    ):
        importlib.reload(owner)


def test_buffers_that_do_not_fit_are_refused():
    kernel = tables_module.kernel
    likeness = (7, bytes(24 * 10 * 5), 5, b"", bytes(range(10)), bytes([16] * 10))
    kernel.likeness(*likeness)
    for place, wrong in ((1, bytes(8)), (2, 0), (3, b"1234"), (4, b""), (5, bytes(10))):
        with pytest.raises(ValueError):  # noqa: PT011 - each has a text of its own
            kernel.likeness(*likeness[:place], wrong, *likeness[place + 1 :])
    hits = ([b"b12"], b"12", [bytes(6)], bytes(512), bytes(256), bytes(256), 3)
    kernel.hits(*hits)
    for place, wrong in (
        (0, []),
        (1, b"1"),
        (2, []),
        (2, [b"12345"]),
        (3, b""),
        (4, b""),
        (5, b""),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            kernel.hits(*hits[:place], wrong, *hits[place + 1 :])
    with pytest.raises(IndexError):
        kernel.hits([b""], *hits[1:])
