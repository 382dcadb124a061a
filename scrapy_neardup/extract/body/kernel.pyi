from scrapy_neardup.extract.body.reference import BodySearch as BodySearch

VERSION: int
NO_SECTION: int
OTHER_SECTION: int
COMMENTS: int
UNSIGNED: int
TIMED: int
NAMED: int
