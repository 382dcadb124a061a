from scrapy_neardup.extract.body.reference import BodySearch as BodySearch

VERSION: int
