"""The state of a session as a value: what its events amount to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from roundtable.core import events as e
from roundtable.core.agenda import Agenda
from roundtable.core.applying import ApplyState
from roundtable.core.budget import Budget, Usage
from roundtable.core.diagnoses import Consultation
from roundtable.core.errors import LogDamaged
from roundtable.core.questions import Question
from roundtable.core.reading_round import ReadingRound
from roundtable.core.rounds import RoundState
from roundtable.core.rules import Rules
from roundtable.core.runs import RunState
from roundtable.core.seats import Seat, together
from roundtable.core.stances import Tally
from roundtable.core.turns import Turn


@dataclass(frozen=True, slots=True)
class Decision:
    lead: str
    text: str
    files_to_modify: tuple[str, ...]
    source: e.OutcomeName


@dataclass(frozen=True)
class SessionState:
    session: str = ""
    seq: int = 0
    updated: str = ""
    start: e.SessionStart | None = None
    budget: Budget = field(default_factory=Budget)
    context: e.ContextBuilt | None = None
    round: e.RoundStart | None = None
    iterations: tuple[e.DebateIteration, ...] = ()
    turns: Mapping[str, Turn] = field(default_factory=dict)
    tallies: tuple[Tally, ...] = ()
    """One for each iteration that has ended."""
    consultations: tuple[Consultation, ...] = ()
    """The same for a code-red."""
    reading: ReadingRound = field(default_factory=ReadingRound)
    """The chunks of a large diff that a summon reads before it is discussed."""
    applying: ApplyState = field(default_factory=ApplyState)
    files: tuple[e.FilesRead, ...] = ()
    notes: tuple[e.NoteAdded, ...] = ()
    rounds: tuple[RoundState, ...] = ()
    """The rounds of a build that count, in order."""
    superseded: tuple[RoundState, ...] = ()
    """Rounds that were reopened, and those that had followed them."""
    reopened: e.RoundReopened | None = None
    """The round that is to be held anew, until it starts."""
    given: e.FilesGiven | None = None
    project: Mapping[str, e.ProjectFile] = field(default_factory=dict)
    """The files as the last round left them, and the developer since."""
    chats: tuple[e.ChatAsked, ...] = ()
    runs: tuple[RunState, ...] = ()
    """What was built, run: by the execution round or by the developer."""
    reruns: int = 0
    """Rounds of execution in a row that nobody asked for: each mended, and ran again."""
    decision: Decision | None = None
    question: Question | None = None
    """Open until the King answers."""
    choices: tuple[e.HumanChoice, ...] = ()
    escalated: tuple[int, ...] = ()
    """Iterations after which the King has been asked."""
    extra_rounds: int = 0
    decrees: tuple[e.DecreeAdded, ...] = ()
    lost: frozenset[str] = frozenset()
    """Seats that cannot answer until somebody acts."""
    paused: e.SessionPaused | None = None
    ended: e.SessionEnd | None = None
    spent: Usage = field(default_factory=Usage)
    maybe_spent: Usage = field(default_factory=Usage)
    """The worst case of turns that broke off and may have been billed."""
    active_seconds: float = 0.0

    @property
    def opening(self) -> e.SessionStart:
        if self.start is None:
            raise LogDamaged(
                f"session {self.session or '?'} has no session_start event",
                "run `roundtable rebuild --salvage`",
            )
        return self.start

    @property
    def rules(self) -> Rules:
        return self.opening.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.opening.seats

    @property
    def max_rounds(self) -> int:
        return self.rules.max_rounds + self.extra_rounds

    @property
    def iteration(self) -> e.DebateIteration | None:
        return self.iterations[-1] if self.iterations else None

    @property
    def agenda(self) -> Agenda:
        agenda = self.opening.agenda
        if agenda is None:
            raise LogDamaged(
                f"session {self.session} has rounds but no agenda", "run `roundtable rebuild`"
            )
        keys = [round_.key for round_ in self.rounds]
        keys += [self.reopened.round] if self.reopened else []
        return agenda.with_execution() if "execution" in keys else agenda

    @property
    def current(self) -> RoundState | None:
        """The last round that counts, ended or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def tree(self) -> dict[str, str]:
        """The project's text files by path."""
        return {path: file.text for path, file in self.project.items() if not file.binary}

    @property
    def committed(self) -> Usage:
        """What counts against the caps: spent, maybe spent, and reserved by open turns."""
        reserved = (t.reserved for t in self.turns.values() if t.status == "open")
        return sum(reserved, self.spent + self.maybe_spent)

    @property
    def at_work(self) -> bool:
        """Whether a turn is open."""
        return any(turn.status == "open" for turn in self.turns.values())

    @property
    def rehearsal(self) -> bool:
        return any(seat.scripted for seat in self.seats)

    @property
    def make_believe(self) -> bool:
        """Whether nobody is paid: whatever it cost is the price that a script names."""
        return all(seat.scripted for seat in self.seats)

    def seat(self, name: str) -> Seat:
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise LogDamaged(
            f"session {self.session} names a seat {name!r} that it does not have",
            "run `roundtable rebuild --salvage`",
        )

    def named(self, names: Iterable[str]) -> str:
        """These seats as a person may see them."""
        return together(self.seat(name) for name in names)

    def said(self, iteration: int) -> tuple[Turn, ...]:
        """The completed speeches of an iteration of this round, in the order of asking."""
        held = f"{self.round.round}.{self.round.attempt}." if self.round else ""
        return tuple(
            t
            for t in self.turns.values()
            if t.iteration == iteration
            and t.purpose == "speak"
            and t.status == "done"
            and t.key.startswith(held)
        )
