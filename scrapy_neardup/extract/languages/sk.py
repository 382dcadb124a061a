"""Slovak."""

# Notices.

NOTICE_LINE = "reklama"
NOTICE_WORDS = ("reklam",)

# Dates.

MONTHS = (
    "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
)
