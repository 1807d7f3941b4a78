"""A run in containers: the project's own compose file or Dockerfile, read, checked, built, run."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from roundtable.adapters.finishing import to_the_end
from roundtable.adapters.runners import boxes, clearing, lifecycle, networks, recipe, volumes
from roundtable.adapters.runners.building import Builder, BuildFailed, within
from roundtable.adapters.runners.composing.compose import read_compose
from roundtable.adapters.runners.docker_settings import passwords
from roundtable.adapters.runners.dockerfiles.lowering import final
from roundtable.adapters.runners.dockerfiles.policy import refusals
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.engines import Engine, NoEngine, find_engine
from roundtable.adapters.runners.forwarding import PROBE, known_tool
from roundtable.adapters.runners.log import RunLog
from roundtable.adapters.runners.marks import Mark
from roundtable.adapters.runners.plans import (
    PLATFORM,
    BuildSource,
    Image,
    Mount,
    PlanRefused,
    RunPlan,
    Service,
)
from roundtable.adapters.runners.recipe import Box
from roundtable.adapters.runners.runner import DOCKERFILE, run_source
from roundtable.adapters.runners.seeding import seed
from roundtable.adapters.runners.services import LOOK, Ground, Running
from roundtable.adapters.runners.slots import Place, slot, slots_folder, told
from roundtable.core.ports import Began, Ended, RunJob, RunNews
from roundtable.core.running import RunFailed, RunRefusal

_ONLY = "app"
"""The name of the service of a single Dockerfile."""
_SAME = {"linux/arm64/v8": "linux/arm64", "linux/amd64/v1": "linux/amd64"}
"""Platforms that are written in two ways."""

_DEFAULTS = {"HOME": "/tmp", "PYTHONUNBUFFERED": "1"}  # noqa: S108 -- inside, and its own
_BLIND = (
    "its image has no program (python, node, nc) by which its port could be reached from inside, "
    "and no network leads to it: it cannot be reached. --network all gives it one that does"
)
_LEFT = "the engine did not let go of all of this run: the next one sweeps it away"

Tell = Callable[[RunNews], None]


async def perform(
    job: RunJob, stop: asyncio.Event, slots: Path | None = None
) -> AsyncGenerator[RunNews, None]:
    """One run, as the port `Runner` wants it."""
    news: asyncio.Queue[RunNews | None] = asyncio.Queue()
    log = RunLog(job.demand.limits.log_bytes, secrets_of(job), news.put_nowait)
    try:
        engine = await find_engine()
        # What is wrong with the files is told first: an engine would not mend it.
        plan = planned(job, PLATFORM if isinstance(engine, NoEngine) else engine.platform)
        if isinstance(engine, NoEngine):
            raise RunFailed("no_engine", engine.reason, engine.remedy)
        with slot(slots or slots_folder(), waits=job.waits) as place:
            names = tuple(service.name for service in plan.services)
            yield Began(engine.name, plan.source, names, tuple(map(log.hide, plan.notes)))
            signals = lifecycle.Signals(stop, log.flooded)
            doing = _work(engine, plan, job, signals, log, news.put_nowait)
            work = asyncio.ensure_future(_in_place(place, doing, signals, log))
            work.add_done_callback(lambda _: news.put_nowait(None))
            try:
                while item := await news.get():
                    yield item
                ended = await work
                yield replace(ended, detail=log.hide(ended.detail))
            finally:
                work.cancel()
                await asyncio.wait({work})
    except RunFailed as failed:
        raise _without_secrets(failed, log) from None


def secrets_of(job: RunJob) -> list[str]:
    """What is hidden in all that is said of a run; a key of several lines may be said by lines."""
    values = [secret.reveal() for secret in job.variables.values()]
    lines = [line for value in values for line in value.splitlines() if line != value]
    return [*values, *lines, *passwords()]


def _without_secrets(failed: RunFailed, log: RunLog) -> RunFailed:
    """The same words, for a record that everybody may read."""
    refusals = tuple(
        refusal.model_copy(
            update={"what": log.hide(refusal.what), "reason": log.hide(refusal.reason)}
        )
        for refusal in failed.refusals
    )
    return RunFailed(failed.kind, log.hide(failed.reason), log.hide(failed.remedy), refusals)


def planned(job: RunJob, platform: str = PLATFORM) -> RunPlan:
    """What would be run; RunFailed where there is nothing, or something is refused."""
    source = run_source(job.files)
    if source is None:
        raise RunFailed(
            "nothing_to_run",
            "there is no compose file or Dockerfile",
            "have one written: roundtable retry devops --session SESSION",
        )
    try:
        plan = _read(source, job)
        _check(plan, job, platform)
    except PlanRefused as refused:
        raise RunFailed("refused", refused.message, refused.remedy, refused.refusals) from None
    _check_variables(plan)
    single = plan.source == DOCKERFILE
    services = tuple(_completed(service, platform, single) for service in plan.services)
    return replace(plan, services=services, notes=(*plan.notes, *_noted(plan, platform)))


def _check_variables(plan: RunPlan) -> None:
    for service in plan.services:
        if names := recipe.uncarried(service.environment):
            told = f"{names[0]} has a value of several lines, which cannot be given under this name"
            reason = f"{service.name}: {told}: the engine's own command reads it"
            raise RunFailed("refused", reason, "give it another name")


def _noted(plan: RunPlan, platform: str) -> list[str]:
    """What the Dockerfiles of the plan say and is not done."""
    notes: list[str] = []
    for build in (service.build for service in plan.services if service.build):
        dockerfile = read(build, platform)
        notes += final(dockerfile, build.target).notes
        for stage in dockerfile.stages:
            if stage.platform and not _is_same(stage.platform, platform):
                where = f"{dockerfile.path}:{stage.opening.line}: {stage.opening.shown}"
                notes.append(f"{where}: it is built for {platform}, as this engine is")
    return list(dict.fromkeys(notes))


def _is_same(platform: str, other: str) -> bool:
    return _SAME.get(platform, platform) == _SAME.get(other, other)


def _read(source: str, job: RunJob) -> RunPlan:
    texts = {path: file.text for path, file in job.files.items() if not file.binary}
    if source != DOCKERFILE:
        values = {name: secret.reveal() for name, secret in job.variables.items()}
        others = job.files.keys() - texts.keys()
        return read_compose(source, texts.get(source, ""), texts, values, bool(values), others)
    build = BuildSource(source, texts.get(source, ""))
    environment = {name: secret.reveal() for name, secret in job.variables.items()}
    return RunPlan(source, (Service(_ONLY, build=build, environment=environment),))


def _check(plan: RunPlan, job: RunJob, platform: str) -> None:
    """Every Dockerfile of the plan, all of what is refused in any of them at once."""
    found = [
        refusal
        for service in plan.services
        if service.build
        for refusal in _refused(service.build, job.files, platform)
    ]
    if found:
        raise PlanRefused(tuple(found))


def _refused(source: BuildSource, files: Collection[str], platform: str) -> tuple[RunRefusal, ...]:
    return refusals(read(source, platform), source, files)


def _completed(service: Service, platform: str, single: bool) -> Service:
    """What the Dockerfile says of itself counts where the compose file is silent."""
    # An anonymous volume below a copied folder is there to keep what the image has in it.
    kept = [m for m in service.mounts if not (m.is_unnamed and _is_copied(m.target, service))]
    service = replace(service, mounts=tuple(kept))
    if service.build is None:
        return service
    said = final(read(service.build, platform), service.build.target)
    taken = {mount.target for mount in kept} | set(service.tmpfs)
    volumes = [
        Mount.unnamed(service.name, place)
        for place in said.volumes
        if place not in taken and not _hides(place, service)
    ]
    return replace(
        service,
        ports=said.ports if single else service.ports,
        health=service.health or (None if service.unchecked else said.health),
        user=service.user or said.user,
        stop_signal=service.stop_signal or said.stop_signal,
        mounts=(*kept, *volumes),
    )


def _hides(place: str, service: Service) -> bool:
    """Whether a fresh place there would hide files that are laid out below it."""
    return any(f"{copy.target}/".startswith(f"{place.rstrip('/')}/") for copy in service.copies)


def _is_copied(place: str, service: Service) -> bool:
    return any(place.startswith(f"{copy.target.rstrip('/')}/") for copy in service.copies)


async def _in_place(
    place: Place, doing: Coroutine[Any, Any, Ended], signals: lifecycle.Signals, log: RunLog
) -> Ended:
    """The run, as soon as it has its place; unless somebody ends it before."""
    with closing(doing):
        if not place.taken:
            log.notice("", f"{told()}: it waits until one of them has ended")
            waiting = asyncio.ensure_future(place.wait())
            try:
                cause = await lifecycle.unless(waiting, signals)
            finally:
                waiting.cancel()
            if cause:
                return Ended(cause, lifecycle.told(cause))
        return await doing


async def _work(
    engine: Engine,
    plan: RunPlan,
    job: RunJob,
    signals: lifecycle.Signals,
    log: RunLog,
    tell: Tell,
) -> Ended:
    """Build, run, and leave nothing behind, whatever happens."""
    mark = Mark.fresh()
    clearing.begin(mark)
    hurried = True
    try:
        ground = Ground(engine, mark, job.demand.limits, "none", log)
        ended = await _performed(ground, plan, job, signals, tell)
        hurried = ended.outcome in ("stopped", "flooded", "timed_out", "build_failed")
    finally:
        left = await to_the_end(clearing.clear(engine, mark, hurried))
        await to_the_end(clearing.prune_cache(engine))
    log.finish()
    if left:
        log.notice("", _LEFT)
    return replace(ended, dropped=log.dropped)


async def _performed(
    ground: Ground, plan: RunPlan, job: RunJob, signals: lifecycle.Signals, tell: Tell
) -> Ended:
    async with AsyncExitStack() as held:
        return await _led(ground, plan, job, signals, tell, held)


async def _led(
    ground: Ground,
    plan: RunPlan,
    job: RunJob,
    signals: lifecycle.Signals,
    tell: Tell,
    held: AsyncExitStack,
) -> Ended:
    preparing = asyncio.ensure_future(_prepared(ground, plan, job, held))
    try:
        cause = await lifecycle.unless(preparing, signals)
        if cause:
            return Ended(cause, lifecycle.told(cause))
        services = preparing.result()
    except BuildFailed as failed:
        return Ended("build_failed", f"{lifecycle.told('build_failed')} {failed}")
    finally:
        preparing.cancel()
        await asyncio.wait({preparing})
    ended = await lifecycle.live(services, job.demand, signals, tell)
    for running in services:
        if running.refused:
            raise RunFailed("engine_failed", f"{ground.engine.name}: {running.refused}", LOOK)
    return ended


async def _prepared(
    ground: Ground, plan: RunPlan, job: RunJob, held: AsyncExitStack
) -> list[Running]:
    """All that comes before the first service starts; what `held` has lasts as long as the run."""
    await clearing.sweep(ground.engine)
    builder = Builder(ground, job.files, job.demand.network)
    names = await within(job.demand.limits.build_seconds, builder, plan.services)
    images = await volumes.looked_at(ground, names)
    services = map(volumes.covered, plan.services, images)
    plan = replace(plan, services=tuple(services))
    await volumes.make(ground, plan, images)
    tools = [
        await _tool(ground, image) if service.ports else ""
        for service, image in zip(plan.services, images, strict=True)
    ]
    reach = job.demand.network
    for service, tool in zip(plan.services, tools, strict=True):
        if service.ports and not tool and reach != "all":
            ground.log.notice(service.name, _BLIND)
    network = await networks.for_services(ground, len(plan.services), reach)
    proxies = ground.engine.proxies if reach == "all" else {}
    seeded = await seed(ground, plan.services, images, held)
    return [
        Running(
            replace(ground, network=network, reach=reach),
            service,
            image,
            {**_DEFAULTS, **proxies, **service.environment},
            tool,
        )
        for service, image, tool in zip(seeded, images, tools, strict=True)
    ]


async def _tool(ground: Ground, image: Image) -> str:
    """A program in the image that can talk to a port; empty where it has none that we know."""
    name = ground.mark.name("probe")
    shell, *argv = recipe.heard(("/bin/sh", *PROBE))
    box = Box(name, image.name, argv=tuple(argv), entrypoint=(shell,), declared=image.declared)
    words = recipe.probe_words(ground.mark, box, ground.limits)
    try:
        made = await boxes.make(ground.engine.command, words)
    except boxes.NotMade:
        return ""
    called = await ground.engine.command.ask(*boxes.START, made)
    return known_tool(called.lines[0].strip()) if called.lines else ""
