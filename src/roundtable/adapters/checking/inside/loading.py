"""A test file as a module, found by the same rules as the usual frameworks find it."""

import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType


def open_paths(root: str, folders: Sequence[str]) -> None:
    """Lets the project's modules be imported: from its root, and from its source folders."""
    sys.path[:0] = [os.path.normpath(os.path.join(root, folder)) for folder in folders]  # noqa: PTH118


def open_libraries(folders: Sequence[str]) -> None:
    """Lets what the project depends on be imported, after Python's own modules and ours.

    Only where the project's code runs: a library could bear the name of what judges it.
    """
    import site

    for folder in folders:
        site.addsitedir(folder)
    if folders:
        above = os.environ.get("PYTHONPATH", "")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (above, *folders)))


def load(root: str, path: str) -> ModuleType:
    """Imports a test file: as part of its package, or by its bare name from its folder."""
    folder, parts = _package(root, path)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(".".join(parts))


def _package(root: str, path: str) -> tuple[str, list[str]]:
    """The folder to import from, and the dotted name there."""
    *folders, name = path.split("/")
    parts = [name.removesuffix(".py")]
    while folders and os.path.isfile("/".join((root, *folders, "__init__.py"))):  # noqa: PTH113
        parts.insert(0, folders.pop())
    return "/".join((root, *folders)), parts
