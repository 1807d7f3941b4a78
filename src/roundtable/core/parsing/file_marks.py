"""Finds the lines that give an answer its shape: FILE and DELETE lines, fences, tags.

Lines quoted with `>` are somebody else's words, and no such line is found among them.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from roundtable.core.parsing.file_places import Place, looks_like_path, read_place

Verb = Literal["file", "delete", "other"]


def _any_case(*words: str) -> str:
    """An expression for words in whatever case.

    Letter by letter it is several times faster than a flag for the whole expression: a branch
    that begins with a set of letters is passed over at once.
    """
    return "|".join(
        "".join(
            f"[{c.upper()}{c.lower()}]" if c.upper() != c.lower() else r"[ \t_]?" if c == "_" else c
            for c in word
        )
        for word in words
    )


_FILE = _any_case("FILE_NAME", "FILE_PATH", "FILE")
_BEFORE_FILE = _any_case(
    *("NEW", "UPDATED", "UPDATE", "MODIFIED", "CHANGED", "CREATED", "CREATE", "ADD", "EDIT"),
    *("COMPLETE", "FULL"),
)
_FILE_WORDS = f"(?:{_FILE})|(?:{_BEFORE_FILE})[ \t]+(?:{_FILE})|" + _any_case(
    *("PATH", "DATEINAME", "DATEIPFAD", "DATEI", "FICHIER", "ARCHIVO", "FICHERO", "ARQUIVO"),
    *("BESTAND", "PLIK", "SOUBOR", "ФАЙЛ", "文件名", "文件", "檔案", "档案"),
    *("ファイル名", "ファイル", "파일"),
)
_DELETE_WORDS = _any_case("DELETE_FILE", "DELETE")
_OTHER_WORDS = _any_case(
    *("REMOVED", "REMOVE", "DELETED", "RENAMED", "RENAME", "MOVED", "MOVE", "LÖSCHEN"),
    *("SUPPRIMER", "ELIMINAR", "BORRAR", "删除", "刪除", "削除"),
)
_TAGS = _any_case(
    *("file", "tool=call", "tool=use", "function=calls", "function=call", "invoke"),
    *("write=file", "create=file", "write=to=file"),
).replace("=", "_")
_END_TAG = re.compile(rf"</({_TAGS})[ \t]*>")
_LINE = re.compile(
    r"""
    \n(?=[^\n])(?P<indent>[ \t\ufeff\u200b]*+)
    (?:
      (?P<bullet>(?:[-*+]|\d{1,3}[.)])[ \t]++)?+(?P<fence>`{3,}+|~{3,}+)(?P<info>[^\n]*+)
    | <(?P<closing>/?)(?P<tag>"""
    + _TAGS
    + r""")\b(?P<attributes>[^\n]*+)
    | (?P<before>[-\#*_`"'“=+•/<!;%\[({\d.)📄📁📝🆕✅ \t]{0,80}+)
      (?<![A-Za-z0-9])(?=[FNUMCAEPDBSRLfnumcaepdbsrlФф文檔档フ파删刪削])
      (?:(?P<file>"""
    + _FILE_WORDS
    + r""")|(?P<delete>"""
    + _DELETE_WORDS
    + r""")|(?P<other>"""
    + _OTHER_WORDS
    + r"""))(?!\w)(?P<rest>[^\n]*+)
    )
    """,
    re.VERBOSE,
)
_AFTER_WORD = re.compile(
    r"""
    (?:[ \t]*\#?\d{1,4}(?:/\d{1,4})?(?=[*_`]{0,3}[ \t]*[:：]))?+    # FILE 1: path
    [*_`]{0,3}[ \t]*(?P<colon>[:：])?(?:[*_`]{1,3}(?=[ \t]))?       # **FILE:** path
    """,  # noqa: RUF001 -- Chinese and Japanese type a wide colon
    re.VERBOSE,
)
_GLUED = re.compile(r"[ \t](`{3,}|~{3,})([^\n`]*)$")
_ATTRIBUTE = re.compile(
    r"""\b(?:path|name|file_?name|file_?path|src)\s*=\s*("[^"]*"|'[^']*'|[^\s>/]+)""", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Fence:
    start: int
    stop: int
    """Behind the line's end."""
    indent: int
    """In columns."""
    char: str
    length: int
    info: str
    bulleted: bool = False

    def may_close(self, opener: "Fence") -> bool:
        """Whether a line like this counts between an opener and its end at all."""
        return self.at_least(opener) and self.indent <= opener.indent and not self.bulleted

    def at_least(self, opener: "Fence") -> bool:
        """Of the same sign, and not shorter."""
        return self.char == opener.char and self.length >= opener.length


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that names a file and what is to happen to it."""

    start: int
    stop: int
    indent: int
    verb: Verb
    place: Place
    loud: bool
    """In capitals and with a colon: it cannot be meant as an ordinary sentence."""
    plain: bool
    """Exactly as asked for."""
    colon: bool = True
    commented: bool = False
    """Behind the sign of a comment."""
    says_file: bool = True
    """False: the line says no more than where something is."""
    fence: Fence | None = None
    """The block's fence, when it stands on the same line."""


