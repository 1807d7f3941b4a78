"""The networks of a run: its own, with its mark, and gone with it; none is shared with others."""

from roundtable.adapters.runners.services import Ground
from roundtable.core.running import Network

NONE = "none"
_MTU = "com.docker.network.driver.mtu"
_ADDRESSLESS = "com.docker.network.bridge.inhibit_ipv4=true"


async def for_services(ground: Ground, services: int, reach: Network) -> str:
    """None for one who talks to nobody; else one that has a way out if all may be reached."""
    if reach == "all":
        return await _open(ground, "net")
    if services == 1:
        return NONE
    # Nobody of this machine has to reach it, so this machine has no address in it.
    hidden = ("--opt", _ADDRESSLESS) if ground.engine.kind == "docker" else ()
    return await _made(ground, "net", "--internal", *hidden)


async def for_build(ground: Ground) -> str:
    """With a way out, and nobody in it: the engine's own has the developer's other containers."""
    return await _open(ground, "build-net")


async def _open(ground: Ground, name: str) -> str:
    """With a way out. What fits through it an engine is told for its own network alone."""
    options: tuple[str, ...] = ()
    if ground.engine.kind == "docker":
        shown = f'{{{{index .Options "{_MTU}"}}}}'
        told = await ground.engine.command.ask("network", "inspect", "--format", shown, "bridge")
        size = told.out.strip()
        options = ("--opt", f"{_MTU}={size}") if size.isdigit() else ()
    return await _made(ground, name, *options)


async def _made(ground: Ground, name: str, *options: str) -> str:
    called = ground.mark.name(name)
    words = ("network", "create", "--driver", "bridge", *ground.mark.labels, *options)
    await ground.require(*words, called)
    return called
