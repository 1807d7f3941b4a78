"""What happens in a code-red, in words: on plain lines, on the screen, in the lanes."""

import io

import pytest
from rich.console import Console

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.diagnoses import Consultation, Opinion
from roundtable.core.errors import ErrorKind
from roundtable.core.root_causes import consult
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import NAMES, session_start
from roundtable.testing.diagnoses import Said, code_red_start, doctors
from roundtable.testing.rehearsal import play
from roundtable.views.diagnosis_sentences import (
    consultation_line,
    evidence_of,
    how_held,
    log_line,
    opinion_columns,
    opinion_line,
    round_name,
)
from roundtable.views.lanes import LiveTable
from roundtable.views.plain import PlainLines

TRIAGE: dict[str, Said] = dict.fromkeys(NAMES, ("unknown", 1))
BLIND: dict[str, Said] = {
    "Gawain": ("cache-race", 9),
    "Lancelot": "Words \x1b[31malone.",
    "Percival": ErrorKind.OVERLOADED,
}
SURE: dict[str, Said] = {
    "Gawain": ("cache-race", 9),
    "Lancelot": ("race-in-cache", 8),
    "Percival": ("null-user", 9),
}
LOG = {"piped.log": "Error: it broke\nhere"}


def session(*rounds: dict[str, Said]) -> list[e.Event]:
    answers = {"kings_choice": "report", "escalation": "send_back"}
    return play(
        code_red_start(),
        doctors(*rounds),
        lambda question: Choose(answers[question.kind]),
        given=LOG,
    )


def plain(log: list[e.Event]) -> str:
    out = io.StringIO()
    view = PlainLines(out)
    for event in log:
        view.see(event)
    return out.getvalue()


def screen(log: list[e.Event]) -> str:
    console = Console(file=io.StringIO(), width=120, force_terminal=False)
    view = LiveTable(console)
    for event in log:
        view.see(event)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def state(*events: e.Event) -> SessionState:
    return fold([code_red_start(), *events], SessionState())


def test_plain_lines_tell_the_passes_the_opinions_and_the_diagnosis() -> None:
    told = plain(session(TRIAGE, BLIND, SURE))
    for words in (
        "The log, from given: 2 lines",
        "== Triage: Gawain, Lancelot, Percival (scripted rehearsal)",
        "== Blind round: all at once: Gawain",
        "== Round 2: ",
        "After the triage:",
        "Gawain (scripted rehearsal): cannot say yet, confidence 1/10",
        "=> no suspect so far; a triage is not counted",
        "is asked for the block alone: no JSON block",
        "has no diagnosis in this round: no JSON block",
        "Lancelot (scripted rehearsal): no readable block, no JSON block",
        "Percival (scripted rehearsal): did not answer, overloaded: gone",
        "=> no diagnosis: only Gawain (scripted rehearsal) could be read, and one alone never",
        "      - seen by Gawain",
        "=> converged on cache-race (also race-in-cache): Gawain, Lancelot (scripted rehearsal)",
        "Diagnosis (lead: Gawain (scripted rehearsal)):",
        "   report: Report only (the case stays open in error-log.md)",
        "Outcome: diagnosed (answered: Gawain, Lancelot, Percival (scripted rehearsal))",
    ):
        assert words in told, words
    assert "\x1b" not in told


def test_the_screen_shows_the_same_as_tables_and_a_panel() -> None:
    told = screen(session(TRIAGE, BLIND, SURE))
    for words in (
        "Triage · Gawain",
        "Blind round · all at once",
        "after the blind round",
        "cannot say yet",
        "9/10",
        "• seen by Gawain",
        "overloaded: gone",
        "converged on cache-race",
        "Diagnosis · lead: Gawain (scripted rehearsal)",
        "Cause: cache race.",
    ):
        assert words in told, words
    assert "\x1b" not in told


def test_a_scripted_doctor_is_called_that_wherever_its_name_stands_with_an_opinion() -> None:
    for told in (plain(session(TRIAGE, SURE)), screen(session(TRIAGE, SURE))):
        lines = [line for line in told.splitlines() if "/10" in line and "Gawain" in line]
        assert lines
        assert all("scripted rehearsal" in line for line in lines)


