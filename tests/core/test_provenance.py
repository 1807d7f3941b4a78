"""Whose each unit is, over all rounds."""

import pytest
from pydantic import ValidationError

from roundtable.core import events as e
from roundtable.core.commands import Choose, EditFiles, handle
from roundtable.core.provenance import DEVELOPER, EDITED, Origin, origins, units_by_seat
from roundtable.core.questions import Question
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import answers, reading_workshop, said, verdict
from roundtable.testing.rehearsal import go_on, play


def review(turn: PlannedTurn) -> str | None:
    if turn.part.startswith("chunk"):
        wrong = {"severity": "critical", "file": "cart.py", "line": 1, "claim": "total is wrong"}
        found = [wrong] if turn.seat == "Percival" else []
        return said("I looked.", agent=turn.seat, findings=found, clean=[])
    if turn.purpose == "judge" and turn.key.startswith("review"):
        return verdict(turn, critical=["F1"], warnings=[], confirmed_clean=[])
    if turn.purpose == "fix":
        return "```python\ndef total(items):\n    return sum(items) + 0\n```"
    return None


def test_the_last_round_that_touched_a_unit_owns_it() -> None:
    start = build_start("development", "review", auto_advance=True)
    state = fold(play(start, answers(review), craft=reading_workshop()))
    found = origins(state)
    base = state.rounds[0].result
    assert base is not None
    assert found[("cart.py", "label")].seat == base.base
    assert found[("cart.py", "label")].round == "development"
    assert found[("cart.py", "total")].seat == "Percival"
    assert found[("cart.py", "total")].round == "review"


def test_units_are_counted_by_seat_and_starting_files_by_nobody() -> None:
    start = build_start("development", auto_advance=True)
    given = {"old.py": "def old():\n    return 1\n"}
    state = fold(play(start, answers(lambda _: None), craft=reading_workshop(), given=given))
    counted = units_by_seat(state)
    assert sum(counted.values()) == 2
    assert ("old.py", "old") not in origins(state)


def ended() -> list[e.Event]:
    """Development has ended; review waits for the developer."""
    return play(
        build_start("development", "review"),
        answers(review),
        craft=reading_workshop(),
        given={"old.py": "OLD = 1\n"},
    )


def edit(log: list[e.Event], deleted: tuple[str, ...] = (), **files: str) -> SessionState:
    made = tuple(e.ProjectFile(path=f"{name}.py", text=text) for name, text in files.items())
    log += handle(fold(log), EditFiles(made, deleted))
    return fold(log)


def test_a_file_that_the_developer_edited_is_the_developers_as_a_whole() -> None:
    log = ended()
    before = origins(fold(log))
    assert {unit for path, unit in before if path == "cart.py"} == {"total", "label"}
    found = origins(edit(log, cart="def total(items):\n    return 1\n", mine="X = 1\n"))
    mine = Origin(DEVELOPER, "development", 1, EDITED)
    assert found == {("cart.py", "*"): mine, ("mine.py", "*"): mine}
    assert sum(units_by_seat(fold(log)).values()) == 0


def test_an_edit_that_was_taken_back_leaves_the_authors_as_they_were() -> None:
    log = ended()
    text, before = fold(log).tree["cart.py"], origins(fold(log))
    edit(log, cart="X = 1\n", mine="X = 1\n")
    assert origins(edit(log, deleted=("mine.py",), cart=text)) == before


def test_an_edit_of_a_starting_file_and_a_file_that_is_gone() -> None:
    log = ended()
    found = origins(edit(log, deleted=("cart.py",), old="OLD = 2\n"))
    assert list(found) == [("old.py", "*")]
    assert found["old.py", "*"].seat == DEVELOPER


def test_a_later_round_owns_what_it_touches_and_the_rest_stays_the_developers() -> None:
    log = ended()
    edit(log, cart="def total(items):\n    return 1\n\n\ndef more():\n    return 2\n")

    def king(question: Question) -> Choose | None:
        return Choose("continue")

    found = origins(fold(go_on(log, answers(review), king, reading_workshop())))
    assert found["cart.py", "total"].seat == "Percival"
    assert found["cart.py", "*"] == Origin(DEVELOPER, "development", 1, EDITED)


def test_no_seat_can_have_the_developers_mark_for_a_name() -> None:
    with pytest.raises(ValidationError):
        Seat(name=DEVELOPER, adapter="scripted")
