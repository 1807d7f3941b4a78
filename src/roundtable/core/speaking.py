"""The floor: asks the seats whose turn it is, hears them out, and records how each turn ended."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, TypeVar

from roundtable.core import events as e
from roundtable.core.budget import Usage, exceeded
from roundtable.core.errors import KnightError
from roundtable.core.journal import Journal
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Ask, CountsTokens, FallsBack, Finished, Knight, Retries, World
from roundtable.core.quoting import Prompt
from roundtable.core.steps import PlannedTurn
from roundtable.core.tokens import estimate
from roundtable.core.workflows import Workflow

T = TypeVar("T")

NO_LIMIT = 10**9
MARGIN = 0.98
"""How much of a counted context is used: parts are not counted one by one."""
CANCEL_GRACE = 0.1
"""How long a cancelled knight may take to let go before we stop waiting for it."""


class Interrupted(Exception):
    """The run stops here: why, and what was being said, by turn."""

    def __init__(self, pause: e.SessionPaused, said: dict[str, str] | None = None) -> None:
        super().__init__(pause.reason)
        self.pause = pause
        self.said = said or {}


@dataclass(frozen=True, slots=True)
class _Call:
    """A turn that is being asked. It does not hold the prompt, which may be large."""

    turn: PlannedTurn
    worst: Usage
    left_out: tuple[str, ...]
    speech: Speech
    began: float


_Running = dict["asyncio.Task[Finished]", _Call]


class Floor:
    def __init__(
        self, journal: Journal, world: World, workflow: Workflow, stop: "asyncio.Future[None]"
    ) -> None:
        self._journal = journal
        self._world = world
        self._workflow = workflow
        self._stop = stop
        self._began = world.clock.monotonic()
        self._active_before = journal.state.active_seconds

    async def speak(self, turns: tuple[PlannedTurn, ...]) -> None:
        """Ask these seats at once, record each answer as it comes."""
        decided_at = self._journal.state.seq
        calls = [await self._call(turn) for turn in turns]
        self._check_budget(sum((call.worst for call, _ in calls), Usage()))
        # A note that came while the prompts were made is in none of them: then they are made anew.
        starts = [self._start(call) for call, _ in calls]
        await self._journal.record(starts, decided_at=decided_at)
        running: _Running = {
            asyncio.create_task(self._listen(call, ask)): call for call, ask in calls
        }
        calls.clear()
        try:
            await self._hear_out(running)
        finally:
            await _let_go(running)

    async def _hear_out(self, running: _Running) -> None:
        """Until all have answered, somebody stops us, or the minutes are used up."""
        while running:
            signals: set[asyncio.Future[Any]] = {*running, self._stop}
            done, _ = await asyncio.wait(
                signals,
                return_when=asyncio.FIRST_COMPLETED,
                timeout=self._seconds_left(),
            )
            for task in [task for task in running if task in done]:
                await self._settle(running.pop(task), task)
            said = {call.turn.key: call.speech.text for call in running.values()}
            if self._stop.done() and running:
                raise Interrupted(e.SessionPaused(reason="user"), said)
            if not done:
                self._check_budget(Usage(), said)

    async def _settle(self, call: _Call, task: "asyncio.Task[Finished]") -> None:
        """Write down how a turn ended, and what its text means."""
        turn = call.turn
        seconds = round(self._world.clock.monotonic() - call.began, 3)
        active_seconds = round(self._active_seconds(), 3)
        try:
            finished = task.result()
        except KnightError as error:
            failed = e.AgentError(
                **turn.stamp,
                kind=error.kind,
                detail=error.detail,
                partial=call.speech.text,
                retry_after=error.retry_after,
                seconds=seconds,
                active_seconds=active_seconds,
            )
            await self._journal.record((failed,), insist=True)
            return
        ended = e.AgentEnd(
            **turn.stamp,
            text=finished.text,
            usage=finished.usage,
            cut=finished.cut,
            seconds=seconds,
            active_seconds=active_seconds,
        )
        state = self._journal.state
        readings = self._workflow.read(state, turn, finished.text, finished.cut)
        await self._journal.record((ended, *readings), insist=True)

    async def _fitting_prompt(self, turn: PlannedTurn, knight: Knight) -> Prompt:
        """The prompt within the seat's context; before anything is left out, the vendor counts."""
        state = self._journal.state
        room = knight.context_tokens - self._answer_tokens(turn, knight)
        prompt = self._workflow.prompt(state, turn, room)
        if not prompt.left_out or not isinstance(knight, CountsTokens):
            return prompt
        whole = self._workflow.prompt(state, turn, NO_LIMIT)
        counting = knight.count_tokens(whole.system, whole.text)
        counted = await unless_stopped(counting, self._stop)
        if not counted:
            return prompt
        # Our estimate errs high; scaled by the vendor's count, more may fit.
        estimated = estimate(whole.system) + estimate(whole.text)
        return self._workflow.prompt(state, turn, int(room * estimated / counted * MARGIN))

    def _answer_tokens(self, turn: PlannedTurn, knight: Knight) -> int:
        """What the turn may say; a small context keeps at least half of its room for the prompt."""
        wanted = self._workflow.output_tokens(self._journal.state, turn)
        return min(wanted, knight.context_tokens // 2)

    async def _call(self, turn: PlannedTurn) -> tuple[_Call, Ask]:
        state = self._journal.state
        knight = self._world.voice(turn.seat, turn.purpose)
        prompt = await self._fitting_prompt(turn, knight)
        ask = Ask(
            turn_key=turn.key,
            seat=turn.seat,
            system=prompt.system,
            prompt=prompt.text,
            max_output_tokens=self._answer_tokens(turn, knight),
            purpose=turn.purpose,
            topic=state.opening.topic,
            iteration=turn.iteration,
            ask=turn.ask,
            spoken_before=tuple(t.seat for t in state.said(turn.iteration)),
            seconds=state.rules.timeout_per_turn_seconds,
            stage=state.round.round if state.round else "",
            part=turn.part,
            labels=tuple((item.label, item.seat) for item in state.round.labels)
            if state.round
            else (),
        )

        def tell(text: str) -> None:
            self._journal.tell(
                e.Token(
                    session=state.session,
                    **turn.stamp,
                    text=text,
                )
            )

        call = _Call(
            turn=turn,
            worst=knight.worst_case(ask),
            left_out=prompt.left_out,
            speech=Speech(tell),
            began=self._world.clock.monotonic(),
        )
        return call, ask

    def _start(self, call: _Call) -> e.AgentStart:
        turn = call.turn
        return e.AgentStart(
            **turn.stamp,
            iteration=turn.iteration,
            purpose=turn.purpose,
            adapter=self._journal.state.seat(turn.seat).adapter,
            reserved=call.worst,
            left_out=call.left_out,
        )

    async def _listen(self, call: _Call, ask: Ask) -> Finished:
        rules, adapter = self._journal.state.rules, self._journal.state.seat(ask.seat).adapter
        async with self._world.limits.hold(adapter, call.worst.tokens) as hold:
            finished = await listen(
                self._world.voice(ask.seat, ask.purpose),
                ask,
                call.speech,
                deadline=rules.timeout_per_turn_seconds,
                idle=rules.idle_seconds,
                tell_trouble=lambda trouble: self._record_trouble(call.turn, trouble),
            )
            hold.settle(finished.usage.tokens)
        return finished

    async def _record_trouble(self, turn: PlannedTurn, trouble: Retries | FallsBack) -> None:
        """A second try or another adapter goes on the record before it is made."""
        if isinstance(trouble, Retries):
            event: e.Event = e.AgentRetry(
                **turn.stamp,
                adapter=trouble.adapter,
                kind=trouble.kind,
                detail=trouble.detail,
                wait=round(trouble.wait, 3),
            )
        else:
            event = e.Fallback(
                **turn.stamp,
                adapter=trouble.adapter,
                to=trouble.to,
                kind=trouble.kind,
                detail=trouble.detail,
            )
        await self._journal.record((event,), insist=True)

    def _check_budget(self, worst: Usage, said: dict[str, str] | None = None) -> None:
        """Break off when going on could break a cap."""
        state = self._journal.state
        over = exceeded(state.budget, state.committed, worst, self._active_seconds())
        if over:
            pause = e.SessionPaused(reason="budget", detail=str(over), exceeded=over)
            raise Interrupted(pause, said)

    def _active_seconds(self) -> float:
        return self._active_before + self._world.clock.monotonic() - self._began

    def _seconds_left(self) -> float | None:
        minutes = self._journal.state.budget.max_minutes
        return None if minutes is None else max(0.0, minutes * 60 - self._active_seconds())


async def _let_go(running: _Running) -> None:
    """Cancel who is still speaking; one who does not let go is no longer waited for."""
    for task in running:
        task.cancel()
    if running:
        await asyncio.wait(running, timeout=CANCEL_GRACE)
    running.clear()


async def unless_stopped(work: Awaitable[T], stop: "asyncio.Future[None]") -> T:
    """The result, unless somebody stops us first."""
    task = asyncio.ensure_future(work)
    try:
        signals: set[asyncio.Future[Any]] = {task, stop}
        await asyncio.wait(signals, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Interrupted(e.SessionPaused(reason="user"))
        return task.result()
    finally:
        task.cancel()
