"""Swedish."""

# What a site says on many of its pages.

ONWARD = r"""
    \bläs\b
"""

# Dates.

ON_DAY = "den"
PUBLISHED = "publicerad"
UPDATED = r"""
    \buppdaterad\b
"""
BY = "av"
MONTHS = ("januari februari mars april maj juni juli augusti september oktober november december",)
AT_CLOCK = r"kl\."

# Sections below an article.

OTHER_HEADINGS = """
    läs också | läs mer | läs även
    relaterade artiklar
"""
COMMENT_HEADINGS = """
    kommentarer | skriv en kommentar
"""
HEADING_WORDS = ("läs ", "relaterad", "komment")
