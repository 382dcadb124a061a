"""Permuted tables: every fingerprint within k bits, found without a scan.

After Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007,
section 3. A fingerprint is cut into m blocks. If two fingerprints differ in at most k < m bits,
at least m - k of the blocks are equal in both. So there are T = C(m, k) tables, one for every
choice of m - k blocks: each moves its blocks to the front, and two fingerprints within k bits
share that whole prefix in at least one table.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

FINGERPRINT_BITS = 64
MAX_DISTANCE = 6
_MAX_TABLES = 100


@dataclass(frozen=True, slots=True)
class Permutation:
    """One table's permutation π of the fingerprint's bits, made of whole blocks.

    *prefix_bits* is p: fingerprints within k bits share their first p permuted bits in at
    least one of the tables. *moves* are (right shift, mask, left shift), one a block.
    """

    prefix_bits: int
    moves: tuple[tuple[int, int, int], ...]

    def __call__(self, fingerprint: int) -> int:
        permuted = 0
        for right, mask, left in self.moves:
            permuted |= ((fingerprint >> right) & mask) << left
        return permuted


@dataclass(frozen=True)
class PermutedTables:
    """The tables for Hamming distance *max_distance* (k, 1 to 6), *tables* (T) in number.

    T has to be C(m, k) for some m > k: ``table_counts(k)`` lists the choices. More tables
    have longer prefixes, hence fewer chance candidates, and cost more postings a document.

    Raises ValueError for a k or T that has no design.
    """

    max_distance: int
    tables: int

    def __post_init__(self) -> None:
        counts = table_counts(self.max_distance)
        if self.tables not in counts:
            allowed = ", ".join(map(str, counts))
            raise ValueError(
                f"no design of {self.tables} tables finds all within {self.max_distance} bits; "
                f"choose one of {allowed} tables"
            )

    @cached_property
    def permutations(self) -> tuple[Permutation, ...]:
        """The T permutations, in a fixed order that stored postings rely on."""
        blocks = table_counts(self.max_distance)[self.tables]
        width, wider = divmod(FINGERPRINT_BITS, blocks)
        widths = [width + 1] * wider + [width] * (blocks - wider)
        ends = [FINGERPRINT_BITS - sum(widths[:block]) for block in range(blocks)]
        permutations = []
        for front in combinations(range(blocks), blocks - self.max_distance):
            order = [*front, *(block for block in range(blocks) if block not in front)]
            left = FINGERPRINT_BITS
            moves = []
            for block in order:
                left -= widths[block]
                moves.append((ends[block] - widths[block], (1 << widths[block]) - 1, left))
            permutations.append(Permutation(sum(widths[b] for b in front), tuple(moves)))
        return tuple(permutations)

    @cached_property
    def packed_moves(self) -> tuple[bytes, int]:
        """The right shifts of all tables' blocks, their masks and their left shifts, 64 bits
        each, and the number of blocks m.
        """
        moves = [move for permutation in self.permutations for move in permutation.moves]
        parts = array("Q", [move[part] for part in range(3) for move in moves])
        return parts.tobytes(), len(self.permutations[0].moves)


def table_counts(max_distance: int) -> dict[int, int]:
    """The possible numbers of tables for *max_distance*, each with its number of blocks.

    >>> table_counts(3)
    {4: 4, 10: 5, 20: 6, 35: 7, 56: 8, 84: 9}
    """
    if not 1 <= max_distance <= MAX_DISTANCE:
        raise ValueError(f"max_distance is {max_distance}; it has to be 1 to {MAX_DISTANCE}")
    return {
        comb(blocks, max_distance): blocks
        for blocks in range(max_distance + 1, 13)
        if comb(blocks, max_distance) <= _MAX_TABLES
    }


def default_tables(max_distance: int) -> int:
    """The number of tables that is taken if none is asked for: the second smallest design, 10 for
    k = 3.
    """
    return list(table_counts(max_distance))[1]
