"""Azerbaijani."""

# Dates.

MONTHS = ("yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr",)
