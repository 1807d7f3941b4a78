"""Writes the pages that follow from the source: `make docs`. A test compares them."""

import argparse
import importlib
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from docs.api_page import api_page, event_types_text, openapi_text
from docs.manpage import page as manual_page
from roundtable.adapters.knights import script
from roundtable.apps.cli import exits
from roundtable.apps.cli.main import COMMANDS, build_parser, command_module, full_parser
from roundtable.core import errors
from roundtable.core.config import ADAPTERS, Config, KnightConfig, RulesConfig
from roundtable.core.events import Base, TurnEvent, event_types
from roundtable.core.values import Value

HERE = Path(__file__).parent
_MADE = "<!-- Made by `make docs`; change the source instead. -->\n\n"


def pages() -> dict[str, str]:
    return {
        "cli.md": _MADE + cli_page(),
        "exit-codes.md": _MADE + exits_page(),
        "events.md": _MADE + events_page(),
        "config.md": _MADE + config_page(),
        "scripts.md": _MADE + scripts_page(),
        "roundtable.1": manual_page(full_parser(), exit_meanings()),
        "api.md": _MADE + api_page(),
        "openapi.json": openapi_text(),
        "../web/src/api/event-types.ts": event_types_text(),
    }


def cli_page() -> str:
    """Rendered here, not by argparse, whose layout changes between versions of Python."""
    lines = ["# The command line", "", "| command | what it does |", "|---|---|"]
    lines += [f"| [`roundtable {n}`](#roundtable-{n}) | {what} |" for n, what in COMMANDS.items()]
    for name, summary in COMMANDS.items():
        lines += ["", f"## roundtable {name}", "", f"{summary[0].upper()}{summary[1:]}.", ""]
        lines += _argument_rows(_parser(name))
        for action in _actions(name):
            lines += [f"### roundtable {name} {action}", "", *_argument_rows(_parser(name, action))]
        examples = command_module(name).EXAMPLES.strip().splitlines()
        lines += ["```sh", *(line.strip() for line in examples), "```"]
    return "\n".join(lines) + "\n"


def _parser(*words: str) -> argparse.ArgumentParser:
    parser, _ = build_parser(words)
    for word in words:
        parser = _subparsers(parser)[word]
    return parser


def _argument_rows(parser: argparse.ArgumentParser) -> list[str]:
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
            continue
        name = ", ".join(action.option_strings) or action.dest
        value = f" {action.metavar or action.dest.upper()}" if action.option_strings else ""
        takes = value if action.nargs != 0 else ""
        rows.append(f"| `{name}{takes}` | {action.help or ''} |")
    return ["| argument | meaning |", "|---|---|", *rows, ""] if rows else []


def _actions(name: str) -> list[str]:
    return list(_subparsers(_parser(name)))


def _subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def exits_page() -> str:
    rows = [f"| {code} | {meaning} |" for code, meaning in sorted(exit_meanings().items())]
    return "\n".join(["# Exit codes", "", "| code | meaning |", "|---|---|", *rows, ""])


def exit_meanings() -> dict[int, str]:
    meanings = dict(exits.MEANINGS)
    for kind in _descendants(errors.RoundtableError):
        meanings.setdefault(kind.exit_code, kind.meaning)
    return meanings | {141: "whoever read the output has closed it"}


