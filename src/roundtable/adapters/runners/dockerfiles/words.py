"""Words as the builder reads them: quotes, escapes, and variables in all forms of the reference."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from roundtable.adapters.runners.dockerfiles.patterns import (
    replaced,
    without_prefix,
    without_suffix,
)
from roundtable.adapters.runners.dockerfiles.syntax import LONGEST_LINE, LONGEST_VALUE, Unreadable

DEEPEST = 16
SPECIAL = "@*#?-$!0"
"""Parameters of a shell, of one character; the builder knows none of their values."""


@dataclass(frozen=True, slots=True)
class Names:
    """The variables in scope."""

    known: Mapping[str, str | None] = field(default_factory=dict)
    """None: it is set, to what only the image knows."""
    open: bool = False
    """The image may have set others."""


@dataclass(frozen=True, slots=True)
class Expanded:
    text: str
    words: tuple[str, ...]
    """The text split at the spaces that stand in no quotes, if that was asked for."""
    certain: bool
    """False: the image has a say in it."""


def expand(
    text: str, names: Names, escape: str = "\\", *, lenient: bool = False, split: bool = False
) -> Expanded:
    """`lenient`: where a form tells what holds for an unset name, an image sets none."""
    return _Lexer(text, names, escape, lenient=lenient, split=split).whole()


def raw_words(text: str) -> tuple[str, ...]:
    """Split at spaces outside of quotes; quotes, escapes and variables stay as they stand."""
    return _Lexer(text, Names(), "\\", raw=True, split=True).whole().words


class _Splitter:
    """Gathers words; what was quoted is not split."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._parts: list[str] = []

    def loose(self, text: str) -> None:
        words = text.split()
        if text[:1].isspace():
            self.end()
        for word in words[:-1]:
            self._parts.append(word)
            self.end()
        self._parts += words[-1:]
        if text[-1:].isspace():
            self.end()

    def fast(self, text: str) -> None:
        self._parts.append(text)

    def end(self) -> None:
        if word := "".join(self._parts):
            self.words.append(word)
        self._parts = []


