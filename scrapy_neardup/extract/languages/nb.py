"""Norwegian (Bokmål)."""

# A locked article.

WALL = r"""
    denne\s(?:saken|artikkelen)\ser\s(?:bare\s|kun\s|forbeholdt\s)?(?:for\s)?(?:\S+\s)?abonnenter
    | (?:er\sdu\s)?allerede\sabonnent(?=\W*(?:$|(?:logg|klikk(?!\sog))\b))
    | (?:logg\sinn|abonner|bli\sabonnent|kjøp\s(?:abonnement|tilgang))\sfor\så\slese\s
      (?:mer(?!\som\b)|videre|resten|(?:hele\s)?(?:saken|artikkelen|historien)(?!\sdin))\b[^.]{0,30}
"""
REPORTED = r"""
    (?:\b(?:sier|skrev|opplyser|lød)|,\ssa)\b
"""

# Dates.

ON_DAY = "den"
PUBLISHED = "publisert"
UPDATED = r"""
    \boppdatert\b
"""
BY = "av"
MONTHS = ("januar februar mars april mai juni juli august september oktober november desember",)
AT_CLOCK = r"kl\."

# Sources.

SOURCE = "kilde"
ORIGIN_WORDS = ("kilde",)

# Sections below an article.

OTHER_HEADINGS = """
    les også
"""
AUTHOR_HEADINGS = "om forfatteren"
COMMENT_HEADINGS = """
    kommentarer | skriv en kommentar
"""
