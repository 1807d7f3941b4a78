"""A commit on a branch of its own: neither HEAD, nor the index, nor any other ref is touched.

It is made in a git folder of ours (see `snapshot`), which writes nothing into the repository but
objects; at last one branch is set there. No hook, filter or signature program runs, and contents
are stored as the bytes are. Where a repository changes line ends or contents on their way in
(autocrlf, git-lfs), the bytes in its HEAD are others than those in the work tree, and the commit
would hold the latter: `differs_from_head` tells of such files beforehand.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from roundtable.adapters.workspaces import git
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.snapshot import Snapshot, head, own_setting, snapshot
from roundtable.adapters.workspaces.visibility import shown
from roundtable.core.changes import sha256
from roundtable.core.errors import UsageError
from roundtable.core.parsing.text import clean

_MOST_SMALL = 1024 * 1024
_MOST_BLOB = 64 * 1024 * 1024
_LONGEST_BRANCH = 200
_BATCH = 200
"""So many paths go to git at once: a command line has an end."""
_PLAIN = "100644"
_EXECUTABLE = "100755"
_STRANGE = {"120000": "a link", "160000": "another repository"}


@dataclass(frozen=True, slots=True)
class _Entry:
    mode: str
    number: str
    """Of the blob; empty: no such file."""


_NOTHING = _Entry("0", "")


async def commit_files(
    root: Path,
    files: Mapping[str, bytes | None],
    message: str,
    branch: str,
    executable: Collection[str] = frozenset(),
) -> str:
    """The number of a new commit on `branch` that differs from HEAD's by exactly these files.

    None removes a file. A file that HEAD has keeps its mode; a new one is executable if it is
    named so. The branch is made, or moved if it stands at HEAD's commit and nowhere checked out.
    """
    async with _bench(root) as bench:
        old = await _old_value(bench.root, branch, bench.head)
        who = await _identity(bench.root)
        held = await bench.held(files)
        entries = {
            path: await _entry(bench, path, content, held.get(path, _NOTHING), path in executable)
            for path, content in files.items()
        }
        changed = [path for path in files if entries[path] != held.get(path, _NOTHING)]
        tree = await bench.tree({path: entries[path] for path in changed})
        if not changed or await bench.differing(tree) != {bench.prefix + one for one in changed}:
            raise UsageError(
                "no commit was made: HEAD's commit with these files is not what was meant",
                "see that the files differ from HEAD, and that none is a folder there",
            )
        number = await bench.commit(tree, message, who)
        log = ("-m", "roundtable: a decision")
        update = ("update-ref", "--no-deref", *log, "--end-of-options", f"refs/heads/{branch}")
        await git.ask(bench.root, *update, number, old, most=_MOST_SMALL, environment=who)
        return number


async def require_branch(root: Path, branch: str) -> None:
    """UsageError if no commit could be put on that branch."""
    async with _bench(root) as bench:
        await _old_value(bench.root, branch, bench.head)


async def differs_from_head(root: Path, hashes: Mapping[str, str]) -> tuple[str, ...]:
    """The paths that have other bytes in HEAD's commit than these SHA-256; empty means absent."""
    async with _bench(root) as bench:
        held = await bench.held(hashes)
        return tuple(
            [
                path
                for path, wanted in hashes.items()
                if await bench.hash_of(held.get(path, _NOTHING)) != wanted
            ]
        )


@dataclass(frozen=True, slots=True)
class _Bench:
    """A git folder of ours that writes its objects into the repository's own store."""

    root: Path
    view: Snapshot
    objects: Path
    head: str

    @property
    def prefix(self) -> str:
        """What stands before a path of the project to make it one of the repository."""
        below = self.root.relative_to(self.view.top).as_posix()
        return "" if below == "." else f"{below}/"

    async def ask(
        self,
        *arguments: str,
        most: int = _MOST_SMALL,
        given: bytes | None = None,
        who: Mapping[str, str] | None = None,
    ) -> git.Output:
        environment = {
            "GIT_DIR": str(self.view.git_dir),
            "GIT_WORK_TREE": str(self.view.top),
            "GIT_OBJECT_DIRECTORY": str(self.objects),
            "GIT_INDEX_FILE": str(self.view.git_dir / "commit.index"),
            **(who or {}),
        }
        return await git.ask(
            self.view.top, *arguments, most=most, environment=environment, given=given
        )

    async def held(self, paths: Collection[str]) -> dict[str, _Entry]:
        """What HEAD's commit has at these paths; a folder is not a file."""
        found: dict[str, _Entry] = {}
        names = [self.prefix + path for path in paths]
        for at in range(0, len(names), _BATCH):
            query = ("ls-tree", "-z", "--full-tree", "--end-of-options", self.head, "--")
            output = await self.ask(*query, *names[at : at + _BATCH])
            for line in os.fsdecode(output.data).split("\0")[:-1]:
                facts, _, name = line.partition("\t")
                mode, kind, number = facts.split(" ")
                if kind != "tree":
                    found[name.removeprefix(self.prefix)] = _Entry(mode, number)
        return found

    async def hash_of(self, entry: _Entry) -> str:
        """The SHA-256 of a file's bytes; of what is no file, or far too large, a word like none."""
        if entry == _NOTHING:
            return ""
        if entry.mode not in (_PLAIN, _EXECUTABLE):
            return "not a file"
        output = await self.ask("cat-file", "blob", entry.number, most=_MOST_BLOB)
        return "too large" if output.cut else sha256(output.data)

    async def number(self, *arguments: str, given: bytes, who: Mapping[str, str] | None) -> str:
        """What a command that makes an object calls it."""
        output = await self.ask(*arguments, given=given, who=who)
        return output.data.decode("ascii", "replace").strip()

    async def tree(self, entries: Mapping[str, _Entry]) -> str:
        """HEAD's tree with these entries in the place of its own."""
        await self.ask("read-tree", "--end-of-options", self.head)
        # What is removed goes first, so that a folder can take the place of a file.
        lines = sorted(entries.items(), key=lambda item: item[1] != _NOTHING)
        none = "0" * len(self.head)
        listed = "".join(
            f"{entry.mode} {entry.number or none}\t{self.prefix}{path}\0" for path, entry in lines
        )
        await self.ask("update-index", "-z", "--index-info", given=os.fsencode(listed))
        # All that we did not write is HEAD's; a partial clone may lack it, and never fetches it.
        return await self.number("write-tree", "--missing-ok", given=b"", who=None)

    async def differing(self, tree: str) -> set[str]:
        query = ("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--end-of-options")
        output = await self.ask(*query, self.head, tree, most=_MOST_BLOB)
        return set(os.fsdecode(output.data).split("\0")[:-1])

    async def commit(self, tree: str, message: str, who: Mapping[str, str]) -> str:
        query = ("commit-tree", "--no-gpg-sign", "-p", self.head, "-F", "-", tree)
        return await self.number(*query, given=clean(message).encode(), who=who)


