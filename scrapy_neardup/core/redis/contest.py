"""One survivor of a story, however many crawlers add its copies at the same moment.

A document on its way in has a *claim*: a key with its state, its owner's token and its record,
beside the key of the kept record and in the same slot. Every step below touches one slot only and
is atomic on the server; nothing locks more than that. The claim's key expires with its lease,
which a living crawler renews.

States of a claim: *undecided*, then *original* (decided: it survives unless its crawler takes
it back), then gone: kept (the record is written in the same step), withdrawn, evicted or expired.
The claim of an update stays as an original's until the postings of the former text are taken out.
A claim that is gone never comes back, as its token is new each time.

A contender X (:mod:`.contender`) goes through :func:`contest`:

1. claim: its key is set, undecided, before any of its postings.
2. announce: on each of its posting keys, X's posting is added, and after that the key is read.
   If X met a newcomer on fewer keys than make a candidate (one phrase that others have, too), all
   keys are read again. A document that counts for nobody counts as met, too, such as one that has
   expired: its postings were there before.
3. look: X reads the claims and records of all documents that it found, and later those of any
   other document that conflicts by what it found.
4. While some Y among them conflicts (is a copy of X's story, or has X's id):
   Y is kept: X ends as a copy of Y. (A kept Y that X was elected over does not conflict, and neither
   does the source of an X with a text of its own, such as the short text that X extends.)
   Y is original, or undecided and *before* X (smaller ordinal): X withdraws and waits for Y.
   Y is undecided and X is before Y: X evicts Y, which is atomic: it does nothing unless Y's claim
   is still undecided. Then X looks at Y's place again: Y may have decided before, and under the
   claim of an update is the record that was to be updated.
5. decide: X's claim goes from undecided to original, atomically; this fails if it is gone.

**At most one.** Whether X and Y conflict is a matter of the two and of what is kept: claims don't count
among the stories that make a phrase commonplace. Let X and Y conflict; then they share as many posting
keys as make a candidate, or else no index finds them. Each key's server orders their four steps there. Each adds before it
reads, so whichever adds last to a key meets the other there. If one meets the other on all shared
keys, it finds it. Else each meets the other on some and reads all again, when its own additions
are done; the later of the two then finds the other. Say X finds Y, whose claim has been set before
(1 before 2). X then decides only if it has seen Y's claim gone and not kept, by itself or evicted
by X (4). Either way Y's claim of that token was gone while undecided, or gone after its crawler gave it
up; Y's step 5 needs it, so Y was not and will not be a survivor. The owner of an expired claim
cannot decide later, either. A claim hides the record under it, which is a survivor: X finds it by the
look that follows the eviction, and judges by it.

If the judging is not symmetric (X is a copy of Y, but Y is not a copy of X), both may survive, as
they might had they come one after the other. Two that share a single phrase may both survive, too,
if a third document has that phrase when they look.

**At least one.** Order the contenders by ordinal. The first of those still undecided never waits
for an undecided one, so it becomes original, or waits for an original, or finds a kept one.
Waiting never goes round in a circle, as it goes to smaller ordinals or to originals, which wait
for nobody. A contender that withdrew or was evicted tries again when those that it waited for are
settled.

**Faults.** A step whose reply is lost is sent again: each may run twice. A crawler that dies
leaves a claim that expires, and postings that lead nowhere, which readers pass over and remove.
One that has only stood still keeps its document after its claim has expired. If there are two of one
id then, it takes one out, or the next visit does.
A replica that takes over may lack the last writes; announce, decide and keep therefore wait until
a replica has them, if there is one (WAIT).

tests/shared_index/test_contest.py runs this function in every interleaving of two contenders, in
random ones of more, with crashes and lost replies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

UNDECIDED, ORIGINAL = b"u", b"o"


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a document that another one meets.

    *state* is the state of its claim, None if the document is kept; *token* is the claim's token.
    """

    ordinal: int
    state: bytes | None
    token: bytes = b""
    data: Any = None

    @property
    def is_pending(self) -> bool:
        """Whether the document is claimed, so that its crawler may yet give it up."""
        return self.state is not None

    @property
    def is_undecided(self) -> bool:
        """Whether it is claimed by a contender that has not decided, and may be evicted."""
        return self.state == UNDECIDED


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a contest ended: the claim has *won*; or it is a copy of *sources*; or it has to be
    withdrawn, and tried again when *blockers* are settled (at once if there are none, as it was
    evicted).
    """

    won: bool = False
    sources: tuple[Standing, ...] = ()
    blockers: tuple[Standing, ...] = ()


class Step:
    """What :func:`contest` asks its driver to do; the driver sends the reply back in."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The ordinals that were found and whose standing is not known. *unsure* tells that others
    were met, but on fewer keys than make a candidate.
    """

    ordinals: tuple[int, ...]
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class Announce(Step):
    """Post on every key, and read each key after that. Reply: Found."""


@dataclass(frozen=True, slots=True)
class ReadAgain(Step):
    """Read every key once more. Reply: Found."""


@dataclass(frozen=True, slots=True)
class Look(Step):
    """Read standings. Reply: a dict of ordinal to Standing, less those that are gone."""

    ordinals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Evict(Step):
    """Take a claim away, unless it has decided."""

    rival: Standing


@dataclass(frozen=True, slots=True)
class Decide(Step):
    """Become original. Reply: whether the own claim was still there."""


def contest(
    ordinal: int,
    known: dict[int, Standing],
    conflicts: Callable[[dict[int, Standing]], Iterable[int]],
    *,
    decide: bool = True,
) -> Generator[Step, Any, Outcome]:
    """Find out whether the claim at *ordinal*, which is set already, survives.

    *known* are standings that were read before and do not conflict. *conflicts* returns the
    ordinals that conflict by the standings, the most telling first. A document met earlier can
    become a candidate when a rival disappears; it then has no standing yet.
    Without *decide*, the last step is left to KEEP, which fails for a claim that is gone.
    """
    standings = dict(known)
    first: Found = yield Announce()
    if first.unsure:
        first = yield ReadAgain()
    found = first.ordinals
    if found:
        for one in found:
            standings.pop(one, None)
        standings.update((yield Look(found)))
    while found:
        conflicting = tuple(conflicts(standings))
        if not conflicting:
            break
        if unknown := tuple(one for one in conflicting if one not in standings):
            standings.update((yield Look(unknown)))
            continue
        rivals = [standings[one] for one in conflicting]
        if strong := [one for one in rivals if not (one.is_undecided and ordinal < one.ordinal)]:
            pending = tuple(rival for rival in strong if rival.is_pending)
            return Outcome(blockers=pending) if pending else Outcome(sources=tuple(strong))
        for rival in rivals:
            del standings[rival.ordinal]
            yield Evict(rival)
            # It may have decided before. If it was an update's, what it was to replace is there now.
            standings.update((yield Look((rival.ordinal,))))
    if not decide:
        return Outcome(won=True)
    return Outcome(won=bool((yield Decide())))
