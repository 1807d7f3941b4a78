"""Which names a piece of code reads from outside, and which it binds: one walk for all languages.

A language gives its rules as tables; what a table cannot say is a handler of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tree_sitter import Node

from roundtable.merge.cutting import text_of

ScopeKind = Literal["function", "class", "block"]
Mode = Literal["read", "bind", "bind_out", "bind_function"]
"""What a name means where it stands; `bind_out` binds around the scope that opens here."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a unit takes from outside and what it gives."""

    free: frozenset[str] = frozenset()
    """Names that it reads and that are not its own."""
    binds: frozenset[str] = frozenset()
    """Names that it defines where it stands."""
    reads: frozenset[str] = frozenset()
    """Members of its own object (`self.x`, `this.x`) that it reads or calls."""
    sets: frozenset[str] = frozenset()
    """Members of its own object that it sets."""
    annotates: bool = False
    """Whether it has annotations, which Python may evaluate."""

    def __or__(self, other: "Names") -> "Names":
        return Names(
            self.free | other.free,
            self.binds | other.binds,
            self.reads | other.reads,
            self.sets | other.sets,
            self.annotates or other.annotates,
        )


@dataclass(slots=True, eq=False)
class Scope:
    kind: ScopeKind
    parent: "Scope | None" = None
    bound: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)

    def function(self) -> "Scope":
        scope = self
        while scope.kind == "block" and scope.parent is not None:
            scope = scope.parent
        return scope

    def finds(self, name: str) -> bool:
        if name in self.bound:
            return True
        scope = self.parent
        while scope is not None:
            # What a class binds is seen in its body, not in its methods.
            if scope.kind != "class" and name in scope.bound:
                return True
            scope = scope.parent
        return False


@dataclass(frozen=True, slots=True)
class Rules:
    """The tables of a language: where names stand, keyed by the parent's type and the field."""

    names: frozenset[str]
    scopes: Mapping[str, ScopeKind]
    modes: Mapping[tuple[str, str], Mode]
    patterns: frozenset[str]
    """Nodes through which binding goes on to the names inside."""
    skips: frozenset[tuple[str, str]]
    """Where a name is not a variable: after a dot, before an equals sign in a call."""
    handlers: Mapping[str, "Handler"] = field(default_factory=dict)


Step = tuple[Node, Mode, Scope]
Handler = Callable[["Walk", Node, Mode, Scope], Iterable[Step] | None]
"""Returns what to walk next, or None to go on as the tables say."""


class Walk:
    """One walk over the nodes of a unit; iterative, since code can be nested deeply."""

    def __init__(self, rules: Rules, selves: frozenset[str], outside: frozenset[int]) -> None:
        self.rules, self.selves, self._outside = rules, selves, outside
        self.reads: set[str] = set()
        self.sets: set[str] = set()
        self.annotates = False
        self.scopes: list[Scope] = []

    def run(self, nodes: Iterable[Node], kind: ScopeKind) -> Names:
        top = self.open(kind, None)
        stack: list[Step] = [(node, "read", top) for node in nodes]
        while stack:
            node, mode, scope = stack.pop()
            if node.id not in self._outside:
                stack.extend(self._step(node, mode, scope))
        free = {n for scope in self.scopes for n in scope.read if not scope.finds(n)}
        return Names(
            frozenset(free),
            frozenset(top.bound),
            frozenset(self.reads),
            frozenset(self.sets),
            self.annotates,
        )

    def open(self, kind: ScopeKind, parent: Scope | None) -> Scope:
        scope = Scope(kind, parent)
        self.scopes.append(scope)
        return scope

    def name(self, node: Node, mode: Mode, scope: Scope) -> None:
        text = text_of(node)
        if mode == "read":
            scope.read.add(text)
        elif mode == "bind_function":
            scope.function().bound.add(text)
        else:
            scope.bound.add(text)

    def _step(self, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
        handler = self.rules.handlers.get(node.type)
        if handler is not None:
            steps = handler(self, node, mode, scope)
            if steps is not None:
                return steps
        if node.type in self.rules.names:
            self.name(node, mode, scope)
            return ()
        return self.inside(node, mode, scope)

    def inside(self, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
        """The children of a node, each with the mode and the scope that the tables give it."""
        kind = self.rules.scopes.get(node.type)
        inner = self.open(kind, scope) if kind else scope
        carried: Mode = mode if node.type in self.rules.patterns else "read"
        for label, child in labelled(node):
            key = (node.type, label)
            if not child.is_named or key in self.rules.skips:
                continue
            wanted = self.rules.modes.get(key, carried)
            yield child, wanted, scope if wanted == "bind_out" else inner


def labelled(node: Node) -> Iterator[tuple[str, Node]]:
    """The children with the names of their fields."""
    cursor = node.walk()
    if not cursor.goto_first_child():
        return
    while True:
        if cursor.node is not None:
            yield cursor.field_name or "", cursor.node
        if not cursor.goto_next_sibling():
            return
