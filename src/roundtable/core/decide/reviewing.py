"""A round of review: chunk by chunk and blind, findings merged, judged on their own, then mended.

The execution round is the same with another subject: what came of running the project.
"""

from roundtable.core import events as e
from roundtable.core.checks import CheckReport
from roundtable.core.decide import executing, gates, judging, mending
from roundtable.core.decide.around import ask_around, owed, owed_findings
from roundtable.core.decide.discussing import (
    consensus,
    developers_answer,
    end,
    escalate,
    go_on,
    open_iteration,
)
from roundtable.core.decide.presence import turns_of
from roundtable.core.findings import CAUSES, MergedFinding, merge_findings
from roundtable.core.parsing.text import one_line
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import PlanReview, Problem, Record, Step
from roundtable.core.verdicts import FindingsVerdict

BORDERS = 0
"""The number of the pass over the borders between chunks."""
_CHUNK = "chunk-"
_MOST_NAMED = 5


def decide(state: SessionState, round_: RoundState) -> Step:
    if round_.key == "execution" and (run := executing.owed(state, round_)):
        return run
    if round_.plan is None:
        return PlanReview(round_.key, round_.attempt, state.tree, state.agenda.chunk_tokens)
    if round_.iteration is None:
        nothing = _nothing_to_do(state, round_)
        return nothing or Record((open_iteration(state, round_, 1),))
    if round_.merged_findings is None:
        return _read_chunks(state, round_, round_.plan, round_.iteration)
    if round_.synthesis:
        return _mend(state, round_)
    return _weigh(state, round_, round_.iteration)


def _nothing_to_do(state: SessionState, round_: RoundState) -> Step | None:
    """A review without code, or an execution with nothing that ran or nothing that failed."""
    plan = round_.plan
    assert plan is not None
    if not plan.chunks:
        return Record((end(state, round_, "skipped", "There are no files to look at."),))
    if round_.key == "execution" and plan.report:
        return _nothing_failed(state, round_, plan.report)
    return None


def _nothing_failed(state: SessionState, round_: RoundState, report: CheckReport) -> Step | None:
    """The end of a round whose run and tests are in order, or could not be had."""
    good, ran = executing.verdict(executing.the_run(state, round_))
    tests = report.check("tests")
    failed = tests is not None and tests.status == "failed"
    if good is False or failed:
        return None
    number = len(report.passed)
    passed = f"{number} test{'' if number == 1 else 's'} passed in {report.place}" if number else ""
    if good or passed:
        return Record((end(state, round_, "clean", f"Nothing failed: {_joined(ran, passed)}"),))
    why = tests.detail if tests else "nothing here can be run"
    return Record((end(state, round_, "skipped", f"Nothing was run: {_joined(ran, why)}"),))


def _joined(*told: str) -> str:
    """These as one sentence or several, each with its full stop."""
    return " ".join(f"{words.rstrip('.')}." for words in told if words)


def chunk_part(number: int) -> str:
    return f"{_CHUNK}{number}"


def _read_chunks(
    state: SessionState, round_: RoundState, plan: e.ReviewPlanned, iteration: e.DebateIteration
) -> Step:
    """Every seat reads every chunk, then the borders; sent back, those that nobody could read."""
    for number in _numbers(plan):
        if number in _read_before(round_, iteration):
            continue
        if all(started.chunk != number for started in round_.chunks):
            return Record((_chunk_start(round_, plan, number),))
        asking = ask_around(
            iteration.order,
            iteration.blind,
            lambda seat, n=number: owed_findings(  # type: ignore[misc]
                state, iteration, seat, chunk_part(n), round_.findings
            ),
        )
        if asking:
            return asking
    return _unread(state, round_) if unread(round_) else Record((_merged(round_),))


def _read_before(round_: RoundState, iteration: e.DebateIteration) -> frozenset[int]:
    """The chunks that somebody has read in an earlier iteration."""
    now = f"{round_.name}.{iteration.iteration}."
    reads = round_.findings.items()
    return frozenset(read.chunk for key, read in reads if not key.startswith(now))


def unread(round_: RoundState) -> tuple[str, ...]:
    """The files, or parts of them, on which nobody's findings could be read."""
    read = {found.chunk for found in round_.findings.values()}
    chunks = round_.plan.chunks if round_.plan else ()
    missing = [c.paths for number, c in enumerate(chunks, start=1) if number not in read]
    return tuple(dict.fromkeys(path for paths in missing for path in paths))


def _numbers(plan: e.ReviewPlanned) -> list[int]:
    return [*range(1, len(plan.chunks) + 1), *([BORDERS] if plan.borders else [])]


