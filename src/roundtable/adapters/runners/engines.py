"""Which container engine there is: found by trying it, in an order the developer can predict."""

import json
import os
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from roundtable.adapters.runners.commands import Command
from roundtable.adapters.runners.docker_settings import proxies, without_proxies
from roundtable.adapters.runners.plans import PLATFORM
from roundtable.adapters.runners.slots import slots_folder
from roundtable.adapters.search_path import search_path

SETTING = "ROUNDTABLE_ENGINE"
"""The developer's choice on this machine: docker, podman or none. No project can set it."""
_KINDS: tuple[Literal["docker", "podman"], ...] = ("docker", "podman")
_TRIAL_SECONDS = 15.0
"""A machine may stand still for some seconds without its engine being gone."""
_FRESH_SECONDS = 10.0
"""How long an engine that was found is taken to be there. That there is none is never kept: it
may just be starting."""
_INHERITED = frozenset(
    (
        "HOME", "PATH", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR",
        "DOCKER_HOST", "DOCKER_CONFIG", "DOCKER_CONTEXT", "DOCKER_CERT_PATH", "DOCKER_TLS_VERIFY",
        "CONTAINER_HOST", "CONTAINER_SSHKEY", "CONTAINERS_CONF", "XDG_RUNTIME_DIR",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK",
    )
)  # fmt: skip
"""What an engine's command needs to find its engine; nothing of it reaches a container."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A container engine that has answered."""

    kind: Literal["docker", "podman"]
    version: str
    command: Command
    fetching: Command
    """The same with all of the developer's settings, keys for registries among them."""
    proxies: Mapping[str, str] = field(default_factory=dict)
    """Variables for who may reach others, and for nobody else."""
    platform: str = PLATFORM
    """What its containers run on."""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.version}"


@dataclass(frozen=True, slots=True)
class NoEngine:
    reason: str
    remedy: str


@dataclass
class _Known:
    found: Engine | None = None
    wanted: tuple[str, ...] = ()
    at: float = field(default=0.0)


_known = _Known()


async def find_engine() -> Engine | NoEngine:
    """The engine that the setting names; else docker's own (host or context), else podman."""
    setting = os.environ.get(SETTING, "").strip().lower()
    wanted = (setting, *(os.environ.get(name, "") for name in sorted(_INHERITED)))
    fresh = time.monotonic() - _known.at < _FRESH_SECONDS and _known.wanted == wanted
    if _known.found and fresh:
        return _known.found
    found = await _search(setting)
    _known.found = found if isinstance(found, Engine) else None
    _known.wanted, _known.at = wanted, time.monotonic()
    return found


async def _search(setting: str) -> Engine | NoEngine:
    if setting in ("none", "off"):
        return NoEngine(f"{SETTING}={setting}: containers are switched off", f"unset {SETTING}")
    if setting and setting not in _KINDS:
        return NoEngine(
            f"{SETTING}={setting!r} names no engine we know", f"set {SETTING} to docker or podman"
        )
    reasons = []
    for kind in (kind for kind in _KINDS if setting in ("", kind)):
        tried = await _try(kind)
        if isinstance(tried, Engine):
            return tried
        reasons.append(tried)
    return NoEngine(
        f"no container engine: {'; '.join(reasons)}",
        "install Docker or Podman and start it; then see `roundtable doctor`",
    )


async def _try(kind: Literal["docker", "podman"]) -> Engine | str:
    """The engine, if it answers; else why not, in words."""
    path = shutil.which(kind, path=search_path())
    if path is None:
        return f"`{kind}` is not installed"
    fetching = Command(path, _environment())
    try:
        command = replace(fetching, environment=_inner(kind, fetching.environment))
    except OSError as error:
        return f"`{kind}` is installed, but its settings could not be laid out: {error}"
    called = await command.call("version", "--format", "json", seconds=_TRIAL_SECONDS)
    if called.timed_out:
        return f"`{kind}` does not answer within {_TRIAL_SECONDS:g} s"
    if called.code != 0:
        complaint = called.complaint.splitlines()
        says = f'says: "{complaint[-1]}"' if complaint else "does not work"
        return f"`{kind}` is installed, but {says}"
    try:
        told = json.loads(called.out)
        own = told.get("Server") if kind == "docker" else told.get("Server") or told["Client"]
        version, platform = str(own["Version"]), _platform(own)
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"`{kind}` answers in a form that we do not know"
    told_of = proxies() if kind == "docker" else {}
    return Engine(kind, version, command, fetching, told_of, platform)


def _platform(told: Mapping[str, object]) -> str:
    """Docker says it in two words, podman in one."""
    said = told.get("OsArch") or f"{told.get('Os') or ''}/{told.get('Arch') or ''}"
    system, _, machine = str(said).partition("/")
    return f"{system}/{machine}" if system and machine else PLATFORM


def _inner(kind: str, environment: Mapping[str, str]) -> Mapping[str, str]:
    if kind != "docker":
        return environment  # podman puts in none but those of its own environment
    return without_proxies(environment, slots_folder().parent)


def _environment() -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in _INHERITED}
    return {
        **kept,
        "PATH": search_path(),
        "DOCKER_CLI_HINTS": "false",
        "BUILDKIT_PROGRESS": "plain",
    }
