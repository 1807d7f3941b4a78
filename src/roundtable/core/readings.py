"""What the text of a build's turn means: files, claims, findings, choices, verdicts."""

from collections.abc import Callable

from roundtable.core import events as e
from roundtable.core.checks import Tree
from roundtable.core.decide.coding import candidates
from roundtable.core.decide.judging import panels_choice
from roundtable.core.decide.reviewing import numbers_in
from roundtable.core.findings import FindingsReading
from roundtable.core.parsing.claims import read_claims
from roundtable.core.parsing.comparison import read_comparison
from roundtable.core.parsing.file_blocks import read_files
from roundtable.core.parsing.findings import read_findings
from roundtable.core.parsing.text import one_line
from roundtable.core.parsing.verdict import read_verdict
from roundtable.core.rounds import RoundState
from roundtable.core.stances import Unparsed
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.units import WHOLE
from roundtable.core.verdicts import CodeVerdict, FindingsVerdict, Incorporate

Readings = tuple[e.Event, ...]


def read_build_turn(
    state: SessionState, turn: PlannedTurn, text: str, cut: bool = False
) -> Readings:
    """The events that follow from a completed turn; a chat and a fix are their text alone."""
    round_ = state.current
    if round_ is None or turn.purpose in ("chat", "fix"):
        return ()
    readers: dict[e.Purpose, Callable[[], Readings]] = {
        "speak": lambda: _speech(state, round_, turn, text, cut),
        "block": lambda: (_findings(state, turn, text),),
        "files": lambda: (_files(state, turn, text, cut),),
        "compare": lambda: (_comparison(round_, turn, text),),
        "judge": lambda: (_verdict(state, round_, turn, text),),
        "rejudge": lambda: (_verdict(state, round_, turn, text),),
    }
    return readers[turn.purpose]()


def _speech(
    state: SessionState, round_: RoundState, turn: PlannedTurn, text: str, cut: bool
) -> Readings:
    kind = state.agenda.plan(round_.key).kind
    if kind == "findings" and turn.part:
        return (_findings(state, turn, text),)
    claims = e.ClaimsRead(
        **turn.stamp,
        iteration=turn.iteration,
        moves=read_claims(text, turn.seat, [claim.id for claim in round_.ledger.claims]),
    )
    return (_files(state, turn, text, cut), claims) if kind == "code" else (claims,)


def _files(state: SessionState, turn: PlannedTurn, text: str, cut: bool) -> e.FilesProposed:
    """What a seat gives is held against what it gave before, so that it can take that back."""
    round_ = state.current
    known = candidates(state, round_).get(turn.seat, state.tree) if round_ else state.tree
    return files_in(turn, text, known, cut)


def files_in(turn: PlannedTurn, text: str, known: Tree, cut: bool) -> e.FilesProposed:
    """The files in the text of a turn, held against those that its seat knows."""
    reading = read_files(text, known, cut=cut)
    return e.FilesProposed(
        **turn.stamp,
        iteration=turn.iteration,
        files=reading.files,
        deleted=reading.deleted,
        rejected=reading.rejected,
    )


def _findings(
    state: SessionState, turn: PlannedTurn, text: str
) -> e.FindingsRead | e.FindingsUnreadable:
    chunk = int(turn.part.removeprefix("chunk-"))
    return findings_in(turn, chunk, read_findings(text, turn.seat, state.tree))


def findings_in(
    turn: PlannedTurn, chunk: int, reading: FindingsReading | Unparsed
) -> e.FindingsRead | e.FindingsUnreadable:
    """What was read of a seat's findings, as an event."""
    if not isinstance(reading, Unparsed) and reading.rejected and not reading.findings:
        # Who names only what cannot be taken has not said that there is nothing.
        reading = Unparsed(reason="; ".join(one_line(r, 300) for r in reading.rejected[:5]))
    if isinstance(reading, Unparsed):
        return e.FindingsUnreadable(
            **turn.stamp,
            chunk=chunk,
            reason=reading.reason,
            final=turn.purpose == "block",
        )
    return e.FindingsRead(
        **turn.stamp,
        chunk=chunk,
        findings=reading.findings,
        clean=reading.clean,
        rejected=reading.rejected,
    )


def _comparison(round_: RoundState, turn: PlannedTurn, text: str) -> e.Comparison:
    first, second = (round_.seat_of[label] for label in turn.part)
    choice = read_comparison(text)
    winner = {"first": first, "second": second}.get(choice.winner, "")
    return e.Comparison(
        **turn.stamp,
        iteration=turn.iteration,
        first=first,
        second=second,
        winner=winner,
        reason=choice.reason,
    )


