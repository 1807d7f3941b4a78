"""Files are read from an answer; what is not taken is told, and nothing is lost."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.parsing.file_blocks import FileReading, describe, read_files
from roundtable.core.parsing.file_cases import MOST_FILES
from roundtable.core.parsing.file_contents import read_content
from roundtable.core.parsing.file_fences import TWO_FILES
from roundtable.core.parsing.file_kinds import kind_of
from roundtable.core.parsing.file_layout import MOST_PIECES
from roundtable.core.parsing.file_paths import check_path
from roundtable.core.parsing.file_signs import MOST_BYTES, sign
from tests.timing import seconds


def block(path: str, text: str, fence: str = "```") -> str:
    return f"FILE: {path}\n{fence}\n{text}{fence}\n"


def assert_whole(text: str, reading: FileReading) -> None:
    """Every character is in exactly one segment, and the segments tell where everything went."""
    assert "".join(segment.raw for segment in reading.segments) == text
    assert all(segment.raw for segment in reading.segments)
    rejected = [s.index for s in reading.segments if s.kind == "rejected"]
    assert rejected == list(range(len(reading.rejected)))
    contents = {s.index for s in reading.segments if s.kind == "content"}
    assert contents == {i for i, f in enumerate(reading.files) if f.text.strip()} | {
        i for i in contents if i is not None and i < len(reading.files)
    }
    assert all(s.index is None for s in reading.segments if s.kind in ("prose", "marker", "fence"))
    assert all(rejected.reason for rejected in reading.rejected)


FRAGMENTS = st.sampled_from(
    [
        *("FILE: a.py\n", "FILE: b.md\n", "FILE: README.md\n", "**FILE: c.js**\n", "File: a.py\n"),
        *("```\n", "```python\n", "````\n", "````md\n", "~~~\n", "   ```\n", "- ```sh\n", "```"),
        *(
            "x = 1\n",
            "\n",
            "# Title\n",
            "Words that say:\n",
            "> quoted\n",
            "```json\n",
            "\r\n",
            "\r",
        ),
        *("DELETE: a.py\n", "Delete: b\n", "RENAME: a.py -> b.py\n", '<file path="t.py">\n'),
        *("</file>\n", "<tool_call>\n", "</tool_call>\n", '{"tool": "write_file", "path": "z"}\n'),
        *("<think>\n", "</think>\n", "```py title='q.py'\n", "# src/w.py\n", "`s.py`\n", '"""\n'),
        *(
            "# ... rest of file\n",
            "<<<<<<< HEAD\n",
            "FILE: \n",
            "FILE: ../x\n",
            "y = (\n",
            "\ud800",
        ),
        *(
            "FILE: a.py ```js\n",
            "...\n",
            "1 | x\n",
            "\x00",
            "\u202e",
            "\ufeff",
            "FILE: b.md\n```\n",
        ),
    ]
)
answers = st.lists(FRAGMENTS, max_size=25).map("".join) | st.text(
    st.characters(codec=None), max_size=200
)


@settings(deadline=None, max_examples=200)
@given(answers, st.sampled_from([(), ["a.py", "B.md"], {"a.py": "x = 1\n", "dir/A.PY": ""}]))
def test_no_text_makes_it_raise_and_none_of_it_is_lost(
    text: str, known: tuple[()] | list[str] | dict[str, str]
) -> None:
    reading = read_files(text, known)
    assert_whole(text, reading)
    assert bool(describe(reading)) == bool(reading.rejected)
    assert read_files(text, known) == reading


@settings(deadline=None, max_examples=200)
@given(answers)
def test_what_was_taken_or_rejected_can_be_stored(text: str) -> None:
    reading = read_files(text)
    for value in (*reading.files, *reading.rejected):
        assert type(value).model_validate_json(value.model_dump_json()) == value
    assert reading.prose.encode("utf-8").decode("utf-8") == reading.prose


LINES = st.lists(
    st.text(st.characters(exclude_characters="\r", codec="utf-8"), max_size=30)
    | st.sampled_from(
        [
            *(
                "```",
                "```python",
                "````",
                "~~~",
                "FILE: x.py",
                "DELETE: y.py",
                "> quoted",
                "</file>",
            ),
            *('<file path="a">', "  ```", "- ```", "FILE: z.py ```js", "# FILE: a.py", "...x", ""),
        ]
    ),
    max_size=12,
)
contents = LINES.map(lambda lines: "".join(f"{line}\n" for line in lines))


