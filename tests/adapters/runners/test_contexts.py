"""What a build may copy is what the session has, to the byte."""

import base64
import io
import tarfile

import pytest

from roundtable.adapters.runners.contexts import archive, context_of, fingerprint, folder_of
from roundtable.core.build_events import ProjectFile


def file(path: str, text: str, binary: bool = False) -> ProjectFile:
    return ProjectFile(path=path, text=text, binary=binary)


FILES = {
    f.path: f
    for f in (
        file("a.py", "print('ä')\n"),
        file("api/run.sh", "#!/bin/sh\necho\n"),
        file("apix/no.txt", "n"),
        file("api/logo.png", base64.b64encode(b"\x89PNG\0").decode(), binary=True),
    )
}


def test_a_folder_gives_its_own_files_by_their_paths_there() -> None:
    assert context_of(FILES, "api") == {
        "run.sh": b"#!/bin/sh\necho\n",
        "logo.png": b"\x89PNG\0",
    }
    assert set(context_of(FILES, "./")) == set(context_of(FILES, "")) == set(FILES)


def test_an_archive_holds_bytes_and_who_can_be_run() -> None:
    with tarfile.open(fileobj=io.BytesIO(archive(context_of(FILES, "")))) as tar:
        members = {m.name: m for m in tar.getmembers()}
        read = tar.extractfile("a.py")
        assert read is not None
        assert read.read() == "print('ä')\n".encode()
    assert set(members) == set(FILES)
    assert members["api/run.sh"].mode == 0o755
    assert members["a.py"].mode == 0o644


def test_the_same_files_give_the_same_archive_and_others_another_print() -> None:
    context = context_of(FILES, "")
    assert archive(context) == archive(dict(reversed(context.items())))
    assert fingerprint(context) == fingerprint(dict(reversed(context.items())))
    assert fingerprint({"a": b"bc"}) != fingerprint({"ab": b"c"})
    assert fingerprint({"a": b"1"}) != fingerprint({"a": b"2"})


def test_what_the_project_leaves_out_is_left_out_from_the_top_alone() -> None:
    names = (
        "a.log",
        "sub/a.log",
        "node_modules/x.js",
        "keep/b.tmp",
        "keep/c.tmp",
        "sub/node_modules/y",
    )
    ignore = "# what is made\n*.log\nnode_modules\n**/*.tmp\n!keep/c.tmp\n"
    files = {name: file(name, "x") for name in names} | {
        ".dockerignore": file(".dockerignore", ignore)
    }
    kept = set(context_of(files, ""))
    assert kept == {".dockerignore", "sub/a.log", "keep/c.tmp", "sub/node_modules/y"}
    assert set(folder_of(files, "")) == set(files), "a mount leaves nothing out"


@pytest.mark.parametrize(
    ("ignore", "kept"),
    [
        ("*.md\n!./README.md\n", {"README.md", "src/a.py", "src/b.py"}),
        ("*.md\n! README.md\n", {"README.md", "src/a.py", "src/b.py"}),
        ("./src/../src//b.py\n./*.md\n", {"src/a.py"}),
        ("/src/\n", {"README.md", "NOTES.md"}),
        (".\n/\n./\n..\n!.\n", {"README.md", "NOTES.md", "src/a.py", "src/b.py"}),
        ("*\n!src\n", {"src/a.py", "src/b.py"}),
        ("**\n!src\n", {"src/a.py", "src/b.py"}),
        ("**\n!src\nsrc/b.py\n", {"src/a.py"}),
        ("**/*\n!src/\n", {"src/a.py", "src/b.py"}),
        ("src\n!src/a.py\n", {"README.md", "NOTES.md", "src/a.py"}),
        ("src/b.py\n!src\n", {"README.md", "NOTES.md", "src/a.py"}),
        ("src/b.py\n!src/*\n", {"README.md", "NOTES.md", "src/a.py", "src/b.py"}),
        ("*\n!./src/a.py\n", {"src/a.py"}),
        ("\ufeff*.md\n", {"src/a.py", "src/b.py"}),
    ],
)
def test_a_pattern_is_cleaned_as_an_engine_cleans_it(ignore: str, kept: set[str]) -> None:
    names = ("README.md", "NOTES.md", "src/a.py", "src/b.py")
    files = {name: file(name, "x") for name in names}
    found = context_of({**files, ".dockerignore": file(".dockerignore", ignore)}, "")
    assert set(found) - {".dockerignore"} == kept
