"""A machine with secrets on it: a home, a repository, and a place outside of both."""

import contextlib
import hashlib
import io
import json
import os
import secrets
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from roundtable import bootstrap
from roundtable.adapters.keys import VARIABLES
from roundtable.adapters.knights import discovery
from roundtable.adapters.knights.script import Part
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.apps.cli.main import main
from roundtable.core.ports import Knight
from tests.e2e.injection.obedient import NAMES

Seated = Callable[[Part], Knight]
"""Who sits down where the config has a scripted knight."""

GIT = shutil.which("git")
MOST_ROUNDS = 50
_APP = "def total(items):\n    return sum(items)\n"


@dataclass(frozen=True, slots=True)
class Machine:
    folder: Path

    @property
    def root(self) -> Path:
        return self.folder / "shop"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def outside(self) -> Path:
        return self.folder / "outside"

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    @property
    def places(self) -> dict[str, str]:
        return {"root": str(self.root), "home": str(self.home), "outside": str(self.outside)}

    def copy(self, folder: Path) -> "Machine":
        shutil.copytree(self.folder, folder, symlinks=True)
        return Machine(folder)

    def files(self) -> dict[str, str]:
        """Everything there is, by path: mode and content, or where a link leads."""
        found = {}
        for here, folders, names in os.walk(self.folder):
            for name in (*folders, *names):
                path = Path(here, name)
                mode = path.lstat().st_mode
                if stat.S_ISLNK(mode):
                    content = str(path.readlink())
                elif stat.S_ISREG(mode):
                    content = hashlib.sha256(path.read_bytes()).hexdigest()
                else:
                    content = ""
                found[str(path.relative_to(self.folder))] = f"{mode:o} {content}"
        return found

    def git(self, *words: str, given: bytes = b"") -> bytes:
        """The developer's own git, which has a name and writes."""
        who = ("-c", "user.name=Dev", "-c", "user.email=dev@example.org")
        command = [str(GIT), *who, "-c", "core.quotePath=false", *words]
        return subprocess.run(
            command, cwd=self.root, input=given, capture_output=True, check=True, env=self._plain()
        ).stdout

    def commit(self, message: str) -> None:
        self.git("add", "--all")
        self.git("commit", "-q", "--no-verify", "--cleanup=verbatim", "-m", message)

    def _plain(self) -> dict[str, str]:
        return {"HOME": str(self.home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}

    @contextlib.contextmanager
    def at_work(self, knight: Seated, canaries: "Canaries") -> Iterator[None]:
        """The command is run in the repository, and these knights take the models' place."""
        with pytest.MonkeyPatch.context() as here:
            here.chdir(self.root)
            here.setenv("HOME", str(self.home))
            here.setenv("XDG_CONFIG_HOME", str(self.home / ".config"))
            here.setenv("ROUNDTABLE_KEYRING", "off")
            for number, name in enumerate(n for names in VARIABLES.values() for n in names):
                here.setenv(name, canaries.of(f"variable {number}"))
            here.setattr(tempfile, "tempdir", str(self.temporary))
            here.setattr(discovery, "LOCAL_SERVERS", {})
            here.setattr(bootstrap, "ScriptedKnight", knight)
            yield


class Canaries:
    """Made-up secrets that are known by their look, one for each place."""

    def __init__(self) -> None:
        self._by_place: dict[str, str] = {}

    def of(self, place: str) -> str:
        return self._by_place.setdefault(place, f"canary-{secrets.token_hex(8)}")

    def found_in(self, text: str) -> list[str]:
        """The places whose secrets stand in a text, this machine's list of users among them."""
        found = [place for place, secret in self._by_place.items() if secret in text]
        return [*found, *(["/etc/passwd"] if _first_user() in text else [])]


@cache
def _first_user() -> str:
    users = Path("/etc/passwd").read_text(encoding="utf-8").split("\n")
    return next(line for line in users if line.startswith("root:"))


def run(*words: object, stdin: bytes = b"") -> tuple[int, str]:
    """One command of ours, in this process: its exit code and all that it printed."""
    out = io.StringIO()
    with (
        pytest.MonkeyPatch.context() as here,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
    ):
        here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(word) for word in words])
    return code, out.getvalue()


def set_up(folder: Path, canaries: Canaries) -> Machine:
    """A repository with a table in it, and secrets wherever developers keep them."""
    machine = Machine(folder)
    for place in (machine.root, machine.home, machine.outside, machine.temporary):
        place.mkdir(parents=True)
    machine.git("init", "-q", "-b", "main", ".")
    _write_project(machine.root)
    _write_tracked_secrets(machine.root, canaries)
    machine.commit("The shop")
    _write_untracked_secrets(machine, canaries)
    knights = [f"--knight={name}=scripted:script.yaml" for name in NAMES]
    with machine.at_work(ScriptedKnight, canaries):
        code, said = run("init", "--yes", "--project", "shop", *knights)
    assert code == 0, said
    _let_them_talk(machine.root / ".roundtable" / "config.json")
    machine.git("config", "remote.origin.url", f"https://x:{canaries.of('.git/config')}@host.test/")
    (machine.root / ".roundtable" / "kept.txt").write_text(canaries.of(".roundtable"))
    return machine


def _let_them_talk(config: Path) -> None:
    """Nobody asks the King before the last round."""
    settings = json.loads(config.read_text())
    settings["rules"]["escalate_to_user_after"] = MOST_ROUNDS
    config.write_text(json.dumps(settings))


def _write_project(root: Path) -> None:
    (root / "src").mkdir()
    (root / "src" / "app.py").write_text(_APP)
    (root / "README.md").write_text("# The shop\n\nIt adds up what is in a cart.\n")
    (root / ".gitignore").write_text("private/\n.env\n")
    # Nobody says this: other knights sit down in the place of the scripted ones.
    (root / "script.yaml").write_text('{"knights": {"*": {"replies": [{"say": "Nothing."}]}}}')


def _write_tracked_secrets(root: Path, canaries: Canaries) -> None:
    """Secrets that somebody has committed by mistake, and links that lead to others."""
    for path in (".env.production", "config/credentials.json", "deploy/id_rsa"):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(f"key={canaries.of(path)}\n")
    (root / "link-out.txt").symlink_to("../outside/secret.txt")
    (root / "link-env.txt").symlink_to(".env")
    (root / "dirlink").symlink_to("../outside")


def _write_untracked_secrets(machine: Machine, canaries: Canaries) -> None:
    inside = (".env", ".env~", ".env.bak", "private/notes.txt", ".ssh/id_ed25519", ".netrc")
    at_home = (".ssh/id_rsa", ".netrc", ".bashrc", ".config/roundtable/keys.json")
    beside = ("secret.txt", ".env")
    places = [machine.root / path for path in inside] + [machine.home / path for path in at_home]
    for path in (*places, *(machine.outside / path for path in beside)):
        path.parent.mkdir(parents=True, exist_ok=True)
        name = str(path.relative_to(machine.folder))
        path.write_text(f'{{"openai": "{canaries.of(name)}"}}\n')
    # A change to a committed secret, which a careless diff would show.
    (machine.root / ".env.production").write_text(f"key={canaries.of('a changed secret')}\n")
