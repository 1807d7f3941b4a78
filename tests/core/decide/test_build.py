"""The agenda's rounds, one after another, with the developer between them."""

from collections.abc import Sequence

import pytest

from roundtable.core import events as e
from roundtable.core.agenda import PRESETS, ROUNDS
from roundtable.core.chance import shuffled
from roundtable.core.commands import Choose
from roundtable.core.decide.build import LABELS
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import NAMES, build_start
from roundtable.testing.builds import answers, anybody, reading_workshop, stage, verdict
from roundtable.testing.rehearsal import play

GIVEN = {"notes.py": "def note():\n    return 1\n"}


def go_on(question: Question) -> Choose | None:
    return Choose("continue") if question.kind == "confirm" else None


def rounds_of(log: Sequence[e.Event]) -> list[str]:
    return [event.round for event in log if isinstance(event, e.RoundStart)]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_runs_to_its_end(preset: str) -> None:
    keys = PRESETS[preset]
    log = play(build_start(*keys), anybody, go_on, reading_workshop(), GIVEN)
    assert rounds_of(log) == list(keys)
    assert isinstance(log[-1], e.SessionEnd)
    assert log[-1].outcome == "built"


@pytest.mark.parametrize("key", ROUNDS)
def test_any_round_can_be_held_alone(key: str) -> None:
    log = play(build_start(key), anybody, go_on, reading_workshop(), GIVEN)
    assert rounds_of(log) == [key]
    assert isinstance(log[-1], e.SessionEnd)


def test_between_rounds_nothing_goes_on_without_the_developer() -> None:
    log = play(build_start("requirements", "architecture"), anybody)
    offered = log[-1]
    assert isinstance(offered, e.ChoiceOffered)
    assert offered.question.kind == "confirm"
    assert rounds_of(log) == ["requirements"]


def test_with_auto_advance_nobody_is_asked_between_rounds() -> None:
    start = build_start("requirements", "architecture", auto_advance=True)
    log = play(start, anybody)
    assert not [event for event in log if isinstance(event, e.ChoiceOffered)]
    assert rounds_of(log) == ["requirements", "architecture"]


def test_a_round_held_anew_is_another_attempt_with_the_new_instructions() -> None:
    asked: list[str] = []

    def king(question: Question) -> Choose | None:
        asked.append(question.id)
        return Choose("retry", "be brief") if len(asked) == 1 else Choose("continue")

    log = play(build_start("requirements", "architecture"), anybody, king)
    opened = [event for event in log if isinstance(event, e.RoundStart)]
    assert [(o.round, o.attempt) for o in opened] == [
        ("requirements", 1),
        ("requirements", 2),
        ("architecture", 1),
    ]
    assert opened[1].instructions == "be brief"
    state = fold(log)
    assert [round_.attempt for round_ in state.rounds] == [2, 1]
    assert [round_.attempt for round_ in state.superseded] == [1]


def test_going_back_drops_what_followed_and_keeps_it_in_the_history() -> None:
    gone_back: list[str] = []

    def king(question: Question) -> Choose | None:
        if "reopen:development" in [o.id for o in question.options] and not gone_back:
            gone_back.append(question.id)
            return Choose("reopen:development")
        return Choose("continue")

    start = build_start("development", "review", "qa")
    log = play(start, anybody, king, reading_workshop())
    state = fold(log)
    assert rounds_of(log) == ["development", "review", "development", "review", "qa"]
    assert [round_.name for round_ in state.rounds] == ["development.2", "review.2", "qa.1"]
    assert [round_.name for round_ in state.superseded] == ["development.1", "review.1"]


def test_the_files_of_a_reopened_round_no_longer_count() -> None:
    def once(question: Question) -> Choose | None:
        return Choose("retry") if question.id.endswith("development.1") else None

    log = play(build_start("development", "review"), anybody, once, reading_workshop())
    before = fold(log[: [e.type for e in log].index("round_reopened")])
    assert "cart.py" in before.tree
    after = fold(log[: [e.type for e in log].index("round_reopened") + 1])
    assert after.tree == {}


def test_the_developer_can_stop_between_rounds() -> None:
    log = play(build_start("requirements", "qa"), anybody, lambda _: Choose("stop"))
    assert isinstance(log[-1], e.SessionEnd)
    assert log[-1].outcome == "stopped"
    assert "requirements: It is agreed." in log[-1].summary


def test_the_judge_rotates_from_round_to_round() -> None:
    start = build_start("requirements", "architecture", "qa", auto_advance=True)
    log = play(start, anybody, craft=reading_workshop())
    judges = [event.judge for event in log if isinstance(event, e.RoundStart)]
    assert sorted(judges) == sorted(NAMES)


def test_a_chosen_judge_judges_every_round() -> None:
    start = build_start("requirements", "architecture", auto_advance=True, judge="Percival")
    log = play(start, anybody)
    assert {event.judge for event in log if isinstance(event, e.RoundStart)} == {"Percival"}
    assert {event.seat for event in log if isinstance(event, e.VerdictRead)} == {"Percival"}


def test_labels_are_drawn_anew_for_every_round_and_written_down() -> None:
    drawn = set()
    for seed in range(12):
        log = play(build_start("requirements", seed=seed), anybody)
        opened = next(event for event in log if isinstance(event, e.RoundStart))
        assert sorted(item.seat for item in opened.labels) == sorted(NAMES)
        assert [item.label for item in opened.labels] == ["A", "B", "C"]
        drawn.add(tuple(item.seat for item in opened.labels))
    assert len(drawn) > 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", [ErrorKind.TIMED_OUT, ErrorKind.OUT_OF_QUOTA])
def test_a_seat_that_dies_in_every_round_leaves_a_finished_build_that_says_so(
    name: str, kind: ErrorKind
) -> None:
    """It dies as a judge too: then the next in line judges."""

    def dying(turn: PlannedTurn) -> str | None:
        if turn.seat == name:
            raise KnightError(kind, "gone")
        if turn.purpose == "judge" and stage(turn) in ("development", "qa", "devops"):
            # Name a base that is there, and not the judge's own.
            return _others_base(turn, name)
        return None

    start = build_start(*ROUNDS, auto_advance=True)
    log = play(start, answers(dying), craft=reading_workshop())
    assert isinstance(log[-1], e.SessionEnd)
    assert log[-1].outcome == "built"
    assert log[-1].silent == (name,)
    ends = [event for event in log if isinstance(event, e.RoundEnd)]
    assert len(ends) == len(ROUNDS)
    held = [end for end in ends if end.outcome == "consensus"]
    assert held
    assert all(end.silent == (name,) for end in held)


def _others_base(turn: PlannedTurn, dead: str) -> str:
    order = shuffled(NAMES, 7, "labels", stage(turn), 1)
    other = next(n for n in NAMES if n not in (turn.seat, dead))
    return verdict(turn, base=LABELS[order.index(other)], incorporate=[], must_fix=[])
