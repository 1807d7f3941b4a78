"""Performs a run: what the runner tells goes on record as it comes, in pieces a view can keep up
with, and at the end what of it matters."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field

from roundtable.core import events as e
from roundtable.core.errors import SessionBusy
from roundtable.core.hiding import Hiding
from roundtable.core.journal import Journal
from roundtable.core.parsing.text import clean
from roundtable.core.ports import Began, Ended, RunJob, RunNews, Up, World, Wrote
from roundtable.core.running import RunFailed, Stream
from roundtable.core.runs import digest
from roundtable.core.state import SessionState

_FIRST_SECONDS = 0.04
"""How long a piece of output may wait for more, at first."""
_LAST_SECONDS = 0.25
"""The same for one who goes on writing: each piece is a commit."""
_A_MOMENT = 0.005
"""What is written in one go comes in one piece."""
_MOST_CHARACTERS = 32_768
_PAUSED = "the session was paused, or its process ended, while it ran"


@dataclass
class _Gathered:
    """Output that is not on record yet, one entry for each change of service or stream."""

    pieces: list[Wrote] = field(default_factory=list)
    length: int = 0
    wait: float = _FIRST_SECONDS

    def add(self, wrote: Wrote) -> None:
        self.pieces.append(wrote)
        self.length += len(wrote.text)

    def taken(self, run: int) -> list[e.ExecOutput]:
        """All of it as events; neighbours from the same place become one."""
        made: list[e.ExecOutput] = []
        group: list[Wrote] = []
        for wrote in (*self.pieces, None):
            if group and (wrote is None or not _same_place(group[0], wrote)):
                made.append(_output(run, group))
                group = []
            if wrote:
                group.append(wrote)
        busy = self.length > _MOST_CHARACTERS // 4
        self.wait = min(_LAST_SECONDS, self.wait * 2) if busy else _FIRST_SECONDS
        self.pieces, self.length = [], 0
        return made


def _same_place(one: Wrote, other: Wrote) -> bool:
    return (one.service, one.stream) == (other.service, other.stream)


def _output(run: int, group: list[Wrote]) -> e.ExecOutput:
    first = group[0]
    return e.ExecOutput(
        run=run,
        service=first.service,
        stream=first.stream,
        text=clean("".join(wrote.text for wrote in group)),
        written=first.at,
    )


class Execution:
    """One run of a session's project, from its first word to its last."""

    def __init__(self, journal: Journal, world: World) -> None:
        self._journal = journal
        self._world = world
        self._began_at = world.clock.monotonic()
        self._outputs: list[e.ExecOutput] = []
        self._kept = 0
        self.stop = asyncio.Event()
        """Set by whoever wants it to end; the outcome is recorded all the same."""

    async def perform(self, job: RunJob, round_: str = "", attempt: int = 0) -> None:
        """Run it and record what comes of it; a failure to run at all is on record too.

        One run of a session at a time, whoever asks for it: SessionBusy.
        """
        async with self._claimed():
            await self._journal.load()
            await self._record(_left_open(self._journal.state))
            await self._perform(job, (round_, attempt))

    async def settle(self) -> None:
        """Give runs that ended with their process their end on record; not while one goes on."""
        with suppress(SessionBusy):
            async with self._claimed():
                await self._journal.load()
                await self._record(_left_open(self._journal.state))

    @asynccontextmanager
    async def _claimed(self) -> AsyncIterator[None]:
        session = self._journal.session
        claim = self._world.store.claim(f"{session}.run")
        try:
            await claim.__aenter__()
        except SessionBusy:
            raise SessionBusy(
                f"what session {session} has built is being run", "stop that run, or wait for it"
            ) from None
        try:
            yield
        finally:
            await claim.__aexit__(None, None, None)

    async def _perform(self, job: RunJob, place: tuple[str, int]) -> None:
        number = self._journal.state.runs[-1].number + 1 if self._journal.state.runs else 1
        gathered = _Gathered()
        try:
            async with (
                aclosing(self._world.hands.runner.run(job, self.stop)) as news,
                aclosing(_in_time(news, gathered)) as timed,
            ):
                async for item in timed:
                    events = self._due(number, gathered)
                    event = await self._event(number, item, job, place)
                    await self._record((*events, event) if event else events)
        except RunFailed as failure:
            await self._record((*self._due(number, gathered), _failed(number, failure)))
        except BaseException as broke:
            ours = f"an error of Roundtable's own ({type(broke).__name__})"
            reason = ours if isinstance(broke, Exception) else _PAUSED
            broken = e.ExecError(run=number, kind="broken_off", reason=reason)
            await asyncio.shield(self._record((*self._due(number, gathered), broken)))
            raise

    def _due(self, number: int, gathered: _Gathered) -> list[e.ExecOutput]:
        """What is to go on record now; the end of the run looks back on it."""
        events = gathered.taken(number)
        for event in events:
            self._kept += len(event.text.encode("utf-8", "replace"))
        self._outputs += events
        return events

    async def _record(self, events: Sequence[e.Event]) -> None:
        if events:
            await self._journal.record(events, insist=True)

    async def _event(
        self, number: int, item: RunNews | None, job: RunJob, place: tuple[str, int]
    ) -> e.Event | None:
        match item:
            case Began():
                return e.ExecStart(
                    run=number,
                    round=place[0],
                    attempt=place[1],
                    engine=item.engine,
                    source=item.source,
                    services=item.services,
                    demand=job.demand,
                    files=digest(job.files),
                    notes=item.notes,
                )
            case Up():
                return e.ExecReady(run=number, addresses=item.addresses)
            case Ended():
                # A long log takes a while to be read, and others are at work meanwhile.
                return await asyncio.to_thread(self._done, number, item, job)
            case _:
                return None

    def _done(self, number: int, ended: Ended, job: RunJob) -> e.ExecDone:
        # Their patterns take a while to load, and most processes never need them.
        from roundtable.core.parsing.run_logs import Piece, excerpt
        from roundtable.core.parsing.test_output import test_results

        # Once more: what was taken out of the lines for a reader may have stood within a secret.
        hiding = Hiding(secret.reveal() for secret in job.variables.values())
        pieces = [Piece(output.service, output.stream, output.text) for output in self._outputs]
        return e.ExecDone(
            run=number,
            outcome=ended.outcome,
            exit_code=ended.exit_code,
            detail=ended.detail,
            seconds=round(self._world.clock.monotonic() - self._began_at, 3),
            services=ended.services,
            tests=tuple(
                results.model_copy(update={"failures": tuple(map(hiding.hide, results.failures))})
                for text in self._by_place()
                for results in test_results(text)
            ),
            excerpt=hiding.hide(excerpt(pieces)),
            log_bytes=self._kept,
            log_dropped=ended.dropped,
        )

    def _by_place(self) -> list[str]:
        """What each stream of each service wrote, as one text."""
        texts: dict[tuple[str, Stream], list[str]] = {}
        for output in self._outputs:
            texts.setdefault((output.service, output.stream), []).append(output.text)
        return ["".join(text) for text in texts.values()]


