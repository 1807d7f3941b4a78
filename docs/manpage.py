"""The manual page, from the parser that reads the command line.

Rendered here, not from argparse's own usage lines, whose breaks follow the terminal and the version
of Python; so that the page is the same wherever it is made. It carries the version and no date.
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from roundtable import __version__
from roundtable.adapters.keys import VARIABLES
from roundtable.adapters.project import Project

_TABLE = Project(Path())
FILES = {
    f"{_TABLE.config_path}": "who sits at the table, and the rules; written by `roundtable init`",
    f"{_TABLE.log}": "the log of all sessions: the truth, from which everything else is made",
    f"{_TABLE.sessions}/NAME/": "a session to read: topic.md, discussion.md, decisions.md, "
    "status.json and report.html",
    f"{_TABLE.folder}/chronicle.md": "what has been decided so far",
    f"{_TABLE.folder}/decrees.jsonl": "the decrees, one JSON object a line",
    f"{_TABLE.folder}/locks/": "who leads which session now",
    "~/.config/roundtable/keys.json": "keys, readable by their owner alone, where the system has "
    "no keyring; below XDG_CONFIG_HOME where that is set",
}
ENVIRONMENT = {
    ", ".join(name for names in VARIABLES.values() for name in names): "keys; they win over kept "
    "ones",
    "ROUNDTABLE_MODEL_ADAPTER": "the model of an adapter, such as ROUNDTABLE_MODEL_CLAUDE_API",
    "ROUNDTABLE_TPM_PROVIDER": "tokens a minute, for all sessions of a process, such as "
    "ROUNDTABLE_TPM_OPENAI=30000",
    "ROUNDTABLE_CONCURRENCY_PROVIDER": "calls at the same time, such as "
    "ROUNDTABLE_CONCURRENCY_ANTHROPIC=2",
    "ROUNDTABLE_PROVIDER_BASE_URL": "a gateway of yours, such as ROUNDTABLE_ANTHROPIC_BASE_URL",
    "ROUNDTABLE_COMPATIBLE_BASE_URL": "where the adapter openai-compatible finds its server, if "
    "it is not Ollama's",
    "ROUNDTABLE_ENGINE": "which container engine is taken: docker, podman, or none",
    "ROUNDTABLE_VERIFY_NETWORK": "`build` lets the dependencies of candidates be fetched, where "
    "they are verified in a container",
    "ROUNDTABLE_KEYRING": "`off` keeps keys out of the system's keyring",
    "ROUNDTABLE_DEBUG": "with any value, an unexpected failure shows where it happened",
}
_SPECIAL = {
    "\\": r"\e",
    "-": r"\-",
    "'": r"\(aq",
    "`": r"\(ga",
    '"': r"\(dq",
    "^": r"\(ha",
    "~": r"\(ti",
}


def page(parser: argparse.ArgumentParser, exit_codes: Mapping[int, str]) -> str:
    lines = [
        r".\" Made by `make docs`; change the source instead.",
        f'.TH ROUNDTABLE 1 "" "roundtable {__version__}" "User Commands"',
        ".nr HY 0",  # a name with a hyphen put into it is another name
        ".ad l",
        ".SH NAME",
        r"roundtable \- several AI models decide software work at one table",
        ".SH SYNOPSIS",
        r"\fBroundtable\fR \fICOMMAND\fR [\fIARGUMENT\fR ...]",
        ".SH DESCRIPTION",
        _prose(parser.description or ""),
        _prose(parser.epilog or ""),
        ".SH OPTIONS",
        *_arguments(parser),
        ".SH COMMANDS",
        *_commands("roundtable", parser),
        ".SH EXIT STATUS",
        *_entries({str(code): exit_codes[code] for code in sorted(exit_codes)}),
        ".SH FILES",
        *_entries(FILES),
        ".SH ENVIRONMENT",
        *_entries(ENVIRONMENT),
    ]
    return "\n".join(lines) + "\n"


def _commands(above: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every command with its arguments and examples, then its own actions in the same way."""
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            continue
        for told in action._get_subactions():
            name, command = f"{above} {told.dest}", action.choices[told.dest]
            yield f".SS {_text(name)}"
            yield _sentence(told.help or "")
            yield from (".PP", " ".join(_synopsis(name, command)))
            yield from _arguments(command)
            yield from _examples(command.epilog or "")
            yield from _commands(name, command)


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    for number, group in enumerate(parser._action_groups):
        actions = [action for action in group._group_actions if _is_argument(action)]
        if actions and number > 1:  # the first two are argparse's own
            yield from (".PP", rf"\fI{_sentence(group.title or '')}\fR")
        for action in actions:
            yield from (".TP", _invocation(action), _prose(action.help or ""))


def _examples(epilog: str) -> Iterator[str]:
    if epilog:
        _, _, examples = epilog.partition("\n")
        yield from (".PP", "Examples:", ".PP", ".EX")
        yield from (_guarded(_text(line)) for line in examples.rstrip().splitlines())
        yield ".EE"


def _is_argument(action: argparse.Action) -> bool:
    return not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)


def _synopsis(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield rf"\fB{_text(name)}\fR"
    options = [a for a in parser._actions if a.option_strings and _is_argument(a)]
    if any(not option.required for option in options):
        yield r"[\fIOPTION\fR ...]"
    yield from (_invocation(option) for option in options if option.required)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield r"\fIACTION\fR"
        elif not action.option_strings:
            shown = rf"\fI{_text(_value(action))}\fR"
            yield f"[{shown}]" if action.nargs == "?" else shown


def _invocation(action: argparse.Action) -> str:
    value = rf"\fI{_text(_value(action))}\fR"
    names = ", ".join(rf"\fB{_text(name)}\fR" for name in action.option_strings)
    if not names:
        return value
    return names if action.nargs == 0 else f"{names} {value}"


def _value(action: argparse.Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices:
        return "|".join(map(str, action.choices))
    return action.dest.upper() if action.option_strings else action.dest


def _entries(told: Mapping[str, str]) -> Iterator[str]:
    for name, meaning in told.items():
        yield from (".TP", rf"\fB{_text(name)}\fR", _prose(meaning))


def _prose(text: str) -> str:
    """A paragraph on one line; what stands in backticks is bold."""
    pieces = re.split(r"`([^`]+)`", text)
    return _guarded("".join(_marked(pieces)))


def _marked(pieces: Iterable[str]) -> Iterator[str]:
    for number, piece in enumerate(pieces):
        yield rf"\fB{_text(piece)}\fR" if number % 2 else _text(piece)


def _sentence(text: str) -> str:
    return _prose(f"{text[:1].upper()}{text[1:]}.")


def _text(text: str) -> str:
    """What troff prints as these very letters, whatever it reads its input as."""
    plain = "".join(_SPECIAL.get(letter, letter) for letter in text)
    return "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in plain)


def _guarded(line: str) -> str:
    """A line of text, never a request."""
    return rf"\&{line}" if line.startswith(".") else line
