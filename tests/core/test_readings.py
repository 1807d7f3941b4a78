"""What the text of a build's turn means."""

from roundtable.core import events as e
from roundtable.core.readings import read_build_turn, validated
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.units import UnitRow
from roundtable.core.verdicts import CodeVerdict, Incorporate
from roundtable.testing.builders import build_start
from roundtable.testing.builds import answers, reading_workshop
from roundtable.testing.rehearsal import play


def judged() -> SessionState:
    """A round of code at the moment its judge is asked."""
    log = play(build_start("development"), answers(lambda _: None), craft=reading_workshop())
    place = next(
        i for i, ev in enumerate(log) if isinstance(ev, e.AgentStart) and ev.purpose == "judge"
    )
    return fold(log[:place])


def directive(unit: str, file: str = "cart.py", source: str = "B") -> CodeVerdict:
    taken = Incorporate(file=file, unit=unit, source=source)
    return CodeVerdict(agreed=True, base="A", incorporate=(taken,))


def check(verdict: CodeVerdict) -> tuple[tuple[Incorporate, ...], tuple[str, ...]]:
    state = judged()
    kept, dropped = validated(state, state.rounds[0], 1, verdict)
    return kept.incorporate, dropped


def test_a_directive_that_fits_the_table_is_kept() -> None:
    kept, dropped = check(directive("total"))
    assert [item.unit for item in kept] == ["total"]
    assert dropped == ()


def test_a_directive_from_the_base_itself_needs_no_doing() -> None:
    assert check(directive("total", source="A")) == ((), ())


def test_what_the_table_does_not_have_is_dropped_with_the_reason() -> None:
    assert "no unit refund" in check(directive("refund"))[1][0]
    assert "names no unit" in check(directive(""))[1][0]
    assert "no unit total in other.py" in check(directive("total", "other.py"))[1][0]


def test_a_unit_that_stands_in_several_files_must_be_named_with_its_file() -> None:
    state = judged()
    round_ = state.rounds[0]
    survey = round_.surveys[1]
    twin = UnitRow(
        path="b.py", unit="total", kind="function", variants=(("Gawain",), ("Lancelot",))
    )
    rows = (*survey.rows, twin.model_copy(update={"variants": survey.rows[0].variants}))
    wider = survey.model_copy(update={"rows": rows})
    state = fold([wider], state)
    _, dropped = validated(state, state.rounds[0], 1, directive("total", file=""))
    assert "several files" in dropped[0]


def test_a_speech_in_a_round_of_code_is_its_files_and_its_claims() -> None:
    state = judged()
    turn = PlannedTurn("development.1.1.Gawain", "Gawain", 1, "speak", 1)
    read = read_build_turn(state, turn, "FILE: x.py\n```python\nx = 1\n```\n")
    assert [event.type for event in read] == ["files_proposed", "claims"]


def test_a_fix_and_a_chat_are_their_text_alone() -> None:
    state = judged()
    assert read_build_turn(state, PlannedTurn("k.1.1.s", "Gawain", 1, "fix", 1, "1"), "x") == ()
    assert read_build_turn(state, PlannedTurn("k.1.1.s", "Gawain", 1, "chat", 1), "x") == ()


def test_an_answer_whose_end_is_missing_does_not_give_half_a_file() -> None:
    state = judged()
    turn = PlannedTurn("development.1.1.Gawain", "Gawain", 1, "speak", 1)
    text = "FILE: x.py\n```python\ndef one():\n    return 1\n\n\ndef two():\n"
    (proposed, _) = read_build_turn(state, turn, text, cut=True)
    assert isinstance(proposed, e.FilesProposed)
    assert proposed.files == ()
    assert [item.path for item in proposed.rejected] == ["x.py"]
