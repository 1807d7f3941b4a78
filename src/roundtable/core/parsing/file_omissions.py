"""Finds the lines by which a model says that it left something out: `# ... rest of the file`.

Such words count only where they are a line's whole remark. The same words in a sentence, in a
string of several lines, or in a line that the project's own file has already, are the file's own.
"""

import re
from collections.abc import Iterator
from functools import cached_property

from roundtable.core.parsing.file_endings import Inside, look_inside
from roundtable.core.parsing.file_kinds import Kind
from roundtable.core.parsing.file_omission_words import KEYWORDS, PHRASES

_PHRASE = re.compile(PHRASES)
_KEYWORD = re.compile(KEYWORDS)
_DOTS = r"(?:\.{3,}|…)"
# A line feed in front makes the search fast; at most so many characters are a remark.
_REMARK = re.compile(
    r"\n[ \t]*+(?P<open>\#+|//+|/\*+|\*(?=[ \t(])|<!--+|\{/\*+|(?:--+|;+|%+|REM|rem)(?=[ \t])"
    r"|\[|\(|<(?=[^\n<>/]*[ \t])|\.{3,}|…)(?=[^\n]{2,100}+(?:\n|\Z))(?P<body>[^\n]*+)"
)
_BARE_DOTS = re.compile(
    rf"\n(?P<indent>[ \t]*+)(?P<dots>{_DOTS}|\[{_DOTS}\]|\({_DOTS}\))[ \t\r]*+(?=\n|\Z)"
)
# Remarks that share their line with code, each with a fixed beginning that is found fast.
_INLINE = (
    re.compile(rf"\{{[ \t]*{_DOTS}[ \t]*\}}"),
    re.compile(r"/\*(?P<body>[^\n*]+)\*+/"),
    re.compile(r"\.\.\.[ \t]*(?:\#|//)(?P<body>[^\n]+)"),
    re.compile(r"pass[ \t]*\#(?P<body>[^\n]+)"),
    re.compile(r"\{[ \t]*//(?P<body>[^\n]+)"),
    re.compile(rf"\#(?P<body>[ \t]*{_DOTS}[ \t]*[^\W\d_][^\n]*)"),
    re.compile(rf"//(?P<body>[ \t]*{_DOTS}[ \t]*[^\W\d_][^\n]*)"),
)
_SIGNS = " \t\r.…-–—_*=~<>[](){}!:,;\"'`/#%✂（）【】「」『』。、：；"  # noqa: RUF001
_LONGEST = 90
_FULL_LINE = 50
_FAR = 500
_ENDS = {"[": "]", "(": ")", "<": ">"}
_BODY_FOLLOWS = (":", '"""', "'''", "(", "[", "{", ",", "...", '"', "'")
_BODY_BEGAN = ("@", "#", ">>>", "...", '"', "'")


def omission(text: str, kind: Kind, known: str | None = None) -> str:
    """The line that stands for something left out; empty when there is none."""
    if kind in ("data", "patch", "binary"):
        return ""
    whole = "\n" + (without_fenced(text) if kind == "document" else text)
    own = _Own(text, kind, known)
    for position in _suspects(whole, kind):
        line = (
            _before(whole, position) + whole[position : position + _FAR].split("\n", 1)[0]
        ).strip()
        if not own.has(position - 1, line):
            return line
    return ""


def _before(whole: str, position: int) -> str:
    """What stands on the line before a position; of a very long line only the end."""
    return whole[max(0, position - _FAR) : position].rsplit("\n", 1)[-1]


class _Own:
    """What of a text is surely the file's own; found out only when somebody asks."""

    def __init__(self, text: str, kind: Kind, known: str | None) -> None:
        self._text, self._kind, self._known = text, kind, known

    def has(self, position: int, line: str) -> bool:
        return line in self._lines or self._inside.in_string(position)

    @cached_property
    def _lines(self) -> frozenset[str]:
        return frozenset(line.strip() for line in (self._known or "").split("\n"))

    @cached_property
    def _inside(self) -> Inside:
        return look_inside(self._text, self._kind)


