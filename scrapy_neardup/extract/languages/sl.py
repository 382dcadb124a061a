"""Slovene."""

# Dates.

MONTHS = (
    "januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra",
    "januar februar marec april maj junij julij avgust september oktober november december",
)
AT_CLOCK = "ob"
