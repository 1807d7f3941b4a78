"""What the judge is shown, and above all what it is not."""

from typing import Any

import pytest

from roundtable.core import events as e
from roundtable.core.quoting import Prompt
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.workflows import build_prompt
from roundtable.testing.builders import NAMES, build_start
from roundtable.testing.builds import answers, claims, files, reading_workshop, said, stage, verdict
from roundtable.testing.rehearsal import play

NO_LIMIT = 10**9


def boasting(turn: PlannedTurn) -> str | None:
    """Everybody signs its work and names the others."""
    if turn.purpose == "speak" and not turn.part:
        body = f"    return sum(items) + {len(turn.seat)}\n"
        given = {"cart.py": f"def total(items):  # {turn.key}\n{body}"}
        code = files(given) if stage(turn) == "development" else ""
        words = f"I am {turn.seat}. {' and '.join(NAMES)} know me.\n\n"
        raised = [{"about": "Lancelot", "claim": f"{turn.seat} says so"}]
        return words + code + claims(turn, raises=raised)
    if turn.part.startswith("chunk"):
        found = {"severity": "critical", "file": "cart.py", "line": 1, "claim": "it is wrong"}
        return said("I looked.", agent=turn.seat, findings=[found], clean=[])
    if turn.purpose == "judge":
        return verdict(turn, "DISCUSS", options=["again"])
    return None


def before_judging(key: str, **settings: Any) -> tuple[SessionState, PlannedTurn]:
    """The state at the moment the judge is asked, and its turn."""
    start = build_start(key, **settings)
    given = {"cart.py": "def total(items):\n    return 1\n"}
    log = play(start, answers(boasting), craft=reading_workshop(), given=given)
    wanted = "compare" if settings.get("judges") else "judge"
    place = next(
        i for i, ev in enumerate(log) if isinstance(ev, e.AgentStart) and ev.purpose == wanted
    )
    asked = log[place]
    assert isinstance(asked, e.AgentStart)
    part = asked.turn_key.rsplit("/", 1)[-1] if wanted == "compare" else ""
    turn = PlannedTurn(asked.turn_key, asked.seat, asked.iteration, asked.purpose, 1, part)
    return fold(log[:place]), turn


def prompted(key: str, **settings: Any) -> Prompt:
    state, turn = before_judging(key, **settings)
    return build_prompt(state, turn, NO_LIMIT)


@pytest.mark.parametrize("key", ["requirements", "development", "review"])
def test_no_seat_is_named_before_the_judge(key: str) -> None:
    prompt = prompted(key)
    for name in NAMES:
        # The keys of turns in the candidates' own code are what a seat chose to write there.
        words = prompt.text.replace(f"{key}.1.1.{name}", "")
        assert name not in words
        assert name not in prompt.system


def test_candidates_come_in_the_order_of_their_letters_and_the_judges_own_like_the_others() -> None:
    text = prompted("development").text
    places = [text.index(f"# Candidate {label}") for label in "ABC"]
    assert places == sorted(places)


def test_the_judge_of_code_sees_checks_units_and_the_form() -> None:
    text = prompted("development").text
    assert "checks of candidate A" in text
    assert "cart.py | total | function |" in text
    assert '"incorporate"' in text
    assert "Candidates before you: A, B, C." in text


def test_the_judge_of_findings_is_not_sent_the_code_again() -> None:
    text = prompted("review").text
    assert "F1 [critical] cart.py:1" in text
    assert "return 1" not in text


def test_open_claims_stand_before_the_judge_by_number() -> None:
    text = prompted("requirements").text
    assert "C1 [open]" in text
    assert '"rulings"' in text


def test_a_panels_judge_sees_two_candidates_without_letters() -> None:
    prompt = prompted("development", judges=3)
    assert "# The first candidate" in prompt.text
    assert "# The second candidate" in prompt.text
    assert "Candidate A" not in prompt.text
    assert all(f"I am {name}" not in prompt.text for name in NAMES)


def test_an_architecture_judge_is_asked_for_the_files() -> None:
    assert '"file_structure"' in prompted("architecture").text
    assert '"file_structure"' not in prompted("requirements").text


def test_the_form_alone_is_asked_for_with_the_reason_and_the_judges_own_words() -> None:
    start = build_start("requirements")
    log = play(start, answers(lambda t: "Hm, nice." if t.purpose == "judge" else None))
    place = next(
        i for i, ev in enumerate(log) if isinstance(ev, e.AgentStart) and ev.purpose == "rejudge"
    )
    asked = log[place]
    assert isinstance(asked, e.AgentStart)
    turn = PlannedTurn(asked.turn_key, asked.seat, 1, "rejudge", 1)
    text = build_prompt(fold(log[:place]), turn, NO_LIMIT).text
    assert "could not be read" in text
    assert "Hm, nice." in text
    assert '"verdict"' in text


def test_a_candidate_that_only_deletes_is_before_the_judge_like_any_other() -> None:
    def deleting(turn: PlannedTurn) -> str | None:
        return f"DELETE: cart.py\n{claims(turn)}" if turn.purpose == "speak" else None

    given = {"cart.py": "x = 1\n", "other.py": "y = 1\n"}
    log = play(build_start("development"), answers(deleting), craft=reading_workshop(), given=given)
    place = next(
        i for i, x in enumerate(log) if isinstance(x, e.AgentStart) and "judge" in x.purpose
    )
    asked = log[place]
    assert isinstance(asked, e.AgentStart)
    turn = PlannedTurn(asked.turn_key, asked.seat, asked.iteration, asked.purpose, 1)
    prompt = build_prompt(fold(log[:place]), turn, NO_LIMIT)
    assert "Candidates before you: A, B, C." in prompt.text
    assert prompt.text.count("files that it deletes\ncart.py\n") == 3


def test_names_in_findings_and_in_an_earlier_verdict_are_not_told() -> None:
    def naming(turn: PlannedTurn) -> str | None:
        if turn.part.startswith("chunk"):
            found = {"severity": "critical", "file": "cart.py", "line": 1, "claim": "Gawain erred"}
            return said("I looked.", agent=turn.seat, findings=[found], clean=[])
        if turn.purpose == "judge":
            return verdict(turn, "DISCUSS", summary="Ask Lancelot.", options=["ask Percival"])
        return None

    given = {"cart.py": "x = 1\n"}
    log = play(build_start("review"), answers(naming), craft=reading_workshop(), given=given)
    judged = [
        (place, x)
        for place, x in enumerate(log)
        if isinstance(x, e.AgentStart) and x.purpose == "judge"
    ]
    assert len(judged) == 3
    for place, asked in judged:
        turn = PlannedTurn(asked.turn_key, asked.seat, asked.iteration, asked.purpose, 1)
        prompt = build_prompt(fold(log[:place]), turn, NO_LIMIT)
        assert not any(name in prompt.text for name in NAMES)
        assert "erred" in prompt.text