def _suspects(whole: str, kind: Kind) -> Iterator[int]:
    """Positions of the lines that speak of something left out."""
    for match in _REMARK.finditer(whole):
        counts = _remark_counts(match["open"], match["body"], kind)
        if counts and not _goes_on(whole, match):
            yield match.end("open")
    has_dots = "..." in whole or "…" in whole
    if has_dots and kind != "yaml":
        yield from _bare_dots(whole, kind)
    if kind in ("document", "markup"):
        return
    for pattern in _INLINE:
        for match in pattern.finditer(whole):
            if _inline_counts(whole, match, kind):
                yield match.start()


def _remark_counts(opening: str, body: str, kind: Kind) -> bool:
    if kind == "document" and opening[0] in "#/;%-*":
        return opening == "*" and body[:1] == "(" and _speaks(body)
    closing = _ENDS.get(opening)
    if closing is not None and (not body.rstrip().endswith(closing) or _has_quote(body)):
        return False
    if opening[0] in ".…":
        # Without a comment's sign only a whole phrase counts: dots also begin other lines.
        return bool(_PHRASE.fullmatch(_core(body)))
    if closing is None and kind not in ("document", "markup") and _only_dots(body):
        return opening[0] != "*"
    return _speaks(body)


def _goes_on(whole: str, match: re.Match[str]) -> bool:
    """Whether the line only ends a sentence that the comment above it began."""
    above = _before(whole, match.start()).strip()
    same = above.startswith(match["open"]) and not match["body"].lstrip().startswith((".", "…"))
    return same and len(above) > _FULL_LINE and above[-1].isalnum()


def _has_quote(body: str) -> bool:
    return any(quote in body for quote in "\"'`")


def _only_dots(body: str) -> bool:
    """Three dots and no words; a row of more dots is a rule drawn across the page."""
    return ("..." in body or "…" in body) and "...." not in body and not _core(body)


def _core(body: str) -> str:
    """The words of a remark, without the signs around them."""
    return " ".join(body.strip(_SIGNS).lower().split())


def _speaks(body: str) -> bool:
    """Whether a remark says that something is left out."""
    core = _core(body)
    if not core or len(core) > _LONGEST:
        return False
    if _PHRASE.fullmatch(core):
        return True
    bare = body.lstrip(" \t([{<*-")
    return bare.startswith(("...", "…")) and bool(_KEYWORD.match(core)) and len(core.split()) <= 8


def _inline_counts(whole: str, match: re.Match[str], kind: Kind) -> bool:
    before = _before(whole, match.start())
    if _has_quote(before) or len(before) == _FAR:
        return False
    if before.lstrip().startswith(("//", "*", "#", "/*", "--", ";", "%")):
        return False
    if "body" not in match.re.groupindex:
        return kind == "curly"
    return _speaks(match["body"]) or (match[0][0] == "/" and _only_dots(match["body"]))


def _bare_dots(whole: str, kind: Kind) -> Iterator[int]:
    """Lines of three dots and nothing else, where the language has no use for them."""
    last = len(whole.rstrip())
    for match in _BARE_DOTS.finditer(whole):
        ends_text = match.end("dots") >= last
        if kind == "python":
            counts = match["dots"][0] not in "([" and not _is_body(whole, match)
        elif kind in ("document", "markup", "other"):
            counts = ends_text
        else:
            counts = True
        if counts:
            yield match.start("dots")


def _is_body(whole: str, match: re.Match[str]) -> bool:
    """Whether the dots are Python's own: the body of a function, a value in a list."""
    if not match["indent"]:
        return False
    end = match.start()
    while end > 0:
        start = whole.rfind("\n", 0, end)
        line = whole[start + 1 : end].strip()
        if line:
            code = line.split("  #", 1)[0].rstrip()
            return code.endswith(_BODY_FOLLOWS) or line.startswith(_BODY_BEGAN)
        end = start
    return False


def without_fenced(text: str) -> str:
    """A document with the lines of its code blocks blanked out, every position kept."""
    if "```" not in text and "~~~" not in text:
        return text
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        bare = line.strip(" \t\r")
        mark = bare[:3] if bare[:3] in ("```", "~~~") else ""
        if fence and mark == fence and not bare.strip(fence[0]):
            fence = ""
        elif mark and not fence:
            fence = mark
        lines.append(" " * len(line) if fence or mark else line)
    return "\n".join(lines)
