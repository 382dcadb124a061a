"""The scores and the length that a copy has to reach."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Thresholds:
    """What a copy has to reach: the least score, in [0, 1], of each way of copying, and the least
    *length* of its text, in letters and digits of the normal form, where a Chinese, Japanese or
    Korean character counts as two. Rewritten copies are looked for with *rewriting* only.

    An index applies *rewriting*, and *ttl*, to all documents: sources that it first saw more than
    *ttl* seconds ago no longer count.
    """

    whole: float = 0.5
    part: float = 0.4
    length: int = 40
    rewritten: float = 0.5
    rewriting: bool = True
    ttl: float | None = None

    @property
    def scores(self) -> dict[str, float]:
        """The least scores by name."""
        return {"whole": self.whole, "part": self.part, "rewritten": self.rewritten}

    def differences(self, other: Thresholds) -> list[str]:
        """What differs from *other*, as texts for people."""
        mine, others = asdict(self), asdict(other)
        return [f"{name}: {mine[name]} against {others[name]}" for name in self.differing(other)]

    def differing(self, other: Thresholds) -> list[str]:
        """The names of the fields whose values differ."""
        mine, others = asdict(self), asdict(other)
        return [name for name in mine if mine[name] != others[name]]


PRESETS = {
    "balanced": Thresholds(),
    "strict": Thresholds(0.7, 0.8, rewritten=0.65),
    "eager": Thresholds(0.25, 0.25, rewritten=0.3),
}
"""What each costs and finds is measured by benchmarks/quality."""


def require_thresholds(given: object) -> None:
    """Raise TypeError for what are no thresholds, as the name of a preset."""
    if not isinstance(given, Thresholds):
        name = given if given in (*PRESETS,) else "balanced"
        raise TypeError(f"thresholds={given!r}: give Thresholds, or PRESETS[{name!r}]")
