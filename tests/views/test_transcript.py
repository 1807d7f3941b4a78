"""What stays on the screen: readable, labelled, and without orders to the terminal."""

import io

import pytest
from rich.console import Console

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.errors import ErrorKind
from roundtable.core.parsing.text import printable
from roundtable.core.questions import Option, Question
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import fold
from roundtable.testing.builders import block, build_start, session_start
from roundtable.testing.runs import a_run, wrote
from roundtable.testing.store_suite import stamped
from roundtable.views.run_sentences import RunText
from roundtable.views.transcript import kept, written

HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eevil\u202c\u2066x\u2069\r\x08"
LABEL = "(scripted rehearsal)"
KEY = "discussion.1.1.Gawain"
BEGUN = e.AgentStart(
    turn_key=KEY,
    seat="Gawain",
    iteration=1,
    purpose="speak",
    adapter="scripted",
    reserved=Usage(),
)


def ended(text: str) -> e.AgentEnd:
    usage = Usage(input_tokens=1000, output_tokens=234, cost_microusd=12_300)
    return e.AgentEnd(
        turn_key=KEY, seat="Gawain", text=text, usage=usage, seconds=61, active_seconds=75
    )


def failed(detail: str) -> e.AgentError:
    return e.AgentError(
        turn_key=KEY,
        seat="Gawain",
        kind=ErrorKind.TIMED_OUT,
        detail=detail,
        seconds=1,
        active_seconds=1,
    )


def unreadable(reason: str, final: bool = False) -> e.StanceUnreadable:
    return e.StanceUnreadable(turn_key=KEY, seat="Gawain", iteration=1, reason=reason, final=final)


def vote(issue: str, why: str = "too slow") -> e.IterationEnd:
    ballots = (
        Ballot(seat="Gawain", status="voted", score=0, pending_issues=(issue,)),
        Ballot(seat="Lancelot", status="lost", why=why),
    )
    return e.IterationEnd(iteration=1, tally=Tally(verdict="too_few", ballots=ballots))


def escalation(proposal: str) -> e.Escalation:
    options = (
        Option(id="pick:Gawain", label=f"Take Gawain {LABEL}'s", effect="x", detail=proposal),
        Option(id="stop", label="Stop", effect="it ends"),
    )
    question = Question(id="q", kind="escalation", prompt="What is your will?", options=options)
    return e.Escalation(iteration=1, reason="Open.", must=True, question=question)


