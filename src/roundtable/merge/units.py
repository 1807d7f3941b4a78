"""A file as units: named pieces of whole lines, which tile the file with the gaps between."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Final

from tree_sitter import Node, Tree

from roundtable.core.units import WHOLE, UnitKind
from roundtable.merge.cutting import Cut
from roundtable.merge.grammars import language_of, parse
from roundtable.merge.normal import Span, Verbatim, digest_of, verbatim_of

_CUTTERS: Final = {
    "python": "python",
    "javascript": "ecma",
    "typescript": "ecma",
    "tsx": "ecma",
    "go": "go",
    "java": "java",
    "rust": "rust",
}
_BOM: Final = b"\xef\xbb\xbf"
_NOTHING: Final = Verbatim((), (), frozenset())


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of code with its leading comments, decorators and attributes.

    `start` to `end` is all of it; a class with methods owns only its `spans`: its head, and the
    fields between its methods.
    """

    kind: UnitKind
    name: str
    start: int
    end: int
    digest: str
    parent: str = ""
    overload: str = ""
    spans: tuple[Span, ...] = ()
    holds: bool = False
    """Whether other units stand, or may stand, inside it on lines of their own."""

    @property
    def key(self) -> str:
        """The name with its types, also where it is the only one of its name."""
        return self.name if self.name.endswith(self.overload) else self.name + self.overload

    @property
    def bare(self) -> str:
        """The name without what tells overloads and doubles apart."""
        return plain_name(self.name).removesuffix(self.overload)


_DOUBLE: Final = re.compile(r"#\d+$")


def plain_name(name: str) -> str:
    """A name without the number that tells doubles apart."""
    return _DOUBLE.sub("", name)


@dataclass(frozen=True, eq=False)
class Split:
    """A file and its units in file order."""

    path: str
    source: bytes
    language: str | None
    units: tuple[Unit, ...]
    broken: str = ""
    """Empty, or the first line that the grammar could not read."""
    kept: Verbatim = field(default=_NOTHING, repr=False)
    tree: Tree | None = field(default=None, repr=False)
    _nodes: tuple[tuple[Node, ...], ...] = field(default=(), repr=False)

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {unit.name: index for index, unit in enumerate(self.units)}

    def find(self, name: str) -> Unit | None:
        """The unit of that name; a name without its overload will do where only one has it."""
        index = self._by_name.get(name)
        if index is not None:
            return self.units[index]
        found = [unit for unit in self.units if unit.overload and unit.bare == name]
        return found[0] if len(found) == 1 else None

    def index(self, unit: Unit) -> int:
        return self._by_name[unit.name]

    def nodes(self, unit: Unit) -> tuple[Node, ...]:
        """The nodes of the tree that the unit is made of."""
        index = self._by_name.get(unit.name)
        return self._nodes[index] if index is not None and self._nodes else ()

    def members(self, unit: Unit) -> list[Unit]:
        return [other for other in self.units if other.parent == unit.name and other != unit]

    def text(self, unit: Unit) -> str:
        """What the unit owns, as text: of a class its head and fields without its methods."""
        return "\n".join(as_text(self.source[start:end]) for start, end in unit.spans)

    def pieces(self) -> list[tuple[Unit | None, Span]]:
        """The whole file in order: what belongs to a unit, and the gaps."""
        owned = sorted((span, unit) for unit in self.units for span in unit.spans)
        tiles: list[tuple[Unit | None, Span]] = []
        at = 0
        for span, unit in owned:
            if span[0] > at:
                tiles.append((None, (at, span[0])))
            tiles.append((unit, span))
            at = span[1]
        if at < len(self.source):
            tiles.append((None, (at, len(self.source))))
        return tiles


_POINTER: Final = re.compile(r"^\(\s*\*?\s*(\w+)\s*\)\.")


def lookup(split: Split, said: str) -> Unit | None:
    """The unit that a person or a model means: `Cart::total`, `total()`, `(*Cart).Total`.

    A name without its class will do where only one unit has it.
    """
    name = _POINTER.sub(r"\1.", said.strip().strip("`"))
    found = split.find(name) or split.find(name.replace("::", "."))
    if found is not None:
        return found
    name = name.replace("::", ".").removesuffix("()")
    ending = [unit for unit in split.units if f".{unit.bare}".endswith(f".{name}")]
    return split.find(name) or (ending[0] if len(ending) == 1 and name else None)


