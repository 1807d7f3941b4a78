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


TRACEBACK = """\
Traceback (most recent call last):
  File "/srv/shop/src/app.py", line 40, in main
  File "/srv/shop/src/app.py", line 52, in run
  File "/srv/shop/src/app.py", line 500, in step
  File "/usr/lib/python3.11/asyncio/base.py", line 3, in run
    at load (/srv/shop/src/web/index.ts:7:3)
"""


def test_a_traceback_names_the_lines_around_its_frames_and_those_that_touch_are_one() -> None:
    assert tuple(m for m in mentions(TRACEBACK) if m.traced) == (
        Mention("/srv/shop/src/app.py", 25, 67, traced=True),
        Mention("/srv/shop/src/app.py", 485, 515, traced=True),
        Mention("/srv/shop/src/web/index.ts", 1, 22, traced=True),
    )


def test_a_frame_of_another_machine_is_found_by_the_longest_end_of_its_path() -> None:
    assert named(TRACEBACK) == {"src/app.py", "src/web/index.ts"}
    assert named('File "/app/Makefile.py", line 3\n  at f (/srv/Makefile:3:1)') == set()


def test_of_a_deep_path_its_last_name_alone_is_not_enough() -> None:
    top = Listing(frozenset({"main.py"}))
    shallow, deep = 'File "/app/main.py", line 1', 'File "/a/b/c/d/main.py", line 1'
    assert [*files_named(mentions(shallow), top).values()] == [["main.py"]]
    assert [*files_named(mentions(deep), top).values()] == [[]]


def test_a_class_of_java_is_found_by_its_package() -> None:
    java = Listing(frozenset({"src/main/java/com/shop/Cart.java", "test/com/other/Cart.java"}))
    found = files_named(mentions("  at com.shop.Cart.total(Cart.java:42)"), java)
    assert found == {
        Mention("com/shop/Cart.java", 27, 57, traced=True): ["src/main/java/com/shop/Cart.java"]
    }


def test_what_a_traceback_names_comes_before_what_else_is_named() -> None:
    found = mentions(f"see README.md\n{TRACEBACK}")
    assert found[0].path == "/srv/shop/src/app.py"
    assert Mention("README.md") in found


def test_a_long_topic_and_a_large_tree_take_little_time() -> None:
    many = Listing(frozenset(f"d{n % 100}/index{n % 7}.ts/f{n}/index.ts" for n in range(50_000)))
    topic = " ".join(f"`a{n}.py index.ts {'x' * 50} '({n}) ./" for n in range(20_000))
    started = time.process_time()
    found = files_named(mentions(topic), many)
    assert time.process_time() - started < 10
    assert len(found) <= 400