def _descendants(kind: type[errors.RoundtableError]) -> Iterator[type[errors.RoundtableError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _descendants(child)


def events_page() -> str:
    lines = [
        "# Events",
        "",
        "One vocabulary for the log, `--json`, the wire and clients. Every event has the fields",
        "below; those of a turn have the turn's fields as well. `token` alone is not stored.",
        "",
        "## In every event",
        "",
        *_field_rows(Base, ()),
        "",
        "## In every event of a turn",
        "",
        *_field_rows(TurnEvent, tuple(Base.model_fields)),
        "",
    ]
    for kind in event_types():
        known = (
            *Base.model_fields,
            *(TurnEvent.model_fields if issubclass(kind, TurnEvent) else ()),
        )
        lines += [f"## {kind.model_fields['type'].default}", ""]
        if kind.__doc__ and kind.__doc__ != TurnEvent.__doc__:
            lines += [kind.__doc__.strip(), ""]
        if issubclass(kind, TurnEvent):
            lines += ["An event of a turn.", ""]
        rows = _field_rows(kind, known)
        lines += [*rows, ""] if rows else []
    lines += ["# What events hold", ""]
    for value in _values(event_types()):
        lines += [f"## {value.__name__}", ""]
        lines += [value.__doc__.strip(), ""] if value.__doc__ else []
        lines += [*_field_rows(value, ()), ""]
    return "\n".join(lines)


def _values(kinds: Iterable[type[Value]]) -> list[type[Value]]:
    """Every value that these models hold, directly or inside of another."""
    found: list[type[Value]] = []
    waiting = [f.annotation for kind in kinds for f in kind.model_fields.values()]
    while waiting:
        annotation: Any = waiting.pop(0)
        waiting += [a for a in get_args(annotation) if a is not ...]
        is_value = isinstance(annotation, type) and issubclass(annotation, Value)
        if is_value and annotation not in found:
            found.append(annotation)
            waiting += [f.annotation for f in annotation.model_fields.values()]
    return sorted(found, key=lambda value: value.__name__)


def _field_rows(kind: type[Value], leave_out: tuple[str, ...]) -> list[str]:
    """A table of a model's fields, with the line that stands under each in the source."""
    told = _docstrings(kind)
    rows = [
        f"| `{name}` | {_type(field.annotation)} | {told.get(name, '')} |"
        for name, field in kind.model_fields.items()
        if name not in leave_out
    ]
    return ["| field | type | meaning |", "|---|---|---|", *rows] if rows else []


_PLAIN: dict[object, str] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    type(None): "null",
}


def _type(annotation: Any) -> str:
    """A type as JSON has it, in words."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if origin is Annotated:
        return _type(arguments[0])
    if origin is Literal:
        return " or ".join(f'`"{value}"`' for value in arguments)
    if origin is tuple:
        return f"list of: {_type(arguments[0])}"
    if origin is dict:
        return "object" if Any in arguments else f"object of: {_type(arguments[1])}"
    if origin in (Union, UnionType):
        return " or ".join(_type(argument) for argument in arguments)
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return " or ".join(f'`"{value}"`' for value in annotation)
    return f"{annotation.__name__}" if isinstance(annotation, type) else str(annotation)


def _docstrings(kind: type[Value]) -> dict[str, str]:
    """The texts under the fields, read from the source of the class and its parents."""
    import ast
    import inspect
    import textwrap

    found: dict[str, str] = {}
    for parent in reversed(kind.__mro__):
        if parent in (object, Value) or not issubclass(parent, Value):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(parent))).body[0]
        assert isinstance(tree, ast.ClassDef)
        for field, text in zip(tree.body, tree.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
            ):
                found[field.target.id] = " ".join(str(text.value.value).split())
    return found


def config_page() -> str:
    adapters = [f"| `{name}` | {what} |" for name, what in ADAPTERS.items()]
    return "\n".join(
        [
            "# .roundtable/config.json",
            "",
            "Written by `roundtable init`. What is wrong in it is reported by name and line.",
            "",
            *_field_rows(Config, ()),
            "",
            "## A knight",
            "",
            *_field_rows(KnightConfig, ()),
            "",
            "## The rules",
            "",
            *_field_rows(RulesConfig, ()),
            "",
            "## Adapters",
            "",
            "| name | what it is |",
            "|---|---|",
            *adapters,
            "",
        ]
    )


def scripts_page() -> str:
    lines = [
        "# Scripts",
        "",
        "A scripted knight speaks the replies of a YAML or JSON file: for rehearsals, demos and",
        "tests. It is labelled “scripted rehearsal” wherever people see it. In config.json such a",
        'knight has `"adapter": "scripted"` and `"script"`: a path inside the repository, or',
        "`builtin:rehearsal`. The part `*` is for every knight that has none of its own; the first",
        "reply of a part that matches is said.",
        "",
        "```yaml",
        "knights:",
        "  Gawain:",
        "    words_per_second: 40",
        "    replies:",
        "      - when: {round: 1}",
        "        say: I would rather wait.",
        "        block: {consensus_score: 4, agrees_with: [], pending_issues: [the cost]}",
        "      - when: {round: 2, after: [Lancelot]}",
        "        say: Lancelot has convinced me.",
        "        block: {consensus_score: 9, agrees_with: [], pending_issues: []}",
        "      - fail: {kind: overloaded, after_words: 3}",
        "```",
        "",
    ]
    for title, kind in (
        ("A part", script.Part),
        ("A reply", script.Reply),
        ("when", script.When),
        ("fail", script.Failure),
        ("price", script.Price),
    ):
        lines += [f"## {title}", "", *_field_rows(kind, ()), ""]
    return "\n".join(lines)


def main() -> int:
    importlib.invalidate_caches()
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
