"""A container in two steps, so that none is made behind our back.

An engine goes on making a container for a client that is gone, and whoever clears away may have
looked too early. So making one is a call of its own, which is waited for; a client that is ended
later leaves nothing that was not there before.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from roundtable.adapters.runners import recipe
from roundtable.adapters.runners.commands import Called, Child, Command, Hear

START = ("start", "--attach")
START_TALKING = (*START, "--interactive")
_MAKING_SECONDS = 60.0
"""An engine that needs longer for a container has failed."""


class NotMade(Exception):
    """The engine made no container; its own words."""


async def make(
    command: Command, words: Sequence[str], environment: Mapping[str, str] | None = None
) -> str:
    """The id of the container that these words `create`; `environment` is what they name."""
    given = environment or {}
    making = replace(command, environment={**command.environment, **recipe.carried(given)})
    stdin = recipe.variables(given)
    called = await making.call(*words, stdin=stdin, seconds=_MAKING_SECONDS)
    if called.code != 0 or not called.lines:
        raise NotMade(_complaint(called))
    return called.lines[-1].strip()


@asynccontextmanager
async def running(
    command: Command,
    words: Sequence[str],
    hear: Hear,
    environment: Mapping[str, str] | None = None,
    stdin: bytes | None = None,
) -> AsyncIterator[Child]:
    """A container from its start on; when this is left it may go on, and nobody listens to it.

    `environment` is for who makes it, `stdin` is for the program inside.
    """
    made = await make(command, words, environment)
    start = START if stdin is None else START_TALKING
    async with command.running(*start, made, hear=hear, stdin=stdin) as child:
        yield child


def _complaint(called: Called) -> str:
    """The engine's own words; where to find its manual is none."""
    lines = [line.strip() for line in called.complaint.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("See '", "Run '"))]
    if telling:
        return telling[-1]
    late = f"it took longer than {_MAKING_SECONDS:g} s"
    return late if called.timed_out else "the engine made no container"
