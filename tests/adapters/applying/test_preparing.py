"""A change set from what was written: nothing is lost, and what speaks against it is told."""

import pytest

from roundtable.adapters.applying.preparing import prepare
from roundtable.core.applying import Overlay
from roundtable.core.changes import sha256
from roundtable.core.errands import Errand
from roundtable.core.events import ChangesProposed, ProjectFile
from roundtable.core.steps import PrepareChanges

CART = """\
class Cart:
    def total(self):
        return 1

    def label(self):
        return 2
"""


def prepared(
    bases: dict[str, str | None],
    *overlays: Overlay,
    decision: str = "Do it.",
    files: tuple[str, ...] | None = None,
    only: frozenset[str] | None = None,
    refused: dict[str, str] | None = None,
) -> ChangesProposed:
    taken = {
        path: None if text is None else ProjectFile(path=path, text=text)
        for path, text in bases.items()
    }
    named = tuple(bases) if files is None else files
    deed = PrepareChanges(
        number=1,
        iteration=max(overlay.iteration for overlay in overlays),
        errand=Errand(session="s", decision=decision, files=named),
        bases=taken,
        refused=refused or {},
        overlays=overlays,
        only=only,
    )
    return prepare(deed, frozenset(p for p, t in bases.items() if t is not None), lambda _: None)


def test_a_change_is_bound_to_the_bytes_it_was_made_from() -> None:
    (item,) = prepared({"a.md": "old\n"}, Overlay(1, {"a.md": "new\n"})).changes
    assert item.change.before == sha256(b"old\n")
    assert item.change.text == "new\n"
    (new,) = prepared({"b.md": None}, Overlay(1, {"b.md": "new\n"})).changes
    assert new.change.before == ""


def test_what_changes_nothing_is_no_change() -> None:
    assert prepared({"a.md": "old\n"}, Overlay(1, {"a.md": "old\n"})).changes == ()


def test_the_last_word_on_a_file_counts() -> None:
    said = (Overlay(1, {"a.md": "one\n"}), Overlay(1, {"a.md": "mine\n"}, by_king=True))
    (item,) = prepared({"a.md": "old\n"}, *said).changes
    assert item.change.text == "mine\n"
    (item,) = prepared({"a.md": "old\n"}, *said, Overlay(2, {}, ("a.md",))).changes
    assert item.change.text is None


def test_line_ends_and_the_mark_at_the_beginning_stay_as_they_were() -> None:
    (item,) = prepared({"a.md": "a\r\nb\r\n"}, Overlay(1, {"a.md": "a\nc\n"})).changes
    assert item.change.text == "a\r\nc\r\n"
    (item,) = prepared({"a.md": "\ufeffa\n"}, Overlay(1, {"a.md": "b\n"})).changes
    assert item.change.text == "\ufeffb\n"
    (item,) = prepared({"a.md": "a\r\nb\n"}, Overlay(1, {"a.md": "a\nc\n"})).changes
    assert item.change.text == "a\nc\n", "mixed ends are nobody's manner"


def test_one_unit_leaves_the_rest_of_the_file_alone() -> None:
    unit = "def total(self):\n    return 3\n"
    (item,) = prepared({"cart.py": CART}, Overlay(1, {"cart.py#Cart.total": unit})).changes
    assert item.change.text == CART.replace("return 1", "return 3")
    assert item.units == ("changed Cart.total",)
    assert not item.objections


def test_a_unit_that_finds_no_place_is_told_and_forgotten_once_mended() -> None:
    bad = Overlay(1, {"cart.py#Cart.nothing": "x = 1\n"})
    told = prepared({"cart.py": CART}, bad)
    assert told.changes == ()
    assert "Cart.nothing could not be put into it" in told.rejected[0].reason
    mended = prepared({"cart.py": CART}, bad, Overlay(2, {"cart.py": CART + "\n\nX = 1\n"}))
    assert mended.rejected == ()


def test_a_file_that_no_longer_parses_is_objected_to_unless_it_never_did() -> None:
    (item,) = prepared({"a.py": "x = 1\n"}, Overlay(1, {"a.py": "x = (\n"})).changes
    assert [o.concern for o in item.objections] == ["parse"]
    (item,) = prepared({"a.py": "x = (\n"}, Overlay(1, {"a.py": "x = [\n"})).changes
    assert not [o for o in item.objections if o.concern == "parse"]


def test_a_definition_that_is_gone_is_objected_to_unless_the_decision_names_it() -> None:
    less = Overlay(1, {"cart.py": CART[: CART.index("\n    def label")]})
    (item,) = prepared({"cart.py": CART}, less).changes
    assert [o.concern for o in item.objections] == ["lost"]
    (item,) = prepared({"cart.py": CART}, less, decision="Drop Cart.label.").changes
    assert not item.objections


