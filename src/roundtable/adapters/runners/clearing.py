"""Leaves nothing of a run behind, and takes away what dead processes left."""

import asyncio

from roundtable.adapters.runners import weighing
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.runners.marks import (
    CACHE,
    CACHE_NAME,
    OWNER,
    RUN,
    RUN_NAME,
    Mark,
    is_dead,
    labelled,
    ourselves,
)

_SHOWN = f'{{{{.Label "{RUN}"}}}}|{{{{.Label "{OWNER}"}}}}'
_KINDS: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...] = (
    (("ps", "--all", "--no-trunc"), "{{.ID}}", ("rm", "--force", "--volumes")),
    (("network", "ls", "--no-trunc"), "{{.ID}}", ("network", "rm")),
    (("volume", "ls"), "{{.Name}}", ("volume", "rm", "--force")),
)
"""How each kind of thing is listed, named and removed; what uses all others comes first."""
_NAMED = "{{.Repository}}:{{.Tag}}"
_MOST_SECONDS = 60.0
_CALL_SECONDS = 20.0
_PAUSE_SECONDS = 0.1
_MOST_CACHED = 16
_MOST_CACHED_BYTES = 8 * 1024**3
_LATE_SECONDS = 0.3
"""An engine may finish what its client has been torn from; one more look finds it."""

_active: set[str] = set()
"""The runs of this process that go on now."""


def begin(mark: Mark) -> None:
    """From now on what carries this mark is at work, and not left."""
    _active.add(mark.run)


def end(mark: Mark) -> None:
    _active.discard(mark.run)


async def clear(engine: Engine, mark: Mark, hurried: bool = False) -> tuple[str, ...]:
    """Remove everything of a run; what is left in the end, which should be nothing.

    `hurried`: the run was broken off, and the engine may still be making something for it.
    """
    loop = asyncio.get_running_loop()
    ends = loop.time() + _MOST_SECONDS
    left: tuple[str, ...] = ("unknown",)
    try:
        while left and loop.time() < ends:
            left = await _remove(engine, mark)
            if left:
                await asyncio.sleep(_PAUSE_SECONDS)
            elif hurried:
                hurried, left = False, ("unknown",)
                await asyncio.sleep(_LATE_SECONDS)
    finally:
        end(mark)
    return left


async def _remove(engine: Engine, mark: Mark) -> tuple[str, ...]:
    """One pass over all kinds; what was found, and may therefore still be there."""
    containers, *others = (
        ((*listing, *mark.filter, "--format", name), removing) for listing, name, removing in _KINDS
    )
    # By name: a layer that is kept for later stands on some of them. Who has lost its name while a
    # container used it is found by its label.
    named = ("images", "--filter", f"reference={mark.repository}", "--format", _NAMED)
    nameless = ("images", "--quiet", "--filter", "dangling=true", *mark.filter)
    others += [(listing, ("rmi", "--force")) for listing in (named, nameless)]
    found = await _removed(engine, *containers)
    for removed in await asyncio.gather(*(_removed(engine, *other) for other in others)):
        found += removed
    return tuple(found)


async def _removed(
    engine: Engine, listing: tuple[str, ...], removing: tuple[str, ...]
) -> list[str]:
    listed = await engine.command.call(*listing, seconds=_CALL_SECONDS)
    if listed.code != 0:
        return ["unknown"]
    if listed.lines:
        await engine.command.call(*removing, *listed.lines, seconds=_CALL_SECONDS)
    return listed.lines


async def _image_names(engine: Engine, repository: str) -> list[str]:
    words = ("images", "--filter", f"reference={repository}", "--format", _NAMED)
    return (await engine.command.call(*words, seconds=_CALL_SECONDS)).lines


async def sweep(engine: Engine) -> int:
    """Remove what runs have left whose process is dead; how many runs that were."""
    lists = [(*listing, "--format", f"{name}|{_SHOWN}") for listing, name, _ in _KINDS]
    dead: set[str] = set()
    for words in lists:
        listed = await engine.command.call(*words, "--filter", f"label={RUN}")
        dead |= {run for _, run, owner in labelled(listed.lines) if _is_left(run, owner)}
    dead |= await _dead_images(engine)
    for run in dead:
        await clear(engine, Mark(run))
    return len(dead)


def _is_left(run: str, owner: str) -> bool:
    """Its process is dead; or it is ours, and nothing of ours is at it any longer."""
    return run != CACHE and run not in _active and (is_dead(owner) or owner == ourselves())


async def _dead_images(engine: Engine) -> set[str]:
    dead: set[str] = set()
    shown = f'{{{{index .Config.Labels "{OWNER}"}}}}'
    for name in await _image_names(engine, f"{RUN_NAME}*"):
        told = await engine.command.call("image", "inspect", "--format", shown, name)
        run = name.rpartition("/")[2].removeprefix(RUN_NAME).partition(":")[0]
        if _is_left(run, told.out.strip()):
            dead.add(run)
    return dead


async def prune_cache(
    engine: Engine, most: int = _MOST_CACHED, most_bytes: int = _MOST_CACHED_BYTES
) -> None:
    """Of the layers that are kept for later runs, the newest stay."""
    listed = await engine.command.call("images", "--format", "{{.Tag}}", CACHE_NAME)
    # Listed from the newest on.
    large = await weighing.kept_beyond(engine.command, listed.lines[:most], most_bytes)
    if old := [*large, *listed.lines[most:]]:
        await engine.command.call("rmi", *(f"{CACHE_NAME}:{tag}" for tag in old))
