"""Rounds as a client sees them: claims, verdicts, evidence, the merge as far as it has come."""

from roundtable.core import events as e
from roundtable.core.ledger import Claim
from roundtable.core.rounds import RoundState
from roundtable.core.session_state import SessionState
from roundtable.views import session_view as v


def round_views(state: SessionState) -> tuple[v.RoundView, ...]:
    """All rounds in the order in which they began, those that were held anew among them."""
    held = [*((r, False) for r in state.superseded), *((r, True) for r in state.rounds)]
    held.sort(key=lambda item: item[0].start.seq)
    return tuple(_round(round_, counts) for round_, counts in held)


def reading_view(state: SessionState) -> v.ReadingView | None:
    """How far a summon has read its diff; None for any other session."""
    if state.opening.workflow != "summon":
        return None
    reading = state.reading
    return v.ReadingView(
        chunks=_last_chunk(reading.chunks),
        chunks_total=reading.chunks[-1].total if reading.chunks else 0,
        findings=reading.merged.findings if reading.merged else (),
    )


def _round(round_: RoundState, counts: bool) -> v.RoundView:
    start, ended = round_.start, round_.ended
    merged, plan = round_.merged_findings, round_.plan
    return v.RoundView(
        key=round_.key,
        attempt=round_.attempt,
        counts=counts,
        judge=start.judge,
        labels=start.labels,
        instructions=start.instructions,
        automatic=start.automatic,
        granted=round_.granted,
        claims=tuple(map(_claim, round_.ledger.claims)),
        judgements=tuple(map(_judgement, round_.judgements)),
        candidates=_candidates(round_),
        comparisons=tuple(map(_comparison, round_.comparisons)),
        chunks=_last_chunk(round_.chunks),
        chunks_total=len(plan.chunks) if plan else 0,
        findings=merged.findings if merged else (),
        synthesis=_synthesis(round_),
        fixes=_fixes(round_),
        not_found=round_.fixes.not_found if round_.fixes else (),
        edited=_edited(round_.edits),
        outcome=ended.outcome if ended else None,
        summary=ended.summary if ended else "",
        lead=ended.lead if ended else "",
        file_structure=ended.file_structure if ended else (),
    )


def _edited(edits: tuple[e.FilesEdited, ...]) -> tuple[str, ...]:
    paths = {path for edit in edits for path in (*(f.path for f in edit.files), *edit.deleted)}
    return tuple(sorted(paths))


def _last_chunk(begun: tuple[e.ChunkStart, ...]) -> int:
    return max((start.chunk for start in begun), default=0)


def _claim(claim: Claim) -> v.ClaimView:
    return v.ClaimView(
        id=claim.id,
        by=claim.by,
        iteration=claim.iteration,
        about=claim.about,
        text=claim.text,
        evidence=claim.evidence,
        status=claim.status,
        answers=claim.answers,
        closed_by=claim.closed_by,
        upheld=claim.upheld,
        closing_evidence=claim.closing_evidence,
    )


def _judgement(read: e.VerdictRead) -> v.JudgementView:
    return v.JudgementView(
        turn_key=read.turn_key,
        seat=read.seat,
        iteration=read.iteration,
        verdict=read.verdict,
        dropped=read.dropped,
    )


def _comparison(made: e.Comparison) -> v.ComparisonView:
    return v.ComparisonView(
        seat=made.seat,
        iteration=made.iteration,
        first=made.first,
        second=made.second,
        winner=made.winner,
        reason=made.reason,
    )


def _candidates(round_: RoundState) -> tuple[v.CandidateView, ...]:
    """By the survey of the last iteration that has one."""
    if not round_.surveys:
        return ()
    last = round_.surveys[max(round_.surveys)]
    return tuple(v.CandidateView(seat=item.seat, report=item.report) for item in last.reports)


def _synthesis(round_: RoundState) -> v.SynthesisView | None:
    """What was asked for, what the merge made of it, what shipped: the last word counts."""
    start, merged, result = round_.synthesis, round_.merged, round_.result
    if start is None and merged is None and result is None:
        return None
    made = result or merged
    base = made or start
    return v.SynthesisView(
        base=base.base if base else "",
        take=start.take if start else (),
        problems=start.problems if start else (),
        shipped=result.shipped if result else None,
        report=made.report if made else None,
        floor=made.floor if made else None,
        floor_seat=made.floor_seat if made else "",
        trials=merged.trials if merged else 0,
        provenance=made.provenance if made else (),
        conflicts=made.conflicts if made else (),
        changed=tuple(file.path for file in made.files) if made else (),
        deleted=made.deleted if made else (),
    )


def _fixes(round_: RoundState) -> tuple[v.FixView, ...]:
    """The fixes that were planned, each with what came of its last try."""
    tried = {attempt.number: attempt for attempt in round_.tried}
    planned = round_.fixes.fixes if round_.fixes else ()
    return tuple(_fix(fix, tried.get(fix.number)) for fix in planned)


def _fix(fix: e.Fix, tried: e.FixTried | None) -> v.FixView:
    return v.FixView(
        number=fix.number,
        path=fix.path,
        unit=fix.unit,
        problem=fix.problem,
        seat=fix.seat,
        kept=tried.kept if tried else None,
        reason=tried.reason if tried else "",
    )
