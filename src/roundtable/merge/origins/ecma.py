"""JavaScript and TypeScript: a relative import has its file, a package its line in package.json."""

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from roundtable.merge.coupling import naming
from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.grammars import language_of
from roundtable.merge.importing.ecma import imports
from roundtable.merge.origins.npm import Packages, package_name
from roundtable.merge.standing import (
    FINE,
    Found,
    Lack,
    Standing,
    Want,
    around,
    captured,
    folder_of,
    joined,
)

_IMPORTS: Final = """
(import_statement source: (string)) @statement
(export_statement source: (string)) @statement
(call_expression function: (import) arguments: (arguments . (string) .)) @call
((call_expression
  function: (identifier) @called arguments: (arguments . (string) .)) @call
  (#eq? @called "require"))
"""
_SCRIPT: Final = re.compile(r"\.[cm]?[jt]sx?$")
_CONDITIONS: Final = frozenset({"if_statement", "ternary_expression", "binary_expression"})
_COMMON: Final = re.compile(r"\bexports\b|^\s*export\s*=", re.MULTILINE)
"""Exports that only running the file would tell."""


class EcmaOrigins:
    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._packages = Packages(standing)
        self._offered = dict[str, frozenset[str] | None]()

    def wants(self, path: str) -> Iterator[Want]:
        for node in captured(self._standing.tree(path), _IMPORTS):
            line = node.start_point[0] + 1
            if node.type == "call_expression":
                outer = {one.type for one in around(node)}
                unsure = bool(outer & _CONDITIONS)
                if "try_statement" not in outer:
                    yield Want(field_text(node, "arguments")[1:-1].strip()[1:-1], "", unsure, line)
            elif node.type != "identifier":
                module = field_text(node, "source")[1:-1]
                yield Want(module, line=line)
                yield from (Want(module, name, line=line) for name in _names(node, module))

    def look(self, want: Want, path: str) -> Found:
        module = want.module.partition("?")[0]
        if re.match(r"\.{1,2}(?:/|$)", module) and "!" not in module:
            return self._file(want, _place(module, path))
        if ":" in module or want.unsure or self._packages.may_hold(module, path):
            return FINE
        name = re.escape(package_name(module))
        reason = f"but no package.json above names {package_name(module)}"
        return Found(lack=Lack(reason, rf"[\"'`]{name}(?:/[^\"'`\n]*)?[\"'`]"))

    def _file(self, want: Want, place: str | None) -> Found:
        if place is None:
            return FINE
        files = tuple(self._at(place))
        if not files:
            ignored = any(self._standing.ignores(place + end) for end in ("", ".js", ".ts"))
            return FINE if ignored else Found(lack=Lack(f"but there is no {place}"))
        if want.name and not any(self._has(one, want.name) for one in files):
            return Found(files, Lack(f"which {files[0]} does not export"))
        return Found(files)

    def _at(self, place: str) -> Iterator[str]:
        """The files that a path may mean: with an ending, for a platform, an index, a source."""
        folder, _, name = place.rpartition("/")
        stems = {name, _SCRIPT.sub("", name)}
        for one in sorted(self._standing.folders.get(folder, ())):
            path = joined(folder, one)
            meant = not one.endswith(".map") and any(f"{one}.".startswith(f"{s}.") for s in stems)
            if meant and path in self._standing.paths:
                yield path
        for one in sorted(self._standing.folders.get(place, ())):
            if one.startswith(("index.", "package.json")):
                yield joined(place, one)

    def _has(self, path: str, name: str) -> bool:
        offered = self.offers(path)
        return offered is None or name in offered

    def offers(self, path: str) -> frozenset[str] | None:
        if path not in self._offered:
            self._offered[path] = self._exports(path)
        return self._offered[path]

    def _exports(self, path: str) -> frozenset[str] | None:
        tree, language = self._standing.tree(path), language_of(path)
        if tree is None or language is None or ".d." in path:
            return None
        found: set[str] = set()
        nodes = captured(tree, "(export_statement) @export")
        for node in nodes:
            names = None if node.parent != tree.root_node else _exported(node, language)
            if names is None:
                return None
            found |= names
        return frozenset(found) if nodes and not _COMMON.search(text_of(tree.root_node)) else None


def _place(module: str, path: str) -> str | None:
    """A relative module as a path of the repository; None if it leads out of it."""
    parts = folder_of(path).split("/") if "/" in path else []
    for step in module.split("/"):
        if step == ".." and not parts:
            return None
        if step == "..":
            parts.pop()
        elif step not in (".", ""):
            parts.append(step)
    return "/".join(parts)


def _names(node: Node, module: str) -> Iterator[str]:
    """The names that a statement takes from a module."""
    if node.type == "import_statement":
        for one in imports(node):
            if one.item:
                yield one.origin.removeprefix(f"{module}:").strip("'\"")
            elif " * as " not in one.line:
                yield "default"
        return
    for clause in (child for child in node.named_children if child.type == "export_clause"):
        for part in clause.named_children:
            yield field_text(part, "name").strip("'\"")


def _exported(node: Node, language: str) -> set[str] | None:
    """The names that an `export` gives; None where it passes on all that another file has."""
    kinds = {child.type: child for child in node.children}
    declaration = node.child_by_field_name("declaration")
    if "default" in kinds:
        return {"default"}
    if declaration is not None:
        return set(naming(language).names([declaration], "", frozenset()).binds) or None
    if "namespace_export" in kinds:
        return {text_of(kinds["namespace_export"]).rpartition(" ")[2].strip("'\"")}
    if "export_clause" not in kinds:
        return None
    listed = (one for one in kinds["export_clause"].named_children if one.type != "comment")
    return {(field_text(one, "alias") or field_text(one, "name")).strip("'\"") for one in listed}


origins = EcmaOrigins
