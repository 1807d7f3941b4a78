"""Reads the path out of the ways in which models write where a file belongs.

What is found here is only what was written; whether it may be used is for `file_paths` to say.
"""

import re
from dataclasses import dataclass

from roundtable.core.parsing.file_kinds import is_file_name

SEVERAL = "Several paths stand on one line. Write one line FILE: path for each file."
UNCLEAR = "It is not clear where the path ends. Write FILE: and the path, and nothing else."
LINKED = "A link names two different paths. Write FILE: and the path, and nothing else."

_LONGEST_LINE = 1_000
_QUOTES = {"`": "`", '"': '"', "'": "'", "“": "”", "«": "»", "„": "“", "<": ">"}
_CLOSINGS = {"[": "]", "(": ")", "<": "->", "/": "*/", "{": "}"}
_NOTE = re.compile(r"[ \t]+(?:\(|\[|[—–→←|]|-{1,2}[ \t]|->|<-|//|\#|/\*)|:[ \t]+")  # noqa: RUF001
_LINK = re.compile(r"\[([^\[\]]+)\]\(([^()]*)\)")
_COMMENT = re.compile(
    r"""[ \t]*+(?:\#(?!!)\#*+|//+|/\*+|<!--|--+|;+|%+|\{/\*|\"{3}|'{3})[ \t]*+(?P<body>[^\n]*)""",
    re.VERBOSE,
)
_COMMENT_END = re.compile(r"[ \t]*(?:\*+/\}?|--+>|\"{3}|'{3})?[ \t\r]*$")
_DECORATION = re.compile(
    r"[ \t]*+(?:\#{1,6}[ \t]+)?+(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?+"
    r"(?:[📄📁📝🆕✅]\ufe0f?[ \t]*)?+(?:\*{1,3})?"
)
_FILE_WITHIN = re.compile(r"(?:^|[\s(>*`\[])FILE:[ \t]*[`\"'*]*(?P<path>[^\s`\"'<>()*\[\],;]+)")
_ATTRIBUTE = re.compile(
    r"""(?:^|[\s{,])(?:title|file[-_]?name|file[-_]?path|file|path|name|source|src)[ \t]*[=:][ \t]*
        (?P<value>"[^"]*"|'[^']*'|[^\s}"']+)""",
    re.IGNORECASE | re.VERBOSE,
)
_AFTER_COLON = re.compile(r"[A-Za-z][\w+#-]*:(?P<path>[^\s:]+)$")
# Names of languages and frameworks that look like names of files.
_LANGUAGES = frozenset(
    {
        *("node.js", "next.js", "vue.js", "react.js", "express.js", "three.js", "d3.js", "nuxt.js"),
        *("asp.net", "vb.net", "ember.js", "angular.js", "p5.js", "dockerfile", "makefile"),
        *("text", "todo", "version", "readme", "license", "news", "notice", "gemfile"),
        *("procfile", "justfile", "vagrantfile", "jenkinsfile", "caddyfile", "containerfile"),
    }
)


@dataclass(frozen=True, slots=True)
class Place:
    """A path as it was written, and what stood around it."""

    path: str
    note: str = ""
    plain: bool = True
    """There was nothing but the path."""
    problem: str = ""


def read_place(text: str, before: str = "") -> Place:
    """The path on the rest of a line; `before` is the decoration in front of the line's word."""
    whole = text.strip(" \t\r")
    if len(whole) > _LONGEST_LINE:
        return Place(whole[:_LONGEST_LINE], problem=UNCLEAR)
    closings = "".join(_CLOSINGS.get(c, c) for c in before if c in "*_`\"'=-#[(</{")
    line = whole.rstrip(closings + " \t") if closings else whole
    line = line.lstrip("*") if line.startswith("**") else line
    quoted = _quoted(line)
    if quoted is not None:
        return quoted
    path, note = _split(line)
    path = path.rstrip("*" + closings).rstrip(" \t,;:") if path != whole else path
    if path == whole and path.endswith((":", ",", ";")):
        path = path.rstrip(" \t,;:")
    plain = path == whole and not before.strip()
    return Place(path, note.strip(), plain, _too_many_words(path))


