"""Swahili."""

# Dates.

PUBLISHED = "imechapishwa|ilichapishwa"
UPDATED = "imesasishwa|imeboreshwa"
MONTHS = ("januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba",)

# Sections below an article.

OTHER_HEADINGS = """
    habari zinazohusiana | soma pia | soma zaidi | habari za hivi punde
"""
COMMENT_HEADINGS = """
    maoni | toa maoni
"""