def longer_fence(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(contents, min_size=1, max_size=4),
    st.sampled_from(["", "Words.\n\n", "Look:\n\n```sh\nmake\n```\n\n"]),
    st.sampled_from(["", "\n", "\nNext:\n\n"]),
    st.sampled_from(["txt", "md", "yaml", "py", "js", "csv", "xyz"]),
)
def test_a_well_formed_block_is_read_back_byte_for_byte(
    texts: list[str], before: str, between: str, ending: str
) -> None:
    paths = [f"part/{number}.{ending}" for number in range(len(texts))]
    written = dict(zip(paths, texts, strict=True))
    answer = before + between.join(
        block(path, text, longer_fence(text)) for path, text in written.items()
    )
    reading = read_files(answer)
    taken = {file.path: file.text for file in reading.files}
    refused = {rejected.path: rejected.reason for rejected in reading.rejected}
    for path, text in written.items():
        content = read_content(text).text
        if path in refused and refused[path] == TWO_FILES:
            assert kind_of(path) in ("python", "curly")
            assert re.search(r"FILE|DELETE", text)
        elif sign(path, content):
            assert refused[path] == sign(path, content)
        else:
            assert taken[path] == content
    assert set(taken) | set(refused) == set(paths)
    assert reading.deleted == ()


HOSTILE_PARTS = [
    *("..", ".", "/", "//", "\\", "~", "C:", "git", ".git", ".GIT", ".roundtable", ".env", ".ssh"),
    *("id_rsa", "a", "b.py", "%2e", "$HOME", ":", "con", "NUL.txt", "com1", "~1", "secrets.json"),
]
UNSEEN_PARTS = [" ", "\t", "\0", "\u202e", "\u200b", ".g\u200cit", "x" * 260]
LOOK_ALIKES = ["\uff0e", "\uff0f", "\uff47it", "\xe9", "e\u0301"]
HOSTILE = st.lists(
    st.sampled_from([*HOSTILE_PARTS, *UNSEEN_PARTS, *LOOK_ALIKES]), min_size=1, max_size=8
).map("".join)


@settings(deadline=None, max_examples=300)
@given(HOSTILE)
def test_no_accepted_path_ever_leaves_the_project_or_names_what_is_protected(path: str) -> None:
    reading = read_files(f"FILE: {path}\n```\nx = 1\n```\n\nDELETE: {path}x\n")
    for found in (*(file.path for file in reading.files), *reading.deleted):
        parts = found.split("/")
        assert found == check_path(found).path
        assert all(part not in ("", ".", "..") and part == part.strip() for part in parts)
        assert not re.search(r"[\\:\x00-\x1f\u200b-\u200f\u202a-\u202e]", found)
        assert not {".git", ".roundtable", ".ssh"} & {part.casefold() for part in parts}
        assert not re.fullmatch(r"\.env(\..*)?|id_rsa.*|secrets\.json", parts[-1].casefold())
        assert all(len(part.encode()) <= 255 for part in parts)
        assert not re.fullmatch(r"(con|nul|com1)(\..*)?", parts[-1].casefold())


def test_the_segments_say_what_each_part_of_the_answer_became() -> None:
    text = "Hi.\n\nFILE: a.py\n```python\nx = 1\n```\n\nDELETE: b.py\nFILE: /c\n```\ny\n```\nBye."
    segments = [(s.kind, s.raw, s.index) for s in read_files(text).segments]
    assert segments == [
        ("prose", "Hi.\n\n", None),
        ("marker", "FILE: a.py\n", None),
        ("fence", "```python\n", None),
        ("content", "x = 1\n", 0),
        ("fence", "```\n", None),
        ("prose", "\n", None),
        ("marker", "DELETE: b.py\n", None),
        ("rejected", "FILE: /c\n```\ny\n```\n", 0),
        ("prose", "Bye.", None),
    ]


def test_a_block_that_stands_there_twice_is_content_of_the_same_file() -> None:
    reading = read_files(block("z.py", "z\n") + block("a.py", "x\n") * 2)
    assert [f.path for f in reading.files] == ["z.py", "a.py"]
    assert [s.index for s in reading.segments if s.kind == "content"] == [0, 1, 1]


def test_a_rejection_keeps_the_whole_text_that_it_is_about() -> None:
    text = "Hi.\n" + block("../a.py", "x = 1\n") + "Bye."
    (rejected,) = read_files(text).rejected
    assert rejected.raw == block("../a.py", "x = 1\n")


def test_an_open_block_of_an_answer_that_is_known_to_be_cut_is_half_a_file() -> None:
    text = block("a.py", "x = 1\n") + "FILE: b.py\n```python\ny = f(2)\n"
    assert [file.path for file in read_files(text).files] == ["a.py", "b.py"]
    reading = read_files(text, cut=True)
    assert [file.path for file in reading.files] == ["a.py"]
    assert "cut off" in reading.rejected[0].reason


