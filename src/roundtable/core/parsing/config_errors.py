"""Words for what is wrong in a configuration: each problem with its line, field and remedy.

The models say that a value is wrong; this module says it to a person who has only the file.
"""

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from roundtable.core.errors import ConfigError
from roundtable.core.parsing.json_file import Document, Oddity, Unreadable
from roundtable.core.parsing.json_lines import JsonPath
from roundtable.core.parsing.text import clean, one_line

MOST_TOLD = 100
"""More problems than this are counted, not told: the file is then something else altogether."""

CLASH = "clash"
"""The kind of the models' complaint that the knights do not fit together."""

_TEXT = "a text of 1 to {} characters on one line"

WANTED: Mapping[str, tuple[str, str]] = {
    "version": ('the text "1.0"', '"1.0"'),
    "project": (_TEXT.format(200), '"MyProject"'),
    "language": ("a language code", '"en", "nl" or "pt-BR"'),
    "knights": ("a list of 1 to 26 knights", '[{"name": "Claude", "adapter": "claude-cli"}]'),
    "knights[]": (
        "an object with a knight's fields",
        '{"name": "Claude", "adapter": "claude-cli"}',
    ),
    "knights[].name": (
        "a name of 1 to 40 letters, digits, spaces, dots or hyphens that begins with a letter"
        " or a digit",
        '"Claude"',
    ),
    "knights[].adapter": ("the name of an adapter", '"claude-cli"'),
    "knights[].capabilities": ("a list of texts", '["architecture", "debugging"]'),
    "knights[].capabilities[]": (_TEXT.format(60), '"architecture"'),
    "knights[].priority": ("a whole number from 1 to 1000", "1"),
    "knights[].fallback": ("the name of an adapter, or null", '"claude-api"'),
    "knights[].model": ("the name of a vendor's model without spaces, or null", '"gpt-5-mini"'),
    "knights[].script": (
        "builtin:NAME, or a path inside the repository with forward slashes",
        '"scripts/rehearsal.yaml"',
    ),
    "rules": ("an object with the table's rules", '{"max_rounds": 5}'),
    "rules.max_rounds": ("a whole number from 1 to 50", "5"),
    "rules.consensus_threshold": ("a whole number from 1 to 10", "9"),
    "rules.timeout_per_turn_seconds": ("a number above 0, up to 86400", "120"),
    "rules.escalate_to_user_after": ("a whole number from 1 to 50", "3"),
    "rules.auto_execute": ("true or false", "false"),
    "rules.ignore": ("a list of texts", '[".git", "node_modules", "dist"]'),
    "rules.ignore[]": (_TEXT.format(200), '"node_modules"'),
}
"""For every field what it takes, and an example; list items are written []."""

_REMEDY = "correct what is named above and run the command again"
_PLACES = {"": "the top level", "rules": "rules", "knights[]": "a knight"}

_KEYS = ("whoever reads the repository could read it", "keep keys in your own environment")
_ADDRESS = ("it would send your words to an address of the file's choice", "set it on your machine")
_COMMAND = ("opening a repository must never run a command of the file's choice", "remove it")
_CONSENT = ("your approval is given by you, never by a file", "remove it")
_REFUSED: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(
        ("key", "keys", "apikey", "token", "secret", "password", "credential", "credentials"),
        _KEYS,
    ),
    **dict.fromkeys(("url", "baseurl", "uri", "endpoint", "host", "proxy", "headers"), _ADDRESS),
    **dict.fromkeys(
        ("command", "commands", "cmd", "args", "argv", "hook", "hooks", "shell", "exec", "env"),
        _COMMAND,
    ),
    **dict.fromkeys(("parley", "approve", "approval", "yes", "yolo", "trust"), _CONSENT),
}
"""Words in a field's name that a project file must never set, with the reason and the remedy."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    line: int
    field: str
    """The dotted name, as a person would say it."""
    what: str
    remedy: str

    def told(self, source: str) -> str:
        return f"{source}:{self.line}: {self.field}: {self.what}; {self.remedy}"


def refusal(source: str, problems: Iterable[Problem]) -> ConfigError:
    """All problems as one error, in the order of the file, each on a line of its own."""
    found = sorted(set(problems))
    lines = [problem.told(clean(source)) for problem in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        lines.append(f"{clean(source)}: and {len(found) - MOST_TOLD:,} problems more")
    return ConfigError("\n".join(lines), _REMEDY)


def unreadable(source: str, problem: Unreadable) -> ConfigError:
    """The error of a file that holds no JSON object at all."""
    column = f":{problem.column}" if problem.column else ""
    where = f"{clean(source)}:{problem.line}{column}"
    return ConfigError(f"{where}: {problem.what}; {problem.remedy}", _REMEDY)


def problem_at(document: Document, path: JsonPath, what: str, remedy: str) -> Problem:
    """A problem of the field on this path; one that is not there has its object's line."""
    line = document.lines.get(path) or document.lines[path[:-1]]
    return Problem(line, dotted(path), what, remedy)


