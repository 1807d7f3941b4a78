"""What is held against a compose file, and what is to be said of it, while it is read."""

from collections.abc import Collection
from typing import NoReturn

from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar
from roundtable.adapters.runners.plans import PlanRefused
from roundtable.core.running import RunRefusal

_LONGEST = 100
_MOST = 200
"""More refusals or notes than this tell nobody anything; the file is refused all the same."""


class Docket:
    def __init__(self, path: str) -> None:
        self._path = path
        self._refusals: dict[tuple[str, int, str, str], RunRefusal] = {}
        self._notes: dict[str, None] = {}
        self._count = 0

    def refuse(self, line: int, what: str, reason: str, path: str = "", remedy: str = "") -> None:
        """`remedy`: what of the run itself would lift it."""
        self._count += 1
        if self.is_full:
            return
        place = path or self._path
        words = one_line(what)
        refusal = RunRefusal(
            path=place, line=max(line, 1), what=words, reason=reason, remedy=remedy
        )
        self._refusals[(place, line, words, reason)] = refusal

    def note_unneeded(self, where: str, names: Collection[str]) -> None:
        if names:
            self.note(f"{where}not needed here: {', '.join(names)}")

    def refuse_entry(self, entry: Entry, reason: str) -> None:
        self.refuse(entry.line, f"{entry.key}: {as_written(entry.value)}", reason)

    def refuse_item(self, node: Node, reason: str) -> None:
        self.refuse(node.line, as_written(node), reason)

    def fail(self, line: int, what: str, reason: str) -> NoReturn:
        """Nothing more can be read."""
        self.refuse(line, what, reason)
        raise PlanRefused(self.refusals)

    def note(self, text: str) -> None:
        if len(self._notes) < _MOST:
            self._notes[one_line(text, 300)] = None

    @property
    def refusals(self) -> tuple[RunRefusal, ...]:
        return tuple(sorted(self._refusals.values(), key=lambda r: (r.path != self._path, r.line)))

    @property
    def is_full(self) -> bool:
        """Nothing more is told, so that nobody need find words for it."""
        return len(self._refusals) >= _MOST

    @property
    def count(self) -> int:
        """Of refusals, with those that are too many to be kept."""
        return self._count

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self._notes)

    def close(self) -> None:
        if self._refusals:
            raise PlanRefused(self.refusals)


def as_written(node: Node) -> str:
    """As the file says it: never with the value of a variable, which may be a secret."""
    match node:
        case Scalar():
            return node.source
        case Items():
            return f"[{', '.join(as_written(item) for item in node.items[:4])}]"
        case Fields():
            said = (f"{entry.key}: {as_written(entry.value)}" for entry in node.entries[:4])
            return f"{{{', '.join(said)}}}"


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Visible, on one line, and not without end."""
    start = text[: longest + 1]
    visible = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in start)
    return visible if len(visible) <= longest else f"{visible[: longest - 1]}…"
