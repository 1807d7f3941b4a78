"""A text that is not the file is told by its signs, with what to send in its place."""

import pytest

from roundtable.core.parsing.file_signs import MOST_BYTES, sign

DIFF = "--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n-x = 1\n+x = 2\n y = 3\n"
CONFLICT = "a\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n"


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("a.py", DIFF, "not a diff"),
        ("a.py", "import os\n" + DIFF, "not a diff"),
        ("README.md", DIFF, "not a diff"),
        ("a.py", "+x = 1\n+y = 2\n", "not a diff"),
        ("a.py", "*** Begin Patch\n-x\n+y\n", "not a diff"),
        ("a.py", CONFLICT, "conflict"),
        ("README.md", CONFLICT, "conflict"),
        ("a.py", "x\n------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n", "conflict"),
        ("a.py", "1 | x\n2 | y\n3 | z\n", "Line numbers"),
        ("a.py", "7\tx\n8\n9\ty\n", "Line numbers"),
        ("a.py", "1: x\n\n3: y\n4: z\n", "Line numbers"),
        ("a.py", "if a &lt; b:\n    pass\n", "HTML"),
        ("a.js", "f(&quot;a&quot;)\n", "HTML"),
        ("a.html", "&lt;p&gt;x&lt;/p&gt;\n", "HTML"),
        ("a.py", "import a\\nimport b\\nx = 1\n", "one line"),
        ("a.md", "# T\\n\\nWords.\\n\n", "one line"),
        ("a.py", "", "DELETE: a.py"),
        ("a.py", " \n\n", "empty"),
        ("a.py", "I cannot do this.\n", "words in place"),
        ("README.md", "I'm sorry, but I can't help.\n", "words in place"),
        ("a.py", "This file holds the main loop of it.\n", "words in place"),
        ("a.yaml", "Unfortunately this is not possible.\n", "words in place"),
        ("a.txt", "[full file content here]\n", "words in place"),
        ("a.py", "# ... rest of file\n", "left out"),
        ("logo.png", "words\n", "binary"),
        ("a.svg", "data:image/png;base64,AAAA\n", "binary"),
        ("a.py", "x\0\n", "binary"),
        ("a.py", "x = '\ud800'\n", "half a character"),
        ("a.txt", "x" * (MOST_BYTES + 1), "2 MB"),
    ],
)
def test_a_text_that_is_not_the_file_gives_a_reason(path: str, text: str, words: str) -> None:
    assert words in sign(path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("fix.patch", DIFF),
        ("docs/a.md", f"# T\n\n```diff\n{DIFF}```\n"),
        ("docs/a.md", f"# T\n\n```\n{CONFLICT}```\n"),
        ("test_a.py", f'T = """\n{CONFLICT}"""\n'),
        ("test_a.py", f'T = """\n{DIFF}"""\n'),
        ("a.md", "Title\n=======\n\n- a\n+ b\n"),
        ("a.yaml", "- a\n- b\n"),
        ("a.yaml", "1: a\n2: b\n3: c\n"),
        ("a.csv", "1 a\n2 b\n3 c\n"),
        ("a.py", "1 | 2\n"),
        ("a.sql", "10 PRINT\n20 GOTO\n30 END\n"),
        ("a.py", 'T = {"<": "&lt;"}\n'),
        ("a.py", "assert '&lt;b' in page\n"),
        ("a.html", "<p>&lt;b&gt;</p>\n"),
        ("a.py", 'print("a\\nb\\nc")\n'),
        ("a.json", '"a\\nb\\nc"\n'),
        ("a.md", "Write \\n and \\n.\n"),
        ("__init__.py", ""),
        ("README.md", "# Help\n\nSorry, we are closed.\n"),
        ("a.py", "raise SystemExit\n"),
        ("a.txt", "content\n"),
        ("a.txt", "x" * MOST_BYTES),
        ("key.pub", "A" * 400 + "\n"),
    ],
)
def test_a_text_that_can_be_the_file_gives_none(path: str, text: str) -> None:
    assert sign(path, text) == ""


def test_the_language_of_the_fence_may_say_that_it_is_a_diff() -> None:
    assert "not a diff" in sign("a.py", "x = 1\n", "diff")
    assert sign("a.py", "x = 1\n", "python") == ""


def test_a_sign_that_the_projects_own_file_shows_is_no_sign() -> None:
    assert sign("a.py", CONFLICT, known=CONFLICT) == ""
    assert sign("a.py", CONFLICT + "z = 1\n", known=CONFLICT) == ""
    assert sign("a.txt", "", known="\n") == ""
    assert sign("a.py", "x\n" + DIFF, known=DIFF) == ""


def test_a_blob_is_told_from_words() -> None:
    blob = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhf\n" * 5
    assert "binary" in sign("model.weights", blob)
    assert sign("model.weights", "weights are " + blob) == ""
    assert sign("zeros.weights", "A" * 400) == ""
