"""The diagnosis in full: who leads it, on what evidence, with which files."""

from collections.abc import Callable, Mapping

from roundtable.core import events as e
from roundtable.core.decide import diagnosing
from roundtable.core.diagnoses import Opinion
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import seats
from roundtable.testing.diagnoses import code_red_start, doctors, doctors_block
from roundtable.testing.rehearsal import play

Answer = Callable[[PlannedTurn], str]


def found_by(answer: Answer, start: e.SessionStart | None = None) -> e.Diagnosed:
    log = play(start or code_red_start(), answer)
    return next(x for x in log if isinstance(x, e.Diagnosed))


def agreeing(**by_seat: Mapping[str, object]) -> Answer:
    """All are sure in the blind round; each with fields of its own."""

    def answer(turn: PlannedTurn) -> str:
        fields = dict(by_seat[turn.seat])
        sure = fields.pop("sure", 9) if turn.iteration else 4
        said = f"{turn.seat} explains, pass {turn.iteration}.\n\n"
        return said + doctors_block(turn.seat, turn.iteration, "cache-race", sure, **fields)

    return answer


def test_the_decision_is_complete_and_repeats_nothing() -> None:
    found = found_by(
        agreeing(
            Gawain={
                "evidence": ["no lock in cache.py:12", "It fails under load."],
                "rules_out": ["the network"],
                "next_test": "run two at once",
                "proposal": "Take the lock.",
                "files_to_modify": ["cache.py"],
            },
            Lancelot={
                "evidence": ["No lock in cache.py:12.", "two writers"],
                "rules_out": ["The  network."],
                "confirms": ["the database"],
                "next_test": "run two at once",
                "proposal": "Lock it somehow.",
                "files_to_modify": ["cache.py", "NEW:test_cache.py"],
            },
            Percival={"evidence": [], "sure": 3},
        )
    )
    text = found.decision
    assert text.startswith("**Cause: cache race.** Key: `cache-race`.")
    assert "Held by Gawain (scripted rehearsal) 9/10" in text
    assert "Gawain explains, pass 1." in text
    assert text.count("cache.py:12") == 1
    assert "- It fails under load.\n- two writers" in text
    assert text.count("network") == 1
    assert "Found in order:\n\n- the database" in text
    assert text.count("run two at once") == 1
    assert "Take the lock." in text
    assert "Lock it somehow." not in text
    assert found.files_to_modify == ("cache.py", "NEW:test_cache.py")
    assert "```" not in text, "no block of a doctor stands in it"


def test_the_surest_leads_and_ties_go_by_capabilities_then_by_priority() -> None:
    def lead(**sure: int) -> str:
        answer = agreeing(**{name: {"sure": score} for name, score in sure.items()})
        able = tuple(
            seat.model_copy(update={"capabilities": ("login",) if seat.name == "Percival" else ()})
            for seat in seats()
        )
        start = code_red_start(topic="Login crashes.").model_copy(update={"seats": able})
        return found_by(answer, start).lead

    assert lead(Gawain=8, Lancelot=10, Percival=9) == "Lancelot"
    assert lead(Gawain=9, Lancelot=9, Percival=9) == "Percival"
    assert lead(Gawain=9, Lancelot=9, Percival=8) == "Gawain"


def test_where_the_lead_proposes_nothing_the_next_who_agrees_does() -> None:
    found = found_by(
        agreeing(Gawain={"sure": 10}, Lancelot={"proposal": "Lock it."}, Percival={"sure": 3})
    )
    assert found.lead == "Gawain"
    assert "Proposal of Lancelot (scripted rehearsal):\n\nLock it." in found.decision


def test_what_a_doctor_said_of_the_cause_earlier_is_not_lost() -> None:
    def answer(turn: PlannedTurn) -> str:
        seen = [f"seen in pass {turn.iteration}"]
        sure = 9 if turn.iteration == 2 else 5
        return doctors_block(turn.seat, turn.iteration, "cache-race", sure, evidence=seen)

    text = found_by(answer).decision
    assert text.index("seen in pass 2") < text.index("seen in pass 1") < text.index("pass 0")


def test_what_was_said_of_another_cause_is_left_out() -> None:
    def answer(turn: PlannedTurn) -> str:
        key, sure = ("cache-race", 9) if turn.iteration == 2 else ("null-user", 5)
        seen = [f"speaks for {key}"]
        return doctors_block(turn.seat, turn.iteration, key, sure, evidence=seen)

    text = found_by(answer).decision
    assert "speaks for cache-race" in text
    assert "speaks for null-user" not in text


def test_evidence_without_end_is_cut_and_that_is_said() -> None:
    many = {"evidence": [f"fact {n}" for n in range(100)]}
    text = found_by(agreeing(Gawain=many, Lancelot={}, Percival={})).decision
    assert "- fact 38" in text
    assert "more in the record" in text


def test_a_position_is_the_whole_diagnosis_of_one_doctor() -> None:
    rules = Rules(max_rounds=1, escalate_to_user_after=1)

    def answer(turn: PlannedTurn) -> str:
        keys = {"Gawain": "cache-race", "Lancelot": "null-user", "Percival": "tbd"}
        fields = {"proposal": f"Ask {turn.seat}.", "files_to_modify": [f"{turn.seat}.py"]}
        return doctors_block(turn.seat, turn.iteration, keys[turn.seat], 7, **fields)

    state = fold(play(code_red_start(rules=rules), answer), SessionState())
    found = diagnosing.positions(state)
    assert list(found) == ["Gawain", "Lancelot"]
    assert found["Lancelot"].files == ("Lancelot.py",)
    assert "Key: `null-user`. Confidence: 7/10." in found["Lancelot"].text
    assert "Ask Lancelot." in found["Lancelot"].text


def test_how_a_doctor_stands_is_told_for_one_pass_alone() -> None:
    said = doctors({"Gawain": ("cache-race", 9), "Lancelot": "words"}, {})
    log = [
        event
        for event in play(
            code_red_start("Gawain", "Lancelot", rules=Rules(max_rounds=1)),
            lambda turn: said(turn) if turn.iteration == 0 else "nothing",
        )
        if not isinstance(event, e.Escalation)
    ]
    state = fold(log, SessionState())
    triage, blind = state.iterations
    gawain, lancelot = (state.seat(name) for name in ("Gawain", "Lancelot"))

    def stands(held: e.DebateIteration, seat: Seat) -> Opinion:
        return diagnosing.opinion(state, held, seat)

    assert stands(triage, gawain).key == "cache-race"
    assert stands(blind, gawain).status == "unreadable"
    assert (stands(triage, lancelot).status, stands(triage, lancelot).key) == ("unreadable", "")
    assert "no JSON block" in stands(triage, lancelot).why
