from scrapy_neardup.core.fingerprints.profile import Profile
from scrapy_neardup.core.verdict.overlap import Overlap
from scrapy_neardup.core.verdict.word_weights import Weights

VERSION: int

class Query:
    def __init__(self, profile: Profile, weights: Weights) -> None: ...
    def overlap(self, document: bytes) -> Overlap: ...
