"""What of ours goes into an image for checks: the runner of tests, and pytest with its plugins."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from types import MappingProxyType

from roundtable.adapters.checking.node_tests import REPORTER
from roundtable.adapters.checking.python_tests import INSIDE

SITE = "site"
"""The folder of pytest and what it needs, beside our runner."""
_ROOTS = ("pytest", "pytest-asyncio", "pytest-mock", "anyio")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_PURE = (".py", ".pyi", ".typed", ".txt")
_DESCRIBED = ("METADATA", "entry_points.txt", "WHEEL", "top_level.txt")


def python_files() -> Mapping[str, bytes]:
    """By their paths in the folder of our tools."""
    return _python_files()


def node_files() -> Mapping[str, bytes]:
    return {REPORTER.name: REPORTER.read_bytes()}


def provided() -> frozenset[str]:
    """The packages that are there already, by their plain names."""
    return frozenset(_closure())


def plain(name: str) -> str:
    """A package's name as all spellings of it are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _python_files() -> Mapping[str, bytes]:
    files = {
        f"{INSIDE.name}/{path.name}": path.read_bytes() for path in sorted(INSIDE.glob("*.py"))
    }
    for found in _closure().values():
        files |= {f"{SITE}/{path}": data for path, data in _files_of(found)}
    return MappingProxyType(files)


@cache
def _closure() -> dict[str, Distribution]:
    """The packages that are installed here, with what they require, if all of it is Python."""
    found: dict[str, Distribution] = {}
    waiting = list(_ROOTS)
    while waiting:
        name = plain(waiting.pop())
        if name in found:
            continue
        try:
            made = distribution(name)
        except PackageNotFoundError:
            continue
        if not _is_pure(made):
            continue
        found[name] = made
        for line in made.requires or ():
            # What only an extra needs is not needed; other conditions hold or do no harm.
            named = _NAME.match(line)
            if named and "extra ==" not in line:
                waiting.append(named.group())
    return found


def _is_pure(found: Distribution) -> bool:
    return not any(
        file.name.endswith((".so", ".pyd", ".dylib", ".dll")) for file in found.files or ()
    )


def _files_of(found: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in found.files or ():
        kept = file.name.endswith(_PURE) or file.name in _DESCRIBED
        path = str(file)
        if kept and ".." not in file.parts and not path.startswith("/"):
            yield path, file.locate().read_bytes()  # type: ignore[attr-defined]
