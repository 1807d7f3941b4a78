"""Decides whether a path that a model wrote may be used, and in which spelling.

A path that passes is relative, has only forward slashes, stays inside the project on every
system, and names nothing that is git's, Roundtable's own, or a secret.
"""

import re
import unicodedata
from dataclasses import dataclass

from roundtable.core.secret_paths import is_secret

MOST_PARTS = 30
MOST_PART_BYTES = 255
MOST_PATH_CHARACTERS = 500

SLASHES = "The backslashes in the path became slashes."
SHORTENED = "The path had parts without meaning; they were left out."
COMPOSED = "The path's letters and accents were joined into single characters."

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|(?:file|data|mailto|javascript):", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:")
_SHELL = re.compile(r"[;|&<>*?\"`:!\n]|\$[({]|\$[A-Z_]{2,}(?:/|$)|%\w+%|^\$|^['=]|'$")
_EXAMPLE = re.compile(
    r"(?:\./)?(?:path(?:/(?:to|of)(?:/.*)?)?|your[-_/ ]?(?:file|path).*|file[-_]?name(?:\.ext)?"
    r"|file\.ext)",
    re.IGNORECASE,
)
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9])(?:\..*)?", re.DOTALL)
_PRIVATE_FOLDERS = frozenset({".git", "git~1", ".roundtable", ".hg", ".svn"})


@dataclass(frozen=True, slots=True)
class CheckedPath:
    """A path that may be used; or a reason why not, and then the path is what was written."""

    path: str
    warnings: tuple[str, ...] = ()
    reason: str = ""


def check_path(written: str) -> CheckedPath:
    """The path in the spelling in which it may be used, or the reason why it may not."""
    reason = _outside(written) or _unusable(written)
    if reason:
        return CheckedPath(written, reason=reason)
    slashed = written.replace("\\", "/")
    if slashed.endswith("/"):
        reason = "The path names a folder. Write the path of a file, with its name."
        return CheckedPath(written, reason=reason)
    parts = [part for part in slashed.split("/") if part not in ("", ".")]
    shortened = "/".join(parts)
    path = unicodedata.normalize("NFC", shortened)
    reason = _parts_reason(path) or _protected(path)
    if reason:
        return CheckedPath(written, reason=reason)
    steps = (
        (slashed != written, SLASHES),
        (shortened != slashed, SHORTENED),
        (path != shortened, COMPOSED),
    )
    return CheckedPath(path, tuple(warning for changed, warning in steps if changed))


def folded(path: str) -> str:
    """What two paths have in common that some file system takes for the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _outside(path: str) -> str:
    """Why a path does not lie in the project."""
    if _URL.match(path):
        return "This is an address, not a path. Write the path relative to the project's root."
    if _DRIVE.match(path) or path.startswith(("/", "\\")):
        return "The path is absolute. Write it relative to the project's root, as src/app.py."
    if path.startswith("~"):
        return "The path points to a home folder. Write it relative to the project's root."
    if ".." in path.replace("\\", "/").split("/"):
        return "The path contains '..'. Write it relative to the project's root, without '..'."
    return ""


def _unusable(path: str) -> str:
    """Why a text cannot be a path at all."""
    if not path.strip():
        return "The FILE line names no path. Write FILE: and the path of the file."
    if any(_is_invisible(c) for c in path):
        return "The path contains invisible characters. Write it with visible characters only."
    if _EXAMPLE.fullmatch(path) or (path.startswith("<") and path.endswith(">")):
        return "This is an example of a path. Write the real path of the file."
    if _SHELL.search(path):
        return (
            "The path contains a sign that file names cannot have on every system or that a"
            " shell would obey. Use letters, digits and the signs . _ - / only."
        )
    if path.startswith("-"):
        return "The path begins with a dash, and programs would take it for an option. Rename it."
    if unicodedata.normalize("NFKC", path) != unicodedata.normalize("NFC", path):
        return "The path contains look-alike characters. Write it with ordinary letters."
    return ""


def _is_invisible(character: str) -> bool:
    if character.isascii():
        return not character.isprintable()
    category = unicodedata.category(character)
    return category[0] == "C" or category in ("Zl", "Zp", "Zs")


def _parts_reason(path: str) -> str:
    parts = path.split("/")
    if not path or len(parts) > MOST_PARTS or len(path) > MOST_PATH_CHARACTERS:
        return "The path names no file, or is far too long. Write a shorter one."
    for part in parts:
        if len(part.encode("utf-8")) > MOST_PART_BYTES:
            return f"A part of the path has more than {MOST_PART_BYTES} bytes. Shorten it."
        if part != part.strip(" ") or part.endswith("."):
            return "A part of the path begins or ends with a blank, or ends in a dot. Remove it."
        if _DEVICE.fullmatch(part.casefold()):
            return f"{part!r} is the name of a device on Windows. Choose another name."
    return ""


def _protected(path: str) -> str:
    """Why nobody at the table may write there: what is never read is never written either."""
    parts = folded(path).split("/")
    if not _PRIVATE_FOLDERS.isdisjoint(parts):
        return "This folder belongs to git or to Roundtable itself. Leave it alone."
    if is_secret("/".join(parts)):
        return (
            "Files that hold secrets are never written here. Leave it out; a file with examples"
            " may be called .env.example."
        )
    return ""
