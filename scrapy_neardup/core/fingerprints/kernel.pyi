from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

VERSION: tuple[int, int, int, int]

class Text: ...
class Tokens: ...

def found(text: str, flags: NDArray[np.uint8]) -> int: ...
def half_width(text: str) -> str: ...
def read(
    text: str,
    cut: Callable[[str], list[str]],
    kinds: NDArray[np.uint8],
    digits: NDArray[np.uint32],
) -> tuple[Text, Tokens]: ...
def spoken(text: Text, tokens: Tokens) -> tuple[bytes, int]: ...
def words(tokens: Tokens) -> tuple[NDArray[np.uint64], int]: ...
def grams(
    text: Text, tokens: Tokens
) -> tuple[NDArray[np.uint64], NDArray[np.intp], NDArray[np.uint64]]: ...
def rare_words(
    text: Text, tokens: Tokens, common: NDArray[np.uint8]
) -> tuple[NDArray[np.uint64], NDArray[np.intp], NDArray[np.uint8]]: ...
def sample(
    grams: NDArray[np.uint64],
    gram_starts: NDArray[np.intp],
    rare: NDArray[np.uint64],
    rare_starts: NDArray[np.intp],
    rare_kinds: NDArray[np.uint8],
    most_grams: int,
    most_rare: int,
) -> tuple[NDArray[np.uint16], int, int]: ...
