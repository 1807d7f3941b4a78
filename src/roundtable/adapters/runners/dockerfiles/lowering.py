"""A Dockerfile that may be built becomes steps: lines for the builder, and commands to be run.

The builder gets nothing that runs a program of the project. What it gets is written anew, one line
an instruction, so that it cannot be read there in another way than here.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeVar

from roundtable.adapters.runners.dockerfiles import copying, declarations
from roundtable.adapters.runners.dockerfiles.laying import (
    Lay,
    Line,
    Source,
    check_laid,
    placeholder,
)
from roundtable.adapters.runners.dockerfiles.mounts import Bind, Mount, mounts
from roundtable.adapters.runners.dockerfiles.scopes import Placed, Scope, argument, scopes
from roundtable.adapters.runners.dockerfiles.shells import argv
from roundtable.adapters.runners.dockerfiles.syntax import (
    LONGEST_TEXT,
    Dockerfile,
    Flag,
    Instruction,
    Stage,
    Unreadable,
    on_one_line,
    refused,
)
from roundtable.adapters.runners.dockerfiles.words import Names
from roundtable.adapters.runners.plans import Health

__all__ = ["BuildStage", "Final", "Lay", "Run", "final", "lower"]

T = TypeVar("T")

_AT_THE_END = ("SHELL", "CMD", "ENTRYPOINT", "HEALTHCHECK", "STOPSIGNAL")
"""They change no file and no command: written last, no step between can lose them."""
_NOT_WRITTEN = ("ARG", "VOLUME")
"""ARGs are declared with their values where they are used. A volume would swallow what a RUN
writes to it, and be a place without bounds later: `final` tells of it instead."""


@dataclass(frozen=True, slots=True)
class Run:
    """A command of the project, to be run inside limits and kept as a layer."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    """The ARGs in scope. They stand above the image's own, and are not to be kept in it."""
    mounts: tuple[Mount, ...]
    network: Literal["none", "default"]
    """What the file asks for; `default` is no claim to a network."""
    line: int
    shown: str

    @property
    def command(self) -> tuple[str, ...]:
        """With its variables put in front by env(1), so that a commit keeps none in the image."""
        if not self.environment:
            return self.argv
        return ("env", *(f"{name}={value}" for name, value in self.environment.items()), *self.argv)


@dataclass(frozen=True, slots=True)
class BuildStage:
    number: int
    name: str
    base: str | int
    """An image, `scratch`, or the number of an earlier stage."""
    platform: str
    steps: tuple[Lay | Run, ...]
    images: tuple[str, ...] = ()
    """Images that it copies from, besides its base."""


@dataclass(frozen=True, slots=True)
class Final:
    """What the image will say of itself, as far as the file tells; its base may say more."""

    ports: tuple[int, ...] = ()
    user: str = ""
    has_command: bool = False
    has_entrypoint: bool = False
    health: Health | None = None
    stop_signal: str = ""
    volumes: tuple[str, ...] = ()
    """Places that it expects to write to. The image does not declare them."""
    notes: tuple[str, ...] = ()
    """What the file says and is not done."""


def lower(dockerfile: Dockerfile, target: str = "") -> tuple[BuildStage, ...]:
    """The stages that the target needs, in order. Raises PlanRefused and nothing else."""
    wanted = _target(dockerfile, target)
    placed = _told(dockerfile, partial(scopes, dockerfile))
    made: dict[int, BuildStage] = {}
    needed = {wanted}
    for number in range(wanted, -1, -1):
        if number not in needed:
            continue
        stage = dockerfile.stages[number]
        made[number] = _Lowering(dockerfile, stage).of(placed[number])
        for step in made[number].steps:
            if isinstance(step, Lay):
                _told(dockerfile, partial(check_laid, step, stage.platform))
        needed |= _needs(made[number])
    return tuple(made[number] for number in sorted(made))


def final(dockerfile: Dockerfile, target: str = "") -> Final:
    """Raises PlanRefused and nothing else."""
    number: str | int = _target(dockerfile, target)
    chain: list[int] = []
    while isinstance(number, int):
        chain.append(number)
        number = dockerfile.stages[number].base
    placed = _told(dockerfile, partial(scopes, dockerfile))
    said = _Said()
    notes: list[str] = []
    for each in reversed(chain):
        said.command_here = False
        for instruction, scope in placed[each]:
            _told(dockerfile, partial(said.hear, instruction, scope), instruction)
            ask = partial(declarations.note, instruction, scope)
            if note := _told(dockerfile, ask, instruction):
                notes.append(f"{dockerfile.path}:{instruction.line}: {on_one_line(note)}")
    return replace(said.final(), notes=tuple(notes))


