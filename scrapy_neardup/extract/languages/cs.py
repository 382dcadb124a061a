"""Czech."""

# Notices.

NOTICE_LINE = "reklama"
NOTICE_WORDS = ("reklam",)

# Dates.

MONTHS = ("ledna února března dubna května června července srpna září října listopadu prosince",)

# Sources.

SOURCE = "zdroj"
ORIGIN_WORDS = ("zdroj",)

# Sections below an article.

OTHER_HEADINGS = """
    čtěte také | přečtěte si také
    související články
"""
AUTHOR_HEADINGS = "o autorovi | o autorce"
COMMENT_HEADINGS = """
    komentáře
"""
