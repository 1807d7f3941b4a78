"""What stays on the screen after an event: the live table and `replay` print the same."""

import html
import re
from typing import assert_never

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from roundtable.core import events as e
from roundtable.core.diagnoses import pass_name
from roundtable.core.parsing.text import one_line, printable
from roundtable.core.questions import Question
from roundtable.core.running import Stream
from roundtable.core.state import SessionState
from roundtable.views.apply_sentences import ApplyEvent, apply_lines
from roundtable.views.build_sentences import BuildEvent, build_lines, round_title, spoken
from roundtable.views.chronicle_lines import told_words
from roundtable.views.diagnosis_sentences import (
    DiagnosisEvent,
    consultation_line,
    evidence_of,
    how_held,
    opinion_columns,
    round_name,
    unreadable_line,
)
from roundtable.views.figures import count, duration, money, plural
from roundtable.views.run_sentences import OutputLine, RunEvent, is_good, run_lines
from roundtable.views.sentences import (
    answer_line,
    error_line,
    fallback_line,
    outcome_line,
    prose,
    retry_line,
    verdict_line,
)

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""One for each seat, in the order of the seats."""
_ROLES = {
    "judge": "as judge",
    "rejudge": "as judge, asked for the form alone",
    "compare": "on the panel",
    "fix": "rewrites a unit",
    "files": "gives files again",
    "block": "is asked for the block alone",
    "chat": "answers",
}
"""What a seat does in a turn in which it does not simply speak."""
_STREAMS: dict[Stream, str] = {"build": "dim", "stdout": "", "stderr": "red", "notice": "italic"}
_REFERENCE = re.compile(r"&#(?:[0-9]{1,9}|[xX][0-9a-fA-F]{1,8});?")


def kept(event: e.Event, state: SessionState) -> list[RenderableType]:
    """What stays on the screen after an event."""
    match event:
        case e.SessionStart():
            topic = Text(printable(event.topic.strip()), style="bold")
            return [topic, Text(event.session, style="dim"), ""]
        case e.ContextBuilt():
            tokens = sum(part.tokens for part in event.parts)
            text = (
                f"The knights read {plural(len(event.parts), 'part')}, about {count(tokens)} tokens"
            )
            if event.left_out:
                text += f"; {len(event.left_out)} left out"
            if event.remembered:
                text += f"; they are told of {told_words(event.remembered)}"
            return [Text(text, style="dim"), ""]
        case e.RoundStart() | e.DebateIteration():
            return _opened(event, state)
        case e.FilesRead():
            lines = (f"shown next: {f.path}{f.refused and ' — ' + f.refused}" for f in event.files)
            return [Text(printable(line), style="dim") for line in lines]
        case e.IterationEnd():
            verdict = Text(verdict_line(event.tally, state), style="bold")
            return [vote_table(event, state), verdict, ""]
        case e.NoteAdded():
            return [Text(f"Note from the King: {printable(event.text)}", style="bold green"), ""]
        case e.TurnEvent() if not isinstance(event, BuildEvent | DiagnosisEvent):
            return _of_a_turn(event, state)
        case _:
            return _of_a_workflow(event, state)


def _opened(event: e.RoundStart | e.DebateIteration, state: SessionState) -> list[RenderableType]:
    """A round of a build, or a pass around the table."""
    if isinstance(event, e.RoundStart):
        if state.current is None:
            return []
        return ["", Rule(Text(round_title(state.current, state), style="bold"))]
    how = how_held(state, event.blind)
    who = f"{how}: {state.named(event.order)}" if how else state.named(event.order)
    if state.current:
        return [Text(f"Iteration {event.iteration} · {who}", style="dim"), ""]
    return [Rule(Text(f"{round_name(state, event.iteration)} · {who}", style="bold"))]


def _of_a_turn(event: e.TurnEvent, state: SessionState) -> list[RenderableType]:
    who = state.named((event.seat,))
    match event:
        case e.AgentEnd():
            return [
                _heading(event.seat, state, event.turn_key),
                _markdown(spoken(event, state)),
                "",
            ]
        case e.AgentError():
            return [
                _heading(event.seat, state),
                Text(error_line(event), style="red"),
                "",
            ]
        case e.AgentRetry():
            return [Text(f"{who}: {retry_line(event)}", style="yellow")]
        case e.Fallback():
            return [Text(f"{who}: {fallback_line(event)}", style="yellow")]
        case e.AgentInterrupted():
            words = f"{who} broke off ({event.cause}); the turn may have been billed"
            return [Text(words, style="red")]
        case e.StanceUnreadable():
            again = "has no vote in this round" if event.final else "is asked for the block alone"
            return [
                Text(
                    f"{who} {again}: {printable(event.reason)}",
                    style="yellow",
                )
            ]
        case _:
            return []


def _of_a_workflow(event: e.Event, state: SessionState) -> list[RenderableType]:
    """What one workflow has for itself; the rest is the court's."""
    if isinstance(event, BuildEvent):
        return _built(event, state)
    if isinstance(event, ApplyEvent):
        return _applied(event, state)
    if isinstance(event, DiagnosisEvent):
        return _diagnosed(event, state)
    if isinstance(event, RunEvent):
        return _ran(event, state)
    return _closing(event, state)


