"""What an event of a build means, in lines for people. Every view shares these words."""

from typing import assert_never

from roundtable.core import events as e
from roundtable.core.checks import CheckReport
from roundtable.core.findings import CAUSES, Cause
from roundtable.core.parsing.file_blocks import read_files
from roundtable.core.parsing.text import one_line
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.units import WHOLE, Conflict
from roundtable.core.verdicts import form
from roundtable.views.diagnosis_sentences import log_line
from roundtable.views.figures import plural
from roundtable.views.sentences import prose
from roundtable.views.summon_sentences import SummonEvent, summon_lines

_WIDTH = 300
_MOST_LEFT_OUT = 3

BuildEvent = (
    e.FilesGiven
    | e.RoundReopened
    | e.RoundEnd
    | e.FilesProposed
    | e.ClaimsRead
    | e.CandidatesSurveyed
    | e.Comparison
    | e.VerdictRead
    | e.VerdictUnreadable
    | e.SynthesisStart
    | e.Merged
    | e.FixesPlanned
    | e.FixTried
    | e.SynthesisEnd
    | e.FilesEdited
    | e.ReviewPlanned
    | e.ChunkStart
    | e.FindingsRead
    | e.FindingsUnreadable
    | e.FindingsMerged
    | e.ChatAsked
)


def _left_out(given: e.FilesGiven) -> str:
    """How many files were not taken, and the first of them with their reasons."""
    named = given.left_out[:_MOST_LEFT_OUT]
    told = [f"{one_line(item.title, 80)}, {one_line(item.reason, 80)}" for item in named]
    more = "; …" if len(given.left_out) > len(named) else ""
    return f", {len(given.left_out)} left out ({'; '.join(told)}{more})"


def build_lines(event: BuildEvent, state: SessionState) -> list[str]:
    """The event in plain lines; the state is the one after it."""
    if state.opening.workflow == "summon" and isinstance(event, SummonEvent):
        return summon_lines(event, state)
    match event:
        case e.FilesGiven() if state.opening.workflow == "code-red":
            return [log_line(event)]
        case e.FilesGiven():
            left = _left_out(event) if event.left_out else ""
            absent = f"; not there yet: {', '.join(event.absent)}" if event.absent else ""
            count = plural(len(event.files), "file")
            return [f"Starting from {event.origin}: {count}{left}{absent}"]
        case e.RoundReopened():
            words = f": {event.instructions}" if event.instructions else ""
            return ["", f"The round {event.round} is held anew{words}"]
        case e.RoundEnd():
            return round_end_lines(event, state)
        case e.ChatAsked():
            return ["", f"Question to the judge: {event.question}"]
        case e.FilesProposed() | e.ClaimsRead():
            return _speech_lines(event, state)
        case e.CandidatesSurveyed() | e.Comparison() | e.VerdictRead() | e.VerdictUnreadable():
            return _judging_lines(event, state)
        case (
            e.ReviewPlanned()
            | e.ChunkStart()
            | e.FindingsRead()
            | e.FindingsUnreadable()
            | e.FindingsMerged()
        ):
            return _review_lines(event, state)
        case _:
            return _synthesis_lines(event, state)


def spoken(event: e.AgentEnd, state: SessionState) -> str:
    """The words of a turn; its files are told by name, and a rewritten unit stays in the record."""
    turn = state.turns.get(event.turn_key)
    if turn and turn.purpose == "fix":
        return "(the rewritten unit)"
    if turn and turn.purpose in ("speak", "files") and _gives_files(state):
        reading = read_files(event.text)
        if reading.files or reading.deleted or reading.rejected:
            return prose(reading.prose) if reading.prose.strip() else "(nothing but files)"
    return prose(event.text)


def _gives_files(state: SessionState) -> bool:
    round_ = state.current
    return round_ is not None and state.agenda.plan(round_.key).kind == "code"


def round_title(round_: RoundState, state: SessionState) -> str:
    """`Round 3 of 5: development, second attempt · judge: Gawain`."""
    keys: list[str] = [plan.key for plan in state.agenda.rounds]
    place = f" {keys.index(round_.key) + 1} of {len(keys)}" if round_.key in keys else ""
    again = f", attempt {round_.attempt}" if round_.attempt > 1 else ""
    again += ", by the setting and unasked" if round_.start.automatic else ""
    judge = f" · judge: {state.named((round_.start.judge,))}" if round_.start.judge else ""
    return f"Round{place}: {round_.key}{again}{judge}"


def round_end_lines(event: e.RoundEnd, state: SessionState) -> list[str]:
    how = {
        "consensus": "agreed",
        "developer": "decided by the developer",
        "clean": "nothing to do",
        "skipped": "not held",
    }[event.outcome]
    first, *more = event.summary.splitlines() or [""]
    lines = ["", f"=> {event.round} {how}: {first}", *(f"   {line}" for line in more)]
    if event.file_structure:
        lines.append(f"   files to fill: {', '.join(event.file_structure)}")
    if event.silent:
        lines.append(f"   without an answer in this round: {state.named(event.silent)}")
    return lines


