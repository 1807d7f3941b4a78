"""Finds where a block ends, also where the fences alone do not tell.

Models forget the last fence, and put fences into documents that are as long as the one around
them. What can be told for certain is told with a warning; everything else is a problem.
"""

import re
from dataclasses import dataclass
from typing import TypeGuard

from roundtable.core.parsing.file_endings import cut_off, ends_in_talk, look_inside, reads_as_words
from roundtable.core.parsing.file_gaps import block_fence
from roundtable.core.parsing.file_kinds import CODE, Kind, kind_of
from roundtable.core.parsing.file_marks import Fence, Mark, Sheet
from roundtable.core.parsing.file_pairs import likely_last, pairs
from roundtable.core.parsing.file_places import looks_like_path

UNCLOSED = "The closing fence was missing."
NESTED = "The file contains fences as long as the one around it; use a longer one around it."
GLUED = "The closing fence did not stand on a line of its own."
MISMATCHED = "The closing fence was not like the opening one."
OPEN_END = "The file ends as if more should follow; make sure that it is whole."

CUT = "The file is cut off: {}. Send the whole file again and close its fence."
NOT_CLOSED = (
    "The block is not closed, and where the file ends cannot be told."
    " Send it again with a fence on a line of its own behind the file."
)
AMBIGUOUS = (
    "The file contains fences as long as the one around it, and where it ends cannot be told."
    " Put a longer fence around it, such as four backticks."
)
TWO_FILES = (
    "A FILE or DELETE line stands inside the block. Give each file a fence of its own; a file"
    " that contains such a line itself needs it in a string or in a comment."
)

_FAR = 100
"""So many fences are looked at to decide a doubt; beyond that the plain reading holds."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Where a block's content stops, and where the block does."""

    content_stop: int
    stop: int
    warnings: tuple[str, ...] = ()
    problem: str = ""


def find_closing(
    sheet: Sheet, opener: Fence, index: int, kind: Kind, wrapped: bool = False, cut: bool = False
) -> Closing:
    """The end of the block behind an opener; `index` is that of the next marked line.

    `cut` says that the answer is known to stop too early: a block that it leaves open is half.
    """
    return _Search(sheet, opener, kind, wrapped, cut).run(index)


