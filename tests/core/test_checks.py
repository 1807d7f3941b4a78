"""What evidence on a tree amounts to."""

from roundtable.core.checks import Check, CheckReport


def report(*passed: str, parses: bool = True, failed: tuple[str, ...] = ()) -> CheckReport:
    status = "passed" if parses else "failed"
    return CheckReport(
        place="bubblewrap",
        checks=(Check.model_validate({"kind": "parse", "status": status}),),
        passed=passed,
        failed=failed,
    )


def test_more_passing_tests_rank_higher_and_what_does_not_parse_ranks_last() -> None:
    assert report("a", "b").rank > report("a", failed=("b",)).rank > report("a", parses=False).rank


def test_a_tree_holds_the_floor_only_if_all_that_passed_there_passes_here() -> None:
    assert report("a", "b").holds(report("a"))
    assert not report("b", "c").holds(report("a"))


def test_a_tree_that_no_longer_parses_does_not_hold_the_floor() -> None:
    assert not report("a", parses=False).holds(report("a"))
    assert report(parses=False).holds(report(parses=False))


def test_a_check_that_was_not_run_is_there_to_be_asked_for() -> None:
    tests = Check(kind="tests", status="not_run", detail="no sandbox")
    found = CheckReport(place="static", checks=(tests,))
    assert found.check("tests") == tests
    assert found.check("lint") is None
    assert found.parses
