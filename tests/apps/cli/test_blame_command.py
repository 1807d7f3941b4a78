"""`roundtable blame`: whose each part of a built file is."""

from collections.abc import Callable
from pathlib import Path

Run = Callable[..., tuple[int, str, str]]


def test_each_unit_is_told_with_its_lines_its_knight_and_the_reason(
    building: Path, run: Run
) -> None:
    run("build", "A cart", "--preset", "code", "--yes", "--seed", "3")
    code, out, _ = run("blame", "cart.py")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 2
    assert "total" in lines[0]
    assert "review: rewritten" in lines[0]
    assert "Lancelot (scripted rehearsal), development" in lines[1]


def test_a_path_that_the_session_does_not_have_is_refused_with_those_it_has(
    building: Path, run: Run
) -> None:
    run("build", "A cart", "--preset", "code", "--yes", "--seed", "3")
    code, _, err = run("blame", "shop.py")
    assert code == 2
    assert "cart.py" in err


def test_a_session_without_files_says_where_files_come_from(decided: Path, run: Run) -> None:
    code, _, err = run("blame", "cart.py")
    assert code == 2
    assert "development" in err
