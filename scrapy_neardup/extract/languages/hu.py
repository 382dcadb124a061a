"""Hungarian."""

# Dates.

MONTHS = (
    "január február március április május június július augusztus szeptember október november december",
    "jan febr márc ápr máj jún júl aug szept okt nov dec",
)
