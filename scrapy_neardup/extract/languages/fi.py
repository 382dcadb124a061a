"""Finnish."""

# Dates.

MONTHS = (
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
)

# Sections below an article.

OTHER_HEADINGS = """
    lue myös
"""
HEADING_WORDS = ("lue ",)
