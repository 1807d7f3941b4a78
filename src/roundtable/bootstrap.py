"""The only place that picks concrete adapters."""

import os
import random
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from roundtable import __version__
from roundtable.adapters.applying.applier import RepositoryApplier
from roundtable.adapters.applying.recovery import Recovered
from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.drivers.local import LocalDriver
from roundtable.adapters.keys import Keys, StoredKey
from roundtable.adapters.knights.absent import AbsentKnight
from roundtable.adapters.knights.catalogue import PROVIDERS, Model, judge_model, model
from roundtable.adapters.knights.discovery import VENDORS
from roundtable.adapters.knights.script import ANYBODY, load_script
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.adapters.limits import LocalLimits
from roundtable.adapters.project import Project
from roundtable.adapters.runners.runner import ContainerRunner
from roundtable.adapters.stores.schema import explain_os
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.adapters.workspaces.repository import Repository
from roundtable.core.agenda import Agenda
from roundtable.core.budget import Budget
from roundtable.core.config import Config, read_config
from roundtable.core.errors import ErrorKind, KeysUnavailable, KnightUnavailable, SessionBusy
from roundtable.core.events import SessionStart, WorkflowName
from roundtable.core.ports import Clock, EventStore, Hands, Knight, Limits, NoApplier, Workspace
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.secrets import Secret
from roundtable.core.voice import Voice, Way

OLLAMA = "http://127.0.0.1:11434/v1"
"""Where a compatible endpoint is looked for when the environment does not say otherwise."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that a front door needs to convene knights in a project."""

    project: Project
    config: Config
    store: EventStore
    driver: LocalDriver
    clock: Clock
    applier: RepositoryApplier
    recovered: tuple[Recovered, ...] = ()
    """Applies that broke off earlier and were taken back just now."""


def load_config(project: Project) -> Config:
    path = project.config_path
    shown = path.relative_to(project.root)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        content = b""
    except OSError as error:
        raise explain_os(error, path) from error
    return read_config(content, str(shown))


@asynccontextmanager
async def open_table(
    project: Project, limits: Limits | None = None, writes: bool = True
) -> AsyncIterator[Table]:
    """The table of a project, on its embedded log; what runs is paused when it is left.

    Several tables of a process share `limits`. Without `writes` nothing here touches the project's
    files, not even to take back what a process that died has left half written.
    """
    config = load_config(project)
    store, clock = SqliteStore(project.log), SystemClock()

    def seating(seats: Sequence[Seat]) -> Mapping[str, Knight]:
        return {seat.name: seat_knight(seat, project) for seat in seats}

    def judging(start: SessionStart) -> Mapping[str, Knight]:
        return judge_voices(start, project)

    with RepositoryApplier(project.root, project.applied, tuple(config.rules.ignore)) as applier:
        recovered = _recover(applier) if writes else ()
        driver = LocalDriver(
            store,
            clock,
            repository(project, config),
            seating,
            limits or LocalLimits(),
            judging,
            Hands(SandboxedWorkshop(), applier if writes else NoApplier(), ContainerRunner()),
        )
        try:
            yield Table(project, config, store, driver, clock, applier, recovered)
        finally:
            await driver.close()


def _recover(applier: RepositoryApplier) -> tuple[Recovered, ...]:
    try:
        return applier.writer.recover()
    except SessionBusy:
        return ()  # another process is writing just now, and has done this itself


def repository(project: Project, config: Config) -> Workspace:
    return Repository(project.root, tuple(config.rules.ignore))


def seat_knight(seat: Seat, project: Project) -> Voice:
    """A voice for a seat through its adapter and its fallback; an error if neither is there."""
    ways: list[Way] = []
    missing: list[KnightUnavailable] = []
    for adapter in filter(None, (seat.adapter, seat.fallback)):
        try:
            ways.append(Way(adapter, _knight(adapter, seat, project)))
        except KnightUnavailable as error:
            missing.append(error)
            kind = ErrorKind.NOT_INSTALLED if adapter.endswith("-cli") else ErrorKind.NOT_SIGNED_IN
            ways.append(Way(adapter, AbsentKnight(kind, f"{error.message}; {error.remedy}")))
    if len(missing) == len(ways):
        raise missing[0]
    return Voice(tuple(ways))


def judge_voices(start: SessionStart, project: Project) -> Mapping[str, Knight]:
    """The voices in which seats judge; a scripted knight has but one."""
    agenda = start.agenda
    if agenda is None:
        return {}
    return {
        seat.name: seat_knight(as_judge(seat, agenda), project)
        for seat in start.seats
        if not seat.scripted
    }


