"""A repository seen through a git folder of our own, so that nothing in its own is obeyed.

Filters, hooks, drivers, pagers, signature programs and remotes are commands in a repository's
configuration, and git runs them while it only reads. The temporary folder made here borrows the
repository's objects and a copy of its index; of its configuration only a few plain words are
taken over. What is not configured cannot be run, and the user's index cannot be written.
"""

import asyncio
import os
import re
import stat
import tempfile
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from roundtable.adapters.workspaces import git
from roundtable.adapters.workspaces.git import GitFailed

_MOST_INDEX = 128 * 1024 * 1024
_MOST_SHARED = 8
_MOST_SMALL = 1024 * 1024
_WORDS = ("autocrlf", "eol", "filemode", "ignorecase", "symlinks", "precomposeunicode")
"""Settings that decide whether a file counts as changed, and that name nothing to be run."""

_CONFIG = """\
[core]
\trepositoryformatversion = {version}
\tbare = false
\tquotePath = false
\tuntrackedCache = false
\tsafecrlf = false
\tbigFileThreshold = 1m
\tpreloadIndex = true
{words}
[extensions]
{extensions}
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A repository as it was when we looked."""

    root: Path
    """Where the project lies: the work tree's top, or a folder below it."""
    git_dir: Path
    """Ours, not the repository's."""
    top: Path
    excludes: str
    """The developer's own ignore file, wherever it lies; empty when there is none."""

    async def ask(self, *arguments: str, most: int, given: bytes | None = None) -> git.Output:
        """Run a git command that must succeed, relative to the root."""
        return await git.ask(
            self.root,
            *(*self._settings, *arguments),
            most=most,
            environment=self._environment,
            given=given,
        )

    async def ignores_root(self) -> bool:
        """Whether the project is a folder that the repository around it takes no notice of."""
        environment = {**self._environment, "GIT_LITERAL_PATHSPECS": "0"}  # or it refuses
        query = (*self._settings, "check-ignore", "-q", "--", ".")
        ignored = await git.run(self.root, *query, most=128, environment=environment)
        return ignored.code == 0 and not (await self.ask("ls-files", most=1)).data

    @property
    def _settings(self) -> tuple[str, ...]:
        return ("-c", f"core.excludesFile={self.excludes}") if self.excludes else ()

    @property
    def _environment(self) -> dict[str, str]:
        return {"GIT_DIR": str(self.git_dir), "GIT_WORK_TREE": str(self.top)}


@dataclass(frozen=True, slots=True)
class _Places:
    object_format: str
    top: Path
    index: Path
    objects: Path
    shallow: Path
    exclude: Path
    attributes: Path


@asynccontextmanager
async def snapshot(root: Path) -> AsyncIterator[Snapshot]:
    """Look at the repository that `root` lies in; GitFailed if there is none that works."""
    places = await _places(root)
    words = await _plain_words(root)
    excludes = await own_setting(root, "core.excludesFile", "--type=path")
    try:
        folder = tempfile.TemporaryDirectory(prefix="roundtable-git-", ignore_cleanup_errors=True)
    except OSError as error:
        raise GitFailed(f"no temporary folder: {error}") from error
    with folder:
        git_dir = Path(folder.name)
        try:
            await _to_its_end(asyncio.to_thread(_furnish, git_dir, places, words))
        except OSError as error:
            raise GitFailed(f"the repository's index cannot be read: {error}") from error
        taken = Snapshot(root=root, git_dir=git_dir, top=places.top, excludes=excludes)
        if root != places.top and await taken.ignores_root():
            raise GitFailed("this folder is ignored by the git repository around it")
        yield taken


async def head(root: Path) -> tuple[str, str]:
    """The branch and the commit that are checked out; empty where there is none."""
    branch = await git.run(root, "symbolic-ref", "-q", "--short", "HEAD", most=4096)
    commit = await git.run(root, "rev-parse", "-q", "--verify", "HEAD", most=4096)
    name = os.fsdecode(branch.data).strip() if branch.code == 0 else ""
    number = commit.data.decode("ascii", "replace").strip() if commit.code == 0 else ""
    return name, number if re.fullmatch(r"[0-9a-f]{40,64}", number) else ""


