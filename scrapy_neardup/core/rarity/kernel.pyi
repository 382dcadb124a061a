import numpy as np
from numpy.typing import NDArray

VERSION: int

def language(
    words: NDArray[np.uint64], marks: NDArray[np.uint32], owners: NDArray[np.uint8]
) -> tuple[int, int]: ...
def shares(
    words: NDArray[np.uint64],
    listed: NDArray[np.uint32],
    starts: NDArray[np.uint16],
    expected: NDArray[np.float64],
    unseen: float,
    counts: NDArray[np.uint16],
    stories: float,
    few: int,
) -> NDArray[np.float64]: ...
