"""The end of a debate: who leads, what the King is asked, and what his answer leads to."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from roundtable.core import events as e
from roundtable.core.diagnoses import Consultation
from roundtable.core.parsing.json_blocks import without_last_block
from roundtable.core.parsing.text import excerpt
from roundtable.core.questions import Option, Question
from roundtable.core.seats import Seat
from roundtable.core.stances import Stance, Tally
from roundtable.core.state import SessionState
from roundtable.core.steps import Record, Step

MOST_WORDS = 2_000
"""How much of a speech stands for a proposal that was not made; the turn holds the whole."""

FATES: dict[str, e.DecreeKind] = {
    "apply": "apply",
    "self": "self",
    "later": "deferred",
    "reject": "rejected",
    "report": "report",
    "log": "logged",
}

Vote = Tally | Consultation


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat would have the King decide."""

    text: str
    files: tuple[str, ...] = ()


def lead(state: SessionState) -> Seat:
    """Who answered with the highest score; ties by fit to the topic, then by priority."""
    return ranked(state)[0]


def ranked(state: SessionState) -> list[Seat]:
    """The seats that answered in the last round (all, if nobody did), the lead first."""

    def score(seat: str) -> int:
        stance = last_stance(state, seat)
        return stance.consensus_score if stance else -1

    return best_first(state, state.tallies[-1].answered if state.tallies else (), score)


def best_first(
    state: SessionState, answered: Iterable[str], score: Callable[[str], int]
) -> list[Seat]:
    """Who answered (all, if nobody did) by score; ties by fit to the topic, then by priority."""
    topic_words = set(re.findall(r"\w+", state.opening.topic.casefold()))

    def rank(seat: Seat) -> tuple[int, int, int]:
        words = re.findall(r"\w+", " ".join(seat.capabilities).casefold())
        return (-score(seat.name), -len(topic_words.intersection(words)), seat.priority)

    names = frozenset(answered)
    present = [seat for seat in state.seats if seat.name in names]
    return sorted(present or state.seats, key=rank)


def positions(state: SessionState) -> dict[str, Position]:
    """The proposals of those who have one, in the order of the seats."""
    found: dict[str, Position] = {}
    for seat in state.seats:
        if words := proposal(state, seat.name):
            stance = last_stance(state, seat.name)
            found[seat.name] = Position(words, stance.files_to_modify if stance else ())
    return found


def last_stance(state: SessionState, seat: str) -> Stance | None:
    stances = [t.stance for t in state.turns.values() if t.seat == seat and t.stance]
    return stances[-1] if stances else None


def proposal(state: SessionState, seat: str) -> str:
    """What the seat would have us decide: its last proposal, else the beginning of its words."""
    return _proposed(state, seat) or _words(state, seat)


def _proposed(state: SessionState, seat: str) -> str:
    stances = [t.stance for t in state.turns.values() if t.seat == seat and t.stance]
    return next((s.proposal for s in reversed(stances) if s.proposal), "")


def _words(state: SessionState, seat: str) -> str:
    spoken = [
        t.text
        for t in state.turns.values()
        if t.seat == seat and t.purpose == "speak" and t.status == "done"
    ]
    return excerpt(without_last_block(spoken[-1]), MOST_WORDS) if spoken else ""


def agreement(state: SessionState, tally: Tally) -> e.Consensus:
    """The lead's proposal; if it made none, the proposal of the next in rank, who agrees too."""
    order = ranked(state)
    author = next((seat for seat in order if _proposed(state, seat.name)), order[0])
    stance = last_stance(state, author.name)
    return e.Consensus(
        iteration=len(state.tallies),
        lead=order[0].name,
        decision=proposal(state, author.name),
        files_to_modify=stance.files_to_modify if stance else (),
        answered=tally.answered,
        silent=tally.silent,
    )


def unanimous_rejection(state: SessionState, tally: Tally) -> tuple[e.Event, ...]:
    """All of them refuse the idea: an outcome of its own, told to later sessions."""
    topic = state.opening.topic
    return (
        e.DecreeAdded(kind="rejected", text="The whole table rejected it.", topic=topic),
        e.SessionEnd(outcome="rejection", answered=tally.answered, silent=tally.silent),
    )


