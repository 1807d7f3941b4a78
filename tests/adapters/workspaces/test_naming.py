"""Files are found by the way people write about them."""

import time

import pytest

from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.naming import Mention, files_named, mentions

FILES = Listing(
    frozenset(
        {
            "README.md",
            "Makefile",
            "run",
            "src/app.py",
            "src/auth/login.py",
            "src/auth/index.ts",
            "src/web/index.ts",
            "app/[id]/page.tsx",
            "docs/my notes.txt",
            ".gitignore",
        }
    )
)


def named(topic: str) -> set[str]:
    return {path for paths in files_named(mentions(topic), FILES).values() for path in paths}


@pytest.mark.parametrize(
    ("topic", "files"),
    [
        ("Should src/app.py be split?", {"src/app.py"}),
        ("Look at ./src/app.py.", {"src/app.py"}),
        ("(see src/app.py)", {"src/app.py"}),
        ("Is `src/app.py` fine, or **src/auth/login.py**?", {"src/app.py", "src/auth/login.py"}),
        ("What does login.py do?", {"src/auth/login.py"}),
        ("auth/index.ts breaks", {"src/auth/index.ts"}),
        ("index.ts breaks", {"src/auth/index.ts", "src/web/index.ts"}),
        ("Simplify the Makefile", {"Makefile"}),
        ("How should we run it?", set()),
        ("How should we do `run`?", {"run"}),
        ("app/[id]/page.tsx and (app/[id]/page.tsx)", {"app/[id]/page.tsx"}),
        ('read "docs/my notes.txt" first', {"docs/my notes.txt"}),
        ("is .gitignore complete", {".gitignore"}),
        ("e.g. and/or 1.5 http://example.invalid/src x.y", set()),
        ("ogin.py", set()),
        ("", set()),
    ],
)
def test_a_topic_names_files(topic: str, files: set[str]) -> None:
    assert named(topic) == files


@pytest.mark.parametrize(
    ("topic", "mention"),
    [
        ("see src/app.py:10-50 there", Mention("src/app.py", 10, 50)),
        ("see src/app.py:7.", Mention("src/app.py", 7, 7)),
        ("see src/app.py:0-0", Mention("src/app.py", 1, 1)),
        ("see src/app.py:9-3", Mention("src/app.py", 9, 9)),
        ("in `src/app.py:10-50`", Mention("src/app.py", 10, 50)),
    ],
)
def test_lines_of_a_file_can_be_named(topic: str, mention: Mention) -> None:
    found = files_named(mentions(topic), FILES)
    assert found[mention] == ["src/app.py"]


def test_a_long_topic_and_a_large_tree_take_little_time() -> None:
    many = Listing(frozenset(f"d{n % 100}/index{n % 7}.ts/f{n}/index.ts" for n in range(50_000)))
    topic = " ".join(f"`a{n}.py index.ts {'x' * 50} '({n}) ./" for n in range(20_000))
    started = time.monotonic()
    found = files_named(mentions(topic), many)
    assert time.monotonic() - started < 10
    assert len(found) <= 400
