"""What knights are asked about a change: a chunk of it to read, or all of it to discuss.

The change is material like any other: it stands between marks that nothing in it can forge.
"""

from collections.abc import Iterable
from dataclasses import replace

from roundtable.core.build_prompts import Section, assemble
from roundtable.core.decide.summon import (
    changed_files,
    chunks_of,
    room,
    unread,
    upheld,
)
from roundtable.core.findings import MergedFinding, place
from roundtable.core.parsing.text import one_line
from roundtable.core.patches import Piece, Place, around
from roundtable.core.prompts import excerpts_shown, rounds_heard, system_words
from roundtable.core.quoting import Prompt, Quoted, template
from roundtable.core.review_prompts import numbered
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.tokens import estimate
from roundtable.core.turns import Turn

_CONTEXT, _WHOLE_FILES, _ASKED_FOR = 300, 200, 100
"""What goes first when there is no room; rounds that are over go after it, the oldest first."""
_MOST_NAMED = 200
_LEGEND = (
    "Every line that is there after the change has its number in front of it (`12|+text`); "
    "a line that is gone has none (`|-text`)."
)


def summon_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """A chunk to read, a turn of the discussion, or the block of one alone."""
    if turn.part:
        return _reading(state, turn, limit_tokens)
    if turn.purpose == "block":
        return _block(state, turn, limit_tokens)
    seen, left_out = _change(state)
    sections = [
        *_task(state),
        *seen,
        *_heard(state, turn),
        Section(
            "Files that knights asked to see, as they are in the work tree",
            quoted=tuple(excerpts_shown(state)),
            yields=_ASKED_FOR,
        ),
        Section("What the repository holds", quoted=_context(state), yields=_CONTEXT),
    ]
    request = template("summon_turn").render(
        seat=turn.seat,
        iteration=turn.iteration,
        threshold=state.rules.consensus_threshold,
        numbered=bool(upheld(state)),
    )
    system = system_words(state, turn)
    prompt = assemble(state, turn, system, sections, request, limit_tokens)
    return replace(prompt, left_out=(*left_out, *prompt.left_out))


