"""Work that must come to its end, however often whoever waits for it is interrupted."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Waits until it is done; only then an interruption counts. Its own failure comes first."""
    doing = asyncio.ensure_future(work)
    interrupted: asyncio.CancelledError | None = None
    while not doing.done():
        try:
            await asyncio.wait({doing})
        except asyncio.CancelledError as error:
            interrupted = error
    result = doing.result()
    if interrupted:
        raise interrupted
    return result
