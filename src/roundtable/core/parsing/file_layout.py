"""Cuts an answer into its pieces: blocks of files, removals, and the talk between them.

Nothing is judged here but the shape. What no piece covers is prose.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from roundtable.core.parsing.file_fences import find_closing
from roundtable.core.parsing.file_gaps import block_fence, gap_between
from roundtable.core.parsing.file_headings import named_by
from roundtable.core.parsing.file_kinds import kind_of
from roundtable.core.parsing.file_marks import Fence, Mark, Sheet, Tag, Token, line_stop, read_sheet
from roundtable.core.parsing.file_pieces import Block, Border, Origin, Part, Piece, Removal
from roundtable.core.parsing.file_places import UNCLEAR, looks_like_path, path_alone, path_in_info
from roundtable.core.parsing.file_tags import file_tag, tool_call, tool_tag

DECORATED = "The FILE line was not plain; write FILE: path and nothing else on it."
NOTED = "The words behind the path were left out."
BETWEEN = "Words stood between the FILE line and its block."
WRAPPED = "The block stood inside another fence."

NO_BLOCK = (
    "No fenced block follows the FILE line. Put the whole file into a fenced block directly"
    " below that line."
)
TOO_FAR = (
    "There is too much text between the FILE line and its block. Put the fence directly below"
    " that line."
)
TWO_PATHS = (
    "The FILE line and the fence name different paths. Name the path once, on the FILE line."
)
REMOVAL_WORD = (
    "A file is removed only by the line DELETE: path, in capitals. To rename a file, write FILE:"
    " with the new path and the whole file, and DELETE: with the old path."
)
REMOVAL_IN_FENCE = "The line stands inside a fence. Write DELETE: path outside of all fences."
REMOVAL_WITH_BLOCK = (
    "A block follows the DELETE line. Write either DELETE: path alone, or FILE: path with the"
    " whole file."
)
ENDLESS = (
    "The block stands among thoughts that are never closed, so it may be a draft. Send it again"
    " outside of them."
)
MOST_PIECES = 2_000
FLOOD = (
    f"There are more than {MOST_PIECES:,} blocks in one answer, and from here on none was read."
    " Send fewer files at once."
)
_UNTOUCHED = re.compile(
    r"\W*(?:unchanged|no changes?(?: \w+)?|not changed|unverändert|inchangé|sin cambios|不变)\W*",
    re.IGNORECASE,
)
_REMOVED = re.compile(
    r"\W*(?:(?:to be )?(?:deleted?|removed?)|gelöscht|löschen|supprimé|eliminado|删除|削除)\W*",
    re.IGNORECASE,
)
_THINKING = re.compile(r"\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)


def lay_out(text: str, cut: bool = False) -> tuple[Piece, ...]:
    """The pieces of an answer in order; they do not overlap."""
    thinking = _THINKING.match(text[:200])
    end = text.find(f"</{thinking[1]}>", thinking.end()) if thinking else -1
    start = line_stop(text, end) if end >= 0 else 0
    pieces = _Layout(read_sheet(text, start), start, cut).run()
    if thinking is not None and end < 0:
        pieces = [replace(p, problem=ENDLESS) if isinstance(p, Block) else p for p in pieces]
    return tuple(_with_tool_calls(text, start, pieces))


def _with_tool_calls(text: str, start: int, pieces: list[Piece]) -> Iterator[Piece]:
    """The pieces, and calls of tools among the talk between them."""
    alone = not any(isinstance(piece, Block) for piece in pieces)
    for piece in (*pieces, Border(len(text), len(text))):
        call = tool_call(text, start, piece.start, alone)
        if call is not None:
            yield call
        if piece.stop > piece.start:
            yield piece
        start = piece.stop


@dataclass(slots=True)
class _Layout:
    sheet: Sheet
    done: int
    """Everything before this position is told."""
    cut: bool = False
    pieces: list[Piece] = field(default_factory=list)
    border: Fence | None = None
    bordered: int = 0
    """The index of the piece that is the open border."""
    talk_until: int = 0
    """No block is closed before the token of this index."""

    def run(self) -> list[Piece]:
        index = 0
        while index < len(self.sheet.tokens):
            token = self.sheet.tokens[index]
            if token.start < self.done:
                index += 1
            elif len(self.pieces) >= MOST_PIECES:
                index = self._add(Block(token.start, len(self.sheet.text), "", problem=FLOOD))
            elif isinstance(token, Fence):
                index = self._fence(token, index)
            elif isinstance(token, Mark):
                index = self._mark(token, index)
            else:
                index = self._tag(token, index)
        if self.border is not None:
            # It was never closed: an example that lost its end, and no border.
            del self.pieces[self.bordered]
        return self.pieces

    def _add(self, piece: Piece) -> int:
        self.pieces.append(piece)
        self.done = piece.stop
        return self.sheet.after(piece.stop)

    def _token(self, index: int) -> Token | None:
        return self.sheet.tokens[index] if index < len(self.sheet.tokens) else None

    # FILE and DELETE lines

    def _mark(self, mark: Mark, index: int) -> int:
        if mark.verb != "file":
            return self._removal(mark, index)
        path = mark.place.path
        if mark.fence is not None:
            return self._block(mark, path, mark.fence, index + 1, (DECORATED,))
        fence = self._token(index + 1)
        if not isinstance(fence, Fence):
            return self._alone(mark, index)
        gap = gap_between(self.sheet.text, mark.stop, fence.start)
        if not path and path_alone(gap.line):
            return self._block(mark, path_alone(gap.line), fence, index + 2, (DECORATED,))
        if not mark.loud and not (looks_like_path(path) and (mark.colon or not gap.line)):
            return index + 1
        if not gap.near:
            return self._too_far(mark, fence, index)
        if gap.line and not fence.info and (gap.is_code or not block_fence(self.sheet, index)):
            # The line is the file's first one, and the fence its last.
            return self._add(Block(mark.start, fence.stop, path, problem=NO_BLOCK))
        return self._block(mark, path, fence, index + 2, (BETWEEN,) if gap.line else ())

    def _alone(self, mark: Mark, index: int) -> int:
        """A FILE line without a block."""
        path = mark.place.path
        if not mark.loud or not looks_like_path(path) or _UNTOUCHED.fullmatch(mark.place.note):
            return index + 1
        following = self._token(index + 1)
        stop = following.start if following else len(self.sheet.text)
        problem = REMOVAL_WORD if _REMOVED.fullmatch(mark.place.note) else NO_BLOCK
        return self._add(Block(mark.start, stop, path, problem=problem, is_mention=True))

    def _too_far(self, mark: Mark, fence: Fence, index: int) -> int:
        path = mark.place.path
        if not mark.loud or not looks_like_path(path):
            return index + 1
        named = named_by(self.sheet, fence, index + 1, mark.stop)
        if named is not None:
            alone = Block(mark.start, named.start, path, problem=NO_BLOCK, is_mention=True)
            return self._add(alone)
        end = find_closing(self.sheet, fence, index + 2, kind_of(path))
        return self._add(Block(mark.start, end.stop, path, problem=TOO_FAR))

    def _block(
        self, mark: Mark, path: str, fence: Fence, index: int, warnings: tuple[str, ...]
    ) -> int:
        """A FILE line with its block."""
        problem = mark.place.problem
        if not problem and " " in path and not looks_like_path(path):
            problem = UNCLEAR
        other = path_in_info(fence.info)
        if other and other.replace("\\", "/").removeprefix("./") != path.replace("\\", "/"):
            problem = problem or TWO_PATHS
        if mark.place.note:
            warnings = (NOTED, *warnings)
        elif not mark.plain and DECORATED not in warnings:
            warnings = (DECORATED, *warnings)
        parts: tuple[Part, ...] = (("marker", mark.start, mark.stop),)
        if mark.fence is None:
            between: Part = ("prose" if mark.place.path else "marker", mark.stop, fence.start)
            parts = (*parts, between, ("fence", fence.start, fence.stop))
        origin: Origin = "word" if mark.says_file else "path"
        block = Block(mark.start, fence.stop, path, origin, parts, fence.info, fence.indent)
        return self._close(replace(block, warnings=warnings, problem=problem), fence, index)

    def _close(self, block: Block, fence: Fence, index: int) -> int:
        """Adds a block whose parts are known up to its content."""
        begin = block.parts[-1][2]
        wrapped, kind = self.border is not None, kind_of(block.path)
        end = find_closing(self.sheet, fence, index, kind, wrapped, self.cut)
        content_stop = max(begin, end.content_stop)
        stop = max(content_stop, end.stop)
        content: tuple[Part, ...] = (
            ("content", begin, content_stop),
            ("fence", content_stop, stop),
        )
        whole = replace(
            block,
            stop=stop,
            parts=(*block.parts, *content),
            warnings=(*block.warnings, *end.warnings),
            problem=block.problem or end.problem,
        )
        return self._add(whole)

    def _removal(self, mark: Mark, index: int) -> int:
        path = mark.place.path
        named = looks_like_path(path.split(" ", 1)[0])
        if not mark.loud or mark.verb == "other":
            if not named or (mark.verb == "other" and not mark.loud):
                return index + 1
            return self._add(Removal(mark.start, mark.stop, path, REMOVAL_WORD, is_mention=True))
        if not path or (" " in path and not named):
            return index + 1
        fence = self._token(index + 1)
        if (
            isinstance(fence, Fence)
            and self.border is None
            and not self.sheet.text[mark.stop : fence.start].strip()
            and named_by(self.sheet, fence, index + 1, mark.stop) is None
        ):
            end = find_closing(self.sheet, fence, index + 2, kind_of(path))
            return self._add(Removal(mark.start, end.stop, path, REMOVAL_WITH_BLOCK))
        return self._add(Removal(mark.start, mark.stop, path, mark.place.problem, sure=named))

    # Fences and tags that no FILE line announces

    def _fence(self, fence: Fence, index: int) -> int:
        if self.border is not None and not fence.info and fence.char == self.border.char:
            return self._close_border(fence)
        inner = self._token(index + 1)
        first = isinstance(inner, Mark) and not self.sheet.text[fence.stop : inner.start].strip()
        if first and block_fence(self.sheet, index + 1) is not None:
            return self._open_border(fence, index)
        named = named_by(self.sheet, fence, index, self.done)
        if named is None:
            return self._example(fence, index)
        return self._close(named, fence, self.sheet.after(named.parts[-1][2]))

    def _open_border(self, fence: Fence, index: int) -> int:
        if self.border is not None:
            return index + 1
        self.border, self.bordered = fence, len(self.pieces)
        self._add(Border(fence.start, fence.stop))
        return index + 1

    def _close_border(self, fence: Fence) -> int:
        self.border = None
        for at in range(self.bordered, len(self.pieces)):
            piece = self.pieces[at]
            if isinstance(piece, Block):
                told = (*piece.warnings, WRAPPED)
                self.pieces[at] = replace(piece, wrapped=True, warnings=told)
        return self._add(Border(fence.start, fence.stop))

    def _example(self, fence: Fence, index: int) -> int:
        """A block that belongs to no file is part of the talk."""
        if index < self.talk_until:
            return index + 1
        for at in range(index + 1, len(self.sheet.tokens)):
            token = self.sheet.tokens[at]
            if isinstance(token, Mark) and block_fence(self.sheet, at) is not None:
                self.talk_until = at
                return self._open_border(fence, index)
            if isinstance(token, Fence) and not token.info and token.at_least(fence):
                return self._end_example(fence, index, token)
        self.done = len(self.sheet.text)
        return len(self.sheet.tokens)

    def _end_example(self, fence: Fence, index: int, closing: Fence) -> int:
        inner = self._token(index + 1)
        if (
            isinstance(inner, Mark)
            and inner.verb == "delete"
            and inner.loud
            and not self.sheet.text[fence.stop : inner.start].strip()
        ):
            path = inner.place.path
            return self._add(Removal(fence.start, closing.stop, path, REMOVAL_IN_FENCE))
        self.done = closing.stop
        return self.sheet.after(closing.stop)

    def _tag(self, tag: Tag, index: int) -> int:
        if tag.closing:
            return index + 1
        if tag.name != "file":
            return self._add(tool_tag(self.sheet, tag, index))
        block = file_tag(self.sheet, tag, index)
        return index + 1 if block is None else self._add(block)
