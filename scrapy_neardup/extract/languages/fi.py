"""Finnish."""

# Dates.

MONTHS = (
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
)
AT_CLOCK = "klo"

# Sources.

SOURCE = "lähde"
ORIGIN_WORDS = ("lähde",)

# Sections below an article.

OTHER_HEADINGS = """
    lue myös
"""