def wrong(document: Document, path: JsonPath, value: object) -> Problem:
    """A known field that holds what it does not take."""
    wanted, example = WANTED[_pattern(path)]
    if path == ("version",) and isinstance(value, str):
        what = f'is {shown(value)}, and this Roundtable reads only "1.0"'
        return problem_at(document, path, what, 'update Roundtable, or write "1.0"')
    what = f"must be {wanted}, not {shown(value)}"
    return problem_at(document, path, what, f"write for example {example}")


def missing(document: Document, path: JsonPath) -> Problem:
    """A field that has to be there."""
    example = WANTED[_pattern(path)][1]
    return problem_at(document, path, "is missing", f'write for example "{path[-1]}": {example}')


def unknown(document: Document, path: JsonPath, known: Iterable[str]) -> Problem:
    """A field that means nothing here. Its value is never shown: it may be a secret."""
    key, names = str(path[-1]), sorted(known)
    for word in (*_words(key), "".join(_words(key))):
        if word in _REFUSED:
            reason, remedy = _REFUSED[word]
            return problem_at(document, path, f"a project file cannot set this: {reason}", remedy)
    close = difflib.get_close_matches(key.casefold().replace("-", "_")[:100], names, n=1)
    elsewhere = [p for p in _PLACES if key.isidentifier() and f"{p}.{key}".lstrip(".") in WANTED]
    if elsewhere:
        remedy = f"move it to {_PLACES[elsewhere[0]]}"
    elif close:
        remedy = f"did you mean {close[0]}?"
    else:
        remedy = f"remove it, or write one of {', '.join(names)}"
    return problem_at(document, path, "unknown field", remedy)


def repeated(document: Document) -> list[Problem]:
    """Fields that stand in the same object twice: only one of them would count."""
    return [
        Problem(
            repeat.line,
            dotted(repeat.path),
            f"stands here a second time, after line {repeat.first}",
            "remove one of the two",
        )
        for repeat in document.repeats
    ]


def told_by_models(document: Document, error: ValidationError) -> list[Problem]:
    """What the models found, in words of ours."""
    problems = []
    for found in error.errors(include_url=False):
        path: JsonPath = found["loc"]
        if found["type"] == CLASH:
            continue  # told by its own check, which does not wait for the other fields
        if found["type"] == "missing":
            problems.append(missing(document, path))
        elif found["type"] == "value_error":
            # Our own checks raise these; they say what is wrong and, after a semicolon, the remedy.
            what, _, remedy = str(found["ctx"]["error"]).partition("; ")
            problems.append(problem_at(document, path, what, remedy))
        else:
            problems.append(wrong(document, path, found["input"]))
    return problems


def suggestion(word: str, known: Iterable[str]) -> str:
    """The remedy for a name that is none: the close ones, or else all."""
    names = list(known)
    close = difflib.get_close_matches(re.sub(r"[_\s]", "-", word.casefold()[:100]), names)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"choose one of {', '.join(names)}"


def shown(value: Any) -> str:
    """A value as a message can quote it: short, on one line, and as JSON would write it."""
    match value:
        case str():
            flat = one_line(clean(value), 40)
            return json.dumps(flat, ensure_ascii=False) if value else "an empty text"
        case dict():
            return "an object"
        case list() | tuple():
            return f"a list of {len(value)}" if value else "an empty list"
        case Oddity():
            return one_line(value.text, 40)
        case _:
            return one_line(json.dumps(value), 40)


def dotted(path: JsonPath) -> str:
    """The path as one name, such as knights[0].name."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            plain = re.fullmatch(r"[\w$-]{1,60}", part) and part.isprintable()
            name += f".{part if plain else shown(part)}"
    return name.removeprefix(".")


def _pattern(path: JsonPath) -> str:
    return re.sub(r"\[\d+\]", "[]", dotted(path))


def _words(key: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(key[:100])]
