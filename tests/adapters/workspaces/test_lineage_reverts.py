"""What became of a decision after it was committed: reverted, and restored."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.adapters.workspaces.story import Story, kinds

Git = Callable[..., str]

OLD = "def main():\n    return 1\n"
APP = "def main():\n    return 2\n"
CART = "class Cart:\n    def total(self):\n        return 0\n"
BOTH: dict[str, str | None] = {"src/app.py": APP, "src/cart.py": CART}


@pytest.fixture
def story(repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> Story:
    return Story(repository, git, monkeypatch)


async def test_a_revert_takes_it_back(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit("Add a cart")
    revert = story.run("revert", "--no-edit", commit)
    told = await story.told(written)
    assert kinds(told) == [("committed", commit), ("reverted", revert)]
    assert told[-1].subject == 'Revert "Add a cart"'


async def test_old_bytes_put_back_by_hand_are_a_revert(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    story.write({"src/app.py": OLD})
    story.commit("half of it")
    assert kinds(await story.told(written)) == [("committed", commit)]
    story.write({"src/cart.py": None})
    rest = story.commit("the rest")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", rest)]


async def test_a_revert_of_the_revert_makes_it_stand_again(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    revert = story.run("revert", "--no-edit", commit)
    again = story.run("revert", "--no-edit", revert)
    expected = [("committed", commit), ("reverted", revert), ("committed", again)]
    assert kinds(await story.told(written)) == expected
    third = story.run("revert", "--no-edit", again)
    assert kinds(await story.told(written)) == [*expected, ("reverted", third)]


async def test_the_written_bytes_put_back_by_hand_make_it_stand_again(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    revert = story.run("revert", "--no-edit", commit)
    story.write(BOTH)
    again = story.commit("once more")
    assert kinds(await story.told(written)) == [
        ("committed", commit),
        ("reverted", revert),
        ("committed", again),
    ]


async def test_a_revert_by_its_words_counts_where_the_files_had_moved_on(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    story.write({"src/app.py": f"# further\n{APP}"})
    story.commit("further")
    story.write({"src/app.py": f"# further\n{OLD}", "src/cart.py": None})
    revert = story.commit(f"Take the cart out\n\nThis reverts commit {commit}, mostly.")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", revert)]


async def test_reverts_of_reverts_by_their_words_count_as_well(story: Story) -> None:
    written = story.apply({"src/app.py": APP})
    commit = story.commit()
    expected = [("committed", commit)]
    last, kind = commit, "reverted"
    for number in range(3):
        story.write({"src/app.py": f"# neither nor {number}\n"})
        last = story.commit(f"Revert\n\nThis reverts commit {last}.")
        expected.append((kind, last))
        kind = "committed" if kind == "reverted" else "reverted"
        assert kinds(await story.told(written)) == expected


async def test_a_revert_counts_where_the_file_has_another_name_by_then(story: Story) -> None:
    written = story.apply({"src/cart.py": CART})
    commit = story.commit()
    story.run("mv", "src/cart.py", "src/basket.py")
    story.commit("move it")
    story.write({"src/basket.py": None})
    revert = story.commit(f"No cart\n\nThis reverts commit {commit}.")
    story.write({"README.md": "later\n"})
    story.commit("later")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", revert)]


async def test_a_merge_that_leaves_it_out_takes_it_back(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    written = story.apply({"src/app.py": APP})
    commit = story.commit()
    story.git("checkout", "-q", "main")
    merge = story.run("merge", "-q", "--no-ff", "-s", "ours", "-m", "not that", "side")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", merge)]
    story.write({"README.md": "later\n"})
    story.commit("later")
    assert kinds(await story.told(written))[-1] == ("reverted", merge)


async def test_the_revert_of_something_else_is_none_of_it(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    story.write({"README.md": "other\n"})
    other = story.commit("other")
    story.run("revert", "--no-edit", other)
    quoted = f"> This reverts commit {commit}\nis what somebody said"
    story.run("commit", "-q", "--allow-empty", "-m", quoted)
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_a_revert_on_a_branch_counts_once_it_is_merged(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    story.git("checkout", "-q", "-b", "side")
    revert = story.run("revert", "--no-edit", commit)
    story.git("checkout", "-q", "main")
    assert kinds(await story.told(written)) == [("committed", commit)]
    story.write({"README.md": "other\n"})
    story.commit("other")
    story.run("merge", "-q", "--no-ff", "-m", "merge", "side")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", revert)]


async def test_a_merge_that_keeps_the_files_keeps_the_decision(story: Story) -> None:
    written = story.apply(BOTH)
    commit = story.commit()
    story.git("checkout", "-q", "-b", "side")
    story.run("revert", "--no-edit", commit)
    story.git("checkout", "-q", "main")
    story.run("merge", "-q", "-s", "ours", "-m", "merge, but not that", "side")
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_old_bytes_on_a_branch_from_before_are_no_revert(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    story.write({"notes.txt": "side\n"})
    story.commit("side")
    story.git("checkout", "-q", "main")
    written = story.apply(BOTH)
    commit = story.commit()
    story.run("merge", "-q", "--no-ff", "-m", "merge", "side")
    assert kinds(await story.told(written)) == [("committed", commit)]
    story.git("checkout", "-q", "side")
    story.run("merge", "-q", "--no-ff", "-m", "the other way round", "main")
    assert kinds(await story.told(written)) == [("committed", commit)]


@pytest.mark.parametrize("edit", ["", "# moved\n"])
async def test_a_new_file_that_gets_another_name_is_not_taken_back(story: Story, edit: str) -> None:
    written = story.apply({"src/cart.py": CART})
    commit = story.commit()
    story.write({"src/cart.py": None, "src/shop/cart.py": CART + edit})
    story.commit("move it")
    assert kinds(await story.told(written)) == [("committed", commit)]


async def test_a_new_file_that_is_removed_is_taken_back(story: Story) -> None:
    written = story.apply({"src/cart.py": CART})
    commit = story.commit()
    story.write({"src/cart.py": None})
    gone = story.commit("no cart")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", gone)]


async def test_a_removed_file_that_is_back_is_taken_back(story: Story) -> None:
    before = (story.root / "README.md").read_text()
    written = story.apply({"README.md": None})
    commit = story.commit()
    story.write({"README.md": before})
    back = story.commit("back")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", back)]


async def test_of_a_part_that_was_committed_only_that_part_must_be_taken_back(
    story: Story,
) -> None:
    written = story.apply(BOTH)
    commit = story.commit("the app alone", "src/app.py")
    story.write({"src/app.py": OLD})
    back = story.commit("back", "src/app.py")
    assert kinds(await story.told(written)) == [("committed", commit), ("reverted", back)]


async def test_a_rebase_carries_commit_and_revert_along(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    written = story.apply(BOTH)
    commit = story.commit("Add a cart")
    story.run("revert", "--no-edit", commit)
    story.git("checkout", "-q", "main")
    story.write({"README.md": "other\n"})
    story.commit("other")
    story.git("checkout", "-q", "side")
    revert = story.run("rebase", "-q", "main")
    rebased = story.git("rev-parse", "HEAD~1")
    assert kinds(await story.told(written)) == [("committed", rebased), ("reverted", revert)]
