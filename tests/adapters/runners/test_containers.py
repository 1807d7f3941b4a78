"""Real runs of small projects: each ends in its own outcome, and nothing of it is left."""

import asyncio
import json
import secrets
import time
import urllib.request

import pytest

from roundtable.adapters.runners import commands
from roundtable.adapters.runners.containers import planned, secrets_of
from roundtable.adapters.runners.marks import OWNER, ourselves
from roundtable.adapters.runners.plans import PLATFORM, Copy, RunPlan
from roundtable.core.build_events import ProjectFile
from roundtable.core.hiding import Hiding
from roundtable.core.ports import RunJob, Up
from roundtable.core.running import Demand, RunFailed, RunLimits
from roundtable.core.secrets import Secret
from tests import container_projects as projects
from tests.container_bench import Bench

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "172.16.0.0/12", "192.168.0.0/16"])
"""The engine's own bridges are on this machine."""


def fetched(up: Up, path: str = "/") -> bytes:
    with urllib.request.urlopen(up.addresses[0].url + path, timeout=30) as answer:
        data: bytes = answer.read()
    return data


async def test_an_api_with_fastapi_serves(bench: Bench, fastapi_image: str) -> None:
    heard: list[bytes] = []
    seen = await bench.run(projects.API, when_up=lambda up: heard.append(fetched(up, "/notes/7")))
    assert (seen.outcome, [json.loads(text) for text in heard]) == ("served", [{"number": 7}])
    assert seen.up is not None
    assert seen.up.addresses[0].url.startswith("http://127.0.0.1:")
    assert "GET /notes/7" in seen.text("stdout")


async def test_a_command_ends_well_and_is_built_faster_the_second_time(bench: Bench) -> None:
    # A layer of its own: one that others keep may be pruned, or be none of this run's making.
    told = "RUN pip install"
    fresh = projects.CLI["Dockerfile"].replace(told, f"RUN : {secrets.token_hex(4)} && pip install")
    project = {**projects.CLI, "Dockerfile": fresh}
    first = await bench.run(project)
    assert (first.outcome, first.text("stdout")) == ("succeeded", "Good day, Ann\n")
    assert "&& pip install" in first.text("notice")
    changed = {**project, "greet/__main__.py": "import time\n\ntime.sleep(0.2)\nprint('changed')\n"}
    second = await bench.run(changed)
    assert second.text("stdout") == "changed\n"
    assert "kept from an earlier build" in second.text("notice")
    assert "pip install" not in second.text("notice"), "what it installs is kept from the first"


async def test_a_worker_empties_its_queue(bench: Bench) -> None:
    seen = await bench.run(projects.WORKER)
    assert seen.outcome == "succeeded"
    assert seen.text("stdout") == "done: job 0\ndone: job 1\ndone: job 2\n"
    assert seen.ended is not None
    assert {end.name: end.outcome for end in seen.ended.services} == {
        "queue": "served",
        "worker": "succeeded",
    }


async def test_a_node_service_serves(bench: Bench) -> None:
    heard: list[bytes] = []
    seen = await bench.run(projects.NODE, when_up=lambda up: heard.append(fetched(up, "/x")))
    assert (seen.outcome, heard) == ("served", [b"node says /x"])


async def test_a_static_site_serves(bench: Bench) -> None:
    heard: list[bytes] = []
    seen = await bench.run(projects.SITE, when_up=lambda up: heard.append(fetched(up)))
    assert (seen.outcome, heard) == ("served", [b"<h1>Hello</h1>\n"])


async def test_two_services_share_a_network_and_a_volume(bench: Bench) -> None:
    seen = await bench.run(projects.TWO)
    assert seen.outcome == "succeeded"
    assert "b'from the volume'" in seen.text("stdout")


async def test_one_that_cannot_be_built_says_where(bench: Bench) -> None:
    seen = await bench.run(projects.UNBUILDABLE)
    assert seen.outcome == "build_failed"
    assert seen.ended is not None
    assert "Dockerfile:4: RUN echo building" in seen.ended.detail
    assert "can't open file" in seen.text("build")


async def test_one_that_crashes_says_how(bench: Bench) -> None:
    seen = await bench.run_heard(projects.CRASHING)
    assert seen.ended is not None
    assert (seen.outcome, seen.ended.exit_code) == ("failed", 1)
    assert "KeyError: 'price'" in seen.text("stderr")
    assert seen.text("stdout") == "starting\n"


async def test_one_that_never_ends_is_ended(bench: Bench) -> None:
    seen = await bench.run(projects.ENDLESS, RunLimits(seconds=25))
    assert seen.outcome == "timed_out"
    assert "tick\n" in seen.text("stdout")


async def test_one_that_floods_its_log_is_ended_and_what_is_kept_is_complete(bench: Bench) -> None:
    seen = await bench.run(projects.FLOODING, RunLimits(log_bytes=200_000, seconds=30))
    assert seen.outcome == "flooded"
    kept = seen.text("stdout")
    assert len(kept.encode()) == 200_000
    whole = "".join(f"line {number}\n" for number in range(1, 40_000))
    assert whole.startswith(kept)
    assert seen.ended is not None
    assert seen.ended.dropped > 0


