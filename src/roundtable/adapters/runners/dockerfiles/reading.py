"""A Dockerfile's text becomes its stages. What cannot be read, or not in one way, is refused."""

import re
from collections.abc import Callable, Mapping

from roundtable.adapters.runners.dockerfiles import grammar
from roundtable.adapters.runners.dockerfiles.lines import (
    HOLD_HEREDOCS,
    Lines,
    LogicalLine,
    odd_space,
)
from roundtable.adapters.runners.dockerfiles.scopes import argument, scopes
from roundtable.adapters.runners.dockerfiles.syntax import (
    LONGEST_VALUE,
    MOST_NAMES,
    MOST_STAGES,
    MOST_SUBSTITUTIONS,
    Dockerfile,
    Instruction,
    Stage,
    Unreadable,
    refused,
)
from roundtable.adapters.runners.dockerfiles.words import Names, expand
from roundtable.adapters.runners.plans import PLATFORM, BuildSource

REPEATED_FLAGS = ("mount", "exclude")
TEXTS = ("RUN", "CMD", "ENTRYPOINT", "HEALTHCHECK", "SHELL", "MAINTAINER", "ENV", "LABEL", "ARG")
"""Those that may hold words of any kind. For the others, a space is a space or a tab."""
NOT_EXPANDED = ("RUN", "CMD", "ENTRYPOINT", "HEALTHCHECK", "SHELL", "MAINTAINER", "ONBUILD")
RESERVED_STAGES = ("scratch", "context")
_STAGE_NAME = re.compile(r"[a-z][a-z0-9_.-]*")


def read(source: BuildSource, platform: str = PLATFORM) -> Dockerfile:
    """`platform`: the one that is built on and for. Raises PlanRefused and nothing else."""
    try:
        source.text.encode()
        _check_given(source.args)
        lines = Lines(source.text, source.first_line - 1)
        instructions = instructions_of(lines)
        _check_substitutions(instructions)
        return _Assembly(source, lines, platform).of(instructions)
    except Unreadable as error:
        line = error.line or source.first_line
        raise refused(source.dockerfile, line, error.what, error.reason) from None
    except UnicodeEncodeError as error:
        line = source.first_line + source.text.count("\n", 0, error.start)
        raise refused(source.dockerfile, line, "", "it is not text") from None


def instructions_of(lines: Lines) -> list[Instruction]:
    """Raises Unreadable."""
    return [_instruction(line, lines) for line in lines]


def _instruction(line: LogicalLine, lines: Lines) -> Instruction:
    try:
        name, rest = grammar.split(line.text)
        flags, text = grammar.flags(rest)
        if odd_space(text if name not in TEXTS else text[:1]):
            raise Unreadable("a space of another kind")
        found, array = grammar.words(name, text, lines.escape)
        once = [flag.name for flag in flags if flag.name not in REPEATED_FLAGS]
        if len(once) != len(set(once)):
            raise Unreadable("a flag is given twice")
        heredocs = lines.bodies(line) if name in HOLD_HEREDOCS and not array else ()
    except Unreadable as error:
        raise Unreadable(error.reason, error.line or line.line, line.text) from None
    return Instruction(name, line.line, flags, text, found, array, heredocs)


def _check_given(args: Mapping[str, str]) -> None:
    if len(args) > MOST_NAMES:
        raise Unreadable(f"more than {MOST_NAMES} arguments")
    for name, value in args.items():
        if len(value) > LONGEST_VALUE:
            raise Unreadable(f"an argument longer than {LONGEST_VALUE} characters", what=name)


def _check_substitutions(instructions: list[Instruction]) -> None:
    count = 0
    for found in instructions:
        said = [flag.shown for flag in found.flags]
        if found.name not in NOT_EXPANDED:
            said.append(found.text)
        count += sum(text.count("${") for text in said)
        if count > MOST_SUBSTITUTIONS:
            reason = f"more than {MOST_SUBSTITUTIONS} substitutions"
            raise Unreadable(reason, found.line, found.shown)


def automatic(platform: str) -> dict[str, str]:
    """What the builder itself says of the platform, for those who ask by ARG."""
    system, _, rest = platform.partition("/")
    machine, _, variant = rest.partition("/")
    said = {"PLATFORM": platform, "OS": system, "ARCH": machine, "VARIANT": variant}
    return {side + name: value for side in ("TARGET", "BUILD") for name, value in said.items()}


class _Assembly:
    """Instructions become stages."""

    def __init__(self, source: BuildSource, lines: Lines, platform: str) -> None:
        self._source = source
        self._lines = lines
        self._arguments: dict[str, str] = automatic(platform)
        self._names: dict[str, int] = {}
        self._stages: list[Stage] = []
        self._body: tuple[Instruction, ...] = ()

    def of(self, instructions: list[Instruction]) -> Dockerfile:
        opens = [at for at, found in enumerate(instructions) if found.name == "FROM"]
        if not opens:
            raise Unreadable("there is no FROM")
        preamble = tuple(instructions[: opens[0]])
        for found in preamble:
            self._told(found, self._declare)
        if len(opens) > MOST_STAGES:
            beyond = instructions[opens[MOST_STAGES]]
            raise Unreadable(f"more than {MOST_STAGES} stages", beyond.line, beyond.shown)
        for start, end in zip(opens, [*opens[1:], len(instructions)], strict=True):
            self._body = tuple(instructions[start + 1 : end])
            self._told(instructions[start], self._open)
        dockerfile = Dockerfile(
            path=self._source.dockerfile,
            first_line=self._source.first_line,
            escape=self._lines.escape,
            directives=self._lines.directives,
            preamble=preamble,
            arguments=self._arguments,
            given=dict(self._source.args),
            stages=tuple(self._stages),
            names=self._names,
        )
        scopes(dockerfile)
        return dockerfile

    @staticmethod
    def _told(found: Instruction, do: Callable[[Instruction], None]) -> None:
        try:
            do(found)
        except Unreadable as error:
            raise Unreadable(error.reason, found.line, found.shown) from None

    def _declare(self, found: Instruction) -> None:
        if found.name != "ARG":
            raise Unreadable("only ARG may stand before the first FROM")
        names = Names(dict(self._arguments))
        for word in found.words:
            name, value = argument(word, names, self._given, self._lines.escape)
            if value is not None:
                self._arguments[name] = value
        if len(self._arguments) > MOST_NAMES:
            raise Unreadable(f"more than {MOST_NAMES} names")

    @property
    def _given(self) -> Mapping[str, str]:
        return self._source.args

    def _open(self, found: Instruction) -> None:
        base = self._expanded(found.words[0])
        name = self._stage_name(found)
        number = len(self._stages)
        platform = self._expanded(found.flag("platform") or "") if found.flags else ""
        known = self._names.get(base.lower(), base)
        self._stages.append(Stage(number, name, known, platform, found, self._body))
        if name:
            self._names[name] = number

    def _stage_name(self, found: Instruction) -> str:
        if len(found.words) == 1:
            return ""
        if len(found.words) != 3 or found.words[1].upper() != "AS":
            raise Unreadable("FROM takes an image, and a name after AS")
        name = found.words[2].lower()
        if not _STAGE_NAME.fullmatch(name) or name in RESERVED_STAGES:
            raise Unreadable("a stage cannot have this name")
        if name in self._names:
            raise Unreadable("an earlier stage has this name")
        return name

    def _expanded(self, word: str) -> str:
        text = expand(word, Names(self._arguments), self._lines.escape).text
        if not text and word:
            raise Unreadable(f"{word} comes to nothing")
        return text
