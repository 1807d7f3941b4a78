"""Only paths that stay inside the project, on every system, may be used."""

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.file_paths import (
    COMPOSED,
    MOST_PARTS,
    MOST_PATH_CHARACTERS,
    SHORTENED,
    SLASHES,
    CheckedPath,
    check_path,
    folded,
)


@pytest.mark.parametrize(
    "path",
    [
        *("a.py", "src/app.py", "docs/User Guide.md", "app/(auth)/[id]/page.tsx", "a/@b/+c.ts"),
        *("routes/$id.tsx", ".github/workflows/ci.yml", ".gitignore", ".env.example", "don't.md"),
        *("docs/使い方.md", "console.py", "src/com10.py", "id_rsa.pub", "secretary.py", "a..b.py"),
        *("x" * 255, "/".join("a" * MOST_PARTS), "src/path.py", "keys.py", "[...slug].ts"),
    ],
)
def test_an_ordinary_path_is_used_as_it_is(path: str) -> None:
    assert check_path(path) == CheckedPath(path)


@pytest.mark.parametrize(
    ("written", "path", "warnings"),
    [
        ("src\\app.py", "src/app.py", (SLASHES,)),
        ("./src//a/./b.py", "src/a/b.py", (SHORTENED,)),
        (".\\a.py", "a.py", (SLASHES, SHORTENED)),
        ("cafe\u0301.md", "caf\xe9.md", (COMPOSED,)),
    ],
)
def test_an_odd_spelling_is_mended_with_a_warning(
    written: str, path: str, warnings: tuple[str, ...]
) -> None:
    assert check_path(written) == CheckedPath(path, warnings)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        *((p, "absolute") for p in ("/etc/x", "\\x", "\\\\server\\x", "C:\\x", "c:x", "//x")),
        *((p, "'..'") for p in ("..", "../x", "a/../../x", "a\\..\\x", "a/..")),
        *((p, "home folder") for p in ("~", "~/x", "~root/x")),
        *((p, "address") for p in ("https://x/y", "file:///x", "FTP://x", "data:x")),
        *((p, "names no path") for p in ("", "  ")),
        *((p, "folder") for p in ("src/", "a\\", "./")),
        *(
            (p, "invisible")
            for p in ("a\0", "a\nb", "a\tb", "a\u200b", "\u202ea", "a\xa0b", "\ud800")
        ),
        *((p, "look-alike") for p in ("\uff0e\uff0e/x", "\ufb01le.py", "a\uff0fb", "com\xb9")),
        *(
            (p, "shell")
            for p in ("a;b", "a|b", "a&b", "$(x)", "${x}", "$HOME/x", "a*", "a?", "x`y")
        ),
        *((p, "shell") for p in ("%TEMP%/x", "'a.py", "a<b", "$x", "ab:c/d", "x!")),
        *((p, "dash") for p in ("-rf", "--x.py")),
        *((p, "dot") for p in ("a.", "src./x", "...", " a", "a /b")),
        *((p, "device") for p in ("con", "NUL.txt", "a/Aux.py", "com1", "LPT9.log")),
        *((p, "git") for p in (".git", ".git/config", "a/.GIT/b", ".roundtable/x", "GIT~1/x")),
        *((p, "secrets") for p in (".env", ".ENV.local", "prod.env", "id_rsa", "a.pem", "x.key")),
        *(
            (p, "secrets")
            for p in (".ssh/config", "credentials.json", ".env~", "..env.swp", ".npmrc")
        ),
        *((p, "example") for p in ("path/to/x.py", "path/of/file.py", "<path>", "your_file.py")),
        *((p, "255 bytes") for p in ("x" * 256, "é" * 128, "a/" + "x" * 300)),
        *((p, "too long") for p in ("/".join("a" * 31), "abc/" * 29 + "x" * 400, ".")),
    ],
)
def test_a_path_that_may_not_be_used_gives_a_reason(path: str, words: str) -> None:
    checked = check_path(path)
    assert words in checked.reason
    assert checked.path == path


parts = st.sampled_from(
    [*"aB.~:/\\ -$%*", "..", ".git", ".env", "con", "\u200b", "\uff0e", "e\u0301", "\xe9", "\0"]
)


@given(st.lists(parts, max_size=12).map("".join) | st.text(st.characters(codec=None), max_size=40))
def test_what_passes_is_relative_normal_and_passes_again(text: str) -> None:
    checked = check_path(text)
    if checked.reason:
        return
    path = checked.path
    assert check_path(path) == CheckedPath(path)
    assert posixpath.normpath(path) == path
    assert not posixpath.isabs(path)
    assert ".." not in path.split("/")
    assert len(path) <= MOST_PATH_CHARACTERS
    assert path.encode("utf-8").decode("utf-8") == path


def test_paths_that_some_system_takes_for_the_same_fold_to_the_same() -> None:
    assert folded("SRC/Caf\xe9.py") == folded("src/cafe\u0301.PY")
    assert folded("a.py") != folded("b.py")
