"""What is in scope at each instruction: ARGs, ENVs, the shell, the folder. The last word holds."""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from roundtable.adapters.runners.dockerfiles.grammar import NAME
from roundtable.adapters.runners.dockerfiles.syntax import (
    DEFAULT_SHELL,
    MOST_NAMES,
    Dockerfile,
    Instruction,
    Stage,
    Unreadable,
)
from roundtable.adapters.runners.dockerfiles.words import Expanded, Names, expand

_USED = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)")
_CHOICE = re.compile(r"\$\{[A-Za-z0-9_]*[^A-Za-z0-9_}]")
_DEFAULT = re.compile(r"\"?\$\{[A-Za-z_][A-Za-z0-9_]*:?-([^${}\"'\\`]*)\}\"?")


@dataclass(frozen=True, slots=True)
class Scope:
    arguments: Mapping[str, str] = field(default_factory=dict)
    """ARGs that have a value, and that no ENV has overruled since."""
    variables: Mapping[str, str | None] = field(default_factory=dict)
    """ENVs of the file; None: the image has a say in the value."""
    likely: Mapping[str, str] = field(default_factory=dict)
    """What such ENVs come to if the image has not set what they ask for. Nothing is allowed for
    it: an image can say anything."""
    own: Mapping[str, str] = field(default_factory=dict)
    """What the file itself says in such ENVs, with nothing where the image speaks. Those are left
    out in which the image has a choice between words of the file."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Those that are an image's own value, or else this word."""
    open: bool = True
    """It stands on an image, which may have set names of its own."""
    shell: tuple[str, ...] = DEFAULT_SHELL
    shell_said: bool = False
    """The shell is the file's own choice."""
    folder: str | None = None
    """Where its commands are run; None: where the image says."""
    escape: str = "\\"

    @property
    def names(self) -> Names:
        return Names({**self.variables, **self.arguments}, self.open)

    def expanded(self, text: str, *, split: bool = False) -> Expanded:
        return expand(text, self.names, self.escape, split=split)

    def guessed(self, text: str) -> Expanded:
        """Split, and as if the image set no name that a default stands for."""
        names = Names({**self.variables, **self.likely, **self.arguments}, self.open)
        try:
            return expand(text, names, self.escape, lenient=True, split=True)
        except Unreadable:
            return Expanded("", (), certain=False)

    def owned(self, text: str) -> str | None:
        """What the file itself says there; None: the image has a choice between its words."""
        used = [name for name in _USED.findall(text) if self.names.known.get(name, "") is None]
        if _CHOICE.search(text) or any(name not in self.own for name in used):
            return None
        names = Names({**self.variables, **self.own, **self.arguments}, self.open)
        return expand(text, names, self.escape).text


Placed = tuple[tuple[Instruction, Scope], ...]
"""The instructions of a stage, each with what was in scope before it."""


def scopes(dockerfile: Dockerfile) -> tuple[Placed, ...]:
    """For each stage. Raises Unreadable where a value cannot be known."""
    ends: list[Scope] = []
    placed: list[Placed] = []
    for stage in dockerfile.stages:
        scope = _beginning(dockerfile, stage, ends)
        pairs: list[tuple[Instruction, Scope]] = []
        for instruction in stage.instructions:
            pairs.append((instruction, scope))
            scope = _after(instruction, scope, dockerfile)
        ends.append(scope)
        placed.append(tuple(pairs))
    return tuple(placed)


def _beginning(dockerfile: Dockerfile, stage: Stage, ends: list[Scope]) -> Scope:
    if isinstance(stage.base, str):
        return Scope(open=stage.base != "scratch", escape=dockerfile.escape)
    base = ends[stage.base]
    kept = {name: v for name, v in base.arguments.items() if name not in base.variables}
    return replace(base, arguments=kept)


def _after(instruction: Instruction, scope: Scope, dockerfile: Dockerfile) -> Scope:
    try:
        match instruction.name:
            case "ARG":
                return _with_arguments(instruction, scope, dockerfile)
            case "ENV":
                return _with_variables(instruction, scope)
            case "WORKDIR":
                return _in_folder(instruction, scope)
            case "SHELL":
                return replace(scope, shell=instruction.words, shell_said=True)
            case _:
                return scope
    except Unreadable as error:
        raise Unreadable(error.reason, instruction.line, instruction.shown) from None


def _with_arguments(instruction: Instruction, scope: Scope, dockerfile: Dockerfile) -> Scope:
    arguments = dict(scope.arguments)
    names = scope.names
    for word in instruction.words:
        name, value = argument(word, names, dockerfile.given, dockerfile.escape)
        if value is None:
            value = dockerfile.arguments.get(name)
        if value is not None:
            arguments[name] = value
    _bound(arguments)
    return replace(scope, arguments=arguments)


def argument(
    word: str, names: Names, given: Mapping[str, str], escape: str
) -> tuple[str, str | None]:
    """The name that an ARG declares, and its value, if it has one."""
    name, equals, default = word.partition("=")
    if not NAME.fullmatch(name):
        raise Unreadable(f"the name of an argument is a plain one, not {name}")
    if name in given:
        return name, given[name]
    if not equals:
        return name, None
    value = expand(default, names, escape, lenient=True)
    if not value.certain:
        raise Unreadable("the value comes from the image, which is not known here: write it out")
    return name, value.text


def _with_variables(instruction: Instruction, scope: Scope) -> Scope:
    variables = dict(scope.variables)
    arguments = dict(scope.arguments)
    likely, own, defaults = dict(scope.likely), dict(scope.own), dict(scope.defaults)
    names = scope.names
    words = instruction.words
    for name, raw in zip(words[::2], words[1::2], strict=True):
        if not NAME.fullmatch(name):
            raise Unreadable(f"the name of a variable is a plain one, not {name}")
        value = expand(raw, names, scope.escape)
        variables[name] = value.text if value.certain else None
        for kept in (likely, own, defaults):
            kept.pop(name, None)
        arguments.pop(name, None)
        if value.certain:
            continue
        if (guess := scope.guessed(raw)).certain:
            likely[name] = guess.text
        if (said := scope.owned(raw)) is not None:
            own[name] = said
        if default := _DEFAULT.fullmatch(raw):
            defaults[name] = default[1]
    _bound(variables)
    return replace(
        scope,
        arguments=arguments,
        variables=variables,
        likely=likely,
        own=own,
        defaults=defaults,
    )


def _bound(names: Mapping[str, object]) -> None:
    if len(names) > MOST_NAMES:
        raise Unreadable(f"more than {MOST_NAMES} names")


def _in_folder(instruction: Instruction, scope: Scope) -> Scope:
    said = scope.expanded(instruction.text)
    if not said.certain:
        return replace(scope, folder=None)
    if said.text.startswith("/"):
        return replace(scope, folder=posixpath.normpath("/" + said.text.lstrip("/")))
    if scope.folder is None and scope.open:
        return scope
    return replace(scope, folder=posixpath.normpath(f"{scope.folder or ''}/{said.text}"))
