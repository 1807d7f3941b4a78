"""Paths are read out of the ways in which models write them down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.file_places import (
    LINKED,
    SEVERAL,
    UNCLEAR,
    Place,
    looks_like_path,
    path_alone,
    path_in_first_line,
    path_in_info,
    path_within,
    read_place,
)


def test_a_path_alone_is_plain() -> None:
    assert read_place(" src/app.py ") == Place("src/app.py")


@pytest.mark.parametrize(
    ("text", "before", "path", "note"),
    [
        ("src/app.py**", "**", "src/app.py", ""),
        ("`src/app.py`", "", "src/app.py", ""),
        ("“src/app.py”", "", "src/app.py", ""),
        ("<src/app.py>", "", "src/app.py", ""),
        ("[src/app.py](./src/app.py)", "", "src/app.py", ""),
        ("src/app.py (new)", "", "src/app.py", "(new)"),
        ("src/app.py -- entry", "", "src/app.py", "-- entry"),
        ("src/app.py: the entry", "", "src/app.py", ": the entry"),
        ("src/app.py  # new", "", "src/app.py", "# new"),
        ("src/app.py:", "", "src/app.py", ""),
        ("web/a.html -->", "<!-- ", "web/a.html", ""),
        ("src/app.py ===", "=== ", "src/app.py", ""),
        ("`a.py` (was b.py)", "", "a.py", "(was b.py)"),
    ],
)
def test_what_stands_around_a_path_is_told_apart(
    text: str, before: str, path: str, note: str
) -> None:
    place = read_place(text, before)
    assert (place.path, place.note, place.plain, place.problem) == (path, note, False, "")


@pytest.mark.parametrize(
    "path",
    ["docs/User Guide.md", "app/(auth)/[id]/page.tsx", "a-b.py", "notes (1).txt", "__init__.py"],
)
def test_signs_that_belong_to_a_path_stay(path: str) -> None:
    assert read_place(path) == Place(path)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a.py, b.py", SEVERAL),
        ("a.py,b.py", SEVERAL),
        ("`a.py` and `b.py`", SEVERAL),
        ("a.py the main one", UNCLEAR),
        ("[a.py](b.py)", LINKED),
        ("a " * 2_000, UNCLEAR),
    ],
)
def test_a_line_that_could_mean_several_paths_is_a_problem(text: str, problem: str) -> None:
    assert read_place(text).problem == problem


@given(st.text(max_size=60), st.sampled_from(["", "**", "# ", "<!-- ", "[", "("]))
def test_any_rest_of_a_line_is_read(text: str, before: str) -> None:
    place = read_place(text, before)
    assert place.path in text
    assert place.note in text


@pytest.mark.parametrize("text", ["a.py", "src/x", "LICENSE", "My Notes.md", ".env", "a\\b"])
def test_what_reads_as_a_path(text: str) -> None:
    assert looks_like_path(text)


@pytest.mark.parametrize("text", ["", "see below", "nothing", "a.py has a bug", "end."])
def test_what_reads_as_words(text: str) -> None:
    assert not looks_like_path(text)


@pytest.mark.parametrize(
    ("info", "path"),
    [
        ('python title="src/app.py"', "src/app.py"),
        ("ts {filename='a.ts'}", "a.ts"),
        ("js file=a.js", "a.js"),
        ("python:src/app.py", "src/app.py"),
        ("python src/app.py", "src/app.py"),
        ("app.py", "app.py"),
        ("src/run", "src/run"),
        ("python", ""),
        ("node.js", ""),
        ("dockerfile", ""),
        ("12:15:src/app.py", ""),
        ('python title="An example"', ""),
        ("", ""),
    ],
)
def test_a_fence_may_name_the_path(info: str, path: str) -> None:
    assert path_in_info(info) == path


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("# src/app.py", "src/app.py"),
        ("// a.ts", "a.ts"),
        ("/* a.css */", "a.css"),
        ("<!-- a.html -->", "a.html"),
        ("{/* App.jsx */}", "App.jsx"),
        ("-- schema.sql", "schema.sql"),
        ('"""shop/cart.py"""', "shop/cart.py"),
        ("#!/usr/bin/env python", ""),
        ("# see a.py", ""),
        ("# Cart", ""),
        ("import a.py", ""),
    ],
)
def test_a_comment_on_the_first_line_may_be_the_path(line: str, path: str) -> None:
    assert path_in_first_line(line) == path


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("### `src/app.py`", "src/app.py"),
        ("**src/app.py**", "src/app.py"),
        ("**`src/app.py`:**", "src/app.py"),
        ("### 2. `src/app.py`", "src/app.py"),
        ("- src/app.py (new)", "src/app.py"),
        ("📄 src/app.py", "src/app.py"),
        ("src/app.py", "src/app.py"),
        ("# Makefile", "Makefile"),
        ("license", ""),
        ("See src/app.py", ""),
        ("Install:", ""),
    ],
)
def test_a_heading_may_be_a_path_and_nothing_else(line: str, path: str) -> None:
    assert path_alone(line) == path


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("## The backend (FILE: src/app.py)", "src/app.py"),
        ("Here is FILE: `a.py`:", "a.py"),
        ("<summary>FILE: a.py</summary>", "a.py"),
        ("the FILE: marker", ""),
        ("PROFILE: a.py", ""),
        ("file: a.py", ""),
    ],
)
def test_the_word_may_stand_in_the_middle_of_a_line(line: str, path: str) -> None:
    assert path_within(line) == path