@asynccontextmanager
async def _bench(root: Path) -> AsyncIterator[_Bench]:
    real = await asyncio.to_thread(root.resolve)
    try:
        async with snapshot(real) as view:
            _, commit = await head(real)
            if not commit:
                raise UsageError(
                    "no commit can be made: there is none yet to put it upon",
                    "make a first commit, or write the files without one",
                )
            where = await git.ask(real, "rev-parse", "--git-path", "objects", most=_MOST_SMALL)
            objects = real / os.fsdecode(where.data).removesuffix("\n")
            yield _Bench(real, view, objects, commit)
    except GitFailed as failed:
        raise UsageError(
            f"no commit can be made: {failed}",
            "see what `git status` says there, or write the files without a commit",
        ) from failed


async def _old_value(root: Path, branch: str, commit: str) -> str:
    """Where the branch stands, as `update-ref` wants it; UsageError if it is not to be set."""
    await _require_name(root, branch)
    ref = f"refs/heads/{branch}"
    facts = ("refname", "objectname", "symref", "worktreepath")
    form = "%00".join(f"%({fact})" for fact in facts)
    query = ("for-each-ref", f"--format={form}", "--end-of-options", ref)
    output = await git.ask(root, *query, most=_MOST_SMALL)
    name, *known = os.fsdecode(output.data).removesuffix("\n").split("\0")
    if name != ref:
        return "0" * len(commit)
    number, other, checked_out = known
    if other or checked_out:
        why = f"stands for {other}" if other else f"is checked out in {checked_out}"
        raise UsageError(f"the branch {branch} {why}", "name a new branch")
    if number != commit:
        raise UsageError(
            f"the branch {branch} is there already and does not stand at HEAD's commit",
            f"name a new branch, or remove that one: git branch -D {branch}",
        )
    return commit


async def _require_name(root: Path, branch: str) -> None:
    if branch.isprintable() and 0 < len(branch.encode()) <= _LONGEST_BRANCH:
        output = await git.run(root, "check-ref-format", "--branch", branch, most=_MOST_SMALL)
        # Git prints what it takes the name for, which is another one for `@{-1}`.
        same = os.fsdecode(output.data).removesuffix("\n") == branch
        if output.code == 0 and same and branch != "@" and not branch.startswith("refs/"):
            return
    raise UsageError(
        f"{shown(branch[:80])!r} cannot be the name of a branch",
        "give a name such as roundtable/cart-total",
    )


async def _identity(root: Path) -> dict[str, str]:
    """The developer's name and address, as plain words of their configuration."""
    found: dict[str, str] = {}
    for key in ("name", "email"):
        local = await git.run(root, "config", "--get", f"user.{key}", most=4096)
        given = os.fsdecode(local.data) if local.code == 0 else ""
        word = _plain(given) or _plain(await own_setting(root, f"user.{key}"))
        if not word:
            raise UsageError(
                f"no commit can be made: git knows no user.{key}",
                'git config --global user.name "Your Name" and '
                "git config --global user.email you@example.com",
            )
        found |= {f"GIT_{role}_{key.upper()}": word for role in ("AUTHOR", "COMMITTER")}
    return found


def _plain(word: str) -> str:
    return "".join(c for c in clean(word) if c.isprintable() and c not in "<>").strip()


async def _entry(
    bench: _Bench, path: str, content: bytes | None, held: _Entry, executable: bool
) -> _Entry:
    """What shall stand at a path; the content is stored on the way."""
    if held.mode in _STRANGE:
        raise UsageError(
            f"{path} is {_STRANGE[held.mode]} in HEAD's commit, not a file",
            "write the files without a commit",
        )
    if content is None:
        return _NOTHING
    query = ("hash-object", "-w", "--no-filters", "--stdin")
    number = await bench.number(*query, given=content, who=None)
    fresh = _EXECUTABLE if executable else _PLAIN
    return _Entry(fresh if held == _NOTHING else held.mode, number)
