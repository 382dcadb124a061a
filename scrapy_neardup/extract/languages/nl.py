"""Dutch."""

# What a site says on many of its pages.

ONWARD = r"""
    \b(?:meer|lees\w*)\b
"""
COMMENT_COUNT = r"""
    \breacties\b
"""

# Notices.

NOTICE_LINE = "advertentie"
NOTICE_WORDS = ("advertentie",)

# Dates.

ON_DAY = "op"
PUBLISHED = "gepubliceerd"
UPDATED = r"""
    \bbijgewerkt\b
"""
BY = "door"
BYLINE_WORD = "u"
MONTHS = (
    "januari februari maart april mei juni juli augustus september oktober november december",
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
)
AT_CLOCK = "om"

# Sections below an article.

OTHER_HEADINGS = """
    over de auteur
    gerelateerde artikelen | gerelateerde berichten | meer over dit onderwerp
    lees ook | lees meer | meest gelezen
"""
COMMENT_HEADINGS = """
    reacties | reactie | plaats een reactie | geef een reactie
"""
HEADING_WORDS = ("auteur", "gerelat", "meer over", "lees ", "gelezen", "reacti")
