"""Answers in Python that are less than a file: methods without their class, typographic quotes.

They are made whole where the result can be read and nothing had to be guessed.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from roundtable.core.checks import Tree
from roundtable.merge.python_text import parsed

_QUOTES: Final = str.maketrans({0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'"})
_METHOD: Final = re.compile(
    r"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\([ \t]*(?:self|cls)\b", re.MULTILINE
)
_OPENING: Final = re.compile(r"^(?:@|def\b|async[ \t]+def\b)")
_INSIDE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign, ast.AnnAssign, ast.Expr)

Classes = Mapping[str, frozenset[str]]
"""The methods of each class, by its name."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A candidate as it can be used, and what was done to it, in words."""

    tree: Tree
    notes: tuple[str, ...] = ()


def mend(candidates: Mapping[str, Tree]) -> dict[str, Mended]:
    """Every candidate by its label; one that needs nothing, or cannot be helped, is as it was."""
    return {label: _mended(label, candidates) for label in candidates}


def _mended(label: str, candidates: Mapping[str, Tree]) -> Mended:
    tree, notes = dict(candidates[label]), []
    for path, text in candidates[label].items():
        if not path.endswith(".py"):
            continue
        others = [other.get(path, "") for name, other in candidates.items() if name != label]
        found = mend_text(text, _classes(others))
        if found is not None:
            tree[path], note = found
            notes.append(f"{path}: {note}")
    return Mended(tree if notes else candidates[label], tuple(notes))


def mend_text(text: str, known: Classes) -> tuple[str, str] | None:
    """The text made whole and how, or None where it is whole or cannot be helped."""
    straight = text.translate(_QUOTES)
    if parsed(text) is None and straight != text:
        if parsed(straight) is not None:
            return straight, "typographic quotes made straight"
        text = straight
    return _in_class(text, known)


def _classes(texts: list[str]) -> Classes:
    found: dict[str, frozenset[str]] = {}
    for text in texts:
        module = parsed(text)
        for part in module.body if module else ():
            if isinstance(part, ast.ClassDef):
                methods = {inner.name for inner in part.body if isinstance(inner, _INSIDE[:2])}
                found[part.name] = found.get(part.name, frozenset()) | methods
    return found


def _in_class(text: str, known: Classes) -> tuple[str, str] | None:
    """Methods that stand alone, put into the one class that others give these methods to."""
    methods = set(_METHOD.findall(text))
    owner = _owner(methods, known)
    if owner is None or re.search(rf"^[ \t]*class[ \t]+{owner}\b", text, re.MULTILINE):
        return None
    for whole in _wrapped(text, owner):
        module = parsed(whole)
        if module is not None and _holds(module, owner, methods):
            return whole, f"methods without their class, read as those of {owner}"
    return None


def _owner(methods: set[str], known: Classes) -> str | None:
    shared = {name: len(methods & known[name]) for name in known}
    most = max(shared.values(), default=0)
    best = [name for name, count in shared.items() if count == most]
    return best[0] if most and len(best) == 1 else None


def _wrapped(text: str, owner: str) -> Iterator[str]:
    lines = text.splitlines()
    fixed = _inside_strings(text)
    first = next((at for at, line in enumerate(lines) if _OPENING.match(line)), len(lines))
    head, body = lines[:first], lines[first:]
    flush = next((at for at, line in enumerate(body) if not _OPENING.match(line)), len(body))
    # Text whose edges were stripped has lost the indent of its first lines only.
    for count in (flush, len(body)):
        inside = [
            f"    {line}" if line.strip() and first + at not in fixed else line
            for at, line in enumerate(body[:count])
        ]
        yield "\n".join([*head, f"class {owner}:", *inside, *body[count:], ""])


def _inside_strings(text: str) -> set[int]:
    """The lines that begin inside a string: to indent them would change it."""
    module = parsed(text)
    strings = (ast.Constant, ast.JoinedStr)
    found = [node for node in ast.walk(module) if isinstance(node, strings)] if module else []
    return {row for node in found for row in range(node.lineno, node.end_lineno or node.lineno)}


def _holds(module: ast.Module, owner: str, methods: set[str]) -> bool:
    for part in module.body:
        if isinstance(part, ast.ClassDef) and part.name == owner:
            there = {inner.name for inner in part.body if isinstance(inner, _INSIDE[:2])}
            return methods <= there and all(isinstance(inner, _INSIDE) for inner in part.body)
    return False
