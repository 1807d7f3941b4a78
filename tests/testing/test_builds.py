"""What seats say in a rehearsed build is what the readers read, and it leads to an end."""

import pytest

from roundtable.core import events as e
from roundtable.core.agenda import ROUNDS
from roundtable.core.parsing.claims import read_claims
from roundtable.core.parsing.file_blocks import read_files
from roundtable.core.parsing.json_blocks import json_blocks
from roundtable.core.parsing.verdict import read_verdict
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn, Survey
from roundtable.core.verdicts import CodeVerdict, DiscussionVerdict
from roundtable.merge.units import split_text
from roundtable.testing.builders import NAMES, build_start
from roundtable.testing.builds import (
    CART,
    answers,
    anybody,
    claims,
    files,
    label_of,
    reading_workshop,
    said,
    stage,
    verdict,
)
from roundtable.testing.rehearsal import play

TURN = PlannedTurn("qa.1.2.Gawain", "Gawain", 2, "speak", 1)


def test_the_three_carts_have_the_same_units_and_none_the_same_code() -> None:
    assert set(CART) == set(NAMES)
    parts = [split_text("cart.py", text) for text in CART.values()]
    assert {tuple(unit.name for unit in part.units) for part in parts} == {("total", "label")}
    assert not any(part.broken for part in parts)
    for place in (0, 1):
        assert len({part.units[place].digest for part in parts}) == 3


def test_prose_comes_with_a_block_that_can_be_read() -> None:
    text = said("Words first.", raises=[], odd="\u2028 ``` é")
    assert text.startswith("Words first.\n")
    (block,) = json_blocks(text, "raises")
    assert block.value == {"raises": [], "odd": "\u2028 ``` é"}


def test_claims_are_read_as_the_seats_own() -> None:
    text = claims(TURN, raises=[{"claim": "too slow"}], concedes=[{"claim": "C1", "evidence": "x"}])
    moves = read_claims(text, "Gawain", ["C1"])
    assert [raised.claim for raised in moves.raised] == ["too slow"]
    assert [(reply.claim, reply.evidence) for reply in moves.conceded] == [("C1", "x")]
    assert moves.ignored == ()
    assert not read_claims(text, "Lancelot", ["C1"]).raised


def test_a_verdict_is_read_as_one_on_its_round() -> None:
    code = read_verdict(
        verdict(TURN, base="A", incorporate=[], must_fix=[]), "code", "qa", 2, ["A", "B"]
    )
    assert isinstance(code, CodeVerdict)
    assert (code.agreed, code.base, code.summary) == (True, "A", "It is agreed.")
    words = read_verdict(verdict(TURN, "DISCUSS", options=["one"]), "discussion", "qa", 2, ["A"])
    assert isinstance(words, DiscussionVerdict)
    assert (words.agreed, words.options) == (False, ("one",))


@pytest.mark.parametrize("text", ["x = 1\n", "a\n```\nb\n```\n"])
def test_files_are_read_as_they_were_given(text: str) -> None:
    reading = read_files(files({"a.py": text, "b/c.txt": "second\n"}))
    assert {file.path: file.text for file in reading.files} == {"a.py": text, "b/c.txt": "second\n"}
    assert reading.rejected == ()
    assert all(file.warnings == () for file in reading.files)


def test_a_turn_knows_its_round() -> None:
    assert stage(TURN) == "qa"


def test_a_table_of_anybodies_comes_through_all_rounds() -> None:
    start = build_start(*ROUNDS, auto_advance=True)
    log = play(start, anybody, craft=reading_workshop())
    assert isinstance(log[-1], e.SessionEnd)
    assert log[-1].outcome == "built"
    ends = [event for event in log if isinstance(event, e.RoundEnd)]
    assert [end.round for end in ends] == list(ROUNDS)
    assert not [event for event in log if event.type.endswith("unreadable")]
    assert "cart.py" in fold(log).tree


def test_anybody_can_choose_and_answer() -> None:
    start = build_start("development", judges=3)
    log = play(start, anybody, craft=reading_workshop())
    choices = [event for event in log if isinstance(event, e.Comparison)]
    assert choices
    assert all(choice.winner == choice.first for choice in choices)
    asked = PlannedTurn("chat.1.1.Gawain/chat", "Gawain", 1, "chat", 1)
    assert anybody(asked) == "It is in the record."


def test_something_special_goes_before_what_anybody_would_say() -> None:
    answer = answers(lambda turn: "Never." if turn.seat == "Kay" else None)
    assert answer(PlannedTurn("requirements.1.1.Kay", "Kay", 1, "speak", 1)) == "Never."
    ordinary = PlannedTurn("requirements.1.1.Bors", "Bors", 1, "speak", 1)
    assert answer(ordinary) == anybody(ordinary)


def test_the_reading_workshop_runs_nothing() -> None:
    tree = {"a.py": "x = 1\n", "test_a.py": "def test_it():\n    assert False\n"}
    event = reading_workshop()(Survey("development", 1, 1, {}, {"Gawain": tree}))
    assert isinstance(event, e.CandidatesSurveyed)
    report = event.reports[0].report
    assert (report.place, report.passed, report.failed) == ("static", (), ())


def test_the_letter_of_a_seat_is_the_one_that_the_round_drew() -> None:
    log = play(
        build_start("requirements", "development", auto_advance=True),
        anybody,
        craft=reading_workshop(),
    )
    for round_ in fold(log).rounds:
        assert {label_of(log, seat, round_.key): seat for seat in NAMES} == dict(round_.seat_of)
    with pytest.raises(StopIteration):
        label_of(log, "Gawain", "qa")
