"""Italian."""

# What a site says on many of its pages.

SHOP_TERMS = r"""
    \bspedizion\w+\b
"""
SHOP_TERMS_WORDS = ("spedizion",)
ONWARD = r"""
    \b(?:leggi|scopri)\b
"""
COMMENT_COUNT = r"""
    \bcommenti\b
"""

# Lines beside an article.

CONTENTS = "sommario|indice"

# Notices.

NOTICE_LINE = "pubblicità"
NOTICE_WORDS = ("pubblicità",)
CLOSING_START = r"""
    iscriviti\s(?:\w+\s){1,3}newsletter
"""
USES_COOKIES = r"""
    questo\ssito\susa
    | utilizziamo
"""
CLOSING_WORDS = ("newsletter", "cookie")

# Dates.

ON_DAY = "il"
DAY_FIRST = "(?-i:il)"
PUBLISHED = "pubblicat[oa]"
DATE_LABEL = "data"
UPDATED = r"""
    \baggiornat[oa]\b
"""
BY = "di"
BYLINE_WORD = r"""
    di
    | e
"""
MONTHS = (
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
)
AT_CLOCK = "alle"

# Sections below an article.

OTHER_HEADINGS = """
    sull'autore
    articoli correlati | articoli simili | articoli consigliati
    leggi anche | leggi tutto | più letti
    potrebbe interessarti | potrebbe interessarti anche | ti potrebbe interessare
"""
COMMENT_HEADINGS = """
    commenti | commento | lascia un commento
"""
HEADING_WORDS = ("autor", "articol", "leggi", "letti", "interes", "comment")

# Comments.

COMMENT_DAY = "ieri|oggi"
COMMENTER_WORDS = ("ieri", "oggi")
