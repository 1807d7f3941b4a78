"""The desk does what the real applier does, on a folder without git."""

from pathlib import Path

from roundtable.core import events as e
from roundtable.core.changes import Change, sha256
from roundtable.core.parsing.file_blocks import read_files
from roundtable.core.steps import CommitChanges, TakeFiles, WriteChanges
from roundtable.testing.applies import apply_start, fill, given


def test_the_start_is_that_of_an_apply() -> None:
    start = apply_start("a.md", decision="Do.", parley=False)
    assert start.workflow == "apply"
    assert start.errand is not None
    assert (start.errand.files, start.errand.parley) == (("a.md",), False)


def test_an_answer_is_read_as_the_files_that_it_was_made_from() -> None:
    files = {"a.md": "A\n", "src/b.py": "x = 1\n"}
    assert {f.path: f.text for f in read_files(given(files)).files} == files


def test_it_takes_writes_and_refuses_for_real(tmp_path: Path) -> None:
    desk = fill(tmp_path, {"a.md": "a\r\n"})
    taken = desk.perform(TakeFiles(("a.md", "b.md")))
    assert isinstance(taken, e.FilesGiven)
    assert (taken.files[0].text, taken.absent) == ("a\r\n", ("b.md",))
    change = Change(path="a.md", before=sha256(b"a\r\n"), text="A\n")
    assert isinstance(desk.perform(WriteChanges("one", (change,))), e.ChangesApplied)
    assert (tmp_path / "a.md").read_bytes() == b"A\n"
    assert isinstance(desk.perform(WriteChanges("two", (change,))), e.ChangesNotApplied)


def test_it_has_no_git(tmp_path: Path) -> None:
    done = fill(tmp_path, {}).perform(CommitChanges("b", "m", ()))
    assert isinstance(done, e.ChangesCommitted)
    assert done.problem
