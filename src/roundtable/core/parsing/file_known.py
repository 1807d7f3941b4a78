"""What exists in the project already, as far as it matters for reading an answer."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from roundtable.core.parsing.file_paths import CheckedPath, check_path, folded

KnownFiles = Mapping[str, str] | Collection[str]
"""The paths of a project, with their texts where the caller has them."""


class Known:
    def __init__(self, known: KnownFiles) -> None:
        self._texts: Mapping[str, str] = known if isinstance(known, Mapping) else {}
        self._files = frozenset(known)
        self._folders = frozenset(_folders(self._files))
        self._spellings: dict[str, set[str]] = defaultdict(set)
        for path in (*self._files, *self._folders):
            self._spellings[folded(path)].add(path)

    def __contains__(self, path: str) -> bool:
        return path in self._files

    def __bool__(self) -> bool:
        return bool(self._files)

    def text(self, path: str) -> str | None:
        """The text of a file, where it is known."""
        return self._texts.get(path)

    def spelled(self, path: str) -> CheckedPath:
        """The path as the project writes it, when it differs by case alone."""
        parts = path.split("/")
        for depth in range(len(parts), 0, -1):
            beginning = "/".join(parts[:depth])
            found = self._spellings.get(folded(beginning), set())
            if beginning in found:
                break
            if len(found) > 1:
                names = ", ".join(sorted(found))
                reason = f"The project has {names}. Write the path with exactly that case."
                return CheckedPath(path, reason=reason)
            if found:
                return self._respelled(path, next(iter(found)), parts[depth:])
        return CheckedPath(path)

    def _respelled(self, path: str, beginning: str, rest: list[str]) -> CheckedPath:
        own = "/".join((beginning, *rest))
        checked = check_path(own)
        if checked.reason or checked.path != own:
            return CheckedPath(path, reason=checked.reason or "Write the path as it exists.")
        return CheckedPath(own, (f"The project writes this path {own}.",))

    def obstacle(self, path: str, deleted: Collection[str]) -> str:
        """Why no file can be at this path: a folder is there, or a file where a folder must be."""
        if path in self._folders and any(
            file.startswith(f"{path}/") and file not in deleted for file in self._files
        ):
            return f"{path} is a folder in the project. Choose another name for the file."
        for folder in _ancestors(path):
            if folder in self._files and folder not in deleted:
                return f"{folder} is a file in the project, not a folder. Choose another path."
        return ""


def _ancestors(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts))]


def _folders(files: Iterable[str]) -> set[str]:
    return {folder for file in files for folder in _ancestors(file)}


class Claims:
    """The paths that an answer has taken so far; a file system would have to hold them all."""

    def __init__(self) -> None:
        self._taken: dict[str, tuple[str, bool]] = {}

    def refuse(self, path: str) -> str:
        """Why a path cannot stand beside the ones before it; if it can, it is taken."""
        names = [*((folder, True) for folder in _ancestors(path)), (path, False)]
        for name, is_folder in names:
            other, other_is_folder = self._taken.get(folded(name), (name, is_folder))
            if other != name:
                return (
                    f"{name} and {other} in this answer differ only in case, and some systems"
                    " take them for the same. Write both alike, or choose another name."
                )
            if other_is_folder != is_folder:
                return (
                    f"{name} is used in this answer as a file and as a folder."
                    " Choose another path for one of them."
                )
        self._taken.update((folded(name), (name, is_folder)) for name, is_folder in names)
        return ""
