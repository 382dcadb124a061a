"""Turns texts into fingerprints."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scrapy_neardup.compiled import kernel_of
from scrapy_neardup.core.errors import SchemeMismatch
from scrapy_neardup.core.fingerprints import (
    common_words,
    features,
    sketch,
    synonyms,
    titles,
    versions,
)
from scrapy_neardup.core.fingerprints.function_words import function_words
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.numbers import numbers_of
from scrapy_neardup.core.fingerprints.profile import Profile, Topics
from scrapy_neardup.core.fingerprints.terms import Terms, terms_of
from scrapy_neardup.core.rarity.word_lists import word_lists

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray
    from typing_extensions import Self

    from scrapy_neardup.core.fingerprints import reference as kernel
    from scrapy_neardup.core.fingerprints.synonyms import Synonyms
    from scrapy_neardup.core.scheme import Scheme
else:
    kernel = kernel_of("scrapy_neardup.core.fingerprints", versions.KERNEL)


class Likeness(NamedTuple):
    """What similar texts are found and judged by; all None for a text with too few features."""

    simhash: int | None = None
    sketch: bytes | None = None
    profile: Profile | None = None
    terms: Terms | None = None


@dataclass(frozen=True)
class Fingerprint:
    """What is kept of a text to recognise its copies.

    ``digest``: 16 bytes, equal for texts with equal letters and numbers in their normal form.
    ``length``: letters and digits of the normal form, a Chinese, Japanese or Korean character
    counting as two. ``simhash``: 64 bits, or None for a text with too few features. ``sketch``:
    see :mod:`.sketch`, or None as well. ``profile``: what a query is judged by; it is not stored,
    and None without a sketch. ``terms``: the terms by which rewritten copies are found, None if
    nobody looks for these, or without a sketch.

    If a :class:`Fingerprinter` made the fingerprint, the last four are computed together when one
    of them is first used: equal texts are told by their digest alone, in a fraction of the time.
    Pickling computes them, too.
    """

    digest: bytes
    length: int
    simhash: int | None
    sketch: bytes | None
    profile: Profile | None = field(default_factory=lambda: None, compare=False, repr=False)
    terms: Terms | None = field(default_factory=lambda: None, compare=False, repr=False)

    @classmethod
    def of_digest(cls, digest: bytes, length: int, likeness: Callable[[], Likeness]) -> Self:
        """A fingerprint whose other parts come from *likeness*, called at their first use."""
        made = cls.__new__(cls)
        vars(made).update(digest=digest, length=length, _likeness=likeness)
        return made

    def by_equality_only(self) -> Fingerprint:
        """The fingerprint by which only equal texts are found; computes nothing."""
        return Fingerprint(self.digest, self.length, None, None)

    def complete(self) -> Self:
        """The same fingerprint with all its parts computed, for a thread or process that has the
        time.
        """
        _ = self.sketch
        return self

    if not TYPE_CHECKING:  # Else any name would pass for an attribute.

        def __getattr__(self, name: str) -> Any:
            """A part that is not computed yet; Python calls this for absent attributes only."""
            if name not in Likeness._fields:
                raise AttributeError(f"a Fingerprint has no {name!r}", name=name, obj=self)
            values = vars(self)
            # Another thread may have been faster. Both get the same.
            likeness = values.get("_likeness")
            if likeness is not None:
                values.update(likeness()._asdict())
                values.pop("_likeness", None)
            return values[name]

    def __reduce__(self) -> tuple[type[Fingerprint], tuple[object, ...]]:
        parts = (self.digest, self.length, self.simhash, self.sketch, self.profile, self.terms)
        return type(self), parts


class Fingerprinter:
    """Turns texts into fingerprints, always the same one for the same text and scheme.

    May be pickled and shared by threads. Dictionaries are loaded with the first text that needs
    them. With *terms*, a fingerprint has those, too.
    """

    def __init__(self, scheme: Scheme, *, terms: bool = False) -> None:
        self.scheme = scheme
        self._terms = terms

    def __getstate__(self) -> dict[str, Any]:
        # The dictionary is large, and may be read again.
        return {name: value for name, value in vars(self).items() if name != "_synonyms"}

    def __call__(self, text: str, title: str | None = None) -> Fingerprint:
        """The fingerprint of *text*, whatever the text.

        Raises SchemeMismatch if the scheme's dictionary of synonyms is gone or has changed.
        *title* tells what a query is about, and has no part in what is stored: reposts change titles more
        than texts.
        """
        known = self._synonyms if self.scheme.synonyms else None
        form = features.read(normalize(text, simplify=self.scheme.simplify))
        spoken, length = kernel.spoken(form)
        digest = hashlib.blake2b(spoken, digest_size=16).digest()
        return Fingerprint.of_digest(digest, length, partial(self._likeness, form, known, title))

    def _likeness(self, form: kernel.Text, known: Synonyms | None, title: str | None) -> Likeness:
        form, tokens = self._tokens_of(form, known)
        words, simhash = kernel.words(tokens)
        if len(words) < self.scheme.min_features:
            return Likeness()
        grams, gram_starts, phrases = kernel.grams(form, tokens)
        language = word_lists().language_of(words)
        number_starts, number_ends, number_hashes, number_kinds = numbers_of(
            form, tokens, japanese=language == "ja"
        )
        rare, rare_starts, rare_kinds = kernel.rare_words(
            form,
            tokens,
            common_words.table(),
            word_lists().of(language).words,
            number_starts,
            number_ends,
            number_hashes,
            number_kinds,
        )
        skeleton = kernel.skeleton(form, tokens, function_words(), number_starts, number_ends)
        subjects = (
            kernel.subjects(form, common_words.table(), gram_starts)
            if language == "zh"
            else np.zeros(len(grams), np.uint8)
        )
        topics = (
            Topics(partial(self._topics, title, known, subjects, tokens, gram_starts))
            if title
            else None
        )
        profile = Profile(
            grams,
            gram_starts,
            rare,
            rare_starts,
            rare_kinds,
            words,
            phrases,
            skeleton,
            subjects,
            language,
            topics,
        )
        sampled = kernel.sample(
            grams, gram_starts, rare, rare_starts, rare_kinds, sketch.GRAMS, sketch.RARE
        )
        found = terms_of(form, tokens, language=language) if self._terms else None
        return Likeness(simhash, sketch.encode(profile, sampled), profile, found)

    def _topics(
        self,
        title: str,
        known: Synonyms | None,
        subjects: NDArray[np.uint8],
        tokens: kernel.Tokens,
        gram_starts: NDArray[np.int64],
    ) -> NDArray[np.uint8] | None:
        """See :func:`.titles.topics`."""
        form = features.read(normalize(title, simplify=self.scheme.simplify))
        _, words = self._tokens_of(form, known)
        return titles.topics(subjects, words, tokens, gram_starts)

    def _tokens_of(
        self, form: kernel.Text, known: Synonyms | None
    ) -> tuple[kernel.Text, kernel.Tokens]:
        """A text with the words of a class of synonyms replaced, and its words."""
        tokens = features.tokens(form, self.scheme.segmenter)
        return (form, tokens) if known is None else kernel.replaced(form, tokens, known.leaders)

    @cached_property
    def _synonyms(self) -> Synonyms:
        """The dictionary, read once: a crawl goes on with it if its file changes or goes away meanwhile."""
        files = self.scheme.synonym_files
        remedy = "put the index's own back, or give a scheme with its files"
        try:
            known = synonyms.load(files)
        except ValueError as error:
            raise SchemeMismatch(f"{error}; {remedy}", about=["synonyms"]) from error
        if known.digest != self.scheme.synonyms:
            raise SchemeMismatch(
                f"the synonyms in {', '.join(files)} are not those that the index was made with; "
                f"{remedy}",
                about=["synonyms"],
            )
        return known