def _quoted(line: str) -> Place | None:
    """A path between quotes, or as a link; within them every character counts."""
    link = _LINK.match(line)
    if link is not None:
        name, target = link[1].strip("`"), link[2].removeprefix("./")
        return Place(name, line[link.end() :].strip("* :"), False, "" if name == target else LINKED)
    closing = _QUOTES.get(line[:1], "")
    end = line.find(closing, 1) if closing else -1
    if end < 1:
        return None
    path, note = line[1:end], line[end + 1 :].lstrip("*")
    several = not _NOTE.match(note) and any(looks_like_path(word) for word in _words(note))
    return Place(path, note.strip("* :"), False, SEVERAL if several else "")


def _split(line: str) -> tuple[str, str]:
    """The path, and the words behind it."""
    note_start = _NOTE.search(line)
    if note_start is not None and looks_like_path(line[: note_start.start()].rstrip("*`")):
        return line[: note_start.start()], line[note_start.start() :]
    return line, ""


def _words(text: str) -> list[str]:
    return [word.strip("`\"',;:*()") for word in text.split()]


def _too_many_words(path: str) -> str:
    """A path may have blanks in it, but not when its first word is a file's name already."""
    words = path.split()
    if len(words) < 2:
        pieces = [piece for piece in path.split(",") if piece]
        return SEVERAL if len(pieces) > 1 and all(map(is_file_name, pieces)) else ""
    if sum(is_file_name(word.strip("`\"',;*")) for word in words) > 1:
        return SEVERAL
    return UNCLEAR if is_file_name(words[0].strip("`\"',;*")) else ""


def looks_like_path(text: str) -> bool:
    """Whether a text reads as the name of a file or of a place, and not as words."""
    name = text.strip(" \t")
    if not name or any(c in " \t" for c in name):
        return is_file_name(name) and "." in name and not is_file_name(name.split()[0])
    return is_file_name(name) or any(c in "./\\" for c in name.rstrip("."))


def path_in_info(info: str) -> str:
    """The path that a fence's own line names behind or in place of the language."""
    info = info.strip()[:_LONGEST_LINE]
    attribute = _ATTRIBUTE.search(info)
    if attribute is not None:
        value = attribute["value"].strip("\"'")
        return value if looks_like_path(value) else ""
    joined = _AFTER_COLON.match(info)
    if joined is not None:
        return joined["path"] if looks_like_path(joined["path"]) else ""
    words = info.split()
    if not 1 <= len(words) <= 2 or ":" in info:
        return ""
    last = words[-1]
    named = is_file_name(last) or ("/" in last and looks_like_path(last))
    return last if named and last.casefold() not in _LANGUAGES else ""


def path_in_first_line(line: str) -> str:
    """The path that is all there is in a comment that opens a block."""
    comment = _COMMENT.match(line[:_LONGEST_LINE])
    if comment is None:
        return ""
    place = read_place(_COMMENT_END.sub("", comment["body"]))
    if place.problem or not place.plain or " " in place.path or not is_file_name(place.path):
        return ""
    return place.path


def path_alone(line: str) -> str:
    """The path that is all there is on a line, decoration aside."""
    line = line[:_LONGEST_LINE]
    decoration = _DECORATION.match(line)
    before = decoration[0] if decoration else ""
    place = read_place(line[len(before) :], before)
    if place.problem or " " in place.path or not is_file_name(place.path):
        return ""
    # One word in the middle of a talk is not a heading; a dot or a slash makes it a file.
    return place.path if any(c in "./" for c in place.path) or before.strip() else ""


def path_within(line: str) -> str:
    """The path behind the word FILE in the middle of a line."""
    match = _FILE_WITHIN.search(line[:_LONGEST_LINE])
    path = match["path"].rstrip(":.") if match else ""
    return path if looks_like_path(path) else ""
