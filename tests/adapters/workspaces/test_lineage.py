"""Which commit of the developer's own history holds what a decision had written."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.lineage import trace
from tests.adapters.workspaces.story import Story, kinds

Git = Callable[..., str]

APP = "def main():\n    return 2\n"
CART = "class Cart:\n    pass\n"
BOTH: dict[str, str | None] = {"src/app.py": APP, "src/cart.py": CART}


@pytest.fixture
def story(repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> Story:
    return Story(repository, git, monkeypatch)


async def test_what_is_not_committed_is_in_no_commit(story: Story) -> None:
    written = story.apply(BOTH)
    assert await story.told(written) == ()


async def test_one_commit_of_the_developer_holds_it(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit("Add a cart\n\nand more words")
    story.write({"README.md": "later\n"})
    story.commit("something else")
    (station,) = await story.told(written)
    assert (station.kind, station.commit, station.whole) == ("committed", commit, True)
    assert station.subject == "Add a cart"


async def test_of_two_commits_the_one_that_completes_it_holds_it(story: Story) -> None:
    written = story.apply(BOTH)
    first = story.commit("the app", "src/app.py")
    (partly,) = await story.told(written)
    assert (partly.commit, partly.whole) == (first, False)
    second = story.commit("the cart", "src/cart.py")
    (station,) = await story.told(written)
    assert (station.commit, station.whole) == (second, True)


async def test_an_amended_commit_is_found_under_its_new_number(story: Story) -> None:
    written = story.apply(BOTH)
    old = story.commit()
    new = story.run("commit", "-q", "--amend", "-m", "better words")
    assert old != new
    assert kinds(await story.told(replace(written, known=(old,)))) == [("committed", new)]


async def test_work_in_progress_that_is_amended_with_it_holds_it(story: Story) -> None:
    story.write({"notes.txt": "started\n"})
    story.commit("wip")
    written = story.apply(BOTH)
    story.git("add", "-A")
    commit = story.run("commit", "-q", "--amend", "-m", "done")
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_a_squashed_branch_holds_it_in_its_one_commit(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    written = story.apply(BOTH)
    story.commit("one", "src/app.py")
    own = story.commit("two", "src/cart.py")
    story.git("checkout", "-q", "main")
    assert await story.told(written) == ()
    story.git("merge", "-q", "--squash", "side")
    squashed = story.commit("both")
    assert kinds(await story.told(replace(written, known=(own,)))) == [("committed", squashed)]


async def test_a_picked_commit_holds_it(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    written = story.apply(BOTH)
    own = story.commit()
    story.git("checkout", "-q", "main")
    story.write({"README.md": "other\n"})
    story.commit("other")
    picked = story.run("cherry-pick", own)
    assert kinds(await story.told(replace(written, known=(own,)))) == [("committed", picked)]


async def test_a_rebased_commit_holds_it(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    written = story.apply(BOTH)
    own = story.commit()
    story.git("checkout", "-q", "main")
    story.write({"README.md": "other\n"})
    story.commit("other")
    story.git("checkout", "-q", "side")
    rebased = story.run("rebase", "-q", "main")
    assert own != rebased
    assert kinds(await story.told(written)) == [("committed", rebased)]


async def test_the_commit_of_a_merged_branch_holds_it_not_the_merge(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    written = story.apply(BOTH)
    own = story.commit()
    story.git("checkout", "-q", "main")
    story.write({"README.md": "other\n"})
    story.commit("other")
    story.run("merge", "-q", "--no-ff", "-m", "merge", "side")
    assert kinds(await story.told(written)) == [("committed", own)]


async def test_a_merge_that_brings_it_itself_holds_it(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    story.write({"notes.txt": "side\n"})
    story.commit("side")
    story.git("checkout", "-q", "main")
    story.write({"README.md": "other\n"})
    story.commit("other")
    story.tick()
    story.git("merge", "-q", "--no-ff", "--no-commit", "side")
    written = story.apply(BOTH)
    merge = story.commit("merge, and more")
    assert kinds(await story.told(written)) == [("committed", merge)]


async def test_a_commit_of_ours_counts_once_head_rests_on_it(story: Story) -> None:
    """It is known by its number, even where the bytes in it are others."""
    story.git("checkout", "-q", "-b", "roundtable/cart")
    written = story.apply({"src/app.py": APP})
    story.write({"src/app.py": "def main():\n    return 3\n"})
    own = story.commit("ours")
    story.git("checkout", "-q", "main")
    known = replace(written, known=(own,))
    assert await story.told(known) == ()
    story.run("merge", "-q", "--ff-only", "roundtable/cart")
    (station,) = await story.told(known)
    assert (station.commit, station.whole) == (own, False)


async def test_files_that_are_edited_further_stay_linked(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    story.write({"src/app.py": "def main():\n    return 3\n", "src/cart.py": "class Cart: ...\n"})
    story.commit("further")
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_files_that_were_edited_before_the_commit_are_not_linked(story: Story) -> None:
    """One file as it was written proves nothing where another is something else."""
    written = story.apply(BOTH)
    story.write({"src/cart.py": "class Cart: ...\n"})
    story.commit()
    assert await story.told(written) == ()


async def test_a_commit_that_says_so_holds_it_whatever_its_bytes(story: Story) -> None:
    written = story.apply(BOTH, decision="2026-01-02-cart")
    story.write(dict.fromkeys(BOTH, "# edited\n"))
    commit = story.commit("Add a cart\n\nRoundtable-Session: 2026-01-02-cart\nRoundtable-Lead: G")
    (station,) = await story.told(written)
    assert (station.commit, station.whole) == (commit, False)
    other = replace(written, decision="2026-01-02-car")
    assert await story.told(other) == ()
    itself = replace(other, session="2026-01-02-cart")
    assert kinds(await story.told(itself)) == [("committed", commit)]


async def test_a_decision_that_is_written_twice_is_named_by_the_commits_after_each(
    story: Story,
) -> None:
    message = "Add a cart\n\nRoundtable-Session: d"
    first = story.apply({"src/cart.py": "one\n"}, session="a1")
    story.write({"src/cart.py": "one, edited\n"})
    one = story.commit(message)
    second = story.apply({"src/cart.py": "two\n"}, session="a2")
    story.write({"src/cart.py": "two, edited\n"})
    two = story.commit(message)
    assert kinds(await story.told(first, second)) == [("committed", one)]
    assert kinds(await story.told(second, first)) == [("committed", two)]


async def test_what_was_never_committed_is_not_named_by_the_commit_of_a_later_writing(
    story: Story,
) -> None:
    first = story.apply({"src/cart.py": "one\n"}, session="a1")
    second = story.apply({"src/cart.py": "two\n"}, session="a2")
    two = story.commit("Add a cart\n\nRoundtable-Session: d")
    assert await story.told(first, second) == ()
    assert kinds(await story.told(second, first)) == [("committed", two)]


async def test_the_same_bytes_under_another_name_are_something_else(story: Story) -> None:
    written = story.apply({"src/cart.py": CART})
    story.write({"src/cart.py": None, "src/basket.py": CART})
    story.commit()
    assert await story.told(written) == ()


async def test_the_same_bytes_from_before_the_decision_are_something_else(story: Story) -> None:
    story.write({"src/app.py": APP})
    story.commit("once")
    story.write({"src/app.py": "def main():\n    return 1\n"})
    story.commit("and back")
    written = story.apply({"src/app.py": APP})
    assert await story.told(written) == ()
    commit = story.commit("again")
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_a_removed_file_is_a_change_like_any_other(story: Story) -> None:
    written = story.apply({"README.md": None})
    commit = story.commit()
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_a_head_without_a_branch_is_a_head(story: Story) -> None:
    story.git("checkout", "-q", "--detach")
    written = story.apply(BOTH)
    commit = story.commit()
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_a_shallow_clone_takes_its_first_commit_for_no_origin(
    story: Story, tmp_path: Path, git: Git
) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    for number in range(2):
        story.write({"README.md": f"{number}\n"})
        story.commit(f"later {number}")
    clone = tmp_path / "clone"
    git("clone", "-q", "--depth=2", f"file://{story.root}", str(clone), at=tmp_path)
    at = replace(story, root=clone, git=lambda *words: git(*words, at=clone))
    assert await at.told(written) == ()
    git("fetch", "-q", "--depth=4", at=clone)
    assert kinds(await at.told(written)) == [("committed", commit)]
    at.run("revert", "--no-edit", commit)
    assert [kind for kind, _ in kinds(await at.told(written))] == ["committed", "reverted"]


async def test_a_project_below_the_top_is_seen_by_its_own_paths(
    story: Story, repository: Path
) -> None:
    story.write({"cart.py": CART})
    story.commit("the same name at the top")
    story.root = repository / "src"
    written = story.apply({"app.py": APP, "cart.py": CART})
    story.git("add", "-A")
    commit = story.run("commit", "-q", "-m", "below")
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_names_of_any_sort_are_followed(story: Story) -> None:
    names = ["--output=x", ":(exclude)*", "*", "new\nline", "häßlich", "a b"]
    written = story.apply({name: f"in {name}\n" for name in names})
    commit = story.commit()
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_line_ends_that_git_changes_on_the_way_in_do_not_matter(story: Story) -> None:
    story.git("config", "core.autocrlf", "true")
    written = story.apply({"src/app.py": APP.replace("\n", "\r\n")})
    commit = story.commit()
    assert story.git("cat-file", "blob", "HEAD:src/app.py") == APP.strip()
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_a_repository_of_sha256_objects_is_followed(
    project: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("init", "-q", "-b", "main", "--object-format=sha256")
    story = Story(project, git, monkeypatch)
    story.write({"src/app.py": "1\n"})
    story.commit()
    written = story.apply(BOTH)
    commit = story.commit()
    assert len(commit) == 64
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_many_change_sets_are_followed_at_once(story: Story) -> None:
    written, commits = [], {}
    for number in range(6):
        written.append(story.apply({"src/app.py": f"# {number}\n"}, session=f"a{number}"))
        commits[f"a{number}"] = story.commit(f"change {number}")
    found = await trace(story.root, story.head(), written)
    assert {session: stations[0].commit for session, stations in found.items()} == commits


async def test_the_first_commit_of_all_can_hold_it(
    project: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("init", "-q")
    story = Story(project, git, monkeypatch)
    written = story.apply({"cart.py": CART})
    commit = story.commit()
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_nothing_is_looked_for_where_nothing_was_written(story: Story) -> None:
    assert await trace(story.root, story.head(), ()) == {}


async def test_a_repository_that_cannot_be_read_is_an_error_of_git(story: Story) -> None:
    written = story.apply(BOTH)
    story.commit()
    head = story.head()
    shutil.rmtree(story.root / ".git" / "objects")
    with pytest.raises(GitFailed):
        await trace(story.root, head, [written])
