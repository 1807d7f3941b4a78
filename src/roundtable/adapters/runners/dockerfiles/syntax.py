"""What a Dockerfile says, as values: directives, instructions with their lines, stages."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from roundtable.adapters.runners.plans import PlanRefused
from roundtable.core.running import RunRefusal

LONGEST_TEXT = 256 * 1024
LONGEST_LINE = 64 * 1024
"""A line with its continuations; the builder itself takes no longer one."""
MOST_INSTRUCTIONS = 1000
MOST_STAGES = 64
MOST_NAMES = 500
"""Of ARG and ENV together."""
MOST_WORDS = 2000
LONGEST_VALUE = 8192
"""What a word may expand to, and what an argument may be."""
MOST_SUBSTITUTIONS = 500
"""`${…}` in the whole file, where the builder expands them."""
LONGEST_SHOWN = 160

DEFAULT_SHELL = ("/bin/sh", "-c")


class Unreadable(Exception):
    """What is written there cannot be read, or can be read in two ways."""

    def __init__(self, reason: str, line: int = 0, what: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.what = what


def on_one_line(text: str) -> str:
    """Words for a reader: no control character, no second line, not too long."""
    plain = "".join(ch if ch.isprintable() else " " for ch in text)
    short = " ".join(plain.split())
    return short if len(short) <= LONGEST_SHOWN else short[: LONGEST_SHOWN - 1] + "…"


def refusal(path: str, line: int, what: str, reason: str) -> RunRefusal:
    shown, why = on_one_line(what), on_one_line(reason)
    return RunRefusal(path=path, line=max(line, 1), what=shown, reason=why)


def refused(path: str, line: int, what: str, reason: str) -> PlanRefused:
    return PlanRefused((refusal(path, line, what, reason),))


@dataclass(frozen=True, slots=True)
class Directive:
    """`# name=value` at the very top."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Flag:
    """`--name=value`, or `--name` alone."""

    name: str
    value: str | None

    @property
    def shown(self) -> str:
        return f"--{self.name}" if self.value is None else f"--{self.name}={self.value}"


@dataclass(frozen=True, slots=True)
class Heredoc:
    name: str
    body: str
    """As it stands there, tabs and all; empty, or ends with a line feed."""
    chomp: bool
    """`<<-`: tabs at the beginning of its lines are not part of it."""

    @property
    def content(self) -> str:
        if not self.chomp:
            return self.body
        return "\n".join(line.lstrip("\t") for line in self.body.split("\n"))


@dataclass(frozen=True, slots=True)
class Instruction:
    name: str
    """In capitals."""
    line: int
    """In the file that holds it."""
    flags: tuple[Flag, ...]
    text: str
    """All that follows the flags, its continuations joined."""
    words: tuple[str, ...]
    """By the rule of the instruction, before any expansion."""
    exec_form: bool
    """Its words were a JSON array."""
    heredocs: tuple[Heredoc, ...] = ()

    @property
    def shown(self) -> str:
        flags = "".join(f" {flag.shown}" for flag in self.flags)
        return on_one_line(f"{self.name}{flags} {self.text}")

    def flag(self, name: str) -> str | None:
        """The value of a flag that is given once; None: it is not there, or has none."""
        return next((flag.value for flag in self.flags if flag.name == name), None)


@dataclass(frozen=True, slots=True)
class Stage:
    number: int
    name: str
    """In small letters; empty: it has none."""
    base: str | int
    """An image, or the number of an earlier stage."""
    platform: str
    opening: Instruction
    """Its FROM."""
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Dockerfile:
    path: str
    first_line: int
    escape: str
    directives: tuple[Directive, ...]
    preamble: tuple[Instruction, ...]
    """The ARGs before the first FROM."""
    arguments: Mapping[str, str]
    """What these come to, and what the builder itself knows of the platform."""
    given: Mapping[str, str]
    """Build arguments from outside; they stand above what an ARG says."""
    stages: tuple[Stage, ...]
    names: Mapping[str, int] = field(default_factory=dict)
    """Stages by name."""

    def stage_of(self, word: str, before: int) -> int | None:
        """The stage that `--from` or `from=` names, if it is one before this one."""
        number = self.names.get(word.lower())
        if number is None and word.isascii() and word.isdigit() and len(word) < 4:
            number = int(word)
        return number if number is not None and number < before else None
