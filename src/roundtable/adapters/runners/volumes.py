"""The volumes of a run: in memory and of a size, also where only an image asks for one.

An engine gives every place that an image declares (VOLUME) a volume of its own accord: on its disk,
without a bound, and writable in a container that is read-only otherwise. So each is covered.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

from roundtable.adapters.runners import recipe
from roundtable.adapters.runners.building import BuildFailed
from roundtable.adapters.runners.dockerfiles.mounts import safe_place
from roundtable.adapters.runners.dockerfiles.syntax import Unreadable
from roundtable.adapters.runners.plans import Image, Mount, RunPlan, Service
from roundtable.adapters.runners.services import Ground


async def looked_at(ground: Ground, names: Sequence[str]) -> list[Image]:
    """These images, in their order; BuildFailed where one declares what cannot be covered."""
    known: dict[str, Image] = {}
    for name in names:
        if name not in known:
            known[name] = await _looked_at(ground, name)
    return [known[name] for name in names]


async def _looked_at(ground: Ground, name: str) -> Image:
    told = await ground.require("image", "inspect", "--format", "{{json .Config}}", name)
    config = json.loads(told.strip() or "null") or {}
    return Image(
        name,
        tuple(_as_it_is(name, place) for place in sorted(config.get("Volumes") or {})),
        tuple(config.get("Entrypoint") or ()),
        tuple(config.get("Cmd") or ()),
    )


def _as_it_is(image: str, place: str) -> Mount:
    try:
        target = safe_place(place)
    except Unreadable as why:
        raise BuildFailed(f"the image {image} declares a volume ({place!r}) at {why}.") from None
    key = hashlib.sha256(f"{image}\0{target}".encode()).hexdigest()
    return Mount(f"-image-{key[:12]}", target, read_only=True)


def covered(service: Service, image: Image) -> Service:
    """The service with a volume of its own wherever only its image declares one."""
    taken = {"/tmp", *service.tmpfs, *(mount.target for mount in service.mounts)}  # noqa: S108
    places = (mount.target for mount in image.declared)
    own = [Mount.unnamed(service.name, place) for place in places if place not in taken]
    return replace(service, mounts=(*service.mounts, *own))


async def make(ground: Ground, plan: RunPlan, images: Sequence[Image]) -> None:
    """All of them, with the mark of the run."""
    for volume in plan.volumes:
        await _create(ground, volume, *_in_memory(ground, _owner(plan, volume)))
    # Nobody can write to these, so that they hold what the image holds and no more.
    read = (mount.volume for image in images for mount in image.declared)
    for volume in dict.fromkeys(read):
        await _create(ground, volume)


def _owner(plan: RunPlan, volume: str) -> str:
    """The user of the first that may write to it: some, such as databases, change its mode."""
    users = {
        mount.read_only: service.user
        for service in reversed(plan.services)
        for mount in service.mounts
        if mount.volume == volume
    }
    return recipe.user(users.get(False, users.get(True, "")))


def _in_memory(ground: Ground, owner: str) -> tuple[str, ...]:
    user, _, group = owner.partition(":")
    # Others may write to it as well, who may have other users.
    bounds = ["mode=1777", f"uid={user}", f"gid={group}", "nosuid", "nodev", "noexec"]
    if ground.engine.kind == "docker":
        # Podman takes a size for a quota on its disk; there the memory of who writes is the bound.
        bounds.insert(0, f"size={ground.limits.disk_mb}m")
    return ("--opt", "type=tmpfs", "--opt", "device=tmpfs", "--opt", f"o={','.join(bounds)}")


async def _create(ground: Ground, volume: str, *options: str) -> None:
    name = ground.mark.name(volume)
    await ground.require("volume", "create", *ground.mark.labels, *options, name)
