"""From a text to its fingerprint."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scrapy_neardup.compiled import require_version
from scrapy_neardup.core.errors import SchemeMismatch
from scrapy_neardup.core.fingerprints import (
    characters,
    common_words,
    features,
    segment,
    sketch,
    synonyms,
)
from scrapy_neardup.core.fingerprints.characters import HAN, HANGUL, OTHER
from scrapy_neardup.core.fingerprints.normalize import VERSION as NORMAL_VERSION
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.profile import VERSION as PROFILE_VERSION
from scrapy_neardup.core.fingerprints.profile import Profile, profile
from scrapy_neardup.core.fingerprints.simhash import simhash

try:
    import scrapy_neardup.core.fingerprints.kernel as kernel  # noqa: PLR0402 - tells missing from broken
except ModuleNotFoundError:
    # Installed without a compiler: the same values in more time.
    kernel = None  # type: ignore[assignment]
else:
    require_version(kernel, (NORMAL_VERSION, features.VERSION, PROFILE_VERSION, sketch.VERSION))

if TYPE_CHECKING:
    from scrapy_neardup.core.fingerprints.segment import Cut
    from scrapy_neardup.core.fingerprints.synonyms import Synonyms
    from scrapy_neardup.core.scheme import Scheme


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What is kept of a text to recognise its copies.

    ``digest``: 16 bytes, equal for texts with equal letters and numbers in their normal form.
    ``length``: letters and digits of the normal form, a Chinese, Japanese or Korean character
    counting as two. ``simhash``: 64 bits, or None for a text with too few features.
    ``sketch``: see :mod:`.sketch`, or None as well. ``profile``: what a query is judged by and
    is not stored, None without a sketch.
    """

    digest: bytes
    length: int
    simhash: int | None
    sketch: bytes | None
    profile: Profile | None = field(default=None, compare=False, repr=False)


class _Parts(NamedTuple):
    """What a fingerprint is made of; *spoken* is what its digest is of."""

    spoken: bytes
    length: int
    simhash: int | None = None
    sketch: bytes | None = None
    profile: Profile | None = None


class Fingerprinter:
    """Turns texts into fingerprints, always the same one for the same text and scheme.

    May be pickled and shared by threads. Dictionaries are loaded with the first text.
    """

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def __call__(self, text: str, title: str | None = None) -> Fingerprint:
        """Return the fingerprint of *text*, whatever the text.

        Raises SchemeMismatch if the scheme's dictionary of synonyms is gone or has changed.
        *title* has no part in it yet: reposts change titles more than texts.
        """
        normal = normalize(text, simplify=self.scheme.simplify)
        cut = segment.cutter(self.scheme.segmenter)
        if kernel is None or self.scheme.synonyms:
            parts = self._by_arrays(normal, cut)
        else:
            parts = self._by_kernel(normal, cut)
        return Fingerprint(
            digest=hashlib.blake2b(parts.spoken, digest_size=16).digest(),
            length=parts.length,
            simhash=parts.simhash,
            sketch=parts.sketch,
            profile=parts.profile,
        )

    def _by_kernel(self, text: str, cut: Cut) -> _Parts:
        assert kernel is not None
        form, tokens = kernel.read(text, cut, *characters.tables())
        spoken, length = kernel.spoken(form, tokens)
        words, simhash = kernel.words(tokens)
        if len(words) < self.scheme.min_features:
            return _Parts(spoken, length)
        grams, gram_starts, phrases = kernel.grams(form, tokens)
        rare, rare_starts, rare_kinds = kernel.rare_words(form, tokens, common_words.table())
        known = Profile(grams, gram_starts, rare, rare_starts, rare_kinds, words, phrases)
        sampled = kernel.sample(
            grams, gram_starts, rare, rare_starts, rare_kinds, sketch.GRAMS, sketch.RARE
        )
        return _Parts(spoken, length, simhash, sketch.encode(known, sampled), known)

    def _by_arrays(self, text: str, cut: Cut) -> _Parts:
        form = features.read(text)
        tokens = features.tokens(form, cut)
        points = form.points[form.kinds != OTHER]
        wide = int(np.count_nonzero((form.kinds >= HAN) & (form.kinds <= HANGUL)))
        # 1 2 and 12 are the same characters, so the digest has the lengths of numbers too.
        numbers = tokens.lengths[tokens.kinds == features.NUMBER]
        spoken = points.astype("<u4", copy=False).tobytes() + numbers.astype("<u4").tobytes()
        length = len(points) + wide
        if self.scheme.synonyms:
            form, tokens = self._synonyms().replaced(form, tokens)
        words, counts = features.counted(tokens.hashes)
        if len(words) < self.scheme.min_features:
            return _Parts(spoken, length)
        known = profile(form, tokens, words)
        encoded = sketch.encode(known, sketch.sample_items(known))
        return _Parts(spoken, length, simhash(words, counts), encoded, known)

    def _synonyms(self) -> Synonyms:
        files = self.scheme.synonym_files
        remedy = (
            "put the index's own back, or give NEARDUP_SYNONYMS, or scan's --synonyms, its files"
        )
        try:
            known = synonyms.load(files)
        except ValueError as error:
            raise SchemeMismatch(f"{error}; {remedy}") from error
        if known.digest != self.scheme.synonyms:
            raise SchemeMismatch(
                f"the synonyms in {', '.join(files)} are not those that the index was made with; "
                f"{remedy}"
            )
        return known