@dataclass(frozen=True, slots=True)
class Tag:
    start: int
    inside: int
    """Where its content begins."""
    stop: int
    name: str
    closing: bool
    empty: bool
    path: str


Token = Fence | Mark | Tag


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text with its marked lines in order."""

    text: str
    """Lone carriage returns are line feeds here; every position is that of the input."""
    tokens: tuple[Token, ...]
    starts: tuple[int, ...]
    end_tags: dict[str, tuple[int, ...]]
    """Where each kind of tag is closed, at the start of a line or within one."""

    def after(self, position: int) -> int:
        """The index of the first token that does not stand before the position."""
        return bisect_left(self.starts, position)

    def end_tag(self, name: str, position: int) -> int | None:
        """Where the next end of such a tag stands."""
        places = self.end_tags.get(name, ())
        at = bisect_left(places, position)
        return places[at] if at < len(places) else None


def read_sheet(text: str, start: int = 0) -> Sheet:
    """The marked lines of a text from a position on."""
    view = re.sub(r"\r(?!\n)", "\n", text) if "\r" in text else text
    tokens = tuple(_tokens(view, start))
    starts = tuple(token.start for token in tokens)
    end_tags: dict[str, list[int]] = {}
    if any(isinstance(token, Tag) and not token.closing for token in tokens):
        for match in _END_TAG.finditer(view, start):
            end_tags.setdefault(match[1].lower(), []).append(match.start())
    places = {name: tuple(positions) for name, positions in end_tags.items()}
    return Sheet(view, tokens, starts, places)


def line_stop(text: str, position: int) -> int:
    """Behind the end of the line that holds the position."""
    end = text.find("\n", position)
    return len(text) if end < 0 else end + 1


def _tokens(view: str, start: int) -> Iterator[Token]:
    # With a line feed in front, every line begins alike, and the search is much faster.
    for match in _LINE.finditer("\n" + view, start):
        token = _token(view, match)
        if token is not None:
            yield token


def _token(view: str, match: re.Match[str]) -> Token | None:
    start, stop = match.start(), line_stop(view, match.end() - 1)
    indent = len(match["indent"].strip("\ufeff\u200b").expandtabs(4))
    if match["fence"] is not None:
        info = match["info"].strip()
        if match["fence"][0] == "`" and "`" in info:
            return None
        bullet, fence = match["bullet"] or "", match["fence"]
        return Fence(
            start, stop, indent + len(bullet), fence[0], len(fence), info, bulleted=bool(bullet)
        )
    if match["tag"] is not None:
        return _tag(view, match, start, stop)
    return _mark(match, start, stop, indent)


def _tag(view: str, match: re.Match[str], start: int, stop: int) -> Tag:
    rest = match["attributes"]
    end = rest.find(">")
    inside = match.end() - 1 - len(rest) + end + 1 if end >= 0 else stop
    closing = match["closing"] == "/"
    found = _ATTRIBUTE.search(rest[: end if end >= 0 else len(rest)])
    return Tag(
        start=start,
        inside=inside,
        stop=stop if closing or not view[inside:stop].strip() else inside,
        name=match["tag"].lower(),
        closing=closing,
        empty=end > 0 and rest[end - 1] == "/",
        path=found[1].strip("\"'") if found else "",
    )


def _mark(match: re.Match[str], start: int, stop: int, indent: int) -> Mark | None:
    verbs: tuple[Verb, ...] = ("file", "delete", "other")
    verb = next(verb for verb in verbs if match[verb] is not None)
    word = match[verb]
    after = _AFTER_WORD.match(match["rest"])
    rest = match["rest"][after.end() :] if after else match["rest"]
    has_colon = after is not None and after["colon"] is not None
    apart = after is not None and after[0].endswith((" ", "\t"))
    if not has_colon and (verb != "file" or not apart):
        return None
    glued = _GLUED.search(rest) if verb == "file" and ("```" in rest or "~~~" in rest) else None
    fence = None
    if glued is not None:
        fence = Fence(start, stop, indent, glued[1][0], len(glued[1]), glued[2].strip())
        rest = rest[: glued.start()]
    place = read_place(rest, match["before"])
    if not has_colon and not looks_like_path(place.path):
        return None
    bare = f"{word}{after[0] if after else ''}".strip(" \t")
    commented = match["before"].startswith(("#", "//", "/*", "<!--", "--", ";", "%", "{/*", '"'))
    return Mark(
        start=start,
        stop=stop,
        indent=indent,
        verb=verb,
        place=place,
        loud=has_colon and word == word.upper(),
        plain=place.plain and glued is None and bare in ("FILE:", "DELETE:"),
        colon=has_colon,
        commented=commented,
        says_file=word.upper() != "PATH",
        fence=fence,
    )
