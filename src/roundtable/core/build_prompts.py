"""What seats of a build are asked: the task, what stands so far, and the request of the turn."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from roundtable.core.agenda import RoundPlan
from roundtable.core.checks import CheckReport
from roundtable.core.ledger import Claim
from roundtable.core.parsing.file_blocks import read_files
from roundtable.core.parsing.text import one_line
from roundtable.core.quoting import Prompt, Quoted, mark_for, template
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.tokens import estimate
from roundtable.core.turns import Turn
from roundtable.core.verdicts import form


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a prompt: words of ours or the developer's, and quoted material."""

    title: str
    words: str = ""
    quoted: tuple[Quoted, ...] = ()
    yields: int = 0
    """When there is no room, sections with the highest number lose pieces first; 0 never does."""


def speak_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """A speech in a round of discussion or code."""
    round_ = round_of(state)
    plan = state.agenda.plan(round_.key)
    request = template("ask_code" if plan.kind == "code" else "ask_discussion").render(
        seat=turn.seat,
        label=round_.label_of[turn.seat],
        round=round_.key,
        iteration=turn.iteration,
        expects=bool(_expected_files(state)),
    )
    sections = [
        *task(state, round_, plan),
        _structure(state),
        project_files(state),
        said(state, round_, turn),
        evidence(round_, turn.iteration - 1),
        judges_word(round_, turn.iteration - 1),
        ledger(round_),
    ]
    return assemble(state, turn, system(state, turn, plan), sections, request, limit_tokens)


def files_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The files that could not be taken are asked for once more, each with its reason."""
    round_ = round_of(state)
    speech = turn.key.removesuffix("/files")
    rejected = round_.proposed[speech].rejected
    lines = [f"{one_line(r.path, 200) or '(no path)'}: {one_line(r.reason, 400)}" for r in rejected]
    own = Quoted("your own words", state.turns[speech].text)
    reasons = Quoted("files and reasons", "\n".join(lines))
    sections = [
        the_task(state),
        Section("What you said", quoted=(own,), yields=1),
        Section("What could not be taken of it", quoted=(reasons,)),
    ]
    plan = state.agenda.plan(round_.key)
    return assemble(
        state,
        turn,
        system(state, turn, plan),
        sections,
        template("ask_files").render(),
        limit_tokens,
    )


def fix_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """One unit is to be rewritten; nothing else is asked for."""
    round_ = round_of(state)
    assert round_.fixes is not None
    fix = next(f for f in round_.fixes.fixes if round_.fix_part(f.number) == turn.part)
    file = _file_now(state, round_, fix.path)
    sections = [
        the_task(state),
        developers_words(state, round_, state.agenda.plan(round_.key)),
        Section(
            "The file", quoted=(Quoted(one_line(fix.path, 300), file),) if file else (), yields=1
        ),
        Section("The unit", quoted=(Quoted(one_line(fix.unit or fix.path, 300), fix.text),)),
        Section("What is wrong with it", quoted=(Quoted("the problem", fix.problem),)),
    ]
    request = template("ask_fix").render(path=one_line(fix.path, 300), unit=one_line(fix.unit, 300))
    plan = state.agenda.plan(round_.key)
    return assemble(state, turn, system(state, turn, plan), sections, request, limit_tokens)


def _file_now(state: SessionState, round_: RoundState, path: str) -> str:
    """The file as the merge and the fixes so far have left it."""
    changed = [*(round_.merged.files if round_.merged else ())]
    changed += [file for tried in round_.tried if tried.kept for file in tried.files]
    latest = {file.path: file.text for file in changed}
    return latest.get(path, state.tree.get(path, ""))


def the_task(state: SessionState, title: str = "The task") -> Section:
    """The developer's own words; what a review is about may have a name that others gave it."""
    if state.opening.workflow == "review":
        about = Quoted("what is reviewed", state.opening.topic)
        return Section(title, words="Review what is given.", quoted=(about,))
    return Section(title, words=state.opening.topic)


def round_of(state: SessionState) -> RoundState:
    round_ = state.current
    assert round_ is not None, "a build's turns belong to a round"
    return round_


