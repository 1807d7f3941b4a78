"""A question to the judge about the session, with the record as its context. It changes nothing."""

from roundtable.core import events as e
from roundtable.core.build_prompts import Section, assemble, ledger, the_task
from roundtable.core.parsing.text import one_line
from roundtable.core.quoting import Prompt, Quoted, template
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.turns import Turn, turn_key

CHAT_TOKENS = 2048
ROUND = "chat"


def judge_of(state: SessionState) -> str:
    """Who answers: the judge of the last round, or the first seat at a table without one."""
    judge = state.current.start.judge if state.current else ""
    return judge or state.seats[0].name


def ask(state: SessionState, question: str) -> e.ChatAsked:
    return e.ChatAsked(number=len(state.chats) + 1, question=question)


def chat_turn(state: SessionState) -> PlannedTurn:
    """The answer that the last question waits for."""
    seat, number = judge_of(state), len(state.chats)
    return PlannedTurn(
        key=turn_key(ROUND, 1, number, seat, "chat"),
        seat=seat,
        iteration=number,
        purpose="chat",
        ask=1,
    )


def chat_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The record of the session, then what was asked and answered before, then the question."""
    decided = [f"{r.key}: {r.ended.summary}" for r in state.rounds if r.ended]
    if state.decision:
        decided.append(f"decision: {state.decision.text}")
    results = (Quoted("results", "\n".join(decided)),) if decided else ()
    earlier = [
        Quoted(f"question {asked.number}", f"{asked.question}\n\n{_answer(state, asked.number)}")
        for asked in state.chats[:-1]
    ]
    speeches = [
        Quoted(_heading(state, t), t.text)
        for t in state.turns.values()
        if t.status == "done" and t.purpose != "chat"
    ]
    files = [Quoted(one_line(path, 300), text) for path, text in state.tree.items()]
    sections = [
        the_task(state),
        Section("Who went under which letter", words=_letters(state)),
        Section("What was decided", quoted=results),
        *((ledger(state.current),) if state.current else ()),
        Section("The project's files", quoted=tuple(files), yields=2),
        Section("What was said", quoted=tuple(speeches), yields=3),
        Section("Earlier questions", quoted=tuple(earlier), yields=1),
    ]
    request = f"# The developer asks you\n\n{state.chats[-1].question}\n"
    system = template("chat_system").render(language=state.opening.language)
    return assemble(state, turn, system, sections, request, limit_tokens)


def _letters(state: SessionState) -> str:
    """The seats spoke of one another by letters; the developer asks about them by name."""
    return "\n".join(
        f"- {r.key}, attempt {r.attempt}: "
        + ", ".join(f"{item.label} is {item.seat}" for item in r.start.labels)
        for r in (*state.superseded, *state.rounds)
        if r.start.labels
    )


def _heading(state: SessionState, turn: Turn) -> str:
    gone = any(turn.key.startswith(f"{r.name}.") for r in state.superseded)
    again = ", in an attempt that no longer counts" if gone else ""
    return f"{turn.seat}, {turn.stage} {turn.iteration}, {turn.purpose}{again}"


def _answer(state: SessionState, number: int) -> str:
    answers = [
        t.text
        for t in state.turns.values()
        if t.purpose == "chat" and t.iteration == number and t.status == "done"
    ]
    return answers[-1] if answers else "(no answer)"
