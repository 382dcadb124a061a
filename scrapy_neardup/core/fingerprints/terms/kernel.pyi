from scrapy_neardup.core.fingerprints.kernel import Text, Tokens
from scrapy_neardup.core.fingerprints.terms.reference import Columns

VERSION: tuple[int, int]

def terms(text: Text, tokens: Tokens, *, language: str) -> Columns: ...
