"""Names decide what is never shown, in any spelling."""

import time

import pytest

from roundtable.adapters.workspaces.visibility import (
    IGNORED_BY_CONFIG,
    PRIVATE_FOLDER,
    SECRET,
    TOO_LONG,
    Rules,
    ignore_spec,
    shown,
)
from tests.core.test_secret_paths import HARMLESS, SECRETS


@pytest.mark.parametrize("path", SECRETS.split())
def test_a_secret_file_is_known_by_its_name(path: str) -> None:
    assert Rules(()).why_hidden(path) == SECRET


@pytest.mark.parametrize("path", HARMLESS.split())
def test_what_only_resembles_a_secret_is_shown(path: str) -> None:
    assert Rules(()).why_hidden(path) == ""


@pytest.mark.parametrize(
    "path", [".git/config", ".GIT/HEAD", "sub/.git/config", ".roundtable/log", ".Roundtable"]
)
def test_folders_of_git_and_of_ours_are_always_hidden(path: str) -> None:
    assert Rules(("!.git", "!.roundtable")).why_hidden(path) == PRIVATE_FOLDER


@pytest.mark.parametrize(
    ("ignore", "path", "hidden"),
    [
        ("dist", "dist/app.js", True),
        ("dist", "packages/a/dist/app.js", True),
        ("dist", "distance.py", False),
        ("dist/", "dist/app.js", True),
        ("*.min.js", "web/app.min.js", True),
        ("*.min.js", "web/app.js", False),
        ("docs/internal", "docs/internal/plan.md", True),
        ("docs/internal", "other/docs/internal/plan.md", False),
        ("/top.txt", "top.txt", True),
        ("/top.txt", "sub/top.txt", False),
        ("# comment", "comment", False),
        ("!", "a", False),
        ("", "a", False),
    ],
)
def test_the_configurations_ignore_list_takes_names_and_patterns(
    ignore: str, path: str, hidden: bool
) -> None:
    assert Rules((ignore,)).why_hidden(path) == (IGNORED_BY_CONFIG if hidden else "")


def test_a_path_beyond_all_measure_is_hidden() -> None:
    assert Rules(()).why_hidden("a/" * 400 + "b") == TOO_LONG


@pytest.mark.parametrize(
    "pattern",
    ["a**a**a**a**c", "*a*a*a*a*a*a*a*a*b", "**/a/**/a/**/a/**/a/b", "a/**/a/**/a/**/a/**/b"],
)
def test_a_hostile_pattern_cannot_stop_the_process(pattern: str) -> None:
    spec = ignore_spec([pattern])
    started = time.process_time()
    assert spec
    for path in ("a" * 250 + "x", "a/" * 240 + "x"):
        spec.match_file(path)
    assert time.process_time() - started < 5


def test_a_pattern_with_too_many_wildcards_hides_more_and_never_less() -> None:
    spec = ignore_spec(["*one*two*three*four*"])
    assert spec
    assert spec.match_file("-one-two-three-four-")
    assert spec.match_file("-one-two-")
    assert not spec.match_file("-two-one-")
    quoted = ignore_spec([r"keep\*a\*b\*c*d"])
    assert quoted
    assert quoted.match_file("keep*a*b*cXd")


def test_no_patterns_are_no_spec() -> None:
    assert ignore_spec([]) is None
    assert ignore_spec(["", "# nothing", "/"]) is None


def test_a_name_is_shown_on_one_line_whatever_it_is_made_of() -> None:
    assert shown("src/a b.py") == "src/a b.py"
    assert shown("a\nb\x1b[31m.py") == "a b [31m.py"
    assert shown("caf\udce9.txt") == "caf?.txt"
    assert len(shown("x" * 5000)) == 300