async def _places(root: Path) -> _Places:
    wanted = ("index", "objects", "shallow", "info/exclude", "info/attributes")
    paths = [word for name in wanted for word in ("--git-path", name)]
    arguments = ("rev-parse", "--show-object-format", "--show-toplevel", *paths)
    try:
        output = await git.ask(root, *arguments, most=64 * 1024)
    except GitFailed as failed:
        if "not a git repository" in str(failed):
            raise GitFailed("this folder is not in a git repository") from None
        raise
    object_format, *lines = os.fsdecode(output.data).removesuffix("\n").split("\n")
    if len(lines) != 1 + len(wanted) or object_format not in ("sha1", "sha256"):
        raise GitFailed("git's answer about the repository cannot be read")
    top, *inside = (root / line for line in lines)
    # The repository itself says where its work tree is; it has no say over other folders.
    if not root.is_relative_to(top):
        raise GitFailed("the repository claims a work tree elsewhere")
    return _Places(object_format, top, *inside)


async def _plain_words(root: Path) -> dict[str, str]:
    pattern = rf"^core\.({'|'.join(_WORDS)})$"
    output = await git.run(root, "config", "-z", "--get-regexp", pattern, most=_MOST_SMALL)
    words = {}
    for entry in output.data.decode("utf-8", "replace").split("\0"):
        key, _, value = entry.partition("\n")
        name = key.removeprefix("core.")
        if name in _WORDS and re.fullmatch(r"[A-Za-z0-9]{1,8}", value):
            words[name] = value
    return words


async def own_setting(root: Path, name: str, *options: str) -> str:
    """A setting from the developer's own configuration; empty where there is none."""
    home = Path(os.environ.get("HOME") or os.devnull)
    xdg = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    for config in (home / ".gitconfig", xdg / "git" / "config"):
        if not await asyncio.to_thread(config.is_file):
            continue
        query = ("--includes", *options, "--get", name)
        output = await git.run(root, "config", "--file", str(config), *query, most=4096)
        if output.code == 0 and output.data.strip():
            return os.fsdecode(output.data).removesuffix("\n")
    return ""


async def _to_its_end(work: Coroutine[None, None, None]) -> None:
    """Wait for a thread even if we are cancelled: it must not write into a folder being removed."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise


def _furnish(git_dir: Path, places: _Places, words: dict[str, str]) -> None:
    for folder in ("objects/info", "refs", "info"):
        (git_dir / folder).mkdir(parents=True)
    (git_dir / "HEAD").write_text("ref: refs/heads/none\n")
    sha256 = places.object_format == "sha256"
    config = _CONFIG.format(
        version=1 if sha256 else 0,
        words="".join(f"\t{name} = {value}\n" for name, value in words.items()),
        extensions="\tobjectFormat = sha256\n" if sha256 else "",
    )
    (git_dir / "config").write_text(config)
    alternates = os.fsencode(os.path.realpath(places.objects)) + b"\n"
    (git_dir / "objects/info/alternates").write_bytes(alternates)
    _copy(places.index, git_dir / "index", _MOST_INDEX)
    _copy(places.shallow, git_dir / "shallow", _MOST_SMALL)
    _copy(places.exclude, git_dir / "info/exclude", _MOST_SMALL)
    _copy(places.attributes, git_dir / "info/attributes", _MOST_SMALL)
    for shared in _shared_indexes(places.index.parent):
        _copy(shared, git_dir / shared.name, _MOST_INDEX)


def _shared_indexes(folder: Path) -> Sequence[Path]:
    """The other half of a split index; git keeps a few old ones beside the one in use."""
    found = (p for p in folder.glob("sharedindex.*") if p.is_file())
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[:_MOST_SHARED]


def _copy(source: Path, target: Path, most: int) -> None:
    """Copy what is there; a file that is no regular one, or far too large, stops us."""
    try:
        descriptor = os.open(source, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    with os.fdopen(descriptor, "rb") as original:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise OSError(f"{source.name} is not a regular file")
        data = original.read(most + 1)
    if len(data) > most:
        raise OSError(f"{source.name} is too large")
    target.write_bytes(data)
    # By the index's own time git knows which of its entries it has to compare by content.
    os.utime(target, ns=(facts.st_atime_ns, facts.st_mtime_ns))
