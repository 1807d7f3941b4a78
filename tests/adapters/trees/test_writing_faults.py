"""Whatever fails and whenever: a tree is there or it is not, and nothing else is left."""

import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.trees.writing import write_folder, write_zip
from roundtable.core.build_events import ProjectFile
from roundtable.core.errors import DiskFull, ReadOnly, RoundtableError, StoreError

FILES = [ProjectFile(path=path, text=f"new {path}") for path in ("a", "b/c", "b/d", "e/f/g")]
NEW = {file.path: file.text for file in FILES}
STEPS = ("mkdir", "open", "fchmod", "fsync", "rename")


class Fault:
    """The system fails once, at the step of this number."""

    def __init__(self, at: int, error: BaseException) -> None:
        self._left = at
        self._error = error
        self.happened = False

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **named: Any) -> Any:
            self._left -= 1
            if self._left == 0:
                self.happened = True
                raise self._error
            return real(*args, **named)

        return step


@contextmanager
def failing(at: int, error: BaseException) -> Iterator[Fault]:
    fault = Fault(at, error)
    with pytest.MonkeyPatch.context() as patch:
        for name in STEPS:
            patch.setattr(os, name, fault.wrap(getattr(os, name)))
        yield fault


def texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


def fill(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def attempts(error: BaseException, work: Callable[[], object]) -> Iterator[None]:
    """Fail at the first step, then at the second, until there is no such step any more."""
    for at in range(1, 500):
        with failing(at, error) as fault:
            try:
                work()
            except (RoundtableError, KeyboardInterrupt):
                assert fault.happened
        yield
        if not fault.happened:
            return
    raise AssertionError("it never ends")


ERRORS = [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()]


@pytest.mark.parametrize("error", ERRORS, ids=["disk full", "interrupted"])
def test_a_new_folder_is_whole_or_not_there(project: Path, error: BaseException) -> None:
    target = project / "out"
    seen = set()
    for _ in attempts(error, lambda: write_folder(FILES, target)):
        assert [path.name for path in project.iterdir()] in ([], ["out"])
        assert texts(project) in ({}, {f"out/{path}": text for path, text in NEW.items()})
        seen.add(target.exists())
        shutil.rmtree(target, ignore_errors=True)
    assert seen == {False, True}


@pytest.mark.parametrize("error", ERRORS, ids=["disk full", "interrupted"])
def test_an_empty_folder_is_filled_or_stays_empty(project: Path, error: BaseException) -> None:
    seen = set()
    for _ in attempts(error, lambda: write_folder(FILES, project)):
        assert texts(project) in ({}, NEW)
        seen.add(bool(texts(project)))
        for path in project.iterdir():
            assert path.name in ("a", "b", "e")
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert seen == {False, True}


@pytest.mark.parametrize("error", ERRORS, ids=["disk full", "interrupted"])
def test_with_force_each_file_is_the_old_or_the_new_one(
    project: Path, error: BaseException
) -> None:
    old = {"a": "old a", "b/c": "old c", "mine": "mine"}
    fill(project, old)
    for _ in attempts(error, lambda: write_folder(FILES, project, force=True)):
        found = texts(project)
        assert found["mine"] == "mine"
        for path, text in found.items():
            assert text in (old.get(path), NEW.get(path))
        shutil.rmtree(project)
        fill(project, old)


@pytest.mark.parametrize("error", ERRORS, ids=["disk full", "interrupted"])
def test_a_zip_is_the_old_or_the_new_one(project: Path, error: BaseException) -> None:
    write_zip(FILES, project / "whole.zip")
    whole = (project / "whole.zip").read_bytes()
    target = project / "x.zip"
    for _ in attempts(error, lambda: write_zip(FILES, target, force=True)):
        assert sorted(path.name for path in project.iterdir()) in (
            ["whole.zip"],
            ["whole.zip", "x.zip"],
        )
        assert not target.exists() or target.read_bytes() in (b"old", whole)
        target.write_bytes(b"old")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EROFS, ReadOnly),
        (errno.EACCES, ReadOnly),
        (errno.EPERM, ReadOnly),
        (errno.EIO, StoreError),
    ],
)
def test_what_the_system_refuses_is_told_with_a_remedy(
    project: Path, code: int, expected: type[RoundtableError]
) -> None:
    for write in (write_folder, write_zip):
        with (
            failing(3, OSError(code, os.strerror(code))),
            pytest.raises(expected) as caught,
        ):
            write(FILES, project / "out")
        assert str(project / "out") in caught.value.message
        assert caught.value.remedy
        assert list(project.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_locked_folder_is_told_with_a_remedy(project: Path) -> None:
    project.chmod(0o500)
    try:
        for write in (write_folder, write_zip):
            with pytest.raises(ReadOnly):
                write(FILES, project / "out")
    finally:
        project.chmod(0o700)


def test_a_folder_that_turns_into_a_link_meanwhile_leads_nobody_outside(project: Path) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    fill(project, {"b/c": "", "kept": ""})
    done = threading.Event()

    def swap() -> None:
        place, away = project / "b", project / "away"
        while not done.is_set():
            with suppress(OSError):
                place.rename(away)
                place.symlink_to(outside)
                place.unlink()
                away.rename(place)
            shutil.rmtree(away, ignore_errors=True)

    thread = threading.Thread(target=swap)
    thread.start()
    outcomes = set[str]()
    try:
        for turn in range(2000):
            try:
                write_folder(FILES, project, force=True)
            except RoundtableError:
                outcomes.add("refused")
            if turn >= 200 and outcomes:
                break
    finally:
        done.set()
        thread.join()
    assert outcomes == {"refused"}, "the two never met"
    assert list(outside.iterdir()) == []
