"""Articles of a few words in ever other order."""

from __future__ import annotations

import random

NOUNS = [
    "lamp",
    "river",
    "engine",
    "baker",
    "ferry",
    "ledger",
    "garden",
    "mayor",
    "copper",
    "violin",
    "orchard",
    "signal",
]
VERBS = [
    "repaired",
    "painted",
    "carried",
    "sold",
    "measured",
    "forgot",
    "praised",
    "counted",
    "moved",
    "buried",
]
PLACES = [
    "harbour",
    "station",
    "market",
    "valley",
    "school",
    "bridge",
    "chapel",
    "quarry",
    "island",
    "museum",
]


def article(seed, sentences=12):
    rng = random.Random(seed)
    return " ".join(
        f"The {rng.choice(NOUNS)} {rng.randrange(1000)} was {rng.choice(VERBS)} near the "
        f"{rng.choice(PLACES)} by {rng.choice(['Ada', 'Bo', 'Cleo', 'Dirk', 'Edda', 'Finn'])} "
        f"{rng.choice(['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Oak'])}{rng.randrange(100)}."
        for _ in range(sentences)
    )
