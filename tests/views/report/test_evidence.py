"""Evidence as tables: what each candidate passes, where they differ, and whom a panel took."""

from roundtable.core import events as e
from roundtable.core.checks import Check, CheckReport
from roundtable.core.units import UnitRow
from roundtable.views.report.evidence import Trial, panel_of, survey_of


def report(passed: tuple[str, ...], failed: tuple[str, ...], seconds: float = 0) -> CheckReport:
    checks = (Check(kind="lint", status="not_run", detail="no linter"),)
    return CheckReport(
        place="bubblewrap", checks=checks, passed=passed, failed=failed, seconds=seconds
    )


def survey(iteration: int = 1, seconds: float = 0, equal: int = 2) -> e.CandidatesSurveyed:
    return e.CandidatesSurveyed(
        round="development",
        attempt=1,
        iteration=iteration,
        reports=(
            e.CandidateReport(seat="Gawain", report=report(("a", "b"), ("c",), seconds)),
            e.CandidateReport(seat="Lancelot", report=report(("a",), ("b",), seconds)),
        ),
        rows=(
            UnitRow(path="x.py", unit="f", kind="function", variants=(("Lancelot",), ("Gawain",))),
            UnitRow(path="x.py", unit="g", kind="function", variants=(("Gawain",),)),
        ),
        equal=equal,
    )


def test_tests_that_tell_candidates_apart_come_first() -> None:
    told = survey_of(survey())
    assert told.seats == ("Gawain", "Lancelot")
    assert told.tests == (
        Trial("b", ("passed", "failed")),
        Trial("c", ("failed", "not_run")),
        Trial("a", ("passed", "passed")),
    )
    assert told.split == 2


def test_each_candidate_has_the_number_of_its_variant() -> None:
    assert [line.variants for line in survey_of(survey()).units] == [(2, 1), (1, 0)]


def test_what_a_check_says_of_several_is_told_once() -> None:
    (detail,) = survey_of(survey()).details
    assert (detail.check.detail, detail.seats) == ("no linter", ("Gawain", "Lancelot"))


def test_the_same_evidence_is_known_again_whatever_time_it_took() -> None:
    assert survey_of(survey(2, seconds=3), [survey(1, seconds=1)]).same_as == 1
    assert survey_of(survey(2), [survey(1, equal=9)]).same_as == 0


def choice(judge: str, first: str, second: str, winner: str) -> e.Comparison:
    return e.Comparison(
        turn_key=f"development.1.1.{judge}/compare",
        seat=judge,
        iteration=1,
        first=first,
        second=second,
        winner=winner,
    )


def test_a_choice_is_firm_when_the_order_does_not_change_it() -> None:
    told = panel_of(
        [
            choice("Percival", "Gawain", "Lancelot", "Gawain"),
            choice("Percival", "Lancelot", "Gawain", "Gawain"),
            choice("Kay", "Gawain", "Lancelot", "Gawain"),
            choice("Kay", "Lancelot", "Gawain", "Lancelot"),
        ]
    )
    assert [(d.judge, d.winner, d.firm) for d in told.duels] == [
        ("Percival", "Gawain", True),
        ("Kay", "", False),
    ]
    assert told.wins == (("Gawain", 1), ("Lancelot", 0))


def test_one_order_alone_and_no_choice_are_not_firm() -> None:
    told = panel_of([choice("Kay", "Gawain", "Lancelot", "Gawain")])
    assert [(d.winner, d.firm) for d in told.duels] == [("Gawain", False)]
    neither = panel_of([choice("Kay", "A", "B", ""), choice("Kay", "B", "A", "")])
    assert [(d.winner, d.firm) for d in neither.duels] == [("", False)]
