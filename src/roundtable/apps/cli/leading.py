"""Leads a session from the terminal: shows it, takes notes, pauses, asks the King, goes on."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from typing import Any

from roundtable.adapters.runners.runner import run_source
from roundtable.apps.cli import exits
from roundtable.apps.cli.asking import PARLEY_ANSWERS, Answers, ask_king, can_ask
from roundtable.apps.cli.screens import Screen
from roundtable.apps.records import write_views
from roundtable.bootstrap import Table
from roundtable.core.applying import asked_about, is_plain
from roundtable.core.budget import Budget
from roundtable.core.commands import Choose, Note
from roundtable.core.errors import RoundtableError
from roundtable.core.questions import Question
from roundtable.core.state import SessionState
from roundtable.views.account import account_lines
from roundtable.views.folder import FolderView


class Lead:
    """One session, led from here until it rests."""

    def __init__(
        self,
        table: Table,
        session: str,
        screen: Screen,
        answers: Answers,
        attended: bool = True,
    ) -> None:
        self._table = table
        self._session = session
        self._screen = screen
        self._answers = answers
        self.attended = attended and screen.interactive and can_ask()
        self._background: set[asyncio.Task[Any]] = set()
        self._interrupts = 0

    async def run(self, budget: Budget | None = None) -> SessionState:
        """Until it has ended, is paused, or waits for somebody who is not here."""
        while True:
            with self._signals():
                await self._table.driver.start(self._session, budget)
                async with self._screen.showing(self._note, self._interrupt):
                    state = await self._table.driver.wait(self._session)
            budget = None
            if state.question is None or state.paused or state.ended:
                return state
            choice = self._prepared(state, state.question)
            if choice is None and self.attended:
                choice = await _ask(state, state.question)
            if choice is None:
                return state
            await self._table.driver.send(self._session, choice)

    def _prepared(self, state: SessionState, question: Question) -> Choose | None:
        """The flags' answer. Words of the King are meant for one question; going back, for once.

        With the rest of a change set goes only what nothing speaks against.
        """
        choice = self._answers.prepared(question)
        asked = asked_about(question.id, state.applying.proposed)
        if choice and choice.option == "approve_rest" and asked and not is_plain(asked):
            return None
        if choice and choice.option in ("send_back", "decree"):
            self._answers = replace(self._answers, on_escalation=None)
        elif choice and choice.option.startswith(("retry", "remerge", "reopen:", "rerun")):
            self._answers = replace(self._answers, on_confirm=None)
        elif choice and choice.option == "ask":
            self._answers = replace(self._answers, on_parley=None)
        return choice

    def _note(self, text: str) -> None:
        self._spawn(self._table.driver.send(self._session, Note(text)))

    def _interrupt(self) -> None:
        self._interrupts += 1
        if self._interrupts > 1:
            self._screen.restore()
            print(f"\nleft; go on with: roundtable resume {self._session}", file=sys.stderr)
            os._exit(exits.LEFT)
        self._spawn(self._table.driver.pause(self._session))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        async def quietly() -> None:
            with contextlib.suppress(RoundtableError):  # the session's own end says it as well
                await work

        task = asyncio.create_task(quietly())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        names = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        for name in names:
            loop.add_signal_handler(name, self._interrupt)
        try:
            yield
        finally:
            for name in names:
                loop.remove_signal_handler(name)


async def _ask(state: SessionState, question: Question) -> Choose | None:
    if question.kind == "parley":
        from roundtable.apps.cli.parley import ask_about_change

        return await ask_about_change(state, question)
    return await ask_king(question)


async def lead(
    table: Table,
    session: str,
    screen: Screen,
    answers: Answers,
    budget: Budget | None = None,
    attended: bool = True,
) -> int:
    """Lead a session that the screen watches already; the exit code.

    Where a decision is to be applied and the King, or a flag, answers for its changes, that follows
    at once.
    """
    folder = FolderView(table.project.sessions, await table.driver.state(session))
    folder.write()
    await table.driver.watch(session, folder.see)
    leading = Lead(table, session, screen, answers, attended)
    state = await leading.run(budget)
    await write_views(table, state)
    if state.ended:
        screen.say(*account_lines(state))
    screen.say(*next_steps(state))
    if (leading.attended or answers.on_parley) and _is_to_be_applied(state):
        from roundtable.apps.cli.applying import go_on_applying

        return await go_on_applying(table, state, screen, answers)
    return exits.exit_code(state)


def _is_to_be_applied(state: SessionState) -> bool:
    chosen = state.choices[-1].option if state.choices else ""
    return state.ended is not None and state.decision is not None and chosen == "apply"


def next_steps(state: SessionState) -> list[str]:
    """What the developer can do now."""
    name = state.session
    if state.ended and state.start and state.start.agenda:
        return _after_building(state)
    if state.ended and state.opening.errand:
        return _after_applying(state)
    if state.ended:
        steps = [f"read it:     .roundtable/sessions/{name}/decisions.md"]
        if state.decision:
            steps.append(f"apply it:    roundtable apply {name}")
        if state.opening.workflow == "code-red":
            steps.append("the cases:   roundtable code-red list")
        return [
            *steps,
            f"all of it:   roundtable show {name}, or report.html beside it",
            f"again:       roundtable replay {name}",
            "the memory:  roundtable chronicle",
        ]
    if state.paused and state.paused.reason == "budget" and state.paused.exceeded:
        flag = {"cost": "--max-cost", "tokens": "--max-tokens", "minutes": "--max-minutes"}
        raise_it = flag[state.paused.exceeded.cap]
        return [
            f"budget reached: {state.paused.detail}",
            f"raise the cap and go on: roundtable resume {name} {raise_it} …",
        ]
    if state.question:
        flag_name = FLAGS[state.question.kind]
        by_flag = PARLEY_ANSWERS if state.question.kind == "parley" else None
        ids = "|".join(o.id for o in state.question.options if by_flag is None or o.id in by_flag)
        return [f"your answer is awaited: roundtable resume {name} {flag_name} {ids}"]
    return [f"go on with: roundtable resume {name}"]


FLAGS = {
    "kings_choice": "--choose",
    "escalation": "--on-escalation",
    "confirm": "--on-confirm",
    "parley": "--on-parley",
}
"""The flag that answers each kind of question."""


def _after_applying(state: SessionState) -> list[str]:
    name, applying, errand = state.session, state.applying, state.opening.errand
    decided = errand.session if errand else name
    if applying.written is None:
        return [f"again:       roundtable apply {decided}"]
    steps = ["see it:      git diff", f"take back:   roundtable undo {name}"]
    if applying.committed and applying.committed.commit:
        branch = applying.committed.branch
        return [*steps, f"take over:   git reset {branch}   (your files stay as they are)"]
    # The chronicle knows a commit by its bytes; by the trailer also if they are edited before.
    return [*steps, f'commit it:   git commit --trailer "Roundtable-Session: {decided}" …']


def _after_building(state: SessionState) -> list[str]:
    name = state.session
    take = [f"take it:     roundtable export {name} --to DIR"] if state.project else []
    runs = run_source(state.project) and [f"run it:      roundtable run {name}"]
    built = [] if state.opening.workflow == "review" else [*(runs or []), *take]
    return [
        *built,
        f"read it:     .roundtable/sessions/{name}/report.html",
        f'ask:         roundtable chat --session {name} "why …?"',
        f'again:       roundtable retry ROUND --session {name} --instruct "…"',
    ]
