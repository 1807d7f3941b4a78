"""The process itself."""

import asyncio
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from roundtable.apps.web.server import link, listening
from roundtable.core.errors import UsageError
from tests.apps.conftest import Spawn


def test_it_listens_on_this_machine_alone() -> None:
    with listening(0) as opened:
        assert opened.getsockname()[0] == "127.0.0.1"


async def test_what_is_written_to_a_viewer_is_sent_at_once() -> None:
    at_once: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def reached(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        at_once.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    opened = listening(0)
    port = opened.getsockname()[1]
    async with await asyncio.start_server(reached, sock=opened):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await at_once == 1
        writer.close()
        await writer.wait_closed()


def test_a_port_that_is_taken_is_told_when_it_was_named() -> None:
    with listening(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=str(port)):
            listening(port)


def test_the_token_stands_where_no_server_and_no_log_sees_it() -> None:
    assert link(7117, "abc") == "http://127.0.0.1:7117/#launch=abc"


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_told_to_end(project: Path, spawn: Spawn, name: int) -> None:
    process = spawn("serve", "--no-browser", "--port", "0")
    assert process.stdout
    assert process.stdout.readline() == f"Roundtable serves {project}\n"
    found = re.fullmatch(
        r"Open http://127\.0\.0\.1:(\d+)/#launch=(.+)\n", process.stdout.readline()
    )
    assert found and len(found[2]) >= 43
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"http://127.0.0.1:{found[1]}/api/project", timeout=30)
    assert refused.value.code == 401
    refused.value.close()
    process.send_signal(name)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def test_a_folder_that_is_not_there_is_told(spawn: Spawn, bare: Path) -> None:
    process: subprocess.Popen[str] = spawn("serve", "--root", "nowhere")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.startswith("roundtable: nowhere is not a folder\n  remedy:")


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [("config.json", 4, "config.json"), ("roundtable.db", 10, "roundtable.db")],
)
def test_what_cannot_be_opened_is_told_before_anybody_is_let_in(
    project: Path, spawn: Spawn, name: str, code: int, words: str
) -> None:
    (project / ".roundtable" / name).write_bytes(b"{" * 5000)
    process = spawn("serve", "--no-browser", "--port", "0")
    out, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors
    assert words in errors and "remedy:" in errors
    assert (process.returncode, out) == (code, "")
