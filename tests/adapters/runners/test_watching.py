"""Refused forks are counted where the kernel tells of them."""

import os
import socket
from pathlib import Path

import pytest

from roundtable.adapters.runners import watching
from roundtable.adapters.runners.marks import Mark
from tests.container_bench import Bench


@pytest.mark.parametrize("pid", [0, -1, 2**22 + 5])
def test_a_process_that_is_not_there_has_no_count(pid: int) -> None:
    assert watching.refused_forks(pid) is None


def test_our_own_group_has_a_count_or_none_and_never_an_error() -> None:
    found = watching.refused_forks(os.getpid())
    assert found is None or found >= 0


async def test_a_number_that_an_engine_tells_is_only_taken_for_its_own_container(
    bench: Bench,
) -> None:
    mark = Mark.fresh()
    words = ("run", "--detach", *mark.labels, "busybox", "sleep", "60")
    one, other = (bench.docker(*words).strip() for _ in range(2))
    try:
        pid = int(bench.docker("inspect", "--format", "{{.State.Pid}}", one))
        assert watching.is_here(pid, one)
        assert not watching.is_here(pid, other)
        assert not watching.is_here(os.getpid(), one)
        assert not watching.is_here(2**22 + 5, one)
        assert not watching.is_here(pid, "")
    finally:
        bench.docker("rm", "--force", one, other)


@pytest.mark.parametrize(
    ("laid", "controllers"), [("pids/docker/x", "7:pids:/docker/x"), ("docker/x", "0::/docker/x")]
)
def test_both_ways_of_groups_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, laid: str, controllers: str
) -> None:
    (tmp_path / laid).mkdir(parents=True)
    (tmp_path / laid / "pids.events").write_text("max 12\n")
    (tmp_path / "cgroup").write_text(f"9:cpu:/docker/x\n{controllers}\n")
    monkeypatch.setattr(watching, "_GROUPS", tmp_path)
    monkeypatch.setattr(watching, "Path", lambda _: tmp_path / "cgroup")
    watching._folder.cache_clear()
    try:
        assert watching.refused_forks(77) == 12
    finally:
        watching._folder.cache_clear()


def test_who_listens_is_seen_from_outside() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert watching.listens(os.getpid(), port) is True
        assert port in (watching.listening(os.getpid()) or ())
    assert watching.listens(os.getpid(), port) is False
    assert watching.listens(2**22 + 5, port) is None


def test_an_engines_own_servant_of_names_is_nobody_who_listens() -> None:
    with socket.create_server(("127.0.0.11", 0)) as names:
        assert names.getsockname()[1] not in (watching.listening(os.getpid()) or ())