def _edit_lines(event: e.FilesEdited) -> list[str]:
    """What the developer changed in the files of a round."""
    note = f": {one_line(event.note, _WIDTH)}" if event.note else ""
    lines = ["", f"The developer edits the files of {event.round}{note}"]
    lines += [f"   changed: {', '.join(file.path for file in event.files)}"] if event.files else []
    return lines + ([f"   deleted: {', '.join(event.deleted)}"] if event.deleted else [])


def _speech_lines(event: e.FilesProposed | e.ClaimsRead, state: SessionState) -> list[str]:
    who = state.named((event.seat,))
    if isinstance(event, e.FilesProposed):
        given = [file.path for file in event.files]
        lines = [f"   {who} gives {', '.join(given)}"] if given else []
        lines += [f"   {who} deletes {path}" for path in event.deleted]
        lines += [
            f"   {file.path}: {one_line(text, _WIDTH)}"
            for file in event.files
            for text in file.warnings
        ]
        lines += [
            f"   not taken: {one_line(item.path, 120) or '(no path)'}: "
            f"{one_line(item.reason, _WIDTH)}"
            for item in event.rejected
        ]
        return lines or [f"   {who} gives no file"]
    return _claim_lines(event, state, who)


def _claim_lines(event: e.ClaimsRead, state: SessionState, who: str) -> list[str]:
    moves = event.moves
    lines = [
        f"   {who} contests: {f'{one_line(raised.about, 80)}: ' if raised.about else ''}"
        f"{one_line(raised.claim, _WIDTH)}"
        for raised in moves.raised
    ]
    lines += [
        f"   {who} answers {reply.claim}: {one_line(reply.text, _WIDTH)}"
        for reply in moves.answered
    ]
    for reply in moves.conceded:
        why = one_line(reply.evidence, _WIDTH) or "gives in WITHOUT NAMING NEW EVIDENCE"
        lines.append(f"   {who} concedes {reply.claim}: {why}")
    return lines + [f"   ignored: {one_line(reason, _WIDTH)}" for reason in moves.ignored]


def cause_note(cause: Cause | None) -> str:
    """Whose fault a finding is, behind its claim."""
    return f" ({CAUSES[cause]})" if cause else ""


def unit_name(unit: str) -> str:
    return "all of it" if unit == WHOLE else unit


def evidence_line(report: CheckReport) -> str:
    """What the checks came to, and where code was run."""
    failed = [check for check in report.checks if check.status == "failed"]
    parts = [
        f"{check.kind} failed" + (f" ({one_line(check.detail, 160)})" if check.detail else "")
        for check in failed
        if check.kind != "tests"
    ]
    if report.passed or report.failed:
        parts.append(
            f"{len(report.passed)} of {len(report.passed) + len(report.failed)} tests pass"
        )
    tests = report.check("tests")
    if tests and tests.status == "not_run":
        parts.append(f"tests not run: {one_line(tests.detail, 160)}")
    where = "only read, nothing was run" if report.place == "static" else f"run in {report.place}"
    return f"{'; '.join(parts) or 'nothing wrong found'} ({where})"


def _judging_lines(
    event: e.CandidatesSurveyed | e.Comparison | e.VerdictRead | e.VerdictUnreadable,
    state: SessionState,
) -> list[str]:
    match event:
        case e.CandidatesSurveyed():
            lines = [
                f"   {state.named((item.seat,))}: {evidence_line(item.report)}"
                for item in event.reports
            ]
            units = f"   units that differ: {len(event.rows)}, the same: {event.equal}"
            return ["", "The checks:", *lines, units]
        case e.Comparison():
            won = state.named((event.winner,)) if event.winner else "neither, it is no clear choice"
            pair = f"{state.named((event.first,))} and {state.named((event.second,))}"
            return [f"   {state.named((event.seat,))} compares {pair}: {won}"]
        case e.VerdictRead():
            round_ = state.current
            names = round_.seat_of if round_ else {}
            told = form(event.verdict, names).splitlines()
            lines = ["", f"Verdict of {state.named((event.seat,))}:", *(f"   {t}" for t in told)]
            lines += [f"   not carried out: {one_line(reason, _WIDTH)}" for reason in event.dropped]
            waiting = round_.ledger.open if round_ else ()
            if event.verdict.agreed and waiting:
                ids = ", ".join(claim.id for claim in waiting)
                lines.append(f"   it does not count yet; not settled by evidence: {ids}")
            return lines
        case e.VerdictUnreadable():
            again = "there is no verdict" if event.final else "its form alone is asked for"
            who, why = state.named((event.seat,)), one_line(event.reason, _WIDTH)
            return [f"   {who}'s verdict cannot be read, {again}: {why}"]
        case _:
            assert_never(event)