def test_a_removed_file_is_objected_to_unless_the_decision_says_so() -> None:
    gone = Overlay(1, {}, ("a.md",))
    (item,) = prepared({"a.md": "old\n"}, gone).changes
    assert [o.concern for o in item.objections] == ["lost"]
    (item,) = prepared({"a.md": "old\n"}, gone, decision="Remove a.md.").changes
    assert not item.objections


def test_an_import_that_leads_nowhere_is_objected_to() -> None:
    (item,) = prepared({"a.py": "x = 1\n"}, Overlay(1, {"a.py": "from .b import y\n"})).changes
    assert "imports" in [o.concern for o in item.objections]


@pytest.mark.parametrize("path", [".git/config", ".env", ".roundtable/config.json", "../x"])
def test_protected_places_are_never_part_of_it(path: str) -> None:
    told = prepared({path: None}, Overlay(1, {path: "x\n"}))
    assert told.changes == ()
    assert [o.path for o in told.rejected] == [path]


def test_what_could_not_be_taken_cannot_be_changed() -> None:
    told = prepared({}, Overlay(1, {"a.md": "x\n"}), refused={"a.md": "ignored by git"})
    assert [o.reason for o in told.rejected] == ["ignored by git"]


def test_a_file_rewritten_unseen_is_objected_to_until_it_was_seen() -> None:
    once = Overlay(1, {"b.md": "old\nnew\n"})
    (item,) = prepared({"b.md": "old\n"}, once, files=("a.md",)).changes
    assert item.outside
    assert "unseen" in item.objections[0].reason
    again = Overlay(2, {"b.md": "old\nn\n"})
    (item,) = prepared({"b.md": "old\n"}, once, again, files=()).changes
    assert not item.objections
    king = Overlay(1, {"b.md": "old\nmine\n"}, by_king=True)
    (item,) = prepared({"b.md": "old\n"}, once, king, files=()).changes
    assert not item.objections


def test_a_narrowed_set_holds_only_what_is_left() -> None:
    both = Overlay(1, {"a.md": "A\n", "b.md": "B\n"})
    told = prepared({"a.md": "a\n", "b.md": "b\n"}, both, only=frozenset({"b.md"}))
    assert [item.change.path for item in told.changes] == ["b.md"]


def test_what_runs_by_itself_is_marked() -> None:
    path = ".github/workflows/ci.yml"
    (item,) = prepared({path: None}, Overlay(1, {path: "on: push\n"})).changes
    assert item.delicate


@pytest.mark.parametrize("unit_first", [True, False])
def test_a_unit_and_the_whole_file_in_one_answer_are_not_both_believed(unit_first: bool) -> None:
    base = "def f():\n    return 1\n\n\ndef g():\n    return 1\n"
    given = {
        "a.py#f": "def f():\n    return 2\n",
        "a.py": base.replace("g():\n    return 1", "g():\n    return 3"),
    }
    files = given if unit_first else dict(reversed(given.items()))
    (item,) = prepared({"a.py": base}, Overlay(1, files)).changes
    assert item.change.text is not None
    assert "return 2" in item.change.text, "neither is lost"
    assert "return 3" in item.change.text
    assert "do one of the two" in item.objections[0].reason
    (after,) = prepared(
        {"a.py": base}, Overlay(1, files), Overlay(2, {"a.py": base + "\nx = 1\n"})
    ).changes
    assert after.objections == ()


def test_a_unit_that_agrees_with_the_whole_file_is_no_doubt() -> None:
    new = "def f():\n    return 2\n"
    (item,) = prepared(
        {"a.py": "def f():\n    return 1\n"}, Overlay(1, {"a.py": new, "a.py#f": new})
    ).changes
    assert item.objections == ()


def test_a_file_that_is_removed_while_a_unit_of_it_changes_is_doubted() -> None:
    (item,) = prepared(
        {"a.py": "def f():\n    return 1\n"},
        Overlay(1, {"a.py#f": "def f():\n    return 2\n"}, ("a.py",)),
        decision="Remove a.py.",
    ).changes
    assert item.change.text is None
    assert "do one of the two" in item.objections[0].reason


def test_a_unit_that_found_no_place_is_told_until_its_file_is_given_again() -> None:
    bases: dict[str, str | None] = {"a.md": "text\n", "b.md": "old\n"}
    first = Overlay(1, {"a.md#Title": "# Title\n"})
    later = prepared(bases, first, Overlay(2, {"b.md": "new\n"}))
    assert [o.path for o in later.rejected] == ["a.md"]
    assert prepared(bases, first, Overlay(2, {"a.md": "new\n"})).rejected == ()


def test_no_change_at_all_is_told() -> None:
    (told,) = prepared({"a.md": "old\n"}, Overlay(1, {"a.md": "old\n"})).rejected
    assert told.reason == "the answer gives no file that is other than it stands"
