"""The runner as the table holds it: parsers and engine are loaded with the first run."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from pathlib import Path

from roundtable.core.ports import RunJob, RunNews

DOCKERFILE = "Dockerfile"


def run_source(files: Collection[str]) -> str | None:
    """The file that says how the project is run: a compose file, else a Dockerfile."""
    from roundtable.adapters.runners.composing.find import compose_file

    return compose_file(files) or (DOCKERFILE if DOCKERFILE in files else None)


class ContainerRunner:
    """Runs projects in containers, or not at all."""

    def __init__(self, slots: Path | None = None) -> None:
        self._slots = slots
        """Where the places of this machine's runs are kept, if not where all others are."""

    async def run(self, job: RunJob, stop: asyncio.Event) -> AsyncGenerator[RunNews, None]:
        from roundtable.adapters.runners.containers import perform

        async with aclosing(perform(job, stop, self._slots)) as news:
            async for item in news:
                yield item
