"""What holds a unit to the rest of its file: the names it needs and who has them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Final, Protocol, cast

from tree_sitter import Node

from roundtable.merge.imports import Import, imports_of
from roundtable.merge.scopes import Names
from roundtable.merge.signatures import Call, Signature
from roundtable.merge.units import Split, Unit

LOOSE: Final = frozenset({"python", "javascript"})
"""The languages in which a field needs no declaration."""

_MODULES: Final = {
    "python": "python",
    "javascript": "ecma",
    "typescript": "ecma",
    "tsx": "ecma",
    "go": "go",
    "java": "java",
    "rust": "rust",
}


class Naming(Protocol):
    """What each language's module offers."""

    CONSTRUCTORS: frozenset[str]
    BUILTINS: frozenset[str]

    def names(self, nodes: Iterable[Node], parent: str, outside: frozenset[int]) -> Names: ...

    def fields(self, node: Node) -> Mapping[str, Node]: ...

    def constructor_fields(self, node: Node) -> Mapping[str, Node]: ...

    def is_private(self, name: str, node: Node) -> bool: ...

    def signature(self, node: Node) -> Signature | None: ...

    def calls(self, nodes: Iterable[Node], name: str, outside: frozenset[int]) -> list[Call]: ...


def naming(language: str) -> Naming:
    module = import_module(f"roundtable.merge.names.{_MODULES[language]}")
    return cast("Naming", module)


def type_of(unit: Unit) -> str:
    """The type that a method belongs to: its class, its receiver, what its `impl` is for."""
    return unit.parent.rpartition("impl ")[2].partition(" as ")[0].partition("#")[0]


def member_name(unit: Unit) -> str:
    """A method's name as it is called: `total` for `Cart.total` and for `Cart as Priced.total`."""
    if not unit.parent:
        return unit.bare
    name = unit.bare
    for role in (".setter", ".deleter", ".getter"):
        name = name.removesuffix(role)
    return name.rpartition(".")[2]