async def test_one_that_forks_without_end_is_ended(bench: Bench) -> None:
    seen = await bench.run(projects.FORKING, RunLimits(processes=32, seconds=25))
    assert seen.outcome == "too_many_processes"


async def test_one_that_eats_memory_is_ended(bench: Bench) -> None:
    seen = await bench.run(projects.GREEDY, RunLimits(memory_mb=64))
    assert seen.outcome == "out_of_memory"
    assert "eating" in seen.text("stdout")


async def test_a_stop_takes_all_of_it_within_two_seconds(bench: Bench) -> None:
    took = await stopped_after(bench)
    for _ in range(2):  # the machine may stand still once; what is slow by itself is so each time
        took = took if took < 5 else await stopped_after(bench)
    assert took < 5, "two seconds, and more on a machine at its limit"


async def stopped_after(bench: Bench) -> float:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    stopped: list[float] = []

    def press(up: Up) -> None:
        stopped.append(loop.time())
        loop.call_soon_threadsafe(stop.set)

    seen = await bench.run(projects.ENDLESS, settle=None, stop=stop, when_up=press)
    assert seen.outcome == "stopped"
    return loop.time() - stopped[0]


HANGING_HEALTH = {
    "compose.yaml": """
services:
  app:
    image: busybox
    command: sleep 1000
    healthcheck: {test: ["CMD", "sleep", "100"], interval: 1s, timeout: 60s}
  other: {image: busybox, command: sleep 1000}
""",
}
HANGING_SHELL = {
    "Dockerfile": "FROM busybox\nCOPY hang /hang\nRUN chmod +x /hang && mv /hang /bin/sh\n"
    'EXPOSE 80\nCMD ["sleep", "1000"]\n',
    "hang": "#!/bin/busybox sh\nsleep 100\n",
}
GOES_ON = ("true", "1")
BUILDING = {"Dockerfile": f"FROM busybox\nRUN sleep 100 # {secrets.token_hex(4)}\n"}


@pytest.mark.parametrize(
    ("files", "name", "asked"),
    [
        (HANGING_HEALTH, "app", "{{len .ExecIDs}}"),
        (HANGING_SHELL, "probe", "{{.State.Running}}"),
        (BUILDING, "build-1", "{{.State.Running}}"),
    ],
    ids=["its health is asked for", "its image is looked into", "it is being built"],
)
async def test_a_stop_kills_it_at_once_whatever_is_waited_for(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], name: str, asked: str
) -> None:
    monkeypatch.setattr(commands, "_LAST_CALL_SECONDS", 120.0)
    stop = asyncio.Event()
    run = asyncio.ensure_future(bench.run(files, settle=None, stop=stop))
    ours = ("ps", "--quiet", "--filter", f"label={OWNER}={ourselves()}")

    def begun() -> bool:
        found = bench.docker(*ours, "--filter", f"name=-{name}$").split()
        return bool(found) and bench.docker("inspect", "--format", asked, *found).strip() in GOES_ON

    while not await asyncio.to_thread(begun):
        assert not run.done()
    stop.set()
    stopped = time.monotonic()
    while await asyncio.to_thread(bench.docker, *ours):
        pass
    killed = time.monotonic() - stopped
    seen = await run
    print(f"killed after {killed:.2f} s, over after {time.monotonic() - stopped:.2f} s")
    assert seen.outcome == "stopped"
    # Measured on two cores that eight others wanted: 1.4 at most. Where it was waited for it would
    # be 20 or more, the least that one of these is given; a machine that stands still takes 10.
    assert killed < 16, "two seconds, and more on a machine at its limit"


async def test_the_developers_variables_reach_it_and_are_hidden(bench: Bench) -> None:
    files = {
        "Dockerfile": 'FROM busybox\nCMD ["sh", "-c", "echo ${#KEY} $KEY"]\n',
    }
    seen = await bench.run(files, KEY="open-sesame-please")
    assert seen.text("stdout") == "18 ***\n"


async def test_they_are_hidden_where_it_colours_or_encodes_them(bench: Bench) -> None:
    script = (
        "printf '%s\\033[36m%s\\033[0m.\\n' ${KEY%-please} -please\n"
        "printf %s $KEY | base64\nprintf %s user:$KEY | base64\n"
    )
    files = {"Dockerfile": 'FROM busybox\nCOPY s /\nCMD ["sh", "/s"]\n', "s": script}
    seen = await bench.run(files, KEY="open-sesame-please")
    assert seen.text("stdout") == "***\x1b[0m.\n***\ndXNlcjp***U=\n"


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ({}, "nothing_to_run"),
        ({"README.md": "hello"}, "nothing_to_run"),
        ({"Dockerfile": "FROM busybox\nRUN --security=insecure id\n"}, "refused"),
        ({"compose.yaml": "services: {a: {image: busybox, privileged: true}}\n"}, "refused"),
        ({"compose.yaml": "services: {a: {build: .}}\n", "Dockerfile": "ONBUILD RUN x"}, "refused"),
    ],
)
def test_what_cannot_be_run_is_told_before_anything_is_done(
    files: dict[str, str], kind: str, tmp_path: object
) -> None:
    project = {path: ProjectFile(path=path, text=text) for path, text in files.items()}
    with pytest.raises(RunFailed) as failed:
        planned(RunJob(project, Demand()))
    assert failed.value.kind == kind
    assert (kind == "refused") == bool(failed.value.refusals)
    assert all(refusal.line >= 1 and refusal.reason for refusal in failed.value.refusals)


