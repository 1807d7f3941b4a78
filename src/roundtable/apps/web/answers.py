"""What a client is answered, where it is not a session's view or its events."""

from typing import Literal

from typing_extensions import TypeAliasType

from roundtable.core import events
from roundtable.core.agenda import RoundPlan
from roundtable.core.budget import Usage
from roundtable.core.checks import CheckReport
from roundtable.core.config import KnightConfig, RulesConfig
from roundtable.core.context import LeftOut
from roundtable.core.session_events import OutcomeName, WorkflowName
from roundtable.core.values import Value

Event = TypeAliasType("Event", events.Event)
"""The union under a name of its own, so that the API's description has it once."""


class SeatOffered(Value):
    """A knight of the config, and whether it could sit down now."""

    knight: KnightConfig
    ready: bool
    problem: str = ""
    remedy: str = ""


class Place(Value):
    """Where the server stands: the project, and what is there already."""

    version: str
    root: str
    name: str
    founded: bool
    """False: there is no `.roundtable` folder yet."""
    sessions: int
    seats: tuple[SeatOffered, ...]
    problem: str = ""
    """What is wrong with config.json, if anything."""


class Begun(Value):
    session: str


class Standing(Value):
    """Where a session stands after a command."""

    session: str
    seq: int
    phase: str
    running: bool
    """True: it is being led here."""


class SessionListed(Value):
    session: str
    workflow: WorkflowName
    topic: str
    phase: str
    outcome: OutcomeName | None
    stage: str | None
    stage_number: int | None
    stages: int | None
    open_question: str | None
    knights: tuple[str, ...]
    rehearsal: bool
    """True: somebody at the table speaks from a script."""
    make_believe: bool
    """True: everybody does, so that nothing of the cost is paid."""
    files: int | None
    """How many the project has; null: a row of an older version does not say."""
    tokens: int
    cost_usd: float
    started: str
    updated: str
    running: bool
    """True: it is being led by this server."""


class Agendas(Value):
    """What a build can be made of."""

    rounds: tuple[RoundPlan, ...]
    presets: dict[str, tuple[str, ...]]


class ProjectFileTold(Value):
    path: str
    text: str
    binary: bool
    base: str | None
    """The text that the session started from; null: the file is new."""


class Provenance(Value):
    """Whose code stands in these lines, and why."""

    path: str
    start: int
    end: int
    unit: str
    by: Literal["seat", "developer", "nobody"]
    seat: str
    """Empty where it is no seat's."""
    round: str
    attempt: int
    why: str


class FilesTold(Value):
    files: tuple[ProjectFileTold, ...]
    provenance: tuple[Provenance, ...]


class Uploaded(Value):
    id: str
    origin: str
    files: int
    bytes: int
    paths: tuple[str, ...]
    """The first 200."""
    left_out: tuple[LeftOut, ...]


class KeyTold(Value):
    provider: str
    present: bool
    hint: str = ""
    """Its last four characters, if any."""
    source: str = ""
    place: str = ""
    removable: bool = False
    """False: it stands in the environment, which is not ours to change."""


class ModelTold(Value):
    provider: str
    id: str
    name: str
    context_tokens: int | None
    input_usd_per_million: float | None
    """Null: no price is known."""
    output_usd_per_million: float | None
    default_for: tuple[Literal["deliberate", "judge"], ...] = ()


class SettingsTold(Value):
    project: str
    language: str
    knights: tuple[KnightConfig, ...]
    rules: RulesConfig
    adapters: tuple[str, ...]
    digest: str
    """That of the file; sent back with changes, it says to what they were made."""


class SeatEstimate(Value):
    seat: str
    label: str
    first_prompt_tokens: int
    first_turn_cost_microusd: int


class Estimate(Value):
    """The most that it could come to; nobody is asked for it."""

    whole: Usage
    seats: tuple[SeatEstimate, ...]
    priced: bool
    """False: at least one model has no known price, so the money shown is too low."""
    notes: tuple[str, ...]
    """What is left out of the figure."""


class Way(Value):
    """One way to run what was built, and whether it can be taken here and now."""

    id: Literal["sandbox", "container"]
    label: str
    available: bool
    reason: str
    """Why, or why not."""
    remedy: str = ""
    engine: str = ""
    """Of containers: who would run it, with its version; empty where none answers."""
    source: str = ""
    """Of containers: the compose file or Dockerfile that it would be made from."""


class Execution(Value):
    ways: tuple[Way, ...]
    """What a browser can run in itself, it knows by itself."""
    last: CheckReport | None
    """The evidence on the files as they are, from the log."""
    running: int | None
    """The number of the run that this server is at; null: none, or another process is."""


class Executed(Value):
    report: CheckReport


class RunTold(Value):
    """A run that is on record, or about to be: all of it comes on the stream."""

    run: int
    """Its number, from 1 in the order of the session's runs."""