def printed(*events: e.Event, terminal: bool = False, width: int = 120) -> str:
    """What is on the screen after a session's start and these events."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=width, _environ={})
    state = None
    for event in stamped("2026-01-01-store", 1, session_start("Gawain", "Lancelot"), *events):
        state = fold([event], state)
        for piece in kept(event, state):
            console.print(piece)
    return out.getvalue()


def test_a_session_opens_with_its_topic_and_name() -> None:
    assert printed().split("\n")[:2] == ["How should we store the sessions?", "2026-01-01-store"]


def test_the_size_of_the_context_is_told_with_what_was_left_out() -> None:
    part = ContextPart(kind="git", title="x", text="y", tokens=12_000)
    left = LeftOut(title="z", reason="too large")
    told = printed(e.ContextBuilt(parts=(part,), left_out=(left,), limit_tokens=9))
    assert "The knights read 1 part, about 12k tokens; 1 left out" in told
    told = printed(e.ContextBuilt(parts=(part,), limit_tokens=9, remembered=("2026-01-01-a",)))
    assert "12k tokens; they are told of 1 earlier decision: 2026-01-01-a" in " ".join(told.split())


@pytest.mark.parametrize(("blind", "how"), [(False, ""), (True, "blind, all at once: ")])
def test_a_round_opens_with_its_order(blind: bool, how: str) -> None:
    opened = e.DebateIteration(
        round="discussion", attempt=1, iteration=2, order=("Lancelot", "Gawain"), blind=blind
    )
    assert f"Round 2 · {how}Lancelot, Gawain {LABEL}" in printed(opened)


def test_a_turn_is_shown_under_its_labelled_name_without_its_block() -> None:
    told = printed(BEGUN, ended(f"I **agree**.\n\n{block('Gawain', 1, 9)}"))
    assert f"Gawain {LABEL}\nI agree." in told
    assert "consensus_score" not in told


def test_each_seat_keeps_a_colour_of_its_own() -> None:
    key = "discussion.1.1.Lancelot"
    other = BEGUN.model_copy(update={"turn_key": key, "seat": "Lancelot"})
    answer = ended("Nay.").model_copy(update={"turn_key": key, "seat": "Lancelot"})
    told = printed(BEGUN, ended("Aye."), other, answer, terminal=True)
    assert f"\x1b[1;36mGawain {LABEL}\x1b[0m" in told
    assert f"\x1b[1;35mLancelot {LABEL}\x1b[0m" in told


def test_failures_and_interruptions_say_why_and_what_they_may_cost() -> None:
    assert "did not answer: timed_out: too slow" in printed(BEGUN, failed("too slow"))
    broken = e.AgentInterrupted(turn_key=KEY, seat="Gawain", cause="crash")
    words = f"Gawain {LABEL} broke off (crash); the turn may have been billed"
    assert words in printed(BEGUN, broken)


def test_an_unreadable_vote_says_what_follows_and_why() -> None:
    asked = printed(BEGUN, ended("x"), unreadable("no block"))
    assert f"Gawain {LABEL} is asked for the block alone: no block" in asked
    lost = printed(BEGUN, ended("x"), unreadable("no block", final=True))
    assert f"Gawain {LABEL} has no vote in this round: no block" in lost


def test_files_are_told_and_refusals_with_their_reason() -> None:
    files = (
        FileExcerpt(path="a.py", requested_by=("Gawain",), text="x"),
        FileExcerpt(path=".env", requested_by=("Gawain",), refused="a secret"),
    )
    told = printed(e.FilesRead(iteration=1, files=files))
    assert "shown next: a.py" in told
    assert "shown next: .env — a secret" in told


def test_a_vote_shows_each_seat_a_score_of_zero_and_why_one_is_missing() -> None:
    lines = printed(vote("the cost")).splitlines()
    (gawain,) = [line for line in lines if line.startswith(f"│ Gawain {LABEL}")]
    (lancelot,) = [line for line in lines if line.startswith(f"│ Lancelot {LABEL}")]
    assert [cell.strip() for cell in gawain.split("│")[2:4]] == ["0", "• the cost"]
    assert lancelot.split("│")[3].strip() == "too slow"
    assert any("vote of round 1" in line for line in lines)
    assert any(line.startswith(f"no vote: only Gawain {LABEL}") for line in lines)


def test_at_an_escalation_each_position_is_shown_with_its_holder() -> None:
    told = printed(escalation("Use SQLite,\nand nothing else."))
    assert f"Take Gawain {LABEL}'s" in told
    assert "Use SQLite, and nothing else." in told
    assert "Stop" not in told


def test_a_decision_names_its_lead() -> None:
    told = printed(e.KingsDecision(how="pick", lead="Lancelot", decision="Use files."))
    assert f"Decision · lead: Lancelot {LABEL}" in told
    assert "Use files." in told


def test_the_kings_words_and_pauses_are_told() -> None:
    told = printed(
        e.NoteAdded(text="Mind the cost."),
        e.HumanChoice(question_id="q", option="decree", text="Use SQLite."),
        e.SessionPaused(reason="user"),
        e.SessionResumed(),
        e.SessionPaused(reason="budget", detail="the cap is $1"),
    )
    assert "Note from the King: Mind the cost." in told
    assert "The King's answer: decree: Use SQLite." in told
    assert "Paused (user): at your word\nResumed\nPaused (budget): the cap is $1" in told


def test_the_end_names_who_answered_and_what_it_cost() -> None:
    told = printed(BEGUN, ended("Aye."), e.SessionEnd(outcome="consensus", answered=("Gawain",)))
    assert f"Outcome: consensus (answered: Gawain {LABEL})" in told
    assert "$0.0123 · 1,234 tokens · 1m15s" in told


def everything(text: str) -> tuple[e.Event, ...]:
    """Events with the text wherever a model or a repository could have put it."""
    file = FileExcerpt(path=text, requested_by=("Gawain",), refused="a secret")
    return (
        BEGUN,
        ended(text),
        failed(text),
        unreadable(text),
        e.FilesRead(iteration=1, files=(file,)),
        vote(text, text),
        e.NoteAdded(text=text),
        escalation(text),
        e.HumanChoice(question_id="q", option="decree", text=text),
        e.KingsDecision(how="decree", lead="Gawain", decision=text),
        e.SessionPaused(reason="failure", detail=text),
    )


def test_nothing_that_a_model_said_drives_the_terminal() -> None:
    told = printed(*everything(HOSTILE))
    assert told.count("evil") >= 10
    assert told == printable(told)
    on_screen = printed(*everything(HOSTILE), terminal=True)
    for order in ("\x1b[2J", "\x1b]", "\x07", "\x9b", "\u202e", "\u2066", "\r", "\x08"):
        assert order not in on_screen


def test_what_looks_like_markup_is_shown_as_it_was_said() -> None:
    told = printed(*everything("[bold]loud[/bold] [/oops] :bomb:"))
    assert told.count("[bold]loud[/bold]") >= 10
    assert told.count("[/oops]") >= 10


def test_a_link_of_a_model_shows_where_it_leads() -> None:
    told = printed(BEGUN, ended("[our docs](https://evil.example/x)"), terminal=True)
    assert "https://evil.example/x" in told
    assert "\x1b]8" not in told


@pytest.mark.parametrize("width", [40, 60])
def test_a_narrow_screen_loses_no_word_of_a_vote(width: int) -> None:
    told = printed(vote("the cost of migration"), width=width)
    for word in ("cost", "migration", "slow"):
        assert word in told


def test_character_references_do_not_smuggle_orders_in() -> None:
    shown = printed(BEGUN, ended("a &#x202e;evil&#8238; &#27;[2J &#65; b"), terminal=False)
    assert printable(shown) == shown
    assert "\u202e" not in shown


def test_a_hostile_topic_is_shown_without_its_orders() -> None:
    state = fold(stamped("s", 1, session_start(topic=f"t{HOSTILE}")))
    console = Console(file=io.StringIO(), width=100)
    for shown in kept(state.opening, state):
        console.print(shown)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert printable(text) == text


def test_a_run_is_kept_with_its_end_and_what_it_wrote_comes_line_by_line() -> None:
    state = fold([build_start("execution")])
    events = a_run(state, "failed")
    shown = [part for event in events for part in kept(event, fold(events, state))]
    text = RunText()
    console = Console(file=io.StringIO(), width=80)
    for part in (*shown, *written([x for event in events for x in text.see(event)])):
        console.print(part)
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "-> run 1 failed, exit code 1" in told
    assert "! AssertionError: assert 1 == 0" in told
    assert "build | #5 DONE 0.1s" in told


def test_what_a_run_writes_cannot_be_taken_for_markup_or_orders() -> None:
    console = Console(file=io.StringIO(), width=80)
    for part in written(RunText().see(wrote(1, f"{HOSTILE}[bold]x[/bold]\n"))):
        console.print(part)
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "[bold]x[/bold]" in told
    assert printable(told) == told
