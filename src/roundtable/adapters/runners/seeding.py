"""New volumes get what their image has at their place, as an engine's own would.

An engine fills a volume when a container is made, and lets go of it until that is started: one in
memory is empty again by then. So a container of ours, from the same image and within the same
bounds, fills it, and stays until the run is over, since what nobody holds is gone.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from roundtable.adapters.runners import boxes, recipe
from roundtable.adapters.runners.plans import Image, Mount, Service
from roundtable.adapters.runners.recipe import SEEDED, Box
from roundtable.adapters.runners.services import Ground

_SECONDS = 30.0
_SCRIPT = f"""
umask 0
most=$1
shift
number=0
for place do
  number=$((number + 1))
  [ -d "$place" ] && [ -n "$(ls -A "$place" 2>&1)" ] || {{ echo $number empty; continue; }}
  size=$(du -sk "$place" 2>/dev/null)
  size=${{size%%[!0-9]*}}
  [ "${{size:-0}}" -le "$most" ] || {{ echo $number large; continue; }}
  cp -RP "$place/." {SEEDED}/$number/ 2>/dev/null && echo $number full || echo $number part
done
echo done
read -r rest
"""
"""Owners are not kept: it is the service's own user who copies, and can write to its copies."""
_SAID = re.compile(rb"([1-9][0-9]{0,3}) (empty|large|full|part)\n")
_MOST_LINES = 100


async def seed(
    ground: Ground, services: Sequence[Service], images: Sequence[Image], held: AsyncExitStack
) -> list[Service]:
    """The services with their volumes filled, as long as `held` is open. A named volume is filled
    by the first that has something for it."""
    filled: set[str] = set()
    kept: set[str] = set()
    made = []
    for number, (service, image) in enumerate(zip(services, images, strict=True)):
        mounts = [mount for mount in service.mounts if mount.volume not in filled]
        if mounts:
            box = Box(
                ground.mark.name(f"-seed-{number}"),
                image.name,
                argv=(_SCRIPT, "seed", str(ground.limits.disk_mb * 1024), *_places(mounts)),
                entrypoint=("/bin/sh", "-c"),
                declared=image.declared,
            )
            async with AsyncExitStack() as own:
                told = await own.enter_async_context(_filled(ground, box, service, mounts))
                filled |= {mount.volume for mount in mounts if told.get(mount.target) == "full"}
                if needed := _is_needed(mounts, told, kept):
                    kept |= {mount.volume for mount in mounts}
                    held.push_async_callback(own.pop_all().aclose)
            if not needed:
                await ground.engine.command.call("rm", "--force", "--volumes", box.name)
            made.append(_noted(ground, service, mounts, told))
        else:
            made.append(service)
    return made


def _is_needed(mounts: Sequence[Mount], told: dict[str, str], kept: set[str]) -> bool:
    """Whether it has to stay: something is in a volume, or others may meet there one by one."""
    if any(come in ("full", "part") for come in told.values()):
        return True
    return any(not mount.is_unnamed and mount.volume not in kept for mount in mounts)


def _places(mounts: Sequence[Mount]) -> list[str]:
    return [mount.target for mount in mounts]


@asynccontextmanager
async def _filled(
    ground: Ground, box: Box, service: Service, mounts: Sequence[Mount]
) -> AsyncIterator[dict[str, str]]:
    """What came of each place; none of those of which nothing is known."""
    words = recipe.seed_words(ground.mark, box, service, ground.limits, mounts)
    try:
        made = await boxes.make(ground.engine.command, words)
    except boxes.NotMade:
        yield {}
        return
    async with ground.engine.command.talking(*boxes.START_TALKING, made) as (reader, _):
        yield await _heard(reader, _places(mounts))


async def _heard(reader: asyncio.StreamReader, places: Sequence[str]) -> dict[str, str]:
    told: dict[str, str] = {}
    try:
        async with asyncio.timeout(_SECONDS):
            for _ in range(_MOST_LINES):
                said = _SAID.fullmatch(await reader.readline())
                if said is None:
                    break
                if int(said[1]) <= len(places):
                    told[places[int(said[1]) - 1]] = said[2].decode()
    except (TimeoutError, ValueError):
        pass  # it hangs, or says more than it should: what it has told so far is all
    return told


def _noted(
    ground: Ground, service: Service, mounts: Sequence[Mount], told: dict[str, str]
) -> Service:
    """What could not be done is said; where the image has too much, it is left to be read."""
    read_only = set()
    for mount in mounts:
        come = told.get(mount.target, "")
        words = ""
        if come == "large" and mount.is_unnamed:
            read_only.add(mount.target)
            words = f"the image has more there than {ground.limits.disk_mb} MB: it is read-only"
        elif come == "large":
            words = f"the image has more there than {ground.limits.disk_mb} MB: it starts empty"
        elif come == "part":
            words = "not all that the image has there could be copied"
        elif not come:
            words = "it starts empty: the image has no shell and cp to copy what it may have there"
        if words:
            ground.log.notice(service.name, f"{mount.target}: {words}")
    left = tuple(mount for mount in service.mounts if mount.target not in read_only)
    return replace(service, mounts=left)
