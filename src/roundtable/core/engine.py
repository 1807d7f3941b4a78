"""The engine: decide, perform through ports, append, fold; until the table is done or must wait.

It never waits for a person. At a question it returns, and the answer starts it again.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from roundtable.core import chat, memory
from roundtable.core import events as e
from roundtable.core.budget import Budget
from roundtable.core.context import ContextPart, LeftOut
from roundtable.core.errors import CommandRefused, LogMoved, SessionBusy
from roundtable.core.executing import Execution
from roundtable.core.journal import Journal
from roundtable.core.ports import RunJob, World
from roundtable.core.speaking import Floor, Interrupted, unless_stopped
from roundtable.core.state import SessionState
from roundtable.core.steps import (
    AskHuman,
    BuildContext,
    CommitChanges,
    Execute,
    Finish,
    Merge,
    PlanFixes,
    PlanReview,
    PrepareChanges,
    ReadFiles,
    Record,
    Speak,
    Step,
    Survey,
    TakeFiles,
    TryFix,
    WriteChanges,
)
from roundtable.core.workflows import WORKFLOWS

CONTEXT_SHARE = 0.5
"""The part of the smallest seat's context that the repository may fill."""
_BUSY_SECONDS = 0.5


class Engine:
    """Leads one session from wherever its log stands."""

    def __init__(self, journal: Journal, world: World) -> None:
        self._journal = journal
        self._world = world
        self._stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.execution: Execution | None = None
        """The run that the round is at."""

    @property
    def state(self) -> SessionState:
        return self._journal.state

    def pause(self) -> None:
        """Stop at once; nothing that was completed is lost."""
        if not self._stop.done():
            self._stop.set_result(None)

    async def run(self, budget: Budget | None = None) -> SessionState:
        """Go on until the session has ended, waits for the King, or is paused."""
        await self._take_over(budget)
        workflow = WORKFLOWS[self.state.opening.workflow]
        floor = Floor(self._journal, self._world, workflow, self._stop)
        while True:
            step = workflow.decide(self.state)
            if isinstance(step, Finish | AskHuman):
                return self.state
            try:
                await self._perform(step, floor)
            except LogMoved:
                continue  # somebody added to the log; decide again on what it says now
            except Interrupted as stop:
                await self._break_off(stop)
            if self.state.paused:
                return self.state

    async def chat(self) -> SessionState:
        """Answer the last question to the judge; nothing else moves, whatever comes between."""
        workflow = WORKFLOWS[self.state.opening.workflow]
        floor = Floor(self._journal, self._world, workflow, self._stop)
        while True:
            turn = chat.chat_turn(self.state)
            try:
                if self._stop.done():
                    raise Interrupted(e.SessionPaused(reason="user"))
                await floor.speak((turn,))
            except LogMoved:
                continue  # somebody added to the log; ask on what it says now
            except Interrupted as stop:
                raise CommandRefused(
                    f"the question has no answer: {stop.pause.detail or 'it was broken off'}",
                    f"read the record instead: roundtable show {self._journal.session}",
                ) from stop
            finally:
                broken = [x for x in open_turns(self.state, "pause") if x.turn_key == turn.key]
                if broken:
                    await self._journal.record(broken, insist=True)
            return self.state

    async def _take_over(self, budget: Budget | None) -> None:
        """Turns that an earlier process left open have an unknown outcome: say so."""
        broken: tuple[e.Event, ...] = (
            *open_turns(self.state, "crash"),
            *_broken_runs(self.state),
        )
        if broken or self.state.paused or budget:
            merged = self.state.budget.merged(budget) if budget else None
            resumed = e.SessionResumed(budget=merged)
            await self._journal.record((*broken, resumed), insist=True)

    async def _break_off(self, stop: Interrupted) -> None:
        cause: e.Cause = "pause" if stop.pause.reason == "user" else "budget"
        broken = open_turns(self.state, cause, stop.said)
        await self._journal.record((*broken, stop.pause), insist=True)

    async def _perform(self, step: Step, floor: Floor) -> None:
        if self._stop.done():
            raise Interrupted(e.SessionPaused(reason="user"))
        match step:
            case Record():
                await self._journal.record(step.events)
            case BuildContext():
                await self._build_context(step)
            case ReadFiles():
                await self._read_files(step)
            case Speak():
                await floor.speak(step.turns)
            case Survey() | Merge() | PlanFixes() | TryFix() | PlanReview():
                working = self._world.hands.workshop.perform(step)
                done = await unless_stopped(working, self._stop)
                # What was found out stays true whatever was said meanwhile, and it took long.
                await self._journal.record((done,), insist=True)
            case Execute():
                await self._execute(step)
            case TakeFiles() | PrepareChanges() | WriteChanges() | CommitChanges():
                # Never broken off: what is being written is written or rolled back by itself.
                await self._journal.record(
                    (await self._world.hands.applier.perform(step),), insist=True
                )
            case AskHuman() | Finish():
                raise AssertionError("the loop returns before it performs these")
            case _:
                assert_never(step)

    async def _execute(self, step: Execute) -> None:
        """A run that is broken off takes all of itself along before we go on."""
        task = asyncio.ensure_future(self._run(step))
        signals: set[asyncio.Future[Any]] = {task, self._stop}
        try:
            await asyncio.wait(signals, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Interrupted(e.SessionPaused(reason="user"))
            task.result()
        finally:
            task.cancel()
            await asyncio.wait({task})
            self.execution = None

    async def _run(self, step: Execute) -> None:
        """The round's run; while the developer runs it himself, the round waits for that."""
        while True:
            self.execution = Execution(self._journal, self._world)
            job = RunJob(self.state.project, step.demand, waits=True)
            try:
                return await self.execution.perform(job, step.round, step.attempt)
            except SessionBusy:
                self.execution = None
                await asyncio.sleep(_BUSY_SECONDS)

    async def _build_context(self, step: BuildContext) -> None:
        smallest = min(knight.context_tokens for knight in self._world.knights.values())
        limit = int(smallest * CONTEXT_SHARE)
        about = step.about or self.state.opening.topic
        recalled = await memory.recall(self._world.store, about, limit)
        parts: Sequence[ContextPart] = recalled.parts
        left_out: Sequence[LeftOut] = ()
        if step.repository:
            gathering = self._world.workspace.context(about, parts, limit, step.diff)
            parts, left_out = await unless_stopped(gathering, self._stop)
        event = e.ContextBuilt(
            parts=tuple(parts),
            left_out=tuple(left_out),
            limit_tokens=limit,
            remembered=recalled.given(parts),
        )
        await self._journal.record((event,))

    async def _read_files(self, step: ReadFiles) -> None:
        read = [
            await unless_stopped(self._world.workspace.excerpt(request, by), self._stop)
            for request, by in step.requests
        ]
        await self._journal.record((e.FilesRead(iteration=step.iteration, files=tuple(read)),))


def _broken_runs(state: SessionState) -> tuple[e.ExecError, ...]:
    """Runs of a round whose process ended with them; the developer's own are not the table's."""
    return tuple(
        e.ExecError(run=run.number, kind="broken_off", reason="the process that led it ended")
        for run in state.runs
        if run.open and run.start and run.start.round
    )


def open_turns(
    state: SessionState, cause: e.Cause, said: Mapping[str, str] | None = None
) -> tuple[e.AgentInterrupted, ...]:
    """What is recorded of every turn that is open, when it is broken off; with what it had said."""
    return tuple(
        e.AgentInterrupted(
            turn_key=turn.key,
            seat=turn.seat,
            ask=turn.ask,
            cause=cause,
            partial=(said or {}).get(turn.key, ""),
        )
        for turn in state.turns.values()
        if turn.status == "open"
    )
