"""Serbian, Bosnian and Montenegrin, in both scripts."""

# Dates.

MONTHS = (
    "januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra",
    "januar februar mart april maj jun jul avgust septembar oktobar novembar decembar",
    "јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра",
    "јануар фебруар март април мај јун јул август септембар октобар новембар децембар",
)
AT_CLOCK = "u|у"
