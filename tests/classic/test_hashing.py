from __future__ import annotations

import numpy as np
import pytest

from scrapy_neardup.classic import BottomK, IMatch, MinHash, simhash, token_hash, token_hashes


def test_hashes_stay_as_they_are():
    assert token_hash("海港") == 16340115890996638104
    assert token_hash(("a", "b")) == 9960331372092157786
    assert token_hash(7) == 2898747209538923093
    assert token_hash(b"a") == 17167558229750344826


def test_signatures_and_sketches_stay_as_they_are():
    assert MinHash(4).signature(["a", "b"]).tolist() == [
        12618904067568188445,
        17011218043459767152,
        11297157973117901959,
        12982195787146444798,
    ]
    assert BottomK(2).sketch("abc").tolist() == [4983264702196384647, 12618904067568188445]
    assert simhash("abcdefg") == 12696992245877431702
    assert [s.hex() if s else s for s in IMatch(lexica=2).signatures("abcdefghij")] == [
        "96858f5e7b494d8fa2837f2aeb3b8ce9",
        "3c865c4fe4c86695e89cd10831a97433",
        "dca3ff7eb0255168e57e41953bc535cf",
    ]


def test_tokens_of_different_types_are_different():
    assert len({token_hash(token) for token in (1, "1", b"1", (1,), ("1",), ((1,),))}) == 6


def test_nested_tuples_do_not_run_together():
    assert token_hash(("ab", "c")) != token_hash(("a", "bc"))
    assert token_hash((("a",), "b")) != token_hash((("a", "b"),))


def test_half_a_surrogate_pair_is_a_token_too():
    assert token_hash("\ud800") != token_hash("\ud801")


def test_hashes_of_a_set_are_distinct_and_ascending():
    hashes = token_hashes(["b", "a", "b"])
    assert hashes.tolist() == sorted({token_hash("a"), token_hash("b")})
    assert token_hashes(np.array([3, 1, 3], np.uint64)).tolist() == [1, 3]


def test_a_token_without_a_stable_hash_is_refused():
    with pytest.raises(TypeError, match=r"frozenset.*use str"):
        token_hash(frozenset("ab"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"uint64.*int64"):
        token_hashes(np.array([1], np.int64))  # type: ignore[arg-type]
