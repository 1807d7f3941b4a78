"""The readable record of a build: every round with its turns, claims, verdict and result."""

import re

from roundtable.core.decide.coding import directives_text
from roundtable.core.ledger import Claim
from roundtable.core.parsing.text import one_line
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.verdicts import form
from roundtable.views.build_sentences import cause_note, conflict_lines, evidence_line, round_title


def round_lines(state: SessionState, round_: RoundState, turn_lines: list[str]) -> list[str]:
    """One round under its heading; the turns come ready made."""
    counts = "" if round_ in state.rounds else " (held anew later; no longer counts)"
    lines = [f"## {round_title(round_, state)}{counts}", ""]
    if round_.start.instructions:
        lines += [f"*Instructions: {round_.start.instructions}*", ""]
    lines += turn_lines
    lines += claims_lines(state, round_)
    lines += _findings_lines(state, round_)
    for read in round_.judgements:
        judge = state.named((read.seat,))
        gone = "" if round_.verdicts.get(read.iteration) == read else " (another's took its place)"
        lines += [f"### Verdict of {judge}, iteration {read.iteration}{gone}", ""]
        lines += [*fenced(form(read.verdict, round_.seat_of)), ""]
    if round_.merges > 1:
        lines += ["### The merge as the developer directed it", ""]
        lines += [*fenced(directives_text(state, round_)), ""]
    lines += result_lines(state, round_)
    if round_.ended:
        lines += [f"**{round_.ended.outcome}**: {round_.ended.summary}", ""]
    return lines + _edit_lines(round_)


def _edit_lines(round_: RoundState) -> list[str]:
    """What the developer changed in the files since the round."""
    if not round_.edits:
        return []
    lines = ["### Edited by the developer", ""]
    for edit in round_.edits:
        lines += [f"- changed: `{file.path}`" for file in edit.files]
        lines += [f"- deleted: `{path}`" for path in edit.deleted]
        lines += [f"- why: {one_line(edit.note, 400)}"] if edit.note else []
    return [*lines, ""]


def fenced(text: str) -> list[str]:
    """Behind a fence that is longer than any in the text: nothing in it ends the block."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, text, fence]


def all_rounds(state: SessionState) -> list[RoundState]:
    """Every attempt, in the order in which they were held."""
    return sorted((*state.superseded, *state.rounds), key=lambda r: r.start.seq)


def claims_lines(state: SessionState, round_: RoundState) -> list[str]:
    if not round_.ledger.claims:
        return []
    rows = [f"- {claim_line(state, claim)}" for claim in round_.ledger.claims]
    return ["### The ledger of claims", "", *rows, ""]


def claim_line(state: SessionState, claim: Claim) -> str:
    """A claim with how it stands, and whether somebody gave in without new evidence."""
    about = f" about {one_line(claim.about, 80)}" if claim.about else ""
    line = f"{claim.id} ({claim.status}) {state.named((claim.by,))}{about}: "
    line += one_line(claim.text, 300)
    if claim.status == "conceded":
        who = state.named((claim.closed_by,))
        why = one_line(claim.closing_evidence, 200) or "WITHOUT NAMING NEW EVIDENCE"
        line += f" | {who} gave in: {why}"
    elif claim.status == "settled":
        line += f" | settled by the judge: {one_line(claim.closing_evidence, 200)}"
    return line


def _findings_lines(state: SessionState, round_: RoundState) -> list[str]:
    if round_.merged_findings is None:
        return []
    rows = [
        f"- {f.id} [{f.severity}] `{f.file}`{f' line {f.line}' if f.line else ''}, "
        f"{f.support} ({state.named(f.who)}): {one_line(f.claim, 400)}{cause_note(f.cause)}"
        for f in round_.merged_findings.findings
    ]
    return ["### Findings", "", *(rows or ["None."]), ""]


def result_lines(state: SessionState, round_: RoundState) -> list[str]:
    """What the round made of the files, and on what evidence."""
    result = round_.result
    if result is None:
        return []
    lines = ["### Result", ""]
    if result.report:
        lines.append(f"- checks: {evidence_line(result.report)}")
    if result.floor and result.floor_seat:
        lines.append(
            f"- best opening, {state.named((result.floor_seat,))}: {evidence_line(result.floor)}"
        )
    lines += [f"- changed: `{file.path}`" for file in result.files]
    lines += [f"- deleted: `{path}`" for path in result.deleted]
    lines += [
        f"- `{s.path}` {s.unit}: {state.named((s.source,))} ({one_line(s.why, 160)})"
        for s in result.provenance
        if s.why != "base"
    ]
    lines += [f"- {line.strip()}" for line in conflict_lines(result.conflicts)]
    return [*lines, ""]