def _target(dockerfile: Dockerfile, target: str) -> int:
    if not target:
        return len(dockerfile.stages) - 1
    number = dockerfile.stage_of(target, len(dockerfile.stages))
    if number is None:
        raise refused(dockerfile.path, dockerfile.first_line, target, "no stage of this file")
    return number


def _needs(stage: BuildStage) -> set[int]:
    needs = {stage.base} if isinstance(stage.base, int) else set()
    for step in stage.steps:
        if isinstance(step, Lay):
            needs.update(step.stages)
        else:
            binds = (mount for mount in step.mounts if isinstance(mount, Bind))
            needs.update(bind.stage for bind in binds if bind.stage is not None)
    return needs


def _told(dockerfile: Dockerfile, do: Callable[[], T], at: Instruction | None = None) -> T:
    """What it comes to; what cannot be read becomes a refusal with its line."""
    try:
        return do()
    except Unreadable as error:
        line = at.line if at else error.line or dockerfile.first_line
        shown = at.shown if at else error.what
        raise refused(dockerfile.path, line, shown, error.reason) from None


@dataclass(slots=True)
class _Said:
    """Gathers what the instructions of a chain of stages say of the image."""

    ports: list[int] = field(default_factory=list)
    volumes: list[str] = field(default_factory=list)
    user: str = ""
    command: bool = False
    command_here: bool = False
    entrypoint: bool = False
    health: Health | None = None
    signal: str = ""

    def hear(self, instruction: Instruction, scope: Scope) -> None:
        match instruction.name:
            case "EXPOSE":
                self.ports += declarations.ports(instruction, scope)
            case "VOLUME":
                self.volumes += declarations.volumes(instruction, scope)
            case "USER":
                self.user = declarations.user(instruction, scope)
            case "CMD":
                self.command, self.command_here = bool(instruction.words), True
            case "ENTRYPOINT":
                self.entrypoint = bool(instruction.words)
                # An entrypoint does away with the command of the image it stands on.
                self.command = self.command and self.command_here
            case "HEALTHCHECK":
                self.health = declarations.health(instruction, scope)
            case "STOPSIGNAL":
                self.signal = declarations.stop_signal(instruction, scope)
            case _:
                pass

    def final(self) -> Final:
        return Final(
            ports=tuple(dict.fromkeys(self.ports)),
            user=self.user,
            has_command=self.command,
            has_entrypoint=self.entrypoint,
            health=self.health,
            stop_signal=self.signal,
            volumes=tuple(dict.fromkeys(self.volumes)),
        )


