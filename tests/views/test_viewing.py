"""A session as a client sees it, from hand-written events."""

import base64

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.diagnoses import Consultation, Diagnosis
from roundtable.core.errors import ErrorKind, LogDamaged
from roundtable.core.parsing.file_blocks import FileBlock, Rejected
from roundtable.core.seats import Seat
from roundtable.core.stances import Stance, Tally
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start, session_start
from roundtable.views.session_view import SessionView, TurnView
from roundtable.views.viewing import session_view

WORST = Usage(input_tokens=100, output_tokens=50, cost_microusd=7)
PAID = Usage(input_tokens=10, output_tokens=5, cost_microusd=2)


def viewed(*events: e.Event) -> SessionView:
    return session_view(fold(x.model_copy(update={"seq": n}) for n, x in enumerate(events, 1)))


def asked(key: str, seat: str = "Gawain", ask: int = 1, purpose: e.Purpose = "speak") -> e.Event:
    return e.AgentStart(
        turn_key=key,
        seat=seat,
        ask=ask,
        iteration=int(key.split(".")[2]),
        purpose=purpose,
        adapter="scripted",
        reserved=WORST,
    )


def ended(key: str, seat: str = "Gawain", text: str = "So I see it.") -> e.Event:
    return e.AgentEnd(
        turn_key=key, seat=seat, text=text, usage=PAID, seconds=1.5, active_seconds=2.5
    )


def failed(key: str, seat: str, kind: ErrorKind, partial: str = "") -> e.Event:
    return e.AgentError(
        turn_key=key,
        seat=seat,
        kind=kind,
        detail="gone",
        partial=partial,
        seconds=3,
        active_seconds=4,
    )


def around(iteration: int, round_: str = "discussion") -> e.Event:
    order = ("Gawain", "Lancelot")
    return e.DebateIteration(
        round=round_, attempt=1, iteration=iteration, order=order, blind=iteration == 1
    )


def turn(view: SessionView, key: str) -> TurnView:
    return next(t for t in view.turns if t.key == key)


def test_a_log_without_a_session_has_no_view() -> None:
    with pytest.raises(LogDamaged):
        session_view(SessionState())


def test_a_start_says_who_sits_and_that_scripts_speak() -> None:
    start = session_start("Gawain").model_copy(update={"at": "2026-01-02T03:04:05.000Z"})
    real = Seat(name="Kay", adapter="anthropic-api", model="some-model", fallback="scripted")
    view = viewed(start.model_copy(update={"seats": (*start.seats, real)}))
    assert [(s.name, s.scripted, s.model) for s in view.seats] == [
        ("Gawain", True, None),
        ("Kay", False, "some-model"),
    ]
    assert view.rehearsal
    assert not viewed(start.model_copy(update={"seats": (real,)})).rehearsal
    assert (view.started, view.updated, view.seq, view.phase) == (
        start.at,
        start.at,
        1,
        "convening",
    )
    assert (view.agenda, view.judge, view.apply, view.reading) == ((), "", None, None)


def test_an_agenda_is_shown_with_its_judge() -> None:
    view = viewed(build_start("requirements", "development", judge="Gawain", auto_advance=True))
    assert [(p.key, p.kind, p.blind) for p in view.agenda] == [
        ("requirements", "discussion", False),
        ("development", "code", True),
    ]
    assert (view.judge, view.auto_advance) == ("Gawain", True)


def test_turns_stand_as_they_were_first_asked_and_keep_what_earlier_asks_may_have_cost() -> None:
    first, second = "discussion.1.1.Gawain", "discussion.1.1.Sir Kay v2.0"
    view = viewed(
        session_start("Gawain", "Lancelot"),
        around(1),
        asked(first),
        asked(second, "Sir Kay v2.0"),
        e.AgentInterrupted(turn_key=first, seat="Gawain", cause="crash", partial="So I"),
        asked(first, ask=2),
    )
    assert [t.key for t in view.turns] == [first, second]
    again, other = view.turns
    assert (again.ask, again.status, again.text, again.maybe_billed) == (2, "open", "", 1)
    assert (other.round, other.attempt, other.seat) == ("discussion", 1, "Sir Kay v2.0")
    assert view.maybe_spent == WORST