def test_the_lanes_show_what_a_doctor_held_last() -> None:
    console = Console(file=io.StringIO(), width=160, height=40)
    log = session(TRIAGE, BLIND, SURE)
    until = max(i for i, x in enumerate(log) if isinstance(x, e.DebateIteration))
    view = LiveTable(console)
    for event in log[: until + 1]:
        view.see(event)
    console.print(view._render())
    assert isinstance(console.file, io.StringIO)
    foot = console.file.getvalue()
    assert "cache-race 9/10" in foot
    assert "round 2 of 7" in foot, "two more were granted"


@pytest.mark.parametrize(("number", "place"), [(0, "triage"), (1, "blind round")])
def test_the_foot_names_the_pass(number: int, place: str) -> None:
    console = Console(file=io.StringIO(), width=160, height=40)
    view = LiveTable(console)
    for event in session(TRIAGE, BLIND, SURE):
        view.see(event)
        if isinstance(event, e.DebateIteration) and event.iteration == number:
            break
    console.print(view._render())
    assert isinstance(console.file, io.StringIO)
    assert f" {place} · " in console.file.getvalue()


def test_rounds_of_other_sessions_keep_their_names() -> None:
    discussion = fold([session_start()], SessionState())
    assert round_name(discussion, 1) == "Round 1"
    assert how_held(discussion, True) == "blind, all at once"
    assert [round_name(state(), n) for n in range(3)] == ["Triage", "Blind round", "Round 2"]
    assert (how_held(state(), True), how_held(state(), False)) == ("all at once", "")


def opinions(*said: tuple[str, int]) -> Consultation:
    return consult(
        [
            Opinion(seat=seat, status="given", key=key, confidence=sure)
            for seat, (key, sure) in zip(NAMES, said, strict=False)
        ]
    )


@pytest.mark.parametrize(
    ("consultation", "words"),
    [
        (opinions(("cache-race", 5), ("null-user", 5)), "2 suspects, nobody is sure (8 or more)"),
        (opinions(("cache-race", 9), ("null-user", 5)), "sure alone: Gawain (scripted rehearsal)"),
        (
            opinions(("cache-race", 9), ("null-user", 9)),
            "Gawain (scripted rehearsal) of cache-race, Lancelot (scripted rehearsal) of null-user",
        ),
        (opinions(("unknown", 9), ("unknown", 9)), "still open: no suspect, nobody is sure"),
        (opinions(), "no diagnosis: nobody could be read"),
    ],
)
def test_why_it_is_still_open_is_said(consultation: Consultation, words: str) -> None:
    assert words in consultation_line(consultation, state(), 2)


def test_a_tie_of_two_causes_is_called_one() -> None:
    four = code_red_start("A", "B", "C", "D")
    said = [("A", "cache-race"), ("B", "cache-race"), ("C", "null-user"), ("D", "null-user")]
    split = consult([Opinion(seat=s, status="given", key=k, confidence=9) for s, k in said])
    line = consultation_line(split, fold([four], SessionState()), 2)
    assert "as many are sure of one as of another" in line


def test_an_opinion_in_one_line_and_in_columns() -> None:
    lost = Opinion(seat="A", status="lost", why="timed_out")
    assert opinion_line(lost, "A") == "A: did not answer, timed_out"
    assert opinion_columns(lost)[0] == "did not answer"
    given = Opinion(seat="A", status="given", key="unknown", confidence=2)
    assert opinion_columns(given) == ("cannot say yet", "2/10")


def test_evidence_is_found_wherever_the_block_was_given() -> None:
    log = session(TRIAGE, SURE)
    found = evidence_of(fold(log, SessionState()), 1)
    assert found["Gawain"].evidence == ("seen by Gawain",)


def test_one_line_of_a_log_is_one_line() -> None:
    given = e.FilesGiven(origin="x.log", files=(e.ProjectFile(path="x.log", text="one"),))
    assert log_line(given) == "The log, from x.log: 1 line"
