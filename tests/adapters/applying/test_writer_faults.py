"""Whatever the system refuses and whenever: all is back at once, or as soon as it can be."""

import errno
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from roundtable.core.changes import Change
from roundtable.core.errors import DiskFull, ReadOnly, RoundtableError, StoreError
from tests.adapters.applying.landscape import build, change, listing, parts_left, put, writer

STEPS = ("mkdir", "write", "fchmod", "fsync", "rename", "unlink", "rmdir")
REPOSITORY = Path(__file__).resolve().parents[3]
NAME = "one"


class Fault:
    """The system fails at the step of this number, once or from then on."""

    def __init__(self, at: int, error: BaseException, lasting: bool) -> None:
        self._left = at
        self._error = error
        self._lasting = lasting
        self.happened = False

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **named: Any) -> Any:
            self._left -= 1
            if self._left == 0 or (self._lasting and self._left < 0):
                self.happened = True
                raise self._error
            return real(*args, **named)

        return step


@contextmanager
def failing(
    at: int, error: BaseException, lasting: bool = False, steps: tuple[str, ...] = STEPS
) -> Iterator[Fault]:
    fault = Fault(at, error, lasting)
    with pytest.MonkeyPatch.context() as patch:
        for name in steps:
            patch.setattr(os, name, fault.wrap(getattr(os, name)))
        yield fault


class Project:
    """A few files of every kind, and how they stand before and after their changes."""

    def __init__(self, folder: Path) -> None:
        self._plain, self.root = folder / "plain", folder / "root"
        build(self._plain)
        self.changes = [
            change(self._plain, "run.sh", "new"),
            change(self._plain, "src/app.py", "new"),
            change(self._plain, "n/m/x", "made"),
            change(self._plain, "old.txt", None),
        ]
        self.before = listing(self._plain)
        self.reset()
        self.write()
        self.after = listing(self.root)

    def reset(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._plain, self.root)

    def write(self) -> None:
        writer(self.root).write(NAME, self.changes)

    def undo(self) -> None:
        writer(self.root).undo(NAME)

    def agrees(self) -> str:
        """The state, which the tree must have as well."""
        state = writer(self.root).known(NAME).state
        assert listing(self.root) == (self.after if state == "written" else self.before)
        return state


