"""Polish."""

# Lines beside an article.

CONTENTS = r"""
    spis\streści
"""

# Notices.

NOTICE_LINE = "reklama"
NOTICE_WORDS = ("reklam",)

# Dates.

PUBLISHED = r"""
    opublikowano
    | data\spublikacji
"""
DATE_LABEL = "data"
UPDATED = r"""
    \bzaktualizowano\b
"""
MONTHS = (
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
)

# Sections below an article.

OTHER_HEADINGS = """
    o autorze
    przeczytaj także | czytaj także | czytaj też | czytaj również | czytaj więcej
    zobacz także | zobacz też | zobacz również
    powiązane artykuły | powiązane wpisy | najnowsze
"""
COMMENT_HEADINGS = """
    komentarze | komentarz | dodaj komentarz
"""
HEADING_WORDS = ("autor", "czytaj", "zobacz", "powiązan", "najnow", "koment")
