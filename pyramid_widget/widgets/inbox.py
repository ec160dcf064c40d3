"""The queue of taps: each is handled once, in order, however often the page sends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

RECENT_CLIENTS = 8
"""How many clients (pages that show the widget) are told what was acknowledged: the latest to tap."""


class MalformedTap(ValueError):
    """A tap that the page should not have sent."""


class Inbox:
    """Remembers for each client the number of the last tap that was handled."""

    def __init__(self) -> None:
        self._handled: dict[str, int] = {}

    @property
    def acked(self) -> dict[str, int]:
        """The last handled tap of the clients that have tapped lately."""
        return dict(list(self._handled.items())[-RECENT_CLIENTS:])

    def handle(self, outbox: object, perform: Callable[[Mapping[str, Any]], None]) -> None:
        """Perform the taps of the page's outbox that are new. `perform` must not raise.

        Raises MalformedTap where the outbox is no list of numbered taps; what came before the bad one was performed.
        """
        if not isinstance(outbox, list):
            raise MalformedTap(f"The outbox is no list: {outbox!r}")
        for tap in outbox:
            client, seq = (tap.get("client"), tap.get("seq")) if isinstance(tap, dict) else (None, None)
            if not isinstance(client, str) or type(seq) is not int:
                raise MalformedTap(f"A tap has no client or number: {tap!r}")
            if seq <= self._handled.get(client, 0):
                continue
            self._handled.pop(client, None)  # so that the clients are in the order of their last taps
            self._handled[client] = seq
            perform(tap)
