"""The workshop: what candidates are worth by evidence, and what becomes of the judge's word."""

from typing import NamedTuple

import pytest

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.adapters.workshop import MOST_TRIALS, SandboxedWorkshop, best_opening, difference
from roundtable.core import events as e
from roundtable.core.checks import Check, CheckReport, Tree
from roundtable.core.pooling import pooled, without_new_tests
from roundtable.core.steps import Survey
from roundtable.core.units import UnitSource
from tests.adapters.carts import Candidates, checks, code, merged, shipped, sources, take

ONE, TWO = "pooled_1/tests/test_cart.py::Cart", "pooled_2/tests/test_cart.py::Cart"


async def surveyed(
    shop: SandboxedWorkshop, candidates: Candidates, before: Tree | None = None
) -> e.CandidatesSurveyed:
    event = await shop.perform(Survey("development", 1, 2, before or {}, candidates))
    assert isinstance(event, e.CandidatesSurveyed)
    return event


async def test_all_candidates_are_held_against_everybodys_tests_under_the_same_names(
    running: SandboxedWorkshop,
) -> None:
    sums = {"cart.py": code(a="x", b="0"), "tests/test_cart.py": checks(a="cart.a(1) == 1")}
    names = {"cart.py": code(a="0", b="x"), "tests/test_cart.py": checks(b="cart.b(1) == 1")}
    event = await surveyed(running, {"Gawain": sums, "Lancelot": names})
    assert [item.seat for item in event.reports] == ["Gawain", "Lancelot"]
    first, second = (item.report for item in event.reports)
    assert (first.passed, first.failed) == ((f"{ONE}::test_a",), (f"{TWO}::test_b",))
    assert (second.passed, second.failed) == ((f"{TWO}::test_b",), (f"{ONE}::test_a",))
    assert (event.round, event.attempt, event.iteration) == ("development", 1, 2)


async def test_a_candidate_that_softens_a_test_of_the_project_is_held_against_the_old_one(
    running: SandboxedWorkshop,
) -> None:
    before = {"cart.py": code(a="x"), "tests/test_cart.py": checks(a="cart.a(1) == 1")}
    soft = {"cart.py": code(a="0"), "tests/test_cart.py": checks(a="True")}
    event = await surveyed(running, {"Gawain": soft}, before)
    (report,) = (item.report for item in event.reports)
    assert report.failed == ("tests/test_cart.py::Cart::test_a",)
    assert report.passed == (f"{ONE}::test_a",)


async def test_the_survey_tells_where_candidates_differ_and_counts_the_rest(
    reading: SandboxedWorkshop,
) -> None:
    event = await surveyed(
        reading,
        {"Gawain": {"cart.py": code(a="1", b="2")}, "Lancelot": {"cart.py": code(a="1", b="3")}},
    )
    assert [(row.unit, row.variants) for row in event.rows] == [("b", (("Gawain",), ("Lancelot",)))]
    assert event.equal == 1


async def test_without_a_sandbox_nothing_is_run_and_that_is_told(
    reading: SandboxedWorkshop,
) -> None:
    tree = {"cart.py": code(a="1"), "tests/test_cart.py": checks(a="cart.a(1) == 1")}
    event = await surveyed(reading, {"Gawain": tree})
    report = event.reports[0].report
    tested = report.check("tests")
    assert tested is not None
    assert (report.place, tested.status, report.passed) == ("static", "not_run", ())
    assert "sandbox" in tested.detail


async def test_a_directive_brings_the_unit_in_and_every_other_byte_stays(
    reading: SandboxedWorkshop,
) -> None:
    mine = "# A cart.\r\n\n\n" + code(a="1", b="2") + "\n\n# The end.\n"
    event = await merged(
        reading,
        {"Gawain": {"cart.py": mine}, "Lancelot": {"cart.py": code(a="7", b="8")}},
        take("b", "Lancelot"),
    )
    assert shipped(event) == {"cart.py": mine.replace("return 2", "return 8")}
    assert (event.base, event.shipped, event.conflicts) == ("Gawain", "merge", ())
    assert sources(event)["cart.py", "a"] == ("Gawain", "base")
    assert sources(event)["cart.py", "b"] == ("Lancelot", "it is clearer")


