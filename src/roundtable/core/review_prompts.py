"""What reviewers are asked: a chunk of the code, and the interfaces of what lies outside it."""

import re

from roundtable.core import events as e
from roundtable.core.build_prompts import (
    Section,
    assemble,
    judges_word,
    ledger,
    report_text,
    round_of,
    said,
    system,
    task,
)
from roundtable.core.decide.executing import run_text, the_run
from roundtable.core.decide.reviewing import BORDERS
from roundtable.core.judge_prompts import findings_section
from roundtable.core.parsing.text import one_line
from roundtable.core.quoting import Prompt, Quoted, template
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.tokens import estimate

_LEAST_DIGESTS = 2_000
"""Tokens of digests that even a small chunk carries."""
_FILE_OF_PATCH = re.compile(r"^(?=diff --git )", re.MULTILINE)
_WORD = re.compile(r"[^\W\d]\w{3,}")


def review_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """A chunk to review, its findings as a block alone, or the findings to talk about."""
    round_ = round_of(state)
    if not turn.part:
        return _talk(state, round_, turn, limit_tokens)
    plan = state.agenda.plan(round_.key)
    sections = [*task(state, round_, plan), *_material(state, round_, turn)]
    spoken = state.turns.get(turn.key.replace("/block/", "/"))
    again = turn.purpose == "block" and spoken is not None
    if again and spoken:
        why = Quoted("the reason", one_line(spoken.unreadable, 1_000))
        sections += [
            Section("What you said", quoted=(Quoted("your own words", spoken.text),)),
            Section("Why it could not be read", quoted=(why,)),
        ]
    request = template("ask_review").render(
        seat=turn.seat,
        borders=turn.part == f"chunk-{BORDERS}",
        execution=round_.key == "execution",
        again=again,
    )
    return assemble(state, turn, system(state, turn, plan), sections, request, limit_tokens)


def _material(state: SessionState, round_: RoundState, turn: PlannedTurn) -> list[Section]:
    plan = round_.plan
    assert plan is not None
    number = int(turn.part.removeprefix("chunk-"))
    pieces = _pieces(plan, number)
    ties = "\n".join(f"{a} and {b}: {names}" for a, b, names in plan.borders)
    about = ties if number == BORDERS else "\n".join(piece.text for piece in pieces)
    sections = [
        Section("The code under review", quoted=pieces),
        _interfaces(plan, number, about, state.agenda.chunk_tokens),
    ]
    if number == BORDERS:
        meeting = (Quoted("ties", ties),)
        sections.append(Section("Where files of different chunks meet", quoted=meeting))
    if state.given and state.given.patch:
        sections.append(_change(state.given.patch, plan, number))
    ran = the_run(state, round_) if round_.key == "execution" else None
    if ran:
        came = Quoted("the run", run_text(ran))
        sections.append(Section("What came of running it", quoted=(came,)))
    if plan.report:
        title = "What came of its tests" if ran else "What came of running it"
        checked = Quoted("checks of the project", report_text(plan.report))
        sections.append(Section(title, quoted=(checked,)))
    return sections


def _change(patch: str, plan: e.ReviewPlanned, number: int) -> Section:
    """What has changed in the files of the chunk; with the first also what is no longer there."""
    elsewhere = {path for chunk in plan.chunks for path in chunk.paths} - _inside(plan, number)
    pieces = _FILE_OF_PATCH.split(patch) if number != BORDERS else []
    shown = [
        Quoted("a part of the change", piece)
        for piece in pieces
        if piece.strip() and _changes(piece, _inside(plan, number), elsewhere, number == 1)
    ]
    words = "Report only what this change touches or breaks; the rest is there to understand it."
    return Section("What has changed", words=words, quoted=tuple(shown), yields=2)


def _changes(piece: str, inside: set[str], elsewhere: set[str], first: bool) -> bool:
    head = piece.split("\n", 1)[0]
    if any(head.endswith(f" b/{path}") for path in inside):
        return True
    return first and not any(head.endswith(f" b/{path}") for path in elsewhere)


def _interfaces(plan: e.ReviewPlanned, number: int, about: str, chunk_tokens: int) -> Section:
    """Digests of files outside the chunk, the most related first, at most half a chunk of them."""
    inside = _inside(plan, number)
    outside = [(path, text) for path, text in plan.digests.items() if path not in inside]
    words = set(_WORD.findall(about))
    outside.sort(key=lambda item: -len(words & set(_WORD.findall(item[1]))))
    room = max(_LEAST_DIGESTS, chunk_tokens // 2)
    shown: list[Quoted] = []
    for path, text in outside:
        room -= estimate(path) + estimate(text)
        if room < 0:
            break
        shown.append(Quoted(one_line(path, 300), text))
    more = len(outside) - len(shown)
    words_on_it = f"({more} more files are not shown here.)" if more else ""
    title = "The interfaces of the other files"
    return Section(title, words=words_on_it, quoted=tuple(shown), yields=3)


def _inside(plan: e.ReviewPlanned, number: int) -> set[str]:
    return set() if number == BORDERS else set(plan.chunks[number - 1].paths)


def _pieces(plan: e.ReviewPlanned, number: int) -> tuple[Quoted, ...]:
    """The chunk's files with numbered lines, so that a finding can name its place."""
    if number == BORDERS:
        return ()
    return tuple(
        Quoted(
            f"{one_line(part.path, 300)}, lines {part.start_line}-{part.end_line}",
            numbered(part.text, part.start_line),
        )
        for part in plan.chunks[number - 1].parts
    )


def numbered(text: str, first: int = 1) -> str:
    """The text with the numbers of its lines, so that a finding can name its place."""
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    return "\n".join(f"{number}: {line}" for number, line in enumerate(lines, first))


def _talk(state: SessionState, round_: RoundState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """Contested findings are discussed without sending the code again."""
    plan = state.agenda.plan(round_.key)
    sections = [
        *task(state, round_, plan),
        findings_section(round_, len(state.seats)),
        said(state, round_, turn) if turn.iteration > 1 else Section(""),
        judges_word(round_, turn.iteration - 1),
        ledger(round_),
    ]
    request = template("ask_findings_talk").render(
        seat=turn.seat, label=round_.label_of[turn.seat], iteration=turn.iteration
    )
    return assemble(state, turn, system(state, turn, plan), sections, request, limit_tokens)
