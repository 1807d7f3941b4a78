"""Whose the lines of a project are: all files at once, with the developer's hand among them."""

import random

import pytest

from roundtable.core import events as e
from roundtable.core.provenance import DEVELOPER
from roundtable.core.state import SessionState, fold
from roundtable.core.units import UnitSource
from roundtable.merge.units import split_text
from roundtable.testing.builders import build_start
from roundtable.testing.store_suite import stamped
from roundtable.views.authorship import CAME_ALONG, STOOD, Authored, authors, authors_of

CART = "import math\n\n\nclass Cart:\n    def total(self):\n        return math.pi\n"
SHOP = "def sell():\n    return 1\n"


def file(path: str, text: str, binary: bool = False) -> e.ProjectFile:
    return e.ProjectFile(path=path, text=text, binary=binary)


def source(path: str, unit: str, seat: str) -> UnitSource:
    return UnitSource(path=path, unit=unit, source=seat, why=f"{seat} is clearer")


def after(*events: e.Event, given: tuple[e.ProjectFile, ...] = ()) -> SessionState:
    stood = (e.FilesGiven(origin="x", files=given),) if given else ()
    return fold(stamped("s", 1, build_start("development"), *stood, *events))


def round_of(*files: e.ProjectFile, provenance: tuple[UnitSource, ...] = ()) -> tuple[e.Event, ...]:
    return (
        e.RoundStart(round="development", attempt=2, seed=7),
        e.SynthesisEnd(
            round="development", attempt=2, shipped="merge", base="Gawain", files=files,
            provenance=provenance,
        ),
    )  # fmt: skip


def test_all_text_files_are_told_by_path_and_line() -> None:
    made = round_of(
        file("shop.py", SHOP),
        file("cart.py", CART),
        provenance=(source("cart.py", "Cart.total", "Lancelot"), source("shop.py", "*", "Gawain")),
    )
    state = after(*made, given=(file("cart.py", CART.replace("pi", "e")), file("x", "AA==", True)))
    why = "Lancelot is clearer"
    assert authors(state) == [
        Authored("cart.py", 1, 1, "imports", "", why=STOOD),
        Authored("cart.py", 4, 6, "Cart", "", why=STOOD),
        Authored("cart.py", 5, 6, "Cart.total", "Lancelot", "development", 2, why),
        Authored("shop.py", 1, 2, "sell", "Gawain", "development", 2, "Gawain is clearer"),
    ]


def test_one_file_is_told_as_it_is_among_all() -> None:
    made = round_of(
        file("shop.py", SHOP),
        file("a.conf", "x\ny\n"),
        provenance=(source("shop.py", "*", "Gawain"),),
    )
    state = after(*made, given=(file("cart.py", CART),))
    every = authors(state)
    for path in ("shop.py", "a.conf"):
        assert authors_of(state, path) == [row for row in every if row.path == path]
    assert {row.why for row in every if row.path == "a.conf"} == {CAME_ALONG}


def test_a_file_that_nobody_touched_is_one_row_among_all() -> None:
    state = after(*round_of(file("shop.py", SHOP)), given=(file("cart.py", CART),))
    rows = [row for row in authors(state) if row.path == "cart.py"]
    assert rows == [Authored("cart.py", 1, 6, "*", "", why=STOOD)]
    alone = authors_of(state, "cart.py")
    assert [row.unit for row in alone] == ["imports", "Cart", "Cart.total"]
    assert {row.why for row in alone} == {STOOD}


def test_what_stood_is_told_from_what_came_along_in_a_file_that_was_touched() -> None:
    more = CART + "\n\ndef more():\n    return 1\n"
    made = round_of(file("cart.py", more), provenance=(source("cart.py", "Cart.total", "Gawain"),))
    state = after(*made, given=(file("cart.py", CART),))
    assert {row.unit: row.why for row in authors(state)} == {
        "imports": STOOD,
        "Cart": STOOD,
        "Cart.total": "Gawain is clearer",
        "more": CAME_ALONG,
    }


def test_a_file_that_the_developer_wrote_anew_is_the_developers() -> None:
    edited = e.FilesEdited(round="development", attempt=2, files=(file("shop.py", "X = 1\n"),))
    state = after(*round_of(file("shop.py", SHOP)), edited)
    (row,) = authors(state)
    assert (row.seat, row.round, row.attempt) == (DEVELOPER, "development", 2)
    assert "developer" in row.why


def test_an_edit_takes_only_the_units_it_touches() -> None:
    made = round_of(
        file("cart.py", CART),
        provenance=(source("cart.py", "*", "Gawain"), source("cart.py", "Cart.total", "Lancelot")),
    )
    assert [row.seat for row in authors(after(*made))] == ["Gawain", "Gawain", "Lancelot"]
    own = f"{CART.replace('pi', 'tau')}\n\ndef more():\n    return 1\n"
    edited = e.FilesEdited(round="development", attempt=2, files=(file("cart.py", own),))
    assert {row.unit: row.seat for row in authors(after(*made, edited))} == {
        "imports": "Gawain",
        "Cart": "Gawain",
        "Cart.total": DEVELOPER,
        "more": DEVELOPER,
    }


def test_a_session_without_files_has_no_authors() -> None:
    assert authors(after()) == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_the_lines_of_a_unit_are_those_on_which_it_stands(ending: str) -> None:
    chance = random.Random(7)
    text = ""
    for number in range(60):
        text += "\n" * chance.randrange(3) + f"def f{number}():\n"
        text += "    x = 'ü'\n" * chance.randrange(1, 4)
    text = text.replace("\n", ending) if ending == "\r\n" else text.rstrip("\n") + ending
    state = after(*round_of(file("a.py", text)))
    lines = text.encode().split(b"\n")
    parts = split_text("a.py", text)
    rows = authors_of(state, "a.py")
    assert len(rows) == len(parts.units) == 60
    for row, unit in zip(rows, parts.units, strict=True):
        stands = b"\n".join(lines[row.start - 1 : row.end])
        assert stands.rstrip(b"\r") == parts.source[unit.start : unit.end].rstrip(b"\r")