async def test_a_helper_that_a_unit_needs_comes_along_and_says_so(
    reading: SandboxedWorkshop,
) -> None:
    theirs = code(_rate="3", a="_rate(x)")
    event = await merged(
        reading,
        {"Gawain": {"cart.py": code(a="1")}, "Lancelot": {"cart.py": theirs}},
        take("a", "Lancelot"),
    )
    assert sources(event)["cart.py", "_rate"] == ("Lancelot", "carried: needed by a")
    assert sources(event)["cart.py", "a"] == ("Lancelot", "it is clearer")


async def test_a_directive_for_a_whole_class_gives_its_reason_to_every_part_of_it(
    reading: SandboxedWorkshop,
) -> None:
    mine = "class Cart:\n    def total(self):\n        return 1\n\n\nclass Cartload:\n    n = 1\n"
    event = await merged(
        reading,
        {
            "Gawain": {"cart.py": mine},
            "Lancelot": {"cart.py": mine.replace("return 1", "return 2").replace("n = 1", "n = 2")},
        },
        take("Cart.*", "Lancelot"),
    )
    told = sources(event)
    assert told["cart.py", "Cart"] == told["cart.py", "Cart.total"]
    assert told["cart.py", "Cart"] == ("Lancelot", "it is clearer")
    assert told["cart.py", "Cartload"] == ("Gawain", "base")


async def test_imports_that_were_joined_are_no_refused_directive(
    reading: SandboxedWorkshop,
) -> None:
    event = await merged(
        reading,
        {
            "Gawain": {"cart.py": f"import math\n\n\n{code(a='math.pi')}"},
            "Lancelot": {"cart.py": f"import json\n\n\n{code(a='json.dumps(x)')}"},
        },
        take("imports", "Lancelot"),
    )
    assert {"import json", "import math"} <= set(shipped(event)["cart.py"].splitlines())
    assert (event.shipped, event.conflicts) == ("merge", ())


async def test_a_directive_for_what_is_there_already_changes_and_refuses_nothing(
    reading: SandboxedWorkshop,
) -> None:
    same = {"cart.py": code(a="1", b="2")}
    other = {"cart.py": code(a="1", b="3")}
    event = await merged(reading, {"Gawain": same, "Lancelot": other}, take("a", "Lancelot"))
    assert shipped(event) == same
    assert (event.shipped, event.conflicts) == ("merge", ())
    assert sources(event)["cart.py", "a"] == ("Gawain", "base")


@pytest.mark.parametrize(
    ("directive", "reason"),
    [
        (take("c", "Lancelot"), "no such unit"),
        (take("a", "Mordred"), "no candidate is called Mordred"),
        (take("a", "Lancelot", path="lost.py"), "has no file `lost.py`"),
    ],
)
async def test_a_directive_that_cannot_be_carried_out_is_a_conflict(
    reading: SandboxedWorkshop, directive: UnitSource, reason: str
) -> None:
    mine = {"cart.py": code(a="1")}
    event = await merged(reading, {"Gawain": mine, "Lancelot": {"cart.py": code(a="2")}}, directive)
    assert shipped(event) == mine
    (conflict,) = event.conflicts
    assert conflict.refused
    assert conflict.reason.startswith("the judge asked for it, but ")
    assert reason in conflict.reason


async def test_evidence_overrules_the_judges_base(running: SandboxedWorkshop) -> None:
    good = {"cart.py": code(a="x"), "tests/test_cart.py": checks(a="cart.a(1) == 1")}
    event = await merged(
        running, {"Gawain": good, "Lancelot": {"cart.py": code(a="0")}}, base="Lancelot"
    )
    assert (event.base, event.shipped, event.floor_seat) == ("Gawain", "opening", "Gawain")
    assert shipped(event) == good
    assert event.report.passed == event.floor.passed == (f"{ONE}::test_a",)


