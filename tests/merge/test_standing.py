"""A repository before a change and after it: what is read, and what may be there unseen."""

import pytest

from roundtable.merge import standing as module
from roundtable.merge.standing import Shelf, Standing, captured, upward


def standing(texts: dict[str, str]) -> Standing:
    return Standing(frozenset(texts), texts, Shelf(lambda _: None))


def test_a_file_is_read_once_and_only_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 2)
    asked: list[str] = []

    def read(path: str) -> str:
        asked.append(path)
        return path

    shelf = Shelf(read)
    assert [shelf.text(path) for path in ("a", "a", "b", "c", "b")] == ["a", "a", "b", None, "b"]
    assert asked == ["a", "b"]
    assert shelf.full


def test_characters_are_bounded_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CHARACTERS", 10)
    shelf = Shelf(lambda _: "x" * 6)
    assert [shelf.text(path) for path in "abc"] == ["x" * 6, "x" * 6, None]


def test_what_the_change_touches_is_not_read_from_the_repository() -> None:
    shelf = Shelf(lambda _: "from the disk")
    here = Standing(frozenset({"a", "b"}), {"a": "from the change"}, shelf)
    assert [here.text(path) for path in "abc"] == ["from the change", "from the disk", None]


def test_folders_hold_files_and_folders() -> None:
    here = standing(dict.fromkeys(("a/b/c.py", "a/d.py", "e.py"), ""))
    assert dict(here.folders) == {"": {"a", "e.py"}, "a": {"b", "d.py"}, "a/b": {"c.py"}}
    assert here.named("c.py", "e.py") == ["a/b/c.py", "e.py"]


def test_a_file_that_cannot_be_parsed_has_no_tree() -> None:
    here = standing({"a.py": "x = 1", "b.py": "(", "c.txt": "x"})
    assert here.tree("a.py") is not None
    assert [here.tree(path) for path in ("b.py", "c.txt", "gone.py")] == [None, None, None]


@pytest.mark.parametrize("path", ["a.ts", "a.tsx", "a.js", "a.java", "a.go", "a.rs", "a.py"])
def test_every_grammar_can_be_queried(path: str) -> None:
    text = "# words\n" if path == "a.py" else "// words\n"
    assert len(captured(standing({path: text}).tree(path), "(_) @any")) > 1
    assert captured(None, "(_) @any") == []


@pytest.mark.parametrize(
    ("path", "ignored"),
    [
        ("src/_version.py", True),
        ("src/other.py", False),
        ("src/made/deep/x.ts", True),
        ("lib/made/x.ts", True),
        ("core/x.py", False),
        ("cache/anything", True),
        ("x.generated.ts", True),
        ("dist/x.js", True),
        ("present/dist/new.js", False),
        ("credentials.json", True),
    ],
)
def test_what_builds_make_and_what_is_hidden_may_be_there(path: str, ignored: bool) -> None:
    texts = {
        ".gitignore": "# words\n_version.py\n/src/made/\n**/made\n*.generated.ts\ncore\n!kept\n",
        "cache/.gitignore": "*\n",
        "core/a.py": "",
        "src/a.py": "",
        "present/dist/old.js": "",
    }
    assert standing(texts).ignores(path) is ignored


def test_folders_upward_end_at_the_root() -> None:
    assert list(upward("a/b/c.py")) == ["a/b", "a", ""]
    assert list(upward("c.py")) == [""]
