"""Czech."""

# Notices.

NOTICE_LINE = "reklama"
NOTICE_WORDS = ("reklam",)

# Dates.

MONTHS = ("ledna února března dubna května června července srpna září října listopadu prosince",)

# Sections below an article.

OTHER_HEADINGS = """
    čtěte také | přečtěte si také
    související články
"""
COMMENT_HEADINGS = """
    komentáře
"""
HEADING_WORDS = ("čt", "souvis", "koment")
