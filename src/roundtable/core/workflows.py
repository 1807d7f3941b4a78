"""A workflow is a policy, the prompts it asks with, and the reader of what comes back."""

from collections.abc import Callable
from dataclasses import dataclass

from roundtable.core.apply_prompts import APPLY_TOKENS, apply_prompt, read_apply_turn
from roundtable.core.build_prompts import files_prompt, fix_prompt, speak_prompt
from roundtable.core.chat import CHAT_TOKENS, chat_prompt
from roundtable.core.decide import apply, build, code_red, debate, summon
from roundtable.core.diagnoses import Diagnosis
from roundtable.core.diagnosis_prompts import diagnosis_prompt
from roundtable.core.events import (
    DiagnosisRead,
    DiagnosisUnreadable,
    Event,
    StanceRead,
    StanceUnreadable,
)
from roundtable.core.judge_prompts import compare_prompt, judge_prompt, rejudge_prompt
from roundtable.core.parsing.diagnosis import read_diagnosis
from roundtable.core.parsing.stance import read_stance
from roundtable.core.prompts import debate_prompt
from roundtable.core.quoting import Prompt
from roundtable.core.readings import read_build_turn
from roundtable.core.review_prompts import review_prompt
from roundtable.core.stances import Stance
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn, Step
from roundtable.core.summon_prompts import summon_prompt
from roundtable.core.summon_readings import read_summoned

Prompter = Callable[[SessionState, PlannedTurn, int], Prompt]

JUDGE_TOKENS = 4096
"""What a verdict may say: directives for a large project are long."""


@dataclass(frozen=True, slots=True)
class Workflow:
    decide: Callable[[SessionState], Step]
    prompt: Prompter
    """The prompt of a turn that fits into so many tokens."""
    read: Callable[[SessionState, PlannedTurn, str, bool], tuple[Event, ...]]
    """What the text of a turn means to this workflow; the last tells that its end is missing."""
    output_tokens: Callable[[SessionState, PlannedTurn], int]
    """What the turn may say, and what is reserved for it."""


def or_chat(prompt: Prompter) -> Prompter:
    """A question about the session is put in the same way whatever the workflow."""

    def ask(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
        return (chat_prompt if turn.purpose == "chat" else prompt)(state, turn, limit_tokens)

    return ask


def read_debate_turn(
    state: SessionState, turn: PlannedTurn, text: str, cut: bool = False
) -> tuple[Event, ...]:
    if turn.purpose == "chat":
        return ()
    others = [t.stance for t in state.turns.values() if t.seat != turn.seat and t.stance]
    reading = read_stance(text, turn.seat, turn.iteration, others)
    if isinstance(reading, Stance):
        return (StanceRead(**turn.stamp, iteration=turn.iteration, stance=reading),)
    last, why = turn.purpose == "block", reading.reason
    return (StanceUnreadable(**turn.stamp, iteration=turn.iteration, reason=why, final=last),)


def read_summon_turn(
    state: SessionState, turn: PlannedTurn, text: str, cut: bool = False
) -> tuple[Event, ...]:
    stance = () if turn.part else read_debate_turn(state, turn, text, cut)
    return read_summoned(state, turn, text, stance)


def read_diagnosis_turn(
    state: SessionState, turn: PlannedTurn, text: str, cut: bool = False
) -> tuple[Event, ...]:
    if turn.purpose == "chat":
        return ()
    others = [t.diagnosis for t in state.turns.values() if t.seat != turn.seat and t.diagnosis]
    reading = read_diagnosis(text, turn.seat, turn.iteration, others)
    if isinstance(reading, Diagnosis):
        return (DiagnosisRead(**turn.stamp, iteration=turn.iteration, diagnosis=reading),)
    last, why = turn.purpose == "block", reading.reason
    return (DiagnosisUnreadable(**turn.stamp, iteration=turn.iteration, reason=why, final=last),)


def debate_output(state: SessionState, turn: PlannedTurn) -> int:
    return CHAT_TOKENS if turn.purpose == "chat" else state.rules.max_output_tokens


def build_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The prompt by what the turn is asked for."""
    reviews = turn.purpose in ("speak", "block") and _reviewing(state)
    by_purpose: dict[str, Prompter] = {
        "speak": review_prompt if reviews else speak_prompt,
        "block": review_prompt,
        "files": files_prompt,
        "compare": compare_prompt,
        "judge": judge_prompt,
        "rejudge": rejudge_prompt,
        "fix": fix_prompt,
        "chat": chat_prompt,
    }
    return by_purpose[turn.purpose](state, turn, limit_tokens)


def _reviewing(state: SessionState) -> bool:
    return state.current is not None and state.agenda.plan(state.current.key).kind == "findings"


def build_output(state: SessionState, turn: PlannedTurn) -> int:
    """The round's own budget; a judge and a chat have theirs."""
    if turn.purpose == "chat":
        return CHAT_TOKENS
    if turn.purpose in ("judge", "rejudge", "compare") or state.current is None:
        return JUDGE_TOKENS
    return state.agenda.plan(state.current.key).max_output_tokens


BUILD = Workflow(
    decide=build.decide, prompt=build_prompt, read=read_build_turn, output_tokens=build_output
)


def apply_output(state: SessionState, turn: PlannedTurn) -> int:
    return CHAT_TOKENS if turn.purpose == "chat" else APPLY_TOKENS


WORKFLOWS: dict[str, Workflow] = {
    "apply": Workflow(
        decide=apply.decide,
        prompt=or_chat(apply_prompt),
        read=read_apply_turn,
        output_tokens=apply_output,
    ),
    "discuss": Workflow(
        decide=debate.decide,
        prompt=or_chat(debate_prompt),
        read=read_debate_turn,
        output_tokens=debate_output,
    ),
    "summon": Workflow(
        decide=summon.decide,
        prompt=or_chat(summon_prompt),
        read=read_summon_turn,
        output_tokens=debate_output,
    ),
    "code-red": Workflow(
        decide=code_red.decide,
        prompt=or_chat(diagnosis_prompt),
        read=read_diagnosis_turn,
        output_tokens=debate_output,
    ),
    "build": BUILD,
    "review": BUILD,
}
