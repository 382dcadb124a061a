"""Lithuanian."""

# Dates.

MONTHS = (
    "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
)
