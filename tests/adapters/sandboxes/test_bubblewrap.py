"""A program is run, is ended, and leaves nothing."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from roundtable.adapters.sandboxes import recipe
from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.box import Box, Identity, SandboxFailed
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap, _fault, _identity, _search
from roundtable.adapters.sandboxes.packing import Refused
from tests.adapters.sandboxes.programs import QUICK, alive, named, python, within


async def test_a_program_finds_its_files_and_may_change_them(box: Bubblewrap) -> None:
    code = "from pathlib import Path; p = Path('a/b.txt'); p.write_text(p.read_text() + '!'); "
    ran = await python(box, code + "print(Path.cwd(), p.read_text())", files={"a/b.txt": "hello"})
    assert (ran.exit_code, ran.signal, ran.stdout) == (0, None, b"/tmp/work hello!\n")
    assert (ran.stderr, ran.stopped, ran.timed_out, ran.output_cut) == (b"", "", False, False)


async def test_input_exit_code_and_both_outputs_come_through(box: Bubblewrap) -> None:
    command = ("sh", "-c", "cat; echo oh >&2; echo $WORD; exit 7")
    ran = await box.run(command, {}, QUICK, stdin=b"in" * 100_000, env={"WORD": "said"})
    assert ran.exit_code == 7
    assert ran.stdout == b"in" * 100_000 + b"said\n"
    assert ran.stderr == b"oh\n"


async def test_a_signal_is_told(box: Bubblewrap) -> None:
    ran = await python(box, "import os; os.kill(os.getpid(), 11)")
    assert ran.signal == 11


async def test_a_command_that_is_not_there_is_an_exit_code(box: Bubblewrap) -> None:
    ran = await box.run(("no-such-command",), {}, QUICK)
    assert ran.exit_code == 127


async def test_who_cancels_leaves_nothing_behind(box: Bubblewrap) -> None:
    mark = f"87654{os.getpid()}"
    code = f"import os; os.fork(); os.setsid(); os.execvp('sleep', ['sleep', '{mark}'])"
    running = asyncio.create_task(python(box, code, Limits(seconds=100.0)))
    deadline = time.monotonic() + 60
    while len(alive(mark)) < 2 and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    assert alive(mark)
    start = time.monotonic()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert time.monotonic() - start < 30, "by itself it would end after 100"
    assert alive(mark) == []


@pytest.mark.parametrize("after", [0.0, 0.001, 0.003, 0.006, 0.01, 0.015, 0.02, 0.03])
async def test_it_can_be_cancelled_at_any_moment(box: Bubblewrap, after: float) -> None:
    running = asyncio.create_task(python(box, "import time; time.sleep(30)"))
    await asyncio.sleep(after)
    running.cancel()
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def test_when_we_are_killed_it_dies_with_us(box: Bubblewrap) -> None:
    mark = f"76543{os.getpid()}"
    code = f"""
