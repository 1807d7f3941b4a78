"""One service in a real container: what it is told, when it is up, and how its end is read."""

import hashlib
import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from roundtable.core.running import RunFailed, RunLimits
from tests.container_bench import Bench

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "172.16.0.0/12", "192.168.0.0/16"])


def compose(*lines: str) -> dict[str, str]:
    body = "".join(f"    {line}\n" for line in lines)
    return {"compose.yaml": f"services:\n  app:\n    image: busybox\n{body}"}


async def test_a_program_that_is_not_in_the_image_is_told(bench: Bench) -> None:
    seen = await bench.run_heard(compose("command: nosuch --x"))
    assert seen.ended is not None
    assert (seen.outcome, seen.ended.exit_code) == ("failed", 127)
    assert "nosuch" in seen.text("stderr", "notice")
    assert "nosuch could not be started: it is not in the image" in seen.ended.detail


async def test_a_script_with_windows_line_ends_is_told_as_that(bench: Bench) -> None:
    lines = ("FROM busybox", "COPY go.sh /", 'CMD ["/go.sh"]')
    files = {"Dockerfile": "\n".join(lines) + "\n", "go.sh": "#!/bin/sh\r\necho hello\r\n"}
    seen = await bench.run_heard(files)
    assert seen.ended is not None
    assert "/go.sh could not be started: " in seen.ended.detail
    assert "Windows line ends" in seen.ended.detail


async def test_who_writes_where_nothing_can_be_written_is_told_where(bench: Bench) -> None:
    seen = await bench.run(compose('command: sh -c "echo x > /data.db"'))
    assert seen.ended is not None
    assert "It may write to /tmp and its volumes alone" in seen.ended.detail


async def test_a_health_check_that_fails_ends_it(bench: Bench) -> None:
    check = 'healthcheck: {test: ["CMD", "false"], interval: 1s, retries: 2}'
    seen = await bench.run(compose("command: sleep 60", check), RunLimits(seconds=30))
    assert seen.outcome == "unhealthy"
    assert seen.ended is not None
    assert seen.ended.exit_code is None, "that of our own signal is none of its own"


async def test_a_health_check_may_take_its_time_to_become_good(bench: Bench) -> None:
    check = 'healthcheck: {test: ["CMD", "test", "-f", "/tmp/up"], interval: 1s, start_period: 20s}'
    command = 'command: sh -c "sleep 2; touch /tmp/up; sleep 60"'
    seen = await bench.run(compose(command, check), RunLimits(seconds=30))
    assert seen.outcome == "served"
    assert seen.up is not None


async def test_a_check_without_an_interval_waits_as_long_as_an_engine_would(bench: Bench) -> None:
    check = 'healthcheck: {test: ["CMD", "test", "-f", "/tmp/up"], timeout: 20s, retries: 3}'
    command = 'command: sh -c "sleep 9; touch /tmp/up; sleep 60"'
    seen = await bench.run(compose(command, check), RunLimits(seconds=40))
    assert seen.outcome == "served"
    assert seen.up is not None


async def test_what_the_compose_file_says_reaches_the_container(bench: Bench) -> None:
    files = compose(
        'command: sh -c "id -u; pwd; echo $$GREETING; echo $$HOME; touch /scratch/x && echo wrote"',
        'user: "1234"',
        "working_dir: /etc",
        'environment: {GREETING: "good day $$5"}',
        "tmpfs: [/scratch]",
    )
    seen = await bench.run(files)
    assert seen.text("stdout").splitlines() == ["1234", "/etc", "good day $5", "/tmp", "wrote"]


async def test_a_signal_from_inside_is_a_failure(bench: Bench) -> None:
    seen = await bench.run(compose('command: sh -c "kill -9 $$$$"'))
    assert seen.ended is not None
    assert (seen.outcome, seen.ended.exit_code) == ("failed", 137)


async def test_its_first_word_is_heard_even_if_it_is_its_last(bench: Bench) -> None:
    for _ in range(3):
        seen = await bench.run(compose('command: sh -c "echo once"'))
        assert seen.text("stdout") == "once\n"


