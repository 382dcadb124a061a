"""Danish."""

# A locked article.

WALL = r"""
    (?:denne\s)?(?:artiklen|artikel)\ser\s(?:kun\s|forbeholdt\s)?(?:for\s)?(?:\S+\s)?abonnenter
    | (?:er\sdu\s)?allerede\sabonnent(?=\W*(?:$|(?:log|klik(?!\sog))\b))
    | (?:log\sind|bliv\sabonnent|køb\s(?:abonnement|adgang))\sfor\sat\slæse\s
      (?:mere(?!\som\b)|videre|resten|(?:hele\s)?(?:artiklen|historien))\b[^.]{0,30}
"""
REPORTED = r"""
    \b(?:siger|sagde|skrev|oplyser|lød)\b
"""

# Dates.

ON_DAY = "den"
PUBLISHED = "publiceret|udgivet"
UPDATED = r"""
    \bopdateret\b
"""
BY = "af"
MONTHS = ("januar februar marts april maj juni juli august september oktober november december",)
AT_CLOCK = r"kl\."

# Sources.

SOURCE = "kilde"
ORIGIN_WORDS = ("kilde",)

# Sections below an article.

OTHER_HEADINGS = """
    læs også
"""
AUTHOR_HEADINGS = "om forfatteren"
COMMENT_HEADINGS = """
    kommentarer | skriv en kommentar
"""