def test_a_turn_carries_what_was_read_from_it() -> None:
    key, block = "discussion.1.1.Gawain", "discussion.1.1.Gawain/block"
    view = viewed(
        session_start("Gawain"),
        asked(key),
        ended(key),
        e.StanceUnreadable(
            turn_key=key, seat="Gawain", iteration=1, reason="no block", final=False
        ),
        asked(block, purpose="block"),
        ended(block),
        e.StanceRead(turn_key=block, seat="Gawain", iteration=1, stance=Stance(consensus_score=9)),
        e.Fallback(
            turn_key=block,
            seat="Gawain",
            adapter="scripted",
            to="other",
            kind=ErrorKind.OVERLOADED,
            detail="",
        ),
    )
    spoke, alone = view.turns
    assert (spoke.status, spoke.text, spoke.seconds) == ("done", "So I see it.", 1.5)
    assert (spoke.unreadable, spoke.stance) == ("no block", None)
    assert alone.stance is not None and alone.stance.consensus_score == 9
    assert (alone.purpose, alone.adapter) == ("block", "other")
    assert (view.spent, view.active_seconds) == (PAID + PAID, 2.5)


def test_seats_that_are_lost_stand_in_order_and_what_broke_off_may_have_been_billed() -> None:
    keys = [f"discussion.1.1.{seat}" for seat in ("Lancelot", "Gawain")]
    events: list[e.Event] = [
        session_start("Gawain", "Lancelot"),
        around(1),
        *(asked(key, key.rpartition(".")[2]) for key in keys),
        failed(keys[0], "Lancelot", ErrorKind.NOT_SIGNED_IN, partial="So"),
        failed(keys[1], "Gawain", ErrorKind.NOT_INSTALLED),
    ]
    view = viewed(*events)
    assert view.lost == ("Gawain", "Lancelot")
    assert view.maybe_spent == WORST
    broken = turn(view, keys[0])
    assert (broken.status, broken.error, broken.detail, broken.text) == (
        "failed",
        ErrorKind.NOT_SIGNED_IN,
        "gone",
        "So",
    )
    assert viewed(*events, e.SessionResumed()).lost == ()


def test_files_of_a_turn_are_named_and_refused_ones_with_their_reason() -> None:
    key = "development.1.1.Gawain"
    view = viewed(
        build_start("development"),
        e.RoundStart(round="development", attempt=1, seed=1),
        asked(key),
        ended(key),
        e.FilesProposed(
            turn_key=key,
            seat="Gawain",
            iteration=1,
            files=(FileBlock(path="b.py", text="b"), FileBlock(path="a.py", text="a")),
            deleted=("old.py",),
            rejected=(
                Rejected(path="../x", reason="outside", raw=""),
                Rejected(path="", reason="no path", raw=""),
            ),
        ),
    )
    spoke = turn(view, key)
    assert (spoke.proposed, spoke.deleted) == (("b.py", "a.py"), ("old.py",))
    assert spoke.rejected == ("../x: outside", "no path")


def test_files_of_a_round_that_no_longer_counts_stay_on_their_turn() -> None:
    key = "development.1.1.Gawain"
    given = e.FilesProposed(
        turn_key=key, seat="Gawain", iteration=1, files=(FileBlock(path="a.py", text="a"),)
    )
    opened: list[e.Event] = [
        build_start("development"),
        e.RoundStart(round="development", attempt=1, seed=1),
        asked(key),
        ended(key),
    ]
    reopened = e.RoundReopened(round="development")
    assert turn(viewed(*opened, given, reopened), key).proposed == ("a.py",)
    assert turn(viewed(*opened, reopened, given), key).proposed == ()


