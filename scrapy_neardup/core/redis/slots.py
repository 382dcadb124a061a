"""Which nodes of a Redis Cluster have which keys: keys are spread over 16,384 slots, and slots over masters
(Redis Cluster specification).
"""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING, Any

import redis

from scrapy_neardup.core.redis.faults import FAULTS, passes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy_neardup.core.redis.location import Address

_SLOTS = 16384
_USED_FOR = 30.0
"""Seconds for which the table of slots is used: no reply tells that a master has got its first replica."""


class SlotTable:
    """The master of every slot. *nodes* are some that the cluster had at first, *read_slots* is the reply of a
    node to CLUSTER SLOTS.

    Threads may share it. It is asked for anew after :meth:`forget`, or after _USED_FOR seconds.
    """

    def __init__(self, nodes: Sequence[Address], read_slots: Callable[[Address], Any]) -> None:
        self._nodes = nodes
        self._read_slots = read_slots
        self._masters: list[Address] = []
        self._until = 0.0
        self._with_replicas: set[Address] = set()
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Ask for the table anew: there was a redirection, or a fault."""
        self._until = 0.0

    def has_replicas(self, master: Address) -> bool:
        """Whether *master* had a replica when the table was read."""
        return master in self._with_replicas

    def masters(self) -> list[Address]:
        """The master of every slot, by number."""
        with self._lock:
            if time.monotonic() < self._until:
                return self._masters
            known = [*dict.fromkeys([*self._masters, *self._nodes])]
            if self._masters and not self._until:
                # After a fault: one that is cut off from the others tells what was, whenever it is asked.
                random.shuffle(known)
        problem: Exception | None = None
        for address in known:
            try:
                masters, with_replicas = _parsed(self._read_slots(address), address)
            except FAULTS as error:
                # Something else may have the address of a node that is gone: the others are asked all the same.
                if problem is None or passes(problem):
                    problem = error
                continue
            if None in masters:
                problem = redis.exceptions.ClusterDownError("some slots have no node")
                continue
            with self._lock:
                self._masters = [one for one in masters if one is not None]
                self._with_replicas = with_replicas
                self._until = time.monotonic() + _USED_FOR
                return self._masters
        assert problem is not None
        raise problem


def _parsed(ranges: Any, asked: Address) -> tuple[list[Address | None], set[Address]]:
    """The master of every slot, None where it has none, and the masters that have replicas, by what the node
    *asked* replied.
    """
    masters: list[Address | None] = [None] * _SLOTS
    with_replicas = set()
    for first, last, master, *replicas in ranges:
        # A node that does not know its own name means the address that we reached it by.
        name = master[0].decode() if master[0] else ""
        node = (name if name not in ("", "?") else asked[0], int(master[1]))
        masters[first : last + 1] = [node] * (last + 1 - first)
        if replicas:
            with_replicas.add(node)
    return masters, with_replicas