_LOSING = """#!/bin/sh
[ "$1" = start ] || exec {real} "$@"
{real} "$@" &
for name; do :; done
until [ "$({real} inspect --format '{{{{.State.Running}}}}' "$name")" = true ]; do sleep 0.2; done
kill -9 $!
"""
"""Whoever waits for a container is killed as soon as it runs."""


async def test_an_engine_that_loses_its_client_is_not_the_projects_fault(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapper = tmp_path / "bin" / "docker"
    wrapper.parent.mkdir()
    wrapper.write_text(_LOSING.format(real=bench.engine.command.path))
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    with pytest.raises(RunFailed) as failed:
        await bench.run(compose("command: sleep 60"), RunLimits(seconds=30))
    assert failed.value.kind == "engine_failed"
    assert "before the container did" in failed.value.reason


_FAR = """#!/bin/sh
[ "$1" = inspect ] || exec {docker} "$@"
{docker} "$@" | sed -E 's/"Pid": ?[1-9][0-9]*/"Pid":{pid}/'
"""


async def test_an_engine_elsewhere_does_not_lend_it_the_ports_of_a_stranger(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such an engine tells numbers of processes that are others here: ours, for one."""
    far = tmp_path / "far" / "docker"
    far.parent.mkdir()
    far.write_text(_FAR.format(docker=bench.engine.command.path, pid=os.getpid()))
    far.chmod(0o755)
    monkeypatch.setenv("PATH", f"{far.parent}:{os.environ['PATH']}")
    with _listening_below(32_768):
        seen = await bench.run({"Dockerfile": 'FROM busybox\nCMD ["sleep", "4"]\n'})
    assert (seen.outcome, seen.text("notice")) == ("succeeded", "")


def _listening_below(highest: int) -> socket.socket:
    for port in range(20_000, highest):
        with suppress(OSError):
            return socket.create_server(("127.0.0.1", port))
    raise AssertionError("no port is free")


BLIND = "FROM busybox AS tools\nFROM scratch\nCOPY --from=tools /bin/busybox /busybox\n"


async def test_one_of_several_that_nothing_leads_to_is_up_when_it_listens(bench: Bench) -> None:
    files = {
        "compose.yaml": """
services:
  web: {build: ., command: ["/busybox", "httpd", "-f", "-p", "8080"], ports: [8080]}
  other: {image: busybox, command: sleep 100}
""",
        "Dockerfile": BLIND,
    }
    seen = await bench.run(files, RunLimits(seconds=40))
    assert seen.outcome == "served"
    assert seen.up is not None
    assert seen.up.addresses == ()
    assert "no network leads to it" in seen.text("notice")


async def test_one_without_a_program_to_reach_it_is_reached_where_all_are(bench: Bench) -> None:
    lines = 'EXPOSE 8080\nCMD ["/busybox", "httpd", "-f", "-p", "8080"]\n'
    seen = await bench.run({"Dockerfile": BLIND + lines}, RunLimits(seconds=40), network="all")
    assert seen.up is not None
    assert [address.port for address in seen.up.addresses] == [8080]


_LISTED = """#!/bin/sh
printf '%s\\n' "$@" >> {list}
exec {real} "$@"
"""


async def test_a_value_of_several_lines_reaches_it_and_stands_in_no_list_of_processes(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapper = tmp_path / "bin" / "docker"
    wrapper.parent.mkdir()
    listed = tmp_path / "listed"
    wrapper.write_text(_LISTED.format(list=listed, real=bench.engine.command.path))
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    key = "-----BEGIN KEY-----\nopen sesame\n-----END KEY-----"
    lines = ("FROM busybox", 'CMD ["sh", "-c", "printf %s \\"$KEY\\" | md5sum; echo $ONE"]')
    files = {"Dockerfile": "\n".join(lines) + "\n"}
    seen = await bench.run(files, KEY=key, ONE="true")
    digest = hashlib.md5(key.encode(), usedforsecurity=False).hexdigest()
    assert seen.text("stdout") == f"{digest}  -\ntrue\n"
    words = listed.read_text().split("\n")
    assert "KEY" in words
    assert not [word for word in words if "BEGIN" in word or "sesame" in word]
