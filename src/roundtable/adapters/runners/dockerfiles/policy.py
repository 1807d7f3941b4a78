"""What a Dockerfile may ask for. A list of what is allowed: all else is refused, with its line.

What the shell text of a RUN says is not judged: it runs inside limits.
"""

from collections.abc import Callable, Collection
from functools import partial

from roundtable.adapters.runners.dockerfiles import copying, declarations
from roundtable.adapters.runners.dockerfiles.grammar import NAME
from roundtable.adapters.runners.dockerfiles.mounts import inner_path, mounts
from roundtable.adapters.runners.dockerfiles.references import (
    frontend_fault,
    image_fault,
    platform_fault,
)
from roundtable.adapters.runners.dockerfiles.scopes import Scope, scopes
from roundtable.adapters.runners.dockerfiles.shells import argv
from roundtable.adapters.runners.dockerfiles.syntax import (
    Dockerfile,
    Flag,
    Instruction,
    Stage,
    Unreadable,
    refusal,
)
from roundtable.adapters.runners.plans import BuildSource
from roundtable.core.running import RunRefusal

FLAGS: dict[str, frozenset[str]] = {
    "FROM": frozenset({"platform"}),
    "RUN": frozenset({"mount", "network"}),
    "COPY": frozenset({"from", "chown", "chmod", "link", "parents", "exclude"}),
    "ADD": frozenset({"chown", "chmod", "link", "exclude", "checksum"}),
    "HEALTHCHECK": frozenset({"interval", "timeout", "start-period", "start-interval", "retries"}),
}
SWITCHES = frozenset({"link", "parents"})
"""Flags that need no value."""
_WHY = {
    "security": "a command of the project gets no more rights than the others",
    "device": "no device of this machine is given to a build",
    "keep-git-dir": "no repository is fetched by a build",
    "unpack": "the builder would unpack it outside of all limits",
}
_BUILDERS_OWN = "BUILDKIT_"

Check = Callable[["_Judge", Instruction, Scope, Stage], None]


def refusals(
    dockerfile: Dockerfile, source: BuildSource, files: Collection[str]
) -> tuple[RunRefusal, ...]:
    """Everything for which it is not built, in the order of its lines. `files`: the project's."""
    judge = _Judge(dockerfile, source, files)
    judge.whole()
    return tuple(sorted(judge.found, key=lambda found: found.line))


class _Judge:
    def __init__(self, dockerfile: Dockerfile, source: BuildSource, files: Collection[str]) -> None:
        self.dockerfile = dockerfile
        self.source = source
        self.files = files
        self.archives = tuple(file for file in files if copying.is_archive(file))
        self.found: list[RunRefusal] = []

    def refuse(self, line: int, what: str, reason: str) -> None:
        self.found.append(refusal(self.dockerfile.path, line, what, reason))

    def whole(self) -> None:
        self._source()
        for directive in self.dockerfile.directives:
            fault = frontend_fault(directive.value) if directive.name == "syntax" else None
            if fault is not None:
                self.refuse(directive.line, f"# {directive.name}={directive.value}", fault)
        for instruction in self.dockerfile.preamble:
            self._one(instruction, self.argument)
        for stage, placed in zip(self.dockerfile.stages, scopes(self.dockerfile), strict=True):
            self._one(stage.opening, partial(_check_opening, stage))
            for instruction, scope in placed:
                self._one(instruction, partial(self._judged, scope, stage))

    def _judged(self, scope: Scope, stage: Stage, instruction: Instruction) -> None:
        CHECKS[instruction.name](self, instruction, scope, stage)

    def _one(self, instruction: Instruction, check: Callable[[Instruction], None]) -> None:
        try:
            for flag in instruction.flags:
                _check_flag(instruction.name, flag)
            check(instruction)
        except Unreadable as error:
            self.refuse(instruction.line, instruction.shown, error.reason)

    def argument(self, instruction: Instruction) -> None:
        for word in instruction.words:
            if word.upper().startswith(_BUILDERS_OWN):
                raise Unreadable("it would change the builder itself")

    def _source(self) -> None:
        """What stands beside the text: arguments, folder, target."""
        line = self.source.first_line
        for name, value in self.source.args.items():
            if name.upper().startswith(_BUILDERS_OWN):
                self.refuse(line, f"{name}={value}", "it would change the builder itself")
            elif not NAME.fullmatch(name):
                self.refuse(line, f"{name}={value}", "no plain name of an argument")
            elif not value.replace("\t", "").isprintable():
                self.refuse(line, f"{name}={value}", "a control character")
        self._context(line)
        target = self.source.target
        if target and self.dockerfile.stage_of(target, len(self.dockerfile.stages)) is None:
            self.refuse(line, target, "no stage of this file")

    def _context(self, line: int) -> None:
        context = self.source.context
        try:
            clean = inner_path(context)
        except Unreadable as error:
            self.refuse(line, context, error.reason)
            return
        if context.startswith("/"):
            self.refuse(line, context, "a path that leaves the project")
        elif clean and not any(file.startswith(f"{clean}/") for file in self.files):
            self.refuse(line, context, "no folder of the project")


