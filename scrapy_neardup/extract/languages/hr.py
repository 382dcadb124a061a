"""Croatian."""

# Dates.

# The Croatian name of October, listopad, is that of November in Polish.
MONTHS = (
    "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna oktobra studenoga prosinca",
    "siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan oktobar studenog prosinac",
)
AT_CLOCK = "u"
