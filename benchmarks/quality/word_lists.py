"""Make the table of common words from the lists of wordfreq.

    pip install wordfreq==3.1.1
    python -m benchmarks.quality.word_lists

Writes scrapy_neardup/core/rarity/word_lists.bin. For each language it has at most 8,000 words, of two
characters or more, that can count as rare words. It has the terms by which rewritten copies are found:
those of the 5,000 commonest words, 20,000 in Chinese, and the numbers that many articles have, which
are years and numbers of two figures. And it has the 60 commonest words as the language's marks.
Japanese and Korean texts are read as pairs of characters, so their marks are common pairs of endings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice
from math import exp
from pathlib import Path

from wordfreq import get_frequency_dict
from wordfreq.numbers import digit_freq

from scrapy_neardup.core import rarity
from scrapy_neardup.core.fingerprints import characters, reference
from scrapy_neardup.core.fingerprints.normalize import normalize
from scrapy_neardup.core.fingerprints.spelling import respelled
from scrapy_neardup.core.fingerprints.terms import reference as terms_reference
from scrapy_neardup.core.rarity.word_lists import packed

LANGUAGES = [
    "zh",
    "en",
    "ja",
    "ko",
    "de",
    "fr",
    "es",
    "pt",
    "it",
    "nl",
    "ru",
    "uk",
    "pl",
    "cs",
    "sk",
    "hu",
    "ro",
    "bg",
    "el",
    "tr",
    "sv",
    "da",
    "nb",
    "fi",
    "id",
    "ms",
    "vi",
    "ar",
    "fa",
    "he",
    "hi",
    "ur",
]
MOST_WORDS = 8000
WORDS_OF_TERMS = {"zh": 20_000}
"""The number of words with terms; 5,000 for other languages. There, terms are stems of six letters,
which stand for many words; Chinese has no stems."""
LEAST_OF_NUMBER = 0.003
"""The least share of articles that have a number, if the number is on the list."""
MARKS = 60
ARTICLE = 300
"""The number of words of an article."""
PAIRS = {
    "ja": "した して いる ます です った から こと ない れた には では ると いた され する という よう との"
    " ため また など まで よる よう によ",
    "ko": "에서 으로 했다 이다 하는 니다 는다 들이 들은 에는 하고 하기 지만 에게 있는 있다 것이 것으 라고"
    " 다고 까지 부터 한다 하며 로서 습니",
}


def hash_of(word: str) -> int | None:
    """The hash that *word* has in a text, None if it is no single word there."""
    form = reference.read(normalize(word, simplify=True), *characters.tables())
    if not form.points or any(kind == characters.OTHER for kind in form.kinds):
        return None
    return reference.span_hash(form, 0, len(form.points))


def terms_of(word: str, language: str) -> list[int]:
    """The hashes of the terms that a text of the *language* has because it has this *word*."""
    # Beside hiragana, which has no term, Chinese characters are read as Japanese ones.
    text = word + "の" if language == "ja" else word
    form = reference.read(normalize(text, simplify=True), *characters.tables())
    tokens = reference.tokens(form, lambda run: [run])
    hashes, *_ = terms_reference.terms(form, tokens, language=language)
    return [int(hashed) for hashed in hashes]


def share(frequency: float) -> float:
    """The share of articles that have a word of this *frequency*, if words fall independently."""
    return 1 - exp(-frequency * ARTICLE)


def frequencies_of(language: str) -> dict[str, float]:
    """The words of a *language* with their frequencies, commonest first. Two spellings of one word
    count together.
    """
    merged: Counter[str] = Counter()
    for word, frequency in get_frequency_dict(language, wordlist="small").items():
        merged[respelled(word) if len(word) > 1 else word] += frequency
    return dict(merged.most_common())


def table(language: str) -> bytes:
    """The part of the table that *language* has."""
    shares: dict[int, float] = {}
    marks: list[int] = []
    of_terms: defaultdict[int, float] = defaultdict(float)
    frequencies = frequencies_of(language)
    for word, frequency in islice(frequencies.items(), WORDS_OF_TERMS.get(language, 5000)):
        for hashed in terms_of(word, language):
            of_terms[hashed] += frequency
    for number in range(10, 10_000):
        # The lists tell numbers of several figures apart only by their length.
        figures = str(number)
        frequency = frequencies.get("0" * len(figures), 0.0) * digit_freq(figures)
        if share(frequency) >= LEAST_OF_NUMBER:
            for hashed in terms_of(figures, language):
                of_terms[hashed] += frequency
    for word, frequency in frequencies.items():
        of_word = hash_of(word)
        if of_word is None:
            continue
        if len(marks) < MARKS and language not in PAIRS and not word[0].isdigit():
            marks.append(of_word)
        if len(word) >= 2 and len(shares) < MOST_WORDS:
            shares[of_word] = share(frequency)
    if language in PAIRS:
        marks = [found for pair in PAIRS[language].split() if (found := hash_of(pair))]
    terms = {hashed: share(frequency) for hashed, frequency in of_terms.items()}
    return packed(language, shares, terms, marks)


def main() -> None:
    path = Path(rarity.__file__).with_name("word_lists.bin")
    path.write_bytes(b"".join(map(table, LANGUAGES)))
    print(path, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
