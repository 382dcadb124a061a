"""The kinds of characters, by Unicode block.

Blocks, not the properties of Python's own Unicode tables: those grow with every Python version,
and fingerprints must not change with them.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

OTHER, LETTER, DIGIT, HAN, KANA, HANGUL, UNSPACED = range(7)
"""Kinds. ``LETTER``: scripts with spaces between words. ``UNSPACED``: Thai, Lao, Tibetan,
Burmese, Khmer and others without. ``OTHER``: white space, punctuation, symbols. From ``HAN`` on,
words are not set off."""

_LETTER_BLOCKS = (
    "41-5A 61-7A AA B5 BA C0-D6 D8-F6 F8-2AF 300-36F 370-373 376-377 37B-37D 37F 386 388-3FF "
    "400-481 483-52F 531-556 561-587 591-5BD 5BF 5C1-5C2 5C4-5C5 5C7 5D0-5F2 610-61A 620-65F "
    "66E-6D3 6D5-6ED 6FA-6FF 710-7FF 800-82D 840-85B 860-8FF 900-963 971-DFF 10A0-10FA 10FC-10FF "
    "1200-135F 1369-139F 13A0-167F 1681-169A 16A0-16EA 1700-1734 1820-18FF 1900-193B 1946-194F "
    "1A00-1A1B 1B00-1B59 1B80-1C37 1C4D-1C7D 1C80-1CBF 1CD0-1FFF 2C00-2DFF A4D0-A4FD A500-A6EF "
    "A717-A87F A880-A8FC A900-A95F A9E0-A9FE AA80-AAFF AB00-ABFF FB00-FDCF FDF0-FDFB FE70-FEFC "
    "10000-100FF 10280-1CFFF 1D400-1D7FF 1DF00-1EEFF"
)
_KANA_BLOCKS = "3031-3035 3041-309A 309D-309F 30A1-30FA 30FC-30FF 31F0-31FF 1AFF0-1B16F"
_HAN_BLOCKS = "3005-3007 3021-3029 3400-4DBF 4E00-9FFF F900-FAFF 20000-3FFFF"
_HANGUL_BLOCKS = "1100-11FF 3131-318E A960-A97C AC00-D7FF"
_UNSPACED_BLOCKS = (
    "E01-E3A E40-E4E E81-EDF F00 F20-F33 F35-FBC 1000-1049 1050-109F 1780-17D3 17D7 17DC-17E9 "
    "1950-19DF 1A20-1A9F A980-A9C0 AA00-AA5B AA60-AA7F"
)
# Decimal digits of scripts that compatibility normalisation leaves alone, by their zero.
_ZEROS = "30 660 6F0 7C0 966 9E6 A66 AE6 B66 BE6 C66 CE6 D66 E50 ED0 F20 1040 17E0 1810 1946 19D0"


@lru_cache(maxsize=1)
def tables() -> tuple[bytes, array[int]]:
    """The kind of each code point, a byte each, and the ASCII digit of each digit.

    The last item of each table stands for all code points beyond it. In the second table, a code
    point that is no digit stands for itself.
    """
    kind = bytearray(0x40001)
    for blocks, value in (
        (_LETTER_BLOCKS, LETTER),
        (_HAN_BLOCKS, HAN),
        (_KANA_BLOCKS, KANA),
        (_HANGUL_BLOCKS, HANGUL),
        (_UNSPACED_BLOCKS, UNSPACED),
    ):
        for block in blocks.split():
            first, _, last = block.partition("-")
            start, end = int(first, 16), int(last or first, 16) + 1
            kind[start:end] = bytes([value]) * (end - start)
    digits = array("I", range(0x2000))
    for zero in (int(code, 16) for code in _ZEROS.split()):
        kind[zero : zero + 10] = bytes([DIGIT]) * 10
        digits[zero : zero + 10] = array("I", range(0x30, 0x3A))
    return bytes(kind), digits


def folded(text: str) -> str:
    """*text* without the difference of upper and lower case, of the same length."""
    low = text.casefold()
    if len(low) == len(text):
        return low
    # A handful of letters fold to two (İ): they stay.
    return "".join(low if len(low := c.casefold()) == 1 else c for c in text)
