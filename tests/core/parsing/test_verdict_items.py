"""Fixes know their places, findings their numbers, rulings their claims."""

from typing import Literal

import pytest

from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_items import findings, must_fix, ruling
from roundtable.core.verdicts import MustFix, Ruling

LABELS = Labels.of(("A", "B"))


@pytest.mark.parametrize(
    ("item", "fix"),
    [
        ("Cart.add (cart.py): no check", ("cart.py", "Cart.add", "no check")),
        ("**`cart.py`**: no check", ("cart.py", "", "no check")),
        ("cart.py::Cart.add — no check", ("cart.py", "Cart.add", "no check")),
        ("`Cart.add` - no check", ("", "Cart.add", "no check")),
        ("cart.py:42: no check", ("cart.py", "", "line 42: no check")),
        ("cart.py, line 42: no check", ("cart.py", "", "line 42: no check")),
        ("[cart.py] no check", ("cart.py", "", "no check")),
        ("Cart.add has no check", ("", "Cart.add", "Cart.add has no check")),
        ("no check in cart.py", ("cart.py", "", "no check in cart.py")),
        ("use Decimal.quantize", ("", "", "use Decimal.quantize")),
        ("CSRF: no token", ("", "", "CSRF: no token")),
    ],
)
def test_a_fix_has_its_place_where_it_names_one(item: str, fix: tuple[str, str, str]) -> None:
    file, unit, problem = fix
    assert must_fix(item) == MustFix(file=file, unit=unit, problem=problem)


@pytest.mark.parametrize(
    ("item", "found"),
    [
        ("F3", ["F3"]),
        ("f03 — SQL injection", ["F3"]),
        ("**F3**: x", ["F3"]),
        ("[F3]", ["F3"]),
        ("finding F3", ["F3"]),
        ("F1, F2 and F4", ["F1", "F2", "F4"]),
        ("F1 (a, b), F2 (c)", ["F1", "F2"]),
        ("F1-F3", ["F1", "F2", "F3"]),
        ("F3 to F1", ["F3 to F1"]),
        ("F7 before release, see also F2", ["F7"]),
        ("auth.py, cart.py", ["auth.py", "cart.py"]),
        ("the lock, seen in F2", ["the lock, seen in F2"]),
        ("F5x is no number", ["F5x is no number"]),
    ],
)
def test_findings_go_by_number_where_an_entry_begins_with_one(item: str, found: list[str]) -> None:
    assert list(findings([item])) == found


def test_a_finding_is_listed_once() -> None:
    assert findings(["F1", "F1 again", "F2"]) == ("F1", "F2")


@pytest.mark.parametrize(
    ("item", "claim", "status", "by", "evidence"),
    [
        ("C1: settled by B — the log", "C1", "settled", "B", "the log"),
        ("**C2** open", "C2", "open", "", ""),
        ("it is open: settled by Candidate A (seen)", "it is open", "settled", "A", "seen"),
        ("C3 settled for both sides", "C3", "settled", "both sides", ""),
    ],
)
def test_a_ruling_has_a_claim_and_a_status(
    item: str, claim: str, status: Literal["settled", "open"], by: str, evidence: str
) -> None:
    expected = Ruling(claim=claim, status=status, by=by, evidence=evidence)
    assert ruling(item, LABELS) == expected


@pytest.mark.parametrize("item", ["C1 was talked about", "open", "settled"])
def test_a_ruling_without_claim_or_status_is_refused(item: str) -> None:
    with pytest.raises(Unreadable):
        ruling(item, LABELS)