def _check_flag(name: str, flag: Flag) -> None:
    if flag.name not in FLAGS.get(name, frozenset()):
        raise Unreadable(_WHY.get(flag.name, f"{name} has no flag --{flag.name} here"))
    if flag.name in SWITCHES:
        if flag.value is not None and flag.value.lower() not in ("true", "false"):
            raise Unreadable(f"--{flag.name} is true or false")
    elif flag.value is None:
        raise Unreadable(f"--{flag.name} needs a value")


def _check_opening(stage: Stage, _: Instruction) -> None:
    if isinstance(stage.base, str) and (fault := image_fault(stage.base)):
        raise Unreadable(fault)
    if stage.opening.flags and (fault := platform_fault(stage.platform)):
        raise Unreadable(fault)


def _run(judge: _Judge, found: Instruction, scope: Scope, stage: Stage) -> None:
    network = found.flag("network")
    if network not in (None, "none", "default"):
        raise Unreadable("the network of this machine is not given to a build")
    mounts(found, scope, judge.dockerfile, stage.number)
    argv(found, scope)


def _copy(judge: _Judge, found: Instruction, scope: Scope, stage: Stage) -> None:
    copying.check_copy(found, scope, judge.dockerfile, stage.number)


def _add(judge: _Judge, found: Instruction, scope: Scope, stage: Stage) -> None:
    copying.check_add(found, scope, judge.archives, judge.source.context)


def _argument(judge: _Judge, found: Instruction, scope: Scope, stage: Stage) -> None:
    judge.argument(found)


def _onbuild(judge: _Judge, found: Instruction, scope: Scope, stage: Stage) -> None:
    raise Unreadable("it would act in a build of somebody else's")


def _program(judge: _Judge, found: Instruction, scope: Scope, stage: Stage) -> None:
    program = found.words[0] if found.exec_form and found.words else "text"
    if not program or program.startswith("-") or "=" in program:
        raise Unreadable("no program to run")


def _as_it_is(judge: _Judge, found: Instruction, scope: Scope, stage: Stage) -> None:
    """Nothing in it reaches further than the image."""


CHECKS: dict[str, Check] = {
    "ADD": _add,
    "ARG": _argument,
    "CMD": _as_it_is,
    "COPY": _copy,
    "ENTRYPOINT": _program,
    "ENV": _as_it_is,
    "EXPOSE": lambda _, found, scope, __: _drop(declarations.ports(found, scope)),
    "HEALTHCHECK": lambda _, found, scope, __: _drop(declarations.health(found, scope)),
    "LABEL": lambda _, found, scope, __: _drop(declarations.labels(found, scope)),
    "MAINTAINER": _as_it_is,
    "ONBUILD": _onbuild,
    "RUN": _run,
    "SHELL": _program,
    "STOPSIGNAL": lambda _, found, scope, __: _drop(declarations.stop_signal(found, scope)),
    "USER": lambda _, found, scope, __: _drop(declarations.user(found, scope)),
    "VOLUME": lambda _, found, scope, __: _drop(declarations.volumes(found, scope)),
    "WORKDIR": lambda _, found, scope, __: declarations.check_folder(found, scope),
}


def _drop(value: object) -> None:
    """It was read only to see whether it can be."""
