"""The profile of a text: its sketch is drawn from it, and a query is judged by it.

Grams, short windows of text, show how much of one article is in another, and where. Rare words,
which no thesaurus has, show whether it is the same story: a spinner replaces what
it has synonyms for and leaves numbers, names and terms, while another report in the same words
(a stock notice, a weather table) has other numbers and names.

The *skeleton* is what a spinner leaves alone: the function words (:mod:`.function_words`), a unit
for each number, comma and end of a sentence, and one for whatever else stands between these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

GRAM_WEIGHT = 6
"""A gram is the shortest run of units that weighs this much, a character of Chinese, Japanese,
Korean or Thai weighing 2 and a word 4: three characters, or two words. Shorter ones are common to
all texts, longer ones break at every replaced word."""
ANCHOR_SHARE = 4
"""One gram in four, chosen by its hash, is an anchor."""
PHRASE_GAP = 12
"""A phrase is an anchor and the next anchor that starts at least this weight after it. What stands
between them may change. One phrase in common is as selective as four equal rows of a MinHash
band, but local: half an article has half of its phrases, not the fourth power of that."""

SKELETON_GRAM = 8
FEWEST_FUNCTION_WORDS = 3
"""A gram of the skeleton has SKELETON_GRAM units, of which at least FEWEST_FUNCTION_WORDS are
function words: numbers and commas alone are the skeleton of any table."""

SHORT = 2
"""The most digits of a short number."""
TERM_WORDS = 7
"""The most words in a row with letters that are terms of a Chinese or Japanese text: a longer run is
a text of its own, as on a page in two languages."""
LONGEST_PHONE_NUMBER = 24
"""The most characters of a phone number, with its hyphens."""

NAME, NUMBER, SHORT_NUMBER = 1, 2, 3
"""Kinds of rare words. A short number has one digit or two and agrees by chance; all words that are
no numbers count as names."""


class Topics:
    """What :func:`.titles.topics` returns, found when it is first asked for: most texts have no look-alike on their
    host. *find* makes it; if it is None, *found* is it. Pickling finds it, too.
    """

    __slots__ = ("_find", "_found")

    def __init__(
        self,
        find: Callable[[], NDArray[np.uint8] | None] | None,
        found: NDArray[np.uint8] | None = None,
    ) -> None:
        self._find, self._found = find, found

    def subjects(self) -> NDArray[np.uint8] | None:
        """The subjects of the text with the words of its title, None if it repeats none of these."""
        # Another thread may find the same meanwhile.
        find = self._find
        if find is not None:
            self._found = find()
            self._find = None
        return self._found

    def __reduce__(self) -> tuple[type[Topics], tuple[None, NDArray[np.uint8] | None]]:
        return Topics, (None, self.subjects())


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """The arrays of one text.

    ``grams``: hashes of the different grams, in order of first occurrence; ``gram_starts``:
    index of their first character. ``rare``, ``rare_starts``: the same for rare words;
    ``rare_kinds``: see :data:`NAME`. ``words``: hashes of all different words, sorted. ``phrases``:
    hashes of all different phrases, sorted. ``skeleton``: hashes of all different grams of the
    skeleton, sorted. ``subjects``: for each gram, the number of the name that it is part of, if the
    text is Chinese and repeats that name (:mod:`.surnames`), else 0. ``language``: two letters, "" if
    it is not known. ``topics``: the subjects together with the words of its title that the text
    repeats (:mod:`.titles`), None without a title.
    """

    grams: NDArray[np.uint64]
    gram_starts: NDArray[np.int64]
    rare: NDArray[np.uint64]
    rare_starts: NDArray[np.int64]
    rare_kinds: NDArray[np.uint8]
    words: NDArray[np.uint64]
    phrases: NDArray[np.uint64]
    skeleton: NDArray[np.uint64]
    subjects: NDArray[np.uint8]
    language: str = ""
    topics: Topics | None = None

    @property
    def phrase_keys(self) -> list[int]:
        """Its phrases as 32-bit keys, in the order by which sketches choose them."""
        keys: list[int] = self.phrases.astype(np.uint32).tolist()
        return keys
