from scrapy_neardup.extract.lines.reference import Block as Block
from scrapy_neardup.extract.lines.reference import CharacterSet as CharacterSet
from scrapy_neardup.extract.lines.reference import LineRules as LineRules
from scrapy_neardup.extract.lines.reference import WordSearch as WordSearch
from scrapy_neardup.extract.lines.reference import alike as alike
from scrapy_neardup.extract.lines.reference import is_listed as is_listed
from scrapy_neardup.extract.lines.reference import linked_places as linked_places
from scrapy_neardup.extract.lines.reference import squeeze as squeeze
from scrapy_neardup.extract.lines.reference import unlinked_weight as unlinked_weight
from scrapy_neardup.extract.lines.reference import weigh as weigh

VERSION: int
