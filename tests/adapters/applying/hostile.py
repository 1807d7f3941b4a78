"""Change sets as a hostile model would write them, by a seed."""

import random
import string
from collections.abc import Sequence
from pathlib import Path

from roundtable.core.changes import Change, sha256
from tests.adapters.applying.swapper import FILES, FOLDERS

_PARTS = (
    *(".git", ".GIT", ".Git", "git~1", "GIT~2", ".git ", ".git.", ".g\u200cit", ".\uff47it"),
    *(".git::$INDEX_ALLOCATION", ".gi\u0074\u0300", ".roundtable", ".ROUNDTABLE", "ROUNDT~1"),
    *(".ssh", ".\u017fsh", ".env", ".env.local", ".ENV", ".envrc", ".hg", ".svn", ".aws", "x.pem"),
    *("id_rsa", "credentials.json", "..", ".", "", "\u2025", "\uff0e\uff0e", "...", ".. ", "..\t"),
    *("CON", "aux.txt", "nul", "com1", "LPT\u00b9", "a:b", "C:", "a\\b", "..\\..", "a\0b", "\0"),
    *("a\nb", "\u202ea", "a\u2028b", "\x7f", "\ufeffa", "x" * 256, "\udcff", "e\u0301", "\ufb01"),
    *("~", "$HOME", "%2e%2e", "a\uff0fb", "\u2215etc", "caf\u00e9", "precious", "config", "hooks"),
)
_WHOLE = (
    *("/etc/passwd", "//etc/passwd", "/", "C:/x", "\\\\host\\share", "../outside/precious"),
    *("src/../../outside/precious", "src/../.git/config", "./.git/config", "a/" * 60 + "b"),
    *("src/deep/../../../outside/x", ".git/hooks/pre-commit", ".roundtable/config.json", ""),
    *("file:///etc/passwd", "shelf/../.git/x", "src/.git", ".git", ".roundtable", "a/b/" * 150),
)
_LURES = ("precious", "config", "hooks/pre-commit", "config.json", "outside/precious")
"""What lies where the links lead, so that whoever follows one finds a file to overwrite."""


class Hostile:
    """Draws change sets; about half have nothing against them but the links on their way."""

    def __init__(self, seed: int, root: Path) -> None:
        self._chance = random.Random(seed)
        self._root = root
        self._count = 0

    def changes(self) -> list[Change]:
        number = self._chance.randint(1, 4)
        found = list({change.path: change for change in map(self._plain, range(number))}.values())
        if self._chance.random() < 0.4:
            found[self._chance.randrange(len(found))] = self._evil()
        return found

    def _plain(self, _: int = 0) -> Change:
        """At a place that the swapper plays with."""
        if self._chance.random() < 0.3:
            return self._from_what_is_there(self._chance.choice(FILES))
        self._count += 1
        folder = self._chance.choice(FOLDERS)
        fresh = (f"new{self._count}", f"made{self._count}/x")
        name = self._chance.choice((*fresh, *fresh, *_LURES))
        return self._from_what_is_there(f"{folder}/{name}")

    def _evil(self) -> Change:
        if self._chance.random() < 0.3:
            path = self._chance.choice(_WHOLE)
        else:
            parts = [self._chance.choice(_PARTS)]
            parts += self._chance.choices((*FOLDERS, "x", *_PARTS), k=self._chance.randint(0, 3))
            self._chance.shuffle(parts)
            path = "/".join(parts)
        text = self._text() if self._chance.random() < 0.95 else "\udc80"
        return Change(path=path, before=self._chance.choice(("", sha256(b"x"))), text=text)

    def _from_what_is_there(self, path: str) -> Change:
        """Wherever it is there: what a link leads to is as good as the file for a hostile one."""
        try:
            before = sha256((self._root / path).read_bytes())
        except OSError:
            before = ""
        gone = before and self._chance.random() < 0.2
        return Change(path=path, before=before, text=None if gone else self._text())

    def _text(self) -> str:
        letters: Sequence[str] = string.ascii_letters
        return "evil " + "".join(self._chance.choices(letters, k=self._chance.randint(0, 200)))
