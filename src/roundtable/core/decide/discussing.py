"""A round of discussion: speak in turn, let the judge weigh, until the table agrees."""

from roundtable.core import events as e
from roundtable.core.chance import shuffled
from roundtable.core.decide import gates, judging
from roundtable.core.decide.around import ask_around, owed
from roundtable.core.decide.presence import answered, silent
from roundtable.core.parsing.file_structure import read_file_structure
from roundtable.core.parsing.json_blocks import without_last_block
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import Record, Step
from roundtable.core.verdicts import DiscussionVerdict


def decide(state: SessionState, round_: RoundState) -> Step:
    iteration = round_.iteration
    if iteration is None:
        return Record((open_iteration(state, round_, 1),))
    asking = ask_around(
        iteration.order, iteration.blind, lambda seat: owed(state, iteration, seat, "speak")
    )
    if asking:
        return asking
    if iteration.iteration in round_.escalated:
        return _after_escalation(state, round_)
    if len(answered(state, round_)) < 2:
        return escalate(state, round_, "Too few answered: one alone is no table.")
    outcome = judging.judged(state, round_)
    if isinstance(outcome, judging.NoVerdict):
        return escalate(state, round_, outcome.reason)
    if not isinstance(outcome, e.VerdictRead):
        return outcome
    if judging.agrees(round_, outcome):
        return _conclude(state, round_, outcome)
    return go_on(state, round_, judging.why_open(round_, outcome))


def open_iteration(state: SessionState, round_: RoundState, number: int) -> e.DebateIteration:
    """One more pass around the table, in an order drawn from the round's seed."""
    names = tuple(seat.name for seat in state.seats)
    return e.DebateIteration(
        round=round_.key,
        attempt=round_.attempt,
        iteration=number,
        order=shuffled(names, round_.start.seed, round_.key, round_.attempt, number),
        blind=number == 1 and state.agenda.plan(round_.key).blind,
    )


def go_on(state: SessionState, round_: RoundState, reason: str) -> Step:
    """Another iteration, or the developer when there have been enough."""
    assert round_.iteration is not None
    done = round_.iteration.iteration
    if done >= state.agenda.plan(round_.key).iterations + round_.granted:
        over = "one iteration is" if done == 1 else f"{done} iterations are"
        return escalate(state, round_, f"{reason} {over[0].upper()}{over[1:]} over.")
    return Record((open_iteration(state, round_, done + 1),))


def escalate(state: SessionState, round_: RoundState, reason: str) -> Step:
    """The developer decides; only a seat that gave files, or findings, can be taken."""
    kind = state.agenda.plan(round_.key).kind
    gave = {
        "discussion": set(answered(state, round_)),
        "code": {p.seat for p in round_.proposed.values() if p.files or p.deleted},
        "findings": {read.seat for read in round_.findings.values()},
    }[kind]
    seats = [seat for seat in answered(state, round_) if seat in gave]
    positions = {seat: position(state, round_, seat) for seat in seats}
    return Record((gates.escalation(state, round_, reason, positions),))


def position(state: SessionState, round_: RoundState, seat: str) -> str:
    """What a seat said last in this round."""
    said = [
        t.text
        for t in state.turns.values()
        if t.seat == seat
        and t.purpose == "speak"
        and t.status == "done"
        and t.key.startswith(f"{round_.name}.")
    ]
    return without_last_block(said[-1]) if said else ""


def _conclude(state: SessionState, round_: RoundState, read: e.VerdictRead) -> Step:
    verdict = read.verdict
    assert isinstance(verdict, DiscussionVerdict), "the reader gives the round's own form"
    return Record(
        (
            consensus(state, round_, read.seat, verdict.summary),
            end(state, round_, "consensus", verdict.summary, verdict.file_structure),
        )
    )


def consensus(state: SessionState, round_: RoundState, lead: str, summary: str) -> e.Consensus:
    assert round_.iteration is not None
    return e.Consensus(
        round=round_.key,
        iteration=round_.iteration.iteration,
        lead=lead,
        decision=summary,
        answered=answered(state, round_),
        silent=silent(state, round_),
    )


def end(
    state: SessionState,
    round_: RoundState,
    outcome: e.RoundOutcome,
    summary: str,
    file_structure: tuple[str, ...] = (),
    lead: str = "",
) -> e.RoundEnd:
    return e.RoundEnd(
        round=round_.key,
        attempt=round_.attempt,
        outcome=outcome,
        summary=summary,
        lead=lead,
        file_structure=file_structure,
        answered=answered(state, round_),
        silent=silent(state, round_),
    )


def stopped(state: SessionState, round_: RoundState) -> Step:
    """The developer stops the session at an escalation."""
    told = [f"{r.key}: {r.ended.summary}" for r in state.rounds if r.ended]
    return Record(
        (
            e.SessionEnd(
                outcome="stopped",
                summary="\n".join(told),
                answered=answered(state, round_),
                silent=silent(state, round_),
            ),
        )
    )


def developers_answer(state: SessionState, round_: RoundState) -> e.HumanChoice | Step:
    """The answer to the escalation; for going back and for stopping, what follows from it."""
    assert round_.iteration is not None
    number = round_.iteration.iteration
    choice = gates.answer_to(state, gates.escalation_id(round_, number))
    assert choice is not None, "the question is open until it is answered"
    if choice.option == "send_back":
        return Record((open_iteration(state, round_, number + 1),))
    return stopped(state, round_) if choice.option == "stop" else choice


def _after_escalation(state: SessionState, round_: RoundState) -> Step:
    choice = developers_answer(state, round_)
    if not isinstance(choice, e.HumanChoice):
        return choice
    if choice.option == "decree":
        files = _files_listed(round_, choice.text)
        return Record((end(state, round_, "developer", choice.text, files),))
    seat = choice.option.removeprefix("pick:")
    words = position(state, round_, seat)
    return Record((end(state, round_, "developer", words, _files_listed(round_, words), seat),))


def _files_listed(round_: RoundState, words: str) -> tuple[str, ...]:
    """The list of files at the end of an architecture that the developer took or gave."""
    _, heading, listed = words.partition("FILE_STRUCTURE:")
    if round_.key != "architecture" or not heading:
        return ()
    return read_file_structure(listed.splitlines())
