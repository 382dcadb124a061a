import numpy as np
from numpy.typing import NDArray

from scrapy_neardup.core.rewriting.evidence import Evidence

VERSION: int

def weigh(
    different: NDArray[np.uint64],
    shares: NDArray[np.float64],
    places: NDArray[np.int64],
    most: float,
    posted: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint32]]: ...
def sketch(
    different: NDArray[np.uint64],
    is_number: NDArray[np.bool_],
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    places: NDArray[np.int64],
    sentences: NDArray[np.int64],
    keys: NDArray[np.uint32],
) -> bytes: ...
def compare(
    different: NDArray[np.uint64],
    is_number: NDArray[np.bool_],
    is_rough: NDArray[np.bool_],
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    places: NDArray[np.int64],
    sentences: NDArray[np.int64],
    stored: bytes,
    apart: int,
) -> tuple[Evidence | None, int, int]: ...
