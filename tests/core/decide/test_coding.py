"""A round of code: candidates, directives, what ships, and what is never guessed."""

from typing import Any

import pytest

from roundtable.core import events as e
from roundtable.core.chance import shuffled
from roundtable.core.commands import Choose
from roundtable.core.decide.build import LABELS
from roundtable.core.errors import CommandRefused, ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import NAMES, build_start
from roundtable.testing.builds import (
    CART,
    Said,
    answers,
    claims,
    files,
    reading_workshop,
    verdict,
)
from roundtable.testing.rehearsal import King, play

SEED = 7
LABEL = {
    seat: LABELS[place]
    for place, seat in enumerate(shuffled(NAMES, SEED, "labels", "development", 1))
}


def nobody(_: Question) -> None:
    return None


def held(special: Said, king: King = nobody, **settings: Any) -> list[e.Event]:
    start = build_start("development", seed=SEED, judge="Percival", **settings)
    return play(start, answers(special), king, reading_workshop())


def directed(**directives: Any) -> Said:
    fields = {"base": LABEL["Gawain"], "incorporate": [], "must_fix": []} | directives

    def judge(turn: PlannedTurn) -> str | None:
        return verdict(turn, **fields) if turn.purpose in ("judge", "rejudge") else None

    return judge


def result(log: list[e.Event]) -> e.SynthesisEnd:
    return next(event for event in log if isinstance(event, e.SynthesisEnd))


def test_the_opening_is_blind_and_each_seats_files_are_its_candidate() -> None:
    log = held(directed())
    opened = next(event for event in log if isinstance(event, e.DebateIteration))
    assert opened.blind
    proposed = [event for event in log if isinstance(event, e.FilesProposed)]
    assert {p.seat: p.files[0].text for p in proposed} == CART


def test_the_base_ships_byte_for_byte_where_no_directive_touches_it() -> None:
    assert fold(held(directed())).tree == {"cart.py": CART["Gawain"]}


def test_a_unit_of_another_candidate_is_spliced_into_the_base() -> None:
    taken = {"file": "cart.py", "unit": "total", "from": LABEL["Lancelot"], "why": "clearer"}
    log = held(directed(incorporate=[taken]))
    assert fold(log).tree["cart.py"] == CART["Gawain"].replace("sum(items)", "sum(items, 0)")
    sources = {source.unit: (source.source, source.why) for source in result(log).provenance}
    assert sources["total"] == ("Lancelot", "clearer")
    assert sources["label"][0] == "Gawain"


def test_a_directive_without_a_file_is_placed_by_the_unit_table() -> None:
    taken = {"file": "", "unit": "total", "from": LABEL["Lancelot"]}
    log = held(directed(incorporate=[taken]))
    begun = next(event for event in log if isinstance(event, e.SynthesisStart))
    assert begun.take[0].path == "cart.py"


def test_a_directive_that_names_no_unit_of_the_table_goes_back_to_the_judge_with_the_reason() -> (
    None
):
    taken = {"file": "cart.py", "unit": "refund", "from": LABEL["Lancelot"]}
    log = held(directed(incorporate=[taken]))
    unreadable = next(event for event in log if isinstance(event, e.VerdictUnreadable))
    assert "refund" in unreadable.reason
    assert not unreadable.final
    read = next(event for event in log if isinstance(event, e.VerdictRead))
    assert read.dropped
    assert fold(log).tree == {"cart.py": CART["Gawain"]}


def test_a_must_fix_is_asked_for_unit_by_unit_and_nothing_else_changes() -> None:
    fix = {"file": "cart.py", "unit": "label", "problem": "it must count"}

    def judge(turn: PlannedTurn) -> str | None:
        if turn.purpose == "fix":
            return "```python\ndef label(items):\n    return str(len(items))\n```"
        return directed(must_fix=[fix])(turn)

    log = held(judge)
    assert fold(log).tree["cart.py"] == CART["Gawain"].replace("'cart'", "str(len(items))")
    tried = next(event for event in log if isinstance(event, e.FixTried))
    assert tried.kept


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("I would rather not.", "no single fenced block"),
        ("```python\ndef label(items:\n```", "does not hold label"),
        ("```python\ndef other():\n    return 1\n```", "does not hold label"),
        ("```python\ndef label(items):\n    return 'cart'\n```", "changes nothing"),
    ],
)
def test_an_answer_that_does_not_mend_the_unit_is_refused_and_told(
    answer: str, reason: str
) -> None:
    fix = {"file": "cart.py", "unit": "label", "problem": "it must count"}
    judge = directed(must_fix=[fix])
    log = held(lambda turn: answer if turn.purpose == "fix" else judge(turn))
    tried = next(event for event in log if isinstance(event, e.FixTried))
    assert not tried.kept
    assert reason in tried.reason
    assert fold(log).tree == {"cart.py": CART["Gawain"]}
    assert any("it must count" in conflict.reason for conflict in result(log).conflicts)


