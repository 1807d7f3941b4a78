"""Reads files that came as `<file path="…">` tags; notices calls of tools that are not there."""

import re

from roundtable.core.parsing.file_marks import Fence, Mark, Sheet, Tag, line_stop
from roundtable.core.parsing.file_pieces import Block, Part

FROM_TAG = "The file was read from a tag; write FILE: path and a fenced block."
TAG_OPEN = "The tag is not closed. Write FILE: path, and the whole file in a fenced block."
TAG_FORM = "This is not the form asked for. Write FILE: path, and the whole file in a fenced block."
TOOL = (
    "There is no tool here that could be called. Write FILE: path, and the whole file in a"
    " fenced block."
)
AS_JSON = "The files came as JSON. Write FILE: path, and each whole file in a fenced block."

_LOOKED_AT = 5_000
_CHILD = re.compile(r"\s*<(?:path|name|filename|file_path)>([^<\n]*)</", re.IGNORECASE)
_PATH = re.compile(
    r"""["'](?:path|file_?path|file_?name|file|target_file)["']\s*:\s*["']([^"'\n]*)["']
      | <parameter\ name=["'](?:path|file_path)["']>([^<\n]*)<
      | <(?:path|file_path)>([^<\n]*)<
      | \b(?:path|file_?path)=["']([^"'\n]*)["']""",
    re.VERBOSE | re.IGNORECASE,
)
_TOOL_NAME = re.compile(
    r"""["'](?:tool|tool_name|function|name|action|command|recipient_name)["']\s*:\s*["']
        [^"'\n]{0,40}(?:write|create|edit|replace|save|update|patch|insert)[^"'\n]{0,40}["']""",
    re.VERBOSE | re.IGNORECASE,
)
_JSON_FILE = re.compile(
    r"""["'](?:path|file_?path|file_?name|file)["']\s*:\s*["'][^"'\n]+["']\s*,\s*
        ["'](?:content|contents|code|text|file_text)["']\s*:""",
    re.VERBOSE | re.IGNORECASE,
)
_OBJECT_START = re.compile(r"(?:\n|\A)[ \t]*[\[{]")


def file_tag(sheet: Sheet, tag: Tag, index: int) -> Block | None:
    """The file in a tag; None when the tag names no file."""
    text = sheet.text
    child = None if tag.path else _CHILD.match(text, tag.inside)
    path = tag.path or (child[1].strip() if child else "")
    if not path:
        return None
    following = _next_start(sheet, index + 1)
    end = sheet.end_tag("file", tag.inside)
    if tag.empty:
        return Block(tag.start, tag.stop, path, problem=TAG_FORM)
    if end is None or end > following:
        return Block(tag.start, following, path, problem=TAG_OPEN)
    stop = text.index(">", end) + 1
    stop = line_stop(text, stop) if not text[stop : line_stop(text, stop)].strip() else stop
    if child is not None:
        return Block(tag.start, stop, path, problem=TAG_FORM)
    begin, finish = _content(sheet, tag.inside, end)
    parts: tuple[Part, ...] = (
        ("marker", tag.start, begin),
        ("content", begin, finish),
        ("marker", finish, stop),
    )
    return Block(tag.start, stop, path, parts=parts, warnings=(FROM_TAG,))


def _next_start(sheet: Sheet, index: int) -> int:
    """Where the next file tag opens."""
    for at in range(index, len(sheet.tokens)):
        token = sheet.tokens[at]
        if isinstance(token, Tag) and token.name == "file" and not token.closing:
            return token.start
    return len(sheet.text)


def _content(sheet: Sheet, begin: int, end: int) -> tuple[int, int]:
    """What a tag holds, without the line ends, the fence or the CDATA section around it."""
    text = sheet.text
    first_line = line_stop(text, begin)
    if first_line <= end and not text[begin:first_line].strip():
        begin = first_line
    line_start = text.rfind("\n", begin, end) + 1
    if line_start > begin and not text[line_start:end].strip():
        end = line_start
    if text.startswith("<![CDATA[", begin) and text[begin:end].rstrip().endswith("]]>"):
        inside = begin + len("<![CDATA[")
        inside += 1 if text.startswith("\n", inside) else 0
        return inside, begin + len(text[begin:end].rstrip()) - len("]]>")
    return _inside_fence(sheet, begin, end)


def _inside_fence(sheet: Sheet, begin: int, end: int) -> tuple[int, int]:
    first, last = sheet.after(begin), sheet.after(end) - 1
    if last <= first:
        return begin, end
    opener, closer = sheet.tokens[first], sheet.tokens[last]
    if not isinstance(opener, Fence) or not isinstance(closer, Fence) or closer.info:
        return begin, end
    alone = not sheet.text[begin : opener.start].strip() and closer.may_close(opener)
    return (opener.stop, closer.start) if alone and closer.stop >= end else (begin, end)


def tool_tag(sheet: Sheet, tag: Tag, index: int) -> Block:
    """A call of a tool, up to its end or to the next FILE line."""
    end = sheet.end_tag(tag.name, tag.inside)
    stop = len(sheet.text) if end is None else line_stop(sheet.text, end)
    for at in range(index + 1, len(sheet.tokens)):
        token = sheet.tokens[at]
        if token.start >= stop:
            break
        if isinstance(token, Mark) and token.verb == "file" and token.loud:
            stop = token.start
    return Block(tag.start, stop, _named(sheet.text, tag.start, stop), problem=TOOL)


def tool_call(text: str, start: int, stop: int, alone: bool) -> Block | None:
    """A call of a tool as JSON, or files as JSON where no other file was given."""
    stop_looking = min(stop, start + _LOOKED_AT)
    found = _TOOL_NAME.search(text, start, stop_looking)
    problem = TOOL
    if found is None and alone:
        found, problem = _JSON_FILE.search(text, start, stop_looking), AS_JSON
    if found is None:
        return None
    begin = _object_start(text, start, found.start())
    if begin is None:
        return None
    path = _named(text, begin, stop)
    return Block(begin, stop, path, problem=problem) if path else None


def _object_start(text: str, start: int, before: int) -> int | None:
    """Where the outermost JSON around a position begins; it must begin a line."""
    first = _OBJECT_START.search(text, start, before + 1)
    if first is None:
        return None
    return first.start() + 1 if text[first.start()] == "\n" else first.start()


def _named(text: str, start: int, stop: int) -> str:
    match = _PATH.search(text, start, min(stop, start + _LOOKED_AT))
    return next((group for group in match.groups() if group), "").strip() if match else ""
