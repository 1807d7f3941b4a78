"""Tells whether a text stops in the middle: an open string or bracket, half a statement."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from roundtable.core.parsing.file_kinds import Kind

_TRIPLE = r'"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+"""' + (
    r"|'''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+'''"
)
_PLAIN = r'"(?:[^"\\\n]|\\.)*+"' + r"|'(?:[^'\\\n]|\\.)*+'"
_PYTHON = re.compile(
    rf"(?P<long>{_TRIPLE})|(?P<broken>\"\"\"|''')|{_PLAIN}|\#[^\n]*+|(?P<bracket>[()\[\]{{}}])|\\.",
    re.DOTALL,
)
_CURLY = re.compile(
    r"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/"
    r"|(?P<long>`[^`\\]*+(?:\\.[^`\\]*+)*+`)|(?P<broken>/\*|`)"
    rf"|{_PLAIN}|(?P<bracket>[()\[\]{{}}])|\\.",
    re.DOTALL,
)
_PAIRS = {")": "(", "]": "[", "}": "{"}
_DANGLING: dict[Kind, str] = {
    "python": ",([{=+-*/%\\|&:.<@",
    "curly": ",([=+-*%\\|&:.<?",
    "yaml": ":",
    "document": ":",
}
_HEADER = re.compile(
    r"\s*(?:export )?(?:default )?(?:async )?(?:def|class|function|if|for|while|switch)\b[^\n]*\)"
)
_SENTENCE_END = tuple(".!?:;)]}>`*_|\"'”»。！？」』）】…-=~")  # noqa: RUF001
_LINE_ENDS: dict[Kind, tuple[str, ...]] = {
    "python": tuple(")]}\"'"),
    "curly": (*")]};\"'`", "*/"),
}
_TALK = re.compile(
    r"(?:here|now|next|then|finally|and|below|this|that|these|those|the following|let me|let's"
    r"|i |i'|we |note|please|you |hope|as you|in this|hier|nun|als|voici|ensuite|ahora|aquí)\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"(?:here(?:'s| is| are)|now|next|finally|below|let me|let's|i'll|i will|voici|ensuite|nun"
    r"|hier)\b",
    re.IGNORECASE,
)
_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n\s*")
_WORDS = re.compile(r"[A-ZÄÖÜÉÀ][\w'’,-]*(?: [\w'’,\"`(-][\w'’,\"`.()/-]*){2,}[.:!?]?")  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Inside:
    """What a text leaves open at its end, and where its strings of several lines lie."""

    left_open: str
    starts: tuple[int, ...] = ()
    stops: tuple[int, ...] = ()

    def in_string(self, position: int) -> bool:
        at = bisect_right(self.starts, position) - 1
        return at >= 0 and position < self.stops[at]


def look_inside(text: str, kind: Kind) -> Inside:
    """Strings and brackets of a text; in kinds whose rules are not known nothing is seen."""
    if kind not in ("python", "curly"):
        return Inside("")
    stack: list[str] = []
    spans: list[tuple[int, int]] = []
    for match in (_PYTHON if kind == "python" else _CURLY).finditer(text):
        group = match.lastgroup
        if group == "bracket":
            _count(stack, match[0])
        elif group == "long":
            spans.append(match.span())
        elif group == "broken":
            what = "a comment" if match[0] == "/*" else "a string"
            spans.append((match.start(), len(text) + 1))
            return Inside(f"{what} is not closed", *_columns(spans))
    left_open = f"the bracket {stack[-1]} is not closed" if stack else ""
    return Inside(left_open, *_columns(spans))


def _count(stack: list[str], bracket: str) -> None:
    if bracket not in _PAIRS:
        stack.append(bracket)
    elif stack and stack[-1] == _PAIRS[bracket]:
        stack.pop()


def _columns(spans: list[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(start for start, _ in spans), tuple(stop for _, stop in spans)


def cut_off(text: str, kind: Kind) -> str:
    """The sign that a text which simply stops was not finished; empty when it looks whole."""
    body = text.rstrip()
    if not body:
        return "nothing was written"
    left_open = look_inside(body, kind).left_open
    if left_open:
        return left_open
    line = body[body.rfind("\n") + 1 :]
    last = _without_comment(line, kind)
    if last.endswith(tuple(_DANGLING.get(kind, ""))):
        return f"the last line ends with {last[-1]}"
    if kind in ("python", "curly") and (_odd_quote(last) or last.strip() in ('""', "''")):
        return "a string is not closed"
    if kind in ("python", "curly") and line.lstrip().startswith(("#", "//")):
        return "it ends with a comment"
    if line.strip() in ("`", "``", "~", "~~"):
        return "it stops in the middle of a fence"
    if _HEADER.fullmatch(line):
        return "the last line has no body"
    if kind == "markup" and not body.endswith((">", "}}", "%}")):
        return "the last tag is not closed"
    return _half_line(text, body, kind)


def _half_line(text: str, body: str, kind: Kind) -> str:
    """The sign that the last line is not a whole one."""
    end = text[len(body) :].replace("\r\n", "\n").replace("\r", "\n")
    if end.strip("\n"):
        return "it stops in the middle of a line"
    if len(end) > 1:
        return "it stops at a blank line"
    closed = body.endswith(_LINE_ENDS.get(kind, _SENTENCE_END))
    return "" if end or closed else "it stops in the middle of a line"


def _without_comment(line: str, kind: Kind) -> str:
    if kind == "python" and "#" in line:
        line = line[: line.index("#")] or line
    return line.rstrip()


def _odd_quote(line: str) -> bool:
    bare = re.sub(r"\\.|'(?:[^'\\]|\\.)*+'|`[^`]*+`|\"(?:[^\"\\]|\\.)*+\"", "", line)
    return '"' in bare or bool(re.search(r"[(=,\[ ]'", bare))


def ends_in_talk(text: str, kind: Kind) -> bool:
    """Whether the last paragraphs read as words to somebody, and not as part of the file."""
    _, *others = [part.strip().split("\n") for part in _PARAGRAPHS.split(text.rstrip()[-2_000:])]
    last = [lines for lines in others[-2:] if len(lines) <= 3]
    if kind in ("document", "other", "data", "yaml"):
        return any(_is_announcement(lines) for lines in last)
    return bool(last) and all(_WORDS.fullmatch(line.strip()) for line in last[-1])


def _is_announcement(lines: list[str]) -> bool:
    told = _TALK.match(lines[0]) and lines[-1].rstrip().endswith((":", "!"))
    return bool(told or (len(lines) == 1 and _NEXT.match(lines[0])))


def reads_as_words(text: str) -> bool:
    """Whether there are only sentences and headings in a text."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return bool(lines) and all(_WORDS.fullmatch(line) or line.startswith("#") for line in lines)
