"""Java: a class of a package that the project itself has stands in one of its files."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from roundtable.merge.importing.java import imports
from roundtable.merge.standing import FINE, Found, Lack, Standing, Want, captured, joined

_SOURCES: Final = (".java", ".kt", ".groovy", ".scala", ".class", ".aidl")
_MAKERS: Final = (".proto", ".thrift", ".avsc", ".avdl", ".g4", ".wsdl", ".xsd", ".fbs", ".graphql")
"""Files from which a build makes classes that stand in no source file."""
_MADE: Final = frozenset({"R", "BR", "BuildConfig", "Manifest"})


class JavaOrigins:
    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def wants(self, path: str) -> Iterator[Want]:
        for node in captured(self._standing.tree(path), "(import_declaration) @import"):
            for one in imports(node):
                # `import static a.B.c` asks for the class as well.
                path = one.module if one.line.startswith("import static") else one.origin
                yield Want(path, line=node.start_point[0] + 1)

    def look(self, want: Want, path: str) -> Found:
        steps = want.module.split(".")
        at = next((i for i, step in enumerate(steps) if step[:1].isupper()), len(steps))
        if at == len(steps):
            return FINE
        package, name = ".".join(steps[:at]), steps[at]
        folders = [one for one in self._folders.get(package, ()) if self._is_of(one, package)]
        files = tuple(file for folder in folders for file in self._files(folder, name))
        if files:
            return Found(files)
        removed = joined(*steps[: at + 1]) + ".java"
        if any(f"/{one}".endswith(f"/{removed}") for one in self._standing.gone):
            return Found(lack=Lack("which this change removes"))
        if not folders or name in _MADE or self._may_be_made(folders, name):
            return FINE
        return Found(lack=Lack(f"but no file in {folders[0]} holds {name}"))

    @cached_property
    def _folders(self) -> Mapping[str, list[str]]:
        """The folders whose path ends as a package's name does."""
        found: dict[str, list[str]] = {}
        for folder in sorted(self._standing.folders):
            if any(name.endswith(".java") for name in self._standing.folders[folder]):
                steps = folder.split("/")
                for start in range(len(steps)):
                    found.setdefault(".".join(steps[start:]), []).append(folder)
        return found

    def _is_of(self, folder: str, package: str) -> bool:
        """By what its first file says: `org/shop/java/util` is not `java.util`."""
        first = min(one for one in self._standing.folders[folder] if one.endswith(".java"))
        text = self._standing.text(joined(folder, first)) or ""
        return re.search(rf"^\s*package\s+{re.escape(package)}\s*;", text, re.MULTILINE) is not None

    def _files(self, folder: str, name: str) -> Iterator[str]:
        here = sorted(one for one in self._standing.folders[folder] if one.endswith(_SOURCES))
        exact = [one for one in here if one.partition(".")[0] == name]
        declared = re.compile(rf"\b(?:class|interface|enum|record|object)\s+{re.escape(name)}\b")
        for one in exact or here:
            path = joined(folder, one)
            if exact or declared.search(self._standing.text(path) or ""):
                yield path

    def _may_be_made(self, folders: list[str], name: str) -> bool:
        """By a processor of annotations, after a class here; or from files of another kind."""
        here = {one.partition(".")[0] for f in folders for one in self._standing.folders[f]}
        if any(len(one) > 2 and one in name for one in here) or "_" in name:
            return True
        return self._makes or any(self._standing.ignores(f"{f}/{name}.java") for f in folders)

    @cached_property
    def _makes(self) -> bool:
        return any(path.endswith(_MAKERS) for path in self._standing.paths)

    def offers(self, path: str) -> frozenset[str] | None:
        return frozenset()


origins = JavaOrigins
