"""A command as words: a list as it is, a line split as compose splits it, which is not a shell."""

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry, Items, Node, Scalar

_ENDS = frozenset(";&|<>")
_SPACE = frozenset(" \t\r\n")


class NotSplit(ValueError):
    """A line that compose cannot split; its message is the reason."""


def words_of(entry: Entry | None, docket: Docket, service: str) -> tuple[str, ...] | None:
    """None: not said, the image's own holds. Empty: the image's own is taken away."""
    if entry is None:
        return None
    if isinstance(entry.value, Items):
        found = (_word(item, docket) for item in entry.value.items)
        return tuple(word for word in found if word is not None)
    if not isinstance(entry.value, Scalar):
        docket.refuse_entry(entry, "a line or a list of words stands here")
        return None
    if entry.value.kind == "null":
        return None
    try:
        words, rest = split(entry.value.text)
    except NotSplit as refused:
        docket.refuse_entry(entry, str(refused))
        return None
    if rest:
        docket.note(
            f"{service}: {entry.key} ends before the first ; & | < or > outside quotes, as it does"
            ' in compose; for a shell say ["sh", "-c", "…"]'
        )
    return tuple(words)


def _word(node: Node, docket: Docket) -> str | None:
    if not isinstance(node, Scalar):
        docket.refuse_item(node, "a word of a command stands here")
        return None
    if node.kind == "null" or (node.kind != "text" and node.text != node.source):
        docket.refuse_item(node, "it is not clear which word this is; put it in quotes")
        return None
    return node.text


def split(line: str) -> tuple[list[str], bool]:
    """The words, and whether the line went on behind them."""
    return _Splitter(line).words()


class _Splitter:
    def __init__(self, line: str) -> None:
        self._line = line
        self._at = 0
        self._word: list[str] | None = None
        self._words: list[str] = []

    def words(self) -> tuple[list[str], bool]:
        while self._at < len(self._line):
            character = self._line[self._at]
            if character in _ENDS:
                if character in "<>" and "".join(self._word or ()).isdigit():
                    self._word = None
                self._end_word()
                return self._words, True
            self._at += 1
            self._take(character)
        self._end_word()
        return self._words, False

    def _take(self, character: str) -> None:
        if character in _SPACE:
            self._end_word()
        elif character == "\\":
            self._add(self._next("a \\ stands at the end of the line"))
        elif character == "'":
            self._add(self._until("'"))
        elif character == '"':
            self._add(self._double_quoted())
        elif character == "`":
            self._add(f"`{self._until('`')}`")
        elif character == "$" and self._line[self._at : self._at + 1] == "(":
            self._add(f"${self._until(')')})")
        elif character in "()":
            raise NotSplit("a ( or ) stands outside quotes")
        else:
            self._add(character)

    def _add(self, text: str) -> None:
        if self._word is None:
            self._word = []
        self._word.append(text)

    def _end_word(self) -> None:
        if self._word is not None:
            self._words.append("".join(self._word))
        self._word = None

    def _next(self, reason: str) -> str:
        if self._at >= len(self._line):
            raise NotSplit(reason)
        self._at += 1
        return self._line[self._at - 1]

    def _until(self, end: str) -> str:
        stop = self._line.find(end, self._at)
        if stop < 0:
            raise NotSplit(f"a {end} is missing")
        text = self._line[self._at : stop]
        self._at = stop + 1
        return text

    def _double_quoted(self) -> str:
        text: list[str] = []
        while (character := self._next('a " is missing')) != '"':
            text.append(self._next('a " is missing') if character == "\\" else character)
        return "".join(text)
