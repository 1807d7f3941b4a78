"""Random patches, and what git itself writes for random changes: every line is in the chunks."""

import random
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.patches import Piece, around, pack, split

TEXT = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=60
)
LINE = st.builds("{}{}\n".format, st.sampled_from(" +-\\"), TEXT)
HUNK = st.builds(
    "@@ -{},3 +{},9 @@ {}\n{}".format,
    st.integers(0, 9_999),
    st.integers(0, 9_999),
    TEXT,
    st.lists(LINE, max_size=40).map("".join),
)
FILE = st.builds(
    "diff --git a/{0} b/{0}\nindex 1..2\n--- a/{0}\n+++ b/{0}\n{1}".format,
    st.text(alphabet="abc/ .-é", min_size=1, max_size=30).filter(lambda s: s.strip() == s),
    st.lists(HUNK, max_size=5).map("".join),
)
PATCH = st.lists(FILE, max_size=6).map("".join)


def headers_of(piece: Piece) -> int:
    """The bytes of what is shown with every piece again."""
    lines = piece.shown.split("\n")
    return sum(len(line.encode()) + 1 for line in lines if not re.match(r"\d*\|", line))


def check(patch: str, most: int) -> None:
    chunks = pack(patch, most)
    pieces = [piece for chunk in chunks for piece in chunk]
    assert "".join(piece.text for piece in pieces) == patch
    for chunk in chunks:
        size = sum(len(piece.shown.encode()) for piece in chunk)
        assert size <= 3 * most or (len(chunk) == 1 and headers_of(chunk[0]) > most)
    shown = "".join(piece.shown for piece in pieces)
    for line in patch.split("\n"):
        huge = len(line.encode()) + 12 > 3 * most // 4
        assert line in shown or huge, "in one piece, unless it is too large by itself"


@settings(max_examples=60, deadline=None)
@given(PATCH, st.integers(30, 2_000))
def test_every_line_of_a_random_patch_is_in_its_chunks(patch: str, most: int) -> None:
    check(patch, most)


@settings(max_examples=60, deadline=None)
@given(PATCH, st.lists(st.integers(0, 9_999), max_size=5), st.integers(0, 500))
def test_what_is_around_places_is_part_of_the_patch_and_within_its_bound(
    patch: str, lines: list[int], most: int
) -> None:
    places = [(file.path, line) for file in split(patch) for line in lines]
    pieces, missing = around(patch, places, most)
    assert sum(len(piece.shown.encode()) for piece in pieces) <= 3 * most
    assert all(line in patch for piece in pieces for line in piece.text.split("\n"))
    whole = {piece.path for piece in pieces} - set(missing)
    assert whole | set(missing) == {file.path for file in split(patch)}


def edited(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(lines) + 1)
        new = "".join(chance.choices("ab \t{}é\r\x0c", k=chance.randrange(30)))
        lines[at : at + chance.randrange(4)] = [f"{new}\n"] * chance.randrange(4)
    return "".join(lines).removesuffix("\n") if chance.random() < 0.3 else "".join(lines)


@pytest.mark.parametrize("seed", range(8))
def test_every_line_of_what_git_writes_is_in_its_chunks(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)

    def git(*words: str) -> bytes:
        done = subprocess.run(
            ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", *words],
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
        return done.stdout

    git("init", "-q")
    names = ["plain.py", "with space.txt", 'quo"te.md', "übung.c", "deep/er/file", "gone", "moved"]
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(f"line {n} {chance.random()}\n" for n in range(chance.randrange(1, 300)))
        path.write_bytes(text.encode())
    git("add", ".")
    git("commit", "-qm", "first")
    for name in names[:5]:
        path = tmp_path / name
        path.write_bytes(edited(path.read_bytes().decode(), chance).encode())
    (tmp_path / "plain.py").chmod(0o755)
    (tmp_path / "gone").unlink()
    (tmp_path / "moved").rename(tmp_path / "moved elsewhere")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    git("add", "-A")
    patch = git("-c", "core.quotePath=false", "diff", "--cached", "-M").decode()
    expected = {*names[:6], "moved elsewhere", "binary"}
    assert {file.path for file in split(patch)} == expected
    for most in (40, 200, 1_000, 10**6):
        check(patch, most)
