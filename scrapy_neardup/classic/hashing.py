"""Stable 64-bit hashes of tokens: Python's own differ from process to process."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Union

import numpy as np

from scrapy_neardup.core.fingerprints.splitmix64 import MASK, mix

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

# Evaluated at run time, where Python 3.10 has no | of a type and a name in quotes.
Token = Union[str, bytes, int, tuple["Token", ...]]  # noqa: UP007
"""The types that can be hashed; a tuple is a shingle of other tokens."""


def token_hash(token: Token) -> int:
    """64 bits of BLAKE2b of *token*, the same in every process and on every machine.

    1, "1", b"1" and (1,) are four different tokens. Raises TypeError for other types.
    """
    return int.from_bytes(hashlib.blake2b(_encode(token), digest_size=8).digest(), "big")


def token_hashes(tokens: Iterable[Token] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The hashes of the different *tokens*, ascending.

    An array of uint64 holds hashes already; their quality is up to the caller. Raises TypeError
    for an array of another type.
    """
    if isinstance(tokens, np.ndarray):
        if tokens.dtype != np.uint64:
            raise TypeError(f"an array of tokens has uint64 hashes, not {tokens.dtype}")
        return np.unique(tokens)
    distinct = set(tokens)
    return np.sort(np.fromiter(map(token_hash, distinct), np.uint64, len(distinct)))


def seeds(count: int, seed: int) -> NDArray[np.uint64]:
    """The first *count* different numbers that *seed* gives, each to select a hash function."""
    start = np.uint64(seed & MASK)
    return mix(mix(start.reshape(1)) ^ np.arange(1, count + 1, dtype=np.uint64))


def _encode(token: Token) -> bytes:
    if isinstance(token, str):
        return b"s" + token.encode("utf-8", "surrogatepass")
    if isinstance(token, bytes):
        return b"b" + token
    if isinstance(token, int):
        return b"i" + str(int(token)).encode()
    if isinstance(token, tuple):
        parts = [_encode(part) for part in token]
        return b"t" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    raise TypeError(
        f"can't hash a token of type {type(token).__name__} the same way everywhere; "
        "use str, bytes, int or tuples of them"
    )
