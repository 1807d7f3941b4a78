"""What the project has decides how a path is spelled, and what cannot stand beside it."""

import pytest

from roundtable.core.parsing.file_known import Claims, Known
from roundtable.core.parsing.file_paths import CheckedPath


def test_texts_are_known_where_the_caller_has_them() -> None:
    assert Known({"a.py": "x"}).text("a.py") == "x"
    assert Known(["a.py"]).text("a.py") is None
    assert "a.py" in Known(["a.py"])
    assert not Known(())


@pytest.mark.parametrize(
    ("written", "own"),
    [
        ("src/app.py", "src/App.py"),
        ("SRC/APP.PY", "src/App.py"),
        ("Src/new.py", "src/new.py"),
        ("src/LIB/x/new.py", "src/lib/x/new.py"),
    ],
)
def test_another_case_becomes_the_projects_own_with_a_warning(written: str, own: str) -> None:
    spelled = Known(["src/App.py", "src/lib/a.py"]).spelled(written)
    assert spelled.path == own
    assert own in spelled.warnings[0]


@pytest.mark.parametrize("path", ["src/App.py", "src/new.py", "other/app.py", "SRCS/a.py"])
def test_the_right_case_and_new_paths_stay(path: str) -> None:
    assert Known(["src/App.py"]).spelled(path) == CheckedPath(path)


def test_a_case_that_could_be_either_of_two_is_refused() -> None:
    spelled = Known(["a/X.py", "a/x.PY"]).spelled("a/x.py")
    assert "a/X.py, a/x.PY" in spelled.reason
    assert Known(["A/x.py", "a/y.py"]).spelled("a/z.py") == CheckedPath("a/z.py")


def test_a_spelling_of_the_project_that_may_not_be_used_is_not_used() -> None:
    assert Known(["src\u200b/x", "con/App.py"]).spelled("CON/app.py").reason


def test_a_file_cannot_be_where_a_folder_is_nor_below_a_file() -> None:
    known = Known(["shop/cart.py", "run"])
    assert "is a folder" in known.obstacle("shop", ())
    assert "is a file" in known.obstacle("run/x.py", ())
    assert known.obstacle("shop/new.py", ()) == ""
    assert known.obstacle("run", ()) == ""


def test_what_is_removed_in_the_same_answer_is_in_nobodys_way() -> None:
    known = Known(["shop/cart.py", "run"])
    assert known.obstacle("shop", {"shop/cart.py"}) == ""
    assert known.obstacle("run/x.py", {"run"}) == ""


def test_paths_of_one_answer_must_be_able_to_stand_side_by_side() -> None:
    claims = Claims()
    assert [claims.refuse(path) for path in ("a/b.py", "a/c.py", "d")] == ["", "", ""]
    assert "only in case" in claims.refuse("A/x.py")
    assert "only in case" in claims.refuse("a/B.py")
    assert "as a file and as a folder" in claims.refuse("a")
    assert "as a file and as a folder" in claims.refuse("d/e.py")


def test_a_refused_path_takes_nothing() -> None:
    claims = Claims()
    assert claims.refuse("a.py") == ""
    assert claims.refuse("A.py/new/x.py")
    assert claims.refuse("new/x.py") == ""
