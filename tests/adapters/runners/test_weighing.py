"""What is taken of the disk is asked of the engine, and nothing is counted twice."""

import asyncio
import json
from pathlib import Path

import pytest

from roundtable.adapters.runners import recipe, weighing
from roundtable.adapters.runners.commands import Command
from roundtable.adapters.runners.marks import CACHE_NAME

BASE, A, AB, C = ["base"], ["base", "a"], ["base", "a", "b"], ["base", "c"]


def answering(folder: Path, script: str) -> Command:
    (folder / "engine").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "engine").chmod(0o755)
    return Command(str(folder / "engine"), {"PATH": "/usr/bin:/bin"})


def knowing(folder: Path, *images: tuple[str, int, list[str]]) -> Command:
    """An engine with these images."""
    lines = [
        json.dumps({"tags": [name] if name else None, "size": size, "layers": layers})
        for name, size, layers in images
    ]
    (folder / "told").write_text("\n".join(("not json", *lines)))
    return answering(folder, f"case $1 in images) echo id;; image) cat {folder}/told;; esac")


def kept(tag: str) -> str:
    return f"{CACHE_NAME}:{tag}"


async def test_the_newest_stay_within_so_much(tmp_path: Path) -> None:
    command = knowing(tmp_path, ("busybox:1", 100, BASE), (kept("a"), 110, A), (kept("c"), 105, C))
    assert await weighing.kept_beyond(command, ["c", "a"], 15) == []
    assert await weighing.kept_beyond(command, ["c", "a"], 14) == ["a"]
    assert await weighing.kept_beyond(command, ["c", "a"], 4) == ["c", "a"]
    assert await weighing.kept_beyond(command, [], 0) == []


async def test_what_one_stands_on_counts_once(tmp_path: Path) -> None:
    command = knowing(tmp_path, (kept("a"), 110, A), (kept("ab"), 130, AB))
    assert await weighing.kept_beyond(command, ["ab", "a"], 130) == []
    assert await weighing.kept_beyond(command, ["a", "ab"], 130) == []
    assert await weighing.kept_beyond(command, ["a", "ab"], 129) == ["ab"]


async def test_one_that_has_lost_its_name_and_an_unknown_one_do_no_harm(tmp_path: Path) -> None:
    command = knowing(tmp_path, ("", 100, BASE), (f"localhost/{kept('a')}", 110, A))
    assert await weighing.kept_beyond(command, ["gone", "a"], 9) == ["a"]


@pytest.mark.parametrize("answer", ["9000000", "x", ""])
async def test_a_container_is_too_large_when_the_engine_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(recipe, "BUILD_DISK_MB", 8)
    monkeypatch.setattr(weighing, "_LOOK_SECONDS", 0.01)
    command = answering(tmp_path, f"echo {answer}")
    large = answer == "9000000"
    assert await weighing.is_too_large(command, "box") == large
    growing = asyncio.ensure_future(weighing.outgrown(command, "box"))
    done, _ = await asyncio.wait({growing}, timeout=20 if large else 0.3)
    assert bool(done) == large
    growing.cancel()
    await asyncio.wait({growing})  # what it is starting is not torn off
