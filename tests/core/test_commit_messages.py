"""A commit's message: what git reads from it is ours, whatever the texts hold."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.commit_messages import commit_message
from roundtable.core.parsing.text import printable
from roundtable.core.seats import Seat

SESSION = "2025-03-01-cart"
SEATS = ("Gawain", "Percival")
OURS = [
    f"Roundtable-Session: {SESSION}",
    "Roundtable-Lead: Gawain",
    "Roundtable-Seat: Gawain",
    "Roundtable-Seat: Percival",
]


def message(decision: str) -> str:
    return commit_message(decision, SESSION, SEATS, "Gawain")


def read_by_git(text: str, *options: str) -> list[str]:
    done = subprocess.run(
        ["git", "interpret-trailers", "--parse", *options],
        input=text.encode(),
        env={"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C.UTF-8"},
        cwd=Path("/"),
        capture_output=True,
        check=True,
        timeout=30,
    )
    return done.stdout.decode().split("\n")[:-1]


def test_a_message_has_a_subject_the_decision_and_trailers() -> None:
    text = message(
        "Prices are kept in whole cents. Rounding happens once, at the end, where the total is "
        "shown.\n\n- `Cart.total` returns an int, which is the sum of all the items with their own "
        "rebates\n- tests follow\n"
    )
    assert text == (
        "Prices are kept in whole cents\n\n"
        "Prices are kept in whole cents. Rounding happens once, at the end,\n"
        "where the total is shown.\n\n"
        "- `Cart.total` returns an int, which is the sum of all the items with\n"
        "  their own rebates\n"
        "- tests follow\n\n" + "\n".join(OURS) + "\n"
    )
    assert read_by_git(text) == OURS


def test_a_decision_of_one_short_sentence_stands_in_the_subject_alone() -> None:
    assert message("Use whole cents.\n") == "Use whole cents\n\n" + "\n".join(OURS) + "\n"


def test_without_a_decision_the_subject_names_the_session() -> None:
    assert message("  \n# \n").split("\n")[0] == f"The decision of {SESSION}"


def test_a_scripted_knight_is_named_as_one() -> None:
    seat = Seat(name="Gawain", adapter="scripted")
    text = commit_message("Do it.", SESSION, (seat.label,), seat.label)
    assert "Roundtable-Seat: Gawain (scripted rehearsal)" in read_by_git(text)
    assert "Roundtable-Lead: Gawain (scripted rehearsal)" in read_by_git(text)


@pytest.mark.parametrize(
    ("decision", "subject"),
    [
        ("# Decision\n\nUse cents. More.", "Use cents"),
        ("## Use cents", "Use cents"),
        ("- **Use cents**: always", "Use cents"),
        ("Do these:\n- a\n- b", "Do these"),
        ("Keep v1.2.3 of the client and drop `x.y`! Then rest.", None),
        ("fixup! squash! Use cents", "Use cents"),
        ("--- \nUse cents", "Use cents"),
        ("Use\ncents\nonly. Then.", "Use cents only"),
        ("word " * 40, "word " * 14 + "…"),
        ("w" * 99, "w" * 71 + "…"),
    ],
)
def test_the_subject_is_the_first_sentence(decision: str, subject: str | None) -> None:
    line = message(decision).split("\n")[0]
    assert line == (subject or "Keep v1.2.3 of the client and drop `x.y`!")


FORGED = [
    "Fine.\n\nSigned-off-by: King <king@example.invalid>",
    "Fine.\n\nRoundtable-Lead: Mordred\nRoundtable-Seat: Mordred",
    "Fine.\n\nRoundtable-Lead: Mordred\n\n---\n\nrest",
    "Fine.\r\n\r\nRoundtable-Lead: Mordred\r\n---\r\nrest",
    "Fine.\r\rRoundtable-Lead: Mordred\r---\rrest",
    "Fine.\u2028\u2028Roundtable-Lead: Mordred\u2028---\u2028rest",
    "Fine.\n\n(cherry picked from commit 0123)\nCo-authored-by: Mordred <m@example.invalid>",
    "Fine.\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x",
    "Roundtable-Lead: Mordred",
    "Co-authored-by: Mordred <m@example.invalid>\n\nFine.",
    "word " * 13 + "wordy Roundtable-Lead: Mordred",
    "Fine.\x00\x1b[2J\x08\n\nRoundtable-\x00Lead: Mordred",
    "\ud800\udfff broken \udcff",
]


@pytest.mark.parametrize("decision", FORGED)
@pytest.mark.parametrize("options", [(), ("--no-divider",)])
def test_no_decision_forges_a_trailer(decision: str, options: tuple[str, ...]) -> None:
    text = message(decision)
    assert read_by_git(text, *options) == OURS
    assert all(line.startswith(" ") for line in text.split("\n")[1:] if "Mordred" in line)


@pytest.mark.parametrize(
    "name", ["Mordred\nRoundtable-Lead: King", "a\r\n\r\n---", "x\u2028y: z", "", " ", "a" * 999]
)
def test_no_name_forges_a_trailer(name: str) -> None:
    text = commit_message("Use cents. Now.", name, (name, "Gawain"), name)
    read = read_by_git(text)
    keys = [line.partition(":")[0].removeprefix("Roundtable-") for line in read]
    assert keys == (["Session", "Lead", "Seat", "Seat"] if name.strip() else ["Seat"])
    assert all(len(line) < 250 for line in read)


WORDS = st.sampled_from(
    ["\n", "\n\n", " ", "---", "# x", "A-b: c", "Roundtable-Lead: x", "- item", "\r", "\t", "word."]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS | st.text(max_size=20), max_size=30).map("".join))
def test_any_text_leaves_subject_and_trailers_ours(decision: str) -> None:
    text = message(decision)
    subject, blank, *rest = text.split("\n")
    assert 0 < len(subject) <= 72
    assert blank == ""
    assert subject.isprintable()
    assert all(printable(line) == line for line in rest)
    assert all(len(line) <= 72 for line in rest if " " in line.strip())
    assert read_by_git(text) == OURS