def _left_open(state: SessionState) -> tuple[e.ExecError, ...]:
    """Runs without an end: whoever led them is gone, or we would not have the claim."""
    why = "the process that led it ended"
    return tuple(
        e.ExecError(run=run.number, kind="broken_off", reason=why) for run in state.runs if run.open
    )


def _failed(number: int, failure: RunFailed) -> e.ExecError:
    return e.ExecError(
        run=number,
        kind=failure.kind,
        reason=failure.reason,
        remedy=failure.remedy,
        refusals=failure.refusals,
    )


async def _in_time(
    news: AsyncIterator[RunNews], gathered: _Gathered
) -> AsyncGenerator[RunNews | None, None]:
    """Each item as it comes, but output only when enough of it, or enough time, has come.

    None: only what was gathered is due. The last output before an end goes with it.
    """
    coming: asyncio.Task[RunNews | None] | None = None
    due: float | None = None
    told = 0.0
    now = asyncio.get_running_loop().time
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(news, None))
            left = None if due is None else max(0.0, due - now())
            done, _ = await asyncio.wait({coming}, timeout=left)
            if not done:
                due, told = None, now()
                yield None
                continue
            item, coming = coming.result(), None
            if item is None:
                return
            if not isinstance(item, Wrote):
                due = None
                yield item
                continue
            gathered.add(item)
            if gathered.length >= _MOST_CHARACTERS:
                due, told = None, now()
                yield None
            elif due is None:
                # Who has been silent is heard at once; who goes on is heard in larger pieces.
                due = max(now() + _A_MOMENT, told + gathered.wait)
    finally:
        if coming:
            coming.cancel()
            await asyncio.wait({coming})
