"""Lines that stand for something left out are found, and ordinary lines are left alone."""

import pytest

from roundtable.core.parsing.file_kinds import Kind
from roundtable.core.parsing.file_omissions import omission, without_fenced

PYTHON_LEFT_OUT = [
    *("# ... rest of file", "# rest of the code unchanged", "# ... existing code ...", "# ..."),
    *("# (unchanged)", "# same as before", "def f(self): ...  # unchanged", "# --- snip ---"),
    *("pass  # rest of the implementation", "[remaining code here]", "... rest of the code ..."),
    *("x = 1  # ... existing items", "# keep the rest as is", "# code omitted for brevity"),
    *("# everything else stays the same", "# implementation goes here", "# …", "# no changes here"),
    *("# Rest der Datei unverändert", "# ... weitere Methoden", "# der Rest bleibt gleich"),
    *("# le reste du fichier inchangé", "# code existant", "# el resto del código sin cambios"),
    *("# código existente aquí", "# il resto del codice invariato", "# rest van het bestand"),
    *("# 其余代码不变", "# 省略", "# 现有代码", "# 残りのコードは省略", "# 中略", "# 기존 코드"),
    *("# остальной код без изменений", "def f():\n    x = 1\n    ...\n    y = 2", "x = 1\n..."),
]
CURLY_LEFT_OUT = [
    *("// rest unchanged", "/* existing code */", "// ...", "function f() { ... }", "..."),
    *("{/* ... existing JSX ... */}", "// … unchanged", "function f() { /* unchanged */ }"),
    *("} // ... rest of class", "f() { // same as before\n}", " * rest of the class", "{ … }"),
]
PYTHON_OWN = [
    *("def f(self) -> int: ...", "x: tuple[int, ...] = ()", "a[..., 0]", "f(\n    ...,\n)"),
    *("class P:\n    def f(self):\n        ...", "def f():\n    '''Doc.'''\n    ...", "# REST API"),
    *("@overload\ndef f():\n    # stub\n    ...", "# the rest of the file handles errors"),
    *("# unchanged values are skipped", "# existing code paths use this", "# Other imports"),
    *("T = '''\n# ... rest of file\n'''", "# wait for the rest...", "# everything else", "# 其他"),
    *("    >>> for x in y:\n    ...     f(x)\n    ...\n", "if unchanged:\n    pass  # fine"),
    *("# ..........", "# Same logic as above", "# ... and with other operators", "# more tests"),
    *("# keep existing handlers", "x = '# ... rest of file'", "# see above", "# Remaining balance"),
    "# A long sentence that began on the line above and now takes the\n# rest of the code.",
    "# A C comment is written /* ... */ and ends there",
]
CURLY_OWN = [
    *("const a = [...b, ...c];", "f(...args)", "// other methods", "const s = '{ ... }';"),
    *(
        "/* Existing users keep it */",
        "/** @example\n * ...\n */",
        "`\n// ... existing code ...\n`",
    ),
    *("catch (...) {}", "// Rest parameters", "* { margin: 0 }", "const { id, ...rest } = user;"),
]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("python", text) for text in PYTHON_LEFT_OUT),
        *(("curly", text) for text in CURLY_LEFT_OUT),
        ("markup", "<!-- rest of the page unchanged -->"),
        ("hash", "-- rest of the schema"),
        ("yaml", "# ... rest of the config"),
        ("document", "[rest of the document unchanged]"),
        ("document", "*(rest of the document unchanged)*"),
        ("document", "# T\n\n..."),
        ("other", "# rest of the file unchanged"),
    ],
)
def test_a_line_that_stands_for_something_left_out_is_found(kind: Kind, text: str) -> None:
    assert omission(f"a\n{text}\n", kind) in [line.strip() for line in text.split("\n")]
    assert omission(text, kind)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("python", text) for text in PYTHON_OWN),
        *(("curly", text) for text in CURLY_OWN),
        ("yaml", "a: 1\n...\n"),
        ("document", "# existing code\n\n- unchanged\n* existing code\n"),
        ("document", "```python\n# ... rest of file\n```\n"),
        ("document", "It goes on...\n\n...\n\nand ends."),
        ("hash", "cmd \\\n  --unchanged \\\n  --x"),
        ("markup", "<p>...</p>"),
        ("data", "# rest of the file unchanged"),
        ("patch", "# rest of the file unchanged"),
    ],
)
def test_an_ordinary_line_is_left_alone(kind: Kind, text: str) -> None:
    assert omission(f"{text}\n", kind) == ""


def test_a_line_that_the_project_has_already_is_the_files_own() -> None:
    text = "# existing code\nx = 2\n"
    assert omission(text, "python") == "# existing code"
    assert omission(text, "python", "  # existing code\nx = 1\n") == ""
    assert omission(text + "# rest unchanged\n", "python", text) == "# rest unchanged"


def test_the_blocks_of_a_document_are_blanked_and_positions_stay() -> None:
    text = "a\n```py\n# ...\n~~~\n```\nb\n~~~\nc\n"
    blanked = without_fenced(text)
    assert len(blanked) == len(text)
    assert [line.strip() for line in blanked.split("\n")] == ["a", "", "", "", "", "b", "", "", ""]
    assert without_fenced("no blocks") == "no blocks"
