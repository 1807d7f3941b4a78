"""Severities, lines and paths are read in the many ways in which models write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.finding_fields import (
    FilesUnderReview,
    is_severity,
    read_cause,
    read_lines,
    read_severity,
    split_place,
)

FILES = ("app.py", "src/shop/cart.py", "src/shop/api/cart.py", "web/App.tsx")


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        *[(w, "critical") for w in ("critical", "HIGH", "blocker", "Error", "P0", "🔴 Critical")],
        *[(w, "warning") for w in ("warning", "Medium", "moderate", "major", "WARN", "P2")],
        *[(w, "note") for w in ("note", "low", "info", "nit", "nitpick", "minor", "Suggestion")],
        *[("kritisch", "critical"), ("mittel", "warning"), ("hinweis", "note")],
        *[("medium-high", "critical"), ("low/info", "note"), ("Warnings", "warning")],
    ],
)
def test_the_usual_words_for_a_severity_are_known(word: str, severity: str) -> None:
    assert read_severity(word) == (severity, "")


@pytest.mark.parametrize("word", ["urgentish", "", "not critical", None, 3, True, ["high"], "7/10"])
def test_an_unknown_severity_is_a_warning_and_is_told(word: object) -> None:
    severity, note = read_severity(word)
    assert severity == "warning"
    assert "read as a warning" in note


@pytest.mark.parametrize(
    ("title", "is_one"),
    [
        *[("Critical issues", True), ("HIGH severity", True), ("Warnings", True)],
        *[("Error handling", False), ("Minor refactoring", False), ("Summary", False), ("", False)],
    ],
)
def test_a_title_is_a_severity_only_if_it_speaks_of_nothing_else(title: str, is_one: bool) -> None:
    assert is_severity(title) is is_one


@pytest.mark.parametrize(
    ("given_line", "lines"),
    [
        *[(12, (12, None)), ("12", (12, None)), ("L12", (12, None)), (12.0, (12, None))],
        *[("12-18", (12, 18)), ("L12-L18", (12, 18)), ("12–18", (12, 18)), ("12..18", (12, 18))],  # noqa: RUF001
        *[("lines 12 to 18", (12, 18)), ("line 12", (12, None)), ("12:5", (12, None))],
        *[([12, 18], (12, 18)), ([12], (12, None)), ({"start": 12, "end": 18}, (12, 18))],
        *[("18-12", (12, 18)), ("12-12", (12, None)), ("12, 40", (12, None)), ("~12", (12, None))],
    ],
)
def test_lines_are_read_in_many_forms(given_line: object, lines: tuple[int, int | None]) -> None:
    assert read_lines(given_line) == (lines, "")


@pytest.mark.parametrize("given_line", [None, "", "n/a", "?", "-", "unknown", [], {}])
def test_no_line_is_no_line(given_line: object) -> None:
    assert read_lines(given_line) == ((None, None), "")


@pytest.mark.parametrize("given_line", [0, -3, True, "the top", "zero", 1.5e300, {"a": 1}.keys()])
def test_a_line_that_is_none_is_told(given_line: object) -> None:
    lines, note = read_lines(given_line)
    assert lines == (None, None)
    assert "could not be read" in note


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *[("app.py:12", ("app.py", (12, None))), ("app.py:12-18", ("app.py", (12, 18)))],
        *[("app.py:12:5", ("app.py", (12, None))), ("app.py#L12-L18", ("app.py", (12, 18)))],
        *[("app.py (line 12)", ("app.py", (12, None))), ("app.py, lines 1-2", ("app.py", (1, 2)))],
        *[("`app.py`:3", ("app.py", (3, None))), ("app.py:L7", ("app.py", (7, None)))],
        *[("app.py(12)", ("app.py", (12, None))), ("app.py", ("app.py", (None, None)))],
        *[("v2.1.0", ("v2.1.0", (None, None))), ("html5", ("html5", (None, None)))],
    ],
)
def test_a_path_and_its_lines_are_told_apart(text: str, place: object) -> None:
    assert split_place(text) == place


@pytest.mark.parametrize(
    ("written", "file"),
    [
        *[("app.py", "app.py"), ("./app.py", "app.py"), (".//app.py", "app.py")],
        *[("src\\shop\\cart.py", "src/shop/cart.py"), ("`app.py`", "app.py")],
        *[("b/src/shop/cart.py", "src/shop/cart.py"), ("a/app.py", "app.py")],
        *[("/home/me/repo/app.py", "app.py"), ("C:\\repo\\app.py", "app.py")],
        *[("repo/src/shop/cart.py", "src/shop/cart.py"), ("App.tsx", "web/App.tsx")],
        *[("api/cart.py", "src/shop/api/cart.py"), ("web/app.tsx", "web/App.tsx")],
    ],
)
def test_a_file_is_found_by_what_must_be_meant(written: str, file: str) -> None:
    assert FilesUnderReview(FILES).find(written).path == file


def test_a_path_that_had_to_be_guessed_is_told_and_an_exact_one_is_not() -> None:
    files = FilesUnderReview(FILES)
    assert files.find("App.tsx:4").note == "'App.tsx' was read as 'web/App.tsx'"
    assert files.find("App.tsx:4").lines == (4, None)
    assert files.find("./app.py").note == ""


@pytest.mark.parametrize("written", ["cart.py", "models.py", "tests/app.py", "", "  ", None, 7])
def test_a_file_that_is_not_there_or_not_clear_is_refused_with_a_reason(written: object) -> None:
    found = FilesUnderReview(FILES).find(written)
    assert found.path == ""
    assert found.problem


def test_a_name_with_a_colon_in_it_is_found_as_it_is() -> None:
    assert FilesUnderReview(["odd:12"]).find("odd:12").lines == (None, None)


@given(st.one_of(st.text(max_size=80), st.integers(), st.floats(), st.none(), st.booleans()))
def test_nothing_makes_the_readers_raise(value: object) -> None:
    read_severity(value)
    read_lines(value)
    FilesUnderReview(FILES).find(value)


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        *[(w, "code") for w in ("code", "Code bug", "the implementation", "bug")],
        *[(w, "test") for w in ("test", "TEST BUG", "the test's expectation", "fixture")],
        *[(w, "surroundings") for w in ("surroundings", "environment", "Docker setup", "network")],
        *[(w, None) for w in ("", "code or test", "not the code", "who knows", None, 3, ["code"])],
    ],
)
def test_whose_fault_it_is_is_read_where_the_words_name_one(
    words: object, cause: str | None
) -> None:
    assert read_cause(words) == cause
