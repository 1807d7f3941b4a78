"""The values that a told session is made of: stages, the groups in them, the entries in those."""

from dataclasses import dataclass, field

from roundtable.core import events as e
from roundtable.core.agenda import RoundPlan
from roundtable.core.rounds import RoundState
from roundtable.views.report.turns import TurnCard


@dataclass(slots=True)
class Entry:
    anchor: str
    kind: str
    """The event's type, or `turn`, `panel`, `ledger`."""
    event: e.Event | None
    more: object = None
    """What the event alone does not say."""


@dataclass(slots=True)
class Group:
    anchor: str
    title: str
    note: str = ""
    seats: tuple[str, ...] = ()
    """Who speaks in it, in the order of speaking."""
    entries: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class Stage:
    anchor: str
    title: str
    start: e.RoundStart | None
    round: RoundState | None
    counts: bool = True
    """False: it was held anew later."""
    plan: RoundPlan | None = None
    groups: list[Group] = field(default_factory=list)

    def open(self, title: str, note: str = "", seats: tuple[str, ...] = ()) -> Group:
        group = Group(f"{self.anchor}-{len(self.groups) + 1}", title, note, seats)
        self.groups.append(group)
        return group

    @property
    def last(self) -> Group:
        if not self.groups:
            self.open("Preparation" if self.start else "What the table was given")
        return self.groups[-1]


@dataclass(slots=True)
class Chat:
    asked: e.ChatAsked
    cards: list[TurnCard] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that a reader may want to find at once."""

    what: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The developer's choice, with the words of the option."""

    label: str
    effect: str
    prompt: str


@dataclass(frozen=True, slots=True)
class Told:
    stages: tuple[Stage, ...]
    chats: tuple[Chat, ...]
    moments: tuple[Moment, ...]
