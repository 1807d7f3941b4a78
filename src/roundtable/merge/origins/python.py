"""Python: modules below the roots of a repository, the names in them, and what is declared."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from tree_sitter import Node, Tree

from roundtable.merge.cutting import text_of
from roundtable.merge.importing.python import imports
from roundtable.merge.names.python import names
from roundtable.merge.origins.requirements import Requirements
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
    upward,
)

_STANDARD: Final = sys.stdlib_module_names | {
    *("asynchat", "asyncore", "cgi", "cgitb", "crypt", "distutils", "imp", "lib2to3", "mailcap"),
    *("nntplib", "pipes", "smtpd", "telnetlib", "tomllib", "uu", "xdrlib", "test"),
    *("pip", "pkg_resources", "setuptools", "wheel", "java", "javax"),
}
"""The standard library of this version and of others, and what else comes with an interpreter."""

_STATEMENTS: Final = "[(import_statement) (import_from_statement)] @import"
_UNSURE: Final = frozenset({"if_statement", "with_statement", "function_definition"})
"""Where an import stands that is meant for some platforms, or for those who have the package."""
_ELSEWHERE: Final = re.compile(r"\bsys\.path\b|^# /// script\b", re.MULTILINE)
"""Files that say themselves where their imports come from."""
_VENDORED: Final = re.compile(r"(?:^|/)_?(?:vendor(?:ed)?|third_?party|extern(?:al)?)/")
_BODIES: Final = "(function_definition body: (_) @body) (class_definition body: (_) @body)"
_GLOBALS: Final = "(global_statement (identifier) @name) (type_alias_statement left: (_) @name)"
_CAUGHT: Final = re.compile(
    r"except(?:\*?\s*:|.*?(?:ImportError|ModuleNotFound|Exception))", re.DOTALL
)
_DYNAMIC: Final = re.compile(
    r"\bglobals\(|\bsys\.modules\[|\bexec\(|\b(?:vars|locals)\(\)(?:\[[^\]\n]*\]\s*=|\.update\()"
)
"""Ways by which a module gets names that do not stand in it."""
_MOVING: Final = re.compile(
    r"\b__path__\b|\bsys\.meta_path\b|\bsys\.modules\[\s*(?:__name__|f[\"']|[\"'][\w.]*\.)"
)
"""Ways by which modules come to a package that are not files in its folder."""
_ALWAYS: Final = frozenset(
    {
        *("__name__", "__doc__", "__file__", "__path__", "__package__", "__spec__"),
        *("__loader__", "__dict__", "__builtins__", "__annotations__"),
    }
)
_SOURCES: Final = frozenset({"py", "pyi"})
_BUILT: Final = frozenset(
    {
        *("so", "pyd", "pyx", "pxd", "pyc", "c", "cc", "cpp", "cxx", "rs", "in", "tmpl"),
        *("mako", "jinja", "jinja2", "j2", "dll", "dylib", "f", "f90", "ipynb"),
    }
)
"""Endings of files from which a module is built, or which are one."""
_MANIFESTS: Final = ("pyproject.toml", "setup.py", "setup.cfg")
_ROOTS: Final = ("", "src", "lib", "python")


class PythonOrigins:
    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._requirements = Requirements(standing)
        self._offered = dict[str, frozenset[str] | None]()

    def wants(self, path: str) -> Iterator[Want]:
        elsewhere = _ELSEWHERE.search(self._standing.text(path) or "") is not None
        for node in captured(self._standing.tree(path), _STATEMENTS):
            outer = list(around(node))
            if any(_is_tried(one) for one in outer):
                continue
            unsure = elsewhere or any(one.type in _UNSURE for one in outer)
            for one in imports(node):
                module = "".join(one.module.split())
                name = one.origin.rpartition(":")[2] if one.item else ""
                yield Want(module, name, unsure, node.start_point[0] + 1)

    def look(self, want: Want, path: str) -> Found:
        if want.module.startswith("."):
            return self._relative(want, path)
        steps = want.module.split(".")
        if steps[0] in _STANDARD:
            return FINE
        starts = self._starts(path, steps[0])
        places = [joined(root, *steps) for root in self._roots.get(steps[0], ())]
        places = [place for place in places if self._at(place)]
        certain = [one for one in places if one in {joined(root, *steps) for root in starts}]
        if places and not certain:
            return FINE
        if certain:
            found = self._named(want, certain)
            foreign = found.lack and all(self._is_open(place) for place in certain)
            return self._foreign(want, path, steps[0]) if foreign else found
        known = self._deepest(steps, starts)
        if known:
            return self._absent(joined(*known), f"but {known[0]} holds no {known[1]}")
        shared = any(joined(root, steps[0]) in self._python_folders for root in starts)
        return self._foreign(want, path, want.module if shared else steps[0])

    def _relative(self, want: Want, path: str) -> Found:
        tail = want.module.lstrip(".")
        up = len(want.module) - len(tail) - 1
        parts = folder_of(path).split("/") if "/" in path else []
        if up > len(parts):
            return FINE
        start = "/".join(parts[: len(parts) - up])
        place = joined(start, tail.replace(".", "/"))
        if not tail or self._at(place):
            return self._named(want, [place])
        return self._absent(place, f"but there is no {place}.py")

    def _named(self, want: Want, places: list[str]) -> Found:
        """A module that is there; the name must be in it or below it."""
        files = [file for place in places for file in self._at(place)]
        if not want.name:
            return Found(tuple(files))
        below = [file for place in places for file in self._at(joined(place, want.name))]
        everything = tuple(files + below)
        if below or any(self._has(file, want.name) for file in files):
            return Found(everything)
        if any(self._is_elsewhere(joined(place, want.name)) for place in places):
            return FINE
        where = next((one for one in files if one.endswith((".py", ".pyi"))), places[0])
        return Found(everything, Lack(f"which {where or 'the root'} does not offer"))

    def _absent(self, place: str, reason: str) -> Found:
        return FINE if self._is_elsewhere(place) else Found(lack=Lack(reason))

    def _foreign(self, want: Want, path: str, known: str) -> Found:
        """What others have made: it is declared, or imported in the repository already."""
        requirements = self._requirements
        if self._is_gone(want.module) and not requirements.bring(want.module):
            return Found(lack=Lack("which this change removes"))
        unsure = want.unsure or _VENDORED.search(path) or self._is_package("")
        if unsure or not requirements.any or requirements.bring(want.module):
            return FINE
        module = re.escape(known)
        unless = rf"^[ \t>]*(?:from[ \t]+{module}\b|import\b[^\n#]*(?<![\w.]){module}\b)"
        return Found(lack=Lack("which is neither in the repository nor declared", unless))

    def _is_gone(self, module: str) -> bool:
        tail = module.replace(".", "/")
        ends = (f"/{tail}.py", f"/{tail}/__init__.py")
        return any(f"/{path}".endswith(ends) for path in self._standing.gone)

    @cached_property
    def _roots(self) -> Mapping[str, list[str]]:
        """For every module and package of the repository the folders in which it stands."""
        found: dict[str, list[str]] = {}
        for folder in self._python_folders:
            if folder:
                found.setdefault(folder.rpartition("/")[2], []).append(folder_of(folder))
            for name in self._standing.folders[folder]:
                stem, _, ending = name.partition(".")
                if ending.rpartition(".")[2] in _SOURCES | _BUILT:
                    found.setdefault(stem, []).append(folder)
        return {name: sorted(set(roots)) for name, roots in found.items()}

    @cached_property
    def _python_folders(self) -> frozenset[str]:
        """The folders with Python files in them or somewhere below."""
        found: set[str] = set()
        for path in self._standing.paths:
            if path.endswith((".py", ".pyi")):
                for folder in upward(path):
                    if folder in found:
                        break
                    found.add(folder)
        return frozenset(found)

    def _at(self, place: str) -> list[str]:
        """The files that a module's path may mean; a folder alone is a package as well."""
        folder, _, name = place.rpartition("/")
        inside = self._standing.folders.get(place, frozenset())
        found = [joined(place, one) for one in ("__init__.py", "__init__.pyi") if one in inside]
        for one in sorted(self._standing.folders.get(folder, ())) if name else ():
            stem, _, ending = one.partition(".")
            last = ending.rpartition(".")[2]
            if stem == name and last in _SOURCES | _BUILT and joined(folder, one) not in found:
                found.append(joined(folder, one))
        return found or ([place] if place in self._standing.folders else [])

    def _starts(self, path: str, top: str) -> frozenset[str]:
        """Folders from which an import may start for a file: none of them lies in a package.

        A folder above the file counts unless what it holds has the name of something declared.
        """
        near = frozenset() if self._requirements.bring(top) else frozenset(upward(path))
        return frozenset(one for one in self._homes | near if not self._is_package(one))

    @cached_property
    def _homes(self) -> frozenset[str]:
        """Where projects keep their packages."""
        homes = {folder_of(one) for one in self._standing.named(*_MANIFESTS)} | {""}
        return frozenset(joined(home, root) for home in homes for root in _ROOTS)

    def _is_package(self, folder: str) -> bool:
        return "__init__.py" in self._standing.folders.get(folder, ())

    def _is_open(self, place: str) -> bool:
        """A folder that is a package without saying so: others may add to it."""
        return self._at(place) == [place]

    def _deepest(self, steps: list[str], roots: frozenset[str]) -> tuple[str, str] | None:
        """How far a module's path leads into a package of the repository, and what lacks there."""
        for count in range(len(steps) - 1, 0, -1):
            for root in sorted(roots):
                place = joined(root, *steps[:count])
                above = [joined(root, *steps[: one + 1]) for one in range(count)]
                if self._at(place) and not all(self._is_open(one) for one in above):
                    return place, steps[count]
        return None

    def _is_elsewhere(self, place: str) -> bool:
        """A module that a build makes, or that a package finds in other folders than its own."""
        if place.endswith(("_pb2", "_pb2_grpc")) or self._standing.ignores(f"{place}.py"):
            return True
        named = re.compile(rf"[\"'./]{re.escape(place.rpartition('/')[2])}(?:\.py)?[\"']")
        manifests = (self._standing.text(one) for one in self._standing.named(*_MANIFESTS))
        if any(named.search(text or "") for text in manifests):
            return True
        above = [file for one in upward(place) if one for file in self._at(one)]
        return any(self._is_moving(file) for file in above)

    def _is_moving(self, file: str) -> bool:
        """Whether modules below a file need not be files below its folder."""
        built = file.rpartition(".")[2] in _BUILT
        return built or _MOVING.search(self._standing.text(file) or "") is not None

    def _has(self, file: str, name: str) -> bool:
        if file in self._python_folders:
            return False
        offered = self.offers(file)
        return offered is None or name in offered

    def offers(self, path: str) -> frozenset[str] | None:
        if path not in self._offered:
            tree = self._standing.tree(path)
            self._offered[path] = None if tree is None else _defined(tree)
        return self._offered[path]


def _is_tried(node: Node) -> bool:
    """Whether what stands inside may fail to be imported."""
    if node.type == "with_statement":
        return "Error" in text_of(node.named_children[0])
    clauses = (one for one in node.named_children if one.type.startswith("except"))
    return node.type == "try_statement" and any(_CAUGHT.match(text_of(one)) for one in clauses)


def _defined(tree: Tree) -> frozenset[str] | None:
    """The names at a module's own level; None where it may have any."""
    root = tree.root_node
    text = text_of(root)
    if _DYNAMIC.search(text) or captured(tree, "(wildcard_import) @star"):
        return None
    bodies = frozenset(node.id for node in captured(tree, _BODIES))
    found = names([root], "", bodies).binds
    if "__getattr__" in found:
        return None
    shared = {text_of(node).partition("[")[0] for node in captured(tree, _GLOBALS)}
    listed = re.findall(r"['\"](\w+)['\"]", text) if "__all__" in found else ()
    return found | shared | _ALWAYS | frozenset(listed)


origins = PythonOrigins
