"""The developer's own file of variables: read once, given to who asks for them, shown nowhere."""

import re
from collections.abc import Sequence

from roundtable.core.errors import UsageError
from roundtable.core.secrets import Secret

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_QUOTED = {"'": re.compile(r"'([^']*)'"), '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)}
"""From a quote to the one that closes it, on this line or on another."""
_BEHIND = re.compile(r"[ \t]*(?:#.*)?$", re.MULTILINE)
_MOST = 500
_LONGEST = 8_192


def read_variables(text: str, path: str) -> dict[str, Secret]:
    """NAME=VALUE, one a line; comments with #, quotes around a value are taken off. A value in
    quotes may go on over several lines."""
    found: dict[str, Secret] = {}
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    at = 0
    while at < len(lines):
        number, words = at + 1, lines[at].strip().removeprefix("export ").strip()
        at += 1
        if not words or words.startswith("#"):
            continue
        name, equals, value = words.partition("=")
        name = name.strip()
        if not equals or not _NAME.fullmatch(name):
            raise UsageError(f"{path}:{number}: this is not NAME=VALUE", "write one a line")
        said, at = _value(value.strip(), lines, at)
        _check(said, f"{path}:{number}: {name}")
        found[name] = Secret(said or "")
    if len(found) > _MOST:
        raise UsageError(f"{path} has {len(found)} variables; {_MOST} are the most", "give fewer")
    return found


def _value(text: str, lines: Sequence[str], at: int) -> tuple[str | None, int]:
    """The value, and where the next line is; None: it does not end. `lines[at]` follows it."""
    quote = text[:1]
    if quote not in _QUOTED:
        return re.split(r"[ \t]#", text, maxsplit=1)[0].rstrip(), at
    whole = _QUOTED[quote].match(text)
    if whole and _BEHIND.fullmatch(text, whole.end()):
        return _inner(whole), at
    if len(text) >= 2 and text.endswith(quote):
        return text[1:-1], at
    joined = "\n".join((text, *lines[at : at + _LONGEST]))
    over_lines = None if whole else _QUOTED[quote].match(joined)
    if over_lines is None or not _BEHIND.match(joined, over_lines.end()):
        return None, at
    return _inner(over_lines), at + over_lines[0].count("\n")


def _inner(quoted: re.Match[str]) -> str:
    return quoted[1].replace('\\"', '"') if quoted[0][0] == '"' else quoted[1]


def _check(value: str | None, where: str) -> None:
    if value is None:
        reason = "its quote is not closed, or something stands behind it"
        raise UsageError(f"{where}: {reason}", "close it, and write nothing but a comment after it")
    if any(letter < " " and letter != "\n" for letter in value):
        raise UsageError(f"{where} has a control character", "leave it out")
    if len(value) > _LONGEST:
        most = f"{_LONGEST:,} characters are the most"
        raise UsageError(f"{where} is too long; {most}", "give it a file")