def test_a_pass_has_its_own_tally_and_none_before_it_ends() -> None:
    tallies = [Tally(verdict=verdict, ballots=()) for verdict in ("open", "consensus")]
    view = viewed(
        session_start("Gawain", "Lancelot"),
        e.RoundStart(round="discussion", attempt=1, seed=1),
        around(1),
        e.IterationEnd(iteration=1, tally=tallies[0]),
        around(2),
        e.IterationEnd(iteration=2, tally=tallies[1]),
        around(3),
    )
    assert [(p.iteration, p.blind, p.tally) for p in view.passes] == [
        (1, True, tallies[0]),
        (2, False, tallies[1]),
        (3, False, None),
    ]
    assert all(p.consultation is None for p in view.passes)
    assert view.phase == "discussing"


def test_a_pass_of_doctors_has_its_consultation() -> None:
    key = "diagnosis.1.0.Gawain"
    held = Consultation(verdict="open", opinions=())
    said = Diagnosis(confidence_score=4, root_cause_key="clock-skew")
    view = viewed(
        session_start("Gawain").model_copy(update={"workflow": "code-red"}),
        around(0, "diagnosis"),
        asked(key),
        ended(key),
        e.DiagnosisRead(turn_key=key, seat="Gawain", iteration=0, diagnosis=said),
        e.ConsultationEnd(iteration=0, consultation=held),
        around(1, "diagnosis"),
    )
    assert [p.consultation for p in view.passes] == [held, None]
    assert turn(view, key).diagnosis == said
    assert view.phase == "diagnosing"


def test_files_stand_by_path_with_their_size_in_bytes() -> None:
    picture = base64.b64encode(b"\x00" * 10).decode()
    view = viewed(
        build_start("development"),
        e.FilesGiven(
            origin="given",
            files=(
                e.ProjectFile(path="z.md", text="naïve\n"),
                e.ProjectFile(path="a.png", text=picture, binary=True),
                e.ProjectFile(path="Z.md", text=""),
            ),
        ),
    )
    assert [(f.path, f.bytes, f.binary) for f in view.files] == [
        ("Z.md", 0, False),
        ("a.png", 10, True),
        ("z.md", 7, False),
    ]


def test_a_question_to_the_judge_leads_to_its_answer_once_it_is_asked() -> None:
    opened: list[e.Event] = [
        session_start("Gawain"),
        e.ChatAsked(number=1, question="Why?"),
        asked("chat.1.1.Gawain/chat", purpose="chat"),
        ended("chat.1.1.Gawain/chat", text="Because."),
        e.ChatAsked(number=2, question="How?"),
    ]
    assert [c.turn_key for c in viewed(*opened).chats] == ["chat.1.1.Gawain/chat", None]


def test_notes_choices_pauses_and_the_end_are_on_view() -> None:
    at = "2026-01-02T03:04:05.000Z"
    opened: list[e.Event] = [
        session_start("Gawain"),
        e.NoteAdded(text="Mind the cost.", at=at),
        e.HumanChoice(question_id="q", option="more", text="two", rounds=2, at=at),
        e.KingsDecision(how="pick", lead="Gawain", decision="SQLite", files_to_modify=("a.py",)),
        e.SessionPaused(reason="budget", detail="the cap"),
    ]
    view = viewed(*opened)
    assert [(n.text, n.at, n.seq) for n in view.notes] == [("Mind the cost.", at, 2)]
    assert [(c.option, c.text, c.at, c.unattended) for c in view.choices] == [
        ("more", "two", at, False)
    ]
    assert view.max_rounds == fold([opened[0]]).max_rounds + 2
    assert view.decision is not None
    assert (view.decision.text, view.decision.source) == ("SQLite", "kings_pick")
    assert view.paused is not None and (view.paused.reason, view.phase) == ("budget", "paused")
    over = viewed(*opened, e.SessionEnd(outcome="kings_pick", summary="Done."))
    assert (over.phase, over.outcome, over.summary, over.paused) == (
        "ended",
        "kings_pick",
        "Done.",
        None,
    )
