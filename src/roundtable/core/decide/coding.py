"""A round of code: candidates, evidence, the judge's directives, the merge, the fixes."""

from collections.abc import Mapping

from roundtable.core import events as e
from roundtable.core.checks import Tree
from roundtable.core.decide import gates, judging, mending
from roundtable.core.decide.around import ask_around, owed, turn_of
from roundtable.core.decide.discussing import (
    consensus,
    developers_answer,
    end,
    escalate,
    go_on,
    open_iteration,
)
from roundtable.core.parsing.verdict import read_verdict
from roundtable.core.pooling import pooled
from roundtable.core.rounds import RoundState
from roundtable.core.stances import Unparsed
from roundtable.core.state import SessionState
from roundtable.core.steps import Merge, PlannedTurn, Problem, Record, Step, Survey
from roundtable.core.units import WHOLE, UnitSource
from roundtable.core.verdicts import CodeVerdict, form

_DEVELOPERS = "the developer's directive"


def decide(state: SessionState, round_: RoundState) -> Step:
    iteration = round_.iteration
    if iteration is None:
        return Record((open_iteration(state, round_, 1),))
    if round_.synthesis:
        # All have been heard: who is back since then is not asked for another candidate.
        return _synthesise(state, round_, round_.synthesis)
    asking = ask_around(
        iteration.order, iteration.blind, lambda seat: _owes(state, round_, iteration, seat)
    )
    if asking:
        return asking
    if iteration.iteration in round_.escalated:
        return _after_escalation(state, round_)
    return _judge(state, round_, iteration)


def _owes(
    state: SessionState, round_: RoundState, iteration: e.DebateIteration, seat: str
) -> PlannedTurn | None:
    """Its speech with its files; then, once, the files that could not be taken."""
    speech = turn_of(state, iteration, seat, "speak")
    if speech is None or not speech.settled:
        return owed(state, iteration, seat, "speak")
    proposed = round_.proposed.get(speech.key)
    if speech.status == "failed" or proposed is None or not proposed.rejected:
        return None
    return owed(state, iteration, seat, "files")


def candidates(state: SessionState, round_: RoundState) -> dict[str, Tree]:
    """Each seat's whole tree: the project with all that the seat has given in this round."""
    found: dict[str, Tree] = {}
    for proposed in round_.proposed.values():
        if not proposed.files and not proposed.deleted:
            continue
        tree = dict(found.get(proposed.seat, state.tree))
        tree.update({file.path: file.text for file in proposed.files})
        for path in proposed.deleted:
            tree.pop(path, None)
        found[proposed.seat] = tree
    return {seat.name: found[seat.name] for seat in state.seats if seat.name in found}


def _judge(state: SessionState, round_: RoundState, iteration: e.DebateIteration) -> Step:
    found = candidates(state, round_)
    if len(found) < 2:
        who = state.named(found) if found else "nobody"
        return escalate(state, round_, f"Files came from {who}: there is nothing to weigh.")
    if iteration.iteration not in round_.surveys:
        return Survey(round_.key, round_.attempt, iteration.iteration, state.tree, found)
    if state.agenda.judges > 1:
        comparing = judging.comparisons_due(state, round_, found)
        if comparing:
            return comparing
    outcome = judging.judged(state, round_)
    if isinstance(outcome, judging.NoVerdict):
        return escalate(state, round_, outcome.reason)
    if not isinstance(outcome, e.VerdictRead):
        return outcome
    if not judging.agrees(round_, outcome):
        return go_on(state, round_, judging.why_open(round_, outcome))
    assert isinstance(outcome.verdict, CodeVerdict), "the reader gives the round's own form"
    verdict = _by_seat(outcome.verdict, round_.seat_of)
    return Record((start(round_, verdict, "the judge's directive"),))


def _by_seat(verdict: CodeVerdict, seat_of: Mapping[str, str]) -> CodeVerdict:
    """The verdict with the seats' names in place of the letters under which they went."""
    taken = tuple(
        item.model_copy(update={"source": seat_of.get(item.source, item.source)})
        for item in verdict.incorporate
    )
    base = seat_of.get(verdict.base, verdict.base)
    return verdict.model_copy(update={"base": base, "incorporate": taken})


def start(round_: RoundState, verdict: CodeVerdict, unexplained: str) -> e.SynthesisStart:
    """The directives, by seat; those without a reason of their own have this one."""
    assert round_.iteration is not None
    return e.SynthesisStart(
        round=round_.key,
        attempt=round_.attempt,
        iteration=round_.iteration.iteration,
        base=verdict.base,
        take=tuple(
            UnitSource(
                path=item.file,
                unit=item.unit or WHOLE,
                source=item.source,
                why=item.why or unexplained,
            )
            for item in verdict.incorporate
        ),
        problems=tuple(
            mending.problem_text(fix.file, fix.unit, fix.problem) for fix in verdict.must_fix
        ),
    )


