"""The readable files of a project, each rendered from what the log says. Pure text."""

import json
from collections.abc import Iterable

from roundtable.core.chronicle import Decree, Entry
from roundtable.core.decide.presence import turns_of
from roundtable.core.parsing.text import one_line
from roundtable.core.seats import REHEARSAL
from roundtable.core.state import SessionState
from roundtable.core.summary import summarise
from roundtable.core.turns import Turn
from roundtable.views.apply_pages import apply_page_lines
from roundtable.views.build_pages import all_rounds, round_lines
from roundtable.views.chronicle_lines import entry_lines
from roundtable.views.diagnosis_pages import consultation_page_lines, log_lines
from roundtable.views.diagnosis_sentences import how_held, round_name
from roundtable.views.figures import count, duration, money
from roundtable.views.run_pages import runs_lines
from roundtable.views.sentences import FATES, OUTCOMES, ballot_line, outcome_line, verdict_line
from roundtable.views.summon_pages import change_lines, dropped_lines, reading_lines

_ASKED = {
    "block": " (asked for the block alone)",
    "files": " (asked for files once more)",
    "compare": " (comparing two candidates)",
    "judge": " (judging)",
    "rejudge": " (asked for the verdict's form alone)",
    "fix": " (rewriting a unit)",
}


def topic_page(state: SessionState) -> str:
    start = state.opening
    seats = "\n".join(f"- {seat.label}, through `{seat.adapter}`" for seat in start.seats)
    return (
        f"# {one_line(start.topic, 100)}\n\n{start.topic.strip()}\n\n"
        f"Convened {start.at} in {start.project}.\n\n## At the table\n\n{seats}\n"
        + "".join(f"{line}\n" for line in (*log_lines(state), *change_lines(state)))
    )


def discussion_page(state: SessionState) -> str:
    """Every turn of every round, as it was said."""
    lines = [f"# Discussion: {one_line(state.opening.topic, 100)}", ""]
    lines += _notice(state)
    for round_ in all_rounds(state):
        spoken = [line for t in turns_of(state, round_) for line in _turn_lines(state, t)]
        lines += round_lines(state, round_, spoken)
    lines += reading_lines(state, _turn_lines)
    for index, iteration in enumerate(() if state.opening.agenda else state.iterations):
        number = iteration.iteration
        blind = how_held(state, iteration.blind).partition(",")[0]
        how = blind or "order: " + ", ".join(iteration.order)
        lines += [f"## {round_name(state, number)} ({how})", ""]
        lines += [line for t in _turns(state, number) for line in _turn_lines(state, t)]
        if index < len(state.tallies):
            lines += [*_vote_lines(state, index), ""]
        lines += consultation_page_lines(state, index)
        for read in state.files:
            if read.iteration == number:
                lines += ["### Files shown for the next round", ""]
                lines += [
                    f"- `{f.path}`{_range(f.start, f.end)} for {', '.join(f.requested_by)}"
                    + (f": not shown, {f.refused}" if f.refused else "")
                    for f in read.files
                ]
                lines.append("")
    lines += runs_lines(state)
    if state.notes:
        lines += ["## Notes from the King", ""]
        lines += [f"- {note.at}: {note.text}" for note in state.notes] + [""]
    return "\n".join([*lines, *_chat_lines(state)])


def _chat_lines(state: SessionState) -> list[str]:
    """What was asked about the session, and the answers."""
    lines = ["## Questions to the judge", ""] if state.chats else []
    for asked in state.chats:
        lines += [f"*{one_line(asked.question, 2_000)}*", ""]
        answers = [t for t in _turns(state, asked.number, chat=True) if t.status != "open"]
        lines += [line for turn in answers for line in _turn_lines(state, turn)]
    return lines


def _notice(state: SessionState) -> list[str]:
    """Who of the knights is none."""
    scripted = [seat.name for seat in state.seats if seat.scripted]
    if not scripted:
        return []
    if len(scripted) == len(state.seats):
        return [f"> This is a {REHEARSAL}: the knights speak from a script.", ""]
    return [f"> {', '.join(scripted)}: {REHEARSAL}, speaking from a script.", ""]