def _review_lines(
    event: e.ReviewPlanned
    | e.ChunkStart
    | e.FindingsRead
    | e.FindingsUnreadable
    | e.FindingsMerged,
    state: SessionState,
) -> list[str]:
    match event:
        case e.ReviewPlanned():
            lines = [f"To be read in {plural(len(event.chunks), 'chunk')}"]
            return lines + ([f"   {evidence_line(event.report)}"] if event.report else [])
        case e.ChunkStart():
            more = f" and {len(event.paths) - 12} more" if len(event.paths) > 12 else ""
            chunk = f"Chunk {event.chunk} of {event.total}"
            what = chunk if event.chunk else "The borders between chunks"
            return ["", f"-- {what}: {', '.join(event.paths[:12])}{more}"]
        case e.FindingsRead():
            who = state.named((event.seat,))
            lines = [f"   {who}: {plural(len(event.findings), 'finding')}"]
            return lines + [f"   not taken: {one_line(r, _WIDTH)}" for r in event.rejected]
        case e.FindingsUnreadable():
            again = "they do not count" if event.final else "asked for once more"
            who = state.named((event.seat,))
            return [
                f"   {who}'s findings cannot be read, {again}: {one_line(event.reason, _WIDTH)}"
            ]
        case e.FindingsMerged():
            lines = [
                f"   {f.id} [{f.severity}] {f.file}{f':{f.line}' if f.line else ''} "
                f"({f.support}: {state.named(f.who)}) {one_line(f.claim, _WIDTH)}"
                f"{cause_note(f.cause)}"
                for f in event.findings
            ]
            return ["", f"{plural(len(event.findings), 'finding')} in all:", *lines]
        case _:
            assert_never(event)


def _synthesis_lines(
    event: e.SynthesisStart
    | e.Merged
    | e.FixesPlanned
    | e.FixTried
    | e.SynthesisEnd
    | e.FilesEdited,
    state: SessionState,
) -> list[str]:
    match event:
        case e.SynthesisStart():
            return _directive_lines(event, state)
        case e.Merged():
            floor = (
                f"the best opening was {state.named((event.floor_seat,))}'s: "
                if event.floor_seat
                else ""
            )
            trials = f" after {plural(event.trials, 'trial')}" if event.trials else ""
            lines = [f"   merged{trials}: {evidence_line(event.report)}"]
            if floor:
                lines.append(f"   {floor}{evidence_line(event.floor)}")
            if event.shipped == "opening":
                lines.append(
                    "   nothing was merged that holds as much: that opening ships as it is"
                )
            return lines + conflict_lines(event.conflicts)
        case e.FixesPlanned():
            lines = [f"   to be rewritten: {plural(len(event.fixes), 'place')}"]
            return lines + [
                f"   no place for: {one_line(text, _WIDTH)}" for text in event.not_found
            ]
        case e.FixTried():
            return _fix_lines(event, state)
        case e.SynthesisEnd():
            changed = ", ".join(file.path for file in event.files) or "nothing"
            lines = [f"   changed: {changed}"]
            lines += [f"   deleted: {', '.join(event.deleted)}"] if event.deleted else []
            return lines + ([f"   {evidence_line(event.report)}"] if event.report else [])
        case e.FilesEdited():
            return _edit_lines(event)
        case _:
            assert_never(event)


def _directive_lines(event: e.SynthesisStart, state: SessionState) -> list[str]:
    again = state.current is not None and state.current.merges > 1
    how = " anew, as the developer directs," if again else ""
    base = f" into {state.named((event.base,))}'s files" if event.base else ""
    taken = [
        f"   {unit_name(item.unit)} ({item.path}) from {state.named((item.source,))}: "
        f"{one_line(item.why, _WIDTH)}"
        for item in event.take
    ]
    problems = [f"   to be fixed: {one_line(text, _WIDTH)}" for text in event.problems]
    return ["", f"Merging{how}{base}", *taken, *problems]


def _fix_lines(event: e.FixTried, state: SessionState) -> list[str]:
    round_ = state.current
    fixes = round_.fixes.fixes if round_ and round_.fixes else ()
    fix = next((f for f in fixes if f.number == event.number), None)
    place = f"{fix.unit or 'the file'} ({fix.path})" if fix else f"fix {event.number}"
    who = f" by {state.named((fix.seat,))}" if fix else ""
    if event.kept:
        told = f"; {evidence_line(event.report)}" if event.report else ""
        return [f"   {place} rewritten{who}{told}"]
    return [f"   {place} stays as it was: {one_line(event.reason, _WIDTH)}"]


def conflict_lines(conflicts: tuple[Conflict, ...]) -> list[str]:
    return [
        f"   {'not spliced' if c.refused else 'to be looked at'}: {c.unit} ({c.path}): "
        f"{one_line(c.reason, _WIDTH)}"
        for c in conflicts
    ]
