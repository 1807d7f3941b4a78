"""Which paths may be shown at all, judged by name alone: secrets and ignored paths never are.

A name is compared without regard to case, because some file systems do not regard it either.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from roundtable.core.parsing.text import clean, one_line
from roundtable.core.secret_paths import is_secret

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

SECRET = "a secret file is never read"  # noqa: S105 -- a reason, not a password
IGNORED_BY_CONFIG = "ignored by the project's configuration"
IGNORED_BY_GIT = "ignored by .gitignore, or part of another repository inside this one"
TOO_LONG = "its path is too long"
PRIVATE_FOLDER = "a folder of git's or of Roundtable's own"

_PRIVATE_FOLDERS = frozenset({".git", ".roundtable"})


class Rules:
    """What the name of a path says about whether it may be shown."""

    def __init__(self, ignore: Iterable[str]) -> None:
        lines = [line.strip() for line in ignore]
        # Plain names are by far the most common, and a set is much faster than a pattern.
        plain = {line.rstrip("/") for line in lines if re.fullmatch(r"[^*?\[\]!#/\\]+/?", line)}
        self._names = frozenset(plain)
        self._spec = ignore_spec(line for line in lines if line.rstrip("/") not in plain)

    def why_hidden(self, path: str) -> str:
        """The reason why nobody is shown this path; empty when its name is harmless."""
        if len(path) > _LONGEST_PATH:
            return TOO_LONG
        parts = path.split("/")
        if not _PRIVATE_FOLDERS.isdisjoint(part.casefold() for part in parts):
            return PRIVATE_FOLDER
        if is_secret(path):
            return SECRET
        if not self._names.isdisjoint(parts):
            return IGNORED_BY_CONFIG
        return IGNORED_BY_CONFIG if self._spec and self._spec.match_file(path) else ""


def ignore_spec(lines: Iterable[str]) -> "GitIgnoreSpec | None":
    """Patterns in the syntax of .gitignore; lines that are none are left out."""
    tamed = _tame(lines)
    if not tamed:
        return None
    from pathspec import GitIgnoreSpec

    patterns: list[GitIgnoreSpecPattern] = []
    for line in tamed:
        # What lies below a folder, not the folder: a later line may speak for part of it.
        below = re.sub(r"/\*\*(/?)\s*$", r"/**/*\1", line)
        try:
            patterns.extend(GitIgnoreSpec.from_lines([below]).patterns)
        except ValueError:
            continue
    return GitIgnoreSpec(patterns) if any(p.include is not None for p in patterns) else None


_WILDCARDS = 3
"""The most that a pattern may have; beyond the first few such patterns, one fewer."""
_COSTLY_PATTERNS = 20
_LONGEST_PATH = 500


def _tame(lines: Iterable[str]) -> list[str]:
    """The patterns, or others that are surely matched in bounded time.

    Patterns become regular expressions, and each further wildcard multiplies the time of a
    mismatch: a hostile ignore file could stop the whole process.
    """
    tamed: list[str] = []
    costly = 0
    for line in lines:
        most = _WILDCARDS if costly < _COSTLY_PATTERNS else _WILDCARDS - 1
        tamed.append(_shorter(line, most))
        costly += len(_STARS.findall(tamed[-1])) >= _WILDCARDS
    return tamed


_STARS = re.compile(r"\*+")


def _shorter(line: str, most: int) -> str:
    """A pattern with at most so many wildcards; it ends early and hides more, never less."""
    # Two stars within a name mean no more than one, but cost as much as two.
    line = re.sub(r"(?<=[^/*!])\*\*|\*\*(?=[^/*])", "*", re.sub(r"\*{3,}", "**", line))
    stars = list(_STARS.finditer(line))
    if len(stars) <= most or line.startswith("#"):
        return line
    if line.startswith("!"):
        return ""
    head = line[: stars[most - 1].end()]
    quoted = re.search(r"[\\\[]", head)  # a star in there may have been no wildcard
    return f"{head[: quoted.start()]}*" if quoted else head


def shown(path: str) -> str:
    """A path as people and models read it, on one line, whatever bytes it is made of."""
    return path if path.isprintable() and len(path) <= 300 else one_line(clean(path), 300)