def test_a_problem_without_a_place_is_told_as_not_fixed() -> None:
    log = held(directed(must_fix=[{"file": "", "unit": "", "problem": "think harder"}]))
    planned = next(event for event in log if isinstance(event, e.FixesPlanned))
    assert planned.not_found == ("think harder",)
    assert any("think harder" in conflict.reason for conflict in result(log).conflicts)


def test_rejected_files_are_asked_for_once_more_with_their_reasons() -> None:
    def careless(turn: PlannedTurn) -> str | None:
        if turn.seat == "Gawain" and turn.purpose == "speak":
            return files({"../out.py": "x = 1\n"}) + claims(turn)
        if turn.purpose == "files":
            return files({"cart.py": CART["Gawain"]})
        return directed()(turn)

    log = held(careless)
    purposes = [event.purpose for event in log if isinstance(event, e.AgentStart)]
    assert purposes.count("files") == 1
    assert fold(log).tree == {"cart.py": CART["Gawain"]}


def test_in_a_later_iteration_a_seat_gives_only_what_it_changes() -> None:
    def twice(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge" and turn.iteration == 1:
            return verdict(turn, "DISCUSS", options=["names"])
        if turn.purpose == "speak" and turn.iteration == 2:
            more = {"names.py": "NAME = 'x'\n"} if turn.seat == "Gawain" else {}
            return files(more) + claims(turn)
        return directed()(turn)

    assert fold(held(twice)).tree == {"cart.py": CART["Gawain"], "names.py": "NAME = 'x'\n"}


def test_files_from_one_seat_alone_are_not_taken_without_the_developer() -> None:
    def alone(turn: PlannedTurn) -> str | None:
        if turn.seat != "Gawain":
            raise KnightError(ErrorKind.TIMED_OUT, "gone")
        return None

    log = held(alone, lambda _: Choose("pick:Gawain"))
    asked = next(event for event in log if isinstance(event, e.Escalation))
    assert "Gawain" in asked.reason
    assert fold(log).tree == {"cart.py": CART["Gawain"]}
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.outcome == "developer"


def test_the_developer_can_give_the_directives_in_the_judges_form() -> None:
    def never(turn: PlannedTurn) -> str | None:
        return verdict(turn, "DISCUSS", options=["a"]) if turn.purpose == "judge" else None

    words = "BASE=Lancelot. INCORPORATE: label (cart.py) from Gawain. MUST_FIX: none."
    log = held(never, lambda _: Choose("decree", words))
    assert fold(log).tree["cart.py"] == CART["Lancelot"].replace("return ''", "return 'cart'")


def test_directives_of_the_developers_that_cannot_be_read_are_refused_with_the_form() -> None:
    def never(turn: PlannedTurn) -> str | None:
        return verdict(turn, "DISCUSS", options=["a"]) if turn.purpose == "judge" else None

    with pytest.raises(CommandRefused, match="cannot be read"):
        held(never, lambda _: Choose("decree", "take the nicest one"))


def test_a_judge_who_chooses_its_own_work_is_not_believed_alone() -> None:
    def vain(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            base = LABEL["Percival"] if turn.seat == "Percival" else LABEL["Gawain"]
            return verdict(turn, base=base, incorporate=[], must_fix=[])
        return None

    log = held(vain)
    judges = [event.seat for event in log if isinstance(event, e.VerdictRead)]
    assert judges == ["Percival", "Gawain", "Lancelot"]
    assert fold(log).tree == {"cart.py": CART["Gawain"]}


def test_when_every_judge_chooses_its_own_work_the_developer_decides() -> None:
    def vain(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            return verdict(turn, base=LABEL[turn.seat], incorporate=[], must_fix=[])
        return None

    log = held(vain)
    assert isinstance(log[-1], e.Escalation)
    assert "its own work" in log[-1].reason


def test_the_developers_choice_ships_whatever_the_evidence_says() -> None:
    """Percival's file does not even parse, and it is the developer's to take."""

    def broken(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.seat == "Percival":
            return files({"cart.py": "def total(items)\n    return 0\n"}) + claims(turn)
        return verdict(turn, "DISCUSS", options=["a"]) if turn.purpose == "judge" else None

    log = held(broken, lambda _: Choose("pick:Percival"))
    assert fold(log).tree == {"cart.py": "def total(items)\n    return 0\n"}
    merged = next(event for event in log if isinstance(event, e.Merged))
    assert not merged.report.parses
    assert merged.floor.parses


def test_what_the_judge_wanted_fixed_is_not_asked_where_the_developer_takes_a_candidate() -> None:
    wrong = {"file": "cart.py", "unit": "label", "problem": "it must count"}

    def contested(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak":
            raised = [{"about": "", "claim": "an empty cart"}] if turn.iteration == 1 else []
            return files({"cart.py": CART[turn.seat]}) + claims(turn, raises=raised)
        return directed(must_fix=[wrong])(turn)

    log = held(contested, lambda _: Choose("pick:Lancelot"))
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.outcome == "developer"
    assert "It is agreed." not in ended.summary
    assert fold(log).tree == {"cart.py": CART["Lancelot"]}
    assert not [event for event in log if isinstance(event, e.FixesPlanned)]