async def test_code_that_does_not_parse_is_never_the_base_of_code_that_does(
    reading: SandboxedWorkshop,
) -> None:
    broken = {"cart.py": "def a(:\n"}
    whole = {"cart.py": code(a="1")}
    event = await merged(reading, {"Gawain": broken, "Lancelot": whole}, base="Gawain")
    assert (event.base, event.shipped) == ("Lancelot", "opening")
    assert shipped(event) == whole


async def test_a_directive_that_breaks_a_test_is_refused_and_its_reason_is_nobodys_praise(
    running: SandboxedWorkshop,
) -> None:
    mine = {"cart.py": code(a="x", b="1"), "tests/test_cart.py": checks(a="cart.a(1) == 1")}
    event = await merged(
        running,
        {"Gawain": mine, "Lancelot": {"cart.py": code(a="0", b="2")}},
        take("a", "Lancelot"),
        take("b", "Lancelot", "shorter"),
    )
    assert shipped(event)["cart.py"] == code(a="x", b="2")
    (conflict,) = event.conflicts
    assert (conflict.unit, conflict.source, conflict.refused) == ("a", "Lancelot", True)
    assert f"{ONE}::test_a would fail" in conflict.reason
    assert sources(event)["cart.py", "a"] == ("Gawain", "base")
    assert sources(event)["cart.py", "b"] == ("Lancelot", "shorter")


async def test_a_directive_that_better_code_took_the_place_of_is_told(
    running: SandboxedWorkshop,
) -> None:
    mine = {
        "cart.py": code(a="0", b="x"),
        "tests/test_cart.py": checks(a="cart.a(1) == 1", b="cart.b(1) == 1"),
    }
    event = await merged(
        running,
        {
            "Gawain": mine,
            "Lancelot": {"cart.py": code(a="5", b="x")},
            "Percival": {"cart.py": code(a="x", b="0")},
        },
        take("a", "Lancelot"),
    )
    assert shipped(event)["cart.py"] == code(a="x", b="x")
    source, why = sources(event)["cart.py", "a"]
    assert (source, why) == ("Percival", f"{ONE}::test_a passes")
    (conflict,) = event.conflicts
    assert (conflict.unit, conflict.source, conflict.refused) == ("a", "Lancelot", True)


class Case(NamedTuple):
    judged: str
    """The judge's base; the directives are for all of Lancelot's units."""
    units: tuple[str, ...]
    candidates: Candidates


