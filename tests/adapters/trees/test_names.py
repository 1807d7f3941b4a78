"""A path is a plain place below the root, on this system and on others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.trees import names
from roundtable.adapters.trees.names import Claimed
from roundtable.core.parsing.file_paths import check_path


@pytest.mark.parametrize(
    "path",
    ["a", "src/app.py", ".github/x.yml", "[id]/(x)/page.tsx", "a b.txt", "Ü/\uff08仕様\uff09.md"],
)
def test_a_usual_path_is_fit(path: str) -> None:
    assert names.unfit(path) == ""
    assert names.private(path) == ""


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "empty"),
        ("/etc/passwd", "absolute"),
        ("//host/share", "absolute"),
        ("../x", "upwards"),
        ("a/../../x", "upwards"),
        ("a/..", "upwards"),
        ("\uff0e\uff0e/x", "upwards"),
        ("\u2025/x", "upwards"),
        ("a\uff0f../x", "upwards"),
        ("a\uff3cb", "backslash"),
        ("./x", "empty"),
        ("a//b", "empty"),
        ("a/", "empty"),
        ("a\\b", "backslash"),
        ("C:x", "drive"),
        ("c:/x", "drive"),
        ("a\0b", "NUL"),
        ("a\udcff", "not valid text"),
        ("x" * 256, "too long"),
        ("x/" * 260 + "y", "too long"),
        ("x/" * 60 + "y", "too deep"),
    ],
)
def test_a_path_that_could_lead_away_is_unsafe(path: str, reason: str) -> None:
    assert reason in names.unsafe(path)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("a\nb", "seen"),
        ("a\u202eb", "seen"),
        (".g\u200cit/config", "seen"),
        ("a/b:stream", "colon"),
        ("a./b", "dot or a space"),
        ("a /b", "dot or a space"),
        ("src/aux.c", "device"),
        ("CON", "device"),
        ("com¹.txt", "device"),
    ],
)
def test_a_path_that_some_systems_cannot_hold_is_unportable(path: str, reason: str) -> None:
    assert names.unsafe(path) == ""
    assert reason in names.unportable(path)
    assert names.unfit(path)


@pytest.mark.parametrize(
    "path",
    [
        *(".git/config", "a/.GIT/hooks/x", "GIT~1/config", ".roundtable/config.json", ".env"),
        *(".ENV", "deep/id_rsa", ".\u017fsh/config", ".\uff47it/config"),
    ],
)
def test_gits_folder_ours_and_secrets_are_private_in_every_spelling(path: str) -> None:
    assert names.private(path)


@given(st.text(max_size=40))
def test_every_path_that_a_model_may_write_can_be_written(text: str) -> None:
    checked = check_path(text)
    if not checked.reason:
        assert names.unfit(checked.path) == ""
        assert names.private(checked.path) == ""


@pytest.mark.parametrize(
    ("there", "new", "clashes"),
    [
        ("a.py", "b.py", False),
        ("a.py", "a.py", True),
        ("README", "readme", True),
        ("é.txt", "e\u0301.txt", True),
        ("straße", "STRASSE", True),
        ("a", "a/b", True),
        ("a/b", "a", True),
        ("A/b/c", "a", True),
        ("a/b", "A/c", False),
        ("a/b", "ab", False),
    ],
)
def test_two_files_that_could_fall_on_one_place_clash(there: str, new: str, clashes: bool) -> None:
    claimed = Claimed()
    claimed.add(there)
    assert bool(claimed.clash(new)) == clashes


def test_a_folder_that_is_named_by_itself_takes_the_place_of_a_file() -> None:
    claimed = Claimed()
    claimed.add_folders(["empty/inner"])
    assert claimed.clash("empty")
    assert claimed.clash("Empty/Inner")
    assert not claimed.clash("empty/other")


def test_the_folders_above_a_path_come_nearest_first() -> None:
    assert list(names.above("a/b/c")) == ["a/b", "a"]
    assert list(names.above("a")) == []