def _verdict(
    state: SessionState, round_: RoundState, turn: PlannedTurn, text: str
) -> e.VerdictRead | e.VerdictUnreadable:
    plan = state.agenda.plan(round_.key)
    last_chance = turn.purpose == "rejudge"
    labels = list(_labels(state, round_))
    others = [t.text for number in range(1, turn.iteration + 1) for t in state.said(number)]
    read = read_verdict(text, plan.kind, round_.key, turn.iteration, labels, others)
    dropped: tuple[str, ...] = ()
    if isinstance(read, CodeVerdict) and read.agreed:
        read, dropped = validated(state, round_, turn.iteration, read)
        if dropped and (not last_chance or not read.base):
            read = Unparsed(reason="; ".join(dropped))
    if isinstance(read, FindingsVerdict) and read.agreed:
        read = _numbered(round_, read)
    if isinstance(read, Unparsed):
        return e.VerdictUnreadable(
            **turn.stamp,
            iteration=turn.iteration,
            reason=read.reason,
            final=last_chance,
        )
    return e.VerdictRead(
        **turn.stamp,
        iteration=turn.iteration,
        verdict=read,
        dropped=dropped,
    )


def _numbered(round_: RoundState, verdict: FindingsVerdict) -> FindingsVerdict | Unparsed:
    """What is upheld must be on the list of findings: nothing that is severe gets lost."""
    merged = round_.merged_findings
    known = {finding.id for finding in merged.findings} if merged else set[str]()
    strange = [
        one_line(text, 100)
        for text in (*verdict.critical, *verdict.warnings)
        if not known.intersection(numbers_in(text))
    ]
    if not strange:
        return verdict
    return Unparsed(reason=f"no finding of the list has this number: {'; '.join(strange[:5])}")


def _labels(state: SessionState, round_: RoundState) -> tuple[str, ...]:
    if state.agenda.plan(round_.key).kind != "code":
        return tuple(round_.seat_of)
    return tuple(round_.label_of[seat] for seat in candidates(state, round_))


def validated(
    state: SessionState, round_: RoundState, iteration: int, verdict: CodeVerdict
) -> tuple[CodeVerdict, tuple[str, ...]]:
    """The directives that can be carried out, and for each other one the reason why not."""
    kept: list[Incorporate] = []
    dropped: list[str] = []
    for item in verdict.incorporate:
        found = _placed(round_, iteration, item, verdict.base)
        if isinstance(found, Incorporate):
            kept.append(found)
        elif found:
            dropped.append(found)
    base = verdict.base
    if state.agenda.judges > 1:
        winner, how = panels_choice(round_, candidates(state, round_))
        if winner and round_.label_of[winner] != base:
            dropped.append(f"the panel chose {round_.label_of[winner]} as the base ({how})")
            base = round_.label_of[winner]
    return verdict.model_copy(update={"incorporate": tuple(kept), "base": base}), tuple(dropped)


def _placed(round_: RoundState, iteration: int, item: Incorporate, base: str) -> Incorporate | str:
    """The directive at its place in the unit table; a reason when it has none; '' when needless."""
    survey = round_.surveys.get(iteration)
    rows = survey.rows if survey else ()
    if item.source == base:
        return ""
    if not item.unit:
        return f"an INCORPORATE from {item.source} names no unit of the unit table"
    source = round_.seat_of.get(item.source, "")
    item = item.model_copy(update={"unit": _plain(item.unit)})
    named = [row for row in rows if _means(item.unit, row.unit) and item.file in ("", row.path)]
    paths = {row.path for row in named if source in row.labels}
    if len(paths) == 1:
        return item.model_copy(update={"file": paths.pop()})
    if len(paths) > 1:
        return f"{item.unit} stands in several files; name one of {', '.join(sorted(paths))}"
    if named:
        return f"candidate {item.source} has no {item.unit} in {item.file or 'any file'}"
    return (
        f"there is no unit {item.unit} {f'in {item.file} ' if item.file else ''}in the unit table"
    )


def _plain(unit: str) -> str:
    """`Cart::total()` in backticks is the table's Cart.total."""
    return unit.strip("` ").removesuffix("()").replace("::", ".")


def _means(said: str, unit: str) -> bool:
    """`*` is any unit of a file, `Cart.*` the class with all that is in it."""
    whole = said.removesuffix(f".{WHOLE}")
    return said in (unit, WHOLE) or (whole != said and f"{unit}.".startswith(f"{whole}."))
