"""Work that is begun comes to its end, and the interruption is not forgotten."""

import asyncio

import pytest

from roundtable.adapters.finishing import to_the_end


async def test_the_result_is_given() -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 7

    assert await to_the_end(work()) == 7


async def test_who_is_interrupted_again_and_again_still_waits_for_the_end() -> None:
    done: list[str] = []
    may_end = asyncio.Event()

    async def work() -> None:
        await may_end.wait()
        done.append("done")

    waiting = asyncio.ensure_future(to_the_end(work()))
    for _ in range(3):
        await asyncio.sleep(0.01)
        waiting.cancel()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert done == ["done"]


async def test_a_failure_of_the_work_comes_before_the_interruption() -> None:
    may_end = asyncio.Event()

    async def work() -> None:
        await may_end.wait()
        raise ValueError("broken")

    waiting = asyncio.ensure_future(to_the_end(work()))
    await asyncio.sleep(0.01)
    waiting.cancel()
    may_end.set()
    with pytest.raises(ValueError, match="broken"):
        await waiting
