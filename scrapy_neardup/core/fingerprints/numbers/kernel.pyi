import numpy as np
from numpy.typing import NDArray

from scrapy_neardup.core.fingerprints.kernel import Text, Tokens

VERSION: tuple[int, int]

def figure(text: Text, start: int) -> tuple[str, int] | None: ...
def numbers_of(
    text: Text, tokens: Tokens, *, japanese: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint8]]: ...
def word_figure(text: Text, start: int, language: str) -> tuple[str, int] | None: ...
