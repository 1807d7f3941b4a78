"""Which image checks stand on: one that is on this machine. None is ever fetched for them."""

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from roundtable.adapters.runners.engines import Engine
from roundtable.core.checks import Tree

OLDEST_PYTHON = (3, 11)
"""What our own runner needs."""
_OLDEST_NODE = (20,)
_FROM = re.compile(r"^\s*FROM\s+(?:--\S+\s+)*(\S+)", re.IGNORECASE | re.MULTILINE)
_PYTHON = re.compile(r"(?:docker\.io/)?(?:library/)?python:[A-Za-z0-9][\w.-]*")
_NODE = re.compile(r"(?:docker\.io/)?(?:library/)?node:[A-Za-z0-9][\w.-]*")
_SHOWN = "{{.Id}}|{{json .Config.OnBuild}}|{{json .Config.Volumes}}|{{json .Config.Env}}"


@dataclass(frozen=True, slots=True)
class Base:
    """An image that is there."""

    name: str
    id: str


async def python_base(engine: Engine, tree: Tree) -> Base | str:
    """The one that the project itself names, else one like our own Python; else why there is none.

    A project that names a Python that our runner does not know is checked with another one.
    """
    own = f"python:{sys.version_info.major}.{sys.version_info.minor}-slim"
    others = await _local(engine, "python")
    for name in dict.fromkeys((*_named(tree, _PYTHON), own, *others)):
        found = await _fitting(engine, name, "PYTHON_VERSION", OLDEST_PYTHON)
        if found:
            return found
    least = ".".join(map(str, OLDEST_PYTHON))
    return f"no image of Python {least} or later is on this machine ({engine.kind} pull {own})"


async def node_base(engine: Engine, tree: Tree) -> Base | str:
    usual = "node:20-slim"
    others = await _local(engine, "node")
    for name in dict.fromkeys((*_named(tree, _NODE), usual, *others)):
        found = await _fitting(engine, name, "NODE_VERSION", _OLDEST_NODE)
        if found:
            return found
    least = _OLDEST_NODE[0]
    return f"no image of node {least} or later is on this machine ({engine.kind} pull {usual})"


def _named(tree: Tree, pattern: re.Pattern[str]) -> Iterable[str]:
    """What the project's own Dockerfile starts from, if it is one of the usual images."""
    return (name for name in _FROM.findall(tree.get("Dockerfile", "")) if pattern.fullmatch(name))


async def _local(engine: Engine, kind: str) -> list[str]:
    """All of a kind that are there: slim ones first, then the newest."""
    called = await engine.command.call("images", "--format", "{{.Repository}}:{{.Tag}}", kind)
    names = [name.rpartition("/")[2] for name in called.lines if not name.endswith("<none>")]
    return sorted(names, key=lambda name: (not name.endswith("-slim"), _negative(_version(name))))


def _negative(version: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-part for part in version)


async def _fitting(
    engine: Engine, name: str, variable: str, oldest: tuple[int, ...]
) -> Base | None:
    called = await engine.command.call("image", "inspect", "--format", _SHOWN, name)
    identity, triggers, volumes, environment = [*called.out.strip().split("|", 3), *[""] * 3][:4]
    if called.code != 0 or not identity or json.loads(triggers or "null"):
        return None
    # An engine would give a check a disk to write to there.
    if json.loads(volumes or "null"):
        return None
    told = [word for word in json.loads(environment or "null") or () if word.startswith(variable)]
    version = _version(told[0].replace("=", ":")) if told else _version(name)
    return Base(name, identity) if version >= oldest else None


def _version(name: str) -> tuple[int, ...]:
    """The numbers at the start of a tag; none where it has none."""
    found = re.match(r"[^:]*:(\d+)(?:\.(\d+))?", name.rpartition("/")[2])
    return tuple(int(part) for part in found.groups() if part) if found else ()
