"""Parts a text into what its speaker says, and what it quotes, shows in a fence, or only thinks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from roundtable.core.parsing.attribution import hands_over

Voice = Literal["own", "handed over", "doubtful", "foreign"]
"""`handed over`: the speaker's text, but a line says that the words are another's or an example.
`doubtful`: goes on from a quotation without its mark, and may be the speaker's again."""

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)$")
_BREAKS_QUOTE = re.compile(r"^ {0,3}(?:#{1,6}(?:\s|$)|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|$)")
_THOUGHT = re.compile(r"^\s*<(<<|think|thinking|thought|reasoning|scratchpad|blockquote|quote|!--)")
_CLOSING = {"!--": "-->", "<<": ">>>"}
_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines in one voice; of a fence, the lines between its marks."""

    voice: Voice
    fenced: bool
    lines: tuple[str, ...]
    info: str = ""
    """The word behind an opening fence, such as `json`."""
    before: str = ""
    """The last line with anything on it before a fence."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def passages(text: str) -> tuple[Passage, ...]:
    """The text in order, in time that grows with its length only.

    Foreign are lines quoted with `>`, doubtful what goes on in the same paragraph; thoughts
    and comments are left out. Handed over are a paragraph or a fence that the line before it gives
    to somebody else. A fence that never closes runs to the end.
    """
    walk = _Walk()
    found: list[Passage] = []
    for line in _LINE_END.split(text):
        found.extend(walk.take(line))
    found.extend(walk.end())
    return tuple(passage for passage in found if passage.fenced or passage.lines)


class _Walk:
    """One pass over the lines."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._voice: Voice = "own"
        self._fence = ""
        self._info = ""
        self._closing = ""
        """What ends the thought or comment that is open."""
        self._handed_over: Literal["no", "announced", "going on"] = "no"
        self._quoting = False
        """The paragraph began with `>`."""
        self._before = ""

    def take(self, line: str) -> Iterator[Passage]:
        if self._fence:
            yield from self._inside_fence(line)
            return
        line = self._after_thought(line)
        mark = _FENCE.match(line)
        if mark:
            yield self._cut(self._voice_of_fence())
            self._fence, self._info = mark[1], mark[2].strip()
            return
        voice = self._voice_of(line)
        if voice != self._voice:
            yield self._cut(voice)
        self._lines.append(line)
        self._before = line if line.strip() else self._before

    def end(self) -> Iterator[Passage]:
        yield self._cut("own")

    def _cut(self, next_voice: Voice) -> Passage:
        before = self._before if self._fence else ""
        done = Passage(self._voice, bool(self._fence), tuple(self._lines), self._info, before)
        self._lines, self._voice, self._fence, self._info = [], next_voice, "", ""
        return done

    def _inside_fence(self, line: str) -> Iterator[Passage]:
        mark = _FENCE.match(line)
        if mark and mark[1].startswith(self._fence) and not mark[2].strip():
            yield self._cut("own")
            self._before = ""
        else:
            self._lines.append(line)

    def _after_thought(self, line: str) -> str:
        """The part of the line that is outside of every thought and comment."""
        opened = _THOUGHT.match(line)
        if not self._closing and opened:
            tag = opened[1]
            self._closing = _CLOSING.get(tag, f"</{tag}>")
        if not self._closing:
            return line
        _, found, rest = line.partition(self._closing)
        if found:
            self._closing = ""
        return rest if found else ""

    def _voice_of_fence(self) -> Voice:
        announced = self._handed_over == "announced"
        self._handed_over, self._quoting = "no", False
        return "handed over" if announced else "own"

    def _voice_of(self, line: str) -> Voice:
        if not line.strip():
            self._quoting = False
            if self._handed_over == "going on":
                self._handed_over = "no"
            return self._voice
        if line.lstrip()[:1] == ">":
            self._quoting, self._handed_over = True, "no"
            return "foreign"
        if self._quoting and not _BREAKS_QUOTE.match(line):
            return "doubtful"
        self._quoting = False
        if self._handed_over != "no":
            self._handed_over = "going on"
            return "handed over"
        if hands_over(line):
            self._handed_over = "announced"
        return "own"
