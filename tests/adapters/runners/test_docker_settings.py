"""Proxies of the docker command's own settings, with a real engine: who has them, and who not."""

import asyncio
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import pytest

from roundtable.adapters.runners import docker_settings
from roundtable.adapters.runners.engines import Engine, find_engine
from roundtable.adapters.runners.marks import CACHE_NAME
from roundtable.adapters.runners.runner import ContainerRunner
from roundtable.core.ports import Ended, Wrote
from roundtable.core.running import Demand, Network
from tests.container_bench import Bench

PASSWORD = "pa55%40word"
PROXY = f"http://user:{PASSWORD}@proxy.example:3128"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The developer's own, with proxies, and with all else that leads to the engine here."""
    folder = tmp_path / "docker"
    folder.mkdir()
    before = os.environ.get("DOCKER_CONFIG") or str(Path.home() / ".docker")
    (folder / "cli-plugins").symlink_to(Path(before) / "cli-plugins")
    values = {"httpProxy": PROXY, "httpsProxy": PROXY, "noProxy": "localhost", "x": "y"}
    told = {"proxies": {"default": values}, "auths": {"r.example": {"auth": "aGlkZGVu"}}}
    (folder / "config.json").write_text(json.dumps(told))
    monkeypatch.setenv("DOCKER_CONFIG", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return folder


async def ran(bench: Bench, files: Mapping[str, str], network: Network) -> tuple[str, str]:
    """What it wrote, the building of it, and how it ended."""
    job = bench.job(files, Demand(network=network))
    text, outcome = "", ""
    async for news in ContainerRunner(bench.slots).run(job, asyncio.Event()):
        if isinstance(news, Wrote) and news.stream != "notice":
            text += news.text
        elif isinstance(news, Ended):
            outcome = f"{news.outcome} {news.detail}"
    return text, outcome


def project(salt: str) -> dict[str, str]:
    """A RUN and a service that tell which proxies they have; not kept from an earlier build."""
    shown = 'echo "$0 <$HTTP_PROXY> <$https_proxy> <$NO_PROXY> $(env | grep -ci _proxy)"'
    return {
        "Dockerfile": f"FROM busybox\nCOPY shown /\nRUN sh /shown && : {salt}\n"
        'CMD ["sh", "/shown"]\n',
        "shown": f"{shown}\n",
    }


NOTHING = "<> <> <> 0"
ALL = "<http://***@proxy.example:3128> <http://***@proxy.example:3128> <localhost> 6"


@pytest.mark.parametrize(
    ("network", "built", "started"),
    [("none", NOTHING, NOTHING), ("build", ALL, NOTHING), ("all", ALL, ALL)],
)
async def test_only_who_may_reach_others_has_the_proxies_and_nothing_keeps_them(
    bench: Bench, settings: Path, network: Network, built: str, started: str
) -> None:
    salt = secrets.token_hex(8)
    text, outcome = await ran(bench, project(salt), network)
    assert text == f"/shown {built}\n/shown {started}\n", outcome
    kept = [
        name for name in kept_images(bench) if salt in bench.docker("history", "--no-trunc", name)
    ]
    assert len(kept) == 1
    saved = bench.docker("save", kept[0])
    assert salt in saved
    assert "pa55" not in saved
    bench.docker("rmi", *kept)


def kept_images(bench: Bench) -> list[str]:
    return bench.docker("images", "--format", "{{.Repository}}:{{.Tag}}", CACHE_NAME).split()


async def test_keys_for_registries_are_only_for_who_fetches(
    containers: Engine, settings: Path
) -> None:
    found = await find_engine()
    assert isinstance(found, Engine)
    assert found.fetching.environment["DOCKER_CONFIG"] == str(settings)
    folder = Path(found.command.environment["DOCKER_CONFIG"])
    assert json.loads((folder / "config.json").read_text()) == {}
    assert (folder.stat().st_mode & 0o77, (folder / "config.json").stat().st_mode & 0o77) == (0, 0)
    assert (await found.command.call("buildx", "version")).code == 0


def test_what_leads_to_the_engine_is_kept(settings: Path, tmp_path: Path) -> None:
    told = {"proxies": {}, "currentContext": "far", "credsStore": "x", "HttpHeaders": {"A": "b"}}
    (settings / "config.json").write_text(json.dumps(told))
    for _ in range(2):
        changed = docker_settings.without_proxies({"DOCKER_TLS_VERIFY": "1"}, tmp_path / "state")
    folder = Path(changed["DOCKER_CONFIG"])
    assert json.loads((folder / "config.json").read_text()) == {
        "currentContext": "far",
        "HttpHeaders": {"A": "b"},
    }
    assert changed["DOCKER_CERT_PATH"] == str(settings)
    assert {path.name for path in folder.iterdir()} == {"config.json", "contexts", "cli-plugins"}


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"auths": {}}'])
def test_without_proxies_the_settings_are_the_developers_own(
    settings: Path, tmp_path: Path, text: str
) -> None:
    (settings / "config.json").write_text(text)
    environment = {"DOCKER_CONFIG": str(settings)}
    assert docker_settings.without_proxies(environment, tmp_path / "state") is environment
    assert docker_settings.proxies() == {}
    assert list(docker_settings.passwords()) == []
    assert not (tmp_path / "state").exists()


def test_proxies_are_those_of_the_engine_in_use_and_what_is_no_text_is_none(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {"httpProxy": "http://a", "ftpProxy": 7, "allProxy": "b\nc", "noProxy": ""}
    told = {"proxies": {"default": {"httpProxy": PROXY}, "tcp://far:1": ours}}
    (settings / "config.json").write_text(json.dumps(told))
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    assert docker_settings.proxies() == {"HTTP_PROXY": PROXY, "http_proxy": PROXY}
    assert set(docker_settings.passwords()) == {
        f"user:{PASSWORD}", PASSWORD, "user:pa55@word", "pa55@word",
    }  # fmt: skip
    monkeypatch.setenv("DOCKER_HOST", "tcp://far:1")
    assert docker_settings.proxies() == {"HTTP_PROXY": "http://a", "http_proxy": "http://a"}
