"""What processes use in sum."""

import os
from pathlib import Path

from roundtable.adapters.sandboxes import watching
from roundtable.adapters.sandboxes.bounds import MIB, Limits


def process(folder: Path, pid: int, pages: int, share: int | None) -> None:
    (folder / str(pid)).mkdir(parents=True)
    (folder / str(pid) / "statm").write_text(f"9999 {pages} 1 1 0 1 0\n")
    if share is not None:
        (folder / str(pid) / "smaps_rollup").write_text(f"Rss: 1 kB\nPss:  {share} kB\n")


def test_resident_pages_are_summed(tmp_path: Path) -> None:
    process(tmp_path, 1, 10, None)
    process(tmp_path, 2, 20, None)
    (tmp_path / "version").mkdir()
    assert watching.memory(tmp_path, 10 * MIB) == 30 * os.sysconf("SC_PAGE_SIZE")


def test_above_the_limit_shared_pages_count_once(tmp_path: Path) -> None:
    process(tmp_path, 1, 10_000, 300)
    process(tmp_path, 2, 10_000, 500)
    assert watching.memory(tmp_path, MIB) == 800 * 1024


def test_a_process_that_hides_its_share_counts_whole(tmp_path: Path) -> None:
    process(tmp_path, 1, 10_000, None)
    assert watching.memory(tmp_path, MIB) == 10_000 * os.sysconf("SC_PAGE_SIZE")


def test_what_is_gone_uses_nothing(tmp_path: Path) -> None:
    assert watching.memory(tmp_path / "gone", 0) == 0
    assert watching.excess(2**22 + 1, Limits(memory=0, entries=0)) == ""


def test_one_that_is_still_being_made_is_not_charged_with_the_whole_machine() -> None:
    assert watching.excess(os.getpid(), Limits(memory=1, entries=1)) == ""
