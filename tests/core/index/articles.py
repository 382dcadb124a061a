"""Articles of a few words in ever other order, and one that was spun by hand."""

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


OBITUARY = """
The violinist Marta Szelényi has died in Lausanne at the age of 91. Her family said she passed away in
her sleep on Tuesday.

Born in Pécs in 1933, she studied with Ede Zathureczky and fled to Vienna in November 1956 with nothing
but her instrument. Two years later she won the Queen Astrid prize. Her recording of the Bartók solo
sonata, made in a single night in 1964, never went out of print.

She taught in Lausanne for 38 years. Among her pupils were Henrik Saar and the members of the Orrin
Quartet. "She never told you how to play a bar, she asked why you did," said Saar.

Szelényi gave her last recital in 2009 and left her violin, a Gagliano of 1768, to the conservatoire. She
is survived by a son and three grandchildren.
"""
SPUN_OBITUARY = """
Her relatives stated she died in her slumber on Tuesday. The violinist Marta Szelényi has passed in
Lausanne at the age of 91.

Two years later she gained the Queen Astrid prize. Born in Pécs in 1933, she trained with Ede Zathureczky
and escaped to Vienna in November 1956 with solely her violin. Her disc of the Bartók solo sonata, made in
a sole night in 1964, not once went out of print.

She is outlived by a son and three grandkids. Szelényi offered her most recently concert in 2009 and
departed her violin, a Gagliano of 1768, to the conservatoire.

She lectured in Lausanne for 38 years. "She not once informed you how to perform a block, she requested
why you did," stated Saar. amid her students were Henrik Saar and the members of the Orrin Quartet.
"""
"""Of the phrases kept of both, one is the same."""
QUOTING = """
Present were Henrik Saar and the members of the Orrin Quartet. The ferry to Skelda was late again, and the
mayor wrote a long letter to the harbour master, who never answered it.
"""
"""Has that phrase, too."""
