"""The right to lead a session ends with whoever holds it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from roundtable.adapters.stores.claims import claim_file
from roundtable.core.errors import SessionBusy

HOLD = """
import sys, time
from pathlib import Path
from roundtable.adapters.stores.claims import claim_file
with claim_file(Path(sys.argv[1]), "s"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_claim_says_who_holds_the_first(tmp_path: Path) -> None:
    with claim_file(tmp_path, "s"):
        with pytest.raises(SessionBusy, match="at work here already"), claim_file(tmp_path, "s"):
            pass
        (tmp_path / "s.lock").write_text("4711")
        with pytest.raises(SessionBusy, match=r"another process \(process 4711\)"):
            claim_file(tmp_path, "s").__enter__()
        with claim_file(tmp_path, "another"):
            pass


FULL = """
import resource, signal, sys
from pathlib import Path
from roundtable.adapters.stores.claims import claim_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
with claim_file(Path(sys.argv[1]), "s"):
    print("held", flush=True)
"""


def test_where_nothing_can_be_written_a_claim_holds_without_a_name(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(tmp_path)]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    assert told.stdout == b"held\n"


def test_nothing_is_left_behind_after_a_claim(tmp_path: Path) -> None:
    with claim_file(tmp_path / "locks", "s"):
        pass
    assert list((tmp_path / "locks").iterdir()) == []


def test_a_claim_ends_with_its_process_even_by_kill_9(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(SessionBusy, match=str(holder.pid)), claim_file(tmp_path, "s"):
        pass
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    with claim_file(tmp_path, "s"):
        pass