@pytest.mark.parametrize("ending", ["", "\n"])
def test_a_document_that_announces_more_is_taken_if_its_last_line_is_whole(ending: str) -> None:
    reading = read_files(f"FILE: a.md\n```md\n# T\n\nInstall it:\n\n```{ending}")
    assert [len(reading.files), len(reading.rejected)] == ([1, 0] if ending else [0, 1])
    assert all("make sure" in warning for file in reading.files for warning in file.warnings)
    both = read_files(block("a.txt", "So:\n\n") + block("b.txt", "\nWords that follow it.\n"))
    assert [file.text for file in both.files] == ["So:\n\n", "\nWords that follow it.\n"]


def test_more_files_than_the_limit_are_rejected_one_by_one() -> None:
    reading = read_files("".join(block(f"f{n}.txt", f"{n}\n") for n in range(MOST_FILES + 7)))
    assert len(reading.files) == MOST_FILES
    assert [r.path for r in reading.rejected] == [f"f{MOST_FILES + n}.txt" for n in range(7)]
    assert all("another one" in r.reason for r in reading.rejected)


def test_a_flood_of_blocks_is_read_up_to_a_bound_and_kept_as_one_rejection() -> None:
    text = "".join(block(f"f{n}.txt", f"{n}\n") for n in range(MOST_PIECES + 100))
    reading = read_files(text)
    assert_whole(text, reading)
    assert len(reading.rejected) == MOST_PIECES - MOST_FILES + 1
    assert reading.rejected[-1].raw.startswith(f"FILE: f{MOST_PIECES}.txt")


@pytest.mark.parametrize(("character", "size"), [("x", MOST_BYTES), ("é", MOST_BYTES // 2)])
def test_a_file_up_to_the_limit_is_taken_and_a_larger_one_is_not(character: str, size: int) -> None:
    line = character * 79 + "\n"
    whole = line * (size // 80 - 1_000)
    assert read_files(block("big.txt", whole)).files[0].text == whole
    (rejected,) = read_files(block("big.txt", line * (size // 79 + 1_000))).rejected
    assert "2 MB" in rejected.reason


def test_the_agent_is_told_what_was_taken_so_that_it_does_not_send_it_again() -> None:
    good, bad = block("a.py", "x = 1\n"), block("/b.py", "y\n")
    assert describe(read_files(good)) == ""
    told = describe(read_files(good + bad))
    assert told.splitlines()[0] == "One block could not be taken:"
    assert "- /b.py: The path is absolute." in told
    assert "a.py was read" in told
    two = describe(read_files(bad + block("/c.py", "z\n")))
    assert two.startswith("2 of your blocks")
    assert "was read" not in two


def test_a_long_list_of_rejections_is_cut_and_counted() -> None:
    told = describe(read_files("".join(block(f"/{n}.py", "y\n") for n in range(80))))
    assert "and 30 more" in told
    assert len(told.splitlines()) == 52


def test_a_block_without_a_path_is_named_so() -> None:
    assert "- (no path): " in describe(read_files("FILE:\n```\nx\n```\n"))


PROGRAM = "def f(a, b):\n    # add them\n    return g(a, [b]) + 'x'\n\n\n"
SHAPES = {
    "one file after another": "FILE: {n}.py\n```python\n" + PROGRAM * 40 + "```\n\n",
    "fences that are never closed": "FILE: {n}.py\n```python\nx = 1\n",
    "documents with blocks": "FILE: {n}.md\n```md\n# T\n\n```\nx\n```\n\ny\n```\n",
    "FILE lines alone": "FILE: {n}.py\n",
    "fences alone": "```\n",
    "languages alone": "```py\n",
    "tags that are never closed": '<file path="{n}.py">\n',
    "calls of tools": "<tool_call>x</tool_call>\n",
    "talk": "Here is a sentence about file {n}.\n",
    "comments": "# rest is good: {n}\n",
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_four_times_the_text_takes_about_four_times_as_long(shape: str) -> None:
    pieces = 40_000 // len(shape)
    small = "".join(shape.replace("{n}", str(n)) for n in range(pieces))
    large = "".join(shape.replace("{n}", str(n)) for n in range(4 * pieces))
    ratio = seconds(lambda: read_files(large)) / seconds(lambda: read_files(small))
    assert ratio < 10  # quadratic behaviour would give 16


@pytest.mark.parametrize(
    "line",
    ["# rest of x\n", '"\\', "`\\", "<<<<<<< \n", "    ...\n\n", "FILE: b.md\n", "/*", "'''"],
)
def test_four_times_the_content_takes_about_four_times_as_long(line: str) -> None:
    def read(count: int) -> FileReading:
        return read_files(f"FILE: a.py\n```python\n{line * count}\n```\n")

    count = 100_000 // len(line)
    ratio = seconds(lambda: read(4 * count)) / seconds(lambda: read(count))
    assert ratio < 10
