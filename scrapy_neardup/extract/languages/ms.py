"""Malay."""

# Dates.

MONTHS = ("januari februari mac april mei jun julai ogos september oktober november disember",)
