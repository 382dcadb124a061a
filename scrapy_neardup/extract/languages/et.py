"""Estonian."""

# Dates.

MONTHS = (
    "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
)
AT_CLOCK = "kell"
