from collections.abc import Callable
from typing import Any

from lxml.etree import _Element

from scrapy_neardup.extract.blocks import Block as Block
from scrapy_neardup.extract.blocks import Page

VERSION: int

def fits() -> bool: ...
def squeezed(text: str, digits: bool = False) -> str | None: ...
def squeeze(text: str) -> str: ...
def weigh(text: str) -> int: ...
def unlinked_weight(blocks: list[Block]) -> int: ...

class Reader:
    def __init__(
        self,
        kinds: dict[str, int],
        never_away: frozenset[str],
        place: Callable[[str], int],
        not_shown: Callable[[str], bool],
        join_cells: Callable[[list[Block], int], None],
        marks: str,
        closers: str,
    ) -> None: ...
    def read(self, root: _Element, page: Page, everything: bool, max_elements: int) -> bool: ...

class Hints:
    def __init__(self, words: tuple[str, ...]) -> None: ...
    def among(self, text: str) -> bool: ...

class Signs:
    def __init__(self, signs: str) -> None: ...
    def count(self, text: str) -> int: ...

class BodySearch:
    def __init__(
        self,
        hints: Hints,
        match_section: Callable[[str], object],
        headings: frozenset[str],
        plain: frozenset[str],
        prices: dict[str, Any],
    ) -> None: ...
    def runs(
        self, blocks: list[Block], names: list[str], beside: bool
    ) -> tuple[tuple[int, int, float], tuple[int, int, float], int]: ...