def _chunk_start(round_: RoundState, plan: e.ReviewPlanned, number: int) -> e.ChunkStart:
    pairs = {path: None for border in plan.borders for path in border[:2]}
    paths = tuple(pairs) if number == BORDERS else plan.chunks[number - 1].paths
    return e.ChunkStart(
        round=round_.key,
        attempt=round_.attempt,
        chunk=number,
        total=len(plan.chunks),
        paths=paths,
    )


def _unread(state: SessionState, round_: RoundState) -> Step:
    """What nobody could read is not clean, and nobody but the developer can let it pass."""
    assert round_.iteration is not None
    if round_.iteration.iteration not in round_.escalated:
        return escalate(state, round_, f"Nobody's findings on {_unread_words(round_)} are there.")
    choice = developers_answer(state, round_)
    if not isinstance(choice, e.HumanChoice):
        return choice
    if round_.findings:
        return Record((_merged(round_),))
    return Record((end(state, round_, "developer", choice.text or "Not reviewed."),))


def _unread_words(round_: RoundState) -> str:
    paths = unread(round_)
    more = f" and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else ""
    return ", ".join(one_line(path, 100) for path in paths[:_MOST_NAMED]) + more


def _merged(round_: RoundState) -> e.FindingsMerged:
    assert round_.plan is not None
    reads = round_.findings.values()
    found = [finding for read in reads for finding in read.findings]
    readers: dict[str, set[str]] = {}
    for read in reads:
        paths = round_.plan.chunks[read.chunk - 1].paths if read.chunk != BORDERS else ()
        for path in paths:
            readers.setdefault(path, set()).add(read.seat)
    merged = merge_findings(found, {read.seat for read in reads}, readers)
    return e.FindingsMerged(round=round_.key, attempt=round_.attempt, findings=merged)


def _weigh(state: SessionState, round_: RoundState, iteration: e.DebateIteration) -> Step:
    """One verdict on the findings alone; where the judge sees dispute, the table discusses them."""
    assert round_.merged_findings is not None
    if not round_.merged_findings.findings:
        outcome: e.RoundOutcome = "developer" if unread(round_) else "clean"
        return Record((end(state, round_, outcome, _clean_words(state, round_)),))
    if not _is_for_reading(state, round_, iteration):
        asking = ask_around(
            iteration.order, False, lambda seat: owed(state, iteration, seat, "speak")
        )
        if asking:
            return asking
    if iteration.iteration in round_.escalated:
        return _after_escalation(state, round_)
    heard = _heard(state, round_)
    if len(heard) < 2:
        alone = f"Findings could be read from {state.named(heard)} alone: that is no table."
        return escalate(state, round_, alone)
    judged = judging.judged(state, round_)
    if isinstance(judged, judging.NoVerdict):
        return escalate(state, round_, judged.reason)
    if not isinstance(judged, e.VerdictRead):
        return judged
    if not judging.agrees(round_, judged):
        return go_on(state, round_, judging.why_open(round_, judged))
    assert isinstance(judged.verdict, FindingsVerdict), "the reader gives the round's own form"
    return _start_mending(state, round_, confirmed(round_, judged.verdict))


def _is_for_reading(state: SessionState, round_: RoundState, iteration: e.DebateIteration) -> bool:
    """Whether the code was read in this iteration; in all others the findings are talked about."""
    now = f"{round_.name}.{iteration.iteration}."
    return any(key.startswith(now) and f"/{_CHUNK}" in key for key in state.turns)


def _heard(state: SessionState, round_: RoundState) -> tuple[str, ...]:
    """The seats whose findings were read, or who have talked about those of others."""
    readers = {read.seat for read in round_.findings.values()}
    spoke = {
        turn.seat
        for turn in turns_of(state, round_)
        if turn.purpose == "speak" and turn.status == "done" and f"/{_CHUNK}" not in turn.key
    }
    return tuple(seat.name for seat in state.seats if seat.name in readers | spoke)


def _clean_words(state: SessionState, round_: RoundState) -> str:
    readers = {read.seat for read in round_.findings.values()}
    names = state.named(seat.name for seat in state.seats if seat.name in readers)
    missing = f" Not read: {_unread_words(round_)}." if unread(round_) else ""
    return f"Nothing was found by {names}.{missing}"


def confirmed(round_: RoundState, verdict: FindingsVerdict) -> tuple[MergedFinding, ...]:
    """The findings that the judge upholds, critical ones first."""
    assert round_.merged_findings is not None
    by_id = {finding.id: finding for finding in round_.merged_findings.findings}
    named = [*verdict.critical, *verdict.warnings]
    upheld = {key: by_id[key] for text in named for key in numbers_in(text) if key in by_id}
    return tuple(upheld.values())


