"""So many runs at once on a machine, and a place is free again however its holder ended."""

import asyncio
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from roundtable.adapters.runners.slots import slot, slots_folder
from roundtable.core.running import RunFailed


def test_one_more_than_there_are_places_is_refused(tmp_path: Path) -> None:
    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(slot(tmp_path, 2))
        with pytest.raises(RunFailed) as refused, slot(tmp_path, 2):
            pass
        assert refused.value.kind == "busy"
    with slot(tmp_path, 2):
        pass


async def test_who_waits_has_a_place_as_soon_as_one_is_free(tmp_path: Path) -> None:
    with ExitStack() as held, slot(tmp_path, 1, waits=True) as first:
        assert first.taken
        second = held.enter_context(slot(tmp_path, 1, waits=True))
        waiting = asyncio.ensure_future(second.wait())
        await asyncio.sleep(0.4)
        assert not waiting.done()
        first.leave()
        await asyncio.wait_for(waiting, 30)
        assert second.taken
        with pytest.raises(RunFailed), slot(tmp_path, 1):
            pass


def test_a_place_of_a_killed_process_is_free(tmp_path: Path) -> None:
    hold = (
        "import sys, time; from pathlib import Path;"
        "from roundtable.adapters.runners.slots import slot\n"
        "with slot(Path(sys.argv[1]), 1):\n    print('held', flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", hold, str(tmp_path)], stdout=subprocess.PIPE)
    assert child.stdout is not None
    with child, child.stdout:
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(RunFailed), slot(tmp_path, 1):
            pass
        child.kill()
        child.wait()
    with slot(tmp_path, 1):
        pass


def test_all_processes_of_a_user_share_the_places(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert slots_folder() == tmp_path / "roundtable" / "runs"
