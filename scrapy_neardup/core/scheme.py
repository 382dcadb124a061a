"""The parameters that must be equal for two stored fingerprints to be comparable."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from scrapy_neardup.core.fingerprints import segment, synonyms, versions
from scrapy_neardup.core.locations import real_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import Self


@dataclass(frozen=True)
class Scheme:
    """The parameters by which texts become fingerprints and fingerprints become tables.

    An index carries the scheme that it was made with and can't be opened with another.
    """

    segmenter: str = "rjieba"
    """The segmenter that finds the words in Chinese: a name in :data:`.segment.SEGMENTERS`."""
    simplify: bool = True
    """Whether traditional Chinese is brought to simplified, so that both match."""
    min_features: int = 16
    """A text with fewer different words gets no SimHash and no sketch, only its digest."""
    max_distance: int = 3
    """k: the SimHash tables find every fingerprint that differs in at most k bits."""
    simhash_tables: int = 10
    """T: the number of SimHash tables."""
    synonyms: str = ""
    """Digest of the dictionary of :mod:`.synonyms`; empty for none."""
    synonym_files: tuple[str, ...] = field(default=(), compare=False)
    """Paths of that dictionary's files; not compared."""
    normalization: int = versions.NORMAL_FORM
    features: int = versions.FEATURES
    profile: int = versions.PROFILE
    sketch: int = versions.SKETCH
    terms: int = versions.TERMS

    def __post_init__(self) -> None:
        if self.segmenter not in segment.SEGMENTERS:
            allowed = " or ".join(map(repr, segment.SEGMENTERS))
            raise ValueError(f"Scheme.segmenter is {self.segmenter!r}: use {allowed}")
        if self.min_features < 1:
            raise ValueError(
                f"Scheme.min_features is {self.min_features!r}: use 1 or more, a text without "
                "features has no fingerprint"
            )

    def with_synonyms(self, files: Sequence[str]) -> Self:
        """A copy of this scheme with the dictionary in *files*, without one if there are none.

        Raises :exc:`ValueError` as :func:`.synonyms.load`.
        """
        paths = tuple(str(real_path(file)) for file in files)
        digest = synonyms.load(paths).digest if paths else ""
        return replace(self, synonyms=digest, synonym_files=paths)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON types."""
        return {**asdict(self), "synonym_files": list(self.synonym_files)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The scheme that :meth:`to_dict` wrote.

        Raises :exc:`ValueError` naming the fields that are missing or unknown, as an index of
        another version of this package has.
        """
        known = {one.name for one in fields(cls)}
        if wrong := sorted(known.symmetric_difference(values)):
            raise ValueError(
                f"the scheme has other fields than this version knows: {', '.join(wrong)}"
            )
        return cls(**{**values, "synonym_files": tuple(values["synonym_files"])})

    def same_fingerprints(self, other: Scheme) -> bool:
        """Whether both give every text the same fingerprint; their tables may differ."""
        return not replace(
            self, max_distance=other.max_distance, simhash_tables=other.simhash_tables
        ).differing(other)

    def other_versions(self) -> list[str]:
        """A line for each step whose version is not the one of this package."""
        current = replace(
            self,
            normalization=versions.NORMAL_FORM,
            features=versions.FEATURES,
            profile=versions.PROFILE,
            sketch=versions.SKETCH,
            terms=versions.TERMS,
        )
        return self.differences(current)

    def differences(self, other: Scheme) -> list[str]:
        """A line for each field whose value differs, with both values, self's first."""
        mine, theirs = self.to_dict(), other.to_dict()
        return [
            f"{name}: {mine[name]!r} against {theirs[name]!r}" for name in self.differing(other)
        ]

    def differing(self, other: Scheme) -> list[str]:
        """The names of the fields whose values differ."""
        mine, theirs = self.to_dict(), other.to_dict()
        return [name for name in mine if mine[name] != theirs[name] and name != "synonym_files"]
