"""A session without a world: the policy is played against answers given by a function.

What the engine does with ports, this does with plain values, so that a policy can be tried on
thousands of tables in a second.
"""

from collections.abc import Callable, Mapping, Sequence

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.commands import Choose, handle
from roundtable.core.context import FileExcerpt
from roundtable.core.errors import KnightError
from roundtable.core.questions import Question
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import (
    AskHuman,
    BuildContext,
    CommitChanges,
    Craft,
    Deed,
    Execute,
    Finish,
    PlannedTurn,
    PrepareChanges,
    ReadFiles,
    Record,
    Speak,
    Step,
    TakeFiles,
    WriteChanges,
)
from roundtable.core.workflows import WORKFLOWS

Answer = Callable[[PlannedTurn], str]
"""What a seat says to a turn; a KnightError is a seat that does not answer."""
King = Callable[[Question], Choose | None]
"""What the King answers; None leaves the session waiting."""

Crafts = Callable[[Craft], e.Event]
"""The work on files; a policy that only talks needs none."""
Deeds = Callable[[Deed], e.Event]
"""The work on the developer's own files."""

Runs = Callable[[Execute, SessionState], Sequence[e.Event]]
"""What comes of a run of the project as it stands."""

_MOST_STEPS = 2_000


def no_engine(step: Execute, state: SessionState) -> Sequence[e.Event]:
    """There is nothing to run it with."""
    why = "no container engine was found"
    return (e.ExecError(run=len(state.runs) + 1, kind="no_engine", reason=why),)


def unequipped(craft: Craft | Deed) -> e.Event:
    raise AssertionError(f"nobody is there to do {craft!r}")


def play(
    start: e.SessionStart,
    answer: Answer,
    king: King = lambda _: None,
    craft: Crafts = unequipped,
    given: Mapping[str, str] | None = None,
    deed: Deeds = unequipped,
    run: Runs = no_engine,
) -> list[e.Event]:
    """The whole log of the session, until it ends or waits for the King."""
    opening: list[e.Event] = [start]
    if given:
        files = tuple(e.ProjectFile(path=path, text=text) for path, text in given.items())
        opening.append(e.FilesGiven(origin="given", files=files))
    return go_on(opening, answer, king, craft, deed, run)


def go_on(
    log: Sequence[e.Event],
    answer: Answer,
    king: King = lambda _: None,
    craft: Crafts = unequipped,
    deed: Deeds = unequipped,
    run: Runs = no_engine,
) -> list[e.Event]:
    """The whole log of a session that stands as this log has left it."""
    rehearsal = _Rehearsal(answer, king, craft, deed, run)
    rehearsal.record(*log)
    decide = WORKFLOWS[rehearsal.state.opening.workflow].decide
    for _ in range(_MOST_STEPS):
        step = decide(rehearsal.state)
        if isinstance(step, Finish) or not rehearsal.perform(step):
            return rehearsal.log
    raise AssertionError("the policy does not come to an end")


class _Rehearsal:
    def __init__(self, answer: Answer, king: King, craft: Crafts, deed: Deeds, run: Runs) -> None:
        self._answer = answer
        self._king = king
        self._craft = craft
        self._deed = deed
        self._run = run
        self.log: list[e.Event] = []
        self.state = SessionState(session="played")

    def record(self, *events: e.Event) -> None:
        for event in events:
            stamp = {"session": "played", "seq": len(self.log) + 1}
            self.log.append(event.model_copy(update=stamp))
            self.state = fold(self.log[-1:], self.state)

    def perform(self, step: Step) -> bool:
        """Do what the policy wants; False when the King does not answer."""
        match step:
            case AskHuman():
                choice = self._king(step.question)
                if choice is None:
                    return False
                self.record(*handle(self.state, choice))
            case BuildContext():
                self.record(e.ContextBuilt(parts=(), limit_tokens=1000))
            case ReadFiles():
                files = tuple(
                    FileExcerpt(path=request.path, requested_by=by, text="content")
                    for request, by in step.requests
                )
                self.record(e.FilesRead(iteration=step.iteration, files=files))
            case Record():
                self.record(*step.events)
            case Speak():
                self.record(*(_started(turn) for turn in step.turns))
                for turn in step.turns:
                    self.record(*self._ended(turn))
            case Finish():
                return False
            case _:
                self.record(*self._worked(step))
        return True

    def _worked(self, step: Craft | Deed | Execute) -> Sequence[e.Event]:
        """What comes of work on files."""
        match step:
            case TakeFiles() | PrepareChanges() | WriteChanges() | CommitChanges():
                return (self._deed(step),)
            case Execute():
                return self._run(step, self.state)
            case _:
                return (self._craft(step),)

    def _ended(self, turn: PlannedTurn) -> tuple[e.Event, ...]:
        try:
            text = self._answer(turn)
        except KnightError as error:
            return (
                e.AgentError(
                    **turn.stamp,
                    kind=error.kind,
                    detail=error.detail,
                    seconds=0,
                    active_seconds=0,
                ),
            )
        end = e.AgentEnd(
            **turn.stamp,
            text=text,
            usage=Usage(input_tokens=10, output_tokens=5, cost_microusd=2),
            seconds=0,
            active_seconds=0,
        )
        workflow = WORKFLOWS[self.state.opening.workflow]
        return (end, *workflow.read(self.state, turn, text, False))


def _started(turn: PlannedTurn) -> e.AgentStart:
    return e.AgentStart(
        **turn.stamp,
        iteration=turn.iteration,
        purpose=turn.purpose,
        adapter="scripted",
        reserved=Usage(),
    )
