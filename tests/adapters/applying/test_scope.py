"""Which files a decision names: its list, and its words."""

from pathlib import Path

import pytest

from roundtable.adapters.applying.scope import named_files


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path in ("src/cart.py", "src/util.py", "lib/util.py", "README.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("x")
    return tmp_path.resolve()


async def named(root: Path, decision: str, *listed: str) -> tuple[str, ...]:
    return await named_files(root, (), decision, listed)


async def test_the_list_counts_with_new_files_in_it(root: Path) -> None:
    assert await named(root, "", "src/cart.py", "NEW:src/new.py") == ("src/cart.py", "src/new.py")


async def test_a_name_that_can_mean_only_one_file_means_it(root: Path) -> None:
    assert await named(root, "", "cart.py") == ("src/cart.py",)
    assert await named(root, "", "util.py") == ("util.py",), "two have that name: it is a new one"


async def test_files_that_the_words_speak_of_are_named_too(root: Path) -> None:
    assert await named(root, "Change `src/cart.py` and README.md.") == ("src/cart.py", "README.md")
    assert await named(root, "Leave util.py alone.") == (), "two have that name"


async def test_a_file_is_named_once(root: Path) -> None:
    assert await named(root, "Change src/cart.py.", "src/cart.py") == ("src/cart.py",)


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", ".git/config", ".env", "a*b", "nowhere/"])
async def test_what_can_be_no_file_of_ours_is_not_named(root: Path, path: str) -> None:
    assert await named(root, "", path) == ()


async def test_a_folder_names_the_files_in_it(root: Path) -> None:
    assert await named(root, "", "src/") == ("src/cart.py", "src/util.py")
    assert await named(root, "", "lib") == ("lib/util.py",)


async def test_a_folder_of_very_many_files_names_none_of_them(root: Path) -> None:
    for number in range(60):
        (root / "lib" / f"{number}.py").write_text("x")
    assert await named(root, "", "lib/") == ()
