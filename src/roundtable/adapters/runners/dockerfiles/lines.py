"""The lines of a Dockerfile as the builder joins them: directives, continuations, heredocs."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from roundtable.adapters.runners.dockerfiles.syntax import (
    LONGEST_LINE,
    LONGEST_TEXT,
    MOST_INSTRUCTIONS,
    Directive,
    Heredoc,
    Unreadable,
)
from roundtable.adapters.runners.dockerfiles.words import Names, expand, raw_words

DIRECTIVES = ("syntax", "escape", "check")
HOLD_HEREDOCS = ("RUN", "COPY", "ADD", "ONBUILD")

_DIRECTIVE = re.compile(r"#\s*([a-zA-Z][a-zA-Z0-9]*)\s*=\s*(.+)")
_HEREDOC = re.compile(r"(\d*)<<(-?)([^<]*)$")
_LIKE_A_HEREDOC = re.compile(r"(?:^|\s)\d*<<-?[^\s<]")
_DELIMITER = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.-]*")
_TURNS_TEXT = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters by which a line looks other than it is."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A heredoc that a line begins."""

    name: str
    chomp: bool


@dataclass(frozen=True, slots=True)
class LogicalLine:
    line: int
    """In the file that holds the text."""
    text: str


def opening_of(word: str) -> Opening | None:
    """The heredoc that this word opens, if it opens one."""
    match = _HEREDOC.match(word)
    if match is None or not match[3]:
        return None
    words = expand(match[3], Names(), split=True).words if "$" not in match[3] else (match[3],)
    if len(words) != 1:
        return None
    if not _DELIMITER.fullmatch(words[0]):
        raise Unreadable(f"a heredoc that ends with other than a plain word ({words[0]})")
    return Opening(words[0], match[2] == "-")


def openings(text: str) -> tuple[Opening, ...]:
    """The heredocs that an instruction opens, in their order."""
    if "<<" not in text:
        return ()
    try:
        words = raw_words(text)
    except Unreadable:
        if _LIKE_A_HEREDOC.search(text):
            raise Unreadable("a heredoc beside quotes that do not close") from None
        return ()
    return tuple(found for word in words if (found := opening_of(word)) is not None)


class Lines:
    """A text, taken line by line."""

    def __init__(self, text: str, before: int = 0) -> None:
        """`before`: how many lines of the file stand before the text."""
        if len(text) > LONGEST_TEXT:
            raise Unreadable(f"it is longer than {LONGEST_TEXT} characters", 1 + before)
        self._before = before
        self._lines = text.removeprefix("\ufeff").split("\n")
        if self._lines[-1] == "":
            self._lines.pop()
        self._at = 0
        self.escape = "\\"
        self.directives = tuple(self._read_directives())

    def _read_directives(self) -> Iterator[Directive]:
        shebang = bool(self._lines) and self._lines[0].startswith("#!")
        seen: set[str] = set()
        for number, line in enumerate(self._lines, 1 + self._before):
            if number == 1 + self._before and shebang:
                continue
            match = _DIRECTIVE.match(line.strip())
            if match is None or match[1].lower() not in DIRECTIVES:
                return
            name = match[1].lower()
            if odd_space(line.rstrip("\r")):
                raise Unreadable("a directive with a space of another kind", number, line)
            if line[:1] != "#":
                raise Unreadable("a directive begins at the start of its line", number, line)
            if name in seen:
                raise Unreadable(f"{name} is given twice", number, line)
            seen.add(name)
            if name == "escape":
                if match[2] not in ("\\", "`") or shebang:
                    raise Unreadable("the escape is one of \\ and `, on top", number, line)
                self.escape = match[2]
            yield Directive(name, match[2], number)

    def __iter__(self) -> Iterator[LogicalLine]:
        count = 0
        while self._at < len(self._lines):
            line = self._one()
            if line is None:
                continue
            count += 1
            if count > MOST_INSTRUCTIONS:
                reason = f"more than {MOST_INSTRUCTIONS} instructions"
                raise Unreadable(reason, line.line, line.text)
            yield line

    def _one(self) -> LogicalLine | None:
        start = self._at + 1 + self._before
        first = self._physical().lstrip(" \t")
        if not first or first.startswith("#"):
            return None
        text, goes_on = self._trimmed(first, start)
        parts, size = [text], len(text)
        while goes_on and self._at < len(self._lines):
            line = self._physical()
            bare = line.strip(" \t")
            if not bare or bare.startswith("#"):
                continue
            text, goes_on = self._trimmed(line, self._at + self._before)
            parts.append(text)
            size += len(text)
            if size > LONGEST_LINE:
                raise Unreadable("a line that is too long", start, parts[0])
        joined = "".join(parts).strip(" \t")
        _check_characters(joined, start)
        if joined.endswith(self.escape):
            # Written anew as one line, it would go on with the next one.
            raise Unreadable("an instruction that ends in an escape", start, joined)
        if not joined or len(joined) > LONGEST_LINE:
            raise Unreadable("an instruction that is empty or too long", start, joined)
        return LogicalLine(start, joined)

    def _physical(self) -> str:
        """The next line as it stands, without its end.

        The builder takes more for white space than spaces and tabs, and not the same in every
        place. At the ends of a line that decides what it is: a comment, or one that goes on.
        """
        line = self._lines[self._at].rstrip("\r")
        self._at += 1
        bare = line.strip(" \t")
        comment = bare.startswith("#")
        if odd_space(bare[:1]) or (not comment and odd_space(bare[-1:])):
            raise Unreadable(
                "a line that begins or ends with a space of another kind, or a control character",
                self._at + self._before,
                line,
            )
        return line

    def _trimmed(self, line: str, number: int) -> tuple[str, bool]:
        """Without the sign that it goes on, and whether it does."""
        bare = line.rstrip(" \t")
        if not bare.endswith(self.escape):
            return line, False
        if bare.endswith(2 * self.escape):
            raise Unreadable(
                "two escapes at the end of a line: one reads on, one not", number, line
            )
        return bare[:-1], True

    def bodies(self, line: LogicalLine) -> tuple[Heredoc, ...]:
        """What follows the line, up to the end of its last heredoc."""
        return tuple(self._body(opening, line) for opening in openings(line.text))

    def _body(self, opening: Opening, line: LogicalLine) -> Heredoc:
        body: list[str] = []
        while self._at < len(self._lines):
            raw = self._lines[self._at]
            self._at += 1
            end = raw.rstrip("\r")
            if (end.lstrip("\t") if opening.chomp else end) == opening.name:
                return Heredoc(opening.name, "".join(body), opening.chomp)
            if "\0" in raw:
                raise Unreadable(
                    "a control character in a heredoc", self._at + self._before, line.text
                )
            body.append(raw + "\n")
        raise Unreadable(f"the heredoc {opening.name} does not end", line.line, line.text)


def _is_control(ch: str) -> bool:
    return unicodedata.category(ch) in ("Cc", "Cs") and ch != "\t"


def odd_space(text: str) -> bool:
    """It has white space that is neither a space nor a tab, or a control character."""
    return any((ch.isspace() and ch not in " \t") or _is_control(ch) for ch in text)


def _check_characters(text: str, line: int) -> None:
    for ch in text:
        if _is_control(ch) or ch in _TURNS_TEXT:
            raise Unreadable("a control character", line, text)