def _reading(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    chunks = chunks_of(state)
    number = int(turn.part.removeprefix("chunk-"))
    pieces = chunks[number - 1]
    inside = {piece.path for piece in pieces}
    others = [file.path for file in changed_files(state) if file.path not in inside]
    spoken = state.turns.get(turn.key.replace("/block/", "/"))
    again = turn.purpose == "block" and spoken is not None
    sections = [
        *_task(state),
        Section("What has changed", words=_LEGEND, quoted=_pieces(pieces)),
        _whole_files(state, inside),
        Section("The change goes on elsewhere", quoted=_names(others), yields=_WHOLE_FILES),
    ]
    if again and spoken:
        sections += _own_words(spoken)
    request = template("summon_read").render(
        seat=turn.seat, chunk=number, total=len(chunks), numbered=False, again=again
    )
    return assemble(state, turn, system_words(state, turn), sections, request, limit_tokens)


def _block(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    spoken = state.turns[turn.key.removesuffix("/block")]
    request = template("summon_block").render(
        seat=turn.seat,
        iteration=turn.iteration,
        threshold=state.rules.consensus_threshold,
        numbered=bool(upheld(state)),
    )
    sections = [Section("What is discussed", words=state.opening.topic), *_own_words(spoken)]
    return assemble(state, turn, system_words(state, turn), sections, request, limit_tokens)


def _own_words(spoken: Turn) -> list[Section]:
    """A turn that could not be read, and why: the reason may quote what stood there."""
    return [
        Section("What you said", quoted=(Quoted("your own words", spoken.text),)),
        Section(
            "Why it could not be read",
            quoted=(Quoted("the reason", one_line(spoken.unreadable, 1_000)),),
        ),
    ]


def _task(state: SessionState) -> list[Section]:
    """What it is about, and what binds: the King's words stand outside of all marks."""
    parts = state.context.parts if state.context else ()
    decrees = [part.text for part in parts if part.kind == "decrees"]
    notes = [f"- {note.text}" for note in state.notes]
    return [
        Section("The change before the table", words=state.opening.topic),
        Section("The King's standing decrees", words="\n".join(decrees)),
        Section("Notes from the King", words="\n".join(notes)),
    ]


def _change(state: SessionState) -> tuple[list[Section], tuple[str, ...]]:
    """All of the change where it fits; else what was found in it, and the lines around that."""
    chunks = chunks_of(state)
    if len(chunks) < 2:
        pieces = [piece for chunk in chunks for piece in chunk]
        whole = Section("What has changed", words=_LEGEND, quoted=_pieces(pieces))
        return [whole, _whole_files(state, {piece.path for piece in pieces})], ()
    findings = upheld(state)
    listed, more = _listed(state, findings)
    shown, missing = _around(state, findings)
    words = (
        f"{len(chunks)} chunks were read by every knight alone before this discussion. {_LEGEND}"
    )
    sections = [
        Section("What was found when the change was read", words=more, quoted=listed),
        Section("What has changed there", words=words, quoted=shown),
        _whole_files(state, {finding.file for finding in findings}),
        Section("Changed as well, and not or not wholly shown here", quoted=_names(missing)),
    ]
    left = f"the rest of the change, in {len(missing)} of {len(changed_files(state))} files"
    return sections, (left,) if missing else ()


def _listed(
    state: SessionState, findings: Iterable[MergedFinding]
) -> tuple[tuple[Quoted, ...], str]:
    """The findings of the reading, the worst first, as many as there is room for."""
    lines = [
        f"{f.id} [{f.severity}] {place(f)} ({', '.join(f.who)}) {one_line(f.claim, 600)}"
        + "".join(f" | evidence: {one_line(text, 400)}" for text in f.evidence)
        + (f" | fix: {one_line(f.fix, 400)}" if f.fix else "")
        for f in findings
    ]
    left = room(state)
    kept: list[str] = []
    for line in lines:
        left -= estimate(line)
        if left < 0:
            break
        kept.append(line)
    more = len(lines) - len(kept)
    words = f"({more} more, which are less severe, are in the record.)" if more else ""
    return (Quoted("findings", "\n".join(kept) or "Nothing was found."),), words


def _around(
    state: SessionState, findings: Iterable[MergedFinding]
) -> tuple[tuple[Quoted, ...], tuple[str, ...]]:
    """Chunks on which nobody's findings are there, then the lines around what was found."""
    assert state.given is not None
    left = room(state)
    unseen: list[Piece] = []
    for piece in (piece for n in unread(state) for piece in chunks_of(state)[n - 1]):
        if estimate(piece.shown) <= left:
            left -= estimate(piece.shown)
            unseen.append(piece)
    places = [*_places(findings), *_raised_since(state)]
    pieces, missing = around(state.given.patch, places, left)
    return _pieces((*unseen, *pieces)), missing


def _places(findings: Iterable[MergedFinding]) -> list[Place]:
    return [(finding.file, finding.line) for finding in findings]


def _raised_since(state: SessionState) -> list[Place]:
    """Where the discussion itself has found something."""
    reads = [read for read in state.reading.read.values() if not read.chunk]
    return [(finding.file, finding.line) for read in reads for finding in read.findings]


def _heard(state: SessionState, turn: PlannedTurn) -> list[Section]:
    """What was said, round by round; the last round and this one stay, whatever else goes."""
    return [
        Section(
            f"Round {number}",
            quoted=tuple(Quoted(f"{q.heading} said in round {number}", q.text) for q in said),
            yields=max(0, turn.iteration - 1 - number),
        )
        for number, said in rounds_heard(state, turn)
    ]


def _context(state: SessionState) -> tuple[Quoted, ...]:
    parts = state.context.parts if state.context else ()
    return tuple(Quoted(part.title, part.text) for part in parts if part.kind != "decrees")


def _pieces(pieces: Iterable[Piece]) -> tuple[Quoted, ...]:
    return tuple(
        Quoted(one_line(piece.heading, 300), piece.shown.removesuffix("\n")) for piece in pieces
    )


def _whole_files(state: SessionState, paths: set[str]) -> Section:
    """Changed files as the change leaves them, the small ones first; of a new one all is shown."""
    known = {file.path for file in changed_files(state) if not file.new}
    texts = {path: text for path, text in state.tree.items() if path in paths & known}
    left = room(state)
    shown: list[Quoted] = []
    for path, text in sorted(texts.items(), key=lambda item: len(item[1])):
        lines = numbered(text)
        left -= estimate(lines)
        if left < 0:
            break
        shown.append(Quoted(one_line(path, 300), lines))
    title = "Changed files, whole, as they are after the change"
    return Section(title, quoted=tuple(shown), yields=_WHOLE_FILES)


def _names(paths: Iterable[str]) -> tuple[Quoted, ...]:
    """Paths as material: they are not ours either."""
    names = [one_line(path, 300) for path in paths]
    more = [f"and {len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    listed = "\n".join((*names[:_MOST_NAMED], *more))
    return (Quoted("files", listed),) if names else ()
