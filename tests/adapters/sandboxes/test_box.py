"""The small parts of one run."""

import asyncio
import os

import pytest

from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.box import Box, Identity, _read_all


def test_a_plain_user_is_mapped_to_nobody_and_root_to_an_id_that_nobody_has() -> None:
    assert Identity(1000, 100).maps() == ("65534 1000 1\n", "65534 100 1\n")
    assert Identity(0, 0, 77).maps() == ("0 0 1\n65534 77 1\n",) * 2


async def test_a_pipe_is_read_to_its_end_and_closed() -> None:
    source, sink = os.pipe()
    reading = asyncio.create_task(_read_all(source))
    for piece in (b"one ", b"two"):
        await asyncio.sleep(0)
        os.write(sink, piece)
    os.close(sink)
    assert await reading == b"one two"
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(source)


async def test_a_reader_that_is_cancelled_closes_its_pipe() -> None:
    source, sink = os.pipe()
    reading = asyncio.create_task(_read_all(source))
    await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(source)
    os.close(sink)


async def test_the_first_reason_to_stop_stays() -> None:
    box = Box(Limits())
    box.stop("one")
    box.stop("two")
    assert box.ran().stopped == "one"