def reported(state: SessionState) -> tuple[MergedFinding, ...]:
    """What a finished review reports: what the judge upheld, or all where there is no verdict.

    Where the developer took one seat's findings, those.
    """
    round_ = state.current
    if round_ is None or round_.merged_findings is None:
        return ()
    taken = _taken(state, round_)
    if taken:
        return tuple(f for f in round_.merged_findings.findings if taken in f.who)
    verdicts = [read.verdict for read in round_.verdicts.values()]
    agreed = [v for v in verdicts if isinstance(v, FindingsVerdict) and v.agreed]
    if not agreed or (round_.ended and round_.ended.outcome == "developer"):
        return round_.merged_findings.findings
    return confirmed(round_, agreed[-1])


def _taken(state: SessionState, round_: RoundState) -> str:
    """The seat whose findings the developer took; empty where he took nobody's."""
    number = round_.iteration.iteration if round_.iteration else 0
    choice = gates.answer_to(state, gates.escalation_id(round_, number))
    option = choice.option if choice else ""
    return option.removeprefix("pick:") if option.startswith("pick:") else ""


def numbers_in(text: str) -> list[str]:
    """What may be numbers of findings in an entry of a verdict."""
    words = text.replace(",", " ").replace(":", " ").replace(".", " ").split()
    return [word.strip("[]()").upper() for word in words]


def _start_mending(
    state: SessionState, round_: RoundState, findings: tuple[MergedFinding, ...]
) -> Step:
    """Problems to mend; where the code is not ours to change, the findings are the result."""
    assert round_.iteration is not None
    if state.opening.workflow == "review" or not findings:
        return Record(_closing(state, round_, f"{_counted(len(findings))} confirmed."))
    return Record(
        (
            e.SynthesisStart(
                round=round_.key,
                attempt=round_.attempt,
                iteration=round_.iteration.iteration,
                base="",
                problems=tuple(f"{f.id} {f.file}: {f.claim}" for f in findings),
            ),
        )
    )


def _counted(number: int) -> str:
    return f"{number} finding{'' if number == 1 else 's'}"


def _mend(state: SessionState, round_: RoundState) -> Step:
    assert round_.plan is not None and round_.synthesis is not None
    problems = tuple(_problem(state, round_, text) for text in round_.synthesis.problems)
    step = mending.mend(state, round_, mending.Work(state.tree, problems, round_.plan.report))
    if step:
        return step
    result = _result(state, round_)
    kept, all_ = len(mending.kept_fixes(round_)), len(problems)
    summary = f"{_counted(all_)} confirmed, {kept} fixed."
    return Record((result, *_closing(state, round_, summary)))


def _problem(state: SessionState, round_: RoundState, text: str) -> Problem:
    """A confirmed finding, asked of the first seat that saw it and can still answer."""
    assert round_.merged_findings is not None
    number = text.split(" ", 1)[0]
    finding = next(f for f in round_.merged_findings.findings if f.id == number)
    present = [seat for seat in finding.who if seat not in state.lost]
    what = f"{finding.claim} ({finding.fix})" if finding.fix else finding.claim
    what = f"{CAUSES[finding.cause]}: {what}" if finding.cause else what
    seat = (present or list(judging.judges_in_line(state, round_)))[0]
    return Problem(what=what, seat=seat, path=finding.file, line=finding.line)


def _result(state: SessionState, round_: RoundState) -> e.SynthesisEnd:
    assert round_.plan is not None
    before = state.tree
    after = mending.mended(round_, before)
    files = tuple(
        e.ProjectFile(path=path, text=text)
        for path, text in after.items()
        if before.get(path) != text
    )
    reports = [attempt.report for attempt in round_.tried if attempt.kept and attempt.report]
    return e.SynthesisEnd(
        round=round_.key,
        attempt=round_.attempt,
        shipped="fixed" if files else "unchanged",
        base="",
        files=files,
        provenance=mending.rewritten(round_, ()),
        conflicts=mending.left_open(round_),
        report=reports[-1] if reports else round_.plan.report,
        floor=round_.plan.report,
    )


def _closing(state: SessionState, round_: RoundState, summary: str) -> tuple[e.Event, ...]:
    assert round_.iteration is not None
    if round_.iteration.iteration in round_.escalated:
        return (end(state, round_, "developer", summary),)
    judge = round_.verdicts[round_.iteration.iteration].seat
    agreed = consensus(state, round_, judge, summary)
    return (agreed, end(state, round_, "consensus", summary))


def _after_escalation(state: SessionState, round_: RoundState) -> Step:
    choice = developers_answer(state, round_)
    if not isinstance(choice, e.HumanChoice):
        return choice
    assert round_.merged_findings is not None
    if choice.option == "decree":
        return Record((end(state, round_, "developer", choice.text),))
    if choice.option == "keep":
        found = _counted(len(round_.merged_findings.findings))
        told = f"{found}, on which there is no verdict."
        return Record((end(state, round_, "developer", told),))
    seat = choice.option.removeprefix("pick:")
    theirs = tuple(f for f in round_.merged_findings.findings if seat in f.who)
    return _start_mending(state, round_, theirs)
