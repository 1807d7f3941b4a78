"""A session's state as the value that a client sees. `web/src/fold` makes the same from events."""

from collections.abc import Iterable, Mapping

from roundtable.core import events as e
from roundtable.core.agenda import RoundPlan
from roundtable.core.parsing.file_blocks import Rejected
from roundtable.core.seats import Seat
from roundtable.core.session_state import SessionState
from roundtable.core.summary import phase
from roundtable.core.turns import Turn
from roundtable.views import session_view as v
from roundtable.views.viewing_apply import apply_view
from roundtable.views.viewing_rounds import reading_view, round_views
from roundtable.views.viewing_runs import run_views


def session_view(state: SessionState) -> v.SessionView:
    """What a client sees of a session; a log without a session raises LogDamaged."""
    opening, ended = state.opening, state.ended
    agenda = state.agenda if opening.agenda else None
    return v.SessionView(
        session=state.session,
        seq=state.seq,
        updated=state.updated,
        started=opening.at,
        workflow=opening.workflow,
        topic=opening.topic,
        project=opening.project,
        rehearsal=state.rehearsal,
        seats=tuple(map(_seat, state.seats)),
        agenda=tuple(map(_plan, agenda.rounds)) if agenda else (),
        judge=agenda.judge if agenda else "",
        judge_model=agenda.judge_model if agenda else None,
        judges=agenda.judges if agenda else 0,
        chunk_tokens=agenda.chunk_tokens if agenda else 0,
        auto_advance=agenda.auto_advance if agenda else False,
        auto_retry=agenda.auto_retry if agenda else 0,
        network=agenda.network if agenda else "none",
        budget=state.budget,
        max_rounds=state.max_rounds,
        phase=phase(state),
        outcome=ended.outcome if ended else None,
        summary=ended.summary if ended else "",
        rounds=round_views(state),
        reading=reading_view(state),
        passes=tuple(_passes(state)),
        turns=_turns(state),
        runs=run_views(state),
        notes=tuple(v.NoteView(text=n.text, at=n.at, seq=n.seq) for n in state.notes),
        choices=tuple(map(_choice, state.choices)),
        chats=tuple(_chat(asked, state.turns.values()) for asked in state.chats),
        question=state.question,
        decision=_decision(state),
        paused=_pause(state),
        lost=tuple(sorted(state.lost)),
        apply=apply_view(state),
        files=tuple(_file(state.project[path]) for path in sorted(state.project)),
        spent=state.spent,
        maybe_spent=state.maybe_spent,
        active_seconds=state.active_seconds,
    )


def _seat(seat: Seat) -> v.SeatView:
    return v.SeatView(
        name=seat.name,
        adapter=seat.adapter,
        model=seat.model,
        fallback=seat.fallback,
        capabilities=seat.capabilities,
        scripted=seat.scripted,
    )


def _plan(plan: RoundPlan) -> v.PlanView:
    return v.PlanView(
        key=plan.key,
        kind=plan.kind,
        role=plan.role,
        max_output_tokens=plan.max_output_tokens,
        iterations=plan.iterations,
        blind=plan.blind,
        instructions=plan.instructions,
    )


def _passes(state: SessionState) -> Iterable[v.PassView]:
    """The state keeps what passes came to in the order of the passes, one for each that ended."""
    for place, begun in enumerate(state.iterations):
        tallies, consultations = state.tallies[place:], state.consultations[place:]
        yield v.PassView(
            round=begun.round,
            attempt=begun.attempt,
            iteration=begun.iteration,
            order=begun.order,
            blind=begun.blind,
            tally=tallies[0] if tallies else None,
            consultation=consultations[0] if consultations else None,
        )


def _turns(state: SessionState) -> tuple[v.TurnView, ...]:
    read = {
        proposed.turn_key: proposed
        for answers in (
            *(round_.proposed for round_ in (*state.superseded, *state.rounds)),
            {p.turn_key: p for p in state.applying.answers.values()},
        )
        for proposed in answers.values()
    }
    return tuple(_turn(turn, read) for turn in state.turns.values())


def _turn(turn: Turn, read: Mapping[str, e.FilesProposed]) -> v.TurnView:
    round_, attempt, _ = turn.key.split(".", 2)
    files = read.get(turn.key)
    return v.TurnView(
        key=turn.key,
        seat=turn.seat,
        round=round_,
        attempt=int(attempt),
        iteration=turn.iteration,
        purpose=turn.purpose,
        ask=turn.ask,
        adapter=turn.adapter,
        status=turn.status,
        text=turn.text,
        usage=turn.usage,
        seconds=turn.seconds,
        error=turn.error,
        detail=turn.detail,
        unreadable=turn.unreadable,
        maybe_billed=turn.maybe_billed,
        stance=turn.stance,
        diagnosis=turn.diagnosis,
        proposed=tuple(file.path for file in files.files) if files else (),
        deleted=files.deleted if files else (),
        rejected=tuple(map(_why_not, files.rejected)) if files else (),
    )


def _why_not(rejected: Rejected) -> str:
    return f"{rejected.path}: {rejected.reason}" if rejected.path else rejected.reason


def _choice(choice: e.HumanChoice) -> v.ChoiceView:
    return v.ChoiceView(
        question_id=choice.question_id,
        option=choice.option,
        text=choice.text,
        at=choice.at,
        unattended=choice.unattended,
    )


def _chat(asked: e.ChatAsked, turns: Iterable[Turn]) -> v.ChatView:
    answers = [t.key for t in turns if t.purpose == "chat" and t.iteration == asked.number]
    return v.ChatView(
        number=asked.number,
        question=asked.question,
        turn_key=answers[-1] if answers else None,
    )


def _decision(state: SessionState) -> v.DecisionView | None:
    decided = state.decision
    if decided is None:
        return None
    return v.DecisionView(
        lead=decided.lead,
        text=decided.text,
        files_to_modify=decided.files_to_modify,
        source=decided.source,
    )


def _pause(state: SessionState) -> v.PauseView | None:
    paused = state.paused
    return v.PauseView(reason=paused.reason, detail=paused.detail) if paused else None


def _file(file: e.ProjectFile) -> v.FileView:
    return v.FileView(path=file.path, bytes=_size(file), binary=file.binary)


def _size(file: e.ProjectFile) -> int:
    """How many bytes the file has; four signs of base64 stand for three of them."""
    return len(file.text.rstrip("=")) * 3 // 4 if file.binary else len(file.text.encode())
