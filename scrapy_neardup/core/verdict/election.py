"""Which of several articles with one text is the original, and why.

The original is the article that was seen first, unless evidence speaks for another. An article has
evidence, the strongest kind first, if

1. the other page gives its address as the canonical one;
2. the other text links to it;
3. the other page names its site as the source;
4. its credible date is the earlier one, beyond the precision of both;
5. its host won a far larger share of the elections that 1 to 4 decided.

If both articles have evidence of a kind, or neither has, the next kind decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from scrapy_neardup.addresses import host_of, link_key
from scrapy_neardup.core.verdict.host_record import DAY, DateFault, HostRecord, is_day
from scrapy_neardup.core.verdict.provenance import Provenance, credits_site

if TYPE_CHECKING:
    from collections.abc import Sequence

_PRECISION = 60
_ENOUGH_DECIDED = 10
_FAR_MORE = 0.5


class Keep(str, Enum):
    """Which article of several with one text is kept."""

    FIRST_SEEN = "first_seen"
    """The one that was crawled first."""
    EARLIEST_PUBLISHED = "earliest_published"
    """The original, as far as evidence tells; else the one that was crawled first."""
    PREFERRED_HOSTS = "preferred_hosts"
    """The one on the host that stands first in a list; else the one that was crawled first."""


class Reason(str, Enum):
    """Why one of two articles is the original."""

    CANONICAL = "canonical"
    """The other page gives its address as the canonical one."""
    LINK = "link"
    """The other text links to it."""
    CREDIT = "credit"
    """The other page names its site as the source."""
    PUBLISHED = "published"
    """It was published earlier, by credible dates."""
    HOST_RECORD = "host_record"
    """Its host has the original far more often."""
    PREFERRED_HOST = "preferred_host"
    """Its host is preferred."""
    FIRST_SEEN = "first_seen"
    """It was seen first, and nothing else decides."""

    @property
    def is_evidence(self) -> bool:
        """Whether it rests on the two pages themselves."""
        return self in (Reason.CANONICAL, Reason.LINK, Reason.CREDIT, Reason.PUBLISHED)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Claimant:
    """What an election is told of a document.

    *addresses* are its id and URL, times are seconds since 1970, *host_record* is its host's.
    """

    addresses: tuple[str, ...]
    first_seen: float
    published: int | None = None
    provenance: Provenance = field(default_factory=Provenance)
    host_record: HostRecord = field(default_factory=HostRecord)

    @property
    def host(self) -> str:
        """The host of the first address that has one, "" if none has."""
        return next((host for host in map(host_of, self.addresses) if host), "")

    @property
    def date_fault(self) -> DateFault | None:
        """Why its date is not believed; None if the date is credible, or if there is no date."""
        if self.published is None:
            return None
        return self.host_record.date_fault(self.published, self.first_seen)


@dataclass(frozen=True, slots=True)
class Policy:
    """The rule of elections. *preferred_hosts* begin with the best; each includes its subdomains."""

    keep: Keep = Keep.FIRST_SEEN
    preferred_hosts: tuple[str, ...] = ()

    def rank(self, host: str) -> int:
        """The place of *host* among the preferred hosts; for any other host, their number."""
        for place, preferred in enumerate(self.preferred_hosts):
            if host == preferred or host.endswith("." + preferred):
                return place
        return len(self.preferred_hosts)


FIRST_SEEN = Policy()
BY_EVIDENCE = Policy(Keep.EARLIEST_PUBLISHED)


def elect(
    first: Claimant, second: Claimant, policy: Policy = BY_EVIDENCE
) -> tuple[Claimant, Reason]:
    """The original of two documents with one text, and why; *first* is the one seen first."""
    if policy.keep is Keep.PREFERRED_HOSTS:
        ranks = [policy.rank(one.host) for one in (first, second)]
        if ranks[0] != ranks[1]:
            return (first if ranks[0] < ranks[1] else second), Reason.PREFERRED_HOST
    elif policy.keep is Keep.EARLIEST_PUBLISHED:
        for reason, speaks_for in _RULES:
            for_first, for_second = speaks_for(first, second), speaks_for(second, first)
            if for_first != for_second:
                return (first if for_first else second), reason
    return first, Reason.FIRST_SEEN


def elect_among(
    claimants: Sequence[Claimant], policy: Policy = BY_EVIDENCE
) -> tuple[int, tuple[Reason, ...]]:
    """The place of the original among one or more *claimants*, which are in the order in which
    they were seen, and the reasons why it was preferred to others, the strongest first.

    Each claimant is compared with the winner so far, as during a crawl.
    """
    winner = 0
    for place in range(1, len(claimants)):
        elected, _ = elect(claimants[winner], claimants[place], policy)
        if elected is claimants[place]:
            winner = place
    reasons = set()
    for place, other in enumerate(claimants):
        if place != winner:
            pair = sorted((winner, place))
            elected, reason = elect(claimants[pair[0]], claimants[pair[1]], policy)
            if elected is not other:
                reasons.add(reason)
    return winner, tuple(reason for reason in Reason if reason in reasons)


def _is_canonical_of(one: Claimant, other: Claimant) -> bool:
    canonical = other.provenance.canonical
    if canonical is None:
        return False
    if link_key(canonical) in _keys(one):
        return True
    # The address of one article may be spelled in more ways than keys can tell.
    return one.host == host_of(canonical) != other.host


def _is_linked_by(one: Claimant, other: Claimant) -> bool:
    return not _keys(one).isdisjoint(other.provenance.links)


def _is_credited_by(one: Claimant, other: Claimant) -> bool:
    credit = other.provenance.credit
    return (
        credit is not None
        and one.host != other.host
        and credits_site(credit, one.host, one.provenance.site_name)
        and not credits_site(credit, other.host, other.provenance.site_name)
    )


def _is_older_than(one: Claimant, other: Claimant) -> bool:
    return _latest(one) <= _earliest(other)


def _has_better_host_than(one: Claimant, other: Claimant) -> bool:
    mine, theirs = one.host_record, other.host_record
    if min(mine.decided, theirs.decided) < _ENOUGH_DECIDED:
        return False
    return (mine.share_of_originals or 0) - (theirs.share_of_originals or 0) >= _FAR_MORE


_RULES = (
    (Reason.CANONICAL, _is_canonical_of),
    (Reason.LINK, _is_linked_by),
    (Reason.CREDIT, _is_credited_by),
    (Reason.PUBLISHED, _is_older_than),
    (Reason.HOST_RECORD, _has_better_host_than),
)


def _keys(one: Claimant) -> set[int]:
    keys = {link_key(address) for address in one.addresses}
    canonical = one.provenance.canonical
    if canonical is not None and host_of(canonical) == one.host:
        keys.add(link_key(canonical))
    return keys


def _earliest(one: Claimant) -> float:
    """When it was published at the earliest."""
    if one.published is None or one.date_fault is not None:
        return float("-inf")
    return one.published


def _latest(one: Claimant) -> float:
    """When it was published at the latest, which is never after it was first seen."""
    if one.published is None or one.date_fault is not None:
        return one.first_seen
    return min(one.first_seen, one.published + (DAY if is_day(one.published) else _PRECISION))
