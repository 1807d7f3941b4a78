"""A port of ours leads to a service, carries bytes both ways, and is gone when it is closed."""

import asyncio

import pytest

from roundtable.adapters.runners.forwarding import ByAddress, Forward, answering


async def serve_echo() -> tuple[asyncio.Server, int]:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(1024):
            writer.write(piece.upper())
            await writer.drain()
        writer.write(b"|end")
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


async def test_bytes_go_both_ways_and_an_end_is_an_end() -> None:
    server, port = await serve_echo()
    forward = Forward(ByAddress("127.0.0.1", port))
    ours = await forward.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", ours)
    writer.write(b"hello " * 50_000)
    writer.write_eof()
    assert await reader.read() == b"HELLO " * 50_000 + b"|end"
    writer.close()
    await forward.close()
    server.close()


async def test_after_its_close_nobody_listens() -> None:
    server, port = await serve_echo()
    forward = Forward(ByAddress("127.0.0.1", port))
    ours = await forward.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", ours)
    await forward.close()
    assert await reader.read() == b""
    writer.close()
    with pytest.raises(OSError):
        await asyncio.open_connection("127.0.0.1", ours)
    server.close()


async def test_who_is_not_there_yet_closes_the_connection_and_no_more() -> None:
    server, port = await serve_echo()
    server.close()
    await server.wait_closed()
    forward = Forward(ByAddress("127.0.0.1", port))
    ours = await forward.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", ours)
    assert await reader.read() == b""
    writer.close()
    await forward.close()


async def test_waiting_ends_when_somebody_listens() -> None:
    server, port = await serve_echo()
    await asyncio.wait_for(answering(ByAddress("127.0.0.1", port)), 20)
    server.close()
    await server.wait_closed()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(answering(ByAddress("127.0.0.1", port)), 0.3)
