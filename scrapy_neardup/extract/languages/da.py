"""Danish."""

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
ORIGIN = r"kilde\s?[:：]"
ORIGIN_WORDS = ("kilde",)

# Sections below an article.

OTHER_HEADINGS = """
    læs også
"""
AUTHOR_HEADINGS = "om forfatteren"
COMMENT_HEADINGS = """
    kommentarer | skriv en kommentar
"""
HEADING_WORDS = ("forfatter", "også", "komment")