class _Lexer:
    def __init__(
        self,
        text: str,
        names: Names,
        escape: str,
        *,
        raw: bool = False,
        lenient: bool = False,
        split: bool = False,
    ) -> None:
        self._split = split
        self._most = 4 * LONGEST_LINE if raw else LONGEST_VALUE
        self._text = text
        self._names = names
        self._escape = escape
        self._raw = raw
        self._raw_escapes = raw
        self._lenient = lenient
        self._at = 0
        self._written = 0
        self._certain = True

    def whole(self) -> Expanded:
        text, words = self._until("", self._raw, 0)
        return Expanded(text, tuple(words), self._certain)

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _next(self) -> str:
        ch = self._peek()
        self._at += 1
        return ch

    def _until(self, stop: str, raw_escapes: bool, depth: int) -> tuple[str, list[str]]:
        if depth > DEEPEST:
            raise Unreadable("variables nested too deeply")
        before, self._raw_escapes = self._raw_escapes, raw_escapes
        out: list[str] = []
        words = _Splitter()
        try:
            while ch := self._peek():
                if ch == stop:
                    self._at += 1
                    words.end()
                    return "".join(out), words.words
                piece, quoted = self._piece(ch, depth)
                self._count(piece)
                out.append(piece)
                if self._split:
                    (words.fast if quoted else words.loose)(piece)
        finally:
            self._raw_escapes = before
        if stop:
            raise Unreadable(f"a missing {stop} in a substitution")
        words.end()
        return "".join(out), words.words

    def _count(self, piece: str) -> None:
        self._written += len(piece)
        if self._written > self._most:
            raise Unreadable("it expands to more than is taken")

    def _piece(self, ch: str, depth: int) -> tuple[str, bool]:
        """The next part, and whether it stays in one word whatever is in it."""
        if ch == "$":
            return self._dollar(depth), False
        if ch == "'":
            return self._single(), True
        if ch == '"':
            return self._double(depth), True
        self._at += 1
        if ch != self._escape:
            return ch, False
        after = self._next()
        return ((ch + after) if self._raw_escapes else after), True

    def _single(self) -> str:
        end = self._text.find("'", self._at + 1)
        if end < 0:
            raise Unreadable("a missing single quote")
        inside = self._text[self._at + 1 : end]
        self._at = end + 1
        return f"'{inside}'" if self._raw else inside

    def _double(self, depth: int) -> str:
        self._at += 1
        out: list[str] = []
        while True:
            ch = self._peek()
            if not ch:
                raise Unreadable("a missing double quote")
            if ch == '"':
                self._at += 1
                inside = "".join(out)
                return f'"{inside}"' if self._raw else inside
            if ch == "$":
                out.append(self._dollar(depth))
                self._count(out[-1])
                continue
            self._at += 1
            if ch == self._escape:
                if self._raw_escapes:
                    out.append(ch)
                if self._peek() in ('"', "$", self._escape):
                    ch = self._next()
                elif self._raw_escapes:
                    continue
            out.append(ch)

    def _name(self) -> str:
        start = self._at
        first = self._peek()
        if first.isdigit():
            while self._peek().isdigit():
                self._at += 1
        elif first and first in SPECIAL:
            self._at += 1
        else:
            while (ch := self._peek()) and (ch.isalnum() or ch == "_"):
                self._at += 1
        return self._text[start : self._at]

    def _value(self, name: str, forgiving: bool = False) -> str | None:
        """None: not set."""
        if name in self._names.known:
            value = self._names.known[name]
            if value is None:
                self._certain = False
                return ""
            return value
        if self._names.open and not (forgiving and self._lenient):
            self._certain = False
        return None

    def _dollar(self, depth: int) -> str:
        self._at += 1
        if self._peek() != "{":
            name = self._name()
            if not name:
                return "$"
            return f"${name}" if self._raw else self._value(name) or ""
        self._at += 1
        if self._peek() in ("", "{", "}", ":"):
            raise Unreadable("a bad substitution")
        name = self._name()
        form = self._next()
        if form == "}":
            return f"${{{name}}}" if self._raw else self._value(name) or ""
        if form == "/":
            return self._substitution(name, depth)
        if form == ":":
            form += self._next()
        if form not in ("-", "+", "?", ":-", ":+", ":?", "#", "%"):
            raise Unreadable(f"a substitution of an unknown form ({form})")
        word, _ = self._until("}", form in ("#", "%"), depth + 1)
        if self._raw:
            return f"${{{name}{form}{word}}}"
        if form in ("#", "%"):
            return self._trimmed(form, word, self._value(name) or "")
        return self._conditional(name, form, word)

    def _conditional(self, name: str, form: str, word: str) -> str:
        value = self._value(name, forgiving=True)
        there = value is not None and (value != "" or len(form) == 1)
        match form[-1]:
            case "-":
                return (value or "") if there else word
            case "+":
                return word if there else ""
            case _:
                if not there and self._certain:
                    raise Unreadable(f"{name} must be set: {word or 'it is not'}")
                return value or ""

    @staticmethod
    def _trimmed(form: str, pattern: str, value: str) -> str:
        greedy = pattern.startswith(form)
        pattern = pattern[1:] if greedy else pattern
        trim = without_suffix if form == "%" else without_prefix
        return trim(pattern, value, greedy)

    def _substitution(self, name: str, depth: int) -> str:
        everywhere = self._peek() == "/"
        if everywhere:
            self._at += 1
        pattern, _ = self._until("/", True, depth + 1)
        replacement, _ = self._until("}", True, depth + 1)
        if self._raw:
            return f"${{{name}/{pattern}/{replacement}}}"
        if "$" in replacement or self._escape in replacement:
            raise Unreadable("a substitution whose replacement can be read in two ways")
        return replaced(pattern, replacement, self._value(name) or "", everywhere)
