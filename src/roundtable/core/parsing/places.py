"""Recognises files and units of code where a sentence names them."""

import re
from dataclasses import dataclass

_EXTENSIONS = frozenset(
    """py pyi js jsx mjs cjs ts tsx go rs java kt kts rb php c h cc cpp hpp cs swift scala clj sql
    html htm css scss sass less json jsonl yaml yml toml ini cfg conf md rst txt sh bash zsh ps1
    bat tf hcl xml gradle lock env vue svelte proto graphql mk cmake r jl ex exs erl hs ml lua pl
    dart ipynb csv tsv tpl j2 jinja properties service dockerfile mako snap log svg""".split()  # noqa: SIM905
)
_BUILD_FILES = frozenset(
    {
        *("dockerfile", "makefile", "procfile", "gemfile", "rakefile", "jenkinsfile", "podfile"),
        *("vagrantfile", "codeowners", "caddyfile", "justfile", "containerfile", "brewfile"),
    }
)
# In a sentence "the README" is a manner of speaking; in a list of files it is one.
_PAPERS = frozenset({"license", "readme", "changelog", "notice", "authors", "contributing"})
_NAME = r"[\w.@+$\-\[\]()]+"
_PATH = re.compile(rf"{_NAME}(?:/{_NAME})*")
_DRIVE = re.compile(r"[A-Za-z]:")
_UNIT = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*(?:\(\))?")
_LOOKS_LIKE_CODE = re.compile(r".[._#:(]|[a-z][A-Z]|^[A-Z][a-z]+[A-Z]")


def safe_path(text: str) -> str | None:
    """A relative path that stays in the project, or None."""
    path = text.strip().strip("`'\"*").replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    if not path or path.startswith(("/", "~", "-")) or _DRIVE.match(path):
        return None
    if any(part.strip(".") == "" for part in path.split("/")):
        return None
    return path if _PATH.fullmatch(path) else None


def is_file_name(name: str) -> bool:
    """Whether the last part of a path is a file's rather than a folder's or a plain word."""
    last = name.rpartition("/")[2]
    if last.casefold() in _BUILD_FILES | _PAPERS or (last.startswith(".") and len(last) > 1):
        return True
    stem, dot, extension = last.rpartition(".")
    return bool(stem and dot) and re.fullmatch(r"\w{1,10}", extension) is not None


def is_file(token: str) -> bool:
    """Whether a word in a sentence is a file: `cart.py` is, `Cart.total` is not."""
    path = safe_path(token)
    if path is None:
        return False
    last = path.rpartition("/")[2]
    known = last.rpartition(".")[2].casefold() in _EXTENSIONS and "." in last
    if known or last.casefold() in _BUILD_FILES:
        return True
    return "/" in path and is_file_name(path)


@dataclass(frozen=True, slots=True)
class Place:
    file: str = ""
    unit: str = ""


def unit_name(token: str) -> str | None:
    """The unit that a word names, if it is written as code is."""
    bare = token.strip("`*,")
    if not _UNIT.fullmatch(bare):
        return None
    in_code = token.startswith("`") and token.rstrip(",").endswith("`")
    return bare.removesuffix("()") if in_code or _LOOKS_LIKE_CODE.search(bare) else None


_TOKEN = re.compile(r"`[^`\n]*`(?:\(\))?|[^\s,`()（）]+(?:\(\))?|\([^()\n]*\)|,")  # noqa: RUF001
_JOINT = re.compile(r"(?<=\w)::(?=\w)|(?<=\w):(?=[A-Za-z_])")
_WHOLE = frozenset({"all", "of", "whole", "entire", "file", "complete", "everything", "in", "the"})
_SORTS = frozenset({"method", "function", "class", "component", "hook", "methode", "klasse"})
_GLUE = frozenset(
    """and or in of the both method methods function functions class classes unit units its module
    implementation implementations version versions file files whole entire all complete code
    use take adopt replace port bring copy include import keep merge & + , und aus der die das
    component hook methode klasse et dans y en от в""".split()  # noqa: SIM905
)


def places(text: str) -> tuple[Place, ...] | None:
    """The places that a phrase names and nothing else; None when it says more than places.

    `Cart.total (cart.py)`, `cart.py::Cart.total`, `Cart.total and Cart.add in cart.py`, `cart.py`.
    A plain word counts as a unit only beside its file: `add (cart.py)`.
    """
    tokens = [t for t in map(_inner, _TOKEN.findall(_spaced(text))) if t.strip(", ")]
    files = [path for t in tokens if is_file(t) and (path := safe_path(t))]
    rest = [t for t in tokens if not is_file(t)]
    units = [unit for t in rest if (unit := unit_name(t))]
    words = [t for t in rest if unit_name(t) is None and t.casefold() not in _GLUE]
    if not units and len(words) == 1 and _is_named_as_unit(words[0], rest, bool(files)):
        units, words = [words[0]], []
    if words or (len(files) > 1 and units) or not (files or units):
        return None
    if not units:
        whole = all(t.casefold() in _WHOLE for t in rest)
        return tuple(Place(file=f, unit="*") for f in files) if whole else None
    return tuple(Place(file=files[0] if files else "", unit=u) for u in units)


def _is_named_as_unit(word: str, rest: list[str], with_file: bool) -> bool:
    """A plain word that its surroundings make a unit: `add (cart.py)`, `the Cart class`."""
    sort_named = any(t.casefold() in _SORTS for t in rest)
    return _UNIT.fullmatch(word) is not None and (sort_named or (with_file and len(rest) == 1))


def _inner(token: str) -> str:
    return token.strip("()（） ") if token[:1] in "(（" else token  # noqa: RUF001


def only_unit(text: str) -> Place:
    """The one unit and the one file that a longer phrase mentions; empty where there is not one."""
    tokens = [_inner(t).strip(",.;:") for t in _TOKEN.findall(_spaced(text))]
    files = {path for t in tokens if is_file(t) and (path := safe_path(t))}
    units = {u for t in tokens if not is_file(t) and (u := unit_name(t))}
    return Place(
        file=next(iter(files)) if len(files) == 1 else "",
        unit=next(iter(units)) if len(units) == 1 else "",
    )


def _spaced(text: str) -> str:
    """With the joint between a file and its unit opened: `cart.py::Cart.add`."""
    return " ".join(_open_joint(word) for word in text.split())


def _open_joint(word: str) -> str:
    ticks = "`" if word.startswith("`") else ""
    bare = word.strip("`")
    for joint in _JOINT.finditer(bare):
        head, tail = bare[: joint.start()], bare[joint.end() :]
        if is_file(head):
            return f"{ticks}{head}{ticks} {ticks}{tail}{ticks}"
    return word
