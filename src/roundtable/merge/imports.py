"""What a file imports, and how another import comes in. Each language has its own way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final, Protocol, cast

from tree_sitter import Node

from roundtable.merge.units import Split, Unit

_MODULES: Final = {
    "python": "python",
    "javascript": "ecma",
    "typescript": "ecma",
    "tsx": "ecma",
    "go": "go",
    "java": "java",
    "rust": "rust",
}


@dataclass(frozen=True, slots=True)
class Import:
    """A name that a file has from elsewhere."""

    name: str
    """The name that it binds; `*` where it binds all of a module."""
    origin: str
    """Where it is from, such that equal origins mean the same thing."""
    module: str
    """The module as it is written in the file."""
    line: str
    """A statement that imports just this."""
    item: str = ""
    """What to add to a statement that imports other names of the module; empty if it cannot."""
    guarded: bool = False
    """Only for the type checker (`if TYPE_CHECKING`, `import type`)."""
    node: Node | None = field(default=None, compare=False, repr=False)
    unit: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """Equal for statements that do the same; `import a` does not do what `import a.b` does."""
        return (self.name, self.origin, "" if self.item else self.module)


class Importing(Protocol):
    def imports(self, node: Node) -> Iterable[Import]: ...

    def add(self, split: Split, wanted: Sequence[Import]) -> bytes: ...


def _importing(language: str) -> Importing:
    name = f"roundtable.merge.importing.{_MODULES[language]}"
    return cast("Importing", import_module(name))


def imports_of(split: Split) -> list[Import]:
    """All that the file imports at its own level, in order."""
    if split.language is None:
        return []
    way = _importing(split.language)
    found: list[Import] = []
    for unit in split.units:
        if unit.kind == "imports" and not unit.parent:
            for node in split.nodes(unit):
                found.extend(_placed(one, unit) for one in way.imports(node))
    return found


def _placed(one: Import, unit: Unit) -> Import:
    return Import(
        one.name, one.origin, one.module, one.line, one.item, one.guarded, one.node, unit.name
    )


def with_imports(split: Split, wanted: Sequence[Import]) -> bytes:
    """The file with these imports added to its own; it is unchanged where it has them all."""
    present = {one.key for one in imports_of(split)}
    lacking = [one for one in dict.fromkeys(wanted) if one.key not in present]
    if not lacking or split.language is None:
        return split.source
    return _importing(split.language).add(split, lacking)
