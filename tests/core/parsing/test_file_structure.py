"""A list of files is read however it is drawn, and only paths inside the project come of it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.file_paths import check_path
from roundtable.core.parsing.file_structure import read_file_structure


def read(text: str) -> list[str]:
    return list(read_file_structure(text.split("\n")))


def test_a_drawn_tree_loses_the_project_s_own_folder() -> None:
    tree = "shop/\n├── app.py  # entry\n├── cart/\n│   └── routes.py\n└── Makefile"
    assert read(tree) == ["app.py", "cart/routes.py", "Makefile"]


def test_a_source_folder_at_the_root_is_kept() -> None:
    assert read("src/\n├── a.py\n└── b/\n    └── c.py") == ["src/a.py", "src/b/c.py"]


def test_two_folders_at_the_root_are_kept() -> None:
    assert read("one/\n├── a.py\ntwo/\n└── b.py") == ["one/a.py", "two/b.py"]


def test_a_dot_at_the_root_is_the_project() -> None:
    assert read(".\n├── a.py\n└── b.py") == ["a.py", "b.py"]


def test_a_tree_in_plain_signs() -> None:
    assert read("x/\n|-- a.py\n|-- lib/\n|   `-- b.py\n`-- c.py") == ["a.py", "lib/b.py", "c.py"]


def test_bullets_nest_by_their_indent() -> None:
    assert read("- src/\n  - a.py\n  - b/\n    - c.py\n- d.md") == [
        "src/a.py",
        "src/b/c.py",
        "d.md",
    ]


def test_remarks_are_left_aside() -> None:
    text = "- `a.py` — the entry\n- b.py: models\n- `c.py` (tests)\n* **d.py** - more\n1. e.py // x"
    assert read(text) == ["a.py", "b.py", "c.py", "d.py", "e.py"]


def test_a_remark_in_bullets_below_a_file_is_no_file() -> None:
    assert read("- a.py\n  - handles Cart.total\n  - Cart.total: sums\n- b.py") == ["a.py", "b.py"]


def test_files_on_one_line() -> None:
    assert read("a.py, src/b.py, c.md.") == ["a.py", "src/b.py", "c.md"]


def test_sentences_patterns_and_dots_are_no_files() -> None:
    assert read("All tests mirror the source.\n- *.py\n- ...\n- …\n- tests\nDone.") == []


def test_a_file_without_an_ending_counts_where_a_branch_leads_to_it() -> None:
    assert read("x/\n├── bin/\n│   └── run\n└── LICENSE") == ["bin/run", "LICENSE"]


@pytest.mark.parametrize(
    "path",
    ["../a.py", "/etc/passwd.txt", "~/a.py", "C:\\a.py", "a/../../b.py", ".env", ".git/a.py"],
)
def test_a_path_that_may_not_be_used_is_left_out(path: str) -> None:
    assert read(f"- {path}\n- good.py") == ["good.py"]


def test_what_lies_in_a_folder_that_may_not_be_used_is_left_out() -> None:
    assert read("- ../up/\n  - a.py\n- b.py") == ["b.py"]


def test_each_file_is_listed_once() -> None:
    assert read("- a.py\n- ./a.py\n- a.py") == ["a.py"]


@given(st.text(alphabet="├│└─ \n\t-*/.abpy#,1`~:C\\", max_size=200))
def test_only_usable_paths_come_of_any_text(text: str) -> None:
    for path in read(text):
        assert check_path(path).path == path
        assert not check_path(path).reason


def test_a_long_list_is_read_in_reasonable_time() -> None:
    began = time.process_time()
    assert len(read("\n".join(f"- f{i}.py" for i in range(5_000)))) == 1_000
    read("\n".join(" " * (i % 400) + f"d{i}/" for i in range(5_000)))
    read("a.py," * 20_000)
    assert time.process_time() - began < 10
