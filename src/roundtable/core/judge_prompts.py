"""What a judge is asked: candidates under letters in a shuffled order, evidence, and the form.

The judge is told neither who wrote what nor which work may be its own.
"""

from collections.abc import Sequence

from roundtable.core.build_prompts import (
    Section,
    anonymous,
    assemble,
    developers_words,
    evidence,
    judges_word,
    ledger,
    round_of,
    task,
    the_task,
)
from roundtable.core.checks import Tree
from roundtable.core.decide.coding import candidates
from roundtable.core.decide.judging import panels_choice
from roundtable.core.parsing.text import one_line
from roundtable.core.quoting import Prompt, Quoted, template
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.units import UnitRow

_MOST_ROWS = 400


def judge_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The whole round before its judge."""
    round_ = round_of(state)
    plan = state.agenda.plan(round_.key)
    match plan.kind:
        case "discussion":
            matter = [_speeches(state, round_, turn.iteration)]
        case "code":
            matter = _code_matter(state, round_, turn.iteration)
        case "findings":
            matter = _findings_matter(state, round_, turn.iteration)
    sections = [*task(state, round_, plan), *matter, ledger(round_)]
    request = template(f"judge_{plan.kind}").render(
        round=round_.key,
        iteration=turn.iteration,
        labels=_present(state, round_),
        base=_fixed_base(state, round_),
        wants_files=round_.key == "architecture",
    )
    return assemble(state, turn, _system(state), sections, request, limit_tokens)


def rejudge_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The form alone is asked for, once."""
    round_ = round_of(state)
    first = state.turns[turn.key.removesuffix("/rejudge") + "/judge"]
    plan = state.agenda.plan(round_.key)
    rows = _table(state, round_, turn.iteration) if plan.kind == "code" else Section("")
    own = Quoted("your own words", first.text)
    why = Quoted("the reason", one_line(first.unreadable, 1_000))
    sections = [
        rows,
        Section("What you said", quoted=(own,)),
        Section("Why it could not be read", quoted=(why,)),
    ]
    request = template("rejudge").render(
        form=template(f"judge_{plan.kind}").render(
            round=round_.key,
            iteration=turn.iteration,
            labels=_present(state, round_),
            base=_fixed_base(state, round_),
            wants_files=round_.key == "architecture",
        ),
    )
    return assemble(state, turn, _system(state), sections, request, limit_tokens)


def compare_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """Two candidates, first and second as they come."""
    round_ = round_of(state)
    plan = state.agenda.plan(round_.key)
    found = candidates(state, round_)
    first, second = (round_.seat_of[label] for label in turn.part)
    sections = [
        the_task(state, "What is to be built"),
        developers_words(state, round_, plan),
        _files("The first candidate", state.tree, found[first]),
        _files("The second candidate", state.tree, found[second]),
        _two_reports(round_, turn.iteration, (first, second)),
    ]
    return assemble(
        state, turn, _system(state), sections, template("compare").render(), limit_tokens
    )


def _two_reports(round_: RoundState, iteration: int, seats: Sequence[str]) -> Section:
    """The checks of both, without the letters that the round knows them by."""
    told = {q.heading: q for q in evidence(round_, iteration).quoted}
    quoted = [
        Quoted(f"checks of the {place} candidate", found.text)
        for place, seat in zip(("first", "second"), seats, strict=True)
        if (found := told.get(f"checks of candidate {round_.label_of[seat]}"))
    ]
    return Section("What the checks say", quoted=tuple(quoted))


def _system(state: SessionState) -> str:
    return template("judge_system").render(language=state.opening.language)


def _present(state: SessionState, round_: RoundState) -> list[str]:
    """The letters of those who have something before the judge, in order."""
    code = state.agenda.plan(round_.key).kind == "code"
    present = candidates(state, round_) if code else round_.label_of
    return [item.label for item in round_.start.labels if item.seat in present]


def _fixed_base(state: SessionState, round_: RoundState) -> str:
    """The panel's choice, which the judge keeps to."""
    if state.agenda.judges < 2 or state.agenda.plan(round_.key).kind != "code":
        return ""
    winner, _ = panels_choice(round_, candidates(state, round_))
    return round_.label_of[winner] if winner else ""


def _speeches(state: SessionState, round_: RoundState, iteration: int) -> Section:
    """What each said last, in the order of the letters; of a chunk's reading the findings tell."""
    spoken = {
        turn.seat: turn.text
        for number in range(1, iteration + 1)
        for turn in state.said(number)
        if "/" not in turn.key
    }
    quoted = tuple(
        Quoted(f"agent {item.label}", anonymous(round_, spoken[item.seat]))
        for item in round_.start.labels
        if item.seat in spoken
    )
    return Section("What the agents said", quoted=quoted, yields=1)


def _code_matter(state: SessionState, round_: RoundState, iteration: int) -> list[Section]:
    found = candidates(state, round_)
    return [
        *(
            _files(f"Candidate {item.label}", state.tree, found[item.seat])
            for item in round_.start.labels
            if item.seat in found
        ),
        evidence(round_, iteration),
        _table(state, round_, iteration),
        judges_word(round_, iteration - 1),
    ]


def _files(title: str, before: Tree, tree: Tree) -> Section:
    """What a candidate adds or changes."""
    changed = [(path, text) for path, text in tree.items() if before.get(path) != text]
    gone = [path for path in before if path not in tree]
    quoted = [Quoted(one_line(path, 300), text) for path, text in changed]
    if gone:
        quoted.append(Quoted("files that it deletes", "\n".join(gone)))
    return Section(title, quoted=tuple(quoted), yields=1)


def _table(state: SessionState, round_: RoundState, iteration: int) -> Section:
    """Where the candidates differ, unit by unit; directives are held against it."""
    survey = round_.surveys.get(iteration)
    if survey is None:
        return Section("")
    lines = [_row(round_, row) for row in survey.rows[:_MOST_ROWS]]
    lines.append(f"({survey.equal} units are the same in all candidates)")
    return Section(
        "The unit table", quoted=(Quoted("file | unit | kind | variants", "\n".join(lines)),)
    )


def _row(round_: RoundState, row: UnitRow) -> str:
    groups = " / ".join(
        "=".join(sorted(round_.label_of[seat] for seat in group)) for group in row.variants
    )
    return f"{row.path} | {row.unit} | {row.kind} | {groups}"


def _findings_matter(state: SessionState, round_: RoundState, iteration: int) -> list[Section]:
    sections = [findings_section(round_, len(state.seats))]
    if iteration > 1:
        sections += [_speeches(state, round_, iteration), judges_word(round_, iteration - 1)]
    return sections


def findings_section(round_: RoundState, seats: int) -> Section:
    """The findings as text: how many saw each, never who."""
    assert round_.merged_findings is not None
    lines = [
        f"{f.id} [{f.severity}] {f.file}{f':{f.line}' if f.line else ''} "
        f"({f.support}: {len(f.who)} of {seats}"
        + (f"; somebody holds it to be {f.highest}" if f.highest else "")
        + f") {one_line(f.claim, 600)}"
        + "".join(f" | in other words: {one_line(text, 300)}" for text in f.also)
        + "".join(f" | evidence: {one_line(text, 400)}" for text in f.evidence)
        + (f" | fix: {one_line(f.fix, 400)}" if f.fix else "")
        for f in round_.merged_findings.findings
    ]
    listed = anonymous(round_, "\n".join(lines))
    return Section("The findings", quoted=(Quoted("findings of all reviewers", listed),))
