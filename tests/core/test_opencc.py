"""OpenCC's tables are part of every fingerprint of Chinese, and no part of the scheme."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from opencc import OpenCC

HAN = [*range(0x2E80, 0xA000), *range(0xF900, 0xFB00), *range(0x20000, 0x323B0)]


@pytest.mark.parametrize(
    ("configuration", "digest"), [("t2s", "2058d9e672fc4396"), ("tw2s", "1dc60bf44d7e9335")]
)
def test_the_installed_opencc_simplifies_each_character_as_those_before_it(configuration, digest):
    # If it does not, raise NORMAL_FORM, and the least version that pyproject.toml allows.
    simplified = OpenCC(configuration).convert("\n".join(map(chr, HAN)))
    assert len(simplified.split("\n")) == len(HAN)
    assert blake2b(simplified.encode(), digest_size=8).hexdigest() == digest
