"""Java's imports: read, and added below the others."""

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from roundtable.merge.cutting import text_of
from roundtable.merge.importing.lines import after, at_top
from roundtable.merge.imports import Import, imports_of
from roundtable.merge.units import Split, split


def imports(node: Node) -> Iterator[Import]:
    if node.type != "import_declaration":
        return
    words = " ".join(text_of(node).split()).removesuffix(";").split(" ")
    path = "".join(words[2:]) if words[1:2] == ["static"] else "".join(words[1:])
    module, _, name = path.rpartition(".")
    kind = "import static" if words[1:2] == ["static"] else "import"
    yield Import(name, path, module, f"{kind} {path};", node=node)


def add(into: Split, wanted: Sequence[Import]) -> bytes:
    current = into
    for one in wanted:
        current = split(current.path, _add(current, one))
    return current.source


def _add(into: Split, one: Import) -> bytes:
    held = [other for other in imports_of(into) if other.node is not None]
    static = one.line.startswith("import static")
    same = [other for other in held if other.line.startswith("import static") == static]
    root = one.module.partition(".")[0]
    near = [other for other in same if other.module.partition(".")[0] == root]
    beside = (near or same or held)[-1:]
    if beside and beside[0].node is not None:
        return after(into, beside[0].node, [one.line], blank=not same)
    return at_top(into, [one.line], lambda node: node.type == "package_declaration")
