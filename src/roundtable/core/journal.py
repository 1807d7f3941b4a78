"""A session's log as its writer holds it: stamp, append, fold, tell the watchers."""

import asyncio
import contextlib
from collections.abc import Sequence

from roundtable.core.errors import LogMoved, UnknownSession
from roundtable.core.events import Event
from roundtable.core.ports import Clock, EventStore, Watcher
from roundtable.core.state import SessionState, fold
from roundtable.core.summary import summary_text


class Journal:
    """The only way events get into a session. `state` is always what is committed."""

    def __init__(self, session: str, store: EventStore, clock: Clock) -> None:
        self.session = session
        self.state = SessionState(session=session)
        self._store = store
        self._clock = clock
        self._watchers: list[Watcher] = []
        self._writing = asyncio.Lock()

    async def load(self) -> SessionState:
        """Catch up with the log; a session without events is unknown."""
        async with self._writing:
            await self._catch_up()
        if self.state.seq == 0:
            raise UnknownSession(f"there is no session {self.session!r}", "see: roundtable list")
        return self.state

    def watch(self, watcher: Watcher) -> None:
        self._watchers.append(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        self._watchers.remove(watcher)

    @property
    def watched(self) -> bool:
        return bool(self._watchers)

    def tell(self, event: Event) -> None:
        """Show an event to the watchers; a watcher that fails is not our affair."""
        for watcher in self._watchers:
            with contextlib.suppress(Exception):
                watcher(event)

    async def record(
        self, events: Sequence[Event], *, insist: bool = False, decided_at: int | None = None
    ) -> SessionState:
        """Append what was decided on the present state, or on the one of `decided_at`.

        When somebody wrote since then, here or elsewhere, the decision may no longer hold: LogMoved
        is raised after the state has caught up. `insist` is for facts, which hold all the same.
        """
        basis = self.state.seq if decided_at is None else decided_at
        async with self._writing:
            if self.state.seq != basis and not insist:
                raise LogMoved(f"session {self.session} has moved on from event {basis}")
            while True:
                stamped = self._stamp(events)
                after = fold(stamped, self.state)
                try:
                    await self._store.append(stamped, summary_text(after))
                except LogMoved:
                    await self._catch_up()
                    if insist:
                        continue
                    raise
                self.state = after
                break
            for event in stamped:
                self.tell(event)
        return self.state

    def _stamp(self, events: Sequence[Event]) -> tuple[Event, ...]:
        now, first = self._clock.now(), self.state.seq + 1
        return tuple(
            event.model_copy(update={"session": self.session, "seq": first + i, "at": now})
            for i, event in enumerate(events)
        )

    async def _catch_up(self) -> None:
        missed = await self._store.read(self.session, after=self.state.seq)
        self.state = fold(missed, self.state)
        for event in missed:
            self.tell(event)
