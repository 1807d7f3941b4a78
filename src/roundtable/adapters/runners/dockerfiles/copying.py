"""COPY and ADD: where their files come from, and whether that is a place they may take from."""

import re
from collections.abc import Collection
from fnmatch import fnmatchcase

from roundtable.adapters.runners.dockerfiles.lines import opening_of
from roundtable.adapters.runners.dockerfiles.mounts import inner_path
from roundtable.adapters.runners.dockerfiles.references import image_fault
from roundtable.adapters.runners.dockerfiles.scopes import Scope
from roundtable.adapters.runners.dockerfiles.syntax import Dockerfile, Instruction, Unreadable

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")
_BY_SSH = re.compile(r"[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+:")
_ARCHIVE = re.compile(r"\.(?:tar|tgz|tbz2?|txz|tlz|tzst|tar\.[a-z0-9]{1,5})$", re.IGNORECASE)
_OWNER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?::[A-Za-z0-9_][A-Za-z0-9_.-]*)?")
_MODE = re.compile(r"[0-7]{3,5}|[ugoa]*[-+=][rwxXst]*(?:,[ugoa]*[-+=][rwxXst]*)*")
_WILD = "*?["
_FETCHED = (
    "the engine itself would fetch it, in this machine's own network and outside of all limits: "
    "fetch it in a RUN (curl, wget), which is bounded"
)
"""A name may lead to this machine or its neighbours, and an answer may lead on to them: who only
reads the address sees neither."""
LONGEST_PATH = 4096
MOST_WILD = 10
MOST_ARCHIVES = 200
"""More patterns, or more archives for them to match, are not gone through."""


def is_remote(source: str) -> bool:
    """Something the builder would fetch, or take for such: an address, a repository."""
    return bool(
        _SCHEME.match(source)
        or _BY_SSH.match(source)
        or source.lower().startswith(("github.com/", "git:", "ssh:"))
    )


def is_archive(path: str) -> bool:
    """By its name."""
    return _ARCHIVE.search(path) is not None


def sources(instruction: Instruction, scope: Scope) -> tuple[str, ...]:
    """What it copies, expanded; heredocs are left out."""
    words = instruction.words[:-1]
    if not instruction.exec_form:
        words = tuple(word for word in words if opening_of(word) is None)
    found: list[str] = []
    for word in words:
        expanded = scope.expanded(word)
        if not expanded.certain and instruction.flag("from") is None:
            raise Unreadable(f"a source that depends on the image ({word})")
        if (expanded.certain and not expanded.text) or len(expanded.text) > LONGEST_PATH:
            raise Unreadable(f"a source that comes to nothing, or to too much ({word})")
        found.append(expanded.text)
    return tuple(found)


def check_copy(instruction: Instruction, scope: Scope, dockerfile: Dockerfile, stage: int) -> None:
    _check_form(instruction, scope)
    where = instruction.flag("from")
    if where is not None:
        _check_from(where, dockerfile, stage)
        if instruction.heredocs:
            raise Unreadable("a heredoc beside --from")
    for source in sources(instruction, scope):
        if is_remote(source):
            raise Unreadable("COPY takes files of the project, nothing from elsewhere")
        inner_path(source)


def check_add(
    instruction: Instruction, scope: Scope, archives: Collection[str], context: str
) -> None:
    """`archives`: those files of the project that look like one."""
    _check_form(instruction, scope)
    found = added(instruction, scope)
    if instruction.flag("checksum") is not None:
        raise Unreadable("a checksum is for what is fetched, and nothing is")
    wild = sum(any(ch in source for ch in _WILD) for source in found)
    if wild > MOST_WILD or (wild and len(archives) > MOST_ARCHIVES):
        raise Unreadable("too many patterns, or archives that they might match: take COPY")
    for source in found:
        _check_archive(inner_path(source), archives, context)


def added(instruction: Instruction, scope: Scope) -> tuple[str, ...]:
    """What an ADD copies, all of it the project's."""
    found = sources(instruction, scope)
    if any(map(is_remote, found)):
        raise Unreadable(_FETCHED)
    return found


def _check_form(instruction: Instruction, scope: Scope) -> None:
    last = instruction.words[-1]
    if not instruction.exec_form and opening_of(last) is not None:
        raise Unreadable("a heredoc is no place to copy to")
    target = scope.expanded(last)
    if target.certain and not target.text:
        raise Unreadable("a destination that comes to nothing")
    for name, form in (("chown", _OWNER), ("chmod", _MODE)):
        said = instruction.flag(name)
        if said is None:
            continue
        expanded = scope.expanded(said)
        if not expanded.certain or not form.fullmatch(expanded.text):
            raise Unreadable(f"no value for --{name}")


def _check_from(where: str, dockerfile: Dockerfile, stage: int) -> None:
    if "$" in where:
        raise Unreadable("the builder expands no variable in --from")
    if dockerfile.stage_of(where, stage) is not None:
        return
    if where.lower() in dockerfile.names or where.isdigit():
        raise Unreadable("a stage that does not come before this one")
    fault = "nothing is in scratch" if where == "scratch" else image_fault(where)
    if fault is not None:
        raise Unreadable(fault)


def _check_archive(path: str, archives: Collection[str], context: str) -> None:
    reason = "the builder would unpack it outside of all limits: COPY it, and unpack it by RUN"
    if is_archive(path):
        raise Unreadable(reason)
    if not any(ch in path for ch in _WILD):
        return
    inside = f"{context.strip('/')}/" if context.strip("/") else ""
    pattern = path.split("/")
    for file in archives:
        if not file.startswith(inside):
            continue
        parts = file[len(inside) :].split("/")
        if len(parts) == len(pattern) and all(map(fnmatchcase, parts, pattern)):
            raise Unreadable(reason)