import asyncio
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
program = "sleep {mark} & setsid sleep {mark} & sleep {mark}"
asyncio.run(Bubblewrap.find().run(("sh", "-c", program), {{}}))
"""
    ours = subprocess.Popen([sys.executable, "-c", code])
    assert within(60, lambda: sum(named(p) == "sleep" for p in alive(mark)) == 3)
    ours.kill()
    ours.wait()
    assert within(60, lambda: alive(mark) == [])


async def test_when_a_run_has_ended_nothing_of_it_waits_to_be_buried(box: Bubblewrap) -> None:
    mark = f"65432{os.getpid()}"
    seen = {process.pid for process in psutil.process_iter()}
    for _ in range(5):
        await box.run(("sh", "-c", f"setsid sleep {mark} &"), {}, QUICK)
    assert alive(mark) == []
    left = [p for p in psutil.process_iter(["name", "ppid"]) if p.pid not in seen]
    mine = [p for p in left if p.info["ppid"] == os.getpid()]
    assert [p for p in mine if p.info["name"] in ("bwrap", "sh", "sleep")] == []
    # Whose a dead orphan was cannot be told. Of other tests' there may be some for a moment; ours,
    # if nobody buried them, would stay.
    orphans = [
        p for p in left if p.info["name"] in ("bwrap", "sh", "sleep") and p.info["ppid"] == 1
    ]
    assert within(60, lambda: not any(p.is_running() for p in orphans))


async def test_several_run_side_by_side_each_with_its_own(box: Bubblewrap) -> None:
    code = "import os, time; open('n', 'a').write('x'); time.sleep(0.1); "
    code += "print(*sorted(os.listdir('.')))"
    runs = await asyncio.gather(*(python(box, code, files={f"f{n}": ""}) for n in range(6)))
    assert {ran.stdout for ran in runs} == {b"f%d n\n" % n for n in range(6)}


async def test_files_that_cannot_be_laid_out_are_refused(box: Bubblewrap) -> None:
    with pytest.raises(Refused):
        await python(box, "", files={"../a": ""})


async def test_a_file_of_ours_is_shown_where_we_say(box: Bubblewrap, tmp_path: Path) -> None:
    (tmp_path / "tool").write_text("shown")
    shown = {"/opt/tools/tool": tmp_path / "tool"}
    ran = await box.run(("cat", "/opt/tools/tool"), {}, QUICK, shown=shown)
    assert ran.stdout == b"shown"


async def test_a_sandbox_that_does_not_come_to_be_says_why(box: Bubblewrap) -> None:
    broken = Bubblewrap(box.command, box.laid, Identity(0, 0, 2**32 - 1), box.setpriv)
    with pytest.raises(SandboxFailed, match=r"user namespace|uid map|bwrap"):
        await python(broken, "print(1)")
    missing = Bubblewrap("/no/such/bwrap", box.laid, box.who, box.setpriv)
    with pytest.raises(SandboxFailed, match="does not start"):
        await python(missing, "print(1)")


async def test_a_box_that_never_started_can_be_cleared() -> None:
    box = Box(QUICK)
    await box.clear()
    assert box.ran().signal == 9


def test_it_is_searched_for_once(box: Bubblewrap) -> None:
    assert Bubblewrap.find() is box
    assert Bubblewrap.why_not() == ""


def test_root_becomes_an_id_that_is_left_over() -> None:
    assert _identity(1000, 100, "0 0 4294967295\n") == Identity(1000, 100)
    assert _identity(0, 0, "0 0 4294967295\n").spare == 2_000_000_000
    assert _identity(0, 0, "0 1000 1\n1 100000 65536\n").spare == 65536
    assert _identity(0, 0, "0 1000 1\n").spare is None


def test_why_there_is_none_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> str:
        found, reason = _search.__wrapped__()
        assert found is None
        return reason

    with monkeypatch.context() as patch:
        patch.setattr("shutil.which", lambda *_, **__: None)
        assert said() == "bubblewrap is not installed (the command bwrap)"
    with monkeypatch.context() as patch:
        patch.setattr("sys.platform", "darwin")
        assert said() == "the light sandbox needs Linux"
    with monkeypatch.context() as patch:
        patch.setattr("os.getuid", lambda: 0)
        patch.setattr(
            "shutil.which", lambda name, **_: "/usr/bin/bwrap" if name == "bwrap" else None
        )
        assert "setpriv" in said()


async def test_a_sandbox_that_does_not_hold_is_not_trusted(
    box: Bubblewrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = recipe.walls
    assert await _fault(box) == ""
    assert await _fault(Bubblewrap("/bin/false", box.laid, box.who, box.setpriv))
    with monkeypatch.context() as patch:
        patch.setattr(recipe, "walls", lambda *parts: [*whole(*parts), "--share-net"])
        assert await _fault(box) == "wrong inside: its network"
    with monkeypatch.context() as patch:
        patch.setattr("roundtable.adapters.sandboxes.box._limit", lambda *_: None)
        assert await _fault(box) == "wrong inside: how often it forks"
