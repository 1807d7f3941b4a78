"""The one who watches: what a child says, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from roundtable.adapters.checking.inside import parent
from roundtable.adapters.checking.inside.parent import Watched
from roundtable.adapters.checking.python_tests import _START
from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap

TOKEN = b"token"


def watched() -> tuple[Watched, int, int]:
    words, words_in = os.pipe()
    output, output_in = os.pipe()
    return Watched(0, TOKEN, words, output), words_in, output_in


def test_lines_are_heard_as_they_come_and_noise_is_not() -> None:
    child, words, output = watched()
    os.write(words, b"noise\n" * 1000 + TOKEN + b" start .61 ")
    assert child.listen(time.monotonic() + 60) == []
    os.write(words, b".\n\ntoken pass .61 .\nx")
    assert child.listen(time.monotonic() + 60) == [("start", "a", ""), ("pass", "a", "")]
    os.write(output, b"printed")
    assert child.listen(time.monotonic() + 60) == []
    assert child.listen(time.monotonic()) is None
    before = child.silent
    os.close(output)
    os.close(words)
    assert child.listen(time.monotonic() + 60) is None
    assert (before, child.silent) == (False, True)
    assert child._rest() in (b"printed", b"")
    os.close(child._words)


@pytest.mark.parametrize(
    ("status", "words"),
    [(0, "exit code 0"), (3 << 8, "exit code 3"), (signal.SIGSEGV, "SIGSEGV"), (60, "signal 60")],
)
def test_an_end_is_told_in_words(status: int, words: str) -> None:
    assert parent._ending(status) == words


def test_a_copy_is_whole_and_can_be_removed(tmp_path: Path) -> None:
    (tmp_path / "from/deep").mkdir(parents=True)
    (tmp_path / "from/deep/a.bin").write_bytes(b"\0\xff")
    parent._copy(str(tmp_path / "from"), str(tmp_path / "to"))
    assert (tmp_path / "to/deep/a.bin").read_bytes() == b"\0\xff"
    parent._remove(str(tmp_path / "to"))
    assert list((tmp_path / "to").iterdir()) == []
    parent._remove(str(tmp_path / "nowhere"))


async def test_it_is_closed_to_its_children_and_they_know_no_signature(box: Bubblewrap) -> None:
    """A child looks for the signature in all its memory, and at its parent's doors."""
    nonce = "5" * 31 + "6"
    hunt = """
import os, re, unittest
class T(unittest.TestCase):
    def test_hunt(self):
        wanted = bytes([0x35]) * 31 + bytes([0x36])
        found = 0
        memory = open("/proc/self/mem", "rb", 0)
        for line in open("/proc/self/maps"):
            span, rights = line.split()[:2]
            first, last = (int(word, 16) for word in span.split("-"))
            if "r" in rights and "[v" not in line:
                memory.seek(first)
                try:
                    found += memory.read(last - first).count(wanted)
                except OSError:
                    pass
        own = found - 1 if found else 0
        doors = 0
        for name in ("mem", "fd/1", "environ"):
            try:
                doors += bool(open(f"/proc/{os.getppid()}/{name}", "rb", 0))
            except OSError:
                pass
        self.assertEqual((min(own, 1), doors), (0, 0))
"""
    job = (
        '{"home": "/opt/checks", "files": [{"path": "test_hunt.py", "how": "plain"}], "folders": '
        '["."], "plugins": [], "test_seconds": 30, "load_seconds": 30, "seconds": 60}'
    )
    ran = await box.run(
        (box.python, "-P", "-c", _START),
        {"test_hunt.py": hunt},
        Limits(seconds=90.0),
        stdin=nonce.encode() + job.encode(),
        shown={"/opt/checks/inside": Path(parent.__file__).parent},
    )
    assert b'"outcome": "pass"' in ran.stdout, ran.stdout + ran.stderr
    assert all(line.startswith(nonce.encode()) for line in ran.stdout.splitlines())


def test_it_imports_nothing_of_ours() -> None:
    code = "import sys; import inside.parent, inside.plain, inside.under_pytest; "
    code += "print(any(name.split('.')[0] in ('roundtable', 'pydantic') for name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(parent.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"


def test_files_that_are_kept_in_memory_are_written_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "from/deep").mkdir(parents=True)
    (tmp_path / "from/deep/a.bin").write_bytes(b"\0\xff")
    (tmp_path / "from/b").write_bytes(b"")
    held = parent._read(str(tmp_path / "from"))
    assert held == {"deep/a.bin": b"\0\xff", "b": b""}
    (tmp_path / "from/b").write_bytes(b"changed")
    parent._write(held, str(tmp_path / "to"))
    assert parent._read(str(tmp_path / "to")) == held