CASES = {
    "each has one thing right": Case(
        "Gawain",
        ("a", "b"),
        {
            "Gawain": {"cart.py": code(a="x", b="0"), "test_a.py": checks(a="cart.a(1) == 1")},
            "Lancelot": {"cart.py": code(a="0", b="x"), "test_b.py": checks(b="cart.b(1) == 1")},
        },
    ),
    "what is right apart is wrong together": Case(
        "Gawain",
        ("b",),
        {
            "Gawain": {
                "cart.py": code(a="x", b="a(x) + 1"),
                "test_a.py": checks(a="cart.a(1) == 1", b="cart.b(1) == 2"),
            },
            "Lancelot": {
                "cart.py": code(a="x + 1", b="a(x)"),
                "test_b.py": checks(c="cart.b(2) == 3"),
            },
        },
    ),
    "the judge's base cannot be read": Case(
        "Gawain",
        (),
        {
            "Gawain": {"cart.py": "def a(x:\n", "test_a.py": checks(a="cart.a(1) == 1")},
            "Lancelot": {"cart.py": code(a="x")},
        },
    ),
    "as many tests, but others": Case(
        "Percival",
        ("VALUE",),
        {
            "Gawain": {"cart.py": "VALUE = 1\n", "test_a.py": checks(a="cart.VALUE == 1")},
            "Lancelot": {"cart.py": "VALUE = 2\n", "test_b.py": checks(b="cart.VALUE == 2")},
            "Percival": {"cart.py": "VALUE = 3\n"},
        },
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_nothing_ships_that_passes_less_than_the_best_opening(
    running: SandboxedWorkshop, box: Bubblewrap, case: Case
) -> None:
    directives = [take(unit, "Lancelot") for unit in case.units]
    event = await merged(running, case.candidates, *directives, base=case.judged)
    pool, checker = pooled({}, case.candidates), Checker(box)

    async def evidence(tree: Tree) -> CheckReport:
        return await checker.check(without_new_tests({}, tree), pool)

    openings = {seat: await evidence(tree) for seat, tree in case.candidates.items()}
    final = await evidence(shipped(event))
    assert final.passed == event.report.passed, "what was checked is what ships"
    assert final.rank >= max(opening.rank for opening in openings.values())
    assert final.holds(openings[event.floor_seat])
    assert openings[event.floor_seat].rank == max(opening.rank for opening in openings.values())


@pytest.mark.parametrize("seats", [("Gawain", "Lancelot"), ("Lancelot", "Gawain")])
async def test_among_openings_of_equal_worth_the_floor_is_the_one_that_the_result_holds(
    running: SandboxedWorkshop, seats: tuple[str, str]
) -> None:
    truths = checks(a="cart.a(1)", b="cart.b(1)", c="cart.c(1)", d="cart.d(1)")
    table = {
        "Gawain": {"cart.py": code(a="1", b="1", c="0", d="0"), "tests/test_cart.py": truths},
        "Lancelot": {"cart.py": code(a="0", b="0", c="1", d="1")},
    }
    less = {"Percival": {"cart.py": code(a="0", b="0", c="1", d="0")}}
    candidates = {seat: table[seat] for seat in seats} | less
    event = await merged(running, candidates, base="Percival", round_="qa")
    assert event.floor_seat == event.base, "neither holds what the other passes"
    assert event.report.holds(event.floor)
    assert len(event.floor.passed) == 2


async def test_only_development_searches_beyond_the_directives(running: SandboxedWorkshop) -> None:
    truths = checks(a="cart.a(1) == 1", b="cart.b(1) == 1")
    table = {
        "Gawain": {"cart.py": code(a="x", b="0"), "tests/test_cart.py": truths},
        "Lancelot": {"cart.py": code(a="0", b="x")},
    }
    searched = await merged(running, table)
    assert shipped(searched)["cart.py"] == code(a="x", b="x")
    assert 0 < searched.trials <= MOST_TRIALS
    left = await merged(running, table, round_="qa")
    assert shipped(left)["cart.py"] == code(a="x", b="0")
    assert left.trials == 0


def report(*passed: str, parses: bool = True) -> CheckReport:
    check = Check(kind="parse", status="passed" if parses else "failed")
    return CheckReport(place="static", checks=(check,), passed=passed)


def test_the_best_opening_is_by_evidence_then_the_judges_then_the_first() -> None:
    reports = {"Gawain": report("a"), "Lancelot": report("b"), "Percival": report()}
    assert best_opening(reports, "Lancelot") == "Lancelot"
    assert best_opening(reports, "Percival") == "Gawain"
    broken = {"Gawain": report("a", "b", parses=False), "Percival": report()}
    assert best_opening(broken, "Gawain") == "Percival"


def test_the_difference_of_two_trees_leads_from_one_to_the_other() -> None:
    before = {"same": "1", "changed": "2", "gone": "3"}
    files, deleted = difference(before, {"same": "1", "changed": "4", "new": "5"})
    assert {file.path: file.text for file in files} == {"changed": "4", "new": "5"}
    assert deleted == ("gone",)
    assert difference(before, before) == ((), ())
