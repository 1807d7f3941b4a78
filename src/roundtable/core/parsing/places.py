"""Recognises files and units of code where a sentence names them."""

import re
from dataclasses import dataclass

from roundtable.core.parsing.file_kinds import is_file_name, kind_of
from roundtable.core.parsing.file_paths import check_path

_LONGEST_WORD = 400
_UNIT = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*(?:\(\))?")
_LOOKS_LIKE_CODE = re.compile(r".[._#:(]|[a-z][A-Z]|^[A-Z][a-z]+[A-Z]")
_ENDING = re.compile(r"[^/]\.[a-z][a-z0-9]{0,9}$")
_RARE_ENDING = re.compile(
    r"[^/]\.(?:mod|sum|prisma|ipynb|tfvars|gemspec|cabal|bzl|nix|elm|erb|ejs)$"
)
_TOKEN = re.compile(r"`[^`\n]*`(?:\(\))?|[^\s,`()（）]+(?:\(\))?|\([^()\n]*\)|,")  # noqa: RUF001
_JOINT = re.compile(r"(?<=\w)::(?=\w)|(?<=\w):(?=[A-Za-z_])")
_WHOLE = frozenset({"all", "of", "whole", "entire", "file", "complete", "everything", "in", "the"})
_AND = frozenset({"and", "both", "files", "&", "+", "und", "et", "y"})
_SORTS = frozenset({"method", "function", "class", "component", "hook", "methode", "klasse"})
_GLUE = (
    _WHOLE
    | _AND
    | _SORTS
    | {
        *("or", "methods", "functions", "classes", "unit", "units", "its", "module", "code"),
        *("implementation", "implementations", "version", "versions", "use", "take", "adopt"),
        *("replace", "port", "bring", "copy", "include", "import", "keep", "merge"),
        *("aus", "der", "die", "das", "dans", "en", "от", "в"),
    }
)


@dataclass(frozen=True, slots=True)
class Place:
    file: str = ""
    unit: str = ""


def path_of(word: str) -> str | None:
    """The path that a word is, if it may be used and has no space in it."""
    bare = word.strip().strip("`'\"*")
    if len(bare) > _LONGEST_WORD or not bare or any(c.isspace() for c in bare):
        return None
    checked = check_path(bare)
    return None if checked.reason else checked.path


def is_file(word: str) -> bool:
    """Whether a word in a sentence is a file: `cart.py` is, `Cart.total` is not.

    "The README" and "the version" are manners of speaking, `Dockerfile` is not.
    """
    path = path_of(word)
    if path is None:
        return False
    last = path.rpartition("/")[2]
    if "." not in last:
        return is_file_name(last) and kind_of(last) != "document"
    ending = _ENDING if "/" in path else _RARE_ENDING
    return is_file_name(last) or ending.search(last) is not None


def unit_name(word: str) -> str | None:
    """The unit that a word names, if it is written as code is."""
    bare = word.strip("`*,")
    if len(bare) > _LONGEST_WORD or not _UNIT.fullmatch(bare):
        return None
    in_code = word.startswith("`") and word.rstrip(",").endswith("`")
    return bare.removesuffix("()") if in_code or _LOOKS_LIKE_CODE.search(bare) else None


def places(text: str) -> tuple[Place, ...] | None:
    """The places that a phrase names and nothing else; None when it says more than places.

    `Cart.total (cart.py)`, `cart.py::Cart.total`, `Cart.total and Cart.add in cart.py`, `cart.py`.
    A plain word counts as a unit only beside its file: `add (cart.py)`.
    """
    files, rest = _sorted_out(text)
    units = [unit for word in rest if (unit := unit_name(word))]
    words = [w for w in rest if unit_name(w) is None and w.casefold() not in _GLUE]
    if not units and len(words) == 1 and _is_named_as_unit(words[0], rest, bool(files)):
        units, words = [words[0]], []
    if words or (len(files) > 1 and units) or not (files or units):
        return None
    if not units:
        whole = all(word.casefold() in _WHOLE | _AND for word in rest)
        return tuple(Place(file=f, unit="*") for f in files) if whole else None
    return tuple(Place(file=files[0] if files else "", unit=u) for u in units)


def only_unit(text: str) -> Place:
    """The one unit and the one file that a longer phrase mentions; empty where there is not one."""
    files, rest = _sorted_out(text)
    units = {unit for word in rest if (unit := unit_name(word.strip(".;:")))}
    one_file, one_unit = len(set(files)) == 1, len(units) == 1
    return Place(file=files[0] if one_file else "", unit=units.pop() if one_unit else "")


def _sorted_out(text: str) -> tuple[list[str], list[str]]:
    """The files of a phrase, and its other words."""
    files: list[str] = []
    rest: list[str] = []
    for token in _TOKEN.findall(_spaced(text)):
        bracketed = token[:1] in "(（"  # noqa: RUF001
        word = token.strip("()（） ") if bracketed else token  # noqa: RUF001
        bare = word.rstrip(",.;:")
        path = path_of(bare) if is_file(bare) or (bracketed and _ENDING.search(bare)) else None
        if path:
            files.append(path)
        elif word.strip(", "):
            rest.append(word)
    return files, rest


def _is_named_as_unit(word: str, rest: list[str], with_file: bool) -> bool:
    """A plain word that its surroundings make a unit: `add (cart.py)`, `the Cart class`."""
    sort_named = any(w.casefold() in _SORTS for w in rest)
    return _UNIT.fullmatch(word) is not None and (sort_named or (with_file and len(rest) == 1))


def _spaced(text: str) -> str:
    """With the joint between a file and its unit opened: `cart.py::Cart.add`."""
    return " ".join(_open_joint(word) for word in text.split())


def _open_joint(word: str) -> str:
    if len(word) > _LONGEST_WORD:
        return word
    ticks = "`" if word.startswith("`") else ""
    bare = word.strip("`")
    for joint in _JOINT.finditer(bare):
        head, tail = bare[: joint.start()], bare[joint.end() :]
        if is_file(head):
            return f"{ticks}{head}{ticks} {ticks}{tail}{ticks}"
    return word
