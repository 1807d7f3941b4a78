"""What a test with containers cannot do without: where it is missing, the test says so, and fails
where it was promised."""

import os
from typing import NoReturn

import pytest

from roundtable.adapters.runners.engines import Engine

PROMISED = "REQUIRE_CONTAINERS"
"""Set where an engine and the base images are known to be there."""


def not_run(reason: str) -> NoReturn:
    if os.environ.get(PROMISED):
        pytest.fail(f"{PROMISED} is set: {reason}")
    pytest.skip(f"not run: {reason}")


async def need_images(engine: Engine, *names: str) -> None:
    for name in names:
        if (await engine.command.call("image", "inspect", name)).code != 0:
            not_run(f"{name} is not on this machine")
