"""Which distributions a Python repository declares, and which of them brings an import."""

import re
import tomllib
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from roundtable.merge.standing import Standing

_NAMED: Final = {
    "attr": ("attrs",),
    "bs4": ("beautifulsoup4",),
    "crypto": ("pycryptodome", "pycrypto"),
    "cv2": ("opencv",),
    "docx": ("python-docx",),
    "faiss": ("faiss-cpu", "faiss-gpu"),
    "fitz": ("pymupdf",),
    "gi": ("pygobject",),
    "git": ("gitpython",),
    "jwt": ("pyjwt",),
    "mpl-toolkits": ("matplotlib",),
    "mysqldb": ("mysqlclient", "mysql-python"),
    "nacl": ("pynacl",),
    "openssl": ("pyopenssl",),
    "pil": ("pillow",),
    "pkg-resources": ("setuptools",),
    "psycopg2": ("psycopg2-binary",),
    "pylab": ("matplotlib",),
    "pythoncom": ("pywin32",),
    "rest-framework": ("djangorestframework",),
    "skimage": ("scikit-image",),
    "sklearn": ("scikit-learn",),
    "socks": ("pysocks",),
    "usb": ("pyusb",),
    "websocket": ("websocket-client",),
    "win32api": ("pywin32",),
    "wx": ("wxpython",),
    "yaml": ("pyyaml",),
    "zmq": ("pyzmq",),
}
"""Imports with another name than the distribution they come from, beyond what a rule tells."""

_AFFIXES: Final = ("{}", "python-{}", "py{}", "py-{}", "{}-python", "{}-py", "django-{}")
_REQUIREMENT: Final = re.compile(
    r"^\s*-?\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:$|[<>=!~;@,(:#])"
)
_QUOTED: Final = re.compile(r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'")
_LISTS: Final = re.compile(
    r"(?:^|/)(?:setup\.(?:py|cfg)|[\w.-]*requirements?[\w.-]*(?:/[\w./-]+)?\.(?:txt|in|lock)|"
    r"environment[\w.-]*\.ya?ml|noxfile\.py|tox\.ini)$"
)
_LISTING: Final = re.compile(r"depend|requires|constraint|^(?:dev-)?packages?$")
_TABLES: Final = re.compile(r"(?:^|/)(?:pyproject\.toml|Pipfile|(?:uv|poetry|pdm)\.lock)$")


class Requirements:
    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    @property
    def any(self) -> bool:
        """Whether the repository says at all what it needs."""
        return bool(self._declared)

    def bring(self, module: str) -> bool:
        """Whether a declared distribution brings a module, as far as names can tell."""
        top = normal(module.partition(".")[0].lstrip("_"))
        names = {affix.format(top) for affix in _AFFIXES} | set(_NAMED.get(top, ()))
        if names & self._declared:
            return True
        starts = tuple(f"{name}-" for name in (top, *_NAMED.get(top, ())))
        family = (one for one in self._declared if top.startswith(f"{one}-"))
        return any(one.startswith(starts) for one in self._declared) or any(family)

    @cached_property
    def _declared(self) -> frozenset[str]:
        found: set[str] = set()
        for path in sorted(self._standing.paths):
            if _TABLES.search(path):
                found.update(_of_table(self._standing.text(path) or ""))
            elif _LISTS.search(path):
                found.update(_of_lines(self._standing.text(path) or ""))
        return frozenset(normal(one) for one in found)


def normal(name: str) -> str:
    """A distribution's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _of_lines(text: str) -> Iterator[str]:
    """What a line starts with, and what is quoted in it, if it reads like a requirement."""
    for line in text.splitlines():
        quoted = ("".join(pair) for pair in _QUOTED.findall(line))
        for part in (line, line.partition("=")[2], *quoted):
            if found := _REQUIREMENT.match(part):
                yield found.group(1)


def _of_table(text: str) -> Iterator[str]:
    try:
        yield from _of_value(tomllib.loads(text), listing=False)
    except (tomllib.TOMLDecodeError, RecursionError):
        yield from _of_lines(text)


def _of_value(value: Any, listing: bool) -> Iterator[str]:
    """Below a key that lists distributions, all that reads like one.

    The packages of a lock file are among them: what a dependency needs is there as well.
    """
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (key,) if listing else ()
            yield from _of_value(inner, listing or _LISTING.search(key) is not None)
    elif isinstance(value, list):
        for inner in value:
            yield from _of_value(inner, listing)
    elif listing and isinstance(value, str) and (found := _REQUIREMENT.match(value)):
        yield found.group(1)