def plan_of(files: dict[str, str], platform: str = PLATFORM, **variables: str) -> RunPlan:
    project = {path: ProjectFile(path=path, text=text) for path, text in files.items()}
    secret = {name: Secret(value) for name, value in variables.items()}
    return planned(RunJob(project, Demand(), secret), platform)


def test_what_a_dockerfile_says_and_is_not_done_is_a_note_once() -> None:
    files = {
        "compose.yaml": "services: {a: {build: .}, b: {build: .}}\n",
        "Dockerfile": "FROM busybox\nEXPOSE $PORT\nLABEL com.docker.extension.icon=x\n",
    }
    notes = plan_of(files).notes
    assert [note.split(": ")[0] for note in notes] == ["Dockerfile:2", "Dockerfile:3"]


CHECKED = "FROM busybox\nEXPOSE 8000\nHEALTHCHECK CMD true\n"


@pytest.mark.parametrize("said", ["{disable: true}", "{test: [NONE]}", "{disable: 1}"])
def test_a_check_that_the_compose_file_switches_off_stays_off(said: str) -> None:
    compose = f"services: {{web: {{build: ., healthcheck: {said}}}}}\n"
    [service] = plan_of({"compose.yaml": compose, "Dockerfile": CHECKED}).services
    assert service.health is None
    silent = {"compose.yaml": "services: {web: {build: .}}\n", "Dockerfile": CHECKED}
    assert plan_of(silent).services[0].health is not None


def test_only_a_dockerfile_by_itself_has_the_ports_that_it_exposes() -> None:
    compose = "services: {app: {build: .}}\n"
    [service] = plan_of({"compose.yaml": compose, "Dockerfile": CHECKED}).services
    assert (service.name, service.ports) == ("app", ())
    [service] = plan_of({"Dockerfile": CHECKED}).services
    assert service.ports == (8000,)


def test_a_file_is_read_for_the_platform_of_the_engine_and_another_one_is_a_note() -> None:
    text = "FROM --platform=linux/arm64/v8 a AS b\nFROM --platform=$BUILDPLATFORM c\n"
    text += "ARG TARGETARCH\nUSER ${TARGETARCH}\n"
    assert plan_of({"Dockerfile": text}, "linux/arm64").notes == ()
    assert plan_of({"Dockerfile": text}, "linux/arm64").services[0].user == "arm64"
    [note] = plan_of({"Dockerfile": text}, "linux/amd64").notes
    assert note.startswith("Dockerfile:1: FROM --platform=linux/arm64/v8")
    assert note.endswith("it is built for linux/amd64, as this engine is")


def test_files_that_are_not_text_are_there_to_be_mounted_and_given() -> None:
    compose = "services: {a: {image: busybox, volumes: ['./img:/img'], secrets: [key]}}\n"
    compose += "secrets: {key: {file: ./key.der}}\n"
    files = {"compose.yaml": ProjectFile(path="compose.yaml", text=compose)}
    for path in ("img/logo.png", "key.der"):
        files[path] = ProjectFile(path=path, text="AAEC", binary=True)
    [service] = planned(RunJob(files, Demand())).services
    assert service.copies == (Copy("img", "/img"), Copy("key.der", "/run/secrets/key"))


def test_a_value_of_several_lines_whose_name_is_the_engines_own_is_refused() -> None:
    files = {"Dockerfile": "FROM busybox\n"}
    with pytest.raises(RunFailed) as failed:
        plan_of(files, PATH="a\nb")
    assert (failed.value.kind, failed.value.remedy) == ("refused", "give it another name")
    assert "app: PATH has a value of several lines" in failed.value.reason
    assert plan_of(files, PATH="/bin").services[0].environment == {"PATH": "/bin"}


async def test_an_image_that_is_not_there_is_not_fetched_unasked(bench: Bench) -> None:
    with pytest.raises(RunFailed) as failed:
        await bench.run({"Dockerfile": "FROM no-such-image:1\n"})
    assert failed.value.kind == "no_image"
    assert "--network build" in failed.value.remedy


def test_a_key_of_several_lines_is_hidden_line_by_line() -> None:
    job = RunJob({}, Demand(), {"KEY": Secret("begin\nabcdefgh\nend"), "WORD": Secret("secret")})
    hidden = Hiding(secrets_of(job))
    assert "abcdefgh" not in hidden.hide("line 2 of it is abcdefgh")
    assert "secret" not in hidden.hide("a secret")