def _synthesise(state: SessionState, round_: RoundState, begun: e.SynthesisStart) -> Step:
    """Merge, mend, and close the round on what holds the floor."""
    found = candidates(state, round_)
    by_developer = begun.iteration in round_.escalated or round_.merges > 1
    if round_.merged is None:
        return Merge(
            round_.key,
            round_.attempt,
            begun.base,
            state.tree,
            found,
            begun.take,
            binding=by_developer,
        )
    merged = round_.merged
    tests = pooled(state.tree, found)
    tree, problems = overlay(state.tree, merged), _problems(state, round_)
    step = mending.mend(state, round_, mending.Work(tree, problems, merged.report, tests))
    if step:
        return step
    result = mending.result(round_, merged)
    summary = _summary(state, round_, result)
    closing = end(
        state, round_, "developer" if by_developer else "consensus", summary, lead=result.base
    )
    if by_developer:
        return Record((result, closing))
    return Record((result, consensus(state, round_, result.base, summary), closing))


def overlay(tree: Tree, merged: e.Merged) -> Tree:
    """The tree with what the merge changed."""
    after = dict(tree)
    after.update({file.path: file.text for file in merged.files})
    for path in merged.deleted:
        after.pop(path, None)
    return after


def _problems(state: SessionState, round_: RoundState) -> tuple[Problem, ...]:
    """What must be fixed, each asked of the seat whose code is the base."""
    verdict = directives(state, round_)
    assert round_.merged is not None
    return tuple(
        Problem(what=fix.problem, seat=round_.merged.base, path=fix.file, unit=fix.unit)
        for fix in (verdict.must_fix if verdict else ())
    )


def directives(state: SessionState, round_: RoundState) -> CodeVerdict | None:
    """What the last merge of the round was told to do, with the seats' names."""
    assert round_.iteration is not None
    number = round_.iteration.iteration
    again = round_.merges > 1
    asked = gates.confirm_id(round_, round_.merges - 1) if again else ""
    choice = gates.answer_to(state, asked or gates.escalation_id(round_, number))
    if choice and choice.option.startswith("pick:"):
        # The developer took a candidate as it is, whatever the judge had asked for.
        return CodeVerdict(agreed=True, base=choice.option.removeprefix("pick:"))
    if choice and choice.option in ("decree", gates.REMERGE):
        given = developers_verdict(state, round_, choice.text)
        return given if isinstance(given, CodeVerdict) else None
    read = round_.verdicts.get(number)
    if read is None or not isinstance(read.verdict, CodeVerdict):
        return None
    return _by_seat(read.verdict, round_.seat_of)


def directives_text(state: SessionState, round_: RoundState) -> str:
    """The directives in the form in which the developer can change them; empty without a merge."""
    if round_.synthesis is None or state.agenda.plan(round_.key).kind != "code":
        return ""
    verdict = directives(state, round_)
    if verdict is None:
        return ""
    bare = verdict.model_copy(update={"summary": "", "options": (), "rulings": ()})
    return form(bare).removeprefix("CONSENSUS: ")


def directed_anew(state: SessionState, round_: RoundState, text: str) -> e.SynthesisStart:
    """The merge of a round that had ended begins once more, from the developer's directives."""
    verdict = developers_verdict(state, round_, text)
    assert isinstance(verdict, CodeVerdict), "the command refuses what cannot be read"
    return start(round_, verdict, _DEVELOPERS)


def _summary(state: SessionState, round_: RoundState, result: e.SynthesisEnd) -> str:
    assert round_.merged is not None
    seats: dict[str, int] = {}
    for source in result.provenance:
        seats[source.source] = seats.get(source.source, 0) + 1
    units = ", ".join(f"{count} from {state.named((seat,))}" for seat, count in seats.items())
    verdict = directives(state, round_)
    words = f"{verdict.summary} " if verdict and verdict.summary else ""
    floor = (
        f"The merge passed less than {state.named((result.floor_seat,))}'s own files, which ship "
        "instead. "
        if result.shipped == "opening" and round_.merged.trials
        else ""
    )
    return f"{words}{floor}Base: {state.named((result.base,))}. Units: {units or 'none'}."


def developers_verdict(
    state: SessionState, round_: RoundState, text: str
) -> CodeVerdict | Unparsed:
    """The developer's own directives, in the form that the judge uses, with the seats' names."""
    assert round_.iteration is not None
    names = [seat.name for seat in state.seats]
    said = text if "CONSENSUS" in text.upper() else f"CONSENSUS: {text}"
    read = read_verdict(said, "code", round_.key, round_.iteration.iteration, names)
    if isinstance(read, CodeVerdict) and read.agreed:
        return read
    return read if isinstance(read, Unparsed) else Unparsed(reason="it names no base")


def _after_escalation(state: SessionState, round_: RoundState) -> Step:
    choice = developers_answer(state, round_)
    if not isinstance(choice, e.HumanChoice):
        return choice
    assert round_.iteration is not None
    number = round_.iteration.iteration
    if number not in round_.surveys:
        return Survey(round_.key, round_.attempt, number, state.tree, candidates(state, round_))
    if choice.option == "decree":
        verdict = developers_verdict(state, round_, choice.text)
        assert isinstance(verdict, CodeVerdict), "the command refuses what cannot be read"
        return Record((start(round_, verdict, _DEVELOPERS),))
    picked = CodeVerdict(agreed=True, base=choice.option.removeprefix("pick:"))
    return Record((start(round_, picked, _DEVELOPERS),))