def system(state: SessionState, turn: PlannedTurn, plan: RoundPlan) -> str:
    opening = state.opening
    return template("build_system").render(
        seat=state.seat(turn.seat),
        label=round_of(state).label_of[turn.seat],
        role=plan.role,
        project=opening.project,
        language=opening.language,
    )


def task(state: SessionState, round_: RoundState, plan: RoundPlan) -> list[Section]:
    """What is to be built, what the developer said, and what earlier rounds decided."""
    past = [f"- {r.key}: {unnamed(round_, r.ended.summary)}" for r in state.rounds if r.ended]
    parts = state.context.parts if state.context else ()
    memory = tuple(Quoted(p.title, unnamed(round_, p.text)) for p in parts if p.kind != "decrees")
    return [
        the_task(state, "What is to be built"),
        developers_words(state, round_, plan),
        Section("What earlier sessions decided", quoted=memory, yields=4),
        Section(
            "What this table has decided so far",
            quoted=(Quoted("the earlier rounds", "\n".join(past)),) if past else (),
        ),
    ]


def developers_words(state: SessionState, round_: RoundState, plan: RoundPlan) -> Section:
    """The developer binds: his words stand outside all marks."""
    parts = state.context.parts if state.context else ()
    lines = [part.text for part in parts if part.kind == "decrees"]
    lines += [f"- {text}" for text in (plan.instructions, round_.start.instructions) if text]
    lines += [f"- {note.text}" for note in state.notes]
    return Section("The developer's instructions", words="\n".join(lines))


def project_files(state: SessionState) -> Section:
    files = tuple(Quoted(one_line(path, 300), text) for path, text in state.tree.items())
    return Section("The project's files as they stand", quoted=files, yields=2)


def _structure(state: SessionState) -> Section:
    listed = "\n".join(_expected_files(state))
    quoted = (Quoted("files", listed),) if listed else ()
    return Section("The files that the architecture asks for", quoted=quoted)


def _expected_files(state: SessionState) -> tuple[str, ...]:
    """The files that the architecture asks development to fill."""
    listed = [past.ended.file_structure for past in state.rounds if past.ended]
    return next((paths for paths in reversed(listed) if paths), ())


def said(state: SessionState, round_: RoundState, turn: PlannedTurn) -> Section:
    """What was said in this round, under letters; in a blind opening, nothing of the others."""
    code = state.agenda.plan(round_.key).kind == "code"
    heard = [
        Quoted(_speaker(round_, t.seat, turn.seat, number), _heard(round_, t, turn.seat, code))
        for number in range(1, turn.iteration + 1)
        if number < turn.iteration or not round_.iterations[number - 1].blind
        for t in state.said(number)
    ]
    return Section("This round so far", quoted=tuple(heard), yields=3)


def _speaker(round_: RoundState, seat: str, reader: str, number: int) -> str:
    yours = ", that is you," if seat == reader else ""
    return f"{round_.label_of[seat]}{yours} in iteration {number}"


def _heard(round_: RoundState, turn: Turn, reader: str, code: bool) -> str:
    """Its own words a seat hears as it said them; in the others', files stay as they are."""
    if turn.seat == reader:
        return turn.text
    if not code:
        return anonymous(round_, turn.text, reader)
    return "".join(
        anonymous(round_, segment.raw, reader) if segment.kind == "prose" else segment.raw
        for segment in read_files(turn.text).segments
    )


def anonymous(round_: RoundState, text: str, reader: str = "") -> str:
    """The text with every seat's name replaced by its letter; a reader keeps its own name."""
    for name in sorted(round_.label_of, key=len, reverse=True):
        if name != reader:
            text = _named(name).sub(f"agent {round_.label_of[name]}", text)
    return text


def unnamed(round_: RoundState, text: str) -> str:
    """The text without names; of other rounds, where letters stood for others or for nobody."""
    for name in sorted(round_.label_of, key=len, reverse=True):
        text = _named(name).sub("an agent", text)
    return text


