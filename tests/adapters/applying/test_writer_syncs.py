"""What a kill cannot show: everything is on the disk before what relies on it is done.

The calls are taken down twice, by wrappers of `os` and, where it is installed, by strace.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.adapters.applying.landscape import RECORDS, build, twenty_changes, writer

REPOSITORY = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="the paths of descriptors are read from /proc"
)


class Call(NamedTuple):
    """A call that reached the system: what it did, to which path, and a second one for a rename."""

    name: str
    path: str
    other: str = ""


@contextmanager
def taken_down() -> Iterator[list[Call]]:
    calls: list[Call] = []

    def of(descriptor: int) -> str:
        return os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115

    def wrap(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            result = real(*args, **named)
            if name in ("write", "fsync"):
                calls.append(Call(name, of(args[0])))
            elif name == "rename":
                folders = of(named["src_dir_fd"]), of(named["dst_dir_fd"])
                calls.append(Call(name, f"{folders[0]}/{args[0]}", f"{folders[1]}/{args[1]}"))
            else:
                calls.append(Call(name, f"{of(named['dir_fd'])}/{args[0]}"))
            return result

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("write", "fsync", "rename", "unlink", "mkdir", "rmdir"):
            patch.setattr(os, name, wrap(name, getattr(os, name)))
        yield calls


class Log:
    """The calls of one act, and what must have come before what."""

    def __init__(self, root: Path, calls: list[Call]) -> None:
        self._records = str(root / RECORDS)
        self._calls = calls
        inside, ours = f"{root}/", f"{root}/.roundtable/"
        self._tree = [
            number
            for number, call in enumerate(calls)
            if call.path.startswith(inside) and not f"{call.path}/".startswith(ours)
        ]

    def first(self, name: str, path: str, other: str = "", start: int = 0) -> int:
        return self._calls.index(Call(name, path, other), start)

    def journal_comes_first(self, stage: str) -> None:
        journal = f"{self._records}/one.{stage}"
        named = next(n for n, call in enumerate(self._calls) if call.other == journal)
        passing = self._calls[named].path
        written = self.first("write", passing)
        assert written < self.first("fsync", passing, start=written) < named
        assert self.first("fsync", self._records, start=named) < self._tree[0]

    def every_file_is_synced_before_it_takes_its_place(self) -> int:
        renamed = [n for n in self._tree if self._calls[n].name == "rename"]
        for number in renamed:
            passing = self._calls[number].path
            calls = [c.name for c in self._calls[:number] if c.path == passing]
            assert calls[-1] == "fsync", "nothing is written to it after its sync"
        return len(renamed)

    def every_folder_is_synced_after_its_last_change(self, before: int) -> None:
        changes = ("rename", "unlink", "mkdir", "rmdir")
        for number in (n for n in self._tree if n < before and self._calls[n].name in changes):
            folder = str(Path(self._calls[number].path).parent)
            if self._removed_later(folder, number):
                continue
            assert self.first("fsync", folder, start=number) < before, folder

    def _removed_later(self, folder: str, number: int) -> bool:
        return Call("rmdir", folder) in self._calls[number:]

    def lasts(self, number: int) -> None:
        """What was done to the records at this point is synced."""
        assert self.first("fsync", self._records, start=number) > number

    def mark(self, stage: str, end: str) -> int:
        return self.first("rename", f"{self._records}/one.{stage}", f"{self._records}/one.{end}")

    def dropped(self, stage: str) -> int:
        return self.first("unlink", f"{self._records}/one.{stage}")

    def nothing_in_the_tree_after(self, number: int) -> bool:
        return all(n < number or self._calls[n].name == "fsync" for n in self._tree)


def is_a_sound_write(log: Log) -> None:
    log.journal_comes_first("writing")
    assert log.every_file_is_synced_before_it_takes_its_place() == 16
    mark = log.mark("writing", "written")
    log.every_folder_is_synced_after_its_last_change(before=mark)
    log.lasts(mark)
    assert log.nothing_in_the_tree_after(mark)


def is_a_sound_undo(log: Log) -> None:
    log.journal_comes_first("undoing")
    assert log.every_file_is_synced_before_it_takes_its_place() == 12
    mark = log.mark("written", "undone")
    log.every_folder_is_synced_after_its_last_change(before=mark)
    log.lasts(mark)
    dropped = log.dropped("undoing")
    log.every_folder_is_synced_after_its_last_change(before=dropped)
    log.lasts(dropped)


def is_a_sound_recovery(log: Log) -> None:
    assert log.every_file_is_synced_before_it_takes_its_place() == 12
    dropped = log.dropped("writing")
    log.every_folder_is_synced_after_its_last_change(before=dropped)
    log.lasts(dropped)
    assert log.nothing_in_the_tree_after(dropped)


ACTS = {"write": is_a_sound_write, "undo": is_a_sound_undo, "recover": is_a_sound_recovery}


def prepared(root: Path, act: str) -> None:
    build(root)
    if act != "write":
        changes = twenty_changes(root)
        writer(root).write("one", changes)
    if act == "recover":
        (root / RECORDS / "one.written").rename(root / RECORDS / "one.writing")


def perform(root: Path, act: str) -> None:
    with writer(root) as one:
        if act == "write":
            one.write("one", twenty_changes(root))
        elif act == "undo":
            one.undo("one")
        else:
            assert len(one.recover()) == 1


@pytest.mark.parametrize("act", ACTS)
def test_every_sync_comes_before_what_relies_on_it(tmp_path: Path, act: str) -> None:
    prepared(tmp_path / "root", act)
    with taken_down() as calls:
        perform(tmp_path / "root", act)
    ACTS[act](Log(tmp_path / "root", calls))


def test_the_folder_of_the_records_is_synced_into_its_place(tmp_path: Path) -> None:
    prepared(tmp_path / "root", "write")
    with taken_down() as calls:
        perform(tmp_path / "root", "write")
    made = calls.index(Call("mkdir", str(tmp_path / "root" / RECORDS)))
    assert Call("fsync", str(tmp_path / "root" / ".roundtable")) in calls[made:]


_SCRIPT = """
import sys
from pathlib import Path
from tests.adapters.applying.test_writer_syncs import perform
perform(Path(sys.argv[1]), sys.argv[2])
"""
_ONE = re.compile(r"(write|fsync)\(\d+<([^>]*)>")
_TWO = re.compile(r'(unlink|mkdir)at\(\d+<([^>]*)>, "([^"]*)"(, AT_REMOVEDIR)?')
_RENAME = re.compile(r'renameat2?\(\d+<([^>]*)>, "([^"]*)", \d+<([^>]*)>, "([^"]*)"')


def parsed(line: str) -> Call | None:
    if " = -1 " in line:
        return None
    if found := _RENAME.search(line):
        return Call("rename", f"{found[1]}/{found[2]}", f"{found[3]}/{found[4]}")
    if found := _TWO.search(line):
        name = "rmdir" if found[4] else found[1]
        return Call(name, f"{found[2]}/{found[3]}")
    if found := _ONE.search(line):
        return Call(found[1], found[2])
    return None


@pytest.mark.parametrize("act", ACTS)
def test_the_system_sees_the_same_order(tmp_path: Path, act: str) -> None:
    strace = shutil.which("strace")
    if not strace or subprocess.run([strace, "-o", tmp_path / "x", "true"], check=False).returncode:
        pytest.skip("strace is not installed, or may trace nothing here")
    root = (tmp_path / "root").resolve()
    prepared(root, act)
    calls = "write,fsync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir"
    log = tmp_path / "log"
    subprocess.run(
        [strace, "-y", "-o", log, "-e", f"trace={calls}", sys.executable, "-c", _SCRIPT, root, act],
        cwd=REPOSITORY,
        check=True,
    )
    ACTS[act](Log(root, [call for line in log.read_text().splitlines() if (call := parsed(line))]))
