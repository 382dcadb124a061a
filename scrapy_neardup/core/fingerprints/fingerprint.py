"""From a text to its fingerprint."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from scrapy_neardup.core.errors import SchemeMismatch
from scrapy_neardup.core.fingerprints import features, segment, sketch, synonyms
from scrapy_neardup.core.fingerprints.characters import HAN, HANGUL, OTHER
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.profile import Profile, profile
from scrapy_neardup.core.fingerprints.simhash import simhash

if TYPE_CHECKING:
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
        form = features.read(normalize(text, simplify=self.scheme.simplify))
        tokens = features.tokens(form, segment.cutter(self.scheme.segmenter))
        spoken = form.points[form.kinds != OTHER]
        wide = int(np.count_nonzero((form.kinds >= HAN) & (form.kinds <= HANGUL)))
        # 1 2 and 12 are the same characters, so the digest has the lengths of numbers too.
        numbers = tokens.lengths[tokens.kinds == features.NUMBER]
        digest = hashlib.blake2b(spoken.astype("<u4", copy=False).tobytes(), digest_size=16)
        digest.update(numbers.astype("<u4").tobytes())
        length = len(spoken) + wide
        if self.scheme.synonyms:
            form, tokens = self._synonyms().replaced(form, tokens)
        words, counts = features.counted(tokens.hashes)
        if len(words) < self.scheme.min_features:
            return Fingerprint(digest.digest(), length, None, None)
        known = profile(form, tokens, words)
        return Fingerprint(
            digest=digest.digest(),
            length=length,
            simhash=simhash(words, counts),
            sketch=sketch.encode(known),
            profile=known,
        )

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
