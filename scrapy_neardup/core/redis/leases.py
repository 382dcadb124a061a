"""The leases of claims: a process renews its own, and waits for those of others."""

from __future__ import annotations

import logging
import threading
from functools import partial
from typing import TYPE_CHECKING

from scrapy_neardup.core.errors import NearDupError
from scrapy_neardup.core.index.reservation import Reservation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy_neardup.core.document import Verdict
    from scrapy_neardup.core.index.held import Held
    from scrapy_neardup.core.redis.claims import Claim, Claims
    from scrapy_neardup.core.redis.contest import Standing
    from scrapy_neardup.core.redis.documents import SharedDocuments

logger = logging.getLogger(__name__)

_RENEWALS_PER_LEASE = 3
_ONLY_WAITED_FOR = "a reservation of another process can only be waited for"


class _Foreign(Reservation):
    """A reservation of another process, or one that this process has lost sight of; *is_over*
    asks the server.
    """

    def __init__(self, verdict: Verdict, is_over: Callable[[], bool]) -> None:
        super().__init__(verdict)
        self._is_over = is_over

    @property
    def foreign(self) -> bool:
        return True

    @property
    def settled(self) -> bool:
        """Whether it is over; asks the server."""
        return self._is_over()

    def commit(self) -> None:
        raise NearDupError(_ONLY_WAITED_FOR)

    def rollback(self) -> bool:
        raise NearDupError(_ONLY_WAITED_FOR)


class Leases:
    """The reservations of this object, whose leases of *seconds* a thread renews until it is stopped."""

    def __init__(self, documents: SharedDocuments, claims: Claims, seconds: float) -> None:
        self._documents = documents
        self._claims = claims
        self._seconds = seconds
        self.live: dict[bytes, Held[Claim]] = {}
        """The reservations, by the tokens of their claims: once a claim has lapsed, there may be another one
        of its place."""
        self.stopped = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def renew(self, reservation: Held[Claim]) -> None:
        """Renew the lease of *reservation* from now on."""
        self.live[reservation.held.token] = reservation
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="neardup-leases", daemon=True
                )
                self._thread.start()

    def renew_no_more(self, claim: Claim) -> bool:
        """Renew the lease of *claim* no more; returns whether it was renewed until now."""
        return self.live.pop(claim.token, None) is not None

    def own(self, one: Claim | Standing) -> Held[Claim] | None:
        """The reservation that this object has of a claim, None for none."""
        return self.live.get(one.token)

    def blockers(self, verdict: Verdict, standings: Iterable[Standing]) -> tuple[Reservation, ...]:
        """The reservations of claims that a *verdict* has to wait for."""
        return tuple(
            self.own(one) or _Foreign(verdict, partial(self._is_over, one)) for one in standings
        )

    def _is_over(self, standing: Standing) -> bool:
        now = self._documents.look([standing.ordinal]).get(standing.ordinal)
        return now is None or now.token != standing.token

    def _run(self) -> None:
        told = False
        while not self.stopped.wait(self._seconds / _RENEWALS_PER_LEASE):
            try:
                claims = [reservation.held for reservation in [*self.live.values()]]
                if claims:
                    self._claims.renew(claims)
                told = False
            except NearDupError as error:
                # What a closing index has reserved is rolled back.
                if not self.stopped.is_set() and not told:
                    logger.warning("Leases could not be renewed: %s", error)
                told = True
            except Exception:
                # Nobody awaits this thread. If it ended, every later lease would run out.
                if not self.stopped.is_set():
                    logger.exception("Leases could not be renewed, and are to be tried again")
