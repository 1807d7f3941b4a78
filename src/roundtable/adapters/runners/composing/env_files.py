"""A file of variables that lies in the project, read as compose reads it."""

import re
from collections import ChainMap
from collections.abc import Mapping

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.interpolation import NotFilled, fill, remedy_of

_BEGIN = re.compile(
    r"(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*(?:([=:])[ \t]*(.*))?", re.DOTALL
)
_QUOTED = {
    "'": re.compile(r"'(?:[^'\\]|\\.)*'", re.DOTALL),
    '"': re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL),
}
_MOST_LINES = 60
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_MAX_BYTES = 128 * 1024
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def parse_env_file(
    path: str, text: str, variables: Mapping[str, str], docket: Docket, raw: bool = False
) -> dict[str, str]:
    """Its variables; a refusal names the file, the line and the variable, never a value."""
    if len(text) > _MAX_BYTES:
        docket.refuse(1, "the whole file", f"it is larger than {_MAX_BYTES // 1024} KiB", path)
        return {}
    found: dict[str, str] = {}
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    lookup = ChainMap(dict(variables), found)
    at = 0
    while at < len(lines):
        line, start = lines[at].strip(), at + 1
        at += 1
        if not line or line.startswith("#"):
            continue
        said = _BEGIN.fullmatch(line)
        if said is None:
            docket.refuse(start, "a line of variables", "NAME=value stands in each line", path)
            continue
        name, sign, rest = said[1], said[2], said[3] or ""
        if sign is None:
            if name in variables:
                found[name] = variables[name]
            continue
        if not raw:
            rest, at = _joined(rest, lines, at)
        try:
            value = rest if raw else _value(rest, lookup)
        except NotFilled as refused:
            docket.refuse(start, name, str(refused), path, remedy_of(refused))
            continue
        if _CONTROL.search(value):
            docket.refuse(start, name, "its value has a control character", path)
        found[name] = value
    return found


def _joined(rest: str, lines: list[str], at: int) -> tuple[str, int]:
    """A value in quotes may go on over several lines."""
    if rest[:1] not in _QUOTED or _QUOTED[rest[0]].match(rest):
        return rest, at
    following = lines[at : at + _MOST_LINES]
    closed = _QUOTED[rest[0]].match("\n".join((rest, *following)))
    if closed is None:
        return rest, at
    more = closed[0].count("\n")
    return "\n".join((rest, *following[:more])), at + more


def _value(rest: str, variables: Mapping[str, str]) -> str:
    quote = rest[:1]
    if quote not in ("'", '"'):
        return fill(rest.split(" #", 1)[0].strip(), variables, [])
    quoted = _QUOTED[quote].match(rest)
    if quoted is None:
        raise NotFilled("a quote is not closed")
    after = rest[quoted.end() :].strip()
    if after and not after.startswith("#"):
        raise NotFilled("something stands behind the closing quote")
    inner = quoted[0][1:-1]
    if quote == "'":
        return inner.replace("\\'", "'")
    unescaped = re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], _kept(m[1])), inner, flags=re.DOTALL)
    return fill(unescaped, variables, [])


def _kept(character: str) -> str:
    """An escaped dollar sign is one that names no variable."""
    return "$$" if character == "$" else character
