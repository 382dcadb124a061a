"""Norwegian (Bokmål)."""

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
ORIGIN = r"kilde\s?[:：]"
ORIGIN_WORDS = ("kilde",)

# Sections below an article.

OTHER_HEADINGS = """
    les også
"""
AUTHOR_HEADINGS = "om forfatteren"
COMMENT_HEADINGS = """
    kommentarer | skriv en kommentar
"""
HEADING_WORDS = ("forfatter", "også", "komment")
