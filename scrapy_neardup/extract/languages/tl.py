"""Filipino."""

# Dates.

MONTHS = (
    "enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre",
)