def _closing(event: e.Event, state: SessionState) -> list[RenderableType]:
    match event:
        case e.Consensus() if event.round:
            return []  # the round's end says the same
        case e.Consensus() | e.KingsDecision():
            lead = state.seat(event.lead).label
            title = f"Decision · lead: {lead}"
            return [Panel(_prose(event.decision), title=title, border_style="green"), ""]
        case e.Escalation():
            return [
                Panel(_positions(event.question), title="Open positions", border_style="yellow")
            ]
        case e.HumanChoice():
            return [Text(printable(answer_line(event)), style="bold green")]
        case e.SessionPaused():
            reason = printable(event.detail) or "at your word"
            return [Text(f"Paused ({event.reason}): {reason}", style="yellow")]
        case e.SessionResumed():
            return [Text("Resumed", style="dim")]
        case e.SessionEnd():
            spent = state.spent
            return [
                Text(f"Outcome: {outcome_line(state)}", style="bold"),
                Text(
                    f"{money(spent.cost_microusd)} · {count(spent.tokens)} tokens · "
                    f"{duration(state.active_seconds)}",
                    style="dim",
                ),
            ]
        case _:
            return []


def _built(event: BuildEvent, state: SessionState) -> list[RenderableType]:
    """The lines of a build's event; a verdict and the end of a round stand out."""
    lines = [printable(line) for line in build_lines(event, state)]
    if isinstance(event, e.VerdictRead):
        words = "\n".join(line.strip() for line in lines[2:])
        colour = "green" if event.verdict.agreed else "yellow"
        return [Panel(Text(words), title=Text(lines[1].rstrip(":")), border_style=colour), ""]
    if isinstance(event, e.RoundEnd):
        first, *rest = [line for line in lines if line]
        return [Text(first, style="bold green"), *(Text(line, style="dim") for line in rest), ""]
    warn = isinstance(event, e.VerdictUnreadable | e.FindingsUnreadable | e.RoundReopened)
    told = [Text(line, style="yellow" if warn else "dim") for line in lines]
    return [*told, ""] if isinstance(event, e.FindingsRead) else [*told]


def _applied(event: ApplyEvent, state: SessionState) -> list[RenderableType]:
    good = isinstance(event, e.ChangesApplied | e.ChangesUndone)
    lines = [printable(line) for line in apply_lines(event, state)]
    return [
        Text(line, style="yellow" if "!" in line[:8] else "bold green" if good else "")
        for line in lines
    ]


