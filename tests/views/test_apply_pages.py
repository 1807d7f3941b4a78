"""decisions.md of an apply."""

from pathlib import Path

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.state import SessionState, fold
from roundtable.testing.applies import apply_start, fill, given
from roundtable.testing.builders import session_start
from roundtable.testing.rehearsal import play
from roundtable.views.apply_pages import apply_page_lines


def applied(root: Path, text: str) -> list[e.Event]:
    desk = fill(root, {"a.md": "one\n"})
    return play(
        apply_start("a.md", decision="Write two.", table=("Gawain (scripted rehearsal)",)),
        lambda _: given({"a.md": text}),
        lambda _: Choose("approve"),
        deed=desk.perform,
    )


def test_it_holds_the_decision_who_made_it_and_the_diff(tmp_path: Path) -> None:
    page = "\n".join(apply_page_lines(fold(applied(tmp_path, "two\n"))))
    assert page.startswith("Write two.")
    assert "- By: Gawain (scripted rehearsal)" in page
    assert "- Written: 1 file\n  - a.md (changed)" in page
    assert "```diff\n@@ -1 +1 @@\n-one\n+two\n```" in page


def test_that_it_was_undone_is_said(tmp_path: Path) -> None:
    undone = e.ChangesUndone(files=())
    page = "\n".join(apply_page_lines(fold([*applied(tmp_path, "two\n"), undone])))
    assert "- Undone: 0 files" in page


def test_a_diff_cannot_close_its_fence_nor_hide_a_character(tmp_path: Path) -> None:
    log = applied(tmp_path, "x\u202ey\n")
    page = "\n".join(apply_page_lines(fold(log)))
    assert "x⟨U+202E⟩y" in page
    desk = fill(tmp_path, {"b.md": "one\n"})
    fenced = play(
        apply_start("b.md"),
        lambda _: "FILE: b.md\n````\n```\nout\n```\n````\n",
        deed=desk.perform,
    )
    assert "\n````diff\n" in "\n".join(apply_page_lines(fold(fenced)))


def test_other_sessions_have_none_of_it() -> None:
    assert apply_page_lines(fold([session_start()], SessionState())) == []
