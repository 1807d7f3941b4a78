"""Tells whether a FILE line and the fence below it belong together."""

import re
from dataclasses import dataclass

from roundtable.core.parsing.file_marks import Fence, Mark, Sheet
from roundtable.core.parsing.file_places import looks_like_path, path_alone

_FAR = 100
"""So many marked lines are looked at; beyond that a fence is not taken for closed."""
_LONGEST_GAP = 400
_LONGEST_SHORT_LINE = 120
_CODE = re.compile(
    r"[=;{}]|\w\([^)]*\)$|^(?:import|from|def|class|const|let|var|package|use|using|print|return)\b"
)


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between a FILE line and the fence below it."""

    near: bool
    line: str = ""
    """The one short line between them."""

    @property
    def is_code(self) -> bool:
        """Whether the line reads as the file itself, whose first fence was forgotten."""
        return bool(_CODE.search(self.line))


def gap_between(text: str, start: int, stop: int) -> Gap:
    """Whether two marked lines belong together."""
    if stop - start > _LONGEST_GAP:
        return Gap(False)
    lines = [line.strip() for line in text[start:stop].split("\n") if line.strip()]
    if not lines:
        return Gap(True)
    line = lines[0]
    if len(lines) > 1 or len(line) > _LONGEST_SHORT_LINE or line.startswith(("#", ">", "|", "---")):
        return Gap(False, line)
    return Gap(not path_alone(line), line)


def fence_below(sheet: Sheet, index: int) -> Fence | None:
    """The fence that the FILE line at an index stands directly above."""
    mark = sheet.tokens[index]
    if not isinstance(mark, Mark) or mark.verb != "file":
        return None
    if mark.fence is not None:
        return mark.fence
    fence = sheet.tokens[index + 1] if index + 1 < len(sheet.tokens) else None
    if not isinstance(fence, Fence) or not gap_between(sheet.text, mark.stop, fence.start).near:
        return None
    return fence if mark.loud or looks_like_path(mark.place.path) else None


def block_fence(sheet: Sheet, index: int) -> Fence | None:
    """The fence of the block that the FILE line at an index opens, inside of another block.

    There a bare fence below the line may also be the end of a block that the line itself ends.
    """
    fence = fence_below(sheet, index)
    if fence is None or fence.info or _closes_later(sheet, index + 2, fence):
        return fence
    return None


def _closes_later(sheet: Sheet, index: int, opener: Fence) -> bool:
    for at in range(index, min(index + _FAR, len(sheet.tokens))):
        token = sheet.tokens[at]
        if isinstance(token, Mark) and token.verb == "file" and token.loud:
            return False
        if isinstance(token, Fence) and not token.info and token.may_close(opener):
            return True
    return False
