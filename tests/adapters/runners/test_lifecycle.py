"""Several services: who waits for whom, whose end ends the run, and what is called what."""

import os
from pathlib import Path

import pytest

from roundtable.adapters.runners import lifecycle
from roundtable.core.running import RunLimits, RunOutcome
from tests.container_bench import Bench

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "172.16.0.0/12", "192.168.0.0/16"])


def services(**commands: str) -> dict[str, str]:
    lines = ["services:"]
    for name, words in commands.items():
        command, _, more = words.partition("|")
        lines += [f"  {name}:", "    image: busybox", f"    command: {command}"]
        lines += [f"    {more}"] if more else []
    return {"compose.yaml": "\n".join(lines) + "\n"}


async def test_one_starts_only_after_another_has_done_its_part(bench: Bench) -> None:
    first = "|depends_on: {migrate: {condition: service_completed_successfully}}"
    files = services(app=f'sh -c "echo second"{first}', migrate='sh -c "sleep 1; echo first"')
    seen = await bench.run(files)
    assert (seen.outcome, seen.text("stdout")) == ("succeeded", "first\nsecond\n")


async def test_one_that_fails_ends_the_run_and_the_other_never_starts(bench: Bench) -> None:
    after = "|depends_on: {migrate: {condition: service_completed_successfully}}"
    seen = await bench.run(services(app=f"echo never{after}", migrate='sh -c "exit 4"'))
    assert seen.ended is not None
    assert (seen.outcome, seen.ended.exit_code) == ("failed", 4)
    assert "(migrate)" in seen.ended.detail
    assert "Not started: app." in seen.ended.detail
    assert [end.name for end in seen.ended.services] == ["migrate"]
    assert seen.text("stdout") == ""


async def test_a_run_is_over_when_those_are_on_whom_nobody_waits(bench: Bench) -> None:
    files = services(job='sh -c "sleep 1; echo done"|depends_on: [helper]', helper="sleep 100")
    seen = await bench.run(files, RunLimits(seconds=30))
    assert seen.outcome == "succeeded"
    assert seen.ended is not None
    assert {end.name: end.outcome for end in seen.ended.services} == {
        "helper": "stopped",
        "job": "succeeded",
    }


async def test_services_that_nobody_waits_for_are_all_waited_for(bench: Bench) -> None:
    seen = await bench.run(services(a='sh -c "echo a"', b='sh -c "sleep 1; echo b"'))
    assert (seen.outcome, sorted(seen.text("stdout").split())) == ("succeeded", ["a", "b"])


@pytest.mark.parametrize(
    "outcome",
    [
        "succeeded",
        "served",
        "failed",
        "build_failed",
        "unhealthy",
        "timed_out",
        "out_of_memory",
        "too_many_processes",
        "flooded",
        "stopped",
    ],
)
def test_every_outcome_has_a_sentence(outcome: RunOutcome) -> None:
    assert lifecycle.told(outcome).endswith(".")


def serving(script: str) -> dict[str, str]:
    return {
        "Dockerfile": "FROM python:3.12-slim\nCOPY s.py /\nEXPOSE 8000 9090\nCMD python /s.py\n",
        "s.py": script,
    }


async def test_one_that_no_longer_answers_has_not_served(bench: Bench) -> None:
    script = (
        "import socket, time\n"
        "server = socket.create_server(('', 8000))\n"
        "server.accept()\nserver.close()\ntime.sleep(60)\n"
    )
    seen = await bench.run(serving(script), RunLimits(seconds=60), settle=2.0)
    assert seen.up is not None
    assert seen.outcome == "unhealthy"


async def test_a_port_that_is_told_of_and_not_used_keeps_nobody_from_being_up(bench: Bench) -> None:
    script = "import socket, time\nserver = socket.create_server(('', 9090))\ntime.sleep(60)\n"
    seen = await bench.run(serving(script), RunLimits(seconds=40))
    assert seen.outcome == "served"


ON_8000 = "import socket, time\nserver = socket.create_server(('', 8000))\ntime.sleep(60)\n"


async def test_one_without_a_port_that_listens_has_served_in_a_round_and_is_told_what_it_lacks(
    bench: Bench,
) -> None:
    files = serving(ON_8000)
    files["Dockerfile"] = files["Dockerfile"].replace("EXPOSE 8000 9090\n", "")
    seen = await bench.run(files, RunLimits(seconds=40), settle=3.0)
    assert seen.outcome == "served"
    assert seen.ended is not None
    hint = "It listens on 8000, and no port is told of: add EXPOSE 8000"
    assert hint in seen.ended.detail
    assert hint in seen.text("notice")


async def test_one_that_goes_on_writing_while_it_listens_is_left_to_its_work(bench: Bench) -> None:
    # For longer than one who is silent would have to be, who may be kept from writing for a while.
    script = ON_8000.replace("time.sleep(60)", "[(time.sleep(1), print(n)) for n in range(16)]")
    files = serving(script)
    files["Dockerfile"] = files["Dockerfile"].replace("EXPOSE 8000 9090\n", "")
    seen = await bench.run(files, RunLimits(seconds=90), settle=12.0)
    assert seen.outcome == "succeeded"


async def test_one_that_listens_elsewhere_is_told_where_and_not_waited_for(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "_ELSEWHERE_SECONDS", 3.0)
    seen = await bench.run(serving(ON_8000.replace("8000", "5000")), RunLimits(seconds=40))
    assert seen.outcome == "unhealthy"
    assert seen.ended is not None
    assert "It never answered on 8000, 9090; it listens on 5000." in seen.ended.detail


async def test_nobody_is_told_of_ports_that_only_the_others_need(bench: Bench) -> None:
    files = services(job='sh -c "sleep 4; echo done"|depends_on: [store]', store="nc -l -p 6000")
    seen = await bench.run(files, RunLimits(seconds=30))
    assert seen.outcome == "succeeded"
    assert seen.ended is not None
    assert {end.name: end.outcome for end in seen.ended.services}["store"] == "served"
    assert "listens" not in seen.ended.detail + seen.text("notice")


_QUICK = """#!/bin/sh
case "$*" in "inspect --format "*'"Id"'*) echo "{{}}"; exit;; esac
exec {real} "$@"
"""
"""An engine whose containers have always ended by the time that somebody looks."""


@pytest.fixture
def quick(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrapper = tmp_path / "bin" / "docker"
    wrapper.parent.mkdir()
    wrapper.write_text(_QUICK.format(real=bench.engine.command.path))
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")


@pytest.mark.parametrize("condition", ["service_started", "service_healthy"])
async def test_one_that_ends_before_anybody_looks_has_started(
    bench: Bench, quick: None, condition: str
) -> None:
    after = f"|depends_on: {{first: {{condition: {condition}}}}}"
    files = services(first='sh -c "echo first"', second=f'sh -c "echo second"{after}')
    seen = await bench.run(files)
    assert (seen.outcome, seen.text("stdout")) == ("succeeded", "first\nsecond\n")
    assert seen.up is not None, "all of them were up, each in its time"


async def test_one_that_fails_before_anybody_looks_has_not(bench: Bench, quick: None) -> None:
    after = "|depends_on: [first]"
    seen = await bench.run(services(first="false", second=f"echo second{after}"))
    assert (seen.outcome, seen.text("stdout")) == ("failed", "")
    assert seen.up is None
