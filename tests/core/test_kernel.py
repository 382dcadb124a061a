"""The compiled kernel gives what the array code defines, value for value."""

from __future__ import annotations

from dataclasses import fields
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_neardup.core.fingerprints import fingerprint as module
from scrapy_neardup.core.fingerprints.fingerprint import Fingerprint, Fingerprinter
from scrapy_neardup.core.fingerprints.profile import Profile
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
    with mock.patch.object(module, "kernel", None):
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


def test_a_kernel_of_another_version_is_refused():
    import importlib

    with (
        mock.patch.object(module.kernel, "VERSIONS", (0, 0, 0)),
        pytest.raises(ImportError, match="install the package again"),
    ):
        importlib.reload(module)
