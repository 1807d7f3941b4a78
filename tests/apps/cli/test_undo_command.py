"""`roundtable undo`: byte for byte, and politely where somebody has edited since."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.applying.writer import Writer
from roundtable.core.changes import Change, sha256
from tests.apps.cli.test_apply_command import repository
from tests.apps.conftest import BETTER, STORE, given, script

Run = Callable[..., tuple[int, str, str]]


def test_it_puts_back_every_byte(agreed: Path, run: Run) -> None:
    (agreed / "store.py").write_bytes(STORE.replace("\n", "\r\n").encode())
    script(agreed, given(**{"store.py": BETTER, "new/deep.py": "x = 1\n"}))
    assert run("apply", "--on-parley", "approve")[0] == 0
    assert (agreed / "store.py").read_bytes() == BETTER.replace("\n", "\r\n").encode()
    code, out, _ = run("undo")
    assert code == 0
    assert "Undone: 2 files" in out
    assert (agreed / "store.py").read_bytes() == STORE.replace("\n", "\r\n").encode()
    assert not (agreed / "new").exists()


@pytest.mark.parametrize("named", ["how-shall-we-save", "apply"])
def test_it_is_found_by_the_decision_or_by_the_apply(agreed: Path, run: Run, named: str) -> None:
    run("apply", "--no-parley")
    names = [path.name for path in (agreed / ".roundtable/sessions").iterdir()]
    wanted = next(n for n in names if named in n and ("apply" in n) == (named == "apply"))
    assert run("undo", wanted)[0] == 0
    assert (agreed / "store.py").read_text() == STORE


def test_what_was_edited_since_is_not_overwritten(agreed: Path, run: Run) -> None:
    run("apply", "--no-parley")
    (agreed / "store.py").write_text("mine\n")
    code, _, err = run("undo")
    assert code == 8
    assert "store.py" in err
    assert (agreed / "store.py").read_text() == "mine\n"


def test_there_is_nothing_to_undo_twice(agreed: Path, run: Run) -> None:
    assert run("undo")[0] == 8
    run("apply", "--no-parley")
    assert run("undo")[0] == 0
    code, _, err = run("undo")
    assert code == 8
    assert "nothing is written that could be undone" in err


def test_after_it_the_decision_can_be_applied_anew(agreed: Path, run: Run) -> None:
    run("apply", "--no-parley")
    run("undo")
    assert run("apply", "--no-parley")[0] == 0
    assert (agreed / "store.py").read_text() == BETTER


def test_a_later_apply_of_the_same_file_is_named(agreed: Path, run: Run) -> None:
    run("apply", "--no-parley")
    script(agreed, given(**{"store.py": f"{BETTER}# more\n"}))
    run("apply", "--no-parley", "--again")
    first, second = sorted(
        path.name for path in (agreed / ".roundtable/sessions").iterdir() if "apply" in path.name
    )
    code, _, err = run("undo", first)
    assert code == 8
    assert f"roundtable undo {second} first" in err
    assert run("undo")[0] == run("undo")[0] == 0
    assert (agreed / "store.py").read_text() == STORE


def test_a_refusal_offers_nothing_that_undo_cannot_do(agreed: Path, run: Run) -> None:
    run("apply", "--no-parley")
    (agreed / "store.py").write_text("mine\n")
    err = run("undo")[2]
    assert "leave these files out" not in err
    assert "put these files back as the apply left them" in err


def test_what_was_written_and_not_recorded_is_not_called_nothing(agreed: Path, run: Run) -> None:
    """As if the process had died between the two."""
    run("apply", "--yes")
    (name,) = (p.name for p in (agreed / ".roundtable/sessions").iterdir() if "apply" in p.name)
    change = Change(path="store.py", before=sha256(STORE.encode()), text=BETTER)
    with Writer(agreed, agreed / ".roundtable/applied") as writer:
        writer.write(name, [change])
    code, _, err = run("undo")
    assert code == 8
    assert f"roundtable resume {name}, then roundtable undo {name}" in err
    assert run("resume", "--on-parley", "approve")[0] == 0
    assert run("undo")[0] == 0
    assert (agreed / "store.py").read_text() == STORE


def test_the_branch_that_keeps_the_commit_is_named(agreed: Path, run: Run) -> None:
    repository(agreed)
    run("apply", "--no-parley", "--branch", "saving")
    assert "git branch -D saving" in run("undo")[1]


def test_a_part_of_the_decisions_name_is_enough_though_its_applies_have_it_too(
    agreed: Path, run: Run
) -> None:
    run("apply", "--no-parley")
    assert run("undo", "shall-we")[0] == 0
    assert (agreed / "store.py").read_text() == STORE
    assert run("apply", "shall-we", "--no-parley")[0] == 0
    assert run("undo", "apply-how")[0] == 6, "of two applies one is named in full"
    assert run("undo", "last")[0] == 0
