"""A review's findings in every form, with an honest word on who read what."""

import json
from typing import Any

import pytest

from roundtable.core import events as e
from roundtable.core.context import LeftOut
from roundtable.core.decide.reviewing import reported
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import Said, answers, reading_workshop, said, verdict
from roundtable.testing.rehearsal import play
from roundtable.testing.store_suite import stamped
from roundtable.views.findings_formats import FORMATS, findings_report, review_header

LABEL = "(scripted rehearsal)"
TREE = {"cart.py": "def total(items):\n    return 1\n", "shop.py": "def sell():\n    return 2\n"}
SMALL = 12
"""Tokens of a chunk into which only one of the files fits."""


def finding(turn: PlannedTurn) -> str | None:
    if turn.part.startswith("chunk") and turn.purpose == "speak":
        wrong = {"severity": "warning", "file": "cart.py", "line": 2, "claim": "it is always one"}
        mine = [wrong] if turn.seat == "Gawain" and turn.part == "chunk-1" else []
        return said("I looked.", agent=turn.seat, findings=mine, clean=[])
    if turn.purpose == "judge":
        return verdict(turn, critical=[], warnings=["F1"], confirmed_clean=[])
    return None


def reviewed(special: Said = finding, **settings: Any) -> SessionState:
    start = build_start("review", topic="Review of the shop", **settings)
    start = start.model_copy(update={"workflow": "review"})
    return fold(play(start, answers(special), craft=reading_workshop(), given=TREE))


def gone(*parts: str, seats: tuple[str, ...] = ("Gawain", "Lancelot", "Percival")) -> Said:
    """These seats do not answer for these chunks."""

    def special(turn: PlannedTurn) -> str | None:
        if turn.part in parts and turn.seat in seats:
            raise KnightError(ErrorKind.TIMED_OUT, "gone")
        return finding(turn)

    return special


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_tells_the_finding_its_place_and_who_looked(form: str) -> None:
    state = reviewed()
    report = findings_report(form, state, reported(state))
    for words in ("it is always one", "cart.py", "Review of the shop", LABEL):
        assert words in report


def test_the_forms_are_what_they_are_called() -> None:
    state = reviewed()
    found = reported(state)
    assert set(FORMATS) == {"json", "sarif", "markdown"}
    plain = json.loads(findings_report("json", state, found))
    assert [one["claim"] for one in plain["findings"]] == ["it is always one"]
    sarif = json.loads(findings_report("sarif", state, found))
    assert sarif["version"] == "2.1.0"
    assert findings_report("markdown", state, found).startswith("# Review of the shop\n")


def test_an_unknown_form_is_an_error() -> None:
    with pytest.raises(KeyError):
        findings_report("pdf", reviewed(), ())


def test_the_header_names_those_who_read_and_counts_what_they_read() -> None:
    header = review_header(reviewed())
    assert header.title == "Review of the shop"
    assert header.reviewers == tuple(f"{n} {LABEL}" for n in ("Gawain", "Lancelot", "Percival"))
    assert (header.files, header.not_reviewed) == (2, ())


def test_a_seat_that_read_nothing_is_no_reviewer() -> None:
    header = review_header(reviewed(gone("chunk-1", seats=("Percival",))))
    assert header.reviewers == (f"Gawain {LABEL}", f"Lancelot {LABEL}")
    assert header.files == 2


def test_a_file_that_one_seat_could_read_is_reviewed() -> None:
    state = reviewed(gone("chunk-2", seats=("Gawain", "Lancelot")), chunk_tokens=SMALL)
    assert (review_header(state).files, review_header(state).not_reviewed) == (2, ())


def test_a_file_that_nobody_could_read_is_not_counted_as_reviewed() -> None:
    header = review_header(reviewed(gone("chunk-2"), chunk_tokens=SMALL))
    assert header.files == 1
    assert header.not_reviewed == ("shop.py: nobody's findings could be read",)


def test_of_a_file_that_was_read_in_part_the_other_lines_are_named() -> None:
    lines = "".join(f"value_{n} = {n}\n" for n in range(1, 21))
    start = build_start("review", chunk_tokens=40).model_copy(update={"workflow": "review"})
    log = play(start, answers(gone("chunk-2")), craft=reading_workshop(), given={"cart.py": lines})
    state = fold(log)
    plan = state.rounds[0].plan
    assert plan is not None
    missing = plan.chunks[1].parts[0]
    header = review_header(state)
    assert header.files == 1
    place = f"{missing.start_line}-{missing.end_line}"
    assert header.not_reviewed == (f"cart.py lines {place}: nobody's findings could be read",)


def test_what_was_left_out_and_what_is_no_text_was_not_reviewed() -> None:
    given = e.FilesGiven(
        origin="x",
        files=(
            e.ProjectFile(path="a.py", text="x = 1\n"),
            e.ProjectFile(path="logo.png", text="AAAA", binary=True),
        ),
        left_out=(LeftOut(title="big.csv", reason="too large"),),
    )
    header = review_header(fold(stamped("s", 1, build_start("review"), given)))
    assert header.files == 1
    assert header.not_reviewed == ("big.csv: too large", "logo.png: a binary file")
    assert header.reviewers == ()
