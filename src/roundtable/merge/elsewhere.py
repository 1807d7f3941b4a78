"""Which file of a tree an import means, where that can be told from the paths."""

from collections.abc import Collection, Iterator
from typing import Final

from roundtable.merge.imports import Import

_SCRIPTS: Final = (".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".cjs")


def files_of(wanted: Import, path: str, tree: Collection[str]) -> Iterator[tuple[str, str]]:
    """The files that an import may mean, each with the name that is wanted there."""
    name = wanted.origin.rpartition(":")[2]
    if path.endswith((".py", ".pyi")):
        if wanted.item and wanted.name != "*":
            yield from ((found, name) for found in _python(wanted.module, path, tree))
    elif path.endswith(_SCRIPTS) and wanted.module.startswith("."):
        yield from ((found, name) for found in _script(wanted.module, path, tree))


def _python(module: str, path: str, tree: Collection[str]) -> Iterator[str]:
    folder = path.rpartition("/")[0]
    stem = module.lstrip(".")
    up = len(module) - len(stem)
    tail = stem.replace(".", "/")
    if up:
        parts = folder.split("/") if folder else []
        if up - 1 > len(parts):
            return
        roots = ["/".join(parts[: len(parts) - up + 1])]
    else:
        # An absolute import starts at some folder above the file, such as `src`.
        parts = folder.split("/") if folder else []
        roots = ["/".join(parts[:depth]) for depth in range(len(parts) + 1)]
    for root in roots:
        start = "/".join(part for part in (root, tail) if part)
        for found in (f"{start}.py", f"{start}/__init__.py"):
            if found in tree:
                yield found
                return


def _script(module: str, path: str, tree: Collection[str]) -> Iterator[str]:
    parts = path.split("/")[:-1]
    for step in module.split("/"):
        if step == "..":
            if not parts:
                return
            parts.pop()
        elif step != ".":
            parts.append(step)
    start = "/".join(parts)
    stem = start.rpartition(".")[0] if start.endswith(_SCRIPTS) else start
    tries = [start, *(stem + end for end in _SCRIPTS), *(f"{start}/index{e}" for e in _SCRIPTS)]
    found = next((one for one in tries if one in tree), None)
    if found is not None:
        yield found
