"""The policy of `build`: the agenda's rounds one after another, each confirmed by the developer.

Like every policy it performs nothing. Judge, labels and orders are drawn from the session's seed
and written into the events that open a round and its iterations.
"""

from roundtable.core import events as e
from roundtable.core.agenda import ROTATE, RoundPlan
from roundtable.core.chance import shuffled
from roundtable.core.decide import coding, discussing, executing, gates, reviewing
from roundtable.core.decide.presence import answered, silent
from roundtable.core.errors import CommandRefused
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import AskHuman, BuildContext, Finish, Record, Step

LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def decide(state: SessionState) -> Step:
    """What has to happen next."""
    if state.ended:
        return Finish(state.ended)
    if state.question:
        return AskHuman(state.question)
    if state.context is None:
        return BuildContext(repository=False)
    current = state.current
    if current is None:
        return Record((open_round(state, state.agenda.rounds[0]),))
    if current.ended:
        return _between_rounds(state, current)
    return _hold(state, current)


def _hold(state: SessionState, round_: RoundState) -> Step:
    match state.agenda.plan(round_.key).kind:
        case "discussion":
            return discussing.decide(state, round_)
        case "code":
            return coding.decide(state, round_)
        case "findings":
            return reviewing.decide(state, round_)


def open_round(
    state: SessionState, plan: RoundPlan, instructions: str = "", automatic: bool = False
) -> e.RoundStart:
    """A round with its judge and the letters under which the seats go in it."""
    agenda, seed = state.agenda.with_execution(), state.opening.seed
    names = tuple(seat.name for seat in state.seats)
    held = [r for r in (*state.rounds, *state.superseded) if r.key == plan.key]
    attempt = 1 + len(held)
    place = agenda.rounds.index(plan)
    judge = names[(place + seed) % len(names)] if agenda.judge == ROTATE else agenda.judge
    order = shuffled(names, seed, "labels", plan.key, attempt)
    again = state.reopened if state.reopened and state.reopened.round == plan.key else None
    return e.RoundStart(
        round=plan.key,
        attempt=attempt,
        seed=seed,
        judge=judge,
        labels=tuple(e.Labelled(label=LABELS[i], seat=name) for i, name in enumerate(order)),
        instructions=again.instructions if again else instructions,
        automatic=automatic,
    )


def _between_rounds(state: SessionState, round_: RoundState) -> Step:
    """The round is over: close the session, ask the developer, or open the next one."""
    if more := executing.again(state, round_):
        return more if isinstance(more, Record) else Record((_run_again(state, round_, more),))
    following = state.agenda.after(round_.key)
    if following is None:
        return Record((ending(state, "reviewed" if _is_review(state) else "built"),))
    if state.agenda.auto_advance:
        return Record((open_round(state, following),))
    answer = gates.answer_to(state, gates.confirm_id(round_))
    if answer is None:
        merge = coding.directives_text(state, round_)
        return Record((gates.confirmation(state, round_, following, merge),))
    if answer.option == "continue":
        return Record((open_round(state, following),))
    if answer.option == "stop":
        return Record((ending(state, "stopped"),))
    if answer.option == gates.REMERGE:
        return Record((coding.directed_anew(state, round_, answer.text),))
    again = round_.key if answer.option == "retry" else answer.option.removeprefix("reopen:")
    return Record((e.RoundReopened(round=again, instructions=answer.text),))


def _run_again(state: SessionState, round_: RoundState, again: executing.Again) -> e.RoundStart:
    """The execution round once more, on what it has mended; nothing of it is taken back."""
    plan = state.agenda.plan(round_.key)
    return open_round(state, plan, again.instructions, again.automatic)


def analysis(state: SessionState, instructions: str = "") -> e.RoundStart:
    """The round that looks at a run of what was built, in a build whose rounds are over."""
    if state.opening.workflow != "build":
        raise CommandRefused(
            f"session {state.session} is not a build", "only what a table built is looked at so"
        )
    if not state.project:
        raise CommandRefused(f"session {state.session} has no files", "there is nothing to run")
    if not state.ended:
        raise CommandRefused(
            f"the rounds of session {state.session} are not over",
            "go on with it: its execution round runs the project and looks at what comes of it",
        )
    plan = state.agenda.with_execution().plan("execution")
    opened = open_round(state, plan, instructions)
    return opened.model_copy(update={"run": executing.to_look_at(state)})


def _is_review(state: SessionState) -> bool:
    return state.opening.workflow == "review"


def ending(state: SessionState, outcome: e.OutcomeName) -> e.SessionEnd:
    """The session's end names who answered throughout and who did not."""
    told = [f"{r.key}: {r.ended.summary}" for r in state.rounds if r.ended]
    missing = tuple(
        seat.name
        for seat in state.seats
        if any(seat.name in silent(state, r) for r in state.rounds)
    )
    spoke = {name for r in state.rounds for name in answered(state, r)}
    return e.SessionEnd(
        outcome=outcome,
        summary="\n".join(told),
        answered=tuple(seat.name for seat in state.seats if seat.name in spoke),
        silent=missing,
    )
