"""Romanian."""

# Dates.

MONTHS = (
    "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
)

# Sections below an article.

OTHER_HEADINGS = """
    citește și | articole similare
"""
AUTHOR_HEADINGS = "despre autor"
COMMENT_HEADINGS = """
    comentarii | lasă un comentariu
"""
