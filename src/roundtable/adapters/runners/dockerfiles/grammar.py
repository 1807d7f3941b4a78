"""One instruction: its name, its flags, and its words by the rule that holds for its name."""

import json
import re
from collections.abc import Callable

from roundtable.adapters.runners.dockerfiles.syntax import MOST_WORDS, Flag, Unreadable

_SPACES = re.compile(r"[\t\v\f\r ]+")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")

Words = tuple[tuple[str, ...], bool]
"""And whether they came as a JSON array."""


def split(text: str) -> tuple[str, str]:
    """The instruction's name in capitals, and the rest."""
    name, _, rest = _cut(text)
    if not name.isascii() or not name.isalpha():
        raise Unreadable("no instruction of a Dockerfile")
    return name.upper(), rest.strip(" \t")


def _cut(text: str) -> tuple[str, str, str]:
    parts = _SPACES.split(text, maxsplit=1)
    return parts[0], " ", parts[1] if len(parts) > 1 else ""


def flags(rest: str) -> tuple[tuple[Flag, ...], str]:
    """The flags in front, and what follows. A backslash escapes, whatever the file says."""
    found: list[Flag] = []
    at = 0
    while True:
        while rest[at : at + 1] in (" ", "\t"):
            at += 1
        if not rest.startswith("--", at):
            return tuple(found), rest[at:].strip(" \t")
        word, at = _flag_word(rest, at)
        if word == "--":
            return tuple(found), rest[at:].strip(" \t")
        found.append(_flag(word))
        if len(found) > 64:
            raise Unreadable("too many flags")


def _flag_word(rest: str, at: int) -> tuple[str, int]:
    out: list[str] = []
    quote = ""
    while at < len(rest):
        ch = rest[at]
        if not quote and ch.isspace():
            break
        at += 1
        if ch == quote:
            quote = ""
        elif not quote and ch in "'\"":
            quote = ch
        elif ch != "\\":
            out.append(ch)
        elif at < len(rest):
            out.append(rest[at])
            at += 1
    if quote:
        raise Unreadable("a flag whose quotes do not close")
    return "".join(out), at


def _flag(word: str) -> Flag:
    name, equals, value = word[2:].partition("=")
    if not word.isascii() or not word.isprintable() or "<<" in word or not name:
        raise Unreadable("a flag of an unknown form")
    if equals and not value:
        raise Unreadable(f"the flag --{name} has no value")
    return Flag(name, value if equals else None)


def strings(text: str) -> tuple[str, ...] | None:
    """The words of a JSON array; None: it is none, and the builder reads plain text."""
    if not text.startswith("["):
        return None
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        return None
    except (ValueError, RecursionError):
        raise Unreadable("an array of other than strings") from None
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise Unreadable("an array of other than strings")
    for word in found:
        if "\0" in word or any("\ud800" <= ch <= "\udfff" for ch in word):
            raise Unreadable("a control character")
    return tuple(found)


def quoted_words(text: str, escape: str) -> tuple[str, ...]:
    """Split at spaces outside of quotes; quotes and escapes are kept for the expansion."""
    words: list[str] = []
    word: list[str] = []
    quote = ""
    at = 0
    while at < len(text):
        ch = text[at]
        at += 1
        if not quote and ch.isspace():
            if word:
                words.append("".join(word))
            word = []
            continue
        if ch == quote:
            quote = ""
        elif not quote and ch in "'\"":
            quote = ch
        elif ch == escape and quote != "'":
            if at == len(text):
                break
            ch += text[at]
            at += 1
        word.append(ch)
    if word:
        words.append("".join(word))
    return tuple(words)


def _list(text: str, escape: str) -> Words:
    array = strings(text)
    if array is not None:
        return array, True
    return tuple(word for word in _SPACES.split(text) if word), False


def _command(text: str, escape: str) -> Words:
    array = strings(text)
    return (array, True) if array is not None else ((text,) if text else (), False)


def _plain(text: str, escape: str) -> Words:
    return tuple(word for word in _SPACES.split(text) if word), False


def _whole(text: str, escape: str) -> Words:
    return ((text,) if text else ()), False


def _check(text: str, escape: str) -> Words:
    kind, _, rest = _cut(text)
    array = strings(rest)
    if array is not None:
        return (kind.upper(), *array), True
    return (kind.upper(), rest) if rest else (kind.upper(),), False


def _names(text: str, escape: str) -> Words:
    return quoted_words(text, escape), False


def _pairs(text: str, escape: str) -> Words:
    """Names and values by turns; `NAME value` is the old form of one pair."""
    words = quoted_words(text, escape)
    if words and "=" not in words[0]:
        name, _, value = _cut(text)
        if not value:
            raise Unreadable("a name without a value")
        return (name, value), False
    out: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Unreadable(f"no name=value: {word}")
        out += (name, value)
    return tuple(out), False


RULES: dict[str, tuple[Callable[[str, str], Words], int, int]] = {
    "ADD": (_list, 2, MOST_WORDS),
    "ARG": (_names, 1, MOST_WORDS),
    "CMD": (_command, 0, MOST_WORDS),
    "COPY": (_list, 2, MOST_WORDS),
    "ENTRYPOINT": (_command, 0, MOST_WORDS),
    "ENV": (_pairs, 2, MOST_WORDS),
    "EXPOSE": (_plain, 1, MOST_WORDS),
    "FROM": (_plain, 1, 3),
    "HEALTHCHECK": (_check, 1, MOST_WORDS),
    "LABEL": (_pairs, 2, MOST_WORDS),
    "MAINTAINER": (_whole, 1, 1),
    "ONBUILD": (_whole, 1, 1),
    "RUN": (_command, 1, MOST_WORDS),
    "SHELL": (_command, 1, MOST_WORDS),
    "STOPSIGNAL": (_whole, 1, 1),
    "USER": (_whole, 1, 1),
    "VOLUME": (_list, 1, MOST_WORDS),
    "WORKDIR": (_whole, 1, 1),
}
"""How the words of each are read, and how few and how many there may be."""


def words(name: str, text: str, escape: str) -> Words:
    rule = RULES.get(name)
    if rule is None:
        raise Unreadable("an unknown instruction")
    read, least, most = rule
    found, array = read(text, escape)
    if not least <= len(found) <= most or (least and not any(found)):
        raise Unreadable("too few words, or too many")
    if name == "SHELL" and not array:
        raise Unreadable("SHELL takes a JSON array")
    if name == "HEALTHCHECK":
        _check_health(found)
    return found, array


def _check_health(found: tuple[str, ...]) -> None:
    if found[0] not in ("NONE", "CMD") or (found[0] == "NONE") != (len(found) == 1):
        raise Unreadable("neither NONE nor CMD with a command")