def inside(split: Split, unit: Unit) -> list[Unit]:
    """All that stands in a unit, at any depth."""
    if not unit.holds:
        return []
    return [one for one in split.units if unit.start <= one.start < unit.end and one != unit]


def as_text(source: bytes) -> str:
    """Text for bytes of any kind; gives back what `as_bytes` was given."""
    try:
        return source.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return source.decode("utf-8", "replace")


def as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def split(path: str, source: bytes) -> Split:
    """Cut a file into units. Any bytes will do; what is broken is cut as far as it can be read."""
    language = language_of(path)
    if language is None:
        span = (0, len(source))
        digest = digest_of(None, source, (span,), _NOTHING)
        whole = Unit("file", WHOLE, 0, len(source), digest, spans=(span,))
        return Split(path, source, None, (whole,))
    tree = parse(language, source)
    cutter: Callable[[Node], list[Cut]] = import_module(
        f"roundtable.merge.cuts.{_CUTTERS[language]}"
    ).cut
    cuts = cutter(tree.root_node)
    kept = verbatim_of(language, tree.root_node)
    units, nodes = _Assembly(language, source, kept).units(cuts)
    return Split(path, source, language, units, _broken(tree.root_node, cuts), kept, tree, nodes)


def split_text(path: str, text: str) -> Split:
    return split(path, as_bytes(text))


class _Assembly:
    """Turns cuts by rows into units by bytes, with names that occur once."""

    def __init__(self, language: str, source: bytes, kept: Verbatim) -> None:
        self._language, self._source, self._kept = language, source, kept
        self._lines = [0, *(match.end() for match in re.finditer(b"\n", source))]
        if source.startswith(_BOM):
            self._lines[0] = len(_BOM)
        self._names: dict[str, int] = {}
        self._found: list[tuple[Unit, tuple[Node, ...]]] = []

    def units(self, cuts: Sequence[Cut]) -> tuple[tuple[Unit, ...], tuple[tuple[Node, ...], ...]]:
        for cut in cuts:
            self._add(cut, cut.parent)
        self._found.sort(key=lambda pair: (pair[0].start, -pair[0].end))
        return tuple(unit for unit, _ in self._found), tuple(nodes for _, nodes in self._found)

    def _add(self, cut: Cut, parent: str) -> None:
        name = self._unique(cut.name)
        rows = cut.own_rows
        spans = tuple(self._bytes(first, last) for first, last in rows)
        start, end = self._bytes(cut.first, cut.last)
        closing = b"\n}" if cut.body is not None and self._language != "python" else b""
        digest = digest_of(self._language, self._source, spans, self._kept, closing)
        members = [member for member in cut.members if not member.own]
        holds = cut.body is not None
        unit = Unit(cut.kind, name, start, end, digest, parent, cut.overload, spans, holds)
        self._found.append((unit, tuple(cut.nodes)))
        for member in members:
            self._add(member, name)

    def _unique(self, name: str) -> str:
        count = self._names[name] = self._names.get(name, 0) + 1
        return name if count == 1 else self._unique(f"{name}#{count}")

    def _bytes(self, first: int, last: int) -> Span:
        lines = self._lines
        start = lines[min(first, len(lines) - 1)]
        if last + 1 >= len(lines):
            return start, len(self._source)
        end = lines[last + 1] - 1
        if end > start and self._source[end - 1 : end] == b"\r":
            end -= 1
        return start, max(start, end)


def _broken(root: Node, cuts: Sequence[Cut]) -> str:
    if root.has_error:
        node = _first_error(root)
        what = f"{node.type!r} is missing" if node.is_missing else "cannot be read"
        return f"line {node.start_point[0] + 1}: {what}"
    for cut in cuts:
        for item in (cut, *cut.members):
            if _is_empty(item.nodes[-1]):
                return f"line {item.nodes[-1].start_point[0] + 1}: nothing stands in its body"
    return ""


def _is_empty(node: Node) -> bool:
    """A Python definition without a body, which the grammar lets pass."""
    inner = node.child_by_field_name("definition") or node
    body = inner.child_by_field_name("body")
    return body is not None and body.type == "block" and body.start_byte == body.end_byte


def _first_error(root: Node) -> Node:
    node = root
    while not (node.is_error or node.is_missing):
        inner = next(
            (child for child in node.children if child.has_error or child.is_missing), None
        )
        if inner is None:
            return node
        node = inner
    return node
