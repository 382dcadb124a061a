"""Albanian."""

# Dates.

MONTHS = ("janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor",)
