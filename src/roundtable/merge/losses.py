"""What a change set takes away without being told to: definitions, files, most of a text."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from roundtable.core.changes import Objection
from roundtable.core.checks import Tree
from roundtable.core.units import UnitKind
from roundtable.merge.coupling import Ledger, member_name, type_of
from roundtable.merge.units import Split, Unit, split_text

_DEFINITIONS: Final[frozenset[UnitKind]] = frozenset(
    {"function", "class", "method", "type", "constant"}
)
_NO_CODE: Final[frozenset[UnitKind]] = frozenset({"imports", "doc", "file"})
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_EXPORTS: Final = re.compile(r"^(?:module\.)?exports\.")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_MOST_NAMED: Final = 12


def lost_definitions(
    before: Tree, after: Tree, named: str, listed: Collection[str] = ()
) -> tuple[Objection, ...]:
    """What was in a file before and is nowhere in the change set afterwards.

    What the text `named` names may go: a definition by its name, with or without its class; a
    class with all that stands in it; a file by its path or the end of it. What moved to another
    file of the change set is not lost; what has another name now is. A file without definitions
    is lost when it is removed, or when more than half of its lines are gone, unless it is `listed`
    as one that is to be changed.
    """
    decision, left = _Decision(named), _Left(after)
    found: list[Objection] = []
    for path, text in before.items():
        if text == after.get(path) or (path not in after and decision.names_file(path)):
            continue
        parts = split_text(path, text)
        defined = [] if parts.broken else list(_defined(parts, _DEFINITIONS))
        if defined:
            reason = _gone(defined, left, decision)
        else:
            expected = path in listed and path in after
            reason = "" if expected else _shrunk(path, text, left, decision)
        if reason:
            found.append(Objection(path=path, concern="lost", reason=reason))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Defined:
    """A name and the unit that defines it."""

    name: str
    unit: Unit

    @property
    def key(self) -> str:
        """The name with its types, where a language has overloads."""
        return self.name + self.unit.overload

    def holds(self, other: "_Defined") -> bool:
        """Whether the other one goes with this one: a class with its methods and its `impl`."""
        if self.unit == other.unit:
            return False
        inner = f"{other.unit.parent}.".startswith(f"{self.unit.name}.")
        return (
            inner or other.name.startswith(f"impl {self.name}") or type_of(other.unit) == self.name
        )


def _defined(parts: Split, kinds: frozenset[UnitKind]) -> Iterator[_Defined]:
    """What the units of these kinds define; one declaration may define several names."""
    ledger = Ledger(parts)
    for unit in parts.units:
        if unit.kind not in kinds:
            continue
        names = [unit.bare] if unit.parent else sorted(ledger.defined(unit)) or [unit.bare]
        yield from (_Defined(_EXPORTS.sub("", name), unit) for name in names)


def _gone(defined: Sequence[_Defined], left: "_Left", decision: "_Decision") -> str:
    counts = Counter(one.name for one in defined)
    lost = [one for one in defined if not left.has(one, counts[one.name])]
    meant = [one for one in lost if decision.names(one)]
    gone = [one for one in lost if one not in meant and not any(m.holds(one) for m in meant)]
    outermost = [one for one in gone if not any(other.holds(one) for other in gone)]
    names = list(dict.fromkeys(one.name for one in outermost))
    more = len(names) - _MOST_NAMED
    listed = ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"it would lose {listed}, which the decision does not name" if names else ""


def _shrunk(path: str, text: str, left: "_Left", decision: "_Decision") -> str:
    if decision.names_file(path):
        return ""
    count = Counter(_lines(text))
    gone = (count - left.lines).total()
    if path not in left.tree:
        moved = count and not gone
        return "" if moved else "it would be removed, which the decision does not name"
    if gone * 2 <= count.total():
        return ""
    return f"it would lose {gone} of its {count.total()} lines, and the decision does not name it"


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class _Left:
    """All that the files of the change set hold afterwards."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def has(self, one: _Defined, count: int) -> bool:
        """Whether a definition is still there; of overloads as many as there were will do."""
        if one.key in self._keys or one.name in self._unreadable:
            return True
        return self._names[one.name] >= (count if one.unit.overload else 1)

    @cached_property
    def lines(self) -> Counter[str]:
        return Counter(line for text in self.tree.values() for line in _lines(text))

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(one.key for one in self._defined)

    @cached_property
    def _names(self) -> Counter[str]:
        return Counter(one.name for one in self._defined)

    @cached_property
    def _defined(self) -> list[_Defined]:
        """Wherever it stands: a function below a condition is one as well."""
        units = {unit.kind for parts in self._splits for unit in parts.units}
        kinds = frozenset(units - _NO_CODE)
        return [one for parts in self._splits for one in _defined(parts, kinds)]

    @cached_property
    def _unreadable(self) -> frozenset[str]:
        """The words of files that cannot be read: nobody can tell what is lost there."""
        broken = (parts.source.decode("utf-8", "replace") for parts in self._splits if parts.broken)
        words = (_WORD.findall(text) for text in broken)
        return frozenset(word for found in words for word in found)

    @cached_property
    def _splits(self) -> list[Split]:
        return [split_text(path, text) for path, text in self.tree.items()]


class _Decision:
    """The text that says what was decided, asked for names."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._prose = _CODE.sub(" ", text)

    def names(self, one: _Defined) -> bool:
        """An identifier as it is written, or in prose as a word in any case."""
        owner = type_of(one.unit)
        if owner:
            name = re.escape(member_name(one.unit))
            return self._holds(
                rf"(?<![\w.:#-]){name}(?!-?\w)|\b{re.escape(owner)}(?:\.|::|#){name}\b"
            )
        words = _WORD.findall(one.name.removeprefix("impl "))
        return any(self._holds(rf"(?<![\w-]){re.escape(word)}(?!-?\w)") for word in words)

    def _holds(self, pattern: str) -> bool:
        exact = re.search(pattern, self._text)
        return bool(exact or re.search(pattern, self._prose, re.IGNORECASE))

    def names_file(self, path: str) -> bool:
        """By its path or the end of it; `docs/cart.md` is not named by `old/cart.md`."""
        steps = path.split("/")
        ends = "|".join(re.escape("/".join(steps[start:])) for start in range(len(steps)))
        whole = rf"(?<![\w./-])(?:\./)?(?:{ends})(?![\w/-])(?!\.\w)"
        return re.search(whole, self._text, re.IGNORECASE) is not None