def _ran(event: RunEvent, state: SessionState) -> list[RenderableType]:
    """How a run ended stands out; what it wrote is `written`'s."""
    lines = [printable(line) for line in run_lines(event, state)]
    good = isinstance(event, e.ExecDone) and is_good(event)
    colour = "green" if good else "red" if isinstance(event, e.ExecDone | e.ExecError) else ""
    return [
        Text(line, style=f"bold {colour}" if line.startswith("->") else "dim") for line in lines
    ]


def written(lines: list[OutputLine]) -> list[RenderableType]:
    """What a run wrote, line by line."""
    return [Text(f"  {line}", style=_STREAMS[line.stream], overflow="fold") for line in lines]


def _diagnosed(event: DiagnosisEvent, state: SessionState) -> list[RenderableType]:
    """The doctors' opinions as a table; the diagnosis stands out."""
    match event:
        case e.DiagnosisRead():
            return []  # told for all at the end of the round
        case e.DiagnosisUnreadable():
            return [Text(printable(unreadable_line(event, state)), style="yellow")]
        case e.ConsultationEnd():
            line = consultation_line(event.consultation, state, event.iteration)
            return [opinion_table(event, state), Text(line, style="bold"), ""]
        case e.Diagnosed():
            title = f"Diagnosis · lead: {state.seat(event.lead).label}"
            return [Panel(_prose(event.decision), title=title, border_style="green"), ""]
        case _:
            assert_never(event)


def opinion_table(event: e.ConsultationEnd, state: SessionState) -> Table:
    """Keys, confidences and evidence after a round of a code-red."""
    table = Table()
    table.add_column(f"after {pass_name(event.iteration)}")
    table.add_column("root cause")
    table.add_column("sure", justify="right")
    table.add_column("evidence", ratio=1)
    blocks = evidence_of(state, event.iteration)
    for opinion in event.consultation.opinions:
        key, sure = opinion_columns(opinion)
        block = blocks.get(opinion.seat)
        evidence = "\n".join(f"• {item}" for item in block.evidence) if block else opinion.why
        label = state.seat(opinion.seat).label
        table.add_row(label, Text(key), sure, Text(printable(evidence or "none")))
    return table


def vote_table(event: e.IterationEnd, state: SessionState) -> Table:
    """Scores and open issues after a round."""
    table = Table()
    table.add_column(f"vote of round {event.iteration}")
    table.add_column("score", justify="right")
    table.add_column("open issues", ratio=1)
    for ballot in event.tally.ballots:
        score = "–" if ballot.score is None else str(ballot.score)  # noqa: RUF001
        issues = "\n".join(f"• {i}" for i in ballot.pending_issues) or ballot.why or "none"
        table.add_row(state.seat(ballot.seat).label, score, Text(printable(issues)))
    return table


def _heading(seat: str, state: SessionState, turn_key: str = "") -> Text:
    index = next(i for i, s in enumerate(state.seats) if s.name == seat)
    heading = Text(state.seat(seat).label, style=f"bold {COLOURS[index % len(COLOURS)]}")
    turn = state.turns.get(turn_key)
    if turn and turn.purpose in _ROLES:
        heading.append(f" {_ROLES[turn.purpose]}", style="dim")
    return heading


def _prose(text: str) -> RenderableType:
    return _markdown(prose(text))


def _markdown(words: str) -> RenderableType:
    return Markdown(_REFERENCE.sub(_harmless, words), hyperlinks=False)


def _harmless(reference: re.Match[str]) -> str:
    """A character reference, unless Markdown would turn it into something a terminal obeys."""
    return reference[0] if printable(html.unescape(reference[0])) else ""


def _positions(question: Question) -> RenderableType:
    """What each knight would have the King decide."""
    table = Table.grid(padding=(0, 2))
    for option in question.options:
        if option.detail:
            table.add_row(Text(option.label, style="bold"), Text(one_line(option.detail, 600)))
    return table
