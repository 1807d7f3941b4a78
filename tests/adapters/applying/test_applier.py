"""The applier on a real repository."""

import subprocess
from pathlib import Path

import pytest

from roundtable.adapters.applying.applier import RepositoryApplier
from roundtable.core import events as e
from roundtable.core.applying import Overlay
from roundtable.core.changes import Change, sha256
from roundtable.core.errands import Errand
from roundtable.core.steps import CommitChanges, PrepareChanges, TakeFiles, WriteChanges

OLD, NEW = "x = 1\n", "x = 2\n"


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "a.py").write_text(OLD)
    (root / "ignored.py").write_text("canary")
    (root / ".gitignore").write_text("ignored.py\n")
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "King")
    git(root, "config", "user.email", "king@example.org")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "first")
    return root


def applier(root: Path) -> RepositoryApplier:
    return RepositoryApplier(root, root / ".roundtable" / "applied", ())


CHANGE = Change(path="a.py", before=sha256(OLD.encode()), text=NEW)


async def test_what_git_ignores_is_not_taken(root: Path) -> None:
    with applier(root) as here:
        given = await here.perform(TakeFiles(("a.py", "ignored.py", "new.py")))
    assert isinstance(given, e.FilesGiven)
    assert [file.path for file in given.files] == ["a.py"]
    assert [item.title for item in given.left_out] == ["ignored.py"]
    assert given.absent == ("new.py",)


async def test_the_whole_repository_is_known_to_the_checks(root: Path) -> None:
    (root / "b.py").write_text("from a import x\n")
    deed = PrepareChanges(
        number=1,
        iteration=1,
        errand=Errand(session="s", decision="d", files=("a.py",)),
        bases={"a.py": e.ProjectFile(path="a.py", text=OLD)},
        refused={},
        overlays=(Overlay(1, {"a.py": "y = 2\n"}),),
    )
    with applier(root) as here:
        proposed = await here.perform(deed)
    assert isinstance(proposed, e.ChangesProposed)
    told = [o.concern for o in proposed.changes[0].objections]
    assert "imports" in told, "b.py imports what is gone"


async def test_it_writes_and_says_why_it_does_not(root: Path) -> None:
    with applier(root) as here:
        assert isinstance(await here.perform(WriteChanges("one", (CHANGE,))), e.ChangesApplied)
        assert (root / "a.py").read_text() == NEW
        refused = await here.perform(WriteChanges("two", (CHANGE,)))
    assert isinstance(refused, e.ChangesNotApplied)
    assert [o.path for o in refused.objections] == ["a.py"]


async def test_a_commit_is_made_beside_the_developers_own_work(root: Path) -> None:
    before = (git(root, "rev-parse", "HEAD"), (root / ".git" / "index").read_bytes())
    with applier(root) as here:
        await here.perform(WriteChanges("one", (CHANGE,)))
        done = await here.perform(CommitChanges("side", "Message", (CHANGE,)))
    assert isinstance(done, e.ChangesCommitted)
    assert git(root, "show", f"{done.commit}:a.py") == NEW.strip()
    assert (git(root, "rev-parse", "HEAD"), (root / ".git" / "index").read_bytes()) == before


async def test_edits_that_the_developer_has_not_committed_are_not_committed_for_him(
    root: Path,
) -> None:
    (root / "a.py").write_text("mine = 1\n")
    mine = CHANGE.model_copy(update={"before": sha256(b"mine = 1\n")})
    with applier(root) as here:
        await here.perform(WriteChanges("one", (mine,)))
        done = await here.perform(CommitChanges("side", "Message", (mine,)))
    assert isinstance(done, e.ChangesCommitted)
    assert done.commit == ""
    assert "HEAD's commit has a.py otherwise (uncommitted changes of yours" in done.problem
    assert "commit it by hand" in done.problem
    assert "side" not in git(root, "branch", "--list", "side")


async def test_a_refusal_names_each_file_once_and_what_to_do(root: Path) -> None:
    (root / "a.py").write_text("mine = 1\n")
    with applier(root) as here:
        done = await here.perform(WriteChanges("one", (CHANGE,)))
    assert isinstance(done, e.ChangesNotApplied)
    assert "nothing was written" not in done.reason, "the sentence says so itself"
    assert "put them back as they were" in done.reason
    assert [o.path for o in done.objections] == ["a.py"]
