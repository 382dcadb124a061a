from scrapy_neardup.extract.walk.reference import TreeWalker as TreeWalker
from scrapy_neardup.extract.walk.reference import fits as fits
from scrapy_neardup.extract.walk.reference import holders as holders

VERSION: int
POPOVERS: tuple[str, ...]
BLOCK: int
BESIDE_BLOCK: int
AWAY_BLOCK: int
HIDDEN_BLOCK: int
FOREIGN_BLOCK: int
INLINE: int
LINK: int
BREAK: int
TIME: int
SKIP: int
META: int
SCRIPT: int
STYLE: int
BUTTON: int
FIELD: int