class _Search:
    def __init__(self, sheet: Sheet, opener: Fence, kind: Kind, wrapped: bool, cut: bool) -> None:
        self._sheet, self._opener, self._kind = sheet, opener, kind
        self._wrapped, self._cut = wrapped, cut
        self._text, self._tokens = sheet.text, sheet.tokens
        self._seen: list[Fence] = []
        self._called: Mark | None = None
        self._has_blocks = False
        """Whether there are blocks inside that cannot be this one's neighbours."""
        self._resumed = False
        """Whether fences that were looked at turned out to be the file's own."""

    def run(self, index: int) -> Closing:
        depth = 1
        for at in range(index, len(self._tokens)):
            token = self._tokens[at]
            if isinstance(token, Mark):
                if self._is_next_file(at):
                    return self._at_mark(at, depth)
                self._note(token, at)
            if not self._counts(token):
                continue
            depth += 1 if token.info else -1
            if depth == 0:
                return self._at_fence(token, at)
            self._seen.append(token)
        end = self._called.start if self._called else len(self._text)
        return self._without_fence(end, depth)

    def _note(self, mark: Mark, index: int) -> None:
        """Remembers the first line inside that calls for a file of its own."""
        if not self._calls(mark):
            return
        if block_fence(self._sheet, index) is not None:
            self._has_blocks = True
        elif self._called is None:
            self._called = mark

    def _calls(self, mark: Mark) -> bool:
        """Whether a line says FILE or DELETE as plainly as one outside of all blocks."""
        said = mark.loud and mark.verb != "other" and looks_like_path(mark.place.path)
        return said and not mark.commented and mark.indent <= self._opener.indent

    def _counts(self, token: object) -> TypeGuard[Fence]:
        return isinstance(token, Fence) and token.may_close(self._opener)

    def _is_next_file(self, index: int) -> bool:
        token = self._tokens[index]
        if not isinstance(token, Mark) or token.indent > self._opener.indent:
            return False
        fence = block_fence(self._sheet, index)
        return fence is not None and fence.may_close(self._opener)

    # A fence that closes by the rules

    def _at_fence(self, fence: Fence, index: int) -> Closing:
        if self._resumed:
            problem = AMBIGUOUS if self._called else ""
            return Closing(fence.start, fence.stop, (NESTED,), problem)
        rest, ends_text = self._rest(index + 1)
        if self._wrapped and ends_text and rest and not rest[-1].info:
            rest = rest[:-1]
        if self._kind in ("python", "curly"):
            return self._in_program(fence, rest)
        if rest:
            return self._among(fence, rest)
        if self._opens(fence) > 0:
            return self._doubtful(fence, index, ends_text)
        return self._closed(fence)

    def _in_program(self, fence: Fence, rest: list[Fence]) -> Closing:
        """In a program an open string or bracket tells that a fence is not the last."""
        if rest and look_inside(self._content(fence.start), self._kind).left_open:
            last = next((f for f in reversed(rest) if not f.info), fence)
            if not look_inside(self._content(last.start), self._kind).left_open:
                return Closing(last.start, last.stop, (NESTED,))
        return self._closed(fence)

    def _doubtful(self, fence: Fence, index: int, ends_text: bool) -> Closing:
        """The only fence, and it looks like one that opens."""
        if ends_text:
            announced = self._content(fence.start).rstrip().endswith(":")
            if announced and (self._cut or self._text[-1] not in "\r\n"):
                return Closing(fence.start, fence.stop, problem=CUT.format("it ends with a colon"))
        else:
            shown = self._shown_line(index + 1)
            if shown is not None:
                return self._closed(shown, nested=True)
        return Closing(fence.start, fence.stop, (OPEN_END,))

    def _shown_line(self, index: int) -> Fence | None:
        """The last fence of a document that shows a bare block with a FILE line in it.

        Read plainly, the line would begin a program that consists of nothing but words.
        """
        mark = self._tokens[index]
        counted = [token for token in self._tokens[index : index + 20] if self._counts(token)]
        if not isinstance(mark, Mark) or len(counted) < 2 or counted[0].info or counted[1].info:
            return None
        words = self._text[counted[0].stop : counted[1].start]
        if kind_of(mark.place.path) not in CODE or not reads_as_words(words):
            return None
        rest, _ = self._rest(self._sheet.after(counted[1].stop))
        return counted[1] if self._opens(counted[0]) < -1 and pairs(rest) else None

    def _closed(self, fence: Fence, nested: bool = False) -> Closing:
        warnings = (NESTED,) if nested or self._seen else ()
        problem = TWO_FILES if self._holds_two_files() else ""
        return Closing(fence.start, fence.stop, warnings, problem)

    def _holds_two_files(self) -> bool:
        """Whether a FILE line stands where the file's language has no place for one."""
        if self._called is None or self._kind not in ("python", "curly"):
            return False
        inside = look_inside(self._content(self._called.start), self._kind)
        return not inside.left_open.startswith("a ")

    def _content(self, stop: int) -> str:
        return self._text[self._opener.stop : stop]

    def _rest(self, index: int) -> tuple[list[Fence], bool]:
        """The fences up to the next file, and whether the text ends before one comes."""
        found: list[Fence] = []
        for at in range(index, len(self._tokens)):
            token = self._tokens[at]
            if isinstance(token, Mark) and self._calls(token):
                return found, False
            if self._counts(token):
                found.append(token)
            if len(found) > _FAR:
                return [], False
        return found, True

    def _among(self, fence: Fence, rest: list[Fence]) -> Closing:
        """A file may show blocks itself: what pairs up tells which fence is its last."""
        every = [*self._seen, fence, *rest]
        likely = likely_last(every, [self._opens(f) for f in every])
        if len(likely) == 1:
            last = every[likely[0]]
            return self._closed(last, nested=likely[0] > 0)
        if not likely and self._is_surplus(fence, rest):
            return self._closed(fence)
        if likely or not pairs(every):
            return Closing(rest[-1].start, rest[-1].stop, problem=AMBIGUOUS)
        # All fences pair up, and none of them closes the file itself.
        self._seen, self._resumed = every, True
        return self.run(self._sheet.after(rest[-1].stop))

    def _is_surplus(self, fence: Fence, rest: list[Fence]) -> bool:
        """Whether what follows cannot change where the file ends, though it does not pair up."""
        if self._opens(fence) >= 0:
            return False
        alone = len(rest) == 1 and not self._text[fence.stop : rest[0].start].strip()
        return bool(rest[0].info) or alone

    def _opens(self, fence: Fence) -> int:
        """Above zero: the fence looks like one that opens; below: like one that closes."""
        before = [
            line.strip() for line in self._text[max(0, fence.start - 300) : fence.start].split("\n")
        ]
        after = self._text[fence.stop : fence.stop + 300].split("\n", 1)[0].strip()
        opens = 1 if not before[-2:-1] or not before[-2] or fence.start == self._opener.stop else -1
        opens += 1 if after and after[:3] != fence.char * 3 and not after.startswith("FILE") else -1
        last_words = next((line for line in reversed(before) if line), "")
        return opens + (1 if last_words.endswith((":", "：")) else 0)  # noqa: RUF001

    # The next file begins before a fence closes this one

    def _at_mark(self, index: int, depth: int) -> Closing:
        mark_start = self._tokens[index].start
        if self._kind == "document":
            last = self._balanced(index, depth)
            if last is not None and pairs(self._rest(self._sheet.after(last.stop))[0]):
                return self._closed(last, nested=True)
            if last is not None and not self._next_is_clean(index):
                return Closing(last.start, last.stop, problem=AMBIGUOUS)
        elif look_inside(self._content(mark_start), self._kind).left_open.startswith("a string"):
            last = self._balanced(index, depth)
            if last is not None:
                return Closing(last.start, last.stop, problem=AMBIGUOUS)
        return self._without_fence(mark_start, depth)

    def _balanced(self, index: int, depth: int) -> Fence | None:
        """The fence that closes this block if the FILE line belongs to its content."""
        opens = False
        for at in range(index, min(index + _FAR, len(self._tokens))):
            token = self._tokens[at]
            if isinstance(token, Mark):
                opens = token.fence is None and block_fence(self._sheet, at) is not None
                depth += 1 if token.fence is not None else 0
            elif self._counts(token):
                depth += 1 if token.info or opens else -1
                opens = False
                if depth == 0:
                    return token
        return None

    def _next_is_clean(self, index: int) -> bool:
        """Whether everything pairs up if the next file begins at the FILE line."""
        rest, _ = self._rest(index + 1)
        return bool(rest) and pairs(rest)

    # No fence closes the block

    def _without_fence(self, end: int, depth: int) -> Closing:
        content = self._content(end)
        odd = self._odd_fence(end)
        if odd is not None:
            return Closing(odd.start, odd.stop, (MISMATCHED,))
        glued = self._glued(content)
        if glued is not None:
            return glued
        stop = self._opener.stop + len(content.rstrip())
        stop = min(end, self._text.find("\n", stop) + 1 or end) if content.strip() else end
        ends_text = end == len(self._text)
        problem = self._why_not_whole(self._content(end if ends_text else stop), depth, ends_text)
        return Closing(end, end, problem=problem) if problem else Closing(stop, stop, (UNCLOSED,))

    def _why_not_whole(self, content: str, depth: int, ends_text: bool) -> str:
        if self._seen and (self._kind != "document" or depth > 1):
            return NOT_CLOSED
        if self._has_blocks or ends_in_talk(content, self._kind):
            return NOT_CLOSED
        if not self._seen and content.rstrip().endswith(self._opener.char * 3):
            return NOT_CLOSED
        if ends_text:
            sign = "the answer was too long" if self._cut else cut_off(content, self._kind)
        else:
            sign = look_inside(content, self._kind).left_open
        return CUT.format(sign) if sign else ""

    def _odd_fence(self, end: int) -> Fence | None:
        """A last line that was meant to close, but is shorter or indented deeper."""
        last: Fence | None = None
        others = 0
        for token in self._tokens[self._sheet.after(self._opener.stop) : self._sheet.after(end)]:
            if isinstance(token, Fence) and not token.may_close(self._opener):
                same = token.char == self._opener.char and not token.bulleted
                last, others = (token, others + 1) if same else (last, others)
        if last is None or last.info or others % 2 == 0 or self._seen:
            return None
        return last if not self._text[last.stop : end].strip() else None

    def _glued(self, content: str) -> Closing | None:
        if self._seen:
            return None
        sign = re.escape(self._opener.char * self._opener.length)
        found = [m for _, m in zip(range(2), _line_ends(sign).finditer(content), strict=False)]
        if len(found) != 1:
            return None
        start = self._opener.stop + found[0].start()
        stop = self._opener.stop + found[0].end()
        if self._text[start - 1 : start] == self._opener.char or self._kind not in CODE:
            return None
        return Closing(start, stop, (GLUED,))


def _line_ends(sign: str) -> re.Pattern[str]:
    return re.compile(rf"{sign}[ \t\r]*(?:\n|\Z)")