@dataclass(frozen=True)
class Ledger:
    """Who defines what in one file."""

    split: Split

    @cached_property
    def _way(self) -> Naming | None:
        return naming(self.split.language) if self.split.language else None

    @cached_property
    def imports(self) -> dict[str, list[Import]]:
        found: dict[str, list[Import]] = {}
        for one in imports_of(self.split):
            found.setdefault(one.name, []).append(one)
        return found

    @cached_property
    def owners(self) -> dict[str, Unit]:
        """The unit that defines each name of the file's own level."""
        found: dict[str, Unit] = {}
        for unit in self.split.units:
            if not unit.parent and unit.kind not in ("doc", "main", "file"):
                for name in self.defined(unit):
                    found.setdefault(name, unit)
        for name in self.imports:
            if found.get(name) and found[name].kind == "imports":
                del found[name]
        return found

    def defined(self, unit: Unit) -> Iterable[str]:
        """The names that a unit of the file's own level defines."""
        if unit.kind in ("function", "class") and "." not in unit.bare:
            return (unit.bare,)
        return self.names(unit).binds

    def names(self, unit: Unit) -> Names:
        """What the unit itself needs and gives; a class is asked without its methods."""
        if self._way is None:
            return Names()
        if unit.name not in self._known:
            nodes = self.split.nodes(unit)
            self._known[unit.name] = self._way.names(nodes, unit.parent, self._outside(unit))
        return self._known[unit.name]

    @cached_property
    def _known(self) -> dict[str, Names]:
        return {}

    def whole_names(self, unit: Unit) -> Names:
        """The same for a class with all that stands in it."""
        found = self.names(unit)
        for member in self.split.members(unit) if unit.holds else ():
            found |= self.whole_names(member)
        return found

    def _outside(self, unit: Unit) -> frozenset[int]:
        if not unit.holds:
            return frozenset()
        members = self.split.members(unit)
        return frozenset(node.id for member in members for node in self.split.nodes(member))

    @cached_property
    def _methods(self) -> dict[str, dict[str, list[Unit]]]:
        """The methods of each type by the name they are called by."""
        found: dict[str, dict[str, list[Unit]]] = {}
        for unit in self.split.units:
            if unit.kind == "method":
                held = found.setdefault(type_of(unit), {})
                held.setdefault(member_name(unit), []).append(unit)
        return found

    def methods(self, owner: str) -> dict[str, Unit]:
        """The methods of a type; of overloads, and of a property's functions, the first."""
        return {name: units[0] for name, units in self._methods.get(owner, {}).items()}

    def _methods_of(self, owner: str) -> list[Unit]:
        return [unit for units in self._methods.get(owner, {}).values() for unit in units]

    def type_unit(self, owner: str) -> Unit | None:
        return self.split.find(owner)

    def fields(self, owner: str) -> dict[str, Node]:
        """The fields that the head of a type declares."""
        if owner not in self._fields:
            unit = self.type_unit(owner)
            found: dict[str, Node] = {}
            for node in self.split.nodes(unit) if unit else ():
                found.update(self._way.fields(node) if self._way else {})
            self._fields[owner] = found
        return self._fields[owner]

    @cached_property
    def _fields(self) -> dict[str, dict[str, Node]]:
        return {}

    def setters(self, owner: str) -> dict[str, list[Unit]]:
        """The methods that set each field of a type."""
        if owner not in self._setters:
            found: dict[str, list[Unit]] = {}
            for unit in self._methods_of(owner):
                for name in self.names(unit).sets:
                    found.setdefault(name, []).append(unit)
            self._setters[owner] = found
        return self._setters[owner]

    @cached_property
    def _setters(self) -> dict[str, dict[str, list[Unit]]]:
        return {}

    def has_field(self, owner: str, name: str) -> bool:
        """Whether the type has it. In some languages to set a field is to have it."""
        if name in self.fields(owner):
            return True
        setters = self.setters(owner).get(name, [])
        if self.split.language in LOOSE:
            return bool(setters)
        return any(self.is_constructor(one) for one in setters)

    def hidden_imports(self, unit: Unit, unknown: frozenset[str]) -> list[Import]:
        """Imports that may bring a name without showing it."""
        if self._way is None or self.split.language is None:
            return []
        unknown -= self._way.BUILTINS
        if self.split.language == "java":
            unknown = frozenset(name for name in unknown if name[:1].isupper())
        found = list(self.imports.get("*", [])) if unknown else []
        return found + (self._traits if self.split.language == "rust" else [])

    @cached_property
    def _traits(self) -> list[Import]:
        """What Rust imports and nobody names may be a trait, whose methods are in use."""
        used: set[str] = set()
        for unit in self.split.units:
            used |= self.names(unit).free
        listed = [one for ones in self.imports.values() for one in ones]
        return [one for one in listed if one.name[:1].isupper() and one.name not in used]

    @property
    def builtins(self) -> frozenset[str]:
        return self._way.BUILTINS if self._way else frozenset()

    def touchers(self, owner: str, name: str) -> list[Unit]:
        """The methods that read or set a field of a type."""
        found = [(unit, self.names(unit)) for unit in self._methods_of(owner)]
        return [unit for unit, names in found if name in names.reads or name in names.sets]

    def constructor_fields(self, unit: Unit) -> Mapping[str, Node]:
        nodes = self.split.nodes(unit)
        return self._way.constructor_fields(nodes[-1]) if self._way and nodes else {}

    def is_constructor(self, unit: Unit) -> bool:
        if self._way is None or unit.kind != "method":
            return False
        nodes = self.split.nodes(unit)
        named = member_name(unit) in self._way.CONSTRUCTORS
        return named or (bool(nodes) and nodes[-1].type.endswith("constructor_declaration"))

    def is_private(self, unit: Unit) -> bool:
        nodes = self.split.nodes(unit)
        return bool(nodes) and self._way is not None and self._way.is_private(unit.bare, nodes[-1])

    def signature(self, unit: Unit) -> Signature | None:
        nodes = self.split.nodes(unit)
        if self._way is None or not nodes or unit.kind not in ("function", "method"):
            return None
        return self._way.signature(nodes[-1])

    def calls(self, unit: Unit, name: str) -> list[Call]:
        if self._way is None:
            return []
        return self._way.calls(self.split.nodes(unit), name, self._outside(unit))
