"""`roundtable chat`: the judge answers from the record, and nothing changes."""

from collections.abc import Callable
from pathlib import Path

from roundtable.core import events as e

Run = Callable[..., tuple[int, str, str]]
Events = Callable[[str], list[e.Event]]


def test_the_judge_answers_and_the_session_stays_as_it_was(
    building: Path, run: Run, events: Events
) -> None:
    run("build", "A cart", "--preset", "code", "--yes", "--seed", "3")
    files = run("blame", "cart.py")
    code, out, _ = run("chat", "Whose function is that?")
    assert code == 0
    assert "It is in the record." in out
    assert "(scripted rehearsal):" in out
    assert run("blame", "cart.py") == files
    log = events(run("show", "--json")[1])
    assert [x.question for x in log if isinstance(x, e.ChatAsked)] == ["Whose function is that?"]
    assert "ended" in run("status")[1]


def test_an_empty_question_is_refused(building: Path, run: Run) -> None:
    run("build", "A cart", "--rounds", "requirements", "--yes", "--seed", "3")
    assert run("chat", "  ")[0] == 8


def test_a_judge_that_does_not_answer_is_an_error_and_not_a_traceback(
    decided: Path, run: Run
) -> None:
    (decided / "script.yaml").write_text(
        '{"knights": {"*": {"replies": [{"fail": {"kind": "overloaded"}}]}}}'
    )
    code, _, err = run("chat", "Why?")
    assert code == 5
    assert "did not answer" in err