def _turns(state: SessionState, iteration: int, chat: bool = False) -> list[Turn]:
    """The turns of an iteration; or those that answer the question of that number."""
    turns = state.turns.values()
    return [t for t in turns if t.iteration == iteration and (t.purpose == "chat") is chat]


def _turn_lines(state: SessionState, turn: Turn) -> list[str]:
    label = state.seat(turn.seat).label
    lines = [f"### {label}{_ASKED.get(turn.purpose, '')}", ""]
    if turn.maybe_billed:
        times = "once" if turn.maybe_billed == 1 else f"{turn.maybe_billed} times"
        lines += [f"*Broke off {times}; that may have been billed.*", ""]
    if turn.status == "failed":
        billed = "; what it had said may have been billed" if turn.text else ""
        lines += [f"*Did not answer: {turn.error}: {turn.detail}{billed}*", ""]
    if turn.text:
        lines += [turn.text.strip(), ""]
    if turn.status == "done":
        usage = turn.usage
        lines += [
            f"*{duration(turn.seconds)}, {count(usage.tokens)} tokens, "
            f"{money(usage.cost_microusd)}*",
            "",
        ]
        if turn.unreadable:
            what = "diagnosis" if state.opening.workflow == "code-red" else "vote"
            lines += [f"*No {what} could be read: {turn.unreadable}*", ""]
    return lines


def _vote_lines(state: SessionState, index: int) -> list[str]:
    tally = state.tallies[index]
    verdict = verdict_line(tally, state)
    ballots = [f"- {ballot_line(b, state.seat(b.seat).label)}" for b in tally.ballots]
    return ["### Vote", "", *ballots, "", f"**{verdict[0].upper()}{verdict[1:]}.**"]


def _range(start: int | None, end: int | None) -> str:
    return f" lines {start}-{end}" if start else ""


def decisions_page(state: SessionState) -> str:
    """The decision, who made it, and what shall become of it."""
    lines = [f"# Decision: {one_line(state.opening.topic, 100)}", ""]
    lines += _notice(state)
    decision = None if state.opening.agenda else state.decision
    if decision:
        lines += [decision.text.strip(), ""]
        lines += [f"- How: {OUTCOMES[decision.source]}"]
        lines += [f"- Lead knight: {state.seat(decision.lead).label}"]
        if decision.files_to_modify:
            lines += ["- Files: " + ", ".join(f"`{f}`" for f in decision.files_to_modify)]
    lines += apply_page_lines(state)
    for round_ in state.rounds:
        if round_.ended:
            lines += [f"- {round_.key} ({round_.ended.outcome}): {round_.ended.summary}"]
    if state.ended:
        lines += [f"- Outcome: {outcome_line(state)}"]
    elif not decision and not state.rounds and not state.opening.errand:
        lines += ["Nothing has been decided yet."]
    lines += [f"- {d.at}: {FATES[d.kind]}" for d in state.decrees]
    if state.tallies:
        lines += ["", "## Last vote", ""]
        lines += [
            f"- {ballot_line(b, state.seat(b.seat).label)}" for b in state.tallies[-1].ballots
        ]
    if state.consultations:
        lines += ["", *consultation_page_lines(state, len(state.consultations) - 1)]
    lines += dropped_lines(state)
    spent = state.spent
    lines += ["", f"Cost: {money(spent.cost_microusd)}, {count(spent.tokens)} tokens.", ""]
    return "\n".join(lines)


def status_page(state: SessionState) -> str:
    return json.dumps(summarise(state), indent=2, ensure_ascii=False) + "\n"


def chronicle_page(project: str, entries: Iterable[Entry]) -> str:
    """The collective memory, newest first."""
    lines = [f"# Chronicle of {project}", ""]
    for entry in reversed(list(entries)):
        lines += entry_lines(entry)
    if len(lines) == 2:
        lines += ["Nothing has been decided yet.", ""]
    return "\n".join(lines)


def decrees_page(decrees: Iterable[Decree]) -> str:
    """One JSON object a line, oldest first."""
    return "".join(
        json.dumps(
            {
                "id": d.number,
                "at": d.at,
                "kind": d.kind,
                "text": d.text,
                "topic": d.topic,
                "session": d.session,
                "revoked": d.revoked,
                "revoked_because": d.revoked_because,
            },
            ensure_ascii=False,
        )
        + "\n"
        for d in decrees
    )
