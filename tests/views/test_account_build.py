"""The account of a build: units, claims, rounds held anew, and what the table brought."""

import pytest

from roundtable.core import events as e
from roundtable.core.checks import CheckReport
from roundtable.core.commands import Choose
from roundtable.core.questions import Question
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import Said, answers, claims, reading_workshop
from roundtable.testing.rehearsal import play
from roundtable.testing.store_suite import stamped
from roundtable.views.account import account_lines

LABEL = "(scripted rehearsal)"


def contested(turn: PlannedTurn) -> str | None:
    if turn.purpose != "speak" or turn.key.startswith("development"):
        return None
    if turn.seat == "Gawain" and turn.iteration == 1:
        return claims(turn, raises=[{"about": "scope", "claim": "too large"}])
    if turn.seat == "Lancelot" and turn.iteration == 2:
        return claims(turn, concedes=[{"claim": "C1"}])
    return None


def anew(question: Question) -> Choose:
    return Choose("retry") if question.id.endswith("requirements.1") else Choose("continue")


def held(*rounds: str, special: Said = lambda _: None) -> SessionState:
    return fold(play(build_start(*rounds), answers(special), anew, reading_workshop()))


def cells(state: SessionState) -> list[list[str]]:
    return [line.replace(f" {LABEL}", "*").split() for line in account_lines(state)]


def test_each_seat_has_its_units_and_its_claims() -> None:
    state = held("requirements", "development", special=contested)
    head, *seats = cells(state)[:4]
    assert head[-3:] == ["units", "won", "conceded"]
    result = state.rounds[-1].result
    assert result is not None
    assert {row[0]: row[-3:] for row in seats} == {
        "Gawain*": ["2" if result.base == "Gawain" else "0", "1", "0"],
        "Lancelot*": ["2" if result.base == "Lancelot" else "0", "0", "1"],
        "Percival*": ["2" if result.base == "Percival" else "0", "0", "0"],
    }


def test_giving_in_without_evidence_has_a_line_of_its_own() -> None:
    lines = account_lines(held("requirements", special=contested))
    assert f"Lancelot {LABEL} gave in 1 time without naming new evidence" in lines
    assert not any("gave in" in line for line in account_lines(held("requirements")))


def test_every_attempt_has_its_line_and_one_held_anew_says_so() -> None:
    state = held("requirements", "development")
    rows = [line for line in account_lines(state) if line.startswith(("require", "develop"))]
    assert [row.split("  ")[0] for row in rows] == [
        "requirements (held anew)",
        "requirements, attempt 2",
        "development",
    ]
    spent = sum(int(row.split()[-4]) for row in rows)
    assert spent == state.spent.input_tokens


def test_the_columns_of_the_rounds_stand_under_each_other_however_long_their_names() -> None:
    def often(question: Question) -> Choose:
        return Choose("continue" if question.id.endswith(".4") else "retry")

    start = build_start("requirements", "development")
    state = fold(play(start, answers(lambda _: None), often, reading_workshop()))
    lines = account_lines(state)
    (head,) = [n for n, line in enumerate(lines) if line.startswith("round ")]
    table = lines[head : head + 6]
    assert table[3].startswith("requirements, attempt 3 (held anew)  ")
    assert len({len(line) for line in table}) == 1


def test_a_discussion_has_neither_units_nor_rounds() -> None:
    start = build_start("requirements").model_copy(update={"agenda": None, "workflow": "discuss"})
    lines = account_lines(fold(stamped("s", 1, start)))
    assert "units" not in lines[0]
    assert not any(line.startswith("round") for line in lines)


def merged(opening: int, shipped: int, place: str = "bubblewrap") -> SessionState:
    """A round whose best opening passed so many of four tests, and what shipped so many."""

    def report(passed: int) -> CheckReport:
        names = [f"t{n}" for n in range(4)]
        return CheckReport.model_validate(
            {"place": place, "checks": (), "passed": names[:passed], "failed": names[passed:]}
        )

    return fold(
        stamped(
            "s",
            1,
            build_start("development"),
            e.RoundStart(round="development", attempt=1, seed=7),
            e.Merged(
                round="development",
                attempt=1,
                base="Gawain",
                shipped="merge",
                files=(),
                report=report(shipped),
                floor=report(opening),
                floor_seat="Lancelot",
            ),
        )
    )


@pytest.mark.parametrize(
    ("opening", "shipped", "sign"), [(2, 4, "+2"), (3, 3, "0"), (0, 1, "+1"), (3, 2, "-1")]
)
def test_what_the_table_brought_over_its_best_opening_is_told(
    opening: int, shipped: int, sign: str
) -> None:
    assert account_lines(merged(opening, shipped))[-1] == (
        f"development: {shipped} of 4 tests pass; the best opening, Lancelot {LABEL}'s, "
        f"passed {opening} ({sign})"
    )


def test_where_nothing_was_run_nothing_is_claimed() -> None:
    assert not any("tests pass" in line for line in account_lines(merged(2, 4, "static")))
