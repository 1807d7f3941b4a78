"""Judges the pieces of an answer, each by itself and then all together.

Where two blocks speak of the same path and do not say the same, neither is taken: which one is
meant is for the agent to say.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from roundtable.core.parsing.file_contents import read_content
from roundtable.core.parsing.file_fences import NESTED
from roundtable.core.parsing.file_kinds import CODE, kind_of
from roundtable.core.parsing.file_known import Claims, Known
from roundtable.core.parsing.file_paths import CheckedPath, check_path
from roundtable.core.parsing.file_pieces import Block, Piece, Removal
from roundtable.core.parsing.file_signs import sign

MOST_FILES = 500

TWICE = "The block stood there twice, with the same text."
DIFFERENT = (
    "This path was given more than once in one answer, and the blocks differ or one of them could"
    " not be read. Send the file once, whole."
)
BOTH = "The same path is written and removed in one answer. Say which of the two is meant."
NOT_THERE = "There is no such file in the project. Leave it out, or correct the path."
TOO_MANY = f"There are more than {MOST_FILES} files in one answer. Send the rest in another one."
EXISTS = (
    "The project has this file already, and no FILE line says that the block is all of it."
    " Write FILE: path above the block, and send the whole file."
)
INSIDE = (
    "The block stands inside another fence while others do not. If it is meant as a file, take"
    " it out of that fence."
)

Fate = Literal["file", "again", "delete", "reject", "prose", "border"]


@dataclass(slots=True)
class Case:
    """A piece, what it names, and what becomes of it."""

    piece: Piece
    fate: Fate
    path: str = ""
    text: str = ""
    warnings: tuple[str, ...] = ()
    reason: str = ""

    def reject(self, reason: str) -> None:
        self.fate, self.reason = "reject", reason

    @property
    def block(self) -> Block | None:
        return self.piece if isinstance(self.piece, Block) else None


def judge(text: str, pieces: Iterable[Piece], known: Known) -> list[Case]:
    """What becomes of each piece, in order."""
    cases = [_case(text, piece, known) for piece in pieces]
    _leave_mentions(cases, known)
    _refuse_mixed_borders(cases)
    _settle_repeats(cases)
    _settle_removals(cases)
    _place(cases, known)
    return cases


def _case(text: str, piece: Piece, known: Known) -> Case:
    if isinstance(piece, Block):
        return _block_case(text, piece, known)
    if isinstance(piece, Removal):
        return _removal_case(piece, known)
    return Case(piece, "border")


def _removal_case(removal: Removal, known: Known) -> Case:
    checked = _resolved(removal.path, known)
    if not removal.sure and checked.path not in known:
        return Case(removal, "prose")
    reason = checked.reason or removal.problem
    if not reason and known and checked.path not in known:
        reason = NOT_THERE
    return Case(removal, "reject" if reason else "delete", checked.path, reason=reason)


def _resolved(written: str, known: Known) -> CheckedPath:
    """The path that is meant, in the project's own spelling."""
    if written in known and not check_path(written).reason:
        return CheckedPath(written)
    checked = check_path(written)
    if checked.reason:
        return checked
    spelled = known.spelled(checked.path)
    return CheckedPath(spelled.path, (*checked.warnings, *spelled.warnings), spelled.reason)


def _block_case(text: str, block: Block, known: Known) -> Case:
    checked = _resolved(block.path, known)
    case = Case(block, "file", checked.path)
    # A path that cannot be used is said first: nothing else matters then.
    reason = checked.reason or block.problem
    if reason:
        case.reject(reason)
        return case
    own = known.text(checked.path)
    raw = "".join(text[start:stop] for kind, start, stop in block.parts if kind == "content")
    may_be_fenced = kind_of(checked.path) not in CODE or NESTED not in block.warnings
    content = read_content(raw, block.indent, own, may_be_fenced)
    case.text = content.text
    case.warnings = (*block.warnings, *checked.warnings, *content.warnings)
    reason = content.reason or sign(checked.path, content.text, block.info, own)
    if reason:
        case.reject(reason)
    return case


def _leave_mentions(cases: list[Case], known: Known) -> None:
    """A path that is only mentioned, or shown in part, where the file itself stands elsewhere."""
    removed = {case.path for case in cases if case.fate == "delete"}
    blocks = [case for case in cases if case.block and not case.block.is_mention]
    announced = removed | {c.path for c in blocks if c.block and c.block.origin == "word"}
    given = announced | {case.path for case in blocks}
    for case in cases:
        if isinstance(case.piece, Removal):
            if case.piece.is_mention and case.path in removed:
                case.fate = "prose"
        elif case.block and case.block.is_mention:
            case.fate = "prose" if case.path in given else case.fate
        elif case.block and case.block.origin == "path":
            if case.path in announced:
                case.fate = "prose"
            elif case.fate == "file" and case.path in known:
                case.reject(EXISTS)


def _refuse_mixed_borders(cases: list[Case]) -> None:
    files = [c for c in cases if c.block and c.fate == "file" and c.block.origin == "word"]
    inside = [c for c in files if c.block and c.block.wrapped]
    if len(inside) != len(files):
        for case in inside:
            case.reject(INSIDE)


def _settle_repeats(cases: list[Case]) -> None:
    by_path: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.block and case.fate in ("file", "reject"):
            by_path[case.path].append(case)
    for same in by_path.values():
        files = [case for case in same if case.fate == "file"]
        if len(same) == 1 or not files:
            continue
        if len(files) == len(same) and all(case.text == files[0].text for case in files):
            files[0].warnings = (*files[0].warnings, TWICE)
            for case in files[1:]:
                case.fate = "again"
        else:
            for case in files:
                case.reject(DIFFERENT)


def _settle_removals(cases: list[Case]) -> None:
    written = {case.path for case in cases if case.block and case.fate in ("file", "reject")}
    removed = {case.path for case in cases if case.fate == "delete"}
    for case in cases:
        if case.path in written & removed and case.fate in ("file", "again", "delete"):
            case.reject(BOTH)


def _place(cases: list[Case], known: Known) -> None:
    """Refuses the files that cannot stand beside those before them."""
    deleted = frozenset(case.path for case in cases if case.fate == "delete")
    claims, count = Claims(), 0
    refused: dict[str, str] = {}
    for case in cases:
        if case.fate == "again" and case.path in refused:
            case.reject(refused[case.path])
        if case.fate != "file":
            continue
        reason = TOO_MANY if count >= MOST_FILES else known.obstacle(case.path, deleted)
        reason = reason or claims.refuse(case.path)
        if reason:
            refused[case.path] = reason
            case.reject(reason)
        else:
            count += 1
