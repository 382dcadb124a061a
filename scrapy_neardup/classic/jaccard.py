"""Exact likeness of sets and of bags, which count their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping


def jaccard(a: Collection[Hashable], b: Collection[Hashable]) -> float:
    """The resemblance ``|A∩B| / |A∪B|`` of two sets, 0 to 1 (Broder 1997, section 2).

    Two empty sets have resemblance 0: they give no reason to call their texts alike.

    >>> jaccard("abcd", "bcde")
    0.6
    """
    a, b = set(a), set(b)
    union = len(a | b)
    return len(a & b) / union if union else 0.0


def containment(a: Collection[Hashable], b: Collection[Hashable]) -> float:
    """The containment ``|A∩B| / |A|`` of *a* in *b*, 0 to 1 (Broder 1997, section 2).

    The containment of an empty set is 0.

    >>> containment("ab", "abcd")
    1.0
    """
    a = set(a)
    return len(a.intersection(b)) / len(a) if a else 0.0


def weighted_jaccard(a: Mapping[Hashable, float], b: Mapping[Hashable, float]) -> float:
    """The weighted resemblance Σ min(a, b) / Σ max(a, b) over weights of 0 or more
    (Ioffe, ICDM 2010, section 1).

    With all weights 1 it is :func:`jaccard`; with counts, the resemblance of bags. Two empty bags
    give 0.

    >>> weighted_jaccard({"x": 2, "y": 1}, {"x": 1})
    0.3333333333333333
    """
    tokens = a.keys() | b.keys()
    largest = sum(max(a.get(token, 0.0), b.get(token, 0.0)) for token in tokens)
    if not largest:
        return 0.0
    return sum(min(a.get(token, 0.0), b.get(token, 0.0)) for token in tokens) / largest
