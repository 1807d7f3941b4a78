"""The files of the result: whose lines they are, what changed, and what is not shown."""

import pytest

from roundtable.core import events as e
from roundtable.core.provenance import DEVELOPER, EDITED, Origin
from roundtable.core.state import SessionState, fold
from roundtable.core.units import UnitSource
from roundtable.testing.builders import build_start
from roundtable.views.report.files import MOST_BYTES, MOST_UNTOUCHED, ResultFile, result_of
from tests.views.report import sessions
from tests.views.report.sessions import CODE, OLD, numbered


def source(path: str, unit: str, seat: str, why: str = "base") -> UnitSource:
    return UnitSource(path=path, unit=unit, source=seat, why=why)


def state(
    files: dict[str, str],
    *provenance: UnitSource,
    given: dict[str, str] | None = None,
    deleted: tuple[str, ...] = (),
) -> SessionState:
    def made(found: dict[str, str]) -> tuple[e.ProjectFile, ...]:
        return tuple(e.ProjectFile(path=path, text=text) for path, text in found.items())

    return fold(
        numbered(
            build_start("development"),
            e.FilesGiven(origin="here", files=made(given or {})),
            e.RoundStart(round="development", attempt=1, seed=1),
            e.SynthesisEnd(
                round="development",
                attempt=1,
                shipped="merge",
                base="Gawain",
                files=made(files),
                deleted=deleted,
                provenance=provenance,
            ),
        )
    )


def only(files: dict[str, str], *provenance: UnitSource) -> ResultFile:
    (found,) = result_of(state(files, *provenance)).made
    return found


def test_neighbours_from_the_same_hands_are_one_piece() -> None:
    found = only(
        {"cart.py": CODE["Gawain"]},
        source("cart.py", "total", "Gawain"),
        source("cart.py", "discount", "Gawain"),
    )
    (piece,) = found.pieces
    assert (piece.first, piece.last, piece.units) == (1, 6, ("total", "discount"))
    assert piece.text == CODE["Gawain"]
    assert piece.numbers == "1\n2\n3\n4\n5\n6"


def test_each_unit_stands_beside_its_seat() -> None:
    found = only(
        {"cart.py": CODE["Gawain"]},
        source("cart.py", "*", "Gawain"),
        source("cart.py", "discount", "Lancelot", "whole cents"),
    )
    assert [(p.first, p.last, p.origins) for p in found.pieces] == [
        (1, 4, (Origin("Gawain", "development", 1, "base"),)),
        (5, 6, (Origin("Lancelot", "development", 1, "whole cents"),)),
    ]
    assert found.seats == ("Gawain", "Lancelot")


def test_all_whose_lines_were_carried_into_a_unit_are_named() -> None:
    found = only(
        {"cart.py": f"import os\nimport re\n\n\n{CODE['Gawain']}"},
        source("cart.py", "*", "Gawain"),
        source("cart.py", "imports", "Gawain"),
        source("cart.py", "imports", "Percival", "carried: needed by total"),
    )
    assert [origin.seat for origin in found.pieces[0].origins] == ["Gawain", "Percival"]


def test_what_the_developer_edited_stands_beside_his_mark_alone() -> None:
    before = state({"a.txt": "one\n"}, source("a.txt", "*", "Gawain"))
    edit = e.FilesEdited(
        round="development", attempt=1, files=(e.ProjectFile(path="a.txt", text="two\n"),)
    )
    (found,) = result_of(fold([edit], before)).made
    assert [piece.origins for piece in found.pieces] == [
        (Origin(DEVELOPER, "development", 1, EDITED),)
    ]
    assert found.seats == (DEVELOPER,)


@pytest.mark.parametrize("path", ["cart.py", "cart.go", "notes.txt", "empty.py", "broken.py"])
@pytest.mark.parametrize("seat", ["Gawain", ""])
def test_the_pieces_of_a_file_are_the_file(path: str, seat: str) -> None:
    text = {
        "cart.py": f"# head\n\n{CODE['Gawain']}\n\nprint(total([1]))",
        "cart.go": "package cart\n\nfunc total() int {\n\treturn 1\n}\n",
        "notes.txt": "one\n\ntwo",
        "empty.py": "",
        "broken.py": "def (:\n  x = \n",
    }[path]
    found = only({path: text}, *([source(path, "*", seat)] if seat else []))
    assert "".join(piece.text for piece in found.pieces) == text
    counted = [n for piece in found.pieces for n in range(piece.first, piece.last + 1)]
    assert counted == list(range(1, found.lines + 1))


def test_starting_files_are_changed_untouched_or_deleted() -> None:
    given = {"cart.py": OLD, "notes.txt": "Keep me.\n", "old.py": "x = 1\n"}
    found = result_of(state({"cart.py": CODE["Gawain"]}, given=given, deleted=("old.py",)))
    assert [(f.path, f.standing) for f in found.made] == [("cart.py", "changed")]
    assert [(f.path, f.standing) for f in found.untouched] == [("notes.txt", "untouched")]
    assert found.deleted == ("old.py",)
    changes = [run.text for run in found.made[0].diff if run.kind == "removed"]
    assert changes == ["-    return len(items)", "-def greet():\n-    return 'hello'"]
    assert found.untouched[0].diff == ()


def test_a_played_build_knows_its_authors() -> None:
    found = result_of(fold(sessions.built()))
    assert [(f.path, f.standing) for f in found.made] == [("cart.py", "changed")]
    assert [piece.units for piece in found.made[0].pieces] == [("total",), ("discount",)]
    assert "rewritten" in found.made[0].pieces[1].origins[0].why


def test_a_large_file_is_cut_at_a_line_and_says_so() -> None:
    text = "".join(f"line {n}\n" for n in range(30_000))
    found = only({"big.txt": text})
    shown = "".join(piece.text for piece in found.pieces)
    assert text.startswith(shown)
    assert shown.endswith("\n")
    assert MOST_BYTES - 20 < len(shown) <= MOST_BYTES
    assert found.note == (
        f"Cut here: {len(shown):,} of {len(text):,} bytes are shown. "
        "The whole file is in the session."
    )
    assert found.pieces[-1].last == shown.count("\n")


def test_a_large_file_of_one_line_is_cut_within_it() -> None:
    found = only({"big.txt": "ä" * 150_000})
    assert found.pieces[0].text == "ä" * 100_000
    assert "200,000 of 300,000 bytes" in found.note


def test_a_file_as_large_as_allowed_is_whole() -> None:
    found = only({"big.txt": "x" * MOST_BYTES})
    assert (len(found.pieces[0].text), found.note) == (MOST_BYTES, "")


def test_a_binary_file_is_named_and_not_shown() -> None:
    log = numbered(
        build_start("development"),
        e.FilesGiven(origin="here", files=(e.ProjectFile(path="a.png", text="AAAA", binary=True),)),
    )
    (found,) = result_of(fold(log)).untouched
    assert (found.size, found.pieces, found.note) == (3, (), "A binary file; it is not shown.")


def test_untouched_files_are_shown_up_to_a_bound_and_named_beyond() -> None:
    half = "x" * 150_000
    given = {f"{n}.txt": half for n in range(9)}
    found = result_of(state({}, given=given)).untouched
    assert len(found) == 9
    shown = [f for f in found if f.pieces]
    assert sum(len(f.pieces[0].text) for f in shown) <= MOST_UNTOUCHED
    assert len(shown) == 6
    assert all("not repeated here" in f.note for f in found if not f.pieces)
