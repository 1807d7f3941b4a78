"""Knights that answer at once with a long text, and a log that remembers how it was written."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path

from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.drivers.local import LocalDriver
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.budget import Usage
from roundtable.core.events import Event
from roundtable.core.ports import Ask, Delta, EventStore, Finished, Knight
from roundtable.core.seats import Seat
from roundtable.testing.builders import EmptyWorkspace, block

TEXT_SIZE = 20_000
ROUNDS = 3
_SENTENCE = "The cache is read on every request, so its key must hold the user's language too. "


class InstantKnight:
    """Objects until the last round, then agrees; 20 kB each time."""

    context_tokens = 1_000_000

    def worst_case(self, ask: Ask) -> Usage:
        return Usage(input_tokens=1, output_tokens=1)

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        agrees = ask.iteration >= ROUNDS
        vote = block(ask.seat, ask.iteration, 9 if agrees else 6, *([] if agrees else ["cost"]))
        prose = (_SENTENCE * (TEXT_SIZE // len(_SENTENCE) + 1))[: TEXT_SIZE - len(vote) - 2]
        text = f"{prose}\n\n{vote}"
        yield Delta(text)
        yield Finished(text, Usage(input_tokens=1, output_tokens=1))

    async def close(self) -> None: ...


def driver(store: EventStore) -> LocalDriver:
    def seating(seats: Sequence[Seat]) -> Mapping[str, Knight]:
        return {seat.name: InstantKnight() for seat in seats}

    return LocalDriver(store, SystemClock(), EmptyWorkspace(), seating)


Batches = list[tuple[tuple[Event, ...], str]]


class RecordingStore(SqliteStore):
    """Keeps the batches that were appended, to append the very same again."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.batches: Batches = []

    async def append(self, events: Sequence[Event], summary: str) -> None:
        self.batches.append((tuple(events), summary))
        await super().append(events, summary)