def evidence(round_: RoundState, iteration: int) -> Section:
    """What the checks say of each candidate."""
    survey = round_.surveys.get(iteration)
    reports = survey.reports if survey else ()
    quoted = tuple(
        Quoted(f"checks of candidate {round_.label_of[item.seat]}", report_text(item.report))
        for item in sorted(reports, key=lambda item: round_.label_of[item.seat])
    )
    return Section("What the checks say", quoted=quoted)


def report_text(report: CheckReport) -> str:
    lines = [
        f"{check.kind}: {check.status}{f' ({check.detail})' if check.detail else ''}"
        for check in report.checks
    ]
    if report.passed or report.failed:
        lines.append(f"{len(report.passed)} tests passed, {len(report.failed)} failed")
    lines += [f"failed: {name}" for name in report.failed[:30]]
    where = "nothing was run" if report.place == "static" else f"run in {report.place}"
    return "\n".join([f"({where})", *lines])


def judges_word(round_: RoundState, iteration: int) -> Section:
    read = round_.verdicts.get(iteration)
    quoted = (Quoted("the judge", anonymous(round_, form(read.verdict))),) if read else ()
    return Section("What the judge said to the last iteration", quoted=quoted)


def ledger(round_: RoundState) -> Section:
    """The contested points and how each stands."""
    lines = [claim_line(round_, claim) for claim in round_.ledger.claims]
    quoted = (Quoted("claims", "\n".join(lines)),) if lines else ()
    return Section("The ledger of claims", quoted=quoted)


def claim_line(round_: RoundState, claim: Claim) -> str:
    labels = round_.label_of
    line = f"{claim.id} [{claim.status}] by {labels.get(claim.by, claim.by)}"
    line += f" about {claim.about}: {claim.text}" if claim.about else f": {claim.text}"
    if claim.evidence:
        line += f" | evidence: {claim.evidence}"
    for seat, text, proof in claim.answers:
        line += f" | {labels.get(seat, seat)} answers: {text}{f' ({proof})' if proof else ''}"
    return anonymous(round_, one_line(line, 1_500))


def assemble(
    state: SessionState,
    turn: PlannedTurn,
    system_text: str,
    sections: Iterable[Section],
    request: str,
    limit_tokens: int,
) -> Prompt:
    """The sections that have something to say, within the limit; what had to go is named."""
    kept, left_out = fit(
        [s for s in sections if s.words or s.quoted],
        limit_tokens - estimate(system_text) - estimate(request),
    )
    quoted = [q for section in kept for q in section.quoted]
    mark = mark_for(state, turn, [f"{q.heading}\n{q.text}" for q in quoted])
    text = template("build_turn").render(mark=mark, sections=kept, request=request)
    return Prompt(system=system_text, text=text, left_out=left_out)


def fit(sections: list[Section], room: int) -> tuple[list[Section], tuple[str, ...]]:
    """Drops the largest pieces of the sections that yield first, until the rest fits.

    Sections that yield alike lose alike: no candidate is shown whole at another's cost.
    """
    over = sum(_size(section) for section in sections) - room
    pieces = [
        (-section.yields, -len(quoted.text), place, index)
        for place, section in enumerate(sections)
        for index, quoted in enumerate(section.quoted)
        if section.yields
    ]
    gone: dict[tuple[int, int], str] = {}
    for _, _, place, index in sorted(pieces):
        if over <= 0:
            break
        quoted = sections[place].quoted[index]
        gone[place, index] = quoted.heading
        over -= _piece(quoted)
    kept = [
        replace(
            section,
            quoted=tuple(q for i, q in enumerate(section.quoted) if (place, i) not in gone),
        )
        for place, section in enumerate(sections)
    ]
    noted = [
        replace(
            s, words=f"{s.words}\n(Some of it is left out here because it is too long.)".strip()
        )
        if s.quoted != before.quoted
        else s
        for s, before in zip(kept, sections, strict=True)
    ]
    return noted, tuple(gone.values())


def _size(section: Section) -> int:
    return estimate(section.title) + estimate(section.words) + sum(map(_piece, section.quoted)) + 12


def _piece(quoted: Quoted) -> int:
    return estimate(quoted.heading) + estimate(quoted.text) + 24


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
