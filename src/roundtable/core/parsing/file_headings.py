"""Finds the path of a block that no FILE line announces: in its fence, inside it, or above it."""

from dataclasses import replace

from roundtable.core.parsing.file_kinds import kind_of
from roundtable.core.parsing.file_marks import Fence, Mark, Sheet, line_stop
from roundtable.core.parsing.file_pieces import Block, Part
from roundtable.core.parsing.file_places import (
    looks_like_path,
    path_alone,
    path_in_first_line,
    path_in_info,
    path_within,
)

FROM_INFO = "The path was read from the fence; write it on a FILE: line above."
FROM_FIRST_LINE = "The path was read from the block's first line; write it on a FILE: line above."
FROM_LINE_ABOVE = "The path was read from the line above; write FILE: in front of it."

IN_SENTENCE = (
    "The FILE line is part of a sentence. If the block below it is meant as a file, write FILE:"
    " and the path on a line of their own."
)

_LOOKED_AT = 1_000
_HEADING = ("#", "<", "*", "-", "|")
_SHELLS = frozenset(
    {
        *("bash", "sh", "shell", "zsh", "console", "terminal", "powershell", "cmd"),
        *("text", "txt", "plaintext", "output", "log", "diff", "http", "tree"),
    }
)
"""Blocks in these show what is typed or printed; a comment in them names no file of its own."""


def named_by(sheet: Sheet, fence: Fence, index: int, since: int) -> Block | None:
    """The beginning of a block up to its content; `since` is where the talk before it begins."""
    return _by_info(fence) or _by_first_line(sheet, fence, index) or _by_line(sheet, fence, since)


def _by_info(fence: Fence) -> Block | None:
    path = path_in_info(fence.info)
    if not path:
        return None
    beginning = _beginning(fence, path, (_line(fence),), FROM_INFO)
    return replace(beginning, origin="word") if "FILE:" in fence.info else beginning


def _by_first_line(sheet: Sheet, fence: Fence, index: int) -> Block | None:
    text = sheet.text
    mark = sheet.tokens[index + 1] if index + 1 < len(sheet.tokens) else None
    if isinstance(mark, Mark) and not text[fence.stop : mark.start].strip():
        return _by_mark(fence, mark)
    head = text[fence.stop : fence.stop + _LOOKED_AT]
    start = fence.stop + len(head) - len(head.lstrip(" \t\r\n"))
    stop = line_stop(text, start)
    path = path_in_first_line(text[start:stop].rstrip("\r\n"))
    language = fence.info.split(" ", 1)[0].lower()
    if not path or (language in _SHELLS and kind_of(path) not in ("hash", "other")):
        return None
    return _beginning(fence, path, (_line(fence),), FROM_FIRST_LINE)


def _by_mark(fence: Fence, mark: Mark) -> Block | None:
    """A FILE line, bare or as a comment, that opens the block: it is none of the file's own."""
    path = mark.place.path
    sure = mark.verb == "file" and mark.colon and looks_like_path(path) and not mark.place.problem
    if not sure or not (mark.loud or mark.commented):
        return None
    parts: tuple[Part, ...] = (_line(fence), ("marker", fence.stop, mark.stop))
    return replace(_beginning(fence, path, parts, FROM_FIRST_LINE), origin="word")


def _line(fence: Fence) -> Part:
    return ("fence", fence.start, fence.stop)


def _beginning(fence: Fence, path: str, parts: tuple[Part, ...], warning: str) -> Block:
    return Block(
        start=parts[0][1],
        stop=parts[-1][2],
        path=path,
        origin="path",
        parts=parts,
        info=fence.info,
        indent=fence.indent,
        warnings=(warning,),
    )


def _by_line(sheet: Sheet, fence: Fence, since: int) -> Block | None:
    """A heading that is nothing but a path, with at most one blank line below it."""
    begin = max(since, fence.start - _LOOKED_AT)
    above = sheet.text[begin : fence.start].rstrip(" \t\r\n")
    if sheet.text[begin + len(above) : fence.start].count("\n") > 2:
        return None
    start = begin + above.rfind("\n") + 1
    stop = line_stop(sheet.text, start)
    line = sheet.text[start:stop].strip() if above else ""
    parts: tuple[Part, ...] = (
        ("marker", start, stop),
        ("prose", stop, fence.start),
        _line(fence),
    )
    if path_alone(line):
        return _beginning(fence, path_alone(line), parts, FROM_LINE_ABOVE)
    if line.startswith(">") or not path_within(line):
        return None
    block = replace(_beginning(fence, path_within(line), parts, FROM_LINE_ABOVE), origin="word")
    # In a heading the word can only mean the block below; in a sentence it may mean anything.
    return (
        block if line.startswith(_HEADING) else replace(block, problem=IN_SENTENCE, is_mention=True)
    )
