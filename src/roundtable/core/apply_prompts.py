"""What the lead of an apply is asked, and what its answer means."""

from roundtable.core import events as e
from roundtable.core.build_prompts import Section, assemble
from roundtable.core.decide.apply import errand_of, objections
from roundtable.core.parsing.text import one_line
from roundtable.core.quoting import Prompt, Quoted, template
from roundtable.core.readings import files_in
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn

APPLY_TOKENS = 16_384
"""What a change set may say: whole files are long."""


def apply_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The decision, the files that it names as they are, and what was said against an answer."""
    opening = state.opening
    system = template("apply_system").render(
        seat=state.seat(turn.seat), project=opening.project, language=opening.language
    )
    errand = errand_of(state)
    request = template("ask_apply").render(
        iteration=turn.iteration, named=bool(errand.files), widened=errand.widened
    )
    sections = [
        Section("The decision", quoted=_decided(state)),
        Section("Its files", quoted=_places(state)),
        _kings_words(state),
        _files(state),
        _against(state, turn),
        _repository(state),
    ]
    return assemble(state, turn, system, sections, request, limit_tokens)


def _decided(state: SessionState) -> tuple[Quoted, ...]:
    return (
        Quoted("the question that was decided", state.opening.topic),
        Quoted("the decision", errand_of(state).decision),
    )


def _places(state: SessionState) -> tuple[Quoted, ...]:
    """Which files the decision names, which of them are not there, and which cannot be written."""
    applying = state.applying
    told = {
        "files that the decision names": errand_of(state).files,
        "not there yet": [path for path, file in applying.bases.items() if file is None],
        "nothing can be written there": [f"{p} ({why})" for p, why in applying.refused.items()],
    }
    return tuple(
        Quoted(title, "\n".join(one_line(name, 400) for name in names))
        for title, names in told.items()
        if names
    )


def _kings_words(state: SessionState) -> Section:
    """The developer binds: his words stand outside all marks."""
    parts = state.context.parts if state.context else ()
    lines = [part.text for part in parts if part.kind == "decrees"]
    lines += [f"- {note.text}" for note in state.notes]
    return Section("The King's words", words="\n".join(lines))


def _files(state: SessionState) -> Section:
    quoted = tuple(
        Quoted(one_line(path, 300), file.text)
        for path, file in state.applying.bases.items()
        if file is not None and not file.binary
    )
    return Section("The files as they stand", quoted=quoted)


def _against(state: SessionState, turn: PlannedTurn) -> Section:
    """What the lead gave last, and the objections to it."""
    if turn.iteration == 1 or state.applying.proposed is None:
        return Section("")
    said = [Quoted("your last answer", t.text) for t in state.said(turn.iteration - 1)]
    said += _as_it_would_be(state, turn.iteration - 1)
    lines = [
        f"{one_line(o.path, 300)}: {o.reason}" if o.path else o.reason
        for o in objections(state.applying.proposed)
    ]
    against = [Quoted("what speaks against it", "\n".join(lines))] if lines else []
    return Section("Your last answer", quoted=(*said, *against))


def _as_it_would_be(state: SessionState, iteration: int) -> list[Quoted]:
    """Files that an earlier answer or the King has changed otherwise than the last answer."""
    proposed, answer = state.applying.proposed, state.applying.answers.get(iteration)
    given = {file.path: file.text for file in answer.files} if answer else {}
    return [
        Quoted(f"{one_line(item.change.path, 300)}, as it would be by now", item.change.text)
        for item in (proposed.changes if proposed else ())
        if item.change.text is not None
        and item.change.text.replace("\r\n", "\n") != given.get(item.change.path)
    ]


def _repository(state: SessionState) -> Section:
    parts = state.context.parts if state.context else ()
    taken = state.applying.bases
    quoted = tuple(
        Quoted(part.title, part.text)
        for part in parts
        if part.kind != "decrees" and part.title not in taken
    )
    return Section("What else the repository holds", quoted=quoted, yields=1)


def read_apply_turn(
    state: SessionState, turn: PlannedTurn, text: str, cut: bool = False
) -> tuple[e.Event, ...]:
    """The files in the lead's answer; held against what it was shown."""
    if turn.purpose == "chat":
        return ()
    bases = state.applying.bases
    known = {path: "" if file.binary else file.text for path, file in bases.items() if file}
    return (files_in(turn, text, known, cut),)
