"""How much of the disk is taken: by a RUN while it goes on, and by what is kept of earlier ones.

No engine has a bound for what a container writes to its own file system, so it is asked.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from roundtable.adapters.runners import recipe
from roundtable.adapters.runners.commands import Command
from roundtable.adapters.runners.marks import CACHE_NAME
from roundtable.adapters.sandboxes.bounds import MIB

_LOOK_SECONDS = 2.0
_TOLD = '{"tags":{{json .RepoTags}},"size":{{.Size}},"layers":{{json .RootFS.Layers}}}'


async def outgrown(command: Command, container: str) -> None:
    """Returns when a container has written more than a RUN may."""
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        if await is_too_large(command, container):
            return


async def is_too_large(command: Command, container: str) -> bool:
    """Whether it has written so much, as far as the engine tells."""
    called = await command.ask("inspect", "--size", "--format", "{{.SizeRw}}", container)
    size = called.out.strip()
    return size.isdigit() and int(size) > recipe.BUILD_DISK_MB * MIB


@dataclass(frozen=True, slots=True)
class Weighed:
    """An image, and what it is made of."""

    names: tuple[str, ...]
    size: int
    """In bytes, with all that it stands on."""
    layers: tuple[str, ...]

    def stands_on(self, other: "Weighed") -> bool:
        return self.layers[: len(other.layers)] == other.layers


async def kept_beyond(command: Command, tags: Sequence[str], most: int) -> list[str]:
    """Those of these kept layers, named from the newest on, with which there is more than that."""
    listed = await command.call("images", "--quiet", "--no-trunc")
    ids = list(dict.fromkeys(listed.lines))
    told = await command.call("image", "inspect", "--format", _TOLD, *ids) if ids else listed
    images = list(_read(told.lines))
    ours = {name: image for image in images for name in image.names}
    # What is not ours is there anyway, whatever of ours stands on it.
    known = [image for image in images if not any(map(_is_kept, image.names))]
    total = 0
    for number, tag in enumerate(tags):
        image = ours.get(f"{CACHE_NAME}:{tag}")
        if image:
            total += _added(image, known)
            known.append(image)
        if total > most:
            return list(tags[number:])
    return []


def _added(image: Weighed, known: Sequence[Weighed]) -> int:
    """What would be free without it, were it not for those."""
    if any(other.stands_on(image) for other in known):
        return 0
    below = max((other.size for other in known if image.stands_on(other)), default=0)
    return max(0, image.size - below)


def _is_kept(name: str) -> bool:
    return name.startswith(f"{CACHE_NAME}:")


def _read(lines: Sequence[str]) -> Iterator[Weighed]:
    for line in lines:
        try:
            told = json.loads(line)
            names = (name.removeprefix("localhost/") for name in told["tags"] or ())
            yield Weighed(tuple(names), int(told["size"]), tuple(told["layers"] or ()))
        except (ValueError, KeyError, TypeError):
            continue  # an engine that says it otherwise: then only their number is a bound
