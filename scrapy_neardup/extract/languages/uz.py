"""Uzbek."""

# Dates.

MONTHS = ("yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr",)
