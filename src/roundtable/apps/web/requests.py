"""What a client sends, field by field; an unknown field is refused by its name."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from roundtable.apps.convening import MAX_TOPIC
from roundtable.core.agenda import ROTATE, RoundKey
from roundtable.core.commands import MAX_EDITED, MAX_NOTE
from roundtable.core.config import MODEL, KnightConfig, RulesConfig
from roundtable.core.running import Network, RunLimits
from roundtable.core.values import Value

MAX_LOG = 2_000_000
"""Characters of a log that come with a code-red."""

Words = Annotated[str, Field(max_length=MAX_NOTE)]
SeatName = Annotated[str, Field(min_length=1, max_length=40)]
ModelName = Annotated[str, Field(max_length=200, pattern=MODEL)]


class Launch(Value):
    token: str = Field(min_length=1, max_length=200)
    """The one in the link that `roundtable serve` prints; it is good for one exchange."""


class Found(Value):
    """Makes the `.roundtable` folder where there is none."""

    knights: Literal["found", "rehearsal"]
    """`found`: everybody who can be reached from this machine; `rehearsal`: scripted knights."""


class SeatChoice(Value):
    name: SeatName
    model: ModelName | None = None
    """Another model than the config's."""


class RoundChoice(Value):
    key: RoundKey
    instructions: Words = ""
    iterations: int | None = Field(default=None, ge=1, le=20)
    """None, here and below: the round's default."""
    blind: bool | None = None
    max_output_tokens: int | None = Field(default=None, ge=64, le=200_000)


class Caps(Value):
    """What the session may consume at most; null is no cap."""

    max_cost_usd: float | None = Field(default=None, ge=0, le=1_000_000, allow_inf_nan=False)
    max_tokens: int | None = Field(default=None, ge=0, le=10**12)
    max_minutes: float | None = Field(default=None, ge=0, le=1_000_000, allow_inf_nan=False)


class Start(Value):
    """A table to be convened."""

    workflow: Literal["build", "discuss", "code-red"] = "build"
    topic: str = Field(default="", max_length=MAX_TOPIC)
    """The task, the question, or the symptom; of a code-red with a log it may be empty."""
    rehearsal: bool = False
    """True: three scripted knights act out their script; no model is asked and nothing is spent."""
    seats: tuple[SeatChoice, ...] = Field(default=(), max_length=26)
    """Empty: everybody in the config."""
    rounds: tuple[RoundChoice, ...] = Field(default=(), max_length=7)
    """Of a build, in the order in which rounds are held; empty: all seven."""
    judge: SeatName = ROTATE
    judge_model: ModelName | None = None
    judges: int = Field(default=1, ge=1, le=26)
    auto_advance: bool = False
    chunk_tokens: int = Field(default=20_000, ge=0, le=1_000_000)
    auto_retry: int = Field(default=0, ge=0, le=3)
    """Of a build: how often in a row the execution round runs what it has mended, unasked."""
    network: Network = "none"
    """Of a build: whom the project may reach when the execution round runs it."""
    max_rounds: int | None = Field(default=None, ge=1, le=50)
    """Of a discussion or a code-red; null: the config's."""
    blind: bool = False
    """A discussion whose opening is blind."""
    caps: Caps = Caps()
    upload: str | None = Field(default=None, max_length=100)
    """The files that a build starts from."""
    log: str = Field(default="", max_length=MAX_LOG)
    """What a code-red is about: a log or a traceback."""


class Note(Value):
    text: Words
    """Reaches every turn that has not started."""


class Answer(Value):
    """The King's answer to the open question."""

    question: str = Field(min_length=1, max_length=300)
    """Its id, as it was shown: an answer never meets another question."""
    option: str = Field(min_length=1, max_length=100)
    text: str = Field(default="", max_length=MAX_EDITED)
    rounds: int = Field(default=2, ge=1, le=20)
    """Further rounds, where the table is sent back."""


class Retry(Value):
    round: RoundKey
    instructions: Words = ""


class Resume(Value):
    caps: Caps = Caps()
    """Caps to be put in place of the session's own."""


class Chat(Value):
    message: Annotated[Words, StringConstraints(strip_whitespace=True, min_length=1)]


_BOUNDS = RunLimits()


class Execute(Value):
    """A run of what was built, now."""

    way: Literal["container", "sandbox"]
    """`sandbox`: the project's own tests, within bounds of its own; no other field goes with it."""
    network: Network = "none"
    """Whom it may reach: nobody, others while its image is being built, or others at all times."""
    seconds: float = Field(default=_BOUNDS.seconds, ge=1, le=3600, allow_inf_nan=False)
    memory_mb: int = Field(default=_BOUNDS.memory_mb, ge=16, le=65_536)
    """Each service may use so much."""
    cpus: float = Field(default=_BOUNDS.cpus, ge=0.01, le=64, allow_inf_nan=False)
    variables: str = Field(default="", max_length=100_000)
    """NAME=VALUE, one a line, for its services; no value is recorded, or told to anybody."""
    settle: bool = False
    """True: a service that is up for five seconds has served, and is ended."""
    analyse: bool = True
    """True: if it ends badly and the build has ended, the table looks at it, which is work."""


class Analyse(Value):
    instructions: Words = ""
    """Given to every seat of the round, beside its role."""


class Apply(Value):
    """How a decision is carried out."""

    parley: bool = True
    widened: bool = False
    """True: files may be touched that the decision does not name."""
    again: bool = False
    knight: str = Field(default="", max_length=40)


class EditedFile(Value):
    path: str = Field(min_length=1, max_length=1000)
    text: str = Field(max_length=MAX_EDITED)


class Edits(Value):
    """The developer's own hand on what a round has made."""

    files: tuple[EditedFile, ...] = Field(default=(), max_length=500)
    deleted: tuple[Annotated[str, Field(min_length=1, max_length=1000)], ...] = Field(
        default=(), max_length=500
    )
    note: Words = ""


class Settings(Value):
    """The project's config.json, whole."""

    project: str = Field(max_length=200)
    language: str = Field(default="en", max_length=20)
    knights: tuple[KnightConfig, ...] = Field(max_length=26)
    rules: RulesConfig = RulesConfig()
    digest: str | None = Field(default=None, max_length=200)
    """That of the file which was read: one that was changed since is not written over."""


class Key(Value):
    key: str = Field(min_length=1, max_length=4096, json_schema_extra={"writeOnly": True})
    """Kept in the system's keyring, or in a file of yours; it is never sent back."""
