"""Which of the phrases that a text shares with a source stand in other stories as well.

A site puts the same lines under all articles of a topic, an agency fills in the same form every
day: phrases that many stories have in common do not prove a copy of any one of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from scrapy_neardup.core.fingerprints.sketch import phrase_keys

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OTHERS = 3
"""The number of other stories that have to have a phrase for it to be commonplace."""
MOST_OF_A_HOST = 2
"""The most stories of a foreign host that count beside the one that is asked about: to hide copies of an
article by posting its phrases, somebody needs several hosts. All stories of the text's own host count for one of
that host, and as many as of a foreign one for others."""
FEWEST_SHARED, LEAST_SHARED = 2, 0.8
"""A third text has what two texts share if its sketch has so many of their common phrases, and this share of
those that it would have then, or more: texts of one form share some phrases."""


class Teller(NamedTuple):
    """A candidate, as one of those that tell stories.

    *is_extended*: it has a text of another story among its own. *is_pending*: it is not kept yet. Copies of
    one article that come at the same moment are no stories of their own, so they prove nothing yet.
    """

    sketch: bytes | None
    host: str
    story: bytes
    is_extended: bool = False
    is_pending: bool = False

    @property
    def phrases(self) -> set[int]:
        """The phrases in its sketch."""
        return set() if self.sketch is None else {*phrase_keys(self.sketch).tolist()}


def commonplace(query: bytes, own_host: str, candidates: Sequence[Teller]) -> list[float]:
    """The share, in [0, 1], of commonplace phrases (see :data:`OTHERS`) among the phrases that a
    candidate shares with *query*, for each of the *candidates*; 0 if it shares none.

    *query* is a sketch of a document on *own_host*. The order of the candidates does not count, nor do
    those that share fewer than :data:`FEWEST_SHARED` phrases with it: which of them are found is chance.
    Extended texts have phrases of another story among their own, so none of theirs are counted.
    """
    if len(candidates) <= OTHERS:
        return [0.0] * len(candidates)
    asked = {*phrase_keys(query).tolist()}
    shared = [asked & one.phrases for one in candidates]
    tellers = [
        (common, one)
        for common, one in zip(shared, candidates, strict=True)
        if len(common) >= FEWEST_SHARED and not one.is_extended and not one.is_pending
    ]
    # A story whose original has changed has several documents here; together they count once.
    told: dict[bytes, set[int]] = defaultdict(set)
    homes: dict[bytes, str] = {}
    for common, one in tellers:
        told[one.story] |= common
        home = homes.get(one.story, one.host)
        homes[one.story] = own_host if own_host in (home, one.host) else min(home, one.host)
    # The stories of a host that share most come first, whichever tables led to them.
    of_host: dict[str, list[bytes]] = defaultdict(list)
    for story in sorted(told, key=lambda story: (-len(told[story]), story)):
        of_host[homes[story]].append(story)
    # To hide copies of another host's article, a host would only have to post pieces of it.
    at_home, away = (
        _Counted.of(of_host, told, own_host, most) for most in (len(candidates), MOST_OF_A_HOST)
    )
    return [
        sum(
            (at_home if one.host == own_host else away).is_commonplace(phrase, one.story, told)
            for phrase in common
        )
        / max(len(common), 1)
        for common, one in zip(shared, candidates, strict=True)
    ]


class _Counted(NamedTuple):
    """The stories that count, with the phrases of the one that takes the place of each, and how many have a
    phrase.
    """

    following: dict[bytes, set[int]]
    stories: Counter[int]

    @classmethod
    def of(
        cls,
        of_host: Mapping[str, Sequence[bytes]],
        told: Mapping[bytes, set[int]],
        own_host: str,
        most_own: int,
    ) -> _Counted:
        """Those of *of_host*, of which the *own_host* has *most_own* at most."""
        counted: dict[bytes, set[int]] = {}
        for host, here in of_host.items():
            most = most_own if host == own_host else MOST_OF_A_HOST
            following = set().union(*(told[story] for story in here[most : most + 1]))
            counted.update(dict.fromkeys(here[:most], following))
        return cls(counted, Counter(chain.from_iterable(told[story] for story in counted)))

    def is_commonplace(self, phrase: int, story: bytes, told: Mapping[bytes, set[int]]) -> bool:
        """Whether enough stories besides *story* have the *phrase*."""
        others = self.stories[phrase]
        if story in self.following:
            others += (phrase in self.following[story]) - (phrase in told[story])
        return others >= OTHERS


def times_told(
    phrases: Sequence[int], own_host: str, candidates: Sequence[Teller], place: int
) -> int:
    """How many other texts among *candidates* have what the one at *place* shares with a query on
    *own_host*.

    *phrases* are all of the query in the order by which sketches choose them: a text that has what is
    shared has the first of the shared phrases in its sketch, as many as a sketch of its length holds.
    Texts of one story count once, and not at all if the text at *place* is of that story. If the text at
    *place* is of another host than the query, each host counts once: else a single one could hide copies of it.
    """
    asked = candidates[place]
    known = asked.phrases
    shared = [phrase for phrase in phrases if phrase in known]
    seen: dict[str, set[bytes]] = {}
    for one in candidates:
        if one.is_pending or one.story == asked.story:
            continue
        held = one.phrases
        places = [at for at, phrase in enumerate(shared, 1) if phrase in held]
        if len(places) >= FEWEST_SHARED and len(places) >= LEAST_SHARED * places[-1]:
            seen.setdefault(one.host, set()).add(one.story)
    if asked.host != own_host:
        return len(seen)
    return sum(
        len(told) if host == own_host else min(len(told), MOST_OF_A_HOST)
        for host, told in seen.items()
    )
