"""Which engine is taken is found by trying; why none is there is told with the remedy."""

from pathlib import Path

import pytest

from roundtable.adapters.runners.engines import SETTING, Engine, NoEngine, find_engine

_ANSWERS = """#!/bin/sh
echo '{answer}'
exit {code}
"""


def install(folder: Path, name: str, answer: str, code: int = 0) -> None:
    folder.mkdir(exist_ok=True)
    command = folder / name
    command.write_text(_ANSWERS.format(answer=answer, code=code))
    command.chmod(0o755)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with nothing but what the test puts there."""
    monkeypatch.delenv(SETTING, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    return tmp_path / "bin"


DOCKER = '{"Client": {"Version": "1"}, "Server": {"Version": "26.1"}}'
PODMAN = '{"Client": {"Version": "5.4"}}'


async def test_docker_comes_first_then_podman(alone: Path) -> None:
    install(alone, "podman", PODMAN)
    found = await find_engine()
    assert isinstance(found, Engine)
    assert found.name == "podman 5.4"


async def test_docker_is_taken_before_podman(alone: Path) -> None:
    install(alone, "podman", PODMAN)
    install(alone, "docker", DOCKER)
    found = await find_engine()
    assert isinstance(found, Engine)
    assert found.name == "docker 26.1"


async def test_the_setting_comes_before_both(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(alone, "podman", PODMAN)
    install(alone, "docker", DOCKER)
    monkeypatch.setenv(SETTING, "podman")
    found = await find_engine()
    assert isinstance(found, Engine)
    assert found.kind == "podman"


async def test_a_command_without_an_engine_behind_it_is_none(alone: Path) -> None:
    install(alone, "docker", "Cannot connect to the daemon", code=1)
    found = await find_engine()
    assert isinstance(found, NoEngine)
    assert "`docker` is installed, but" in found.reason
    assert "`podman` is not installed" in found.reason
    assert "install" in found.remedy


async def test_nothing_there_says_so() -> None:
    found = await find_engine()
    assert found == NoEngine(
        "no container engine: `docker` is not installed; `podman` is not installed",
        "install Docker or Podman and start it; then see `roundtable doctor`",
    )


@pytest.mark.parametrize("word", ["none", "off", "None"])
async def test_it_can_be_switched_off(
    alone: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    install(alone, "docker", DOCKER)
    monkeypatch.setenv(SETTING, word)
    assert isinstance(await find_engine(), NoEngine)


async def test_a_setting_that_names_no_engine_is_not_guessed_at(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(alone, "docker", DOCKER)
    monkeypatch.setenv(SETTING, "dcoker")
    found = await find_engine()
    assert isinstance(found, NoEngine)
    assert "dcoker" in found.reason


@pytest.mark.parametrize("answer", ["", "[]", "{}", '{"Server": {}}', "no json"])
async def test_an_answer_that_we_do_not_know_is_no_engine(alone: Path, answer: str) -> None:
    install(alone, "docker", answer)
    assert isinstance(await find_engine(), NoEngine)


async def test_a_repository_cannot_bring_its_own(
    alone: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install(tmp_path / "repository", "docker", DOCKER)
    monkeypatch.chdir(tmp_path / "repository")
    monkeypatch.setenv("PATH", f".:{alone}")
    assert isinstance(await find_engine(), NoEngine)


async def test_what_an_engine_is_given_of_our_environment_is_on_a_list(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(alone, "docker", DOCKER)
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    monkeypatch.setenv("DOCKER_HOST", "unix:///x.sock")
    found = await find_engine()
    assert isinstance(found, Engine)
    assert found.command.environment["DOCKER_HOST"] == "unix:///x.sock"
    assert "sesame" not in repr(found.command.environment)


async def test_that_there_is_none_is_not_kept_and_an_engine_is(alone: Path) -> None:
    install(alone, "docker", "it is just starting", code=1)
    assert isinstance(await find_engine(), NoEngine)
    install(alone, "docker", DOCKER)
    found = await find_engine()
    assert isinstance(found, Engine), "it is there now"
    install(alone, "docker", DOCKER.replace("26.1", "27.0"))
    assert await find_engine() is found


@pytest.mark.parametrize(
    ("name", "answer", "platform"),
    [
        ("docker", '{"Server": {"Version": "1", "Os": "linux", "Arch": "arm64"}}', "linux/arm64"),
        ("podman", '{"Client": {"Version": "5", "OsArch": "linux/s390x"}}', "linux/s390x"),
        ("docker", DOCKER, "linux/amd64"),
    ],
)
async def test_an_engine_says_what_it_runs_on(
    alone: Path, name: str, answer: str, platform: str
) -> None:
    install(alone, name, answer)
    found = await find_engine()
    assert isinstance(found, Engine)
    assert found.platform == platform


async def test_an_engine_may_take_some_seconds_to_answer(alone: Path) -> None:
    install(alone, "docker", DOCKER)
    command = alone / "docker"
    command.write_text(command.read_text().replace("echo", "/bin/sleep 6\necho", 1))
    found = await find_engine()
    for _ in range(2):  # the machine may stand still once; what is too slow is so each time
        found = found if isinstance(found, Engine) else await find_engine()
    assert isinstance(found, Engine)