def as_judge(seat: Seat, agenda: Agenda) -> Seat:
    """The seat with the model it judges with: the one asked for, or its vendor's cheaper one."""
    chosen = agenda.judge_model if seat.name == agenda.judge else None
    return seat.model_copy(update={"model": chosen or judge_model(seat.adapter) or seat.model})


def seat_model(seat: Seat, adapter: str) -> Model:
    """The model that a seat speaks with through an adapter; a named one is its own vendor's."""
    same_vendor = PROVIDERS[adapter] == PROVIDERS.get(seat.adapter)
    return model(adapter, seat.model if same_vendor else None)


def _knight(adapter: str, seat: Seat, project: Project) -> Knight:
    if adapter == "scripted":
        return _scripted(seat, project)
    chosen = seat_model(seat, adapter)
    if adapter.endswith("-cli"):
        return _cli_knight(adapter, chosen)
    if adapter == "openai-compatible":
        return _compatible_knight(seat, chosen)
    return _api_knight(adapter, chosen)


def _scripted(seat: Seat, project: Project) -> Knight:
    assert seat.script is not None, "the config requires it"
    script = load_script(seat.script, project.root)
    part = script.knights.get(seat.name) or script.knights.get(ANYBODY)
    if part is None:
        known = ", ".join(script.knights)
        raise KnightUnavailable(
            f"the script {seat.script} has no part for {seat.name}", f"it has parts for: {known}"
        )
    return ScriptedKnight(part)


def _cli_knight(adapter: str, chosen: Model) -> Knight:
    vendor = next(v for v in VENDORS if v.cli_adapter == adapter)
    command = shutil.which(vendor.command)
    if command is None:
        raise KnightUnavailable(f"`{vendor.command}` is not installed", vendor.install)
    if adapter == "claude-cli":
        from roundtable.adapters.knights.claude_cli import ClaudeCliKnight

        return ClaudeCliKnight(chosen, command)
    if adapter == "gemini-cli":
        from roundtable.adapters.knights.gemini_cli import GeminiCliKnight

        return GeminiCliKnight(chosen, command)
    from roundtable.adapters.knights.codex_cli import CodexCliKnight

    return CodexCliKnight(chosen, command)


def _api_knight(adapter: str, chosen: Model) -> Knight:
    # A gateway is the developer's choice, made on the machine; a project's file cannot make it.
    address = os.environ.get(f"ROUNDTABLE_{chosen.provider.upper()}_BASE_URL") or None
    key = _key(chosen.provider)
    if adapter == "claude-api":
        from roundtable.adapters.knights.claude_api import ClaudeApiKnight

        return ClaudeApiKnight(chosen, key, address)
    if adapter == "gemini-api":
        from roundtable.adapters.knights.gemini_api import GeminiApiKnight

        return GeminiApiKnight(chosen, key, address)
    from roundtable.adapters.knights.openai_api import OpenAiApiKnight

    return OpenAiApiKnight(chosen, key, address)


def _compatible_knight(seat: Seat, chosen: Model) -> Knight:
    """Any endpoint of OpenAI's protocol. Only the developer's machine says where it is."""
    from roundtable.adapters.knights.openai_api import OpenAiApiKnight

    if not chosen.id:
        raise KnightUnavailable(
            f"{seat.name} speaks through openai-compatible, which has no default model",
            'name one in config.json ("model": "llama3.3") or with --model',
        )
    address = os.environ.get("ROUNDTABLE_COMPATIBLE_BASE_URL") or OLLAMA
    found = _kept("local")
    return OpenAiApiKnight(chosen, found.key if found else None, address, compatible=True)


def _key(provider: str) -> Secret:
    found = _kept(provider)
    if found is None:
        raise KnightUnavailable(
            f"there is no key of {provider}", f"keep one: roundtable keys set {provider}"
        )
    return found.key


def _kept(provider: str) -> StoredKey | None:
    try:
        return Keys().find(provider)
    except KeysUnavailable as error:
        # To a seat it is all one why its key is not there: its fallback may take over.
        raise KnightUnavailable(error.message, error.remedy) from error


def opening(
    table: Table,
    topic: str,
    seats: Sequence[Seat],
    rules: Rules,
    budget: Budget,
    workflow: WorkflowName = "discuss",
    agenda: Agenda | None = None,
) -> SessionStart:
    """The first event of a new session, its seed drawn here and recorded in it."""
    return SessionStart(
        workflow=workflow,
        agenda=agenda,
        topic=topic,
        project=table.config.project,
        language=table.config.language,
        seats=tuple(seats),
        rules=rules,
        budget=budget,
        seed=random.SystemRandom().randrange(2**53),
        product=__version__,
    )