def escalation(
    state: SessionState,
    vote: Vote,
    iteration: int,
    offered: Mapping[str, Position],
    word: str = "proposal",
) -> e.Escalation | None:
    """The question to the King, if it is time for one; he can take any of these positions."""
    rounds = f"{iteration} round{'s' if iteration != 1 else ''}"
    if vote.verdict == "too_few":
        who = state.named(vote.answered)
        reason = f"Too few knights could be read in round {iteration}: {who}."
        must = True
    elif iteration >= state.max_rounds:
        reason = f"No agreement after {rounds}."
        must = True
    elif iteration >= state.rules.escalate_to_user_after:
        reason = f"Still open after {rounds}."
        must = False
    else:
        return None
    question = Question(
        id=f"escalation-{iteration}",
        kind="escalation",
        prompt=f"{reason} What is your will?",
        options=_escalation_options(state, must, offered, word),
        unattended=None if must else "continue",
    )
    return e.Escalation(iteration=iteration, reason=reason, must=must, question=question)


def _escalation_options(
    state: SessionState, must: bool, offered: Mapping[str, Position], word: str
) -> tuple[Option, ...]:
    options: list[Option] = []
    if not must:
        options.append(
            Option(id="continue", label="Let them go on", effect="one more round, as planned")
        )
    options += [
        Option(
            id=f"pick:{seat}",
            label=f"Take {state.seat(seat).label}'s {word}",
            effect="it becomes the decision",
            detail=position.text,
        )
        for seat, position in offered.items()
    ]
    return (
        *options,
        Option(
            id="decree",
            label="Give a decree",
            effect="your own words become the decision",
            needs="text",
        ),
        Option(
            id="send_back",
            label="Send them back",
            effect="further rounds, with a word from you if you like",
            needs="optional_text",
        ),
        Option(id="stop", label="Stop", effect="the session ends without a decision"),
    )


def carry_out(
    state: SessionState,
    answer: e.HumanChoice,
    vote: Vote,
    leader: str,
    offered: Mapping[str, Position],
    word: str = "proposal",
) -> tuple[e.Event, ...]:
    """What follows from the King's answer to an escalation; his own decree, this seat leads."""
    topic = state.opening.topic
    if answer.option == "decree":
        return (
            e.DecreeAdded(kind="decree", text=answer.text, topic=topic),
            e.KingsDecision(how="decree", lead=leader, decision=answer.text),
        )
    if answer.option.startswith("pick:"):
        seat = answer.option.removeprefix("pick:")
        position = offered[seat]
        words = f"The {word} of {state.named((seat,))}: {position.text}"
        return (
            e.DecreeAdded(kind="pick", text=words, topic=topic),
            e.KingsDecision(
                how="pick", lead=seat, decision=position.text, files_to_modify=position.files
            ),
        )
    return stopped(state, vote.answered, vote.silent)


def stopped(
    state: SessionState, answered: tuple[str, ...], silent: tuple[str, ...]
) -> tuple[e.Event, ...]:
    """The King ends it without a decision, which later sessions are told."""
    words = "Stopped without a decision."
    return (
        e.DecreeAdded(kind="stopped", text=words, topic=state.opening.topic),
        e.SessionEnd(outcome="stopped", answered=answered, silent=silent),
    )


def close(state: SessionState, vote: Vote, question: Question) -> Step:
    """A decision stands: ask what shall become of it, then end."""
    decision = state.decision
    assert decision is not None
    answer = state.choices[-1] if state.choices else None
    if answer is None or answer.question_id != question.id:
        return Record((e.ChoiceOffered(question=question),))
    return Record(
        (
            e.DecreeAdded(
                kind=FATES[answer.option],
                text=excerpt(decision.text, MOST_WORDS),
                topic=state.opening.topic,
            ),
            e.SessionEnd(outcome=decision.source, answered=vote.answered, silent=vote.silent),
        )
    )


KINGS_CHOICE = "kings-choice"


def kings_choice(state: SessionState) -> Question:
    """What shall become of what the table decided."""
    decision = state.decision
    assert decision is not None
    leader = state.seat(decision.lead).label
    who = "The table agrees" if decision.source == "consensus" else "You have decided"
    return Question(
        id=KINGS_CHOICE,
        kind="kings_choice",
        prompt=f"{who}; {leader} would lead. What shall become of it?",
        options=(
            Option(
                id="apply",
                label="Apply it",
                effect=f"{leader} writes it; you approve each file",
            ),
            Option(id="self", label="Do it yourself", effect="recorded as yours to do"),
            Option(
                id="later",
                label="Decide later",
                effect="recorded as deferred; later sessions are told",
            ),
            Option(
                id="reject",
                label="Reject it",
                effect="recorded as rejected; later sessions are told",
            ),
        ),
        unattended="later",
    )
