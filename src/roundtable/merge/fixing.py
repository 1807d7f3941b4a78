"""Where a problem lies in a tree, and a rewritten unit put in its place."""

import re
from typing import Final

from roundtable.core.checks import Tree
from roundtable.core.parsing.fenced import fenced_code, is_left_open
from roundtable.core.parsing.file_blocks import read_files
from roundtable.core.steps import Problem, TryFix
from roundtable.core.units import UnitKind
from roundtable.merge.changed import replace_unit
from roundtable.merge.units import Split, Unit, lookup, split_text

_DEFINITIONS: Final[frozenset[UnitKind]] = frozenset(
    {"function", "class", "method", "type", "constant"}
)


def locate(tree: Tree, problem: Problem) -> tuple[str, str, str] | None:
    """The path, unit and text that a problem is about; the whole file where there is no unit."""
    path = problem.path
    if not path and problem.unit:
        holders = [p for p, text in tree.items() if lookup(split_text(p, text), problem.unit)]
        path = holders[0] if len(holders) == 1 else ""
    if not path:
        return None
    text = tree.get(path)
    if text is None:
        return path, "", ""
    parts = split_text(path, text)
    if parts.language is None or parts.broken:
        return path, "", text
    unit = lookup(parts, problem.unit) if problem.unit else None
    if unit is None and problem.line:
        unit = _at_line(parts, problem.line)
    if unit is None:
        return path, "", text
    return path, unit.name, parts.text(unit)


def _at_line(parts: Split, line: int) -> Unit | None:
    """The innermost unit that holds a line."""
    starts = [0, *(found.end() for found in re.finditer(b"\n", parts.source))]
    offset = starts[min(line, len(starts)) - 1]
    holding = [unit for unit in parts.units if unit.start <= offset < unit.end]
    return min(holding, key=lambda unit: unit.end - unit.start, default=None)


def rewritten(craft: TryFix) -> dict[str, str] | str:
    """The tree with the rewritten unit, or why it cannot be taken."""
    fix = craft.fix
    code = fenced_code(craft.text)
    if code is None:
        return "the answer holds no single fenced block of code"
    before = craft.tree.get(fix.path, "")
    if fix.unit:
        text = replace_unit(before, fix.path, fix.unit, code)
        if text is None:
            return f"the answer does not hold {fix.unit}, or the file would not parse with it"
    else:
        text, reason = code, _not_whole(fix.path, before, code, craft.text)
        if reason:
            return reason
    return _objection(fix.path, before, text) or {**craft.tree, fix.path: text}


def _not_whole(path: str, before: str, code: str, answer: str) -> str:
    """Why an answer is less than the file that was asked for; what was left out would be lost."""
    if is_left_open(answer):
        return "the answer breaks off before its fence is closed"
    fence = "`" * (1 + max(map(len, re.findall("`+", code)), default=2))
    reading = read_files(f"FILE: {path}\n{fence}\n{code}{fence}\n", {path: before})
    return reading.rejected[0].reason if reading.rejected else ""


def _objection(path: str, before: str, after: str) -> str:
    """What can be said against a rewritten file before anything is run."""
    if after == before:
        return "the answer changes nothing"
    old, new = split_text(path, before), split_text(path, after)
    if old.language is None or old.broken:
        return ""
    if new.broken:
        return f"the file would not parse with it ({new.broken})"
    defined = (unit.name for unit in old.units if unit.kind in _DEFINITIONS)
    lost = [name for name in defined if new.find(name) is None]
    return f"it would remove {', '.join(lost)}" if lost else ""
