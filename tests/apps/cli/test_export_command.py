"""`roundtable export`: a session's files, as a folder or a ZIP."""

import zipfile
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., tuple[int, str, str]]


def test_a_folder_and_a_zip_hold_the_same(building: Path, run: Run, tmp_path: Path) -> None:
    run("build", "A cart", "--preset", "code", "--yes", "--seed", "3")
    assert run("export", "--to", tmp_path / "cart")[0] == 0
    assert run("export", "cart", "--to", tmp_path / "cart.zip")[0] == 0
    with zipfile.ZipFile(tmp_path / "cart.zip") as archive:
        assert archive.namelist() == ["cart.py"]
        assert archive.read("cart.py") == (tmp_path / "cart" / "cart.py").read_bytes()


def test_what_is_there_is_not_written_over_without_being_told_to(
    building: Path, run: Run, tmp_path: Path
) -> None:
    run("build", "A cart", "--preset", "code", "--yes", "--seed", "3")
    target = tmp_path / "cart"
    target.mkdir()
    (target / "mine.txt").write_text("mine")
    code, _, err = run("export", "--to", target)
    assert code == 2
    assert str(target) in err
    assert run("export", "--to", target, "--force")[0] == 0
    assert (target / "mine.txt").read_text() == "mine"
    assert (target / "cart.py").is_file()


def test_a_session_without_files_says_where_files_come_from(decided: Path, run: Run) -> None:
    code, _, err = run("export", "--to", "somewhere")
    assert code == 8
    assert "--from" in err