ERRORS = [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.mark.parametrize("act", ["write", "undo"])
@pytest.mark.parametrize("error", ERRORS, ids=["disk full", "interrupted"])
def test_a_step_that_fails_takes_all_back_at_once(
    project: Project, error: BaseException, act: str
) -> None:
    states = set()
    for at in range(1, 500):
        project.reset()
        if act == "undo":
            project.write()
        with failing(at, error) as fault:
            try:
                project.undo() if act == "undo" else project.write()
            except (RoundtableError, KeyboardInterrupt):
                assert fault.happened
        if not fault.happened:
            break
        assert parts_left(project.root) == []
        left = writer(project.root).recover()
        assert not left or all(not one.restored for one in left), "all was back before"
        states.add(project.agrees())
    else:
        raise AssertionError("it never ends")
    assert states == ({"nothing", "written"} if act == "write" else {"written", "undone"})


@pytest.mark.parametrize("act", ["write", "undo"])
def test_a_disk_that_stays_full_is_waited_for(project: Project, act: str) -> None:
    """What cannot even be taken back is told, and is taken back by the next one who can."""
    full = OSError(errno.ENOSPC, "No space left on device")
    told = set()
    for at in range(1, 100):
        project.reset()
        if act == "undo":
            project.write()
        with failing(at, full, lasting=True, steps=("mkdir", "write")) as fault:
            try:
                project.undo() if act == "undo" else project.write()
            except StoreError as error:
                assert fault.happened
                told.add("taken back" in error.message)
        if not fault.happened:
            break
        writer(project.root).recover()
        assert parts_left(project.root) == []
        project.agrees()
    assert told == {False, True}


@pytest.mark.parametrize(
    ("code", "expected"),
    [(errno.ENOSPC, DiskFull), (errno.EROFS, ReadOnly), (errno.EACCES, ReadOnly)],
)
@pytest.mark.parametrize(("at", "named"), [(1, ".roundtable/applied"), (3, "src/app.py")])
def test_what_could_not_be_written_is_named(
    project: Project, code: int, expected: type[RoundtableError], at: int, named: str
) -> None:
    project.reset()
    error = OSError(code, os.strerror(code), "a passing name")
    with failing(at, error, steps=("write",)), pytest.raises(expected) as caught:
        project.write()
    assert f"{project.root}/{named}" in caught.value.message
    assert caught.value.remedy
    assert project.agrees() == "nothing"


def test_what_somebody_edits_while_it_fails_is_told_and_kept(project: Project) -> None:
    project.reset()
    real = os.write

    def edit_then_fail(*args: Any) -> int:
        if b"made" in bytes(args[1])[:4]:
            put(project.root, "run.sh", "edited in between")
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", edit_then_fail)
        with pytest.raises(DiskFull, match=r"run\.sh.*what it held before is in"):
            project.write()
    assert (project.root / "run.sh").read_text() == "edited in between"
    (kept,) = (project.root / ".roundtable" / "applied").glob("*.old")
    assert kept.read_text().startswith("old run.sh")


LIMITED = """
import sys
from tests.adapters.applying.test_writer_faults import limited
limited(sys.argv[1])
"""


def limited(how: str) -> None:
    """In a process of its own, at the root: no file may be large, or none be in one folder."""
    here = Path()
    changes = [
        change(here, "run.sh", "new"),
        Change(path="n/small", text="small"),
        change(here, "lib/a.c", "large" * 20_000),
    ]
    if how == "small files":
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
    else:
        Path("lib").chmod(0o500)
        _become_nobody(here)
    try:
        writer(here).write(NAME, changes)
    except StoreError as error:
        print(type(error).__name__, error)


def _become_nobody(root: Path) -> None:
    """Root may write everywhere: whoever tests as root gives the files and the rights away."""
    if os.geteuid() == 0:
        for path in (root, *root.rglob("*")):
            os.chown(path, 65534, 65534)
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("small files", "StoreError lib/a.c: File too large"),
        ("a locked folder", "ReadOnly lib/a.c"),
    ],
)
def test_the_system_itself_refuses_the_last_file(project: Project, how: str, told: str) -> None:
    project.reset()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, how],
        cwd=project.root,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(told)
    (project.root / "lib").chmod(0o755)
    assert project.agrees() == "nothing"


FULL_DISK = """
mount -t tmpfs -o size=128k none "$1" && cd "$1" && mkdir root && exec "$2" -c "$3"
"""
ON_FULL_DISK = """
from pathlib import Path
from roundtable.core.changes import Change
from roundtable.core.errors import DiskFull
from tests.adapters.applying.landscape import change, listing, put, writer
root = Path.cwd() / "root"
put(root, "a", "old")
put(root, ".roundtable/config.json", "{}")
before = listing(root)
try:
    writer(root).write("one", [change(root, "a", "x" * 10), *(
        Change(path=f"n/{n}", text="y" * 20_000) for n in range(9)
    )])
except DiskFull as full:
    print(full)
assert listing(root) == before
assert writer(root).known("one").state == "nothing"
"""


def test_a_disk_that_is_really_full_takes_all_back(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    if not unshare:
        pytest.skip("there is no unshare here to mount a small disk by")
    own = [unshare, "--user", "--map-root-user", "--mount"]
    if subprocess.run([*own, "mount", "-t", "tmpfs", "none", tmp_path], check=False).returncode:
        pytest.skip("this system lets nobody mount a small disk of their own")
    done = subprocess.run(
        [*own, "sh", "-c", FULL_DISK, "sh", tmp_path, sys.executable, ON_FULL_DISK],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no room left" in done.stdout
