"""Catalan."""

# Dates.

MONTHS = ("gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",)
