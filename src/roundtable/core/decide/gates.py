"""Where the developer is asked in a build: between two rounds, and when the table cannot agree."""

from collections.abc import Mapping

from roundtable.core import events as e
from roundtable.core.agenda import RoundKind, RoundPlan
from roundtable.core.parsing.text import excerpt
from roundtable.core.questions import Option, Question
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState

REMERGE = "remerge"
"""The answer that directs the merge of a round anew."""
_DIRECTIVES = "BASE=NAME. INCORPORATE: unit (file) from NAME; … MUST_FIX: …"
_MOST_WORDS = 2_000


def confirm_id(round_: RoundState, merge: int | None = None) -> str:
    """The question after the round; after each merge that the developer directs, one of its own."""
    number = round_.merges if merge is None else merge
    return f"confirm-{round_.name}{f'.{number}' if number > 1 else ''}"


def escalation_id(round_: RoundState, iteration: int) -> str:
    return f"escalation-{round_.name}.{iteration}"


def answer_to(state: SessionState, question_id: str) -> e.HumanChoice | None:
    return next((c for c in reversed(state.choices) if c.question_id == question_id), None)


def confirmation(
    state: SessionState, round_: RoundState, following: RoundPlan, directives: str = ""
) -> e.ChoiceOffered:
    """May the next round start; or shall this one or an earlier one be held anew?

    Where the round merged candidates, `directives` are those of the merge, which may be changed.
    """
    earlier = [
        Option(
            id=f"reopen:{past.key}",
            label=f"Go back to {past.key}",
            effect="it is held anew, and what followed no longer counts",
            needs="optional_text",
        )
        for past in state.rounds[:-1]
    ]
    return e.ChoiceOffered(
        question=Question(
            id=confirm_id(round_),
            kind="confirm",
            prompt=f"The round {round_.key} is over. Go on with {following.key}?",
            options=(
                Option(id="continue", label="Go on", effect=f"{following.key} starts"),
                Option(
                    id="retry",
                    label="Hold this round anew",
                    effect="with instructions from you if you like; its history is kept",
                    needs="optional_text",
                ),
                *_remerge(directives),
                *earlier,
                Option(id="stop", label="Stop", effect="the session ends here; files are kept"),
            ),
            unattended="continue",
        )
    )


def rerun_id(round_: RoundState) -> str:
    return f"rerun-{round_.name}"


def rerun(round_: RoundState, fixes: int) -> e.ChoiceOffered:
    """What ran was mended: shall it be run again?"""
    mended = f"{fixes} fix{'' if fixes == 1 else 'es'} of what came of the run"
    return e.ChoiceOffered(
        question=Question(
            id=rerun_id(round_),
            kind="confirm",
            prompt=f"{mended} {'is' if fixes == 1 else 'are'} in the files. Run it again?",
            options=(
                Option(
                    id="rerun",
                    label="Run it again",
                    effect="it is built and run anew, and the table looks at what comes of it",
                    needs="optional_text",
                ),
                Option(
                    id="continue", label="Leave it", effect="the session ends with the files so"
                ),
            ),
            unattended="continue",
        )
    )


def _remerge(directives: str) -> tuple[Option, ...]:
    if not directives:
        return ()
    effect = f"it is made anew as you say, and your edits of it are dropped: {_DIRECTIVES}"
    label = "Change the merge"
    return (Option(id=REMERGE, label=label, effect=effect, detail=directives, needs="text"),)


def escalation(
    state: SessionState, round_: RoundState, reason: str, positions: Mapping[str, str]
) -> e.Escalation:
    """The table could not agree: each seat's position, and what the developer can do."""
    assert round_.iteration is not None
    number = round_.iteration.iteration
    kind = state.agenda.plan(round_.key).kind
    # What nobody has read may be let pass by the developer alone, never by a default.
    unattended = state.opening.workflow == "review" and round_.merged_findings is not None
    return e.Escalation(
        iteration=number,
        round=round_.key,
        attempt=round_.attempt,
        reason=reason,
        must=not unattended,
        question=Question(
            id=escalation_id(round_, number),
            kind="escalation",
            prompt=f"{reason} What is your will?",
            options=(
                *_keep(kind, positions),
                *_picks(kind, positions),
                *_decree(kind, bool(positions)),
                Option(
                    id="send_back",
                    label="Send them back",
                    effect="further iterations, with a word from you if you like",
                    needs="optional_text",
                ),
                Option(id="stop", label="Stop", effect="the session ends here; files are kept"),
            ),
            unattended="keep" if unattended else None,
        ),
    )


def _keep(kind: RoundKind, positions: Mapping[str, str]) -> tuple[Option, ...]:
    if kind != "findings" or not positions:
        return ()
    effect = "the round ends with them; nothing is changed"
    return (Option(id="keep", label="Keep the findings as they are", effect=effect),)


def _picks(kind: RoundKind, positions: Mapping[str, str]) -> tuple[Option, ...]:
    what = {"discussion": "position", "code": "files", "findings": "findings"}[kind]
    return tuple(
        Option(
            id=f"pick:{seat}",
            label=f"Take {seat}'s {what}",
            effect="the round ends with them" if kind != "discussion" else "the round ends with it",
            detail=excerpt(words, _MOST_WORDS),
        )
        for seat, words in positions.items()
    )


def _decree(kind: RoundKind, has_candidates: bool) -> tuple[Option, ...]:
    if kind == "code" and not has_candidates:
        return ()
    effect = "your own words become the result of the round"
    if kind == "code":
        effect = _DIRECTIVES
    label = "Give the verdict yourself"
    return (Option(id="decree", label=label, effect=effect, needs="text"),)