class _Lowering:
    """One stage."""

    def __init__(self, dockerfile: Dockerfile, stage: Stage) -> None:
        self._dockerfile = dockerfile
        self._stage = stage
        self._steps: list[Lay | Run] = []
        self._lines: list[Line] = []
        self._last: list[Line] = []
        self._declared: dict[str, str] = {}
        self._images: list[str] = []
        self._size = 0
        self._sources: list[Source] = []

    def of(self, placed: Placed) -> BuildStage:
        for instruction, scope in placed:
            _told(self._dockerfile, partial(self._take, instruction, scope), instruction)
        if self._last and placed[0][1].shell_said:
            self._lines.append(_shell(placed[0][1].shell, self._stage.opening.line))
        self._lines += self._last
        self._lay()
        stage = self._stage
        steps, images = tuple(self._steps), tuple(dict.fromkeys(self._images))
        return BuildStage(stage.number, stage.name, stage.base, stage.platform, steps, images)

    def _lay(self) -> None:
        if self._lines:
            sources = tuple(dict.fromkeys(self._sources))
            self._steps.append(Lay(tuple(self._lines), self._dockerfile.escape, sources))
        self._lines, self._sources = [], []
        self._declared = {}

    def _take(self, instruction: Instruction, scope: Scope) -> None:
        if instruction.name == "ONBUILD":
            raise Unreadable("it would act in a build of somebody else's")
        if instruction.name in _NOT_WRITTEN:
            return
        if instruction.name == "RUN":
            self._lay()
            self._steps.append(self._run(instruction, scope))
        elif instruction.name in _AT_THE_END:
            self._last.append(self._sound(_said_last(instruction, scope)))
        elif kept := declarations.written(instruction, scope):
            self._declare(kept, scope)
            self._lines.append(self._sound(self._line(kept, scope)))
            if kept.name in ("COPY", "ADD") and kept.flag("from") is None:
                names = copying.sources(kept, scope)
                self._sources += (Source(name, kept.line, kept.shown) for name in names)

    def _sound(self, line: Line) -> Line:
        line.written(placeholder, self._dockerfile.escape)
        return line

    def _run(self, instruction: Instruction, scope: Scope) -> Run:
        network = instruction.flag("network")
        if network not in (None, "none", "default"):
            raise Unreadable("the network of this machine is not given to a build")
        return Run(
            argv=argv(instruction, scope),
            environment=dict(scope.arguments),
            mounts=mounts(instruction, scope, self._dockerfile, self._stage.number),
            network="none" if network == "none" else "default",
            line=instruction.line,
            shown=instruction.shown,
        )

    def _declare(self, instruction: Instruction, scope: Scope) -> None:
        """The ARGs that this one uses, with their values."""
        said = (instruction.text, *(flag.shown for flag in instruction.flags))
        used = "\n".join((*said, *(heredoc.body for heredoc in instruction.heredocs)))
        if "$" in used:
            for name, value in scope.arguments.items():
                if name in used and self._declared.get(name) != value:
                    declared = _declared(name, value, self._dockerfile.escape, instruction.line)
                    self._lines.append(self._sound(declared))
                    self._size += len(value)
                    self._declared[name] = value
        if self._size > LONGEST_TEXT:
            raise Unreadable("arguments that are too long, and used too often")
        if instruction.name == "ENV":
            for name in instruction.words[::2]:
                self._declared.pop(name, None)

    def _line(self, instruction: Instruction, scope: Scope) -> Line:
        name = _name(instruction, scope)
        parts: list[str | int] = [name]
        flags: list[Flag] = []
        for flag in instruction.flags:
            said, meant = self._flag(instruction, flag)
            parts += (" ", *said)
            flags.append(meant)
        dashes = " -- " if instruction.text.startswith("--") else " "
        parts.append(dashes + instruction.text)
        return Line(tuple(parts), replace(instruction, name=name, flags=tuple(flags)))

    def _flag(self, instruction: Instruction, flag: Flag) -> tuple[tuple[str | int, ...], Flag]:
        """What is written, and what is meant by it."""
        if instruction.name == "COPY" and flag.name == "from" and flag.value is not None:
            number = self._dockerfile.stage_of(flag.value, self._stage.number)
            if number is not None:
                return ("--from=", number), Flag("from", placeholder(number))
            self._images.append(flag.value)
        return (_written(flag),), flag


def _name(instruction: Instruction, scope: Scope) -> str:
    """ADD would fetch, and unpack what looks like an archive; the project's files are copied."""
    if instruction.name != "ADD":
        return instruction.name
    copying.added(instruction, scope)
    return "COPY"


def _said_last(instruction: Instruction, scope: Scope) -> Line:
    if instruction.name == "STOPSIGNAL":
        signal = declarations.stop_signal(instruction, scope)
        return Line((f"STOPSIGNAL {signal}",), replace(instruction, text=signal, words=(signal,)))
    flags = "".join(f" {_written(flag)}" for flag in instruction.flags)
    dashes = " -- " if instruction.text.startswith("--") else " "
    return Line((f"{instruction.name}{flags}{dashes}{instruction.text}",), instruction)


def _shell(words: tuple[str, ...], line: int) -> Line:
    text = json.dumps(list(words))
    return Line((f"SHELL {text}",), Instruction("SHELL", line, (), text, words, exec_form=True))


def _declared(name: str, value: str, escape: str, line: int) -> Line:
    word = f"{name}={_quoted(value, escape)}"
    if argument(word, Names(), {}, escape) != (name, value):
        raise Unreadable(f"the value of {name} cannot be written down")
    return Line((f"ARG {word}",), Instruction("ARG", line, (), word, (word,), exec_form=False))


def _written(flag: Flag) -> str:
    """As a flag is written: a backslash before what would end it."""
    return "".join(f"\\{ch}" if ch in " '\"\\" else ch for ch in flag.shown)


def _quoted(value: str, escape: str) -> str:
    """In quotes that the builder takes off, with nothing in them for it to expand."""
    inside = "".join(f"{escape}{ch}" if ch in ('"', "$", escape) else ch for ch in value)
    return f'"{inside}"'
