"""The suite for API knights can fail: one that leaks its key or retries is caught."""

import asyncio
import os
from collections.abc import AsyncGenerator

import pytest

from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished, Knight
from roundtable.testing.api_suite import ApiKnightSuite, Hosted, environment, half_read
from roundtable.testing.faults import KEY
from roundtable.testing.knight_suite import ask
from roundtable.testing.vendors.behaviours import speaking
from roundtable.testing.vendors.server import VendorServer


class Careless:
    """Puts its key into the address, asks twice, and fails alike whatever happens."""

    context_tokens = 1000

    def __init__(self, url: str) -> None:
        self.key = KEY
        self._port = int(url.rsplit(":", 1)[1])

    def worst_case(self, ask: Ask) -> Usage:
        return Usage(input_tokens=1, output_tokens=1)

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        try:
            for _ in range(2):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                writer.write(
                    f"POST /v1/messages?key={KEY} HTTP/1.1\r\nx-auth: {KEY}\r\n\r\n".encode()
                )
                await reader.read(1)
                writer.transport.abort()
        except OSError:
            pass
        yield Delta("Yes.")
        raise KnightError(ErrorKind.REFUSED, f"<html>{self.key}")

    async def close(self) -> None: ...


class CarelessSuite(ApiKnightSuite):
    path = "/v1/messages"
    auth = ("x-auth", KEY)

    def knight(self, url: str) -> Knight:
        return Careless(url)


@pytest.mark.parametrize(
    "statement",
    [
        "test_what_it_tells_of_a_fault_is_one_short_line_without_page_or_key",
        "test_how_long_to_wait_is_told_as_the_vendor_tells_it",
        "test_it_asks_once_however_the_vendor_fails",
        "test_nothing_of_it_shows_the_key",
    ],
)
async def test_a_knight_that_breaks_a_rule_is_caught(statement: str) -> None:
    with pytest.raises(AssertionError):
        await getattr(CarelessSuite(), statement)()


async def test_a_hosted_knight_closes_its_server_with_it() -> None:
    server = await VendorServer(speaking("Yes.")).__aenter__()
    hosted = Hosted(Careless(server.url), server)
    assert (hosted.context_tokens, hosted.worst_case(ask()).tokens) == (1000, 2)
    await hosted.close()
    with pytest.raises(OSError, match=r"refused|failed"):
        await asyncio.open_connection("127.0.0.1", int(server.url.rsplit(":", 1)[1]))


def test_the_environment_is_as_before_afterwards() -> None:
    with environment({"ROUNDTABLE_TEST": "1"}):
        assert os.environ["ROUNDTABLE_TEST"] == "1"
    assert "ROUNDTABLE_TEST" not in os.environ
    assert half_read() == []
